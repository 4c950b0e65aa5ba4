//! The reflex: sees what comes, looks for a way out while the body goes on, takes the body over in time, and gives it back.
//!
//! Paper: section 3, figure 1 (a). The authors' character has nothing else to do; here any mind or director decides for the body
//! until the moment to leave for an avoidance, and again when it is over.

use std::sync::Arc;

use bytemuck::Zeroable;
use footwork_annotate::sealed::SealError;
use footwork_motion::{Rng, Transform};
use footwork_stage::{
    ActorId, ActorView, Event, Gaze, Happening, Move, Overlay, Placement, PoseSource, PropId, Reflex,
    Response, Rig, Segment, StageView,
};
use glam::Vec3;

use crate::adapt;
use crate::attack::Attack;
use crate::correct;
use crate::memory::{MOST_THREATS, Memory, Mode, Plan, Source, Threat};
use crate::overlay;
use crate::path::{Decay, Doing, Footing, PathChoice, World, footings};
use crate::perceive::{self, Coming};
use crate::returning;
use crate::search::{Found, Search, look_at};
use crate::settings::AvoidSettings;
use crate::skill::Skill;
use crate::volumes::Volumes;

/// Dodges.
pub struct Dodger {
    pub(crate) rig: Arc<Rig>,
    pub(crate) skill: Arc<Skill>,
    pub(crate) volumes: Volumes,
    pub(crate) decay: Decay,
    pub(crate) footings: Vec<Footing>,
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
        Ok(Dodger { rig: Arc::new(rig.clone()), skill, volumes, decay: Decay::new(), footings, settings })
    }

    /// What paths are made of.
    pub fn world(&self) -> World<'_> {
        World {
            tables: &self.skill.tables,
            volumes: &self.volumes,
            decay: &self.decay,
            rig: &self.rig,
            footings: &self.footings,
            settings: &self.settings,
        }
    }

    /// The same, with one way out and no other: to see what it would look like.
    #[cfg(feature = "bake")]
    pub(crate) fn with_only(&self, entry: u32) -> Dodger {
        let Dodger { rig, skill, volumes, decay, footings, settings } = self;
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
            footings: footings.clone(),
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
        let goes_back = quiet && returning::is_time(self, &me, stage);
        if quiet && !goes_back && !memory.mode().holds() {
            (memory.mode, memory.searches) = (0, 0);
            return Response::Nothing;
        }
        let (world, doing) = (self.world(), self.doing(&me, stage.step()));
        let sight = Sight { me, stage: *stage, world, doing, coming };
        if goes_back && !memory.mode().holds() {
            return self.go_back(memory, &sight);
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
        let shields = arm && memory.mode() == Mode::Shields;
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

    /// Sets out on a path: at once, or when its moment comes.
    fn take_path(
        &self,
        memory: &mut Memory,
        sight: &Sight<'_>,
        attack: &Attack,
        found: &Found,
        lean: Vec3,
    ) -> Response {
        let (step, tick) = (sight.stage.step(), sight.stage.tick());
        let timing = &found.laid.timing;
        memory.plan = Plan {
            leaves: tick + (timing.leaves / step).round() as u64,
            attack: tick + (attack.time / step).round() as u64,
            entry: found.path.entry,
            take: sight.doing.take,
            scales: timing.scales,
            lean: lean.to_array(),
            distance: found.score.distance,
            ..Plan::default()
        };
        if found.path.wait == 0 {
            return self.enter(memory, sight);
        }
        // The mind goes on where it would go on just so anyway.
        let as_it_is = (timing.scales[0] - 1.0).abs() < 1e-3 && sight.me.committed() >= timing.leaves;
        if as_it_is && !memory.mode().holds() {
            memory.set_mode(Mode::Waits);
            return Response::Nothing;
        }
        let doing = &sight.doing;
        let end = doing.time + f64::from(timing.leaves / timing.scales[0] * doing.rate);
        let segment = Segment { take: doing.take, first: doing.time, end: self.within(doing.take, end) };
        memory.set_mode(Mode::GoesOn);
        let order = Move::new(segment).at_rate(doing.rate / timing.scales[0]);
        Response::Play(order.looking(self.gaze(memory, sight)), None)
    }

    /// A time that is in a take.
    fn within(&self, take: u32, seconds: f64) -> f64 {
        seconds.min(self.rig.take(take).map_or(0.0, |take| take.clip.seconds()))
    }

    /// Waits with the plan that there is, or leaves.
    fn wait(&self, memory: &mut Memory, sight: &Sight<'_>, attack: &Attack) -> Option<Response> {
        let plan = memory.plan;
        if plan.take != sight.doing.take {
            // Its mind does something else now.
            memory.set_mode(Mode::Idle);
            memory.answered = 0;
            return None;
        }
        if sight.stage.tick() < plan.leaves {
            return None;
        }
        self.time_again(memory, sight, attack);
        Some(self.enter(memory, sight))
    }

    /// From where it leaves a path may have to be timed and leaned a little otherwise.
    fn time_again(&self, memory: &mut Memory, sight: &Sight<'_>, attack: &Attack) {
        let mut attack = *attack;
        attack.time = memory.plan.attack.saturating_sub(sight.stage.tick()) as f32 * sight.stage.step();
        let path = PathChoice { wait: 0, entry: memory.plan.entry };
        if let Some(found) = look_at(&sight.world, &sight.doing, &attack, path) {
            let (found, lean) = adapt::lean(&sight.world, &sight.doing, &attack, &found);
            memory.plan.scales = found.laid.timing.scales;
            memory.plan.lean = lean.to_array();
            memory.plan.distance = found.score.distance;
        }
    }

    /// Leans an avoidance that is under way a little more, where it needs it.
    fn lean_more(&self, memory: &mut Memory, sight: &Sight<'_>) -> Option<Response> {
        let lean = correct::lean(memory, sight, &self.settings)?;
        let plan = &mut memory.plan;
        let place = plan.place()?;
        let more = lean - Vec3::from(plan.lean);
        plan.set_place(Transform { translation: place.translation + more, ..place });
        plan.lean = lean.to_array();
        let (_, avoidance) = sight.world.entry(plan.entry)?;
        let (end, scale) = match memory.mode() {
            Mode::Enters => (avoidance.start, memory.plan.scales[1]),
            _ => (avoidance.end, memory.plan.scales[2]),
        };
        let now = sight.doing.time as f32;
        (sight.doing.take == avoidance.take && now + 0.05 < end)
            .then(|| self.play(memory, avoidance.take, [now, end], scale))
    }

    /// Passes over to the avoidance.
    fn enter(&self, memory: &mut Memory, sight: &Sight<'_>) -> Response {
        let plan = &mut memory.plan;
        let Some((entry, avoidance)) = sight.world.entry(plan.entry) else {
            memory.set_mode(Mode::Idle);
            return Response::Nothing;
        };
        let from = self.rig.ground(avoidance.take, f64::from(entry.first)).unwrap_or_default();
        let here = sight.me.frame() * from.inverse();
        let lean = Vec3::from(plan.lean);
        let lean = if lean.is_finite() { lean.clamp_length_max(0.2) } else { Vec3::ZERO };
        plan.set_place(Transform { translation: here.translation + lean, ..here });
        let ways = avoidance.start > entry.first && (plan.scales[1] - plan.scales[2]).abs() > 1e-3;
        let (end, scale) =
            if ways { (avoidance.start, plan.scales[1]) } else { (avoidance.end, plan.scales[2]) };
        memory.set_mode(if ways { Mode::Enters } else { Mode::Avoids });
        self.play(memory, avoidance.take, [entry.first, end], scale)
    }

    /// Plays a part of the plan's take at the plan's place.
    fn play(&self, memory: &mut Memory, take: u32, [first, end]: [f32; 2], scale: f32) -> Response {
        let end = self.within(take, f64::from(end));
        let order = Move::new(Segment { take, first: f64::from(first), end });
        let place = memory.plan.place().map_or(Placement::Here, Placement::At);
        let rate = if scale > 0.05 && scale.is_finite() { 1.0 / scale } else { 1.0 };
        // Who avoids looks where the recorded one did: a head that turns to what comes is not where it was foreseen, by up to 10 cm.
        let order = Move { place, ..order.at_rate(rate) };
        match order.check(&self.rig) {
            Ok(()) => Response::Play(order, None),
            Err(_) => {
                memory.set_mode(Mode::Idle);
                Response::Nothing
            }
        }
    }

    /// Takes a step towards where it belongs, if there is one that helps.
    fn go_back(&self, memory: &mut Memory, sight: &Sight<'_>) -> Response {
        let Some((entry, place)) = returning::step(&sight.world, &sight.doing, memory.home) else {
            memory.mode = 0;
            return Response::Nothing;
        };
        let Some((known, avoidance)) = sight.world.entry(entry) else { return Response::Nothing };
        memory.plan = Plan { entry, scales: [1.0; 3], ..Plan::default() };
        memory.plan.set_place(place);
        memory.set_mode(Mode::Returns);
        self.play(memory, avoidance.take, [known.first, avoidance.end], 1.0)
    }

    /// Goes on with what is played; what follows it, when it has been played.
    fn carry_on(&self, memory: &mut Memory, sight: &Sight<'_>) -> Response {
        let mode = memory.mode();
        if !mode.holds() {
            return Response::Nothing;
        }
        if !sight.me.is_free() {
            let under_way = matches!(mode, Mode::Enters | Mode::Avoids);
            return under_way.then(|| self.lean_more(memory, sight)).flatten().unwrap_or(Response::Hold);
        }
        match mode {
            Mode::GoesOn => {
                if let Some(attack) = correct::answered(memory, sight, &self.settings) {
                    self.time_again(memory, sight, &attack);
                }
                self.enter(memory, sight)
            }
            Mode::Enters => match sight.world.entry(memory.plan.entry) {
                Some((_, avoidance)) => {
                    memory.set_mode(Mode::Avoids);
                    let (span, scale) = ([avoidance.start, avoidance.end], memory.plan.scales[2]);
                    self.play(memory, avoidance.take, span, scale)
                }
                None => {
                    memory.set_mode(Mode::Idle);
                    Response::Nothing
                }
            },
            Mode::Idle | Mode::Waits | Mode::Avoids | Mode::Shields | Mode::Returns => {
                memory.set_mode(Mode::Idle);
                Response::Nothing
            }
        }
    }
}

/// Whether something is near when the body would be hit.
fn is_among(attack: &Attack, coming: Option<Coming>, when: f32) -> bool {
    coming.is_some_and(|coming| when >= coming.near[0] - attack.step && when <= coming.near[1] + attack.step)
}
