//! What a body's hands and feet are needed for in a step: the adjusted targets of appendix A.2 and the held points of A.3.
//!
//! Each limb serves one need, the most important one. Those of A.2 are soft: a fist goes to what it is about to hit, hands go
//! to a body that is caught, a free forearm meets what is about to hit. Those of A.3 are hard: hands on a box or around a
//! ball, and what is pulled. Feet that stand are held by the stage itself; at level full, by the body's own holds.

use footwork_annotate::Limb;
use footwork_motion::Side;
use footwork_stage::{ActorId, PhysicalBodies, PropId};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::carried::{self, Carried};
use crate::limb;
use crate::threats::{self, OwnBlow, Threat};

/// What a limb is needed for, the least important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cause {
    /// To meet a blow or a ball with the forearm.
    Parry,
    /// To take hold of somebody.
    Catch,
    /// To land its own blow.
    Blow,
    /// To carry a prop.
    Carry(PropId),
    /// Somebody pulls it.
    Pull,
}

impl Cause {
    /// Whether the limb must be there.
    pub fn is_hard(self) -> bool {
        matches!(self, Cause::Carry(_) | Cause::Pull)
    }

    /// Of holds that cannot all be met, the lowest is let go. Feet that stand have 9.
    pub fn priority(self) -> u8 {
        match self {
            Cause::Parry => 1,
            Cause::Catch => 2,
            Cause::Blow => 3,
            Cause::Carry(_) => 5,
            Cause::Pull => 6,
        }
    }
}

/// Where a limb has to be in this step, and what for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Need {
    /// A hand or a foot.
    pub limb: Limb,
    /// m, in the world: where the hand has to be, or the middle of the forearm of one that parries.
    pub to: Vec3,
    /// What for.
    pub cause: Cause,
    /// Where its palm is to face, in the world.
    pub facing: Option<Vec3>,
}

impl Need {
    fn new(limb: Limb, to: Vec3, cause: Cause) -> Need {
        Need { limb, to, cause, facing: None }
    }
}

/// Somebody's hand or foot that is pulled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// Whose.
    pub actor: ActorId,
    /// Which.
    pub limb: Limb,
    /// m, where to.
    pub to: Vec3,
}

/// What everybody's needs come from.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// What is carried.
    pub carried: &'a [Carried],
    /// Who is pulled.
    pub pulls: &'a [Pull],
    /// Who catches whom.
    pub catches: &'a [(ActorId, ActorId)],
    /// Blows on their way.
    pub blows: &'a [OwnBlow],
    /// What may hit somebody.
    pub threats: &'a [Threat],
}

/// m. A blow that would land further from somebody's head or chest is meant for nobody.
const MEANT: f32 = 0.4;
/// m. Who is further from somebody, from chest to chest, does not get hold of him: an arm and a trunk.
const CATCHES: f32 = 0.9;
/// m. Hands take hold of a trunk so far to either side of its middle.
const HOLDS: f32 = 0.16;

/// What an actor's limbs are needed for, one need for a limb at most.
pub fn of(bodies: &PhysicalBodies<'_>, actor: ActorId, now: &Circumstances<'_>) -> Vec<Need> {
    let mut found: Vec<Need> = Vec::new();
    let pulls = now.pulls.iter().filter(|pull| pull.actor == actor);
    found.extend(pulls.map(|pull| Need::new(pull.limb, pull.to, Cause::Pull)));
    for side in Side::BOTH {
        let places = now.carried.iter().filter_map(|carried| {
            let (to, facing) = carried::place_of_hand(bodies, carried, actor, side)?;
            Some(Need { facing, ..Need::new(limb::hand(side), to, Cause::Carry(carried.prop)) })
        });
        found.extend(places);
    }
    let own_blow = now.blows.iter().find(|blow| blow.by == actor);
    found.extend(own_blow.and_then(|blow| landing(bodies, blow)));
    if let Some((_, whom)) = now.catches.iter().find(|(who, _)| *who == actor) {
        found.extend(catching(bodies, actor, *whom).into_iter().flatten());
    }
    let free = |limb: Limb| {
        let striking = own_blow.is_some_and(|blow| blow.limb == limb);
        !striking && !bodies.reaches(actor, limb) && found.iter().all(|need| need.limb != limb)
    };
    if let Some(place) = threats::meeting_place(bodies, actor, now.threats)
        && let Some(limb) = nearest_forearm(bodies, actor, place, free)
    {
        found.push(Need::new(limb, place, Cause::Parry));
    }
    found.sort_by_key(|need| (need.limb as u8, std::cmp::Reverse(need.cause)));
    found.dedup_by_key(|need| need.limb);
    found.retain(|need| need.to.is_finite());
    found
}

/// A fist goes to the head or the chest that it nearly hits, in the moments before it lands.
fn landing(bodies: &PhysicalBodies<'_>, blow: &OwnBlow) -> Option<Need> {
    if blow.lands_in <= 0.0 || bodies.reaches(blow.by, blow.limb) || limb::roles(blow.limb).is_none() {
        return None;
    }
    let others = bodies.everyone().iter().filter(|other| **other != blow.by);
    let near = |other: &&ActorId| {
        let root = bodies.shown(**other).and_then(|world| Some(world.first()?.translation));
        root.is_some_and(|root| (root - blow.point).length() < 1.5)
    };
    let places = others.filter(near).flat_map(|other| threats::vital_parts(bodies, *other)).flatten();
    let off = |place: &Vec3| (*place - blow.point).length();
    let to = places.min_by(|a, b| off(a).total_cmp(&off(b))).filter(|place| off(place) < MEANT)?;
    Some(Need::new(blow.limb, to, Cause::Blow))
}

/// Hands go to both sides of somebody's trunk, while it is near.
fn catching(bodies: &PhysicalBodies<'_>, actor: ActorId, whom: ActorId) -> [Option<Need>; 2] {
    let [own, other] = [actor, whom].map(|who| threats::vital_parts(bodies, who)[1]);
    let (Some(own), Some(other)) = (own, other) else { return [None; 2] };
    let between = (other - own).with_y(0.0);
    let Some(ahead) = between.try_normalize().filter(|_| between.length() < CATCHES) else {
        return [None; 2];
    };
    let left = Vec3::Y.cross(ahead);
    Side::BOTH.map(|side| {
        let aside = if side == Side::Left { left } else { -left };
        Some(Need::new(limb::hand(side), other + HOLDS * aside, Cause::Catch))
    })
}

/// The free arm whose forearm is nearest to a place.
fn nearest_forearm(
    bodies: &PhysicalBodies<'_>,
    actor: ActorId,
    place: Vec3,
    free: impl Fn(Limb) -> bool,
) -> Option<Limb> {
    let (rig, world) = (bodies.rig(actor)?, bodies.now(actor)?);
    let off = |limb: Limb| {
        let [_, elbow, wrist] = limb::bones(rig, world, limb)?;
        Some((0.5 * (elbow + wrist) - place).length())
    };
    let arms = Side::BOTH.into_iter().map(limb::hand).filter(|limb| free(*limb));
    let arms = arms.filter_map(|limb| Some((off(limb)?, limb)));
    arms.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, limb)| limb)
}
