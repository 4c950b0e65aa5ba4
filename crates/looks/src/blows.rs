//! What the body does in a blow: feet, hips, lean, and the order in which the parts of the chain go.

use std::ops::Range;

use footwork_motion::glam::Vec3;
use footwork_motion::quality::percentile;
use footwork_motion::{Role, Side, ground};

use crate::punches::Punch;
use crate::seen::{Look, RATE, Seen, angle, flat};
use crate::signal::{low_pass, velocity};

/// m. A foot that moves further in a blow has stepped, or turned on its ball.
const MOVES: f32 = 0.08;
/// Degrees. A foot that turns further pivots.
const PIVOTS: f32 = 20.0;
/// Frames before and after a blow in which feet and hips move with it: a step begins before the arm and ends after it.
const ABOUT: usize = (0.2 * RATE) as usize;
/// Frames before the fist is fastest, and after, in which pelvis and shoulders turn with it.
const CHAIN_BEFORE: usize = (0.35 * RATE) as usize;
const CHAIN_AFTER: usize = (0.1 * RATE) as usize;
/// Hz. Turning of pelvis and shoulders, without the noise of markers.
const TURN_CUTOFF: f32 = 8.0;
/// Shares and medians of fewer blows are chance.
const LEAST_BLOWS: usize = 3;

/// The blows that count.
fn punches<'a>(look: &Look<'a>) -> Vec<&'a Punch> {
    let seen = look.seen;
    let found: Vec<&Punch> = seen.punches.iter().filter(|punch| look.counts(punch.peak)).collect();
    if found.len() < LEAST_BLOWS { Vec::new() } else { found }
}

fn middle(look: &Look<'_>, figure: impl Fn(&Punch) -> Option<f32>) -> Option<f32> {
    let values: Vec<f32> = punches(look).into_iter().filter_map(figure).collect();
    (!values.is_empty()).then(|| percentile(values, 0.5))
}

fn share(look: &Look<'_>, holds: impl Fn(&Punch) -> bool) -> Option<f32> {
    let punches = punches(look);
    let holding = punches.iter().filter(|punch| holds(punch)).count();
    (!punches.is_empty()).then(|| holding as f32 / punches.len() as f32)
}

/// m/s. How fast the fist is against the chest at its fastest, in the middle of all blows.
pub fn speed(look: &Look<'_>) -> Option<f32> {
    middle(look, |punch| Some(punch.speed))
}

/// m. How far the foot that moves most goes, in the middle of all blows.
pub fn foot_path(look: &Look<'_>) -> Option<f32> {
    middle(look, |punch| Some(foot_moves(look.seen, punch)))
}

/// Degrees. How far the foot that turns most turns, in the middle of all blows.
pub fn foot_turn(look: &Look<'_>) -> Option<f32> {
    middle(look, |punch| Some(foot_turns(look.seen, punch)))
}

/// Share of blows in which a foot moves by more than 8 cm.
pub fn feet_move(look: &Look<'_>) -> Option<f32> {
    share(look, |punch| foot_moves(look.seen, punch) > MOVES)
}

/// Share of blows in which a foot turns by more than 20°.
pub fn feet_pivot(look: &Look<'_>) -> Option<f32> {
    share(look, |punch| foot_turns(look.seen, punch) > PIVOTS)
}

fn about(seen: &Seen, punch: &Punch) -> Range<usize> {
    punch.start.saturating_sub(ABOUT)..(punch.end + ABOUT + 1).min(seen.frames())
}

/// m. How far the foot that moves most goes, ankle or ball.
fn foot_moves(seen: &Seen, punch: &Punch) -> f32 {
    let frames = about(seen, punch);
    let point = |role: Role| {
        let places = &seen.places(role)[frames.clone()];
        places.iter().map(|p| p.distance(places[0])).fold(0.0, f32::max)
    };
    let of_side = |side: Side| point(side.leg()[2]).max(point(side.leg()[3]));
    of_side(Side::Left).max(of_side(Side::Right))
}

/// Degrees. How far the foot that turns most turns about the vertical.
fn foot_turns(seen: &Seen, punch: &Punch) -> f32 {
    let frames = about(seen, punch);
    let of_side = |side: Side| {
        let [_, _, ankle, toe] = side.leg();
        let along = |f: usize| flat(seen.places(toe)[f] - seen.places(ankle)[f]);
        let first = along(frames.start);
        frames.clone().map(|f| angle(first, along(f)).to_degrees()).fold(0.0, f32::max)
    };
    of_side(Side::Left).max(of_side(Side::Right))
}

/// m. How far the hips go down, from their highest before the fist is out to their lowest after that.
pub fn hips_drop(look: &Look<'_>) -> Option<f32> {
    let hips = look.seen.places(Role::Hips);
    middle(look, |punch| {
        let frames = about(look.seen, punch);
        let mut drop = 0.0_f32;
        let mut highest = f32::NEG_INFINITY;
        for f in frames {
            highest = highest.max(hips[f].y);
            drop = drop.max(highest - hips[f].y);
        }
        Some(drop)
    })
}

/// Degrees. How far the trunk tips in a blow, from how it was when the fist was nearest.
pub fn lean(look: &Look<'_>) -> Option<f32> {
    let axis = |f: usize| {
        let [hips, shoulders] = look.seen.trunk(f);
        shoulders - hips
    };
    middle(look, |punch| {
        let first = axis(punch.start);
        let frames = punch.start..punch.end + 1;
        frames.map(|f| angle(first, axis(f)).to_degrees()).reduce(f32::max)
    })
}

/// s. From when the pelvis turns fastest to when the shoulders do, in the middle of all blows.
pub fn pelvis_to_shoulders(look: &Look<'_>) -> Option<f32> {
    lags(look, 0)
}

/// s. From when the shoulders turn fastest to when the wrist is fastest.
pub fn shoulders_to_wrist(look: &Look<'_>) -> Option<f32> {
    lags(look, 1)
}

fn lags(look: &Look<'_>, link: usize) -> Option<f32> {
    let seen = look.seen;
    let pelvis = turning(seen, Role::LeftHip, Role::RightHip);
    let shoulders = turning(seen, Role::LeftShoulder, Role::RightShoulder);
    middle(look, |punch| {
        // A right fist goes out with a turn to the left.
        let sign = if punch.side == Side::Right { 1.0 } else { -1.0 };
        let frames = punch.peak.saturating_sub(CHAIN_BEFORE)..(punch.peak + CHAIN_AFTER).min(seen.frames());
        let fastest = |turning: &[f32]| {
            frames.clone().max_by(|&a, &b| (sign * turning[a]).total_cmp(&(sign * turning[b])))
        };
        let times = [fastest(&pelvis)?, fastest(&shoulders)?, punch.peak].map(|f| f as f32 / RATE);
        Some(times[link + 1] - times[link])
    })
}

/// rad/s. How fast the line between two points turns to the left about the vertical.
fn turning(seen: &Seen, left: Role, right: Role) -> Vec<f32> {
    let mut whole = 0.0;
    let mut before: Option<f32> = None;
    let headings: Vec<f32> = seen
        .places(left)
        .iter()
        .zip(seen.places(right))
        .map(|(l, r)| {
            let heading = ground::heading(flat(*l - *r).cross(Vec3::Y));
            let step = before.map_or(0.0, |before| heading - before);
            before = Some(heading);
            // The short way round.
            whole += step - std::f32::consts::TAU * (step / std::f32::consts::TAU).round();
            whole
        })
        .collect();
    velocity(&low_pass(&headings, RATE, TURN_CUTOFF), RATE)
}
