//! What a boxer wants to hit, and where it will be.

use footwork_motion::Role;
use footwork_stage::offset::Offset;
use footwork_stage::{ActorId, ActorView, BodyPart, Memory, Prop, PropKind, StageView};
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
/// How deep into a head blows go, as a share of its radius: to the skin, and not through the skull.
const DEEP: f32 = 0.3;
/// m. A head is foreseen to move by this at most until a blow lands.
const FORESEEN: f32 = 0.12;
/// Of its velocity now, so much is taken to last: heads go to and fro.
const LASTS: f32 = 0.5;
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
            Aim::Prop(prop) => stage.props().get(prop as usize).map(|prop| self.prop(prop, later)),
            Aim::Actor(other) => stage.actor(other).map(|other| head(other, me, stage, later)),
            Aim::Pair => stage.actor(ActorId(me.id().0 ^ 1)).map(|other| head(other, me, stage, later)),
            Aim::Nearest => nearest(memory, me, stage).map(|other| head(other, me, stage, later)),
            Aim::Cue => me.controls().target,
        };
        let target = target.filter(|target| !target.is_nan())?;
        memory.set_vec3(words::TARGET, target);
        Some(target)
    }

    /// A target that swings comes back as its spring takes it.
    fn prop(&self, prop: &Prop, later: f32) -> Vec3 {
        let rests = prop.position == prop.home && prop.velocity == Vec3::ZERO;
        if rests || later <= 0.0 || !matches!(prop.kind, PropKind::Target { .. }) {
            return prop.position;
        }
        let swings = Offset { position: prop.position - prop.home, velocity: prop.velocity };
        prop.home + swings.stepped(&self.settings.swing.step(later)).position
    }
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
    now + (eyes - now).normalize_or_zero() * (skull.radius * (1.0 - DEEP))
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
