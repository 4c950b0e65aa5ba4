//! Actions: boundaries and classes against the performer's truth, and what comes out of real takes.

use footwork_annotate::actions::{self, Settings};
use footwork_annotate::{Action, Limb, Span, Strike, Supports};
use footwork_motion::glam::Vec3;
use footwork_performer::{Performance, Show, perform, truth};

const SHOWS: [(Show, &str); 4] = [
    (Show::Boxing, "boxing"),
    (Show::TiredBoxing, "tired-boxing"),
    (Show::Locomotion, "locomotion"),
    (Show::Running, "running"),
];

/// The truth's supports and strikes, as if found.
pub fn known(take: &Performance) -> (Supports, Vec<Strike>) {
    let rate = take.clip.rate();
    let frames = take.clip.frames() as u32;
    let frame = |s: f32| ((s * rate).round() as u32).min(frames);
    let spans = |s: &[[f32; 2]]| {
        s.iter()
            .map(|[a, b]| Span {
                first: frame(*a),
                end: if *b >= (frames - 1) as f32 / rate { frames } else { frame(*b) },
            })
            .filter(|s| s.end > s.first)
            .collect::<Vec<_>>()
    };
    let supports =
        Supports { left: spans(&take.truth.supports.left), right: spans(&take.truth.supports.right) };
    let strikes = take
        .truth
        .strikes
        .iter()
        .map(|s| {
            let at = frame(s.time);
            Strike {
                frame: at,
                effective: Span { first: at.saturating_sub(3), end: at + 1 },
                limb: *Limb::ALL.iter().find(|l| l.name() == s.limb).unwrap(),
                point: Vec3::from(s.point),
                direction: Vec3::from(s.direction),
                speed: s.speed,
            }
        })
        .collect();
    (supports, strikes)
}

fn kind(classes: &[String]) -> String {
    let is = |c: &str| classes.iter().any(|o| o == c);
    if classes[0] != "movement" {
        return classes[0].clone();
    }
    if is("jump") {
        return "jump".into();
    }
    for c in ["jog", "run", "sprint", "cut", "feint", "stop"] {
        if is(c) {
            return "run".into();
        }
    }
    for c in ["walk", "sideways", "backward", "turn"] {
        if is(c) {
            return c.into();
        }
    }
    "step".into()
}

const CYCLIC: [&str; 8] = ["stand", "stance", "lying", "walk", "run", "sideways", "backward", "turn"];

/// (boundary times, with neighbours of the same endless kind in one)
fn bounds(list: &[(f32, f32, String)]) -> Vec<f32> {
    let mut out = vec![];
    for pair in list.windows(2) {
        if pair[0].2 == pair[1].2 && CYCLIC.contains(&pair[0].2.as_str()) {
            continue;
        }
        // A gap too short to name has its boundary in the middle.
        out.push(0.5 * (pair[0].1 + pair[1].0));
    }
    out
}

pub fn score(truth: &[f32], found: &[f32]) -> (usize, Vec<f32>, Vec<f32>) {
    let mut used = vec![false; found.len()];
    let mut missed = vec![];
    let mut hits = 0;
    for t in truth {
        let best = found
            .iter()
            .enumerate()
            .filter(|(i, f)| !used[*i] && (*f - t).abs() <= 0.1)
            .min_by(|a, b| (a.1 - t).abs().total_cmp(&(b.1 - t).abs()));
        match best {
            Some((i, _)) => {
                used[i] = true;
                hits += 1
            }
            None => missed.push(*t),
        }
    }
    (hits, missed, found.iter().enumerate().filter(|(i, _)| !used[*i]).map(|(_, f)| *f).collect())
}

