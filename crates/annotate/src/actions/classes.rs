//! Classes of actions, suggested from what is known: strikes, feet, where the body goes, what head and hands do.
//!
//! Paper: Shum, section 3.1, where people give each action its classes, limbs, direction and what a defence protects.
//! These are suggestions for them. The general class comes first; finer words only where they are plain. Rules are
//! tried from the surest to the least sure, and say how far they are from being wrong.
//!
//! Lengths are those of a body whose head is 1.4 m above its ankles; see [`Facts`].

use footwork_motion::Side;
use footwork_motion::ground::yaw;
use glam::Vec3;

use super::events::jolted;
use super::facts::{Facts, facts};
use super::gait::gaits;
use super::reading::Reading;
use super::words::{self, Forearm};
use crate::annotation::{Action, Limb, Origin, Span, Strike, Zone};

/// The share of its frames in which the body is near the ground, in a fall, lying, or getting up.
const LOW: f32 = 0.2;
/// The share of calm frames of a rest.
const CALM: f32 = 0.6;
/// The share of frames in which a foot is up, of somebody who gets about.
const FOOT_UP: f32 = 0.3;
/// m. In avoiding, the head moves this far from home.
const HEAD_AWAY: f32 = 0.2;
/// m. In being hit, both hands drop this far.
const HANDS_DROP: f32 = 0.033;
/// s. Being hit, or getting out of the way, takes no longer than this.
const BRIEF: f32 = 1.5;
/// m. A foot this far above the other kicks.
const FOOT_HIGH: f32 = 0.4;
/// m. A hand this far ahead of home punches.
const HAND_OUT: f32 = 0.25;
/// m and rad. A step this far aside, with a turn this far back to the opponent, avoids something.
const SIDE_STEP: (f32, f32) = (0.22, 0.23);
/// The share of its speed with which a round kick goes across the line to the opponent, at least.
const ROUND: f32 = 0.3;
/// In a pivot, one foot goes no further than this share of the other's way.
const STAYS: f32 = 0.45;
/// m. Head and hands that stay nearer to home than this rest.
const NOTHING: f32 = 0.06;

/// Suggests classes for spans, in order. Steps that follow each other are judged together.
pub fn suggest(reading: &Reading, strikes: &[Strike], spans: &[Span], leap: f32) -> Vec<Action> {
    let all: Vec<Facts> = spans.iter().map(|span| facts(reading, *span)).collect();
    let mut actions: Vec<Action> = Vec::with_capacity(spans.len());
    let mut from = 0;
    while from < spans.len() {
        let struck = strikes_in(strikes, spans[from]);
        if gets_about(&all[from]) && struck.is_empty() {
            let mut to = from + 1;
            while to < spans.len() && gets_about(&all[to]) && strikes_in(strikes, spans[to]).is_empty() {
                to += 1;
            }
            let bout = &all[from..to];
            let gaits = gaits(bout, leap);
            for (n, (_, sure)) in gaits.iter().enumerate() {
                actions.push(walked(&bout[n], spans[from + n], words::gait(bout, &gaits, n), *sure));
            }
            from = to;
            continue;
        }
        actions.push(one(reading, struck, spans[from], &all[from]));
        from += 1;
    }
    actions
}

/// Whether somebody gets about, with no guard.
fn gets_about(facts: &Facts) -> bool {
    facts.guard <= 0.5 && facts.low < LOW && (facts.steps != [0, 0] || facts.up > FOOT_UP)
}

fn strikes_in(strikes: &[Strike], span: Span) -> &[Strike] {
    let from = strikes.partition_point(|strike| strike.frame < span.first);
    let to = strikes.partition_point(|strike| strike.frame < span.end);
    &strikes[from..to.max(from)]
}

fn action(span: Span, classes: &[&str], sure: f32) -> Action {
    Action {
        span,
        classes: classes.iter().map(ToString::to_string).collect(),
        limbs: Vec::new(),
        direction: None,
        protects: None,
        avoids: None,
        sure,
        origin: Origin::Suggested,
    }
}

/// How sure a threshold makes: half where the value is at it, all where it is far away.
fn sure(value: f32, threshold: f32) -> f32 {
    0.5 + 0.5 * ((value - threshold).abs() / threshold).min(0.95)
}

fn walked(facts: &Facts, span: Span, words: &[&str], sure: f32) -> Action {
    let mut action = action(span, &[&["movement"], words].concat(), sure);
    action.limbs = vec![Limb::LeftFoot, Limb::RightFoot];
    action.direction = direction(facts.travel);
    action
}

/// A direction, if it goes anywhere.
fn direction(travel: Vec3) -> Option<Vec3> {
    // m; feet that step on the spot move that much.
    if travel.length() > 0.03 { travel.try_normalize() } else { None }
}

