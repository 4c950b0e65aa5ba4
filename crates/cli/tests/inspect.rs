//! `footwork inspect`.

use std::path::{Path, PathBuf};

use crate::common::person::Frame;
use crate::common::{PROP, Scratch, take};
use footwork_testing::mocap;
use serde_json::{Value, json};

#[test]
fn inspect_says_what_is_in_a_file_and_what_was_assumed() {
    let scratch = Scratch::with_take();
    let run = scratch.run(&["inspect", "take.bvh"]).ok();
    for said in [
        "take.bvh  BVH",
        "21 joints, 1.78 m tall",
        "all 21 found",
        "120 frames at 60 Hz, 1.98 s",
        "centimetres, from the length of its legs",
        "Y (from its rest pose)",
    ] {
        assert!(run.out.contains(said), "{said:?} is not in {}", run.out);
    }
    assert!(!run.out.contains("LeftElbow") && run.err.is_empty(), "{run:#?}");
}

#[test]
fn inspect_lists_the_joints_as_a_tree_with_their_roles() {
    let scratch = Scratch::with_take();
    let run = scratch.run(&["inspect", "--joints", "take.bvh"]).ok();
    let indent = |name: &str| {
        let line = run.out.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.len() - line.trim_start().len()
    };
    assert_eq!(indent("LeftElbow"), indent("LeftShoulder") + 2, "{}", run.out);
    assert!(run.out.contains("LeftElbow  left elbow\n"), "{}", run.out);
}

#[test]
fn json_is_an_array_with_one_object_per_file() {
    let scratch = Scratch::with_take();
    scratch.write_acclaim();
    scratch.write_dancer();
    let run = scratch.run(&["inspect", "--json", "take.bvh", "walk.amc", "walk.asf", "dancer.glb"]).ok();
    let value = run.json();
    let formats: Vec<&str> =
        value.as_array().unwrap().iter().map(|o| o["format"].as_str().unwrap()).collect();
    assert_eq!(formats, ["bvh", "amc", "asf", "glb"]);
    for object in value.as_array().unwrap() {
        assert_eq!(object["missing_roles"], json!([]), "{object:#}");
        for key in ["file", "joints", "frames", "rate", "seconds", "unit_scale", "up_axis", "warnings"] {
            assert!(!object[key].is_null(), "{key} of {object:#}");
        }
    }
    let take = &value[0];
    assert_eq!(take["file"], "take.bvh");
    assert_eq!(take["joints"].as_array().unwrap().len(), 21);
    assert_eq!(take["joints"][0], json!({ "name": "Hips", "parent": null, "role": "hips" }));
    let elbow = json!({ "name": "LeftElbow", "parent": "LeftShoulder", "role": "left_elbow" });
    assert!(take["joints"].as_array().unwrap().contains(&elbow), "{take:#}");
    assert_eq!((&take["frames"], &take["rate"], &take["up_axis"]), (&json!(120), &json!(60.0), &json!("Y")));
    // As a person would write it.
    assert_eq!(take["unit_scale"], json!(0.01));
    assert_eq!(take["warnings"], json!([]));
    assert!((take["seconds"].as_f64().unwrap() - 119.0 / 60.0).abs() < 1e-6);
    assert!((take["height_m"].as_f64().unwrap() - 1.78).abs() < 0.01, "{}", take["height_m"]);
    let clips: Vec<&str> =
        value[3]["clips"].as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap()).collect();
    assert_eq!(clips, ["idle", "dance", "bow"]);
}

