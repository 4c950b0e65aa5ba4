//! The bars of `footwork eval posture`, on a few.

mod common;

use common::rig;
use footwork_performer::Show;
use footwork_posture::measure::{measure_falls, measure_sets};

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
fn sets_that_can_be_met_are_and_others_are_let_go() {
    let rig = rig(&[Show::named("falling").expect("a show")], 20.0);
    let sets = measure_sets(&rig, count(20), 5, &|_| {});
    println!("{sets:?}");
    assert_eq!(sets.broken, 0, "{sets:?}");
    assert!(sets.bone_mm < 1.0, "{sets:?}");
    assert!(sets.unmet <= count(20) / 10, "{sets:?}");
}
