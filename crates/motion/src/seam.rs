//! A seam: where one motion passes over to another. What is compared there is where the head and the middles and ends of the limbs are,
//! seen from the body, and how they move.

use glam::Vec3;

use crate::{Role, Site, Skeleton};

/// What is compared.
pub const ROLES: [Role; 9] = [
    Role::Head,
    Role::LeftElbow,
    Role::LeftWrist,
    Role::RightElbow,
    Role::RightWrist,
    Role::LeftKnee,
    Role::LeftAnkle,
    Role::RightKnee,
    Role::RightAnkle,
];

/// s. How much a difference in velocity counts: so long at it is a difference in place.
pub const VELOCITY: f32 = 0.1;

/// Of each role where it is, and how it moves.
pub type Features = [[Vec3; 2]; ROLES.len()];

/// Where they are on a skeleton; none of a role that it does not have.
pub fn sites(skeleton: &Skeleton) -> [Option<Site>; ROLES.len()] {
    ROLES.map(|role| skeleton.site(role).ok())
}

/// m: how far apart two are whose velocities are scaled by [`VELOCITY`], in the mean over roles.
pub fn difference(a: &Features, b: &Features) -> f32 {
    let sum: f32 = a.iter().zip(b).map(|(a, b)| (a[0] - b[0]).length() + (a[1] - b[1]).length()).sum();
    sum / ROLES.len() as f32
}
