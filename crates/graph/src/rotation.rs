//! Rotations as vectors, with the same bits on every platform.

use footwork_motion::glam::{Mat3, Quat, Vec3};

/// The axis times the angle in radians, of the shorter arc.
pub(crate) fn rotation_vector(q: Quat) -> Vec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let xyz = Vec3::new(q.x, q.y, q.z);
    let sin = xyz.length();
    // For small angles the ratio of angle to sine tends to two.
    if sin < 1e-8 { 2.0 * xyz } else { xyz * (2.0 * libm::atan2f(sin, q.w) / sin) }
}

/// Nine numbers whose distance to another rotation's is 2·sin(θ/2) for an angle θ between the two: θ itself to
/// within 5 % up to a radian. Unlike angles and quaternions they have no seam, so that distance and mean work.
pub(crate) fn rotation_numbers(q: Quat) -> [f32; 9] {
    Mat3::from_quat(q).to_cols_array().map(|v| v * std::f32::consts::FRAC_1_SQRT_2)
}

/// The velocity of a turning thing in radians per second, from its rotation before and after.
pub(crate) fn spin(before: Quat, after: Quat, seconds: f32) -> Vec3 {
    rotation_vector(before.conjugate() * after) / seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_far_apart_as_rotations_are() {
        let a = Quat::from_rotation_y(0.3) * Quat::from_rotation_x(1.0);
        for angle in [0.0_f32, 0.01, 0.5, 1.0, 3.0] {
            let b = a * Quat::from_axis_angle(Vec3::new(1.0, 2.0, -1.0).normalize(), angle);
            let (x, y) = (rotation_numbers(a), rotation_numbers(b));
            let far = x.iter().zip(y).map(|(x, y)| (x - y).powi(2)).sum::<f32>().sqrt();
            assert!((far - 2.0 * (0.5 * angle).sin()).abs() < 1e-5, "{angle}: {far}");
            assert!((rotation_vector(a.conjugate() * b).length() - angle).abs() < 1e-3);
            assert!((rotation_vector(-(a.conjugate() * b)).length() - angle).abs() < 1e-3);
        }
    }
}
