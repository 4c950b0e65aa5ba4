//! A person who strolls round a bend, made up on the spot and written as BVH: something to try the command on, and
//! how a body, poses, IK and a clip go together.
//!
//! ```text
//! cargo run --release -p footwork-formats --example stroll -- stroll.bvh
//! ```

use std::error::Error;
use std::f32::consts::TAU;

use footwork_formats::{bvh, save};
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::ground::yaw;
use footwork_motion::ik::reach;
use footwork_motion::kinematics::world;
use footwork_motion::{Clip, End, Joint, Pose, Role, Side, Skeleton, Transform};

const RATE: f32 = 60.0;
const SECONDS: f32 = 4.0;
/// m/s
const SPEED: f32 = 1.0;
/// s, from one step of a foot to its next.
const CYCLE: f32 = 1.1;
/// Share of the cycle in which a foot is down.
const STANCE: f32 = 0.62;
/// m, of the bend.
const RADIUS: f32 = 2.0;
/// m, of the ankle above the floor.
const ANKLE: f32 = 0.08;
/// From the ankle to the ball of the foot, in metres.
const BALL: Vec3 = Vec3::new(0.0, -0.06, 0.14);

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("expected a file to write, such as stroll.bvh")?;
    let skeleton = person()?;
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..=(SECONDS * RATE) as u32 {
        let pose = stroll(&skeleton, frame as f32 / RATE)?;
        translations.extend(pose.translations);
        rotations.extend(pose.rotations);
    }
    let clip = Clip::new(&skeleton, "stroll", RATE, translations, rotations)?;
    save(&file, |out| bvh::write(out, &skeleton, &clip, bvh::WriteOptions::default()))?;
    Ok(())
}

/// A plain body in a T-pose, in metres. Its roles are found from the names.
fn person() -> Result<Skeleton, Box<dyn Error>> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut ends = Vec::new();
    let mut add = |name: &str, parent: &str, [x, y, z]: [f32; 3]| {
        let parent = joints.iter().position(|joint| joint.name == parent);
        joints.push(Joint { name: name.into(), parent, offset: Vec3::new(x, y, z), rest: Quat::IDENTITY });
        joints.len() - 1
    };
    add("Hips", "", [0.0, 0.95, 0.0]);
    add("Spine", "Hips", [0.0, 0.1, 0.0]);
    add("Chest", "Spine", [0.0, 0.2, 0.0]);
    add("Neck", "Chest", [0.0, 0.25, 0.0]);
    ends.push(End { joint: add("Head", "Neck", [0.0, 0.1, 0.0]), offset: 0.2 * Vec3::Y });
    for (side, x) in [("Left", 1.0), ("Right", -1.0)] {
        let name = |part: &str| format!("{side}{part}");
        add(&name("Shoulder"), "Chest", [0.05 * x, 0.2, 0.0]);
        add(&name("Arm"), &name("Shoulder"), [0.13 * x, 0.0, 0.0]);
        add(&name("ForeArm"), &name("Arm"), [0.28 * x, 0.0, 0.0]);
        let hand = add(&name("Hand"), &name("ForeArm"), [0.26 * x, 0.0, 0.0]);
        ends.push(End { joint: hand, offset: 0.09 * x * Vec3::X });
        add(&name("UpLeg"), "Hips", [0.1 * x, -0.05, 0.0]);
        add(&name("Leg"), &name("UpLeg"), [0.0, -0.42, 0.0]);
        add(&name("Foot"), &name("Leg"), [0.0, -0.40, 0.0]);
        let toes = add(&name("ToeBase"), &name("Foot"), BALL.to_array());
        ends.push(End { joint: toes, offset: 0.06 * Vec3::Z });
    }
    Ok(Skeleton::with_ends(joints, ends)?)
}

/// Where the path is after a time, and which way it heads.
fn path(t: f32) -> (Vec3, f32) {
    let heading = SPEED * t / RADIUS;
    (RADIUS * Vec3::new(1.0 - heading.cos(), 0.0, heading.sin()), heading)
}

