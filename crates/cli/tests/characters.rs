//! `footwork convert` between other people's files: FBX in, VRM animations out, characters that cannot be ones.

use std::fs;
use std::path::Path;

use crate::common::{PROP, Scratch, farthest, gliding, take};
use footwork_motion::Role;

fn corpus(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("take.bvh", take(120, gliding));
    for name in ["person", "two_people", "no_legs", "cycle", "scale_zero", "scale_mirrors", "cut"] {
        scratch.write(&format!("{name}.fbx"), corpus(&format!("fbx/{name}.fbx")));
    }
    scratch
}

#[test]
fn an_fbx_file_is_inspected_and_converted_like_others() {
    let scratch = scratch();
    let seen = scratch.run(&["inspect", "person.fbx", "--json"]).ok();
    assert!(seen.out.contains("\"fbx\""), "{}", seen.out);
    scratch.run(&["convert", "person.fbx", "person.glb"]).ok();
    scratch.run(&["convert", "person.fbx", "person.bvh"]).ok();
    let away = farthest(&scratch.body("person.glb"), &scratch.body("person.bvh"));
    assert!(away < 1e-3, "{away} m");
    // Motion goes onto its skeleton too; its mesh stays in Blender.
    scratch.run(&["convert", "take.bvh", "onto.glb", "--onto", "person.fbx"]).ok();
    assert_eq!(scratch.body("onto.glb").skeleton.len(), scratch.body("person.fbx").skeleton.len());
}

#[test]
fn two_people_in_one_fbx_are_two_characters() {
    let scratch = scratch();
    scratch.run(&["convert", "two_people.fbx", "both.glb"]).ok();
    assert_eq!(scratch.import("both.glb").bodies.len(), 2);
    let said = scratch.run(&["convert", "two_people.fbx", "one.bvh"]).one_error();
    assert!(said.contains("2 bodies") && !scratch.has("one.bvh"), "{said}");
}

#[test]
fn a_vrm_animation_is_written_and_reads_back() {
    let scratch = scratch();
    scratch.run(&["convert", "take.bvh", "take.vrma"]).ok();
    let said = scratch.run(&["inspect", "take.vrma"]).ok();
    assert!(said.out.lines().next().is_some_and(|line| line.ends_with("  VRMA")), "{said:#?}");
    assert_eq!(scratch.run(&["inspect", "take.vrma", "--json"]).ok().json()[0]["format"], "vrma");
    let (was, is) = (scratch.body("take.bvh"), scratch.body("take.vrma"));
    assert_eq!(was.clips[0].frames(), is.clips[0].frames());
    for role in [Role::Hips, Role::Head, Role::LeftAnkle, Role::RightWrist] {
        let at = |body: &footwork_formats::Body| {
            let world = footwork_motion::WorldClip::new(&body.skeleton, &body.clips[0]);
            body.skeleton.site(role).unwrap().position(world.frame(60))
        };
        assert!(at(&was).distance(at(&is)) < 2e-3, "{role}");
    }
    scratch.run(&["convert", "take.bvh", "person.fbx", "animations/", "--as", "vrma"]).ok();
    assert!(scratch.has("animations/take.vrma") && scratch.has("animations/person.vrma"));
    scratch.write("prop.bvh", PROP);
    let run = scratch.run(&["convert", "prop.bvh", "prop.vrma"]);
    assert!(run.code == Some(1) && run.err.contains("error: prop.vrma: this body has no "), "{run:#?}");
    assert!(!scratch.has("prop.vrma"));
}

#[test]
fn characters_that_cannot_be_ones_are_a_sentence_and_nothing_is_written() {
    let scratch = scratch();
    scratch.write("prop.bvh", PROP);
    scratch.write("empty.glb", b"");
    scratch.write("nothing.gltf", br#"{"asset":{"version":"2.0"}}"#);
    scratch.write("cycle.gltf", corpus("gltf/joint_is_its_own_ancestor.gltf"));
    let before = scratch.files();
    for character in [
        "no_legs.fbx",
        "scale_mirrors.fbx",
        "cut.fbx",
        "prop.bvh",
        "empty.glb",
        "nothing.gltf",
        "cycle.gltf",
        "nowhere.glb",
    ] {
        for out in ["out.glb", "out.bvh", "out.vrma"] {
            let said = scratch.run(&["convert", "take.bvh", out, "--onto", character]).one_error();
            assert!(said.contains(character), "{character}: {said}");
        }
        assert_eq!(scratch.files(), before, "{character}");
    }
}
