//! Strikes: blows right, wrong and missed on the performer's takes, and what is found on recordings.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use footwork_annotate::strikes::{self, StrikeSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_annotate::{Limb, Strike};
use footwork_motion::{Skeleton, WorldClip};
use footwork_performer::perform;

use crate::score::{self, SHOWS, Score, WITHIN};
use crate::takes;
use footwork_testing::{mocap, recordings};

/// s
const SECONDS: f32 = 90.0;

fn found(skeleton: &Skeleton, world: &WorldClip) -> Vec<Strike> {
    let supports = supports::find(skeleton, world, &SupportSettings::default()).expect("feet");
    strikes::find(skeleton, world, &supports, &StrikeSettings::default()).expect("limbs")
}

pub fn print(seeds: RangeInclusive<u64>) {
    println!("\n### Strikes, seeds {} to {}, within {WITHIN} s\n", seeds.start(), seeds.end());
    println!("| show | rate | limb | right | wrong | missed | F1 |\n|---|---|---|---|---|---|---|");
    for show in SHOWS {
        for rate in [30.0, 60.0, 120.0] {
            let mut scores = BTreeMap::new();
            for seed in seeds.clone() {
                let take = perform(show, SECONDS, seed, rate).expect("a take");
                let world = WorldClip::new(&take.skeleton, &take.clip);
                score::strikes(&take.truth, &found(&take.skeleton, &world), rate, &mut scores);
            }
            for (limb, score) in &scores {
                let Score { right, wrong, missed } = score;
                println!(
                    "| {show:?} | {rate} Hz | {limb} | {right} | {wrong} | {missed} | {:.3} |",
                    score.f1()
                );
            }
            let Score { right, wrong, missed } = score::total(&scores);
            println!(
                "| {show:?} | {rate} Hz | **all** | {right} | {wrong} | {missed} | **{:.3}** |",
                score::total(&scores).f1()
            );
        }
    }
    print_recordings();
}

fn print_recordings() {
    let Some(folder) = mocap() else { return };
    println!("\n### Strikes, recordings\n");
    println!(
        "| recording | shows | s | fists L / R | elbows L / R | knees L / R | feet L / R | median speed, m/s |\n|---|---|---|---|---|---|---|---|"
    );
    for recording in recordings(&folder) {
        let Some((skeleton, world)) = takes::load(&folder, &recording) else { continue };
        let strikes = found(&skeleton, &world);
        let fights = ["boxing", "punch", "kick", "fight"]
            .iter()
            .any(|word| recording.shows.contains(word) || recording.category.contains(word));
        if strikes.is_empty() && !fights {
            continue;
        }
        let count = |limb: Limb| strikes.iter().filter(|strike| strike.limb == limb).count();
        let counts: Vec<String> = [Limb::LeftHand, Limb::LeftElbow, Limb::LeftKnee, Limb::LeftFoot]
            .into_iter()
            .map(|limb| format!("{} / {}", count(limb), count(limb.mirrored())))
            .collect();
        let speed = footwork_motion::quality::percentile(strikes.iter().map(|s| s.speed).collect(), 0.5);
        println!(
            "| {} | {} | {:.0} | {} | {speed:.1} |",
            recording.name,
            recording.shows,
            world.frames() as f32 / world.rate(),
            counts.join(" | ")
        );
    }
}
