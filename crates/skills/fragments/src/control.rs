//! What a player can ask for, and the bins it is sorted into.
//!
//! Paper: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007), sec. 4.1, fig. 4, eq. 10 to 12: ground
//! velocity in the body's frame (three circles of eight, and zero), turning {−1, 0, 1} rad/s, airborne {0, 1}: 150 bins.
//! Departs from it: the paper scans all bins for the nearest. The distance is a sum of three terms, one for each of
//! velocity, turning and flag, so each is nearest by itself; and of all circles' points the nearest lies in the same
//! direction. So the nearest bin is found by one angle and a handful of comparisons, and is the same. The circles' radii
//! cannot be read off the paper's figure; here they are a slow walk, a walk and a run.

use std::f32::consts::TAU;

use footwork_annotate::fragments::Control;
use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::error::{FragmentError, check};

/// A number of a bin.
pub type Bin = u16;

/// The points that controls are sorted to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ControlSpace {
    /// m/s, the circles, from the smallest. Standing still is always there.
    pub speeds: Vec<f32>,
    /// How many directions each circle has; the first is straight ahead, then on to the left.
    pub directions: u16,
    /// rad/s, to the left, from the smallest.
    pub turning: Vec<f32>,
    /// Whether one can be in the air.
    pub airborne: bool,
    /// How much a difference counts.
    pub weights: ControlWeights,
}

/// How much differences of controls count, eq. 11.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ControlWeights {
    /// Per square of a logarithm of m/s.
    pub velocity: f32,
    /// Per (rad/s)².
    pub turning: f32,
    /// For being in the air, or not, at the wrong time.
    pub airborne: f32,
}

impl ControlWeights {
    /// The paper's.
    pub const PAPER: ControlWeights = ControlWeights { velocity: 10.0, turning: 6.0, airborne: 20.0 };
}

impl Default for ControlWeights {
    fn default() -> ControlWeights {
        ControlWeights::PAPER
    }
}

/// m/s. Below this a velocity has no direction.
const STILL: f32 = 1e-6;
/// A stick that is pushed by less, as a share, is let go: worn sticks rest up to a tenth off their middle.
const DEAD_ZONE: f32 = 0.12;
/// m/s, rad/s. No body is faster; larger numbers would overflow on squaring.
const FASTEST: f32 = 1e4;

impl Default for ControlSpace {
    fn default() -> ControlSpace {
        ControlSpace::paper()
    }
}

impl ControlSpace {
    /// The paper's 150 bins.
    pub fn paper() -> ControlSpace {
        ControlSpace {
            speeds: vec![0.7, 1.5, 3.0],
            directions: 8,
            turning: vec![-1.0, 0.0, 1.0],
            airborne: true,
            weights: ControlWeights::PAPER,
        }
    }

    /// Refuses numbers that make no space. Everything else here relies on it.
    pub fn check(&self) -> Result<(), FragmentError> {
        let rises = |values: &[f32]| values.windows(2).all(|pair| pair[0] < pair[1]);
        for &speed in &self.speeds {
            check("speeds", speed, speed > 0.0 && speed <= 100.0, "each is above 0 and at most 100 m/s")?;
        }
        for &turning in &self.turning {
            check("turning", turning, turning.abs() <= 100.0, "each is at most 100 rad/s")?;
        }
        let first = self.speeds.first().copied().unwrap_or(0.0);
        check("speeds", first, rises(&self.speeds), "they go from the smallest to the largest")?;
        let first = self.turning.first().copied().unwrap_or(f32::NAN);
        let good = !self.turning.is_empty() && rises(&self.turning);
        check("turning", first, good, "there is at least one, and they go from the smallest to the largest")?;
        let directions = f32::from(self.directions);
        check("directions", directions, (1..=360).contains(&self.directions), "there are 1 to 360")?;
        let ControlWeights { velocity, turning, airborne } = self.weights;
        for (name, weight) in [("velocity", velocity), ("turning", turning), ("airborne", airborne)] {
            check(name, weight, (0.0..=1e6).contains(&weight), "a weight is not below zero")?;
        }
        let bins = self.velocities() * self.turning.len() * 2;
        check("directions", directions, bins <= 10_000, "there would be more than ten thousand bins")
    }

