//! The ring of people, and where each waits in it.

use std::f32::consts::TAU;

use footwork_motion::ground::Place;
use glam::{Vec2, Vec3};

use super::SPACING;

/// m. So far from where a box changes hands somebody waits.
const WAITS: f32 = 0.62;

/// Where the ring is.
#[derive(Clone, Copy)]
pub(super) struct Ring {
    pub middle: Vec2,
    pub count: usize,
    /// Whether boxes go from each to who is before him.
    pub back: bool,
}

impl Ring {
    /// Where somebody waits: to take a box, or to hand one over.
    pub fn waits(&self, at: usize, hands_over: bool) -> Place {
        let count = self.count.max(1) as f32;
        let is_ahead = hands_over != self.back;
        let post = if is_ahead { at as f32 + 0.5 } else { at as f32 - 0.5 };
        let (sin, cos) = libm::sincosf(TAU * post / count);
        let radius = SPACING * count / TAU;
        let post = self.middle + radius * Vec2::new(sin, cos);
        let on = Vec2::new(cos, -sin);
        let (place, faces) = if is_ahead { (post - WAITS * on, on) } else { (post + WAITS * on, -on) };
        Place { x: place.x, z: place.y, cos: faces.y, sin: faces.x }
    }

    /// Whom somebody hands his box to.
    pub fn next(&self, at: usize) -> usize {
        (if self.back { at + self.count - 1 } else { at + 1 }) % self.count
    }
}

/// Where the boxes of a ring begin: who holds one, and which way its ahead is, in rad to the left from Z.
pub fn begins(at: usize, count: usize) -> (Vec3, f32) {
    let ring = Ring { middle: Vec2::ZERO, count, back: false };
    let place = ring.waits(at, true);
    (place.point(Vec3::new(0.0, 1.1, 0.35)), libm::atan2f(place.sin, place.cos))
}
