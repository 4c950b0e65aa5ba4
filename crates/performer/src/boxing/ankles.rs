//! Feet that give way on their balls: where a knee comes so far over the toes that the ankle would bend too far, the
//! heel comes up; where the pelvis turns so far that the hip would be twisted, the foot turns after it. Toes stay where
//! they are.

use footwork_motion::glam::Vec3;

use crate::body::{ANKLE, BALL, BALL_AHEAD};
use crate::posture::{Posture, Turn, about};
use crate::signal::{INNER_RATE, keep_below, smooth, widen};
use crate::solve::{highest_pelvis, leg_bones};

/// rad. How far an ankle bends up before the heel does: people's stop at some 50° under load.
const BENDS: f32 = 0.7;
/// rad. How far a foot may be turned outward and inward against the pelvis: hips turn by some 45 to 55°, and ankles
/// have a share.
const OUTWARD: f32 = 0.8;
const INWARD: f32 = 0.42;
/// rad. How far a shin leans inward over its foot before that turns after it, and how far it turns for every radian.
const TILTS: f32 = 0.45;
const TILT_TURNS: f32 = 1.8;
/// rad. A foot that turns has its heel up at least so far.
const LIGHT: f32 = 0.13;
/// rad. A smaller turn is none.
const NO_TURN: f32 = 0.002;
/// s. How long before and after a foot gives way.
const GIVING: f32 = 0.045;
/// m. How much lower than where a leg would be straight the pelvis stays.
const SPARE: f32 = 0.02;
/// m. Whoever is lower does not stand.
const STANDS: f32 = 0.5;

/// Lets the feet of planned postures give way. `stands` says when each of them does, in seconds.
pub(super) fn give_way(postures: &mut [Posture], stands_both: &[Vec<[f32; 2]>; 2]) {
    for (side, stands) in stands_both.iter().enumerate() {
        turn(postures, side, stands);
        lift_heel(postures, side, stands);
    }
    reach(postures, stands_both);
}

/// One number for every posture in which a foot stands, and 0 for the others.
fn wanted(
    postures: &[Posture],
    stands: &[[f32; 2]],
    want: impl Fn(&Posture) -> f32,
) -> Vec<f32> {
    let mut span = 0;
    (postures.iter().enumerate())
        .map(|(i, posture)| {
            let t = i as f32 / INNER_RATE;
            while stands.get(span).is_some_and(|[_, to]| *to < t) {
                span += 1;
            }
            let on_foot = stands.get(span).is_some_and(|[from, _]| *from <= t) && posture.pelvis.y > STANDS;
            if on_foot { want(posture) } else { 0.0 }
        })
        .collect()
}

/// Spreads a wish over the time around it.
fn spread(signal: &mut [f32]) {
    widen(signal, (2.2 * GIVING * INNER_RATE) as usize);
    smooth(signal, GIVING);
}

/// Turns a foot after the pelvis, with the heel up.
fn turn(postures: &mut [Posture], side: usize, stands: &[[f32; 2]]) {
    let out = if side == 0 { 1.0 } else { -1.0 };
    let over = |posture: &Posture| {
        let turned = out * (posture.feet[side].turn.yaw - posture.hips.yaw);
        turned - turned.clamp(-INWARD, OUTWARD)
    };
    // A shin that leans inward over a flat sole tilts the ankle in, unless the foot turns there.
    let tilts = |posture: &Posture| {
        let [_, shin] = leg_bones(posture, side);
        let leans = about(1, -posture.feet[side].turn.yaw) * shin * Vec3::Y;
        TILT_TURNS * (libm::asinf((-out * leans.x).clamp(-1.0, 1.0)) - TILTS).max(0.0)
    };
    let mut inward = wanted(postures, stands, |posture| (-over(posture)).max(0.0));
    let mut outward = wanted(postures, stands, |posture| over(posture).max(tilts(posture)));
    spread(&mut outward);
    spread(&mut inward);
    let spins: Vec<f32> = outward.iter().zip(&inward).map(|(outward, inward)| out * (inward - outward)).collect();
    let mut light: Vec<f32> = (spins.iter().zip(postures.iter()))
        .map(|(spin, posture)| {
            if spin.abs() > NO_TURN { (LIGHT - posture.feet[side].turn.pitch).max(0.0) } else { 0.0 }
        })
        .collect();
    spread(&mut light);
    for (i, posture) in postures.iter_mut().enumerate() {
        give(posture, side, spins[i], light[i]);
    }
}

/// Lifts a heel whose ankle would bend too far.
fn lift_heel(postures: &mut [Posture], side: usize, stands: &[[f32; 2]]) {
    let mut lifts = wanted(postures, stands, |posture| {
        let [_, shin] = leg_bones(posture, side);
        let bent = (shin.conjugate() * posture.feet[side].turn.rotation()).normalize();
        let flexed = libm::remainderf(-2.0 * libm::atan2f(bent.x, bent.w), 2.0 * std::f32::consts::PI);
        (flexed - BENDS).max(0.0)
    });
    spread(&mut lifts);
    for (posture, lift) in postures.iter_mut().zip(lifts) {
        // The shin comes along as the ankle rises, so that it takes a little more.
        give(posture, side, 0.0, 1.2 * lift);
    }
}

/// Lowers the pelvis where a leg would not reach its foot any more.
fn reach(postures: &mut [Posture], stands: &[Vec<[f32; 2]>; 2]) {
    let mut limits = vec![f32::INFINITY; postures.len()];
    for (side, stands) in stands.iter().enumerate() {
        let heights = wanted(postures, stands, |posture| highest_pelvis(posture, [side == 0, side == 1]) - SPARE);
        // 0 stands for a foot in the air.
        for (limit, height) in limits.iter_mut().zip(heights).filter(|(_, height)| *height > 0.0) {
            *limit = limit.min(height);
        }
    }
    let mut heights: Vec<f32> = postures.iter().map(|posture| posture.pelvis.y).collect();
    keep_below(&mut heights, &limits, GIVING);
    postures.iter_mut().zip(heights).for_each(|(posture, height)| posture.pelvis.y = height);
}

/// Turns and lifts a foot about its ball.
fn give(posture: &mut Posture, side: usize, spin: f32, lift: f32) {
    if spin == 0.0 && lift == 0.0 {
        return;
    }
    let foot = &mut posture.feet[side];
    let ball = Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD);
    let place = foot.ankle + foot.turn.rotation() * ball;
    foot.turn = Turn::new(foot.turn.yaw + spin, foot.turn.pitch + lift, foot.turn.roll);
    foot.ankle = place - foot.turn.rotation() * ball;
    foot.toes += lift;
}
