//! Carrying motion from one body to another of the same structure and other proportions.
//!
//! Local rotations are taken over as they are, and the root's path is scaled by the ratio of the legs, so that
//! steps stay steps; pelvises differ too, so it is the middle between the hip joints that follows the path. That
//! alone lets feet slide and sink where thigh, shin and pelvis differ in other ratios; so
//! the ankles are then brought by IK to where the first body's were, scaled about the ground: what was planted stays
//! planted. A foot of another size keeps its sole on the floor.

use glam::Vec3;

use crate::clip::{Clip, ClipError};
use crate::ik::reach;
use crate::kinematics::{WorldClip, world};
use crate::pose::Pose;
use crate::quality::percentile;
use crate::role::{MissingRole, Role, Side};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// Bones that point this much elsewhere in their parent's frame are of another rig.
const SAME_AXES_DEGREES: f32 = 40.0;

/// Why motion cannot be carried over.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RetargetError {
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
    #[error(transparent)]
    Clip(#[from] ClipError),
    #[error(
        "the bodies are of different structure: {joint:?} hangs on {parent:?} in one and on {other:?} in the other"
    )]
    Structure { joint: String, parent: String, other: String },
    #[error(
        "the bodies' joints have different axes: the bone to {joint:?} points {degrees:.0}° elsewhere; \
         motion can be carried between bodies of one rig only"
    )]
    Axes { joint: String, degrees: f32 },
}

/// The motion of `clip`, made for the body `from`, on the body `to`.
pub fn retarget(clip: &Clip, from: &Skeleton, to: &Skeleton) -> Result<Clip, RetargetError> {
    let sources = sources(from, to)?;
    let scale = to.leg_length()? / from.leg_length()?.max(f32::MIN_POSITIVE);
    let source_world = WorldClip::new(from, clip);
    let feet = [Side::Left, Side::Right].map(|side| Foot::new(side, from, to, scale, &source_world));
    let [left, right] = feet;
    let feet = [left?, right?];

    let mut pose = Pose::rest(to);
    let mut joints = vec![Transform::IDENTITY; to.len()];
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..clip.frames() {
        let source = clip.frame(frame);
        for (rotation, from_joint) in pose.rotations.iter_mut().zip(&sources) {
            if let Some(joint) = from_joint {
                *rotation = source.rotations[*joint];
            }
        }
        for (slot, joint) in to.translated_joints().enumerate() {
            let from_slot = sources[joint].and_then(|joint| {
                from.translated_joints().position(|translated_joint| translated_joint == joint)
            });
            if let Some(from_slot) = from_slot {
                pose.translations[slot] = scale * source.translations[from_slot];
            }
        }
        world(to, pose.view(), &mut joints);
        let hips = |skeleton: &Skeleton, joints: &[Transform]| -> Result<Vec3, MissingRole> {
            let [left, right] = skeleton.roles().require_all([Role::LeftHip, Role::RightHip])?;
            Ok(0.5 * (left.position(joints) + right.position(joints)))
        };
        let shift = scale * hips(from, source_world.frame(frame))? - hips(to, &joints)?;
        pose.translations[0] += shift;
        joints.iter_mut().for_each(|joint| joint.translation += shift);
        for foot in &feet {
            let target = scale * source_world.position(frame, foot.source) + Vec3::new(0.0, foot.lift, 0.0);
            reach(to, &mut pose, &joints, foot.leg, target, None);
        }
        translations.extend_from_slice(&pose.translations);
        rotations.extend_from_slice(&pose.rotations);
    }
    Ok(Clip::new(to, clip.name.clone(), clip.rate(), translations, rotations)?)
}

struct Foot {
    /// The ankle whose place is followed.
    source: usize,
    /// Hip, knee and ankle of the body that follows.
    leg: [usize; 3],
    /// m. How much higher or lower the other ankle stands above its sole.
    lift: f32,
}

impl Foot {
    fn new(
        side: Side,
        from: &Skeleton,
        to: &Skeleton,
        scale: f32,
        source_world: &WorldClip,
    ) -> Result<Foot, RetargetError> {
        let [hip, knee, ankle, toe] = side.leg();
        let source = from.joint(ankle)?;
        let leg = [to.joint(hip)?, to.joint(knee)?, to.joint(ankle)?];
        let length = |skeleton: &Skeleton| -> Option<f32> {
            let (ankle, toe) = (skeleton.site(ankle).ok()?, skeleton.site(toe).ok()?);
            Some(skeleton.chain_length(ankle.joint, toe.joint) + toe.offset.length())
        };
        let lift = match (length(from), length(to)) {
            (Some(from), Some(to)) if from > 0.0 => {
                // Where the ankle is when the foot stands.
                let heights =
                    (0..source_world.frames()).map(|f| source_world.position(f, source).y).collect();
                let standing = percentile(heights, 0.05).max(0.0);
                standing * (to / from - scale)
            }
            _ => 0.0,
        };
        Ok(Foot { source, leg, lift })
    }
}

