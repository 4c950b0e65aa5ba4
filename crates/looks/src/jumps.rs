//! Jumps: flights longer than those of a run.

use std::ops::Range;

use footwork_motion::Side;

use crate::seen::{RATE, Seen, flat};
use crate::signal::runs;

/// s. A run's flights are shorter: those of the recorded sprints last up to 0.2 s.
const FLIGHT: f32 = 0.25;
/// m/s². In flight the body falls; who merely lifts both feet off where the rule finds ground does not.
const FALLS: f32 = -5.0;
/// m/s. Who is slower at take-off jumps from standing.
const FROM_STANDING: f32 = 1.2;
/// Frames before take-off in which both feet stand, for a jump off both feet.
const BOTH: usize = 6;
/// Frames after the last contact in which the foot really leaves.
const LEAVES: usize = 6;

/// A jump.
#[derive(Clone, Debug, PartialEq)]
pub struct Jump {
    /// The frames without ground.
    pub air: Range<usize>,
    /// Off both feet, from standing.
    pub standing: bool,
    /// Degrees. How far the knees are bent at take-off, the mean of both: the least within a tenth of a second, since a
    /// foot is found to leave when it is fast, a little before it is off the ground.
    pub knees: f32,
    /// m. How far the centre of mass rises after that.
    pub rise: f32,
}

/// Every jump of a clip.
pub fn find(seen: &Seen) -> Vec<Jump> {
    let air: Vec<bool> = (0..seen.frames()).map(|f| seen.feet.airborne(f)).collect();
    let long = runs(&air, true).into_iter().filter(|run| {
        // The low-pass smears take-off and landing into the flight's ends.
        let quarter = run.len() / 4;
        let inner = &seen.centre_acceleration[run.start + quarter..run.end - quarter];
        let falls = inner.iter().map(|a| a.y).sum::<f32>() / inner.len() as f32;
        // What is cut off by an end is no whole flight.
        run.len() as f32 >= FLIGHT * RATE && run.start > BOTH && run.end < seen.frames() && falls < FALLS
    });
    long.map(|air| {
        let off = air.start - 1;
        let both =
            Side::BOTH.into_iter().all(|side| (air.start - BOTH..off).any(|f| seen.feet.stands(side, f)));
        let knees = |f: usize| 0.5 * (seen.knee(Side::Left, f) + seen.knee(Side::Right, f));
        let top = seen.centre[air.clone()].iter().map(|c| c.y).fold(f32::NEG_INFINITY, f32::max);
        Jump {
            standing: both && flat(seen.centre_velocity[off]).length() < FROM_STANDING,
            knees: (off..air.start + LEAVES).map(knees).fold(f32::INFINITY, f32::min),
            rise: top - seen.centre[off].y,
            air,
        }
    })
    .collect()
}
