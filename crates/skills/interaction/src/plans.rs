//! What to do in every state, for a style and a depth.
//!
//! Paper: Shum 2010, sec. 5.4.3: E(i, d), the best choice of each state for each depth, in a list. Kept are the best few, with
//! what they are worth, so that a choice can be made among near equals (sec. 5.6.2), and the best blow that could land.

use footwork_encounter::Style;
use footwork_plan::explicit::Edges;
use footwork_plan::explicit::rivals::{Earned, Rivals};

use crate::graph::Graph;

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

/// What to do, for a style and a depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How many choices ahead.
    pub depth: u16,
    /// By state.
    pub best: Vec<Best>,
    /// What states are worth one choice later, to him: where he chooses, and where his rival does.
    values: [Vec<f32>; 2],
    /// What that is beyond what is on its way there, in the mean of all states.
    usual: [f32; 2],
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
        let usual = [0, 1].map(|side| mean_gain(&values[side], &start[side]));
        plans.push(Plan { depth: *depth, best, values, usual, discount, style: *style });
    }
    Ok(plans)
}

/// How much more values are than others, in the mean.
fn mean_gain(values: &[f32], start: &[f32]) -> f32 {
    let gain: f64 = values.iter().zip(start).map(|(value, start)| f64::from(value - start)).sum();
    (gain / values.len().max(1) as f64) as f32
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

    /// What any state is worth beyond what is on its way in it, in the mean; where he chooses, or where his rival does.
    pub fn usual(&self, rival: bool) -> f32 {
        self.usual[usize::from(rival)]
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
