//! Level full: a body that plays its takes, as a weight under control.
//!
//! Shum's thesis, appendix A: every link follows where it is played by bounded PD forces and torques (A.2); feet that stand and
//! hands that must be somewhere are held (A.3); the engine sees to lengths, ranges and contact (A.4). What comes out is shown.
//! Departure: a limb that is needed elsewhere is drawn by its end alone, and the rest of it is free meanwhile, so that it does
//! not pull against itself.

use footwork_annotate::Limb;
use footwork_motion::pose::nlerp;
use footwork_motion::{Pose, Side, Transform};
use footwork_stage::{ActorId, Happening, PhysicalBodies};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::around;
use crate::body::PhysicalBody;
use crate::doll::{Doll, turn_between};
use crate::fallen::limb_of;
use crate::hold::{self, Hold, Stepped};
use crate::limb;
use crate::needs::{Cause, Need};
use crate::press;
use crate::soft::{self, Gains, Target};
use crate::touch;
use crate::world::{Acting, Force};

/// Somebody whose body is physical while he plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Full {
    /// Who.
    pub actor: ActorId,
    /// His body.
    pub doll: Doll,
    /// Where the links were played in the last step.
    pub played: Vec<Transform>,
    /// Feet that stand, and hands and feet that must be somewhere.
    pub holds: Vec<Hold>,
    /// Feet that could not be held, until they are lifted: left and right.
    pub lost: [bool; 2],
    /// From 0 to 1: how much a blow keeps the body from following.
    pub dazed: f32,
    /// From 1 to 0: how much of it is shown. It falls when the level is another one.
    pub share: f32,
    /// Where the palms of left and right hand face that hold something, and how much of that is shown, from 0 to 1.
    pub palms: [(Vec3, f32); 2],
}

/// How links follow. With a half-life of 0.04 s they are 1 cm from where they are played (`docs/posture.md`).
const FOLLOWS: Gains = Gains { half_life: 0.04, most: 150.0, most_turning: 1200.0, carried: 1.0 };
/// How a limb follows that is needed elsewhere.
const NEEDED: Gains = Gains { half_life: 0.04, most: 150.0, most_turning: 300.0, carried: 1.0 };
/// How stiff muscles are beside it.
const TONE: f32 = 0.2;
/// s. The half-life of somebody who was just hit as hard as can be.
const DAZED: f32 = 0.2;
/// N·s. Such a blow leaves a body to itself for a moment: that of a heavy punch, which knocks nobody down.
const DAZES: f32 = 60.0;
/// s. After this long, half of that is over.
const RECOVERS: f32 = 0.15;
/// s. How long it takes to leave the level.
const LEAVES: f32 = 0.3;
/// Feet that stand are let go last.
const FEET: u8 = 9;

impl Full {
    /// A body as it is shown. None if it is not there.
    pub fn new(bodies: &PhysicalBodies<'_>, actor: ActorId, body: &PhysicalBody, step: f32) -> Option<Full> {
        let (pose, now, before) = (bodies.pose(actor)?, bodies.now(actor)?, bodies.shown(actor)?);
        let played = body.links.iter().map(|link| before[link.joint]).collect();
        let doll = Doll::new(body, pose, now, before, step);
        let (holds, lost) = (Vec::new(), [false; 2]);
        let palms = [(Vec3::ZERO, 0.0); 2];
        Some(Full { actor, doll, played, holds, lost, dazed: 0.0, share: 1.0, palms })
    }

    /// Whether all its numbers are numbers. Whether its doll fits its body is seen when it is stepped.
    pub fn is_sound(&self) -> bool {
        let sound = |at: &Transform| at.translation.is_finite() && at.rotation.is_normalized();
        self.played.iter().all(sound)
            && self.holds.iter().all(Hold::is_sound)
            && (0.0..=1.0).contains(&self.dazed)
            && (0.0..=1.0).contains(&self.share)
            && self
                .palms
                .iter()
                .all(|(facing_to, share)| facing_to.is_finite() && (0.0..=1.0).contains(share))
    }

    /// Gives it a blow, N·s, at a point of the world.
    pub fn strike(&mut self, body: &PhysicalBody, point: Vec3, impulse: Vec3) {
        if impulse.is_finite() {
            self.doll.strike(body, point, impulse);
            self.dazed = self.dazed.max((impulse.length() / DAZES).min(1.0));
        }
    }
}

