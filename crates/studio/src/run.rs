//! The stage's own thread: it steps in real time, hears what viewers wish, and shows the newest frame.
//!
//! Time is kept against a monotonic clock. A step that comes late is caught up, a few at once; beyond that, time that
//! was missed is missed, and counted. Nothing here waits for a viewer: frames are put where the newest replaces the
//! last, and text is queued for each up to a limit.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use footwork_annotate::Repertoire;
use footwork_stage::{ActorId, Ask, Cue, Settings, Snapshot, Stage};
use serde::Serialize;
use serde_json::json;
use tokio::sync::{oneshot, watch};

use crate::Entry;
use crate::export::{Cut, Kept};
use crate::library::Library;
use crate::messages::{self, Part, Wish};
use crate::viewer::{Mailbox, Text};
use crate::wire::{self, Head};

/// Steps that are made at once to catch up.
const CATCH_UP: u32 = 4;
/// How often an actor's decisions are told at most.
const DECISIONS_EVERY: Duration = Duration::from_millis(100);
/// Above normal speed, not every step is shown.
const SHOW_EVERY: Duration = Duration::from_millis(12);
/// Wishes that may wait.
const WAITING: usize = 4096;
/// How fast and how slow.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=4.0;

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
    Wish(u64, Wish),
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
    /// Says something, unless too much waits already.
    pub fn wish(&self, viewer: u64, wish: Wish) -> Result<(), &'static str> {
        if self.waiting.load(Ordering::Relaxed) >= WAITING {
            return Err("the stage is busy: try again");
        }
        self.tell(Command::Wish(viewer, wish));
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

/// The scene that runs.
struct Play {
    entry: usize,
    seed: u64,
    stage: Stage,
    parts: Vec<Part>,
    repertoire: Arc<Repertoire>,
    start: Snapshot,
}

impl Play {
    fn new(
        entries: &[Entry],
        entry: usize,
        seed: u64,
        library: &Library,
    ) -> Result<(Play, Vec<String>), String> {
        let chosen = &entries[entry];
        let (repertoire, remarks) = library.load(chosen)?;
        let stage = chosen.scene.set(repertoire.clone(), Settings::default(), seed);
        let stage = stage.map_err(|error| format!("{}: {error}", chosen.name))?;
        library.choose(chosen);
        let start = stage.snapshot();
        Ok((Play { entry, seed, parts: messages::parts(&chosen.scene), stage, repertoire, start }, remarks))
    }
}

struct Viewer {
    id: u64,
    mailbox: Mailbox,
    watched: Option<u32>,
    /// Whether something happened since decisions were told last, and when that was.
    stale: bool,
    told: Option<Instant>,
}

/// The thread's own.
pub struct Run {
    entries: Arc<[Entry]>,
    library: Arc<Library>,
    play: Play,
    kept: Kept,
    viewers: Vec<Viewer>,
    playing: bool,
    speed: f64,
    run: u64,
    scene: Arc<str>,
    frames: watch::Sender<Frame>,
    commands: Receiver<Command>,
    waiting: Arc<AtomicUsize>,
    figures: Arc<Mutex<Figures>>,
    counts: Figures,
    due: Instant,
    shown: Instant,
    second: (Instant, u64),
    ticks_per_second: f32,
    cost: f32,
}

