//! Makes legs and hips do what they can: the pelvis gives way to legs that stand, feet in the air to the pelvis.

use footwork_motion::glam::Vec3;

use crate::body::{SHIN, THIGH};
use crate::posture::{Posture, about};
use crate::signal::{keep_below, smooth};
use crate::solve::{highest_with, leg_bones};

/// s. How long before and after a leg is at its end the pelvis gives way.
pub(super) const GIVING: f32 = 0.055;
/// m. From hip to ankle: legs that stand are no straighter than this in a plan. A knee is bent by 11° then; people's least
/// in a stance is 8 to 12°.
pub(super) const LONGEST_LEG: f32 = 0.9955 * (THIGH + SHIN);
/// m. From hip to ankle: straighter than this, a foot that stands would be pulled along.
pub(super) const STRAIGHTEST_LEG: f32 = 0.997 * (THIGH + SHIN);

/// Lowers the pelvis smoothly where legs of some length would not reach the feet that stand.
pub(super) fn sink_to_reach(postures: &mut [Posture], on_ground: &[[bool; 2]], longest: f32) {
    let limits: Vec<f32> =
        postures.iter().zip(on_ground).map(|(p, down)| highest_with(p, *down, longest)).collect();
    let mut heights: Vec<f32> = postures.iter().map(|p| p.pelvis.y).collect();
    keep_below(&mut heights, &limits, GIVING);
    for ((posture, height), limit) in postures.iter_mut().zip(heights).zip(limits) {
        posture.pelvis.y = height.min(limit);
    }
}

/// Lowers the pelvis where a leg would not reach a foot that stands, and draws in a foot in the air that is too far.
pub(super) fn settle(postures: &mut [Posture], on_ground: &[[bool; 2]]) {
    sink_to_reach(postures, on_ground, LONGEST_LEG);
    for side in 0..2 {
        // 0 where a foot leaves and lands, where it must be what the ground wants; 1 well within a swing.
        let mut air: Vec<f32> = on_ground.iter().map(|down| f32::from(u8::from(!down[side]))).collect();
        let mut high = air.clone();
        smooth(&mut air, 0.045);
        smooth(&mut high, 0.03);
        for (i, posture) in postures.iter_mut().enumerate().filter(|(i, _)| !on_ground[*i][side]) {
            let [air, high] = [air[i], high[i]].map(|share| (2.0 * share - 1.0).clamp(0.0, 1.0));
            let hip = posture.hip(side);
            let leg = posture.feet[side].ankle - hip;
            let leg = leg.normalize_or_zero() * drawn_in(leg.length(), air);
            let foot = &mut posture.feet[side];
            foot.ankle = hip + leg;
            let shin = shin_pitch(about(1, -foot.turn.yaw) * leg);
            let possible = foot.turn.pitch.clamp(shin - MOST_DORSIFLEXED, shin + MOST_PLANTARFLEXED);
            foot.turn.pitch += (possible - foot.turn.pitch) * high;
        }
    }
    tilt(postures);
}

/// rad. How far a hip stretches before the pelvis tilts for it. It could by 30°.
const STRETCHED_HIP: f32 = 0.46;
/// The chest's share in taking such a tilt back.
const STAYS_UPRIGHT: f32 = 0.7;

/// Tilts the pelvis forward where a thigh would be further behind than its hip stretches.
fn tilt(postures: &mut [Posture]) {
    let over = |posture: &Posture, side: usize| {
        let [thigh, _] = leg_bones(posture, side);
        let down = posture.hips.rotation().conjugate() * thigh * Vec3::NEG_Y;
        (libm::atan2f(-down.z, -down.y) - STRETCHED_HIP).clamp(0.0, 0.5)
    };
    let limits: Vec<f32> = postures.iter().map(|p| -over(p, 0).max(over(p, 1))).collect();
    let mut tilts = vec![0.0; postures.len()];
    keep_below(&mut tilts, &limits, GIVING);
    for (posture, tilt) in postures.iter_mut().zip(tilts) {
        posture.hips.pitch -= tilt;
        posture.chest.pitch += STAYS_UPRIGHT * tilt;
    }
}

/// m. From hip to ankle, of a leg well within a swing: its knee is bent by 15°.
const LONGEST_IN_AIR: f32 = 0.991 * (THIGH + SHIN);

/// rad. How far a foot in the air is bent against the shin, toes up and toes down.
const MOST_DORSIFLEXED: f32 = 0.55;
const MOST_PLANTARFLEXED: f32 = 0.85;

/// rad. How far a shin leans forward, for a leg from hip to ankle as the foot sees it.
fn shin_pitch(leg: Vec3) -> f32 {
    let length = leg.length().max(0.1);
    let bend = (SHIN * SHIN + length * length - THIGH * THIGH) / (2.0 * SHIN * length);
    libm::atan2f(-leg.z, -leg.y) + libm::acosf(bend.clamp(-1.0, 1.0))
}

/// m. How long a leg is in the air that would like to be of some length: it never quite stretches, so that the knee
/// does not snap.
fn drawn_in(length: f32, share: f32) -> f32 {
    let from = 0.96 * LONGEST_IN_AIR;
    let over = (length - from).max(0.0) / (LONGEST_IN_AIR - from);
    let soft = from + (LONGEST_IN_AIR - from) * libm::tanhf(over);
    let length = length.min(LONGEST_LEG);
    length + (soft.min(length) - length) * share
}
