//! k-means: points into groups, each about its mean.
//!
//! Lloyd's rounds from a start by k-means++ (Arthur & Vassilvitskii 2007). The same seed gives the same groups, whatever
//! the number of threads: points are assigned side by side, and sums are taken in the points' order.

use footwork_motion::Rng;
use rayon::prelude::*;

/// Points in groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    /// The group of each point. Every group has one at least.
    pub of: Vec<u32>,
    /// The groups' means, one row after the other.
    pub centres: Vec<f32>,
    /// The sum of squared distances from points to their group's mean, after each round. It never grows.
    pub inertia: Vec<f64>,
}

/// No start needs as many: an end, where rounding goes round in circles.
const MOST_ROUNDS: usize = 200;

/// Divides rows of `dims` numbers into `k` groups, or as many as there are different rows.
pub fn k_means(rows: &[f32], dims: usize, k: usize, seed: u64) -> Clusters {
    let points = rows.len() / dims.max(1);
    if points == 0 || k == 0 {
        return Clusters::default();
    }
    let mut rng = Rng::new(seed);
    let row = |point: usize| &rows[point * dims..][..dims];
    let mut centres = row(rng.below(points)).to_vec();
    let mut nearest: Vec<f64> = vec![f64::INFINITY; points];
    while centres.len() < k * dims {
        let last = &centres[centres.len() - dims..];
        nearest.iter_mut().enumerate().for_each(|(p, d)| *d = d.min(squared(row(p), last)));
        let Some(next) = draw(&nearest, &mut rng) else { break };
        centres.extend_from_slice(row(next));
    }
    settle(rows, dims, centres, MOST_ROUNDS)
}

/// A point drawn with a chance in proportion to its squared distance; none where all are zero.
pub(super) fn draw(squared: &[f64], rng: &mut Rng) -> Option<usize> {
    let sum: f64 = squared.iter().sum();
    if sum <= 0.0 {
        return None;
    }
    let mut left = rng.unit_f64() * sum;
    let last = squared.iter().rposition(|d| *d > 0.0);
    squared
        .iter()
        .position(|d| {
            left -= d;
            left < 0.0 && *d > 0.0
        })
        .or(last)
}

/// Lloyd's rounds: points to their nearest centre, centres to their points' mean, until nothing changes. Centres that
/// no point is nearest to are dropped.
pub(super) fn settle(rows: &[f32], dims: usize, mut centres: Vec<f32>, rounds: usize) -> Clusters {
    let mut of: Vec<u32> = Vec::new();
    let mut inertia = Vec::new();
    for _ in 0..rounds {
        let assigned: Vec<(u32, f64)> =
            rows.par_chunks_exact(dims).map(|row| closest(row, &centres)).collect();
        let sum: f64 = assigned.iter().map(|(_, squared)| squared).sum();
        let same = of.len() == assigned.len() && of.iter().zip(&assigned).all(|(old, (new, _))| old == new);
        inertia.push(sum);
        if same {
            break;
        }
        of = assigned.into_iter().map(|(centre, _)| centre).collect();
        centres = means(rows, dims, &mut of, centres.len() / dims);
    }
    Clusters { of, centres, inertia }
}

/// The means of groups; groups without points vanish, and those after them move up.
fn means(rows: &[f32], dims: usize, of: &mut [u32], groups: usize) -> Vec<f32> {
    let (mut sums, mut counts) = (vec![0.0_f64; groups * dims], vec![0_u32; groups]);
    for (row, &group) in rows.chunks_exact(dims).zip(of.iter()) {
        let sum = &mut sums[group as usize * dims..][..dims];
        sum.iter_mut().zip(row).for_each(|(sum, v)| *sum += f64::from(*v));
        counts[group as usize] += 1;
    }
    let mut renumbered = vec![0_u32; groups];
    let mut centres = Vec::with_capacity(groups * dims);
    for group in (0..groups).filter(|&group| counts[group] > 0) {
        renumbered[group] = (centres.len() / dims) as u32;
        let count = f64::from(counts[group]);
        centres.extend(sums[group * dims..][..dims].iter().map(|sum| (sum / count) as f32));
    }
    of.iter_mut().for_each(|group| *group = renumbered[*group as usize]);
    centres
}

