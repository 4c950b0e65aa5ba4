//! Table 5.1 on any takes, with standard errors: who wins by the graph, at each depth, against whom.
//!
//! `cargo run --release -p footwork-interaction --example matches -- takes=11,12 states=80000 matches=24 sure=1`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use footwork_interaction::evaluate::bout::{Bout, Corner, fight};
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterSettings, Fighters, Ring};
use footwork_plan::progress::UNHEARD;
use rayon::prelude::*;

fn word(name: &str, usual: &str) -> String {
    let own = |word: String| word.strip_prefix(name)?.strip_prefix('=').map(str::to_string);
    std::env::args().find_map(own).unwrap_or(usual.to_string())
}

fn given(name: &str, usual: f32) -> f32 {
    word(name, "").parse().unwrap_or(usual)
}

/// The mean, and its standard error.
fn mean(values: &[f32]) -> [f32; 2] {
    let count = values.len() as f32;
    let mean = values.iter().sum::<f32>() / count;
    let squares: f32 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    [mean, (squares / (count * (count - 1.0)).max(1.0)).sqrt()]
}

fn main() {
    let takes: Vec<u64> = word("takes", "11,12").split(',').filter_map(|seed| seed.parse().ok()).collect();
    let start = Instant::now();
    let rig = common::boxing(90.0, &takes);
    let tables = tables_for(&rig, "").expect("it can be fought with");
    let states = given("states", 80_000.0) as usize;
    let graph = sample(1, &tables, &SampleSettings { states, ..SampleSettings::default() }, UNHEARD);
    let graph = graph.expect("it grows");
    let (states, edges) = (graph.states.len(), graph.edges.len());
    println!("{states} states, {edges} edges, {:.1} s", start.elapsed().as_secs_f32());
    let usual = FighterSettings::default();
    let both = [false, true]
        .into_iter()
        .filter(|sure| word("sure", "").parse().map_or(true, |one: u8| *sure == (one > 0)));
    let ring = Ring::new(tables, graph);
    for sure in both {
        let settings = FighterSettings {
            sure,
            models: given("models", 0.0) > 0.0,
            keen: given("keen", 1.0) > 0.0,
            plies: given("plies", f32::from(usual.plies)) as u16,
            promising: given("promising", usual.promising as f32) as usize,
            leaf: given("leaf", usual.leaf),
            discount: given("discount", usual.discount),
            ..usual.clone()
        };
        table(&Fighters::new(ring.clone(), settings).expect("a style"), sure);
    }
}

fn table(fighters: &Fighters, sure: bool) {
    let (matches, first) = (given("matches", 24.0) as u64, given("seed", 7000.0) as u64);
    let rivals =
        [Corner::Player(0.25), Corner::Player(0.4), Corner::Static, Corner::Tree(2), Corner::Tree(3)];
    let mut all = [1, 3, 5].map(Corner::Graph).to_vec();
    if given("trees", 0.0) > 0.0 {
        all.extend([1, 2, 3].map(Corner::Tree));
    }
    for own in all {
        let mut line = format!("{}{own:?}:", if sure { "sure " } else { "" });
        for rival in rivals {
            let seeds = (first..first + matches).into_par_iter();
            let bouts: Vec<Bout> = seeds.map(|seed| fight(fighters, [own, rival], 60.0, seed)).collect();
            let of = |at: usize| mean(&bouts.iter().map(|bout| bout.hits[at] as f32).collect::<Vec<_>>())[0];
            let leads: Vec<f32> =
                bouts.iter().map(|bout| bout.hits[0] as f32 - bout.hits[1] as f32).collect();
            let [lead, error] = mean(&leads);
            line += &format!("  {rival:?} {lead:+.1} ±{error:.1} ({:.0}:{:.0})", of(0), of(1));
        }
        println!("{line}");
    }
}
