//! What was done in a run, and doing it again.

use super::Run;
use crate::made;
use crate::protocol::{CueAsk, ServerMessage};
use crate::script::{MOST, Script, ScriptCue, VERSION};

impl Run {
    /// Keeps what was asked for.
    pub(super) fn note_cue(&mut self, to: u32, ask: CueAsk) {
        if self.script.len() < MOST {
            self.script.push(ScriptCue(self.live.stage.tick(), to, ask));
        }
    }

    /// What was done so far.
    pub(super) fn script(&self) -> Script {
        Script {
            footwork_run: VERSION,
            scene: self.live.chosen.name.clone(),
            text: Some(self.live.chosen.text.clone()),
            seed: self.live.seed,
            people: self.live.people,
            ticks: self.live.stage.tick(),
            cues: self.script.clone(),
            hash: format!("{:016x}", self.live.stage.hash()),
        }
    }

    /// Sets the scene of a run up, to do again what was done in it.
    pub(super) fn replay(&mut self, script: Script) -> Result<(), String> {
        let entry = self.scene_of(&script)?;
        let people = script.people.map(|count| self.with_people(entry, count)).transpose()?.flatten();
        self.set_up(entry, script.seed, people, None);
        if let Some(pending) = &mut self.pending {
            pending.script = Some(script);
        }
        Ok(())
    }

    /// The scene of a run: the one that is here, or one of its own where it was written differently.
    fn scene_of(&self, script: &Script) -> Result<usize, String> {
        let here = self.catalogue.find(&script.scene);
        let same =
            |number: usize, text: &str| self.catalogue.get(number).is_some_and(|entry| entry.text == text);
        match (here, &script.text) {
            (Some(number), None) => Ok(number),
            (Some(number), Some(text)) if same(number, text) => Ok(number),
            (_, Some(text)) => {
                let name = format!("{} shared", script.scene.replace(" shared", ""));
                let entry = made::entry(&name, text, &self.library, &self.catalogue, self.library.skills());
                self.catalogue.put(
                    entry.map_err(|what| format!("the scene of this run cannot be played here: {what}"))?,
                );
                self.catalogue.find(&name).ok_or_else(|| "there is no such scene".to_string())
            }
            (None, None) => Err(format!("there is no scene {:?} here", script.scene)),
        }
    }

    /// Has everything asked for at its tick, from the beginning of the scene.
    pub(super) fn follow(&mut self, script: Script) {
        let refused = script.cues.iter().filter(|cue| self.live.stage.cue(cue.cue()).is_err()).count();
        if refused > 0 {
            let what =
                format!("{refused} of what was done in this run cannot be done here: it will be another one");
            self.audience.tell(&ServerMessage::error(what));
        }
        if !script.hash.is_empty() {
            self.replay = Some((script.ticks, script.hash));
        }
        self.script = script.cues;
        self.pace.playing = true;
        self.pace.begin();
        self.state_changed = true;
    }

    /// At the end of a run that is done again: whether it was the same.
    pub(super) fn compare_replay(&mut self) {
        let tick = self.live.stage.tick();
        if let Some((_, hash)) = self.replay.take_if(|(end, _)| tick >= *end) {
            let same = format!("{:016x}", self.live.stage.hash()) == hash;
            self.audience.tell(&match same {
                true => ServerMessage::note("This was the shared run, the same to the last bit. You go on from here."),
                false => ServerMessage::error(
                    "this run went another way than the one that was shared: its recordings or its Footwork differ",
                ),
            });
            self.pace.playing = false;
            self.state_changed = true;
        }
    }
}