fn closest(row: &[f32], centres: &[f32]) -> (u32, f64) {
    let mut best = (0, f64::INFINITY);
    for (number, centre) in centres.chunks_exact(row.len()).enumerate() {
        let far = squared(row, centre);
        if far < best.1 {
            best = (number as u32, far);
        }
    }
    best
}

pub(super) fn squared(a: &[f32], b: &[f32]) -> f64 {
    let mut lanes = [0.0_f32; 8];
    let (a_chunks, a_rest) = a.as_chunks::<8>();
    let (b_chunks, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for lane in 0..8 {
            let d = a[lane] - b[lane];
            lanes[lane] += d * d;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| (a - b) * (a - b)).sum();
    f64::from(lanes.iter().sum::<f32>() + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least inertia of all divisions of the points: the second method.
    fn exhaustive(rows: &[f32], dims: usize, k: usize) -> (f64, Vec<f32>) {
        let points = rows.len() / dims;
        let mut best = (f64::INFINITY, Vec::new());
        for code in 0..k.pow(points as u32) {
            let mut of: Vec<u32> = (0..points).map(|p| (code / k.pow(p as u32) % k) as u32).collect();
            let centres = means(rows, dims, &mut of, k);
            let sum = rows
                .chunks_exact(dims)
                .zip(&of)
                .map(|(row, &g)| squared(row, &centres[g as usize * dims..][..dims]))
                .sum();
            if sum < best.0 {
                best = (sum, centres);
            }
        }
        best
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn the_best_of_a_few_starts_is_close_to_the_best_of_all_divisions(
            values in prop::collection::vec(-3.0_f32..3.0, 14),
            k in 1_usize..4,
        ) {
            let dims = 2;
            let (best, centres) = exhaustive(&values, dims, k);
            let found = (0..20)
                .map(|seed| *k_means(&values, dims, k, seed).inertia.last().unwrap())
                .fold(f64::INFINITY, f64::min);
            // Every start ends in some valley; of twenty, one is nearly always the deepest.
            prop_assert!(found <= 1.3 * best + 1e-4, "{} against {}", found, best);
            prop_assert!(found >= best - 1e-3 * (1.0 + best));
            // And the deepest is one that rounds do not leave.
            let settled = *settle(&values, dims, centres, MOST_ROUNDS).inertia.last().unwrap();
            prop_assert!((settled - best).abs() <= 1e-3 * (1.0 + best), "{} against {}", settled, best);
        }

        #[test]
        fn inertia_never_grows_and_every_group_has_a_point(
            values in prop::collection::vec(-3.0_f32..3.0, 3..90),
            k in 1_usize..12,
            seed in any::<u64>(),
        ) {
            let rows = &values[..values.len() / 3 * 3];
            let clusters = k_means(rows, 3, k, seed);
            for pair in clusters.inertia.windows(2) {
                prop_assert!(pair[1] <= pair[0] * (1.0 + 1e-5) + 1e-6, "{:?}", clusters.inertia);
            }
            let groups = clusters.centres.len() / 3;
            prop_assert!(groups <= k && (0..groups as u32).all(|g| clusters.of.contains(&g)));
            prop_assert_eq!(&clusters, &k_means(rows, 3, k, seed));
        }
    }

    #[test]
    fn groups_that_lie_apart_are_found() {
        let rows: Vec<f32> = (0..60).map(|i| 10.0 * (i % 3) as f32 + 0.01 * i as f32).collect();
        let clusters = k_means(&rows, 1, 3, 5);
        for i in 3..60 {
            assert_eq!(clusters.of[i], clusters.of[i % 3]);
        }
    }

    #[test]
    fn no_points_and_equal_points_are_no_trouble() {
        assert_eq!(k_means(&[], 3, 4, 1), Clusters::default());
        let clusters = k_means(&[1.0; 12], 3, 4, 1);
        assert_eq!((clusters.of, clusters.centres.len()), (vec![0; 4], 3));
    }
}
