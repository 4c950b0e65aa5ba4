//! Which input comes next: T, and the two things that the solver asks of it.
//!
//! Values are kept input by input here (`values[c * states + f]`), since T joins inputs and never states.

use rayon::prelude::*;

use super::Problem;
use super::transitions::size;
use crate::PlanError;

/// How the input changes from one step to the next. No choice has an influence on it.
#[derive(Clone, Copy, Debug)]
pub enum Inputs<'a> {
    /// T, inputs × inputs, row c: how likely each next input is. Rows must add up to one within a thousandth, and are
    /// divided by their sum.
    Chain(&'a [f32]),
    /// The input never changes: T is the identity.
    Constant,
    /// Any input is as likely as any other: T is 1/inputs everywhere.
    Uniform,
    /// Nobody looks ahead: the discount counts as 0.
    Ignored,
}

/// How far from one a row of T may add up.
const ROW_TOLERANCE: f64 = 1e-3;
/// States at a time: all inputs of so many fit into the second cache.
const TILE: usize = 512;
/// Inputs at a time, as in the kernel.
pub(super) const PANEL: usize = 8;

impl Inputs<'_> {
    pub(super) fn check(&self, inputs: usize) -> Result<(), PlanError> {
        let Inputs::Chain(rows) = self else { return Ok(()) };
        size("the chain of inputs", rows.len(), inputs.saturating_mul(inputs))?;
        for (row, shares) in rows.chunks(inputs).enumerate() {
            if let Some((column, &value)) = shares
                .iter()
                .enumerate()
                .find(|(_, share)| !(0.0..=1.0 + ROW_TOLERANCE as f32).contains(*share))
            {
                return Err(PlanError::Quality { what: "the chance of the next input", row, column, value });
            }
            let sum = sum(shares);
            if (sum - 1.0).abs() > ROW_TOLERANCE {
                return Err(PlanError::Row { row, sum });
            }
        }
        Ok(())
    }
}

fn sum(shares: &[f32]) -> f64 {
    shares.iter().map(|&share| f64::from(share)).sum()
}

/// λ·T, ready for use.
pub(super) struct Future {
    pub discount: f64,
    inputs: usize,
    chain: Chain,
}

enum Chain {
    /// For each input, the inputs that can follow and λ times their share, and I − λT in triangles.
    Lists {
        rows: Vec<Vec<(usize, f64)>>,
        triangles: Vec<f64>,
    },
    Constant,
    Uniform,
}

impl Future {
    /// Of a checked problem.
    pub(super) fn new(problem: &Problem<'_>) -> Future {
        let (inputs, discount) = (problem.inputs, problem.effective_discount());
        let chain = match problem.next_input {
            Inputs::Constant | Inputs::Ignored => Chain::Constant,
            Inputs::Uniform => Chain::Uniform,
            Inputs::Chain(model) => {
                let rows: Vec<Vec<(usize, f64)>> =
                    model.chunks(inputs).map(|row| list(row, discount)).collect();
                Chain::Lists { triangles: factor(&rows), rows }
            }
        };
        Future { discount, inputs, chain }
    }

    /// λ·T[c, c].
    pub(super) fn own(&self, c: usize) -> f64 {
        match &self.chain {
            Chain::Lists { rows, .. } => {
                rows[c].iter().find(|(to, _)| *to == c).map_or(0.0, |(_, share)| *share)
            }
            Chain::Constant => self.discount,
            Chain::Uniform => self.discount / self.inputs as f64,
        }
    }

    /// λ·T·x for an x that is the same for all states.
    pub(super) fn step(&self, x: &[f64]) -> Vec<f64> {
        match &self.chain {
            Chain::Lists { rows, .. } => {
                rows.iter().map(|row| row.iter().map(|&(to, share)| share * x[to]).sum()).collect()
            }
            Chain::Constant => x.iter().map(|x| self.discount * x).collect(),
            Chain::Uniform => vec![self.discount / self.inputs as f64 * x.iter().sum::<f64>(); self.inputs],
        }
    }

    /// What gaining x at every step from now on is worth: (I − λT)⁻¹·x.
    pub(super) fn for_ever(&self, x: &[f64]) -> Vec<f64> {
        match &self.chain {
            Chain::Lists { triangles, .. } => substitute(triangles, x),
            Chain::Constant => x.iter().map(|x| x / (1.0 - self.discount)).collect(),
            Chain::Uniform => {
                let mean = x.iter().sum::<f64>() / self.inputs as f64;
                x.iter().map(|x| x + self.discount / (1.0 - self.discount) * mean).collect()
            }
        }
    }

