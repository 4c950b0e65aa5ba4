//! `footwork import`: repertoires out of takes.

use std::process::Stdio;
use std::time::Duration;

use crate::common::person::Frame;
use crate::common::{PROP, Scratch, take, with_bones};
use footwork_annotate::{Origin, Repertoire};

/// With two takes of the performer, of some seconds each.
fn with_performances() -> Scratch {
    let scratch = Scratch::new();
    scratch.run(&["perform", "boxing", "--seconds", "12", "-o", "box.bvh"]).ok();
    scratch.run(&["perform", "locomotion", "--seconds", "12", "-o", "walk.bvh"]).ok();
    scratch
}

fn repertoire(scratch: &Scratch, name: &str) -> Repertoire {
    Repertoire::from_bytes(&scratch.bytes(name)).unwrap()
}

#[test]
fn takes_become_one_file_with_what_they_mean() {
    let scratch = with_performances();
    let run = scratch.run(&["import", "box.bvh", "walk.bvh", "-o", "one.rep"]).ok();
    assert!(
        run.out.contains("box: 12.0 s, ") && run.out.contains("2 takes, 1442 frames, 0.4 min"),
        "{run:#?}"
    );
    let rep = repertoire(&scratch, "one.rep");
    assert_eq!(rep.takes.len(), 2);
    let names: Vec<&str> = rep.takes.iter().map(|take| take.clip.name.as_str()).collect();
    assert_eq!(names, ["box", "walk"]);
    for take in &rep.takes {
        assert!(take.annotation.supports.left.len() > 3, "{}", take.clip.name);
        assert!(take.annotation.actions.len() > 3, "{}", take.clip.name);
        assert_eq!(take.clip.rate(), 60.0);
    }
    assert!(!rep.takes[0].annotation.strikes.is_empty());
}

#[test]
fn the_same_takes_give_the_same_bytes_on_one_thread_and_on_two() {
    let scratch = with_performances();
    for threads in ["1", "2"] {
        let out = format!("{threads}.rep");
        let mut command = scratch.command(&["import", "box.bvh", "walk.bvh", "-o", &out, "--mirror"]);
        assert!(command.env("RAYON_NUM_THREADS", threads).output().unwrap().status.success());
    }
    assert!(scratch.bytes("1.rep") == scratch.bytes("2.rep"));
}

#[test]
fn takes_come_at_the_rate_asked_for_and_with_their_mirror_image() {
    let scratch = with_performances();
    scratch.run(&["import", "walk.bvh", "-o", "walk.rep", "--rate", "30", "--mirror"]).ok();
    let rep = repertoire(&scratch, "walk.rep");
    assert_eq!(rep.takes.len(), 2);
    assert_eq!((rep.takes[1].clip.rate(), rep.takes[1].mirrored_from.as_deref()), (30.0, Some("walk")));
    assert_eq!(rep.takes[1].clip.name, "walk.mirrored");
    let (plain, mirrored) = (&rep.takes[0].annotation.supports, &rep.takes[1].annotation.supports);
    assert_eq!((&plain.left, &plain.right), (&mirrored.right, &mirrored.left));
}

#[test]
fn what_was_said_by_hand_is_kept_when_takes_are_added() {
    let scratch = with_performances();
    scratch.write(
        "box.edits.toml",
        "new_classes = [\"feint\"]\n[[cut]]\nadd = 6.0\n[[cut]]\nadd = 7.0\n[[action]]\nat = 6.5\nclasses = [\"feint\"]\n",
    );
    scratch.run(&["import", "box.bvh", "-o", "one.rep"]).ok();
    std::fs::remove_file(scratch.path("box.edits.toml")).unwrap();
    scratch.run(&["import", "walk.bvh", "-o", "one.rep"]).ok();
    scratch.run(&["import", "box.bvh", "-o", "one.rep"]).ok();
    let rep = repertoire(&scratch, "one.rep");
    let feints: Vec<_> = rep.takes[0].annotation.actions.iter().filter(|action| action.is("feint")).collect();
    let by_hand: Vec<_> = feints.iter().filter(|action| action.origin == Origin::Hand).collect();
    assert_eq!(by_hand.len(), 1);
    // Between the two cuts there may be one that was found.
    assert!(
        (360..=390).contains(&by_hand[0].span.first) && (391..=420).contains(&by_hand[0].span.end),
        "{:?}",
        by_hand[0].span
    );
    assert_eq!(rep.takes.len(), 2);
}

