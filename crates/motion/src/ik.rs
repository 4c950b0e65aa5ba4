//! Inverse kinematics: a limb that reaches for a point, a head that turns to one.

use glam::{Mat3, Quat, Vec3};

use crate::clip::Clip;
use crate::ground::facing;
use crate::kinematics::{local_rotation, world};
use crate::pose::Pose;
use crate::role::{MissingRole, Role};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// A limb is never stretched further than this share of its length: at full stretch a knee snaps.
const STRETCH: f32 = 0.9995;
/// m, no limb reaches for a point nearer than this to its root: directions need a length.
const LEAST_REACH: f32 = 1e-6;

/// How a limb of two bones has to turn, in the world, to reach a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// To be applied to the upper bone's rotation in the world.
    pub upper: Quat,
    /// To be applied to the lower bone's.
    pub lower: Quat,
    /// Where the tip arrives: at the target, or as near as the limb is long.
    pub tip: Vec3,
}

/// Bends a limb, given by where its three joints are, so that its tip comes to `target`. The middle joint points to
/// where `pole` says, as a direction; without a pole it stays on the side where it is.
pub fn two_bone(root: Vec3, middle: Vec3, tip: Vec3, target: Vec3, pole: Option<Vec3>) -> Bend {
    let (upper, lower) = (middle - root, tip - middle);
    let (a, b) = (upper.length(), lower.length());
    let limb = tip - root;
    let reach = target - root;
    let Some(ahead) = reach.try_normalize().or_else(|| limb.try_normalize()) else {
        return Bend { upper: Quat::IDENTITY, lower: Quat::IDENTITY, tip };
    };
    // Where one bone is some 4000 times shorter than the other, the limb folded up is longer than the stretch allows.
    let folded = (a - b).abs().max(LEAST_REACH);
    let distance = reach.length().max(folded).min(((a + b) * STRETCH).max(folded));
    // Where the middle joint sticks out now, and where it will.
    let out_now = perpendicular(upper, limb.normalize_or(ahead));
    let out_now = out_now.unwrap_or_else(|| {
        perpendicular(pole.unwrap_or(Vec3::Z), limb.normalize_or(ahead)).unwrap_or(Vec3::Z)
    });
    let wanted = pole.unwrap_or_else(|| Quat::from_rotation_arc(limb.normalize_or(ahead), ahead) * out_now);
    let out = perpendicular(wanted, ahead).unwrap_or_else(|| ahead.any_orthonormal_vector());
    // The law of cosines, at the root.
    let along = (a * a + distance * distance - b * b) / (2.0 * distance);
    let aside = (a * a - along * along).max(0.0).sqrt();
    let new_upper = ahead * along + out * aside;
    let new_lower = ahead * distance - new_upper;
    let hinge_now = limb.normalize_or(ahead).cross(out_now);
    let hinge = ahead.cross(out);
    Bend {
        upper: turn(upper, hinge_now, new_upper, hinge),
        lower: turn(lower, hinge_now, new_lower, hinge),
        tip: root + ahead * distance,
    }
}

/// The part of `v` that is square to a unit vector, as a unit vector.
fn perpendicular(v: Vec3, to: Vec3) -> Option<Vec3> {
    let part = v - to * v.dot(to);
    (part.length_squared() > 1e-8 * v.length_squared()).then(|| part.try_normalize()).flatten()
}

/// The rotation that takes a bone and its hinge to a new bone and hinge, so that a knee bends as a knee does.
fn turn(bone: Vec3, hinge: Vec3, new_bone: Vec3, new_hinge: Vec3) -> Quat {
    let frame = |bone: Vec3, hinge: Vec3| {
        let along = bone.try_normalize()?;
        let hinge = perpendicular(hinge, along)?;
        Some(Quat::from_mat3(&Mat3::from_cols(along, hinge, along.cross(hinge))))
    };
    match (frame(bone, hinge), frame(new_bone, new_hinge)) {
        (Some(from), Some(to)) => (to * from.conjugate()).normalize(),
        _ => Quat::IDENTITY,
    }
}

