//! Setting scenes up, on a thread of its own: performing, annotating and baking take a second or more, in which the
//! scene before plays on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use footwork_skill::{Flow, Progress};

use crate::Say;
use crate::catalogue::Catalogue;
use crate::library::Library;
use crate::live::LiveScene;

/// How often it is told how far a scene is.
const TELL_EVERY: Duration = Duration::from_millis(80);

/// A scene that is to be set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SetupRequest {
    /// Later ones have higher ones.
    pub number: u64,
    /// Which of the entries.
    pub entry: usize,
    pub seed: u64,
    /// How many people, where somebody said so; none for as many as the scene says.
    pub people: Option<u32>,
}

/// What became of a request.
pub struct SetupDone {
    pub request: SetupRequest,
    pub result: Result<(Box<LiveScene>, Vec<String>), String>,
}

/// How far a request has come.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupProgress {
    pub number: u64,
    /// From 0 to 1.
    pub done: f32,
    /// What is being done, for people.
    pub words: String,
}

/// What is heard of requests.
pub enum SetupTold {
    Progress(SetupProgress),
    Done(SetupDone),
}

enum Job {
    SetUp(SetupRequest),
    Drop(Box<dyn Send>),
}

/// The thread on which scenes are set up. It ends when this is dropped, after what is under way.
pub struct SetupThread {
    jobs: mpsc::Sender<Job>,
    /// The last request: what is under way for another one is given up.
    latest: Arc<AtomicU64>,
}

impl SetupThread {
    /// Starts the thread. `tell` hears how far each request is, and what became of it if it was not overtaken by a later
    /// one.
    pub fn start(
        catalogue: Arc<Catalogue>,
        library: Arc<Library>,
        say: Say,
        tell: impl Fn(SetupTold) + Send + Sync + 'static,
    ) -> std::io::Result<SetupThread> {
        let (jobs, waiting) = mpsc::channel();
        let latest = Arc::<AtomicU64>::default();
        let newest = latest.clone();
        let work = move || {
            while let Some(request) = next(&waiting) {
                let told = Mutex::new(None::<Instant>);
                let hear = |at: Progress<'_>| {
                    let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                    if told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
                        *told = Some(Instant::now());
                        let (done, words) = (at.done.clamp(0.0, 1.0), at.stage.to_string());
                        tell(SetupTold::Progress(SetupProgress { number: request.number, done, words }));
                    }
                    let overtaken = newest.load(Ordering::Relaxed) != request.number;
                    if overtaken { Flow::Stop } else { Flow::GoOn }
                };
                let begun = Instant::now();
                let set_up = || LiveScene::set_up(&catalogue, &library, request, &hear);
                // A panic here must not end the thread: later requests are still answered.
                let result = catch_unwind(AssertUnwindSafe(set_up)).unwrap_or_else(|panic| {
                    Err(format!("setting the scene up failed: {}", crate::panic_text(&*panic)))
                });
                let result = result.map(|(live, remarks)| (Box::new(live), remarks));
                if let Ok((live, _)) = &result {
                    say.say(ready(&live.chosen.name, begun, &library));
                }
                tell(SetupTold::Done(SetupDone { request, result }));
            }
        };
        std::thread::Builder::new().name("setup".to_string()).spawn(work)?;
        Ok(SetupThread { jobs, latest })
    }

    pub fn set_up(&self, request: SetupRequest) {
        self.latest.store(request.number, Ordering::Relaxed);
        let _ = self.jobs.send(Job::SetUp(request));
    }

    /// Drops something large here: freeing a hundred megabytes takes longer than a step.
    pub fn drop_elsewhere(&self, old: impl Send + 'static) {
        let _ = self.jobs.send(Job::Drop(Box::new(old)));
    }
}

/// That a scene is ready, after how long, and what of it was kept.
fn ready(name: &str, begun: Instant, library: &Library) -> String {
    let seconds = begun.elapsed().as_secs_f64();
    let kept = match library.cache().map(|cache| (cache.was_used(), cache.folder().display())) {
        Some(((_, true), folder)) => format!("; what was baked for it is kept in {folder}"),
        Some(((true, false), _)) => "; nothing had to be baked anew".to_string(),
        _ => String::new(),
    };
    format!("{name} was made ready in {seconds:.1} s{kept}")
}

/// The last request of those that wait; none when there will be no more.
fn next(jobs: &Receiver<Job>) -> Option<SetupRequest> {
    let mut request = None;
    while request.is_none() {
        let first = jobs.recv().ok()?;
        for job in std::iter::once(first).chain(jobs.try_iter()) {
            match job {
                Job::SetUp(newer) => request = Some(newer),
                Job::Drop(old) => drop(old),
            }
        }
    }
    request
}
