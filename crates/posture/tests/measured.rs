//! The bars of `footwork eval posture`, on a few.

use crate::common::rig;
use footwork_performer::Show;
use footwork_posture::measure::{measure_cost, measure_falls, measure_sets, measure_tracking};
use footwork_testing::time::thread_seconds;

/// How many; `POSTURE_COUNT` asks for more.
fn count(few: u32) -> u32 {
    std::env::var("POSTURE_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}

#[test]
fn falls_end_soon_above_the_floor_with_whole_bones_and_most_stand_again() {
    let rig = rig(&[Show::named("falling").expect("a show")], 60.0);
    let falls = measure_falls(&rig, count(10), 5, &|_| {});
    println!("{falls:?}");
    assert!(falls.rest_s < 4.0, "{falls:?}");
    assert!(falls.below_cm < 2.0, "{falls:?}");
    assert!(falls.bone_mm < 1.0, "{falls:?}");
    assert!(falls.limits_deg_99 < 3.0, "{falls:?}");
    assert!(falls.rise_share >= 0.9, "{falls:?}");
}

#[test]
fn a_stiffer_body_follows_what_it_is_shown_nearer() {
    for show in ["boxing", "locomotion", "falling"] {
        let tracking = measure_tracking(&rig(&[Show::named(show).expect("a show")], 4.0));
        println!("{show} {tracking:?}");
        assert!(tracking.is_sorted_by(|a, b| a.mean_cm < b.mean_cm), "{show}: {tracking:?}");
        assert!(tracking[0].mean_cm < 3.0, "{show}: {tracking:?}");
    }
}

#[test]
fn sets_that_can_be_met_are_and_others_are_let_go() {
    let rig = rig(&[Show::named("falling").expect("a show")], 20.0);
    let sets = measure_sets(&rig, count(20), 5, &|_| {});
    println!("{sets:?}");
    assert_eq!(sets.broken, 0, "{sets:?}");
    assert!(sets.bone_mm < 1.0, "{sets:?}");
    assert_eq!(sets.unmet, 0, "{sets:?}");
}

/// Prints what a body costs by the time that this thread was given: other work does not count.
#[test]
fn a_body_costs_less_than_a_step_has_time_for() {
    let cost = measure_cost(&rig(&[Show::named("falling").expect("a show")], 20.0), &thread_seconds);
    println!("{cost:?}");
    assert!(cost.rag_doll < 1e6 / 60.0 && cost.full < 1e6 / 60.0, "{cost:?}");
}
