//! A place on the ground as plain data: two coordinates and a direction. What tables and searches keep of where a body is.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::transform::Transform;

/// A move on the ground: a turn about the vertical, then a shift. Heights are left as they are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Pod, Zeroable)]
#[repr(C)]
pub struct Place {
    /// m, to the left.
    pub x: f32,
    /// m, ahead.
    pub z: f32,
    /// Of the turn to the left.
    pub cos: f32,
    /// Of the turn to the left.
    pub sin: f32,
}

impl Place {
    /// Neither moved nor turned.
    pub const HERE: Place = Place { x: 0.0, z: 0.0, cos: 1.0, sin: 0.0 };

    /// Where a body's frame is and faces, without its height and tilt.
    pub fn new(frame: Transform) -> Place {
        let ahead = frame.rotation * Vec3::Z;
        let ahead = Vec3::new(ahead.x, 0.0, ahead.z).normalize_or(Vec3::Z);
        Place { x: frame.translation.x, z: frame.translation.z, cos: ahead.z, sin: ahead.x }
    }

    /// Where a point given in this frame is outside of it.
    #[inline]
    pub fn point(&self, point: Vec3) -> Vec3 {
        Vec3::new(
            self.x + self.cos * point.x + self.sin * point.z,
            point.y,
            self.z - self.sin * point.x + self.cos * point.z,
        )
    }

    /// A point outside, as this frame sees it.
    #[inline]
    pub fn inside(&self, point: Vec3) -> Vec3 {
        let (x, z) = (point.x - self.x, point.z - self.z);
        Vec3::new(self.cos * x - self.sin * z, point.y, self.sin * x + self.cos * z)
    }

    /// What is given in this frame, seen from outside.
    #[inline]
    pub fn then(&self, inner: &Place) -> Place {
        let at = self.point(Vec3::new(inner.x, 0.0, inner.z));
        Place {
            x: at.x,
            z: at.z,
            cos: self.cos * inner.cos - self.sin * inner.sin,
            sin: self.sin * inner.cos + self.cos * inner.sin,
        }
    }

    /// Another frame, as this one sees it.
    #[inline]
    pub fn to(&self, other: &Place) -> Place {
        let at = self.inside(Vec3::new(other.x, 0.0, other.z));
        Place {
            x: at.x,
            z: at.z,
            cos: self.cos * other.cos + self.sin * other.sin,
            sin: self.cos * other.sin - self.sin * other.cos,
        }
    }

    /// What undoes this.
    #[inline]
    pub fn inverse(&self) -> Place {
        let back = self.inside(Vec3::ZERO);
        Place { x: back.x, z: back.z, cos: self.cos, sin: -self.sin }
    }

    /// m, over the ground.
    pub fn distance(&self, other: &Place) -> f32 {
        let (x, z) = (other.x - self.x, other.z - self.z);
        (x * x + z * z).sqrt()
    }

    /// rad, from −π to π: how far another place is to the left of where this one faces.
    pub fn bearing(&self, other: &Place) -> f32 {
        let seen = self.inside(Vec3::new(other.x, 0.0, other.z));
        if seen.x == 0.0 && seen.z == 0.0 { 0.0 } else { libm::atan2f(seen.x, seen.z) }
    }

    /// Whether it is a place and a direction.
    pub fn is_sound(&self) -> bool {
        let turn = self.cos * self.cos + self.sin * self.sin;
        self.x.is_finite() && self.z.is_finite() && (turn - 1.0).abs() < 1e-2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::yaw;

    #[test]
    fn places_compose_as_transforms_do() {
        let [a, b] = [(0.7, 1.0, -2.0), (-2.1, 0.3, 0.8)]
            .map(|(turn, x, z)| Transform::new(yaw(turn), Vec3::new(x, 0.0, z)));
        let [p, q] = [a, b].map(Place::new);
        let point = Vec3::new(0.4, 1.5, 0.9);
        for (place, transform) in
            [(p, a), (p.then(&q), a * b), (p.to(&q), a.inverse() * b), (p.inverse(), a.inverse())]
        {
            assert!((place.point(point) - transform.point(point)).length() < 1e-5, "{place:?}");
            assert!((place.inside(place.point(point)) - point).length() < 1e-5, "{place:?}");
            assert!(place.is_sound());
        }
    }

    #[test]
    fn left_is_a_positive_bearing() {
        let left = Place { x: 1.0, ..Place::HERE };
        assert!((Place::HERE.bearing(&left) - std::f32::consts::FRAC_PI_2).abs() < 1e-3);
        assert!((Place::HERE.distance(&left) - 1.0).abs() < 1e-6);
        assert_eq!(Place::HERE.bearing(&Place::HERE), 0.0);
    }
}
