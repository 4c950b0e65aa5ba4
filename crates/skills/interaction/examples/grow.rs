//! Grows a graph of a boxer, and says how large it is, how fast it grew, what it covers, and who wins by it.
//!
//! `cargo run --release -p footwork-interaction --example grow -- SECONDS STATES WITHIN MATCHES`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use footwork_interaction::evaluate::bout::{Corner, fight};
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterSettings, Fighters, Likeness, Ring};
use footwork_plan::progress::UNHEARD;

fn main() {
    let given = |number: usize, usual: f32| {
        std::env::args().nth(number).and_then(|given| given.parse().ok()).unwrap_or(usual)
    };
    let (seconds, states, within, matches) =
        (given(1, 90.0), given(2, 20_000.0), given(3, 0.8), given(4, 4.0));
    let rig = common::boxing(seconds, &[1, 2]);
    let tables = tables_for(&rig, "").expect("it can be fought with");
    let mut kinds = [0; 9];
    tables.pieces.iter().for_each(|piece| kinds[piece.kind as usize] += 1);
    println!("{} pieces {kinds:?}, {:.1} ways", tables.pieces.len(), tables.mean_ways());
    let start = Instant::now();
    let like = Likeness { within, ..Likeness::default() };
    let settings = SampleSettings { states: states as usize, like, ..SampleSettings::default() };
    let graph = sample(1, &tables, &settings, UNHEARD).expect("it grows");
    let dead = graph.first.windows(2).filter(|pair| pair[0] == pair[1]).count();
    println!(
        "{} states, {} edges, {dead} dead ends, {} pairs, {:.2} s, {} MB",
        graph.states.len(),
        graph.edges.len(),
        graph.pairs_used(),
        start.elapsed().as_secs_f32(),
        graph.bytes() / 1_000_000
    );
    let start = Instant::now();
    let sure = given(5, 0.0) > 0.0;
    let settings =
        FighterSettings { sure, nearest: given(6, 1.2), leaf: given(7, 0.4), ..FighterSettings::default() };
    let fighters = Fighters::new(Ring::new(tables, graph), settings).expect("a style");
    println!("solved three styles in {:.2} s", start.elapsed().as_secs_f32());
    let (mut seen, mut known) = (0, 0);
    for seed in 0..matches as u64 {
        let bout = fight(&fighters, [Corner::Tree(2), Corner::Tree(2)], 60.0, 900 + seed);
        seen += bout.states.len();
        known += bout.states.iter().filter(|state| fighters.ring().graph.find(state).is_some()).count();
    }
    println!("covers {known} of {seen}");
    for depth in [1, 3, 5] {
        let rivals = [Corner::Player(0.25), Corner::Static, Corner::Tree(2), Corner::Tree(3)];
        for rival in rivals {
            let start = Instant::now();
            let (mut hits, mut decided) = ([0; 2], [0; 3]);
            let mut off: Vec<[f32; 2]> = Vec::new();
            for seed in 0..matches as u64 {
                let bout = fight(&fighters, [Corner::Graph(depth), rival], 60.0, seed);
                (0..2).for_each(|at| hits[at] += bout.hits[at]);
                (0..3).for_each(|at| decided[at] += bout.decided[at]);
                off.extend(bout.off);
            }
            let mean = |at: usize| off.iter().map(|off| off[at]).sum::<f32>() / off.len().max(1) as f32;
            println!(
                "graph {depth} against {rival:?}: {hits:?}, decided {decided:?}, off {:.2} m {:.2} rad, {:.1} s",
                mean(0),
                mean(1),
                start.elapsed().as_secs_f32()
            );
        }
    }
}
