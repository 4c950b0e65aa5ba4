//! The body on the ground plane: where it faces, where it stands, and how to lay one motion over another.

mod place;

use glam::{Quat, Vec3};

use crate::clip::Clip;
use crate::kinematics::world;
use crate::role::{MissingRole, Role};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

pub use place::Place;

/// Where a body faces, as a unit vector on the ground: square to the line through its hips and to the line
/// through its shoulders, so that neither a twisted pelvis nor a raised shoulder decides alone.
pub fn facing(skeleton: &Skeleton, world: &[Transform]) -> Result<Vec3, MissingRole> {
    let roles = skeleton.roles();
    let [left_hip, right_hip] = roles.require_all([Role::LeftHip, Role::RightHip])?;
    let mut across = across(left_hip.position(world), right_hip.position(world));
    // A body without arms still faces somewhere.
    if let Ok([left, right]) = roles.require_all([Role::LeftShoulder, Role::RightShoulder]) {
        across += self::across(left.position(world), right.position(world));
    }
    // X (left) × Y (up) = Z (ahead). A body that lies on its side has no direction of its own: Z will do.
    Ok(across.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::Z))
}

fn across(left: Vec3, right: Vec3) -> Vec3 {
    let across = left - right;
    Vec3::new(across.x, 0.0, across.z).normalize_or_zero()
}

/// The turn about the vertical that makes Z a facing direction, in radians.
pub fn heading(facing: Vec3) -> f32 {
    libm::atan2f(facing.x, facing.z)
}

/// The rotation about the vertical by an angle in radians, with the same bits on every platform.
pub fn yaw(angle: f32) -> Quat {
    let (sin, cos) = libm::sincosf(0.5 * angle);
    Quat::from_xyzw(0.0, sin, 0.0, cos)
}

/// The body's own frame on the ground: below its hips, Y up, Z where it faces.
pub fn body_frame(skeleton: &Skeleton, world: &[Transform]) -> Result<Transform, MissingRole> {
    let hips = skeleton.site(Role::Hips)?.position(world);
    let rotation = yaw(heading(facing(skeleton, world)?));
    Ok(Transform { rotation, translation: Vec3::new(hips.x, 0.0, hips.z) })
}

/// The body's frame on the ground in a frame of a clip.
pub fn body_frame_at(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Result<Transform, MissingRole> {
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    world(skeleton, clip.frame(frame), &mut joints);
    body_frame(skeleton, &joints)
}

/// The move on the ground plane that lays one body frame over another: apply it with [`Clip::moved`].
pub fn alignment(from: Transform, onto: Transform) -> Transform {
    onto * from.inverse()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{standing, walker};

    #[test]
    fn a_body_faces_z_until_it_is_turned() {
        let (skeleton, clip) = standing();
        for angle in [0.0, 0.5, 2.0, 3.1, -1.4] {
            let turned = clip.clone().moved(Transform::new(yaw(angle), Vec3::new(3.0, 0.0, -2.0)));
            let frame = body_frame_at(&skeleton, &turned, 0).unwrap();
            assert!((frame.translation - Vec3::new(3.0, 0.0, -2.0)).length() < 1e-5);
            assert!((frame.rotation * Vec3::Z - yaw(angle) * Vec3::Z).length() < 1e-5, "{angle}");
        }
    }

    #[test]
    fn an_aligned_clip_begins_where_the_other_one_ends() {
        let (skeleton, clip) = walker();
        let last = clip.frames() - 1;
        let end = body_frame_at(&skeleton, &clip, last).unwrap();
        let other = clip.clone().moved(Transform::new(yaw(2.2), Vec3::new(-4.0, 0.0, 1.0)));
        let start = body_frame_at(&skeleton, &other, 0).unwrap();
        let aligned = other.moved(alignment(start, end));
        let begins = body_frame_at(&skeleton, &aligned, 0).unwrap();
        assert!((begins.translation - end.translation).length() < 1e-4);
        assert!((begins.rotation * Vec3::Z - end.rotation * Vec3::Z).length() < 1e-4);
        let height = |c: &Clip, f| c.frame(f).translations[0].y;
        assert!((height(&aligned, 5) - height(&clip, 5)).abs() < 1e-5, "alignment never lifts a body");
    }
}
