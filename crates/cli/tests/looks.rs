//! `footwork eval looks`: what a viewer minds.

use crate::common::{Scratch, keys};

fn with_takes() -> Scratch {
    let scratch = Scratch::new();
    for (show, file) in [("boxing", "box.bvh"), ("locomotion", "walk.bvh")] {
        scratch.run(&["perform", show, "--seconds", "20", "--seed", "5", "-o", file]).ok();
    }
    scratch
}

#[test]
fn figures_stand_beside_peoples_under_keys_that_stay() {
    let scratch = with_takes();
    let found = scratch.run(&["eval", "looks", "box.bvh", "walk.bvh", "--json"]).ok().json();
    assert_eq!(keys(&found), ["against", "clips", "kinds", "together"]);
    assert_eq!(found["clips"].as_array().unwrap().len(), 2);
    let kinds = found["kinds"].as_object().unwrap();
    assert!(["any", "boxing", "walking"].iter().all(|kind| kinds.contains_key(*kind)), "{kinds:#?}");
    let boxing = &found["kinds"]["boxing"];
    assert_eq!(keys(boxing), ["measures", "seconds"]);
    for key in
        ["pressure_outside", "com_acceleration_90", "ankles_apart", "hands_still", "reversals", "slide"]
    {
        let figure = &boxing["measures"][key];
        assert_eq!(keys(figure), ["range", "unit", "value", "values", "verdict"], "{key}");
        assert_eq!(keys(&figure["range"]), ["high", "low", "middle", "pieces"], "{key}");
        assert_eq!(figure["values"].as_array().unwrap().len(), 2, "{key}");
    }
    let again = scratch.run(&["eval", "looks", "box.bvh", "walk.bvh", "--json"]).ok().json();
    assert_eq!(found, again);
}

#[test]
fn a_take_beside_itself_is_within_its_own_range() {
    let scratch = with_takes();
    let beside = ["eval", "looks", "walk.bvh", "--against", "walk.bvh", "walk.bvh"];
    let table = scratch.run(&beside).ok().out;
    assert!(table.starts_with("walk.bvh beside 2 clips\n"), "{table}");
    assert!(table.contains("pressure more than 10 cm outside the soles"), "{table}");
}

#[test]
fn a_scene_is_played_and_looked_at() {
    let scratch = Scratch::new();
    let found = scratch.run(&["eval", "looks", "walk-about", "--seconds", "5", "--json"]).ok().json();
    assert!(!found["clips"].as_array().unwrap().is_empty());
    assert!(found["kinds"]["any"]["measures"]["elbow_speed"]["value"].as_f64().unwrap() > 0.0);
}

#[test]
fn what_cannot_be_looked_at_is_refused_with_a_sentence() {
    let scratch = with_takes();
    let refused = |args: &[&str]| scratch.run(&[&["eval", "looks"], args].concat()).one_error();
    assert!(refused(&["none.bvh"]).contains("none.bvh"));
    assert!(refused(&["walk-abuot"]).contains("did you mean \"walk-about\""));
    assert!(refused(&["walk.bvh", "walk-about"]).contains("one scene alone"));
    assert!(refused(&["walk.bvh", "--player", "brisk"]).contains("--player"));
    assert!(refused(&["walk.bvh", "--against", "none.bvh"]).contains("none.bvh"));
    let none = scratch.run(&["eval", "looks"]).usage_error();
    assert!(none.contains("FILES or SCENE"), "{none}");
}
