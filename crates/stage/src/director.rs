//! Directors: what decides for several actors at one tick, such as a pair that begins together, two who carry one thing,
//! a crowd that is composed.
//!
//! Actors are handed to a director as they are to a mind; they are its troupe, in the order of their ids. In every step,
//! before any mind is asked, it sees each member and what happened to it, and may give any of them a move, which begins
//! in this step. A member that leaves the stage or is handed to somebody else is no longer in the troupe.

use std::any::{TypeId, type_name};
use std::marker::PhantomData;
use std::sync::Arc;

use bytemuck::Pod;

use crate::keys::Keys;
use crate::memory;
use crate::overlay::{Dial, Overlay};
use crate::troupe::{Members, Troupe};
use crate::view::{ActorView, StageView};
use footwork_motion::Rng;

/// Decides for a troupe. Must give the same answer to the same question, as a [`Mind`](crate::Mind) must.
pub trait Director: Send + Sync {
    /// What it remembers itself; `()` if nothing. All zero at first. At most 64 KiB.
    type Memory: Pod;
    /// What it remembers of each member. All zero when an actor joins. At most 64 KiB.
    type Member: Pod;

    /// Called in every step, also while the troupe is empty. A member whose segment has ended, and that is given no move,
    /// stands.
    fn direct(
        &self,
        memory: &mut Self::Memory,
        troupe: &mut Troupe<'_, Self::Member>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    );

    /// What it shows of itself to somebody who watches a member. Not asked in a step, so that it may allocate.
    fn overlay(
        &self,
        memory: &Self::Memory,
        member: &Self::Member,
        me: ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Overlay {
        let _ = (memory, member, me, stage);
        Overlay::default()
    }

    /// What became of the buttons of a member whom a player moves; none where nobody does. Not asked in a step.
    fn keys(&self, member: &Self::Member, me: ActorView<'_>) -> Option<Keys> {
        let _ = (member, me);
        None
    }

    /// The dials that it listens to, on any of its members.
    fn dials(&self) -> &'static [Dial] {
        &[]
    }
}

/// A director that several stages can share.
#[derive(Clone)]
pub struct SharedDirector(pub(crate) Arc<dyn ErasedDirector>);

impl SharedDirector {
    /// Any director.
    pub fn new(director: impl Director + 'static) -> SharedDirector {
        SharedDirector(Arc::new(director))
    }
}

impl<D: Director + 'static> From<Arc<D>> for SharedDirector {
    fn from(director: Arc<D>) -> SharedDirector {
        SharedDirector(director)
    }
}

/// A director whose types of memory are forgotten.
pub(crate) trait ErasedDirector: Send + Sync {
    /// How many words its own memory takes.
    fn words(&self) -> usize;
    /// How many words its memory of a member takes.
    fn member_words(&self) -> usize;
    fn member_type(&self) -> TypeId;
    fn memory_type(&self) -> TypeId;
    fn type_name(&self) -> &'static str;
    fn direct_in(&self, block: &mut [u64], members: Members<'_>, stage: &StageView<'_>, rng: &mut Rng);
    fn overlay_of(&self, block: &[u64], member: &[u64], me: ActorView<'_>, stage: &StageView<'_>) -> Overlay;
    fn keys_of(&self, member: &[u64], me: ActorView<'_>) -> Option<Keys>;
    fn all_dials(&self) -> &'static [Dial];
}

impl<D: Director> ErasedDirector for D {
    fn words(&self) -> usize {
        memory::words_of::<D::Memory>()
    }

    fn member_words(&self) -> usize {
        memory::words_of::<D::Member>()
    }

    fn member_type(&self) -> TypeId {
        TypeId::of::<D::Member>()
    }

    fn memory_type(&self) -> TypeId {
        TypeId::of::<D::Memory>()
    }

    fn type_name(&self) -> &'static str {
        type_name::<D>()
    }

    fn direct_in(&self, block: &mut [u64], members: Members<'_>, stage: &StageView<'_>, rng: &mut Rng) {
        if let Some(memory) = memory::write(block) {
            self.direct(memory, &mut Troupe { members, kind: PhantomData }, stage, rng);
        }
    }

    fn overlay_of(&self, block: &[u64], member: &[u64], me: ActorView<'_>, stage: &StageView<'_>) -> Overlay {
        match (memory::read(block), memory::read(member)) {
            (Some(memory), Some(member)) => self.overlay(memory, member, me, stage),
            _ => Overlay::default(),
        }
    }

    fn keys_of(&self, member: &[u64], me: ActorView<'_>) -> Option<Keys> {
        self.keys(memory::read(member)?, me)
    }

    fn all_dials(&self) -> &'static [Dial] {
        self.dials()
    }
}
