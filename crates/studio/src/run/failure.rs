//! What happens when the stage panics: a mind or the stage itself has a fault. The stage is brought back to a moment
//! before it and pauses; whoever watches is told, and goes on from there or begins anew.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Run;
use crate::live::{LiveScene, Moment};
use crate::protocol::FailureInfo;

/// Steps between two moments that are kept.
const KEEP_EVERY: u64 = 60;
/// How many are kept. The newest may be too late: a fault can show a while after it happened.
const MOMENTS: usize = 2;

/// Moments to go back to.
pub(super) struct Safety {
    moments: VecDeque<Moment>,
    /// What happened, until somebody goes on.
    pub failure: Option<FailureInfo>,
    /// Whether the stage can be used: false where it could not even be brought back.
    pub is_whole: bool,
}

impl Default for Safety {
    fn default() -> Safety {
        Safety { moments: VecDeque::new(), failure: None, is_whole: true }
    }
}

impl Safety {
    /// Keeps the last step, once in a while.
    pub fn keep(&mut self, live: &LiveScene) {
        if live.stage.tick().is_multiple_of(KEEP_EVERY) {
            if self.moments.len() == MOMENTS {
                self.moments.pop_front();
            }
            self.moments.push_back(live.moment());
        }
    }
}

impl Run {
    /// The stage panicked: it may be half stepped, and is used again only after it was brought back whole.
    pub(super) fn recover(&mut self, what: String) {
        self.pace.playing = false;
        self.pace.figures.failures += 1;
        let tick = self.live.stage.tick();
        let moment = self.safety.moments.front().cloned();
        let brought_back = catch_unwind(AssertUnwindSafe(|| match &moment {
            Some(moment) => self.live.restore(moment),
            None => self.live.begin_again(),
        }));
        self.safety.is_whole = brought_back.unwrap_or(false);
        let back_to = self.safety.is_whole.then(|| self.live.stage.tick());
        self.safety.moments.truncate(1);
        self.safety.failure = Some(FailureInfo { what, tick, back_to });
        if !self.safety.is_whole {
            self.set_up(self.live.entry, self.live.seed, self.live.people, None);
        }
        let kept = self.kept.forget(&self.live.stage);
        self.setup.drop_elsewhere(kept);
        (self.state_changed, self.frame_changed) = (true, self.safety.is_whole);
        self.tell_changes();
    }
}
