//! The reflex: what a pushed body does, whoever decides for it otherwise.
//!
//! The paper: *Pushing People Around*, section 4, and section 7 for what is left open there: when no response is good enough,
//! the body is handed to its weight. A push that hardly moves a body, or that lands below the hips, where nobody was ever pushed,
//! is given way to by the offset alone.

mod shown;

use bytemuck::{Pod, Zeroable};
use footwork_annotate::sealed::SealError;
use footwork_motion::{Rng, Role};
use footwork_stage::{
    ActorId, ActorView, Dial, Event, GiveWay, Happening, Move, OptionalIndex, Overlay, PoseSource, Reflex,
    Response as Answer, Rig, Segment, Settings, Spring, StageView,
};
use glam::Vec3;

use crate::aim::Aim;
use crate::bump::{self, Bump};
use crate::configuration::{Joints, Reduced, Reduction, WHOLE, velocity_of};
use crate::deform::{self, Sway, mass};
use crate::oracle::{Choice, Oracle};
use crate::response::{Impulse, Theta};
use crate::skill::Skill;

/// How a body answers to pushes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaggerSettings {
    /// The quality below which it falls; none for what was baked.
    pub threshold: Option<f32>,
    /// m/s, of the centre of mass: a weaker push is given way to, and no more. People who stand take up to some 0.35 m/s
    /// without a step.
    pub least: f32,
    /// How stiff muscles stay in a fall, from 0 to 1.
    pub tone: f32,
    /// Whether it falls at all. Otherwise the best response is played, however bad.
    pub falls: bool,
    /// Whether running into somebody or something is a push.
    pub bumps: bool,
}

impl Default for StaggerSettings {
    fn default() -> StaggerSettings {
        StaggerSettings { threshold: None, least: 0.35, tone: 0.2, falls: true, bumps: true }
    }
}

/// Staggers, steps, recovers or falls.
pub struct Stagger {
    oracle: Oracle,
    aim: Aim,
    reduction: Reduction,
    joints: Joints,
    ratio: f32,
    threshold: f32,
    settings: StaggerSettings,
    /// What jumps of transitions die away under: a stage's default.
    spring: Spring,
}

/// What an actor remembers of its pushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct StaggerMemory {
    /// The response that is played.
    pub playing: OptionalIndex,
    /// What was done about the last push: 0 nothing yet, 1 gave way, 2 responded, 3 fell.
    pub last: u32,
    /// The oracle's word on the last choice.
    pub quality: f32,
    /// N·s, in the world: the last push.
    pub impulse: [f32; 3],
    /// m, in the world: where it landed.
    pub point: [f32; 3],
    /// m, where it landed, in the body's frame.
    pub own_point: [f32; 3],
    /// What is left of it.
    pub sway: Sway,
    /// How many pushes there were.
    pub pushes: u32,
    /// Somebody whose arms touch, and who may come nearer.
    pub beside: OptionalIndex,
    /// The tick before which no bump counts.
    pub quiet: u32,
    /// The tick after that in which the body was left to its weight.
    pub left: u32,
    /// 1: nothing came of that, as there is no physical world.
    pub weightless: u32,
}

/// s. One bump is one push: who was bumped into is not bumped by the same thing for so long.
const QUIET: f32 = 0.45;
/// m. Who is further away is beside nobody any more.
const BESIDE: f32 = 1.5;
/// m/s. More than this nobody is pushed, whatever a cue says.
const MOST_GAIN: f32 = 10.0;
/// m/s. No transition was ever tried with a harder push: of those the oracle knows nothing, and the body falls.
const HARDEST: f32 = 3.5;
/// m/s. Who runs into something sees it come and is braced: at a walk he does not fall, however bad the best response is. Two who walk into
/// each other at 1.8 m/s gain 2.
const BRACED: f32 = 2.2;
/// m. Below the hips by more than this is a push on a leg.
const BELOW_HIPS: f32 = 0.12;
/// 1/m². How local giving way is: as the stage has it.
const FALLOFF: f32 = 6.0;
/// m/s. What a point gains that gives way only: as the stage has it.
const MOST_GIVEN: f32 = 5.0;

impl Stagger {
    /// Makes a baked skill ready for a body.
    pub fn new(skill: &Skill, rig: &Rig, settings: StaggerSettings) -> Result<Stagger, SealError> {
        skill.check(rig.repertoire())?;
        let content = &skill.content;
        let oracle =
            Oracle::new(content.responses.clone(), content.examples.clone(), content.scales, content.answer);
        Ok(Stagger {
            aim: Aim::new(rig, oracle.responses()),
            oracle,
            reduction: content.reduction.clone(),
            joints: Joints::of(rig.skeleton()),
            ratio: content.ratio,
            threshold: settings.threshold.unwrap_or(content.threshold),
            settings,
            spring: Settings::default().transition,
        })
    }

    /// What decides.
    pub fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// A body as it is shown.
    pub fn configuration(&self, me: ActorView<'_>, step: f32) -> [f32; WHOLE] {
        self.joints.configuration(me.frame(), me.world(), me.world_before(), step)
    }