/// Bends a limb of a pose so that its tip comes to `target`; the tip keeps its rotation in the world, so that a
/// planted foot stays flat. `joints` are the limb's upper, lower and tip joint; `world` is where they are.
pub fn reach(
    skeleton: &Skeleton,
    pose: &mut Pose,
    world: &[Transform],
    joints: [usize; 3],
    target: Vec3,
    pole: Option<Vec3>,
) {
    let [upper, lower, tip] = joints;
    let at = joints.map(|joint| world[joint].translation);
    let bend = two_bone(at[0], at[1], at[2], target, pole);
    // Between the limb's joints there may be others, such as for twist, that move with the bone they are on.
    let parent_rotation = |joint: usize| skeleton.parent(joint).map_or(Quat::IDENTITY, |p| world[p].rotation);
    pose.rotations[upper] =
        local_rotation(skeleton, world, upper, bend.upper * world[upper].rotation).normalize();
    let above_lower = bend.upper * parent_rotation(lower);
    pose.rotations[lower] = (above_lower.conjugate() * bend.lower * world[lower].rotation).normalize();
    let above_tip = bend.lower * parent_rotation(tip);
    pose.rotations[tip] = (above_tip.conjugate() * world[tip].rotation).normalize();
}

/// Where the head looks, in the head's own frame: ahead of the body, on average over a clip. Rigs agree on no
/// axis for it.
pub fn gaze_axis(skeleton: &Skeleton, clip: &Clip) -> Result<Vec3, MissingRole> {
    let head = skeleton.joint(Role::Head)?;
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    let mut sum = Vec3::ZERO;
    // Some frames are enough for an average.
    for frame in (0..clip.frames()).step_by(clip.frames().div_ceil(256)) {
        world(skeleton, clip.frame(frame), &mut joints);
        sum += joints[head].rotation.conjugate() * facing(skeleton, &joints)?;
    }
    Ok(sum.normalize_or(Vec3::Z))
}

