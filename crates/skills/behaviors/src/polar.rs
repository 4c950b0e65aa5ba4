//! Where a target is, as a body sees it: angle to the left, distance over the ground, height.

use glam::Vec3;

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

    #[test]
    fn left_is_a_positive_angle_and_there_and_back_is_the_same() {
        assert!(polar(Vec3::X)[0] > 1.5 && polar(Vec3::NEG_X)[0] < -1.5 && polar(Vec3::Z)[0] == 0.0);
        for point in [Vec3::new(0.3, 1.2, -0.8), Vec3::new(-2.0, 0.0, 0.1), Vec3::Y] {
            assert!((cartesian(polar(point)) - point).length() < 1e-5);
        }
    }
}
