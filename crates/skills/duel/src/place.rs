//! Places on the ground as plain data: two coordinates and a direction. What a search keeps of where a body is.

use bytemuck::{Pod, Zeroable};
use footwork_motion::Transform;
use glam::Vec3;

/// A move on the ground: a turn about the vertical, then a shift. Heights are left as they are.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
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
    use footwork_motion::ground::yaw;

    #[test]
    fn places_compose_as_transforms_do() {
        let [a, b] = [(0.7, 1.0, -2.0), (-2.5, 0.3, 0.4)]
            .map(|(turn, x, z)| Transform::new(yaw(turn), Vec3::new(x, 0.0, z)));
        let [p, q] = [a, b].map(Place::new);
        let near = |p: Place, t: Transform| {
            let other = Place::new(t);
            (p.x - other.x).abs() + (p.z - other.z).abs() + (p.sin - other.sin).abs() < 1e-5
        };
        assert!(near(p.then(&q), a * b) && near(p.inverse(), a.inverse()));
        let point = Vec3::new(0.2, 1.5, 0.9);
        assert!((p.point(point) - a.point(point)).length() < 1e-5);
        assert!((p.inside(p.point(point)) - point).length() < 1e-5);
        let left = Place { x: 1.0, ..Place::HERE };
        assert!((Place::HERE.bearing(&left) - std::f32::consts::FRAC_PI_2).abs() < 1e-3);
    }
}
