//! The search against the full tree, in situations of real bouts; and what a decision costs.

use footwork_plan::game::{Choice, Desk, Level, Search, Settings};
use footwork_skill::Meter;
use serde::Serialize;

use super::courses::chaser;
use super::{Bout, Ring};
use crate::duelists::{Aim, DuelistSettings, LEVELS};
use crate::rules::{Rules, Wanted};
use crate::style::Style;
use crate::world::{Situation, World};

/// The search against the full tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Exact {
    /// Situations and depths, 1 to 3, that were compared.
    pub situations: usize,
    /// In so many of them choice and scores are those of the full tree.
    pub equal: usize,
    /// Of the situations, those with three players: two who chase one.
    pub of_three: usize,
    /// The share of nodes that cuts save at depth 3.
    pub saved: f32,
    /// Moves of a node that are left of the edges out, as a share.
    pub kept: f32,
}

/// Compares: in situations of bouts, and in a third of them of chases of two after one, if there are any.
pub fn exact(ring: &Ring, bouts: &[Bout], chases: Option<(&Ring, &[Situation])>, count: usize) -> Exact {
    let mut found = Exact::default();
    let (mut cut, mut full, mut of_two) = (0_u64, 0_u64, 0);
    let (usual, chase) = (DuelistSettings::default(), chaser(3, Aim::First));
    let asked = count.div_ceil(3);
    let three: Vec<(Rules<'_>, Situation)> = chases.map_or(Vec::new(), |(runners, all)| {
        let rules = rules(runners, &chase);
        evenly(all, asked / 3).into_iter().map(|situation| (rules, situation)).collect()
    });
    let rules = rules(ring, &usual);
    let two = spread(bouts, asked - three.len()).into_iter().map(|situation| (rules, situation));
    for (number, (rules, situation)) in two.chain(three).enumerate() {
        // Every other one with somebody who directs: then scores have a cooperative part.
        let wanted = Wanted { place: Some(glam::Vec2::new(0.3, 0.2)), ..Wanted::default() };
        let style = Style::PATH_BOXER;
        let directed = Rules { wanted, styles: [&style; 3], ..rules };
        let rules = if number % 2 == 0 { &rules } else { &directed };
        let is_two = situation.count == 2;
        for depth in 1..=3 {
            let settings = Settings { depth, ..Settings::default() };
            let (best, nodes) = search(rules, situation, &settings);
            let (expected, all) = search(rules, situation, &Settings { cuts: false, ..settings });
            found.situations += 1;
            found.equal += usize::from(best == expected);
            found.of_three += usize::from(!is_two);
            if depth == 3 && is_two {
                (cut, full) = (cut + u64::from(nodes), full + u64::from(all));
            }
        }
        if !is_two {
            continue;
        }
        of_two += 1;
        let mut moves = [0; 64];
        let who = crate::world::chooser(&situation);
        let edges = rules.world.tables.edges_of(situation.fighters[who].piece).len();
        let kept = footwork_plan::game::Game::moves(rules, &situation, &mut moves);
        found.kept += kept as f32 / edges.max(1) as f32;
    }
    found.saved = 1.0 - cut as f32 / (full as f32).max(1.0);
    found.kept /= (of_two as f32).max(1.0);
    found
}

/// What a decision costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Choices ahead.
    pub depth: u16,
    /// Ways out of a piece, in the mean.
    pub edges: f32,
    /// In the mean.
    pub nodes: f64,
    /// In the mean, by the meter's clock: on a busy machine, more than it is.
    pub ms: f64,
}

/// What a decision takes in the mean, at a depth.
pub fn cost(ring: &Ring, bouts: &[Bout], depth: u16, count: usize, meter: &dyn Meter) -> Cost {
    let usual = DuelistSettings::default();
    let rules = rules(ring, &usual);
    let situations = spread(bouts, count);
    let begun = meter.seconds();
    let mut nodes = 0;
    for situation in &situations {
        nodes += u64::from(search(&rules, *situation, &Settings { depth, ..Settings::default() }).1);
    }
    let number = situations.len().max(1) as f64;
    let ms = (meter.seconds() - begun) * 1e3 / number;
    Cost { depth, edges: ring.tables.mean_edges(), nodes: nodes as f64 / number, ms }
}

fn rules<'a>(ring: &'a Ring, usual: &'a DuelistSettings) -> Rules<'a> {
    Rules {
        world: World { tables: &ring.tables, settings: &usual.world },
        styles: [&usual.style, &usual.against, &usual.style],
        pruning: &usual.pruning,
        combinations: &ring.combinations,
        wanted: Wanted::default(),
        seen: [0; 8],
        whim: 1,
    }
}

fn search(rules: &Rules<'_>, situation: Situation, settings: &Settings) -> (Option<Choice>, u32) {
    let mut levels = [Level::default(); LEVELS];
    let mut states = [situation; LEVELS];
    let mut moves = [0; LEVELS * 32];
    let mut desk = Desk { levels: &mut levels, states: &mut states, moves: &mut moves };
    let mut search = Search::begin();
    search.think(rules, settings, &mut desk, u32::MAX);
    (search.best(), search.nodes())
}

/// Some situations of all bouts, evenly.
fn spread(bouts: &[Bout], count: usize) -> Vec<Situation> {
    let all: Vec<Situation> = bouts.iter().flat_map(|bout| bout.situations.iter().copied()).collect();
    evenly(&all, count)
}

fn evenly(all: &[Situation], count: usize) -> Vec<Situation> {
    let every = (all.len() as f64 / count.max(1) as f64).max(1.0);
    (0..count.min(all.len()))
        .map(|number| all[((number as f64 * every) as usize).min(all.len() - 1)])
        .collect()
}
