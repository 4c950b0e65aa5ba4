//! Setting scenes up, on a thread of its own: performing, annotating and baking take a second or more, in which the
//! scene before plays on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use crate::Entry;
use crate::library::Library;
use crate::live::LiveScene;

/// A scene that is to be set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SetupRequest {
    /// Later ones have higher ones.
    pub number: u64,
    /// Which of the entries.
    pub entry: usize,
    pub seed: u64,
}

/// What became of a request.
pub struct SetupDone {
    pub request: SetupRequest,
    pub result: Result<(Box<LiveScene>, Vec<String>), String>,
}

enum Job {
    SetUp(SetupRequest),
    Drop(Box<dyn Send>),
}

/// The thread on which scenes are set up. It ends when this is dropped, after what is under way.
pub struct SetupThread {
    jobs: mpsc::Sender<Job>,
}

impl SetupThread {
    /// Starts the thread. `done` hears what became of each request that was not overtaken by a later one.
    pub fn start(
        entries: Arc<[Entry]>,
        library: Arc<Library>,
        done: impl Fn(SetupDone) + Send + 'static,
    ) -> std::io::Result<SetupThread> {
        let (jobs, waiting) = mpsc::channel();
        let work = move || {
            while let Some(request) = next(&waiting) {
                let set_up = || LiveScene::set_up(&entries, &library, request.entry, request.seed);
                // A panic here must not end the thread: later requests are still answered.
                let result = catch_unwind(AssertUnwindSafe(set_up)).unwrap_or_else(|panic| {
                    Err(format!("setting the scene up failed: {}", crate::panic_text(&*panic)))
                });
                done(SetupDone { request, result: result.map(|(live, remarks)| (Box::new(live), remarks)) });
            }
        };
        std::thread::Builder::new().name("setup".to_string()).spawn(work)?;
        Ok(SetupThread { jobs })
    }

    pub fn set_up(&self, request: SetupRequest) {
        let _ = self.jobs.send(Job::SetUp(request));
    }

    /// Drops something large here: freeing a hundred megabytes takes longer than a step.
    pub fn drop_elsewhere(&self, old: impl Send + 'static) {
        let _ = self.jobs.send(Job::Drop(Box::new(old)));
    }
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
