//! What good files become.

use footwork_motion::glam::{Quat, Vec3};
use serde_json::json;

use super::kit::{File, assert_near, position, turn_z};

#[test]
fn a_chain_of_joints_moves_as_its_key_frames_say() {
    let raw = File::chain().read().unwrap();
    assert_eq!((raw.unit, raw.y_up, raw.bodies.len()), (Some(1.0), true, 1));
    let body = &raw.bodies[0];
    let (skeleton, clip) = (&body.skeleton, &body.clips[0]);
    assert!(body.rest_is_a_pose && raw.warnings.is_empty());
    assert_eq!((clip.name.as_str(), clip.rate(), clip.frames()), ("animation_0", 10.0, 21));
    assert_eq!(skeleton.translated_joints().collect::<Vec<_>>(), [0]);
    for frame in 0..21 {
        let seconds = frame as f32 / 10.0;
        let spine = Vec3::new(seconds, 2.0, 0.0);
        assert_near(position(skeleton, clip, frame, "Spine"), spine);
        let bent = Quat::from_rotation_z(seconds / 2.0) * Vec3::Y;
        assert_near(position(skeleton, clip, frame, "Head"), spine + bent);
    }
}

#[test]
fn what_is_above_the_root_is_folded_into_it_and_scale_into_every_length() {
    // A parent in centimetres, lying on its back; the chain's lengths become a hundredth.
    let mut file = File::chain();
    file.list("nodes").push(json!({
        "children": [0], "name": "Armature", "scale": [0.01, 0.01, 0.01], "translation": [5, 0, 0],
        "rotation": [-std::f32::consts::FRAC_1_SQRT_2, 0, 0, std::f32::consts::FRAC_1_SQRT_2],
    }));
    let raw = file.read().unwrap();
    let (skeleton, clip) = (&raw.bodies[0].skeleton, &raw.bodies[0].clips[0]);
    assert_eq!((raw.bodies[0].name.as_str(), skeleton.len()), ("Armature", 3));
    assert_near(skeleton.offsets()[0], Vec3::new(5.0, 0.0, -0.01));
    assert_near(skeleton.offsets()[2], Vec3::new(0.0, 0.01, 0.0));
    assert_near(position(skeleton, clip, 10, "Hips"), Vec3::new(5.01, 0.0, -0.01));
    assert_near(position(skeleton, clip, 0, "Head"), Vec3::new(5.0, 0.0, -0.03));
}

#[test]
fn what_is_above_the_root_may_be_animated() {
    let mut file = File::chain();
    file.list("nodes").push(json!({ "children": [0] }));
    let half_turn = turn_z(std::f32::consts::PI);
    file.animate(3, "rotation", "STEP", &[0.0, 1.0], &[turn_z(0.0), half_turn].concat());
    let raw = file.read().unwrap();
    let (skeleton, clip) = (&raw.bodies[0].skeleton, &raw.bodies[0].clips[0]);
    assert_near(position(skeleton, clip, 9, "Hips"), Vec3::new(0.9, 1.0, 0.0));
    assert_near(position(skeleton, clip, 10, "Hips"), Vec3::new(-1.0, -1.0, 0.0));
}

#[test]
fn a_joints_scale_reaches_its_descendants_and_ends_but_not_itself() {
    let mut file = File::chain().set("/nodes/1/scale", json!([2, 2, 2]));
    file.list("nodes").push(json!({ "name": "Head_end", "translation": [0, 0.2, 0] }));
    let raw = file.set("/nodes/2/children", json!([3])).read().unwrap();
    let skeleton = &raw.bodies[0].skeleton;
    assert_eq!(skeleton.offsets()[1], Vec3::Y);
    assert_eq!(skeleton.offsets()[2], 2.0 * Vec3::Y);
    assert_near(skeleton.ends()[0].offset, 0.4 * Vec3::Y);
}

