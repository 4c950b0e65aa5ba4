//! What viewers ask for.

use std::time::Instant;

use footwork_stage::{ActorId, Ask, Cue};

use super::Run;
use super::pace::SPEEDS;
use super::scenes::Start;
use crate::protocol::Request;

/// m and N·s: beyond this, sums of f32 lose what people see.
const FAR: f32 = 1e4;

impl Run {
    /// Takes requests until a moment. Of several starts that were asked for, only the last is made.
    pub(super) fn take_requests(&mut self, until: Instant) {
        let mut start: Option<Start> = None;
        while let Some((viewer, request)) = self.audience.next_request() {
            let latest =
                start.as_ref().map_or(self.latest(), |start| (start.entry, start.seed, start.people));
            let (entry, seed, people) = latest;
            match request {
                Request::Restart { seed } => start = Some(Start { viewer, entry, seed, people }),
                Request::People { count } => match self.with_people(entry, count) {
                    Ok(people) => start = Some(Start { viewer, entry, seed, people }),
                    Err(what) => self.audience.refuse(viewer, &what),
                },
                Request::Train => {
                    self.library.train(self.recordings.lessons(), self.recordings.trains());
                    start = Some(Start { viewer, entry, seed, people });
                }
                Request::Untrain => {
                    self.library.train(Vec::new(), None);
                    start = Some(Start { viewer, entry, seed, people });
                }
                Request::Scene { name } => match self.catalogue.find(&name) {
                    Some(entry) => start = Some(Start { viewer, entry, seed, people: None }),
                    None => self.audience.refuse(viewer, &format!("there is no scene {name:?}")),
                },
                request => {
                    // A start that was asked for before comes before what was asked for after it.
                    if let Some(start) = start.take() {
                        self.start(start);
                    }
                    if let Err(what) = self.handle(viewer, request) {
                        self.audience.refuse(viewer, &what);
                    }
                }
            }
            if Instant::now() >= until {
                break;
            }
        }
        if let Some(start) = start {
            self.start(start);
        }
    }

    fn handle(&mut self, viewer: u64, request: Request) -> Result<(), String> {
        match request {
            Request::Play if !self.pace.playing => {
                self.pace.playing = true;
                self.pace.begin();
                self.safety.failure = None;
            }
            Request::Pause if self.pace.playing => self.pace.playing = false,
            Request::Play | Request::Pause => return Ok(()),
            Request::Step if self.pace.playing => {
                return Err("pause first: steps are made one by one then".to_string());
            }
            Request::Step => {
                self.safety.failure = None;
                self.step();
            }
            Request::Speed { value } if SPEEDS.contains(&value) => self.pace.speed = value,
            Request::Speed { value } => {
                return Err(format!("a speed of {value} is not from {} to {}", SPEEDS.start(), SPEEDS.end()));
            }
            Request::Watch { actor } => return self.watch(viewer, actor),
            Request::Cue { to, ask } => {
                self.cue(to, ask.into())?;
                self.note_cue(to, ask);
                return Ok(());
            }
            Request::Record { on: true } => self.recordings.begin(&self.live)?,
            Request::Record { on: false } => self.recordings.end()?,
            Request::Forget { name } => self.recordings.forget(&name)?,
            // Others are done before this is called, and views where frames are sent.
            Request::View { .. }
            | Request::Restart { .. }
            | Request::People { .. }
            | Request::Scene { .. }
            | Request::Train
            | Request::Untrain => return Ok(()),
        }
        (self.state_changed, self.frame_changed) = (true, true);
        Ok(())
    }

    fn cue(&mut self, to: u32, ask: Ask) -> Result<(), String> {
        let far = match ask {
            Ask::Target(point) | Ask::Carry { to: point, .. } | Ask::Throw { velocity: point, .. } => {
                point.abs().max_element() > FAR
            }
            Ask::Pull { to, .. } => to.is_some_and(|to| to.abs().max_element() > FAR),
            Ask::Push { point, impulse } => point.abs().max(impulse.abs()).max_element() > FAR,
            _ => false,
        };
        if ask.is_sound() && far {
            return Err(format!("a cue has a number beyond {FAR}"));
        }
        let cue = Cue { tick: self.live.stage.tick(), to: ActorId(to), ask };
        self.live.stage.cue(cue).map_err(|error| error.to_string())
    }

    fn watch(&mut self, viewer: u64, actor: Option<u32>) -> Result<(), String> {
        if let Some(actor) = actor.filter(|actor| *actor as usize >= self.live.stage.len()) {
            return Err(format!("there is no actor {actor}"));
        }
        self.audience.watch(viewer, actor);
        self.watch_who_is_watched();
        Ok(())
    }
}
