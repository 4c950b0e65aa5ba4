//! Bodies and motions that tests know everything about.

use glam::{Quat, Vec3};

use crate::clip::Clip;
use crate::pose::Pose;
use crate::skeleton::{End, Joint, Skeleton};

/// A plain person of 1.75 m in a T-pose, world-aligned frames, every role.
pub(crate) fn person() -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    let mut add = |name: &str, parent: &str, offset: [f32; 3]| {
        let parent = joints.iter().position(|j| j.name == parent);
        joints.push(Joint { name: name.into(), parent, offset: Vec3::from(offset), rest: Quat::IDENTITY });
    };
    add("Hips", "", [0.0, 0.95, 0.0]);
    add("Spine", "Hips", [0.0, 0.1, 0.0]);
    add("Chest", "Spine", [0.0, 0.2, 0.0]);
    add("Neck", "Chest", [0.0, 0.25, 0.0]);
    add("Head", "Neck", [0.0, 0.1, 0.0]);
    for (side, x) in [("Left", 1.0), ("Right", -1.0)] {
        let name = |part: &str| format!("{side}{part}");
        add(&name("Collar"), "Chest", [x * 0.05, 0.2, 0.0]);
        add(&name("UpperArm"), &name("Collar"), [x * 0.13, 0.0, 0.0]);
        add(&name("LowerArm"), &name("UpperArm"), [x * 0.28, 0.0, 0.0]);
        add(&name("Hand"), &name("LowerArm"), [x * 0.26, 0.0, 0.0]);
        add(&name("UpperLeg"), "Hips", [x * 0.1, -0.05, 0.0]);
        add(&name("LowerLeg"), &name("UpperLeg"), [0.0, -0.42, 0.0]);
        add(&name("Foot"), &name("LowerLeg"), [0.0, -0.4, 0.0]);
        add(&name("Toes"), &name("Foot"), [0.0, -0.08, 0.14]);
    }
    let end = |name: &str, offset: [f32; 3]| End {
        joint: joints.iter().position(|j| j.name == name).unwrap(),
        offset: Vec3::from(offset),
    };
    let ends = vec![
        end("Head", [0.0, 0.2, 0.0]),
        end("LeftHand", [0.09, 0.0, 0.0]),
        end("RightHand", [-0.09, 0.0, 0.0]),
        end("LeftToes", [0.0, 0.0, 0.06]),
        end("RightToes", [0.0, 0.0, 0.06]),
    ];
    Skeleton::with_ends(joints, ends).unwrap()
}

/// The person at rest, facing Z, for one frame at 60 Hz.
pub(crate) fn standing() -> (Skeleton, Clip) {
    let skeleton = person();
    let clip = Clip::still(&skeleton, "standing", 60.0, Pose::rest(&skeleton)).unwrap();
    (skeleton, clip)
}

/// The person gliding along a curve for two seconds at 60 Hz, limbs swinging, no two frames and no two sides alike.
pub(crate) fn walker() -> (Skeleton, Clip) {
    let skeleton = person();
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..121 {
        let t = frame as f32 / 60.0;
        let mut pose = Pose::rest(&skeleton);
        pose.translations[0] += Vec3::new((0.8 * t).sin(), 0.02 * (9.0 * t).sin(), 1.3 * t);
        for (joint, rotation) in pose.rotations.iter_mut().enumerate() {
            let phase = 6.0 * t + joint as f32;
            let swing = if joint == 0 { 0.1 } else { 0.3 };
            *rotation = Quat::from_rotation_x(swing * phase.sin()) * Quat::from_rotation_z(0.1 * phase.cos());
        }
        pose.rotations[0] = Quat::from_rotation_y(0.8 * t) * pose.rotations[0];
        translations.extend(pose.translations);
        rotations.extend(pose.rotations);
    }
    let clip = Clip::new(&skeleton, "walker", 60.0, translations, rotations).unwrap();
    (skeleton, clip)
}