#[test]
fn edits_beside_the_repertoire_count_too_and_reach_the_mirror_image() {
    let scratch = with_performances();
    scratch.run(&["import", "box.bvh", "-o", "reps/one.rep", "--mirror"]).one_error();
    std::fs::create_dir(scratch.path("reps")).unwrap();
    scratch.run(&["import", "box.bvh", "-o", "reps/one.rep", "--mirror"]).ok();
    scratch.write("reps/box.edits.toml", "[[strike]]\nadd = 6.0\nlimb = \"left_knee\"\n");
    scratch.run(&["import", "-o", "reps/one.rep"]).ok();
    let rep = repertoire(&scratch, "reps/one.rep");
    let has = |take: usize, limb: &str| {
        let strikes = &rep.takes[take].annotation.strikes;
        strikes.iter().any(|strike| strike.frame == 360 && strike.limb.name() == limb)
    };
    assert!(has(0, "left_knee") && has(1, "right_knee"));
}

#[test]
fn bodies_of_other_proportions_and_other_rigs_are_brought_onto_the_first() {
    let scratch = with_performances();
    scratch.write("sway.bvh", take(120, Frame::swaying));
    scratch.write("tall.bvh", with_bones(&take(120, Frame::swaying), 1.1));
    scratch.run(&["import", "sway.bvh", "tall.bvh", "-o", "sway.rep"]).ok();
    let joints = repertoire(&scratch, "sway.rep").skeleton.len();
    scratch.run(&["import", "box.bvh", "-o", "sway.rep"]).ok();
    let rep = repertoire(&scratch, "sway.rep");
    assert_eq!((rep.takes.len(), rep.skeleton.len()), (3, joints));
    assert!(!rep.takes[2].annotation.strikes.is_empty(), "blows are blows on another body");
}

#[test]
fn what_cannot_be_used_is_skipped_and_said_and_the_rest_comes_in() {
    let scratch = with_performances();
    scratch.write("blink.bvh", take(3, Frame::swaying));
    scratch.write("pose.bvh", take(1, Frame::swaying));
    let run = scratch.run(&["import", "box.bvh", "blink.bvh", "pose.bvh", "-o", "one.rep"]).ok();
    assert!(
        run.err.contains("blink.bvh: \"blink\" is skipped") && run.err.contains("pose.bvh: "),
        "{run:#?}"
    );
    assert!(run.out.contains("2 skipped"), "{run:#?}");
    assert_eq!(repertoire(&scratch, "one.rep").takes.len(), 1);
    let run = scratch.run(&["import", "walk.bvh", "blink.bvh", "-o", "one.rep", "--json"]).ok();
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["takes"][1]["file"], "walk.bvh");
    assert_eq!(json["skipped"][0]["part"], "blink");
}

#[test]
fn takes_are_chosen_renamed_removed_and_seen() {
    let scratch = with_performances();
    scratch.write_dancer();
    scratch.run(&["import", "dancer.glb", "-o", "dance.rep", "--clip", "dance"]).ok();
    let names = |file: &str| -> Vec<String> {
        repertoire(&scratch, file).takes.iter().map(|take| take.clip.name.clone()).collect()
    };
    assert_eq!(names("dance.rep"), ["dancer.dance"]);
    scratch
        .run(&["import", "box.bvh", "walk.bvh", "-o", "one.rep", "--mirror", "--rate-of", "walk.bvh=30"])
        .ok();
    assert_eq!(repertoire(&scratch, "one.rep").takes[2].clip.seconds().round(), 24.0);
    scratch.run(&["import", "-o", "one.rep", "--rename", "box=spar", "--remove", "walk"]).ok();
    assert_eq!(names("one.rep"), ["spar", "spar.mirrored"]);
    let error = scratch.run(&["import", "-o", "one.rep", "--remove", "walk"]).one_error();
    assert!(error.contains("there is no take \"walk\"; there are: spar"), "{error}");
    let run = scratch.run(&["inspect", "one.rep"]).ok();
    assert!(run.out.contains("spar: 12.0 s") && run.out.contains("2 takes"), "{run:#?}");
    let run = scratch.run(&["inspect", "one.rep", "--json"]).ok();
    assert!(run.out.contains("\"mirrored_from\": \"spar\""), "{run:#?}");
}

