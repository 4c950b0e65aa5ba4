//! The real server over real sockets. The stage is paused: tests step it, and wait for no frame rate.

use std::sync::Arc;

use crate::common::{ONE, PAIR, Studio, entry, options};
use footwork::Scene;
use footwork_studio::{Options, StudioError, serve, wire};
use serde_json::json;
use tungstenite::Message;

#[test]
fn frames_are_what_a_stage_stepped_the_same_way_shows() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    let scene = viewer.text("scene");
    assert_eq!(scene["name"], "pair");
    assert_eq!((&scene["groups"][0]["name"], &scene["groups"][0]["count"]), (&json!("boxer"), &json!(2)));
    let joints = scene["skeleton"]["joints"].as_array().unwrap().len();
    assert!(!scene["capsules"].as_array().unwrap().is_empty());
    assert!(scene["skeleton"]["roles"]["left_toe"].is_u64());
    let own = Scene::parse(PAIR, &footwork::skills()).unwrap();
    let repertoire = Arc::new(own.repertoire.perform().unwrap().unwrap());
    let mut stage = own.set(repertoire, Default::default(), 1).unwrap();
    for tick in 1..=40 {
        stage.step();
        let wire::Seen { head, actors: shown, .. } = wire::read(&viewer.step(tick), joints).unwrap();
        assert_eq!((head.tick, head.playing), (tick, false));
        for (actor, shown) in stage.view().actors().zip(shown) {
            assert_eq!(shown.root, actor.pose().translations[0]);
            assert_eq!(shown.planted, [actor.is_planted(0), actor.is_planted(1)]);
            for (rotation, shown) in actor.pose().rotations.iter().zip(shown.rotations) {
                assert!(rotation.angle_between(shown) < 5e-3);
            }
        }
    }
}

#[test]
fn pause_step_restart_scene_and_speed_do_what_they_say() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    assert_eq!(viewer.text("state")["playing"], false);
    viewer.send(json!({ "type": "step" }));
    assert_eq!(viewer.text("state")["tick"], 1);
    let first = viewer.frame(1);
    viewer.send(json!({ "type": "restart", "seed": 1 }));
    assert_eq!(viewer.text("scene")["seed"], 1);
    let again = viewer.step(1);
    assert_eq!(first[wire::HEAD..], again[wire::HEAD..]);
    viewer.send(json!({ "type": "restart", "seed": 9 }));
    assert_eq!(viewer.text("scene")["seed"], 9);
    assert_eq!(viewer.text("state")["seed"], 9);
    viewer.send(json!({ "type": "scene", "name": "one" }));
    assert_eq!(viewer.text("scene")["title"], "One");
    assert_eq!(viewer.frame(0)[4], 1);
    viewer.send(json!({ "type": "speed", "value": 0.5 }));
    assert_eq!(viewer.text("state")["speed"], 0.5);
    viewer.send(json!({ "type": "speed", "value": 50 }));
    assert!(viewer.text("error")["error"].as_str().unwrap().contains("speed"));
    viewer.send(json!({ "type": "play" }));
    assert_eq!(viewer.text("state")["playing"], true);
    viewer.frame_from(3);
    viewer.send(json!({ "type": "pause" }));
    assert_eq!(viewer.text("state")["playing"], false);
    viewer.send(json!({ "type": "scene", "name": "../one" }));
    assert!(viewer.text("error")["error"].as_str().unwrap().contains("no scene"));
}

#[test]
fn foreign_pages_are_refused() {
    let studio = Studio::new();
    assert!(studio.try_viewer(Some("http://evil.example")).err().unwrap().contains("403"));
    let own = format!("http://{}", studio.running.address);
    studio.try_viewer(Some(&own)).unwrap().text("scene");
    let (status, _) = studio.http_as("POST /api/takes/0/edits", "{}", "Origin: http://evil.example\r\n");
    assert_eq!(status, 403);
}

