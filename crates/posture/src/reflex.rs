//! The protective reflex: who falls brings the arms between the trunk and the floor, and the chin to the chest.
//!
//! Hands are drawn to where the chest is about to land, by forces that the chest takes up: a body cannot push itself about in
//! the air. They stop when the hand is at the floor or the fall is over.

use footwork_motion::Role;
use glam::Vec3;

use crate::body::{PhysicalBody, turn};
use crate::doll::Doll;
use crate::world::Force;

/// m/s. A chest that comes down faster falls. Who sits down quickly has 0.5.
const FALLS: f32 = 0.6;
/// N. What an arm is brought ahead with: enough to lift a hand of 4 kg with its arm against gravity and as much again.
const ARM: f32 = 80.0;
/// m. Hands are held so far ahead of the chest's way, and apart.
const AHEAD: f32 = 0.35;
const APART: f32 = 0.2;
/// rad. How far the chin goes to the chest.
const CHIN: f32 = 0.7;
/// m. Distance at which the pull on a hand begins to slacken.
const SLACKENS: f32 = 0.2;
/// s/m. The pull is taken back where the hand is fast already.
const DAMPS: f32 = 0.15;

/// Whether a body is falling.
pub fn falls(body: &PhysicalBody, doll: &Doll) -> bool {
    let chest = body.find(Role::Chest).unwrap_or(0);
    doll.links.get(chest).is_some_and(|state| state.velocity.y < -FALLS)
}

/// The forces of arms that are brought ahead in a fall.
pub fn brace(body: &PhysicalBody, doll: &Doll, out: &mut Vec<Force>) {
    let chest = body.find(Role::Chest).unwrap_or(0);
    let (Some(trunk), Some(state)) = (body.links.get(chest), doll.links.get(chest)) else { return };
    let middle = state.at.point(trunk.centre);
    let direction = state.velocity.normalize_or(Vec3::NEG_Y);
    let left = state.at.rotation * trunk.axes * Vec3::X;
    for (role, side) in [(Role::LeftWrist, 1.0), (Role::RightWrist, -1.0)] {
        let Some(hand) = body.find(role) else { continue };
        let own = &doll.links[hand];
        let at = own.at.point(body.links[hand].centre);
        if at.y < 2.0 * body.links[hand].radius {
            continue;
        }
        let mut wanted = middle + AHEAD * direction + APART * side * left;
        wanted.y = wanted.y.max(body.links[hand].radius);
        let slack = (wanted - at).clamp_length_max(SLACKENS) / SLACKENS;
        let force = (slack - DAMPS * (own.velocity - state.velocity)).clamp_length_max(1.0) * ARM;
        out.push(Force { link: hand, force, torque: Vec3::ZERO });
        out.push(Force { link: chest, force: -force, torque: Vec3::ZERO });
    }
}

/// Has the muscles of the neck hold the chin to the chest.
pub fn tuck(body: &PhysicalBody, doll: &mut Doll) {
    let Some(neck) = body.find(Role::Neck) else { return };
    let link = &body.links[neck];
    // About the left-to-right axis: a neck's middle is upright.
    let tucked = link.middle * turn(Vec3::X, CHIN) * link.axes.conjugate();
    doll.held[neck] = tucked.normalize();
}
