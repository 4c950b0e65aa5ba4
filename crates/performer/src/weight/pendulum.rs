//! The centre of mass that a path of pressure gives.
//!
//! With the force on each kilogram f = g + z̈, the equation c − (h/f)·c̈ = p is multiplied by f, so that flight, where f
//! is 0, needs no case of its own: f·c − h·c̈ = f·p. Second differences make it a tridiagonal system whose diagonal
//! dominates, solved by Thomas' algorithm.

use footwork_motion::glam::{DVec3, Vec3};

use super::{Carriers, GRAVITY, STEP, within};
use crate::signal::smooth_at;

/// s. Planned heights are smoothed so far before their acceleration is taken.
const HEIGHT_ROUNDING: f32 = 0.018;
/// m/s². No leg pushes harder for long: people's in running is about 25.
const HARDEST: f32 = 40.0;
/// m. A centre of mass that is lower than this does not make the pendulum any shorter.
const LOWEST: f32 = 0.3;

/// What a sample weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// m. How high the centre of mass is.
    pub height: f32,
    /// m/s². The vertical force on each kilogram: gravity when standing, 0 in flight.
    pub force: f32,
}

/// Heights and vertical forces of a plan, from its centres of mass, [`STEP`] apart.
pub fn loads(planned: &[Vec3], carriers: &Carriers) -> Vec<Load> {
    let mut heights: Vec<f32> = planned.iter().map(|c| c.y).collect();
    smooth_at(&mut heights, HEIGHT_ROUNDING, 1.0 / STEP);
    let last = heights.len() - 1;
    (0..=last)
        .map(|i| {
            let seconds = i as f32 * STEP;
            let grounded = carriers.feet.iter().any(|spans| within(spans, seconds))
                || within(&carriers.elsewhere, seconds);
            let [a, b, c] = [i.saturating_sub(1), i, (i + 1).min(last)].map(|i| heights[i]);
            let force = GRAVITY + (a - 2.0 * b + c) / (STEP * STEP);
            let force = if grounded { force.clamp(0.0, HARDEST) } else { 0.0 };
            Load { height: heights[i].max(LOWEST), force }
        })
        .collect()
}

/// The horizontal path of the centre of mass over a path of pressure, [`STEP`] apart, between two ends.
pub fn solve(pressure: &[Vec3], loads: &[Load], ends: [Vec3; 2]) -> Vec<Vec3> {
    let last = pressure.len() - 1;
    let rate = 1.0 / (f64::from(STEP) * f64::from(STEP));
    // After elimination, sample i is `known[i] + share[i]` of the next one.
    let (mut share, mut known) = (vec![0.0; last + 1], vec![DVec3::ZERO; last + 1]);
    known[0] = ends[0].as_dvec3();
    for i in 1..last {
        let (side, force) = (f64::from(loads[i].height) * rate, f64::from(loads[i].force));
        let pivot = force + side * (2.0 - share[i - 1]);
        share[i] = side / pivot;
        known[i] = (force * pressure[i].as_dvec3() + side * known[i - 1]) / pivot;
    }
    let mut path = vec![ends[1]; last + 1];
    let mut next = ends[1].as_dvec3();
    for i in (0..last).rev() {
        next = known[i] + share[i] * next;
        path[i] = next.as_vec3();
    }
    path
}
