//! What is in hands: where a box is that one or two people carry, and where on it their hands have to be.
//!
//! Shum's thesis, appendix A.3: hands are fixed to the surface of what is carried, so that one carrying motion serves boxes of
//! many sizes. The box goes where the hands of the played motion take it; the hands are then drawn to its sides.

use footwork_motion::{Side, Transform};
use footwork_stage::{ActorId, Grip, PhysicalBodies, Prop, PropId, PropKind, PropMotion};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A prop in the hands of physical bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// Which.
    pub prop: PropId,
    /// How it is in the hands of the played motion. The stage's own grips are those of the hands that are shown.
    pub grips: [Option<Grip>; 2],
    /// Where it is in this step.
    pub at: Transform,
}

/// m. The middle of a hand is this far from what it holds.
const PALM: f32 = 0.03;
/// m. How a ball lies in the crook of an arm, seen from where the body stands and faces, as shares of its height: to the side,
/// up and ahead, the hand below it and in front. Measured on somebody of 1.75 m with a football.
const BALL_HAND: Vec3 = Vec3::new(0.10, 0.60, 0.16);

impl Carried {
    /// Whether all its numbers are numbers.
    pub fn is_sound(&self) -> bool {
        let sound = |at: &Transform| at.translation.is_finite() && at.rotation.is_normalized();
        sound(&self.at) && self.grips.iter().flatten().all(|grip| sound(&grip.hold))
    }
}

/// Keeps the list of what is carried in step with the stage's grips, and finds where everything is. `physical` says whose hands
/// are physical: what is in no such hand is the stage's own matter.
pub fn update(list: &mut Vec<Carried>, bodies: &PhysicalBodies<'_>, physical: impl Fn(ActorId) -> bool) {
    let before = std::mem::take(list);
    for prop in bodies.props() {
        let PropMotion::Held { grips } = prop.motion else { continue };
        if !grips.iter().flatten().any(|grip| physical(grip.actor)) {
            continue;
        }
        let known = before.iter().find(|carried| carried.prop == prop.id);
        let grips = known.map_or(grips, |known| merged(bodies, prop, &known.grips, &grips));
        if let Some(at) = bodies.held(&grips) {
            list.push(Carried { prop: prop.id, grips, at });
        }
    }
}

/// The grips that are still there as they were, and new ones as the stage has them. Where a hand came or went, all are taken
/// anew, so that the prop stays where it is.
fn merged(
    bodies: &PhysicalBodies<'_>,
    prop: &Prop,
    known: &[Option<Grip>; 2],
    now: &[Option<Grip>; 2],
) -> [Option<Grip>; 2] {
    let whose = |grips: &[Option<Grip>; 2]| grips.map(|grip| grip.map(|grip| (grip.actor, grip.hand)));
    if whose(known) == whose(now) {
        return *known;
    }
    now.map(|grip| {
        let grip = grip?;
        let hand = bodies.hand(grip.actor, grip.hand)?;
        let hold = hand.inverse() * prop.placed();
        Some(Grip { hold: Transform::new(hold.rotation.normalize(), hold.translation), ..grip })
    })
}

/// m, where somebody's hand has to be on what he carries, in the world, and where its palm faces, if that is known.
pub fn place_of_hand(
    bodies: &PhysicalBodies<'_>,
    carried: &Carried,
    actor: ActorId,
    hand: Side,
) -> Option<(Vec3, Option<Vec3>)> {
    let prop = bodies.props().iter().find(|prop| prop.id == carried.prop)?;
    let own = |grip: &&Grip| (grip.actor, grip.hand) == (actor, hand);
    let grip = carried.grips.iter().flatten().find(own)?;
    let local = grip.hold.inverse().translation;
    match prop.kind {
        PropKind::Box { size } => {
            let other = carried.grips.iter().flatten().find(|grip| !own(grip));
            let across = other.map_or_else(
                || nearest_side(local, 0.5 * size),
                |other| local - other.hold.inverse().translation,
            );
            let place = on_side(local, across, 0.5 * size);
            let inwards = -(place - place.clamp(-0.5 * size, 0.5 * size));
            Some((carried.at.point(place), Some(carried.at.rotation * inwards)))
        }
        PropKind::Ball { .. } => {
            let (rig, playing) = (bodies.rig(actor)?, bodies.playing(actor)?);
            let side = if hand == Side::Left { 1.0 } else { -1.0 };
            Some((playing.frame.point(BALL_HAND * Vec3::new(side, 1.0, 1.0) * rig.height()), None))
        }
        _ => Some((carried.at.point(local), None)),
    }
}

/// The side of a box that is nearest to a place of its frame, as the direction that it faces.
fn nearest_side(local: Vec3, half: Vec3) -> Vec3 {
    let off = local.abs() - half;
    let axis = (0..3).max_by(|&a, &b| off[a].total_cmp(&off[b])).unwrap_or(0);
    local.signum() * Vec3::AXES[axis]
}

/// The place on a box's side for a hand that is at a place of its frame: on the side that faces along `across`, the line from
/// the other hand.
fn on_side(local: Vec3, across: Vec3, half: Vec3) -> Vec3 {
    let axis = (0..3).max_by(|&a, &b| across[a].abs().total_cmp(&across[b].abs())).unwrap_or(0);
    let mut place = local.clamp(-half, half);
    place[axis] = (half[axis] + PALM) * if across[axis] < 0.0 { -1.0 } else { 1.0 };
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-0.8_f32..0.8).prop_map(Vec3::from)
    }

    proptest! {
        #[test]
        fn one_hand_is_a_palm_from_the_nearest_side(local in point(), half in 0.05_f32..1.0) {
            let half = Vec3::new(half, 0.5 * half, 2.0 * half);
            let place = on_side(local, nearest_side(local, half), half);
            let outside = (place.abs() - half).max(Vec3::ZERO).length();
            prop_assert!((outside - PALM).abs() < 1e-5, "{place}");
            // No other side would be nearer, but for the palm.
            let off = (local.abs() - half).max_element();
            prop_assert!((place - local).length() <= off.abs() * 1.8 + PALM + 1e-4, "{place} {local}");
        }

        #[test]
        fn two_hands_are_on_opposite_sides(a in point(), b in point(), half in 0.05_f32..1.0) {
            prop_assume!((a - b).abs().max_element() > 0.01);
            let half = Vec3::splat(half);
            let (one, other) = (on_side(a, a - b, half), on_side(b, b - a, half));
            prop_assert!((one - other).abs().max_element() >= 2.0 * half.x, "{one} {other}");
        }
    }
}
