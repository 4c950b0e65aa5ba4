//! Actions: boundaries and classes against the performer's truth, and what comes out of real takes.
//!
//! `--tuned` reports on the seeds that settings were chosen by, `--rules` leaves out the slower rows, `--wrong` lists
//! what went wrong.

#[path = "../../../formats/tests/common/recordings.rs"]
mod recordings;
#[path = "../../tests/common/scoring.rs"]
mod scoring;

use footwork_annotate::actions::{self, Settings};
use footwork_annotate::{Limb, Span, Strike, Supports};
use footwork_formats::{ReadOptions, read};
use footwork_motion::{Clip, Role, Side, Skeleton, WorldClip};
use scoring::{HELD_OUT, SHOWS, Score, TUNED_ON, Trial, labelled, score};

/// Prints all tables.
pub fn print() {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    let (seeds, seconds): (&[u64], f32) =
        if has("--tuned") { (&TUNED_ON, 600.0) } else { (&HELD_OUT, scoring::SECONDS) };
    println!("## Actions\n");
    println!("Performer, seeds {seeds:?}, {seconds} s each at {} Hz.\n", scoring::RATE);
    println!("| take | method | boundaries | found | precision | recall | F1 | class | kind |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (show, name) in SHOWS {
        let trial = Trial { seconds, ..Trial::new(show, seeds) };
        let rules = score(&trial);
        row(name, "rules", &rules);
        row(name, "rules, supports and strikes a little wrong", &score(&Trial { rough: true, ..trial }));
        if has("--wrong") {
            rules.wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
        }
        if has("--rules") {
            continue;
        }
        let known = labelled(show, 1, &trial.settings);
        row(name, "labels of seed 1", &score(&Trial { labelled: Some(&known), ..trial }));
        row(name, "seed, to the letter", &score(&Trial { settings: Settings::seed(), ..trial }));
    }
    if let Some(folder) = recordings::mocap() {
        println!("\nReal takes, with supports and strikes by plain thresholds.\n");
        println!("| take | s | actions | median s | classes |");
        println!("|---|---|---|---|---|");
        for file in [
            "cmu/13_17.bvh",
            "cmu/13_18.bvh",
            "cmu/14_02.bvh",
            "cmu/16_15.bvh",
            "cmu/16_17.bvh",
            "cmu/16_35.bvh",
            "cmu/144_20.bvh",
        ] {
            if folder.join(file).exists() {
                real(&folder.join(file), file);
            }
        }
    }
}

fn row(name: &str, method: &str, score: &Score) {
    println!(
        "| {name} | {method} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} |",
        score.true_partings,
        score.found_partings,
        score.precision(),
        score.recall(),
        score.f1(),
        score.classes(),
        score.kinds()
    );
}

fn real(file: &std::path::Path, name: &str) {
    let import = match read(file, &ReadOptions::default()) {
        Ok(import) => import,
        Err(error) => return println!("| {name} | {error} | | | |"),
    };
    let skeleton = &import.bodies[0].skeleton;
    // CMU's first frame is a T-pose.
    let clip =
        import.bodies[0].clips[0].trimmed(0.05, 1e9).and_then(|clip| clip.resampled(60.0)).expect("a clip");
    let world = WorldClip::new(skeleton, &clip);
    let supports = plain_supports(skeleton, &world);
    let strikes = plain_strikes(skeleton, &clip, &world);
    let all = match actions::find(skeleton, &clip, &supports, &strikes, &Settings::default()) {
        Ok(found) => actions::merged(&found),
        Err(error) => return println!("| {name} | {error} | | | |"),
    };
    let mut lengths: Vec<f32> = all.iter().map(|a| a.span.frames() as f32 / 60.0).collect();
    lengths.sort_by(f32::total_cmp);
    let mut counts: std::collections::BTreeMap<String, usize> = Default::default();
    for action in &all {
        *counts.entry(action.classes.iter().take(2).cloned().collect::<Vec<_>>().join("/")).or_default() += 1;
    }
    let words: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
    println!(
        "| {name} | {:.0} | {} | {:.2} | {} (strikes {}) |",
        clip.seconds(),
        all.len(),
        lengths[lengths.len() / 2],
        words.join(", "),
        strikes.len()
    );
}

/// Feet that are low and slow.
fn plain_supports(skeleton: &Skeleton, world: &WorldClip) -> Supports {
    let of = |side: Side| -> Vec<Span> {
        let Ok(ankle) = skeleton.joint(side.leg()[2]) else { return Vec::new() };
        let mut heights: Vec<f32> = (0..world.frames()).map(|f| world.position(f, ankle).y).collect();
        let low = {
            let mut order = heights.clone();
            actions::signals::quantile(&mut order, 0.1)
        };
        let down: Vec<f32> = (0..world.frames())
            .map(|f| f32::from(u8::from(heights[f] < low + 0.07 && world.velocity(f, ankle).length() < 0.6)))
            .collect();
        heights.clear();
        let down = actions::signals::smoothed(&down, 2);
        Span::runs(&down.iter().map(|d| *d > 0.5).collect::<Vec<_>>())
    };
    Supports { left: of(Side::Left), right: of(Side::Right) }
}

/// Hands that go out fast, and then stop.
fn plain_strikes(skeleton: &Skeleton, clip: &Clip, world: &WorldClip) -> Vec<Strike> {
    let mut strikes: Vec<Strike> = Vec::new();
    for (side, limb) in [(Side::Left, Limb::LeftHand), (Side::Right, Limb::RightHand)] {
        let [shoulder, _, wrist, _] = side.arm().map(|role: Role| skeleton.joint(role).unwrap_or(0));
        let reach = |f: usize| (world.position(f, wrist) - world.position(f, shoulder)).length();
        let speed: Vec<f32> = (1..clip.frames().saturating_sub(1))
            .map(|f| 0.5 * clip.rate() * (reach(f + 1) - reach(f - 1)))
            .collect();
        let speed = actions::signals::smoothed(&speed, 2);
        for span in Span::runs(&speed.iter().map(|v| *v > 1.2).collect::<Vec<_>>()) {
            let fastest =
                (span.first..span.end).max_by(|a, b| speed[*a as usize].total_cmp(&speed[*b as usize]));
            let Some(frame) = fastest.filter(|f| speed[*f as usize] > 2.0) else { continue };
            let velocity = world.velocity(frame as usize + 1, wrist);
            strikes.push(Strike {
                frame: frame + 1,
                effective: span,
                limb,
                point: world.position(frame as usize + 1, wrist),
                direction: velocity.normalize_or_zero(),
                speed: velocity.length(),
            });
        }
    }
    strikes.sort_by_key(|strike| strike.frame);
    strikes
}
