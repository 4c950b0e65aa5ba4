//! Minds: what chooses what a body does next.
//!
//! A mind is shared and never changes; what an actor remembers is plain data beside it, in the stage's state. So one table
//! serves thousands of actors, a snapshot of what everybody thinks is one copy, and actors can be asked on any thread.

use std::any::{TypeId, type_name};
use std::sync::Arc;

use bytemuck::Pod;
use glam::Vec3;

use crate::event::Event;
use crate::impulse::GiveWay;
use crate::keys::Keys;
use crate::memory;
use crate::overlay::{Dial, Overlay};
use crate::play::{Move, Reach};
use crate::view::{ActorView, StageView};
use crate::why::Why;
use footwork_motion::Rng;

/// Chooses moves. It is asked when its body's segment has ended, or when an event made it want to.
///
/// Must give the same answer to the same question: everything that may differ is in its arguments.
pub trait Mind: Send + Sync {
    /// What an actor remembers from one choice to the next; `()` if nothing. All zero at first, and again when another
    /// mind takes over. At most 64 KiB. Memory that comes out of a save game may hold anything.
    type Memory: Pod;

    /// What to do next. `None` is to stand.
    fn choose(
        &self,
        memory: &mut Self::Memory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move>;

    /// Something happened to the actor.
    fn notice(&self, memory: &mut Self::Memory, me: ActorView<'_>, event: &Event) -> Reaction {
        let _ = (memory, me, event);
        Reaction::CarryOn
    }

    /// A limb is on its way to what its move reaches for, and will be there `later` seconds from now: where it should go
    /// instead, as things stand. Asked in every step in which the mind is not asked for a move. `None` leaves it as it is.
    fn redirect(
        &self,
        memory: &mut Self::Memory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
        reach: &Reach,
        later: f32,
    ) -> Option<Vec3> {
        let _ = (memory, me, stage, reach, later);
        None
    }

    /// What it shows of itself to somebody who watches the actor. Not asked in a step, so that it may allocate.
    fn overlay(&self, memory: &Self::Memory, me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        let _ = (memory, me, stage);
        Overlay::default()
    }

    /// What became of the buttons of an actor whom a player moves; none where nobody does. Not asked in a step.
    fn keys(&self, memory: &Self::Memory, me: ActorView<'_>) -> Option<Keys> {
        let _ = (memory, me);
        None
    }

    /// The dials that it listens to.
    fn dials(&self) -> &'static [Dial] {
        &[]
    }
}

/// What an event does to a mind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reaction {
    /// The segment goes on. A body that was pushed gives way.
    CarryOn,
    /// The segment goes on, even if the body was pushed.
    Ignore,
    /// The segment is broken off, and the mind is asked at once.
    Choose,
    /// The body is left to its weight, if the stage has a physical world: its muscles stay stiff by this much, from 0 to 1.
    LetGo(f32),
    /// The segment goes on, and the body gives way so. Of several in one step the hardest counts.
    Give(GiveWay),
}

/// A mind that several stages can share.
#[derive(Clone)]
pub struct SharedMind(pub(crate) Arc<dyn ErasedMind>);

impl SharedMind {
    /// Any mind.
    pub fn new(mind: impl Mind + 'static) -> SharedMind {
        SharedMind(Arc::new(mind))
    }
}

impl<M: Mind + 'static> From<Arc<M>> for SharedMind {
    fn from(mind: Arc<M>) -> SharedMind {
        SharedMind(mind)
    }
}

/// A mind whose type of memory is forgotten: it finds its own in a block of words.
pub(crate) trait ErasedMind: Send + Sync {
    /// How many words its memory takes.
    fn words(&self) -> usize;
    fn memory_type(&self) -> TypeId;
    fn type_name(&self) -> &'static str;
    fn choose_in(
        &self,
        block: &mut [u64],
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move>;
    fn notice_in(&self, block: &mut [u64], me: ActorView<'_>, event: &Event) -> Reaction;
    fn redirect_in(
        &self,
        block: &mut [u64],
        me: ActorView<'_>,
        stage: &StageView<'_>,
        reach: &Reach,
        later: f32,
    ) -> Option<Vec3>;
    fn overlay_of(&self, block: &[u64], me: ActorView<'_>, stage: &StageView<'_>) -> Overlay;
    fn keys_of(&self, block: &[u64], me: ActorView<'_>) -> Option<Keys>;
    fn all_dials(&self) -> &'static [Dial];
}

/// Blocks are as long as the largest mind of the stage needs, so that none is too short.
impl<M: Mind> ErasedMind for M {
    fn words(&self) -> usize {
        memory::words_of::<M::Memory>()
    }

    fn memory_type(&self) -> TypeId {
        TypeId::of::<M::Memory>()
    }

    fn type_name(&self) -> &'static str {
        type_name::<M>()
    }

    fn choose_in(
        &self,
        block: &mut [u64],
        me: ActorView<'_>,
        stage: &StageView<'_>,
        rng: &mut Rng,
        why: &mut Why<'_>,
    ) -> Option<Move> {
        self.choose(memory::write(block)?, me, stage, rng, why)
    }

    fn notice_in(&self, block: &mut [u64], me: ActorView<'_>, event: &Event) -> Reaction {
        memory::write(block).map_or(Reaction::CarryOn, |memory| self.notice(memory, me, event))
    }

    fn redirect_in(
        &self,
        block: &mut [u64],
        me: ActorView<'_>,
        stage: &StageView<'_>,
        reach: &Reach,
        later: f32,
    ) -> Option<Vec3> {
        self.redirect(memory::write(block)?, me, stage, reach, later)
    }

    fn keys_of(&self, block: &[u64], me: ActorView<'_>) -> Option<Keys> {
        self.keys(memory::read(block)?, me)
    }

    fn overlay_of(&self, block: &[u64], me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        memory::read(block).map_or_else(Overlay::default, |memory| self.overlay(memory, me, stage))
    }

    fn all_dials(&self) -> &'static [Dial] {
        self.dials()
    }
}
