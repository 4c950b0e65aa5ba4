//! The stage's own thread: it steps in real time, hears what viewers request, and shows the newest frame.
//!
//! Time is kept against a monotonic clock. A step that comes late is caught up, a few at once; beyond that, time that
//! was missed is missed, and counted. Nothing here waits for a viewer or for a scene that is being set up: frames are
//! put where the newest replaces the last, text is queued for each up to a limit, and a scene comes when it is ready.

use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use footwork_stage::{ActorId, Ask, Cue};
use serde_json::json;

use crate::Entry;
use crate::audience::Audience;
use crate::channel::{Command, End, Figures, Frame, Line};
use crate::export::Kept;
use crate::library::Library;
use crate::messages::{self, Request};
use crate::setup::{Made, Order, Play, Workshop};
use crate::traces::Traces;
use crate::viewer::Text;
use crate::wire::{self, Head};

/// Steps that are made at once to catch up.
const CATCH_UP: u32 = 4;
/// Above normal speed, not every step is shown.
const SHOW_EVERY: Duration = Duration::from_millis(12);
/// How fast and how slow.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=4.0;

/// A scene that is being set up.
struct Pending {
    order: Order,
    /// Who asked for it.
    viewer: u64,
    /// Whether takes were edited since.
    edited: bool,
}

/// The thread's own.
pub struct Run {
    entries: Arc<[Entry]>,
    library: Arc<Library>,
    workshop: Workshop,
    play: Play,
    pending: Option<Pending>,
    /// Orders so far.
    orders: u64,
    kept: Kept,
    traces: Traces,
    audience: Audience,
    end: End,
    playing: bool,
    speed: f64,
    /// Scenes and restarts so far.
    run: u64,
    counts: Figures,
    due: Instant,
    shown: Instant,
    /// When the second began in which steps are counted, and how many there were before.
    second: (Instant, u64),
    ticks_per_second: f32,
    cost: f32,
}

/// Why there is no run.
pub enum NoRun {
    Scene(String),
    Thread(std::io::Error),
}

