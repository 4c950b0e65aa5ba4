//! Checks that share nothing with the solver: what a policy is worth, and what else could be chosen.
//!
//! Everything here is `f64`, state by state, from the equations as they stand.

use rayon::prelude::*;

use super::transitions::size;
use super::{Inputs, Problem, Transitions};
use crate::PlanError;

/// What a policy is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// States × inputs, entry f·inputs + c.
    pub values: Vec<f64>,
    /// How far each can be from the truth, as a share of the largest possible value.
    pub error: f64,
    /// Steps taken.
    pub steps: u32,
}

/// What a policy (states × inputs) is worth, to an error of `bound` (a share of the largest possible value) or
/// until `steps` are taken; the error reached is in the answer.
///
/// Plain steps with MacQueen's and Porteus's bounds over all states: after a step that changed values by lo to hi, the
/// truth lies λ/(1−λ)·lo to λ/(1−λ)·hi above.
pub fn evaluate(
    problem: &Problem<'_>,
    policy: &[u32],
    bound: f64,
    steps: u32,
) -> Result<Evaluation, PlanError> {
    problem.check()?;
    size("the policy", policy.len(), problem.entries())?;
    let inputs = problem.inputs;
    let rewards: Vec<f64> = policy
        .par_iter()
        .enumerate()
        .map(|(at, &to)| {
            let (state, input) = (at / inputs, at % inputs);
            let what = "the policy takes a transition that is closed or not there";
            let quality = problem.quality(state, to as usize);
            let quality = quality.ok_or(PlanError::Table { what, state, input })?;
            Ok(f64::from(quality) * f64::from(problem.response[to as usize * inputs + input]))
        })
        .collect::<Result<_, PlanError>>()?;
    let (discount, rows) = (problem.effective_discount(), rows(problem));
    let mut values = vec![0.0; policy.len()];
    let mut expected = vec![0.0; policy.len()];
    let mut step = 0;
    loop {
        step += 1;
        let future = expected.par_chunks_mut(inputs).zip(values.par_chunks(inputs));
        future.for_each(|(expected, values)| expect(problem, &rows, values, expected));
        let change = values.par_chunks_mut(inputs).enumerate().map(|(f, values)| {
            let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
            for (c, value) in values.iter_mut().enumerate() {
                let at = f * inputs + c;
                let new = rewards[at] + discount * expected[policy[at] as usize * inputs + c];
                (lo, hi) = (lo.min(new - *value), hi.max(new - *value));
                *value = new;
            }
            (lo, hi)
        });
        let wider = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        let (lo, hi) = change.reduce(|| (f64::INFINITY, f64::NEG_INFINITY), wider);
        // Times 1/(1−λ) as a value, times 1−λ as a share.
        let error = 0.5 * discount * (hi - lo);
        if error <= bound || step >= steps {
            let shift = 0.5 * discount * (hi + lo) * problem.largest_value();
            values.iter_mut().for_each(|value| *value += shift);
            return Ok(Evaluation { values, error, steps: step });
        }
    }
}

/// A state to go to, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The state.
    pub state: u32,
    /// What it is worth in all: transition × response + future.
    pub value: f32,
    /// A: how good the transition to it is.
    pub transition: f32,
    /// B: how well it responds to the input.
    pub response: f32,
    /// λ·Σ T·R: what is expected after it.
    pub future: f32,
}

/// The `k` best states to go to from state `f` at input `c`, best first, under the given values (a table's). Of equal ones the smaller number comes first. Takes time in proportion to states × inputs.
pub fn best(
    problem: &Problem<'_>,
    values: &[f32],
    f: usize,
    c: usize,
    k: usize,
) -> Result<Vec<Choice>, PlanError> {
    problem.fits()?;
    size("the table of values", values.len(), problem.entries())?;
    if f >= problem.states || c >= problem.inputs {
        let what = "there is no entry";
        return Err(PlanError::Table { what, state: f, input: c });
    }
    let row = &rows(problem)[..];
    let discount = problem.effective_discount();
    let choice = |to: usize, transition: f32| {
        let values = &values[to * problem.inputs..][..problem.inputs];
        let expected: f64 = match problem.next_input {
            Inputs::Ignored => 0.0,
            Inputs::Constant => f64::from(values[c]),
            Inputs::Uniform => values.iter().map(|&v| f64::from(v)).sum::<f64>() / problem.inputs as f64,
            Inputs::Chain(_) => row[c].iter().map(|&(to, share)| share * f64::from(values[to])).sum(),
        };
        let response = problem.response[to * problem.inputs + c];
        let value = f64::from(transition) * f64::from(response) + discount * expected;
        (
            value,
            Choice {
                state: to as u32,
                value: value as f32,
                transition,
                response,
                future: (discount * expected) as f32,
            },
        )
    };
    let mut choices: Vec<(f64, Choice)> = match problem.transitions {
        Transitions::Sparse(sparse) => {
            sparse.from(f).map(|(to, quality)| choice(to as usize, quality)).collect()
        }
        _ => (0..problem.states).filter_map(|to| Some(choice(to, problem.quality(f, to)?))).collect(),
    };
    choices.sort_by(|a, b| b.0.total_cmp(&a.0));
    choices.truncate(k);
    Ok(choices.into_iter().map(|(_, choice)| choice).collect())
}

/// T's rows without their zeros, divided by their sums; empty where T has a simpler form.
fn rows(problem: &Problem<'_>) -> Vec<Vec<(usize, f64)>> {
    let Inputs::Chain(model) = problem.next_input else { return Vec::new() };
    let row = |row: &[f32]| {
        let sum: f64 = row.iter().map(|&share| f64::from(share)).sum();
        let shares = row.iter().enumerate().filter(|(_, share)| **share > 0.0);
        shares.map(|(to, &share)| (to, f64::from(share) / sum)).collect()
    };
    model.chunks(problem.inputs).map(row).collect()
}

/// Σ T[c, c′]·values[c′] for all c.
fn expect(problem: &Problem<'_>, rows: &[Vec<(usize, f64)>], values: &[f64], out: &mut [f64]) {
    match problem.next_input {
        Inputs::Ignored | Inputs::Constant => out.copy_from_slice(values),
        Inputs::Uniform => out.fill(values.iter().sum::<f64>() / values.len() as f64),
        Inputs::Chain(_) => {
            for (out, row) in out.iter_mut().zip(rows) {
                *out = row.iter().map(|&(to, share)| share * values[to]).sum();
            }
        }
    }
}