pub fn print() {
    let seeds: Vec<u64> =
        if std::env::args().any(|a| a == "--test") { (101..=106).collect() } else { (1..=3).collect() };
    let verbose = std::env::args().any(|a| a == "-v");
    for (show, name) in SHOWS {
        let (mut h, mut t, mut f) = (0, 0, 0);
        let (mut all, mut right, mut kinds) = (0, 0, 0);
        for seed in &seeds {
            let take = perform(show, 120.0, *seed, 60.0).unwrap();
            let (supports, strikes) = known(&take);
            let found =
                actions::find(&take.skeleton, &take.clip, &supports, &strikes, &Settings::default()).unwrap();
            let found = if std::env::args().any(|a| a == "-s") { found } else { actions::merged(&found) };
            if std::env::args().any(|a| a == "-a") {
                let r = actions::read(&take.skeleton, &take.clip, &supports, &Settings::default()).unwrap();
                println!("calm {}", r.calm);
                println!(
                    "lively {:?}",
                    actions::fight::lively(&r, &Settings::default())
                        .iter()
                        .map(|s| (s.first as f32 / 60.0, s.end as f32 / 60.0, r.fights(*s, &strikes)))
                        .collect::<Vec<_>>()
                );
                for a in &found {
                    let x = actions::facts::facts(&r, a.span);
                    println!(
                        "FOUND {name} {seed} {:.2}-{:.2} {} {:.2}  {:?} tr {:.2} {:.2} turn {:.2} fl {:.2} calm {:.2}",
                        a.span.first as f32 / 60.0,
                        a.span.end as f32 / 60.0,
                        a.classes.join("/"),
                        a.sure,
                        x.steps,
                        x.travel.x,
                        x.travel.z,
                        x.turn,
                        x.flight,
                        x.calm
                    );
                }
            }
            let truth: Vec<_> = take.truth.actions.iter().map(|a| (a.from, a.to, kind(&a.classes))).collect();
            let f_kind = |a: &Action| kind(&a.classes);
            let mine: Vec<_> = found
                .iter()
                .map(|a| (a.span.first as f32 / 60.0, a.span.end as f32 / 60.0, f_kind(a)))
                .collect();
            let (tb, fb) = (bounds(&truth), bounds(&mine));
            let (hits, missed, extra) = score(&tb, &fb);
            h += hits;
            t += tb.len();
            f += fb.len();
            if std::env::args().any(|a| a == "-f") {
                let r = actions::read(&take.skeleton, &take.clip, &supports, &Settings::default()).unwrap();
                for a in &take.truth.actions {
                    let x = actions::facts::facts(
                        &r,
                        Span { first: (a.from * 60.0) as u32, end: (a.to * 60.0) as u32 },
                    );
                    println!(
                        "FACT {:28} calm {:.2} g {:.2} low {:.2} st {:?} fl {:.2} {} tr {:.2} {:.2} turn {:.2} head {:.2?} L {:.2?} R {:.2?} drop {:.2} raise {:.2} rise {:.2} on {:.2} s {:.2}",
                        a.classes.join("/"),
                        x.calm,
                        x.guard,
                        x.low,
                        x.steps,
                        x.flight,
                        x.both,
                        x.travel.x,
                        x.travel.z,
                        x.turn,
                        x.head.to_array(),
                        x.hands[0].to_array(),
                        x.hands[1].to_array(),
                        x.hands_drop,
                        x.hands_raise,
                        x.rise,
                        x.onset,
                        x.seconds
                    );
                }
            }
            for (truth, a) in truth.iter().zip(&take.truth.actions) {
                let (f, e) = ((truth.0 * 60.0) as u32, (truth.1 * 60.0) as u32);
                let best = found
                    .iter()
                    .max_by_key(|x| x.span.end.min(e).saturating_sub(x.span.first.max(f)))
                    .unwrap();
                all += 1;
                if best.classes[0] == a.classes[0] {
                    right += 1
                } else if verbose {
                    println!(
                        "{name} {seed} class {:.2} {} -> {}",
                        a.from,
                        a.classes.join("/"),
                        best.classes.join("/")
                    );
                }
                if kind(&best.classes) == truth.2 {
                    kinds += 1
                } else if verbose && best.classes[0] == a.classes[0] {
                    println!(
                        "{name} {seed} kind {:.2}-{:.2} {} -> {}",
                        a.from,
                        a.to,
                        a.classes.join("/"),
                        best.classes.join("/")
                    );
                }
            }
            if verbose {
                let at = |x: f32| {
                    truth
                        .iter()
                        .zip(&take.truth.actions)
                        .filter(|(a, _)| a.0 <= x + 0.05 && a.1 >= x - 0.05)
                        .map(|(a, c)| format!("{:.2} {}", a.0, c.classes.join("/")))
                        .collect::<Vec<_>>()
                        .join(" | ")
                };
                for m in missed {
                    println!(
                        "{name} {seed} missed {m:.2}: {} ; near {:?}",
                        at(m),
                        fb.iter().filter(|f| (*f - m).abs() < 0.3).map(|f| f - m).collect::<Vec<_>>()
                    );
                }
                for m in extra {
                    println!("{name} {seed} extra {m:.2}: {}", at(m));
                }
            }
        }
        let (p, r) = (h as f32 / f as f32, h as f32 / t as f32);
        println!(
            "{name}: {t} truth, {f} found, P {p:.3} R {r:.3} F1 {:.3}; class {:.3} kind {:.3}",
            2.0 * p * r / (p + r),
            right as f32 / all as f32,
            kinds as f32 / all as f32
        );
    }
    let _ = truth::Truth::default();
}
