//! Dynamic programming to a proven bound: what every state is worth to those who want the same.
//!
//! Paper: Shum 2010, eq. 5.2: the sum of what is earned, each next edge counting a little less. Departs from it: how much
//! less is said for each edge, so that a long action and two short ones that do the same are worth the same.

use super::Edges;

/// What states are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Partners {
    values: Vec<f32>,
    /// The largest change of the sweep that goes on, and of the last.
    change: f32,
    last_change: f32,
    sweeps: u32,
    done: usize,
}

/// A state whose edges have all been lost is worth this: so little that nobody goes there.
pub const DEAD: f32 = -1e6;

impl Partners {
    /// Nothing is known yet of so many states.
    pub fn new(states: usize) -> Partners {
        Partners { values: vec![0.0; states], change: 0.0, last_change: f32::INFINITY, sweeps: 0, done: 0 }
    }

    /// What states are worth.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Sweeps so far.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// No value is further from the exact one than this, if no edge counts what follows by more than `discount`.
    pub fn bound(&self, discount: f32) -> f32 {
        // Before the first sweep nothing is known, even where nothing follows.
        if discount < 1.0 && self.sweeps > 0 {
            self.last_change * discount / (1.0 - discount)
        } else {
            f32::INFINITY
        }
    }

    /// Goes on for so many states, and says whether a sweep is complete with that. Values are used as soon as they are
    /// known, which only makes them settle sooner.
    pub fn think(&mut self, graph: &Edges<'_>, earned: &[f32], discounts: &[f32], states: usize) -> bool {
        let all = graph.states().min(self.values.len());
        let until = self.done.saturating_add(states).min(all);
        for state in self.done..until {
            let worth = |edge: usize| earned[edge] + discounts[edge] * self.values[graph.to(edge).0];
            let best = graph.of(state).map(worth).reduce(f32::max).unwrap_or(DEAD);
            self.change = self.change.max((best - self.values[state]).abs());
            self.values[state] = best;
        }
        self.done = until;
        if until < all {
            return false;
        }
        (self.last_change, self.change, self.done) = (self.change, 0.0, 0);
        self.sweeps = self.sweeps.saturating_add(1);
        true
    }

    /// Sweeps until values are known within a bound, or so often. What bound is proven then.
    pub fn solve(
        &mut self,
        graph: &Edges<'_>,
        earned: &[f32],
        discounts: &[f32],
        bound: f32,
        most: u32,
    ) -> f32 {
        let largest = discounts.iter().copied().fold(0.0, f32::max);
        while self.bound(largest) > bound && self.sweeps < most {
            self.think(graph, earned, discounts, usize::MAX);
        }
        self.bound(largest)
    }
}
