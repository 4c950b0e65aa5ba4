//! Roles: what a joint is for, so that code asks for a left ankle and never for a name.

use std::fmt;

use glam::Vec3;

pub(crate) mod find;

use crate::transform::Transform;

/// What a joint is for. A limb's roles are its joints from the trunk outwards; `Hips` is the pelvis,
/// `LeftHip` the joint where the left thigh begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Hips,
    Spine,
    Chest,
    Neck,
    Head,
    LeftShoulder,
    LeftElbow,
    LeftWrist,
    LeftHand,
    RightShoulder,
    RightElbow,
    RightWrist,
    RightHand,
    LeftHip,
    LeftKnee,
    LeftAnkle,
    LeftToe,
    RightHip,
    RightKnee,
    RightAnkle,
    RightToe,
}

/// The left or the right half of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Left, then right.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// Shoulder, elbow, wrist, hand.
    pub fn arm(self) -> [Role; 4] {
        match self {
            Side::Left => [Role::LeftShoulder, Role::LeftElbow, Role::LeftWrist, Role::LeftHand],
            Side::Right => [Role::RightShoulder, Role::RightElbow, Role::RightWrist, Role::RightHand],
        }
    }

    /// Hip, knee, ankle, toe.
    pub fn leg(self) -> [Role; 4] {
        match self {
            Side::Left => [Role::LeftHip, Role::LeftKnee, Role::LeftAnkle, Role::LeftToe],
            Side::Right => [Role::RightHip, Role::RightKnee, Role::RightAnkle, Role::RightToe],
        }
    }
}

const NAMES: [&str; Role::COUNT] = [
    "hips",
    "spine",
    "chest",
    "neck",
    "head",
    "left_shoulder",
    "left_elbow",
    "left_wrist",
    "left_hand",
    "right_shoulder",
    "right_elbow",
    "right_wrist",
    "right_hand",
    "left_hip",
    "left_knee",
    "left_ankle",
    "left_toe",
    "right_hip",
    "right_knee",
    "right_ankle",
    "right_toe",
];

impl Role {
    /// How many roles there are.
    pub const COUNT: usize = 21;

    /// Every role, trunk first, then arms, then legs.
    pub const ALL: [Role; Role::COUNT] = [
        Role::Hips,
        Role::Spine,
        Role::Chest,
        Role::Neck,
        Role::Head,
        Role::LeftShoulder,
        Role::LeftElbow,
        Role::LeftWrist,
        Role::LeftHand,
        Role::RightShoulder,
        Role::RightElbow,
        Role::RightWrist,
        Role::RightHand,
        Role::LeftHip,
        Role::LeftKnee,
        Role::LeftAnkle,
        Role::LeftToe,
        Role::RightHip,
        Role::RightKnee,
        Role::RightAnkle,
        Role::RightToe,
    ];

    /// The name used in files and reports: `left_ankle`.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The same role on the other side; the trunk's roles are their own mirror image.
    pub fn mirrored(self) -> Role {
        use Role::*;
        match self {
            Hips | Spine | Chest | Neck | Head => self,
            LeftShoulder => RightShoulder,
            LeftElbow => RightElbow,
            LeftWrist => RightWrist,
            LeftHand => RightHand,
            RightShoulder => LeftShoulder,
            RightElbow => LeftElbow,
            RightWrist => LeftWrist,
            RightHand => LeftHand,
            LeftHip => RightHip,
            LeftKnee => RightKnee,
            LeftAnkle => RightAnkle,
            LeftToe => RightToe,
            RightHip => LeftHip,
            RightKnee => LeftKnee,
            RightAnkle => LeftAnkle,
            RightToe => LeftToe,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().replace('_', " "))
    }
}

/// A point that is fixed to a joint. Most roles are a joint's own origin; a hand without finger joints, or
/// toes that are only an end site, are a point away from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// Index of the joint.
    pub joint: usize,
    /// m, in the joint's frame.
    pub offset: Vec3,
}

impl Site {
    /// Where the point is, given where the joints are.
    #[inline]
    pub fn position(self, world: &[Transform]) -> Vec3 {
        let joint = &world[self.joint];
        // Most are a joint's own place, which needs no turning.
        if self.offset == Vec3::ZERO { joint.translation } else { joint.point(self.offset) }
    }
}

/// A body lacks a joint that is needed for what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this body has no {0} that Footwork could find; name it in a roles file (--roles)")]
pub struct MissingRole(pub Role);

/// Which joint plays which role.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Roles {
    sites: [Option<Site>; Role::COUNT],
}

impl Roles {
    /// The point that plays a role, if the body has one.
    #[inline]
    pub fn get(&self, role: Role) -> Option<Site> {
        self.sites[role as usize]
    }

    /// The point that plays a role, or the error that says which one is missing.
    pub fn require(&self, role: Role) -> Result<Site, MissingRole> {
        self.get(role).ok_or(MissingRole(role))
    }

    /// The points that play some roles, or the error that says which one is missing.
    pub fn require_all<const N: usize>(&self, roles: [Role; N]) -> Result<[Site; N], MissingRole> {
        let mut sites = [Site { joint: 0, offset: Vec3::ZERO }; N];
        for (site, role) in sites.iter_mut().zip(roles) {
            *site = self.require(role)?;
        }
        Ok(sites)
    }

    /// Gives a role to a point, in place of what had it.
    pub fn set(&mut self, role: Role, site: Site) {
        self.sites[role as usize] = Some(site);
    }

    /// The roles nothing plays.
    pub fn missing(&self) -> impl Iterator<Item = Role> + '_ {
        Role::ALL.into_iter().filter(|&role| self.get(role).is_none())
    }

    /// The role to name a joint by: the innermost one whose point is the joint's own origin, or else any of it.
    pub fn of_joint(&self, joint: usize) -> Option<Role> {
        let played =
            || Role::ALL.into_iter().filter(|&role| self.get(role).is_some_and(|s| s.joint == joint));
        played()
            .find(|&role| self.get(role).is_some_and(|s| s.offset == Vec3::ZERO))
            .or_else(|| played().next())
    }

    /// The same roles with every offset scaled, for a body whose unit changes.
    pub(crate) fn map_offsets(&mut self, change: impl Fn(Vec3) -> Vec3) {
        for site in self.sites.iter_mut().flatten() {
            site.offset = change(site.offset);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back_to_their_role() {
        for role in Role::ALL {
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
    }

    #[test]
    fn mirroring_twice_gives_the_same_role() {
        for role in Role::ALL {
            assert_eq!(role.mirrored().mirrored(), role);
            assert_eq!(role.mirrored() == role, !role.name().contains('_'));
        }
    }
}
