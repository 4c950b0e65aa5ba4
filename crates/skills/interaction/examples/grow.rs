//! Grows a graph of a boxer, and says how large it is, how fast it grew, what it covers, who wins by it, and what two
//! computers do on a stage. What is to be tried is said in words:
//!
//! `cargo run --release -p footwork-interaction --example grow -- seconds=90 states=20000 within=0.8 matches=4 sure=1`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use footwork_interaction::evaluate::bout::{Corner, fight};
use footwork_interaction::evaluate::watch;
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterSettings, Fighters, Likeness, Ring};
use footwork_plan::progress::UNHEARD;

/// A number that was given by its name.
fn given(name: &str, usual: f32) -> f32 {
    let own = |word: String| word.strip_prefix(name)?.strip_prefix('=')?.parse().ok();
    std::env::args().find_map(own).unwrap_or(usual)
}

fn main() {
    let usual = SampleSettings::default();
    let rig = common::boxing(given("seconds", 90.0), &[1, 2]);
    let tables = tables_for(&rig, "").expect("it can be fought with");
    let mut kinds = [0; 9];
    tables.pieces.iter().for_each(|piece| kinds[piece.kind as usize] += 1);
    println!("{} pieces {kinds:?}, {:.1} ways", tables.pieces.len(), tables.mean_edges());
    let start = Instant::now();
    let like = Likeness {
        within: given("within", usual.like.within),
        frames: given("frames", f32::from(usual.like.frames)) as u16,
        ..usual.like
    };
    let mut world = usual.world;
    world.reaction = given("reaction", world.reaction);
    let settings = SampleSettings {
        states: given("states", 20_000.0) as usize,
        by_tree: given("by_tree", usual.by_tree),
        like,
        world,
        ..usual
    };
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
    let usual = FighterSettings::default();
    let settings = FighterSettings {
        sure: given("sure", 0.0) > 0.0,
        models: given("models", 0.0) > 0.0,
        plies: given("plies", f32::from(usual.plies)) as u16,
        promising: given("promising", usual.promising as f32) as usize,
        nearest: given("nearest", usual.nearest),
        leaf: given("leaf", usual.leaf),
        discount: given("discount", usual.discount),
        temperature: given("temperature", usual.temperature),
        world,
        ..usual
    };
    let ring = Ring::new(tables, graph);
    let fighters = Fighters::new(ring.clone(), settings.clone()).expect("a style");
    println!("solved three styles in {:.2} s", start.elapsed().as_secs_f32());
    let matches = given("matches", 4.0) as u64;
    let first = given("seed", 0.0) as u64;
    let (mut seen, mut known) = (0, 0);
    for seed in 0..matches {
        let bout = fight(&fighters, [Corner::Tree(2), Corner::Tree(2)], 60.0, 900 + first + seed);
        seen += bout.states.len();
        known += bout.states.iter().filter(|state| fighters.ring().graph.find(state).is_some()).count();
    }
    println!("covers {known} of {seen}: {:.3}", known as f32 / seen.max(1) as f32);
    let met = |own: Corner, rival: Corner| {
        let start = Instant::now();
        let (mut hits, mut thrown, mut decided) = ([0; 2], [0; 2], [0; 3]);
        let mut off: Vec<[f32; 2]> = Vec::new();
        for seed in first..first + matches {
            let bout = fight(&fighters, [own, rival], 60.0, seed);
            (0..2).for_each(|at| hits[at] += bout.hits[at]);
            (0..2).for_each(|at| thrown[at] += bout.thrown[at]);
            (0..3).for_each(|at| decided[at] += bout.decided[at]);
            off.extend(bout.off);
        }
        let mean = |at: usize| off.iter().map(|off| off[at]).sum::<f32>() / off.len().max(1) as f32;
        println!(
            "{own:?} against {rival:?}: hits {hits:?} of {thrown:?}, decided {decided:?}, off {:.2} m {:.2} rad, {:.1} s",
            mean(0),
            mean(1),
            start.elapsed().as_secs_f32()
        );
    };
    let rivals = [Corner::Player(0.25), Corner::Static, Corner::Tree(2), Corner::Tree(3)];
    for depth in [1, 3, 5] {
        rivals.iter().for_each(|rival| met(Corner::Graph(depth), *rival));
    }
    met(Corner::Graph(5), Corner::Graph(1));
    if given("trees", 0.0) > 0.0 {
        rivals.iter().for_each(|rival| met(Corner::Tree(2), *rival));
        rivals[1..].iter().for_each(|rival| met(Corner::Tree(3), *rival));
    }
    for seed in 0..given("staged", 1.0) as u64 {
        let two = [5, 3].map(|depth| FighterSettings { depth, ..settings.clone() });
        println!("on a stage: {:?}", watch(&rig, &ring, two, 60.0, 40 + first + seed).expect("a stage"));
    }
}
