//! Forward kinematics: where the joints are, and how fast they go.

use glam::{Quat, Vec3};

use crate::clip::Clip;
use crate::ground::body_frame;
use crate::lanes::{LANES, Rotations, Transforms, Vectors};
use crate::pose::PoseView;
use crate::role::MissingRole;
use crate::skeleton::{NO_PARENT, Skeleton};
use crate::transform::Transform;

/// Where every joint is in the world, for one pose. `out` has one place per joint; nothing is allocated.
///
/// # Panics
/// If the pose or `out` is of another skeleton.
#[inline]
pub fn world(skeleton: &Skeleton, pose: PoseView<'_>, out: &mut [Transform]) {
    let joints = skeleton.len();
    assert!(pose.rotations.len() == joints && out.len() == joints, "a pose of another skeleton");
    if pose.translations.len() == 1 {
        place(skeleton, pose, out, |joint| skeleton.offsets()[joint]);
    } else {
        // A handful at most, and only in rigs whose hips slide below a root that stays on the ground.
        place(skeleton, pose, out, |joint| {
            let translated_joint =
                skeleton.translated_joints().position(|translated_joint| translated_joint == joint);
            translated_joint
                .map_or(skeleton.offsets()[joint], |translated_joint| pose.translations[translated_joint])
        });
    }
}

#[inline]
fn place(skeleton: &Skeleton, pose: PoseView<'_>, out: &mut [Transform], offset: impl Fn(usize) -> Vec3) {
    out[0] = Transform { rotation: pose.rotations[0], translation: pose.translations[0] };
    for (joint, &parent) in skeleton.parents().iter().enumerate().skip(1) {
        let parent = out[parent as usize];
        out[joint] = Transform {
            rotation: parent.rotation * pose.rotations[joint],
            translation: parent.translation + parent.rotation * offset(joint),
        };
    }
}

/// The same for four bodies of one skeleton whose root alone is translated, side by side and with the same bits. Lists hold
/// one body after the other.
///
/// # Panics
/// If a list is not of four such bodies.
pub fn world_of_four(skeleton: &Skeleton, rotations: &[Quat], roots: [Vec3; LANES], out: &mut [Transform]) {
    let joints = skeleton.len();
    let fits = rotations.len() == LANES * joints && out.len() == LANES * joints;
    assert!(fits && skeleton.translated_joints().len() == 1, "poses of another skeleton");
    let local = |joint: usize| Rotations::new(std::array::from_fn(|lane| rotations[lane * joints + joint]));
    let mut last = Transforms { rotation: local(0), translation: Vectors::new(roots) };
    let put = |out: &mut [Transform], joint: usize, placed: Transforms| {
        for (lane, placed) in placed.to_array().into_iter().enumerate() {
            out[lane * joints + joint] = placed;
        }
    };
    put(out, 0, last);
    for (joint, &parent) in skeleton.parents().iter().enumerate().skip(1) {
        let parent = parent as usize;
        // Mostly the parent is the joint before.
        if parent + 1 != joint {
            last = Transforms::new(std::array::from_fn(|lane| &out[lane * joints + parent]));
        }
        last = last.times(local(joint), Vectors::splat(skeleton.offsets()[joint]));
        put(out, joint, last);
    }
}

/// Where every joint is in the world, for every frame of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldClip {
    rate: f32,
    joints: usize,
    transforms: Vec<Transform>,
}

impl WorldClip {
    /// Runs forward kinematics over a whole clip.
    pub fn new(skeleton: &Skeleton, clip: &Clip) -> WorldClip {
        let joints = skeleton.len();
        let mut transforms = vec![Transform::IDENTITY; joints * clip.frames()];
        for (frame, out) in transforms.chunks_exact_mut(joints).enumerate() {
            world(skeleton, clip.frame(frame), out);
        }
        WorldClip { rate: clip.rate(), joints, transforms }
    }

    /// Frames per second.
    pub fn rate(&self) -> f32 {
        self.rate
    }

    /// How many frames there are.
    pub fn frames(&self) -> usize {
        self.transforms.len() / self.joints
    }

    /// All joints of a frame.
    #[inline]
    pub fn frame(&self, frame: usize) -> &[Transform] {
        &self.transforms[frame * self.joints..][..self.joints]
    }

    /// A joint's place in the world.
    #[inline]
    pub fn position(&self, frame: usize, joint: usize) -> Vec3 {
        self.transforms[frame * self.joints + joint].translation
    }