    fn velocities(&self) -> usize {
        1 + self.speeds.len() * usize::from(self.directions)
    }

    /// How many bins there are.
    pub fn bins(&self) -> usize {
        self.velocities() * self.turning.len() * (1 + usize::from(self.airborne))
    }

    /// The nearest bin by eq. 11. A control that is not finite counts as standing still, on the ground.
    pub fn bin(&self, control: &Control) -> Bin {
        let control = sane(control);
        let velocity = self.nearest_velocity(control.velocity);
        let mut turning = 0;
        let mut least = f32::INFINITY;
        for (index, &rate) in self.turning.iter().enumerate() {
            let off = (rate - control.turning).abs();
            if off < least {
                (turning, least) = (index, off);
            }
        }
        let airborne = usize::from(control.airborne && self.airborne);
        ((airborne * self.turning.len() + turning) * self.velocities() + velocity) as Bin
    }

    /// Velocities are numbered: still, then circle by circle.
    fn nearest_velocity(&self, velocity: [f32; 2]) -> usize {
        let [left, ahead] = velocity;
        let speed = libm::hypotf(left, ahead);
        if speed < STILL || self.speeds.is_empty() {
            return 0;
        }
        let directions = f32::from(self.directions);
        let step = TAU / directions;
        let angle = libm::atan2f(left, ahead);
        let direction = libm::roundf(angle / step);
        // On a line through the middle a point of a circle counts by how far along it lies, and all by what is across.
        let along = libm::log1pf(speed) * libm::cosf(angle - direction * step);
        let (mut best, mut least) = (0, 0.0);
        for (circle, &speed) in self.speeds.iter().enumerate() {
            // |p − r·u|² − |p|², for the middle it is zero.
            let radius = libm::log1pf(speed);
            let off = radius * (radius - 2.0 * along);
            if off < least {
                (best, least) = (circle + 1, off);
            }
        }
        if best == 0 {
            return 0;
        }
        let direction = (direction as i32).rem_euclid(i32::from(self.directions)) as usize;
        1 + (best - 1) * usize::from(self.directions) + direction
    }

    /// The control in a bin's middle. A bin that is not there stands still.
    pub fn centre(&self, bin: Bin) -> Control {
        let velocities = self.velocities();
        let (turn, velocity) = (usize::from(bin) / velocities, usize::from(bin) % velocities);
        let turnings = self.turning.len().max(1);
        if usize::from(bin) >= self.bins() {
            return Control::default();
        }
        let velocity = match velocity.checked_sub(1) {
            None => [0.0; 2],
            Some(point) => {
                let (circle, direction) =
                    (point / usize::from(self.directions), point % usize::from(self.directions));
                let (sin, cos) = libm::sincosf(direction as f32 * TAU / f32::from(self.directions));
                [self.speeds[circle] * sin, self.speeds[circle] * cos]
            }
        };
        let turning = self.turning.get(turn % turnings).copied().unwrap_or(0.0);
        Control { velocity, turning, airborne: turn >= turnings }
    }

    /// Eq. 11. It is the square of a distance.
    pub fn distance(&self, a: &Control, b: &Control) -> f32 {
        let (a, b) = (sane(a), sane(b));
        let (p, q) = (projected(a.velocity), projected(b.velocity));
        let ControlWeights { velocity, turning, airborne } = self.weights;
        let turn = a.turning - b.turning;
        let flag = if a.airborne == b.airborne { 0.0 } else { airborne };
        velocity * p.distance_squared(q) + turning * turn * turn + flag
    }

    /// Eq. 10: how well what a fragment shows answers what is asked, from 0 to 1.
    pub fn quality(&self, shown: &Control, asked: &Control) -> f32 {
        1.0 / (1.0 + self.distance(shown, asked))
    }

