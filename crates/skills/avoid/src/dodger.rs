//! The reflex: sees what comes, looks for a way out while the body goes on, takes the body over in time, and gives it back.
//!
//! Paper: section 3, figure 1 (a). The authors' character has nothing else to do; here any mind or director decides for the body
//! until the moment to leave for an avoidance, and again when it is over.

mod playing;

use std::sync::Arc;

use bytemuck::Zeroable;
use footwork_annotate::sealed::SealError;
use footwork_motion::Rng;
use footwork_stage::{
    ActorId, ActorView, Event, Gaze, Happening, Overlay, PoseSource, PropId, Reflex, Response, Rig, StageView,
};

use crate::adapt;
use crate::attack::Attack;
use crate::memory::{MOST_THREATS, Memory, Mode, Source, Threat};
use crate::overlay;
use crate::path::{Decay, Doing, Footing, World, footings};
use crate::perceive::{self, Coming};
use crate::returning;
use crate::search::Search;
use crate::settings::AvoidSettings;
use crate::skill::Skill;
use crate::timing::EntryTimes;
use crate::volumes::Volumes;

/// Dodges.
pub struct Dodger {
    pub(crate) rig: Arc<Rig>,
    pub(crate) skill: Arc<Skill>,
    pub(crate) volumes: Volumes,
    pub(crate) decay: Decay,
    pub(crate) times: EntryTimes,
    pub(crate) footings: Vec<Footing>,
    /// What it goes back by, and turns by.
    pub(crate) steps: Vec<returning::Step>,
    pub(crate) settings: AvoidSettings,
}

/// What a step has to go by.
pub(crate) struct Sight<'a> {
    pub me: ActorView<'a>,
    pub stage: StageView<'a>,
    pub world: World<'a>,
    pub doing: Doing,
    pub coming: [Option<Coming>; MOST_THREATS],
}

impl Dodger {
    /// Makes a reflex for a body. A skill that was baked from another repertoire is refused.
    pub fn new(rig: &Rig, skill: Arc<Skill>, settings: AvoidSettings) -> Result<Dodger, SealError> {
        skill.check(rig.repertoire())?;
        let volumes = Volumes::new(rig, skill.tables.settings.stored);
        if volumes.spheres.all.len() != skill.tables.spheres as usize {
            return Err(SealError::Nonsense("it is of a body with other parts".to_string()));
        }
        let settings = if settings.is_sound() { settings } else { AvoidSettings::default() };
        let footings = footings(&skill.tables, rig);
        let steps = returning::steps(&skill.tables, rig);
        let (times, rig) = (EntryTimes::new(&skill.tables), Arc::new(rig.clone()));
        Ok(Dodger { rig, skill, volumes, decay: Decay::new(), times, footings, steps, settings })
    }

    /// Where bodies are in its takes.
    pub fn volumes(&self) -> &Volumes {
        &self.volumes
    }

    /// What paths are made of.
    pub fn world(&self) -> World<'_> {
        World {
            tables: &self.skill.tables,
            volumes: &self.volumes,
            decay: &self.decay,
            rig: &self.rig,
            times: &self.times,
            footings: &self.footings,
            settings: &self.settings,
        }
    }

    /// The same, with one way out and no other: to see what it would look like.
    #[cfg(feature = "bake")]
    pub(crate) fn with_only(&self, entry: u32) -> Dodger {
        let Dodger { rig, skill, volumes, decay, times, footings, steps, settings } = self;
        let mut skill = Skill::clone(skill);
        let words = skill.tables.words().max(1);
        for row in skill.tables.reach.chunks_mut(words) {
            for (word, bits) in row.iter_mut().enumerate() {
                *bits &= if word == entry as usize / 64 { 1 << (entry % 64) } else { 0 };
            }
        }
        Dodger {
            rig: rig.clone(),
            skill: Arc::new(skill),
            volumes: volumes.clone(),
            decay: decay.clone(),
            times: times.clone(),
            footings: footings.clone(),
            steps: steps.clone(),
            settings: settings.clone(),
        }
    }

    /// What it would have to choose a way out for in the next step: what the body does, and what comes; none if nothing does,
    /// or it is not seen.
    #[cfg(feature = "bake")]
    pub fn considers(
        &self,
        memory: &Memory,
        me: &ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Option<(Doing, Attack)> {
        let mut threats = memory.threats;
        let coming = perceive::look_about(&mut threats, me, stage, &self.settings, |_| {});
        let mut attack = Attack::NOTHING;
        let ready = |at: usize| {
            coming[at].is_some() && perceive::is_ready(&threats[at], stage, self.settings.reaction)
        };
        if me.is_new() || !perceive::attack_of(&coming, ready, me, stage, &self.settings, &mut attack) {
            return None;
        }
        let (world, doing) = (self.world(), self.doing(me, stage.step()));
        adapt::would_hit(&world, &doing, &mut attack).map(|_| (doing, attack))
    }

    /// What a body does at the end of the last step.
    pub fn doing(&self, me: &ActorView<'_>, step: f32) -> Doing {
        let spheres = &self.volumes.spheres;
        let (shown, mut moving) = (spheres.places(me.world()), spheres.places(me.world_before()));
        for at in 0..spheres.all.len() {
            let velocity = (shown.get(at) - moving.get(at)) / step.max(1e-4);
            moving.set(at, velocity);
        }
        let (take, time, rate) = (me.segment().take, me.time(), me.rate());
        let down = [me.is_planted(0), me.is_planted(1)];
        Doing { take, time, rate, frame: me.frame(), shown, moving, down }
    }
}

