//! Actions: boundaries and classes against the performer's truth, and what comes out of real takes.
//!
//! `--tuned` reports on the seeds that settings were chosen by, `--seeds=601-612` on others, `--short` leaves out the slower rows, `--wrong` lists
//! what went wrong; names of shows leave out the others.

#[path = "../../tests/common/scoring.rs"]
mod scoring;

use footwork_annotate::actions::{self, Settings};
use footwork_formats::{ReadOptions, read};
use footwork_performer::Show;
use scoring::{Score, TUNED_ON, Trial, held_out, labelled, score};

/// Prints all tables.
pub fn print() {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    let asked = std::env::args().find_map(|argument| seeds(argument.strip_prefix("--seeds=")?));
    println!("## Actions\n");
    println!("Performer, {} s each at {} Hz.\n", scoring::SECONDS, scoring::RATE);
    println!("| take | method | boundaries | found | precision | recall | F1 | class | kind | all words |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let named = |show: &Show| has(show.name());
    let some = Show::ALL.iter().any(named);
    for show in Show::ALL.into_iter().filter(|show| !some || named(show)) {
        let name = show.name();
        let seeds = asked.as_deref().unwrap_or(if has("--tuned") { &TUNED_ON } else { held_out(show) });
        let trial = Trial::new(show, seeds);
        let read = score(&trial);
        row(name, "read", &read);
        if has("--wrong") {
            read.wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
        }
        if has("--short") {
            continue;
        }
        row(name, "read, told supports and strikes", &score(&Trial { told: true, ..trial }));
        let known = labelled(show, 1, &trial.settings);
        row(name, "labels of seed 1", &score(&Trial { labelled: Some(&known), ..trial }));
        row(name, "the paper, to the letter", &score(&Trial { settings: Settings::paper(), ..trial }));
    }
    if let Some(folder) = footwork_testing::mocap() {
        println!("\nReal takes.\n");
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

/// From the first to the last, as in `601-612`.
fn seeds(words: &str) -> Option<Vec<u64>> {
    let (first, last) = words.split_once('-')?;
    Some((first.parse().ok()?..=last.parse().ok()?).collect())
}

fn row(name: &str, method: &str, score: &Score) {
    println!(
        "| {name} | {method} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} |",
        score.true_partings,
        score.found_partings,
        score.precision(),
        score.recall(),
        score.f1(),
        score.classes(),
        score.kinds(),
        score.words()
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
    let (supports, strikes) = scoring::detected(skeleton, &clip);
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
