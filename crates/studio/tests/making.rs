//! A page that is there at once, what is kept from start to start, runs that are done again, and scenes that are made.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{ONE, PAIR, Studio, entry, options};
use footwork_studio::{Options, Say, serve, start};
use serde_json::{Value, json};

#[test]
fn the_page_is_served_before_the_first_scene_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    let slow = ONE.replace("seconds = 20.0", "seconds = 60.0").replace("seeds = [1]", "seeds = [1, 2]");
    let mut options = options(folder.path());
    options.scenes = vec![entry("slow", &slow)];
    let begun = Instant::now();
    let running = start(options).unwrap();
    let took = begun.elapsed();
    let studio = Studio { running, folder };
    assert_eq!(studio.http("GET /", "").0, 200);
    let mut viewer = studio.viewer();
    let state = viewer.text("state");
    assert_eq!(state["setting_up"]["name"], "slow");
    assert!(!state["setting_up"]["words"].as_str().unwrap().is_empty());
    assert_eq!(studio.json("GET /api/run", "").0, 503);
    assert_eq!(viewer.text("scene")["name"], "slow");
    assert!(studio.running.first_scene(Duration::from_secs(60)).unwrap().is_ok());
    // Performing and comparing two minutes of motion takes longer than listening does.
    assert!(took < begun.elapsed() / 2, "{took:?} of {:?}", begun.elapsed());
    assert_eq!(viewer.step(1)[4], 1);
}

#[test]
fn what_was_made_is_found_at_the_next_start_and_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let heard = Arc::new(Mutex::new(Vec::<String>::new()));
    let studio = || {
        let heard = heard.clone();
        let say = Say::new(move |text| heard.lock().unwrap().push(text.to_string()));
        let own = tempfile::tempdir().unwrap();
        let options = Options { cache: Some(folder.path().join("cache")), say, ..options(own.path()) };
        Studio { running: serve(options).unwrap(), folder: own }
    };
    let frame = |studio: &Studio| {
        let mut viewer = studio.viewer();
        viewer.text("scene");
        (1..20).for_each(|tick| drop(viewer.step(tick)));
        viewer.step(20)
    };
    let (first, second) = (frame(&studio()), frame(&studio()));
    assert_eq!(first[24..], second[24..]);
    let heard = heard.lock().unwrap();
    assert!(heard[0].contains("is kept in"), "{heard:?}");
    assert!(heard[1].contains("nothing had to be baked anew"), "{heard:?}");
}

#[test]
fn a_run_is_done_again_to_the_bit() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    viewer.text("scene");
    viewer.step(1);
    let push = json!({ "push": { "point": [0, 1, 0], "impulse": [30, 0, 0] } });
    viewer.send(json!({ "type": "cue", "to": 1, "ask": push }));
    (2..60).for_each(|tick| drop(viewer.step(tick)));
    let last = viewer.step(60);
    let (status, run) = studio.json("GET /api/run", "");
    assert_eq!(
        (status, run["ticks"].as_u64(), run["cues"].as_array().map(Vec::len)),
        (200, Some(60), Some(1))
    );
    viewer.step(61);
    assert_eq!(studio.json("POST /api/run", &run.to_string()).0, 200);
    assert!(viewer.text("note")["note"].as_str().unwrap().contains("the same to the last bit"));
    assert_eq!(viewer.frame(60)[24..], last[24..]);
    // One that went another way is found out.
    let mut other = run.clone();
    other["hash"] = json!("0123456789abcdef");
    assert_eq!(studio.json("POST /api/run", &other.to_string()).0, 200);
    assert!(viewer.text("error")["error"].as_str().unwrap().contains("another way"));
    for (bad, says) in [(json!({}), "no run"), (json!({ "footwork_run": 7 }), "version 7")] {
        let (status, answer) = studio.json("POST /api/run", &bad.to_string());
        assert!(status == 400 && answer["error"].as_str().unwrap().contains(says), "{answer}");
    }
}

