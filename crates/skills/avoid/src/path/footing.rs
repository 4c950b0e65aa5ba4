//! How bodies stand where avoidances are entered, found out once.

use footwork_motion::{Side, Transform};
use footwork_stage::Rig;

use crate::skill::{Entry, Tables};

/// How a body stands at an entry: it is asked for with every path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// The way from where its take has the body to where it stands and faces there.
    pub ground: Transform,
    /// s, in the take: until when the left foot and the right stay down that are down there; before the entry for one that is not.
    pub down_until: [f32; 2],
}

/// Of each entry.
pub fn footings(tables: &Tables, rig: &Rig) -> Vec<Footing> {
    let footing = |entry: &Entry| {
        let take = tables.avoidances.get(entry.avoidance as usize).map_or(u32::MAX, |own| own.take);
        let first = f64::from(entry.first);
        let ground = rig.ground(take, first).unwrap_or_default().inverse();
        Footing { ground, down_until: Side::BOTH.map(|side| down_until(rig, take, first, side) as f32) }
    };
    tables.entries.iter().map(footing).collect()
}

/// s, in a take: until when a foot stays down that is down at a time; -1 for one that is not.
pub(super) fn down_until(rig: &Rig, take: u32, seconds: f64, side: Side) -> f64 {
    let Some(take) = rig.take(take) else { return -1.0 };
    let rate = f64::from(take.clip.rate());
    let frame = (seconds * rate).max(0.0) as u32;
    let spans = take.annotation.supports.of(side);
    let after = spans.partition_point(|span| span.first <= frame);
    let span = after.checked_sub(1).and_then(|at| spans.get(at)).filter(|span| span.contains(frame));
    span.map_or(-1.0, |span| f64::from(span.end) / rate)
}
