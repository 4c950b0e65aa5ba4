//! A trace of what a player asks of an actor while it is steered.

use footwork_fragments::{SteeredMemory, Trace};
use footwork_graph::Control;
use footwork_stage::{ActorId, Stage};

/// s, between samples: a fragment's length.
const PERIOD: f32 = 0.1;

/// Records while somebody steers.
#[derive(Clone, Debug)]
pub struct TraceRecorder {
    actor: ActorId,
    ticks: u64,
    samples: Vec<Control>,
}

/// Half a day of them: what is longer was forgotten to be ended.
const MOST: usize = 432_000;

impl TraceRecorder {
    /// Of an actor's player.
    pub fn new(actor: ActorId) -> TraceRecorder {
        TraceRecorder { actor, ticks: 0, samples: Vec::new() }
    }

    /// Keeps what is asked for now: call it after every step.
    pub fn keep(&mut self, stage: &Stage) {
        let each = (PERIOD / stage.settings().step).round().max(1.0) as u64;
        let asked = stage.actor(self.actor).and_then(|me| me.memory::<SteeredMemory>()?.asked());
        if self.ticks.is_multiple_of(each)
            && self.samples.len() < MOST
            && let Some(asked) = asked
        {
            self.samples.push(asked);
        }
        self.ticks += 1;
    }

    /// What was recorded.
    pub fn trace(self, name: &str, player: &str) -> Trace {
        Trace { name: name.to_string(), player: player.to_string(), seconds: PERIOD, samples: self.samples }
    }
}
