//! Measures duels on takes of the built-in performer, by themselves and quickly: for whoever changes the skill.
//!
//!     cargo run --release -p footwork-duel --example duels -- cost 11,12
//!     cargo run --release -p footwork-duel --example duels -- match boxing:4 boxing:2 11,12 6 60
//!     cargo run --release -p footwork-duel --example duels -- equals 11,12 4 40
//!     cargo run --release -p footwork-duel --example duels -- mixed 11,12 4 60
//!     cargo run --release -p footwork-duel --example duels -- chase 11,12 12 60
//!     cargo run --release -p footwork-duel --example duels -- follow 11,12 901 4 2 2
//!     cargo run --release -p footwork-duel --example duels -- path 11,12 2 60
//!     cargo run --release -p footwork-duel --example duels -- whole 11,12 40
//!
//! Seeds of the takes, or a repertoire (`boxer.rep`), then how many bouts and how many seconds each; of a chase that is followed, its seed, the prey's depth and
//! the chasers': where everybody is every quarter of a second, and what he does. Times are the thread's own, where the system tells.

use std::sync::Arc;
use std::time::Instant;

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_duel::evaluate::{
    Bout, BoutFigures, BoutSettings, EvalSettings, Fate, Ring, along_path, chase, cost, exact, fight, mixed,
};
use footwork_duel::style::Style;
use footwork_duel::tables::EdgeSettings;
use footwork_duel::{DuelMemory, DuelistSettings};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;
use footwork_skill::{Flow, Given, Meter, Options, Progress, Skill};
use footwork_stage::{Rig, Stage};

/// The thread's own time, where the system tells; else the clock's.
struct Own(Instant);

impl Meter for Own {
    fn seconds(&self) -> f64 {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
        nanoseconds.map_or_else(|| self.0.elapsed().as_secs_f64(), |own| own * 1e-9)
    }

    fn peak_mb(&self) -> Option<f64> {
        None
    }
}

fn rig(shows: &[Show], seeds: &str) -> Arc<Rig> {
    if seeds.ends_with(".rep") {
        let bytes = std::fs::read(seeds).expect("the repertoire can be read");
        let repertoire = Repertoire::from_bytes(&bytes).expect("it is a repertoire");
        return Arc::new(Rig::new(Arc::new(repertoire)).expect("it can be played"));
    }
    let mut takes = Vec::new();
    let mut skeleton = None;
    for show in shows {
        for seed in seeds.split(',').map(|seed| seed.parse().expect("a seed")) {
            let mut shown = perform(*show, 90.0, seed, 60.0).expect("the performer performs");
            shown.clip.name = format!("{}-{seed}", show.name());
            skeleton = Some(shown.skeleton);
            takes.push(Take::new(shown.clip, Annotation::default()));
        }
    }
    let mut repertoire = Repertoire { skeleton: skeleton.expect("there is a show"), takes };
    annotate(&mut repertoire, &Settings::default(), UNHEARD).expect("it can be annotated");
    Arc::new(Rig::new(Arc::new(repertoire)).expect("it can be played"))
}

fn of_depth(depth: u16) -> DuelistSettings {
    DuelistSettings { depth, ..DuelistSettings::default() }
}

fn equals(rig: &Arc<Rig>, ring: &Ring, style: Style, bouts: u64, seconds: f32) -> Vec<Bout> {
    let own = DuelistSettings { style, against: style, ..DuelistSettings::default() };
    let bout =
        |seed| fight(rig, &[(ring, own.clone()), (ring, own.clone())], &BoutSettings { seconds, seed });
    (770..770 + bouts).map(|seed| bout(seed).expect("they fight")).collect()
}

