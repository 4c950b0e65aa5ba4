//! A stage that panics is told of, brought back, and goes on.

use crate::common::{Studio, Viewer};
use footwork_studio::wire::HEAD;
use serde_json::{Value, json};

fn until(viewer: &mut Viewer, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let state = viewer.text("state");
        if wanted(&state) {
            return state;
        }
    }
}

#[test]
fn a_panic_is_told_and_the_stage_goes_on_from_a_moment_before_it() {
    let studio = Studio::new();
    let mut viewer = studio.viewer();
    (1..=70).for_each(|tick| drop(viewer.step(tick)));
    let before = viewer.step(71);
    studio.running.make_stage_panic();
    let state = until(&mut viewer, |state| !state["failure"].is_null());
    assert_eq!((&state["failure"]["tick"], &state["failure"]["back_to"]), (&json!(71), &json!(60)));
    assert!(state["failure"]["what"].as_str().unwrap().contains("panic"), "{state}");
    assert_eq!((&state["tick"], &state["playing"]), (&json!(60), &json!(false)));
    viewer.send(json!({ "type": "step" }));
    assert!(until(&mut viewer, |state| state["tick"] == 61)["failure"].is_null());
    (62..=70).for_each(|tick| drop(viewer.step(tick)));
    // As it was before: a stage that was brought back does the same again.
    assert_eq!(viewer.step(71)[HEAD..], before[HEAD..]);
    assert!(!studio.running.has_ended());
    assert_eq!(studio.running.figures().failures, 1);
}

#[test]
fn after_two_panics_everybody_still_watches_and_a_scene_begins_anew() {
    let studio = Studio::new();
    let (mut viewer, mut other) = (studio.viewer(), studio.viewer());
    for _ in 0..2 {
        viewer.step(1);
        studio.running.make_stage_panic();
        let state = until(&mut viewer, |state| !state["failure"].is_null());
        assert_eq!(state["failure"]["back_to"], 0);
        viewer.send(json!({ "type": "restart", "seed": 1 }));
        until(&mut viewer, |state| state["failure"].is_null());
    }
    assert_eq!(viewer.step(1)[HEAD..], other.frame(1)[HEAD..]);
    assert_eq!(studio.http("GET /api/scenes", "").0, 200);
    studio.viewer().text("scene");
}
