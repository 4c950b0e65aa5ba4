//! Everybody who watches: who watches whom, and what they are told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::messages;
use crate::viewer::{Mailbox, Text};

/// How often an actor's decisions are told at most.
const DECISIONS_EVERY: Duration = Duration::from_millis(100);

struct Viewer {
    id: u64,
    mailbox: Mailbox,
    watched: Option<u32>,
    /// Whether something happened since decisions were told last, and when that was.
    stale: bool,
    told: Option<Instant>,
}

/// The viewers, in the order in which they came.
#[derive(Default)]
pub struct Audience {
    viewers: Vec<Viewer>,
}

impl Audience {
    /// Somebody came, and is told of the scene that runs.
    pub fn join(&mut self, id: u64, mailbox: Mailbox, scene: Text) {
        mailbox.send(scene);
        self.viewers.push(Viewer { id, mailbox, watched: None, stale: false, told: None });
    }

    pub fn leave(&mut self, id: u64) {
        self.viewers.retain(|viewer| viewer.id != id);
    }

    pub fn len(&self) -> usize {
        self.viewers.len()
    }

    pub fn watch(&mut self, id: u64, actor: Option<u32>) {
        if let Some(viewer) = self.viewers.iter_mut().find(|viewer| viewer.id == id) {
            (viewer.watched, viewer.stale) = (actor, actor.is_some());
        }
    }

    /// Whether anybody watches an actor.
    pub fn watches(&self, actor: u32) -> bool {
        self.viewers.iter().any(|viewer| viewer.watched == Some(actor))
    }

    pub fn refuse(&self, id: u64, what: &str) {
        if let Some(viewer) = self.viewers.iter().find(|viewer| viewer.id == id) {
            viewer.mailbox.send(Text::plain(messages::error(what)));
        }
    }

    pub fn tell(&self, text: String) {
        let text: Arc<str> = text.into();
        self.viewers.iter().for_each(|viewer| viewer.mailbox.send(Text::plain(text.clone())));
    }

    /// Another run begins, with so many actors. Who watched one that is still there goes on watching it.
    pub fn tell_scene(&mut self, scene: &Arc<str>, run: u64, actors: usize) {
        for viewer in &mut self.viewers {
            viewer.watched = viewer.watched.filter(|actor| (*actor as usize) < actors);
            viewer.stale = true;
            viewer.mailbox.send(Text::scene(scene.clone(), run));
        }
    }

    /// Something happened: who watches somebody wants to hear of it.
    pub fn stir(&mut self) {
        self.viewers.iter_mut().for_each(|viewer| viewer.stale = true);
    }

    /// When somebody is to be told decisions next.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let waiting = self.viewers.iter().filter(|viewer| viewer.stale && viewer.watched.is_some());
        waiting.map(|viewer| viewer.told.map_or(now, |told| told + DECISIONS_EVERY)).min()
    }

    /// Tells those whose time it is what the actor whom they watch does, and why.
    pub fn tell_decisions(&mut self, now: Instant, decisions: impl Fn(u32) -> [Option<String>; 2]) {
        for viewer in &mut self.viewers {
            let Some(actor) = viewer.watched.filter(|_| viewer.stale) else { continue };
            if viewer.told.is_some_and(|told| now < told + DECISIONS_EVERY) {
                continue;
            }
            (viewer.stale, viewer.told) = (false, Some(now));
            for text in decisions(actor).into_iter().flatten() {
                viewer.mailbox.send(Text::plain(text));
            }
        }
    }
}
