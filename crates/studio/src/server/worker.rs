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

    /// Does something on the thread. None where it panicked. The turn goes along and comes back with what was done: who goes
    /// away meanwhile keeps it until then, so that what they asked for does not pile up. What nobody waits for any more is
    /// not begun.
    pub async fn work<T: Send + 'static>(
        &self,
        turn: OwnedSemaphorePermit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<(T, OwnedSemaphorePermit)> {
        let (reply, done) = oneshot::channel();
        let job = move || {
            if !reply.is_closed() {
                drop(reply.send((work(), turn)));
            }
        };
        self.jobs.send(Box::new(job)).ok()?;
        done.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn work_is_done_on_one_thread_and_goes_on_after_a_panic() {
        let worker = Worker::start("test").unwrap();
        let thread = || std::thread::current().id();
        let (first, turn) = worker.work(worker.turn().await.unwrap(), thread).await.unwrap();
        drop(turn);
        let panics = || -> u32 { panic!("on purpose") };
        assert!(worker.work(worker.turn().await.unwrap(), panics).await.is_none());
        assert_eq!(worker.work(worker.turn().await.unwrap(), thread).await.unwrap().0, first);
    }

    #[tokio::test]
    async fn who_goes_away_keeps_the_turn_until_the_work_is_done_and_what_nobody_waits_for_is_not_begun() {
        let worker = Worker::start("test").unwrap();
        let (go_on, waits) = mpsc::channel::<()>();
        let turn = worker.turn().await.unwrap();
        let mut busy = Box::pin(worker.work(turn, move || waits.recv().is_ok()));
        assert!((&mut busy).now_or_never().is_none());
        drop(busy);
        // The work goes on, and so nobody else has a turn.
        assert!(worker.one.clone().try_acquire_owned().is_err());
        let (begun, looked) = mpsc::channel::<()>();
        let spare = Arc::new(Semaphore::new(1)).acquire_owned().await.unwrap();
        let mut gone = Box::pin(worker.work(spare, move || begun.send(()).is_ok()));
        assert!((&mut gone).now_or_never().is_none());
        drop(gone);
        go_on.send(()).unwrap();
        drop(worker.turn().await.unwrap());
        assert!(looked.recv().is_err(), "it was dropped, and not done");
    }
}
