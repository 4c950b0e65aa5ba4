//! How people carry pelvis, chest, head and arms through a stride, measured.
//!
//! Means over strides straight ahead at a steady speed of CMU subjects 16, 69, 127, 128 and 143 (mocap.cs.cmu.edu;
//! created with funding from NSF EIA-0196217): 51 slow and 20 brisk strides of walking, 24 of jogging and 16 of running.
//! A stride is from one landing of a foot to the next; strides of right feet are mirrored, and both are averaged. What
//! must be the same on both sides has odd harmonics only (yaw and roll) or even ones only (pitch).

use std::f32::consts::TAU;

use crate::signal::ramp;

/// An angle over a stride, in degrees: its mean, then cosine and sine of one, two and three cycles a stride. Phase 0 is
/// when the left foot lands; of arms, when the arm's own foot does.
type Curve = [f32; 7];

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Angle {
    /// Of the pelvis: to the left of where the body goes, forward, to the right side.
    HipsYaw,
    HipsPitch,
    HipsRoll,
    /// Of the chest against the pelvis.
    ChestYaw,
    ChestPitch,
    ChestRoll,
    /// Of the head in the world.
    HeadYaw,
    HeadPitch,
    HeadRoll,
    /// Of the upper arm against the chest: forward, away from it.
    Swing,
    Spread,
    /// How far the elbow is bent.
    Elbow,
}

pub(super) const ANGLES: usize = 12;

/// m/s and the curves at that speed, by [`Angle`]. The recordings' own rest pose is not upright in the chest (by 2.5°) and
/// in the head (by about 15°), and its shoulders are narrower (arms hang 6° further out here): that is taken off.
const MEASURED: [(f32, [Curve; ANGLES]); 4] = [
    (
        0.9,
        [
            [0.0, -1.8, -2.1, 0.0, 0.0, 0.0, -0.5],
            [-1.0, 0.0, 0.0, 1.1, 0.3, 0.0, 0.0],
            [0.0, -4.0, 2.7, 0.0, 0.0, -0.6, -0.3],
            [0.0, 5.8, 0.1, 0.0, 0.0, -0.2, 0.3],
            [3.8, 0.0, 0.0, -0.6, -0.4, 0.0, 0.0],
            [0.0, 3.0, -3.1, 0.0, 0.0, 0.8, 0.3],
            [0.0, 2.3, -1.5, 0.0, 0.0, 0.0, -0.6],
            [5.0, 0.0, 0.0, 0.2, -0.1, 0.0, 0.0],
            [0.0, -0.6, -0.1, 0.0, 0.0, 0.0, 0.3],
            [-2.2, -5.1, 0.5, 0.8, -0.7, 0.0, 0.1],
            [8.8, -1.6, 0.6, 0.4, -0.5, -0.2, 0.1],
            [31.2, -4.7, -1.1, 1.6, -1.0, -0.3, 0.0],
        ],
    ),
    (
        1.47,
        [
            [0.0, -4.7, -1.1, 0.0, 0.0, 0.0, 0.2],
            [-0.2, 0.0, 0.0, 1.2, -0.6, 0.0, 0.0],
            [0.0, -4.6, 4.5, 0.0, 0.0, -0.6, 0.4],
            [0.0, 8.2, 0.3, 0.0, 0.0, 0.0, 0.3],
            [2.0, 0.0, 0.0, -0.8, 0.3, 0.0, 0.0],
            [0.0, 3.0, -4.8, 0.0, 0.0, 0.6, -0.5],
            [0.0, 1.5, -0.1, 0.0, 0.0, 0.0, 0.1],
            [4.0, 0.0, 0.0, -0.3, -0.1, 0.0, 0.0],
            [0.0, -0.5, -0.1, 0.0, 0.0, 0.1, 0.3],
            [-1.7, -7.6, -0.1, 0.6, -1.0, 0.0, 0.3],
            [8.4, -3.5, 0.3, 0.6, -0.7, -0.1, 0.3],
            [29.7, -7.5, -3.0, 1.2, -0.9, -0.3, 0.1],
        ],
    ),
    (
        2.57,
        [
            [0.0, 1.3, 1.6, 0.0, 0.0, -0.2, -0.1],
            [4.8, 0.0, 0.0, -0.8, -0.4, 0.0, 0.0],
            [0.0, -1.9, 4.7, 0.0, 0.0, -1.0, 0.9],
            [0.0, 6.0, -5.5, 0.0, 0.0, 0.2, 0.3],
            [7.0, 0.0, 0.0, 0.5, 2.3, 0.0, 0.0],
            [0.0, -0.4, -6.4, 0.0, 0.0, 1.2, -1.3],
            [0.0, 3.4, -1.5, 0.0, 0.0, 0.1, 0.1],
            [2.0, 0.0, 0.0, -0.2, 0.1, 0.0, 0.0],
            [0.0, 0.3, -0.2, 0.0, 0.0, 0.1, 0.1],
            [-22.8, -9.8, 13.5, -1.7, 3.2, -0.6, 0.1],
            [12.8, -1.9, 3.0, -0.5, -0.3, -0.7, 0.7],
            [105.8, -4.4, 6.4, 0.7, -4.7, -0.2, 0.3],
        ],
    ),
    (
        3.88,
        [
            [0.0, 3.2, 0.0, 0.0, 0.0, -0.9, -0.2],
            [9.5, 0.0, 0.0, -0.8, -0.5, 0.0, 0.0],
            [0.0, -3.9, 6.3, 0.0, 0.0, -1.2, 0.7],
            [0.0, 5.9, -7.5, 0.0, 0.0, 0.4, -0.2],
            [3.6, 0.0, 0.0, 0.9, 2.8, 0.0, 0.0],
            [0.0, 1.7, -7.0, 0.0, 0.0, 1.3, -0.8],
            [0.0, 2.7, -2.0, 0.0, 0.0, -0.1, -0.2],
            [2.0, 0.0, 0.0, 0.1, -0.2, 0.0, 0.0],
            [0.0, 0.4, -0.1, 0.0, 0.0, -0.1, 0.0],
            [-19.4, -10.1, 15.7, -1.5, 3.4, -0.6, -0.4],
            [11.6, -0.2, 1.0, 0.1, -1.2, -0.4, 0.9],
            [100.8, -2.5, 11.0, -1.7, -8.1, 0.3, 0.4],
        ],
    ),
];

