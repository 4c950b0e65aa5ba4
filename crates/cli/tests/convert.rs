//! `footwork convert`.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::person::{Frame, STANDING};
use crate::common::{PROP, Scratch, farthest, gliding, joint_named, take, with_bones};
use footwork_formats::{ReadOptions, read};
use footwork_motion::glam::Vec3;
use footwork_motion::{Role, WorldClip};

fn with_gliding() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("take.bvh", take(120, gliding));
    scratch
}

/// Everything that is not the input and not a result: temporary files that were forgotten.
fn left_over(scratch: &Scratch) -> Vec<String> {
    scratch.files().into_iter().filter(|name| name.contains(".part") || name.contains(".footwork")).collect()
}

#[test]
fn the_ending_of_the_result_decides_and_every_joint_stays_where_it_was() {
    let scratch = with_gliding();
    scratch.write_acclaim();
    scratch.write_dancer();
    for (from, to) in [
        ("take.bvh", "a.bvh"),
        ("take.bvh", "b.glb"),
        ("b.glb", "c.BVH"),
        ("walk.amc", "d.bvh"),
        ("walk.asf", "e.glb"),
        ("dancer.glb", "f.GLB"),
    ] {
        let run = scratch.run(&["convert", from, to]).ok();
        assert!(run.out.starts_with(&format!("{to}: ")) && run.out.contains(" frames, "), "{run:#?}");
        let away = farthest(&scratch.body(from), &scratch.body(to));
        assert!(away < 1e-4, "{from} to {to}: {away} m");
    }
    assert!(scratch.bytes("b.glb").starts_with(b"glTF"));
    assert!(scratch.text("a.bvh").starts_with("HIERARCHY"));
}

#[test]
fn rate_from_and_to_give_the_frames_that_were_asked_for() {
    let scratch = with_gliding();
    for (args, frames, rate) in [
        (&["--rate", "30"][..], 60, 30.0),
        (&["--rate", "144"], 286, 144.0),
        (&["--from", "0.5"], 90, 60.0),
        (&["--to", "0.5"], 31, 60.0),
        (&["--to", "1000"], 120, 60.0),
        (&["--from", "0.5", "--to", "1.5"], 61, 60.0),
        (&["--from", "0.5", "--to", "0.5"], 1, 60.0),
        (&["--from", "0.5", "--to", "1.5", "--rate", "20", "--mirror"], 21, 20.0),
    ] {
        scratch.run(&[&["convert", "take.bvh", "out.glb"], args].concat()).ok();
        let clip = scratch.body("out.glb").clips.swap_remove(0);
        // A file of one frame has no rate.
        let found = if clip.frames() == 1 { rate } else { clip.rate() };
        assert_eq!((clip.frames(), found), (frames, rate), "{args:?}");
    }
    scratch.run(&["convert", "take.bvh", "out.bvh", "--from", "0.5"]).ok();
    let (whole, part) = (scratch.body("take.bvh"), scratch.body("out.bvh"));
    let away = whole.clips[0].frame(30).translations[0] - part.clips[0].frame(0).translations[0];
    assert!(away.length() < 1e-4, "the part starts where the whole was at 0.5 s: {away}");
}

#[test]
fn mirrored_twice_is_as_it_was_and_once_is_not() {
    let scratch = with_gliding();
    scratch.run(&["convert", "take.bvh", "once.bvh", "--mirror"]).ok();
    scratch.run(&["convert", "once.bvh", "twice.bvh", "--mirror"]).ok();
    let [take, once, twice] = ["take.bvh", "once.bvh", "twice.bvh"].map(|name| scratch.body(name));
    assert!(farthest(&take, &twice) < 1e-4, "{}", farthest(&take, &twice));
    let place = |body: &footwork_formats::Body, joint: &str| {
        WorldClip::new(&body.skeleton, &body.clips[0]).position(60, joint_named(&body.skeleton, joint))
    };
    for (left, right) in [("LeftWrist", "RightWrist"), ("RightToe", "LeftToe"), ("Head", "Head")] {
        let (own, other) = (place(&take, left), place(&once, right));
        assert!((own * Vec3::new(-1.0, 1.0, 1.0) - other).length() < 1e-4, "{left}: {own} and {other}");
    }
}

