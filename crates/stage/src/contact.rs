//! Touch: bodies as capsules, and where two of them meet.
//!
//! Two capsules touch where the segments in their middle come nearer than their radii: Ericson, *Real-Time Collision
//! Detection*, 5.1.9. By hand, in 30 lines, rather than by parry3d: nothing else of it is needed at run time, and so
//! the stage stays free of nalgebra, and its bits of another crate's.

use footwork_annotate::Limb;
use footwork_motion::{Role, Site, Skeleton, Transform};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use wide::f32x4;

use crate::stage::ActorId;

/// What a body is made of, to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum BodyPart {
    Pelvis,
    Chest,
    Head,
    LeftUpperArm,
    LeftForearm,
    LeftHand,
    RightUpperArm,
    RightForearm,
    RightHand,
    LeftThigh,
    LeftShin,
    LeftFoot,
    RightThigh,
    RightShin,
    RightFoot,
}

impl BodyPart {
    /// The share of a body's mass that a part has: Winter, *Biomechanics and Motor Control of Human Movement*, with abdomen and
    /// pelvis as one, and thorax with the shoulders.
    pub(crate) fn mass_share(self) -> f32 {
        use BodyPart::*;
        match self {
            Pelvis => 0.281,
            Chest => 0.216,
            Head => 0.081,
            LeftUpperArm | RightUpperArm => 0.028,
            LeftForearm | RightForearm => 0.016,
            LeftHand | RightHand => 0.006,
            LeftThigh | RightThigh => 0.1,
            LeftShin | RightShin => 0.0465,
            LeftFoot | RightFoot => 0.0145,
        }
    }

    pub(crate) fn is_of_arm(self) -> bool {
        use BodyPart::*;
        matches!(self, LeftUpperArm | RightUpperArm | LeftForearm | RightForearm | LeftHand | RightHand)
    }
}

/// How many parts there are.
pub(crate) const PART_COUNT: usize = 15;

/// Each part: between which roles, and its radius as a share of the body's height. Estimated from
/// photographs; trunks are wider than deep, so that theirs is a mean.
const PARTS: [(BodyPart, Role, Role, f32); PART_COUNT] = [
    (BodyPart::Pelvis, Role::Hips, Role::Chest, 0.075),
    (BodyPart::Chest, Role::Chest, Role::Neck, 0.08),
    (BodyPart::Head, Role::Head, Role::Head, 0.06),
    (BodyPart::LeftUpperArm, Role::LeftShoulder, Role::LeftElbow, 0.028),
    (BodyPart::LeftForearm, Role::LeftElbow, Role::LeftWrist, 0.023),
    (BodyPart::LeftHand, Role::LeftWrist, Role::LeftHand, 0.025),
    (BodyPart::RightUpperArm, Role::RightShoulder, Role::RightElbow, 0.028),
    (BodyPart::RightForearm, Role::RightElbow, Role::RightWrist, 0.023),
    (BodyPart::RightHand, Role::RightWrist, Role::RightHand, 0.025),
    (BodyPart::LeftThigh, Role::LeftHip, Role::LeftKnee, 0.045),
    (BodyPart::LeftShin, Role::LeftKnee, Role::LeftAnkle, 0.032),
    (BodyPart::LeftFoot, Role::LeftAnkle, Role::LeftToe, 0.025),
    (BodyPart::RightThigh, Role::RightHip, Role::RightKnee, 0.045),
    (BodyPart::RightShin, Role::RightKnee, Role::RightAnkle, 0.032),
    (BodyPart::RightFoot, Role::RightAnkle, Role::RightToe, 0.025),
];

/// A part of a body: everything within a radius of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Where the line begins.
    pub from: Site,
    /// Where it ends.
    pub to: Site,
    /// m
    pub radius: f32,
}

/// The parts of a body that has the roles for them.
pub(crate) fn capsules(skeleton: &Skeleton, height: f32) -> Vec<(BodyPart, Capsule)> {
    let site = |role| skeleton.site(role).ok();
    let parts = PARTS.into_iter().filter_map(|(part, from, to, share)| {
        let (from, mut to) = (site(from)?, site(to).or_else(|| site(from))?);
        if part == BodyPart::Head
            && let Some(end) = skeleton.ends().iter().find(|end| end.joint == to.joint)
        {
            // The crown is the head's radius above the middle of the skull.
            to.offset = end.offset * 0.5;
        }
        Some((part, Capsule { from, to, radius: share * height }))
    });
    parts.collect()
}

