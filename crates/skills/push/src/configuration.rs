//! A body's configuration: where its joints are and how fast they go, as the body sees it, and the same in five numbers.
//!
//! The paper: *Pushing People Around*, section 3 (C = [P Ṗ]) and 5.1 (five dimensions by PCA).
//! Departs from it: places and velocities are in the body's frame, which stands below the hips and faces ahead, so that it
//! does not matter where on the ground somebody is; velocities count for the way of `AHEAD` seconds, so that both
//! halves are lengths and neither drowns the other.

use footwork_motion::{Role, Site, Skeleton, Transform};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The joints that count: those that every body has.
pub const ROLES: [Role; 15] = [
    Role::Hips,
    Role::Chest,
    Role::Head,
    Role::LeftShoulder,
    Role::RightShoulder,
    Role::LeftElbow,
    Role::RightElbow,
    Role::LeftWrist,
    Role::RightWrist,
    Role::LeftHip,
    Role::RightHip,
    Role::LeftKnee,
    Role::RightKnee,
    Role::LeftAnkle,
    Role::RightAnkle,
];

/// Hips, chest, head and shoulders, by their places among [`ROLES`]: what carries a pushed point.
const UPPER: [usize; 5] = [0, 1, 2, 3, 4];

/// Numbers of a whole configuration: three for each joint's place and three for its velocity.
pub const WHOLE: usize = 6 * ROLES.len();
/// Numbers that are left of it: the paper's five.
pub const REDUCED: usize = 5;
/// s. A velocity counts for the way that it goes in this time: about how long an offset lasts.
const AHEAD: f32 = 0.15;

/// A configuration in few numbers, each with a spread of about 1 over all that the body does.
pub type Reduced = [f32; REDUCED];

/// Where [`ROLES`] are on a body; a role that it lacks is at its hips.
#[derive(Clone, Debug, PartialEq)]
pub struct Joints {
    sites: [Site; ROLES.len()],
}

impl Joints {
    /// Finds them.
    pub fn of(skeleton: &Skeleton) -> Joints {
        let root = Site { joint: 0, offset: Vec3::ZERO };
        let hips = skeleton.site(Role::Hips).unwrap_or(root);
        Joints { sites: ROLES.map(|role| skeleton.site(role).unwrap_or(hips)) }
    }

    /// m, where they are in the world.
    pub fn places(&self, world: &[Transform]) -> [Vec3; ROLES.len()] {
        self.sites.map(|site| site.position(world))
    }

    /// The configuration of a body that stands and faces so, shown now and some seconds before.
    pub fn configuration(
        &self,
        frame: Transform,
        world: &[Transform],
        before: &[Transform],
        seconds: f32,
    ) -> [f32; WHOLE] {
        let back = frame.rotation.conjugate();
        let mut whole = [0.0; WHOLE];
        for (at, site) in self.sites.iter().enumerate() {
            let (now, then) = (site.position(world), site.position(before));
            let place = back * (now - frame.translation);
            let moved = back * ((now - then) * (AHEAD / seconds.max(1e-4)));
            whole[3 * at..3 * at + 3].copy_from_slice(&place.to_array());
            let velocities = 3 * (ROLES.len() + at);
            whole[velocities..velocities + 3].copy_from_slice(&moved.to_array());
        }
        whole
    }
}

/// The joint of the upper body that carries a point, by its place among [`ROLES`]; the point in the body's frame.
pub fn carrier(whole: &[f32; WHOLE], point: Vec3) -> usize {
    let far = |at: &usize| (Vec3::from_slice(&whole[3 * at..3 * at + 3]) - point).length_squared();
    UPPER.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
}

/// m, in the body's frame: where a joint is, by its place among [`ROLES`].
pub fn place_of(whole: &[f32; WHOLE], joint: usize) -> Vec3 {
    let place = whole.get(3 * joint..3 * joint + 3).map_or(Vec3::ZERO, Vec3::from_slice);
    if place.is_finite() { place } else { Vec3::ZERO }
}

/// m/s, in the body's frame: how fast the joint goes that carries a point.
pub fn velocity_of(whole: &[f32; WHOLE], point: Vec3) -> Vec3 {
    let at = 3 * (ROLES.len() + carrier(whole, point));
    let velocity = Vec3::from_slice(&whole[at..at + 3]) / AHEAD;
    if velocity.is_finite() { velocity } else { Vec3::ZERO }
}

/// What makes five numbers of a whole configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    /// The usual configuration.
    pub mean: Vec<f32>,
    /// For each of the five a direction, divided by the spread along it.
    pub axes: Vec<Vec<f32>>,
}

impl Reduction {
    /// Reduces a configuration. What is no number counts as usual.
    pub fn reduce(&self, whole: &[f32; WHOLE]) -> Reduced {
        let mut reduced = [0.0; REDUCED];
        for (value, axis) in reduced.iter_mut().zip(&self.axes) {
            let sum: f32 = whole.iter().zip(&self.mean).zip(axis).map(|((x, mean), a)| (x - mean) * a).sum();
            *value = if sum.is_finite() { sum } else { 0.0 };
        }
        reduced
    }

