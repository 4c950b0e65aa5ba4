//! What is written comes back the same, and is what the format asks for.

use footwork_formats::gltf::{self, WriteFault};
use footwork_formats::{Character, Raw};
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, End, Joint, Pose, Skeleton, WorldClip};
use serde_json::Value;

use super::kit::read;
use super::own_mesh::swaying;

/// Hips that slide below a root, a leg that stays as it is, a trunk that turns, and ends.
fn person() -> Skeleton {
    let joint = |name: &str, parent, offset: [f32; 3], turn| Joint {
        name: name.into(),
        parent,
        offset: Vec3::from(offset),
        rest: Quat::from_rotation_y(turn),
    };
    let joints = vec![
        joint("Root", None, [0.0, 0.0, 0.0], 0.0),
        joint("Hips", Some(0), [0.0, 0.9, 0.0], 0.1),
        joint("Spine", Some(1), [0.0, 0.2, 0.01], 0.2),
        joint("Head", Some(2), [0.0, 0.4, 0.0], 0.0),
        joint("Leg", Some(1), [0.1, -0.1, 0.0], -0.3),
        joint("Foot", Some(4), [0.0, -0.7, 0.05], 0.0),
    ];
    let ends = vec![
        End { joint: 3, offset: Vec3::new(0.0, 0.2, 0.0) },
        End { joint: 5, offset: Vec3::new(0.0, -0.05, 0.2) },
        End { joint: 5, offset: Vec3::new(0.0, -0.05, -0.05) },
    ];
    Skeleton::with_ends(joints, ends).unwrap().with_movers(&[1]).unwrap()
}

fn dance(skeleton: &Skeleton, name: &str, rate: f32, frames: usize) -> Clip {
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    for frame in 0..frames {
        let t = frame as f32 / rate;
        translations.push(Vec3::new(0.5 * t, 0.0, t.sin()));
        translations.push(Vec3::new(0.0, 0.9 + 0.1 * (3.0 * t).sin(), 0.0));
        rotations.push(Quat::from_rotation_y(t));
        rotations.push(Quat::from_rotation_x(0.2 * (2.0 * t).cos()));
        // More than a whole turn, with a sign that jumps.
        let spin = Quat::from_rotation_z(5.0 * t) * Quat::from_rotation_x(0.3);
        rotations.push(if frame % 3 == 0 { -spin } else { spin });
        rotations.push(Quat::from_rotation_y((4.0 * t).sin()));
        rotations.push(Quat::from_rotation_y(-0.3));
        rotations.push(Quat::IDENTITY);
    }
    Clip::new(skeleton, name, rate, translations, rotations).unwrap()
}

fn document(glb: &[u8]) -> Value {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + length]).unwrap()
}

#[track_caller]
fn assert_same_motion(skeleton: &Skeleton, clip: &Clip, raw: &Raw, body: usize, number: usize) {
    let back = &raw.bodies[body];
    let found = &back.clips[number];
    assert_eq!((found.name.as_str(), found.frames()), (clip.name.as_str(), clip.frames()));
    assert!((found.rate() / clip.rate() - 1.0).abs() < 1e-5, "{} Hz for {} Hz", found.rate(), clip.rate());
    let (before, after) = (WorldClip::new(skeleton, clip), WorldClip::new(&back.skeleton, found));
    for joint in 0..skeleton.len() {
        let name = skeleton.name(joint);
        let there = back.skeleton.find(name).unwrap();
        for frame in 0..clip.frames() {
            let off = before.position(frame, joint).distance(after.position(frame, there));
            assert!(off < 1e-4, "{name} is {off} m off in frame {frame}");
        }
    }
}

#[test]
fn what_is_written_is_read_back_the_same() {
    let skeleton = person();
    let clips = [
        dance(&skeleton, "slow", 30.0, 91),
        dance(&skeleton, "quick", 120.0, 240),
        dance(&skeleton, "odd", 33.3, 50),
    ];
    let glb = gltf::write(&[Character { name: "Ann", skeleton: &skeleton, clips: &clips }]).unwrap();
    let raw = read(&glb).unwrap();
    assert!(raw.warnings.is_empty(), "{:?}", raw.warnings);
    assert_eq!((raw.bodies.len(), raw.bodies[0].name.as_str()), (1, "Ann"));
    let back = &raw.bodies[0].skeleton;
    assert_eq!(back.len(), skeleton.len());
    assert_eq!(
        back.translated_joints().map(|translated_joint| back.name(translated_joint)).collect::<Vec<_>>(),
        ["Root", "Hips"]
    );
    assert_eq!(back.ends().len(), 3);
    for end in skeleton.ends() {
        let joint = back.find(skeleton.name(end.joint)).unwrap();
        assert!(back.ends().iter().any(|found| found.joint == joint && found.offset == end.offset));
    }
    for (number, clip) in clips.iter().enumerate() {
        assert_same_motion(&skeleton, clip, &raw, 0, number);
    }
    // What has been through once does not change any more.
    let again =
        gltf::write(&[Character { name: "Ann", skeleton: back, clips: &raw.bodies[0].clips }]).unwrap();
    let again = read(&again).unwrap();
    assert_eq!(again.bodies[0].skeleton.translated_joints().len(), 2);
    for (number, clip) in clips.iter().enumerate() {
        assert_same_motion(&skeleton, clip, &again, 0, number);
    }
}