/// The ends of all parts, each once, with the largest radius around it: what a box around the body has to hold. Most are
/// joints, and kept apart, for a step goes through all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hull {
    joints: Vec<(u32, f32)>,
    others: Vec<(Site, f32)>,
}

pub(crate) fn hull(capsules: &[(BodyPart, Capsule)]) -> Hull {
    let mut all: Vec<(Site, f32)> = Vec::new();
    for (_, capsule) in capsules {
        for end in [capsule.from, capsule.to] {
            match all.iter_mut().find(|(site, _)| *site == end) {
                Some((_, radius)) => *radius = radius.max(capsule.radius),
                None => all.push((end, capsule.radius)),
            }
        }
    }
    let (joints, others): (Vec<_>, _) = all.into_iter().partition(|(site, _)| site.offset == Vec3::ZERO);
    Hull { joints: joints.into_iter().map(|(site, radius)| (site.joint as u32, radius)).collect(), others }
}

/// The point that strikes and its radius as a share of the body's height.
pub(crate) fn striker(skeleton: &Skeleton, limb: Limb) -> Option<(Site, f32)> {
    let (role, spare, share) = match limb {
        Limb::LeftHand => (Role::LeftHand, Role::LeftWrist, 0.025),
        Limb::RightHand => (Role::RightHand, Role::RightWrist, 0.025),
        Limb::LeftElbow => (Role::LeftElbow, Role::LeftElbow, 0.028),
        Limb::RightElbow => (Role::RightElbow, Role::RightElbow, 0.028),
        Limb::LeftKnee => (Role::LeftKnee, Role::LeftKnee, 0.04),
        Limb::RightKnee => (Role::RightKnee, Role::RightKnee, 0.04),
        Limb::LeftFoot => (Role::LeftToe, Role::LeftAnkle, 0.03),
        Limb::RightFoot => (Role::RightToe, Role::RightAnkle, 0.03),
    };
    skeleton.site(role).or_else(|_| skeleton.site(spare)).ok().map(|site| (site, share))
}

/// Two bodies that touch: where they are deepest in each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The two, the lower number first.
    pub actors: [ActorId; 2],
    /// What of each.
    pub parts: [BodyPart; 2],
    /// m, in the world, in the middle of where they overlap.
    pub point: Vec3,
    /// m, how far they overlap.
    pub depth: f32,
    /// m/s, how the second's part goes, seen from the first's.
    pub velocity: Vec3,
}

/// A capsule in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    pub a: Vec3,
    pub b: Vec3,
    pub radius: f32,
}

impl Placed {
    pub const NOWHERE: Placed = Placed { a: Vec3::ZERO, b: Vec3::ZERO, radius: 0.0 };

    #[inline]
    pub fn new(capsule: &Capsule, world: &[Transform]) -> Placed {
        Placed { a: capsule.from.position(world), b: capsule.to.position(world), radius: capsule.radius }
    }

    pub fn at(&self, share: f32) -> Vec3 {
        self.a + (self.b - self.a) * share
    }
}

/// Where two segments are nearest: how far along each, from 0 to 1.
pub(crate) fn nearest(p: &Placed, q: &Placed) -> (f32, f32) {
    const POINT: f32 = 1e-10;
    let (d1, d2, r) = (p.b - p.a, q.b - q.a, p.a - q.a);
    let (a, e, f) = (d1.length_squared(), d2.length_squared(), d2.dot(r));
    if a <= POINT {
        return (0.0, if e <= POINT { 0.0 } else { (f / e).clamp(0.0, 1.0) });
    }
    let c = d1.dot(r);
    if e <= POINT {
        return ((-c / a).clamp(0.0, 1.0), 0.0);
    }
    let b = d1.dot(d2);
    let square = a * e - b * b;
    // Parallel segments are nearest all along: any start will do.
    let s = if square > 1e-6 * a * e { ((b * f - c * e) / square).clamp(0.0, 1.0) } else { 0.0 };
    let t = (b * s + f) / e;
    if t < 0.0 {
        ((-c / a).clamp(0.0, 1.0), 0.0)
    } else if t > 1.0 {
        (((b - c) / a).clamp(0.0, 1.0), 1.0)
    } else {
        (s, t)
    }
}

