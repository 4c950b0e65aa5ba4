//! Where a thing is and how it is turned: a rotation and a translation, never a scale.

use std::ops::Mul;

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// A rigid transform. `parent * child` places a child that is given relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub struct Transform {
    /// Unit quaternion.
    pub rotation: Quat,
    /// m
    pub translation: Vec3,
}

impl Transform {
    /// Neither moved nor turned.
    pub const IDENTITY: Transform = Transform { rotation: Quat::IDENTITY, translation: Vec3::ZERO };

    /// A place with a rotation.
    #[inline]
    pub fn new(rotation: Quat, translation: Vec3) -> Transform {
        Transform { rotation, translation }
    }

    /// The transform that undoes this one.
    #[inline]
    pub fn inverse(self) -> Transform {
        let rotation = self.rotation.conjugate();
        Transform { rotation, translation: -(rotation * self.translation) }
    }

    /// Where a point given in this transform's own frame is outside of it.
    #[inline]
    pub fn point(self, point: Vec3) -> Vec3 {
        self.translation + self.rotation * point
    }
}

impl Default for Transform {
    fn default() -> Transform {
        Transform::IDENTITY
    }
}

impl Mul for Transform {
    type Output = Transform;

    #[inline]
    fn mul(self, child: Transform) -> Transform {
        Transform {
            rotation: self.rotation * child.rotation,
            translation: self.translation + self.rotation * child.translation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_times_its_inverse_is_the_identity() {
        let t = Transform::new(
            Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-1.1),
            Vec3::new(1.0, 2.0, 3.0),
        );
        let one = t * t.inverse();
        assert!(one.translation.length() < 1e-6 && one.rotation.angle_between(Quat::IDENTITY) < 1e-3);
    }
}
