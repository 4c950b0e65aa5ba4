//! The step, in five phases: the cues of this tick are taken in; minds are asked, all of them about the same moment, the
//! end of the last step; bodies move, each for itself; contacts and blows are found; events are sorted, to be told in
//! the next step. Nothing depends on the order of actors beyond the numbers they carry, nor on threads.

use footwork_motion::ground::yaw;
use footwork_motion::{PoseView, Transform};
use glam::Vec3;

use crate::body::{Ctx, Driver, Joints};
use crate::cast::Cast;
use crate::contact::Bounds;
use crate::contact_phase::Moved;
use crate::cue::Ask;
use crate::deciding::{Deciding, Sight};
use crate::event::{Event, Happening};
use crate::given::{self, PoseSource};
use crate::memory::Memories;
use crate::moving::Moving;
use crate::observe::Outcome;
use crate::offset::Offset;
use crate::physics::PhysicalBodies;
use crate::reflex::Reflexes;
use crate::settings::{NoProbe, Phase, Probe};
use crate::stage::Stage;
use crate::troupe::{Members, direct, list_members};
use crate::view::StageView;
use crate::{prop_hits, props};
use footwork_motion::Rng;

/// Fewer actors than this are done sooner than threads are woken.
#[cfg(feature = "threads")]
const WORTH_SHARING: usize = 64;

impl Stage {
    /// Lets one step pass.
    pub fn step(&mut self) {
        self.step_probed(&mut NoProbe);
    }

    /// The same, with somebody listening to what it is busy with.
    pub fn step_probed(&mut self, probe: &mut impl Probe) {
        self.hear();
        let mut lent = self.lend_minds();
        self.deciding(&mut lent, |deciding, sight| deciding.run(sight));
        self.return_minds(lent);
        self.take_asked();
        probe.mark(Phase::Decide);
        self.moving(|moving, cast, ctx| moving.run(&cast.rigs, ctx, probe));
        self.finish(probe);
    }

    /// The same on the threads of a pool, with the same result to the bit.
    #[cfg(feature = "threads")]
    pub fn step_on(&mut self, pool: &rayon::ThreadPool) {
        if self.len() < WORTH_SHARING {
            return self.step();
        }
        pool.install(|| {
            self.hear();
            let mut lent = self.lend_minds();
            self.deciding(&mut lent, |deciding, sight| deciding.run_on(sight));
            self.return_minds(lent);
            self.take_asked();
            self.moving(|moving, cast, ctx| moving.run_on(&cast.rigs, ctx));
            self.finish(&mut NoProbe);
        });
    }

    /// Takes in the cues of this tick. With what happened in the last step, they are what minds are told now.
    fn hear(&mut self) {
        self.inbox.clear();
        self.inbox.extend(self.state.events.iter().filter(|event| !event.is_cue()));
        self.state.events.clear();
        let due = self.state.cues.partition_point(|cue| cue.tick <= self.state.tick);
        let mut somebody_leaves = false;
        for at in 0..due {
            let cue = self.state.cues[at];
            somebody_leaves |= matches!(cue.ask, Ask::Leave);
            // It may have left since it was asked.
            let Some(to) = self.state.index_of(cue.to) else { continue };
            self.take_cue(to, cue.ask);
            let happening = match cue.ask {
                Ask::Push { point, impulse } => Happening::Pushed { point, impulse },
                ask => Happening::Cue(ask),
            };
            self.state.events.push(Event::new(cue.to, happening));
        }
        self.state.cues.drain(..due);
        if somebody_leaves {
            self.remove_leaving();
        }
        // What came of a cue is told in the next step, as everything that happens is.
        self.inbox.extend(self.state.events.iter().filter(|event| event.is_cue()));
        number_and_sort(&mut self.inbox);
    }