    /// λ·Σ T[c, c′]·values[c′, f] for all c and f; without c′ = c unless `with_own`. The order of the sums is fixed.
    pub(super) fn expect(&self, values: &[f64], with_own: bool, out: &mut [f64]) {
        let states = values.len() / self.inputs;
        match &self.chain {
            Chain::Lists { rows, .. } => {
                out.par_chunks_mut(PANEL * states).enumerate().for_each(|(panel, out)| {
                    let inputs: Vec<(usize, Vec<(usize, f64)>)> = (0..out.len() / states)
                        .map(|i| (i, panel * PANEL + i))
                        .map(|(i, c)| (i, rows[c].iter().copied().filter(|w| with_own || w.0 != c).collect()))
                        .collect();
                    for first in (0..states).step_by(TILE) {
                        let n = TILE.min(states - first);
                        for (i, row) in &inputs {
                            let out = &mut out[i * states + first..][..n];
                            add_up(row, |c| &values[c * states + first..][..n], out);
                        }
                    }
                });
            }
            Chain::Constant => {
                let share = if with_own { self.discount } else { 0.0 };
                out.par_iter_mut().zip(values).for_each(|(out, value)| *out = share * value);
            }
            Chain::Uniform => {
                let share = self.discount / self.inputs as f64;
                let mut mean = vec![0.0; states];
                mean.par_chunks_mut(TILE).enumerate().for_each(|(tile, mean)| {
                    let (first, n) = (tile * TILE, mean.len());
                    for c in 0..self.inputs {
                        let values = &values[c * states + first..][..n];
                        mean.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                    }
                    mean.iter_mut().for_each(|sum| *sum *= share);
                });
                let own = if with_own { 0.0 } else { share };
                out.par_chunks_mut(states).zip(values.par_chunks(states)).for_each(|(out, values)| {
                    for ((out, mean), value) in out.iter_mut().zip(&mean).zip(values) {
                        *out = mean - own * value;
                    }
                });
            }
        }
    }
}

/// The inputs that can follow, with λ times their share of the row.
fn list(row: &[f32], discount: f64) -> Vec<(usize, f64)> {
    let sum = sum(row);
    let transitions = row.iter().enumerate().filter(|(_, share)| **share > 0.0);
    transitions.map(|(to, &share)| (to, discount * f64::from(share) / sum)).collect()
}

/// Σ share·values over a list, four at a time.
fn add_up<'a>(row: &[(usize, f64)], values: impl Fn(usize) -> &'a [f64], out: &mut [f64]) {
    out.fill(0.0);
    let fours = row.chunks_exact(4);
    for &(c, share) in fours.remainder() {
        out.iter_mut().zip(values(c)).for_each(|(out, value)| *out += share * value);
    }
    for four in fours {
        let [v0, v1, v2, v3] = [0, 1, 2, 3].map(|i| values(four[i].0));
        let [s0, s1, s2, s3] = [0, 1, 2, 3].map(|i| four[i].1);
        for ((((out, v0), v1), v2), v3) in out.iter_mut().zip(v0).zip(v1).zip(v2).zip(v3) {
            *out = *out + s0 * v0 + s1 * v1 + s2 * v2 + s3 * v3;
        }
    }
}

/// I − λT as a product of two triangles, in one square. No pivots: every row's own entry outweighs the others.
fn factor(rows: &[Vec<(usize, f64)>]) -> Vec<f64> {
    let n = rows.len();
    let mut square = vec![0.0; n * n];
    for (c, row) in rows.iter().enumerate() {
        square[c * n + c] = 1.0;
        row.iter().for_each(|&(to, share)| square[c * n + to] -= share);
    }
    for pivot in 0..n {
        let (done, below) = square.split_at_mut((pivot + 1) * n);
        let row = &done[pivot * n..];
        below.chunks_mut(n).for_each(|other| {
            if other[pivot] != 0.0 {
                let times = other[pivot] / row[pivot];
                other[pivot] = times;
                for (other, row) in other[pivot + 1..].iter_mut().zip(&row[pivot + 1..]) {
                    *other -= times * row;
                }
            }
        });
    }
    square
}

fn substitute(triangles: &[f64], x: &[f64]) -> Vec<f64> {
    let (n, mut x) = (x.len(), x.to_vec());
    for i in 0..n {
        x[i] -= dot(&triangles[i * n..i * n + i], &x[..i]);
    }
    for i in (0..n).rev() {
        x[i] = (x[i] - dot(&triangles[i * n + i + 1..(i + 1) * n], &x[i + 1..])) / triangles[i * n + i];
    }
    x
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Transitions;

    /// (I − λT)·x = b, for a chain with an input that never leaves itself.
    #[test]
    fn for_ever_is_the_sum_of_all_steps() {
        let model = [0.5, 0.25, 0.25, 0.0, 1.0, 0.0, 0.1, 0.0, 0.9];
        for next_input in [Inputs::Chain(&model), Inputs::Constant, Inputs::Uniform] {
            let problem = Problem {
                states: 1,
                inputs: 3,
                transitions: Transitions::Dense(&[1.0]),
                response: &[1.0; 3],
                next_input,
                discount: 0.9,
            };
            let future = Future::new(&problem);
            let mut step = vec![0.3, -1.0, 2.0];
            let found = future.for_ever(&step);
            let mut sum = vec![0.0; 3];
            for _ in 0..400 {
                sum.iter_mut().zip(&step).for_each(|(sum, step)| *sum += step);
                step = future.step(&step);
            }
            for (found, sum) in found.iter().zip(&sum) {
                assert!((found - sum).abs() < 1e-9, "{found} against {sum}");
            }
        }
    }
}
