//! The doctor on patients whose illness is known.

use crate::common::person::{self, Frame, STANDING};
use footwork_formats::doctor::{Cure, Finding, Severity, cure, examine};
use footwork_formats::{Import, ReadOptions, read};
use footwork_motion::WorldClip;

fn import(text: &str) -> Import {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("patient.bvh");
    std::fs::write(&file, text).unwrap();
    read(&file, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Two seconds at 60 Hz of what a frame is at a time.
fn take(frame: impl Fn(f64) -> Frame) -> String {
    person::bvh(1.0 / 60.0, (0..120).map(|f| frame(f64::from(f) / 60.0)))
}

fn finding<'a>(findings: &'a [Finding], what: &str) -> &'a Finding {
    findings
        .iter()
        .find(|f| f.what.contains(what))
        .unwrap_or_else(|| panic!("{what:?} is not in {findings:#?}"))
}

/// After its cures, nothing that has one is left.
fn is_cured(import: &mut Import) {
    let findings = examine(import);
    cure(import, &findings);
    let left: Vec<Finding> = examine(import).into_iter().filter(|f| f.cure.is_some()).collect();
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn a_healthy_take_has_no_finding() {
    assert_eq!(examine(&import(&take(Frame::swaying))), []);
}

#[test]
fn feet_that_float_or_sink_are_found_and_put_on_the_floor() {
    for (off, said) in [(25.0, "The feet float"), (-10.0, "The feet sink")] {
        let mut import = import(&take(|t| Frame { hips: [0.0, STANDING + off, 0.0], ..Frame::swaying(t) }));
        let findings = examine(&import);
        assert_eq!(finding(&findings, said).severity, Severity::Wrong);
        is_cured(&mut import);
        let body = &import.bodies[0];
        let toe = body.skeleton.joint(footwork_motion::Role::LeftToe).unwrap();
        let height = WorldClip::new(&body.skeleton, &body.clips[0]).position(60, toe).y;
        assert!((height - 0.02).abs() < 0.005, "{height}");
    }
}

#[test]
fn a_path_in_metres_on_a_body_in_centimetres_is_mixed_units_and_cured() {
    let mut import =
        import(&take(|t| Frame { hips: [0.01 * t, 0.01 * STANDING, 0.02 * t], ..Frame::swaying(t) }));
    let findings = examine(&import);
    assert!(matches!(finding(&findings, "Mixed units").cure, Some(Cure::ScalePath { factor: 100.0 })));
    is_cured(&mut import);
    let clip = &import.bodies[0].clips[0];
    assert!((clip.frame(60).translations[0].y - 0.95).abs() < 1e-3);
}

#[test]
fn a_t_pose_in_front_is_found_and_left_out() {
    let frames =
        std::iter::once(Frame::t_pose()).chain((0..120).map(|f| Frame::swaying(f64::from(f) / 60.0)));
    let mut import = import(&person::bvh(1.0 / 60.0, frames));
    assert!(matches!(finding(&examine(&import), "T-pose").cure, Some(Cure::DropStart { frames: 1 })));
    is_cured(&mut import);
    assert_eq!(import.bodies[0].clips[0].frames(), 120);
}

#[test]
fn an_arm_that_flips_for_three_frames_is_found_and_bridged() {
    let text = take(|t| {
        let mut frame = Frame::swaying(t);
        if (0.995..1.04).contains(&t) {
            frame.turns.push(("RightElbow", [0.0, 120.0, 0.0]));
        }
        frame
    });
    let mut import = import(&text);
    let findings = examine(&import);
    assert!(
        finding(&findings, "Joints jump").what.contains("RightElbow by 120° at frame 60"),
        "{findings:#?}"
    );
    is_cured(&mut import);
}

#[test]
fn a_joint_that_jumps_and_stays_is_found_and_spread() {
    let text = take(|t| {
        let mut frame = Frame::swaying(t);
        if t > 0.99 {
            frame.turns.push(("RightElbow", [0.0, 60.0, 0.0]));
        }
        frame
    });
    let mut import = import(&text);
    assert!(finding(&examine(&import), "Joints jump").what.contains("RightElbow by 60° at frame 60"));
    is_cured(&mut import);
}

#[test]
fn a_fast_blow_is_no_jump() {
    // An elbow that opens by 120° in a fifth of a second, and closes again.
    let text = take(|t| {
        let open = 60.0 * (1.0 - (15.7 * (t - 0.8).clamp(0.0, 0.4)).cos());
        Frame { turns: vec![("RightElbow", [0.0, open, 0.0])], ..Frame::standing() }
    });
    assert!(examine(&import(&text)).iter().all(|f| !f.what.contains("jump")));
}

#[test]
fn frames_that_repeat_in_the_middle_of_a_motion_are_found_and_filled() {
    let walk = |t: f64| Frame { hips: [0.0, STANDING, 120.0 * t], ..Frame::swaying(t) };
    let frames = (0..120).map(|f| walk(f64::from(if (50..53).contains(&f) { 49 } else { f }) / 60.0));
    let mut import = import(&person::bvh(1.0 / 60.0, frames));
    let findings = examine(&import);
    assert_eq!(finding(&findings, "Dropped frames").cure, Some(Cure::Fill { frames: vec![50, 51, 52] }));
    cure(&mut import, &findings);
    let z = |frame: usize| import.bodies[0].clips[0].frame(frame).translations[0].z;
    assert!((z(51) - 1.2 * 51.0 / 60.0).abs() < 1e-4);
}

#[test]
fn a_body_that_rests_has_no_dropped_frames() {
    assert!(examine(&import(&take(|_| Frame::standing()))).iter().all(|f| !f.what.contains("Dropped")));
}

/// Jumps once: knees bent, half a second in the air at 60 Hz, with feet that leave the ground.
fn jump(frame_time: f64) -> String {
    let frames = (0..180).map(|f| {
        let t = f64::from(f) / 60.0;
        let in_air = (t - 1.0).clamp(0.0, 0.5);
        let rise = 100.0 * (0.5 * 9.81 * in_air * (0.5 - in_air));
        Frame { hips: [0.0, STANDING + rise, 0.0], ..Frame::swaying(t) }
    });
    person::bvh(frame_time, frames)
}

#[test]
fn a_rate_that_gravity_contradicts_is_found_and_set_right() {
    let mut import = import(&jump(1.0 / 120.0));
    let findings = examine(&import);
    assert_eq!(finding(&findings, "Gravity contradicts").cure, Some(Cure::SetRate { rate: 60.0 }));
    is_cured(&mut import);
    assert_eq!(import.bodies[0].clips[0].rate(), 60.0);
    assert!(examine(&self::import(&jump(1.0 / 60.0))).iter().all(|f| !f.what.contains("Gravity")));
}

#[test]
fn a_walk_on_the_spot_is_told_from_skating() {
    // Feet slide back under a body that does not travel, and come forward again in the air.
    let text = take(|t| {
        let phase = (2.0 * t).fract();
        let (swing, lift) =
            if phase < 0.5 { (30.0 - 120.0 * phase, 0.0) } else { (-90.0 + 120.0 * phase, 60.0) };
        let mut frame = Frame::standing();
        let knee = lift * (std::f64::consts::TAU * (phase - 0.5).max(0.0)).sin();
        frame.turns.extend([("LeftHip", [0.0, 0.0, -swing]), ("LeftKnee", [0.0, 0.0, knee])]);
        frame.turns.push(("LeftAnkle", [0.0, 0.0, swing - knee]));
        // The hips sink as the leg leaves the vertical, so that the foot stays down.
        frame.hips[1] -= 82.0 * (1.0 - swing.to_radians().cos());
        frame
    });
    let findings = examine(&import(&text));
    assert_eq!(finding(&findings, "It walks on the spot").severity, Severity::Wrong);
}

#[test]
fn what_cannot_be_used_is_said_to_be_unusable() {
    let still = import(&person::bvh(1.0 / 60.0, [Frame::standing()]));
    assert_eq!(finding(&examine(&still), "no motion").severity, Severity::Unusable);
    let text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n\
                MOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n1 2 3\n";
    let findings = examine(&import(text));
    assert_eq!(finding(&findings, "No joint was found for").severity, Severity::Unusable);
    assert_eq!(findings[0].severity, Severity::Unusable, "the worst comes first");
}

#[test]
fn a_child_of_the_ankle_counts_as_its_toes_whatever_it_is_called() {
    let text = take(Frame::swaying).replace("LeftToe", "Fluff");
    assert_eq!(examine(&import(&text)), []);
}

#[test]
fn a_take_without_hands_can_be_used_but_is_told_so() {
    let text =
        take(Frame::swaying).replace("LeftShoulder", "a").replace("LeftElbow", "b").replace("LeftWrist", "c");
    let findings = examine(&import(&text));
    assert!(
        finding(&findings, "No joint was found for: left shoulder, left elbow").severity == Severity::Wrong
    );
}