/// Lets a step pass, and shows the body. Gives back the needs that were let go; the forces are left in `forces`.
pub fn step(
    full: &mut Full,
    body: &PhysicalBody,
    needs: &[Need],
    leaves: bool,
    bodies: &mut PhysicalBodies<'_>,
    seconds: f32,
    forces: &mut Vec<Force>,
) -> Vec<(Limb, Cause)> {
    let actor = full.actor;
    let carries = needs.iter().filter_map(|need| match need.cause {
        Cause::Carry(prop) => Some(prop),
        _ => None,
    });
    let carries: Vec<_> = carries.collect();
    let around = around::of(bodies, actor, &full.doll, &carries);
    let view = bodies.rig(actor).zip(bodies.now(actor)).zip(bodies.pose(actor)).zip(bodies.playing(actor));
    let Some((((rig, world), pose), playing)) = view else { return Vec::new() };
    let skeleton = rig.skeleton();
    full.doll.rotations.copy_from_slice(pose.rotations);
    full.doll.translations.copy_from_slice(pose.translations);
    let played: Vec<Transform> = body.links.iter().map(|link| world[link.joint]).collect();
    for (number, link) in body.links.iter().enumerate() {
        if let Some(parent) = link.parent {
            full.doll.held[number] =
                (played[parent].rotation.conjugate() * played[number].rotation).normalize();
        }
    }
    let (follows, needed) = targets(full, body, &played, needs, seconds);
    let half_life = FOLLOWS.half_life + full.dazed * (DAZED - FOLLOWS.half_life);
    let wishes = hold::wishes(&full.holds);
    let follow = Gains { half_life, ..FOLLOWS }.softened(wishes);
    soft::follow(body, &full.doll, &follows, &follow, seconds, forces);
    soft::follow(body, &full.doll, &needed, &NEEDED.softened(wishes), seconds, forces);
    let planted = playing.planted;
    update_holds(full, body, &played, needs, planted, |limb| limb::tip(rig, world, limb));
    let acting = Acting { tone: TONE, forces, around: &around, ..Acting::default() };
    let momentum = press::momentum(body, &full.doll);
    let Stepped { released, mut pressed } =
        hold::step(body, skeleton, &mut full.doll, &acting, &mut full.holds, seconds);
    full.played = played;
    full.dazed *= libm::expf(-seconds * std::f32::consts::LN_2 / RECOVERS);
    full.share = (full.share + seconds / LEAVES * if leaves { -1.0 } else { 1.0 }).clamp(0.0, 1.0);
    let mut shown = Pose { rotations: Vec::new(), translations: Vec::new() };
    full.doll.pose(body, skeleton, &mut shown);
    if full.share < 1.0 {
        for (own, played) in shown.rotations.iter_mut().zip(pose.rotations) {
            *own = nlerp(*played, *own, full.share);
        }
        for (own, played) in shown.translations.iter_mut().zip(pose.translations) {
            *own = played.lerp(*own, full.share);
        }
    }
    bodies.adjust(actor, shown.view());
    press::tell(bodies, actor, body, momentum, &mut pressed, seconds);
    put_right(full, body, bodies);
    turn_palms(full, needs, bodies, seconds);
    let mut let_go = Vec::new();
    for limb in released.iter().filter_map(|hold| limb_of(body, hold)) {
        bodies.tell(actor, Happening::HoldReleased { limb });
        let foot = [Limb::LeftFoot, Limb::RightFoot].iter().position(|foot| *foot == limb);
        match (needs.iter().find(|need| need.limb == limb && need.cause.is_hard()), foot) {
            (Some(need), _) => let_go.push((limb, need.cause)),
            (None, Some(foot)) => full.lost[foot] = true,
            _ => {}
        }
    }
    let_go
}

/// m. What is further off is not met, and is not made to look so.
const LEFT_OVER: f32 = 0.03;

/// Hands and feet that are held are where they are to be: what the solver has left, most of it in impacts, the limb makes up for.
fn put_right(full: &Full, body: &PhysicalBody, bodies: &mut PhysicalBodies<'_>) {
    for hold in full.holds.iter().filter(|hold| hold.left == 1.0 && full.share == 1.0) {
        let (Some(limb), Some(link)) = (limb_of(body, hold), body.links.get(hold.link as usize)) else {
            continue;
        };
        let seen = bodies.rig(full.actor).zip(bodies.now(full.actor));
        let Some((tip, held)) = seen.and_then(|(rig, world)| {
            Some((limb::tip(rig, world, limb)?, world[link.joint].point(hold.point)))
        }) else {
            continue;
        };
        let off = hold.to - held;
        if off.length() < LEFT_OVER {
            bodies.bend(full.actor, limb, tip + off, None);
        }
    }
}