/// A single span.
fn one(reading: &Reading, struck: &[Strike], span: Span, facts: &Facts) -> Action {
    let fastest = struck.iter().max_by(|a, b| a.speed.total_cmp(&b.speed));
    if let Some(strike) = fastest {
        let mut action = attack(reading, span, strike.limb, strike.direction, strike.frame, 0.95);
        if action.is("round_kick") {
            action.classes.push(words::height(reading, strike).to_string());
        }
        return action;
    }
    if facts.low > LOW {
        return down(span, facts);
    }
    let steps = facts.steps[0] + facts.steps[1];
    let avoids = facts.head.length() > HEAD_AWAY && facts.guard > 0.5;
    if facts.calm > CALM && steps == 0 && !avoids {
        let (word, share) =
            if facts.guard > 0.5 { ("stance", facts.guard) } else { ("stand", 1.0 - facts.guard) };
        return action(span, &[word], 0.5 * (facts.calm + share));
    }
    if steps > 0 && facts.guard > 0.5 { stepped(reading, span, facts) } else { stayed(reading, span, facts) }
}

/// An attack of a limb that goes some way and lands at a frame.
fn attack(reading: &Reading, span: Span, limb: Limb, way: Vec3, lands: u32, sure: f32) -> Action {
    let last = reading.signals.frames() - 1;
    let first = (span.first as usize).min(last);
    let way = yaw(-reading.signals.yaw[first]) * way;
    let lead = reading.home(first).stride.z > 0.0;
    let punch = |left: bool| match (words::forearm(reading, left, (lands as usize).min(last)), left == lead) {
        (Forearm::Ahead, true) => "jab",
        (Forearm::Ahead, false) => "cross",
        (Forearm::Up, true) => "lead_uppercut",
        (Forearm::Up, false) => "rear_uppercut",
        (Forearm::Across, true) => "lead_hook",
        (Forearm::Across, false) => "rear_hook",
    };
    let mut action = match limb {
        Limb::LeftHand => action(span, &["attack", "punch", punch(true)], sure),
        Limb::RightHand => action(span, &["attack", "punch", punch(false)], sure),
        Limb::LeftElbow | Limb::RightElbow => action(span, &["attack", "elbow"], sure),
        Limb::LeftKnee | Limb::RightKnee => action(span, &["attack", "knee"], sure),
        Limb::LeftFoot | Limb::RightFoot => {
            let seen = opposite(reading, span) * way;
            let kick = if seen.x.abs() > ROUND { "round_kick" } else { "front_kick" };
            action(span, &["attack", "kick", kick], sure)
        }
    };
    action.limbs = vec![limb];
    action.direction = way.try_normalize();
    action
}

/// Near the ground: falling, lying, getting up.
fn down(span: Span, facts: &Facts) -> Action {
    let word = if facts.calm > 0.5 || facts.rise.abs() < 0.15 {
        "lying"
    } else if facts.rise < 0.0 {
        "fall"
    } else {
        "rise"
    };
    action(span, &[word], sure(facts.rise.abs(), 0.15).max(facts.calm))
}

/// Feet that step, hands up.
fn stepped(reading: &Reading, span: Span, facts: &Facts) -> Action {
    if facts.foot_high > FOOT_HIGH {
        let limb = if facts.high_foot == Side::Left { Limb::LeftFoot } else { Limb::RightFoot };
        return attack(reading, span, limb, Vec3::ZERO, span.middle(), 0.4);
    }
    let lift = reading.swings_in(span).map(|swing| swing.span.first).find(|lift| *lift >= span.first);
    // Hands are left behind by a body that is hit; one's own blow throws the head only.
    if facts.hands_drop > HANDS_DROP && lift.is_some_and(|lift| jolted(reading, lift)) {
        return hit(span, facts, "heavy", 0.8);
    }
    let limbs = vec![Limb::LeftFoot, Limb::RightFoot];
    let (far, turn) = SIDE_STEP;
    let travel = 0.5 * (facts.feet[0] + facts.feet[1]);
    let [left, right] = facts.feet.map(Vec3::length);
    let pivots = left.min(right) < STAYS * left.max(right);
    if !pivots
        && facts.seconds < BRIEF
        && travel.x.abs() > far
        && -facts.stance_turn * travel.x.signum() > turn
    {
        let name = if travel.x > 0.0 { "side_step_left" } else { "side_step_right" };
        let mut action = action(span, &["avoid", "side_step", name], 0.5);
        (action.limbs, action.direction) = (limbs, direction(facts.travel));
        action.protects = Some(Zone::Head);
        action.avoids = Some(away(reading, span));
        return action;
    }
    let way = opposite(reading, span) * travel;
    let turned = facts.stance_turn.abs();
    let name = match facts.stance_turn > 0.0 {
        _ if turned < 0.25 || 0.5 * turned < 0.3 * way.length() => step_name(way),
        true => "pivot_left",
        false => "pivot_right",
    };
    let mut action = action(span, &["movement", name], 0.8);
    (action.limbs, action.direction) = (limbs, direction(facts.travel));
    action
}

