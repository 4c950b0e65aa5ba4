//! The sweeps themselves: everything that does not depend on values is worked out once, then values are swept.

use rayon::prelude::*;

use super::{Problem, Solution, SweepError, SweepSettings, check};
use crate::progress::{Flow, Hear, Progress};

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

    /// Sweeps until no value is further from the fixed point than the settings say. `hear` is told of every sweep;
    /// `done` goes by the logarithm of the bound, which falls by about the same factor in each.
    pub fn solve(&self, settings: &SweepSettings, hear: Hear<'_>) -> Result<Solution, SweepError> {
        // Also refuses what is no number.
        if settings.error.is_nan() || settings.error <= 0.0 {
            return Err(SweepError::Bound(settings.error));
        }
        let mut values = vec![0.0_f32; self.states() * self.per_state()];
        let mut fresh = values.clone();
        let mut choices = vec![0_u32; values.len()];
        let mut chosen = Chosen::default();
        let (mut sweeps, mut first_bound) = (0, None);
        loop {
            let change = self.sweep(&values, &mut fresh, &mut choices);
            std::mem::swap(&mut values, &mut fresh);
            sweeps += 1;
            let error_bound = self.bound(change);
            let first_bound = *first_bound.get_or_insert(error_bound);
            let stage = format!("{sweeps} sweeps, off by {error_bound:.4}");
            let done = share_done(first_bound, error_bound, settings.error);
            if hear(Progress { done, stage: &stage }) == Flow::Stop {
                return Err(SweepError::Stopped);
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

    /// As the paper does it: entries chosen at random, each made right by what the others are at that moment. `draw`
    /// gives a random number below the one it is given. The error bound is found by a sweep at the end.
    pub fn random(&self, updates: u64, draw: &mut dyn FnMut(usize) -> usize) -> Solution {
        let mut values = vec![0.0_f32; self.states() * self.per_state()];
        for _ in 0..updates {
            let at = draw(values.len());
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

/// How much of the sweeping is done, when bounds fall from the first one's to the one asked for.
fn share_done(first: f32, now: f32, wanted: f32) -> f32 {
    if now <= wanted || first <= wanted {
        return 1.0;
    }
    ((first / now).ln() / (first / wanted).ln()).clamp(0.0, 1.0)
}
