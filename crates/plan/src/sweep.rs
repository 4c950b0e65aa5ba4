//! Values of states and places, by sweeps to a stated error bound.
//!
//! Seed: *Precomputing Avatar Behavior From Human Motion Data* (Lee & Lee 2004), sec. 4, eq. 4:
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
//! The seed's updates of random entries are here too ([`Prepared::random`]), to compare with.
//!
//! What no action changes (the height of a target) need not be a dimension of the grid: such values are *layers*, and
//! the way to the next place is worked out once for all of them.

use rayon::prelude::*;

use crate::grid::Grid;

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
    #[error("it was called off")]
    CalledOff,
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

/// A problem with everything worked out that does not depend on values.
pub struct Prepared<'a> {
    actions: &'a [u32],
    to: &'a [u32],
    discounts: &'a [f32],
    points: usize,
    layers: usize,
    /// Points around a next place.
    corners: usize,
    /// By action, point and corner.
    next: Vec<Corner>,
    /// By action, point and layer.
    rewards: Vec<f32>,
    /// The largest discount.
    contraction: f32,
}

#[derive(Clone, Copy, Default)]
struct Corner {
    point: u32,
    weight: f32,
}

/// What the best action of every entry earns, and what counts of which other entries after it, discount and all.
#[derive(Default)]
struct Chosen {
    rewards: Vec<f32>,
    next: Vec<Corner>,
}

/// Bytes that rewards and next places may take.
const MOST_BYTES: u64 = 4 << 30;

