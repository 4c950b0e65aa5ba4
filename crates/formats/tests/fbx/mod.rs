//! FBX through the front door: every convention that people's files come in gives the same person.

mod refused;
mod writer;

use crate::common::person::{self, Frame};
use footwork_formats::{Body, Format, ReadError, ReadOptions, read_bytes};
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Joint, Role, Skeleton, Stance, WorldClip};
use writer::{Style, fbx};

fn read(name: &str, bytes: &[u8]) -> Result<footwork_formats::Import, ReadError> {
    read_bytes(name, bytes.to_vec(), &ReadOptions::default(), &|_| Err("nothing is beside it".into()))
}

/// Who sways and turns for two seconds, with a rest pose that stands.
fn swayer() -> (Skeleton, Clip) {
    let frames = (0..60).map(|frame| {
        let t = f64::from(frame) / 30.0;
        let mut pose = Frame::swaying(t);
        pose.hips = [20.0 * t, person::STANDING + 2.0 * (3.0 * t).sin(), 40.0 * t];
        pose.turns.push(("Hips", [10.0 * t.sin(), 80.0 * t, 5.0 * t]));
        pose.turns.push(("LeftHip", [5.0, 10.0 * t.sin(), -30.0 * (4.0 * t).sin()]));
        pose.turns.push(("LeftKnee", [0.0, 0.0, 20.0 + 15.0 * (4.0 * t).sin()]));
        pose
    });
    let text = person::bvh(1.0 / 30.0, frames);
    let body = read("person.bvh", text.as_bytes()).unwrap().bodies.swap_remove(0);
    (body.skeleton, body.clips.into_iter().next().unwrap())
}

/// The same places, with every joint's axes turned by its own amount, as bones of Unreal and Blender are.
fn with_axes_along_bones(skeleton: &Skeleton, clip: &Clip) -> (Skeleton, Clip) {
    let turn = |joint: usize| Quat::from_rotation_x(0.5 * joint as f32) * Quat::from_rotation_z(1.57);
    let above = |joint: usize| skeleton.parent(joint).map_or(Quat::IDENTITY, turn);
    let joints = skeleton.joints().enumerate().map(|(index, joint)| Joint {
        offset: above(index).conjugate() * joint.offset,
        rest: above(index).conjugate() * joint.rest * turn(index),
        ..joint
    });
    let ends = skeleton
        .ends()
        .iter()
        .map(|end| footwork_motion::End { offset: turn(end.joint).conjugate() * end.offset, ..*end });
    let turned = Skeleton::with_ends(joints.collect(), ends.collect()).unwrap();
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..clip.frames() {
        let pose = clip.frame(frame);
        translations.push(pose.translations[0]);
        rotations.extend(
            pose.rotations
                .iter()
                .enumerate()
                .map(|(joint, &own)| above(joint).conjugate() * own * turn(joint)),
        );
    }
    let clip = Clip::new(&turned, clip.name.clone(), clip.rate(), translations, rotations).unwrap();
    (turned, clip)
}