impl Reflex for Dodger {
    type Memory = Memory;

    fn act(
        &self,
        memory: &mut Memory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        events: &[Event],
        _rng: &mut Rng,
    ) -> Response {
        hear(memory, me.id(), events);
        if me.is_new() || me.is_down() || me.pose_source() != PoseSource::Take {
            (memory.mode, memory.searches) = (0, 0);
            return Response::Nothing;
        }
        let tally = &mut memory.tally;
        let coming = perceive::look_about(&mut memory.threats, &me, stage, &self.settings, |threat| {
            if threat.is(Threat::WOULD_HIT) && !threat.is(Threat::HIT | Threat::SHIELDED) {
                (tally.attacks, tally.avoided) = (tally.attacks + 1, tally.avoided + 1);
            }
        });
        returning::remember(memory, &me);
        let quiet = coming.iter().all(Option::is_none);
        let goal = if quiet { returning::goal(self, memory, &me, stage) } else { None };
        if quiet && goal.is_none() && !memory.mode().holds() {
            (memory.mode, memory.searches) = (0, 0);
            return Response::Nothing;
        }
        let (world, doing) = (self.world(), self.doing(&me, stage.step()));
        let sight = Sight { me, stage: *stage, world, doing, coming };
        if let Some(goal) = goal.filter(|_| !memory.mode().holds()) {
            return self.go_back(memory, &sight, goal);
        }
        if let Some(response) = self.answer(memory, &sight) {
            return response;
        }
        self.carry_on(memory, &sight)
    }

    fn overlay(&self, memory: &Memory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        overlay::overlay(self, memory, me, stage)
    }
}

/// Counts what hit.
fn hear(memory: &mut Memory, me: ActorId, events: &[Event]) {
    for event in events {
        let (source, arm) = match &event.happening {
            Happening::PropHit(hit) => {
                (Source { kind: 1, id: hit.prop.0, ..Source::default() }, is_of_arm(hit.part))
            }
            Happening::StrikeLanded(blow) if blow.whom == me => {
                (Source { kind: 2, id: blow.who.0, ..Source::default() }, is_of_arm(blow.part))
            }
            _ => continue,
        };
        // A fist that meets a guard has met what guards are for; a ball only what was put in its way.
        let shields = arm && (memory.mode() == Mode::Shields || source.kind == 2);
        let same = |threat: &&mut Threat| (threat.source.kind, threat.source.id) == (source.kind, source.id);
        let known = memory.threats.iter_mut().find(same);
        let tally = &mut memory.tally;
        let mut seen = false;
        if let Some(threat) = known {
            // Once is enough: a ball may roll along an arm.
            if threat.is(Threat::HIT | Threat::SHIELDED) {
                continue;
            }
            threat.marks |= if shields { Threat::SHIELDED } else { Threat::HIT };
            seen = threat.is(Threat::WOULD_HIT);
        }
        tally.attacks += 1;
        match shields {
            true => tally.shielded += 1,
            false => (tally.hit, tally.unseen) = (tally.hit + 1, tally.unseen + u32::from(!seen)),
        }
    }
}

