//! Files as people really have them: odd, but meant well.

use crate::common::person::{self, Frame, STANDING};
use footwork_formats::{Axis, Import, ReadOptions, RoleNames, read};
use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Role, Skeleton, WorldClip};

fn import_as(name: &str, bytes: &[u8], options: &ReadOptions) -> Import {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, bytes).unwrap();
    read(&file, options).unwrap_or_else(|error| panic!("{error}"))
}

fn import(text: &str) -> Import {
    import_as("odd.bvh", text.as_bytes(), &ReadOptions::default())
}

fn take() -> String {
    person::bvh(1.0 / 60.0, (0..30).map(|f| Frame::swaying(f64::from(f) / 60.0)))
}

fn positions(import: &Import, frame: usize) -> Vec<Vec3> {
    let body = &import.bodies[0];
    let world = WorldClip::new(&body.skeleton, &body.clips[0]);
    (0..body.skeleton.len()).map(|joint| world.position(frame, joint)).collect()
}

fn same_motion(a: &Import, b: &Import, within: f32) {
    for frame in [0, 13, 29] {
        for (i, (p, q)) in positions(a, frame).into_iter().zip(positions(b, frame)).enumerate() {
            assert!((p - q).length() < within, "{}: {p} is not {q}", a.bodies[0].skeleton.name(i));
        }
    }
}

#[test]
fn line_ends_blanks_tabs_a_byte_order_mark_and_exponents_change_nothing() {
    let plain = import(&take());
    let mut odd = String::from("\u{feff}");
    odd += &take().replace('\n', "\r\n").replace("MOTION", "\r\n\r\n  MOTION  ").replace(' ', " \t ");
    // Numbers with exponents, and without a leading zero.
    odd = odd.replace("OFFSET \t 0 \t 10 \t 0", "OFFSET 0e0 1.0E+1 -.0");
    odd += "\r\n\r\n   \r\n";
    same_motion(&plain, &import(&odd), 1e-6);
    let upper = take()
        .replace("Frames:", "FRAMES:")
        .replace("Frame Time:", "frame time:")
        .replace("End Site", "END SITE");
    same_motion(&plain, &import(&upper), 1e-6);
}

#[test]
fn braces_on_the_same_line_and_names_with_blanks_are_read() {
    let text = take().replace("JOINT Spine\n\t{", "JOINT Lower Spine {");
    let import = import(&text);
    assert_eq!(import.bodies[0].skeleton.name(1), "Lower Spine");
    same_motion(&self::import(&take()), &import, 1e-6);
}

#[test]
fn channels_in_any_order_and_number_mean_what_they_say() {
    let text = "HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 4 Yrotation Zposition Xrotation Xposition\n\
                \tJOINT b\n\t{\n\t\tOFFSET 0 1 0\n\t\tCHANNELS 1 Zrotation\n\
                \t\tJOINT c\n\t\t{\n\t\t\tOFFSET 1 0 0\n\t\t\tEnd Site\n\t\t\t{\n\t\t\t\tOFFSET 0 0 1\n\t\t\t}\n\t\t}\n\t}\n}\n\
                MOTION\nFrames: 1\nFrame Time: 0.01\n90 5 30 7 45\n";
    let import = import_as(
        "odd.bvh",
        text.as_bytes(),
        &ReadOptions { unit: Some(1.0), up: Some(Axis::Y), ..Default::default() },
    );
    let pose = import.bodies[0].clips[0].frame(0);
    assert_eq!(pose.translations, [Vec3::new(7.0, 0.0, 5.0)]);
    let root = Quat::from_rotation_y(90_f32.to_radians()) * Quat::from_rotation_x(30_f32.to_radians());
    assert!(pose.rotations[0].dot(root).abs() > 0.999_999);
    assert!(pose.rotations[1].dot(Quat::from_rotation_z(45_f32.to_radians())).abs() > 0.999_999);
    assert_eq!(pose.rotations[2], Quat::IDENTITY);
}

#[test]
fn several_roots_are_several_bodies() {
    let one = take();
    let (tree, motion) = one.split_once("MOTION\n").unwrap();
    let tree = tree.trim_start_matches("HIERARCHY\n");
    let mut lines = motion.lines();
    let header = format!("{}\n{}\n", lines.next().unwrap(), lines.next().unwrap());
    let rows: Vec<String> = lines.map(|row| format!("{row} {}", row.replacen("0 95", "200 95", 1))).collect();
    let text = format!("HIERARCHY\n{tree}{tree}MOTION\n{header}{}\n", rows.join("\n"));
    let import = import(&text);
    assert_eq!(import.bodies.len(), 2);
    let hips = |body: usize| import.bodies[body].clips[0].frame(7).translations[0];
    assert_eq!(hips(1) - hips(0), Vec3::new(2.0, 0.0, 0.0));
}