/// Reads what was written, and holds every joint to its place in every frame.
#[track_caller]
fn reads_back(skeleton: &Skeleton, clip: &Clip, style: &Style) -> Body {
    let import =
        read("walk.fbx", fbx(skeleton, clip, style).as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(import.format, Format::Fbx);
    let [body] = &import.bodies[..] else { panic!("{} bodies", import.bodies.len()) };
    let [read] = &body.clips[..] else { panic!("{} clips", body.clips.len()) };
    assert_eq!((read.frames(), read.rate()), (clip.frames(), clip.rate()));
    let (a, b) = (WorldClip::new(skeleton, clip), WorldClip::new(&body.skeleton, read));
    for joint in 0..skeleton.len() {
        let name = format!("{}{}", style.namespace, skeleton.name(joint));
        let found = body.skeleton.find(&name).unwrap_or_else(|| panic!("no {name}"));
        for frame in 0..clip.frames() {
            let away = a.position(frame, joint).distance(b.position(frame, found));
            assert!(away < 1e-3, "{name} in frame {frame} is {away} m away");
        }
    }
    for role in Role::ALL {
        let expected = skeleton.joint(role).map(|joint| skeleton.name(joint).to_string());
        let found = body
            .skeleton
            .joint(role)
            .map(|joint| body.skeleton.name(joint)[style.namespace.len()..].to_string());
        assert_eq!(found, expected, "{role}");
    }
    body.clone()
}

#[test]
fn centimetres_with_y_up_are_read_as_they_are() {
    let (skeleton, clip) = swayer();
    let body = reads_back(&skeleton, &clip, &Style::maya());
    assert_eq!(body.clips[0].name, "walk", "what Mixamo calls every take is no name");
    assert_eq!(body.skeleton.ends().len(), skeleton.ends().len(), "leaves that end a bone are ends");
    assert!((body.height().unwrap() - 1.86).abs() < 0.1, "{:?}", body.height());
}

#[test]
fn a_namespace_hides_no_role() {
    let (skeleton, clip) = swayer();
    for namespace in ["mixamorig:", "mixamorig1:", "Char_01:Rig:"] {
        reads_back(&skeleton, &clip, &Style { namespace, ..Style::maya() });
    }
}

#[test]
fn z_up_metres_inches_and_pre_and_post_rotations_give_the_same_person() {
    let (skeleton, clip) = swayer();
    for z_up in [false, true] {
        for unit in [0.01, 1.0, 0.0254] {
            let pre = Vec3::new(20.0, -35.0, 80.0);
            for (pre, post) in
                [(Vec3::ZERO, Vec3::ZERO), (pre, Vec3::ZERO), (pre, Vec3::new(-90.0, 10.0, 5.0))]
            {
                reads_back(&skeleton, &clip, &Style { z_up, unit, pre, post, ..Style::maya() });
            }
        }
    }
}

#[test]
fn another_order_of_angles_is_the_same_turn() {
    let (skeleton, clip) = swayer();
    reads_back(&skeleton, &clip, &Style { order: 5, ..Style::maya() });
}

#[test]
fn bones_of_other_axes_below_a_scaled_armature_are_in_the_same_places() {
    let (skeleton, clip) = swayer();
    let (turned, turned_clip) = with_axes_along_bones(&skeleton, &clip);
    // Blender: an armature 100 times as large, in units of a centimetre.
    let style =
        Style { z_up: true, armature: Some(("Armature", 100.0)), take: "Armature|Walk", ..Style::maya() };
    let body = reads_back(&turned, &turned_clip, &style);
    assert_eq!((body.name.as_str(), body.clips[0].name.as_str()), ("Armature", "Armature|Walk"));
    // Unreal: centimetres, Z up, the axes of bones along them.
    reads_back(
        &turned,
        &turned_clip,
        &Style { z_up: true, pre: Vec3::new(0.0, 0.0, -90.0), ..Style::maya() },
    );
}

#[test]
fn a_bind_pose_is_the_rest_pose_whatever_the_nodes_stand_in() {
    let (skeleton, clip) = swayer();
    for (z_up, armature) in [(false, None), (true, Some(("Armature", 100.0)))] {
        let body = reads_back(&skeleton, &clip, &Style { bind_pose: true, z_up, armature, ..Style::maya() });
        for joint in 0..skeleton.len() {
            let found = body.skeleton.find(skeleton.name(joint)).unwrap();
            let (was, is) = (skeleton.rest()[joint], body.skeleton.rest()[found]);
            assert!(was.dot(is).abs() > 1.0 - 1e-5, "{} {was} {is}", skeleton.name(joint));
        }
        assert!(Stance::at_rest(&body.skeleton).is_ok());
    }
}

#[test]
fn a_skeleton_of_empty_nodes_is_one_if_it_moves() {
    let (skeleton, clip) = swayer();
    reads_back(&skeleton, &clip, &Style { bones: false, ends: false, ..Style::maya() });
}
