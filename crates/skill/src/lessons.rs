//! What a skill learns from people who play: recordings of what they asked for, kept as text files.

use footwork_stage::{ActorId, Stage};

use crate::Failure;

/// A skill that learns from recorded play.
pub trait Lessons: Sync {
    /// How the names of its files end: `trace`.
    fn ending(&self) -> &'static str;

    /// Records what a player asks of an actor.
    fn recorder(&self, actor: ActorId) -> Box<dyn LessonRecorder>;

    /// What is in a recording.
    fn summary(&self, lesson: &Lesson) -> Result<Summary, Failure>;
}

/// A recording, as it is kept in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Of the file.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What is in a recording, for a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// As it calls itself.
    pub name: String,
    /// Who played.
    pub player: String,
    /// s
    pub seconds: f32,
}

/// Records while somebody plays.
pub trait LessonRecorder: Send {
    /// Keeps what is asked for now: called after every step.
    fn keep(&mut self, stage: &Stage);

    /// s, recorded so far.
    fn seconds(&self) -> f32;

    /// What was recorded.
    fn lesson(&self, name: &str, player: &str) -> Lesson;
}
