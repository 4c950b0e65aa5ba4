//! Scenes that are set up while another one runs, and edits that they play.

use crate::common::{ONE, Studio, Viewer, entry, options};
use footwork_studio::{Options, serve};
use serde_json::{Value, json};

/// One that takes long to set up: every frame of two minutes is compared with every other one.
fn slow() -> String {
    ONE.replace("seconds = 20.0", "seconds = 60.0").replace("seeds = [1]", "seeds = [1, 2]")
}

fn studio() -> Studio {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options(folder.path());
    let bad = ONE.replace("mind = \"wander\"", "mind = \"play\"\nplay = { take = \"none\" }");
    options.scenes.extend([entry("slow", &slow()), entry("bad", &bad)]);
    Studio { running: serve(options).unwrap(), folder }
}

/// Reads texts until one of a kind that is as wanted.
fn until(viewer: &mut Viewer, kind: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let text = viewer.text(kind);
        if wanted(&text) {
            return text;
        }
    }
}

#[test]
fn a_scene_plays_on_while_another_is_set_up() {
    let studio = studio();
    let mut viewer = studio.viewer();
    assert_eq!(viewer.text("state")["setting_up"], Value::Null);
    viewer.send(json!({ "type": "scene", "name": "slow" }));
    viewer.send(json!({ "type": "step" }));
    let state = viewer.text("state");
    assert_eq!(state["setting_up"]["name"], "slow");
    // Both boxers of the scene before, a step further.
    assert_eq!(viewer.frame(1)[4], 2);
    assert_eq!(viewer.text("scene")["name"], "slow");
    let state = until(&mut viewer, "state", |state| state["setting_up"].is_null());
    assert_eq!(state["tick"], 0);
    assert_eq!(viewer.step(1)[4], 1);
}

#[test]
fn the_last_request_counts() {
    let studio = studio();
    let mut viewer = studio.viewer();
    viewer.text("scene");
    for name in ["slow", "one", "slow", "one"] {
        viewer.send(json!({ "type": "scene", "name": name }));
    }
    viewer.send(json!({ "type": "restart", "seed": 7 }));
    let scene = viewer.text("scene");
    assert_eq!((&scene["name"], &scene["seed"]), (&json!("one"), &json!(7)));
    // Back to what runs: what is being set up is not wanted any more.
    viewer.send(json!({ "type": "scene", "name": "slow" }));
    viewer.send(json!({ "type": "scene", "name": "one" }));
    until(&mut viewer, "scene", |scene| scene["name"] == "one");
    until(&mut viewer, "state", |state| state["setting_up"].is_null());
    viewer.send(json!({ "type": "restart", "seed": 8 }));
    let scene = viewer.text("scene");
    assert_eq!((&scene["name"], &scene["seed"]), (&json!("one"), &json!(8)));
}

#[test]
fn a_scene_that_cannot_be_set_up_is_told_to_who_asked_and_the_other_goes_on() {
    let studio = studio();
    let (mut viewer, mut other) = (studio.viewer(), studio.viewer());
    viewer.send(json!({ "type": "scene", "name": "bad" }));
    assert!(viewer.text("error")["error"].as_str().unwrap().contains("no take"));
    assert_eq!(viewer.text("state")["setting_up"], Value::Null);
    assert_eq!(viewer.step(1), other.frame(1));
}

#[test]
fn edited_takes_are_played_from_the_next_restart() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    assert_eq!(viewer.text("state")["edited"], false);
    let classes = |viewer: &mut Viewer| {
        viewer.send(json!({ "type": "watch", "actor": 0 }));
        viewer.text("decisions")["doing"]["classes"].clone()
    };
    assert_ne!(classes(&mut viewer), json!(["hop"]));
    let edits =
        json!({ "edits": { "new_classes": ["hop"], "actions": [{ "at": 0.01, "classes": ["hop"] }] } });
    let (status, take) = studio.json("POST /api/takes/0/edits", &edits.to_string());
    assert_eq!(status, 200, "{take}");
    let file = studio.folder.path().join("boxing-1.edits.toml");
    assert_eq!(take["edits_file"].as_str().unwrap(), file.to_str().unwrap());
    assert_eq!(viewer.text("state")["edited"], true);
    assert_ne!(classes(&mut viewer), json!(["hop"]));
    viewer.send(json!({ "type": "restart", "seed": 1 }));
    assert_eq!(viewer.text("scene")["name"], "pair");
    assert_eq!(until(&mut viewer, "state", |state| state["setting_up"].is_null())["edited"], false);
    assert_eq!(classes(&mut viewer), json!(["hop"]));
}

#[test]
fn a_folder_for_edits_is_made_when_it_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = folder.path().join("a/b");
    let options = Options { edits_folder: wanted.clone(), ..options(folder.path()) };
    let studio = Studio { running: serve(options).unwrap(), folder };
    assert!(!wanted.exists());
    assert_eq!(studio.http("POST /api/takes/0/edits", "{\"edits\":{\"cuts\":[{\"add\":3}]}}").0, 200);
    assert!(wanted.join("boxing-1.edits.toml").is_file());
}
