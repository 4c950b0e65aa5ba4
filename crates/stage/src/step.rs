//! The step, in five phases: the cues of this tick are taken in; minds are asked, all of them about the same moment, the
//! end of the last step; bodies move, each for itself; contacts and blows are found; events are sorted, to be told in
//! the next step. Nothing depends on the order of actors beyond the numbers they carry, nor on threads.

use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use glam::Vec3;

use crate::body::{Ctx, Driver};
use crate::cast::Cast;
use crate::cue::Ask;
use crate::deciding::{Deciding, Sight};
use crate::event::{Event, Happening};
use crate::memory::Memories;
use crate::moving::Moving;
use crate::offset::Offset;
use crate::rng::Rng;
use crate::settings::{NoProbe, Part, Probe};
use crate::stage::Stage;
use crate::view::StageView;

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
        let (mut memories, mut rngs) = self.lend_minds();
        self.deciding(&mut memories, &mut rngs, |deciding, sight| deciding.run(sight));
        self.return_minds(memories, rngs);
        probe.mark(Part::Decide);
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
            let (mut memories, mut rngs) = self.lend_minds();
            self.deciding(&mut memories, &mut rngs, |deciding, sight| deciding.run_on(sight));
            self.return_minds(memories, rngs);
            self.moving(|moving, cast, ctx| moving.run_on(&cast.rigs, ctx));
            self.finish(&mut NoProbe);
        });
    }

    /// Takes in the cues of this tick. With what happened in the last step, they are what minds are told now.
    fn hear(&mut self) {
        let state = &mut self.state;
        self.inbox.clear();
        // Cues of the last step were told in the last step.
        let told = |event: &&Event| !matches!(event.happening, Happening::Cue(_) | Happening::Pushed { .. });
        self.inbox.extend(state.events.iter().filter(told));
        state.events.clear();
        let due = state.cues.partition_point(|cue| cue.tick <= state.tick);
        for at in 0..due {
            let cue = state.cues[at];
            let happening = match cue.ask {
                Ask::Push { point, impulse } => Happening::Pushed { point, impulse },
                ask => Happening::Cue(ask),
            };
            // It may have left since it was asked.
            let Some(to) = state.index_of(cue.to) else { continue };
            state.controls[to].take(cue.ask);
            match cue.ask {
                Ask::Mind(mind) if (mind.0 as usize) < self.cast.minds.len() => {
                    state.hand_over(to, Driver::Mind(mind.0), true);
                }
                Ask::Put { at, heading } => {
                    let body = &mut state.bodies[to];
                    let rig = &self.cast.rigs[body.rig as usize];
                    body.put(Transform::new(yaw(heading), Vec3::new(at.x, 0.0, at.y)));
                    state.turns[body.joints(rig)].fill(Offset::NONE);
                    state.slides[body.translated_joints(rig)].fill(Offset::NONE);
                }
                Ask::Carry { prop, to } => {
                    if let Some(prop) = state.props.get_mut(prop as usize) {
                        prop.carry(to);
                    }
                }
                _ => {}
            }
            state.events.push(Event::new(cue.to, happening));
        }
        state.cues.drain(..due);
        self.inbox.extend(state.events.iter());
        number_and_sort(&mut self.inbox);
    }

    /// What deciding changes is taken out of the state, so that everything else of it can be seen meanwhile.
    fn lend_minds(&mut self) -> (Memories, Vec<Rng>) {
        (std::mem::take(&mut self.state.memories), std::mem::take(&mut self.state.rngs))
    }

    fn return_minds(&mut self, memories: Memories, rngs: Vec<Rng>) {
        self.state.memories = memories;
        self.state.rngs = rngs;
    }

    fn deciding(
        &mut self,
        memories: &mut Memories,
        rngs: &mut [Rng],
        run: impl FnOnce(Deciding<'_>, &Sight<'_>),
    ) {
        let view = StageView { state: &self.state, cast: &self.cast, settings: &self.settings };
        let sight = Sight { view, events: &self.inbox };
        let (rings, decided) = (&mut self.rings[..], &mut self.decided[..]);
        run(Deciding { first: 0, memories: memories.blocks(), rngs, rings, decided }, &sight);
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
        };
        run(moving, &self.cast, &ctx);
    }

    /// Contacts and events.
    fn finish(&mut self, probe: &mut impl Probe) {
        let state = &mut self.state;
        for (decided, to) in self.decided.iter().zip(&state.ids).filter(|(decided, _)| decided.asked) {
            let to = *to;
            if let Some(segment) = decided.ended {
                state.events.push(Event::new(to, Happening::SegmentEnded(segment)));
            }
            if let Some(reason) = decided.fallback {
                state.events.push(Event::new(to, Happening::Fallback(reason)));
            }
        }
        probe.mark(Part::Decide);
        if self.settings.contacts {
            self.touching.find(state, &self.cast.rigs, &self.bounds, &self.settings);
        }
        let swing = self.settings.swing.step(self.settings.step);
        state.props.iter_mut().for_each(|prop| prop.swing(&swing));
        number_and_sort(&mut state.events);
        state.tick += 1;
        probe.mark(Part::Contact);
    }
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