/// For each joint of `to`, the joint of `from` that moves it: of the same name, or else of the same role.
fn sources(from: &Skeleton, to: &Skeleton) -> Result<Vec<Option<usize>>, RetargetError> {
    let by_role = |joint: usize| to.roles().of_joint(joint).and_then(|role| from.joint(role).ok());
    let found: Vec<Option<usize>> =
        (0..to.len()).map(|joint| from.find(to.name(joint)).or_else(|| by_role(joint))).collect();
    for (joint, source) in found.iter().enumerate() {
        let (Some(source), Some(parent)) = (source, to.parent(joint)) else { continue };
        let above = from.parent(*source);
        if above != found[parent] {
            let name = |skeleton: &Skeleton, joint: Option<usize>| {
                joint.map_or("nothing".to_string(), |joint| skeleton.name(joint).to_string())
            };
            return Err(RetargetError::Structure {
                joint: to.name(joint).to_string(),
                parent: name(from, above),
                other: name(to, Some(parent)),
            });
        }
    }
    // Rotations mean the same only where bones have the same directions in their parents' frames.
    for role in
        Side::BOTH.iter().flat_map(|side| [side.leg(), side.arm()]).flat_map(|limb| [limb[1], limb[2]])
    {
        let (Ok(own), Ok(other)) = (to.joint(role), from.joint(role)) else { continue };
        let (a, b) = (to.offsets()[own], from.offsets()[other]);
        let degrees = a.angle_between(b).to_degrees();
        if degrees > SAME_AXES_DEGREES {
            return Err(RetargetError::Axes { joint: to.name(own).to_string(), degrees });
        }
    }
    to.joint(Role::Hips)?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::foot_skate;
    use crate::testing::{person, walker};
    use glam::Quat;

    /// A body of other proportions: longer shins, shorter thighs, broad hips, short arms, big feet.
    fn other() -> Skeleton {
        let mut other = person();
        for (role, stretch) in [
            (Role::LeftKnee, 0.8),
            (Role::RightKnee, 0.8),
            (Role::LeftAnkle, 1.1),
            (Role::RightAnkle, 1.1),
            (Role::LeftHip, 1.4),
            (Role::RightHip, 1.4),
            (Role::LeftElbow, 0.8),
            (Role::LeftToe, 1.3),
            (Role::RightToe, 1.3),
        ] {
            let joint = other.joint(role).unwrap();
            let offset = other.offsets()[joint] * stretch;
            other.set_offset(joint, offset);
        }
        other
    }

    /// The person marching on the spot: the left foot planted for a second while the body sways above it.
    fn swaying() -> Clip {
        let skeleton = person();
        let leg = [Role::LeftHip, Role::LeftKnee, Role::LeftAnkle].map(|r| skeleton.joint(r).unwrap());
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        let planted = Vec3::new(0.1, 0.08, 0.05);
        let (mut translations, mut rotations) = (Vec::new(), Vec::new());
        for frame in 0..61 {
            let mut pose = Pose::rest(&skeleton);
            let phase = frame as f32 / 10.0;
            pose.translations[0] = Vec3::new(0.1 * phase.sin(), 0.88, 0.1 * phase.cos());
            world(&skeleton, pose.view(), &mut joints);
            reach(&skeleton, &mut pose, &joints, leg, planted, Some(Vec3::Z));
            translations.extend(pose.translations);
            rotations.extend(pose.rotations);
        }
        Clip::new(&skeleton, "sway", 60.0, translations, rotations).unwrap()
    }

    #[test]
    fn a_body_carries_its_own_motion_unchanged() {
        let (skeleton, clip) = walker();
        let same = retarget(&clip, &skeleton, &skeleton).unwrap();
        let (a, b) = (WorldClip::new(&skeleton, &clip), WorldClip::new(&skeleton, &same));
        for frame in 0..clip.frames() {
            for joint in 0..skeleton.len() {
                assert!((a.position(frame, joint) - b.position(frame, joint)).length() < 2e-3);
            }
        }
    }

    #[test]
    fn a_planted_foot_stays_planted_on_the_floor_of_another_body() {
        let (from, to) = (person(), other());
        let clip = swaying();
        let carried = retarget(&clip, &from, &to).unwrap();
        let world = WorldClip::new(&to, &carried);
        let ankle = to.joint(Role::LeftAnkle).unwrap();
        let feet: Vec<Vec3> = (0..world.frames()).map(|f| world.position(f, ankle)).collect();
        assert!(foot_skate(&feet, &[true; 61], 60.0) < 1e-3);
        // The foot is 1.3 times as large, so its ankle stands 1.3 times as high.
        assert!(feet.iter().all(|foot| (foot.y - 1.3 * 0.08).abs() < 2e-3), "{:?}", feet[0]);
    }

    #[test]
    fn the_path_is_scaled_by_the_legs() {
        let (from, clip) = walker();
        let tall = from.clone().scaled(1.2);
        let carried = retarget(&clip, &from, &tall).unwrap();
        let last = clip.frames() - 1;
        let path = |clip: &Clip| clip.frame(last).translations[0] - clip.frame(0).translations[0];
        assert!((path(&carried) - 1.2 * path(&clip)).length() < 1e-3);
        let (a, b) = (WorldClip::new(&from, &clip), WorldClip::new(&tall, &carried));
        for joint in 0..from.len() {
            assert!((1.2 * a.position(50, joint) - b.position(50, joint)).length() < 3e-3);
        }
    }

    #[test]
    fn a_rig_with_other_axes_or_another_tree_is_refused_by_name() {
        let (from, clip) = walker();
        let axes = person().turned(Quat::from_rotation_x(1.5));
        assert!(matches!(retarget(&clip, &from, &axes), Err(RetargetError::Axes { .. })));
        let mut joints: Vec<crate::Joint> = from.joints().collect();
        let collar = from.find("LeftCollar").unwrap();
        joints[collar].parent = from.find("Neck");
        let tree = Skeleton::new(joints).unwrap();
        let error = retarget(&clip, &from, &tree).unwrap_err();
        assert!(matches!(&error, RetargetError::Structure { joint, .. } if joint == "LeftCollar"), "{error}");
    }
}