    /// Does what a cue says, as far as that is not left to a mind.
    fn take_cue(&mut self, to: usize, ask: Ask) {
        let (state, cast) = (&mut self.state, &self.cast);
        state.controls[to].take(ask);
        let prop = ask.prop().and_then(|prop| state.prop_place(prop));
        match (ask, prop) {
            (Ask::Mind(mind), _) if (mind.0 as usize) < cast.minds.len() => {
                state.hand_over(to, Driver::Mind(mind.0), true);
            }
            (Ask::Director(director), _) if (director.0 as usize) < cast.directors.len() => {
                state.hand_over(to, Driver::Director(director.0), true);
            }
            (Ask::Leave, _) => state.bodies[to].leaves = true,
            (Ask::Put { at, heading }, _) => {
                let body = &mut state.bodies[to];
                let rig = &cast.rigs[body.rig as usize];
                body.put(Transform::new(yaw(heading), Vec3::new(at.x, 0.0, at.y)));
                state.turns[body.joints(rig)].fill(Offset::NONE);
                state.slides[body.translated_joints(rig)].fill(Offset::NONE);
            }
            (Ask::Carry { to, .. }, Some(prop)) => state.props[prop].carry(to),
            (Ask::Turn { heading, .. }, Some(prop)) => state.props[prop].rotation = yaw(heading),
            // What cannot be done is not done: a wall that is thrown, a prop that no hand is at.
            (Ask::Grab { hand, .. }, Some(prop)) => _ = props::grab(state, cast, to, prop, hand),
            (Ask::Release { .. }, Some(prop)) => props::let_go(state, cast, to, prop),
            (Ask::Throw { velocity, .. }, Some(prop)) => {
                let thrower = state.ids[to];
                _ = props::throw(state, prop, velocity, Some(thrower));
            }
            (Ask::ThrowAt { whom, part, speed, .. }, Some(prop)) => {
                let thrower = state.ids[to];
                let velocity = props::aimed(state, cast, prop, whom, part, speed);
                _ = velocity.map(|velocity| props::throw(state, prop, velocity, Some(thrower)));
            }
            _ => {}
        }
    }

    /// What deciding changes is taken out of the state, so that everything else of it can be seen meanwhile.
    fn lend_minds(&mut self) -> Lent {
        let state = &mut self.state;
        Lent {
            memories: std::mem::take(&mut state.memories),
            rngs: std::mem::take(&mut state.rngs),
            director_memories: std::mem::take(&mut state.director_memories),
            director_rngs: std::mem::take(&mut state.director_rngs),
            reflex_memories: std::mem::take(&mut state.reflex_memories),
        }
    }

    /// Does what directors asked of hands.
    fn take_asked(&mut self) {
        for at in 0..self.asked.len() {
            let (to, ask) = self.asked[at];
            self.take_cue(to as usize, ask);
        }
        self.asked.clear();
    }

    fn return_minds(&mut self, lent: Lent) {
        let state = &mut self.state;
        state.memories = lent.memories;
        state.rngs = lent.rngs;
        state.director_memories = lent.director_memories;
        state.director_rngs = lent.director_rngs;
        state.reflex_memories = lent.reflex_memories;
    }

    /// Reflexes act first; then directors decide, one after the other; then all minds.
    fn deciding(&mut self, lent: &mut Lent, run: impl FnOnce(Deciding<'_>, &Sight<'_>)) {
        let view = StageView { state: &self.state, cast: &self.cast, settings: &self.settings };
        let sight = Sight { view, events: &self.inbox };
        let (rings, decided) = (&mut self.rings[..], &mut self.decided[..]);
        if !self.cast.reflexes.is_empty() {
            let (memories, rngs) = (lent.reflex_memories.blocks(), &mut lent.rngs[..]);
            Reflexes { memories, rngs, decided, rings }.run(&sight);
        }
        if !self.cast.directors.is_empty() {
            list_members(self.state.bodies.iter().map(|body| body.driver), &mut self.members);
            let memories = lent.memories.blocks();
            let (indices, asked) = (&self.members[..], &mut self.asked);
            let mut members = Members { indices, sight: &sight, memories, decided, rings, asked };
            let own = lent.director_memories.blocks();
            direct(&self.cast.directors, own, &mut lent.director_rngs, &mut members);
        }
        let (memories, rngs) = (lent.memories.blocks(), &mut lent.rngs[..]);
        let (rings, decided) = (&mut self.rings[..], &mut self.decided[..]);
        run(Deciding { first: 0, memories, rngs, rings, decided }, &sight);
    }

    fn moving(&mut self, run: impl FnOnce(Moving<'_>, &Cast, &Ctx<'_>)) {
        let state = &mut self.state;
        std::mem::swap(&mut state.world, &mut state.world_before);
        let ctx = Ctx::new(&self.settings);
        let moving = Moving {
            bodies: &mut state.bodies,
            decided: &self.decided,
            rotations: &mut state.rotations,
            translations: &mut state.translations,
            turns: &mut state.turns,
            slides: &mut state.slides,
            world: &mut state.world,
            world_before: &mut state.world_before,
            bounds: &mut self.bounds,
            outcomes: &mut self.outcomes,
        };
        run(moving, &self.cast, &ctx);
    }

