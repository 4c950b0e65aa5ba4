//! A few figures about a span that go with its classes: where body, head and hands go, and how long feet are up.

use footwork_motion::ground::yaw;
use glam::Vec3;

use super::Reading;
use crate::annotation::Span;

/// Figures about a span. Lengths are in metres of a body whose head is 1.4 m above its ankles, in the body's frame at
/// the span's start: X left, Z ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facts {
    /// The share of its frames in which a foot is up.
    pub up: f32,
    /// s. The longest time that both feet are in the air.
    pub flight: f32,
    /// Where the hips go.
    pub travel: Vec3,
    /// How far the head goes from where it is at home, over the feet, where it is furthest away.
    pub head: Vec3,
    /// How far each wrist goes from home, as seen from the shoulders, where it is furthest away.
    pub hands: [Vec3; 2],
    /// Whether the foot that comes highest above the other is the left one.
    pub left_foot_high: bool,
}

/// Gathers the figures of a span.
pub fn facts(reading: &Reading, span: Span) -> Facts {
    let signals = &reading.signals;
    let last = signals.frames() - 1;
    let (first, end) = ((span.first as usize).min(last), (span.end as usize).min(last));
    let scale = 1.0 / signals.scale();
    let mut facts = Facts::default();
    let travel = yaw(-signals.yaw[first]) * (signals.hips[end] - signals.hips[first]) * scale;
    facts.travel = Vec3::new(travel.x, 0.0, travel.z);
    let mut highest = 0.0;
    for frame in first..=end {
        let (shape, home) = (&signals.shapes[frame], reading.home(frame));
        let head = scale * (shape.head + shape.hips - home.head - home.hips);
        facts.head = further(facts.head, head);
        for side in 0..2 {
            let hand = scale * (shape.wrists[side] - home.wrists[side]);
            facts.hands[side] = further(facts.hands[side], hand);
        }
        let above = signals.ankles[0][frame].y - signals.ankles[1][frame].y;
        if above.abs() > highest {
            highest = above.abs();
            facts.left_foot_high = above > 0.0;
        }
    }
    feet(reading, span, &mut facts);
    facts
}

fn further(one: Vec3, other: Vec3) -> Vec3 {
    if other.length_squared() > one.length_squared() { other } else { one }
}

/// What the feet do in a span.
fn feet(reading: &Reading, span: Span, facts: &mut Facts) {
    let swings: Vec<_> = reading.swings_in(span).collect();
    let mut covered = span.first;
    for swing in &swings {
        let (from, to) = (swing.span.first.max(covered), swing.span.end.min(span.end));
        facts.up += to.saturating_sub(from) as f32 / span.frames().max(1) as f32;
        covered = covered.max(to);
    }
    // In order of time, a flight is shared by a swing and one of the next two.
    for (n, a) in swings.iter().enumerate() {
        for b in swings[n + 1..].iter().take(2).filter(|b| b.side != a.side) {
            let (from, to) = (a.span.first.max(b.span.first), a.span.end.min(b.span.end));
            // A flight belongs to the span that it ends in: up to the footfall.
            if to > from && to > span.first && to <= span.end {
                facts.flight = facts.flight.max((to - from) as f32 / reading.signals.rate);
            }
        }
    }
}
