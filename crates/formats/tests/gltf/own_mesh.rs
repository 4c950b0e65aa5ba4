//! Motion in a character's own file, and VRM files, which say who their joints are.

use footwork_formats::{Body, Character, ReadOptions, gltf, read_bytes};
use footwork_motion::glam::Quat;
use footwork_motion::{Clip, Role, WorldClip};
use serde_json::{Value, json};

use crate::common::person::{Frame, bvh};

fn none(name: &str) -> Result<Vec<u8>, String> {
    Err(format!("{name} is not there"))
}

fn bodies(name: &str, bytes: &[u8]) -> Vec<Body> {
    read_bytes(name, bytes.to_vec(), &ReadOptions::default(), &none)
        .unwrap_or_else(|error| panic!("{error}"))
        .bodies
}

fn body(name: &str, bytes: &[u8]) -> Body {
    bodies(name, bytes).swap_remove(0)
}

pub fn swaying() -> Body {
    body("sway.bvh", bvh(1.0 / 30.0, (0..30).map(|frame| Frame::swaying(f64::from(frame) / 30.0))).as_bytes())
}

/// A GLB file taken apart, and put together again.
struct Parts {
    json: Value,
    binary: Vec<u8>,
}

impl Parts {
    fn of(glb: &[u8]) -> Parts {
        let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
        let json = serde_json::from_slice(&glb[20..20 + length]).unwrap();
        Parts { json, binary: glb[28 + length..].to_vec() }
    }

    fn glb(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec(&self.json).unwrap();
        json.resize(json.len().next_multiple_of(4), b' ');
        let length = 12 + 8 + json.len() + 8 + self.binary.len();
        let mut glb = [b"glTF".as_slice(), &2_u32.to_le_bytes(), &(length as u32).to_le_bytes()].concat();
        glb.extend([&(json.len() as u32).to_le_bytes(), b"JSON".as_slice(), &json].concat());
        glb.extend([&(self.binary.len() as u32).to_le_bytes(), b"BIN\0".as_slice(), &self.binary].concat());
        glb
    }
}

/// The person as a skinned character, without motion.
fn character() -> Parts {
    let person = swaying();
    Parts::of(&gltf::write(&[Character { name: "Ann", skeleton: &person.skeleton, clips: &[] }]).unwrap())
}

#[track_caller]
fn same_places(skeletons: [&Body; 2], clips: [&Clip; 2]) {
    let [a, b] = [0, 1].map(|one| WorldClip::new(&skeletons[one].skeleton, clips[one]));
    assert_eq!(a.frames(), b.frames());
    for joint in 0..skeletons[0].skeleton.len() {
        for frame in 0..a.frames() {
            let away = a.position(frame, joint).distance(b.position(frame, joint));
            assert!(away < 1e-3, "{} in frame {frame}: {away} m", skeletons[0].skeleton.name(joint));
        }
    }
}

#[test]
fn a_character_keeps_its_mesh_skin_and_materials_and_performs_what_it_is_given() {
    let mut file = character();
    file.json["extras"] = json!({ "by": "somebody" });
    file.json["materials"][0]["name"] = json!("steel");
    let own = body("ann.glb", &file.glb());
    let clip = swaying().clips.swap_remove(0);
    let written =
        gltf::write_with_mesh(&file.glb(), &none, (0, &own), &[clip.clone(), clip.clone()]).unwrap();
    let again = Parts::of(&written);
    for part in ["meshes", "skins", "materials", "nodes", "scenes", "extras"] {
        assert_eq!(again.json[part], file.json[part], "{part}");
    }
    assert!(again.binary.starts_with(&file.binary), "its own numbers are where they were");
    let performed = body("moves.glb", &written);
    assert_eq!(performed.clips.len(), 2);
    same_places([&own, &performed], [&clip, &performed.clips[1]]);
}