    /// Whether its numbers are numbers, and as many as there must be.
    pub fn is_sound(&self) -> bool {
        let whole = |list: &Vec<f32>| list.len() == WHOLE && list.iter().all(|value| value.is_finite());
        whole(&self.mean) && self.axes.len() == REDUCED && self.axes.iter().all(whole)
    }
}

/// Finds the five directions along which configurations differ most: PCA, by power iteration with deflation on the
/// covariance, in double precision, the same for any order of threads.
#[cfg(feature = "bake")]
pub fn reduction(all: &[[f32; WHOLE]]) -> Reduction {
    let count = all.len().max(1) as f64;
    let mean: Vec<f64> =
        (0..WHOLE).map(|at| all.iter().map(|whole| f64::from(whole[at])).sum::<f64>() / count).collect();
    let mut covariance = vec![0.0_f64; WHOLE * WHOLE];
    for whole in all {
        let off: Vec<f64> = whole.iter().zip(&mean).map(|(x, mean)| f64::from(*x) - mean).collect();
        for (row, a) in covariance.chunks_exact_mut(WHOLE).zip(&off) {
            row.iter_mut().zip(&off).for_each(|(sum, b)| *sum += a * b / count);
        }
    }
    let axes = (0..REDUCED)
        .map(|_| {
            let (axis, variance) = strongest(&covariance);
            for (row, a) in covariance.chunks_exact_mut(WHOLE).zip(&axis) {
                row.iter_mut().zip(&axis).for_each(|(sum, b)| *sum -= variance * a * b);
            }
            // A direction in which nothing differs says nothing.
            let scale = if variance > 1e-9 { 1.0 / variance.sqrt() } else { 0.0 };
            axis.iter().map(|a| (a * scale) as f32).collect()
        })
        .collect();
    Reduction { mean: mean.into_iter().map(|mean| mean as f32).collect(), axes }
}

/// The direction of most variance, and how much it is.
#[cfg(feature = "bake")]
fn strongest(covariance: &[f64]) -> (Vec<f64>, f64) {
    /// The largest two variances of people's motion differ by a quarter or more: 0.75^200 is nothing.
    const ROUNDS: usize = 200;
    // No direction is square to all of these at once.
    let mut axis: Vec<f64> = (0..WHOLE).map(|at| 1.0 + 0.37 * ((at * at) % 17) as f64).collect();
    let mut variance = 0.0;
    for _ in 0..ROUNDS {
        let next: Vec<f64> = covariance
            .chunks_exact(WHOLE)
            .map(|row| row.iter().zip(&axis).map(|(a, b)| a * b).sum())
            .collect();
        let length = next.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < 1e-12 {
            return (vec![0.0; WHOLE], 0.0);
        }
        variance = length;
        axis = next.into_iter().map(|x| x / length).collect();
    }
    // One sign, whatever rounding does.
    let sign = axis.iter().find(|x| x.abs() > 1e-3).map_or(1.0, |x| x.signum());
    (axis.into_iter().map(|x| x * sign).collect(), variance)
}

#[cfg(all(test, feature = "bake"))]
mod tests {
    use super::*;
    use footwork_motion::Rng;

    #[test]
    fn the_axes_found_are_those_along_which_data_was_spread() {
        let mut rng = Rng::new(5);
        // Three known directions of different spread, and a little noise.
        let along = |at: usize, spread: f32, rng: &mut Rng| (at, spread * (rng.signed() + rng.signed()));
        let all: Vec<[f32; WHOLE]> = (0..4000)
            .map(|_| {
                let mut whole = [0.0; WHOLE];
                whole.iter_mut().for_each(|x| *x = 1e-3 * rng.signed());
                for (at, x) in [along(7, 3.0, &mut rng), along(40, 2.0, &mut rng), along(80, 1.0, &mut rng)] {
                    whole[at] += x + 0.5;
                }
                whole
            })
            .collect();
        let found = reduction(&all);
        assert!(found.is_sound());
        for (axis, at) in found.axes.iter().zip([7, 40, 80]) {
            let rest: f32 = axis.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, a)| a * a).sum();
            assert!(axis[at].abs() > 10.0 * rest.sqrt(), "{at}: {} beside {}", axis[at], rest.sqrt());
        }
        // Reduced, each has a spread of 1.
        let reduced: Vec<Reduced> = all.iter().map(|whole| found.reduce(whole)).collect();
        for at in 0..3 {
            let variance = reduced.iter().map(|r| r[at] * r[at]).sum::<f32>() / reduced.len() as f32;
            assert!((variance - 1.0).abs() < 0.02, "{variance}");
        }
    }

    #[test]
    fn what_never_differs_or_is_no_number_is_usual() {
        let found = reduction(&[[1.0; WHOLE]; 3]);
        assert_eq!(found.reduce(&[f32::NAN; WHOLE]), [0.0; REDUCED]);
        assert_eq!(found.reduce(&[7.0; WHOLE]), [0.0; REDUCED]);
        assert!(reduction(&[]).is_sound());
    }
}