#[test]
fn a_bad_file_among_good_ones_is_an_object_with_an_error_and_the_others_are_still_there() {
    let scratch = Scratch::with_take();
    scratch.write("broken.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 x 0");
    let run = scratch.run(&["inspect", "--json", "take.bvh", "broken.bvh", "none.bvh", "take.bvh"]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let value = run.json();
    let errors: Vec<bool> =
        value.as_array().unwrap().iter().map(|object| object.get("error").is_some()).collect();
    assert_eq!(errors, [false, true, true, false]);
    assert_eq!(value[1]["file"], "broken.bvh");
    assert!(
        value[1]["error"]
            .as_str()
            .unwrap()
            .starts_with("broken.bvh: line 4, column 10: found \"x\", expected a number")
    );

    let run = scratch.run(&["inspect", "broken.bvh", "take.bvh"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.out.contains("take.bvh  BVH") && run.err.starts_with("error: broken.bvh: line 4"),
        "{run:#?}"
    );
}

#[test]
fn what_is_no_person_is_shown_with_a_warning_and_no_height() {
    let scratch = Scratch::new();
    scratch.write("stick.bvh", PROP);
    let run = scratch.run(&["inspect", "stick.bvh"]).ok();
    assert!(run.out.contains("none: this is no person"), "{}", run.out);
    let object = &scratch.run(&["inspect", "--json", "stick.bvh"]).ok().json()[0];
    assert_eq!(object["height_m"], Value::Null);
    assert_eq!(object["joints"][0]["role"], Value::Null);
    assert!(
        object["warnings"].to_string().contains("no legs to tell the unit from: centimetres are assumed"),
        "{object:#}"
    );
}

#[test]
fn who_sits_through_a_take_is_as_tall_as_who_stands() {
    let scratch = Scratch::new();
    let sitting = |_| {
        let mut frame = Frame { hips: [0.0, 53.0, 0.0], ..Frame::standing() };
        for (joint, turn) in
            [("LeftHip", -90.0), ("RightHip", -90.0), ("LeftKnee", 90.0), ("RightKnee", 90.0)]
        {
            frame.turns.push((joint, [0.0, 0.0, turn]));
        }
        frame
    };
    scratch.write("take.bvh", take(30, sitting));
    let height = inspected(&scratch, &[])["height_m"].as_f64().unwrap();
    assert!((height - 1.78).abs() < 0.01, "{height}");
}

fn inspected(scratch: &Scratch, args: &[&str]) -> Value {
    let args = [&["inspect", "--json", "take.bvh"], args].concat();
    scratch.run(&args).ok().json()[0].take()
}

#[test]
fn unit_axis_and_rate_can_be_forced() {
    let scratch = Scratch::with_take();
    for (unit, scale) in [("mm", 0.001), ("m", 1.0), ("in", 0.0254), ("ft", 0.3048), ("0.05", 0.05)] {
        let take = inspected(&scratch, &["--assume-unit", unit]);
        assert_eq!((&take["unit_scale"], &take["unit_why"]), (&json!(scale), &json!("as told")));
        let height = take["height_m"].as_f64().unwrap();
        assert!((height - 178.0 * scale).abs() < 1.5 * scale, "{unit}: {height}");
    }
    for (axis, said) in [("z", "Z"), ("+Z", "Z"), ("-y", "-Y"), ("X", "X")] {
        let take = inspected(&scratch, &["--assume-up", axis]);
        assert_eq!((&take["up_axis"], &take["up_why"]), (&json!(said), &json!("as told")));
    }
    let take = inspected(&scratch, &["--assume-rate", "30"]);
    assert_eq!((&take["rate"], &take["frames"]), (&json!(30.0), &json!(120)));
    assert!((take["seconds"].as_f64().unwrap() - 119.0 / 30.0).abs() < 1e-6);
}

#[test]
fn bad_units_axes_and_rates_are_refused_with_what_was_expected() {
    let scratch = Scratch::with_take();
    for (option, values, expected) in [
        ("--assume-unit", ["0", "-1", "NaN", "parsecs"], "expected m, cm, mm, in, ft, or metres per unit"),
        ("--assume-up", ["", "up", "w", "--"], "expected y, z, x, -y, -z or -x"),
        ("--assume-rate", ["0", "-30", "inf", "fast"], "expected a number of frames per second between"),
    ] {
        for value in values {
            let error = scratch.run(&["inspect", "take.bvh", option, value]).usage_error();
            assert!(error.contains(expected) && error.contains(option), "{option} {value}: {error}");
        }
    }
}

#[test]
fn a_roles_file_says_which_joint_plays_which_role() {
    let scratch = Scratch::new();
    // Names that say nothing, in a body that has a tail where others have a spine.
    let text = take(60, Frame::swaying).replace("Chest", "xq");
    scratch.write("take.bvh", text);
    scratch.write("roles.toml", "[roles]\nchest = \"Spine\"\nspine = \"xq\"\n");
    let role = |take: &Value, name: &str| {
        let joints = take["joints"].as_array().unwrap();
        joints.iter().find(|joint| joint["name"] == name).unwrap()["role"].clone()
    };
    let told = inspected(&scratch, &["--roles", "roles.toml"]);
    assert_eq!((role(&told, "Spine"), role(&told, "xq")), (json!("chest"), json!("spine")));
    let found = inspected(&scratch, &[]);
    assert_ne!(role(&found, "Spine"), json!("chest"));
}

#[test]
fn a_bad_roles_file_is_an_error_that_names_it_and_its_key_and_suggests_another() {
    let scratch = Scratch::with_take();
    for (text, said) in [
        ("[roles]\nleft_ancle = \"LeftAnkle\"", &["\"left_ancle\" is no role", "\"left_ankle\"?"][..]),
        ("[roles]\nhips = 3", &["hips must be a name in quotes"]),
        ("hips = \"Hips\"", &["expected a table [roles]"]),
        ("[roles\n", &["line 1"]),
    ] {
        scratch.write("roles.toml", text);
        let error = scratch.run(&["inspect", "take.bvh", "--roles", "roles.toml"]).one_error();
        for said in said.iter().chain(&["roles.toml: "]) {
            assert!(error.contains(said), "{said:?} is not in {error}");
        }
    }
    scratch.write("roles.toml", "[roles]\nleft_ankle = \"Knöchel\"");
    let error = scratch.run(&["inspect", "take.bvh", "--roles", "roles.toml"]).one_error();
    assert!(error.contains("take.bvh: ") && error.contains("\"Knöchel\"") && error.contains("left ankle"));
    let error = scratch.run(&["inspect", "take.bvh", "--roles", "none.toml"]).one_error();
    assert!(error.contains("none.toml: "), "{error}");
}

/// Every motion file below a folder.
fn motion_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(motion_files(&path));
        } else if path.extension().is_some_and(|e| ["bvh", "amc", "asf", "glb"].iter().any(|f| e == *f)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn every_recording_at_hand_is_inspected_with_all_roles() {
    let Some(folder) = mocap() else { return };
    let files = motion_files(&folder);
    let mut args = vec!["inspect", "--json"];
    args.extend(files.iter().map(|file| file.to_str().unwrap()));
    let value = Scratch::new().run(&args).ok().json();
    assert_eq!(value.as_array().unwrap().len(), files.len());
    for object in value.as_array().unwrap() {
        assert_eq!(object["missing_roles"], json!([]), "{}", object["file"]);
        let height = object["height_m"].as_f64().unwrap();
        assert!((1.2..2.1).contains(&height), "{}: {height} m", object["file"]);
    }
}
