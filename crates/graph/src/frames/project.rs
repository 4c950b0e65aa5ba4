//! The few directions in which moments differ most, as a lower bound on their distance.
//!
//! Principal components by subspace iteration on the covariance of a sample. Nothing depends on how good they are but
//! time: whatever orthonormal directions come out, two points are at least as far apart as their projections, and
//! the lengths of what the projections leave out add one more coordinate to that bound:
//! |x − y|² ≥ |Px − Py|² + (|x − Px| − |y − Py|)².

use rayon::prelude::*;

/// How many directions are kept, and with the remainder's length how many coordinates a projection has.
const DIRECTIONS: usize = 9;
/// See [`DIRECTIONS`].
pub(crate) const COORDINATES: usize = DIRECTIONS + 1;
/// More rows than this say nothing new about the directions.
const SAMPLE: usize = 2048;
/// Rounds of subspace iteration: directions that are not quite the principal ones only make the bound looser.
const ROUNDS: usize = 12;

/// Projections of all rows. Their distances are lower bounds up to rounding.
pub(crate) fn project(rows: &[f32], dims: usize) -> Vec<[f32; COORDINATES]> {
    let count = rows.len() / dims.max(1);
    if count == 0 {
        return Vec::new();
    }
    let step = count.div_ceil(SAMPLE);
    let sample: Vec<&[f32]> = rows.chunks_exact(dims).step_by(step).collect();
    let mean: Vec<f64> = (0..dims)
        .map(|d| sample.iter().map(|row| f64::from(row[d])).sum::<f64>() / sample.len() as f64)
        .collect();
    let directions = directions(&covariance(&sample, &mean), dims);
    rows.par_chunks_exact(dims).map(|row| project_row(row, &mean, &directions)).collect()
}

fn project_row(row: &[f32], mean: &[f64], directions: &[Vec<f64>]) -> [f32; COORDINATES] {
    let mut out = [0.0; COORDINATES];
    let mut left: f64 = row.iter().zip(mean).map(|(v, m)| (f64::from(*v) - m).powi(2)).sum();
    for (out, direction) in out.iter_mut().zip(directions) {
        let along: f64 = row.iter().zip(mean).zip(direction).map(|((v, m), d)| (f64::from(*v) - m) * d).sum();
        *out = along as f32;
        left -= along * along;
    }
    out[DIRECTIONS] = left.max(0.0).sqrt() as f32;
    out
}

fn covariance(sample: &[&[f32]], mean: &[f64]) -> Vec<f64> {
    let dims = mean.len();
    let centred: Vec<f32> =
        sample.iter().flat_map(|row| row.iter().zip(mean).map(|(v, m)| (f64::from(*v) - m) as f32)).collect();
    // Row by row, each summed in one order: the number of threads changes no bit.
    let rows = (0..dims).into_par_iter().flat_map_iter(|i| {
        let mut sums = vec![0.0_f64; dims];
        for row in centred.chunks_exact(dims) {
            let value = f64::from(row[i]);
            sums.iter_mut().zip(row).for_each(|(sum, v)| *sum += value * f64::from(*v));
        }
        sums
    });
    rows.collect()
}

/// Orthonormal directions of largest variance, approximately; fewer where there are fewer dimensions.
fn directions(covariance: &[f64], dims: usize) -> Vec<Vec<f64>> {
    // A start that no covariance is likely to be square to; any would do.
    let mut basis: Vec<Vec<f64>> = (0..DIRECTIONS.min(dims))
        .map(|k| (0..dims).map(|d| f64::from((d * 7919 + k * 104_729 + 13) as u32 % 1009) - 504.0).collect())
        .collect();
    orthonormalise(&mut basis);
    for _ in 0..ROUNDS {
        for vector in &mut basis {
            *vector = covariance
                .chunks_exact(dims)
                .map(|row| row.iter().zip(vector.iter()).map(|(c, v)| c * v).sum())
                .collect();
        }
        orthonormalise(&mut basis);
    }
    basis
}

/// Gram and Schmidt, twice over for the sake of rounding. What has no length of its own left becomes zero, which
/// bounds nothing and harms nothing.
fn orthonormalise(basis: &mut [Vec<f64>]) {
    for at in 0..basis.len() {
        let (before, rest) = basis.split_at_mut(at);
        let vector = &mut rest[0];
        let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let whole = length(vector);
        for _ in 0..2 {
            for other in before.iter() {
                let along: f64 = other.iter().zip(vector.iter()).map(|(a, b)| a * b).sum();
                vector.iter_mut().zip(other).for_each(|(v, o)| *v -= along * o);
            }
        }
        let own = length(vector);
        let scale = if own > 1e-9 * whole && own > 1e-150 { 1.0 / own } else { 0.0 };
        vector.iter_mut().for_each(|v| *v *= scale);
    }
}