#[test]
fn what_goes_too_far_is_refused_and_the_stage_goes_on() {
    let studio = Studio::new();
    let mut steady = studio.viewer();
    for bad in ["", "{", "[1]", "{\"type\":\"fly\"}", "{\"type\":\"cue\",\"to\":0,\"ask\":{}}", "null"] {
        steady.socket.send(Message::text(bad)).unwrap();
        assert!(steady.text("error")["error"].as_str().unwrap().contains("no message"), "{bad}");
    }
    for (cue, says) in [
        (json!({ "type": "cue", "to": 99, "ask": { "stick": [0, 1] } }), "no actor"),
        (json!({ "type": "cue", "to": 0, "ask": { "button": 99, "down": true } }), "button"),
        (json!({ "type": "cue", "to": 0, "ask": { "target": [1e30, 0, 0] } }), "beyond"),
        (json!({ "type": "watch", "actor": 99 }), "no actor"),
    ] {
        steady.send(cue);
        let error = steady.text("error");
        assert!(error["error"].as_str().unwrap().contains(says), "{error}");
    }
    let mut long = studio.viewer();
    long.socket.send(Message::text("x".repeat(5000))).unwrap();
    assert!(long.closed().contains("4096"));
    let mut huge = studio.viewer();
    let _ = huge.socket.send(Message::text("x".repeat(1 << 20)));
    huge.closed();
    let mut binary = studio.viewer();
    binary.socket.send(Message::binary(vec![0; 8])).unwrap();
    assert!(binary.closed().contains("text"));
    let mut flood = studio.viewer();
    for _ in 0..2000 {
        if flood.socket.send(Message::text("{\"type\":\"pause\"}")).is_err() {
            break;
        }
    }
    assert!(flood.closed().contains("240"));
    steady.step(1);
}

#[test]
fn a_push_is_told_and_decisions_are_for_those_who_watch() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    viewer.text("scene");
    let push = json!({ "push": { "point": [0, 1, 0], "impulse": [30, 0, 0] } });
    viewer.send(json!({ "type": "cue", "to": 1, "ask": push }));
    viewer.send(json!({ "type": "step" }));
    let events = viewer.text("events");
    let event = events["events"].as_array().unwrap().iter().find(|event| event["kind"] == "push").unwrap();
    assert_eq!((event["actor"].as_u64(), event["point"][1].as_f64()), (Some(1), Some(1.0)));
    assert_eq!(event["impulse"], json!([30.0, 0.0, 0.0]));
    viewer.send(json!({ "type": "scene", "name": "one" }));
    let minds = viewer.text("scene")["minds"].clone();
    viewer.send(json!({ "type": "watch", "actor": 0 }));
    viewer.send(json!({ "type": "step" }));
    let told = loop {
        let told = viewer.text("decisions");
        if !told["decisions"].as_array().unwrap().is_empty() {
            break told;
        }
    };
    assert_eq!(told["mind"], minds[0]["id"]);
    assert_eq!(minds[0]["title"], "wanders");
    assert_eq!(told["doing"]["take"], "locomotion-1");
    assert!(told["decisions"][0]["chosen"]["take"].is_string());
}

