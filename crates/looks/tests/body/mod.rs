//! A plain body, and motions of it whose figures can be worked out by hand.
#![allow(dead_code)]

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::ik::reach;
use footwork_motion::{Clip, End, Joint, Pose, Role, Side, Skeleton, Transform, kinematics};

/// Frames per second of all clips here.
pub const RATE: f32 = 60.0;
/// m. How high the ankles are when the body stands.
pub const ANKLE: f32 = 0.08;

/// A person of 1.7 m in a T-pose, world-aligned frames, every role, soles at 0.
pub fn person() -> Skeleton {
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
        add(&name("Toes"), &name("Foot"), [0.0, -ANKLE, 0.14]);
    }
    let end = |name: &str, offset: [f32; 3]| End {
        joint: joints.iter().position(|j| j.name == name).expect("a joint"),
        offset: Vec3::from(offset),
    };
    let ends = vec![
        end("Head", [0.0, 0.2, 0.0]),
        end("LeftHand", [0.09, 0.0, 0.0]),
        end("RightHand", [-0.09, 0.0, 0.0]),
    ];
    Skeleton::with_ends(joints, ends).expect("a skeleton")
}

/// A clip out of a pose for each moment, in seconds.
pub fn clip(skeleton: &Skeleton, seconds: f32, change: impl Fn(f32, &mut Pose)) -> Clip {
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..=(seconds * RATE).round() as usize {
        let mut pose = Pose::rest(skeleton);
        change(frame as f32 / RATE, &mut pose);
        translations.extend(pose.translations);
        rotations.extend(pose.rotations);
    }
    Clip::new(skeleton, "made by hand", RATE, translations, rotations).expect("a clip")
}

/// Turns what plays a role, before what it is turned already.
pub fn turn(skeleton: &Skeleton, pose: &mut Pose, role: Role, by: Quat) {
    let joint = skeleton.joint(role).expect("a role");
    pose.rotations[joint] = by * pose.rotations[joint];
}

/// Puts an ankle somewhere with a flat foot that points ahead, the knee ahead.
pub fn place_foot(skeleton: &Skeleton, pose: &mut Pose, side: Side, ankle: Vec3) {
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, pose.view(), &mut world);
    let limb = [0, 1, 2].map(|n| skeleton.joint(side.leg()[n]).expect("a leg"));
    reach(skeleton, pose, &world, limb, ankle, Some(Vec3::Z));
    kinematics::world(skeleton, pose.view(), &mut world);
    pose.rotations[limb[2]] = kinematics::local_rotation(skeleton, &world, limb[2], Quat::IDENTITY);
}

/// Arms that hang.
pub fn hang_arms(skeleton: &Skeleton, pose: &mut Pose) {
    turn(skeleton, pose, Role::LeftShoulder, Quat::from_rotation_z(-1.4));
    turn(skeleton, pose, Role::RightShoulder, Quat::from_rotation_z(1.4));
}

/// s. One stride of the walker.
pub const STRIDE: f32 = 1.0;
/// m/s
pub const SPEED: f32 = 1.2;

/// Walks ahead at [`SPEED`], each foot on the ground for 60 % of a [`STRIDE`], the same in every stride; `change` adds to
/// it.
pub fn walker(skeleton: &Skeleton, seconds: f32, change: impl Fn(f32, &mut Pose)) -> Clip {
    clip(skeleton, seconds, |t, pose| {
        pose.translations[0] += Vec3::new(0.0, -0.06, SPEED * t);
        hang_arms(skeleton, pose);
        change(t, pose);
        for (side, late) in [(Side::Left, 0.0), (Side::Right, 0.5)] {
            let phase = t / STRIDE + late;
            let (step, part) = (phase.floor(), phase.fract());
            // The place of a landing is ahead of where the body is then, by half of what it goes until the foot leaves.
            let at = |step: f32| SPEED * STRIDE * (step - late) + 0.3 * SPEED * STRIDE;
            let swing = ((part - 0.6) / 0.4).max(0.0);
            let smooth = swing * swing * (3.0 - 2.0 * swing);
            let z = at(step) + smooth * (at(step + 1.0) - at(step));
            let y = ANKLE + 0.12 * (std::f32::consts::PI * swing).sin();
            let x = if side == Side::Left { 0.1 } else { -0.1 };
            place_foot(skeleton, pose, side, Vec3::new(x, y, z));
        }
    })
}
