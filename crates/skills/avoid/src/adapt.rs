//! What makes an avoidance fit the attack better, and what is left where nothing avoids. Past the paper: its authors name both as
//! future work.
//!
//! A *lean* plays the avoidance a few centimetres beside where it would be, away from the attack: the stage's offset takes the
//! body there while its feet stay planted. A *shield* goes on with what is played, and has a forearm meet the attack.

use footwork_annotate::Limb;
use footwork_motion::Side;
use footwork_stage::{ActorView, BodyPart, Move, Reach, Segment};
use glam::Vec3;

use crate::attack::Attack;
use crate::meet::{Nearest, sweep};
use crate::path::{Doing, Laid, World};
use crate::score::score;
use crate::search::Found;
use crate::spheres::LANES;

/// m. An attack that would pass nearer is leaned away from, as far as that helps: twice what the model of the body is off by.
pub(crate) const WANTED: f32 = 0.05;
/// m. A body is not pushed below the floor by more, nor lifted off it.
pub(crate) const DEEPEST: f32 = 0.04;
/// How often a lean is made larger, or turned.
const TRIES: usize = 3;

/// The path with the lean that keeps the attack off the body best, and the lean.
pub fn lean(world: &World<'_>, doing: &Doing, attack: &Attack, found: &Found) -> (Found, Vec3) {
    let most = world.settings.lean;
    let (mut best, mut best_lean) = (*found, Vec3::ZERO);
    for _ in 0..TRIES {
        let missing = WANTED - best.score.distance;
        if missing <= 0.0 || most <= 0.0 {
            break;
        }
        let mut lean = (best_lean + best.score.away * missing).clamp_length_max(most);
        lean.y = lean.y.clamp(-DEEPEST, 0.0);
        let laid = leaned(world, &found.laid, lean);
        let mut seen = Attack::NOTHING;
        attack.seen_from(laid.placed.inverse(), &mut seen);
        let Some(score) = score(world, doing, found.path, &laid, &seen, 0.0, f32::MAX) else { break };
        if score.distance <= best.score.distance {
            break;
        }
        (best, best_lean) = (Found { score, laid, ..best }, lean);
    }
    (best, best_lean)
}

/// A path laid out so far beside where it was. The body is where it was: what it has to go becomes a part of its offset.
fn leaned(world: &World<'_>, laid: &Laid, lean: Vec3) -> Laid {
    let mut laid = *laid;
    laid.placed.translation += lean;
    laid.into = laid.placed.inverse();
    let into = laid.placed.rotation.conjugate() * lean;
    let spheres = &world.volumes.spheres;
    for sphere in 0..spheres.all.len() {
        let held = spheres.held(laid.feet, sphere / LANES).to_array()[sphere % LANES];
        let (offset, stays) = (laid.offset.get(sphere), laid.held.get(sphere));
        laid.offset.set(sphere, offset - into * (1.0 - held));
        laid.held.set(sphere, stays - into * held);
    }
    if let Some(before) = &mut laid.before {
        before.translation -= into;
    }
    laid
}

/// Whether a body that goes on with what it does would be hit, and where: sets the attack's time to the middle of the first
/// span in which it would be. None if everything passes by more than a clearance.
pub fn would_hit(world: &World<'_>, doing: &Doing, attack: &mut Attack) -> Option<Nearest> {
    let (nearest, span) = passes(world, doing, attack);
    let [first, last] = span?;
    attack.time = 0.5 * (first + last.max(first));
    Some(nearest)
}

/// How near an attack comes to a body that goes on with what it does, and from when to when it would hit first, or pass nearer than a clearance.
pub(crate) fn passes(world: &World<'_>, doing: &Doing, attack: &Attack) -> (Nearest, Option<[f32; 2]>) {
    let onward = world.onward(doing);
    let mut nearest = Nearest::NONE;
    let mut span: Option<[f32; 2]> = None;
    let mut before = None;
    for moment in 0..attack.moments {
        let when = attack.moment(moment);
        let body = world.going_on(doing, &onward, when);
        let mut here = Nearest::NONE;
        for shot in attack.shots().iter().filter(|shot| shot.lives(moment)) {
            let was = before.as_ref().filter(|_| moment > 0 && shot.lives(moment - 1));
            let from = was.map(|before| (before, shot.at[moment - 1]));
            let times = [when, attack.step, f32::MAX];
            sweep(world, &body, shot.at[moment], from, shot.radius, times, &mut here);
        }
        if here.distance < world.settings.clearance {
            span = match span {
                None => Some([here.when, when]),
                Some([first, last]) if when - last < 0.1 => Some([first, when]),
                other => other,
            };
        }
        if here.distance < nearest.distance {
            nearest = here;
        }
        before = Some(body);
    }
    (nearest, span)
}

