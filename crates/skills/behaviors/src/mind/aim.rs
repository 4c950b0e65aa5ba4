//! What a boxer wants to hit, and where it will be.

use footwork_motion::Role;
use footwork_stage::offset::Offset;
use footwork_stage::{ActorId, ActorView, BodyPart, Gaze, Memory, Prop, PropKind, StageView};
use glam::Vec3;

use super::{Boxer, words};

/// What to hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// A prop, by its number.
    Prop(u32),
    /// An actor's head.
    Actor(ActorId),
    /// The head of the actor that is nearest.
    Nearest,
    /// The head of the other one of a pair: 0 and 1, 2 and 3, and so on.
    Pair,
    /// What the player's cue says.
    Cue,
}

/// After so many decisions the nearest opponent is looked for again.
const PATIENCE: u32 = 8;
/// m. How deep into a head blows go.
const DEEP: f32 = 0.02;
/// A fist's radius, as a share of the body's height; the stage's.
const FIST: f32 = 0.025;
/// m. A head is foreseen to move by this at most until a blow lands.
const FORESEEN: f32 = 0.12;
/// Of its velocity now, so much is taken to last: heads go to and fro.
const LASTS: f32 = 0.5;
/// s. What was seen longer ago says nothing about now.
const LONG_AGO: f32 = 2.0;
/// m. A target is foreseen to be carried by this at most.
const FORESEEN_CARRIED: f32 = 0.4;
/// m. Where a head is that a body has not.
const SOME_HEAD: f32 = 1.55;

impl Boxer {
    /// Where the target is so many seconds from now, in the world; remembered for whoever wants to see it.
    pub(super) fn aim(
        &self,
        memory: &mut Memory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        later: f32,
    ) -> Option<Vec3> {
        let target = match self.settings.aim {
            Aim::Prop(number) => {
                let prop = stage.props().get(number as usize);
                prop.map(|prop| self.swung(prop, later) + carried(memory, stage, prop.home, later))
            }
            Aim::Cue => {
                let target = me.controls().target;
                target.map(|target| target + carried(memory, stage, target, later))
            }
            _ => self.opponent(memory, me, stage).map(|other| head(other, me, stage, later)),
        };
        let target = target.filter(|target| !target.is_nan())?;
        memory.set_vec3(words::TARGET, target);
        Some(target)
    }

    /// Remembers where the target is now, to tell at the next decision how fast it goes.
    pub(super) fn look_back(&self, memory: &mut Memory, me: ActorView<'_>, stage: &StageView<'_>) {
        let home = match self.settings.aim {
            Aim::Prop(number) => stage.props().get(number as usize).map(|prop| prop.home),
            Aim::Cue => me.controls().target,
            _ => None,
        };
        memory.set_vec3(words::HOME, home.unwrap_or(Vec3::ZERO));
        memory.set(words::HOME_WHEN, if home.is_some() { now(stage) } else { 0 });
    }

    /// What his head turns to.
    pub(super) fn gaze(&self, memory: &Memory, me: ActorView<'_>) -> Option<Gaze> {
        if !self.settings.looks {
            return None;
        }
        match self.settings.aim {
            Aim::Prop(number) => Some(Gaze::Prop(number)),
            Aim::Cue => me.controls().target.map(Gaze::Point),
            Aim::Actor(other) => Some(Gaze::Actor(other)),
            Aim::Pair => Some(Gaze::Actor(ActorId(me.id().0 ^ 1))),
            // Whoever was found when he decided.
            Aim::Nearest => {
                memory.get(words::OPPONENT).checked_sub(1).map(|other| Gaze::Actor(ActorId(other)))
            }
        }
    }

    /// Whom he fights, if it is somebody.
    pub(super) fn opponent<'a>(
        &self,
        memory: &mut Memory,
        me: ActorView<'_>,
        stage: &StageView<'a>,
    ) -> Option<ActorView<'a>> {
        match self.settings.aim {
            Aim::Actor(other) => stage.actor(other),
            Aim::Pair => stage.actor(ActorId(me.id().0 ^ 1)),
            Aim::Nearest => nearest(memory, me, stage),
            Aim::Prop(_) | Aim::Cue => None,
        }
    }

    /// A target that swings comes back as its spring takes it.
    fn swung(&self, prop: &Prop, later: f32) -> Vec3 {
        let rests = prop.position == prop.home && prop.velocity == Vec3::ZERO;
        if rests || later <= 0.0 || !matches!(prop.kind, PropKind::Target { .. }) {
            return prop.position;
        }
        let swings = Offset { position: prop.position - prop.home, velocity: prop.velocity };
        prop.home + swings.stepped(&self.settings.swing.step(later)).position
    }
}

/// How far a target that somebody carries about will have been carried: as fast as since the last decision.
fn carried(memory: &Memory, stage: &StageView<'_>, home: Vec3, later: f32) -> Vec3 {
    let known = memory.get(words::HOME_WHEN);
    let passed = now(stage).wrapping_sub(known) as f32 * stage.step();
    if known == 0 || passed <= 0.0 || passed > LONG_AGO {
        return Vec3::ZERO;
    }
    let far = (home - memory.vec3(words::HOME)) / passed * later;
    if far.is_finite() { far.clamp_length_max(FORESEEN_CARRIED) } else { Vec3::ZERO }
}

/// Which step this is; never 0.
fn now(stage: &StageView<'_>) -> u32 {
    (stage.tick() as u32).wrapping_add(1)
}

/// The side of a head that looks at me.
fn head(other: ActorView<'_>, me: ActorView<'_>, stage: &StageView<'_>, later: f32) -> Vec3 {
    let capsule = |who: ActorView<'_>| {
        let found = who.rig().capsules().iter().find(|(part, _)| *part == BodyPart::Head);
        found.map(|(_, capsule)| *capsule)
    };
    let Some(skull) = capsule(other) else {
        return other.frame().translation + Vec3::Y * SOME_HEAD;
    };
    let middle = |world| 0.5 * (skull.from.position(world) + skull.to.position(world));
    let now = middle(other.world());
    let moves = (now - middle(other.world_before())) * (LASTS * later / stage.step());
    let now = now + moves.clamp_length_max(FORESEEN);
    let eyes = me.rig().skeleton().site(Role::Head).map(|head| head.position(me.world()));
    let eyes = eyes.unwrap_or(me.frame().translation + Vec3::Y * SOME_HEAD);
    let fist = FIST * me.rig().height();
    now + (eyes - now).normalize_or_zero() * (skull.radius + fist - DEEP)
}

/// The nearest other actor. The last one is kept for some decisions, so that a crowd does not look everywhere at once.
fn nearest<'a>(memory: &mut Memory, me: ActorView<'_>, stage: &StageView<'a>) -> Option<ActorView<'a>> {
    let patience = memory.get(words::PATIENCE);
    if let Some(known) = memory.get(words::OPPONENT).checked_sub(1).filter(|_| patience > 0) {
        memory.set(words::PATIENCE, patience - 1);
        return stage.actor(ActorId(known));
    }
    let here = me.frame().translation;
    let far = |other: &ActorView<'_>| other.frame().translation.distance_squared(here);
    let others = stage.actors().filter(|other| other.id() != me.id());
    // Of equals the first: the order is by number.
    let found = others.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    memory.set(words::OPPONENT, found.id().0 + 1);
    memory.set(words::PATIENCE, PATIENCE);
    Some(found)
}
