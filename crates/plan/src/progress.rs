//! How far something slow has come, and whether it should go on: the one protocol of everything that is baked or built.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress<'a> {
    /// From 0 to 1, of all there is to do.
    pub done: f32,
    /// What is being done, for people.
    pub stage: &'a str,
}

/// What whoever hears of it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    GoOn,
    /// Stop, and give back that it was stopped.
    Stop,
}

/// Hears how far something slow has come, and says whether to go on. It may be called from any thread.
pub type Hear<'a> = &'a (dyn Fn(Progress<'_>) -> Flow + Sync);

/// For work that nobody watches.
pub const UNHEARD: Hear<'static> = &|_| Flow::GoOn;

/// Writes down where something slow has come to.
pub type Write<'a> = &'a dyn Fn() -> Vec<u8>;

/// Where something slow is kept on its way, so that it goes on from there after it was stopped.
#[derive(Clone, Copy)]
pub struct Keeping<'a> {
    /// What was kept when it was stopped; none where it begins. What does not fit is not used.
    pub before: Option<&'a [u8]>,
    /// Told whenever it could go on from here, and how to write that down. Whoever hears it knows whether it is time to.
    pub keep: &'a dyn Fn(Write<'_>),
}

/// For work that is never kept.
pub const UNKEPT: Keeping<'static> = Keeping { before: None, keep: &|_| {} };

/// Tells of a part of a longer work: all of the part is from `from` to `to` of the whole.
pub fn part<'a>(hear: Hear<'a>, from: f32, to: f32) -> impl Fn(Progress<'_>) -> Flow + Sync + 'a {
    move |at| hear(Progress { done: from + (to - from) * at.done, ..at })
}

/// Tells of the furthest that was reached so far. Solvers go by an error bound, which can grow again for a while; a bar
/// does not go back.
pub fn rising<'a>(hear: Hear<'a>) -> impl Fn(Progress<'_>) -> Flow + Sync + 'a {
    let furthest = Mutex::new(0.0_f32);
    move |at| {
        let mut furthest = furthest.lock().unwrap_or_else(PoisonError::into_inner);
        *furthest = furthest.max(at.done);
        hear(Progress { done: *furthest, ..at })
    }
}

/// Counts pieces of work that threads do side by side, and tells of each.
pub struct Counter<'a> {
    hear: Hear<'a>,
    stage: &'a str,
    pieces: usize,
    done: AtomicUsize,
    stopped: AtomicBool,
}

impl<'a> Counter<'a> {
    /// None of so many pieces is done yet.
    pub fn new(hear: Hear<'a>, stage: &'a str, pieces: usize) -> Counter<'a> {
        Counter { hear, stage, pieces, done: AtomicUsize::new(0), stopped: AtomicBool::new(false) }
    }

    /// One more piece is done.
    pub fn count(&self) -> Flow {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let share = (done as f32 / self.pieces.max(1) as f32).min(1.0);
        if (self.hear)(Progress { done: share, stage: self.stage }) == Flow::Stop {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.flow()
    }

    /// Whether to go on: not any more once it was answered to stop.
    pub fn flow(&self) -> Flow {
        if self.stopped.load(Ordering::Relaxed) { Flow::Stop } else { Flow::GoOn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_counts_for_its_share_of_the_whole() {
        let heard = std::sync::Mutex::new(Vec::new());
        let hear = |at: Progress<'_>| {
            heard.lock().unwrap().push(at.done);
            Flow::GoOn
        };
        let part = part(&hear, 0.5, 0.75);
        for done in [0.0, 0.5, 1.0] {
            part(Progress { done, stage: "" });
        }
        assert_eq!(*heard.lock().unwrap(), [0.5, 0.625, 0.75]);
    }

    #[test]
    fn a_rising_bar_does_not_go_back() {
        let heard = Mutex::new(Vec::new());
        let hear = |at: Progress<'_>| {
            heard.lock().unwrap().push(at.done);
            Flow::GoOn
        };
        let rising = rising(&hear);
        for done in [0.1, 0.5, 0.2, 0.6] {
            rising(Progress { done, stage: "" });
        }
        assert_eq!(*heard.lock().unwrap(), [0.1, 0.5, 0.5, 0.6]);
    }

    #[test]
    fn once_told_to_stop_a_counter_stays_stopped() {
        let hear = |at: Progress<'_>| if at.done == 0.5 { Flow::Stop } else { Flow::GoOn };
        let counter = Counter::new(&hear, "", 4);
        let flows: Vec<Flow> = (0..4).map(|_| counter.count()).collect();
        assert_eq!(flows, [Flow::GoOn, Flow::Stop, Flow::Stop, Flow::Stop]);
        assert_eq!(Counter::new(&hear, "", 0).count(), Flow::GoOn);
    }
}
