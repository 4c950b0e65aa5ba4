//! What somebody's body does to those whom it runs into or falls on: a push by what it weighs and how fast it comes.
//!
//! Others are in a physical body's way as if they were walls ([`around`](crate::around)), and the solver says what it gave to them.
//! Of that counts what two bodies would exchange that both give way, J·m₂/(m₁ + m₂), less what merely leans or lies on somebody,
//! and never more than the body moves with: muscles that press against somebody push nobody over.

use footwork_stage::{ActorId, Happening, PhysicalBodies};
use glam::Vec3;

use crate::body::{self, PhysicalBody};
use crate::doll::Doll;
use crate::world::Pressed;

/// m/s². The weight of a body, carried by somebody: so much more is a push.
const WEIGHT: f32 = 9.81;
/// N·s. Less is not felt: a hand that is put on somebody.
const LEAST: f32 = 1.0;

/// kg·m/s, all that a body moves with.
pub fn momentum(body: &PhysicalBody, doll: &Doll) -> Vec3 {
    body.links.iter().zip(&doll.links).map(|(link, state)| link.mass * state.velocity).sum()
}

/// Tells everybody who was pushed in a step, by a body that had so much momentum before it.
pub fn tell(
    bodies: &mut PhysicalBodies<'_>,
    by: ActorId,
    own: &PhysicalBody,
    momentum: Vec3,
    pressed: &mut [Pressed],
    seconds: f32,
) {
    // Stable: of one actor they stay in the solver's order.
    pressed.sort_by_key(|one| one.whom);
    for all in pressed.chunk_by(|a, b| a.whom == b.whom) {
        let whom = all[0].whom;
        let impulse: Vec3 = all.iter().map(|one| one.impulse).sum();
        let size: f32 = all.iter().map(|one| one.impulse.length()).sum();
        let Some(direction) = impulse.try_normalize() else { continue };
        let point = all.iter().map(|one| one.impulse.length() * one.point).sum::<Vec3>() / size;
        let Some((mass, velocity)) = other(bodies, whom, seconds) else { continue };
        let comes = (momentum - own.mass * velocity).dot(direction).max(0.0);
        let more = (impulse.length() - own.mass * WEIGHT * seconds).min(comes);
        let given = direction * (more * mass / (mass + own.mass));
        if more > 0.0 && given.is_finite() && given.length() > LEAST {
            bodies.tell(whom, Happening::Bumped { by, point, impulse: given });
        }
    }
}

/// kg and m/s: what somebody weighs, and how fast he goes.
fn other(bodies: &PhysicalBodies<'_>, whom: ActorId, seconds: f32) -> Option<(f32, Vec3)> {
    let mass = body::mass_of(bodies.rig(whom)?);
    let root = |world: &[footwork_motion::Transform]| world.first().map(|root| root.translation);
    // Who is given his pose is shown after this.
    let moved = match bodies.is_given(whom) {
        true => Vec3::ZERO,
        false => root(bodies.now(whom)?)? - root(bodies.shown(whom)?)?,
    };
    Some((mass, moved / seconds.max(1e-4)))
}
