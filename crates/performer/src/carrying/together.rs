//! Hauling: one end of a box that two carry. Taken, then carried ahead, back, to both sides and between, and round the box's
//! middle, with halts and starts in between.
//!
//! Everything is as fast as everything else: who goes ahead has somebody before him who goes back, and who goes to his left
//! has somebody before him who goes to his right.

use std::f32::consts::FRAC_PI_4;

use super::load::Load;
use super::{Deed, LOADS, Porter, plus};
use crate::Take;
use crate::gait::Leg;
use crate::overlay::begin;
use crate::recite::Classes;
use crate::score::{HOME, Part, by};
use crate::signal::Rng;

/// m/s. Two with something between them go at half a stroller's speed: one of them goes backwards.
const SPEED: f32 = 0.5;
/// rad/s, and m from the hips to the middle of what is carried: how they go round it.
const ROUND: f32 = 0.5;
const MIDDLE: f32 = 0.6;
/// How many ways there are: eight directions, and round both ways.
const DIRECTIONS: usize = 10;

/// Carries one end of a box for some seconds.
pub fn carry_together(seconds: f32, rng: &mut Rng) -> Take {
    let mut choices = rng.split();
    let mut porter = Porter::new(&mut choices);
    let load = LOADS[1];
    porter.go(Leg::stand(0.6), &["stand"]);
    porter.held = Some((load, 0.6));
    porter.during(Deed::Receive, |porter, load, t, end| porter.receive(load, [0.0, 0.0], t, end));
    porter.go(Leg::stand(0.8), &["stand"]);
    let mut directions: Vec<usize> = Vec::new();
    while porter.now < seconds {
        if directions.is_empty() {
            directions = (0..DIRECTIONS).collect();
            porter.rng.shuffle(&mut directions);
        }
        let Some(number) = directions.pop() else { continue };
        let long = porter.rng.range(2.3, 3.0);
        let quick = porter.rng.range(0.96, 1.04);
        let (leg, classes) = leg_towards(number, long, quick);
        porter.haul(load, &leg);
        porter.go(leg, classes);
        // Every other way begins and ends in a halt; the others go over into each other.
        if porter.rng.unit() < 0.5 {
            let long = porter.rng.range(0.6, 1.0);
            porter.go(Leg::stand(long), &["stand"]);
        }
    }
    porter.go(Leg::stand(1.0), &["stand"]);
    porter.perform(seconds, rng)
}

impl Porter<'_> {
    /// What trunk, head and arms do on one of the ways: the trunk goes to the load where it is pushed and away from it where
    /// it is pulled, the head turns to where one goes and back, and arms give as the other one steps.
    fn haul(&mut self, load: Load, leg: &Leg) {
        let (from, to) = (self.now, self.now + leg.seconds);
        let [pushes, aside] = [leg.ahead, leg.left].map(|speed| speed / SPEED);
        let side = if aside.abs() > 0.3 { aside.signum() } else { 1.0 - 2.0 * self.rng.unit().round() };
        let looks = side * if pushes < -0.3 { self.rng.range(0.6, 0.9) } else { 0.55 * aside.abs() };
        let away = self.rng.range(0.9, 1.5);
        let mut m = begin(&mut self.score, 0.0);
        m.keys(
            Part::Chest,
            from - 0.2,
            &[(from + 0.5, by(0.1 * aside, 0.08 + 0.07 * pushes, 0.05 * aside)), (to, by(0.0, 0.06, 0.0))],
        )
        .keys(Part::Hips, from - 0.2, &[(from + 0.5, by(0.0, 0.04 * pushes, 0.0)), (to, HOME)])
        .keys(
            Part::Gaze,
            from - 0.35,
            &[
                (from + 0.15, by(looks, 0.08, 0.0)),
                (from + away, by(0.8 * looks, 0.1, 0.0)),
                (from + away + 0.5, by(0.0, 0.25, 0.0)),
            ],
        );
        let mut keys: Vec<(f32, [f32; 3])> = Vec::new();
        let mut t = from + 0.3;
        while t < to {
            let [up, out] = [0.022, 0.028].map(|most| most * self.rng.signed());
            keys.push((t, plus(load.carried(), [0.0, up, out - 0.035 * pushes])));
            t += self.rng.range(0.3, 0.45);
        }
        self.move_box(load, from, &keys);
    }
}

/// One of the ways: which leg it is, and what it is called.
fn leg_towards(number: usize, seconds: f32, quick: f32) -> (Leg, Classes) {
    let Some(direction) = Some(number).filter(|number| *number < 8) else {
        let turn = if number == 8 { quick * ROUND } else { -quick * ROUND };
        // Who turns to the left with something before him goes to his right.
        let leg = Leg { left: -MIDDLE * turn, turn, ..Leg::stand(seconds) };
        return (leg, &["carry", "sideways"]);
    };
    let (left, ahead) = libm::sincosf(direction as f32 * FRAC_PI_4);
    let speed = quick * SPEED;
    let leg = Leg { left: speed * left, ..Leg::ahead(seconds, speed * ahead) };
    let classes: Classes = match direction {
        0 | 1 | 7 => &["carry", "walk"],
        3..=5 => &["carry", "backward"],
        _ => &["carry", "sideways"],
    };
    (leg, classes)
}