#[test]
fn the_unit_of_a_bvh_can_be_chosen_and_is_found_again() {
    let scratch = with_gliding();
    for (unit, scale) in [("m", 1.0), ("cm", 0.01), ("mm", 0.001), ("in", 0.0254), ("0.3048", 0.3048)] {
        scratch.run(&["convert", "take.bvh", "out.bvh", "--unit", unit]).ok();
        let body = scratch.body("out.bvh");
        assert!((body.unit.scale / scale - 1.0).abs() < 1e-5, "{unit}: {:?}", body.unit);
        assert!(farthest(&scratch.body("take.bvh"), &body) < 2e-4, "{unit}");
    }
    scratch.run(&["convert", "take.bvh", "out.bvh", "--unit", "m"]).ok();
    assert!(scratch.text("out.bvh").contains("-0.42"), "a shin is 0.42 m long");
}

#[test]
fn what_the_file_means_can_be_forced() {
    let scratch = with_gliding();
    scratch.run(&["convert", "take.bvh", "out.glb", "--assume-rate", "30", "--assume-unit", "0.02"]).ok();
    // The person is a giant now, whom only the word of a user lets in as such.
    let options = ReadOptions { unit: Some(1.0), ..ReadOptions::default() };
    let body = read(scratch.path("out.glb"), &options).unwrap().bodies.swap_remove(0);
    assert_eq!((body.clips[0].rate(), body.clips[0].frames()), (30.0, 120));
    let shin = body.skeleton.offsets()[joint_named(&body.skeleton, "LeftAnkle")].length();
    assert!((shin - 0.8).abs() < 1e-4, "{shin}");
}

#[test]
fn motion_goes_onto_a_body_of_other_proportions_and_stays_on_the_floor() {
    let scratch = with_gliding();
    let tall = take(1, |_| Frame { hips: [0.0, 1.2 * STANDING, 0.0], ..Frame::standing() });
    scratch.write("tall.bvh", with_bones(&tall, 1.15));
    for out in ["out.bvh", "out.glb"] {
        scratch.run(&["convert", "take.bvh", out, "--onto", "tall.bvh"]).ok();
        let (own, other) = (scratch.body("take.bvh"), scratch.body(out));
        assert_eq!(own.clips[0].frames(), other.clips[0].frames());
        let ratio = other.skeleton.leg_length().unwrap() / own.skeleton.leg_length().unwrap();
        assert!((ratio - 1.15).abs() < 1e-3, "{ratio}");
        let height = |body: &footwork_formats::Body| {
            let world = WorldClip::new(&body.skeleton, &body.clips[0]);
            world.position(60, joint_named(&body.skeleton, "LeftToe")).y
        };
        assert!(
            (height(&other) - 1.15 * height(&own)).abs() < 0.01,
            "{} and {}",
            height(&own),
            height(&other)
        );
    }
}

/// A leg bone shorter than 1/4000 of its neighbour made the two-bone IK panic.
#[test]
fn a_leg_bone_of_next_to_no_length_is_converted_or_refused() {
    let scratch = Scratch::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/bvh");
    for name in ["person.bvh", "person_with_tiny_legs.bvh"] {
        scratch.write(name, std::fs::read(corpus.join(name)).unwrap());
    }
    let commands = [
        &["convert", "person.bvh", "out.bvh", "--onto", "person_with_tiny_legs.bvh"][..],
        &["convert", "person_with_tiny_legs.bvh", "out.bvh", "--onto", "person.bvh"],
        &["import", "person_with_tiny_legs.bvh", "-o", "tiny.rep"],
        &["doctor", "person_with_tiny_legs.bvh"],
    ];
    for command in commands {
        let run = scratch.run(command);
        assert!(matches!(run.code, Some(0 | 1)) && !run.err.contains("panicked"), "{command:?}: {run:#?}");
    }
}

