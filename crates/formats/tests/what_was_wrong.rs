//! Files that once came in wrongly: each with the least that shows it.

use crate::common::person::{self, Frame, STANDING};
use footwork_formats::doctor::{Severity, examine};
use footwork_formats::{Axis, Body, Import, ReadError, ReadOptions, read_bytes};
use footwork_motion::glam::Vec3;
use footwork_motion::{Clip, End, Joint, Pose, Role, Side, Skeleton, WorldClip};

fn try_import(name: &str, text: &str) -> Result<Import, ReadError> {
    read_bytes(name, text.as_bytes().to_vec(), &ReadOptions::default(), &|_| Err("it is alone".into()))
}

fn import(text: &str) -> Import {
    try_import("take.bvh", text).unwrap_or_else(|error| panic!("{error}"))
}

/// Three seconds at 60 Hz of what a frame is at a time.
fn take(frame: impl Fn(f64) -> Frame) -> String {
    person::bvh(1.0 / 60.0, (0..180).map(|f| frame(f64::from(f) / 60.0)))
}

/// On hands and knees, or swimming: the trunk lies along the way, the rest pose stands.
fn crawler(t: f64) -> Frame {
    let mut frame = Frame::standing();
    frame.hips = [0.0, 45.0, 50.0 * t];
    frame.turns.push(("Hips", [0.0, 0.0, 85.0]));
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let hip = if side == "Left" { "LeftHip" } else { "RightHip" };
        let knee = if side == "Left" { "LeftKnee" } else { "RightKnee" };
        frame.turns.push((hip, [0.0, 0.0, -70.0 + 15.0 * sign * (5.0 * t).sin()]));
        frame.turns.push((knee, [0.0, 0.0, 80.0]));
    }
    frame
}

#[test]
fn who_crawls_or_swims_comes_in_as_the_rest_pose_stands_and_is_said_to_lie() {
    let import = import(&take(crawler));
    let body = &import.bodies[0];
    assert_eq!(body.up, Axis::Y, "{}", body.up_why);
    let world = WorldClip::new(&body.skeleton, &body.clips[0]);
    let at = |role| body.skeleton.site(role).unwrap().position(world.frame(60));
    let trunk = at(Role::Chest) - at(Role::Hips);
    assert!(trunk.y.abs() < 0.3 * trunk.length(), "the trunk lies: {trunk}");
    let findings = examine(&import);
    assert!(findings.iter().any(|finding| finding.what.contains("lies throughout")), "{findings:#?}");
}

#[test]
fn who_stands_is_not_said_to_lie() {
    let findings = examine(&import(&take(Frame::swaying)));
    assert!(!findings.iter().any(|finding| finding.what.contains("lies throughout")), "{findings:#?}");
}

/// A fox: a trunk along Z, legs at both ends of it, called as a person's limbs are.
fn fox() -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n",
    );
    let open = |name: &str, [x, y, z]: [f64; 3]| {
        format!("JOINT {name}\n{{\nOFFSET {x} {y} {z}\nCHANNELS 3 Zrotation Yrotation Xrotation\n")
    };
    let end = "End Site\n{\nOFFSET 0 0 5\n}\n";
    text += &open("Spine", [0.0, 2.0, 20.0]);
    text += &open("Chest", [0.0, 0.0, 25.0]);
    text += &(open("Neck", [0.0, 8.0, 12.0]) + &open("Head", [0.0, 10.0, 8.0]) + end + "}\n}\n");
    let mut limbs = [String::new(), String::new()];
    for (side, x) in [("Left", 6.0), ("Right", -6.0)] {
        let limb = |parts: [&str; 4]| {
            let [a, b, c, d] = parts.map(|part| format!("{side}{part}"));
            open(&a, [x, -3.0, 0.0])
                + &open(&b, [0.0, -18.0, 0.0])
                + &open(&c, [0.0, -17.0, 0.0])
                + &open(&d, [0.0, -4.0, 5.0])
                + end
                + "}\n}\n}\n}\n"
        };
        limbs[0] += &limb(["UpperArm", "LowerArm", "Hand", "HandMiddle1"]);
        limbs[1] += &limb(["UpLeg", "Leg", "Foot", "ToeBase"]);
    }
    text += &format!("{}}}\n}}\n{}}}\n", limbs[0], limbs[1]);
    let joints = text.matches("CHANNELS").count();
    let row = format!("0 42 0{}\n", " 0 0 0".repeat(joints));
    text + &format!("MOTION\nFrames: 60\nFrame Time: 0.0166667\n{}", row.repeat(60))
}

#[test]
fn an_animal_is_refused_as_a_person() {
    let findings = examine(&import(&fox()));
    let said = findings.iter().find(|finding| finding.what.contains("no person"));
    assert_eq!(said.map(|finding| finding.severity), Some(Severity::Unusable), "{findings:#?}");
}

