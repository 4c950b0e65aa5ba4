//! The centre of mass, from a table of segment masses.
//!
//! Shares and centres after Winter, *Biomechanics and Motor Control of Human Movement*, table of anthropometric
//! data: a segment's mass as a share of the body's, and its centre as a share of the distance from its inner to its
//! outer end.

use glam::Vec3;

use crate::role::{MissingRole, Role, Side};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// One part of the body: its ends, its share of the body's mass, and where its centre is between its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySegment {
    /// The inner end.
    pub from: Role,
    /// The outer end.
    pub to: Role,
    /// Share of the whole body's mass.
    pub mass: f32,
    /// 0 at the inner end, 1 at the outer one.
    pub centre: f32,
}

/// The shares of the limbs of one side, from the trunk outwards.
const ARM: [(f32, f32); 3] = [(0.028, 0.436), (0.016, 0.430), (0.006, 0.506)];
const LEG: [(f32, f32); 3] = [(0.100, 0.433), (0.0465, 0.433), (0.0145, 0.50)];
/// Shares of the body's mass, from the same table.
const HEAD_AND_NECK: f32 = 0.081;
const TRUNK: f32 = 0.497;

/// The limbs' segments, both sides. The trunk, the neck and the head make up the rest.
pub fn limbs() -> impl Iterator<Item = BodySegment> {
    Side::BOTH.into_iter().flat_map(|side| {
        let segments = |joints: [Role; 4], shares: [(f32, f32); 3]| {
            (0..3).map(move |i| BodySegment {
                from: joints[i],
                to: joints[i + 1],
                mass: shares[i].0,
                centre: shares[i].1,
            })
        };
        segments(side.arm(), ARM).chain(segments(side.leg(), LEG))
    })
}

/// Where a body's centre of mass is, in the world. A missing hand or toe counts as part of the wrist or ankle.
pub fn centre_of_mass(skeleton: &Skeleton, world: &[Transform]) -> Result<Vec3, MissingRole> {
    let at = |role: Role| skeleton.site(role).map(|site| site.position(world));
    let mut sum = Vec3::ZERO;
    for segment in limbs() {
        let from = at(segment.from)?;
        let to = at(segment.to).unwrap_or(from);
        sum += segment.mass * (from + segment.centre * (to - from));
    }
    let hips = 0.5 * (at(Role::LeftHip)? + at(Role::RightHip)?);
    let shoulders = 0.5 * (at(Role::LeftShoulder)? + at(Role::RightShoulder)?);
    sum += TRUNK * 0.5 * (hips + shoulders);
    sum += HEAD_AND_NECK * at(Role::Head)?;
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::world;
    use crate::testing::{standing, walker};

    #[test]
    fn the_shares_make_a_whole_body() {
        let limbs: f32 = limbs().map(|s| s.mass).sum();
        assert!((limbs + HEAD_AND_NECK + TRUNK - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_standing_body_has_its_centre_between_hips_and_chest_on_the_middle_line() {
        let (skeleton, clip) = standing();
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        world(&skeleton, clip.frame(0), &mut joints);
        let centre = centre_of_mass(&skeleton, &joints).unwrap();
        assert!(centre.x.abs() < 1e-5 && (0.95..1.15).contains(&centre.y), "{centre}");
    }

    #[test]
    fn the_centre_moves_with_the_body() {
        let (skeleton, clip) = walker();
        let by = Transform::new(crate::ground::yaw(1.0), Vec3::new(1.0, 0.5, -2.0));
        let mut joints = vec![Transform::IDENTITY; skeleton.len()];
        world(&skeleton, clip.frame(30), &mut joints);
        let before = centre_of_mass(&skeleton, &joints).unwrap();
        world(&skeleton, clip.clone().moved(by).frame(30), &mut joints);
        let after = centre_of_mass(&skeleton, &joints).unwrap();
        assert!((after - by.point(before)).length() < 1e-5);
    }
}
