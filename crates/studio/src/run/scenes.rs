//! From one scene to the next, or to its beginning.

use std::sync::Arc;

use footwork_stage::ActorId;

use super::Run;
use crate::describe;
use crate::protocol::{ServerMessage, WornMessage};
use crate::script::Script;
use crate::setup::{SetupDone, SetupRequest};
use crate::worn::Fitted;

/// A scene that is being set up.
pub(super) struct Pending {
    pub request: SetupRequest,
    /// Who asked for it; none where the stage itself needs it.
    viewer: Option<u64>,
    /// Whether takes were edited since.
    pub edited: bool,
    /// How far it is, from 0 to 1, and what is being done.
    pub done: f32,
    pub words: String,
    /// What is done again in it.
    pub script: Option<Script>,
}

/// A scene that somebody wants to begin.
pub(super) struct Start {
    pub viewer: u64,
    pub entry: usize,
    pub seed: u64,
    /// How many people, where somebody said so.
    pub people: Option<u32>,
}

impl Run {
    /// The scene, the seed and how many people were asked for last.
    pub(super) fn latest(&self) -> (usize, u64, Option<u32>) {
        let of = |request: &SetupRequest| (request.entry, request.seed, request.people);
        let running = (self.live.entry, self.live.seed, self.live.people);
        self.pending.as_ref().map_or(running, |pending| of(&pending.request))
    }

    /// So many people in a scene, if there can be: none for as many as it says by itself.
    pub(super) fn with_people(&self, entry: usize, count: u32) -> Result<Option<u32>, String> {
        let entry = self.catalogue.get(entry).ok_or("there is no such scene")?;
        entry.scene.with_people(count)?;
        Ok(Some(count).filter(|_| entry.scene.people().is_none_or(|people| people.count != count)))
    }

    /// Whether takes were edited since the scene was set up, so that it plays what they were before.
    pub(super) fn is_edited(&self) -> bool {
        !self.library.current().is_some_and(|newest| Arc::ptr_eq(&newest, &self.live.repertoire))
    }

    /// Begins the scene that runs again, or has another one set up.
    pub(super) fn start(&mut self, Start { viewer, entry, seed, people }: Start) {
        let same = self.catalogue.get(entry).is_some_and(|entry| Arc::ptr_eq(&entry, &self.live.chosen))
            && (seed, people) == (self.live.seed, self.live.people)
            && self.live.trained == self.library.trained()
            && self.safety.is_whole
            && !self.is_edited();
        if same && self.live.begin_again() {
            // Whatever was being set up is not wanted any more.
            self.pending = None;
            return self.begin();
        }
        let under_way = self.pending.as_ref().filter(|pending| !pending.edited);
        let wanted = SetupRequest { number: self.setups, entry, seed, people };
        if under_way.is_some_and(|pending| pending.request == wanted) {
            return;
        }
        self.set_up(entry, seed, people, Some(viewer));
    }

    pub(super) fn set_up(&mut self, entry: usize, seed: u64, people: Option<u32>, viewer: Option<u64>) {
        self.setups += 1;
        let request = SetupRequest { number: self.setups, entry, seed, people };
        let words = "reading the recordings".to_string();
        self.pending = Some(Pending { request, viewer, edited: false, done: 0.0, words, script: None });
        self.setup.set_up(request);
        self.state_changed = true;
    }

    /// A scene was set up, and takes the place of the one that runs, if it is still wanted.
    pub(super) fn swap(&mut self, done: SetupDone) {
        let Some(pending) = self.pending.take_if(|pending| pending.request == done.request) else {
            return self.setup.drop_elsewhere(done);
        };
        match done.result {
            Ok((live, remarks)) => {
                self.setup.drop_elsewhere(std::mem::replace(&mut self.live, *live));
                remarks.into_iter().for_each(|remark| self.audience.tell(&ServerMessage::error(remark)));
                self.begin();
                if let Some(script) = pending.script {
                    self.follow(script);
                }
            }
            Err(what) => {
                match pending.viewer {
                    Some(viewer) => self.audience.refuse(viewer, &what),
                    None => self.audience.tell(&ServerMessage::error(what)),
                }
                self.state_changed = true;
            }
        }
    }

    /// What actors wear, for viewers.
    pub(super) fn worn(&self) -> WornMessage {
        self.live.worn.as_ref().map_or_else(WornMessage::default, Fitted::told)
    }

    /// Has actors wear something else. The scene may have changed since it was fitted.
    pub(super) fn wear(&mut self, fitted: Option<Fitted>) -> Result<(), String> {
        if fitted.as_ref().is_some_and(|fitted| !fitted.fits(&self.live.rig)) {
            return Err("another scene began meanwhile: drop the character again".to_string());
        }
        self.setup.drop_elsewhere(std::mem::replace(&mut self.live.worn, fitted));
        self.audience.tell(&ServerMessage::Worn(self.worn()));
        self.frame_changed = true;
        Ok(())
    }

    pub(super) fn begin(&mut self) {
        self.run += 1;
        self.library.choose(&self.live.chosen);
        self.script.clear();
        self.replay = None;
        let kept = self.kept.forget(&self.live.stage);
        self.setup.drop_elsewhere(kept);
        self.setup.drop_elsewhere(std::mem::take(&mut self.safety));
        // Decisions from before the beginning are not of this run.
        let watched = std::mem::take(&mut self.watched);
        watched.into_iter().for_each(|actor| self.live.stage.unwatch(ActorId(actor)));
        self.audience.tell_scene(&self.live.description, self.run, self.live.stage.len());
        self.score = self.live.tally.told(self.live.game.as_ref());
        self.audience.tell(&ServerMessage::Score(self.score.clone()));
        self.keys = describe::keys(&self.live.stage);
        self.audience.tell(&ServerMessage::Keys(self.keys.clone()));
        self.audience.tell(&ServerMessage::Worn(self.worn()));
        self.watch_who_is_watched();
        self.pace.begin();
        (self.state_changed, self.frame_changed) = (true, true);
    }
}