impl Run {
    /// Sets the first scene up.
    pub fn new(
        entries: Arc<[Entry]>,
        library: Arc<Library>,
        seed: u64,
        playing: bool,
    ) -> Result<(Run, Line, Vec<String>), String> {
        let (play, remarks) = Play::new(&entries, 0, seed, &library)?;
        let (sender, commands) = mpsc::channel();
        let (frames, newest) = watch::channel(Frame::default());
        let (waiting, figures) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Figures::default())));
        let line =
            Line { commands: sender, waiting: waiting.clone(), frames: newest, figures: figures.clone() };
        let now = Instant::now();
        let mut run = Run {
            entries,
            library,
            play,
            kept: Kept::default(),
            viewers: Vec::new(),
            playing,
            speed: 1.0,
            run: 0,
            scene: Arc::from(""),
            frames,
            commands,
            waiting,
            figures,
            counts: Figures::default(),
            due: now,
            shown: now,
            second: (now, 0),
            ticks_per_second: 0.0,
            cost: 0.0,
        };
        run.begin();
        Ok((run, line, remarks))
    }

    /// Runs until it is told to stop, or nobody can speak to it any more.
    pub fn run(mut self) {
        self.due = Instant::now();
        loop {
            let command = match self.patience() {
                None => self.commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => self.commands.recv_timeout(wait),
            };
            match command {
                Ok(command) => {
                    if self.hear_all(command) {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.advance();
            self.tell_decisions();
        }
    }

    /// How long to listen; none for as long as it takes.
    fn patience(&self) -> Option<Duration> {
        let now = Instant::now();
        let telling = self.viewers.iter().filter(|viewer| viewer.stale && viewer.watched.is_some());
        let telling = telling.map(|viewer| viewer.told.map_or(now, |told| told + DECISIONS_EVERY)).min();
        let step = self.playing.then_some(self.due);
        let first = telling.into_iter().chain(step).min()?;
        Some(first.saturating_duration_since(now))
    }

    /// Hears everything that waits. Of several scenes that were asked for, only the last is set up: it takes a moment.
    /// True to stop.
    fn hear_all(&mut self, first: Command) -> bool {
        let mut wanted: Option<(u64, usize, u64)> = None;
        let mut next = Some(first);
        while let Some(command) = next {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            let (entry, seed) =
                wanted.map_or((self.play.entry, self.play.seed), |(_, entry, seed)| (entry, seed));
            match command {
                Command::Stop => return true,
                Command::Wish(viewer, Wish::Restart { seed }) => wanted = Some((viewer, entry, seed)),
                Command::Wish(viewer, Wish::Scene { name }) => {
                    match self.entries.iter().position(|entry| entry.name == name) {
                        Some(entry) => wanted = Some((viewer, entry, seed)),
                        None => self.refuse(viewer, &format!("there is no scene {name:?}")),
                    }
                }
                Command::Wish(viewer, wish) => {
                    // What was asked for before must be there before what was asked for after it.
                    if let Some(wanted) = wanted.take() {
                        self.set(wanted);
                    }
                    if let Err(what) = self.grant(viewer, wish) {
                        self.refuse(viewer, &what);
                    }
                }
                Command::Joined(id, mailbox) => {
                    mailbox.send(Text::scene(self.scene.clone(), self.run));
                    self.viewers.push(Viewer { id, mailbox, watched: None, stale: false, told: None });
                    self.tell_state();
                }
                Command::Left(id) => {
                    self.viewers.retain(|viewer| viewer.id != id);
                    self.watch_who_is_watched();
                    self.tell_state();
                }
                Command::Export(seconds, reply) => {
                    let names: Vec<String> = self.play.parts.iter().map(|part| part.name.clone()).collect();
                    let _ = reply.send(self.kept.last(seconds, &self.play.stage, &names));
                }
            }
            next = self.commands.try_recv().ok();
        }
        if let Some(wanted) = wanted {
            self.set(wanted);
        }
        false
    }

    fn grant(&mut self, viewer: u64, wish: Wish) -> Result<(), String> {
        match wish {
            Wish::Play if !self.playing => {
                (self.playing, self.due) = (true, Instant::now());
                self.second = (self.due, self.counts.steps);
            }
            Wish::Pause if self.playing => self.playing = false,
            Wish::Play | Wish::Pause => return Ok(()),
            Wish::Step if self.playing => {
                return Err("pause first: steps are made one by one then".to_string());
            }
            Wish::Step => self.step(),
            Wish::Speed { value } if SPEEDS.contains(&value) => self.speed = value,
            Wish::Speed { value } => {
                return Err(format!("a speed of {value} is not from {} to {}", SPEEDS.start(), SPEEDS.end()));
            }
            Wish::Watch { actor } => return self.watch(viewer, actor),
            Wish::Cue { to, ask } => return self.cue(to, ask.into()),
            Wish::Restart { .. } | Wish::Scene { .. } => return Ok(()),
        }
        self.tell_state();
        self.show();
        Ok(())
    }

    fn cue(&mut self, to: u32, ask: Ask) -> Result<(), String> {
        /// m and N·s: beyond this, sums of f32 lose what people see.
        const FAR: f32 = 1e4;
        let far = |ask: &Ask| match *ask {
            Ask::Point(point) | Ask::Target(point) | Ask::Carry { to: point, .. } => {
                point.abs().max_element() > FAR
            }
            Ask::Push { point, impulse } => point.abs().max(impulse.abs()).max_element() > FAR,
            Ask::Stick(_)
            | Ask::Look(_)
            | Ask::Button { .. }
            | Ask::Dial { .. }
            | Ask::Mind(_)
            | Ask::Put { .. } => false,
        };
        if ask.is_sound() && far(&ask) {
            return Err(format!("a cue has a number beyond {FAR}"));
        }
        let cue = Cue { tick: self.play.stage.tick(), to: ActorId(to), ask };
        self.play.stage.cue(cue).map_err(|error| error.to_string())
    }

    fn watch(&mut self, viewer: u64, actor: Option<u32>) -> Result<(), String> {
        if let Some(actor) = actor.filter(|actor| *actor as usize >= self.play.stage.len()) {
            return Err(format!("there is no actor {actor}"));
        }
        if let Some(viewer) = self.viewers.iter_mut().find(|other| other.id == viewer) {
            (viewer.watched, viewer.stale) = (actor, actor.is_some());
        }
        self.watch_who_is_watched();
        Ok(())
    }

    /// Keeps decisions of whom somebody watches, and of nobody else.
    fn watch_who_is_watched(&mut self) {
        let stage = &mut self.play.stage;
        for actor in 0..stage.len() as u32 {
            let wanted = self.viewers.iter().any(|viewer| viewer.watched == Some(actor));
            if !wanted {
                stage.unwatch(ActorId(actor));
            } else if !stage.is_watched(ActorId(actor)) {
                let _ = stage.watch(ActorId(actor), messages::DECISIONS);
            }
        }
    }

    fn refuse(&self, viewer: u64, what: &str) {
        if let Some(viewer) = self.viewers.iter().find(|other| other.id == viewer) {
            viewer.mailbox.send(Text::plain(messages::error(what)));
        }
    }

    fn tell_all(&self, text: String) {
        let text: Arc<str> = text.into();
        self.viewers.iter().for_each(|viewer| viewer.mailbox.send(Text::plain(text.clone())));
    }

    fn tell_state(&self) {
        let state = json!({
            "type": "state", "playing": self.playing, "speed": self.speed, "tick": self.play.stage.tick(),
            "seed": self.play.seed, "viewers": self.viewers.len(),
        });
        self.tell_all(state.to_string());
    }

    /// Another scene, or the same from its beginning.
    fn set(&mut self, (viewer, entry, seed): (u64, usize, u64)) {
        let newest = self.library.current();
        let same = entry == self.play.entry
            && seed == self.play.seed
            && newest.is_some_and(|newest| Arc::ptr_eq(&newest, &self.play.repertoire));
        let Play { stage, start, .. } = &mut self.play;
        if !(same && stage.restore(start).is_ok()) {
            match Play::new(&self.entries, entry, seed, &self.library) {
                Ok((play, remarks)) => {
                    self.play = play;
                    remarks.iter().for_each(|remark| self.tell_all(messages::error(remark)));
                }
                Err(what) => return self.refuse(viewer, &what),
            }
        }
        self.begin();
    }

    fn begin(&mut self) {
        self.run += 1;
        self.kept.clear();
        let Play { entry, seed, stage, parts, .. } = &self.play;
        let chosen = &self.entries[*entry];
        self.scene = messages::scene(&chosen.name, &chosen.scene, parts, *seed, stage).into();
        let actors = stage.len();
        for viewer in &mut self.viewers {
            viewer.watched = viewer.watched.filter(|actor| (*actor as usize) < actors);
            viewer.stale = true;
            viewer.mailbox.send(Text::scene(self.scene.clone(), self.run));
        }
        let watched: Vec<u32> = self.viewers.iter().filter_map(|viewer| viewer.watched).collect();
        watched.iter().for_each(|actor| self.play.stage.unwatch(ActorId(*actor)));
        self.watch_who_is_watched();
        self.due = Instant::now();
        self.second = (self.due, self.counts.steps);
        self.tell_state();
        self.show();
    }

    /// Makes the steps that are due.
    fn advance(&mut self) {
        if !self.playing {
            return;
        }
        let period = Duration::from_secs_f64(f64::from(self.play.stage.settings().step) / self.speed);
        let now = Instant::now();
        let late = now.saturating_duration_since(self.due);
        if now < self.due {
            return;
        }
        self.counts.latest = self.counts.latest.max(late.as_secs_f64());
        self.counts.late += u64::from(late > period);
        let mut made = 0;
        while self.due <= now && made < CATCH_UP {
            self.step();
            self.due += period;
            made += 1;
        }
        if self.due <= now {
            let missed = (now - self.due).as_secs_f64() / period.as_secs_f64();
            self.counts.missed += missed as u64 + 1;
            self.due = now + period;
        }
        let (since, steps) = self.second;
        if now - since >= Duration::from_secs(1) {
            self.ticks_per_second = (self.counts.steps - steps) as f32 / (now - since).as_secs_f32();
            self.second = (now, self.counts.steps);
        }
        *self.figures.lock().unwrap_or_else(PoisonError::into_inner) = self.counts;
        if self.speed <= 1.0 || now - self.shown >= SHOW_EVERY {
            self.shown = now;
            self.show();
        }
    }

    fn step(&mut self) {
        let start = Instant::now();
        self.play.stage.step();
        let cost = start.elapsed().as_secs_f32() * 1e6;
        self.cost += (cost - self.cost) * if self.cost == 0.0 { 1.0 } else { 0.1 };
        self.counts.steps += 1;
        self.kept.keep(&self.play.stage);
        if let Some(events) = messages::events(&self.play.stage) {
            self.tell_all(events);
        }
        self.viewers.iter_mut().for_each(|viewer| viewer.stale = true);
    }

    fn show(&self) {
        let head = Head {
            playing: self.playing,
            tick: self.play.stage.tick(),
            cost: self.cost,
            ticks_per_second: if self.playing { self.ticks_per_second } else { 0.0 },
        };
        self.frames.send_replace(Frame { run: self.run, bytes: wire::frame(&self.play.stage, head).into() });
    }

    fn tell_decisions(&mut self) {
        let now = Instant::now();
        for viewer in &mut self.viewers {
            let Some(actor) = viewer.watched.filter(|_| viewer.stale) else { continue };
            if viewer.told.is_some_and(|told| now < told + DECISIONS_EVERY) {
                continue;
            }
            (viewer.stale, viewer.told) = (false, Some(now));
            let mind = self.play.parts.get(actor as usize).map_or("", |part| part.mind);
            if let Some(text) = messages::decisions(&self.play.stage, actor, mind) {
                viewer.mailbox.send(Text::plain(text));
            }
        }
    }
}
