use super::*;
use crate::WorldClip;
use crate::ik::reach;
use crate::quality::foot_skate;
use crate::skeleton::Joint;
use crate::testing::{person, walker};

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

/// The person, every joint's frame turned by its own amount: the same places, other axes.
fn other_axes() -> Skeleton {
    let person = person();
    let turn = |joint: usize| Quat::from_rotation_x(0.7 * joint as f32) * Quat::from_rotation_z(1.1);
    let joints = person.joints().enumerate().map(|(index, joint)| {
        let above = joint.parent.map_or(Quat::IDENTITY, turn);
        let offset = above.conjugate() * joint.offset;
        Joint { offset, rest: above.conjugate() * joint.rest * turn(index), ..joint }
    });
    let ends = person
        .ends()
        .iter()
        .map(|end| crate::End { offset: turn(end.joint).conjugate() * end.offset, ..*end });
    Skeleton::with_ends(joints.collect(), ends.collect()).unwrap()
}

/// The person swaying: the left foot planted for a second while the body moves above it.
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

fn farthest(a: &WorldClip, b: &WorldClip, joints: usize, scale: f32) -> f32 {
    let places = (0..a.frames()).flat_map(|frame| (0..joints).map(move |joint| (frame, joint)));
    places
        .map(|(frame, joint)| (scale * a.position(frame, joint) - b.position(frame, joint)).length())
        .fold(0.0, f32::max)
}

#[test]
fn a_body_carries_its_own_motion_unchanged() {
    let (skeleton, clip) = walker();
    let same = retarget(&clip, &skeleton, &skeleton).unwrap();
    let (a, b) = (WorldClip::new(&skeleton, &clip), WorldClip::new(&skeleton, &same));
    assert!(farthest(&a, &b, skeleton.len(), 1.0) < 2e-3);
}

#[test]
fn joints_with_other_axes_go_to_the_same_places() {
    let (skeleton, clip) = walker();
    let turned = other_axes();
    let carried = retarget(&clip, &skeleton, &turned).unwrap();
    let (a, b) = (WorldClip::new(&skeleton, &clip), WorldClip::new(&turned, &carried));
    assert!(farthest(&a, &b, skeleton.len(), 1.0) < 2e-3, "{}", farthest(&a, &b, skeleton.len(), 1.0));
}

#[test]
fn a_planted_foot_stays_planted_on_the_floor_of_another_body() {
    let (from, to) = (person(), other());
    let carried = retarget(&swaying(), &from, &to).unwrap();
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
    let (a, b) = (WorldClip::new(&from, &clip), WorldClip::new(&tall, &carried));
    assert!(farthest(&a, &b, from.len(), 1.2) < 3e-3, "{}", farthest(&a, &b, from.len(), 1.2));
}

#[test]
fn a_rest_pose_that_lies_or_faces_elsewhere_makes_no_difference() {
    let (from, clip) = walker();
    for turn in
        [Quat::from_rotation_x(1.570_796_4), Quat::from_rotation_y(3.0), Quat::from_rotation_z(-1.570_796_4)]
    {
        let mut joints: Vec<Joint> = from.joints().collect();
        joints[0].rest = turn * joints[0].rest;
        let to = Skeleton::with_ends(joints, from.ends().to_vec()).unwrap();
        let carried = retarget(&clip, &from, &to).unwrap();
        let (a, b) = (WorldClip::new(&from, &clip), WorldClip::new(&to, &carried));
        assert!(farthest(&a, &b, from.len(), 1.0) < 3e-3, "{turn}");
    }
}

#[test]
fn a_rest_pose_that_means_nothing_is_made_up_for_by_motion_and_refused_without() {
    let (skeleton, clip) = walker();
    let turned = other_axes();
    // Standing still for a while, so that there is a frame in which it stands.
    let mut carried = retarget(&clip, &skeleton, &turned).unwrap();
    for frame in 0..20 {
        carried.rotations_mut(frame).copy_from_slice(turned.rest());
        carried.translations_mut(frame)[0] = turned.offsets()[0];
    }
    let meaningless = Skeleton::with_ends(
        turned.joints().map(|joint| Joint { rest: Quat::IDENTITY, ..joint }).collect(),
        turned.ends().to_vec(),
    )
    .unwrap();
    assert_eq!(Stance::at_rest(&meaningless), Err(RetargetError::NoStance));
    let stance = Stance::new(&meaningless, &[carried.clone()]).unwrap();
    let back = Retarget::new(&meaningless, &stance, &skeleton, &Stance::at_rest(&skeleton).unwrap()).unwrap();
    let back = back.clip(&carried, &meaningless, &skeleton).unwrap();
    let (a, b) = (WorldClip::new(&meaningless, &carried), WorldClip::new(&skeleton, &back));
    for role in Role::ALL {
        let (one, two) = (meaningless.joint(role).unwrap(), skeleton.joint(role).unwrap());
        for frame in 0..clip.frames() {
            let away = a.position(frame, one).distance(b.position(frame, two));
            assert!(away < 0.02, "{role} in frame {frame}: {away} m");
        }
    }
}

#[test]
fn bodies_that_cannot_stand_are_refused_by_a_sentence() {
    let (from, clip) = walker();
    let flat =
        Skeleton::new(from.joints().map(|joint| Joint { offset: Vec3::ZERO, ..joint }).collect()).unwrap();
    assert_eq!(retarget(&clip, &from, &flat), Err(RetargetError::NoLegs));
    let prop = Skeleton::new(vec![Joint {
        name: "Sword".into(),
        parent: None,
        offset: Vec3::ZERO,
        rest: Quat::IDENTITY,
    }]);
    assert!(matches!(retarget(&clip, &from, &prop.unwrap()), Err(RetargetError::MissingRole(_))));
}

#[test]
fn a_pose_at_run_time_is_the_clips_frame() {
    let (from, clip) = walker();
    let to = other();
    let carried = retarget(&clip, &from, &to).unwrap();
    let stance = Stance::new(&from, std::slice::from_ref(&clip)).unwrap();
    let retarget = Retarget::new(&from, &stance, &to, &Stance::at_rest(&to).unwrap()).unwrap();
    let mut source = vec![Transform::IDENTITY; from.len()];
    let (mut pose, mut joints) = (Pose::rest(&to), vec![Transform::IDENTITY; to.len()]);
    let mut placed = joints.clone();
    for frame in [0, 17, 120, 3] {
        world(&from, clip.frame(frame), &mut source);
        retarget.pose(&source, &to, &mut pose, &mut joints);
        assert_eq!(pose.view(), carried.frame(frame));
        world(&to, pose.view(), &mut placed);
        for (a, b) in joints.iter().zip(&placed) {
            assert!(a.translation.distance(b.translation) < 1e-4, "the joints are where the pose puts them");
        }
    }
}
