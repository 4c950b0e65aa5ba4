//! Before the first scene is ready: viewers come, and are told how far it is.

use std::sync::Arc;

use super::Run;
use super::pace::Pace;
use crate::Say;
use crate::audience::Audience;
use crate::catalogue::Catalogue;
use crate::channel::{Command, StageHandle, StageSide, channel};
use crate::library::Library;
use crate::protocol::{Request, ServerMessage, SettingUp, StateMessage};
use crate::recordings::Recordings;
use crate::setup::{SetupRequest, SetupThread, SetupTold};

/// The stage's thread before there is a stage.
pub struct Opening {
    catalogue: Arc<Catalogue>,
    library: Arc<Library>,
    setup: SetupThread,
    recordings: Recordings,
    audience: Audience,
    side: StageSide,
    request: SetupRequest,
    done: f32,
    words: String,
    playing: bool,
}

impl Opening {
    /// Has the first scene set up.
    pub fn new(
        catalogue: Arc<Catalogue>,
        library: Arc<Library>,
        recordings: Recordings,
        seed: u64,
        playing: bool,
        say: Say,
    ) -> std::io::Result<(Opening, StageHandle)> {
        let (handle, side) = channel();
        let back = handle.clone();
        let tell = move |told| back.tell(Command::SetUp(told));
        let setup = SetupThread::start(catalogue.clone(), library.clone(), say, tell)?;
        let request = SetupRequest { number: 1, entry: 0, seed, people: None };
        setup.set_up(request);
        let opening = Opening {
            catalogue,
            library,
            setup,
            recordings,
            audience: Audience::default(),
            side,
            request,
            done: 0.0,
            words: "reading the recordings".to_string(),
            playing,
        };
        Ok((opening, handle))
    }

    /// Waits until a scene is ready. None where it is told to stop before that; an error where there is no scene.
    pub fn wait(mut self) -> Result<Option<(Run, Vec<String>)>, String> {
        while let Ok(command) = self.side.commands.recv() {
            match command {
                Command::Stop => return Ok(None),
                Command::Joined(id, mailbox, inbox) => {
                    self.audience.wait(id, mailbox, inbox);
                    self.tell();
                }
                Command::Left(id) => self.audience.leave(id),
                Command::Requests => self.take_requests(),
                Command::SetUp(SetupTold::Progress(at)) if at.number == self.request.number => {
                    (self.done, self.words) = (at.done, at.words);
                    self.tell();
                }
                Command::SetUp(SetupTold::Done(done)) if done.request == self.request => {
                    let (live, remarks) = done.result?;
                    let Opening {
                        catalogue,
                        library,
                        setup,
                        recordings,
                        audience,
                        side,
                        request,
                        playing,
                        ..
                    } = self;
                    let setups = request.number;
                    let pace = Pace::new(playing);
                    let run =
                        Run::new(catalogue, library, setup, *live, setups, recordings, audience, side, pace);
                    return Ok(Some((run, remarks)));
                }
                // There is nothing to export, to edit or to do again yet; who waits for an answer is told so.
                _ => {}
            }
        }
        Ok(None)
    }

    /// Another scene may be wanted already.
    fn take_requests(&mut self) {
        while let Some((viewer, request)) = self.audience.next_request() {
            let number = self.request.number + 1;
            match request {
                Request::Play => self.playing = true,
                Request::Pause => self.playing = false,
                Request::Restart { seed } => self.set_up(SetupRequest { number, seed, ..self.request }),
                Request::Scene { name } => match self.catalogue.find(&name) {
                    Some(entry) => self.set_up(SetupRequest { number, entry, people: None, ..self.request }),
                    None => self.audience.refuse(viewer, &format!("there is no scene {name:?}")),
                },
                // Nobody is there yet to be watched or asked.
                _ => {}
            }
        }
        self.tell();
    }

    fn set_up(&mut self, request: SetupRequest) {
        self.request = request;
        self.setup.set_up(request);
    }

    fn tell(&self) {
        let entry = self.catalogue.get(self.request.entry);
        let setting_up = entry.map(|entry| SettingUp {
            name: entry.name.clone(),
            title: entry.scene.title.clone(),
            done: self.done,
            words: self.words.clone(),
        });
        self.audience.tell(&ServerMessage::State(StateMessage {
            playing: self.playing,
            speed: 1.0,
            tick: 0,
            seed: self.request.seed,
            viewers: self.audience.len(),
            recording: false,
            recordings: self.recordings.listed(),
            trained: None,
            setting_up,
            edited: false,
            failure: None,
        }));
    }
}
