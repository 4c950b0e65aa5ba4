//! `footwork perform`.

use crate::common::Scratch;
use serde_json::Value;

const TAKES: [&str; 4] = ["locomotion", "running", "boxing", "tired-boxing"];

#[test]
fn every_take_is_a_healthy_file_with_the_truth_beside_it() {
    let scratch = Scratch::new();
    for take in TAKES {
        let file = format!("{take}.bvh");
        let run = scratch.run(&["perform", take, "--seconds", "12", "-o", &file]).ok();
        assert!(run.out.starts_with(&format!("{file}: 721 frames, 12.00 s")), "{run:#?}");
        let body = scratch.body(&file);
        assert_eq!((body.clips[0].rate(), body.skeleton.roles().missing().count()), (60.0, 0));
        let truth: Value = serde_json::from_str(&scratch.text(&format!("{take}.truth.json"))).unwrap();
        for side in ["left", "right"] {
            for span in truth["supports"][side].as_array().unwrap() {
                let (from, to) = (span[0].as_f64().unwrap(), span[1].as_f64().unwrap());
                assert!(0.0 <= from && from < to && to <= 12.01, "{take}: {span}");
            }
        }
        let actions = truth["actions"].as_array().unwrap();
        assert!(
            actions.iter().all(|a| a["from"].is_number() && a["to"].is_number() && a["classes"].is_array())
        );
        assert!(actions.iter().all(|a| a["limbs"].is_array() && a.get("protects").is_some()));
        for strike in truth["strikes"].as_array().unwrap() {
            assert!(strike["time"].is_number() && strike["limb"].is_string() && strike["speed"].is_number());
            assert!(
                strike["point"].as_array().unwrap().len() == 3
                    && strike["direction"].as_array().unwrap().len() == 3
            );
        }
        let doctor = scratch.run(&["doctor", &file]).ok();
        assert!(doctor.out.contains("Nothing is wrong with it"), "{doctor:#?}");
    }
}

#[test]
fn a_rate_and_a_glb_can_be_asked_for() {
    let scratch = Scratch::new();
    scratch.run(&["perform", "running", "--seconds", "3", "--rate", "30", "-o", "chase.glb"]).ok();
    let body = scratch.body("chase.glb");
    assert_eq!((body.clips[0].rate(), body.clips[0].frames()), (30.0, 91));
    assert!(scratch.files().contains(&"chase.truth.json".to_string()));
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_others() {
    let scratch = Scratch::new();
    for (seed, file) in [("7", "a.bvh"), ("7", "b.bvh"), ("8", "c.bvh")] {
        scratch.run(&["perform", "boxing", "--seconds", "8", "--seed", seed, "-o", file]).ok();
    }
    assert_eq!(scratch.bytes("a.bvh"), scratch.bytes("b.bvh"));
    assert_eq!(scratch.bytes("a.truth.json"), scratch.bytes("b.truth.json"));
    assert_ne!(scratch.bytes("a.bvh"), scratch.bytes("c.bvh"));
}

#[test]
fn what_cannot_be_performed_or_written_is_a_sentence_and_nothing_is_left() {
    let scratch = Scratch::new();
    for args in [
        ["perform", "locomotion", "--seconds", "0", "-o", "x.bvh"],
        ["perform", "locomotion", "--seconds", "-3", "-o", "x.bvh"],
        ["perform", "locomotion", "--seconds", "nan", "-o", "x.bvh"],
        ["perform", "locomotion", "--seconds", "1e9", "-o", "x.bvh"],
        ["perform", "locomotion", "--seconds", "3", "-o", "none/x.bvh"],
        ["perform", "locomotion", "--seconds", "3", "-o", "x.fbx"],
        ["perform", "locomotion", "--seconds", "3", "-o", "folder/"],
    ] {
        scratch.run(&args).one_error();
    }
    let unknown = scratch.run(&["perform", "dancing", "-o", "x.bvh"]).usage_error();
    assert!(unknown.contains("locomotion, running, steering, boxing, tired-boxing"), "{unknown}");
    let rate = scratch.run(&["perform", "boxing", "--rate", "0", "-o", "x.bvh"]).usage_error();
    assert!(rate.contains("frames per second"), "{rate}");
    assert_eq!(scratch.files(), [] as [&str; 0]);
}