/// The rotation from the body's frame, at the start of a span, to one that faces the opponent: he is half-way between
/// where a bladed body faces at home and the line over its feet. The feet say where that is; hips turn with every blow.
fn opposite(reading: &Reading, span: Span) -> glam::Quat {
    let first = (span.first as usize).min(reading.signals.frames() - 1);
    let home = reading.home(first).stride;
    let sign = if home.z < 0.0 { -1.0 } else { 1.0 };
    let angle = |stride: Vec3| libm::atan2f(sign * stride.x, sign * stride.z);
    yaw(0.5 * angle(home) - angle(reading.signals.shapes[first].stride))
}

/// What a step in a direction is called.
fn step_name(way: Vec3) -> &'static str {
    let (aside, along) = (way.x.abs() > 0.45 * way.z.abs(), way.z.abs() > 0.45 * way.x.abs());
    match (aside, along, way.x > 0.0, way.z > 0.0) {
        (true, true, true, true) => "step_ahead_left",
        (true, true, false, true) => "step_ahead_right",
        (true, true, true, false) => "step_back_left",
        (true, true, false, false) => "step_back_right",
        (true, false, true, _) => "step_left",
        (true, false, false, _) => "step_right",
        (_, _, _, true) => "step_ahead",
        _ => "step_back",
    }
}

fn hit(span: Span, facts: &Facts, weight: &str, sure: f32) -> Action {
    // A blow to the head drives it back or aside; one to the body folds the body over it.
    let part = if facts.head.y < -0.5 * facts.head.length() { "body" } else { "head" };
    action(span, &["hit", part, weight, words::from(facts.head)], sure)
}

/// Feet that stay where they are.
fn stayed(reading: &Reading, span: Span, facts: &Facts) -> Action {
    let [left, right] = facts.hands;
    let (head, hands) = (facts.head.length(), left.length().max(right.length()));
    if head.max(hands) < NOTHING || facts.guard <= 0.5 && hands < HAND_OUT && head < HEAD_AWAY {
        let word = if facts.guard > 0.5 { "stance" } else { "stand" };
        return action(span, &[word], 0.5);
    }
    if left.z.max(right.z) > HAND_OUT {
        let limb = if left.z > right.z { Limb::LeftHand } else { Limb::RightHand };
        let side = usize::from(limb == Limb::RightHand);
        let out = |frame: &u32| reading.signals.shapes[*frame as usize].wrists[side].z;
        let furthest = (span.first..span.end.min(reading.away.len() as u32))
            .max_by(|a, b| out(a).total_cmp(&out(b)))
            .unwrap_or(span.first);
        return attack(reading, span, limb, Vec3::Z, furthest, 0.4);
    }
    if head > HEAD_AWAY {
        let name = if facts.head.y < -0.75 * head {
            "duck"
        } else if facts.head.z < -0.7 * head {
            "sway_back"
        } else {
            "slip"
        };
        let mut classes = vec!["avoid", name];
        if name == "slip" {
            classes.push(if facts.head.x > 0.0 { "slip_left" } else { "slip_right" });
        }
        let mut action = action(span, &classes, sure(head, HEAD_AWAY));
        action.direction = facts.head.try_normalize();
        action.protects = Some(Zone::Head);
        action.avoids = Some(away(reading, span));
        return action;
    }
    if facts.hands_drop > HANDS_DROP && facts.seconds < BRIEF {
        return hit(span, facts, "light", sure(facts.hands_drop, HANDS_DROP));
    }
    let (mut action, low) = block(span, facts, left, right);
    action.protects = Some(if low { Zone::Body } else { Zone::Head });
    action
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

fn block(span: Span, facts: &Facts, left: Vec3, right: Vec3) -> (Action, bool) {
    let is_left = left.length() > right.length();
    let limb = if is_left { Limb::LeftHand } else { Limb::RightHand };
    let hand = if is_left { left } else { right };
    if facts.hands_raise > 0.5 * hand.length() {
        let mut action = action(span, &["block", "high_block"], sure(facts.hands_raise, 0.04));
        action.limbs = vec![Limb::LeftHand, Limb::RightHand];
        return (action, false);
    }
    let low = hand.y < -0.6 * hand.length();
    let parry = if is_left { "parry_left" } else { "parry_right" };
    let classes: &[&str] = if low { &["block", "low_block"] } else { &["block", "parry", parry] };
    let mut action = action(span, classes, sure(hand.length(), NOTHING));
    action.limbs = vec![limb];
    (action, low)
}