#[test]
fn takes_are_told_and_edits_go_to_the_file_and_back() {
    let studio = Studio::new();
    let (status, takes) = studio.json("GET /api/takes", "");
    assert_eq!(status, 200);
    let take = &takes[0];
    assert_eq!(take["name"], "boxing-1");
    let seconds = take["seconds"].as_f64().unwrap();
    let actions = take["actions"].as_array().unwrap();
    assert!(
        !actions.is_empty() && actions.iter().all(|action| action["from"].as_f64() < action["to"].as_f64())
    );
    assert!((take["energy"].as_array().unwrap().len() as f64 - seconds * 20.0).abs() < 3.0);
    let (_, bytes) = studio.http("GET /api/takes/0/frames", "");
    assert_eq!(
        u64::from(u32::from_le_bytes(bytes[..4].try_into().unwrap())),
        take["frames"].as_u64().unwrap()
    );

    let file = studio.folder.path().join("boxing-1.edits.toml");
    let at = actions[0]["from"].as_f64().unwrap() + 0.05;
    let edits =
        json!({ "edits": { "actions": [{ "at": at, "classes": ["stance"] }], "cuts": [{ "add": 3.0 }] } });
    let (status, edited) = studio.json("POST /api/takes/0/edits", &edits.to_string());
    assert_eq!(status, 200, "{edited}");
    assert_eq!(edited["edits"]["cuts"], json!([{ "add": 3.0 }]));
    assert_eq!(edited["actions"][0]["origin"], "hand");
    assert!(edited["actions"].as_array().unwrap().iter().any(|action| action["from"] == 3.0));
    assert_eq!(studio.json("GET /api/takes", "").1[0], edited);
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("add = 3.0"), "{written}");
    for (bad, says) in
        [("{\"edits\":{\"cuts\":[{\"add\":99}]}}", "outside the clip"), ("nonsense", "no edits")]
    {
        let (status, refused) = studio.json("POST /api/takes/0/edits", bad);
        assert_eq!(status, 400);
        assert!(refused["error"].as_str().unwrap().contains(says), "{refused}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    assert_eq!(studio.http("POST /api/takes/7/edits", "{\"edits\":{}}").0, 404);
    assert_eq!(studio.http("POST /api/takes/0/edits", &" ".repeat(300_000)).0, 413);
    // Another studio reads them again.
    let again = serve(options(studio.folder.path())).unwrap();
    let again = Studio { running: again, folder: tempfile::tempdir().unwrap() };
    assert_eq!(again.json("GET /api/takes", "").1[0]["edits"], edited["edits"]);
}

#[test]
fn what_was_seen_is_exported() {
    let studio = Studio::new();
    assert_eq!(studio.http("GET /api/export?seconds=1&format=glb", "").0, 400);
    let mut viewer = studio.viewer();
    (1..=30).for_each(|tick| drop(viewer.step(tick)));
    for (request, name, bodies) in [
        ("GET /api/export?seconds=5&format=glb", "x.glb", 2),
        ("GET /api/export?seconds=5&format=bvh&actor=1", "x.bvh", 1),
    ] {
        let (status, bytes) = studio.http(request, "");
        assert_eq!(status, 200);
        let file = studio.folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let import = footwork_formats::read(&file, &Default::default()).unwrap();
        assert_eq!(import.bodies.len(), bodies);
        assert!(import.bodies.iter().all(|body| body.clips[0].frames() == 30));
    }
    for bad in [
        "seconds=5&format=fbx",
        "seconds=0&format=glb",
        "seconds=NaN&format=glb",
        "seconds=5&format=bvh&actor=9",
    ] {
        assert_eq!(studio.http(&format!("GET /api/export?{bad}"), "").0, 400, "{bad}");
    }
}

#[test]
fn lists_and_pages_are_there_and_nothing_else_is() {
    let studio = Studio::new();
    let (_, scenes) = studio.json("GET /api/scenes", "");
    assert_eq!((&scenes[0]["name"], &scenes[1]["actors"]), (&json!("pair"), &json!(1)));
    assert!(studio.json("GET /api/classes", "").1[0]["meaning"].is_string());
    assert_eq!(studio.http("GET /", "").0, 200);
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "/api/none", "/api/takes/99/frames"] {
        assert_eq!(studio.http(&format!("GET {path}"), "").0, 404, "{path}");
    }
    assert_eq!(studio.http("GET /api/takes/-1/frames", "").0, 400);
}

#[test]
fn what_cannot_be_served_is_a_sentence() {
    let studio = Studio::new();
    let port = studio.running.address.port();
    let taken = serve(Options { port: Some(port), ..options(studio.folder.path()) }).err().unwrap();
    assert!(matches!(taken, StudioError::PortInUse(_)) && taken.to_string().contains("in use"));
    assert!(matches!(serve(Options::new(Vec::new())).err().unwrap(), StudioError::NoScene));
    let bad = ONE.replace("mind = \"wander\"", "mind = \"play\"\nplay = { take = \"none\" }");
    let bad = Options { port: Some(0), ..Options::new(vec![entry("bad", &bad)]) };
    assert!(serve(bad).err().unwrap().to_string().contains("no take"));
}