#[test]
fn the_number_of_people_is_dialled_for_everybody_who_watches_and_shared_to_the_bit() {
    let studio = Studio::new();
    let (mut viewer, mut other) = (studio.viewer(), studio.viewer());
    assert_eq!(viewer.text("scene")["people"], json!(null), "two, and that is that");
    other.text("scene");
    viewer.send(json!({ "type": "people", "count": 3 }));
    assert!(viewer.text("error")["error"].as_str().unwrap().contains("cannot be changed"));
    let open = ONE.replace("name = \"walker\"", "name = \"walker\"\ncount = 3\nmost = 40");
    let draft = json!({ "name": "some", "text": open });
    assert_eq!(studio.json("POST /api/scenes", &draft.to_string()).0, 200);
    viewer.send(json!({ "type": "restart", "seed": 7 }));
    viewer.text("scene");
    other.text("scene");
    viewer.send(json!({ "type": "scene", "name": "some" }));
    let people = |count: u32| json!({ "count": count, "least": 1, "most": 40, "step": 1 });
    assert_eq!(viewer.text("scene")["people"], people(3));
    other.text("scene");
    viewer.send(json!({ "type": "people", "count": 41 }));
    assert!(viewer.text("error")["error"].as_str().unwrap().contains("from 1 to 40"));
    viewer.send(json!({ "type": "people", "count": 12 }));
    for viewer in [&mut viewer, &mut other] {
        let scene = viewer.text("scene");
        assert_eq!((&scene["people"], &scene["groups"][0]["count"]), (&people(12), &json!(12)));
        assert_eq!(scene["seed"], 7, "the same seed");
    }
    // Another seed keeps them.
    viewer.send(json!({ "type": "restart", "seed": 8 }));
    assert_eq!(viewer.text("scene")["people"], people(12));
    (1..40).for_each(|tick| drop(viewer.step(tick)));
    let last = viewer.step(40);
    let (_, run) = studio.json("GET /api/run", "");
    assert_eq!(run["people"], 12);
    // Chosen anew, it is as it is written; the shared run is as it was.
    viewer.send(json!({ "type": "scene", "name": "some" }));
    assert_eq!(viewer.text("scene")["people"], people(3));
    assert_eq!(studio.json("POST /api/run", &run.to_string()).0, 200);
    assert_eq!(viewer.text("scene")["people"], people(12));
    assert!(viewer.text("note")["note"].as_str().unwrap().contains("the same to the last bit"));
    assert_eq!(viewer.frame(40)[24..], last[24..]);
    // Saved, it is the same run, too.
    let (_, mut scene) = studio.json("GET /api/scenes/some", "");
    scene["draft"]["people"] = json!(12);
    let draft = json!({ "name": "twelve", "draft": scene["draft"], "save": true });
    assert_eq!(studio.json("POST /api/scenes", &draft.to_string()).0, 200);
    viewer.send(json!({ "type": "scene", "name": "twelve" }));
    let told = viewer.text("scene");
    assert_eq!((&told["people"], &told["seed"]), (&people(12), &json!(8)));
    (1..40).for_each(|tick| drop(viewer.step(tick)));
    assert_eq!(viewer.step(40)[24..], last[24..]);
    let mut bad = run.clone();
    bad["people"] = json!(4000);
    let (status, answer) = studio.json("POST /api/run", &bad.to_string());
    assert!(status == 400 && answer["error"].as_str().unwrap().contains("from 1 to 40"), "{answer}");
}

#[test]
fn the_score_is_told_to_whoever_comes_and_begins_anew_with_the_scene() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    let score = viewer.text("score");
    assert_eq!(score["rows"], json!([]), "nobody fights here");
    let fights = PAIR.replace("\"loop\"", "\"box\"").replace("seconds = 6.0", "seconds = 20.0");
    let draft = json!({ "name": "fight", "text": fights });
    let (status, made) = studio.json("POST /api/scenes", &draft.to_string());
    assert_eq!(status, 200, "{made}");
    viewer.send(json!({ "type": "scene", "name": "fight" }));
    assert_eq!(viewer.text("scene")["name"], "fight");
    let score = viewer.text("score");
    assert_eq!(score["rows"].as_array().unwrap().len(), 2, "{score}");
    assert_eq!(score["rows"][0]["value"], json!({ "kind": "count", "count": 0 }));
}

