//! What the evaluation says of the built-in performer, on pushes that nothing was learnt from.

use crate::common::performed;
use footwork_annotate::Repertoire;
use footwork_plan::progress::UNHEARD;
use footwork_push::evaluate::{EvalSettings, Found, SEED, evaluate};
use footwork_skill::Clocks;
use footwork_testing::time::{seconds, thread_seconds};

const CLOCKS: Clocks = Clocks { seconds, busy_seconds: thread_seconds };

fn found(repertoire: Repertoire, settings: &EvalSettings) -> Found {
    evaluate(repertoire, settings, &CLOCKS, UNHEARD).expect("it can be measured")
}

#[test]
fn pushed_points_go_the_way_of_the_push_and_nobody_is_left_bad() {
    let settings = EvalSettings { pushes: 16, examples: 120, seed: SEED, stage: true };
    let found = found(performed("pushed", 40.0), &settings);
    println!("{found:#?}");
    assert!(found.direction_within_20 >= 0.7, "{}", found.direction_within_20);
    assert!(found.visible_s <= 0.1, "{}", found.visible_s);
    assert_eq!(found.left_bad, 0);
    assert!(found.good.oracle_good > found.good.nearest_pose, "{:?}", found.good);
}

#[test]
fn the_figures_have_the_keys_that_are_read_elsewhere() {
    let json = serde_json::to_value(Found::default()).expect("plain data");
    let good = ["oracle_good", "oracle_bad", "recorded", "nearest_pose", "offset_alone"];
    assert!(good.iter().all(|key| json["good"][key].is_number()), "{json}");
    let keys = ["direction_within_20", "visible_s", "decision_ms", "pushes", "left_bad", "fell", "rose"];
    assert!(keys.iter().all(|key| json[key].is_number()), "{json}");
}
