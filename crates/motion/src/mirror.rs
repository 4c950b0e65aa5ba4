//! Mirroring: the motion that a mirror on the body's left would show.
//!
//! In the world, mirroring turns X into −X. What that means for a local rotation depends on how a rig lays its
//! joints' frames: in a world-aligned rig left and right simply swap, in one whose bones lie along an axis the
//! mirrored frame is another one than the frame of the joint on the other side. The difference is a constant
//! rotation per joint, K, found once from the rest pose: with Λ for "mirrored in the world", the joint m on the other
//! side of joint j gets `Kₚ⁻¹ · Λ(local rotation of j) · Kⱼ`, where p is j's parent.
//!
//! A rest pose that is not symmetric (some glTF files have a frame of the motion there) tells nothing. Then K is
//! found from the bones' directions, and what they leave open, from the motion: on average both sides do the same.

use glam::{Mat3, Quat, Vec3};

use crate::clip::Clip;
use crate::kinematics::world;
use crate::pose::{Pose, PoseView};
use crate::role::find::sideless;
use crate::role::{MissingRole, Role};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// A rest pose is symmetric if every joint is this near to its mirror image, as a share of a leg's length.
const SYMMETRIC: f32 = 0.15;

/// What mirroring a skeleton's poses needs to know. Made once per skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    /// The joint on the other side; a joint on the middle line is its own.
    partners: Vec<u16>,
    /// `Kₚ⁻¹`, per joint.
    before: Vec<Quat>,
    /// `Kⱼ`, per joint.
    after: Vec<Quat>,
    /// Per translated_joint, the joint it is and the slot of its partner's translation.
    translated_joints: Vec<(u16, u16)>,
}

impl Mirror {
    /// Finds out how to mirror a skeleton. `motion` is only looked at where the rest pose tells nothing.
    pub fn new(skeleton: &Skeleton, motion: &Clip) -> Result<Mirror, MissingRole> {
        let partners = partners(skeleton);
        let after = match corrections_from_rest(skeleton, &partners)? {
            Some(corrections) => corrections,
            None => corrections_from_motion(skeleton, &partners, motion),
        };
        let before = (0..skeleton.len())
            .map(|joint| skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| after[parent].conjugate()))
            .collect();
        let slot = |joint: u16| skeleton.translated_joints().position(|m| m == joint as usize);
        // A translated_joint whose partner does not move mirrors onto itself.
        let translated_joints = skeleton
            .translated_joints()
            .enumerate()
            .map(|(own, joint)| (joint as u16, slot(partners[joint]).unwrap_or(own) as u16))
            .collect();
        Ok(Mirror { partners, before, after, translated_joints })
    }

    /// The joint on the other side.
    pub fn partner(&self, joint: usize) -> usize {
        self.partners[joint] as usize
    }

    /// Mirrors a pose. Nothing is allocated.
    pub fn pose(&self, pose: PoseView<'_>, out: &mut Pose) {
        for (joint, &partner) in self.partners.iter().enumerate() {
            let mirrored = self.before[joint] * reflected(pose.rotations[joint]) * self.after[joint];
            out.rotations[partner as usize] = mirrored.normalize();
        }
        for (&translation, &(joint, to)) in pose.translations.iter().zip(&self.translated_joints) {
            out.translations[to as usize] = self.before[joint as usize] * flipped(translation);
        }
    }

    /// Mirrors a clip.
    pub fn clip(&self, clip: &Clip) -> Clip {
        let mut out = clip.clone();
        let mut pose = Pose::from(clip.frame(0));
        for frame in 0..clip.frames() {
            self.pose(clip.frame(frame), &mut pose);
            out.rotations_mut(frame).copy_from_slice(&pose.rotations);
            out.translations_mut(frame).copy_from_slice(&pose.translations);
        }
        out
    }
}

/// A point as the mirror shows it.
#[inline]
fn flipped(v: Vec3) -> Vec3 {
    Vec3::new(-v.x, v.y, v.z)
}