impl<'a> Prepared<'a> {
    /// Works out rewards and next places, on all threads of the pool it is called on.
    pub fn new(problem: &Problem<'a>) -> Result<Prepared<'a>, SweepError> {
        check(problem)?;
        let (count, points, layers) = (problem.to.len(), problem.grid.points(), problem.layers.max(1));
        let axes = problem.grid.axes().len();
        let corners = 1 << axes;
        let bytes = count as u64 * points as u64 * (corners as u64 * 8 + layers as u64 * 4);
        if bytes > MOST_BYTES {
            return Err(SweepError::TooLarge(count as u64 * points as u64 * layers as u64));
        }
        let places: Vec<[f32; 3]> = (0..points).map(|point| problem.grid.point(point)).collect();
        let mut next = vec![Corner::default(); count * points * corners];
        next.par_chunks_mut((points * corners).max(1)).enumerate().for_each(|(action, rows)| {
            for (row, place) in rows.chunks_exact_mut(corners).zip(&places) {
                // Off the grid all weights stay zero: worth nothing.
                if let Some(spot) = problem.grid.locate((problem.next)(action, *place)) {
                    for (number, corner) in row.iter_mut().enumerate() {
                        let (point, weight) = spot.corner(axes, number);
                        // What does not count is looked up where it costs nothing.
                        let point = if weight > 0.0 { point as u32 } else { spot.at };
                        *corner = Corner { point, weight };
                    }
                }
            }
        });
        let mut rewards = vec![0.0; count * points * layers];
        let bad: Option<(usize, f32)> = rewards
            .par_chunks_mut(points * layers)
            .enumerate()
            .map(|(action, rewards)| {
                (problem.reward)(action, rewards);
                let wrong = rewards.iter().find(|reward| !reward.is_finite());
                wrong.map(|reward| (action, *reward))
            })
            .find_first(Option::is_some)
            .flatten();
        if let Some((action, reward)) = bad {
            return Err(SweepError::Reward { action, reward });
        }
        let contraction = problem.discounts.iter().copied().fold(0.0, f32::max);
        let (actions, to, discounts) = (problem.actions, problem.to, problem.discounts);
        Ok(Prepared { actions, to, discounts, points, layers, corners, next, rewards, contraction })
    }

    fn states(&self) -> usize {
        self.actions.len() - 1
    }

    /// How many values there are for a state.
    fn per_state(&self) -> usize {
        self.points * self.layers
    }

    /// What an action earns at a point and layer, as it was worked out.
    pub fn reward(&self, action: usize, point: usize, layer: usize) -> f32 {
        self.rewards[(action * self.points + point) * self.layers + layer]
    }

    /// The largest reward there is.
    pub fn largest_reward(&self) -> f32 {
        self.rewards.iter().copied().fold(0.0, f32::max)
    }

    /// What a point is worth if an action is taken there: reward and discounted next value.
    pub fn worth(&self, action: usize, point: usize, layer: usize, values: &[f32]) -> f32 {
        let row = (action * self.points + point) * self.corners;
        let after = &values[self.to[action] as usize * self.per_state()..][..self.per_state()];
        let sum: f32 = self.next[row..row + self.corners]
            .iter()
            .map(|corner| corner.weight * after[corner.point as usize * self.layers + layer])
            .sum();
        self.reward(action, point, layer) + self.discounts[action] * sum
    }

    /// Sweeps until no value is further from the fixed point than the settings say. `progress` hears of every sweep
    /// and its bound, and says whether to go on.
    pub fn solve(
        &self,
        settings: &SweepSettings,
        progress: &mut dyn FnMut(u32, f32) -> bool,
    ) -> Result<Solution, SweepError> {
        // Also refuses what is no number.
        if settings.error.is_nan() || settings.error <= 0.0 {
            return Err(SweepError::Bound(settings.error));
        }
        let mut values = vec![0.0_f32; self.states() * self.per_state()];
        let mut fresh = values.clone();
        let mut choices = vec![0_u32; values.len()];
        let mut chosen = Chosen::default();
        let mut sweeps = 0;
        loop {
            let change = self.sweep(&values, &mut fresh, &mut choices);
            std::mem::swap(&mut values, &mut fresh);
            sweeps += 1;
            let error_bound = self.bound(change);
            if !progress(sweeps, error_bound) {
                return Err(SweepError::CalledOff);
            }
            if error_bound <= settings.error || sweeps >= settings.most_sweeps {
                return Ok(Solution { values, sweeps, error_bound });
            }
            if settings.follow > 0 {
                self.gather(&choices, &mut chosen);
            }
            for _ in 0..settings.follow {
                self.follow(&values, &mut fresh, &chosen);
                std::mem::swap(&mut values, &mut fresh);
            }
        }
    }

    /// How far values may be from the fixed point that changed by so much in the last sweep.
    fn bound(&self, change: f32) -> f32 {
        change * self.contraction / (1.0 - self.contraction)
    }

    /// How far some values may be from the fixed point: by one more sweep.
    pub fn error_bound(&self, values: &[f32]) -> f32 {
        let (mut fresh, mut choices) = (vec![0.0; values.len()], vec![0; values.len()]);
        // The values before that sweep, not after it: one contraction more.
        self.sweep(values, &mut fresh, &mut choices) / (1.0 - self.contraction)
    }

    /// All values anew, and the best action of each. Says by how much any value has changed.
    fn sweep(&self, values: &[f32], fresh: &mut [f32], choices: &mut [u32]) -> f32 {
        let per_state = self.per_state();
        let change = |(state, (fresh, choices)): (usize, (&mut [f32], &mut [u32]))| {
            self.best(state, values, fresh, choices);
            let old = &values[state * per_state..][..per_state];
            fresh.iter().zip(old).map(|(new, old)| (new - old).abs()).fold(0.0, f32::max)
        };
        let states = fresh.par_chunks_mut(per_state).zip(choices.par_chunks_mut(per_state));
        // A maximum is the same in any order.
        states.enumerate().map(change).reduce(|| 0.0, f32::max)
    }

    /// The best that can be had in a state, for every point and layer, and by which action; of equals, the first.
    fn best(&self, state: usize, values: &[f32], out: &mut [f32], choices: &mut [u32]) {
        let (per_state, layers) = (self.per_state(), self.layers);
        out.fill(f32::NEG_INFINITY);
        for action in self.actions[state] as usize..self.actions[state + 1] as usize {
            let after = &values[self.to[action] as usize * per_state..][..per_state];
            let rewards = &self.rewards[action * per_state..][..per_state];
            let rows = &self.next[action * self.points * self.corners..][..self.points * self.corners];
            let (discount, rows) = (self.discounts[action], rows.chunks_exact(self.corners));
            let places = out.chunks_exact_mut(layers).zip(choices.chunks_exact_mut(layers));
            for (((best, choice), reward), row) in places.zip(rewards.chunks_exact(layers)).zip(rows) {
                self.raise(best, choice, reward, row, action as u32, discount, after);
            }
        }
    }

    /// Raises the best at a point to what an action is worth there, for every layer.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn raise(
        &self,
        best: &mut [f32],
        choice: &mut [u32],
        reward: &[f32],
        row: &[Corner],
        action: u32,
        discount: f32,
        after: &[f32],
    ) {
        // A few layers at a time, so that their sums stay in registers.
        const LANES: usize = 4;
        let lanes = best.chunks_mut(LANES).zip(choice.chunks_mut(LANES)).zip(reward.chunks(LANES));
        for (lane, ((best, choice), reward)) in lanes.enumerate() {
            let mut sums = [0.0_f32; LANES];
            for corner in row {
                let from = corner.point as usize * self.layers + lane * LANES;
                for (sum, value) in sums.iter_mut().zip(&after[from..from + best.len()]) {
                    *sum += corner.weight * value;
                }
            }
            for (((best, choice), reward), sum) in best.iter_mut().zip(choice).zip(reward).zip(sums) {
                let worth = reward + discount * sum;
                if worth > *best {
                    *best = worth;
                    *choice = action;
                }
            }
        }
    }