#[test]
fn motion_goes_onto_a_body_of_another_rig_and_what_is_none_is_an_error() {
    let scratch = with_gliding();
    scratch.write("stick.bvh", PROP);
    scratch.write_acclaim();
    for (onto, said) in
        [("stick.bvh", "stick.bvh: there is no body with legs in it"), ("none.bvh", "none.bvh: ")]
    {
        let run = scratch.run(&["convert", "take.bvh", "out.bvh", "--onto", onto]);
        assert!(run.code == Some(1) && run.err.contains(said), "{run:#?}");
        assert!(!scratch.has("out.bvh"));
    }
    // Acclaim's bones have other axes, names and numbers of joints.
    scratch.run(&["convert", "take.bvh", "out.bvh", "--onto", "walk.asf"]).ok();
    let (own, other) = (scratch.body("take.bvh"), scratch.body("out.bvh"));
    assert_ne!(own.skeleton.len(), other.skeleton.len());
    let scale = other.skeleton.leg_length().unwrap() / own.skeleton.leg_length().unwrap();
    let [a, b] = [&own, &other].map(|body| WorldClip::new(&body.skeleton, &body.clips[0]));
    for role in [Role::LeftKnee, Role::RightKnee] {
        let [one, two] = [&own, &other].map(|body| body.skeleton.joint(role).unwrap());
        for frame in [0, 60, 119] {
            let away = (scale * a.position(frame, one)).distance(b.position(frame, two));
            assert!(away < 0.1, "{role} in frame {frame} is {away} m off");
        }
    }
}

#[test]
fn a_character_keeps_its_own_mesh_and_performs_several_takes() {
    let scratch = with_gliding();
    scratch.write("sway.bvh", take(40, Frame::swaying));
    scratch.run(&["convert", "take.bvh", "knight.glb"]).ok();
    let run = scratch.run(&["convert", "take.bvh", "sway.bvh", "moves.glb", "--onto", "knight.glb"]).ok();
    assert_eq!(run.out.lines().count(), 2, "{run:#?}");
    let body = scratch.body("moves.glb");
    let names: Vec<(&str, usize)> =
        body.clips.iter().map(|clip| (clip.name.as_str(), clip.frames())).collect();
    assert_eq!(names, [("take", 120), ("sway", 40)]);
    // The feet are solved anew on the character, which moves a joint by 1.3 cm at most.
    let away = farthest(&scratch.body("take.bvh"), &body);
    assert!(away < 0.02, "the same body moves as before: {away} m");
}