/// Characters from tools that work in other units hang on nodes that scale and turn them, or have matrices.
#[test]
fn a_character_in_another_unit_and_facing_elsewhere_moves_as_it_should() {
    let clip = swaying().clips.swap_remove(0);
    let root = |file: &Parts| {
        let children = |node: &Value| node["children"][0].as_u64();
        let top = file.json["scenes"][0]["nodes"][0].as_u64().unwrap() as usize;
        (top, children(&file.json["nodes"][top]).unwrap() as usize)
    };
    let mut turned = character();
    let (top, hips) = root(&turned);
    turned.json["nodes"][top]["scale"] = json!([0.01, 0.01, 0.01]);
    turned.json["nodes"][top]["rotation"] =
        json!([0.0, std::f32::consts::FRAC_1_SQRT_2, 0.0, std::f32::consts::FRAC_1_SQRT_2]);
    let mut matrix = character();
    let place = turned.json["nodes"][hips]["translation"].as_array().unwrap();
    let [x, y, z] = [0, 1, 2].map(|axis| place[axis].as_f64().unwrap());
    matrix.json["nodes"][hips].as_object_mut().unwrap().retain(|key, _| key == "name" || key == "children");
    matrix.json["nodes"][hips]["matrix"] =
        json!([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0]);
    for (name, file) in [("turned", turned), ("matrix", matrix)] {
        let own = body("ann.glb", &file.glb());
        assert_eq!(own.turn == Quat::IDENTITY, name == "matrix");
        let written =
            gltf::write_with_mesh(&file.glb(), &none, (0, &own), std::slice::from_ref(&clip)).unwrap();
        let performed = body("moves.glb", &written);
        same_places([&own, &performed], [&clip, &performed.clips[0]]);
    }
}

#[test]
fn a_glb_that_faces_elsewhere_comes_in_facing_z() {
    let mut file = character();
    let top = file.json["scenes"][0]["nodes"][0].as_u64().unwrap() as usize;
    file.json["nodes"][top]["rotation"] = json!([0.0, 1.0, 0.0, 0.0]);
    let own = body("ann.glb", &file.glb());
    let world = WorldClip::new(&own.skeleton, &own.clips[0]);
    let at = |role| own.skeleton.site(role).unwrap().position(world.frame(0));
    assert!(at(Role::LeftToe).z > at(Role::LeftAnkle).z + 0.1 && at(Role::LeftHip).x > at(Role::RightHip).x);
}

#[test]
fn what_belongs_to_another_character_is_refused_and_so_is_a_picture_that_is_missing() {
    let mut file = character();
    let own = body("ann.glb", &file.glb());
    let clip = swaying().clips.swap_remove(0);
    let refused = |file: &Parts, number| {
        gltf::write_with_mesh(&file.glb(), &none, (number, &own), std::slice::from_ref(&clip))
    };
    assert!(refused(&file, 1).unwrap_err().to_string().contains("no body 1"));
    file.json["images"] = json!([{ "uri": "face.png" }]);
    assert!(refused(&file, 0).unwrap_err().to_string().contains("face.png is not there"));
    file.json["images"] = json!([{ "uri": "../face.png" }]);
    assert!(refused(&file, 0).unwrap_err().to_string().contains("leaves the file's folder"));
}

/// What a VRM file calls its bones, by the name of the joint here.
const VRM: [(&str, &str); 17] = [
    ("hips", "Hips"),
    ("spine", "Spine"),
    ("chest", "Chest"),
    ("neck", "Neck"),
    ("head", "Head"),
    ("leftUpperArm", "LeftShoulder"),
    ("leftLowerArm", "LeftElbow"),
    ("leftHand", "LeftWrist"),
    ("rightUpperArm", "RightShoulder"),
    ("rightLowerArm", "RightElbow"),
    ("rightHand", "RightWrist"),
    ("leftUpperLeg", "LeftHip"),
    ("leftLowerLeg", "LeftKnee"),
    ("leftFoot", "LeftAnkle"),
    ("rightUpperLeg", "RightHip"),
    ("rightLowerLeg", "RightKnee"),
    ("rightFoot", "RightAnkle"),
];

