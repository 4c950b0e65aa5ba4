//! Level touch: hands and feet as particles, drawn to where they are needed while the rest of the body plays on.
//!
//! Shum's thesis, appendix A.2 and A.4, cut down to one limb: the hand is a particle under a bounded PD force (equation A.1),
//! and its arm keeps the lengths of its bones in closed form, by the stage's two-bone IK, where the thesis has an engine do it.
//! So it costs no physical world. Departures: gains are a half-life; the force acts on how far the hand is from its place, so
//! that a place that moves is followed without lag; and a hard need that the arm cannot meet is let go.

use footwork_annotate::Limb;
use footwork_stage::{ActorId, PhysicalBodies};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::limb;
use crate::needs::{Cause, Need};
use crate::soft;

/// Somebody whose limbs are elsewhere than he plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touched {
    /// Who.
    pub actor: ActorId,
    /// His limbs that are, one entry each.
    pub limbs: Vec<Away>,
}

/// A limb that is elsewhere than its body plays it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Away {
    /// Which.
    pub limb: Limb,
    /// What it is needed for; none of one that goes back.
    pub cause: Option<Cause>,
    /// m, in the world: where it was to be in the last step.
    pub to: Vec3,
    /// m, from where it is played to where it is shown.
    pub offset: Vec3,
    /// m, in the world: where it is shown.
    pub shown: Vec3,
    /// m and m/s, how far it is from where it is to be, and how fast that changes.
    pub behind: Vec3,
    /// m/s, of `behind`.
    pub speed: Vec3,
    /// s for which a hard need has not been met, nor come nearer.
    pub missed: f32,
    /// m, the nearest that it has come.
    pub nearest: f32,
    /// Where its palm faces or faced, and how much of that is shown, from 0 to 1.
    pub facing: Vec3,
    /// From 0 to 1.
    pub turned: f32,
}

impl Away {
    fn new(limb: Limb) -> Away {
        let zero = Vec3::ZERO;
        let (offset, behind, speed) = (zero, zero, zero);
        Away {
            limb,
            cause: None,
            to: zero,
            offset,
            shown: zero,
            behind,
            speed,
            missed: 0.0,
            nearest: FAR_OFF,
            facing: zero,
            turned: 0.0,
        }
    }

    /// Whether all its numbers are numbers.
    pub fn is_sound(&self) -> bool {
        let Away { to, offset, shown, behind, speed, missed, nearest, facing, turned, .. } = *self;
        let numbers = missed.is_finite() && nearest.is_finite() && (0.0..=1.0).contains(&turned);
        numbers && [to, offset, shown, behind, speed, facing].iter().all(|value| value.is_finite())
    }

    /// Whether it is back.
    fn is_over(&self) -> bool {
        let turned = self.turned > 0.0;
        self.cause.is_none() && !turned && self.offset.length() < BACK && self.speed.length() < STILL
    }
}

/// How fast a limb sets out.
#[derive(Clone, Copy)]
struct Haste {
    /// s. After this long half of the way is left; in three times that, a hand is there.
    half_life: f32,
    /// m/s². More is not used.
    most: f32,
}

/// Fists of boxers have 80 m/s² in a punch, and a parry is less.
const FIGHTS: Haste = Haste { half_life: 0.05, most: 70.0 };
/// Who reaches for something, or goes back from it, takes a third of a second.
const REACHES: Haste = Haste { half_life: 0.1, most: 40.0 };
/// m. A place that moves by more in a step is another one: the limb sets out anew.
const LEAPS: f32 = 0.05;
/// m. A hard need that is nearer is met: an arm gives its last centimetre slowly.
const MET: f32 = 0.01;
/// m/s. One that comes nearer by this much is on its way.
const COMES: f32 = 0.2;
/// m. Further than anything is from where it is to be.
const FAR_OFF: f32 = 1e6;
/// s. One that is not met for so long cannot be.
const PATIENCE: f32 = 0.3;
/// s. How long a palm takes to turn to what it holds.
const TURNS: f32 = 0.35;
/// m and m/s. Nearer and slower, a limb is back where it is played.
const BACK: f32 = 5e-4;
const STILL: f32 = 0.01;

