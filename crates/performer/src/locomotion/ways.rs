//! How the body goes in each step, and which of two ways of going a step belongs to.
//!
//! A plan asks for another way of going at a moment, and the body goes over to it in a step or two. What somebody sees
//! are the steps as they were made, so these are what is measured: how far the pelvis came over the ground, which way as
//! the body sees it, and by how much it turned.

use footwork_motion::glam::Vec3;

use crate::gait::Leg;
use crate::posture::{Posture, about};
use crate::signal::INNER_RATE;

/// m/rad. Turning counts as much as going so far: the radius of somebody who turns on the spot with his arms hanging.
const TURN: f32 = 0.35;
/// m/s. Who goes and turns by less does neither: such a step closes the feet.
const SLOW: f32 = 0.12;
/// The tangent of what is nearer to a side than to any diagonal. Diagonals go ahead or back.
pub(super) const SIDEWAYS: f32 = 2.4;

/// A way of going: m/s to the left and ahead, and turning, in m/s as it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Way(Vec3);

impl Way {
    /// What a leg of a course asks for.
    pub(crate) fn asked(leg: &Leg) -> Way {
        Way(Vec3::new(leg.left, leg.ahead, TURN * leg.turn))
    }

    /// How the body goes from one time to another, as it sees it halfway.
    fn made(postures: &[Posture], from: f32, to: f32) -> Way {
        let last = postures.len() - 1;
        let index = |t: f32| ((t * INNER_RATE).max(0.0) as usize).min(last);
        let (a, b) = (index(from), index(to));
        let (before, after) = (a.saturating_sub(b - a), (b + (b - a)).min(last));
        // A pelvis swings to and fro with the steps. Over a whole one that is nothing.
        let facing = |from: usize, to: usize| {
            let span = &postures[from..=to];
            span.iter().map(|posture| posture.hips.yaw).sum::<f32>() / span.len() as f32
        };
        let seconds = |samples: usize| samples.max(1) as f32 / INNER_RATE;
        let turned = facing(b, after) - facing(before, a);
        let went = about(1, -facing(a, b)) * (postures[b].pelvis - postures[a].pelvis) / seconds(b - a);
        Way(Vec3::new(went.x, went.z, TURN * turned / (0.5 * seconds(b + after - before - a))))
    }

    /// m/s
    fn speed(self) -> f32 {
        libm::hypotf(self.0.x, self.0.y)
    }

    /// What going so is called, if it gets anywhere.
    fn name(self) -> Option<&'static str> {
        let Vec3 { x: left, y: ahead, z: turn } = self.0;
        let speed = self.speed();
        match () {
            () if speed.max(turn.abs()) < SLOW => None,
            () if turn.abs() > speed => Some("turn"),
            () if left.abs() > SIDEWAYS * ahead.abs() => Some("sideways"),
            () if ahead < 0.0 => Some("backward"),
            () => Some("walk"),
        }
    }

    /// From -1, like another way, to 1, like a third.
    fn between(self, other: Way, third: Way) -> f32 {
        let apart = third.0 - other.0;
        let middle = 0.5 * (other.0 + third.0);
        (2.0 * (self.0 - middle).dot(apart) / apart.length_squared().max(1e-6)).clamp(-1.0, 1.0)
    }
}

/// Something that was asked for: how to go, and in which words.
pub(super) type Asked<'a> = (Way, &'a [&'a str]);

/// m/s. Steps of a run are faster: from here on they fly (`gait::steps::running`).
const RUNS: f32 = 1.85;

/// s. Where, of some partings of steps in order, one way of going becomes another: most of the time before it goes by steps
/// of the one, and most after it by steps of the other. A step is the one that it would be called by itself; if that is
/// neither or both, the one it is more like.
pub(super) fn changes(
    partings: &[f32],
    before: Asked<'_>,
    after: Asked<'_>,
    postures: &[Posture],
) -> Option<f32> {
    divide(partings, postures, |made| {
        let called = |asked: Asked<'_>| made.name().is_some_and(|name| asked.1.contains(&name));
        match (called(before), called(after)) {
            (true, false) => -1.0,
            (false, true) => 1.0,
            _ => made.between(before.0, after.0),
        }
    })
}

/// s. Where, of some partings of steps in order, a run becomes a walk.
pub(super) fn slows(partings: &[f32], postures: &[Posture]) -> Option<f32> {
    divide(partings, postures, |made| if made.speed() > RUNS { -1.0 } else { 1.0 })
}

/// The parting that divides steps best, by what each `belongs` to: from -1, what is before it, to 1, what is after.
fn divide(partings: &[f32], postures: &[Posture], belongs: impl Fn(Way) -> f32) -> Option<f32> {
    let mut best = (0.0, *partings.first()?);
    let mut sum = 0.0;
    for pair in partings.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        sum += (to - from) * belongs(Way::made(postures, from, to));
        if sum < best.0 {
            best = (sum, to);
        }
    }
    Some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(left: f32, ahead: f32, turn: f32) -> Option<&'static str> {
        Way::asked(&Leg { left, ..Leg::ahead(1.0, ahead).turning(turn) }).name()
    }

    #[test]
    fn left_and_right_have_the_same_name_on_every_diagonal() {
        for (eighth, expected) in ["walk", "walk", "sideways", "backward", "backward"].into_iter().enumerate()
        {
            let (sin, cos) = libm::sincosf(eighth as f32 * std::f32::consts::FRAC_PI_4);
            let named = [1.0, -1.0].map(|side| name(side * 0.6 * sin, 0.6 * cos, 0.0));
            assert_eq!(named, [Some(expected); 2], "{eighth}");
            // The same direction, by the angle that a course has for it.
            let (sin, cos) = libm::sincosf((8 - eighth) as f32 * std::f32::consts::FRAC_PI_4);
            assert_eq!(name(0.6 * sin, 0.6 * cos, 0.0), Some(expected), "{eighth}");
        }
    }

    #[test]
    fn who_turns_on_the_spot_turns_and_who_hardly_moves_does_nothing() {
        assert_eq!(name(0.0, 0.1, 1.0), Some("turn"));
        assert_eq!(name(0.0, 0.7, 1.0), Some("walk"));
        assert_eq!(name(0.05, 0.05, 0.1), None);
    }
}