/// How far two capsules overlap, and where; none if they do not.
pub(crate) fn overlap(p: &Placed, q: &Placed) -> Option<(f32, Vec3, f32, f32)> {
    let (s, t) = nearest(p, q);
    let (on_p, on_q) = (p.at(s), q.at(t));
    let distance_squared = (on_q - on_p).length_squared();
    let reach = p.radius + q.radius;
    if distance_squared.is_nan() || distance_squared >= reach * reach {
        return None;
    }
    let depth = reach - distance_squared.sqrt();
    // Between the two surfaces.
    let normal = (on_q - on_p).normalize_or_zero();
    let point = 0.5 * ((on_p + normal * p.radius) + (on_q - normal * q.radius));
    Some((depth, point, s, t))
}

/// A box around a body: what does not meet it cannot touch the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: Vec3,
    pub high: Vec3,
}

impl Bounds {
    pub const NOTHING: Bounds = Bounds { low: Vec3::INFINITY, high: Vec3::NEG_INFINITY };

    /// Around spheres.
    pub fn around(hull: &Hull, world: &[Transform]) -> Bounds {
        // A joint's place is read with the number before it, so that four are read at once.
        let (mut low, mut high) = (f32x4::splat(f32::INFINITY), f32x4::splat(f32::NEG_INFINITY));
        let mut hold = |Vec3 { x, y, z }: Vec3, before: f32, radius: f32| {
            let (at, radius) = (f32x4::new([before, x, y, z]), f32x4::splat(radius));
            low = low.fast_min(at - radius);
            high = high.fast_max(at + radius);
        };
        for &(joint, radius) in &hull.joints {
            let Transform { rotation, translation } = world[joint as usize];
            hold(translation, rotation.w, radius);
        }
        hull.others.iter().for_each(|(site, radius)| hold(site.position(world), 0.0, *radius));
        let [low, high] = [low, high].map(|corner| {
            let [_, x, y, z] = corner.to_array();
            Vec3::new(x, y, z)
        });
        Bounds { low, high }
    }

    pub fn of(placed: &Placed) -> Bounds {
        Bounds { low: placed.a.min(placed.b) - placed.radius, high: placed.a.max(placed.b) + placed.radius }
    }

    pub fn meets(&self, other: &Bounds) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-1.0_f32..1.0).prop_map(Vec3::from)
    }

    proptest! {
        #[test]
        fn no_other_points_of_two_segments_are_nearer(a in point(), b in point(), c in point(), d in point()) {
            let (p, q) = (Placed { a, b, radius: 0.1 }, Placed { a: c, b: d, radius: 0.1 });
            let (s, t) = nearest(&p, &q);
            let found = (p.at(s) - q.at(t)).length();
            for i in 0..=20 {
                for j in 0..=20 {
                    let other = (p.at(i as f32 / 20.0) - q.at(j as f32 / 20.0)).length();
                    prop_assert!(found <= other + 1e-4, "{found} {other}");
                }
            }
        }
    }

    #[test]
    fn segments_that_are_points_or_parallel_have_a_nearest_too() {
        let point = |x: f32| Placed { a: Vec3::X * x, b: Vec3::X * x, radius: 0.3 };
        let line = Placed { a: Vec3::ZERO, b: Vec3::Y, radius: 0.3 };
        assert!(overlap(&point(0.0), &point(0.5)).is_some_and(|(depth, ..)| (depth - 0.1).abs() < 1e-6));
        assert!(overlap(&point(0.7), &line).is_none());
        let beside = Placed { a: Vec3::new(0.5, 2.0, 0.0), b: Vec3::new(0.5, -1.0, 0.0), radius: 0.3 };
        assert!(overlap(&beside, &line).is_some_and(|(depth, ..)| (depth - 0.1).abs() < 1e-6));
        assert!(overlap(&line, &line).is_some_and(|(_, point, ..)| point.is_finite()));
    }
}
