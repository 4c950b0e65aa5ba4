//! Going on: from which footfall on somebody who was thrown off his way goes as he goes on.
//!
//! Who catches himself takes quick steps, or steps that go elsewhere or faster than those that follow. It is over with the
//! first footfall whose step is neither. Who starts again may be slow. The performer's truth says the same, by the same
//! measure; what is measured is no guess at what he means to do.

use glam::{Vec2, Vec3};

use super::reading::Swing;

/// s for two steps, in which nobody walks: who steps so quickly catches himself, unless he runs. Of two steps after pushes,
/// few are of 0.58 to 0.66 s: catching steps are quicker, walks and runs slower.
const QUICK: f32 = 0.63;
/// m/s. Nobody who catches himself is so fast for two steps.
const RUNS: f32 = 2.3;
/// m/s. Who goes on is thrown about no longer where a step differs by less from the two after it.
const ALIKE: f32 = 0.6;
/// s. Less than this of the steps to come says nothing about them.
const TELLS: f32 = 0.2;
/// m. The leg of an adult, from hip to ankle, whom the speeds above are for.
const LEG: f32 = 0.83;

/// Footfalls, and where the body is.
pub struct Onward<'a> {
    /// Frames per second.
    rate: f32,
    /// m. From hip to ankle.
    leg: f32,
    /// m. The centre of mass, frame by frame.
    centre: &'a [Vec3],
    /// The frames in which feet come down, in order.
    pub landings: Vec<usize>,
}

impl<'a> Onward<'a> {
    /// Of a body with such legs.
    pub fn new(rate: f32, leg: f32, centre: &'a [Vec3], swings: &[Swing]) -> Onward<'a> {
        let ends = swings.iter().map(|swing| swing.span.end as usize);
        let mut landings: Vec<usize> = ends.filter(|end| *end < centre.len()).collect();
        landings.sort_unstable();
        Onward { rate, leg, centre, landings }
    }

    /// The frame from which on somebody goes as he goes on: not before `calm`, and before `next`.
    pub fn goes_on(&self, calm: usize, next: usize) -> usize {
        let seconds = |frames: usize| frames as f32 / self.rate;
        let under_way = self.landings.partition_point(|landing| *landing <= calm).saturating_sub(1);
        let steps = self.landings[under_way..].windows(3).enumerate();
        let mut steps = steps.take_while(|(_, step)| step[0] < next);
        let regular = steps.find(|(n, step)| {
            let two = self.velocity(step[0], step[2].min(next)).length();
            let quick = seconds(step[2] - step[0]) < QUICK && two < RUNS;
            let until = self.landings.get(under_way + n + 3).map_or(next, |after| (*after).min(next));
            let after = until.saturating_sub(step[1]);
            let one = self.velocity(step[0], step[1].min(next));
            !quick && (seconds(after) < TELLS || unlike(one, self.velocity(step[1], until)) < ALIKE)
        });
        // Who steps no more stands from his last footfall.
        let stands = self.landings.last().filter(|last| **last < next);
        let end = regular.map(|(_, step)| step[0]).or(stands.copied());
        end.map_or(next, |end| end.max(calm)).min(next)
    }

    /// m/s. How fast a body of usual size goes over the ground between two frames.
    fn velocity(&self, from: usize, to: usize) -> Vec2 {
        let last = self.centre.len() - 1;
        let way = self.centre[to.min(last)] - self.centre[from.min(last)];
        Vec2::new(way.x, way.z) * (LEG / self.leg * self.rate / to.saturating_sub(from).max(1) as f32)
    }
}

/// m/s. By how much a velocity differs from a later one, but for being slower the same way: who starts again is slow.
fn unlike(velocity: Vec2, later: Vec2) -> f32 {
    let ahead = later.normalize_or_zero();
    let slow = (velocity - later).dot(ahead).min(0.0) - velocity.dot(ahead).min(0.0);
    (velocity - later - slow * ahead).length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotation::Span;
    use footwork_motion::Side;

    const RATE: f32 = 60.0;

    /// The frame from which on somebody goes on who was pushed at frame 0, walks at such speeds from footfall to footfall,
    /// each of so many frames, and is not pushed again.
    fn goes_on(steps: &[(usize, f32)]) -> usize {
        let (mut centre, mut swings) = (vec![Vec3::ZERO], Vec::new());
        for (frames, speed) in steps {
            let land = centre.len() as u32;
            swings.push(Swing { side: Side::Left, span: Span { first: land - 1, end: land } });
            for _ in 0..*frames {
                centre.push(centre[centre.len() - 1] + speed / RATE * Vec3::Z);
            }
        }
        Onward::new(RATE, LEG, &centre, &swings).goes_on(30, centre.len())
    }

    #[test]
    fn who_walks_on_as_before_is_through_when_his_arms_are() {
        assert_eq!(goes_on(&[(30, 1.2); 8]), 30);
    }

    #[test]
    fn quick_steps_catch_unless_they_are_of_a_run() {
        let quick = [(15, 0.4); 4];
        assert_eq!(goes_on(&[&quick[..], &[(30, 1.2); 6]].concat()), 46);
        assert_eq!(goes_on(&[(18, 3.0); 12]), 30);
    }

    #[test]
    fn who_is_too_fast_is_caught_when_he_is_not_and_who_starts_again_at_once() {
        assert_eq!(goes_on(&[&[(30, 2.6); 2][..], &[(30, 1.2); 6]].concat()), 61);
        assert_eq!(goes_on(&[&[(30, 0.3); 2][..], &[(30, 1.2); 6]].concat()), 30);
    }
}