/// A run whose path was taken out: what rises and falls is no flight of a body under gravity.
fn runs_in_place(t: f64) -> Frame {
    let mut frame = Frame::standing();
    let phase = std::f64::consts::TAU * 1.4 * t;
    frame.hips = [0.0, STANDING + 4.0 * (2.0 * phase).cos(), 0.0];
    for (hip, knee, sign) in [("LeftHip", "LeftKnee", 1.0), ("RightHip", "RightKnee", -1.0)] {
        let swing = sign * phase.sin();
        frame.turns.push((hip, [0.0, 0.0, -45.0 * swing]));
        frame.turns.push((knee, [0.0, 0.0, 35.0 + 35.0 * sign * phase.cos()]));
    }
    frame
}

#[test]
fn gravity_changes_no_rate_of_who_runs_in_place() {
    for rate in [30.0, 60.0, 120.0] {
        let text = person::bvh(1.0 / rate, (0..240).map(|frame| runs_in_place(f64::from(frame) / 60.0)));
        let findings = examine(&import(&text));
        assert!(!findings.iter().any(|finding| finding.what.contains("Gravity")), "{rate} Hz: {findings:#?}");
    }
}

#[test]
fn a_person_of_no_height_is_refused() {
    let text = take(Frame::swaying);
    let flat: Vec<String> = text
        .lines()
        .map(|line| match line.trim_start().starts_with("OFFSET") {
            true => "OFFSET 0 0 0".to_string(),
            false => line.to_string(),
        })
        .collect();
    let said = try_import("zeros.bvh", &flat.join("\n")).expect_err("nobody is that small").to_string();
    assert!(said.starts_with("zeros.bvh") && said.contains("tall"), "{said}");
}

#[test]
fn a_skeleton_that_is_missing_is_named_once() {
    let said = try_import("zeros.amc", ":FULLY-SPECIFIED\n1\nroot 0 0 0 0 0 0\n").unwrap_err().to_string();
    assert!(said.contains("put zeros.asf beside it"), "{said}");
}

#[test]
fn a_person_faces_z_whichever_way_its_file_does() {
    // The same rest pose, facing -Z: every offset turned by half a turn.
    let text = take(Frame::swaying);
    let turned: Vec<String> = text
        .lines()
        .map(|line| match line.trim_start().strip_prefix("OFFSET ") {
            Some(numbers) => {
                let n: Vec<f64> = numbers.split_whitespace().map(|n| n.parse().unwrap()).collect();
                format!("OFFSET {} {} {}", -n[0], n[1], -n[2])
            }
            None => line.to_string(),
        })
        .collect();
    let import = import(&turned.join("\n"));
    let body = &import.bodies[0];
    let world = WorldClip::new(&body.skeleton, &body.clips[0]);
    for side in Side::BOTH {
        let [_, _, ankle, toe] =
            side.leg().map(|role| body.skeleton.site(role).unwrap().position(world.frame(0)));
        assert!((toe - ankle).dot(Vec3::Z) > 0.1, "{side:?} {}", toe - ankle);
    }
}

/// A person at rest whose head ends in joints of those lengths one after another, the last an end; in metres.
fn with_head_of(parts: &[(&str, f32)]) -> Body {
    let plain = import(&take(Frame::swaying)).bodies.swap_remove(0).skeleton;
    let head = plain.joint(Role::Head).unwrap();
    let mut joints: Vec<Joint> = plain.joints().collect();
    let mut ends: Vec<End> = plain.ends().iter().filter(|end| end.joint != head).copied().collect();
    let mut above = head;
    for (place, (name, length)) in parts.iter().enumerate() {
        let offset = Vec3::new(0.0, *length, 0.0);
        if place + 1 == parts.len() {
            ends.push(End { joint: above, offset });
        } else {
            let rest = footwork_motion::glam::Quat::IDENTITY;
            joints.push(Joint { name: name.to_string(), parent: Some(above), offset, rest });
            above = joints.len() - 1;
        }
    }
    let skeleton = Skeleton::with_ends(joints, ends).unwrap();
    let rest = Pose::rest(&skeleton);
    let clip = Clip::new(&skeleton, "rest", 30.0, rest.translations, rest.rotations).unwrap();
    Body::new("person", skeleton, vec![clip])
}

#[test]
fn bones_that_blender_adds_to_every_last_joint_make_nobody_taller() {
    let tall = with_head_of(&[("end", 0.2)]).height().unwrap();
    for (parts, expected) in [
        // As three.js's Xbot goes through Blender: the top of the head is a joint, and its leaf bone is 12 m long.
        (&[("HeadTop_End", 0.2), ("HeadTop_End_end", 11.9)][..], tall),
        (&[("HeadTop_End", 0.2), ("HeadTop_End_end", 0.3)], tall),
        // A leaf bone on the head itself: its length says nothing.
        (&[("Head_end", 11.9)], tall - 0.2),
        // Tall hats are worn; so are heads of comic figures.
        (&[("end", 0.4)], tall + 0.2),
    ] {
        let height = with_head_of(parts).height().unwrap();
        assert!((height - expected).abs() < 0.01, "{parts:?}: {height} m, {expected} m expected");
    }
}
