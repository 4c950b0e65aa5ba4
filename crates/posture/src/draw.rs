//! Draws a body that lies into the first pose of a getting up: by its own muscles, and by soft constraints on all its links.

use footwork_motion::{Skeleton, Transform};
use glam::{Quat, Vec3};

use crate::body::PhysicalBody;
use crate::doll::{Doll, turn_between};
use crate::rise::GettingUp;
use crate::soft::{self, Gains, Target};
use crate::world::Force;

/// As somebody rolls over: in about half a second, and with less than would lift him.
const DRAWN: Gains = Gains { half_life: 0.18, most: 25.0, most_turning: 120.0, carried: 0.0 };

/// The forces and the held pose of a step in which a doll is drawn.
pub fn into(
    getting_up: &GettingUp,
    placed: Transform,
    body: &PhysicalBody,
    skeleton: &Skeleton,
    doll: &mut Doll,
    seconds: f32,
    forces: &mut Vec<Force>,
) {
    // The joints inside links go along.
    let share = 1.0 - libm::expf(-seconds * std::f32::consts::LN_2 / DRAWN.half_life);
    for (joint, (rotation, wanted)) in doll.rotations.iter_mut().zip(&getting_up.pose.rotations).enumerate() {
        let starts = body.links.iter().any(|link| link.joint == joint);
        let inside = !starts && skeleton.ancestors(joint).any(|above| above == body.links[0].joint);
        if inside {
            *rotation = mixed(*rotation, *wanted, share);
        }
    }
    for (number, link) in body.links.iter().enumerate() {
        if let Some(parent) = link.parent {
            let (own, above) = (getting_up.links[number].rotation, getting_up.links[parent].rotation);
            doll.held[number] = (above.conjugate() * own).normalize();
        }
    }
    let targets: Vec<Target> = (0..body.links.len())
        .map(|link| Target {
            link,
            at: placed * getting_up.links[link],
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
        })
        .collect();
    soft::follow(body, doll, &targets, &DRAWN, seconds, forces);
}

/// m, how far links are from the first pose of a getting up, on average.
pub fn off(doll: &Doll, getting_up: &GettingUp, placed: Transform) -> f32 {
    let pairs = doll.links.iter().zip(&getting_up.links);
    let off = pairs.map(|(own, wanted)| {
        let wanted = placed * *wanted;
        // A turn counts by what it moves a third of a metre away.
        let turned = 0.33 * turn_between(own.at.rotation, wanted.rotation).length();
        (own.at.translation - wanted.translation).length().max(turned)
    });
    off.sum::<f32>() / doll.links.len().max(1) as f32
}

fn mixed(a: Quat, b: Quat, share: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a * (1.0 - share) + b * share).normalize()
}
