//! What two computers do on a stage, and how a player's keys are answered, seed by seed, with the scenes' settings:
//!
//! `cargo run --release -p footwork-interaction --example staged -- seed=7000 count=6 seconds=60`

#[path = "../tests/common/mod.rs"]
mod common;

use footwork_interaction::evaluate::{press_keys, watch};
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterSettings, Ring, styles};
use footwork_plan::progress::UNHEARD;

/// A number that was given by its name.
fn given(name: &str, usual: f32) -> f32 {
    let own = |word: String| word.strip_prefix(name)?.strip_prefix('=')?.parse().ok();
    std::env::args().find_map(own).unwrap_or(usual)
}

fn main() {
    let rig = common::boxing(90.0, &[1, 2]);
    let tables = tables_for(&rig, "").expect("it can be fought with");
    let settings = SampleSettings { states: given("states", 6000.0) as usize, ..SampleSettings::default() };
    let graph = sample(1, &tables, &settings, UNHEARD).expect("it grows");
    let ring = Ring::new(tables, graph);
    let sure = given("sure", 1.0) > 0.0;
    let first = given("seed", 7000.0) as u64;
    let count = given("count", 6.0) as u64;
    let (mut away, mut longest) = (0.0, 0.0_f32);
    for seed in first..first + count {
        let usual = FighterSettings { sure, ..FighterSettings::default() };
        // With 0, how they face counts as the paper has it.
        let usual = FighterSettings { aside: given("aside", usual.aside), ..usual };
        let two = [
            FighterSettings { style: styles::OUTBOXER, ..usual.clone() },
            FighterSettings { style: styles::INFIGHTER, depth: 3, ..usual },
        ];
        let seen = watch(&rig, &ring, two, given("seconds", 60.0), seed).expect("a stage");
        println!("{seed}: {seen:?}");
        (away, longest) = (away + seen.away / count as f32, longest.max(seen.away_longest));
    }
    println!("facing away {:.1} % of the time, {longest:.2} s at the longest", 100.0 * away);
    let (mut pressed, mut lost) = (0, 0);
    for seed in first..first + given("keys", 6.0) as u64 {
        let keys = press_keys(&rig, &ring, seed).expect("a stage");
        println!("{seed}: {keys:?}");
        (pressed, lost) = (pressed + keys.pressed, lost + keys.lost);
    }
    println!("{lost} of {pressed} keys lost");
}
