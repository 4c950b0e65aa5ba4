//! Arms that stay out of trunk and head.
//!
//! Hands are written before the chest, and a guard that strays, a head that nods or a trunk that folds would run into
//! them. Where a forearm or a hand comes too near, the wrist gives way along the shortest way out, smoothly before and
//! after.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Pose, Skeleton, Transform, kinematics};

use crate::body::{self, joint};
use crate::posture::Posture;
use crate::signal::{INNER_RATE, smooth, widen};
use crate::solve::solve;

/// Samples from one that is looked at to the next: a sixtieth of a second.
const STRIDE: usize = 4;
/// Rounds of looking and giving way: an elbow moves along with its wrist by less than was asked for.
const ROUNDS: usize = 4;
/// s. How long before and after the wrist gives way.
const GIVING: f32 = 0.04;
/// m. Radii of a forearm, half of a trunk and a head, and how far from the middle the halves of the trunk are.
const FOREARM: f32 = 0.035;
const TRUNK: f32 = 0.1;
const TRUNK_ASIDE: f32 = 0.07;
const HEAD: f32 = 0.085;
/// m. The head's middle, between the ears, seen from its joint.
const EARS: Vec3 = Vec3::new(0.0, 0.07, 0.015);
/// m. Flesh gives way so much.
const SOFT: f32 = 0.008;
/// A wrist is asked for at most so many times what a point of its forearm has to go.
const LEVER: f32 = 2.5;

/// Moves wrists so that arms are clear of the body.
pub fn clear_arms(postures: &mut [Posture]) {
    let skeleton = body::skeleton();
    for _ in 0..ROUNDS {
        let mut shifts = [vec![Vec3::ZERO; postures.len()], vec![Vec3::ZERO; postures.len()]];
        let (mut pose, mut joints) = (Pose::rest(&skeleton), vec![Transform::IDENTITY; skeleton.len()]);
        for at in (0..postures.len()).step_by(STRIDE) {
            solve(&skeleton, &postures[at], &mut pose);
            kinematics::world(&skeleton, pose.view(), &mut joints);
            for (side, shifts) in shifts.iter_mut().enumerate() {
                let shift = shift_out(&skeleton, &joints, side);
                let until = (at + STRIDE).min(shifts.len());
                shifts[at..until].fill(shift);
            }
        }
        for (side, shifts) in shifts.iter().enumerate() {
            if shifts.iter().any(|shift| *shift != Vec3::ZERO) {
                give_way(postures, side, shifts);
            }
        }
    }
}

/// Adds what is asked for, spread over the time around it.
fn give_way(postures: &mut [Posture], side: usize, shifts: &[Vec3]) {
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut signal: Vec<f32> = shifts.iter().map(|shift| (sign * shift[axis]).max(0.0)).collect();
            widen(&mut signal, (2.0 * GIVING * INNER_RATE) as usize);
            smooth(&mut signal, GIVING);
            for (posture, give) in postures.iter_mut().zip(signal) {
                posture.hands[side].wrist[axis] += sign * give;
            }
        }
    }
}

/// Where a wrist should go for its arm to be clear, seen from the chest.
fn shift_out(skeleton: &Skeleton, joints: &[Transform], side: usize) -> Vec3 {
    let first = [joint::LEFT_ARM, joint::RIGHT_ARM][side];
    let [elbow, wrist, hand] = [2, 3, 4].map(|n| joints[first + n].translation);
    let tip = skeleton
        .ends()
        .iter()
        .find(|end| end.joint == first + 4)
        .map_or(hand, |end| joints[end.joint].point(end.offset));
    let chest: Quat = joints[joint::CHEST].rotation;
    let ears = joints[joint::HEAD].point(EARS);
    let mut bodies = vec![([ears, ears], HEAD)];
    for x in [-TRUNK_ASIDE, TRUNK_ASIDE] {
        let at = |number: usize, up: f32| joints[number].point(Vec3::new(x, up, 0.0));
        let middle = at(joint::SPINE_1, 0.0);
        bodies.push(([at(joint::HIPS, 0.0), middle], TRUNK));
        bodies.push(([middle, at(joint::CHEST, 0.02)], TRUNK));
    }
    let mut worst = Vec3::ZERO;
    for (body, radius) in bodies {
        for (bone, from_wrist) in [([elbow, wrist], false), ([wrist, tip], true)] {
            let (share, [on_arm, in_body]) = nearest(bone, body);
            let apart = on_arm - in_body;
            let over = radius + FOREARM - SOFT - apart.length();
            // What is near the elbow hardly moves with the wrist.
            let lever = if from_wrist { 1.0 } else { (1.0 / share.max(1e-3)).min(LEVER) };
            let shift = lever * over * (chest.conjugate() * apart.normalize_or(chest * Vec3::Z));
            if over > 0.0 && shift.length_squared() > worst.length_squared() {
                worst = shift;
            }
        }
    }
    worst
}

/// The nearest points of two line segments, by going to and fro, and how far along the first one it is.
fn nearest(a: [Vec3; 2], b: [Vec3; 2]) -> (f32, [Vec3; 2]) {
    let along = |p: Vec3, [from, to]: [Vec3; 2]| {
        let bone = to - from;
        ((p - from).dot(bone) / bone.length_squared().max(1e-9)).clamp(0.0, 1.0)
    };
    let at = |[from, to]: [Vec3; 2], share: f32| from.lerp(to, share);
    let starts = [0.0, 0.5, 1.0].map(|start| {
        let mut share = start;
        for _ in 0..6 {
            let q = at(b, along(at(a, share), b));
            share = along(q, a);
        }
        let p = at(a, share);
        (share, [p, at(b, along(p, b))])
    });
    let far = |(_, [p, q]): &(f32, [Vec3; 2])| p.distance_squared(*q);
    let mut best = starts[0];
    for other in &starts[1..] {
        if far(other) < far(&best) {
            best = *other;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fist_in_the_belly_is_drawn_out_of_it_and_one_that_is_clear_stays() {
        let standing = Posture::standing(Vec3::ZERO, 0.0);
        let mut postures = vec![standing; 240];
        for posture in &mut postures[100..140] {
            posture.hands[0].wrist = Vec3::new(-0.18, -0.3, 0.02);
        }
        clear_arms(&mut postures);
        assert_eq!(postures[10], standing);
        let skeleton = body::skeleton();
        let (mut pose, mut joints) = (Pose::rest(&skeleton), vec![Transform::IDENTITY; skeleton.len()]);
        for posture in &postures[104..136] {
            solve(&skeleton, posture, &mut pose);
            kinematics::world(&skeleton, pose.view(), &mut joints);
            let left = shift_out(&skeleton, &joints, 0).length();
            assert!(left < 0.012, "{left} m");
        }
    }
}
