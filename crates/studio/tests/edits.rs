//! Edits of several people, and of somebody with a text editor: none are lost.

use crate::common::Studio;
use serde_json::{Value, json};

fn cuts(times: &[f64]) -> Value {
    json!({ "cuts": times.iter().map(|time| json!({ "add": time })).collect::<Vec<_>>() })
}

fn post(studio: &Studio, base: &Value, edits: &Value) -> (u16, Value) {
    studio.json("POST /api/takes/0/edits", &json!({ "base": base, "edits": edits }).to_string())
}

fn file(studio: &Studio) -> std::path::PathBuf {
    studio.folder.path().join("boxing-1.edits.toml")
}

#[test]
fn what_is_written_by_hand_is_seen_and_kept() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    assert_eq!(viewer.text("state")["edited"], false);
    std::fs::write(file(&studio), "[[cut]]\nadd = 2.0\n").unwrap();
    assert_eq!(studio.json("GET /api/takes", "").1[0]["edits"]["cuts"], cuts(&[2.0])["cuts"]);
    assert_eq!(viewer.text("state")["edited"], true);
    std::fs::write(file(&studio), "[[cut]]\nadd = 2.0\n[[cut]]\nadd = 2.5\n").unwrap();
    // The page knows only of the first.
    let (status, take) = post(&studio, &cuts(&[2.0]), &cuts(&[2.0, 3.0]));
    assert_eq!(status, 200, "{take}");
    assert_eq!(take["edits"]["cuts"], cuts(&[2.0, 2.5, 3.0])["cuts"]);
    let written = std::fs::read_to_string(file(&studio)).unwrap();
    assert!(["2.0", "2.5", "3.0"].iter().all(|time| written.contains(&format!("add = {time}"))), "{written}");
}

#[test]
fn edits_of_two_tabs_come_together() {
    let studio = Studio::new();
    assert_eq!(post(&studio, &cuts(&[]), &cuts(&[2.0])).0, 200);
    let (status, take) = post(&studio, &cuts(&[]), &cuts(&[3.0]));
    assert_eq!((status, &take["edits"]["cuts"]), (200, &cuts(&[2.0, 3.0])["cuts"]));
    // Taking the first back leaves the second's.
    let (status, take) = post(&studio, &cuts(&[2.0]), &cuts(&[]));
    assert_eq!((status, &take["edits"]["cuts"]), (200, &cuts(&[3.0])["cuts"]));
}

#[test]
fn who_comes_second_to_take_something_back_is_told() {
    let studio = Studio::new();
    assert_eq!(post(&studio, &cuts(&[]), &cuts(&[2.0])).0, 200);
    assert_eq!(post(&studio, &cuts(&[2.0]), &cuts(&[])).0, 200);
    let (status, refused) = post(&studio, &cuts(&[2.0]), &cuts(&[]));
    assert_eq!(status, 409);
    assert!(refused["error"].as_str().unwrap().contains("changed meanwhile"), "{refused}");
}

#[test]
fn a_file_that_makes_no_sense_is_not_written_over() {
    let studio = Studio::new();
    std::fs::write(file(&studio), "[[cut]]\nadd = \"soon\"\n").unwrap();
    let (status, refused) = post(&studio, &cuts(&[]), &cuts(&[3.0]));
    assert_eq!(status, 400);
    assert!(refused["error"].as_str().unwrap().contains("line 2"), "{refused}");
    assert!(std::fs::read_to_string(file(&studio)).unwrap().contains("soon"));
}