    /// A joint's velocity in the world, in m/s: central differences, one-sided at both ends.
    pub fn velocity(&self, frame: usize, joint: usize) -> Vec3 {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(self.frames() - 1));
        if before == after {
            return Vec3::ZERO;
        }
        let seconds = (after - before) as f32 / self.rate;
        (self.position(after, joint) - self.position(before, joint)) / seconds
    }

    /// A joint's acceleration in the world, in m/s²: second differences; the ends repeat their neighbours'.
    pub fn acceleration(&self, frame: usize, joint: usize) -> Vec3 {
        if self.frames() < 3 {
            return Vec3::ZERO;
        }
        let at = frame.clamp(1, self.frames() - 2);
        let [a, b, c] = [at - 1, at, at + 1].map(|f| self.position(f, joint));
        (a - 2.0 * b + c) * (self.rate * self.rate)
    }

    /// A joint's velocity as the body sees it, in m/s: the world's velocity in axes that turn with the body's
    /// facing, X to its left, Z ahead.
    pub fn body_velocity(
        &self,
        skeleton: &Skeleton,
        frame: usize,
        joint: usize,
    ) -> Result<Vec3, MissingRole> {
        let body = body_frame(skeleton, self.frame(frame))?;
        Ok(body.rotation.conjugate() * self.velocity(frame, joint))
    }

    /// A joint's acceleration as the body sees it, in m/s².
    pub fn body_acceleration(
        &self,
        skeleton: &Skeleton,
        frame: usize,
        joint: usize,
    ) -> Result<Vec3, MissingRole> {
        let body = body_frame(skeleton, self.frame(frame))?;
        Ok(body.rotation.conjugate() * self.acceleration(frame, joint))
    }
}

/// The local rotation that gives a joint a rotation in the world, where its parent is as in `world`.
pub fn local_rotation(skeleton: &Skeleton, world: &[Transform], joint: usize, rotation: Quat) -> Quat {
    match skeleton.parents()[joint] {
        NO_PARENT => rotation,
        parent => world[parent as usize].rotation.conjugate() * rotation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;
    use std::f32::consts::FRAC_PI_2;

    fn arm(translated_joints: &[usize]) -> Skeleton {
        let joint =
            |name: &str, parent, offset| Joint { name: name.into(), parent, offset, rest: Quat::IDENTITY };
        Skeleton::new(vec![
            joint("a", None, Vec3::ZERO),
            joint("b", Some(0), Vec3::X),
            joint("c", Some(1), 2.0 * Vec3::X),
        ])
        .unwrap()
        .with_movers(translated_joints)
        .unwrap()
    }

    #[test]
    fn joints_stand_where_a_bent_arm_puts_them() {
        let skeleton = arm(&[]);
        let pose = crate::Pose {
            translations: vec![Vec3::Y],
            rotations: vec![
                Quat::from_rotation_z(FRAC_PI_2),
                Quat::from_rotation_z(-FRAC_PI_2),
                Quat::IDENTITY,
            ],
        };
        let mut out = [Transform::IDENTITY; 3];
        world(&skeleton, pose.view(), &mut out);
        assert!((out[1].translation - 2.0 * Vec3::Y).length() < 1e-6);
        assert!((out[2].translation - Vec3::new(2.0, 2.0, 0.0)).length() < 1e-6);
    }

    #[test]
    fn four_bodies_side_by_side_stand_where_each_stands_by_itself() {
        let (skeleton, clip) = crate::testing::walker();
        let joints = skeleton.len();
        let mut side_by_side = vec![Transform::IDENTITY; LANES * joints];
        let mut alone = vec![Transform::IDENTITY; joints];
        for first in 0..clip.frames() - LANES {
            let frames: [PoseView<'_>; LANES] = std::array::from_fn(|lane| clip.frame(first + lane));
            let rotations = frames.map(|frame| frame.rotations).concat();
            let roots = frames.map(|frame| frame.translations[0]);
            world_of_four(&skeleton, &rotations, roots, &mut side_by_side);
            for (frame, found) in frames.into_iter().zip(side_by_side.chunks(joints)) {
                world(&skeleton, frame, &mut alone);
                assert_eq!(found, alone);
            }
        }
    }

    #[test]
    fn a_mover_stands_where_its_own_translation_puts_it() {
        let skeleton = arm(&[1]);
        let pose =
            crate::Pose { translations: vec![Vec3::ZERO, 5.0 * Vec3::Y], rotations: vec![Quat::IDENTITY; 3] };
        let mut out = [Transform::IDENTITY; 3];
        world(&skeleton, pose.view(), &mut out);
        assert_eq!(out[2].translation, Vec3::new(2.0, 5.0, 0.0));
    }

    #[test]
    fn a_falling_body_has_the_velocity_and_acceleration_of_gravity() {
        let skeleton = arm(&[]);
        let fall = |f: i32| Vec3::new(0.0, -0.5 * 9.81 * (f as f32 / 100.0).powi(2), 0.0);
        let clip =
            Clip::new(&skeleton, "fall", 100.0, (0..50).map(fall).collect(), vec![Quat::IDENTITY; 150])
                .unwrap();
        let world = WorldClip::new(&skeleton, &clip);
        for joint in 0..3 {
            assert!((world.velocity(20, joint).y + 9.81 * 0.2).abs() < 1e-3);
            assert!((world.acceleration(20, joint).y + 9.81).abs() < 0.05);
        }
    }
}