fn stroll(skeleton: &Skeleton, t: f32) -> Result<Pose, Box<dyn Error>> {
    let mut pose = Pose::rest(skeleton);
    let (place, heading) = path(t);
    // The left foot comes down at 0, the right one half a cycle later.
    let phase = TAU * t / CYCLE;
    let mut turn = |role: Role, rotation: Quat| -> Result<(), Box<dyn Error>> {
        let joint = skeleton.joint(role)?;
        pose.rotations[joint] = rotation;
        Ok(())
    };
    let twist = 0.12 * phase.cos();
    let hips = yaw(heading - twist) * Quat::from_rotation_z(0.03 * phase.sin());
    turn(Role::Hips, hips)?;
    turn(Role::Spine, Quat::from_rotation_x(0.04) * yaw(1.7 * twist))?;
    turn(Role::Neck, yaw(-0.7 * twist))?;
    for (side, sign) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
        let [_, elbow, _, _] = side.arm();
        // An arm swings against the leg of its side.
        let swing = 0.45 * sign * phase.cos();
        turn(side.arm()[0], Quat::from_rotation_x(swing) * Quat::from_rotation_z(-1.4 * sign))?;
        turn(elbow, yaw(-sign * (0.35 - 0.3 * swing)))?;
    }
    pose.translations[0] = place + Vec3::Y * (0.915 - 0.015 * (2.0 * phase).cos());

    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    for (side, sign, late) in [(Side::Left, 1.0, 0.0), (Side::Right, -1.0, 0.5)] {
        let [hip, knee, ankle, _] = side.leg();
        let leg = [skeleton.joint(hip)?, skeleton.joint(knee)?, skeleton.joint(ankle)?];
        let (target, rotation) = foot(t, sign, late);
        pose.rotations[leg[2]] = hips.conjugate() * rotation;
        world(skeleton, pose.view(), &mut joints);
        reach(skeleton, &mut pose, &joints, leg, target, Some(yaw(heading) * Vec3::Z));
    }
    Ok(pose)
}

/// Where an ankle is and how its foot is turned: planted for a while, then on its way to the next place.
fn foot(t: f32, sign: f32, late: f32) -> (Vec3, Quat) {
    let steps = t / CYCLE - late;
    let (step, share) = (steps.floor(), steps - steps.floor());
    // A foot stands where the body passes by in the middle of its stance.
    let planted = |step: f32| {
        let (place, heading) = path((step + late + 0.5 * STANCE) * CYCLE);
        (place + yaw(heading) * Vec3::new(0.09 * sign, ANKLE, 0.0), yaw(heading))
    };
    // The heel rises over the ball of the foot before it leaves, and comes down first.
    let rolled = |(ankle, turned): (Vec3, Quat), pitch: f32| {
        let pitch_turn = turned * Quat::from_rotation_x(pitch);
        (ankle + turned * BALL - pitch_turn * BALL, pitch_turn)
    };
    let smooth = |x: f32| x * x * (3.0 - 2.0 * x);
    const OFF: f32 = 0.75;
    const HEEL: f32 = -0.3;
    if share < STANCE {
        let x = share / STANCE;
        return match x {
            x if x < 0.15 => {
                let (ankle, turned) = planted(step);
                (ankle, turned * Quat::from_rotation_x(HEEL * (1.0 - smooth(x / 0.15))))
            }
            x => rolled(planted(step), OFF * smooth(((x - 0.55) / 0.45).max(0.0))),
        };
    }
    let x = smooth((share - STANCE) / (1.0 - STANCE));
    let (from, from_turn) = rolled(planted(step), OFF);
    let (to, turned) = planted(step + 1.0);
    let lift = 0.06 * (0.5 * TAU * x).sin() * Vec3::Y;
    (from.lerp(to, x) + lift, from_turn.slerp(turned * Quat::from_rotation_x(HEEL), x))
}
