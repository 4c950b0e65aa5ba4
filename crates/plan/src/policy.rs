//! Which state next, for every state and every input, where inputs come from outside as a Markov chain.
//!
//! Paper: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007), sec. 3, equations 2 and 3 (and 4 to 6,
//! which differ in T). Its letters: f is a state (there, the fragment that plays), c an input (there, what is asked for).
//!
//! ```text
//! R[f,c] = max over f′ of  A[f,f′]·B[f′,c] + λ·Σ over c′ of T[c,c′]·R[f′,c′]
//! ```
//!
//! The reward is a product: A, the quality of the transition from f to f′, and B, how well f′ responds to the input. T is
//! the chance of the next input, which no choice changes: inputs are exogenous. So the inner sum does not depend on f and
//! is taken out, and a step costs states·inputs² + states²·inputs instead of states²·inputs².
//!
//! # How it is solved
//!
//! By policy iteration where the paper iterates values: at λ = 0.999 that takes thousands of steps, this takes ten or
//! so. An *improvement step* finds the best next state everywhere under the values so far (`kernel`, `f32`). Then
//! cheap *evaluation steps* find what that policy is worth (`fixed`, `f64`), until its error counts little. A large
//! problem is first *rehearsed* with the few best transitions of each state only, where steps cost next to nothing: what
//! that finds is a good start for the whole, and no more than a start.
//!
//! # The bound
//!
//! What is the same for all states of an input moves through T alone: adding x\[c\] to all values of each input adds
//! λ·T·x to what a step makes of them, whatever the policy. So let V be any values, P the policy that an improvement
//! step finds for them, r what its step adds to V, and lo\[c\] and hi\[c\] the least and the most of r among the
//! states of input c. With F = (I − λT)⁻¹, what gaining so much for ever is worth,
//!
//! ```text
//! step(V) + λ·T·F·lo  ≤  value of P  ≤  best possible value  ≤  step(V) + ε + λ·T·F·(hi + ε).
//! ```
//!
//! (Proof of the last: with U = V + F·(hi + ε), step(U) = step(V) + λTF(hi + ε) ≤ V + hi + ε + λTF(hi + ε) = U, and
//! a step never turns ≤ around, so stepping from U falls towards the best value. The first likewise with P's own
//! step.) These are MacQueen's and Porteus's bounds, taken for each input. The difference of the two ends is
//! what P loses at most, in any state, and what [`Effort::error_bound`] states, as a share of 1/(1−λ), the largest
//! value there can be. The returned values lie between the two ends.
//!
//! Rounding is included: ε is what the choice in `f32` can have missed, 2⁻²³·(1 + 2·max|W|), where W is λ·Σ T·V
//! less the middle of each input's range; about 10⁻⁶. lo, hi and F are found in `f64`, where rounding adds some 10⁻¹³
//! and is left out. The values are kept relative to each input's middle, so that λ close to one costs no precision.
//!
//! # Departures from the paper
//!
//! Policy iteration to a proven bound; ties go to the smallest f′.
//!
//! # Use
//!
//! ```
//! use footwork_plan::policy::{Inputs, Problem, Solving, Transitions, best, solve};
//! use footwork_plan::progress::Flow;
//!
//! // Two states that follow each other well, and two inputs, each served by one of them.
//! let problem = Problem {
//!     states: 2,
//!     inputs: 2,
//!     transitions: Transitions::Dense(&[0.9, 1.0, 1.0, 0.9]),
//!     response: &[1.0, 0.1, 0.1, 1.0],
//!     next_input: Inputs::Chain(&[0.9, 0.1, 0.1, 0.9]),
//!     discount: 0.999,
//! };
//! let solution = solve(&problem, &Solving::default(), None, &|_| Flow::GoOn)?;
//! assert!(solution.finished && solution.effort.error_bound <= 1e-3);
//! assert_eq!(solution.table.policy, [0, 1, 0, 1]);
//!
//! let why = best(&problem, &solution.table.values, 0, 1, 2)?;
//! assert_eq!((why[0].state, why[0].transition, why[0].response), (1, 1.0, 1.0));
//! # Ok::<(), footwork_plan::PlanError>(())
//! ```

mod chain;
mod fixed;
mod independent;
mod kernel;
mod solve;
mod transitions;

pub use chain::Inputs;
pub use independent::{Choice, Evaluation, best, evaluate};
pub use kernel::roofline;
pub use solve::{improve, solve};
pub use transitions::{Sparse, Transitions, to_byte, to_word};

use crate::PlanError;
use transitions::{qualities, size};

/// What to solve.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// How many states there are.
    pub states: usize,
    /// How many inputs there are.
    pub inputs: usize,
    /// A: how good each transition is.
    pub transitions: Transitions<'a>,
    /// B, states × inputs, row f′: how well a state responds to each input, 0 to 1.
    pub response: &'a [f32],
    /// T: which input comes next.
    pub next_input: Inputs<'a>,
    /// λ, what the next step counts against this one: 0 to below 1. The paper's is 0.999.
    pub discount: f32,
}

impl Problem<'_> {
    /// λ, or 0 where inputs are ignored.
    pub fn effective_discount(&self) -> f64 {
        if matches!(self.next_input, Inputs::Ignored) { 0.0 } else { f64::from(self.discount) }
    }

    /// The largest value there can be, 1/(1−λ); error bounds are shares of it.
    pub fn largest_value(&self) -> f64 {
        1.0 / (1.0 - self.effective_discount())
    }

    /// A[f, to]; none where that transition is closed or there is no such state.
    pub fn quality(&self, f: usize, to: usize) -> Option<f32> {
        let there = f < self.states && to < self.states;
        if there { self.transitions.quality(self.states, f, to) } else { None }
    }

    /// How many entries a table has.
    pub(crate) fn entries(&self) -> usize {
        self.states * self.inputs
    }

    /// That all sizes fit, without a look at every quality.
    fn fits(&self) -> Result<(), PlanError> {
        let (states, inputs) = (self.states, self.inputs);
        if states == 0 || inputs == 0 {
            return Err(PlanError::Nothing { states, inputs });
        }
        if states > i32::MAX as usize {
            return Err(PlanError::TooMany { states });
        }
        if !(0.0..1.0).contains(&self.discount) {
            let why = "it must be at least 0 and below 1, or values have no end";
            return Err(PlanError::Setting { name: "discount", value: self.discount, why });
        }
        size("quality of a response", self.response.len(), states.saturating_mul(inputs))?;
        self.transitions.fits(states)?;
        self.next_input.check(inputs)
    }

    /// That everything is there and every quality lies in 0 to 1.
    pub fn check(&self) -> Result<(), PlanError> {
        self.fits()?;
        qualities("quality of a response", self.response, self.inputs)?;
        self.transitions.check(self.states)
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

/// What solving took, and how good the result is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Improvement steps done.
    pub improvement_steps: u32,
    /// Evaluation steps done.
    pub evaluation_steps: u32,
    /// Improvement steps of the rehearsal, which knows only some transitions; each costs a small part of a full one.
    pub rehearsal_steps: u32,
    /// What the policy loses at most against the best, as a share of the largest possible value. 1 until known.
    pub error_bound: f32,
}

/// What to do, and what it is worth. Entry f·inputs + c.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// R: what is still to come, if everything is done as the policy says.
    pub values: Vec<f32>,
    /// The state to go to next.
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
    pub effort: Effort,
    /// Whether the bound asked for is reached; not so when it was stopped or ran out of steps.
    pub finished: bool,
}
