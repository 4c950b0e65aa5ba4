//! What the evaluation says of the built-in performer, on throws that nothing was tuned on.

use std::sync::Arc;

use crate::common::known;
use footwork_avoid::AvoidSettings;
use footwork_avoid::evaluate::{Figures, evaluate};
use footwork_plan::progress::UNHEARD;
use footwork_skill::Clocks;
use footwork_testing::time::{seconds, thread_seconds};

const CLOCKS: Clocks = Clocks { seconds, busy_seconds: thread_seconds };

#[test]
fn attacks_are_avoided_closely_and_as_comparing_everything_would() {
    let known = known();
    let attacks = std::env::var("FOOTWORK_ATTACKS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let skill = Arc::new(known.skill.clone());
    let settings = AvoidSettings::default();
    let figures =
        evaluate(&known.rig, &skill, &settings, attacks, 31, &CLOCKS, UNHEARD).expect("it can be measured");
    println!("{figures:#?}");
    assert_eq!(figures.search_same_choice, 1.0);
    assert!(figures.avoidable > attacks / 4, "{figures:?}");
    assert!(figures.avoided_of_avoidable >= 0.93, "{figures:?}");
    assert!(figures.index_same_choice >= 0.85, "{figures:?}");
    assert!(figures.passing_cm_median < 15.0, "{figures:?}");
    assert!(figures.within_double >= 0.95, "{figures:?}");
    assert_eq!(figures.hit_from_behind, 1.0, "{figures:?}");
    assert!(figures.by_class_alone < figures.avoided_of_avoidable, "{figures:?}");
}

#[test]
fn the_figures_have_the_keys_that_are_read_elsewhere() {
    let json = serde_json::to_value(Figures::default()).expect("plain data");
    let keys = [
        "attacks",
        "avoidable",
        "avoided_of_avoidable",
        "index_share",
        "index_same_choice",
        "passing_cm_median",
        "agreement",
    ];
    assert!(keys.iter().all(|key| json[key].is_number()), "{json}");
    assert!(["index_culled", "index", "all_culled", "all"].iter().all(|key| json["ms"][key].is_number()));
    assert!(["index", "all"].iter().all(|key| json["candidates"][key].is_number()));
}
