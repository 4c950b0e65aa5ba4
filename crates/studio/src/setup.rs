//! Setting scenes up, on a thread of its own: performing, annotating and making graphs take a second or more, in which
//! the scene before plays on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use footwork::collect::Game;
use footwork_annotate::Repertoire;
use footwork_stage::{CastError, Settings, Snapshot, Stage};

use crate::Entry;
use crate::library::Library;
use crate::messages::{self, Part};

/// A scene that is to be set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order {
    /// Later ones have higher ones.
    pub number: u64,
    /// Which of the entries.
    pub entry: usize,
    pub seed: u64,
}

/// A scene that is ready to run, or runs.
pub struct Play {
    pub entry: usize,
    pub seed: u64,
    pub stage: Stage,
    /// What is played in it, if anything is.
    pub game: Option<Game>,
    pub parts: Vec<Part>,
    pub repertoire: Arc<Repertoire>,
    /// How often players were learned from anew before it was set up.
    pub trained: u64,
    /// To begin again from.
    start: (Snapshot, Option<Game>),
    /// What viewers are told of it.
    pub told: Arc<str>,
}

impl Play {
    /// Sets a scene up. What the user should know comes with it.
    pub fn new(
        entries: &[Entry],
        library: &Library,
        Order { entry, seed, .. }: Order,
    ) -> Result<(Play, Vec<String>), String> {
        let chosen = entries.get(entry).ok_or("there is no such scene")?;
        let (repertoire, remarks) = library.load(chosen)?;
        let (prepared, trained) = library.prepare(chosen, &repertoire)?;
        let stage = prepared.stage(Settings::default(), seed);
        let mut stage = stage.map_err(|error| format!("{}: {error}", chosen.name))?;
        let game = prepared.game(&mut stage, seed);
        let parts = messages::parts(prepared.casts());
        let told = messages::scene(&chosen.name, &chosen.scene, &parts, seed, &stage).into();
        let start = (stage.snapshot(), game.clone());
        Ok((Play { entry, seed, start, stage, game, parts, repertoire, trained, told }, remarks))
    }

    /// Lets a step pass.
    pub fn step(&mut self) -> Result<(), CastError> {
        self.stage.step();
        self.game.as_mut().map_or(Ok(()), |game| game.step(&mut self.stage))
    }

    /// Goes back to the beginning.
    pub fn begin_again(&mut self) -> bool {
        let (snapshot, game) = &self.start;
        self.game.clone_from(game);
        self.stage.restore(snapshot).is_ok()
    }
}

/// What became of an order.
pub struct Made {
    pub order: Order,
    pub result: Result<(Box<Play>, Vec<String>), String>,
}

enum Job {
    Set(Order),
    Forget(Box<dyn Send>),
}

/// Where scenes are set up. It closes when this is dropped, after what is under way.
pub struct Workshop {
    jobs: mpsc::Sender<Job>,
}

impl Workshop {
    /// Starts the thread. `done` is told what became of each order that was not overtaken by a later one.
    pub fn open(
        entries: Arc<[Entry]>,
        library: Arc<Library>,
        done: impl Fn(Made) + Send + 'static,
    ) -> std::io::Result<Workshop> {
        let (jobs, orders) = mpsc::channel();
        let work = move || {
            while let Some(order) = next(&orders) {
                // Whatever goes wrong here, the stage goes on and later orders are taken.
                let result = catch_unwind(AssertUnwindSafe(|| Play::new(&entries, &library, order)));
                let result = result.unwrap_or_else(|_| Err("the scene could not be set up".to_string()));
                done(Made { order, result: result.map(|(play, remarks)| (Box::new(play), remarks)) });
            }
        };
        std::thread::Builder::new().name("workshop".to_string()).spawn(work)?;
        Ok(Workshop { jobs })
    }

    pub fn set(&self, order: Order) {
        let _ = self.jobs.send(Job::Set(order));
    }

    /// Takes what is not needed any more: to free a hundred megabytes takes longer than a step.
    pub fn forget(&self, old: impl Send + 'static) {
        let _ = self.jobs.send(Job::Forget(Box::new(old)));
    }
}

/// The last order of those that wait; none when there will be no more.
fn next(jobs: &Receiver<Job>) -> Option<Order> {
    let mut order = None;
    while order.is_none() {
        let first = jobs.recv().ok()?;
        for job in std::iter::once(first).chain(jobs.try_iter()) {
            match job {
                Job::Set(newer) => order = Some(newer),
                Job::Forget(old) => drop(old),
            }
        }
    }
    order
}
