//! What to do in every state, for a style and a depth.
//!
//! Paper: Shum 2010, sec. 5.4.3: E(i, d), the best choice of each state for each depth, in a list. Kept are the best few, with
//! what they are worth, so that a choice can be made among near equals (sec. 5.6.2), and the best blow that could land.

use footwork_encounter::Style;
use footwork_plan::explicit::Edges;
use footwork_plan::explicit::rivals::{Earned, Rivals};

use crate::graph::Graph;
use crate::state::State;

/// Choices of a state that are kept.
pub const KEPT: usize = 6;
/// No edge.
pub const NONE: u8 = u8::MAX;

/// The best choices of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// What they are worth, the best first.
    pub worth: [f32; KEPT],
    /// Their numbers among the state's edges; [`NONE`] where there are fewer.
    pub edges: [u8; KEPT],
    /// The best blow that could land, and what it is worth.
    pub blow: u8,
    /// See above.
    pub blow_worth: f32,
}

impl Best {
    /// The numbers of all of them among the state's edges, the best blow's last.
    fn numbers(&self) -> [u8; KEPT + 1] {
        std::array::from_fn(|at| if at < KEPT { self.edges[at] } else { self.blow })
    }

    /// What one of those is worth.
    fn worth_of(&self, at: usize) -> f32 {
        if at < KEPT { self.worth[at] } else { self.blow_worth }
    }
}

/// States about a situation, as a share of what counts as the same: with those that are as near, depth gained more than with
/// the nearest alone.
const ABOUT: f32 = 1.2;

/// What to do, for a style and a depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How many choices ahead.
    pub depth: u16,
    /// By state.
    pub best: Vec<Best>,
    /// What states are worth one choice later, to him: where he chooses, and where his rival does.
    values: [Vec<f32>; 2],
    discount: f32,
    style: Style,
}

/// A style that nothing can be decided by.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the style {name:?} has a weight that is no number; weights are numbers, and not all of them zero")]
#[allow(missing_docs)]
pub struct StyleError {
    pub name: &'static str,
}

/// Refuses a style with weights that are no numbers, or with none.
pub fn check_style(style: &Style) -> Result<(), StyleError> {
    let Style { facing, aside, spacing, distance, give, take, combine, seam, .. } = *style;
    let weights = [facing, spacing, give[0], give[1], take, combine, seam];
    let sound = weights.iter().all(|weight| weight.is_finite()) && distance.is_finite() && aside.is_finite();
    if sound && weights.iter().any(|weight| *weight != 0.0) {
        Ok(())
    } else {
        Err(StyleError { name: style.name })
    }
}

/// Solves a graph for a style against another, at some depths, in rising order.
pub fn solve(
    graph: &Graph,
    style: &Style,
    against: &Style,
    depths: &[u16],
    discount: f32,
) -> Result<Vec<Plan>, StyleError> {
    check_style(style)?;
    check_style(against)?;
    let Some(lists) = graph.lists() else { return Ok(Vec::new()) };
    let weigh = |style: &Style| -> Vec<f32> {
        graph.edges.iter().map(|edge| edge.features.outcome().reward(style)).collect()
    };
    let (own, rival) = (weigh(style), weigh(against));
    let earned = Earned { own: &own, rival: &rival, discount };
    let [mine, his] = [style, against].map(|style| style.give.map(|give| give / 100.0));
    let worth = |of: &[f32; 2], given: &[u8]| of[0] * f32::from(given[0]) + of[1] * f32::from(given[1]);
    let chooses = |p: &[u8; 4]| worth(&mine, &p[..2]) - worth(&his, &p[2..]);
    let waits = |p: &[u8; 4]| worth(&mine, &p[2..]) - worth(&his, &p[..2]);
    let start: [Vec<f32>; 2] =
        [graph.pending.iter().map(chooses).collect(), graph.pending.iter().map(waits).collect()];
    let mut values = Rivals::new(start[0].clone(), start[1].clone());
    let mut plans = Vec::new();
    for depth in depths {
        values.deepen(&lists, &earned, depth.saturating_sub(1));
        let values = [values.own().to_vec(), values.rival().to_vec()];
        let best = (0..lists.states()).map(|state| rank(graph, &lists, &earned, &values, state)).collect();
        plans.push(Plan { depth: *depth, best, values, discount, style: *style });
    }
    Ok(plans)
}

