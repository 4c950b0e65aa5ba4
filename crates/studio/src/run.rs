//! The stage's own thread: it steps in real time, does what viewers ask for, and shows the newest frame.
//!
//! Nothing here waits for a viewer or for a scene that is being set up: frames are put where the newest replaces the last,
//! text is queued for each viewer up to a limit, and a scene comes when it is ready. What viewers ask for is taken for a
//! few milliseconds at a time, by turns, so that no number of requests keeps a step waiting for longer.

mod failure;
mod opening;
mod pace;
mod replay;
mod requests;
mod scenes;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use footwork_stage::ActorId;

use crate::audience::Audience;
use crate::catalogue::Catalogue;
use crate::channel::{Command, Frame, StageSide};
use crate::export::Kept;
use crate::library::Library;
use crate::live::LiveScene;
use crate::protocol::{KeysMessage, ScoreMessage, ServerMessage, SettingUp, StateMessage};
use crate::recordings::Recordings;
use crate::script::ScriptCue;
use crate::setup::{SetupThread, SetupTold};
use crate::viewer::Text;
use crate::wire::{self, Head};
use crate::{cast, describe, panic_text};
use failure::Safety;
pub use opening::Opening;
use pace::Pace;
use scenes::Pending;

/// How long requests are taken at once: a quarter of a step, so that the next one is late by no more than that.
const REQUESTS_FOR: Duration = Duration::from_millis(4);

/// How often what changed is told and shown at most: requests change more than anybody sees, and a frame of a thousand
/// actors takes a quarter of a millisecond to make.
const TELL_EVERY: Duration = Duration::from_millis(10);

/// Of more actors than these, decisions are kept only of whom somebody watches.
const ALL_WATCHED: usize = 32;

/// The thread's own.
pub struct Run {
    catalogue: Arc<Catalogue>,
    library: Arc<Library>,
    setup: SetupThread,
    live: LiveScene,
    pending: Option<Pending>,
    /// Requests to set a scene up so far.
    setups: u64,
    kept: Kept,
    recordings: Recordings,
    /// What was asked of whom since the run began, to be done again; and whether that was too much to keep.
    script: Vec<ScriptCue>,
    /// A run that is done again: the tick of its end, and the hash that the stage had there.
    replay: Option<(u64, String)>,
    audience: Audience,
    /// Whose decisions the stage keeps.
    watched: Vec<u32>,
    side: StageSide,
    pace: Pace,
    /// Scenes and restarts so far.
    run: u64,
    safety: Safety,
    /// What viewers are to be told and shown, and when that was done last.
    state_changed: bool,
    frame_changed: bool,
    told: Instant,
    /// The score, and what became of players' buttons, that viewers were told last.
    score: ScoreMessage,
    keys: KeysMessage,
}

/// Whether to go on.
#[derive(PartialEq)]
enum Turn {
    GoOn,
    Stop,
}

impl Run {
    /// Begins with a scene that was set up.
    #[allow(clippy::too_many_arguments)]
    fn new(
        catalogue: Arc<Catalogue>,
        library: Arc<Library>,
        setup: SetupThread,
        live: LiveScene,
        setups: u64,
        recordings: Recordings,
        audience: Audience,
        side: StageSide,
        pace: Pace,
    ) -> Run {
        let mut run = Run {
            catalogue,
            library,
            setup,
            live,
            pending: None,
            setups,
            kept: Kept::default(),
            recordings,
            script: Vec::new(),
            replay: None,
            audience,
            watched: Vec::new(),
            side,
            pace,
            run: 0,
            safety: Safety::default(),
            state_changed: false,
            frame_changed: false,
            told: Instant::now(),
            score: ScoreMessage::default(),
            keys: KeysMessage::default(),
        };
        run.begin();
        run.tell_changes();
        run
    }

