//! The physical world of a stage: who was let go, from the first step of the fall until the mind has its body back.
//!
//! A body is let go by a cue, by its mind, or by a push or a blow that is hard enough. It falls, comes to rest, is drawn into
//! the first pose of the nearest getting up by its own muscles, and plays it. The papers leave that way back open; where the
//! repertoire has none, the body stays down.
//!
//! Everything that goes on is in [`Fallen`], plain data, so that a snapshot in the middle of a fall is a copy.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_annotate::Limb;
use footwork_motion::{Pose, Role, Transform};
use footwork_stage::{ActorId, Ask, Happening, PhysicalBodies, Physics, Rig};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::around;
use crate::body::PhysicalBody;
use crate::doll::{Doll, turn_between};
use crate::hold::{self, Hold};
use crate::reflex;
use crate::rise::{self, GettingUp};
use crate::soft::{self, Gains, Target};
use crate::world::{Acting, Force};

/// How a physical world runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PostureSettings {
    /// N·s. A push or a blow at least this hard lets a body go; without it, only cues and minds do.
    pub falls_at: Option<f32>,
    /// How stiff muscles stay in somebody who is knocked down, from 0, limp, to 1.
    pub tone: f32,
    /// Whether arms and neck protect the body when it falls.
    pub reflex: bool,
    /// Whether bodies get up again.
    pub rises: bool,
    /// kg. What strikes is taken to weigh so much: a fist with some of its arm, as boxers' blows measure.
    pub fist: f32,
}

impl Default for PostureSettings {
    fn default() -> PostureSettings {
        PostureSettings { falls_at: None, tone: 0.15, reflex: true, rises: true, fist: 3.0 }
    }
}

/// Somebody who was let go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Fallen {
    actor: ActorId,
    doll: Doll,
    tone: f32,
    phase: Phase,
    /// Hands and feet that are pulled.
    holds: Vec<Hold>,
}

/// How far a fall has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// It moves; for so many seconds hardly.
    Falling { still: f32, seconds: f32 },
    /// It lies, and cannot get up.
    Down,
    /// It is drawn into the first pose of a getting up, placed so, since some seconds.
    Drawn { way: u32, placed: Transform, seconds: f32 },
}

const FALLING: Phase = Phase::Falling { still: 0.0, seconds: 0.0 };

/// m/s, of the fastest end of a link. Slower, a body lies.
const RESTS: f32 = 0.15;
/// s. For this long it has to.
const RESTED: f32 = 0.25;
/// s. After this long it is taken to lie, whatever still rocks.
const RESTS_ANYWAY: f32 = 3.5;
/// m. A getting up that begins further off, on average over the body, is none: the body would be thrown about.
const TOO_FAR: f32 = 1.2;
/// How a body is drawn into the first pose: as somebody who rolls over does, in about half a second.
const DRAWN: Gains = Gains { half_life: 0.18, most: 25.0, most_turning: 120.0, carried: 0.0 };
/// How stiff it is meanwhile.
const DRAWN_TONE: f32 = 0.5;
/// m and s. Near enough, or long enough drawn, to play on.
const NEAR: f32 = 0.05;
const DRAWN_ENOUGH: f32 = 1.5;

/// A stage's physical world.
#[derive(Default)]
pub struct PhysicalWorld {
    settings: PostureSettings,
    fallen: Vec<Fallen>,
    /// What follows from rigs alone, by their numbers.
    known: BTreeMap<u32, Arc<Known>>,
}

/// What a rig is physically.
struct Known {
    body: PhysicalBody,
    ways: Vec<GettingUp>,
}

impl PhysicalWorld {
    /// A world in which nobody has fallen.
    pub fn new(settings: PostureSettings) -> PhysicalWorld {
        PhysicalWorld { settings, ..PhysicalWorld::default() }
    }

    fn know(&mut self, number: u32, rig: &Rig) -> Arc<Known> {
        let known = self.known.entry(number).or_insert_with(|| {
            let body = PhysicalBody::new(rig);
            let ways = rise::find_all(rig, &body);
            Arc::new(Known { body, ways })
        });
        known.clone()
    }

