//! What the player does next: T, and the two things that the solver asks of it.
//!
//! Values are kept bin by bin here (`values[c * fragments + f]`), since T joins bins and never fragments.

use rayon::prelude::*;

use super::Problem;
use super::motion::size;
use crate::PlanError;

/// How the player's wish changes from one fragment to the next.
#[derive(Clone, Copy, Debug)]
pub enum Player<'a> {
    /// T, bins × bins, row c: how likely each next bin is. Rows must add up to one within a thousandth, and are
    /// divided by their sum.
    Model(&'a [f32]),
    /// The wish never changes: T is the identity.
    Steady,
    /// Any bin is as likely as any other: T is 1/bins everywhere.
    Spread,
    /// Nobody looks ahead: the discount counts as 0.
    Greedy,
}

/// How far from one a row of T may add up.
const ROW_TOLERANCE: f64 = 1e-3;
/// Fragments at a time: all bins of so many fit into the second cache.
const TILE: usize = 512;
/// Bins at a time, as in the kernel.
pub(super) const PANEL: usize = 8;

impl Player<'_> {
    pub(super) fn check(&self, bins: usize) -> Result<(), PlanError> {
        let Player::Model(rows) = self else { return Ok(()) };
        size("the player's model", rows.len(), bins.saturating_mul(bins))?;
        for (row, shares) in rows.chunks(bins).enumerate() {
            if let Some((column, &value)) = shares
                .iter()
                .enumerate()
                .find(|(_, share)| !(0.0..=1.0 + ROW_TOLERANCE as f32).contains(*share))
            {
                return Err(PlanError::Quality { what: "the player's share of steps", row, column, value });
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
    bins: usize,
    chain: Chain,
}

enum Chain {
    /// For each bin, the bins that can follow and λ times their share, and I − λT in triangles.
    Lists {
        rows: Vec<Vec<(usize, f64)>>,
        triangles: Vec<f64>,
    },
    Steady,
    Spread,
}

impl Future {
    /// Of a checked problem.
    pub(super) fn new(problem: &Problem<'_>) -> Future {
        let (bins, discount) = (problem.bins, problem.effective_discount());
        let chain = match problem.player {
            Player::Steady | Player::Greedy => Chain::Steady,
            Player::Spread => Chain::Spread,
            Player::Model(model) => {
                let rows: Vec<Vec<(usize, f64)>> =
                    model.chunks(bins).map(|row| list(row, discount)).collect();
                Chain::Lists { triangles: factor(&rows), rows }
            }
        };
        Future { discount, bins, chain }
    }

    /// λ·T[c, c].
    pub(super) fn own(&self, c: usize) -> f64 {
        match &self.chain {
            Chain::Lists { rows, .. } => rows[c].iter().find(|way| way.0 == c).map_or(0.0, |way| way.1),
            Chain::Steady => self.discount,
            Chain::Spread => self.discount / self.bins as f64,
        }
    }

    /// λ·T·x for an x that is the same for all fragments.
    pub(super) fn step(&self, x: &[f64]) -> Vec<f64> {
        match &self.chain {
            Chain::Lists { rows, .. } => {
                rows.iter().map(|row| row.iter().map(|&(to, share)| share * x[to]).sum()).collect()
            }
            Chain::Steady => x.iter().map(|x| self.discount * x).collect(),
            Chain::Spread => vec![self.discount / self.bins as f64 * x.iter().sum::<f64>(); self.bins],
        }
    }

    /// What gaining x at every step from now on is worth: (I − λT)⁻¹·x.
    pub(super) fn for_ever(&self, x: &[f64]) -> Vec<f64> {
        match &self.chain {
            Chain::Lists { triangles, .. } => substitute(triangles, x),
            Chain::Steady => x.iter().map(|x| x / (1.0 - self.discount)).collect(),
            Chain::Spread => {
                let mean = x.iter().sum::<f64>() / self.bins as f64;
                x.iter().map(|x| x + self.discount / (1.0 - self.discount) * mean).collect()
            }
        }
    }

    /// λ·Σ T[c, c′]·values[c′, f] for all c and f; without c′ = c unless `with_own`. The order of the sums is fixed.
    pub(super) fn expect(&self, values: &[f64], with_own: bool, out: &mut [f64]) {
        let fragments = values.len() / self.bins;
        match &self.chain {
            Chain::Lists { rows, .. } => {
                out.par_chunks_mut(PANEL * fragments).enumerate().for_each(|(panel, out)| {
                    let bins: Vec<(usize, Vec<(usize, f64)>)> = (0..out.len() / fragments)
                        .map(|i| (i, panel * PANEL + i))
                        .map(|(i, c)| (i, rows[c].iter().copied().filter(|w| with_own || w.0 != c).collect()))
                        .collect();
                    for first in (0..fragments).step_by(TILE) {
                        let n = TILE.min(fragments - first);
                        for (i, row) in &bins {
                            let out = &mut out[i * fragments + first..][..n];
                            add_up(row, |c| &values[c * fragments + first..][..n], out);
                        }
                    }
                });
            }
            Chain::Steady => {
                let share = if with_own { self.discount } else { 0.0 };
                out.par_iter_mut().zip(values).for_each(|(out, value)| *out = share * value);
            }
            Chain::Spread => {
                let share = self.discount / self.bins as f64;
                let mut mean = vec![0.0; fragments];
                mean.par_chunks_mut(TILE).enumerate().for_each(|(tile, mean)| {
                    let (first, n) = (tile * TILE, mean.len());
                    for c in 0..self.bins {
                        let values = &values[c * fragments + first..][..n];
                        mean.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                    }
                    mean.iter_mut().for_each(|sum| *sum *= share);
                });
                let own = if with_own { 0.0 } else { share };
                out.par_chunks_mut(fragments).zip(values.par_chunks(fragments)).for_each(|(out, values)| {
                    for ((out, mean), value) in out.iter_mut().zip(&mean).zip(values) {
                        *out = mean - own * value;
                    }
                });
            }
        }
    }
}

/// The bins that can follow, with λ times their share of the row.
fn list(row: &[f32], discount: f64) -> Vec<(usize, f64)> {
    let sum = sum(row);
    let ways = row.iter().enumerate().filter(|(_, share)| **share > 0.0);
    ways.map(|(to, &share)| (to, discount * f64::from(share) / sum)).collect()
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
    use crate::policy::Motion;

    /// (I − λT)·x = b, for a chain with a bin that never leaves itself.
    #[test]
    fn for_ever_is_the_sum_of_all_steps() {
        let model = [0.5, 0.25, 0.25, 0.0, 1.0, 0.0, 0.1, 0.0, 0.9];
        for player in [Player::Model(&model), Player::Steady, Player::Spread] {
            let problem = Problem {
                fragments: 1,
                bins: 3,
                motion: Motion::Dense(&[1.0]),
                control: &[1.0; 3],
                player,
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