    /// What two sticks ask for. Each goes from −1 to 1: the left one X to the right, Y ahead; of the right one, X to the
    /// right turns right. A stick that is not finite counts as let go.
    pub fn from_sticks(&self, stick: Vec2, look: Vec2, airborne: bool) -> Control {
        let stick = if stick.is_finite() { stick } else { Vec2::ZERO };
        let look = if look.x.is_finite() { look.x.clamp(-1.0, 1.0) } else { 0.0 };
        let pushed = stick.length().min(1.0);
        let top = self.speeds.last().copied().unwrap_or(0.0);
        let velocity = if pushed <= DEAD_ZONE {
            [0.0; 2]
        } else {
            let speed = top * (pushed - DEAD_ZONE) / (1.0 - DEAD_ZONE);
            let direction = stick.normalize_or_zero();
            [-direction.x * speed, direction.y * speed]
        };
        let sharp = if look > 0.0 {
            -self.turning.first().copied().unwrap_or(0.0)
        } else {
            self.turning.last().copied().unwrap_or(0.0)
        };
        let turning = if look.abs() <= DEAD_ZONE {
            0.0
        } else {
            let asked = (look.abs() - DEAD_ZONE) / (1.0 - DEAD_ZONE) * sharp.max(0.0);
            if look > 0.0 { -asked } else { asked }
        };
        Control { velocity, turning, airborne }
    }
}

impl ControlSpace {
    /// Where two sticks have to be to ask for this, as nearly as they can: the inverse of
    /// [`ControlSpace::from_sticks`].
    pub fn to_sticks(&self, control: &Control) -> (Vec2, Vec2) {
        let control = sane(control);
        let push =
            |share: f32| if share > 0.0 { DEAD_ZONE + share.min(1.0) * (1.0 - DEAD_ZONE) } else { 0.0 };
        let [left, ahead] = control.velocity;
        let direction = Vec2::new(-left, ahead);
        let top = self.speeds.last().copied().unwrap_or(f32::INFINITY);
        let stick = direction.normalize_or_zero() * push(direction.length() / top);
        let first = self.turning.first().map_or(0.0, |least| -least);
        let sharpest =
            if control.turning < 0.0 { first } else { self.turning.last().copied().unwrap_or(0.0) };
        let look = if sharpest > 0.0 { push(control.turning.abs() / sharpest) } else { 0.0 };
        (stick, Vec2::new(-look.copysign(control.turning), 0.0))
    }
}

/// Eq. 12: a velocity with the logarithm of its speed.
pub fn projected(velocity: [f32; 2]) -> Vec2 {
    let velocity = Vec2::from(velocity);
    let speed = velocity.length();
    if speed < STILL { Vec2::ZERO } else { velocity * (libm::log1pf(speed) / speed) }
}