#[test]
fn bad_input_is_one_line_that_names_it_and_the_old_repertoire_stays() {
    let scratch = with_performances();
    scratch.write("stick.bvh", PROP);
    scratch.write("blink.bvh", take(3, Frame::swaying));
    scratch.run(&["import", "box.bvh", "-o", "one.rep"]).ok();
    let good = scratch.bytes("one.rep");
    scratch.write("half.rep", &good[..good.len() / 2]);
    let mut flipped = good.clone();
    flipped[good.len() / 3] ^= 4;
    scratch.write("flipped.rep", flipped);
    scratch.write("text.rep", "not a repertoire");
    for (args, said) in [
        (vec!["import", "-o", "none.rep"], "none.rep is not there yet"),
        (vec!["import", "none.bvh", "-o", "one.rep"], "none.bvh: "),
        (vec!["import", "stick.bvh", "-o", "one.rep"], "stick.bvh: "),
        (vec!["import", "blink.bvh", "-o", "blink.rep"], "blink"),
        (vec!["import", "walk.bvh", "-o", "half.rep"], "half.rep: it is cut short"),
        (vec!["import", "walk.bvh", "-o", "flipped.rep"], "flipped.rep: it is damaged"),
        (vec!["import", "walk.bvh", "-o", "text.rep"], "text.rep: this is no rep"),
        (vec!["import", "walk.bvh", "-o", "one.rep", "--rate", "30"], "one.rep is at 60 Hz"),
        (vec!["import", "walk.bvh", "walk.bvh", "-o", "one.rep"], "would both be the take \"walk\""),
        (vec!["import", "walk.bvh", "-o", "none/one.rep"], "none/one.rep could not be written"),
    ] {
        let files = scratch.files();
        let error = scratch.run(&args).one_error();
        assert!(error.contains(said), "{args:?}: {error}");
        assert_eq!(scratch.files(), files, "{args:?}");
    }
    for (edits, said) in [
        (
            "[[action]]\nat = 1.0\nclasses = [\"jump_for_joy\"]\n",
            "line 1, column 1: \"jump_for_joy\" is no class",
        ),
        ("\n[[cut]]\nadd = 99.0\n", "line 2, column 1: add = 99 is outside the clip"),
        ("[[cut]\n", "line 1"),
    ] {
        scratch.write("walk.edits.toml", edits);
        let error = scratch.run(&["import", "walk.bvh", "-o", "one.rep"]).one_error();
        assert!(error.contains("walk.edits.toml: ") && error.contains(said), "{error}");
    }
    assert!(scratch.bytes("one.rep") == good);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_the_old_file_or_the_new_one_and_nothing_beside_it() {
    let scratch = Scratch::new();
    scratch.run(&["perform", "locomotion", "--seconds", "120", "-o", "walk.bvh"]).ok();
    scratch.run(&["import", "walk.bvh", "-o", "one.rep"]).ok();
    let old = scratch.bytes("one.rep");
    scratch.run(&["import", "walk.bvh", "-o", "new.rep", "--mirror"]).ok();
    let new = scratch.bytes("new.rep");
    let files = scratch.files();
    for pause in [5, 20, 60, 150, 300, 450, 600, 800, 1000, 1300] {
        scratch.write("one.rep", &old);
        let mut child =
            scratch.command(&["import", "walk.bvh", "-o", "one.rep", "--mirror"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.is_ok());
        child.wait().unwrap();
        let after = scratch.bytes("one.rep");
        assert!(after == old || after == new, "after {pause} ms");
        assert_eq!(scratch.files(), files, "after {pause} ms");
    }
}

/// Both used to end well, and one take was lost.
#[test]
fn of_two_imports_into_one_repertoire_at_once_none_loses_what_the_other_added() {
    let scratch = with_performances();
    scratch.run(&["perform", "boxing", "--seconds", "12", "--seed", "2", "-o", "more.bvh"]).ok();
    scratch.run(&["import", "box.bvh", "-o", "one.rep"]).ok();
    let runs = ["walk.bvh", "more.bvh"].map(|file| {
        let mut command = scratch.command(&["import", file, "-o", "one.rep"]);
        (file, command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap())
    });
    let mut expected = vec!["box".to_string()];
    for (file, run) in runs {
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => expected.push(file.trim_end_matches(".bvh").to_string()),
            false => assert!(said.contains("somebody else wrote it meanwhile"), "{said}"),
        }
    }
    assert!(expected.len() > 1, "somebody came first");
    let mut names: Vec<String> =
        repertoire(&scratch, "one.rep").takes.iter().map(|take| take.clip.name.clone()).collect();
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn a_rate_that_no_repertoire_has_is_refused() {
    let scratch = Scratch::with_take();
    for rate in ["0.5", "5000"] {
        let error = scratch.run(&["import", "take.bvh", "-o", "take.rep", "--rate", rate]).one_error();
        assert!(error.contains("from 1 to 1000 frames a second"), "{error}");
    }
}

/// A few frames of a minute each used to become hours of motion, which took minutes and gigabytes to bake.
#[test]
fn a_time_lapse_is_refused_unless_the_user_knows_better() {
    let scratch = Scratch::new();
    let text = take(120, Frame::swaying);
    let line = text.lines().find(|line| line.starts_with("Frame Time:")).unwrap();
    scratch.write("slow.bvh", text.replace(line, "Frame Time: 60"));
    let error = scratch.run(&["import", "slow.bvh", "-o", "slow.rep"]).one_error();
    assert!(error.contains("slow.bvh: ") && error.contains("too few to be motion"), "{error}");
    scratch.run(&["import", "slow.bvh", "-o", "slow.rep", "--assume-rate", "60"]).ok();
}