#[test]
fn scenes_are_read_changed_tried_and_saved_and_nothing_else_is_touched() {
    let studio = Studio::new();
    let (status, mut scene) = studio.json("GET /api/scenes/one", "");
    assert_eq!((status, &scene["own"]), (200, &json!(false)));
    let actor = scene["draft"]["actors"][0].clone();
    scene["draft"]["actors"].as_array_mut().unwrap().push(actor);
    let post = |value: Value| studio.json("POST /api/scenes", &value.to_string());
    let (status, made) = post(json!({ "name": "two of them", "draft": scene["draft"], "save": true }));
    assert_eq!(status, 200, "{made}");
    let file = studio.folder.path().join("two of them.toml");
    assert_eq!(made["file"].as_str().unwrap(), file.to_str().unwrap());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), made["text"].as_str().unwrap());
    let mut viewer = studio.viewer();
    viewer.send(json!({ "type": "scene", "name": "two of them" }));
    while viewer.text("scene")["name"] != "two of them" {}
    assert_eq!(viewer.step(1)[4], 2);
    // Somebody else wrote the file since.
    std::fs::write(&file, "# mine").unwrap();
    scene["draft"]["title"] = json!("Another");
    let known = made["text"].clone();
    let (status, said) =
        post(json!({ "name": "two of them", "draft": scene["draft"], "save": true, "known": known }));
    assert!(status == 400 && said["error"].as_str().unwrap().contains("have not seen"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "# mine");
    for (name, text, says) in [
        ("one", "title = \"a\"\nline = \"b\"\n[[actors]]\nmind = \"stand\"\n", "already"),
        ("a", "title = \"a\"", "missing field"),
        ("../a", ONE, "no name"),
        (
            "a",
            "title = \"a\"\nline = \"b\"\n[repertoire]\nfile = \"../x.rep\"\n[[actors]]\nmind = \"stand\"\n",
            "elsewhere",
        ),
    ] {
        let (status, said) = post(json!({ "name": name, "text": text }));
        let error = said["error"].as_str().unwrap_or_default();
        assert!(status == 400 && (error.contains(says) || error.contains("nobody")), "{name}: {said}");
    }
}

#[test]
fn dropped_files_become_a_repertoire_with_a_report_and_what_is_none_is_refused() {
    let studio = Studio::new();
    let motion = {
        let mut viewer = studio.viewer();
        viewer.text("scene");
        (1..120).for_each(|tick| drop(viewer.step(tick)));
        let (status, bytes) = studio.http("GET /api/export?seconds=2&format=bvh&actor=0", "");
        assert_eq!(status, 200);
        String::from_utf8(bytes).unwrap()
    };
    assert_eq!(studio.json("POST /api/files/mine.bvh", &motion).0, 200);
    let (status, report) =
        studio.json("POST /api/import", &json!({ "name": "mine", "files": ["mine.bvh"] }).to_string());
    assert_eq!(status, 200, "{report}");
    assert_eq!(report["takes"].as_array().map(Vec::len), Some(1));
    let look = report["uses"][0]["draft"].clone();
    let (status, made) =
        studio.json("POST /api/scenes", &json!({ "name": "mine", "draft": look }).to_string());
    assert_eq!(status, 200, "{made}");
    assert_eq!(studio.json("POST /api/files/picture.png", "x").0, 400);
    assert_eq!(studio.json("POST /api/files/..%2Fx.bvh", "x").0, 400);
    assert!(!studio.folder.path().join("x.bvh").exists());
    assert_eq!(studio.json("POST /api/files/broken.bvh", "HIERARCHY").0, 200);
    let (status, said) =
        studio.json("POST /api/import", &json!({ "name": "b", "files": ["broken.bvh"] }).to_string());
    assert!(status == 400 && said["error"].as_str().unwrap().len() > 10, "{said}");
}

#[test]
fn taking_the_last_edit_back_leaves_no_file() {
    let studio = Studio::new();
    let file = studio.folder.path().join("boxing-1.edits.toml");
    let cut = json!({ "cuts": [{ "add": 3 }] });
    let post = |base: &Value, edits: &Value| {
        studio.http("POST /api/takes/0/edits", &json!({ "base": base, "edits": edits }).to_string()).0
    };
    assert_eq!(post(&json!({}), &cut), 200);
    assert!(file.exists());
    assert_eq!(post(&cut, &json!({})), 200);
    assert!(!file.exists());
}
