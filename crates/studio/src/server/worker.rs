//! What takes time, one at a time, with few who wait, on a thread that stays.
//!
//! On threads that come and go, the allocator keeps for each of them what it once needed: exports of 200 actors were a
//! gigabyte after three minutes so.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// Requests that wait, besides the one that is done.
const QUEUE: usize = 8;

type Job = Box<dyn FnOnce() + Send>;

/// A thread, and whose turn it is.
#[derive(Clone)]
pub struct Worker {
    one: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts the thread. It ends when nobody has the worker any more.
    pub fn start(name: &str) -> std::io::Result<Worker> {
        let (jobs, given) = mpsc::channel::<Job>();
        let work = move || {
            while let Ok(job) = given.recv() {
                // Whoever waits for it is told by its answer that does not come.
                let _ = catch_unwind(AssertUnwindSafe(job));
            }
        };
        std::thread::Builder::new().name(name.to_string()).spawn(work)?;
        Ok(Worker { one: Arc::new(Semaphore::new(1)), waiting: Arc::new(Semaphore::new(QUEUE)), jobs })
    }

    /// Waits for the turn; none where too many wait.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let _waiting = self.waiting.try_acquire().ok()?;
        self.one.clone().acquire_owned().await.ok()
    }

    /// Does something on the thread. None where it panicked.
    pub async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (reply, done) = oneshot::channel();
        let job = move || drop(reply.send(work()));
        self.jobs.send(Box::new(job)).ok()?;
        done.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_on_one_thread_and_goes_on_after_a_panic() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let worker = Worker::start("test").unwrap();
        let name = || std::thread::current().id();
        let first = runtime.block_on(worker.work(name));
        assert!(first.is_some());
        assert_eq!(runtime.block_on(worker.work(|| -> u32 { panic!("on purpose") })), None);
        assert_eq!(runtime.block_on(worker.work(name)), first);
    }
}