/// m. How far before the body a forearm meets what comes.
const BEFORE: f32 = 0.2;
/// m. A hand is so far beyond the line, so that the middle of the forearm is on it.
const BEYOND: f32 = 0.1;
/// s. A hand is there so long before the attack.
const EARLY: f32 = 0.02;
/// s. It sets out at once, so long before it is there at most; and does not at all where it had to be there sooner.
const EASE: [f32; 2] = [0.05, 0.3];
/// m/s². No hand is thrown up harder: it changes its speed by 1.8 m/s in a sixtieth of a second then, as much as all but a thousandth of
/// recorded frames do. What it would need more time for it does not get to.
const HARDEST: f32 = 110.0;
/// Share of its way. A hand that gets no further meets nothing.
const LEAST_WAY: f32 = 0.75;
/// m, ahead of the hips. Behind that nothing is met: an arm would go through the body.
const AHEAD: f32 = 0.05;
/// s, how long a shield is held.
const HELD: f64 = 0.45;

/// Goes on with what is played, with forearms in the way of an attack that would hit a part; none if the body has nothing to go on with,
/// or the attack is not one that arms can meet.
pub fn shield(
    world: &World<'_>,
    me: &ActorView<'_>,
    doing: &Doing,
    attack: &Attack,
    hit: &Nearest,
) -> Option<Move> {
    let sphere = world.volumes.spheres.all.get(hit.sphere as usize)?;
    use BodyPart::*;
    let low = matches!(sphere.part, LeftThigh | LeftShin | LeftFoot | RightThigh | RightShin | RightFoot);
    if low {
        return None;
    }
    let seconds = me.rig().take(doing.take)?.clip.seconds();
    let end = (doing.time + (f64::from(hit.when) + HELD) * f64::from(doing.rate)).min(seconds);
    let segment = if end - doing.time > 0.2 {
        Segment { take: doing.take, first: doing.time, end }
    } else {
        me.rig().stand()
    };
    // Where what comes is as far before the part as a forearm can be.
    let part = world.going_on(doing, &world.onward(doing), hit.when).get(hit.sphere as usize);
    let shot = attack.shots().first()?;
    let moment = (((hit.when - attack.first) / attack.step) as usize).clamp(1, attack.moments.max(2) - 1);
    let direction = (shot.at[moment] - shot.at[moment - 1]).normalize_or(-hit.away);
    let meet = part - direction * BEFORE;
    if doing.frame.inverse().point(meet).z < AHEAD {
        return None;
    }
    let mut order = Move::new(segment).at_rate(doing.rate.clamp(0.1, 10.0));
    let hand = |side: Side| {
        let limb = if side == Side::Left { Limb::LeftHand } else { Limb::RightHand };
        let part = if side == Side::Left { LeftHand } else { RightHand };
        let spheres = world.volumes.spheres.all.iter().position(|sphere| sphere.part == part);
        spheres.map(|at| (limb, doing.shown.get(at)))
    };
    let hands = [hand(Side::Left), hand(Side::Right)];
    // The nearer hand; for the head both.
    let both = sphere.part == Head;
    let nearer = (0..2).min_by(|a, b| {
        let far = |at: usize| hands[at].map_or(f32::MAX, |(_, place)| (place - meet).length_squared());
        far(*a).total_cmp(&far(*b))
    })?;
    let at = hit.when - EARLY;
    if at < EASE[0] {
        return None;
    }
    let across = doing.frame.rotation * Vec3::X;
    let mut gets_there = false;
    for (hand, place) in order.reaches.iter_mut().take(2).enumerate() {
        let Some((limb, from)) = hands[hand].filter(|_| both || hand == nearer) else { continue };
        let side = if hand == 0 { 1.0 } else { -1.0 };
        let beside = if both { 0.06 * side } else { 0.0 };
        let point = meet + Vec3::Y * BEYOND + across * beside;
        let ease = at.min(EASE[1]);
        // A reach sets out with 6/ease² of its way.
        let most = HARDEST * ease * ease / 6.0;
        let weight = (most / from.distance(point).max(1e-3)).min(1.0);
        gets_there |= weight >= LEAST_WAY;
        *place = Some(Reach { limb, point, at, ease, weight });
    }
    gets_there.then_some(order)
}