fn is_of_arm(part: footwork_stage::BodyPart) -> bool {
    use footwork_stage::BodyPart::*;
    matches!(part, LeftForearm | LeftHand | RightForearm | RightHand)
}

impl Dodger {
    /// Answers what comes, if something new does; none to go on as before.
    fn answer(&self, memory: &mut Memory, sight: &Sight<'_>) -> Option<Response> {
        let Sight { me, stage, world, doing, coming } = sight;
        let mut ready = 0_u32;
        for (at, threat) in memory.threats.iter().enumerate() {
            let counts = coming[at].is_some()
                && !threat.is(Threat::HIT | Threat::SHIELDED)
                && perceive::is_ready(threat, stage, self.settings.reaction);
            ready |= u32::from(counts) << at;
        }
        let mode = memory.mode();
        // What is played was chosen with all of them in mind, as far as it went.
        let fresh = ready & !memory.answered;
        if ready == 0 || (mode.holds() && fresh == 0) {
            memory.answered &= ready;
            if mode == Mode::Waits && ready == 0 {
                memory.set_mode(Mode::Idle);
            }
            return None;
        }
        let mut attack = Attack::NOTHING;
        let counts = |at: usize| ready >> at & 1 == 1;
        if !perceive::attack_of(coming, counts, me, stage, &self.settings, &mut attack) {
            return None;
        }
        // A plan that still holds is kept.
        if mode == Mode::Waits && fresh == 0 {
            return self.wait(memory, sight, &attack);
        }
        let Some(hit) = adapt::would_hit(world, doing, &mut attack) else {
            memory.searches = 0;
            if mode == Mode::Waits {
                memory.set_mode(Mode::Idle);
            }
            return None;
        };
        for at in (0..MOST_THREATS).filter(|at| counts(*at)) {
            // Which of several would hit is not told apart: one that is far off is over before it counts.
            if is_among(&attack, coming[at], hit.when) {
                memory.threats[at].marks |= Threat::WOULD_HIT;
            }
        }
        if memory.searches == 0 {
            (memory.search, memory.searches) = (Search::zeroed(), 1);
        }
        memory.search.go_on(world, doing, &attack, self.settings.budget);
        if !memory.search.is_over() {
            return None;
        }
        memory.searches = 0;
        memory.answered = ready;
        memory.tally.index += u32::from(memory.search.index_sufficed());
        let found = memory.search.best(world, doing, &attack);
        let leaned = found.map(|found| adapt::lean(world, doing, &attack, &found));
        match leaned.filter(|(found, _)| found.score.distance >= 0.0) {
            Some((found, lean)) => {
                memory.tally.found += 1;
                Some(self.take_path(memory, sight, &attack, &found, lean))
            }
            None => {
                memory.tally.none += 1;
                self.shield(memory, sight, &attack, &hit)
            }
        }
    }

    /// Puts arms in the way; none if it cannot.
    fn shield(
        &self,
        memory: &mut Memory,
        sight: &Sight<'_>,
        attack: &Attack,
        hit: &crate::meet::Nearest,
    ) -> Option<Response> {
        let holds = memory.mode().holds() && memory.mode() != Mode::Returns;
        if !self.settings.shields || holds {
            return None;
        }
        let order = adapt::shield(&sight.world, &sight.me, &sight.doing, attack, hit)?;
        memory.set_mode(Mode::Shields);
        let order = order.looking(self.gaze(memory, sight));
        Some(Response::Play(order, None))
    }

    /// What the head turns to: what comes first.
    fn gaze(&self, memory: &Memory, sight: &Sight<'_>) -> Option<Gaze> {
        let answered = sight.coming.iter().enumerate().filter(|(at, _)| memory.answered >> at & 1 == 1);
        let first =
            answered.filter_map(|(_, coming)| *coming).min_by(|a, b| a.near[0].total_cmp(&b.near[0]))?;
        Some(match first.source.kind {
            1 => Gaze::Prop(PropId(first.source.id)),
            _ => Gaze::Actor(ActorId(first.source.id)),
        })
    }
}

/// Whether something is near when the body would be hit.
fn is_among(attack: &Attack, coming: Option<Coming>, when: f32) -> bool {
    coming.is_some_and(|coming| when >= coming.near[0] - attack.step && when <= coming.near[1] + attack.step)
}
