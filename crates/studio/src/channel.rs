//! What passes between the stage's thread and everybody else: commands one way, frames and figures the other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use serde::Serialize;
use tokio::sync::{oneshot, watch};

use crate::export::Cut;
use crate::messages::Request;
use crate::setup::Made;
use crate::viewer::Mailbox;

/// Wishes that may wait.
const WAITING: usize = 4096;

/// What viewers are shown.
#[derive(Clone, Default)]
pub struct Frame {
    /// Counts scenes and restarts, so that nobody is shown a frame of a scene that it was not told of.
    pub run: u64,
    pub bytes: Bytes,
}

/// What is said to the stage.
pub enum Command {
    Joined(u64, Mailbox),
    Left(u64),
    Request(u64, Request),
    /// A scene was set up.
    Ready(Made),
    /// A take was edited.
    Edited,
    Export(f64, oneshot::Sender<Cut>),
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
}

/// A way to speak to the stage.
#[derive(Clone)]
pub struct Line {
    commands: mpsc::Sender<Command>,
    waiting: Arc<AtomicUsize>,
    pub frames: watch::Receiver<Frame>,
    figures: Arc<Mutex<Figures>>,
}

impl Line {
    /// A line, and the stage's end of it.
    pub fn new() -> (Line, End) {
        let (sender, commands) = mpsc::channel();
        let (frames, newest) = watch::channel(Frame::default());
        let line =
            Line { commands: sender, waiting: Arc::default(), frames: newest, figures: Arc::default() };
        let end = End { commands, waiting: line.waiting.clone(), frames, figures: line.figures.clone() };
        (line, end)
    }

    /// Says something, unless too much waits already.
    pub fn request(&self, viewer: u64, request: Request) -> Result<(), &'static str> {
        if self.waiting.load(Ordering::Relaxed) >= WAITING {
            return Err("the stage is busy: try again");
        }
        self.tell(Command::Request(viewer, request));
        Ok(())
    }

    /// Says something that must arrive. A stage that has ended hears nothing.
    pub fn tell(&self, command: Command) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _ = self.commands.send(command);
    }

    pub fn figures(&self) -> Figures {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stage's end of a line.
pub struct End {
    pub commands: Receiver<Command>,
    waiting: Arc<AtomicUsize>,
    frames: watch::Sender<Frame>,
    figures: Arc<Mutex<Figures>>,
}

impl End {
    /// A command was taken: there is room for another.
    pub fn heard(&self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    /// Puts the newest frame in the place of the last.
    pub fn show(&self, frame: Frame) {
        self.frames.send_replace(frame);
    }

    pub fn count(&self, figures: Figures) {
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner) = figures;
    }
}