    /// Runs until it is told to stop. A panic on the way is told to everybody, and the stage goes back to a moment
    /// before it.
    pub fn run(mut self) {
        self.pace.begin();
        loop {
            let command = match self.patience() {
                None => self.side.commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => self.side.commands.recv_timeout(wait),
            };
            let command = match command {
                Ok(command) => Some(command),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let awake = Instant::now();
            match catch_unwind(AssertUnwindSafe(|| self.turn(command))) {
                Ok(Turn::GoOn) => {}
                Ok(Turn::Stop) => return,
                Err(panic) => self.recover(panic_text(&*panic)),
            }
            let awake = awake.elapsed().as_secs_f64();
            let figures = &mut self.pace.figures;
            figures.awake += awake;
            figures.longest = figures.longest.max(awake);
            self.side.count(*figures);
        }
    }

    /// How long to listen; none for as long as it takes.
    fn patience(&self) -> Option<Duration> {
        if self.audience.has_requests() {
            return Some(Duration::ZERO);
        }
        let now = Instant::now();
        let changes = (self.state_changed || self.frame_changed).then(|| self.told + TELL_EVERY);
        let first = self.audience.due(now).into_iter().chain(self.pace.due()).chain(changes).min()?;
        Some(first.saturating_duration_since(now))
    }

    fn turn(&mut self, first: Option<Command>) -> Turn {
        let mut next = first;
        while let Some(command) = next {
            if self.hear(command) == Turn::Stop {
                return Turn::Stop;
            }
            next = self.side.commands.try_recv().ok();
        }
        self.take_requests(Instant::now() + REQUESTS_FOR);
        self.advance();
        if self.told.elapsed() >= TELL_EVERY {
            self.tell_changes();
        }
        let live = &self.live;
        self.audience.tell_decisions(Instant::now(), |actor| {
            describe::decisions(live, actor).into_iter().chain([describe::overlay(live, actor)]).collect()
        });
        Turn::GoOn
    }

    fn hear(&mut self, command: Command) -> Turn {
        match command {
            Command::Stop => return Turn::Stop,
            Command::Requests => {}
            Command::SetUp(SetupTold::Done(done)) => self.swap(done),
            Command::SetUp(SetupTold::Progress(at)) => {
                if let Some(pending) = &mut self.pending
                    && pending.request.number == at.number
                {
                    (pending.done, pending.words) = (at.done, at.words);
                    self.state_changed = true;
                }
            }
            Command::Edited => {
                if let Some(pending) = &mut self.pending {
                    pending.edited = true;
                }
                self.state_changed = true;
            }
            Command::Joined(id, mailbox, inbox) => {
                let scene = Text::scene(self.live.description.clone(), self.run);
                self.audience.join(id, mailbox, inbox, scene);
                self.audience.tell_one(id, &ServerMessage::Score(self.score.clone()));
                self.audience.tell_one(id, &ServerMessage::Keys(self.keys.clone()));
                self.audience.tell_one(id, &ServerMessage::Worn(self.worn()));
                self.state_changed = true;
            }
            Command::Left(id) => {
                self.audience.leave(id);
                self.watch_who_is_watched();
                self.state_changed = true;
            }
            Command::Export(seconds, reply) => {
                let names = cast::names(&self.live.groups);
                let name = &self.live.chosen.name;
                let _ = reply.send(self.kept.last(seconds, &self.live.stage, name, &names));
            }
            Command::Script(reply) => {
                let _ = reply.send(self.script());
            }
            Command::Replay(script, reply) => {
                let _ = reply.send(self.replay(script));
            }
            Command::Body(reply) => drop(reply.send(self.live.rig.clone())),
            Command::Wear(fitted, reply) => drop(reply.send(self.wear(fitted.map(|fitted| *fitted)))),
            Command::Panic => panic!("the stage was made to panic"),
        }
        Turn::GoOn
    }

    /// Makes the steps that are due.
    fn advance(&mut self) {
        let now = Instant::now();
        let steps = self.pace.steps_due(f64::from(self.live.stage.settings().step), now);
        for _ in 0..steps {
            // A run that is done again ends on its tick, also where several steps are caught up at once.
            if !self.pace.playing {
                break;
            }
            self.step();
        }
        if steps > 0 && self.pace.is_to_be_shown(now) {
            self.frame_changed = true;
        }
    }

    fn step(&mut self) {
        let start = Instant::now();
        if let Err(error) = self.live.step() {
            self.audience.tell(&ServerMessage::error(error.to_string()));
        }
        self.pace.stepped(start.elapsed());
        self.safety.keep(&self.live);
        self.kept.keep(&self.live.stage);
        self.recordings.keep(&self.live.stage);
        if let Some(events) = describe::events(&self.live.stage) {
            self.audience.tell(&events);
        }
        self.audience.stepped();
        self.compare_replay();
    }

    /// Keeps decisions of whom somebody watches, and of nobody else.
    fn watch_who_is_watched(&mut self) {
        let mut watched = self.audience.watched();
        let stage = &mut self.live.stage;
        // Of few actors all are, so that who is clicked while it is paused can say why they do what they do.
        if stage.len() <= ALL_WATCHED {
            watched = (0..stage.len() as u32).collect();
        }
        for actor in self.watched.iter().filter(|actor| !watched.contains(actor)) {
            stage.unwatch(ActorId(*actor));
        }
        for actor in
            watched.iter().filter(|actor| !stage.is_watched(ActorId(**actor))).copied().collect::<Vec<_>>()
        {
            // Requests are checked, so that there is such an actor.
            let _ = stage.watch(ActorId(actor), describe::DECISIONS);
        }
        self.watched = watched;
    }

    /// Tells and shows what changed.
    fn tell_changes(&mut self) {
        if self.state_changed || self.frame_changed {
            self.told = Instant::now();
        }
        if std::mem::take(&mut self.state_changed) {
            self.audience.tell(&ServerMessage::State(self.state()));
        }
        if std::mem::take(&mut self.frame_changed) {
            let score = self.live.tally.told(self.live.game.as_ref());
            if score != self.score {
                self.audience.tell(&ServerMessage::Score(score.clone()));
                self.score = score;
            }
            let keys = describe::keys(&self.live.stage);
            if keys != self.keys {
                self.audience.tell(&ServerMessage::Keys(keys.clone()));
                self.keys = keys;
            }
            let head = Head {
                playing: self.pace.playing,
                tick: self.live.stage.tick(),
                cost: self.pace.cost,
                ticks_per_second: if self.pace.playing { self.pace.steps_per_second } else { 0.0 },
            };
            let mut bytes = wire::frame(&self.live.stage, head);
            if let Some(worn) = &mut self.live.worn {
                worn.append(&self.live.stage, &mut bytes);
            }
            let joints = self.live.stage.actor(ActorId(0)).map_or(0, |actor| actor.rig().skeleton().len());
            self.side.show(Frame { run: self.run, joints, bytes: bytes.into() });
        }
    }

    fn state(&self) -> StateMessage {
        let setting_up = self.pending.as_ref().and_then(|pending| {
            let entry = self.catalogue.get(pending.request.entry)?;
            let (name, title) = (entry.name.clone(), entry.scene.title.clone());
            Some(SettingUp { name, title, done: pending.done, words: pending.words.clone() })
        });
        StateMessage {
            playing: self.pace.playing,
            speed: self.pace.speed,
            tick: self.live.stage.tick(),
            seed: self.live.seed,
            viewers: self.audience.len(),
            recording: self.recordings.is_recording(),
            recordings: self.recordings.listed(),
            trained: self.library.trained_with(),
            setting_up,
            edited: self.is_edited(),
            failure: self.safety.failure.clone(),
        }
    }
}
