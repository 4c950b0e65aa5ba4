//! Watching: an actor's decisions, what its mind or director shows of itself, and the dials of these.

use crate::keys::Keys;
use crate::overlay::{Dial, Overlay};
use crate::reflex::REFLEXES;
use crate::stage::{ActorId, CastError, DirectorId, MindId, ReflexId, Stage};
use crate::view::ActorView;
use crate::why::{Decision, Ring};

impl Stage {
    /// Keeps an actor's last decisions, so many of them, from now on.
    pub fn watch(&mut self, actor: ActorId, kept: usize) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        self.rings[index] = Some(Box::new(Ring::new(kept)));
        Ok(())
    }

    /// Keeps them no longer.
    pub fn unwatch(&mut self, actor: ActorId) {
        if let Some(index) = self.state.index_of(actor) {
            self.rings[index] = None;
        }
    }

    /// Whether an actor's decisions are kept.
    pub fn is_watched(&self, actor: ActorId) -> bool {
        self.state.index_of(actor).is_some_and(|index| self.rings[index].is_some())
    }

    /// The decisions that were kept, from the oldest to the newest. They are no part of the state.
    pub fn decisions(&self, actor: ActorId) -> impl Iterator<Item = &Decision> {
        let ring = self.state.index_of(actor).and_then(|index| self.rings[index].as_ref());
        ring.into_iter().flat_map(|ring| ring.iter())
    }

    /// What an actor's mind, or its director, and its reflexes show of themselves.
    pub fn overlay(&self, actor: ActorId) -> Option<Overlay> {
        let me = self.actor(actor)?;
        let mut overlay = self.overlay_of_driver(me);
        for (slot, reflex) in me.body().reflexes.iter().enumerate() {
            let Some(reflex) = reflex.checked_sub(1).and_then(|at| self.cast.reflexes.get(usize::from(at)))
            else {
                continue;
            };
            let block = self.state.reflex_memories.get(me.index * REFLEXES + slot)?;
            let shown = reflex.0.overlay_of(block, me, &self.view());
            match &mut overlay {
                Some(overlay) => overlay.add(shown),
                None => overlay = Some(shown),
            }
        }
        overlay
    }

    fn overlay_of_driver(&self, me: ActorView<'_>) -> Option<Overlay> {
        let (view, block) = (self.view(), self.state.memories.get(me.index)?);
        if let Some(director) = me.director() {
            let own = self.state.director_memories.get(director.0 as usize)?;
            return Some(self.cast.directors.get(director.0 as usize)?.0.overlay_of(own, block, me, &view));
        }
        Some(self.cast.minds.get(me.mind()?.0 as usize)?.0.overlay_of(block, me, &view))
    }

    /// What became of an actor's buttons, where its mind or its director says so.
    pub fn keys(&self, actor: ActorId) -> Option<Keys> {
        let me = self.actor(actor)?;
        let block = self.state.memories.get(me.index)?;
        match me.director() {
            Some(director) => self.cast.directors.get(director.0 as usize)?.0.keys_of(block, me),
            None => self.cast.minds.get(me.mind()?.0 as usize)?.0.keys_of(block, me),
        }
    }

    /// The dials of a mind.
    pub fn dials(&self, mind: MindId) -> &'static [Dial] {
        self.cast.minds.get(mind.0 as usize).map_or(&[], |mind| mind.0.all_dials())
    }

    /// The dials of a director.
    pub fn director_dials(&self, director: DirectorId) -> &'static [Dial] {
        self.cast.directors.get(director.0 as usize).map_or(&[], |director| director.0.all_dials())
    }

    /// The dials of a reflex.
    pub fn reflex_dials(&self, reflex: ReflexId) -> &'static [Dial] {
        self.cast.reflexes.get(usize::from(reflex.0)).map_or(&[], |reflex| reflex.0.all_dials())
    }

    /// Keeps the decisions of those who are still there when others take the stage.
    pub(crate) fn keep_rings(&mut self, ids: &[ActorId]) {
        if self.state.ids == ids {
            return;
        }
        let mut old: Vec<Option<Box<Ring>>> = std::mem::take(&mut self.rings);
        let kept = ids.iter().map(|id| self.state.index_of(*id).and_then(|index| old[index].take()));
        self.rings = kept.collect();
    }
}
