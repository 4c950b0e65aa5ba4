//! Values of states and places, by sweeps to a stated error bound.
//!
//! Paper: *Precomputing Avatar Behavior From Human Transitions Data* (Lee & Lee 2004), sec. 4, eq. 4:
//!
//! V(s, e) = max over actions a of R(s, e, a) + γ^t · V(s′, e′), with t the action's duration,
//!
//! where V(s′, e′) is interpolated between the points of a grid.
//! Departs from it: rewards and next places do not depend on V, so they are worked out once for every action and
//! point, side by side. Then all values are computed anew from the old ones, sweep by sweep, until they provably
//! are within a bound of the fixed point: with β the largest discount of any action, values that changed by at
//! most d in a sweep are within d·β/(1 − β) of it, for a sweep brings any two tables closer by β, and
//! interpolation never widens a difference. A sweep reads the last one's values only, so that threads do not matter.
//! Between two sweeps over all actions, some go over the best action of every entry only (modified policy iteration:
//! Puterman & Shin 1978): they cost as much less as there are actions, and the bound, which is taken from a sweep over
//! all actions, does not depend on them.
//! The paper's updates of random entries are here too ([`Prepared::random`]), to compare with.
//!
//! What no action changes (the height of a target) need not be a dimension of the grid: such values are *layers*, and
//! where an action leads is worked out once for all of them.

mod prepared;

use crate::grid::Grid;
pub use prepared::Prepared;

/// What there is to decide about. States are numbered; the actions of a state are together.
pub struct Problem<'a> {
    /// For each state, where its actions begin; and where the last one's end.
    pub actions: &'a [u32],
    /// For each action, the state that it ends in.
    pub to: &'a [u32],
    /// For each action, what the next value is worth: γ to the power of its duration, from 0 to below 1.
    pub discounts: &'a [f32],
    /// Places that actions lead to and from.
    pub grid: &'a Grid,
    /// How many values there are at each point, that no action mixes.
    pub layers: usize,
    /// Where a place is after an action.
    pub next: &'a (dyn Fn(usize, [f32; 3]) -> [f32; 3] + Sync),
    /// What an action earns, for every point and layer; layers of a point are together.
    pub reward: &'a (dyn Fn(usize, &mut [f32]) + Sync),
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepSettings {
    /// How far any value may be from the fixed point.
    pub error: f32,
    /// After so many sweeps it ends all the same.
    pub most_sweeps: u32,
    /// How many times between two sweeps the best actions alone are followed.
    pub follow: u32,
}

impl Default for SweepSettings {
    fn default() -> SweepSettings {
        SweepSettings { error: 1e-3, most_sweeps: 10_000, follow: 8 }
    }
}

/// Why nothing is solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SweepError {
    #[error("there are no states, so there is nothing to decide")]
    NoStates,
    #[error("state {0} has no actions: leave out states that lead nowhere")]
    NoActions(usize),
    #[error("the lists of actions do not fit together")]
    Lists,
    #[error("action {action} has the discount {discount}: it is from 0 to below 1")]
    Discount { action: usize, discount: f32 },
    #[error("action {action} earns {reward} somewhere: rewards are numbers")]
    Reward { action: usize, reward: f32 },
    #[error("{0} values are more than fit into memory; take a coarser grid")]
    TooLarge(u64),
    #[error("the error bound must be above zero, not {0}")]
    Bound(f32),
    #[error("it was stopped")]
    Stopped,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// By state, point and layer.
    pub values: Vec<f32>,
    /// How many sweeps over all actions it took, or how many times as many updates as there are values.
    pub sweeps: u32,
    /// No value is further from the fixed point than this.
    pub error_bound: f32,
}

fn check(problem: &Problem<'_>) -> Result<(), SweepError> {
    let (actions, to) = (problem.actions, problem.to);
    if actions.len() < 2 {
        return Err(SweepError::NoStates);
    }
    let states = actions.len() - 1;
    let fits = actions[0] == 0
        && actions[states] as usize == to.len()
        && problem.discounts.len() == to.len()
        && actions.windows(2).all(|pair| pair[0] <= pair[1])
        && to.iter().all(|&to| (to as usize) < states);
    if !fits {
        return Err(SweepError::Lists);
    }
    if let Some(state) = actions.windows(2).position(|pair| pair[0] == pair[1]) {
        return Err(SweepError::NoActions(state));
    }
    let wrong = problem.discounts.iter().position(|discount| !(0.0..1.0).contains(discount));
    match wrong {
        Some(action) => Err(SweepError::Discount { action, discount: problem.discounts[action] }),
        None => Ok(()),
    }
}
