//! Toppling bodies that are put upright by nothing.
//!
//! As long as everything that carries a body is on one side of where it comes to rest ([`footwork_motion::balance`]), gravity
//! drives that point further away. So who is outside all that carries, now and in the next moment, cannot be over it at the end
//! of that moment: a step, a hand or a knee would have to come under it. Where a motion shows that all the same, a toppling body
//! was snapped upright.

use footwork_motion::balance::{LOW, MAY_CARRY, comes_to_rest, outside};
use footwork_motion::glam::Vec2;

use crate::seen::{Look, RATE, Seen};

/// Frames in which a body may not come back.
const MOMENT: usize = (0.5 * RATE) as usize;
/// m. Further outside, a body topples: soles are drawn plainly, and the body's spin is left out. With this and the next, nothing is
/// found in people's falls, pushes, walks and runs (LAFAN1), and 1.5 to 3.5 a minute where falls and standing were
/// joined by pose alone.
const TOPPLES: f32 = 0.1;
/// m. No further outside, it is over what carries it.
const OVER: f32 = 0.03;
/// s. A rate of less is chance.
const LEAST_SECONDS: f32 = 5.0;

/// A minute: how often a toppling body is snapped upright.
pub fn snaps(look: &Look<'_>) -> Option<f32> {
    let seconds = look.seconds();
    (seconds >= LEAST_SECONDS).then(|| found(look).len() as f32 * 60.0 / seconds)
}

/// The frames at which a body topples that is upright within 0.5 s.
pub fn found(look: &Look<'_>) -> Vec<usize> {
    let seen = look.seen;
    let mut found: Vec<usize> = Vec::new();
    for frame in look.frames().filter(|frame| frame + MOMENT < seen.frames()) {
        let lately = found.last().is_some_and(|last| frame < last + MOMENT);
        if !lately && snaps_at(seen, frame) {
            found.push(frame);
        }
    }
    found
}

fn snaps_at(seen: &Seen, frame: usize) -> bool {
    // Of all feet of the moment, also those that come down in it.
    let here = rests(seen, frame);
    if outside(&carrying(seen, frame), here) < TOPPLES || seen.feet.airborne(frame) {
        return false;
    }
    let moment = frame..=frame + MOMENT;
    let carries: Vec<Vec2> = moment.clone().flat_map(|f| carrying(seen, f)).collect();
    outside(&carries, here) > TOPPLES && moment.clone().any(|f| outside(&carries, rests(seen, f)) < OVER)
}

/// m. Where the body would come to rest, on the ground.
fn rests(seen: &Seen, frame: usize) -> Vec2 {
    let centre = seen.centre[frame];
    let at = comes_to_rest(centre, seen.centre_velocity[frame], centre.y - seen.feet.floor);
    Vec2::new(at.x, at.z)
}

/// m. The corners of everything that carries, on the ground.
fn carrying(seen: &Seen, frame: usize) -> Vec<Vec2> {
    let mut corners = seen.feet.soles(seen, frame);
    let others = MAY_CARRY.into_iter().map(|role| seen.places(role)[frame]);
    let low = others.filter(|place| place.y < seen.feet.floor + LOW);
    corners.extend(low.map(|place| Vec2::new(place.x, place.z)));
    corners
}