#[test]
fn the_humanoid_map_of_a_vrm_file_gives_the_roles_whatever_the_joints_are_called() {
    let named = swaying();
    let mut file = character();
    let find = |file: &Parts, name: &str| {
        file.json["nodes"].as_array().unwrap().iter().position(|node| node["name"] == name).unwrap()
    };
    let bones: Vec<(&str, usize)> = VRM.iter().map(|(bone, joint)| (*bone, find(&file, joint))).collect();
    for (number, node) in file.json["nodes"].as_array_mut().unwrap().iter_mut().enumerate() {
        // Names that would lead astray.
        node["name"] = json!(if number % 2 == 0 { "Head" } else { "LeftFoot" });
    }
    let new = bones.iter().map(|(bone, node)| (bone.to_string(), json!({ "node": node })));
    let new = json!({ "VRMC_vrm": { "humanoid": { "humanBones": new.collect::<serde_json::Map<_, _>>() } } });
    let old: Vec<Value> = bones.iter().map(|(bone, node)| json!({ "bone": bone, "node": node })).collect();
    for (file_name, extensions) in
        [("ann.vrm", new), ("old.vrm", json!({ "VRM": { "humanoid": { "humanBones": old } } }))]
    {
        file.json["extensions"] = extensions;
        let found = body(file_name, &file.glb());
        for (_, joint) in VRM {
            let role = named.skeleton.roles().of_joint(named.skeleton.find(joint).unwrap()).unwrap();
            assert_eq!(found.skeleton.joint(role), named.skeleton.joint(role), "{file_name}: {role}");
        }
    }
    // A map of nonsense is no roles, and no panic.
    file.json["extensions"] =
        json!({ "VRMC_vrm": { "humanoid": { "humanBones": { "hips": { "node": 4_000_000 } } } } });
    let _ = read_bytes("odd.vrm", file.glb(), &ReadOptions::default(), &none);
}

#[test]
fn a_vrm_map_that_contradicts_the_hierarchy_is_not_followed_and_is_told_of() {
    let named = swaying();
    let mut file = character();
    let find = |name: &str| {
        file.json["nodes"].as_array().unwrap().iter().position(|node| node["name"] == name).unwrap()
    };
    let mut bones: serde_json::Map<String, Value> =
        VRM.iter().map(|(bone, joint)| (bone.to_string(), json!({ "node": find(joint) }))).collect();
    let (hips, head) = (bones["hips"].clone(), bones["head"].clone());
    bones.insert("hips".to_string(), head);
    bones.insert("head".to_string(), hips);
    file.json["extensions"] = json!({ "VRMC_vrm": { "humanoid": { "humanBones": bones } } });
    let import = read_bytes("odd.vrm", file.glb(), &ReadOptions::default(), &none).unwrap();
    assert!(import.warnings.iter().any(|warning| warning.contains("VRM map")), "{:?}", import.warnings);
    for role in [Role::Hips, Role::Head, Role::LeftKnee] {
        assert_eq!(import.bodies[0].skeleton.joint(role), named.skeleton.joint(role), "{role}");
    }
}

#[test]
fn keys_that_meshopt_packed_are_read() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/gltf/humanoid_with_packed_keys.gltf");
    let raw = gltf::read(&std::fs::read(file).unwrap(), &none).unwrap();
    let (skeleton, clip) = (&raw.bodies[0].skeleton, &raw.bodies[0].clips[0]);
    assert_eq!((clip.rate(), clip.frames()), (30.0, 20));
    assert_eq!(skeleton.joint(Role::Spine).map(|joint| skeleton.name(joint)), Ok("b"));
    for frame in 0..20 {
        let x = 300.0 * frame as f32 / f32::from(i16::MAX);
        assert!((clip.frame(frame).rotations[1].x - x).abs() < 1e-4, "frame {frame}");
    }
}