/// A rotation as the mirror shows it.
#[inline]
fn reflected(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

/// The joint on the other side of each, from the roof of the tree down: by role, then by name without its side.
fn partners(skeleton: &Skeleton) -> Vec<u16> {
    let names: Vec<String> = (0..skeleton.len()).map(|joint| sideless(skeleton.name(joint))).collect();
    let mut partners = vec![u16::MAX; skeleton.len()];
    partners[0] = 0;
    for joint in 1..skeleton.len() {
        if partners[joint] != u16::MAX {
            continue;
        }
        let parent = skeleton.parent(joint).unwrap_or(0);
        let across = partners[parent] as usize;
        let free = |&other: &usize| other != joint && partners[other] == u16::MAX;
        let by_role = skeleton.roles().of_joint(joint).and_then(|role| {
            let other = skeleton.joint(role.mirrored()).ok()?;
            (skeleton.parent(other) == Some(across)).then_some(other)
        });
        let by_name = || skeleton.children(across).filter(free).find(|&other| names[other] == names[joint]);
        let partner = by_role.filter(free).or_else(by_name).unwrap_or(joint);
        partners[joint] = partner as u16;
        partners[partner] = joint as u16;
    }
    partners
}

/// Where left is in a pose: from the right joints to the left ones.
fn left_of(skeleton: &Skeleton, joints: &[Transform]) -> Result<Vec3, MissingRole> {
    let at = |role| skeleton.site(role).map(|site| site.position(joints));
    let hips = at(Role::LeftHip)? - at(Role::RightHip)?;
    let shoulders = match (at(Role::LeftShoulder), at(Role::RightShoulder)) {
        (Ok(left), Ok(right)) => left - right,
        _ => Vec3::ZERO,
    };
    Ok((hips + shoulders).normalize_or(Vec3::X))
}

/// The constant rotations if the rest pose is symmetric.
fn corrections_from_rest(skeleton: &Skeleton, partners: &[u16]) -> Result<Option<Vec<Quat>>, MissingRole> {
    let mut rest = vec![Transform::IDENTITY; skeleton.len()];
    world(skeleton, Pose::rest(skeleton).view(), &mut rest);
    // Seen so that left is +X.
    let upright = Quat::from_rotation_arc(left_of(skeleton, &rest)?, Vec3::X);
    let root = rest[skeleton.joint(Role::Hips)?].translation;
    let place = |joint: usize| upright * (rest[joint].translation - root);
    let tolerance = SYMMETRIC * skeleton.leg_length()?;
    let symmetric = |joint: usize| {
        let partner = partners[joint] as usize;
        // What hangs above the hips is no part of the body.
        (flipped(place(joint)) - place(partner)).length() < tolerance
            || skeleton.roles().of_joint(joint).is_none()
    };
    if !(0..skeleton.len()).all(symmetric) {
        return Ok(None);
    }
    let correction = |joint: usize| {
        let (own, other) =
            (upright * rest[joint].rotation, upright * rest[partners[joint] as usize].rotation);
        tidy(reflected(own).conjugate() * other)
    };
    Ok(Some((0..skeleton.len()).map(correction).collect()))
}

/// The constant rotations from bones and motion.
fn corrections_from_motion(skeleton: &Skeleton, partners: &[u16], motion: &Clip) -> Vec<Quat> {
    let means: Vec<Quat> = (0..skeleton.len()).map(|joint| mean_rotation(motion, joint)).collect();
    let mut corrections = vec![Quat::IDENTITY; skeleton.len()];
    for joint in 0..skeleton.len() {
        let partner = partners[joint] as usize;
        // Where a bone leads, and where the other side's must lead to after correction.
        let mut bones = directions(skeleton, joint, partner, partners);
        bones.sort_by(|a, b| b.0.length_squared().total_cmp(&a.0.length_squared()));
        let above = skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| corrections[parent]);
        let by_motion = (reflected(means[joint]).conjugate() * above * means[partner]).normalize();
        let first = bones.first().and_then(|(from, to)| Some((from.try_normalize()?, to.try_normalize()?)));
        corrections[joint] = match first {
            None => by_motion,
            Some((from, to)) => {
                let frame = |first: Vec3, second: Vec3| {
                    let side = first.cross(second).normalize();
                    Quat::from_mat3(&Mat3::from_cols(first, side, first.cross(side)))
                };
                let apart = |v: &Vec3, first: Vec3| v.normalize_or_zero().cross(first).length() > 0.3;
                match bones.iter().find(|(a, b)| apart(a, from) && apart(b, to)) {
                    Some(&(a, b)) => (frame(to, b) * frame(from, a).conjugate()).normalize(),
                    None => {
                        // The bone fixes all but the turn about itself; the motion says that.
                        let arc = Quat::from_rotation_arc(from, to);
                        let left_over = arc.conjugate() * by_motion;
                        let about = from * left_over.xyz().dot(from);
                        let twist = Quat::from_xyzw(about.x, about.y, about.z, left_over.w);
                        if twist.length() > 1e-3 { (arc * twist.normalize()).normalize() } else { arc }
                    }
                }
            }
        };
    }
    corrections
}

