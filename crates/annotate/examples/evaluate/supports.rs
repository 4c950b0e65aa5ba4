//! Supports: frames right and wrong on the performer's takes, and how fast planted feet move on recordings.

use std::ops::RangeInclusive;

use footwork_annotate::Supports;
use footwork_annotate::supports::{self, SupportSettings};
use footwork_motion::{Side, Skeleton, WorldClip, quality};
use footwork_performer::truth::Truth;
use footwork_performer::{Show, perform};

use crate::recordings::{mocap, recordings};
use crate::takes;

/// s
const SECONDS: f32 = 90.0;
pub const SHOWS: [Show; 4] = [Show::Locomotion, Show::Running, Show::Boxing, Show::TiredBoxing];

/// Frames found rightly, found wrongly and missed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub right: usize,
    pub wrong: usize,
    pub missed: usize,
}

impl Score {
    pub fn precision(self) -> f64 {
        self.right as f64 / (self.right + self.wrong).max(1) as f64
    }
    pub fn recall(self) -> f64 {
        self.right as f64 / (self.right + self.missed).max(1) as f64
    }
    pub fn f1(self) -> f64 {
        2.0 * self.right as f64 / (2 * self.right + self.wrong + self.missed).max(1) as f64
    }
}

/// Whether a foot carries weight in every frame, as the performer knows.
pub fn truly_planted(truth: &Truth, side: Side, frames: usize, rate: f32) -> Vec<bool> {
    let spans = if side == Side::Left { &truth.supports.left } else { &truth.supports.right };
    let mut planted = vec![false; frames];
    for [from, to] in spans {
        let first = ((from * rate - 2e-3).ceil().max(0.0) as usize).min(frames);
        let end = ((to * rate + 2e-3).floor() as usize + 1).min(frames);
        planted[first..end.max(first)].fill(true);
    }
    planted
}

fn settings() -> SupportSettings {
    let get = |n: &str, d: f32| std::env::var(n).ok().and_then(|v| v.parse().ok()).unwrap_or(d);
    let d = SupportSettings::default();
    SupportSettings {
        look: get("look", d.look),
        still_share: get("still_share", d.still_share),
        still_times: get("still_times", d.still_times),
        slow_least: get("slow_least", d.slow_least),
        slow_most: get("slow_most", d.slow_most),
        leaves_times: get("leaves_times", d.leaves_times),
        low: get("low", d.low),
        rises: get("rises", d.rises),
        lies: get("lies", d.lies),
        ..d
    }
}

pub fn print(seeds: RangeInclusive<u64>) {
    println!("\n### Supports, seeds {} to {}\n", seeds.start(), seeds.end());
    println!("| show | rate | precision | recall | F1 |\n|---|---|---|---|---|");
    for show in SHOWS {
        for rate in [30.0, 60.0, 120.0] {
            let mut score = Score::default();
            for seed in seeds.clone() {
                let take = perform(show, SECONDS, seed, rate).expect("a take");
                let world = WorldClip::new(&take.skeleton, &take.clip);
                let found = supports::find(&take.skeleton, &world, &settings()).expect("feet");
                for side in Side::BOTH {
                    let truly = truly_planted(&take.truth, side, world.frames(), rate);
                    let found = found.planted(side, world.frames());
                    if std::env::var_os("VERBOSE").is_some() && rate == 60.0 {
                        differences(&take.truth, side, &truly, &found);
                    }
                    for (truly, found) in truly.into_iter().zip(found) {
                        score.right += usize::from(truly && found);
                        score.wrong += usize::from(!truly && found);
                        score.missed += usize::from(truly && !found);
                    }
                }
            }
            println!(
                "| {show:?} | {rate} Hz | {:.4} | {:.4} | **{:.4}** |",
                score.precision(),
                score.recall(),
                score.f1()
            );
        }
    }
    print_recordings();
}