fn rank(graph: &Graph, lists: &Edges<'_>, earned: &Earned<'_>, values: &[Vec<f32>; 2], state: usize) -> Best {
    let mut best = Best {
        worth: [f32::NEG_INFINITY; KEPT],
        edges: [NONE; KEPT],
        blow: NONE,
        blow_worth: f32::NEG_INFINITY,
    };
    let edges = lists.of(state);
    for (number, edge) in edges.enumerate().take(usize::from(NONE)) {
        let (to, other) = lists.to(edge);
        let worth = earned.own[edge] + earned.discount * values[usize::from(other)][to];
        if graph.edges[edge].features.reaches() && worth > best.blow_worth {
            (best.blow, best.blow_worth) = (number as u8, worth);
        }
        let Some(mut at) = best.worth.iter().position(|known| worth > *known) else { continue };
        let (mut carried, mut name) = (worth, number as u8);
        while at < KEPT {
            std::mem::swap(&mut best.worth[at], &mut carried);
            std::mem::swap(&mut best.edges[at], &mut name);
            at += 1;
        }
    }
    best
}

impl Plan {
    /// What it is for.
    pub fn style(&self) -> &Style {
        &self.style
    }

    /// What a state is worth to him, with one choice less to make; where he chooses, or where his rival does.
    pub fn value(&self, state: u32, rival: bool) -> f32 {
        self.values[usize::from(rival)][state as usize]
    }

    /// What a situation between states is worth: the mean of those that are nearer than this, the nearest counting most. One
    /// state alone is as wide as what decides whether a blow lands. None where there are none.
    pub fn value_near(&self, graph: &Graph, state: &State, rival: bool, within: f32) -> Option<f32> {
        let (mut sum, mut all) = (0.0, 0.0);
        for (number, far) in graph.near(state, within) {
            let weight = (1.0 - far / within) * (1.0 - far / within);
            sum += weight * self.value(number, rival);
            all += weight;
        }
        (all > 0.0).then(|| sum / all)
    }

    /// The best choices of a state, worth what they are in the mean of the states about a situation, the nearest counting most.
    pub fn best_near(&self, graph: &Graph, state: u32, here: &State) -> Best {
        let mut best = self.best[state as usize];
        let edges = graph.edges_of(state);
        let pieces = best.numbers().map(|number| edges.get(usize::from(number)).map(|edge| edge.piece));
        let (mut sums, mut all) = ([0.0; KEPT + 1], 0.0);
        let within = ABOUT * graph.like.within;
        for (number, far) in graph.near(here, within) {
            let (other, outs) = (&self.best[number as usize], graph.edges_of(number));
            let Some(last) = other.edges.iter().rposition(|edge| *edge != NONE) else { continue };
            let weight = (1.0 - far / within) * (1.0 - far / within);
            all += weight;
            let theirs = other.numbers().map(|number| outs.get(usize::from(number)).map(|edge| edge.piece));
            for (sum, own) in sums.iter_mut().zip(pieces) {
                // What is not among the best there is worth no more than the last of them.
                let found = theirs.iter().position(|one| *one == own);
                let found = found.map_or(other.worth[last], |at| other.worth_of(at));
                *sum += weight * found;
            }
        }
        if all > 0.0 {
            let mean = |at: usize, was: f32| if pieces[at].is_some() { sums[at] / all } else { was };
            best.worth = std::array::from_fn(|at| mean(at, best.worth[at]));
            best.blow_worth = mean(KEPT, best.blow_worth);
        }
        best
    }

    /// What an edge is worth.
    pub fn worth(&self, graph: &Graph, state: u32, number: usize) -> f32 {
        let edge = graph.first[state as usize] as usize + number;
        let to = graph.to[edge];
        let other = usize::from(to & footwork_plan::explicit::OTHER != 0);
        let to = (to & !footwork_plan::explicit::OTHER) as usize;
        graph.edges[edge].features.outcome().reward(&self.style) + self.discount * self.values[other][to]
    }

    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> usize {
        self.best.len() * (size_of::<Best>() + 8)
    }
}
