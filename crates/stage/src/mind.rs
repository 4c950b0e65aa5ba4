//! Minds: what chooses what a body does next.
//!
//! Departs from the design's page: a mind is shared and never changes, and what an actor remembers is a small block of
//! plain data beside it. So one table serves thousands of actors, a snapshot of what everybody thinks is one copy, and
//! actors can be asked on any thread.

use footwork_motion::{PoseView, Transform};
use glam::Vec3;

use crate::body::Body;
use crate::contact::Contact;
use crate::cue::Controls;
use crate::event::Event;
use crate::impulse::GiveWay;
use crate::overlay::{Dial, Overlay};
use crate::play::{Move, Reach, Segment};
use crate::prop::Prop;
use crate::rig::Rig;
use crate::rng::Rng;
use crate::stage::{ActorId, MindId, NO_MIND};
use crate::state::{Feed, Hash, State};
use crate::why::Why;

/// Chooses moves. It is asked when its body's segment has ended, or when an event made it want to.
///
/// Must give the same answer to the same question: everything that may differ is in its arguments.
pub trait Mind: Send + Sync {
    /// What to do next. `None` is to stand.
    fn choose(
        &self,
        memory: &mut Memory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move>;

    /// Something happened to the actor. [`Reaction::Choose`] breaks the segment off and has the mind asked at once.
    fn notice(&self, memory: &mut Memory, me: ActorView<'_>, event: &Event) -> Reaction {
        let _ = (memory, me, event);
        Reaction::CarryOn
    }

    /// A limb is on its way to what its move reaches for, and will be there `later` seconds from now: where it should go
    /// instead, as things stand. Asked in every step in which the mind is not asked for a move. `None` leaves it as it is.
    fn redirect(
        &self,
        memory: &mut Memory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        reach: &Reach,
        later: f32,
    ) -> Option<Vec3> {
        let _ = (memory, me, stage, reach, later);
        None
    }

    /// What it shows of itself to somebody who watches the actor. Not asked in a step, so that it may allocate.
    fn overlay(&self, memory: &Memory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        let _ = (memory, me, stage);
        Overlay::default()
    }

    /// The dials that it listens to.
    fn dials(&self) -> &'static [Dial] {
        &[]
    }
}

/// What an event does to a mind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reaction {
    /// Nothing: the segment goes on.
    CarryOn,
    /// The mind wants to choose now.
    Choose,
    /// The segment goes on, and the body gives way. Of several in one step the hardest counts.
    Give(GiveWay),
}

/// What an actor remembers from one choice to the next. All zero at first, and again when another mind takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    words: [u32; Memory::WORDS],
}

impl Memory {
    /// How many words there are.
    pub const WORDS: usize = 32;

    /// Nothing.
    pub const EMPTY: Memory = Memory { words: [0; Memory::WORDS] };

    /// A word. Beyond the last there are only zeros.
    pub fn get(&self, at: usize) -> u32 {
        self.words.get(at).copied().unwrap_or(0)
    }

    /// Keeps a word. Beyond the last nothing is kept.
    pub fn set(&mut self, at: usize, word: u32) {
        if let Some(place) = self.words.get_mut(at) {
            *place = word;
        }
    }

    /// A word as a number.
    pub fn float(&self, at: usize) -> f32 {
        f32::from_bits(self.get(at))
    }

    /// Keeps a number in a word.
    pub fn set_float(&mut self, at: usize, value: f32) {
        self.set(at, value.to_bits());
    }

    /// Three words as a vector.
    pub fn vec3(&self, at: usize) -> Vec3 {
        Vec3::new(self.float(at), self.float(at + 1), self.float(at + 2))
    }

    /// Keeps a vector in three words.
    pub fn set_vec3(&mut self, at: usize, value: Vec3) {
        for (axis, value) in value.to_array().into_iter().enumerate() {
            self.set_float(at + axis, value);
        }
    }
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::EMPTY
    }
}

impl Feed for Memory {
    fn feed(&self, hash: &mut Hash) {
        for pair in self.words.chunks_exact(2) {
            hash.word(u64::from(pair[0]) << 32 | u64::from(pair[1]));
        }
    }
}

/// One actor as it was at the end of the last step.
#[derive(Clone, Copy)]
pub struct ActorView<'a> {
    pub(crate) id: ActorId,
    pub(crate) state: &'a State,
    pub(crate) rig: &'a Rig,
}

