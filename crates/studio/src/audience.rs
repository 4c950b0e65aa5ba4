//! Everybody who watches: what they ask for, whom they watch, and what they are told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::inbox::Inbox;
use crate::protocol::{Request, ServerMessage};
use crate::viewer::{Mailbox, Text};

/// How often an actor's decisions are told at most.
const DECISIONS_EVERY: Duration = Duration::from_millis(100);

struct Viewer {
    id: u64,
    mailbox: Mailbox,
    inbox: Arc<Inbox>,
    watched: Option<u32>,
    /// Whether something happened since decisions were told last, and when that was.
    stale: bool,
    told: Option<Instant>,
}

/// The viewers, in the order in which they came.
#[derive(Default)]
pub struct Audience {
    viewers: Vec<Viewer>,
    /// Whose request is taken next.
    turn: usize,
}

impl Audience {
    /// Somebody came before there is a scene.
    pub fn wait(&mut self, id: u64, mailbox: Mailbox, inbox: Arc<Inbox>) {
        self.viewers.push(Viewer { id, mailbox, inbox, watched: None, stale: false, told: None });
    }

    /// Somebody came, and is told of the scene that runs.
    pub fn join(&mut self, id: u64, mailbox: Mailbox, inbox: Arc<Inbox>, scene: Text) {
        mailbox.send(scene);
        self.wait(id, mailbox, inbox);
    }

    pub fn leave(&mut self, id: u64) {
        self.viewers.retain(|viewer| viewer.id != id);
    }

    pub fn len(&self) -> usize {
        self.viewers.len()
    }

    /// The next request: viewers take turns, so that nobody waits for one who asks for much.
    pub fn next_request(&mut self) -> Option<(u64, Request)> {
        let count = self.viewers.len();
        for offset in 0..count {
            let at = (self.turn + offset) % count;
            if let Some(request) = self.viewers[at].inbox.pop() {
                self.turn = (at + 1) % count;
                return Some((self.viewers[at].id, request));
            }
        }
        None
    }

    pub fn has_requests(&self) -> bool {
        self.viewers.iter().any(|viewer| !viewer.inbox.is_empty())
    }

    pub fn watch(&mut self, id: u64, actor: Option<u32>) {
        if let Some(viewer) = self.viewers.iter_mut().find(|viewer| viewer.id == id) {
            (viewer.watched, viewer.stale) = (actor, actor.is_some());
        }
    }

    /// Who is watched by anybody.
    pub fn watched(&self) -> Vec<u32> {
        let mut watched: Vec<u32> = self.viewers.iter().filter_map(|viewer| viewer.watched).collect();
        watched.sort_unstable();
        watched.dedup();
        watched
    }

    pub fn refuse(&self, id: u64, what: &str) {
        if let Some(viewer) = self.viewers.iter().find(|viewer| viewer.id == id) {
            viewer.mailbox.send(Text::of(&ServerMessage::error(what)));
        }
    }

    pub fn tell_one(&self, id: u64, message: &ServerMessage) {
        if let Some(viewer) = self.viewers.iter().find(|viewer| viewer.id == id) {
            viewer.mailbox.send(Text::of(message));
        }
    }

    pub fn tell(&self, message: &ServerMessage) {
        if !self.viewers.is_empty() {
            let text: Arc<str> = message.to_json().into();
            self.viewers.iter().for_each(|viewer| viewer.mailbox.send(Text::plain(text.clone())));
        }
    }

    /// Another run begins, with so many actors. Who watched one that is still there goes on watching it.
    pub fn tell_scene(&mut self, scene: &Arc<str>, run: u64, actors: usize) {
        for viewer in &mut self.viewers {
            viewer.watched = viewer.watched.filter(|actor| (*actor as usize) < actors);
            viewer.stale = true;
            viewer.mailbox.send(Text::scene(scene.clone(), run));
        }
    }

    /// A step was made: who watches somebody is to be told of it.
    pub fn stepped(&mut self) {
        self.viewers.iter_mut().for_each(|viewer| viewer.stale = true);
    }

    /// When somebody is to be told decisions next.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let waiting = self.viewers.iter().filter(|viewer| viewer.stale && viewer.watched.is_some());
        waiting.map(|viewer| viewer.told.map_or(now, |told| told + DECISIONS_EVERY)).min()
    }

    /// Tells what one watched actor does, and why, to all who wait for that: who has waited longest comes first. One
    /// actor at a time, since what goes on in a mind may take as long to work out as a step.
    pub fn tell_decisions(&mut self, now: Instant, describe: impl Fn(u32) -> Vec<ServerMessage>) {
        let is_due =
            |viewer: &Viewer| viewer.stale && viewer.told.is_none_or(|told| now >= told + DECISIONS_EVERY);
        let waiting = self.viewers.iter().filter(|viewer| viewer.watched.is_some() && is_due(viewer));
        let Some(actor) = waiting.min_by_key(|viewer| viewer.told).and_then(|viewer| viewer.watched) else {
            return;
        };
        let texts: Vec<Arc<str>> = describe(actor).iter().map(|message| message.to_json().into()).collect();
        for viewer in self.viewers.iter_mut().filter(|viewer| viewer.watched == Some(actor)) {
            if is_due(viewer) {
                (viewer.stale, viewer.told) = (false, Some(now));
                texts.iter().for_each(|text| viewer.mailbox.send(Text::plain(text.clone())));
            }
        }
    }
}
