//! People, measured: the table is what the recordings give, and says what is known of people.

use crate::recorded;
use footwork_looks::people::{TABLE, range};
use footwork_looks::report::{Row, Verdict, rows};
use footwork_looks::{Kind, MEASURES, Measure};

fn measure(key: &str) -> &'static Measure {
    MEASURES.iter().find(|measure| measure.key == key).expect("a measure")
}

#[test]
fn the_table_is_what_the_recordings_give() {
    let Some(folder) = recorded::mocap() else { return };
    let measured = recorded::table(&folder);
    let kept = include_str!("../src/people/table.rs");
    assert!(measured == kept, "take it anew: see examples/people.rs");
}

#[test]
fn every_line_of_the_table_is_of_a_measure_and_in_order() {
    for (kind, key, [low, middle, high], pieces) in TABLE {
        let kind = Kind::from_name(kind).expect("a kind");
        assert!(measure(key).kinds.contains(&kind), "{key}");
        assert!(low <= middle && middle <= high && *pieces > 0, "{key}");
    }
}

#[test]
fn people_are_as_is_known_of_them() {
    let middle = |kind, key| range(kind, measure(key)).expect("a range").middle;
    assert!(middle(Kind::Walking, "pressure_outside") < 5.0, "walkers stand over their feet");
    assert!((10.0..30.0).contains(&middle(Kind::Boxing, "pressure_outside")));
    assert!((60.0..85.0).contains(&middle(Kind::Boxing, "ankles_apart")));
    assert!((25.0..45.0).contains(&middle(Kind::Running, "elbow_range")));
    assert_eq!(middle(Kind::Walking, "floating"), 0.0);
    // Proximal to distal, as biomechanics has it for every throw and blow.
    assert!(middle(Kind::Boxing, "pelvis_to_shoulders") > 0.0);
    assert!(middle(Kind::Boxing, "shoulders_to_wrist") > 0.0);
}

#[test]
fn a_recording_of_the_table_is_mostly_within_it() {
    let Some(folder) = recorded::mocap() else { return };
    let all = recorded::all(&folder);
    for (name, kind) in [("cmu/14_02.bvh", Kind::Boxing), ("cmu/69_06.bvh", Kind::Walking)] {
        let (_, seen) = all.iter().find(|(recording, _)| recording.name == name).expect("a recording");
        let rows: Vec<Row> =
            rows(std::slice::from_ref(seen), &[]).into_iter().filter(|row| row.kind == kind).collect();
        let outside =
            rows.iter().filter(|row| matches!(row.verdict, Verdict::Above | Verdict::Below)).count();
        assert!(rows.len() > 10 && outside * 5 <= rows.len(), "{name}: {outside} of {} outside", rows.len());
    }
}