#[test]
fn a_steady_scale_in_every_animation_counts_in_place_of_the_nodes() {
    let mut file = File::chain();
    file.animate(0, "scale", "LINEAR", &[0.0, 2.0], &[3.0; 6]);
    let raw = file.read().unwrap();
    assert_eq!(raw.bodies[0].skeleton.offsets()[1], 3.0 * Vec3::Y);
    assert!(raw.warnings.is_empty());
}

#[test]
fn leaves_that_carry_nothing_are_ends_and_others_are_left_out() {
    let mut file = File::chain();
    file.list("nodes").extend([
        json!({ "translation": [0, 0.1, 0] }),
        json!({ "mesh": 0 }),
        json!({ "camera": 0 }),
        json!({ "extensions": { "KHR_lights_punctual": { "light": 0 } } }),
        json!({ "children": [8] }),
        json!({}),
    ]);
    let raw = file.set("/nodes/2/children", json!([3, 4, 5, 6, 7])).read().unwrap();
    let skeleton = &raw.bodies[0].skeleton;
    assert_eq!(skeleton.len(), 3);
    assert_eq!((skeleton.ends().len(), skeleton.ends()[0].joint), (1, 2));
}

#[test]
fn nodes_between_joints_are_joints_and_children_keep_their_order() {
    let mut file = File::with_nodes(json!([
        { "name": "right" },
        { "name": "root", "children": [3, 2] },
        { "name": "between", "children": [0] },
        { "name": "left" },
    ]));
    file.skin(&[0, 1, 3]);
    let raw = file.read().unwrap();
    let skeleton = &raw.bodies[0].skeleton;
    let names: Vec<_> = (0..skeleton.len()).map(|joint| skeleton.name(joint)).collect();
    assert_eq!(names, ["root", "left", "between", "right"]);
}

#[test]
fn joints_without_a_common_joint_get_their_nearest_common_node_as_root() {
    let mut file = File::with_nodes(json!([
        { "name": "scene", "children": [1] },
        { "name": "person", "children": [2, 3] },
        { "name": "a" },
        { "name": "b" },
    ]));
    file.skin(&[2, 3]);
    let raw = file.read().unwrap();
    assert_eq!((raw.bodies.len(), raw.bodies[0].skeleton.name(0)), (1, "person"));
    // Without one they are bodies of their own.
    let mut file = File::with_nodes(json!([{ "name": "a" }, { "name": "b" }]));
    file.skin(&[0, 1]);
    let raw = file.read().unwrap();
    assert_eq!((raw.bodies.len(), raw.warnings.len()), (2, 1));
}

#[test]
fn skins_of_one_tree_are_one_body_and_of_two_are_two() {
    let nodes = json!([
        { "name": "scene", "children": [1, 3] },
        { "name": "a", "children": [2] },
        { "name": "a2" },
        { "name": "b", "children": [4] },
        { "name": "b2" },
    ]);
    let mut file = File::with_nodes(nodes.clone());
    file.skin(&[2]);
    file.skin(&[1, 2]);
    file.skin(&[3, 4]);
    let raw = file.read().unwrap();
    let roots: Vec<_> = raw.bodies.iter().map(|body| (body.skeleton.name(0), body.skeleton.len())).collect();
    assert_eq!(roots, [("a", 2), ("b", 2)]);
}

#[test]
fn without_a_skin_the_animated_nodes_and_what_is_below_them_are_the_body() {
    let mut file = File::with_nodes(json!([
        { "name": "scene", "children": [1, 6] },
        { "name": "hips", "children": [2, 4] },
        { "name": "still", "children": [3] },
        { "name": "moving" },
        { "name": "foot", "children": [5] },
        { "name": "foot_end", "translation": [0, 0, 1] },
        { "name": "camera", "camera": 0 },
    ]));
    let times = [0.0, 0.1, 0.2];
    for node in [1, 3, 6] {
        file.animate(node, "rotation", "LINEAR", &times, &[turn_z(0.0), turn_z(0.1), turn_z(0.2)].concat());
    }
    let raw = file.read().unwrap();
    assert_eq!(raw.bodies.len(), 1);
    let skeleton = &raw.bodies[0].skeleton;
    let names: Vec<_> = (0..skeleton.len()).map(|joint| skeleton.name(joint)).collect();
    assert_eq!(names, ["hips", "still", "moving", "foot"]);
    assert_eq!(skeleton.ends().len(), 1);
}

