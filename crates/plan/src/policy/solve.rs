//! Policy iteration, round by round: evaluate the policy, improve it, state the bound.
//!
//! All that passes from one round to the next is the table, values rounded to `f32`. So a run that was stopped goes
//! on from its table with the bits that it would have had.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::chain::{Future, PANEL};
use super::fixed::FixedPolicy;
use super::kernel::{self, Kernel, Lines, middle};
use super::transitions::size;
use super::{Effort, Inputs, Problem, Solution, Solving, Sparse, Table, Transitions};
use crate::PlanError;
use crate::progress::{Flow, Hear, Progress};

/// How small the error of an evaluation must be against the bound asked for: then it counts little.
const EVALUATION_SHARE: f64 = 0.05;
/// Or against the first evaluation step's: while the policy still changes much, more would be wasted.
const EVALUATION_FALL: f64 = 0.01;
/// Rows at a time from one layout to the other.
const CHUNK: usize = 64;

/// The transitions of each state that the rehearsal knows.
const REHEARSED_TRANSITIONS: usize = 128;
/// No rehearsal for fewer states: it would cost as much as the whole.
const REHEARSED_STATES: usize = 4 * REHEARSED_TRANSITIONS;
/// What the rehearsal's policy may lose: it is no more than a start.
const REHEARSED_BOUND: f32 = 1e-2;
/// Improvement steps of the rehearsal at most, in case it closes in on its bound slowly.
const REHEARSED_STEPS: u32 = 40;

const NOTHING_DONE: Effort =
    Effort { improvement_steps: 0, evaluation_steps: 0, rehearsal_steps: 0, error_bound: 1.0 };

/// Solves a problem to the bound in the settings. `start` is a table of this problem or of one like it (the same
/// states and inputs): a warm start.
///
/// `hear` is called after every improvement step, and within one from any thread; a step that is stopped midway is
/// dropped. `done` goes by the logarithm of the error bound, which falls by about the same factor in every step: with b
/// the bound asked for, the policy so far is proven to lose no more than b to the power of `done`.
pub fn solve(
    problem: &Problem<'_>,
    settings: &Solving,
    start: Option<Table>,
    hear: Hear<'_>,
) -> Result<Solution, PlanError> {
    problem.check()?;
    settings.check()?;
    let mut done = NOTHING_DONE;
    let end = |table, effort, finished| Ok(Solution { table, effort, finished });
    let mut table = start.unwrap_or_default();
    if table.is_empty() {
        match rehearse(problem, settings, &mut done, hear)? {
            Some(rehearsed) => table = rehearsed,
            None => return end(table, done, false),
        }
    }
    let mut solver = Solver::new(problem, settings);
    if !table.is_empty() {
        check(problem, &table)?;
        solver.take_policy(&table)?;
    }
    loop {
        let before = done;
        if !solver.round(&mut table, &mut done, hear)? {
            return end(table, before, false);
        }
        let finished = done.error_bound <= settings.bound;
        let stop =
            tell(hear, settings, &done) == Flow::Stop || done.improvement_steps >= settings.improvement_steps;
        if finished || stop {
            return end(table, done, finished);
        }
    }
}

/// Solves the problem with the best transitions of each state only. An empty table where that is not worth while; none
/// when it was stopped.
fn rehearse(
    problem: &Problem<'_>,
    settings: &Solving,
    done: &mut Effort,
    hear: Hear<'_>,
) -> Result<Option<Table>, PlanError> {
    let short_sighted = matches!(problem.next_input, Inputs::Ignored);
    let listed = matches!(problem.transitions, Transitions::Sparse(_));
    if short_sighted || listed || problem.states < REHEARSED_STATES {
        return Ok(Some(Table::default()));
    }
    let transitions = Sparse::best(&problem.transitions, problem.states, REHEARSED_TRANSITIONS);
    let rehearsal = Problem { transitions: Transitions::Sparse(&transitions), ..*problem };
    let bound = settings.bound.max(REHEARSED_BOUND);
    let rehearsing = Solving { bound, improvement_steps: REHEARSED_STEPS, ..*settings };
    let stopped = AtomicBool::new(false);
    // The rehearsal's bound says nothing about the whole problem.
    let watch = |_: Progress<'_>| {
        let flow = hear(Progress { done: 0.0, stage: "rehearsing with the best transitions only" });
        stopped.fetch_or(flow == Flow::Stop, Ordering::Relaxed);
        flow
    };
    let solution = solve(&rehearsal, &rehearsing, None, &watch)?;
    done.rehearsal_steps = solution.effort.improvement_steps;
    done.evaluation_steps = solution.effort.evaluation_steps;
    Ok((!stopped.into_inner()).then_some(solution.table))
}