/// Palms turn to what hands hold, and back; the hands stay where they are.
fn turn_palms(full: &mut Full, needs: &[Need], bodies: &mut PhysicalBodies<'_>, seconds: f32) {
    for side in Side::BOTH {
        let limb = limb::hand(side);
        let facing = needs.iter().find(|need| need.limb == limb).and_then(|need| need.facing);
        let (facing_to, turned) = &mut full.palms[side as usize];
        *facing_to = facing.unwrap_or(*facing_to);
        *turned = touch::turned(*turned, facing.is_some(), seconds);
        let share = touch::smooth(*turned) * full.share;
        let tip = bodies.rig(full.actor).zip(bodies.now(full.actor));
        let tip = tip.and_then(|(rig, world)| limb::tip(rig, world, limb));
        if let Some(tip) = tip.filter(|_| share > 0.0) {
            bodies.bend(full.actor, limb, tip, Some((*facing_to, share)));
        }
    }
}

/// Where links are to be: as they are played, but for the limbs that are softly needed elsewhere, of which only the needed link
/// is drawn. Those are the second list.
fn targets(
    full: &Full,
    body: &PhysicalBody,
    played: &[Transform],
    needs: &[Need],
    seconds: f32,
) -> (Vec<Target>, Vec<Target>) {
    let follow = |link: usize| {
        let (then, at) = (full.played.get(link).copied().unwrap_or(played[link]), played[link]);
        let centre = body.links[link].centre;
        let velocity = (at.point(centre) - then.point(centre)) / seconds;
        Target { link, at, velocity, spin: turn_between(then.rotation, at.rotation) / seconds }
    };
    let mut free = vec![false; body.links.len()];
    let mut needed = Vec::new();
    for need in needs {
        let Some([first, middle, last, _]) = limb::roles(need.limb) else { continue };
        for link in [first, middle, last].into_iter().filter_map(|role| body.find(role)) {
            free[link] = true;
        }
        let drawn = if need.cause == Cause::Parry { body.find(middle) } else { body.find(last) };
        let Some(link) = drawn.filter(|_| !need.cause.is_hard()) else { continue };
        let at = Transform {
            translation: played[link].translation + need.to - played[link].point(body.links[link].centre),
            ..played[link]
        };
        needed.push(Target { link, at, velocity: Vec3::ZERO, spin: Vec3::ZERO });
    }
    ((0..played.len()).filter(|link| !free[*link]).map(follow).collect(), needed)
}

/// Holds where they have to be in this step: those of feet that stand and of hard needs. Those that are being let go stay.
fn update_holds(
    full: &mut Full,
    body: &PhysicalBody,
    played: &[Transform],
    needs: &[Need],
    planted: [bool; 2],
    tip: impl Fn(Limb) -> Option<Vec3>,
) {
    let mut wanted: Vec<(u32, Vec3, Vec3, u8)> = Vec::new();
    let link_of = |limb: Limb| limb::roles(limb).and_then(|[_, _, last, _]| body.find(last));
    for need in needs.iter().filter(|need| need.cause.is_hard()) {
        if let Some((link, tip)) = link_of(need.limb).zip(tip(need.limb)) {
            let point = played[link].inverse().point(tip);
            wanted.push((link as u32, point, need.to, need.cause.priority()));
        }
    }
    for side in Side::BOTH {
        let limb = if side == Side::Left { Limb::LeftFoot } else { Limb::RightFoot };
        let stands = planted[side as usize];
        full.lost[side as usize] &= stands;
        let Some(link) = link_of(limb).filter(|_| stands && !full.lost[side as usize]) else { continue };
        if needs.iter().all(|need| need.limb != limb) {
            wanted.push((link as u32, Vec3::ZERO, played[link].translation, FEET));
        }
    }
    full.holds.retain(|hold| hold.left < 1.0 || wanted.iter().any(|(link, ..)| *link == hold.link));
    for (link, point, to, priority) in wanted {
        match full.holds.iter_mut().find(|hold| hold.link == link && hold.left == 1.0) {
            Some(hold) => {
                // A mouse leaps. Hands on something large are swung about by it, and must not gain time by that.
                if priority == Cause::Pull.priority() {
                    hold.move_to(to);
                }
                (hold.point, hold.to, hold.priority) = (point, to, priority);
            }
            None => full.holds.push(Hold::new(link, point, to, priority)),
        }
    }
}