#[test]
fn a_body_without_animation_stands_still_in_its_rest_pose() {
    let raw = File::chain().set("/animations", json!([])).set("/skins/0/name", json!("Ann")).read().unwrap();
    let body = &raw.bodies[0];
    assert_eq!((body.name.as_str(), body.clips.len()), ("Ann", 1));
    let clip = &body.clips[0];
    assert_eq!((clip.name.as_str(), clip.rate(), clip.frames()), ("Ann", 60.0, 1));
    assert_eq!(position(&body.skeleton, clip, 0, "Head"), 3.0 * Vec3::Y);
}

#[test]
fn a_joint_that_slides_is_a_mover_and_one_that_is_moved_once_has_another_offset() {
    let times: Vec<f32> = (0..11).map(|key| key as f32 / 10.0).collect();
    let mut file = File::chain();
    file.animate(2, "translation", "LINEAR", &times, &[0.0, 0.5, 0.0].repeat(11));
    let raw = file.read().unwrap();
    let skeleton = &raw.bodies[0].skeleton;
    assert_eq!((skeleton.translated_joints().len(), skeleton.offsets()[2]), (1, 0.5 * Vec3::Y));

    // A second animation that leaves it where the node says disagrees with the first.
    file.animate_in(1, 1, "rotation", "LINEAR", &times, &turn_z(0.0).repeat(11));
    let raw = file.read().unwrap();
    let body = &raw.bodies[0];
    assert_eq!(body.skeleton.translated_joints().collect::<Vec<_>>(), [0, 2]);
    assert_eq!(body.clips[0].frame(3).translations[1], 0.5 * Vec3::Y);
    assert_eq!(body.clips[1].frame(3).translations[1], Vec3::Y);

    let mut file = File::chain();
    let sliding: Vec<f32> = times.iter().flat_map(|&t| [0.0, 1.0 + 0.1 * t, 0.0]).collect();
    file.animate(2, "translation", "LINEAR", &times, &sliding);
    let raw = file.read().unwrap();
    let (skeleton, clip) = (&raw.bodies[0].skeleton, &raw.bodies[0].clips[0]);
    assert_eq!(skeleton.translated_joints().collect::<Vec<_>>(), [0, 2]);
    assert!((clip.frame(5).translations[1].y - 1.05).abs() < 1e-6);
}

#[test]
fn an_animation_that_touches_only_one_body_is_a_clip_of_that_one() {
    let mut file = File::chain();
    file.list("nodes").push(json!({ "name": "other" }));
    file.skin(&[3]);
    let raw = file.read().unwrap();
    assert_eq!(raw.bodies[0].clips[0].frames(), 21);
    assert_eq!(raw.bodies[1].clips[0].frames(), 1);
}

#[test]
fn a_clip_begins_at_its_first_key_and_frames_are_the_keys_own_however_late() {
    // An hour in, 32 bits hold times to a quarter of a millisecond only.
    let times: Vec<f32> = (0..301).map(|key| 3600.0 + key as f32 / 30.0).collect();
    let values: Vec<f32> = (0..301).flat_map(|key| [(key % 2) as f32, 0.0, 0.0]).collect();
    let mut file = File::chain().set("/animations", json!([]));
    file.animate(0, "translation", "LINEAR", &times, &values);
    let raw = file.read().unwrap();
    let clip = &raw.bodies[0].clips[0];
    assert_eq!((clip.rate(), clip.frames()), (30.0, 301));
    for frame in 0..301 {
        assert_eq!(clip.frame(frame).translations[0].x, (frame % 2) as f32, "frame {frame}");
    }
}

