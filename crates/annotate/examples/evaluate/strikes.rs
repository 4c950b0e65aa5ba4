//! Strikes: blows right, wrong and missed on the performer's takes, and what is found on recordings.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use footwork_annotate::strikes::{self, StrikeSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_annotate::{Limb, Strike};
use footwork_motion::{Skeleton, WorldClip};
use footwork_performer::perform;
use footwork_performer::truth::Truth;

use crate::recordings::{mocap, recordings};
use crate::supports::{SHOWS, Score};
use crate::takes;

/// s
const SECONDS: f32 = 90.0;
/// s. A blow is found if its moment is this near.
const WITHIN: f32 = 0.05;

fn found(skeleton: &Skeleton, world: &WorldClip) -> Vec<Strike> {
    let supports = supports::find(skeleton, world, &SupportSettings::default()).expect("feet");
    strikes::find(skeleton, world, &supports, &StrikeSettings::default()).expect("limbs")
}

/// What each limb's kind scores.
fn score(truth: &Truth, found: &[Strike], rate: f32, scores: &mut BTreeMap<&'static str, Score>) {
    let verbose = std::env::var_os("VERBOSE").is_some();
    let mut taken = vec![false; truth.strikes.len()];
    for strike in found {
        let time = strike.frame as f32 / rate;
        let off = |n: &usize| (truth.strikes[*n].time - time).abs();
        let same = |n: &usize| !taken[*n] && truth.strikes[*n].limb == strike.limb.name() && off(n) <= WITHIN;
        let nearest = (0..taken.len()).filter(same).min_by(|a, b| off(a).total_cmp(&off(b)));
        let score = scores.entry(kind(strike.limb.name())).or_default();
        match nearest {
            Some(n) => {
                taken[n] = true;
                score.right += 1;
            }
            None => {
                score.wrong += 1;
                if verbose {
                    let doing: Vec<_> = truth
                        .actions
                        .iter()
                        .filter(|a| a.from <= time && time <= a.to)
                        .map(|a| a.classes.join(" "))
                        .collect();
                    println!(
                        "    wrong {} at {time:.2} s, {:.1} m/s {doing:?}",
                        strike.limb.name(),
                        strike.speed
                    );
                }
            }
        }
    }
    for (strike, _) in truth.strikes.iter().zip(taken).filter(|(_, taken)| !taken) {
        scores.entry(kind(&strike.limb)).or_default().missed += 1;
        if verbose {
            let doing: Vec<_> = truth
                .actions
                .iter()
                .filter(|a| a.from <= strike.time && strike.time <= a.to)
                .map(|a| a.classes.join(" "))
                .collect();
            println!("    missed {} at {:.2} s, {:.1} m/s {doing:?}", strike.limb, strike.time, strike.speed);
        }
    }
}

fn kind(limb: &str) -> &'static str {
    ["hand", "elbow", "knee", "foot"].into_iter().find(|kind| limb.ends_with(kind)).unwrap_or("?")
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
                score(&take.truth, &found(&take.skeleton, &world), rate, &mut scores);
            }
            let mut all = Score::default();
            for (limb, score) in &scores {
                all.right += score.right;
                all.wrong += score.wrong;
                all.missed += score.missed;
                let Score { right, wrong, missed } = score;
                println!(
                    "| {show:?} | {rate} Hz | {limb} | {right} | {wrong} | {missed} | {:.3} |",
                    score.f1()
                );
            }
            let Score { right, wrong, missed } = all;
            println!(
                "| {show:?} | {rate} Hz | **all** | {right} | {wrong} | {missed} | **{:.3}** |",
                all.f1()
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
