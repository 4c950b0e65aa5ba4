//! Balls that hit bodies: the way of a ball in a step against every part of every body that is near it.
//!
//! The ball bounces off as from something much heavier, and who is hit is told where, how fast and with what impulse. Unless
//! its mind deals with that, its body gives way as to any push.

use glam::Vec3;

use crate::contact::{Bounds, Placed, overlap};
use crate::event::{Event, Happening, PropHit};
use crate::prop::{Prop, PropMotion};
use crate::rig::Rig;
use crate::state::State;

/// m/s. A ball that is slower lies against somebody, and does not hit him.
const LEAST_SPEED: f32 = 0.3;

/// Lets every ball that flies hit whom it meets in the step to come, and adds the events.
pub(crate) fn find(state: &mut State, rigs: &[std::sync::Arc<Rig>], bounds: &[Bounds], step: f32) {
    for at in 0..state.props.len() {
        let prop = &state.props[at];
        let Some((index, hit, velocity)) = first_hit(state, rigs, bounds, prop, step) else { continue };
        let prop = &mut state.props[at];
        prop.velocity = velocity;
        prop.motion = PropMotion::Flies { thrower: None };
        state.events.push(Event::new(state.ids[index], Happening::PropHit(hit)));
    }
}

/// Whom a ball meets first, where, and how fast it is afterwards.
fn first_hit(
    state: &State,
    rigs: &[std::sync::Arc<Rig>],
    bounds: &[Bounds],
    prop: &Prop,
    step: f32,
) -> Option<(usize, PropHit, Vec3)> {
    let (PropMotion::Flies { thrower }, Some(radius)) = (prop.motion, prop.radius()) else { return None };
    if prop.velocity.length_squared() < LEAST_SPEED * LEAST_SPEED {
        return None;
    }
    let sweep = Placed { a: prop.position, b: prop.position + prop.velocity * step, radius };
    let around = Bounds::of(&sweep);
    let mut first: Option<(f32, usize, PropHit, Vec3)> = None;
    for (index, body) in state.bodies.iter().enumerate() {
        if Some(state.ids[index]) == thrower || !around.meets(&bounds[index]) {
            continue;
        }
        let rig = &rigs[body.rig as usize];
        let joints = body.joints(rig);
        let (world, before) = (&state.world[joints.clone()], &state.world_before[joints]);
        for (part, capsule) in &rig.capsules {
            let placed = Placed::new(capsule, world);
            let Some((_, point, along, share)) = overlap(&sweep, &placed) else { continue };
            if first.is_some_and(|(soonest, ..)| along >= soonest) {
                continue;
            }
            let moved = placed.at(share) - Placed::new(capsule, before).at(share);
            let velocity = prop.velocity - moved / step;
            let Some(out) = (sweep.at(along) - placed.at(share)).try_normalize() else { continue };
            let nears = -velocity.dot(out);
            if nears <= LEAST_SPEED {
                continue;
            }
            let change = out * (nears * (1.0 + prop.material.restitution));
            let impulse = -change * prop.material.mass;
            let hit = PropHit { prop: prop.id, part: *part, point, velocity, impulse };
            first = Some((along, index, hit, prop.velocity + change));
        }
    }
    first.map(|(_, index, hit, velocity)| (index, hit, velocity))
}