/// Where everybody is, how fast he is, and what he does.
fn follow(ring: &Ring, stage: &Stage) {
    print!("{:5.2} s", stage.tick() as f32 * stage.settings().step);
    let mut first = None;
    for actor in stage.view().actors() {
        let frame = actor.frame();
        let at = frame.translation;
        let first = *first.get_or_insert(at);
        let ahead = frame.rotation * glam::Vec3::Z;
        let memory = actor.memory::<DuelMemory>();
        let piece = memory.and_then(|memory| memory.piece.get()).map(|piece| ring.tables.pieces[piece]);
        let does = piece.map_or("", |piece| ring.tables.word_of(&piece));
        let speed = piece.map_or(0.0, |piece| {
            let [from, to] = [piece.first, piece.end].map(|frame| ring.tables.ground(piece.take, frame));
            from.distance(to) / piece.frames() as f32 * ring.tables.rate
        });
        let (depth, score) = memory.map_or((0, 0.0), |memory| (memory.depth, memory.score));
        let far = (at - first).length();
        let yaw = libm::atan2f(ahead.x, ahead.z).to_degrees();
        print!(
            " | {:6.2} {:6.2} {yaw:5.0}° {far:5.2} m {speed:4.1} m/s {does:11} {depth} {score:7.0}",
            at.x, at.z
        );
    }
    println!();
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize, usual: &str| arguments.get(at).cloned().unwrap_or_else(|| usual.to_string());
    let number =
        |at: usize, usual: f32| arguments.get(at).map_or(usual, |own| own.parse().expect("a number"));
    match text(0, "cost").as_str() {
        "cost" => {
            let rig = rig(&[Show::Boxing], &text(1, "11,12"));
            let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
            let bouts = equals(&rig, &ring, Style::BOXER, 2, 20.0);
            println!("{} pieces, {:.1} ways", ring.tables.pieces.len(), ring.tables.mean_edges());
            let own = Own(Instant::now());
            for (depth, count) in [(3, number(2, 100.0)), (5, number(3, 30.0))] {
                let cost = cost(&ring, &bouts, depth, count as usize, &own);
                println!("depth {depth}: {:.0} nodes, {:.2} ms", cost.nodes, cost.ms);
            }
            println!("{:?}", exact(&ring, &bouts, None, number(4, 60.0) as usize));
        }
        "match" => {
            let rig = rig(&[Show::Boxing, Show::TiredBoxing], &text(3, "11,12"));
            let corner = |own: &str| {
                let (takes, depth) = own.split_once(':').expect("takes:depth");
                let ring = Ring::new(&rig, takes, &EdgeSettings::fighting()).expect("it can be fought with");
                (ring, of_depth(depth.parse().expect("a depth")))
            };
            let [a, b] = [corner(&text(1, "boxing:4")), corner(&text(2, "boxing:2"))];
            let (mut won, mut gave) = ([0.0; 2], [0.0; 2]);
            let (mut hits, mut depths) = ([0; 2], [[0; 9]; 2]);
            let mut fates = [[0; Fate::COUNT]; 2];
            let bouts = number(4, 6.0) as u64;
            for salt in 0..bouts {
                let turned = salt % 2 == 1;
                let corners = [(&a.0, a.1.clone()), (&b.0, b.1.clone())];
                let corners = if turned { [corners[1].clone(), corners[0].clone()] } else { corners };
                let settings = BoutSettings { seconds: number(5, 60.0), seed: 100 + salt };
                let bout = fight(&rig, &corners, &settings).expect("they fight");
                let own = if turned { [bout.gave[1], bout.gave[0]] } else { bout.gave };
                let landed = if turned { [bout.hits[1], bout.hits[0]] } else { bout.hits };
                won[0] +=
                    0.5 * (1.0 + (own[0] - own[1]).partial_cmp(&0.0).map_or(0.0, |sign| sign as i8 as f32));
                won[1] += 0.5 * (1.0 + landed[0].cmp(&landed[1]) as i8 as f32);
                (0..2).for_each(|at| (gave[at], hits[at]) = (gave[at] + own[at], hits[at] + landed[at]));
                for at in 0..2 {
                    let side = if turned { 1 - at } else { at };
                    depths[side].iter_mut().zip(bout.depths_of[at]).for_each(|(sum, own)| *sum += own);
                }
                for (at, own) in bout.fates_of.iter().enumerate() {
                    let side = if turned { 1 - at } else { at };
                    fates[side].iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
                }
                println!(
                    "{salt}: damage {own:.2?} hits {landed:?} blows {:?} turned {turned}",
                    bout.blows_of
                );
            }
            println!("won {} of {bouts} by damage {gave:.1?}, {} by hits {hits:?}", won[0], won[1]);
            println!("decisions by how many choices ahead: {depths:?}");
            for (number, name) in Fate::NAMES.iter().enumerate() {
                println!("{name:>30} {:4} {:4}", fates[0][number], fates[1][number]);
            }
        }
        "equals" => {
            let rig = rig(&[Show::Boxing], &text(1, "11,12"));
            let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
            let style = Style::named(&text(4, "boxer")).expect("a style");
            let bouts = equals(&rig, &ring, style, number(2, 4.0) as u64, number(3, 40.0));
            println!("{:?}", BoutFigures::of(&bouts));
        }
        "mixed" => {
            let rig = rig(&[Show::Boxing], &text(1, "11,12"));
            let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
            let settings = EvalSettings { seconds: number(3, 60.0), ..EvalSettings::default() };
            println!("{:?}", mixed(&rig, &ring, &settings, number(2, 4.0) as u64).expect("they fight"));
        }
        "chase" => {
            let rig = rig(&[Show::Running], &text(1, "11,12"));
            let ring = Ring::new(&rig, "", &EdgeSettings::running()).expect("it can be run with");
            let (runs, seconds) = (number(2, 6.0) as u64, number(3, 60.0));
            for chasers in [&[2][..], &[4], &[2, 2]] {
                let (mut ends, mut furthest) = (Vec::new(), 0.0_f32);
                for seed in 901..901 + runs {
                    let mut watch = |stage: &Stage| {
                        let far = |at: glam::Vec3| libm::hypotf(at.x, at.z);
                        let all = stage.view().actors().map(|actor| far(actor.frame().translation));
                        furthest = all.fold(furthest, f32::max);
                    };
                    ends.push(chase(&rig, &ring, chasers, 2, seconds, seed, &mut watch).expect("they run"));
                }
                ends.sort_by(f32::total_cmp);
                let mean = ends.iter().sum::<f32>() / ends.len().max(1) as f32;
                let free = ends.iter().filter(|end| **end >= seconds).count();
                println!(
                    "{chasers:?} after 2: {mean:.1} s, the middle one {:.1} s, {free} not caught; at most {furthest:.2} m from the middle",
                    ends[ends.len() / 2]
                );
            }
        }
        "follow" => {
            let rig = rig(&[Show::Running], &text(1, "11,12"));
            let ring = Ring::new(&rig, "", &EdgeSettings::running()).expect("it can be run with");
            let chasers: Vec<u16> = (4..arguments.len().max(5)).map(|at| number(at, 2.0) as u16).collect();
            let mut watch = |stage: &Stage| {
                if stage.tick().is_multiple_of(15) {
                    follow(&ring, stage);
                }
            };
            let (prey, seed) = (number(3, 2.0) as u16, number(2, 901.0) as u64);
            let end = chase(&rig, &ring, &chasers, prey, 60.0, seed, &mut watch).expect("they run");
            println!("{end:.1} s");
        }
        "path" => {
            let rig = rig(&[Show::Boxing], &text(1, "11,12"));
            let ring = Ring::new(&rig, "", &EdgeSettings::fighting()).expect("it can be fought with");
            let settings = EvalSettings {
                matches: number(2, 2.0) as u32,
                seconds: number(3, 60.0),
                ..EvalSettings::default()
            };
            println!("{:?}", along_path(&rig, &ring, &settings).expect("they fight"));
        }
        "whole" => {
            let shows = [Show::Boxing, Show::TiredBoxing, Show::Running];
            let repertoire = rig(&shows, &text(1, "11,12")).repertoire().clone();
            let evaluation = footwork_duel::SKILL.evaluation().expect("it is evaluated");
            let mut options = Options::defaults(evaluation.options());
            options.set("matches", Given::Text(text(2, "40")));
            let hear = |progress: Progress<'_>| {
                eprintln!("{:.2} {}", progress.done, progress.stage);
                Flow::GoOn
            };
            let own = Own(Instant::now());
            let report = evaluation.evaluate(repertoire, &options, &own, &hear).expect("it is evaluated");
            println!("{}", report.json);
        }
        other => println!("{other}: cost, match, equals, mixed, chase, follow, path or whole"),
    }
}