/// Pairs of bones that leave a joint's partner and the joint, the latter as the mirror shows it.
fn directions(skeleton: &Skeleton, joint: usize, partner: usize, partners: &[u16]) -> Vec<(Vec3, Vec3)> {
    let offsets = skeleton.offsets();
    let bones =
        skeleton.children(joint).map(|child| (offsets[partners[child] as usize], flipped(offsets[child])));
    let ends =
        |joint: usize| skeleton.ends().iter().filter(move |end| end.joint == joint).map(|end| end.offset);
    let tips = ends(partner).zip(ends(joint)).map(|(other, own)| (other, flipped(own)));
    bones.chain(tips).filter(|(from, to)| from.length() > 1e-4 && to.length() > 1e-4).collect()
}

fn mean_rotation(clip: &Clip, joint: usize) -> Quat {
    let first = clip.frame(0).rotations[joint];
    let mut sum = glam::DVec4::ZERO;
    for frame in 0..clip.frames() {
        let q = clip.frame(frame).rotations[joint];
        let q = if q.dot(first) < 0.0 { -q } else { q };
        sum += glam::Vec4::from(q).as_dvec4();
    }
    Quat::from_vec4(sum.normalize_or(glam::DVec4::W).as_vec4())
}

/// A correction this small is rounding of the rest pose, and left out.
fn tidy(q: Quat) -> Quat {
    let q = if q.w < 0.0 { -q } else { q };
    if q.xyz().length() < 1e-5 { Quat::IDENTITY } else { q.normalize() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::WorldClip;
    use crate::skeleton::Joint;
    use crate::testing::{person, walker};

    fn joints_are_mirrored(skeleton: &Skeleton, clip: &Clip, mirrored: &Clip, mirror: &Mirror, within: f32) {
        let (a, b) = (WorldClip::new(skeleton, clip), WorldClip::new(skeleton, mirrored));
        for frame in 0..clip.frames() {
            for joint in 0..skeleton.len() {
                let away = flipped(a.position(frame, joint)) - b.position(frame, mirror.partner(joint));
                assert!(away.length() < within, "{} in frame {frame}: {away}", skeleton.name(joint));
            }
        }
    }

    /// The same body with every joint's frame turned by something else, as rigs do that lay bones along an axis.
    fn with_odd_frames(skeleton: &Skeleton, clip: &Clip, symmetric_rest: bool) -> (Skeleton, Clip) {
        let turn =
            |joint: usize| Quat::from_euler(glam::EulerRot::ZYX, joint as f32, 0.3 * joint as f32, 1.0);
        let above = |joint: usize| skeleton.parent(joint).map_or(Quat::IDENTITY, turn);
        let joints = skeleton
            .joints()
            .enumerate()
            .map(|(j, joint)| Joint {
                offset: above(j).conjugate() * joint.offset,
                rest: above(j).conjugate()
                    * if symmetric_rest { Quat::IDENTITY } else { clip.frame(17).rotations[j] }
                    * turn(j),
                ..joint
            })
            .collect();
        let ends = skeleton
            .ends()
            .iter()
            .map(|end| crate::End { offset: turn(end.joint).conjugate() * end.offset, ..*end })
            .collect();
        let odd = Skeleton::with_ends(joints, ends).unwrap();
        let mut turned = clip.clone();
        for frame in 0..clip.frames() {
            for (j, rotation) in turned.rotations_mut(frame).iter_mut().enumerate() {
                *rotation = above(j).conjugate() * *rotation * turn(j);
            }
        }
        (odd, turned)
    }

    #[test]
    fn every_joint_is_where_the_mirror_shows_it() {
        let (skeleton, clip) = walker();
        let mirror = Mirror::new(&skeleton, &clip).unwrap();
        joints_are_mirrored(&skeleton, &clip, &mirror.clip(&clip), &mirror, 1e-4);
    }

    #[test]
    fn frames_that_lie_oddly_change_nothing() {
        let (skeleton, clip) = walker();
        let (odd, turned) = with_odd_frames(&skeleton, &clip, true);
        let mirror = Mirror::new(&odd, &turned).unwrap();
        joints_are_mirrored(&odd, &turned, &mirror.clip(&turned), &mirror, 1e-4);
    }

    #[test]
    fn a_rest_pose_that_is_not_symmetric_is_made_up_for_by_bones_and_motion() {
        let (skeleton, clip) = walker();
        let (odd, turned) = with_odd_frames(&skeleton, &clip, false);
        let mirror = Mirror::new(&odd, &turned).unwrap();
        joints_are_mirrored(&odd, &turned, &mirror.clip(&turned), &mirror, 1e-3);
    }

    #[test]
    fn mirroring_twice_gives_the_motion_back() {
        let (skeleton, clip) = walker();
        for (skeleton, clip) in [with_odd_frames(&skeleton, &clip, true), (skeleton, clip)] {
            let mirror = Mirror::new(&skeleton, &clip).unwrap();
            let twice = mirror.clip(&mirror.clip(&clip));
            joints_are_mirrored(&skeleton, &mirror.clip(&clip), &twice, &mirror, 1e-4);
            for frame in 0..clip.frames() {
                for (a, b) in clip.frame(frame).rotations.iter().zip(twice.frame(frame).rotations) {
                    assert!(a.dot(*b).abs() > 0.99999);
                }
            }
        }
    }

    #[test]
    fn a_mover_is_mirrored_in_its_parents_frame() {
        let (plain, clip) = walker();
        let hips = Joint { name: "root".into(), parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY };
        let mut joints = vec![hips];
        joints.extend(plain.joints().map(|j| Joint { parent: Some(j.parent.map_or(0, |p| p + 1)), ..j }));
        let skeleton = Skeleton::new(joints).unwrap().with_movers(&[1]).unwrap();
        let (mut translations, mut rotations) = (Vec::new(), Vec::new());
        for frame in 0..clip.frames() {
            let pose = clip.frame(frame);
            translations.extend([Vec3::new(0.2, 0.0, 1.0), pose.translations[0]]);
            rotations.push(crate::ground::yaw(0.5));
            rotations.extend_from_slice(pose.rotations);
        }
        let clip = Clip::new(&skeleton, "", 60.0, translations, rotations).unwrap();
        let mirror = Mirror::new(&skeleton, &clip).unwrap();
        joints_are_mirrored(&skeleton, &clip, &mirror.clip(&clip), &mirror, 1e-4);
    }

    #[test]
    fn sides_are_swapped_and_the_middle_is_not() {
        let skeleton = person();
        let partners = partners(&skeleton);
        for (joint, &partner) in partners.iter().enumerate() {
            let (name, partner) = (skeleton.name(joint), skeleton.name(partner as usize));
            let expected = if name.starts_with("Left") {
                name.replace("Left", "Right")
            } else {
                name.replace("Right", "Left")
            };
            assert_eq!(partner, expected);
        }
    }
}