/// The same control, made finite and limited to what a body might do.
pub fn sane(control: &Control) -> Control {
    let number = |value: f32| if value.is_finite() { value.clamp(-FASTEST, FASTEST) } else { 0.0 };
    if control.velocity.iter().chain([&control.turning]).all(|value| value.is_finite()) {
        let velocity = control.velocity.map(number);
        Control { velocity, turning: number(control.turning), airborne: control.airborne }
    } else {
        Control::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sticks_ask_again_for_what_sticks_asked_for(
            x in -1.0_f32..1.0, y in -1.0_f32..1.0, look in -1.0_f32..1.0,
        ) {
            let space = ControlSpace::paper();
            let asked = space.from_sticks(Vec2::new(x, y), Vec2::new(look, 0.0), false);
            let (stick, look) = space.to_sticks(&asked);
            let again = space.from_sticks(stick, look, false);
            prop_assert!(space.distance(&asked, &again) < 1e-6, "{asked:?} {again:?}");
        }
    }

    fn spaces() -> Vec<ControlSpace> {
        let seed = ControlSpace::paper();
        vec![
            seed.clone(),
            ControlSpace { directions: 5, turning: vec![-2.0, -0.5, 0.0, 0.5, 2.0], ..seed.clone() },
            ControlSpace { speeds: vec![2.0], directions: 1, airborne: false, ..seed.clone() },
            ControlSpace { speeds: vec![], turning: vec![0.0], ..seed.clone() },
            ControlSpace { speeds: vec![0.2, 0.3, 0.5, 6.0], directions: 16, ..seed },
        ]
    }

    #[test]
    fn the_seed_has_150_bins() {
        assert_eq!(ControlSpace::paper().bins(), 150);
    }

    #[test]
    fn every_centre_is_in_its_own_bin() {
        for space in spaces() {
            space.check().unwrap();
            for bin in 0..space.bins() as Bin {
                assert_eq!(space.bin(&space.centre(bin)), bin, "{space:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_bin_is_the_nearest_of_all(
            left in -9.0_f32..9.0, ahead in -9.0_f32..9.0, turning in -4.0_f32..4.0, airborne: bool, which in 0..5_usize,
        ) {
            let space = &spaces()[which];
            let control = Control { velocity: [left, ahead], turning, airborne: airborne && space.airborne };
            let found = space.distance(&control, &space.centre(space.bin(&control)));
            let least = (0..space.bins() as Bin).map(|bin| space.distance(&control, &space.centre(bin)));
            let least = least.fold(f32::INFINITY, f32::min);
            prop_assert!(found <= least * 1.0001 + 1e-4, "{found} against {least}");
        }

        #[test]
        fn anything_has_a_bin(left: f32, ahead: f32, turning: f32, airborne: bool, x: f32, y: f32, look: f32) {
            for space in spaces() {
                let control = Control { velocity: [left, ahead], turning, airborne };
                prop_assert!(usize::from(space.bin(&control)) < space.bins());
                let quality = space.quality(&control, &space.centre(0));
                prop_assert!((0.0..=1.0).contains(&quality), "{quality}");
                let asked = space.from_sticks(Vec2::new(x, y), Vec2::new(look, 0.0), airborne);
                prop_assert!(asked.velocity.iter().all(|v| v.abs() <= 6.001) && asked.turning.abs() <= 2.0);
            }
        }
    }

    #[test]
    fn what_is_no_number_stands_still() {
        let space = ControlSpace::paper();
        let still = space.bin(&Control::default());
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(space.bin(&Control { velocity: [bad, 1.0], turning: 0.3, airborne: true }), still);
            assert_eq!(space.bin(&Control { velocity: [0.0; 2], turning: bad, airborne: false }), still);
        }
        assert_eq!(space.centre(still), Control::default());
        assert_eq!(space.centre(9999), Control::default());
    }

    #[test]
    fn sticks_go_where_they_point() {
        let space = ControlSpace::paper();
        let ask = |x, y, look| space.from_sticks(Vec2::new(x, y), Vec2::new(look, 0.0), false);
        let is = |found: [f32; 2], wanted: [f32; 2]| (0..2).all(|i| (found[i] - wanted[i]).abs() < 1e-5);
        assert!(is(ask(0.0, 1.0, 0.0).velocity, [0.0, 3.0]));
        assert!(is(ask(1.0, 0.0, 0.0).velocity, [-3.0, 0.0]), "to the right is not to the left");
        assert_eq!(ask(0.0, 0.0, 1.0).turning, -1.0, "to the right is negative");
        assert_eq!(ask(0.0, 0.0, -1.0).turning, 1.0);
        assert_eq!(ask(0.05, -0.05, 0.1), Control::default(), "a stick that is let go");
        assert!(
            (libm::hypotf(ask(1.0, 1.0, 0.0).velocity[0], ask(1.0, 1.0, 0.0).velocity[1]) - 3.0).abs() < 1e-5
        );
    }

    #[test]
    fn spaces_that_are_none_are_refused() {
        let seed = ControlSpace::paper();
        for bad in [
            ControlSpace { speeds: vec![1.0, 0.5], ..seed.clone() },
            ControlSpace { speeds: vec![f32::NAN], ..seed.clone() },
            ControlSpace { speeds: vec![0.0], ..seed.clone() },
            ControlSpace { turning: vec![], ..seed.clone() },
            ControlSpace { turning: vec![1.0, -1.0], ..seed.clone() },
            ControlSpace { directions: 0, ..seed.clone() },
            ControlSpace { directions: 360, speeds: (1..40).map(|v| v as f32).collect(), ..seed.clone() },
            ControlSpace { weights: ControlWeights { velocity: -1.0, ..ControlWeights::PAPER }, ..seed },
        ] {
            assert!(matches!(bad.check(), Err(FragmentError::Setting { .. })), "{bad:?}");
        }
    }
}
