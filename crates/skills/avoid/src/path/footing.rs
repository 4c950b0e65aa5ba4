//! How bodies stand where avoidances are entered, found out once.

use footwork_motion::{Side, Transform};
use footwork_stage::Rig;

use super::Decay;
use crate::skill::{Avoidance, Entry, Tables};
use crate::timing::Timing;

/// How a body stands at an entry: it is asked for with every path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// The way from where its take has the body to where it stands and faces there.
    pub ground: Transform,
    /// s, in the take: from when to when the left foot and the right are down for the last time before the avoidance is at its furthest; the
    /// end is before the entry for one that is not.
    pub down: [[f32; 2]; 2],
}

impl Footing {
    /// How much of the offset of the left foot and of the right does not die away: a foot that the recording has down stands where it is put
    /// down, with what is left of its offset by then, and that dies away only when it is lifted. As it is when the avoidance is at its furthest.
    pub fn holds(
        &self,
        entry: &Entry,
        avoidance: &Avoidance,
        timing: &Timing,
        is_put_down: [bool; 2],
        decay: &Decay,
    ) -> [f32; 2] {
        // s, as it is played: to the avoidance, and in it.
        let lasts = |from: f32, to: f32| {
            let enters = (to.min(avoidance.start) - from).max(0.0) * timing.scales[1];
            enters + (to - from.max(avoidance.start)).max(0.0) * timing.scales[2]
        };
        [0, 1].map(|side| {
            let [put_down, lifted] = self.down[side];
            let is_down_at_once = put_down <= entry.first;
            if lifted <= entry.first || (is_down_at_once && !is_put_down[side]) {
                return 0.0;
            }
            decay.after(lasts(entry.first, put_down))[0] * decay.after(lasts(lifted, avoidance.centre))[0]
        })
    }
}

/// Of each entry.
pub fn footings(tables: &Tables, rig: &Rig) -> Vec<Footing> {
    let footing = |entry: &Entry| {
        let Some(avoidance) = tables.avoidances.get(entry.avoidance as usize) else {
            return Footing { ground: Transform::IDENTITY, down: [[0.0, -1.0]; 2] };
        };
        let ground = rig.ground(avoidance.take, f64::from(entry.first)).unwrap_or_default().inverse();
        let down = |side| last_down(rig, avoidance.take, avoidance.centre, side).unwrap_or([0.0, -1.0]);
        Footing { ground, down: Side::BOTH.map(down) }
    };
    tables.entries.iter().map(footing).collect()
}

/// s, in a take: from when to when a foot is down for the last time before some time.
fn last_down(rig: &Rig, take: u32, seconds: f32, side: Side) -> Option<[f32; 2]> {
    let take = rig.take(take)?;
    let rate = take.clip.rate();
    let spans = take.annotation.supports.of(side);
    let after = spans.partition_point(|span| span.first as f32 <= seconds * rate);
    let span = spans.get(after.checked_sub(1)?)?;
    Some([span.first as f32 / rate, span.end as f32 / rate])
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