    /// Takes an actor over as it is shown.
    fn let_go(&mut self, bodies: &mut PhysicalBodies<'_>, actor: ActorId, tone: f32, step: f32) {
        if let Some(fallen) = self.fallen.iter_mut().find(|fallen| fallen.actor == actor) {
            // Somebody who gets up falls again; of who falls, only the tone changes.
            (fallen.tone, fallen.phase) = (tone, FALLING);
            return;
        }
        let Some(number) = bodies.rig_number(actor) else { return };
        let Some(known) = bodies.rig(actor).map(|rig| self.know(number, rig)) else { return };
        let seen = bodies.pose(actor).zip(bodies.now(actor)).zip(bodies.shown(actor));
        let Some(((pose, now), before)) = seen else { return };
        let doll = Doll::new(&known.body, pose, now, before, step);
        if bodies.let_go(actor).is_none() {
            return;
        }
        bodies.tell(actor, Happening::LetGo);
        let fallen = Fallen { actor, doll, tone, phase: FALLING, holds: Vec::new() };
        let at = self.fallen.partition_point(|other| other.actor < actor);
        self.fallen.insert(at, fallen);
    }

    /// Hears what is told in this step: who is to be let go, pulled or struck. Gives the blows back, each with who gets it.
    fn hear(&mut self, bodies: &mut PhysicalBodies<'_>, step: f32) -> Vec<(ActorId, Vec3, Vec3)> {
        let mut blows = Vec::new();
        let told: Vec<(ActorId, Happening)> =
            bodies.events().iter().map(|event| (event.to, event.happening)).collect();
        for (actor, happening) in told {
            let blow = match happening {
                Happening::Cue(Ask::LetGo { tone }) => {
                    self.let_go(bodies, actor, tone, step);
                    continue;
                }
                Happening::Cue(Ask::Pull { limb, to }) => {
                    let known = bodies.rig_number(actor).and_then(|number| self.known.get(&number)).cloned();
                    self.pull(known.as_deref(), actor, limb, to);
                    continue;
                }
                Happening::Pushed { point, impulse } => (point, impulse),
                Happening::PropHit(hit) => (hit.point, hit.impulse),
                Happening::StrikeLanded(blow) if blow.whom == actor => {
                    (blow.point, blow.direction * (blow.speed * self.settings.fist))
                }
                _ => continue,
            };
            if self.settings.falls_at.is_some_and(|falls_at| blow.1.length() >= falls_at) {
                self.let_go(bodies, actor, self.settings.tone, step);
            }
            blows.push((actor, blow.0, blow.1));
        }
        let minds = bodies.everyone().iter().filter_map(|&actor| Some((actor, bodies.lets_go(actor)?)));
        for (actor, tone) in minds.collect::<Vec<_>>() {
            self.let_go(bodies, actor, if tone.is_finite() { tone.clamp(0.0, 1.0) } else { 0.0 }, step);
        }
        blows
    }

    /// Pulls a hand or a foot, or lets go of it.
    fn pull(&mut self, known: Option<&Known>, actor: ActorId, limb: Limb, to: Option<Vec3>) {
        let Some((_, role)) = LIMBS.iter().find(|(known, _)| *known == limb) else { return };
        let Some(fallen) = self.fallen.iter_mut().find(|fallen| fallen.actor == actor) else { return };
        let Some(body) = known.map(|known| &known.body) else { return };
        let Some(link) = body.find(*role) else { return };
        let old = fallen.holds.iter_mut().find(|hold| hold.link == link as u32 && hold.left == 1.0);
        match (old, to) {
            (Some(hold), Some(to)) => (hold.to, hold.missed) = (to, 0.0),
            (None, Some(to)) => fallen.holds.push(Hold::new(link as u32, body.links[link].centre, to, 0)),
            (_, None) => fallen.holds.retain(|hold| hold.link != link as u32),
        }
        fallen.phase = FALLING;
    }
}

/// What can be pulled, and the links that are.
const LIMBS: [(Limb, Role); 4] = [
    (Limb::LeftHand, Role::LeftWrist),
    (Limb::RightHand, Role::RightWrist),
    (Limb::LeftFoot, Role::LeftAnkle),
    (Limb::RightFoot, Role::RightAnkle),
];

