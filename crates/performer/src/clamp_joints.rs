//! Keeps joints of planned postures within what they can do, smoothly, after everything else has been decided.

use footwork_motion::glam::Vec3;

use crate::body::{self, ANKLE, BALL, BALL_AHEAD, THIGH, joint};
use crate::gait::Step;
use crate::play::hold_ankle;
use crate::posture::{Posture, Turn};
use crate::recite::Joints;
use crate::signal::{INNER_RATE, ramp, smooth, widen};
use crate::solve::leg_bones;

/// s. A foot that has just left the ground, or is about to stand, is where the ground wants it.
const HANDOVER: f32 = 0.08;
/// rad. How far behind the pelvis a thigh goes; further, the pelvis tilts.
const BEHIND_PELVIS: f32 = 0.47;
/// rad. How far an ankle bends under a body; further, the heel comes up.
const BENT: f32 = 0.8;
/// m. How high a knee's joint and a hand's tip are at least.
const ABOVE: f32 = 0.004;
/// m. Hands reach the floor only of somebody whose pelvis is lower.
const HANDS_REACH: f32 = 0.7;
/// Rounds of lifting: a knee goes up by less than the pelvis does, and a hand by less than its wrist.
const ROUNDS: usize = 3;
/// s. How long before and after a joint is at its end others give way, and how smoothly.
const GIVING: f32 = 0.05;
const ROUNDING: f32 = 0.03;

/// Keeps feet in the air off the floor and their ankles within what they can do.
pub(crate) fn feet(postures: &mut [Posture], steps: &[Step]) {
    for step in steps {
        let [from, to] =
            [step.lift, step.land].map(|t| ((t * INNER_RATE).ceil() as usize).min(postures.len()));
        for (i, posture) in postures.iter_mut().enumerate().take(to).skip(from) {
            let now = i as f32 / INNER_RATE;
            let air = ramp((now - step.lift).min(step.land - now), 0.0, HANDOVER);
            hold_ankle(posture, step.side, air);
            posture.feet[step.side].keep_off_floor();
        }
    }
}

/// Keeps feet that do not stand off the floor.
pub(crate) fn floor(postures: &mut [Posture], supports: &[Vec<[f32; 2]>; 2]) {
    for (side, spans) in supports.iter().enumerate() {
        let mut spans = spans.iter().peekable();
        for (i, posture) in postures.iter_mut().enumerate() {
            let now = i as f32 / INNER_RATE;
            while spans.next_if(|span| span[1] < now).is_some() {}
            if spans.peek().is_none_or(|span| now < span[0]) {
                posture.feet[side].keep_off_floor();
            }
        }
    }
}

/// Tilts the pelvis forward where a leg is left behind, and the chest back by as much.
pub(crate) fn hips(postures: &mut [Posture]) {
    let behind = |posture: &Posture, side: usize| {
        let thigh = posture.hips.rotation().conjugate() * leg_bones(posture, side)[0] * Vec3::NEG_Y;
        libm::atan2f(-thigh.z, -thigh.y) - BEHIND_PELVIS
    };
    let tilt = giving(postures, |posture| behind(posture, 0).max(behind(posture, 1)).clamp(0.0, 0.5));
    for (posture, tilt) in postures.iter_mut().zip(tilt) {
        posture.hips.pitch += tilt;
        posture.chest.pitch -= 0.8 * tilt;
    }
}

/// Lifts heels under knees that go too far ahead. The ball of the foot stays, and so do the toes.
pub(crate) fn heels(postures: &mut [Posture]) {
    let ball = Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD);
    for side in 0..2 {
        let bent = |posture: &Posture| {
            let shin = leg_bones(posture, side)[1];
            let toes = shin.conjugate() * posture.feet[side].turn.rotation() * Vec3::Z;
            (1.6 * (libm::atan2f(toes.y, toes.z) - BENT)).clamp(0.0, 0.8)
        };
        let up = giving(postures, bent);
        for (posture, up) in postures.iter_mut().zip(up).filter(|(_, up)| *up > 0.0) {
            let foot = &mut posture.feet[side];
            let old = foot.turn.rotation() * ball;
            foot.turn = Turn { pitch: foot.turn.pitch + up, ..foot.turn };
            foot.toes += up;
            foot.ankle += old - foot.turn.rotation() * ball;
        }
    }
}

/// Lifts the pelvis of somebody whose knee would be in the floor.
pub(crate) fn knees(postures: &mut [Posture]) {
    for _ in 0..ROUNDS {
        let low = |posture: &Posture, side: usize| {
            let knee = posture.hip(side) - leg_bones(posture, side)[0] * Vec3::Y * THIGH;
            ABOVE - knee.y
        };
        let up = giving(postures, |posture| low(posture, 0).max(low(posture, 1)).max(0.0));
        postures.iter_mut().zip(up).for_each(|(posture, up)| posture.pelvis.y += up);
    }
}

/// How far an elbow's side turns up for every metre that the elbow is in the floor.
const ELBOW_TURNS: f32 = 3.0;
/// m. How high an elbow's joint is at least.
const ELBOW_ABOVE: f32 = 0.02;

/// Lifts hands and elbows that would be in the floor.
pub(crate) fn hands(postures: &mut [Posture]) {
    let mut joints = Joints::new();
    let skeleton = body::skeleton();
    let tip = |hand: usize| {
        skeleton.ends().iter().find(|end| end.joint == hand).map_or(Vec3::ZERO, |end| end.offset)
    };
    let tips = [joint::LEFT_ARM + 4, joint::RIGHT_ARM + 4].map(|hand| (hand, tip(hand)));
    for _ in 0..ROUNDS {
        let mut low = [vec![0.0; postures.len()], vec![0.0; postures.len()]];
        let mut elbows = low.clone();
        // Which way up is, as the chest sees it.
        let mut up = vec![Vec3::ZERO; postures.len()];
        for (i, up) in up.iter_mut().enumerate().filter(|(i, _)| postures[*i].pelvis.y < HANDS_REACH) {
            let world = joints.at(postures, i as f32 / INNER_RATE + 1e-4);
            *up = world[joint::CHEST].rotation.conjugate() * Vec3::Y;
            for ((low, elbows), (hand, tip)) in low.iter_mut().zip(&mut elbows).zip(tips) {
                let lowest = world[hand].translation.y.min(world[hand].point(tip).y);
                elbows[i] = (ELBOW_ABOVE - world[hand - 2].translation.y).max(0.0);
                low[i] = (ABOVE - lowest).max(0.9 * elbows[i]).max(0.0);
            }
        }
        for (side, (low, elbows)) in low.into_iter().zip(elbows).enumerate() {
            let lifts = spread(low).into_iter().zip(spread(elbows)).zip(&up);
            for (posture, ((low, elbow), up)) in postures.iter_mut().zip(lifts) {
                let hand = &mut posture.hands[side];
                hand.wrist += low * *up;
                hand.elbow += ELBOW_TURNS * elbow * *up;
            }
        }
    }
}

/// What is too much, spread in time so that nothing jumps.
fn giving(postures: &[Posture], too_much: impl Fn(&Posture) -> f32) -> Vec<f32> {
    spread(postures.iter().map(too_much).collect())
}

fn spread(mut excess: Vec<f32>) -> Vec<f32> {
    if excess.iter().all(|value| *value <= 0.0) {
        return excess;
    }
    widen(&mut excess, (GIVING * INNER_RATE) as usize);
    smooth(&mut excess, ROUNDING);
    excess
}
