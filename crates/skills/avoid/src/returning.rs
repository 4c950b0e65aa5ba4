//! Going back: who has stepped aside goes back to where he stood, by the steps that he knows, when nothing comes.
//!
//! Past the paper, whose character stays wherever avoidances take it. A quick step does not come back by itself; another one,
//! played the other way, does. Of all avoidances that the body can pass over to, each turned a little, the one is taken that leaves it
//! nearest to its place; none, if that is hardly nearer.

use footwork_motion::Transform;
use footwork_stage::{ActorView, StageView};
use glam::{Quat, Vec2, Vec3};

use crate::dodger::Dodger;
use crate::memory::Memory;
use crate::path::{Doing, World};

/// Ticks. So often somebody who stands thinks of going back.
const EVERY: u64 = 24;
/// rad, by how much a step is turned on the ground: what the offset takes up and nobody sees.
const TURNS: [f32; 5] = [0.0, 0.15, -0.15, 0.3, -0.3];
/// m for each radian: facing another way than at first is as bad as being so far off.
const FACING: f32 = 0.4;
/// m. A step that gains less is not worth it.
const GAIN: f32 = 0.12;
/// m of a transition's cost for each metre: a rough way into a step is as bad as being further off.
const ROUGH: f32 = 0.6;

/// Keeps in mind where somebody stands at first.
pub(crate) fn remember(memory: &mut Memory, me: &ActorView<'_>) {
    if memory.at_home == 0 {
        let frame = me.frame();
        let facing = frame.rotation * Vec3::Z;
        memory.home = [frame.translation.x, frame.translation.z, facing.x, facing.z];
        memory.at_home = 1;
    }
}

/// Whether it is a moment to think of going back.
pub(crate) fn is_time(dodger: &Dodger, me: &ActorView<'_>, stage: &StageView<'_>) -> bool {
    dodger.settings.returns > 0.0 && (stage.tick() + u64::from(me.id().0) * 7).is_multiple_of(EVERY)
}

/// m, how far off a place is, counting how it faces.
fn off(place: Transform, [x, z, ahead_x, ahead_z]: [f32; 4]) -> (f32, f32) {
    let at = Vec2::new(place.translation.x - x, place.translation.z - z).length();
    let facing = place.rotation * Vec3::Z;
    let angle = libm::acosf((facing.x * ahead_x + facing.z * ahead_z).clamp(-1.0, 1.0));
    (at, at + FACING * angle)
}

/// The entry of the step that brings a body nearest to its place, and where its take is to be; none if it is near enough, or
/// nothing helps.
pub(crate) fn step(world: &World<'_>, doing: &Doing, home: [f32; 4]) -> Option<(u32, Transform)> {
    let (away, now) = off(doing.frame, home);
    if !now.is_finite() || (away < world.settings.returns && now - away < FACING * 0.6) {
        return None;
    }
    let node = world.tables.node_at(doing.take, doing.time)?;
    let reach = world.tables.reach_of(node);
    let mut best = (now - GAIN, None);
    for number in 0..world.tables.entries.len() {
        if reach.get(number / 64).is_none_or(|bits| bits >> (number % 64) & 1 == 0) {
            continue;
        }
        let Some((entry, avoidance)) = world.entry(number as u32) else { continue };
        let first = world.rig.ground(avoidance.take, f64::from(entry.first)).unwrap_or_default();
        let last = world.rig.ground(avoidance.take, f64::from(avoidance.end)).unwrap_or_default();
        let rough = ROUGH * world.tables.cost(node, number);
        for turn in TURNS {
            let half = 0.5 * turn;
            let yaw = Quat::from_xyzw(0.0, libm::sinf(half), 0.0, libm::cosf(half));
            let placed = Transform { rotation: doing.frame.rotation * yaw, ..doing.frame } * first.inverse();
            let (_, then) = off(placed * last, home);
            if then + rough < best.0 {
                best = (then + rough, Some((number as u32, placed)));
            }
        }
    }
    best.1
}
