//! Traces of the player: recorded while somebody steers, kept in a folder, and used to train the player model.

use std::path::PathBuf;

use footwork::collect::TraceRecorder;
use footwork::fragments::Trace;
use footwork_stage::{ActorId, Stage};
use serde_json::{Value, json};

use crate::setup::Play;

/// More are not read: a player model learns no more from them.
const MOST: usize = 200;
/// s. What is shorter shows nothing.
const SHORTEST: f32 = 1.0;

/// The traces in a folder, and the one that is being recorded.
pub struct Traces {
    folder: PathBuf,
    kept: Vec<Trace>,
    recording: Option<TraceRecorder>,
}

impl Traces {
    /// Those that are in a folder already. What cannot be read is left aside.
    pub fn new(folder: PathBuf) -> Traces {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|extension| extension == "trace")).collect();
        files.sort();
        let texts = files.iter().take(MOST).filter_map(|path| std::fs::read_to_string(path).ok());
        let kept = texts.filter_map(|text| Trace::parse(&text).ok()).collect();
        Traces { folder, kept, recording: None }
    }

    pub fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    pub fn len(&self) -> usize {
        self.kept.len()
    }

    pub fn all(&self) -> &[Trace] {
        &self.kept
    }

    /// Begins to record what the player asks of the first actor.
    pub fn begin(&mut self, play: &Play) -> Result<(), String> {
        let steers =
            play.parts.first().is_some_and(|part| part.minds.iter().any(|(_, name)| *name == "steer"));
        if !steers {
            return Err("nobody is steered in this scene: there is nothing to record".to_string());
        }
        self.recording.get_or_insert_with(|| TraceRecorder::new(ActorId(0)));
        Ok(())
    }

    /// Keeps the last step.
    pub fn keep(&mut self, stage: &Stage) {
        if let Some(recording) = &mut self.recording {
            recording.keep(stage);
        }
    }

    /// Ends the recording and writes it.
    pub fn end(&mut self) -> Result<(), String> {
        let Some(recording) = self.recording.take() else { return Ok(()) };
        let taken = |number: &usize| self.folder.join(file_name(*number)).exists();
        let number = (self.kept.len() + 1..).find(|number| !taken(number)).unwrap_or_default();
        let trace = recording.trace(&format!("recorded-{number}"), "a person");
        if trace.length() < SHORTEST {
            return Err(format!("the trace is shorter than {SHORTEST} s, and was not kept"));
        }
        let path = self.folder.join(file_name(number));
        let text = trace.to_text();
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| format!("{}: {error}", self.folder.display()))?;
        footwork_formats::save(&path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| error.to_string())?;
        self.kept.push(trace);
        Ok(())
    }

    /// For a list.
    pub fn listed(&self) -> Value {
        let one =
            |trace: &Trace| json!({ "name": trace.name, "player": trace.player, "seconds": trace.length() });
        self.kept.iter().map(one).collect()
    }
}

fn file_name(number: usize) -> String {
    format!("recorded-{number}.trace")
}