impl<'a> ActorView<'a> {
    fn body(&self) -> &'a Body {
        &self.state.bodies[self.id.0 as usize]
    }

    /// Who it is.
    pub fn id(&self) -> ActorId {
        self.id
    }

    /// Its body and everything it can do.
    pub fn rig(&self) -> &'a Rig {
        self.rig
    }

    /// Where it stands and faces: on the ground below its hips, Z ahead.
    pub fn frame(&self) -> Transform {
        self.body().frame
    }

    /// How it went over the ground in the last step, in its own frame before it; an engine may apply it, or not.
    /// The yaw is in radians.
    pub fn root_motion(&self) -> RootMotion {
        let Body { frame, frame_before, .. } = *self.body();
        let step = frame_before.inverse() * frame;
        // Half the yaw is in the quaternion.
        RootMotion {
            translation: step.translation,
            yaw: 2.0
                * libm::atan2f(step.rotation.y, step.rotation.w.abs().max(1e-9))
                * step.rotation.w.signum(),
        }
    }

    /// What moves it, if anything does.
    pub fn mind(&self) -> Option<MindId> {
        Some(self.body().mind).filter(|mind| *mind != NO_MIND).map(MindId)
    }

    /// What it plays.
    pub fn segment(&self) -> Segment {
        self.body().segment
    }

    /// s, where in its take it is.
    pub fn time(&self) -> f64 {
        self.body().time
    }

    /// How fast it plays.
    pub fn rate(&self) -> f32 {
        self.body().rate
    }

    /// Whether it has not been asked anything yet.
    pub fn is_new(&self) -> bool {
        self.body().fresh
    }

    /// Whether it stands because there was nothing else it could do.
    pub fn is_fallen_back(&self) -> bool {
        self.body().fallen_back
    }

    /// The pose it is shown in.
    pub fn pose(&self) -> PoseView<'a> {
        let body = self.body();
        let (joints, translated_joints) = (body.joints(self.rig), body.translated_joints(self.rig));
        PoseView {
            translations: &self.state.translations[translated_joints],
            rotations: &self.state.rotations[joints],
        }
    }

    /// Where its joints are.
    pub fn world(&self) -> &'a [Transform] {
        &self.state.world[self.body().joints(self.rig)]
    }

    /// Where its joints were one step before.
    pub fn world_before(&self) -> &'a [Transform] {
        &self.state.world_before[self.body().joints(self.rig)]
    }

    /// Whether a foot is held where it stands; left is 0, right is 1.
    pub fn is_planted(&self, foot: usize) -> bool {
        self.body().legs.get(foot).is_some_and(|leg| leg.planted)
    }

    /// What it remembers. None while minds are being asked: what others think is not seen.
    pub fn memory(&self) -> Option<&'a Memory> {
        self.state.memories.get(self.id.0 as usize)
    }

    /// What the player asks of it.
    pub fn controls(&self) -> &'a Controls {
        &self.state.controls[self.id.0 as usize]
    }
}

/// A step over the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootMotion {
    /// m, X to the left, Z ahead.
    pub translation: Vec3,
    /// rad, to the left.
    pub yaw: f32,
}

/// The whole stage as it was at the end of the last step: the same for every mind that is asked in one step.
#[derive(Clone, Copy)]
pub struct StageView<'a> {
    pub(crate) state: &'a State,
    pub(crate) rigs: &'a [std::sync::Arc<Rig>],
    pub(crate) step: f32,
}

impl<'a> StageView<'a> {
    /// How many steps were made.
    pub fn tick(&self) -> u64 {
        self.state.tick
    }

    /// s, how long a step is.
    pub fn step(&self) -> f32 {
        self.step
    }

    /// An actor.
    pub fn actor(&self, id: ActorId) -> Option<ActorView<'a>> {
        let body = self.state.bodies.get(id.0 as usize)?;
        Some(ActorView { id, state: self.state, rig: &self.rigs[body.rig as usize] })
    }

    /// Everybody.
    pub fn actors(&self) -> impl ExactSizeIterator<Item = ActorView<'a>> + use<'a> {
        let (state, rigs) = (self.state, self.rigs);
        state.bodies.iter().enumerate().map(move |(number, body)| ActorView {
            id: ActorId(number as u32),
            state,
            rig: &rigs[body.rig as usize],
        })
    }

    /// Everything else that is there.
    pub fn props(&self) -> &'a [Prop] {
        &self.state.props
    }

    /// Who touches whom.
    pub fn contacts(&self) -> &'a [Contact] {
        &self.state.contacts
    }
}
