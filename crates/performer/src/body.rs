//! The performer's body: an adult of 1.75 m, with every role, joint limits and segment masses.
//!
//! Joints stand where they do in people: shares of stature after Winter's table of body segments. At rest it is in a
//! T-pose, facing +Z, and every frame is aligned with the world, so that a rotation means the same in every joint.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{End, Joint, Skeleton};

/// m
pub const STATURE: f32 = 1.75;
/// kg
pub const MASS: f32 = 72.0;
/// m, from hip to knee and from knee to ankle.
pub const THIGH: f32 = 0.425;
/// m
pub const SHIN: f32 = 0.405;
/// m, from shoulder to elbow and from elbow to wrist.
pub const UPPER_ARM: f32 = 0.295;
/// m
pub const FOREARM: f32 = 0.255;
/// m, height of the ankle joint above a flat sole.
pub const ANKLE: f32 = 0.085;
/// m, height of the toe joint above a flat sole.
pub const BALL: f32 = 0.02;
/// m, from the ankle forward to the toe joint, along the ground.
pub const BALL_AHEAD: f32 = 0.135;
/// m, from the ankle back to the heel, along the ground.
pub const HEEL_BEHIND: f32 = 0.055;
/// m, from the toe joint to the tip of the toes.
pub const TOES: f32 = 0.065;
/// m, from the middle to each hip joint.
pub const HIP_ASIDE: f32 = 0.088;
/// m, from the pelvis down to the hip joints.
pub const HIP_BELOW: f32 = 0.055;
/// m, height of the pelvis joint when the performer stands with straight legs.
pub const PELVIS: f32 = ANKLE + SHIN + THIGH + HIP_BELOW;

/// The joints, by number.
#[allow(missing_docs)]
pub mod joint {
    pub const HIPS: usize = 0;
    pub const SPINE: usize = 1;
    pub const SPINE_1: usize = 2;
    pub const CHEST: usize = 3;
    pub const NECK: usize = 4;
    pub const HEAD: usize = 5;
    /// Collar, shoulder, elbow, wrist, hand of the left side; the right side's follow.
    pub const LEFT_ARM: usize = 6;
    pub const RIGHT_ARM: usize = 11;
    /// Hip, knee, ankle, toe.
    pub const LEFT_LEG: usize = 16;
    pub const RIGHT_LEG: usize = 20;
    pub const COUNT: usize = 24;
}

/// The skeleton.
pub fn skeleton() -> Skeleton {
    let mut joints: Vec<Joint> = Vec::with_capacity(joint::COUNT);
    let mut add = |name: &str, parent: Option<usize>, offset: Vec3| {
        joints.push(Joint { name: name.to_string(), parent, offset, rest: Quat::IDENTITY });
        joints.len() - 1
    };
    let hips = add("Hips", None, Vec3::new(0.0, PELVIS, 0.0));
    let spine = add("Spine", Some(hips), Vec3::new(0.0, 0.09, -0.015));
    let spine_1 = add("Spine1", Some(spine), Vec3::new(0.0, 0.12, 0.0));
    let chest = add("Chest", Some(spine_1), Vec3::new(0.0, 0.13, 0.0));
    let neck = add("Neck", Some(chest), Vec3::new(0.0, 0.165, -0.01));
    let head = add("Head", Some(neck), Vec3::new(0.0, 0.1, 0.02));
    let mut ends = vec![End { joint: head, offset: Vec3::new(0.0, 0.175, 0.01) }];
    for (side, x) in [("Left", 1.0), ("Right", -1.0)] {
        let name = |part: &str| format!("{side}{part}");
        let collar = add(&name("Collar"), Some(chest), Vec3::new(0.02 * x, 0.125, 0.0));
        let shoulder = add(&name("UpperArm"), Some(collar), Vec3::new(0.155 * x, 0.0, -0.01));
        let elbow = add(&name("LowerArm"), Some(shoulder), Vec3::new(UPPER_ARM * x, 0.0, 0.0));
        let wrist = add(&name("Hand"), Some(elbow), Vec3::new(FOREARM * x, 0.0, 0.0));
        let hand = add(&name("HandMiddle1"), Some(wrist), Vec3::new(0.085 * x, 0.0, 0.0));
        ends.push(End { joint: hand, offset: Vec3::new(0.05 * x, 0.0, 0.0) });
    }
    for (side, x) in [("Left", 1.0), ("Right", -1.0)] {
        let name = |part: &str| format!("{side}{part}");
        let hip = add(&name("UpperLeg"), Some(hips), Vec3::new(HIP_ASIDE * x, -HIP_BELOW, 0.0));
        let knee = add(&name("LowerLeg"), Some(hip), Vec3::new(0.0, -THIGH, 0.0));
        let ankle = add(&name("Foot"), Some(knee), Vec3::new(0.0, -SHIN, 0.0));
        let toe = add(&name("Toes"), Some(ankle), Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD));
        ends.push(End { joint: toe, offset: Vec3::new(0.0, 0.0, TOES) });
    }
    Skeleton::with_ends(joints, ends)
        .unwrap_or_else(|error| unreachable!("the performer's own tree: {error}"))
}
