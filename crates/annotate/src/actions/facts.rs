//! What classes are suggested from: a few figures about a span.

use footwork_motion::Side;
use footwork_motion::ground::{heading, yaw};
use glam::Vec3;

use super::Reading;
use super::steps::together;
use crate::annotation::Span;

/// Figures about a span. Lengths are in metres of a body whose head is 1.4 m above its ankles, in the body's frame at
/// the span's start: X left, Z ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// How long it lasts.
    pub seconds: f32,
    /// The share of its frames that are calm.
    pub calm: f32,
    /// The share of the frames around it in which both hands are up.
    pub guard: f32,
    /// The share of its frames in which the body is near the ground.
    pub low: f32,
    /// How often the left and the right foot are put down.
    pub steps: [u32; 2],
    /// The share of its frames in which a foot is up.
    pub up: f32,
    /// s. How long both feet rest before the first of them is lifted.
    pub rest: f32,
    /// s. The longest time that both feet are in the air.
    pub flight: f32,
    /// Whether they leave and land together then.
    pub both: bool,
    /// Where the hips go.
    pub travel: Vec3,
    /// Where the left and the right ankle go.
    pub feet: [Vec3; 2],
    /// rad. How far the body turns to its left.
    pub turn: f32,
    /// rad. How far the line over both feet does.
    pub stance_turn: f32,
    /// How far the head goes from where it is at home, over the feet, where it is furthest away.
    pub head: Vec3,
    /// How far each wrist goes from home, as seen from the shoulders, where it is furthest away.
    pub hands: [Vec3; 2],
    /// How far both wrists are below home at once, at most, over the shoulders' height.
    pub hands_drop: f32,
    /// How far both wrists are above home at once, at most.
    pub hands_raise: f32,
    /// How far one ankle comes above the other, and which.
    pub foot_high: f32,
    /// The foot that comes so high.
    pub high_foot: Side,
    /// How far the head's height changes from the first frame to the last.
    pub rise: f32,
}

const EMPTY: Facts = Facts {
    seconds: 0.0,
    calm: 0.0,
    guard: 0.0,
    low: 0.0,
    steps: [0; 2],
    up: 0.0,
    rest: 0.0,
    flight: 0.0,
    both: false,
    travel: Vec3::ZERO,
    feet: [Vec3::ZERO; 2],
    turn: 0.0,
    stance_turn: 0.0,
    head: Vec3::ZERO,
    hands: [Vec3::ZERO; 2],
    hands_drop: 0.0,
    hands_raise: 0.0,
    foot_high: 0.0,
    high_foot: Side::Left,
    rise: 0.0,
};

/// Gathers the figures of a span.
pub fn facts(reading: &Reading, span: Span) -> Facts {
    let signals = &reading.signals;
    let last = signals.frames() - 1;
    let (first, end) = ((span.first as usize).min(last), (span.end as usize).min(last));
    let scale = 1.0 / signals.scale();
    let count = (end + 1 - first).max(1) as f32;
    let at_start = yaw(-signals.yaw[first]);
    let mut facts = Facts {
        seconds: (end - first) as f32 / signals.rate,
        calm: (first..=end).filter(|f| reading.calms[*f]).count() as f32 / count,
        guard: reading.guard(reading.widened(span, 0.5)),
        low: reading.low(span),
        turn: signals.yaw[end] - signals.yaw[first],
        rise: scale * (signals.head[end].y - signals.head[first].y),
        ..EMPTY
    };
    let travel = at_start * (signals.hips[end] - signals.hips[first]) * scale;
    facts.travel = Vec3::new(travel.x, 0.0, travel.z);
    facts.feet = [0, 1].map(|side| {
        let went = at_start * (signals.ankles[side][end] - signals.ankles[side][first]) * scale;
        Vec3::new(went.x, 0.0, went.z)
    });
    let line = |frame: usize| heading(signals.ankles[0][frame] - signals.ankles[1][frame]);
    facts.stance_turn = libm::remainderf(line(end) - line(first), 2.0 * std::f32::consts::PI);
    for frame in first..=end {
        let (shape, home) = (&signals.shapes[frame], reading.home(frame));
        let head = scale * (shape.head + shape.hips - home.head - home.hips);
        if head.length_squared() > facts.head.length_squared() {
            facts.head = head;
        }
        let hands = [0, 1].map(|side| scale * (shape.wrists[side] - home.wrists[side]));
        for (most, hand) in facts.hands.iter_mut().zip(hands) {
            if hand.length_squared() > most.length_squared() {
                *most = hand;
            }
        }
        facts.hands_drop = facts.hands_drop.max(-hands[0].y.max(hands[1].y));
        facts.hands_raise = facts.hands_raise.max(hands[0].y.min(hands[1].y));
        let above = scale * (signals.ankles[0][frame].y - signals.ankles[1][frame].y);
        if above.abs() > facts.foot_high {
            facts.foot_high = above.abs();
            facts.high_foot = if above > 0.0 { Side::Left } else { Side::Right };
        }
    }
    feet(reading, span, &mut facts);
    facts
}

/// What the feet do in a span.
fn feet(reading: &Reading, span: Span, facts: &mut Facts) {
    let swings: Vec<_> = reading.swings_in(span).collect();
    let mut covered = span.first;
    for swing in &swings {
        let (from, to) = (swing.span.first.max(covered), swing.span.end.min(span.end));
        facts.up += to.saturating_sub(from) as f32 / span.frames().max(1) as f32;
        covered = covered.max(to);
        if span.contains(swing.span.middle()) {
            facts.steps[usize::from(swing.side == Side::Right)] += 1;
        }
    }
    if let Some(lift) = swings.iter().map(|s| s.span.first).find(|lift| *lift >= span.first) {
        let before =
            Span { first: span.first.saturating_sub(reading.signals.frames_in(1.0) as u32), end: lift };
        // Nothing rests while the other foot is up.
        let down = reading.swings_in(before).map(|swing| swing.span.end.min(lift)).max();
        facts.rest = (lift - down.unwrap_or(before.first)) as f32 / reading.signals.rate;
    }
    // In order of time, a flight is shared by a swing and one of the next two.
    for (n, a) in swings.iter().enumerate() {
        for b in swings[n + 1..].iter().take(2).filter(|b| b.side != a.side) {
            let (from, to) = (a.span.first.max(b.span.first), a.span.end.min(b.span.end));
            // A flight belongs to the span that it ends in: up to the footfall.
            if to > from && to > span.first && to <= span.end {
                let flight = (to - from) as f32 / reading.signals.rate;
                if flight > facts.flight {
                    facts.flight = flight;
                    facts.both = together(a.span, b.span);
                }
            }
        }
    }
}
