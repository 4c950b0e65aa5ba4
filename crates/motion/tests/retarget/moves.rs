//! Motion with everything that retargeting can get wrong: feet that are planted, roll over the ball and swing, knees and
//! elbows that bend, a trunk that turns, hands at the chin.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::ground::yaw;
use footwork_motion::ik::two_bone;
use footwork_motion::kinematics::world;
use footwork_motion::{Clip, Pose, Role, Side, Skeleton, Transform};

/// Hz
const RATE: f32 = 30.0;
/// s, of two steps.
const CYCLE: f32 = 1.1;
/// m, of two steps.
const STRIDE: f32 = 1.2;

/// Somebody who stands for half a second, arms hanging, and then walks along a curve; with his fists up where he `boxes`.
/// For bodies that stand at rest on the floor in world axes, arms out, facing +Z.
pub fn walk(skeleton: &Skeleton, boxes: bool) -> Clip {
    let frames = (5.0 * RATE) as usize;
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..frames {
        let pose = moment(skeleton, frame as f32 / RATE - 0.5, boxes);
        translations.extend(pose.translations);
        rotations.extend(pose.rotations);
    }
    Clip::new(skeleton, "walk", RATE, translations, rotations).unwrap()
}

fn moment(skeleton: &Skeleton, time: f32, boxes: bool) -> Pose {
    let walking = time.max(0.0);
    let begun = (walking / 0.5).min(1.0);
    let ahead = along(walking * STRIDE / CYCLE);
    let phase = std::f32::consts::TAU * walking / CYCLE;
    let mut pose = Pose::rest(skeleton);
    let joint = |role: Role| skeleton.joint(role).unwrap();
    let height = skeleton.offsets()[0].y - 0.03 - 0.02 * begun * (2.0 * phase).cos();
    let sway = ahead.rotation * Vec3::new(0.03 * begun * phase.sin(), 0.0, 0.0);
    pose.translations[0] = Vec3::new(ahead.translation.x, height, ahead.translation.z) + sway;
    pose.rotations[0] = ahead.rotation * yaw(0.1 * begun * phase.cos());
    pose.rotations[joint(Role::Spine)] = yaw(-0.25 * begun * phase.cos()) * Quat::from_rotation_x(0.05);
    pose.rotations[joint(Role::Head)] = Quat::from_rotation_x(0.1 * (0.7 * time).sin());
    for side in Side::BOTH {
        let sign = if side == Side::Left { 1.0 } else { -1.0 };
        let [shoulder, elbow, ..] = side.arm();
        let swing = 0.5 * begun * sign * phase.cos();
        let hang = Quat::from_rotation_x(-swing) * Quat::from_rotation_z(-sign * 1.4);
        let guard = Quat::from_rotation_y(-sign * 0.9) * Quat::from_rotation_z(-sign * 0.9);
        let punch = if boxes { begun * (0.5 + 0.5 * (2.0 * phase).sin() * sign).max(0.0) } else { 0.0 };
        pose.rotations[joint(shoulder)] = hang.slerp(guard, if boxes { begun } else { 0.0 });
        let bend = if boxes { 0.25 + begun * (1.9 - 1.5 * punch) } else { 0.25 + 0.2 * begun };
        pose.rotations[joint(elbow)] = yaw(-sign * bend);
    }
    for side in Side::BOTH {
        step(skeleton, &mut pose, side, walking, begun);
    }
    pose
}

/// The way on the ground, after so many metres.
fn along(metres: f32) -> Transform {
    let turn = 0.15 * metres;
    let (sin, cos) = turn.sin_cos();
    Transform::new(yaw(turn), Vec3::new((1.0 - cos) / 0.15, 0.0, sin / 0.15))
}

/// Puts a foot on the ground or swings it to its next place. Before it leaves, it rolls over the ball.
fn step(skeleton: &Skeleton, pose: &mut Pose, side: Side, walking: f32, begun: f32) {
    let sign = if side == Side::Left { 1.0 } else { -1.0 };
    let half = if side == Side::Left { 0.0 } else { 0.5 };
    let cycles = walking / CYCLE + half;
    let (step, phase) = (cycles.floor(), cycles.fract());
    let place = |step: f32| {
        let metres = ((step - half + 0.3) * STRIDE).max(0.0);
        let at = along(metres);
        Transform::new(at.rotation, at.point(Vec3::new(0.1 * sign, 0.0, 0.0)))
    };
    let (from, to) = (place(step), place(step + 1.0));
    let rest = {
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        world(skeleton, Pose::rest(skeleton).view(), &mut joints);
        joints
    };
    let [hip, knee, ankle, toe] = side.leg().map(|role| skeleton.site(role).unwrap());
    let stands = rest[ankle.joint].translation.y;
    let ball = toe.position(&rest).z - rest[ankle.joint].translation.z;
    // Flat until half of the cycle, rolling until 0.6, in the air until it comes down flat.
    let roll =
        0.6 * begun * ((phase - 0.5) / 0.1).clamp(0.0, 1.0) * (1.0 - ((phase - 0.6) / 0.3).clamp(0.0, 1.0));
    let swing = ((phase - 0.6) / 0.4).clamp(0.0, 1.0);
    let ease = swing * swing * (3.0 - 2.0 * swing);
    let facing = from.rotation.slerp(to.rotation, ease);
    let ground =
        from.translation.lerp(to.translation, ease) + 0.1 * (std::f32::consts::PI * swing).sin() * Vec3::Y;
    let pitch = Quat::from_rotation_x(roll);
    let foot = facing * pitch;
    let pivot = Vec3::new(0.0, 0.0, ball);
    let target = ground + facing * pivot + foot * (Vec3::new(0.0, stands, 0.0) - pivot);
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    world(skeleton, pose.view(), &mut joints);
    let at = [hip, knee, ankle].map(|site| joints[site.joint].translation);
    let bend = two_bone(at[0], at[1], at[2], target, Some(facing * Vec3::Z));
    let above = |joint: usize, joints: &[Transform]| joints[skeleton.parent(joint).unwrap()].rotation;
    let upper = bend.upper * joints[hip.joint].rotation;
    let lower = bend.lower * joints[knee.joint].rotation;
    pose.rotations[hip.joint] = (above(hip.joint, &joints).conjugate() * upper).normalize();
    pose.rotations[knee.joint] = (upper.conjugate() * lower).normalize();
    pose.rotations[ankle.joint] = (lower.conjugate() * foot).normalize();
}
