//! `footwork doctor`.

use crate::common::person::{Frame, STANDING};
use crate::common::{PROP, Scratch, take};
use serde_json::json;

/// Floats, has a T-pose in front, and flips an elbow: everything about it can be mended.
fn sick() -> String {
    take(120, |t| {
        let mut frame = if t == 0.0 { Frame::t_pose() } else { Frame::swaying(t) };
        frame.hips[1] = STANDING + 25.0;
        if (0.995..1.04).contains(&t) {
            frame.turns.push(("RightElbow", [0.0, 120.0, 0.0]));
        }
        frame
    })
}

/// A person without arms: it can be used, and is told so.
fn armless() -> String {
    take(120, Frame::swaying).replace("LeftShoulder", "a").replace("LeftElbow", "b").replace("LeftWrist", "c")
}

#[test]
fn a_healthy_file_is_told_so() {
    let scratch = Scratch::with_take();
    let run = scratch.run(&["doctor", "take.bvh"]).ok();
    assert_eq!(run.out, "take.bvh\n  Nothing is wrong with it.\n");
    assert_eq!(scratch.files(), ["take.bvh"], "nothing is written unasked");
}

#[test]
fn the_worst_comes_first_each_with_what_to_do() {
    let scratch = Scratch::new();
    let mut text = armless();
    // A frame count that lies is doubtful; missing roles are wrong.
    text = text.replace("Frames: 120", "Frames: 130");
    scratch.write("take.bvh", text);
    let run = scratch.run(&["doctor", "take.bvh"]).ok();
    let rows: Vec<&str> = run.out.lines().collect();
    assert!(rows[1].starts_with("  wrong     No joint was found for: left shoulder"), "{}", run.out);
    assert!(rows[2].contains("roles file"), "{}", run.out);
    assert!(rows[3].starts_with("  doubtful  ") && rows[3].contains("130"), "{}", run.out);
    assert_eq!(rows.len(), 5, "{}", run.out);
}