#[test]
fn several_characters_share_a_file_and_each_keeps_its_own() {
    let skeleton = person();
    let small = person().scaled(0.5);
    let ann = [dance(&skeleton, "dance", 60.0, 61), dance(&skeleton, "solo", 60.0, 10)];
    let bob = [dance(&small, "dance", 30.0, 20)];
    let still = Skeleton::new(vec![Joint {
        name: "post".into(),
        parent: None,
        offset: Vec3::X,
        rest: Quat::IDENTITY,
    }])
    .unwrap();
    let glb = gltf::write(&[
        Character { name: "Ann", skeleton: &skeleton, clips: &ann },
        Character { name: "Bob", skeleton: &small, clips: &bob },
        Character { name: "Post", skeleton: &still, clips: &[] },
    ])
    .unwrap();
    let raw = read(&glb).unwrap();
    let names: Vec<_> = raw.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Bob", "Post"]);
    assert_same_motion(&skeleton, &ann[0], &raw, 0, 0);
    assert_same_motion(&skeleton, &ann[1], &raw, 0, 1);
    // Its name was taken, and tools want names to be the only ones.
    let mut bobs = bob[0].clone();
    bobs.name = "Bob.dance".into();
    assert_same_motion(&small, &bobs, &raw, 1, 0);
    assert_eq!((raw.bodies[1].clips.len(), raw.bodies[2].clips[0].frames()), (1, 1));
    let json = document(&glb);
    assert_eq!(json["asset"]["generator"], "Footwork");
    assert_eq!(json["animations"].as_array().unwrap().len(), 3);
    let colours = json["materials"].as_array().unwrap();
    assert_ne!(colours[0]["pbrMetallicRoughness"], colours[1]["pbrMetallicRoughness"]);
}

#[test]
fn joints_that_never_move_have_no_channel_and_the_root_always_has() {
    let skeleton = person();
    let clip = dance(&skeleton, "dance", 30.0, 31);
    let one = std::slice::from_ref(&clip);
    let glb = gltf::write(&[Character { name: "Ann", skeleton: &skeleton, clips: one }]).unwrap();
    // Four joints turn, two slide.
    assert_eq!(document(&glb)["animations"][0]["channels"].as_array().unwrap().len(), 6);
    // Where a clip holds another pose than the nodes', that joint has a channel in both.
    let mut other = clip.clone();
    (0..31).for_each(|frame| other.rotations_mut(frame)[5] = Quat::from_rotation_x(0.5));
    let glb = gltf::write(&[Character { name: "Ann", skeleton: &skeleton, clips: &[clip.clone(), other] }])
        .unwrap();
    for animation in document(&glb)["animations"].as_array().unwrap() {
        assert_eq!(animation["channels"].as_array().unwrap().len(), 7);
    }
    let still = clip.span(0, 0);
    let glb = gltf::write(&[Character { name: "Ann", skeleton: &skeleton, clips: &[still] }]).unwrap();
    assert_eq!(document(&glb)["animations"][0]["channels"].as_array().unwrap().len(), 2);
    assert_eq!(read(&glb).unwrap().bodies[0].clips[0].frames(), 1);
}

#[test]
fn nodes_stand_as_in_the_first_frame() {
    let skeleton = person();
    let clip = dance(&skeleton, "dance", 30.0, 31);
    let glb =
        gltf::write(&[Character { name: "Ann", skeleton: &skeleton, clips: std::slice::from_ref(&clip) }])
            .unwrap();
    let rest = read(&glb).unwrap().bodies[0].skeleton.rest().to_vec();
    for (rest, first) in rest.iter().zip(clip.frame(0).rotations) {
        assert!(rest.dot(*first).abs() > 1.0 - 1e-6);
    }
}