/// Where truth and finding differ for long.
fn differences(truth: &Truth, side: Side, truly: &[bool], found: &[bool]) {
    let differ: Vec<bool> = truly.iter().zip(found).map(|(a, b)| a != b).collect();
    for span in footwork_annotate::Span::runs(&differ).into_iter().filter(|span| span.frames() > 4) {
        let at = span.first as f32 / 60.0;
        let doing: Vec<_> = truth
            .actions
            .iter()
            .filter(|a| a.from <= at && at <= a.to)
            .map(|a| a.classes.join(" "))
            .collect();
        println!(
            "    {side:?} {at:.2} s: {} frames, truly {}; {doing:?}",
            span.frames(),
            truly[span.first as usize]
        );
    }
}

fn print_recordings() {
    let Some(folder) = mocap() else { return };
    println!("\n### Supports, recordings\n");
    println!(
        "| recording | Hz | shows | slides, cm/s | stands, share L / R | stands a minute L / R | median stand, s | in the air, share |\n|---|---|---|---|---|---|---|---|"
    );
    let (mut total, mut mean, mut worst, mut count) = ([0.0_f64; 2], 0.0, 0.0_f64, 0);
    for recording in recordings(&folder) {
        let Some((skeleton, world)) = takes::load(&folder, &recording) else { continue };
        let found = supports::find(&skeleton, &world, &settings()).expect("feet");
        let [way, stood] = slides(&skeleton, &world, &found);
        let slides = way / stood.max(1e-9);
        total = [total[0] + way, total[1] + stood];
        let frames = world.frames();
        let seconds = frames as f32 / world.rate();
        let [l, r] = Side::BOTH.map(|side| found.planted(side, frames));
        let share = |p: &[bool]| p.iter().filter(|p| **p).count() as f32 / frames as f32;
        let air = l.iter().zip(&r).filter(|(l, r)| !**l && !**r).count() as f32 / frames as f32;
        let durations =
            found.left.iter().chain(&found.right).map(|s| s.frames() as f32 / world.rate()).collect();
        println!(
            "| {} | {} | {} | {:.1} | {:.2} / {:.2} | {:.0} / {:.0} | {:.2} | {:.2} |",
            recording.name,
            world.rate(),
            recording.shows,
            100.0 * slides,
            share(&l),
            share(&r),
            found.left.len() as f32 * 60.0 / seconds,
            found.right.len() as f32 * 60.0 / seconds,
            quality::percentile(durations, 0.5),
            air
        );
        mean += slides;
        worst = worst.max(slides);
        count += 1;
    }
    println!(
        "\n{count} recordings: planted feet move {:.1} cm/s on average over time, {:.1} cm/s over recordings, {:.1} cm/s in the worst; they stand {:.0} s.",
        100.0 * total[0] / total[1],
        100.0 * mean / f64::from(count),
        100.0 * worst,
        total[1]
    );
}

/// s. Recordings of different rates are compared over the same time: at 120 Hz, a millimetre of noise is 12 cm/s.
const LOOK: f32 = 1.0 / 30.0;

/// How far planted feet move, in metres, and in how many seconds: over every moment the one of ankle and toe that moves
/// less, which is the one that stands.
pub fn slides(skeleton: &Skeleton, world: &WorldClip, found: &Supports) -> [f64; 2] {
    let step = ((LOOK * world.rate()).round() as usize).max(1);
    let (mut way, mut seconds) = (0.0_f64, 0.0_f64);
    for side in Side::BOTH {
        let points = [side.leg()[2], side.leg()[3]].map(|role| skeleton.site(role).expect("a foot"));
        for span in found.of(side) {
            let mut first = span.first as usize;
            while first + step < span.end as usize {
                let last = first + step;
                let rate = world.rate() / step as f32;
                let skate = points.map(|site| {
                    let places = [first, last].map(|frame| site.position(world.frame(frame)));
                    quality::foot_skate(&places, &[true; 2], rate)
                });
                way += f64::from(skate[0].min(skate[1]) / rate);
                seconds += f64::from(1.0 / rate);
                first = last;
            }
        }
    }
    [way, seconds]
}
