//! What a boxer wants to hit, and where it will be.

use footwork_motion::Role;
use footwork_motion::ground::Place;
use footwork_stage::offset::Offset;
use footwork_stage::{
    ActorId, ActorView, BodyPart, Gaze, OptionalIndex, Prop, PropId, PropMotion, Reach, StageView,
};
use glam::Vec3;

use super::{Boxer, BoxerMemory};
use crate::reward::{Reward, Wish};

/// What to hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// A prop, by the number of its id.
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
/// How many others are looked at then.
const LOOKS: usize = 256;
/// m. How deep into a head blows are meant to go: to its middle, as boxers learn it. Fists are fastest before an arm is
/// stretched: blows that were meant for the skin arrived at 1.6 m/s in the middle of all, and at 7 cm at 2.8 m/s. A head that
/// is struck gives way by as much.
const DEEP: f32 = 0.1;
/// A fist's radius, as a share of the body's height; the stage's.
const FIST: f32 = 0.025;
/// m. A head is foreseen to move by this at most until a blow lands.
const FORESEEN: f32 = 0.12;
/// Of its velocity now, so much is taken to last: heads go to and fro.
const LASTS: f32 = 0.5;
/// s. What was seen longer ago says nothing about now.
const LONG_AGO: f32 = 2.0;
/// s. The moment over which a target's speed is taken, beside the time since the last look.
const SMOOTH: f32 = 0.08;
/// m. A target is foreseen to be carried by this at most.
const FORESEEN_CARRIED: f32 = 0.4;
/// m. Where a head is that a body has not.
const SOME_HEAD: f32 = 1.55;

impl Boxer {
    /// Where the target is so many seconds from now, in the world; remembered for whoever wants to see it.
    pub(super) fn aim(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        later: f32,
    ) -> Option<Vec3> {
        let target = match self.settings.aim {
            Aim::Prop(number) => {
                let prop = stage.prop(PropId(number));
                prop.map(|prop| self.swung(prop, later) + carried(memory, stage, prop.home(), later))
            }
            Aim::Cue => {
                let target = me.controls().target;
                target.map(|target| target + carried(memory, stage, target, later))
            }
            _ => self.opponent(memory, me, stage).map(|other| head(other, me, stage, later)),
        };
        let target = target.filter(|target| !target.is_nan())?;
        memory.target = target;
        Some(target)
    }

    /// Remembers where the target is now, to tell at the next look how fast it goes.
    pub(super) fn look_back(&self, memory: &mut BoxerMemory, me: ActorView<'_>, stage: &StageView<'_>) {
        let home = match self.settings.aim {
            Aim::Prop(number) => stage.prop(PropId(number)).map(|prop| prop.home()),
            Aim::Cue => me.controls().target,
            _ => None,
        };
        let before = home.map_or(Vec3::ZERO, |home| home - SMOOTH * speed(memory, stage, home));
        memory.home = before;
        memory.home_seen = if home.is_some() { now(stage) } else { 0 };
    }

    /// Where a blow that is on its way should go now, to be where the target is when it lands. It goes there no faster
    /// than the settings say, so that nothing is seen to jump, and no further from the recorded way than blows are led.
    pub(super) fn follow(
        &self,
        memory: &mut BoxerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        reach: &Reach,
        later: f32,
    ) -> Option<Vec3> {
        if memory.led_limb.get() != Some(reach.limb as usize) || self.settings.follows == 0.0 {
            return None;
        }
        let target = self.aim(memory, me, stage, later)?;
        self.look_back(memory, me, stage);
        let target = self.within_lead(memory, me, target, later);
        let was = memory.led_to;
        let step = (target - was).clamp_length_max(self.settings.follows * stage.step());
        memory.led_to = was + step;
        // The joint that is led keeps its distance from what strikes.
        Some(reach.point + step)
    }

    /// A target, or the point on the way to it that the blow being led may be led to.
    fn within_lead(&self, memory: &BoxerMemory, me: ActorView<'_>, target: Vec3, later: f32) -> Vec3 {
        let model = &self.skill.model;
        let Some(blow) = memory.led_blow.get().and_then(|led| model.blows.get(led)) else {
            return target;
        };
        let lands = ((me.time() + f64::from(later)) * f64::from(model.rate)).round() as u32;
        let Some(tip) = model.tips_of(blow).get(lands.wrapping_sub(blow.first) as usize) else {
            return target;
        };
        let frame = (me.time() * f64::from(model.rate)) as u32;
        let stands = self.tracks.ground(self.tracks.number(blow.take, frame));
        let played = Place::new(me.frame()).point(stands.inside(tip.tip));
        let strikes =
            |reward: &&Reward| matches!(&reward.wish, Wish::Strike { limbs } if limbs.contains(&blow.limb));
        let reward = self.skill.tables.iter().map(|table| &table.behavior.reward).find(strikes);
        let within = reward.and_then(|reward| reward.within).unwrap_or(f32::INFINITY);
        // What he committed himself to is not given up because the body goes a little elsewhere than was foreseen.
        let within = within.max(memory.would_miss);
        played + (target - played).clamp_length_max(within + self.settings.follow)
    }