    /// Puts together what the given action of every entry earns and leads to. It lies all over the lists of actions, and
    /// is gone through several times.
    fn gather(&self, choices: &[u32], chosen: &mut Chosen) {
        let (per_state, layers, corners) = (self.per_state(), self.layers, self.corners);
        chosen.rewards.resize(choices.len(), 0.0);
        chosen.next.resize(choices.len() * corners, Corner::default());
        let rewards = chosen.rewards.par_chunks_mut(per_state);
        let next = chosen.next.par_chunks_mut(per_state * corners);
        rewards.zip(next).zip(choices.par_chunks(per_state)).for_each(|((rewards, next), choices)| {
            let entries = rewards.iter_mut().zip(next.chunks_exact_mut(corners)).zip(choices);
            for (at, ((reward, next), choice)) in entries.enumerate() {
                let (action, point, layer) = (*choice as usize, at / layers, at % layers);
                *reward = self.reward(action, point, layer);
                let (row, first) =
                    ((action * self.points + point) * corners, self.to[action] as usize * per_state);
                for (out, corner) in next.iter_mut().zip(&self.next[row..row + corners]) {
                    let point = (first + corner.point as usize * layers + layer) as u32;
                    *out = Corner { point, weight: self.discounts[action] * corner.weight };
                }
            }
        });
    }

    /// All values anew, by the chosen action of each only.
    fn follow(&self, values: &[f32], fresh: &mut [f32], chosen: &Chosen) {
        let per_state = self.per_state();
        let rewards = chosen.rewards.par_chunks(per_state);
        let next = chosen.next.par_chunks(per_state * self.corners);
        fresh.par_chunks_mut(per_state).zip(rewards).zip(next).for_each(|((fresh, rewards), next)| {
            let entries = fresh.iter_mut().zip(rewards).zip(next.chunks_exact(self.corners));
            for ((fresh, reward), next) in entries {
                let after = next.iter().map(|corner| corner.weight * values[corner.point as usize]);
                *fresh = reward + after.sum::<f32>();
            }
        });
    }

    /// The seed's way: entries chosen at random, each made right by what the others are at that moment. Its error
    /// bound is found by a sweep at the end.
    pub fn random(&self, updates: u64, seed: u64) -> Solution {
        let mut values = vec![0.0_f32; self.states() * self.per_state()];
        let mut rng = SplitMix(seed);
        for _ in 0..updates {
            let at = rng.below(values.len());
            let (state, rest) = (at / self.per_state(), at % self.per_state());
            let (point, layer) = (rest / self.layers, rest % self.layers);
            let actions = self.actions[state] as usize..self.actions[state + 1] as usize;
            let worth = |action| self.worth(action, point, layer, &values);
            values[at] = actions.map(worth).fold(f32::NEG_INFINITY, f32::max);
        }
        let sweeps = (updates / values.len().max(1) as u64) as u32;
        let error_bound = self.error_bound(&values);
        Solution { values, sweeps, error_bound }
    }
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

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * count as u128) >> 64) as usize
    }
}