impl Physics for PhysicalWorld {
    fn step(&mut self, bodies: &mut PhysicalBodies<'_>, seconds: f32) {
        let before: Vec<ActorId> = self.fallen.iter().map(|fallen| fallen.actor).collect();
        let blows = self.hear(bodies, seconds);
        // Somebody may have left, or have been given other poses.
        self.fallen.retain(|fallen| bodies.is_given(fallen.actor));
        let mut fallen = std::mem::take(&mut self.fallen);
        fallen.retain_mut(|fallen| {
            // Who was let go just now is shown as it played, and begins to fall in the next step.
            let fresh = !before.contains(&fallen.actor);
            let Some(number) = bodies.rig_number(fallen.actor) else { return false };
            let Some(known) = bodies.rig(fallen.actor).map(|rig| self.know(number, rig)) else {
                return false;
            };
            if !bodies.rig(fallen.actor).is_some_and(|rig| fallen.doll.is_sound(&known.body, rig.skeleton()))
            {
                return false;
            }
            let own = blows.iter().filter(|(actor, ..)| *actor == fallen.actor);
            for (_, point, impulse) in own {
                fallen.doll.strike(&known.body, *point, *impulse);
                fallen.phase = FALLING;
            }
            fresh || advance(fallen, &known, &self.settings, bodies, seconds)
        });
        self.fallen = fallen;
    }

    fn save(&self) -> Vec<u8> {
        // Writing to memory cannot fail.
        postcard::to_allocvec(&self.fallen).unwrap_or_default()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (fallen, rest): (Vec<Fallen>, &[u8]) = postcard::take_from_bytes(bytes)
            .map_err(|error| format!("its bodies cannot be read ({error})"))?;
        if !rest.is_empty() {
            return Err("it is longer than what is in it".into());
        }
        if !fallen.windows(2).all(|pair| pair[0].actor < pair[1].actor) {
            return Err("its bodies are not in order".into());
        }
        let sound = |fallen: &Fallen| {
            let placed = match fallen.phase {
                Phase::Drawn { placed, seconds, .. } => {
                    placed.rotation.is_normalized() && placed.translation.is_finite() && seconds.is_finite()
                }
                Phase::Falling { still, seconds } => still.is_finite() && seconds.is_finite(),
                Phase::Down => true,
            };
            placed && (0.0..=1.0).contains(&fallen.tone) && fallen.holds.iter().all(Hold::is_sound)
        };
        if !fallen.iter().all(sound) {
            return Err("it holds an infinite number, or one that is none".into());
        }
        // Whether a doll fits its body is seen when it is stepped: bodies are not known here.
        self.fallen = fallen;
        Ok(())
    }
}

/// Lets a step pass for somebody who was let go. Says whether he still is.
fn advance(
    fallen: &mut Fallen,
    known: &Known,
    settings: &PostureSettings,
    bodies: &mut PhysicalBodies<'_>,
    seconds: f32,
) -> bool {
    let body = &known.body;
    let actor = fallen.actor;
    let around = around::of(bodies, actor, &fallen.doll);
    let Some(rig) = bodies.rig(actor) else { return false };
    let mut forces = Vec::new();
    let mut tone = fallen.tone;
    if let Phase::Drawn { way, placed, .. } = fallen.phase
        && let Some(way) = known.ways.get(way as usize)
    {
        draw(body, &mut fallen.doll, way, placed, rig, seconds, &mut forces);
        tone = DRAWN_TONE;
    } else if settings.reflex && reflex::falls(body, &fallen.doll) {
        reflex::brace(body, &fallen.doll, &mut forces);
        reflex::tuck(body, &mut fallen.doll);
        tone = tone.max(settings.tone);
    }
    let acting = Acting { tone, forces: &forces, around: &around, ..Acting::default() };
    let released = hold::step(body, rig.skeleton(), &mut fallen.doll, &acting, &mut fallen.holds, seconds);
    let mut pose = Pose { rotations: Vec::new(), translations: Vec::new() };
    fallen.doll.pose(body, rig.skeleton(), &mut pose);
    bodies.give(actor, pose.view());
    for hold in released {
        let role = body.links.get(hold.link as usize).map(|link| link.role);
        if let Some((limb, _)) = LIMBS.iter().find(|(_, own)| Some(*own) == role) {
            bodies.tell(actor, Happening::HoldReleased { limb: *limb });
        }
    }
    go_on(fallen, known, settings, bodies, seconds)
}

