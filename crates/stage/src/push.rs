//! How a body gives way to a push that its mind leaves to it.
//!
//! The push gives the parts near the point a velocity that falls off with distance ([`GiveWay`]), and the springs of the
//! offset bring them back while the segment goes on. How fast follows from the impulse: it is shared by the masses of all
//! parts, each counted by how much of the velocity it takes on.

use glam::Vec3;

use crate::impulse::GiveWay;
use crate::view::ActorView;

/// kg, of a person of [`SOME_HEIGHT`]: the adult mean that biomechanics works with.
const MASS: f32 = 70.0;
/// m
const SOME_HEIGHT: f32 = 1.75;
/// 1/m². Half is left at a third of a metre: a push at the chest takes trunk, neck and head along, and no foot.
const FALLOFF: f32 = 6.0;
/// kg. No part that is pushed is lighter: a hand with its forearm.
const LEAST_MASS: f32 = 1.5;
/// m/s. What a part gains at most: with the default spring it goes 11 cm, further than which joints would look torn.
const MOST_SPEED: f32 = 5.0;

/// How a body that stays itself gives way to a push at a point.
pub(crate) fn give_way(me: ActorView<'_>, point: Vec3, impulse: Vec3) -> GiveWay {
    let (rig, world) = (me.rig(), me.world());
    // Mass grows with the square of height, as the body mass index has it.
    let size = rig.height() / SOME_HEIGHT;
    let whole = MASS * size * size;
    let near: f32 = rig
        .capsules()
        .iter()
        .map(|(part, capsule)| {
            let middle = 0.5 * (capsule.from.position(world) + capsule.to.position(world));
            whole * part.mass_share() * libm::expf(-FALLOFF * (middle - point).length_squared())
        })
        .sum();
    // A body without known parts is one lump.
    let mass = if rig.capsules().is_empty() { whole } else { near.max(LEAST_MASS) };
    let velocity = (impulse / mass).clamp_length_max(MOST_SPEED);
    GiveWay { point, velocity, falloff: FALLOFF, arms: true, whole: None, carries: 0.0 }
}