    /// Shows the poses that bodies are given: a physical world has its turn first.
    fn show_given(&mut self) {
        let state = &mut self.state;
        let mut back = Vec::new();
        if let Some(physics) = &mut self.physics {
            let (cast, told, decided) = (&self.cast, &self.inbox[..], &self.decided[..]);
            let (step, adjusted) = (self.settings.step, Vec::new());
            let mut bodies = PhysicalBodies { state, cast, told, decided, step, back, adjusted };
            physics.step(&mut bodies, step);
            let adjusted = bodies.adjusted;
            back = bodies.back;
            for index in adjusted {
                let rig = &self.cast.rigs[state.bodies[index].rig as usize];
                let joints = state.bodies[index].joints(rig);
                self.bounds[index] = Bounds::around(&rig.hull, &state.world[joints]);
            }
        }
        let ctx = Ctx::new(&self.settings);
        for index in 0..state.bodies.len() {
            let body = &mut state.bodies[index];
            if body.source == PoseSource::Take {
                continue;
            }
            let (rig, fresh) = (&self.cast.rigs[body.rig as usize], body.fresh);
            let (at, translated) = (body.joints(rig), body.translated_joints(rig));
            let mut joints = Joints {
                rotations: &mut state.rotations[at.clone()],
                translations: &mut state.translations[translated.clone()],
                turns: &mut state.turns[at.clone()],
                slides: &mut state.slides[translated.clone()],
                world: &mut state.world[at.clone()],
                world_before: &state.world_before[at.clone()],
            };
            let pose = PoseView {
                rotations: &state.given.rotations[at.clone()],
                translations: &state.given.translations[translated],
            };
            self.outcomes[index] = given::show(body, &mut joints, rig, pose, &ctx);
            if fresh {
                state.world_before[at.clone()].copy_from_slice(&state.world[at.clone()]);
            }
            self.bounds[index] = Bounds::around(&rig.hull, &state.world[at]);
        }
        for (actor, segment, placed) in back {
            let Some(index) = state.index_of(actor) else { continue };
            let rig = &self.cast.rigs[state.bodies[index].rig as usize];
            given::play(state, index, rig, segment, placed, &ctx);
        }
    }

    /// Given poses, contacts, props and events.
    fn finish(&mut self, probe: &mut impl Probe) {
        if self.physics.is_some() || self.outcomes.iter().any(|outcome| outcome.waits) {
            self.show_given();
        }
        let state = &mut self.state;
        for (index, (decided, outcome)) in self.decided.iter().zip(&self.outcomes).enumerate() {
            let to = state.ids[index];
            if decided.asked {
                let ended = decided.ended.map(Happening::SegmentEnded);
                let told = ended.into_iter().chain(decided.fallback.map(Happening::Fallback));
                state.events.extend(told.map(|happening| Event::new(to, happening)));
            }
            if *outcome != Outcome::default() {
                let told = outcome.happenings();
                state.events.extend(told.map(|happening| Event::new(to, happening)));
            }
        }
        probe.mark(Phase::Decide);
        if self.settings.contacts {
            let moved = Moved { rigs: &self.cast.rigs, bounds: &self.bounds, outcomes: &self.outcomes };
            self.touching.find(state, &moved, &self.settings);
            prop_hits::find(state, &self.cast.rigs, &self.bounds, self.settings.step);
        }
        props::advance_all(state, &self.cast, &self.settings);
        number_and_sort(&mut state.events);
        state.tick += 1;
        probe.mark(Phase::Contact);
    }
}

/// What deciding changes.
struct Lent {
    memories: Memories,
    rngs: Vec<Rng>,
    director_memories: Memories,
    director_rngs: Vec<Rng>,
    reflex_memories: Memories,
}

fn number_and_sort(events: &mut [Event]) {
    for (number, event) in events.iter_mut().enumerate() {
        event.number = number as u32;
    }
    // Keys differ, so that an unstable sort, which allocates nothing, has one result only.
    events.sort_unstable_by_key(Event::key);
    // What is kept must not depend on how events came in.
    for event in events.iter_mut() {
        event.number = 0;
    }
}
