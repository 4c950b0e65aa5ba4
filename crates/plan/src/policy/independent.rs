//! Checks that share nothing with the solver: what a policy is worth, and what else could be chosen.
//!
//! Everything here is `f64`, fragment by fragment, from the equations as they stand.

use rayon::prelude::*;

use super::motion::size;
use super::{Motion, Player, Problem};
use crate::PlanError;

/// What a policy is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Fragments × bins, entry f·bins + c.
    pub values: Vec<f64>,
    /// How far each can be from the truth, as a share of the largest possible value.
    pub error: f64,
    /// Steps taken.
    pub steps: u32,
}

/// What a policy (fragments × bins) is worth, to an error of `bound` (a share of the largest possible value) or
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
    size("the policy", policy.len(), problem.states())?;
    let bins = problem.bins;
    let rewards: Vec<f64> = policy
        .par_iter()
        .enumerate()
        .map(|(at, &to)| {
            let (fragment, bin) = (at / bins, at % bins);
            let what = "the policy takes a way that is closed or not there";
            let quality = problem.quality(fragment, to as usize);
            let quality = quality.ok_or(PlanError::Table { what, fragment, bin })?;
            Ok(f64::from(quality) * f64::from(problem.control[to as usize * bins + bin]))
        })
        .collect::<Result<_, PlanError>>()?;
    let (discount, rows) = (problem.effective_discount(), rows(problem));
    let mut values = vec![0.0; policy.len()];
    let mut expected = vec![0.0; policy.len()];
    let mut step = 0;
    loop {
        step += 1;
        let future = expected.par_chunks_mut(bins).zip(values.par_chunks(bins));
        future.for_each(|(expected, values)| expect(problem, &rows, values, expected));
        let change = values.par_chunks_mut(bins).enumerate().map(|(f, values)| {
            let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
            for (c, value) in values.iter_mut().enumerate() {
                let at = f * bins + c;
                let new = rewards[at] + discount * expected[policy[at] as usize * bins + c];
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

/// One way to go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The fragment to play next.
    pub fragment: u32,
    /// What it is worth in all: motion × control + future.
    pub value: f32,
    /// A: how well it follows.
    pub motion: f32,
    /// B: how well it does what is asked.
    pub control: f32,
    /// λ·Σ T·R: what is expected after it.
    pub future: f32,
}

/// The `k` best ways to go on from fragment `f` when the player asks for bin `c`, best first, under the given values
/// (a table's). Of equal ones the smaller number comes first. Takes time in proportion to fragments × bins.
pub fn best(
    problem: &Problem<'_>,
    values: &[f32],
    f: usize,
    c: usize,
    k: usize,
) -> Result<Vec<Choice>, PlanError> {
    problem.fits()?;
    size("the table of values", values.len(), problem.states())?;
    if f >= problem.fragments || c >= problem.bins {
        let what = "there is no entry";
        return Err(PlanError::Table { what, fragment: f, bin: c });
    }
    let row = &rows(problem)[..];
    let discount = problem.effective_discount();
    let choice = |to: usize, motion: f32| {
        let values = &values[to * problem.bins..][..problem.bins];
        let expected: f64 = match problem.player {
            Player::Greedy => 0.0,
            Player::Steady => f64::from(values[c]),
            Player::Spread => values.iter().map(|&v| f64::from(v)).sum::<f64>() / problem.bins as f64,
            Player::Model(_) => row[c].iter().map(|&(to, share)| share * f64::from(values[to])).sum(),
        };
        let control = problem.control[to * problem.bins + c];
        let value = f64::from(motion) * f64::from(control) + discount * expected;
        (
            value,
            Choice {
                fragment: to as u32,
                value: value as f32,
                motion,
                control,
                future: (discount * expected) as f32,
            },
        )
    };
    let mut choices: Vec<(f64, Choice)> = match problem.motion {
        Motion::Sparse(sparse) => sparse.ways(f).map(|(to, quality)| choice(to as usize, quality)).collect(),
        _ => (0..problem.fragments).filter_map(|to| Some(choice(to, problem.quality(f, to)?))).collect(),
    };
    choices.sort_by(|a, b| b.0.total_cmp(&a.0));
    choices.truncate(k);
    Ok(choices.into_iter().map(|(_, choice)| choice).collect())
}

/// T's rows without their zeros, divided by their sums; empty where T has a simpler form.
fn rows(problem: &Problem<'_>) -> Vec<Vec<(usize, f64)>> {
    let Player::Model(model) = problem.player else { return Vec::new() };
    let row = |row: &[f32]| {
        let sum: f64 = row.iter().map(|&share| f64::from(share)).sum();
        let shares = row.iter().enumerate().filter(|(_, share)| **share > 0.0);
        shares.map(|(to, &share)| (to, f64::from(share) / sum)).collect()
    };
    model.chunks(problem.bins).map(row).collect()
}

/// Σ T[c, c′]·values[c′] for all c.
fn expect(problem: &Problem<'_>, rows: &[Vec<(usize, f64)>], values: &[f64], out: &mut [f64]) {
    match problem.player {
        Player::Greedy | Player::Steady => out.copy_from_slice(values),
        Player::Spread => out.fill(values.iter().sum::<f64>() / values.len() as f64),
        Player::Model(_) => {
            for (out, row) in out.iter_mut().zip(rows) {
                *out = row.iter().map(|&(to, share)| share * values[to]).sum();
            }
        }
    }
}