    /// A body in five numbers.
    pub fn reduced(&self, whole: &[f32; WHOLE]) -> Reduced {
        self.reduction.reduce(whole)
    }

    /// What a push asks of a body: where, and how fast that point is to go.
    pub fn asked(&self, me: ActorView<'_>, whole: &[f32; WHOLE], push: &Bump) -> Impulse {
        let back = me.frame().inverse();
        let (point, gain) = (back.point(push.point), back.rotation * gain_of(me, push));
        let velocity = velocity_of(whole, point) + gain * self.ratio;
        Impulse { point, velocity: velocity.with_y(0.0) }
    }

    /// The best of all responses, deformed to go where the push sends it.
    pub fn decide(
        &self,
        me: ActorView<'_>,
        now: &Reduced,
        whole: &[f32; WHOLE],
        impulse: &Impulse,
    ) -> Option<Choice> {
        let playing = (me.segment().take, me.time());
        self.oracle.decide_by(now, impulse, |response, turn, theta| {
            self.aim.aimed(response, turn, theta, playing, whole, impulse)
        })
    }

    /// Answers to a push.
    fn answer(
        &self,
        memory: &mut StaggerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        push: &Bump,
        braced: bool,
    ) -> Answer {
        let gain = gain_of(me, push);
        (memory.impulse, memory.point) = (push.impulse.to_array(), push.point.to_array());
        memory.own_point = me.frame().inverse().point(push.point).to_array();
        let hips = me.rig().skeleton().site(Role::Hips).map_or(0.0, |site| site.position(me.world()).y);
        let low = push.point.y < hips - BELOW_HIPS;
        if me.is_down() || low || gain.with_y(0.0).length() < self.settings.least {
            return self.give(memory, gain, push);
        }
        let whole = self.configuration(me, stage.step());
        let (impulse, now) = (self.asked(me, &whole, push), self.reduced(&whole));
        let choice = self.decide(me, &now, &whole, &impulse);
        memory.quality = choice.map_or(0.0, |choice| choice.quality);
        // A dial that nobody has touched is 0.
        let dial = me.controls().dials[usize::from(THRESHOLD.number)];
        let threshold = if dial > 0.0 { dial } else { self.threshold };
        let gained = gain.with_y(0.0).length();
        let bad = gained > HARDEST || choice.is_none_or(|choice| choice.quality < threshold);
        let falls = bad && self.settings.falls && !(braced && gained < BRACED);
        if falls && memory.weightless != 1 {
            (memory.last, memory.playing) = (3, OptionalIndex::NONE);
            memory.left = (stage.tick() as u32).wrapping_add(1);
            memory.sway = Sway::NONE;
            return Answer::LetGo { tone: self.settings.tone, give: Some(self.yielding(gain, push)) };
        }
        let fall = if falls { self.oracle.fall(&now, &impulse) } else { None };
        let (number, turn, shift, theta) = match (fall, choice) {
            (Some(fall), _) => (fall, 0.0, Vec3::ZERO, Theta { falloff: FALLOFF, push: Vec3::ZERO }),
            (None, Some(choice)) => (choice.response, choice.turn, choice.shift, choice.theta),
            (None, None) => return self.give(memory, gain, push),
        };
        let Some(response) = self.oracle.responses().get(number) else { return Answer::Nothing };
        (memory.last, memory.playing) = (if fall.is_some() { 3 } else { 2 }, OptionalIndex::some(number));
        let shove = deform::give_way(me.frame(), impulse.point, &theta);
        memory.sway = Sway::new(&shove);
        Answer::Play(deform::played(me.rig(), me.frame(), response.segment, turn, shift, None), Some(shove))
    }

    /// Gives way, and no more; what was played goes on.
    fn give(&self, memory: &mut StaggerMemory, gain: Vec3, push: &Bump) -> Answer {
        memory.last = 1;
        let give = self.yielding(gain, push);
        memory.sway = Sway::new(&give);
        Answer::Give(give)
    }

    /// How a body gives way to a push that it does not answer.
    fn yielding(&self, gain: Vec3, push: &Bump) -> GiveWay {
        // As fast in the mean as the point would go in a response.
        let velocity = (gain * (self.ratio / self.oracle.answer())).clamp_length_max(MOST_GIVEN);
        GiveWay { point: push.point, velocity, falloff: FALLOFF, arms: true, whole: None, carries: 0.0 }
    }

