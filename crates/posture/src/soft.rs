//! Soft constraints: where links should be, followed by bounded PD forces and torques.
//!
//! Shum's thesis, appendix A.2 and A.4: F = Ke (target − current) + Kd (target' − current') for places (A.1), the same for turns
//! (A.2), both bounded. Departures: gains are a half-life, that of a critically damped spring, and scale with a link's mass, so
//! that they mean the same for a hand and a thigh; the spring is taken at the end of the step (implicitly), so that no gain is
//! too high for a step; and bounds are accelerations.

use footwork_motion::Transform;
use glam::{Mat3, Vec3};

use crate::body::PhysicalBody;
use crate::doll::{Doll, turn_between};
use crate::world::Force;

/// How hard a body follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// s. After this long half of the way is left, for a link that is free.
    pub half_life: f32,
    /// m/s². More force than gives a link this is not used.
    pub most: f32,
    /// rad/s². The same for turning.
    pub most_turning: f32,
    /// From 0 to 1: how much of its weight is carried, as by legs that the targets stand on.
    pub carried: f32,
}

impl Gains {
    /// The same with so much of it, from 1 down: slower and weaker, but what carries the weight.
    pub fn softened(self, share: f32) -> Gains {
        let (half_life, most) = (self.half_life / share.max(0.01), self.most * share);
        Gains { half_life, most, most_turning: self.most_turning * share, ..self }
    }
}

/// Where a link should be at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Which link.
    pub link: usize,
    /// Its frame.
    pub at: Transform,
    /// m/s, of its centre of mass.
    pub velocity: Vec3,
    /// rad/s
    pub spin: Vec3,
}

/// The natural frequency of a critically damped spring is this over its half-life: the root of (1 + x) exp(−x) = ½.
const HALVES: f32 = 1.678_347;
/// m/s²
const GRAVITY: f32 = 9.81;
/// s. A half-life is not taken shorter: within a step, nothing can follow.
const SHORTEST: f32 = 0.005;

/// m/s², what takes something a way with a half-life (equation A.1, over its mass): it has one velocity and wants another. Never
/// more than `most`.
pub fn pull(half_life: f32, off: Vec3, velocity: Vec3, wanted: Vec3, most: f32, seconds: f32) -> Vec3 {
    let stiff = HALVES / half_life.max(SHORTEST);
    let (spring, damper) = (stiff * stiff, 2.0 * stiff);
    let implicit = 1.0 / (1.0 + damper * seconds + spring * seconds * seconds);
    let pulled = ((off - velocity * seconds) * spring + (wanted - velocity) * damper) * implicit;
    pulled.clamp_length_max(most)
}

/// The forces that take a doll's links to their targets in a step of so many seconds. Targets that are no numbers are none.
pub fn follow(
    body: &PhysicalBody,
    doll: &Doll,
    targets: &[Target],
    gains: &Gains,
    seconds: f32,
    out: &mut Vec<Force>,
) {
    let pull = |off: Vec3, velocity: Vec3, wanted: Vec3, most: f32| {
        pull(gains.half_life, off, velocity, wanted, most, seconds)
    };
    for target in targets {
        let (Some(link), Some(state)) = (body.links.get(target.link), doll.links.get(target.link)) else {
            continue;
        };
        let off = target.at.point(link.centre) - state.at.point(link.centre);
        let turn = turn_between(state.at.rotation, target.at.rotation);
        let faster = pull(off, state.velocity, target.velocity, gains.most);
        let turning = pull(turn, state.spin, target.spin, gains.most_turning);
        if !(faster.is_finite() && turning.is_finite()) {
            continue;
        }
        let axes = Mat3::from_quat(state.at.rotation * link.axes);
        let inertia = axes * Mat3::from_diagonal(link.inertia) * axes.transpose();
        let up = Vec3::Y * (GRAVITY * gains.carried.clamp(0.0, 1.0));
        out.push(Force { link: target.link, force: link.mass * (faster + up), torque: inertia * turning });
    }
}