#[test]
fn all_three_interpolations_give_their_values_between_keys() {
    // Keys a quarter of a second apart are sampled at 60.
    let times = [0.0, 0.25, 0.5];
    let mut file = File::chain().set("/animations", json!([]));
    file.animate(0, "translation", "LINEAR", &times, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 4.0, 0.0]);
    file.animate(1, "rotation", "STEP", &times, &[turn_z(0.0), turn_z(0.5), turn_z(1.0)].concat());
    let spline =
        [[0.0; 4], turn_z(0.0), [0.0; 4], [0.0; 4], turn_z(1.0), [0.0; 4], [0.0; 4], turn_z(1.0), [0.0; 4]];
    file.animate(2, "rotation", "CUBICSPLINE", &times, &spline.concat());
    let raw = file.read().unwrap();
    assert!(raw.warnings[0].contains("60 frames a second"), "{:?}", raw.warnings);
    let clip = &raw.bodies[0].clips[0];
    assert_eq!((clip.rate(), clip.frames()), (60.0, 31));
    assert_near(clip.frame(5).translations[0], Vec3::new(1.0 / 3.0, 0.0, 0.0));
    assert_near(clip.frame(20).translations[0], Vec3::new(1.0, 4.0 / 3.0, 0.0));
    let angle = |frame: usize, joint: usize| {
        let rotation = clip.frame(frame).rotations[joint];
        2.0 * rotation.z.atan2(rotation.w)
    };
    assert_eq!((angle(14, 1), angle(15, 1)), (0.0, 0.5));
    // A third of the time between, the spline's weights are 20/27 and 7/27.
    let (a, b) = (Quat::IDENTITY, Quat::from_rotation_z(1.0));
    let mixed = (a * (20.0 / 27.0) + b * (7.0 / 27.0)).normalize();
    assert!((angle(5, 2) - 2.0 * mixed.z.atan2(mixed.w)).abs() < 1e-5);
}

#[test]
fn normalised_integers_strides_and_sparse_values_are_read() {
    let mut file = File::chain().set("/animations", json!([]));
    file.animate(1, "rotation", "LINEAR", &[0.0, 0.1, 0.2], &[0.0; 12]);
    // Quaternions of 16 bits, each with four bytes of something else after it.
    let quaternions = [[0, 0, 0, 32767], [0, 0, 16384, 28377], [0, 0, 0, 0]];
    let bytes: Vec<u8> = quaternions
        .iter()
        .flat_map(|q| q.iter().flat_map(|c: &i16| c.to_le_bytes()).chain([9; 4]).collect::<Vec<u8>>())
        .collect();
    let view = file.view(&bytes);
    file.json["bufferViews"][view]["byteStride"] = json!(12);
    // The third is given sparsely: a half turn around Z.
    let indices = file.view(&2_u16.to_le_bytes());
    let values = file.view(&[0_i16, 0, 32767, 0].map(i16::to_le_bytes).concat());
    let output = file.json["animations"][0]["samplers"][0]["output"].as_u64().unwrap() as usize;
    file.json["accessors"][output] = json!({
        "bufferView": view, "componentType": 5122, "normalized": true, "type": "VEC4", "count": 3,
        "sparse": {
            "count": 1,
            "indices": { "bufferView": indices, "componentType": 5123 },
            "values": { "bufferView": values },
        },
    });
    let raw = file.read().unwrap();
    let clip = &raw.bodies[0].clips[0];
    for (frame, angle) in [0.0, std::f32::consts::FRAC_PI_3, std::f32::consts::PI].into_iter().enumerate() {
        let rotation = clip.frame(frame).rotations[1];
        assert!(rotation.dot(Quat::from_rotation_z(angle)).abs() > 1.0 - 1e-6, "frame {frame}: {rotation}");
    }
}

#[test]
fn joints_without_names_are_named_by_their_number() {
    let raw = File::chain().set("/nodes/1", json!({ "children": [2] })).read().unwrap();
    assert_eq!(raw.bodies[0].skeleton.name(1), "joint_1");
}
