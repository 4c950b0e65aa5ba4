//! What passes between the stage's thread and everybody else: commands one way, frames and figures the other.

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use footwork_stage::Rig;
use serde::Serialize;
use tokio::sync::{oneshot, watch};

use crate::export::Excerpt;
use crate::inbox::Inbox;
use crate::script::Script;
use crate::setup::SetupTold;
use crate::viewer::Mailbox;
use crate::worn::Fitted;

/// What viewers are shown.
#[derive(Clone, Default)]
pub struct Frame {
    /// Counts scenes and restarts, so that nobody is shown a frame of a scene that it was not told of.
    pub run: u64,
    /// Of every body.
    pub joints: usize,
    pub bytes: Bytes,
}

/// What is said to the stage. There are few of these for a viewer's visit: what viewers ask for waits in their inboxes.
pub enum Command {
    Joined(u64, Mailbox, Arc<Inbox>),
    Left(u64),
    /// Something came into an inbox that was empty.
    Requests,
    /// A scene was set up, or is on the way.
    SetUp(SetupTold),
    /// A take was edited.
    Edited,
    Export(f64, oneshot::Sender<Excerpt>),
    /// What was done in this run, to be done again.
    Script(oneshot::Sender<Script>),
    /// Does again what was done in another run; the name of its scene is known.
    Replay(Script, oneshot::Sender<Result<(), String>>),
    /// The body of the scene that runs.
    Body(oneshot::Sender<Arc<Rig>>),
    /// Has actors wear a character's file, or none.
    Wear(Option<Box<Fitted>>, oneshot::Sender<Result<(), String>>),
    /// Panics, to test what comes of it.
    Panic,
    Stop,
}

/// How the run went so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Steps made since the server started.
    pub steps: u64,
    /// Steps that could not be caught up.
    pub missed: u64,
    /// s, the latest that a step began.
    pub latest: f64,
    /// Steps that began more than one step late.
    pub late: u64,
    /// s, that the stage's thread was awake in all, by the clock: its own work, and what kept it from that.
    pub awake: f64,
    /// s, the longest that it was awake at once.
    pub longest: f64,
    /// How often the stage panicked and was brought back.
    pub failures: u64,
}

/// How everybody speaks to the stage.
#[derive(Clone)]
pub struct StageHandle {
    commands: mpsc::Sender<Command>,
    pub frames: watch::Receiver<Frame>,
    figures: Arc<Mutex<Figures>>,
}

/// The stage's side of it.
pub struct StageSide {
    pub commands: Receiver<Command>,
    frames: watch::Sender<Frame>,
    figures: Arc<Mutex<Figures>>,
}

/// Both sides.
pub fn channel() -> (StageHandle, StageSide) {
    let (sender, commands) = mpsc::channel();
    let (frames, newest) = watch::channel(Frame::default());
    let figures = Arc::<Mutex<Figures>>::default();
    let handle = StageHandle { commands: sender, frames: newest, figures: figures.clone() };
    (handle, StageSide { commands, frames, figures })
}

impl StageHandle {
    /// Says something. A stage that has ended hears nothing.
    pub fn tell(&self, command: Command) {
        let _ = self.commands.send(command);
    }

    pub fn figures(&self) -> Figures {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StageSide {
    /// Puts the newest frame in the place of the last.
    pub fn show(&self, frame: Frame) {
        self.frames.send_replace(frame);
    }

    pub fn count(&self, figures: Figures) {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner) = figures;
    }
}
