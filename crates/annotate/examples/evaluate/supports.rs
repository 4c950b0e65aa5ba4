//! Supports: frames right and wrong on the performer's takes, and how fast planted feet move on recordings.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use footwork_annotate::SupportMethod;
use footwork_annotate::supports::learned::{self, Labelled, LearnSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_motion::{Side, Skeleton, WorldClip, quality};
use footwork_performer::perform;

use crate::score::{SHOWS, Score, in_the_air, labels, skates, slides};
use crate::takes;
use footwork_testing::{mocap, recordings};

/// Frames a second, where only one rate is tried.
const RATE: f32 = 60.0;
/// s
const SECONDS: f32 = 90.0;

pub fn print(seeds: RangeInclusive<u64>) {
    println!("\n### Supports, seeds {} to {}\n", seeds.start(), seeds.end());
    println!("| show | rate | precision | recall | F1 |\n|---|---|---|---|---|");
    for show in SHOWS {
        for rate in [30.0, 60.0, 120.0] {
            let mut score = Score::default();
            for seed in seeds.clone() {
                let take = perform(show, SECONDS, seed, rate).expect("a take");
                let world = WorldClip::new(&take.skeleton, &take.clip);
                let found =
                    supports::find(&take.skeleton, &world, &SupportSettings::default()).expect("feet");
                score.add(&take.truth, &found, world.frames(), rate);
            }
            println!(
                "| {show:?} | {rate} Hz | {:.4} | {:.4} | **{:.4}** |",
                score.precision(),
                score.recall(),
                score.f1()
            );
        }
    }
    print_learned(seeds);
    print_recordings();
}

/// Trained on twenty seconds, of the first seed that may be tuned on.
fn print_learned(seeds: RangeInclusive<u64>) {
    println!("\n### Supports, learned from 20 s of seed 1, seeds {} to {}\n", seeds.start(), seeds.end());
    println!(
        "| show | C | γ | accuracy left out | frames | precision | recall | F1 |\n|---|---|---|---|---|---|---|---|"
    );
    for show in SHOWS {
        let take = perform(show, 40.0, 1, RATE).expect("a take");
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let labels = labels(&take.truth, 10.0, 30.0, RATE);
        let labelled = Labelled { skeleton: &take.skeleton, world: &world, labels: &labels };
        let learned = learned::learn(&[labelled], &LearnSettings::default()).expect("labels of both kinds");
        let mut score = Score::default();
        for seed in seeds.clone() {
            let take = perform(show, SECONDS, seed, RATE).expect("a take");
            let world = WorldClip::new(&take.skeleton, &take.clip);
            let found = learned::find(&take.skeleton, &world, &learned).expect("feet");
            score.add(&take.truth, &found, world.frames(), RATE);
        }
        let SupportMethod::Learned { c, gamma, accuracy, frames } = learned.method() else { continue };
        println!(
            "| {show:?} | {c} | {gamma} | {accuracy:.3} | {frames} | {:.4} | {:.4} | **{:.4}** |",
            score.precision(),
            score.recall(),
            score.f1()
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
    let (mut plain, mut still) = ([0.0_f64; 2], 0);
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for recording in recordings(&folder) {
        let Some((skeleton, world)) = takes::load(&folder, &recording) else { continue };
        // CMU by subject: they were recorded years apart.
        let group = match recording.name.split_once('_') {
            Some((subject, _)) if subject.starts_with("cmu/") => subject,
            _ => recording.name.split('/').next().unwrap_or(""),
        };
        groups.entry(group.to_string()).or_default().add(&skeleton, &world);
        let found = supports::find(&skeleton, &world, &SupportSettings::default()).expect("feet");
        let [distance, stood] = slides(&skeleton, &world, &found);
        let slides = distance / stood.max(1e-9);
        total = [total[0] + distance, total[1] + stood];
        let [distance, stood] = skates(&skeleton, &world, &found);
        plain = [plain[0] + distance, plain[1] + stood];
        still += usize::from(slides < 0.03);
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
        "\n{count} recordings: planted feet move {:.2} cm/s on average over time, {:.1} cm/s over recordings, {:.1} cm/s in the worst; they stand {:.0} s.",
        100.0 * total[0] / total[1],
        100.0 * mean / f64::from(count),
        100.0 * worst,
        total[1]
    );
    println!(
        "In {still} of them it is below 3 cm/s. By `quality::foot_skate` from frame to frame, one point a support: {:.2} cm/s over time.",
        100.0 * plain[0] / plain[1]
    );
    println!(
        "\nBoth feet are in the air in a share of the time; without a reason, while the hips neither fall freely nor lie. `plain` is `quality::foot_skate`, cm/s.\n"
    );
    println!(
        "| source | recordings | slides, cm/s | plain | in the air | without a reason | as seen: slides | plain | in the air | without a reason |\n|---|---|---|---|---|---|---|---|---|---|"
    );
    let mut all = Group::default();
    for (name, group) in &groups {
        println!("| {name} | {} |", group.row());
        all.join(group);
    }
    println!("| **all** | {} |", all.row());
}

/// Recordings of one source: with the usual settings, and as seen only.
#[derive(Default)]
struct Group {
    recordings: usize,
    seconds: f64,
    sums: [Sums; 2],
}

#[derive(Clone, Copy, Default)]
struct Sums {
    /// m and s, of planted feet.
    slid: [f64; 2],
    plain: [f64; 2],
    /// s, in the air: all of it, and without a reason.
    air: [f64; 2],
}

impl Group {
    fn add(&mut self, skeleton: &Skeleton, world: &WorldClip) {
        self.recordings += 1;
        self.seconds += world.frames() as f64 / f64::from(world.rate());
        for (settings, sums) in
            [SupportSettings::default(), SupportSettings::seen()].iter().zip(&mut self.sums)
        {
            let found = supports::find(skeleton, world, settings).expect("feet");
            let air = in_the_air(skeleton, world, &found, settings);
            *sums = sums.with(&Sums {
                slid: slides(skeleton, world, &found),
                plain: skates(skeleton, world, &found),
                air,
            });
        }
    }

    fn join(&mut self, other: &Group) {
        self.recordings += other.recordings;
        self.seconds += other.seconds;
        self.sums = [0, 1].map(|n| self.sums[n].with(&other.sums[n]));
    }

    fn row(&self) -> String {
        let speed = |[distance, seconds]: [f64; 2]| 100.0 * distance / seconds.max(1e-9);
        let columns = self.sums.map(|Sums { slid, plain, air }| {
            let [air, odd] = air.map(|seconds| seconds / self.seconds);
            format!("{:.1} | {:.1} | {air:.2} | {odd:.3}", speed(slid), speed(plain))
        });
        format!("{} | {}", self.recordings, columns.join(" | "))
    }
}

impl Sums {
    fn with(&self, other: &Sums) -> Sums {
        let sum = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
        Sums {
            slid: sum(self.slid, other.slid),
            plain: sum(self.plain, other.plain),
            air: sum(self.air, other.air),
        }
    }
}