fn tell(hear: Hear<'_>, settings: &Solving, effort: &Effort) -> Flow {
    let Effort { improvement_steps, error_bound, .. } = *effort;
    let share = error_bound.max(settings.bound).ln() / settings.bound.min(0.999).ln();
    let loss = 100.0 * error_bound;
    hear(Progress {
        done: share.clamp(0.0, 1.0),
        stage: &format!("{improvement_steps} steps, may lose {loss:.3} %"),
    })
}

/// One improvement step by itself, as [`solve()`] does it: the best choices under the given values (states ×
/// inputs). Qualities are not checked, so that it can be timed.
pub fn improve(problem: &Problem<'_>, values: &[f32]) -> Result<Vec<u32>, PlanError> {
    problem.fits()?;
    size("the table of values", values.len(), problem.entries())?;
    finite(problem, values)?;
    let (future, mut lines) = (Future::new(problem), Lines::new(problem));
    let columns = by_input(problem, values);
    let mut expected = vec![0.0; columns.len()];
    future.expect(&columns, true, &mut expected);
    lines.set_future(&expected);
    let mut policy = vec![0; values.len()];
    kernel::improve(Kernel::detect(), &problem.transitions, &lines, &mut policy, &|| true);
    Ok(policy)
}

/// That a table is one of this problem.
fn check(problem: &Problem<'_>, table: &Table) -> Result<(), PlanError> {
    size("the table of values to start from", table.values.len(), problem.entries())?;
    size("the policy to start from", table.policy.len(), problem.entries())?;
    finite(problem, &table.values)?;
    match table.policy.iter().position(|&to| to as usize >= problem.states) {
        None => Ok(()),
        Some(at) => Err(bad(problem, at, "the policy names a state that is not there")),
    }
}

fn finite(problem: &Problem<'_>, values: &[f32]) -> Result<(), PlanError> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(at) => Err(bad(problem, at, "the value is not a number")),
    }
}

fn bad(problem: &Problem<'_>, at: usize, what: &'static str) -> PlanError {
    PlanError::Table { what, state: at / problem.inputs, input: at % problem.inputs }
}

struct Solver<'a> {
    problem: &'a Problem<'a>,
    settings: &'a Solving,
    future: Future,
    kernel: Kernel,
    lines: Lines,
    /// The table's policy; none at the very start.
    walk: Option<FixedPolicy>,
    /// λ·Σ T·V, input by input.
    expected: Vec<f64>,
}

