//! From spans to actions: their classes as the network reads them, and what goes with those: limbs, directions, what a
//! defence protects and while it does.
//!
//! Paper: Shum, section 3.1, where people give each action its classes, limbs, direction and what a defence protects.
//! These are suggestions for them.

use footwork_motion::ground::yaw;
use glam::Vec3;

use super::facts::{Facts, facts};
use super::network::Network;
use super::reading::Reading;
use crate::annotation::{Action, Limb, Origin, Span, Strike, Zone};

/// m, for a body whose head is 1.4 m above its ankles. Feet that step on the spot move that much.
const NOWHERE: f32 = 0.03;

/// Suggests what spans are.
pub fn suggest(reading: &Reading, strikes: &[Strike], spans: &[Span]) -> Vec<Action> {
    spans.iter().map(|span| action(reading, strikes_in(strikes, *span), *span)).collect()
}

fn strikes_in(strikes: &[Strike], span: Span) -> &[Strike] {
    let from = strikes.partition_point(|strike| strike.frame < span.first);
    let to = strikes.partition_point(|strike| strike.frame < span.end);
    &strikes[from..to.max(from)]
}

fn action(reading: &Reading, struck: &[Strike], span: Span) -> Action {
    let (label, sure) = reading.label(span);
    let mut action = Action {
        span,
        classes: Network::built_in().label(label),
        limbs: Vec::new(),
        direction: None,
        protects: None,
        avoids: None,
        sure,
        origin: Origin::Suggested,
    };
    let facts = facts(reading, span);
    match action.classes[0].as_str() {
        "attack" => attack(reading, struck, &facts, &mut action),
        "movement" | "carry" | "pushed" => {
            action.limbs = vec![Limb::LeftFoot, Limb::RightFoot];
            action.direction = direction(facts.travel);
        }
        "avoid" => avoid(reading, &facts, &mut action),
        "block" => block(reading, &facts, &mut action),
        "hit" => action.direction = direction(facts.head),
        _ => (),
    }
    action
}

/// A direction, if it goes anywhere.
fn direction(travel: Vec3) -> Option<Vec3> {
    if travel.length() > NOWHERE { travel.try_normalize() } else { None }
}

/// The limb of the fastest blow and where it goes; where no blow was found, the limb that the words name.
fn attack(reading: &Reading, struck: &[Strike], facts: &Facts, action: &mut Action) {
    let suits = |strike: &&Strike| match strike.limb {
        Limb::LeftHand | Limb::RightHand => action.is("punch"),
        Limb::LeftElbow | Limb::RightElbow => action.is("elbow"),
        Limb::LeftKnee | Limb::RightKnee => action.is("knee"),
        Limb::LeftFoot | Limb::RightFoot => action.is("kick"),
    };
    let first = (action.span.first as usize).min(reading.signals.frames() - 1);
    if let Some(strike) = struck.iter().filter(suits).max_by(|a, b| a.speed.total_cmp(&b.speed)) {
        action.limbs = vec![strike.limb];
        action.direction = (yaw(-reading.signals.yaw[first]) * strike.direction).try_normalize();
        return;
    }
    let far = facts.hands.map(Vec3::length);
    let left = match () {
        () if action.is("kick") || action.is("knee") => facts.left_foot_high,
        () => far[0] > far[1],
    };
    let [limb, other] = match () {
        () if action.is("kick") => [Limb::LeftFoot, Limb::RightFoot],
        () if action.is("knee") => [Limb::LeftKnee, Limb::RightKnee],
        () if action.is("elbow") => [Limb::LeftElbow, Limb::RightElbow],
        () => [Limb::LeftHand, Limb::RightHand],
    };
    action.limbs = vec![if left { limb } else { other }];
    action.direction = direction(facts.hands[usize::from(!left)]);
}

/// What is got out of the way, where to, and while it is at least half as far from home as it comes.
fn avoid(reading: &Reading, facts: &Facts, action: &mut Action) {
    let is = |words: &[&str]| words.iter().any(|word| action.is(word));
    let (zone, toward) = match () {
        () if is(&["jump", "leg"]) => (Zone::Legs, facts.travel),
        () if is(&["arms"]) => (Zone::Arms, facts.travel),
        () if is(&["step", "side_step", "startled", "cut", "spin", "stiff_arm"]) => {
            (Zone::Body, facts.travel)
        }
        () if is(&["fold", "twist", "hips_left", "hips_right"]) => (Zone::Body, facts.head),
        () => (Zone::Head, facts.head),
    };
    if is(&["step", "side_step", "startled", "cut", "spin", "jump"]) {
        action.limbs = vec![Limb::LeftFoot, Limb::RightFoot];
    }
    action.direction = direction(toward);
    action.protects = Some(zone);
    action.avoids = Some(away(reading, action.span));
}

/// Which arms stop the blow, and what they protect.
fn block(reading: &Reading, facts: &Facts, action: &mut Action) {
    let [left, right] = facts.hands.map(Vec3::length);
    let low = action.is("low_block");
    action.limbs = match () {
        () if action.is("parry_left") => vec![Limb::LeftHand],
        () if action.is("parry_right") => vec![Limb::RightHand],
        () if low => vec![if left > right { Limb::LeftElbow } else { Limb::RightElbow }],
        () => vec![Limb::LeftHand, Limb::RightHand],
    };
    action.protects = Some(if low { Zone::Body } else { Zone::Head });
    action.avoids = Some(away(reading, action.span));
}

/// The part of a span in which the body is at least half as far from home as it comes.
fn away(reading: &Reading, span: Span) -> Span {
    let away = &reading.away[span.first as usize..(span.end as usize).min(reading.away.len())];
    let half = 0.5 * away.iter().copied().fold(0.0, f32::max);
    let far = |away: &f32| *away >= half;
    let first = away.iter().position(far).unwrap_or(0) as u32;
    let last = away.iter().rposition(far).unwrap_or(0) as u32;
    Span { first: span.first + first, end: span.first + last + 1 }
}