impl Run {
    /// Sets the first scene up: only here does anybody wait for one.
    pub fn new(
        entries: Arc<[Entry]>,
        library: Arc<Library>,
        traces: Traces,
        seed: u64,
        playing: bool,
    ) -> Result<(Run, Line, Vec<String>), NoRun> {
        let first = Order { number: 0, entry: 0, seed };
        let (play, remarks) = Play::new(&entries, &library, first).map_err(NoRun::Scene)?;
        let (line, end) = Line::new();
        let back = line.clone();
        let done = move |made| back.tell(Command::Ready(made));
        let workshop = Workshop::open(entries.clone(), library.clone(), done).map_err(NoRun::Thread)?;
        let now = Instant::now();
        let mut run = Run {
            entries,
            library,
            workshop,
            play,
            pending: None,
            orders: 0,
            kept: Kept::default(),
            traces,
            audience: Audience::default(),
            end,
            playing,
            speed: 1.0,
            run: 0,
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

    /// Runs until it is told to stop.
    pub fn run(mut self) {
        self.due = Instant::now();
        loop {
            let command = match self.patience() {
                None => self.end.commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => self.end.commands.recv_timeout(wait),
            };
            let awake = Instant::now();
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
            let (play, traces) = (&self.play, &self.traces);
            self.audience.tell_decisions(Instant::now(), |actor| {
                [messages::decisions(play, actor), messages::overlay(play, actor, traces)]
            });
            let awake = awake.elapsed().as_secs_f64();
            self.counts.awake += awake;
            self.counts.longest = self.counts.longest.max(awake);
            self.end.count(self.counts);
        }
    }

    /// How long to listen; none for as long as it takes.
    fn patience(&self) -> Option<Duration> {
        let now = Instant::now();
        let step = self.playing.then_some(self.due);
        let first = self.audience.due(now).into_iter().chain(step).min()?;
        Some(first.saturating_duration_since(now))
    }

    /// Hears everything that waits. Of several starts that were asked for, only the last is made. True to stop.
    fn hear_all(&mut self, first: Command) -> bool {
        let mut wanted: Option<(u64, usize, u64)> = None;
        let mut next = Some(first);
        while let Some(command) = next {
            self.end.heard();
            let (entry, seed) = wanted.map_or(self.latest(), |(_, entry, seed)| (entry, seed));
            match command {
                Command::Stop => return true,
                Command::Request(viewer, Request::Restart { seed }) => wanted = Some((viewer, entry, seed)),
                Command::Request(viewer, Request::Train) => {
                    self.library.train(self.traces.all().to_vec());
                    wanted = Some((viewer, entry, seed));
                }
                Command::Request(viewer, Request::Scene { name }) => {
                    match self.entries.iter().position(|entry| entry.name == name) {
                        Some(entry) => wanted = Some((viewer, entry, seed)),
                        None => self.audience.refuse(viewer, &format!("there is no scene {name:?}")),
                    }
                }
                Command::Request(viewer, request) => {
                    // A restart that was asked for before comes before what was asked for after it.
                    if let Some(wanted) = wanted.take() {
                        self.start(wanted);
                    }
                    if let Err(what) = self.handle(viewer, request) {
                        self.audience.refuse(viewer, &what);
                    }
                }
                Command::Ready(made) => self.swap(made),
                Command::Edited => {
                    if let Some(pending) = &mut self.pending {
                        pending.edited = true;
                    }
                    self.tell_state();
                }
                Command::Joined(id, mailbox) => {
                    self.audience.join(id, mailbox, Text::scene(self.play.told.clone(), self.run));
                    self.tell_state();
                }
                Command::Left(id) => {
                    self.audience.leave(id);
                    self.watch_who_is_watched();
                    self.tell_state();
                }
                Command::Export(seconds, reply) => {
                    let names: Vec<String> = self.play.parts.iter().map(|part| part.name.clone()).collect();
                    let _ = reply.send(self.kept.last(seconds, &self.play.stage, &names));
                }
            }
            next = self.end.commands.try_recv().ok();
        }
        if let Some(wanted) = wanted {
            self.start(wanted);
        }
        false
    }

    fn handle(&mut self, viewer: u64, request: Request) -> Result<(), String> {
        match request {
            Request::Play if !self.playing => {
                (self.playing, self.due) = (true, Instant::now());
                self.second = (self.due, self.counts.steps);
            }
            Request::Pause if self.playing => self.playing = false,
            Request::Play | Request::Pause => return Ok(()),
            Request::Step if self.playing => {
                return Err("pause first: steps are made one by one then".to_string());
            }
            Request::Step => self.step(),
            Request::Speed { value } if SPEEDS.contains(&value) => self.speed = value,
            Request::Speed { value } => {
                return Err(format!("a speed of {value} is not from {} to {}", SPEEDS.start(), SPEEDS.end()));
            }
            Request::Watch { actor } => return self.watch(viewer, actor),
            Request::Cue { to, ask } => return self.cue(to, ask.into()),
            Request::Record { on: true } => self.traces.begin(&self.play)?,
            Request::Record { on: false } => self.traces.end()?,
            Request::Restart { .. } | Request::Scene { .. } | Request::Train => return Ok(()),
        }
        self.tell_state();
        self.show();
        Ok(())
    }

    fn cue(&mut self, to: u32, ask: Ask) -> Result<(), String> {
        /// m and N·s: beyond this, sums of f32 lose what people see.
        const FAR: f32 = 1e4;
        let far = |ask: &Ask| match *ask {
            Ask::Target(point) | Ask::Carry { to: point, .. } => point.abs().max_element() > FAR,
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
        self.audience.watch(viewer, actor);
        self.watch_who_is_watched();
        Ok(())
    }

    /// Keeps decisions of whom somebody watches, and of nobody else.
    fn watch_who_is_watched(&mut self) {
        let stage = &mut self.play.stage;
        for actor in 0..stage.len() as u32 {
            if !self.audience.watches(actor) {
                stage.unwatch(ActorId(actor));
            } else if !stage.is_watched(ActorId(actor)) {
                let _ = stage.watch(ActorId(actor), messages::DECISIONS);
            }
        }
    }

    fn tell_state(&self) {
        let setting_up = self.pending.as_ref().and_then(|pending| self.entries.get(pending.order.entry));
        let state = json!({
            "type": "state", "playing": self.playing, "speed": self.speed, "tick": self.play.stage.tick(),
            "seed": self.play.seed, "viewers": self.audience.len(),
            "recording": self.traces.is_recording(), "traces": self.traces.listed(),
            "setting_up": setting_up.map(|entry| &entry.name), "edited": self.is_edited(),
        });
        self.audience.tell(state.to_string());
    }

    /// Whether takes were edited since the scene was set up, so that it plays what they were before.
    fn is_edited(&self) -> bool {
        !self.library.current().is_some_and(|newest| Arc::ptr_eq(&newest, &self.play.repertoire))
    }

    /// The scene and the seed that were asked for last.
    fn latest(&self) -> (usize, u64) {
        let running = (self.play.entry, self.play.seed);
        self.pending.as_ref().map_or(running, |pending| (pending.order.entry, pending.order.seed))
    }

    /// Begins the scene that runs again, or has another one set up.
    fn start(&mut self, (viewer, entry, seed): (u64, usize, u64)) {
        let same = entry == self.play.entry
            && seed == self.play.seed
            && self.play.trained == self.library.trained()
            && !self.is_edited();
        if same && self.play.begin_again() {
            // Whatever was being set up is not wanted any more.
            self.pending = None;
            return self.begin();
        }
        let under_way = self.pending.as_ref().filter(|pending| !pending.edited);
        if under_way.is_some_and(|pending| (pending.order.entry, pending.order.seed) == (entry, seed)) {
            return;
        }
        self.orders += 1;
        let order = Order { number: self.orders, entry, seed };
        self.pending = Some(Pending { order, viewer, edited: false });
        self.workshop.set(order);
        self.tell_state();
    }

    /// A scene was set up, and takes the place of the one that runs, if it is still wanted.
    fn swap(&mut self, made: Made) {
        let Some(pending) = self.pending.take_if(|pending| pending.order == made.order) else {
            return self.workshop.forget(made);
        };
        match made.result {
            Ok((play, remarks)) => {
                self.workshop.forget(std::mem::replace(&mut self.play, *play));
                remarks.iter().for_each(|remark| self.audience.tell(messages::error(remark)));
                self.begin();
            }
            Err(what) => {
                self.audience.refuse(pending.viewer, &what);
                self.tell_state();
            }
        }
    }

    fn begin(&mut self) {
        self.run += 1;
        if let Some(entry) = self.entries.get(self.play.entry) {
            self.library.choose(entry);
        }
        self.workshop.forget(std::mem::take(&mut self.kept));
        // What was decided before the beginning is of no interest.
        (0..self.play.stage.len() as u32).for_each(|actor| self.play.stage.unwatch(ActorId(actor)));
        self.audience.tell_scene(&self.play.told, self.run, self.play.stage.len());
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
        if self.speed <= 1.0 || now - self.shown >= SHOW_EVERY {
            self.shown = now;
            self.show();
        }
    }

    fn step(&mut self) {
        let start = Instant::now();
        if let Err(error) = self.play.step() {
            self.audience.tell(messages::error(&error.to_string()));
        }
        let cost = start.elapsed().as_secs_f32() * 1e6;
        self.cost += (cost - self.cost) * if self.cost == 0.0 { 1.0 } else { 0.1 };
        self.counts.steps += 1;
        self.kept.keep(&self.play.stage);
        self.traces.keep(&self.play.stage);
        if let Some(events) = messages::events(&self.play.stage) {
            self.audience.tell(events);
        }
        self.audience.stir();
    }

    fn show(&self) {
        let head = Head {
            playing: self.playing,
            tick: self.play.stage.tick(),
            cost: self.cost,
            ticks_per_second: if self.playing { self.ticks_per_second } else { 0.0 },
        };
        let bytes = wire::frame(&self.play.stage, head).into();
        self.end.show(Frame { run: self.run, bytes });
    }
}