impl<'a> Solver<'a> {
    fn new(problem: &'a Problem<'a>, settings: &'a Solving) -> Solver<'a> {
        Solver {
            problem,
            settings,
            future: Future::new(problem),
            kernel: Kernel::detect(),
            lines: Lines::new(problem),
            walk: None,
            expected: vec![0.0; problem.entries()],
        }
    }

    fn take_policy(&mut self, table: &Table) -> Result<(), PlanError> {
        let closed = |(f, c): (usize, usize)| {
            bad(self.problem, f * self.problem.inputs + c, "the policy takes a transition that is closed")
        };
        self.walk = Some(FixedPolicy::new(self.problem, &table.policy).map_err(closed)?);
        Ok(())
    }

    /// One round. False when it was stopped; then the table is as it was.
    fn round(&mut self, table: &mut Table, done: &mut Effort, hear: Hear<'_>) -> Result<bool, PlanError> {
        let mut values = match &self.walk {
            None => vec![0.0; self.problem.entries()],
            Some(_) => by_input(self.problem, &table.values),
        };
        done.evaluation_steps += self.evaluate(&mut values);

        self.future.expect(&values, true, &mut self.expected);
        let size = self.lines.set_future(&self.expected);
        let mut policy = vec![0; self.problem.entries()];
        let go_on = || tell(hear, self.settings, done) == Flow::GoOn;
        if !kernel::improve(self.kernel, &self.problem.transitions, &self.lines, &mut policy, &go_on) {
            return Ok(false);
        }
        done.improvement_steps += 1;

        table.policy = policy;
        self.take_policy(table)?;
        let missed = f64::from(f32::EPSILON) * (1.0 + 2.0 * f64::from(size)) * 1.001;
        let (bound, level) = self.step(&mut values, missed);
        done.error_bound = bound.min(1.0) as f32;
        table.values = by_state(self.problem, &values, &level);
        Ok(true)
    }

    /// Evaluation steps until the error counts little; how many.
    fn evaluate(&mut self, values: &mut [f64]) -> u32 {
        let Some(walk) = &self.walk else { return 0 };
        let order = walk.order();
        let mut enough = EVALUATION_SHARE * f64::from(self.settings.bound);
        for step in 1..=self.settings.evaluation_steps {
            self.future.expect(values, false, &mut self.expected);
            let spans = walk.evaluate(&order, &self.future, &self.expected, values);
            // What a step of the policy would still change, and by how much that can differ among states.
            let still = self.future.step(&spans);
            let still =
                (0..spans.len()).map(|c| still[c] - self.future.own(c) * spans[c]).fold(0.0, f64::max);
            if step == 1 {
                enough = enough.max(EVALUATION_FALL * still);
            }
            if still <= enough {
                return step;
            }
        }
        self.settings.evaluation_steps
    }

    /// One step of the new policy from the values that it was found for, in place. Returns the bound, and what to
    /// add to each input: `λ·T·F` of the middle between lo and hi.
    fn step(&self, values: &mut [f64], missed: f64) -> (f64, Vec<f64>) {
        let n = self.problem.states;
        let Some(walk) = &self.walk else { return (1.0, vec![0.0; self.problem.inputs]) };
        let ends: Vec<(f64, f64)> = values
            .par_chunks_mut(n)
            .enumerate()
            .map(|(c, values)| {
                let (next, reward) = (&walk.next[c * n..][..n], &walk.reward[c * n..][..n]);
                let expected = &self.expected[c * n..][..n];
                let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
                for ((value, &next), reward) in values.iter_mut().zip(next).zip(reward) {
                    let new = reward + expected[next as usize];
                    (lo, hi) = (lo.min(new - *value), hi.max(new - *value));
                    *value = new;
                }
                (lo, hi)
            })
            .collect();
        let worth = |gain: &dyn Fn(&(f64, f64)) -> f64| {
            let gains: Vec<f64> = ends.iter().map(gain).collect();
            self.future.step(&self.future.for_ever(&gains))
        };
        let loss = worth(&|(lo, hi)| hi + missed - lo).into_iter().fold(0.0, f64::max) + missed;
        (loss / self.problem.largest_value(), worth(&|(lo, hi)| 0.5 * (lo + hi)))
    }
}

/// Input by input, each less the middle of its range.
fn by_input(problem: &Problem<'_>, values: &[f32]) -> Vec<f64> {
    let (states, inputs) = (problem.states, problem.inputs);
    let mut columns = vec![0.0; values.len()];
    columns.par_chunks_mut(PANEL * states).enumerate().for_each(|(panel, columns)| {
        for (f, row) in values.chunks(inputs).enumerate() {
            for (i, &value) in row[panel * PANEL..].iter().take(PANEL).enumerate() {
                columns[i * states + f] = f64::from(value);
            }
        }
        for column in columns.chunks_mut(states) {
            let middle = middle(column);
            column.iter_mut().for_each(|value| *value -= middle);
        }
    });
    columns
}

/// State by state, with what is the same for an input added.
fn by_state(problem: &Problem<'_>, columns: &[f64], level: &[f64]) -> Vec<f32> {
    let (states, inputs) = (problem.states, problem.inputs);
    let mut values = vec![0.0; columns.len()];
    values.par_chunks_mut(CHUNK * inputs).enumerate().for_each(|(chunk, values)| {
        for (c, level) in level.iter().enumerate() {
            let column = &columns[c * states + chunk * CHUNK..(c + 1) * states];
            for (row, value) in values.chunks_mut(inputs).zip(column) {
                row[c] = (value + level) as f32;
            }
        }
    });
    values
}