/// Lets a step pass for an actor's limbs. Says which hard need was let go in it, if one was.
pub fn step(
    touched: &mut Touched,
    needs: &[Need],
    bodies: &mut PhysicalBodies<'_>,
    seconds: f32,
) -> Option<(Limb, Cause)> {
    let actor = touched.actor;
    for need in needs {
        if touched.limbs.iter().all(|away| away.limb != need.limb) {
            touched.limbs.push(Away::new(need.limb));
        }
    }
    touched.limbs.sort_by_key(|away| away.limb as u8);
    for away in &mut touched.limbs {
        let need = needs.iter().find(|need| need.limb == away.limb);
        advance(away, need, actor, bodies, seconds);
    }
    let least = least_of_strained(&mut touched.limbs);
    touched.limbs.retain(|away| !away.is_over());
    least
}

fn advance(
    away: &mut Away,
    need: Option<&Need>,
    actor: ActorId,
    bodies: &mut PhysicalBodies<'_>,
    seconds: f32,
) {
    let limb = away.limb;
    let place = |bodies: &PhysicalBodies<'_>| {
        let (rig, world) = (bodies.rig(actor)?, bodies.now(actor)?);
        Some((limb::tip(rig, world, limb)?, limb::bones(rig, world, limb)?))
    };
    let Some((played, bones)) = place(bodies) else { return *away = Away::new(limb) };
    let [shoulder, elbow, wrist] = bones;
    let wanted = need.map(|need| match need.cause {
        // The middle of the forearm is to be there, upright: the hand is above it.
        Cause::Parry => need.to + Vec3::Y * (0.5 * (wrist - elbow).length() + (played - wrist).length()),
        _ => need.to,
    });
    let (cause, asked) = (need.map(|need| need.cause), wanted.unwrap_or(played));
    // A limb that would go beyond its reach slows down before it is stretched.
    let reach = (elbow - shoulder).length() + (wrist - elbow).length();
    let to = shoulder + (asked - shoulder).clamp_length_max(reach + (played - wrist).length());
    // Going back, the place is where it is played, which moves as it likes.
    let same = cause == away.cause;
    let leaps = cause.is_some() && (to - away.to).length() > LEAPS;
    if !same || leaps {
        away.behind = played + away.offset - to;
    }
    // A mouse leaps. A hand on something large is swung about by it, and must not gain time by that.
    if !same || (leaps && cause == Some(Cause::Pull)) {
        (away.missed, away.nearest) = (0.0, FAR_OFF);
    }
    (away.cause, away.to) = (cause, to);
    let haste = if matches!(cause, Some(Cause::Parry | Cause::Blow)) { FIGHTS } else { REACHES };
    let pull = soft::pull(haste.half_life, -away.behind, away.speed, Vec3::ZERO, haste.most, seconds);
    away.speed += pull * seconds;
    away.behind += away.speed * seconds;
    away.offset = to + away.behind - played;
    let facing = need.and_then(|need| need.facing);
    away.facing = facing.unwrap_or(away.facing);
    away.turned = turned(away.turned, facing.is_some(), seconds);
    if away.is_over() {
        return;
    }
    let facing = (away.turned > 0.0).then(|| (away.facing, smooth(away.turned)));
    let Some(shown) = bodies.bend(actor, away.limb, played + away.offset, facing) else { return };
    away.shown = shown;
    let hard = cause.is_some_and(Cause::is_hard);
    let off = (shown - asked).length();
    let comes = off < away.nearest - COMES * seconds;
    away.missed = if !hard || off < MET || comes { 0.0 } else { away.missed + seconds };
    away.nearest = if off < MET { FAR_OFF } else { away.nearest.min(off) };
    if away.missed > 0.0 {
        // A limb that does not get there goes on from where it got to when it is let go.
        away.offset = shown - played;
    }
}

/// How far a palm has turned to what it holds, or back, a step later.
pub(crate) fn turned(now: f32, holds: bool, seconds: f32) -> f32 {
    (now + if holds { seconds / TURNS } else { -seconds / TURNS }).clamp(0.0, 1.0)
}

/// From 0 to 1, without a start or a stop.
pub(crate) fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// The least important limb of those whose needs cannot be met; of equals the last. The others have their time anew.
fn least_of_strained(limbs: &mut [Away]) -> Option<(Limb, Cause)> {
    if !limbs.iter().any(|away| away.missed > PATIENCE) {
        return None;
    }
    let strained = limbs.iter().rev().filter(|away| away.missed > 0.0);
    let least = strained.min_by_key(|away| away.cause.map_or(0, Cause::priority)).copied()?;
    limbs.iter_mut().for_each(|away| (away.missed, away.nearest) = (0.0, FAR_OFF));
    Some((least.limb, least.cause?))
}