#[test]
fn what_cannot_be_used_exits_with_1_and_what_is_only_ill_with_0() {
    let scratch = Scratch::with_take();
    scratch.write("sick.bvh", sick());
    scratch.write("armless.bvh", armless());
    scratch.write("stick.bvh", PROP);
    scratch.write("still.bvh", take(1, Frame::swaying));
    scratch.write("broken.bvh", "HIERARCHY\n");
    for file in ["take.bvh", "sick.bvh", "armless.bvh"] {
        scratch.run(&["doctor", file]).ok();
    }
    for (file, said) in [("stick.bvh", "No joint was found for"), ("still.bvh", "only one frame")] {
        let run = scratch.run(&["doctor", file]);
        assert_eq!(run.code, Some(1), "{run:#?}");
        assert!(run.out.contains(said) && run.out.contains("It cannot be used as it is."), "{run:#?}");
    }
    let run = scratch.run(&["doctor", "broken.bvh", "take.bvh"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: broken.bvh: line "), "{run:#?}");
    assert!(run.out.contains("Nothing is wrong with it."), "the others are still seen: {run:#?}");
}

#[test]
fn fix_writes_a_copy_beside_that_has_nothing_left_to_fix_and_leaves_the_file_alone() {
    let scratch = Scratch::new();
    let text = sick();
    scratch.write("sick.bvh", &text);
    let run = scratch.run(&["doctor", "--fix", "sick.bvh"]).ok();
    for done in
        ["sick.fixed.bvh: ", "left out the first frame", "smoothed over 1 jump", "lowered the motion by"]
    {
        assert!(run.out.contains(done), "{done:?} is not in {}", run.out);
    }
    assert_eq!(scratch.text("sick.bvh"), text);
    assert_eq!(scratch.files(), ["sick.bvh", "sick.fixed.bvh"]);
    let run = scratch.run(&["doctor", "sick.fixed.bvh"]).ok();
    assert_eq!(run.out, "sick.fixed.bvh\n  Nothing is wrong with it.\n");
}

#[test]
fn fix_writes_to_a_file_or_folder_that_is_named() {
    let scratch = Scratch::new();
    for name in ["sick.bvh", "takes/a.bvh", "takes/b.bvh"] {
        scratch.write(name, sick());
    }
    scratch.run(&["doctor", "--fix", "sick.bvh", "-o", "clean.bvh"]).ok();
    scratch.run(&["doctor", "--fix", "sick.bvh", "-o", "clean.glb"]).ok();
    scratch.run(&["doctor", "--fix", "takes/a.bvh", "takes/b.bvh", "-o", "clean/"]).ok();
    scratch.run(&["doctor", "--fix", "sick.bvh", "--output", "clean"]).ok();
    let written: Vec<String> = scratch.files().into_iter().filter(|name| name.starts_with("clean")).collect();
    assert_eq!(written, ["clean.bvh", "clean.glb", "clean/a.bvh", "clean/b.bvh", "clean/sick.bvh"]);
    for name in written {
        let fixable = scratch.run(&["doctor", "--json", &name]).ok().json()[0]["findings"].clone();
        assert_eq!(fixable, json!([]), "{name}");
    }
}

#[test]
fn fix_keeps_every_animation_of_a_glb() {
    let scratch = Scratch::new();
    scratch.write_dancer();
    scratch.run(&["doctor", "--fix", "dancer.glb"]).ok();
    let clips: Vec<String> =
        scratch.body("dancer.fixed.glb").clips.into_iter().map(|clip| clip.name).collect();
    assert_eq!(clips, ["idle", "dance", "bow"]);
    let error = scratch.run(&["doctor", "--fix", "dancer.glb", "-o", "one.bvh"]);
    assert_eq!(error.code, Some(1));
    assert!(error.err.contains("one.bvh: a BVH file holds one body and one animation"), "{error:#?}");
    assert!(!scratch.has("one.bvh"));
}

#[test]
fn fix_writes_nothing_for_a_file_that_cannot_be_used() {
    let scratch = Scratch::new();
    scratch.write("stick.bvh", PROP);
    assert_eq!(scratch.run(&["doctor", "--fix", "stick.bvh"]).code, Some(1));
    assert_eq!(scratch.files(), ["stick.bvh"]);
}

#[test]
fn fix_never_writes_over_a_file_it_was_given_nor_one_copy_over_another() {
    let scratch = Scratch::new();
    for name in ["a/take.bvh", "b/take.bvh", "a/other.bvh"] {
        scratch.write(name, sick());
    }
    let files = scratch.files();
    for (args, said) in [
        (&["a/take.bvh", "-o", "a/take.bvh"][..], "does not replace its file"),
        (&["a/take.bvh", "-o", "a/"], "does not replace its file"),
        (&["a/take.bvh", "b/take.bvh", "-o", "clean/"], "would become the same file"),
        (&["a/take.bvh", "a/other.bvh", "-o", "one.bvh"], "several files need a folder"),
        (&["a/take.bvh", "-o", "take.fbx"], "Footwork writes .bvh, .glb and .vrma files"),
    ] {
        let error = scratch.run(&[&["doctor", "--fix"], args].concat()).one_error();
        assert!(error.contains(said), "{args:?}: {error}");
    }
    assert_eq!(scratch.files(), files);
    assert_eq!(scratch.text("a/take.bvh"), sick());
}

#[test]
fn an_output_without_fix_is_refused() {
    let scratch = Scratch::with_take();
    let error = scratch.run(&["doctor", "take.bvh", "-o", "clean.bvh"]).usage_error();
    assert!(error.contains("--fix"), "{error}");
}

#[test]
fn json_holds_every_finding_and_what_was_done() {
    let scratch = Scratch::with_take();
    scratch.write("sick.bvh", sick());
    scratch.write("stick.bvh", PROP);
    let run = scratch.run(&["doctor", "--json", "--fix", "sick.bvh", "take.bvh", "stick.bvh", "none.bvh"]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let value = run.json();
    let usable: Vec<bool> =
        value.as_array().unwrap().iter().map(|o| o["usable"].as_bool().unwrap()).collect();
    assert_eq!(usable, [true, true, false, false]);
    let findings = value[0]["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 3, "{findings:#?}");
    for finding in findings {
        assert_eq!((&finding["severity"], &finding["fixable"]), (&json!("wrong"), &json!(true)));
        assert!(finding["what"].is_string() && finding["advice"].is_string());
    }
    assert_eq!(value[0]["fixed"]["file"], "sick.fixed.bvh");
    assert_eq!(value[0]["fixed"]["done"].as_array().unwrap().len(), 3);
    assert_eq!(value[2]["findings"][0]["severity"], "unusable");
    assert!(value[3]["error"].as_str().unwrap().starts_with("none.bvh: "));
}