#[test]
fn a_frame_time_of_zero_and_a_wrong_count_are_reported_not_trusted() {
    let odd = import(&take().replace("Frame Time: 0.016666666666666666", "Frame Time: 0"));
    assert_eq!(odd.bodies[0].clips[0].rate(), 30.0);
    assert!(odd.warnings.iter().any(|w| w.contains("frame time")), "{:?}", odd.warnings);
    for count in ["29", "1000000000000000000", "0", "-5", "many", ""] {
        let odd = import(&take().replace("Frames: 30", &format!("Frames: {count}")));
        assert_eq!(odd.bodies[0].clips[0].frames(), 30);
        assert!(odd.warnings.iter().any(|w| w.contains("there are 30")), "{count}: {:?}", odd.warnings);
    }
}

#[test]
fn a_file_without_frames_gives_its_rest_pose_on_the_floor() {
    let import = import(&person::bvh(1.0 / 60.0, []));
    assert_eq!(import.bodies[0].clips[0].frames(), 1);
    assert!(import.warnings.iter().any(|w| w.contains("no motion")));
    let lowest = positions(&import, 0).into_iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    assert!(lowest.abs() < 1e-5);
}

#[test]
fn units_are_worked_out_from_the_legs_and_can_be_forced() {
    // The same person in other units, by scaling every length of the file.
    for (per_cm, scale) in
        [(1.0, 0.01), (0.01, 1.0), (10.0, 0.001), (1.0 / 2.54, 0.0254), (0.45 / 2.54, 0.0254 / 0.45)]
    {
        let text = scaled(&take(), per_cm);
        let import = import(&text);
        assert!(
            (import.bodies[0].unit.scale / scale - 1.0).abs() < 1e-3,
            "{scale}: {:?}",
            import.bodies[0].unit
        );
        assert_eq!(import.warnings, [] as [&str; 0]);
        same_motion(&self::import(&take()), &import, 1e-3);
    }
    let strange = import(&scaled(&take(), 0.25));
    assert!(strange.warnings[0].contains("metres per unit"), "{:?}", strange.warnings);
    let (hips, height) = (positions(&strange, 0)[0].y, strange.bodies[0].height().unwrap());
    assert!((0.8..1.05).contains(&hips) && (1.5..1.95).contains(&height), "{hips} {height}");
    let forced =
        import_as("odd.bvh", take().as_bytes(), &ReadOptions { unit: Some(0.02), ..Default::default() });
    assert!((positions(&forced, 0)[0].y - 0.02 * STANDING as f32).abs() < 1e-4);
}