    /// Goes on with what was begun.
    fn go_on(&self, memory: &mut StaggerMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Answer {
        let playing = memory.playing.get().and_then(|number| self.oracle.responses().get(number));
        let plays = playing.filter(|response| {
            let segment = me.segment();
            (segment.take, segment.end) == (response.segment.take, response.segment.end) && !me.is_free()
        });
        if plays.is_none() {
            memory.playing = OptionalIndex::NONE;
        }
        if memory.sway.is_over() {
            return if plays.is_some() { Answer::Hold } else { Answer::Nothing };
        }
        let own = Vec3::from_array(memory.own_point);
        let own = if own.is_finite() { own } else { Vec3::Y };
        let give = memory.sway.step(self.spring, stage.step(), me.frame().point(own));
        match plays {
            Some(response) => {
                let segment = Segment { first: me.time(), ..response.segment };
                Answer::Play(Move::new(segment), Some(give))
            }
            None => Answer::Give(give),
        }
    }

    /// The push that came in this step, if one did: of several the hardest; and whether the body ran into it.
    fn push(
        &self,
        memory: &mut StaggerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        events: &[Event],
    ) -> Option<(Bump, bool)> {
        let mut hardest: Option<(Bump, bool)> = None;
        let mut take = |push: Bump, braced: bool| {
            let sound = push.point.is_finite() && push.impulse.is_finite();
            let harder = hardest
                .is_none_or(|(known, _)| push.impulse.length_squared() > known.impulse.length_squared());
            if sound && harder {
                hardest = Some((push, braced));
            }
        };
        for event in events {
            match event.happening {
                Happening::Pushed { point, impulse } | Happening::Bumped { point, impulse, .. } => {
                    take(Bump { point, impulse }, false);
                }
                Happening::PropHit(hit) => take(Bump { point: hit.point, impulse: hit.impulse }, false),
                Happening::Contact { with, own, other, point, .. } if self.settings.bumps => {
                    memory.beside = OptionalIndex::some(with.0 as usize);
                    let bump = stage
                        .actor(with)
                        .and_then(|whom| bump::by_somebody(me, whom, [own, other], point, stage));
                    if let Some(bump) = bump.filter(|_| self.is_loud(memory, stage)) {
                        memory.quiet = quiet_until(stage);
                        take(bump, true);
                    }
                }
                _ => {}
            }
        }
        if self.settings.bumps
            && self.is_loud(memory, stage)
            && let Some(bump) = self.runs_into(memory, me, stage)
        {
            memory.quiet = quiet_until(stage);
            take(bump, true);
        }
        hardest
    }

    /// Whether bumps count by now.
    fn is_loud(&self, memory: &StaggerMemory, stage: &StageView<'_>) -> bool {
        let now = stage.tick() as u32;
        // A memory out of a save game may say anything: nobody is quiet for longer than one bump.
        now >= memory.quiet || memory.quiet > quiet_until(stage)
    }

    /// What the body runs into: somebody whom it touches already, a wall, something that stands there.
    fn runs_into(
        &self,
        memory: &mut StaggerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Option<Bump> {
        let props = stage.props().iter().find_map(|prop| bump::by_prop(me, prop, stage));
        let beside = memory.beside.get().and_then(|number| {
            let other = stage.actor(ActorId(u32::try_from(number).ok()?))?;
            let near =
                other.id() != me.id() && other.frame().translation.distance(me.frame().translation) < BESIDE;
            near.then_some(other)
        });
        match beside {
            Some(other) => props.or_else(|| bump::by_trunk(me, other, stage)),
            None => {
                memory.beside = OptionalIndex::NONE;
                props
            }
        }
    }
}

/// Reflexes have dials from 8 on.
const THRESHOLD: Dial = Dial {
    number: 8,
    name: "Falls below",
    line: "The quality of a response below which the body falls instead",
    range: [0.0, 1.0],
    start: 0.5,
    choices: &[],
};
const DIALS: [Dial; 1] = [THRESHOLD];

fn quiet_until(stage: &StageView<'_>) -> u32 {
    (stage.tick() as u32).saturating_add((QUIET / stage.step()) as u32)
}

/// m/s. What a push gives to the whole body.
fn gain_of(me: ActorView<'_>, push: &Bump) -> Vec3 {
    (push.impulse / mass(me.rig())).clamp_length_max(MOST_GAIN)
}

impl Reflex for Stagger {
    type Memory = StaggerMemory;

    fn act(
        &self,
        memory: &mut StaggerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        events: &[Event],
        _: &mut Rng,
    ) -> Answer {
        if me.is_new() || me.pose_source() != PoseSource::Take {
            // Who lies, or is moved by something else, has no say in it.
            (memory.playing, memory.sway) = (OptionalIndex::NONE, Sway::NONE);
            return Answer::Nothing;
        }
        let push = self.push(memory, me, stage, events);
        if push.is_some() {
            memory.pushes = memory.pushes.wrapping_add(1);
        }
        // Left to its weight in the last step, and still playing: there is no physical world.
        let dropped = memory.left != 0 && memory.left == stage.tick() as u32;
        memory.weightless |= u32::from(dropped);
        let again = dropped.then(|| Bump {
            point: Vec3::from_array(memory.point),
            impulse: Vec3::from_array(memory.impulse),
        });
        match push.or(again.map(|push| (push, false))) {
            Some((push, braced)) => self.answer(memory, me, stage, &push, braced),
            None => self.go_on(memory, me, stage),
        }
    }

    fn dials(&self) -> &'static [Dial] {
        &DIALS
    }

    fn overlay(&self, memory: &StaggerMemory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        self.shown(memory, me, stage)
    }
}
