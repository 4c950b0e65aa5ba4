//! Lessons: what a user said in a labelling session, as a file of labels.

use footwork_skill::{Failure, Lesson, LessonRecorder, Lessons, Summary};
use footwork_stage::{ActorId, Stage};

use crate::labeller::LabellerMemory;
use crate::labels::{self, Label};

/// Files of labels.
pub(crate) struct Labelled;

impl Lessons for Labelled {
    fn ending(&self) -> &'static str {
        "labels"
    }

    fn recorder(&self, actor: ActorId) -> Box<dyn LessonRecorder> {
        Box::new(Recorder { actor, labels: Vec::new(), ticks: 0, step: 0.0 })
    }

    fn summary(&self, lesson: &Lesson) -> Result<Summary, Failure> {
        let labels = labels::parse(&lesson.text)?;
        let player = labels.first().map_or(String::new(), |label| label.by.clone());
        let name = format!("{} labels", labels.len());
        Ok(Summary { name, player, seconds: 0.0 })
    }
}

/// The labels of some lessons. One that cannot be read is named.
pub(crate) fn read(lessons: &[Lesson]) -> Result<Vec<Label>, Failure> {
    let mut all = Vec::new();
    // Recordings of what other skills learn from are theirs.
    for lesson in lessons.iter().filter(|lesson| lesson.text.starts_with(labels::HEAD)) {
        let labels = labels::parse(&lesson.text).map_err(|error| format!("{}: {error}", lesson.name))?;
        all = labels::merge(&all, &labels);
    }
    Ok(all)
}

/// Keeps what was said.
struct Recorder {
    actor: ActorId,
    labels: Vec<Label>,
    ticks: u64,
    step: f32,
}

impl LessonRecorder for Recorder {
    fn keep(&mut self, stage: &Stage) {
        (self.ticks, self.step) = (self.ticks + 1, stage.settings().step);
        let Some(me) = stage.actor(self.actor) else { return };
        let Some(memory) = me.memory::<LabellerMemory>() else { return };
        let name = |take: u32| me.rig().take(take).map(|take| take.clip.name.clone());
        memory.follow(&mut self.labels, name);
    }

    fn seconds(&self) -> f32 {
        self.ticks as f32 * self.step
    }

    fn lesson(&self, name: &str, player: &str) -> Lesson {
        let by = player.replace([';', '\n', '='], " ");
        let labels: Vec<Label> =
            self.labels.iter().map(|label| Label { by: by.clone(), ..label.clone() }).collect();
        Lesson { name: name.to_string(), text: labels::write(&labels) }
    }
}
