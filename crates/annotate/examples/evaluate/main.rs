//! Measures annotation against what the performer knows and on recordings of people, as Markdown tables.
//!
//! `cargo run --release -p footwork-annotate --example evaluate -- [tune] [supports] [strikes] [actions]
//! [speed]`: with `tune`, on the seeds that may be tuned on; else on those that may not.

mod actions;
mod score;
mod speed;
mod strikes;
mod supports;
mod takes;

/// Seeds that settings may be tuned on, and those that may not.
const TUNING: std::ops::RangeInclusive<u64> = 1..=3;
const HELD_OUT: std::ops::RangeInclusive<u64> = 61..=63;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = |word: &str| words.iter().any(|own| own == word);
    let seeds = if asked("tune") { TUNING } else { HELD_OUT };
    let all = !["supports", "strikes", "actions", "speed"].into_iter().any(asked);
    if all || asked("supports") {
        supports::print(seeds.clone());
    }
    if all || asked("strikes") {
        strikes::print(seeds);
    }
    if all || asked("actions") {
        actions::print();
    }
    if asked("speed") {
        speed::print();
    }
}
