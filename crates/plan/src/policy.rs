//! Which fragment next, for every fragment that plays and every bin of the player's wish.
//!
//! Seed `004_bbd431a290571e4f`, section 3, equations 2 and 3 (and 4 to 6, which differ in T):
//!
//! ```text
//! R[f,c] = max over f′ of  A[f,f′]·B[f′,c] + λ·Σ over c′ of T[c,c′]·R[f′,c′]
//! ```
//!
//! A is the motion's quality, B the control's, T the player. The inner sum does not depend on f and is taken out, so
//! that a step costs fragments·bins² + fragments²·bins instead of fragments²·bins².
//!
//! # How it is solved
//!
//! By policy iteration where the seed iterates values: at λ = 0.999 that takes thousands of steps, this takes ten or
//! so. An *improvement step* finds the best next fragment everywhere under the values so far (`kernel`, `f32`). Then
//! cheap *evaluation steps* find what that policy is worth (`walk`, `f64`), until its error counts little. A large
//! problem is first *rehearsed* with the few best ways of each fragment only, where steps cost next to nothing: what
//! that finds is a good start for the whole, and no more than a start.
//!
//! # The bound
//!
//! What is the same for all fragments of a bin moves through T alone: adding x\[c\] to all values of each bin adds
//! λ·T·x to what a step makes of them, whatever the policy. So let V be any values, P the policy that an improvement
//! step finds for them, r what its step adds to V, and lo\[c\] and hi\[c\] the least and the most of r among the
//! fragments of bin c. With F = (I − λT)⁻¹, what gaining so much for ever is worth,
//!
//! ```text
//! step(V) + λ·T·F·lo  ≤  value of P  ≤  best possible value  ≤  step(V) + ε + λ·T·F·(hi + ε).
//! ```
//!
//! (Proof of the last: with U = V + F·(hi + ε), step(U) = step(V) + λTF(hi + ε) ≤ V + hi + ε + λTF(hi + ε) = U, and
//! a step never turns ≤ around, so stepping from U falls towards the best value. The first likewise with P's own
//! step.) These are MacQueen's and Porteus's bounds, taken for each bin. The difference of the two ends is
//! what P loses at most, in any state, and what [`Progress::error_bound`] states, as a share of 1/(1−λ), the largest
//! value there can be. The returned values lie between the two ends.
//!
//! Rounding is included: ε is what the choice in `f32` can have missed, 2⁻²³·(1 + 2·max|W|), where W is λ·Σ T·V
//! less the middle of each bin's range; about 10⁻⁶. lo, hi and F are found in `f64`, where rounding adds some 10⁻¹³
//! and is left out. The values are kept relative to each bin's middle, so that λ close to one costs no precision.
//!
//! # Departures from the seed
//!
//! Policy iteration to a proven bound; ties go to the smallest f′.

//!
//! # Use
//!
//! ```
//! use footwork_plan::policy::{Flow, Motion, Player, Problem, Solving, best, solve};
//!
//! // Two fragments that follow each other well, and two bins, each served by one of them.
//! let problem = Problem {
//!     fragments: 2,
//!     bins: 2,
//!     motion: Motion::Dense(&[0.9, 1.0, 1.0, 0.9]),
//!     control: &[1.0, 0.1, 0.1, 1.0],
//!     player: Player::Model(&[0.9, 0.1, 0.1, 0.9]),
//!     discount: 0.999,
//! };
//! let solution = solve(&problem, &Solving::default(), None, &|_| Flow::GoOn)?;
//! assert!(solution.finished && solution.progress.error_bound <= 1e-3);
//! assert_eq!(solution.table.policy, [0, 1, 0, 1]);
//!
//! let why = best(&problem, &solution.table.values, 0, 1, 2)?;
//! assert_eq!((why[0].fragment, why[0].motion, why[0].control), (1, 1.0, 1.0));
//! # Ok::<(), footwork_plan::PlanError>(())
//! ```

mod independent;
mod kernel;
mod motion;
mod player;
mod solve;
mod walk;

pub use independent::{Choice, Evaluation, best, evaluate};
pub use kernel::roofline;
pub use motion::{Motion, Sparse, to_byte, to_word};
pub use player::Player;
pub use solve::{improve, solve};

use crate::PlanError;
use motion::{qualities, size};

