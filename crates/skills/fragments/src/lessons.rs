//! Lessons: traces of what a player asks of an actor while it is steered, for the player model.

use footwork_graph::Control;
use footwork_skill::{Failure, Lesson, LessonRecorder, Lessons, Summary};
use footwork_stage::{ActorId, Stage};

use crate::mind::SteeredMemory;
use crate::trace::Trace;

/// Traces.
pub(crate) struct Traces;

impl Lessons for Traces {
    fn ending(&self) -> &'static str {
        "trace"
    }

    fn recorder(&self, actor: ActorId) -> Box<dyn LessonRecorder> {
        Box::new(TraceRecorder::new(actor))
    }

    fn summary(&self, lesson: &Lesson) -> Result<Summary, Failure> {
        let trace = Trace::parse(&lesson.text)?;
        let seconds = trace.length();
        Ok(Summary { name: trace.name, player: trace.player, seconds })
    }
}

/// The traces of some lessons. One that cannot be read is named.
pub(crate) fn read(lessons: &[Lesson]) -> Result<Vec<Trace>, Failure> {
    let trace = |lesson: &Lesson| -> Result<Trace, Failure> {
        Trace::parse(&lesson.text).map_err(|error| format!("{}: {error}", lesson.name).into())
    };
    // Recordings of what other skills learn from are theirs.
    let is_other =
        |lesson: &&Lesson| lesson.text.starts_with("footwork ") && !lesson.text.starts_with("footwork trace");
    lessons.iter().filter(|lesson| !is_other(lesson)).map(trace).collect()
}

/// s, between samples: a fragment's length.
const PERIOD: f32 = 0.1;
/// Half a day of samples: whoever records for longer forgot to end it.
const MOST: usize = 432_000;

/// Records while somebody steers.
#[derive(Clone, Debug)]
pub struct TraceRecorder {
    actor: ActorId,
    ticks: u64,
    samples: Vec<Control>,
}

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
    pub fn trace(&self, name: &str, player: &str) -> Trace {
        let samples = self.samples.clone();
        Trace { name: name.to_string(), player: player.to_string(), seconds: PERIOD, samples }
    }
}

impl LessonRecorder for TraceRecorder {
    fn keep(&mut self, stage: &Stage) {
        TraceRecorder::keep(self, stage);
    }

    fn seconds(&self) -> f32 {
        self.samples.len() as f32 * PERIOD
    }

    fn lesson(&self, name: &str, player: &str) -> Lesson {
        Lesson { name: name.to_string(), text: self.trace(name, player).to_text() }
    }
}