/// A BVH file with every length multiplied.
fn scaled(text: &str, factor: f64) -> String {
    let number = |word: &str| (word.parse::<f64>().unwrap() * factor).to_string();
    let mut in_motion = false;
    let lines = text.lines().map(|line| {
        in_motion |= line.starts_with("Frame Time");
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"OFFSET") {
            return format!("OFFSET {} {} {}", number(words[1]), number(words[2]), number(words[3]));
        }
        if in_motion && words.len() > 10 {
            return format!(
                "{} {} {} {}",
                number(words[0]),
                number(words[1]),
                number(words[2]),
                words[3..].join(" ")
            );
        }
        line.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The take in a world with other axes: its skeleton and motion turned, then written again.
fn turned(turn: Quat) -> Vec<u8> {
    let import = import(&take());
    let body = &import.bodies[0];
    let (skeleton, clip) = (body.skeleton.clone().turned(turn), body.clips[0].clone().turned(turn));
    let mut text = Vec::new();
    footwork_formats::bvh::write(&mut text, &skeleton, &clip, Default::default()).unwrap();
    text
}

#[test]
fn whatever_axis_is_up_the_body_comes_in_upright_and_facing_z() {
    use std::f32::consts::{FRAC_PI_2, PI};
    let plain = import(&take());
    for (turn, up) in [
        (Quat::from_rotation_x(FRAC_PI_2), Axis::Z),
        (Quat::from_rotation_x(FRAC_PI_2) * Quat::from_rotation_y(PI), Axis::Z),
        (Quat::from_rotation_z(-FRAC_PI_2), Axis::X),
        (Quat::from_rotation_x(PI), Axis::MinusY),
        (Quat::from_rotation_y(FRAC_PI_2), Axis::Y),
        (Quat::from_rotation_y(PI), Axis::Y),
    ] {
        let odd = import_as("odd.bvh", &turned(turn), &ReadOptions::default());
        assert_eq!(odd.bodies[0].up, up);
        same_motion(&plain, &odd, 1e-3);
    }
}

#[test]
fn the_axis_that_is_up_can_be_forced() {
    let options = ReadOptions { up: Some(Axis::Z), ..Default::default() };
    let lying = import_as("odd.bvh", take().as_bytes(), &options);
    let head = lying.bodies[0].skeleton.joint(Role::Head).unwrap();
    assert!(positions(&lying, 0)[head].y.abs() < 0.2);
}

#[test]
fn positions_of_every_joint_may_repeat_the_offset_or_be_zero_or_move() {
    // Each joint but the root gets position channels.
    let with = |value: &dyn Fn(&str, usize) -> [f64; 3]| {
        let mut names: Vec<(String, [f64; 3])> = Vec::new();
        let mut lines: Vec<String> = Vec::new();
        let mut frame = 0;
        for line in take().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                Some(&"JOINT" | &"ROOT") => names.push((words[1].to_string(), [0.0; 3])),
                Some(&"CHANNELS") if words[1] == "3" => {
                    lines.push(
                        "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation".into(),
                    );
                    continue;
                }
                _ if words.len() > 10 => {
                    let mut row = words[..6].join(" ");
                    for (joint, (name, _)) in names.iter().enumerate().skip(1) {
                        let [x, y, z] = value(name, frame);
                        row += &format!(" {x} {y} {z} {}", words[3 + 3 * joint..6 + 3 * joint].join(" "));
                    }
                    frame += 1;
                    lines.push(row);
                    continue;
                }
                _ => {}
            }
            lines.push(line.to_string());
        }
        import(&lines.join("\n"))
    };
    let plain = import(&take());
    let offset = |name: &str| {
        let skeleton: &Skeleton = &plain.bodies[0].skeleton;
        skeleton.offsets()[skeleton.find(name).unwrap()].to_array().map(|v| 100.0 * f64::from(v))
    };
    same_motion(&plain, &with(&|name, _| offset(name)), 1e-5);
    same_motion(&plain, &with(&|_, _| [0.0; 3]), 1e-5);
    assert_eq!(
        with(&|name, _| offset(name)).bodies[0].skeleton.translated_joints().len(),
        1,
        "what does not move is no translated_joint"
    );
    let sliding = with(&|name, frame| {
        let mut place = offset(name);
        place[1] += if name == "Spine" { frame as f64 } else { 0.0 };
        place
    });
    let spine = sliding.bodies[0].skeleton.find("Spine").unwrap();
    assert_eq!(sliding.bodies[0].skeleton.translated_joints().collect::<Vec<_>>(), [0, spine]);
    let raised = positions(&sliding, 20)[spine] - positions(&plain, 20)[spine];
    assert!((raised - Vec3::new(0.0, 0.2, 0.0)).length() < 1e-5, "{raised}");
}

#[test]
fn a_root_offset_that_positions_start_from_is_added_and_one_they_repeat_is_not() {
    let at_zero = person::bvh(
        1.0 / 60.0,
        (0..30).map(|f| Frame { hips: [f64::from(f), 0.0, 0.0], ..Frame::swaying(f64::from(f) / 60.0) }),
    );
    let added = import(&at_zero.replacen("OFFSET 0 0 0", &format!("OFFSET 0 {STANDING} 0"), 1));
    assert!((positions(&added, 10)[0] - Vec3::new(0.1, 0.95, 0.0)).length() < 1e-4);
    assert!(added.warnings.iter().any(|w| w.contains("OFFSET")));
    let repeated = import(&take().replacen("OFFSET 0 0 0", &format!("OFFSET 17 {STANDING} 5"), 1));
    same_motion(&import(&take()), &repeated, 1e-6);
    assert_eq!(repeated.warnings, [] as [&str; 0]);
}

#[test]
fn roles_can_be_named_by_hand() {
    let text = take().replace("LeftAnkle", "Bone_47").replace("LeftToe", "Bone_48");
    let roles = RoleNames::parse("[roles]\nleft_ankle = \"Bone_47\"\nleft_toe = \"Bone_48\"\n").unwrap();
    assert!(import(&text).bodies[0].skeleton.site(Role::LeftAnkle).is_err());
    let named = import_as("odd.bvh", text.as_bytes(), &ReadOptions { roles, ..Default::default() });
    let skeleton = &named.bodies[0].skeleton;
    assert_eq!(skeleton.joint(Role::LeftAnkle).map(|joint| skeleton.name(joint)), Ok("Bone_47"));
    let unknown = RoleNames::parse("[roles]\nleft_ankle = \"Nobody\"\n").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.bvh");
    std::fs::write(&file, text).unwrap();
    let error = read(&file, &ReadOptions { roles: unknown, ..Default::default() }).unwrap_err().to_string();
    assert!(error.contains("no body of this file has a joint \"Nobody\""), "{error}");
}