#[test]
fn what_is_odd_about_a_character_is_said() {
    let scratch = with_gliding();
    scratch.run(&["convert", "take.bvh", "knight.glb"]).ok();
    scratch.run(&["convert", "take.bvh", "take.bvh", "two.glb"]).ok();
    let said = |onto: &str| scratch.run(&["convert", "take.bvh", "moves.glb", "--onto", onto]).ok().err;
    assert_eq!(said("knight.glb"), "");
    let two = said("two.glb");
    assert!(two.contains("two.glb: there are 2 people in it; motion goes onto the first, "), "{two}");
    // A character that is scaled to nothing is not seen, and nothing else would tell why.
    let mut bytes = std::fs::read(scratch.path("knight.glb")).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    json["nodes"].as_array_mut().unwrap().iter_mut().find(|node| node["name"] == "Hips").unwrap()["scale"] =
        serde_json::json!([0, 0, 0]);
    let mut text = serde_json::to_vec(&json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let rest = bytes.split_off(20 + length);
    let whole = [&b"glTF\x02\0\0\0"[..], &((20 + text.len() + rest.len()) as u32).to_le_bytes()].concat();
    let chunk = [&(text.len() as u32).to_le_bytes()[..], b"JSON", &text, &rest].concat();
    scratch.write("flat.glb", [whole, chunk].concat());
    let flat = said("flat.glb");
    assert!(flat.contains("flat.glb: ") && flat.contains("is scaled to nothing"), "{flat}");
}

#[test]
fn a_roles_file_holds_for_the_other_body_too() {
    let scratch = Scratch::new();
    // Legs whose names say nothing, and that cannot be told by their shape: there is a third one.
    let odd = |text: String| {
        text.replace("LeftKnee", "q1")
            .replace("RightKnee", "q2")
            .replace("LeftHip", "q3")
            .replace("RightHip", "q4")
    };
    scratch.write("take.bvh", odd(take(60, gliding)));
    scratch.write("tall.bvh", with_bones(&odd(take(1, Frame::swaying)), 1.1));
    scratch.write(
        "roles.toml",
        "[roles]\nleft_knee = \"q1\"\nright_knee = \"q2\"\nleft_hip = \"q3\"\nright_hip = \"q4\"\n",
    );
    scratch.run(&["convert", "take.bvh", "out.glb", "--onto", "tall.bvh", "--roles", "roles.toml"]).ok();
}

#[test]
fn one_of_several_animations_is_taken_by_name_or_number() {
    let scratch = Scratch::new();
    scratch.write_dancer();
    for (clip, frames) in [("dance", 31), ("2", 31), ("bow", 13), ("3", 13), ("1", 60)] {
        let run = scratch.run(&["convert", "dancer.glb", "out.bvh", "--clip", clip]).ok();
        assert_eq!(scratch.body("out.bvh").clips[0].frames(), frames, "{clip}");
        assert_eq!(run.err, "", "nothing to warn of");
    }
    scratch.run(&["convert", "dancer.glb", "out.glb", "--clip", "dance"]).ok();
    assert_eq!(scratch.body("out.glb").clips.len(), 1);
    for clip in ["waltz", "0", "4", "-1"] {
        let run = scratch.run(&["convert", "dancer.glb", "none.bvh", &format!("--clip={clip}")]);
        let error = run.one_error();
        assert!(
            error.contains("dancer.glb: there is no clip") && error.contains("idle, dance, bow"),
            "{error}"
        );
    }
}

#[test]
fn a_bvh_of_several_animations_holds_the_first_and_a_warning_names_the_others() {
    let scratch = Scratch::new();
    scratch.write_dancer();
    let run = scratch.run(&["convert", "dancer.glb", "out.bvh"]).ok();
    assert!(run.err.starts_with("warning: dancer.glb: only \"idle\" of 3 animations"), "{run:#?}");
    assert!(run.err.contains("idle, dance, bow"), "{run:#?}");
    assert_eq!(scratch.body("out.bvh").clips[0].frames(), 60);
    scratch.run(&["convert", "dancer.glb", "all/"]).ok();
    let written: Vec<String> = scratch.files().into_iter().filter(|name| name.starts_with("all/")).collect();
    assert_eq!(written, ["all/dancer_bow.bvh", "all/dancer_dance.bvh", "all/dancer_idle.bvh"]);
}

#[test]
fn two_files_go_into_one_glb_as_two_characters() {
    let scratch = with_gliding();
    scratch.write("other/take.bvh", take(30, Frame::swaying));
    scratch.write("more.bvh", take(40, Frame::swaying));
    scratch.run(&["convert", "take.bvh", "more.bvh", "other/take.bvh", "out.glb"]).ok();
    let import = read(scratch.path("out.glb"), &ReadOptions::default()).unwrap();
    assert_eq!(import.bodies.len(), 3);
    for (body, (file, name)) in
        import.bodies.iter().zip([("take.bvh", "take"), ("more.bvh", "more"), ("other/take.bvh", "take")])
    {
        assert!(body.name.starts_with(name), "{}", body.name);
        assert!(farthest(&scratch.body(file), body) < 1e-4, "{file}");
    }
    let error = scratch.run(&["convert", "out.glb", "one.bvh"]).one_error();
    assert!(error.contains("out.glb: there are 3 bodies in it"), "{error}");
}

#[test]
fn a_folder_takes_every_file_in_the_format_that_was_asked_for() {
    let scratch = Scratch::new();
    for name in ["takes/a.bvh", "takes/b.bvh"] {
        scratch.write(name, take(30, gliding));
    }
    scratch.run(&["convert", "takes/a.bvh", "takes/b.bvh", "as-bvh"]).ok();
    scratch.run(&["convert", "takes/a.bvh", "takes/b.bvh", "as.glb/", "--as", "glb"]).ok();
    scratch.run(&["convert", "takes/a.bvh", "as-bvh", "--as", "glb"]).ok();
    assert_eq!(
        scratch.files(),
        [
            "as-bvh/a.bvh",
            "as-bvh/a.glb",
            "as-bvh/b.bvh",
            "as.glb/a.glb",
            "as.glb/b.glb",
            "takes/a.bvh",
            "takes/b.bvh"
        ]
    );
}

#[test]
fn a_bad_file_does_not_stop_the_others_of_a_folder() {
    let scratch = with_gliding();
    scratch.write("broken.bvh", "HIERARCHY\n");
    let run = scratch.run(&["convert", "broken.bvh", "take.bvh", "out/"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("error: broken.bvh: line ") && run.err.contains("1 of 2 files"), "{run:#?}");
    assert_eq!(scratch.files(), ["broken.bvh", "out/take.bvh", "take.bvh"]);
}

#[test]
fn animations_of_one_name_do_not_replace_each_other_in_a_folder() {
    let scratch = Scratch::new();
    scratch.write_dancer();
    scratch.write("dancer_bow.bvh", take(5, Frame::swaying));
    scratch.run(&["convert", "dancer.glb", "dancer_bow.bvh", "out/"]).ok();
    let written: Vec<String> = scratch.files().into_iter().filter(|name| name.starts_with("out/")).collect();
    assert_eq!(
        written,
        ["out/dancer_bow.bvh", "out/dancer_bow_2.bvh", "out/dancer_dance.bvh", "out/dancer_idle.bvh"]
    );
    assert_eq!(scratch.body("out/dancer_bow_2.bvh").clips[0].frames(), 5);
}

#[test]
fn the_result_may_replace_its_own_file() {
    let scratch = with_gliding();
    let before = scratch.body("take.bvh");
    scratch.run(&["convert", "take.bvh", "take.bvh", "--to", "1"]).ok();
    assert_eq!(scratch.body("take.bvh").clips[0].frames(), 61);
    scratch.run(&["convert", "take.bvh", "."]).ok();
    let after = scratch.body("take.bvh");
    assert_eq!(after.clips[0].frames(), 61);
    let away = before.clips[0].frame(60).translations[0] - after.clips[0].frame(60).translations[0];
    assert!(away.length() < 1e-4);
    assert_eq!(scratch.files(), ["take.bvh"]);
}

#[test]
fn what_cannot_be_written_is_refused_and_nothing_changes() {
    let scratch = with_gliding();
    scratch.write("b/take.bvh", take(10, gliding));
    scratch.write("stick.bvh", PROP);
    for old in ["old.bvh", "old.glb", "old.fbx"] {
        scratch.write(old, "old");
    }
    let files = scratch.files();
    for (args, said) in [
        (&["take.bvh", "old.fbx"][..], "old.fbx: Footwork writes .bvh, .glb and .vrma files, or a folder"),
        (&["take.bvh", "b/take.bvh", "old.bvh"], "a BVH file holds one body"),
        (&["take.bvh", "b/take.bvh", "out/"], "take.bvh and b/take.bvh would become the same file"),
        (
            &["take.bvh", "old.bvh", "--from", "5"],
            "take.bvh: --from 5 is beyond the end of \"take\", which lasts 1.98 s",
        ),
        (&["take.bvh", "old.bvh", "--from", "2", "--to", "1"], "--from 2 comes after --to 1"),
        (
            &["take.bvh", "old.bvh", "--from", "0.501", "--to", "0.502"],
            "no frame between 0.501 s and 0.502 s",
        ),
        (&["stick.bvh", "old.bvh", "--mirror"], "stick.bvh: "),
        (&["none.bvh", "old.bvh"], "none.bvh: "),
        (&["none.bvh", "take.bvh", "old.glb"], "none.bvh: "),
        (&["take.bvh", "none/out.bvh"], "none/out.bvh could not be written: "),
    ] {
        let run = scratch.run(&[&["convert"], args].concat());
        // A stick has no unit to tell: that is a warning before the error.
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:#?}");
        let last = run.err.lines().last().unwrap();
        assert!(last.starts_with("error: ") && last.contains(said), "{args:?}: {run:#?}");
    }
    assert_eq!(scratch.files(), files);
    for old in ["old.bvh", "old.glb", "old.fbx"] {
        assert_eq!(scratch.text(old), "old");
    }
}

#[test]
fn numbers_that_make_no_sense_are_refused_with_what_was_expected() {
    let scratch = with_gliding();
    scratch.write("old.bvh", "old");
    for (option, values, expected) in [
        (
            "--rate",
            &["0", "-30", "NaN", "inf", "fast", "1e9", ""][..],
            "a number of frames per second between",
        ),
        ("--from", &["-1", "NaN", "inf", "soon"], "a number of seconds from 0 on"),
        ("--to", &["-1", "NaN", "inf", "soon"], "a number of seconds from 0 on"),
        ("--unit", &["0", "-1", "NaN", "inf", "yards"], "m, cm, mm, in, ft, or metres per unit"),
        ("--as", &["fbx"], "possible values: bvh, glb"),
    ] {
        for value in values {
            let error = scratch.run(&["convert", "take.bvh", "old.bvh", option, value]).usage_error();
            assert!(error.contains(expected) && error.contains(option), "{option} {value}: {error}");
        }
    }
    scratch.run(&["convert", "take.bvh"]).usage_error();
    assert_eq!(scratch.text("old.bvh"), "old");
}

#[test]
fn convert_keeps_the_old_file_when_it_is_killed_midway() {
    let scratch = Scratch::new();
    scratch.write("long.bvh", take(60_000, gliding));
    scratch.write("out.bvh", "old");
    let mut child = scratch.command(&["convert", "long.bvh", "out.bvh"]).spawn().unwrap();
    let writing = || {
        let size = |name: String| std::fs::metadata(scratch.path(&name)).map_or(0, |file| file.len());
        left_over(&scratch).into_iter().map(size).sum::<u64>() > 0
    };
    let start = Instant::now();
    while !writing() {
        assert!(child.try_wait().unwrap().is_none(), "it was done before it could be killed");
        assert!(start.elapsed() < Duration::from_secs(60), "it never began to write");
        std::thread::sleep(Duration::from_micros(200));
    }
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it was done before it could be killed");
    assert_eq!(scratch.text("out.bvh"), "old");
    assert_eq!(left_over(&scratch).len(), 1, "it was killed while it wrote");

    scratch.run(&["convert", "long.bvh", "out.bvh", "--to", "1"]).ok();
    assert_eq!(scratch.body("out.bvh").clips[0].frames(), 61);
}

#[test]
fn a_prop_beside_a_person_stays_as_it_is_when_the_person_is_mirrored() {
    let scratch = with_gliding();
    scratch.write("sword.bvh", PROP);
    // The sword is no person, so its unit cannot be told: it is given, and the two are put together.
    scratch.run(&["convert", "sword.bvh", "sword.glb", "--assume-unit", "cm", "--assume-up", "y"]).ok();
    scratch.run(&["convert", "take.bvh", "sword.glb", "both.glb"]).ok();
    let run = scratch.run(&["convert", "both.glb", "mirrored.glb", "--mirror"]).ok();
    assert!(run.err.contains("is no person: it stays as it is"), "{run:#?}");
    let (before, after) = (scratch.import("both.glb"), scratch.import("mirrored.glb"));
    assert_eq!((before.bodies.len(), after.bodies.len()), (2, 2));
    assert!(farthest(&before.bodies[1], &after.bodies[1]) < 1e-4);
    assert!(farthest(&before.bodies[0], &after.bodies[0]) > 0.1);
}
