//! What is about to hit somebody, and which blows are on their way: looked for once a step, for everybody.
//!
//! Blows are known from what attackers play: a take's strikes say which limb lands when and where. Balls are known by flying.

use footwork_annotate::{Limb, Strike};
use footwork_stage::{ActorId, BodyPart, PhysicalBodies, PropMotion};
use glam::Vec3;

use crate::limb;

/// Something that flies or strikes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// Whose it is: nobody is threatened by his own.
    pub by: Option<ActorId>,
    /// m, where it is now.
    pub point: Vec3,
    /// m/s
    pub velocity: Vec3,
}

/// A blow that somebody is about to land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnBlow {
    /// Whose.
    pub by: ActorId,
    /// With what.
    pub limb: Limb,
    /// m, where it lands if nobody adjusts it, in the world.
    pub point: Vec3,
    /// s, until it lands; below zero after it has.
    pub lands_in: f32,
}

/// s. A blow is seen coming for this long: from its start to its landing a jab takes 0.15 s to 0.25 s.
const SEEN: f32 = 0.25;
/// s. An arm is taken up by its own blow for this long after it has landed.
const AFTER: f32 = 0.2;
/// m/s. What comes slower does not hurt.
const SLOW: f32 = 2.0;

/// The blows that are on their way, or have just landed, in the order of actors.
pub fn blows(bodies: &PhysicalBodies<'_>) -> Vec<OwnBlow> {
    let everyone = bodies.everyone().iter().filter(|actor| !bodies.is_given(**actor));
    everyone.filter_map(|&actor| blow(bodies, actor)).collect()
}

fn blow(bodies: &PhysicalBodies<'_>, actor: ActorId) -> Option<OwnBlow> {
    let (playing, rig) = (bodies.playing(actor)?, bodies.rig(actor)?);
    let take = rig.take(playing.segment.take)?;
    let seconds = |strike: &Strike| f64::from(strike.frame) / f64::from(take.clip.rate());
    let rate = playing.rate.max(1e-3);
    let lands_in = |strike: &Strike| (seconds(strike) - playing.time) as f32 / rate;
    // Strikes are in the order in which they land.
    let strikes = &take.annotation.strikes;
    let strike = strikes.get(strikes.partition_point(|strike| lands_in(strike) < -AFTER))?;
    // A blow beyond the segment's end is not played.
    let lands_in = lands_in(strike);
    if lands_in > SEEN || seconds(strike) > playing.segment.end {
        return None;
    }
    Some(OwnBlow { by: actor, limb: strike.limb, point: playing.placed.point(strike.point), lands_in })
}

/// What threatens anybody.
pub fn threats(bodies: &PhysicalBodies<'_>, blows: &[OwnBlow], seconds: f32) -> Vec<Threat> {
    let mut found = Vec::new();
    for prop in bodies.props() {
        if let (PropMotion::Flies { thrower }, Some(_)) = (prop.motion, prop.radius())
            && prop.velocity.length() > SLOW
        {
            found.push(Threat { by: thrower, point: prop.position, velocity: prop.velocity });
        }
    }
    for blow in blows.iter().filter(|blow| blow.lands_in > 0.0) {
        let seen = bodies.rig(blow.by).zip(bodies.now(blow.by));
        let Some(now) = seen.and_then(|(rig, world)| limb::tip(rig, world, blow.limb)) else { continue };
        // Hooks swing: it counts where they land, not where they go now.
        let velocity = (blow.point - now) / blow.lands_in.max(seconds);
        if velocity.length() > SLOW {
            found.push(Threat { by: Some(blow.by), point: now, velocity });
        }
    }
    found
}

/// m. A blow or a ball that would pass further from the middle of head and chest is no matter. Blows are drawn to what they nearly
/// hit from as far.
const MISSES: f32 = 0.4;
/// s. What comes later is not parried yet.
const LATER: f32 = 0.35;
/// m. A forearm meets what comes this far ahead of the middle of what it would hit: the hands of a guard are there.
const AHEAD: f32 = 0.28;

/// Where a forearm has to be to meet what is about to hit somebody, if something is: the first to come.
pub fn meeting_place(bodies: &PhysicalBodies<'_>, actor: ActorId, threats: &[Threat]) -> Option<Vec3> {
    let middles = vital_parts(bodies, actor);
    let mut soonest: Option<(f32, Vec3)> = None;
    for threat in threats.iter().filter(|threat| threat.by != Some(actor)) {
        let speed = threat.velocity.length();
        let direction = threat.velocity / speed;
        for middle in middles.into_iter().flatten() {
            let along = (middle - threat.point).dot(direction);
            let passes = (middle - threat.point - direction * along).length();
            let arrives = along / speed;
            if along < 0.0 || passes > MISSES || arrives > LATER {
                continue;
            }
            if soonest.is_none_or(|(first, _)| arrives < first) {
                soonest = Some((arrives, threat.point + direction * (along - AHEAD).max(0.0)));
            }
        }
    }
    soonest.map(|(_, place)| place)
}

/// m, the middles of head and chest, as an actor is shown.
pub fn vital_parts(bodies: &PhysicalBodies<'_>, actor: ActorId) -> [Option<Vec3>; 2] {
    let middle = |part: BodyPart| {
        let (rig, world) = (bodies.rig(actor)?, bodies.now(actor)?);
        let (_, capsule) = rig.capsules().iter().find(|(own, _)| *own == part)?;
        Some(0.5 * (capsule.from.position(world) + capsule.to.position(world)))
    };
    [middle(BodyPart::Head), middle(BodyPart::Chest)]
}