#[test]
fn people_stand_at_rest_below_nodes_of_their_own_and_share_a_mesh() {
    let person = swaying();
    let character = |name| Character { name, skeleton: &person.skeleton, clips: &person.clips };
    let glb = gltf::write(&[character("Ann"), character("Bob")]).unwrap();
    let json = document(&glb);
    let roots: Vec<&Value> = json["scenes"][0]["nodes"].as_array().unwrap().iter().collect();
    let names: Vec<&Value> =
        roots.iter().map(|root| &json["nodes"][root.as_u64().unwrap() as usize]["name"]).collect();
    assert_eq!(names, ["Ann", "Ann_figure", "Bob", "Bob_figure"]);
    let mesh = |number: usize| &json["meshes"][number]["primitives"][0];
    assert_eq!(mesh(0)["attributes"], mesh(1)["attributes"]);
    assert_ne!(mesh(0)["material"], mesh(1)["material"]);
    assert_eq!(json["skins"][0]["inverseBindMatrices"], json["skins"][1]["inverseBindMatrices"]);
    let names: Vec<&Value> = json["animations"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["sway", "Bob.sway"]);
    let raw = read(&glb).unwrap();
    for body in &raw.bodies {
        assert_eq!(body.skeleton.rest(), person.skeleton.rest(), "arms out, not as in the first frame");
        let world = WorldClip::new(
            &body.skeleton,
            &Clip::still(&body.skeleton, "", 1.0, Pose::rest(&body.skeleton)).unwrap(),
        );
        let lowest =
            (0..body.skeleton.len()).map(|joint| world.position(0, joint).y).fold(f32::INFINITY, f32::min);
        assert!(lowest.abs() < 0.1, "it stands on the floor at rest: {lowest} m");
    }
}

fn glb_of(character: &Character<'_>) -> Vec<u8> {
    gltf::write(std::slice::from_ref(character)).unwrap()
}

#[test]
fn a_compact_file_is_half_as_large_and_within_millimetres() {
    let person = swaying();
    let character = Character { name: "Ann", skeleton: &person.skeleton, clips: &person.clips };
    let sizes = [gltf::Precision::Exact, gltf::Precision::Compact].map(|precision| {
        let mut binary = Vec::new();
        let mut writer = gltf::Writer::new(&mut binary).with_precision(precision);
        writer.add(&character).unwrap();
        let mut glb = writer.finish().unwrap();
        glb.append(&mut binary);
        let back = &read(&glb).unwrap().bodies[0];
        assert_eq!(back.clips[0].rate(), person.clips[0].rate());
        let (a, b) = (
            WorldClip::new(&person.skeleton, &person.clips[0]),
            WorldClip::new(&back.skeleton, &back.clips[0]),
        );
        for (frame, joint) in (0..a.frames()).flat_map(|f| (0..person.skeleton.len()).map(move |j| (f, j))) {
            let away = a.position(frame, joint).distance(b.position(frame, joint));
            assert!(away < if precision == gltf::Precision::Exact { 5e-4 } else { 8e-3 }, "{away} m");
        }
        // The figure is the same in both.
        glb.len() - glb_of(&Character { clips: &[], ..character }).len()
    });
    // Of a clip this short, much is what describes it.
    assert!(10 * sizes[1] < 6 * sizes[0], "{sizes:?}");
}

#[test]
fn a_rig_of_hundreds_of_joints_has_wide_joint_numbers() {
    let joints = (0..300).map(|joint: usize| Joint {
        name: format!("j{joint}"),
        parent: joint.checked_sub(1),
        offset: Vec3::new(0.0, 0.02, 0.0),
        rest: Quat::IDENTITY,
    });
    // Straight up it would be too deep for the reader.
    let joints = joints.map(|joint| Joint { parent: joint.parent.map(|parent| parent / 2), ..joint });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let glb = gltf::write(&[Character { name: "snake", skeleton: &skeleton, clips: &[] }]).unwrap();
    let json = document(&glb);
    let accessor = json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"].as_u64().unwrap() as usize;
    assert_eq!(json["accessors"][accessor]["componentType"], 5123);
    assert_eq!(read(&glb).unwrap().bodies[0].skeleton.len(), 300);
}

#[test]
fn what_cannot_be_written_is_refused() {
    assert_eq!(gltf::write(&[]), Err(WriteFault::NoCharacters));
    let skeleton = person();
    let clip = dance(&skeleton, "dance", 30.0, 3);
    let mut broken = clip.clone();
    broken.translations_mut(1)[0].x = f32::NAN;
    let fault = gltf::write(&[Character { name: "Ann", skeleton: &skeleton, clips: &[broken] }]).unwrap_err();
    assert_eq!(fault, WriteFault::NotFinite { character: "Ann".into(), clip: "dance".into(), frame: 1 });
    let other = skeleton.clone().with_movers(&[]).unwrap();
    let fault = gltf::write(&[Character { name: "Ann", skeleton: &other, clips: &[clip] }]).unwrap_err();
    assert_eq!(fault, WriteFault::OtherSkeleton { character: "Ann".into(), clip: "dance".into() });
}