/// What to solve.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// How many fragments there are.
    pub fragments: usize,
    /// How many bins of control there are.
    pub bins: usize,
    /// A: how well one fragment follows another.
    pub motion: Motion<'a>,
    /// B, fragments × bins, row f′: how well a fragment does what the bin asks, 0 to 1.
    pub control: &'a [f32],
    /// T: what the player does next.
    pub player: Player<'a>,
    /// λ, what the next fragment counts against this one: 0 to below 1. The seed's is 0.999.
    pub discount: f32,
}

impl Problem<'_> {
    /// λ as the player has it: 0 for the greedy one.
    pub fn effective_discount(&self) -> f64 {
        if matches!(self.player, Player::Greedy) { 0.0 } else { f64::from(self.discount) }
    }

    /// The largest value there can be, 1/(1−λ); error bounds are shares of it.
    pub fn largest_value(&self) -> f64 {
        1.0 / (1.0 - self.effective_discount())
    }

    /// A[f, to]; none where that way is closed or there is no such fragment.
    pub fn quality(&self, f: usize, to: usize) -> Option<f32> {
        let there = f < self.fragments && to < self.fragments;
        if there { self.motion.quality(self.fragments, f, to) } else { None }
    }

    /// How many entries a table has.
    pub(crate) fn states(&self) -> usize {
        self.fragments * self.bins
    }

    /// That all sizes fit, without a look at every quality.
    fn fits(&self) -> Result<(), PlanError> {
        let (fragments, bins) = (self.fragments, self.bins);
        if fragments == 0 || bins == 0 {
            return Err(PlanError::Nothing { fragments, bins });
        }
        if fragments > i32::MAX as usize {
            return Err(PlanError::TooMany { fragments });
        }
        if !(0.0..1.0).contains(&self.discount) {
            let why = "it must be at least 0 and below 1, or values have no end";
            return Err(PlanError::Setting { name: "discount", value: self.discount, why });
        }
        size("control quality", self.control.len(), fragments.saturating_mul(bins))?;
        self.motion.fits(fragments)?;
        self.player.check(bins)
    }

    /// That everything is there and every quality lies in 0 to 1.
    pub fn check(&self) -> Result<(), PlanError> {
        self.fits()?;
        qualities("control quality", self.control, self.bins)?;
        self.motion.check(self.fragments)
    }
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solving {
    /// Stop when the policy is proven to lose no more than this, as a share of the largest possible value. Not
    /// below 0.00001, where the precision of the improvement step ends.
    pub bound: f32,
    /// Evaluation steps after an improvement step, at most.
    pub evaluation_steps: u32,
    /// Improvement steps, at most; then the solution is not finished.
    pub improvement_steps: u32,
}

impl Default for Solving {
    fn default() -> Solving {
        Solving { bound: 1e-3, evaluation_steps: 50, improvement_steps: 200 }
    }
}

impl Solving {
    fn check(&self) -> Result<(), PlanError> {
        let setting = |name, value, why| Err(PlanError::Setting { name, value, why });
        if !(1e-5..=1.0).contains(&self.bound) {
            return setting("bound", self.bound, "it must lie in 0.00001 to 1");
        }
        if self.evaluation_steps == 0 {
            return setting("evaluation_steps", 0.0, "at least one is needed");
        }
        if self.improvement_steps == 0 {
            return setting("improvement_steps", 0.0, "at least one is needed");
        }
        Ok(())
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Improvement steps done.
    pub improvement_steps: u32,
    /// Evaluation steps done.
    pub evaluation_steps: u32,
    /// Improvement steps of the rehearsal, which knows only some ways; each costs a small part of a full one.
    pub rehearsal_steps: u32,
    /// What the policy loses at most against the best, as a share of the largest possible value. 1 until known.
    pub error_bound: f32,
    /// How much of the improvement step under way is done, 0 to 1; 0 between steps.
    pub share: f32,
}

/// What to do after a look at the [`Progress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    GoOn,
    /// Stop; what is reached can be given as a start again.
    Stop,
}

/// What to do, and what it is worth. Entry f·bins + c.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// R: what is still to come, if everything is done as the policy says.
    pub values: Vec<f32>,
    /// The fragment to play next.
    pub policy: Vec<u32>,
}

impl Table {
    /// Nothing known yet: what a solution holds that was stopped within its first step. As good as no start.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.policy.is_empty()
    }
}

/// What [`solve()`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The table.
    pub table: Table,
    /// The steps it took, and the bound of the table's policy.
    pub progress: Progress,
    /// Whether the bound asked for is reached; not so when it was stopped or ran out of steps.
    pub finished: bool,
}
