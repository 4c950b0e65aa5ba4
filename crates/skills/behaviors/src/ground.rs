//! Places on the ground: where a body stands and faces, as two coordinates and a direction.

use footwork_motion::Transform;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A move on the ground: turn about the vertical, then shift. Heights are left as they are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// m, to the left.
    pub x: f32,
    /// m, ahead.
    pub z: f32,
    /// Of the turn to the left.
    pub cos: f32,
    /// Of the turn to the left.
    pub sin: f32,
}

impl Ground {
    /// Neither moved nor turned.
    pub const IDENTITY: Ground = Ground { x: 0.0, z: 0.0, cos: 1.0, sin: 0.0 };

    /// Where a body's frame is and faces. Its height and tilt are left out.
    pub fn new(frame: Transform) -> Ground {
        let ahead = frame.rotation * Vec3::Z;
        let ahead = Vec3::new(ahead.x, 0.0, ahead.z).normalize_or(Vec3::Z);
        Ground { x: frame.translation.x, z: frame.translation.z, cos: ahead.z, sin: ahead.x }
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
    pub fn then(&self, inner: &Ground) -> Ground {
        let at = self.point(Vec3::new(inner.x, 0.0, inner.z));
        Ground {
            x: at.x,
            z: at.z,
            cos: self.cos * inner.cos - self.sin * inner.sin,
            sin: self.sin * inner.cos + self.cos * inner.sin,
        }
    }

    /// Another frame, as this one sees it.
    #[inline]
    pub fn to(&self, other: &Ground) -> Ground {
        let at = self.inside(Vec3::new(other.x, 0.0, other.z));
        Ground {
            x: at.x,
            z: at.z,
            cos: self.cos * other.cos + self.sin * other.sin,
            sin: self.cos * other.sin - self.sin * other.cos,
        }
    }

    /// Whether it is a place and a direction.
    pub fn is_sound(&self) -> bool {
        let turn = self.cos * self.cos + self.sin * self.sin;
        self.x.is_finite() && self.z.is_finite() && (turn - 1.0).abs() < 1e-2
    }
}

/// A point in the body's frame as angle to the left, distance over the ground, and height.
#[inline]
pub fn polar(point: Vec3) -> [f32; 3] {
    [libm::atan2f(point.x, point.z), libm::sqrtf(point.x * point.x + point.z * point.z), point.y]
}

/// The point of an angle, a distance and a height.
#[inline]
pub fn cartesian([angle, distance, height]: [f32; 3]) -> Vec3 {
    let (sin, cos) = libm::sincosf(angle);
    Vec3::new(distance * sin, height, distance * cos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_motion::ground::yaw;

    #[test]
    fn moves_on_the_ground_are_those_of_transforms() {
        let place = |angle: f32, x: f32, z: f32| Transform::new(yaw(angle), Vec3::new(x, 0.0, z));
        let (a, b) = (place(0.7, 1.0, -2.0), place(-2.1, 0.3, 0.8));
        let (ga, gb) = (Ground::new(a), Ground::new(b));
        let point = Vec3::new(0.4, 1.5, 0.9);
        assert!((ga.point(point) - a.point(point)).length() < 1e-5);
        assert!((ga.inside(ga.point(point)) - point).length() < 1e-5);
        assert!((ga.then(&gb).point(point) - (a * b).point(point)).length() < 1e-5);
        assert!((ga.to(&gb).point(point) - (a.inverse() * b).point(point)).length() < 1e-5);
        assert!(ga.then(&gb).is_sound() && ga.to(&gb).is_sound());
    }

    #[test]
    fn left_is_a_positive_angle_and_there_and_back_is_the_same() {
        assert!(polar(Vec3::X)[0] > 1.5 && polar(Vec3::NEG_X)[0] < -1.5 && polar(Vec3::Z)[0] == 0.0);
        for point in [Vec3::new(0.3, 1.2, -0.8), Vec3::new(-2.0, 0.0, 0.1), Vec3::Y] {
            assert!((cartesian(polar(point)) - point).length() < 1e-5);
        }
    }
}