/// Turns a joint so that `axis`, in its own frame, points at `target`, by `limit` radians at most.
pub fn look_at(
    skeleton: &Skeleton,
    pose: &mut Pose,
    world: &[Transform],
    joint: usize,
    axis: Vec3,
    target: Vec3,
    limit: f32,
) {
    let at = world[joint];
    let (Some(now), Some(wanted)) =
        ((at.rotation * axis).try_normalize(), (target - at.translation).try_normalize())
    else {
        return;
    };
    let arc = Quat::from_rotation_arc(now, wanted);
    let angle = now.angle_between(wanted);
    let share = if angle > limit { limit.max(0.0) / angle } else { 1.0 };
    let rotation = Quat::IDENTITY.slerp(arc, share) * at.rotation;
    pose.rotations[joint] = local_rotation(skeleton, world, joint, rotation).normalize();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::walker;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-1.0_f32..1.0).prop_map(Vec3::from)
    }

    /// Any length a file can give a bone: none at all, or from a tenth of a micrometre to a kilometre.
    fn length() -> impl Strategy<Value = f32> {
        prop_oneof![1 => Just(0.0_f32), 9 => (-7.0_f32..3.0).prop_map(|e| libm::powf(10.0, e))]
    }

    proptest! {
        #[test]
        fn bones_of_any_lengths_give_rotations_and_a_tip_at_the_target_or_as_near_as_can_be(
            (root, upper, lower, target) in (point(), point(), point(), point()),
            (a, b, away) in (length(), length(), length()),
            pole in prop::option::of(point()),
        ) {
            let (upper, lower) = (upper.normalize_or(Vec3::X) * a, lower.normalize_or(Vec3::Y) * b);
            let target = root + target.normalize_or(Vec3::Z) * away;
            let bend = two_bone(root, root + upper, root + upper + lower, target, pole);
            prop_assert!(bend.upper.is_normalized() && bend.lower.is_normalized() && bend.tip.is_finite());
            let tip = root + bend.upper * upper + bend.lower * lower;
            let far = (target - root).length();
            let least = (far - (a + b)).max((a - b).abs() - far).max(0.0);
            // A thousandth of the limb, for the stretch that is left and for rounding where one bone is far shorter.
            let slack = 2e-3 * (a + b) + 1e-5;
            prop_assert!((tip - target).length() <= least + slack, "{} of {least}", (tip - target).length());
        }

        #[test]
        fn a_limb_reaches_what_it_can_and_never_changes_length(
            root in point(), upper in point(), lower in point(), target in point(), pole in prop::option::of(point()),
        ) {
            prop_assume!(upper.length() > 0.05 && lower.length() > 0.05);
            prop_assume!((target - root).length() > 1e-3);
            let (middle, tip) = (root + upper, root + upper + lower);
            let bend = two_bone(root, middle, tip, target, pole);
            let new_middle = root + bend.upper * upper;
            let new_tip = new_middle + bend.lower * lower;
            prop_assert!((new_tip - bend.tip).length() < 1e-3, "{new_tip} {}", bend.tip);
            let (a, b, far) = (upper.length(), lower.length(), (target - root).length());
            if far < (a + b) * 0.999 && far > (a - b).abs() + 1e-3 {
                prop_assert!((new_tip - target).length() < 1e-3, "{new_tip} is not {target}");
            } else {
                prop_assert!((new_tip - root).normalize().dot((target - root).normalize()) > 0.999);
            }
        }

        #[test]
        fn the_middle_joint_points_to_the_pole(upper in point(), lower in point(), target in point(), pole in point()) {
            prop_assume!(upper.length() > 0.1 && lower.length() > 0.1 && target.length() > 0.1);
            let bend = two_bone(Vec3::ZERO, upper, upper + lower, target, Some(pole));
            let ahead = target.normalize();
            let aside = |v: Vec3| v - ahead * v.dot(ahead);
            let (out, wanted) = (aside(bend.upper * upper), aside(pole));
            prop_assume!(out.length() > 0.02 && wanted.length() > 0.02);
            prop_assert!(out.normalize().dot(wanted.normalize()) > 0.999);
        }
    }

    #[test]
    fn a_foot_that_is_moved_by_reaching_arrives_and_keeps_its_rotation() {
        let (skeleton, clip) = walker();
        let leg = [Role::LeftHip, Role::LeftKnee, Role::LeftAnkle].map(|r| skeleton.joint(r).unwrap());
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        for frame in 0..clip.frames() {
            let mut pose = Pose::from(clip.frame(frame));
            world(&skeleton, pose.view(), &mut joints);
            let foot = joints[leg[2]];
            let target = foot.translation + Vec3::new(0.05, 0.06, -0.04);
            reach(&skeleton, &mut pose, &joints, leg, target, None);
            world(&skeleton, pose.view(), &mut joints);
            assert!((joints[leg[2]].translation - target).length() < 1e-3, "frame {frame}");
            assert!(joints[leg[2]].rotation.dot(foot.rotation).abs() > 0.9999);
        }
    }

    #[test]
    fn a_head_looks_at_a_point_but_no_further_than_its_limit() {
        let (skeleton, clip) = walker();
        let head = skeleton.joint(Role::Head).unwrap();
        let axis = gaze_axis(&skeleton, &clip).unwrap();
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        let mut pose = Pose::from(clip.frame(7));
        world(&skeleton, pose.view(), &mut joints);
        let before = joints[head];
        let target = before.point(axis * 2.0 + Vec3::new(0.5, 0.3, 0.1));
        look_at(&skeleton, &mut pose, &joints, head, axis, target, 3.0);
        world(&skeleton, pose.view(), &mut joints);
        let sees = |t: Transform| (t.rotation * axis).angle_between(target - t.translation);
        assert!(sees(joints[head]) < 1e-3);
        let behind = before.point(-axis);
        let mut pose = Pose::from(clip.frame(7));
        world(&skeleton, pose.view(), &mut joints);
        look_at(&skeleton, &mut pose, &joints, head, axis, behind, 0.5);
        world(&skeleton, pose.view(), &mut joints);
        let turned = (joints[head].rotation * axis).angle_between(before.rotation * axis);
        assert!((turned - 0.5).abs() < 1e-3, "{turned}");
    }
}