    /// What his head turns to.
    pub(super) fn gaze(&self, memory: &BoxerMemory, me: ActorView<'_>) -> Option<Gaze> {
        if !self.settings.looks {
            return None;
        }
        match self.settings.aim {
            Aim::Prop(number) => Some(Gaze::Prop(PropId(number))),
            Aim::Cue => me.controls().target.map(Gaze::Point),
            Aim::Actor(other) => Some(Gaze::Actor(other)),
            Aim::Pair => Some(Gaze::Actor(ActorId(me.id().0 ^ 1))),
            // Whoever was found when he decided.
            Aim::Nearest => known_opponent(memory).map(Gaze::Actor),
        }
    }

    /// Whom he fights, if it is somebody.
    pub(super) fn opponent<'a>(
        &self,
        memory: &mut BoxerMemory,
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
        let PropMotion::Swings { home } = prop.motion else { return prop.position };
        let rests = prop.position == home && prop.velocity == Vec3::ZERO;
        if rests || later <= 0.0 {
            return prop.position;
        }
        let swings = Offset { position: prop.position - home, velocity: prop.velocity };
        home + swings.stepped(&self.settings.swing.step(later)).position
    }
}

/// How far a target that somebody carries about will have been carried. It has been carried in this step already.
fn carried(memory: &BoxerMemory, stage: &StageView<'_>, home: Vec3, later: f32) -> Vec3 {
    let far = speed(memory, stage, home) * (later - stage.step()).max(0.0);
    if far.is_finite() { far.clamp_length_max(FORESEEN_CARRIED) } else { Vec3::ZERO }
}

/// m/s, how fast a target is carried about: since the last look, and a moment before it, for hands and mice are not
/// steady. What is remembered is where it was that moment before, had it been as fast then.
fn speed(memory: &BoxerMemory, stage: &StageView<'_>, home: Vec3) -> Vec3 {
    let known = memory.home_seen;
    let passed = now(stage).wrapping_sub(known) as f32 * stage.step();
    if known == 0 || passed <= 0.0 || passed > LONG_AGO {
        return Vec3::ZERO;
    }
    let speed = (home - memory.home) / (passed + SMOOTH);
    if speed.is_finite() { speed } else { Vec3::ZERO }
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

/// The nearest other actor. The last one is kept for some decisions; then he looks around again, at some of a large crowd
/// only, and at others the next time, so that what a boxer costs does not grow with the crowd.
fn nearest<'a>(memory: &mut BoxerMemory, me: ActorView<'_>, stage: &StageView<'a>) -> Option<ActorView<'a>> {
    let known = known_opponent(memory).and_then(|known| stage.actor(known));
    if known.is_some() && memory.patience > 0 {
        memory.patience -= 1;
        return known;
    }
    let count = stage.actors().len();
    let looks = if known.is_some() { count.min(LOOKS) } else { count };
    let start = memory.looks_next as usize % count.max(1);
    let here = me.frame().translation;
    let far = |other: ActorView<'a>| (other.frame().translation.distance_squared(here), other);
    let others = (start..start + looks).filter_map(|at| stage.nth_actor(at % count));
    let others = others.chain(known).filter(|other| other.id() != me.id()).map(far);
    // Of equals the first by number, whoever was looked at first.
    let nearer = |a: &(f32, ActorView<'_>), b: &(f32, ActorView<'_>)| {
        a.0.total_cmp(&b.0).then(a.1.id().0.cmp(&b.1.id().0))
    };
    let (_, found) = others.min_by(nearer)?;
    memory.opponent = OptionalIndex::some(found.id().0 as usize);
    memory.looks_next = ((start + looks) % count) as u32;
    memory.patience = PATIENCE;
    Some(found)
}

/// Whom he found when he last looked around.
fn known_opponent(memory: &BoxerMemory) -> Option<ActorId> {
    memory.opponent.get().map(|other| ActorId(other as u32))
}