/// Shares of the measured curves at a speed, 0 where none. Slower than the slowest, the waves shrink; faster than the
/// fastest, nothing is known. `run` is how much of a run it is.
fn shares(speed: f32, run: f32) -> [f32; 4] {
    let [slow, brisk, jog, fast] = MEASURED.map(|(speed, _)| speed);
    let (walk, runs) = (ramp(speed, slow, brisk), ramp(speed, jog, fast));
    [(1.0 - run) * (1.0 - walk), (1.0 - run) * walk, run * (1.0 - runs), run * runs]
}

/// rad. Mean of an angle at a speed, in m/s, and its deviation from it at a phase of the stride, in cycles: what changes
/// sides from step to step, and what is the same in every step.
pub(super) fn angle(angle: Angle, speed: f32, run: f32, phase: f32) -> [f32; 3] {
    let mut curve = [0.0; 7];
    for (share, (_, curves)) in shares(speed, run).into_iter().zip(&MEASURED) {
        curve.iter_mut().zip(curves[angle as usize]).for_each(|(sum, value)| *sum += share * value);
    }
    let wave = |n: usize| {
        let (sin, cos) = libm::sincosf(TAU * n as f32 * phase);
        curve[2 * n - 1] * cos + curve[2 * n] * sin
    };
    [curve[0], wave(1) + wave(3), wave(2)].map(f32::to_radians)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_do_the_same_half_a_stride_apart() {
        for step in 0..20 {
            let phase = step as f32 / 20.0;
            for speed in [0.7, 1.4, 2.6, 4.0] {
                let run = ramp(speed, 1.9, 2.35);
                let at = |which: Angle, phase: f32| {
                    let [_, odd, even] = angle(which, speed, run, phase);
                    odd + even
                };
                for which in [Angle::HipsYaw, Angle::HipsRoll, Angle::ChestYaw, Angle::ChestRoll] {
                    assert!((at(which, phase) + at(which, phase + 0.5)).abs() < 1e-4, "{which:?}");
                }
                for which in [Angle::HipsPitch, Angle::ChestPitch] {
                    assert!((at(which, phase) - at(which, phase + 0.5)).abs() < 1e-4, "{which:?}");
                }
            }
        }
    }
}
