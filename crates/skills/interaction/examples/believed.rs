//! What the graph believes that states are worth, beside what a tree finds out by playing from there: in situations that two trees
//! come to, by depth. Where the two differ, depth gains nothing.
//!
//! `cargo run --release -p footwork-interaction --example believed -- takes=11,12 states=80000`

#[path = "../tests/common/mod.rs"]
mod common;

use bytemuck::Zeroable;
use footwork_encounter::rules::{Rules, Wanted};
use footwork_encounter::world::Situation;
use footwork_encounter::{Pruning, Style};
use footwork_interaction::evaluate::bout::{Corner, fight};
use footwork_interaction::plans::solve;
use footwork_interaction::sample::{SampleSettings, sample, tables_for};
use footwork_interaction::{FighterSettings, Fighters, Ring, State};
use footwork_plan::game::{Desk, Game, Level, Search, Settings};
use footwork_plan::progress::UNHEARD;
use rayon::prelude::*;

/// Depths that are looked at: a tree of more takes minutes.
const MOST: u16 = 4;
/// Nodes of a path, and moves of a node.
const LEVELS: usize = 24;
const WIDTH: usize = 48;

fn word(name: &str, usual: &str) -> String {
    let own = |word: String| word.strip_prefix(name)?.strip_prefix('=').map(str::to_string);
    std::env::args().find_map(own).unwrap_or(usual.to_string())
}

/// What a tree of some depth says that a situation is worth.
fn played(rules: &Rules<'_>, situation: &Situation, depth: u16) -> f64 {
    if depth == 0 {
        return rules.horizon(situation).comp;
    }
    let (mut levels, mut states) = (vec![Level::zeroed(); LEVELS], vec![*situation; LEVELS]);
    let mut moves = vec![0; LEVELS * WIDTH];
    let mut desk = Desk { levels: &mut levels, states: &mut states, moves: &mut moves };
    let mut search = Search::begin();
    search.think(rules, &Settings { depth, ..Settings::default() }, &mut desk, u32::MAX);
    search.best().map_or(0.0, |best| best.scores.comp)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// How much two go together, from −1 to 1.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (of_a, of_b) = (mean(a), mean(b));
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| a.iter().zip(b).map(|(x, y)| of(x - of_a, y - of_b)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

fn main() {
    let takes: Vec<u64> = word("takes", "11,12").split(',').filter_map(|seed| seed.parse().ok()).collect();
    let states = word("states", "80000").parse().expect("a number");
    let rig = common::boxing(90.0, &takes);
    let tables = tables_for(&rig, "").expect("it can be fought with");
    let settings = SampleSettings { states, ..SampleSettings::default() };
    let graph = sample(1, &tables, &settings, UNHEARD).expect("it grows");
    // No whims, and nothing that is remembered.
    let style = Style { whim: 0.0, repeat: 0.0, impulse: 0.0, ..Style::BOXER };
    let usual = FighterSettings { style, against: style, keen: false, ..FighterSettings::default() };
    let fighters = Fighters::new(Ring::new(tables, graph), usual).expect("a style");
    let graph = &fighters.ring().graph;
    // A plan of a depth knows what states are worth with one choice less.
    let depths: Vec<u16> = (1..=MOST + 1).collect();
    let plans = solve(graph, &style, &style, &depths, 1.0).expect("a style");
    let pruning = Pruning::default();
    let rules = Rules {
        world: fighters.fought_in(),
        styles: [&style; 3],
        pruning: &pruning,
        combinations: &fighters.ring().combinations,
        wanted: Wanted::default(),
        seen: [0; 8],
        whim: 0,
    };
    let bouts = (0..6).flat_map(|seed| fight(&fighters, [Corner::Tree(2); 2], 60.0, seed).states);
    let visited: Vec<State> = bouts.step_by(3).collect();
    let known: Vec<(State, u32)> =
        visited.iter().filter_map(|state| Some((*state, graph.find(state)?))).collect();
    println!("{} of {} states are known", known.len(), visited.len());
    for depth in 0..=MOST {
        let of = |state: &State| played(&rules, &state.situation(&rules.world), depth);
        let real: Vec<f64> = known.par_iter().map(|(state, _)| of(state)).collect();
        let middle: Vec<f64> =
            known.par_iter().map(|(_, found)| of(&graph.states[*found as usize])).collect();
        let plan = &plans[usize::from(depth)];
        let believed: Vec<f64> =
            known.iter().map(|(_, found)| f64::from(plan.value(*found, false))).collect();
        println!(
            "{depth} ahead: believed {:.0}, played {:.0} in the mean; correlation {:.2}, {:.2} with what is played from the state's middle, {:.2} between those two",
            mean(&believed),
            mean(&real),
            correlation(&believed, &real),
            correlation(&believed, &middle),
            correlation(&middle, &real)
        );
    }
}