/// What comes next. Says whether the body is still let go.
fn go_on(
    fallen: &mut Fallen,
    known: &Known,
    settings: &PostureSettings,
    bodies: &mut PhysicalBodies<'_>,
    step: f32,
) -> bool {
    let pulled = !fallen.holds.is_empty();
    match &mut fallen.phase {
        Phase::Down => {}
        Phase::Falling { still, seconds } => {
            *still = if fallen.doll.speed(&known.body) < RESTS { *still + step } else { 0.0 };
            *seconds += step;
            if pulled {
                *seconds = 0.0;
            } else if *still >= RESTED || *seconds >= RESTS_ANYWAY {
                let fit = rise::nearest(&known.ways, &known.body, &fallen.doll)
                    .filter(|fit| settings.rises && fit.distance < TOO_FAR);
                bodies.tell(fallen.actor, Happening::CameToRest { rises: fit.is_some() });
                fallen.phase = match fit {
                    Some(fit) => Phase::Drawn { way: fit.number as u32, placed: fit.placed, seconds: 0.0 },
                    None => Phase::Down,
                };
            }
        }
        Phase::Drawn { way, placed, seconds } => {
            *seconds += step;
            let Some(way) = known.ways.get(*way as usize) else {
                fallen.phase = Phase::Down;
                return true;
            };
            let ready = *seconds >= DRAWN_ENOUGH || off(&fallen.doll, way, *placed) < NEAR;
            if ready && bodies.play(fallen.actor, way.segment, *placed).is_some() {
                return false;
            }
        }
    }
    true
}

/// Draws a doll into the first pose of a getting up.
fn draw(
    body: &PhysicalBody,
    doll: &mut Doll,
    way: &GettingUp,
    placed: Transform,
    rig: &Rig,
    seconds: f32,
    forces: &mut Vec<Force>,
) {
    // The joints inside links go along.
    let share = 1.0 - libm::expf(-seconds * std::f32::consts::LN_2 / DRAWN.half_life);
    for (joint, (rotation, wanted)) in doll.rotations.iter_mut().zip(&way.pose.rotations).enumerate() {
        let starts = body.links.iter().any(|link| link.joint == joint);
        let inside = !starts && rig.skeleton().ancestors(joint).any(|above| above == body.links[0].joint);
        if inside {
            *rotation = mixed(*rotation, *wanted, share);
        }
    }
    for (number, link) in body.links.iter().enumerate() {
        if let Some(parent) = link.parent {
            let (own, above) = (way.links[number].rotation, way.links[parent].rotation);
            doll.held[number] = (above.conjugate() * own).normalize();
        }
    }
    let targets: Vec<Target> = (0..body.links.len())
        .map(|link| Target { link, at: placed * way.links[link], velocity: Vec3::ZERO, spin: Vec3::ZERO })
        .collect();
    soft::follow(body, doll, &targets, &DRAWN, seconds, forces);
}

/// m, how far links are from the first pose of a getting up, on average.
fn off(doll: &Doll, way: &GettingUp, placed: Transform) -> f32 {
    let pairs = doll.links.iter().zip(&way.links);
    let way = pairs.map(|(own, wanted)| {
        let wanted = placed * *wanted;
        // A turn counts by what it moves a third of a metre away.
        let turned = 0.33 * turn_between(own.at.rotation, wanted.rotation).length();
        (own.at.translation - wanted.translation).length().max(turned)
    });
    way.sum::<f32>() / doll.links.len().max(1) as f32
}

fn mixed(a: Quat, b: Quat, share: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a * (1.0 - share) + b * share).normalize()
}
