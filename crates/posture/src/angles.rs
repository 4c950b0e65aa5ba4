//! How far a joint is bent, in angles that stay meaningful far from straight, and the axes about which they change.
//!
//! Knees and elbows are measured as the clinic does (Grood and Suntay 1983): flexion about the parent's X, then abduction, then
//! the turn about the part's own length. Its axes are at right angles only while there is hardly any abduction; a hip that is
//! spread would turn as it is bent. So all other joints are measured by how far they swing, in an ellipse, and how far they turn.

use glam::{Mat3, Quat, Vec3};

use crate::body::turn;
use crate::doll::turn_between;

/// How a joint's range is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Flexion, turn and abduction, each with its own range.
    Hinged,
    /// A swing within an ellipse, and a turn.
    Ball,
}

/// A joint's angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Angles {
    /// The axes about which they change, in the world: X, Y and Z are at right angles.
    pub axes: Quat,
    /// rad, about those axes.
    pub now: [f32; 3],
    /// rad, how far each may go.
    pub range: [[f32; 2]; 3],
}

impl Angles {
    /// Of a joint whose middle is `middle` and whose part is turned so, both in the world.
    pub fn new(kind: Kind, range: [[f32; 2]; 3], middle: Quat, own: Quat) -> Angles {
        match kind {
            Kind::Hinged => hinged(range, middle, own),
            Kind::Ball => ball(range, middle, own),
        }
    }

    /// rad, how far it is beyond its range at most; 0 within it.
    pub fn excess(&self) -> f32 {
        let beyond = |(now, [from, to]): (&f32, &[f32; 2])| (now - to).max(from - now);
        self.now.iter().zip(&self.range).map(beyond).fold(0.0, f32::max)
    }
}

/// About this much of abduction a flexion means nothing any more.
const UPRIGHT: f32 = 1e-4;

fn hinged(range: [[f32; 2]; 3], middle: Quat, own: Quat) -> Angles {
    // The part's length, as its parent's middle sees it: straight is Y.
    let along = middle.conjugate() * (own * Vec3::Y);
    let flexion = if along.y.abs() + along.z.abs() > UPRIGHT { libm::atan2f(along.z, along.y) } else { 0.0 };
    let abduction = libm::asinf((-along.x).clamp(-1.0, 1.0));
    let untwisted = middle * turn(Vec3::X, flexion) * turn(Vec3::Z, abduction);
    let twist = turn_between(untwisted, own).dot(own * Vec3::Y);
    // X follows the flexion, so that Z is the axis of the abduction.
    Angles { axes: untwisted, now: [flexion, twist, abduction], range }
}

fn ball(range: [[f32; 2]; 3], middle: Quat, own: Quat) -> Angles {
    let (straight, along) = (middle * Vec3::Y, own * Vec3::Y);
    let axis = straight.cross(along);
    let swing = libm::atan2f(axis.length(), straight.dot(along));
    let axis = axis.try_normalize().unwrap_or(middle * Vec3::X);
    let twist = turn_between(turn(axis, swing) * middle, own).dot(along);
    // How far the ellipse goes that way.
    let local = middle.conjugate() * axis;
    let share = |part: f32, [from, to]: [f32; 2]| part / if part < 0.0 { -from } else { to };
    let (x, z) = (share(local.x, range[0]), share(local.z, range[2]));
    let most = 1.0 / (x * x + z * z).sqrt().max(0.1);
    let axes = Quat::from_mat3(&Mat3::from_cols(axis, along, axis.cross(along)));
    Angles {
        axes: axes.normalize(),
        now: [swing, twist, 0.0],
        range: [[-most, most], range[1], [-FREE, FREE]],
    }
}

/// rad. Wide enough never to be reached.
const FREE: f32 = 1.0;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide() -> [[f32; 2]; 3] {
        [[-3.0, 3.0]; 3]
    }

    proptest! {
        #[test]
        fn a_hinged_joint_is_measured_at_the_angles_it_was_bent_by(
            flexion in -2.5_f32..2.5, abduction in -1.2_f32..1.2, twist in -2.0_f32..2.0, seat in -3.0_f32..3.0,
        ) {
            let middle = turn(Vec3::Y, seat) * turn(Vec3::X, 0.3);
            let own = middle * turn(Vec3::X, flexion) * turn(Vec3::Z, abduction) * turn(Vec3::Y, twist);
            let found = Angles::new(Kind::Hinged, wide(), middle, own).now;
            for (found, wanted) in found.iter().zip([flexion, twist, abduction]) {
                prop_assert!((found - wanted).abs() < 2e-3, "{found} {wanted}");
            }
        }

        #[test]
        fn turning_about_an_axis_changes_its_own_angle_and_hardly_the_others(
            flexion in -1.5_f32..1.5, abduction in -0.4_f32..0.4, twist in -1.0_f32..1.0, kind in 0_usize..2,
        ) {
            let kind = [Kind::Hinged, Kind::Ball][kind];
            let middle = turn(Vec3::Y, 0.4);
            let own = middle * turn(Vec3::X, flexion) * turn(Vec3::Z, abduction) * turn(Vec3::Y, twist);
            let before = Angles::new(kind, wide(), middle, own);
            prop_assume!(kind == Kind::Hinged || before.now[0] > 0.2);
            let small = 0.01;
            for (at, axis) in [Vec3::X, Vec3::Y].into_iter().enumerate() {
                let after = Angles::new(kind, wide(), middle, turn(before.axes * axis, small) * own);
                let change = after.now[at] - before.now[at];
                prop_assert!((change - small).abs() < 0.2 * small, "{at}: {change}");
            }
        }
    }
}
