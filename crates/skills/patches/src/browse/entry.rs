//! Looking through patches as scenes and the studio know it: its table, and its recordings.

use std::sync::Arc;

use footwork_skill::{
    Ability, About, Button, Casting, Context, Control, Failure, Lesson, LessonRecorder, Lessons, Summary,
    Table, TableError,
};
use footwork_stage::{ActorId, SharedMind, Stage};

use super::{Browser, BrowserMemory};
use crate::entry::PatchTable;
use crate::verdicts::{self, Verdicts};

/// Shows patches one after the other.
pub static SKILL: BrowseSkill = BrowseSkill;

/// What [`SKILL`] is.
#[derive(Clone, Copy, Debug)]
pub struct BrowseSkill;

const BUTTONS: [Button; 4] = [
    Button { number: super::KEEP, key: "KeyJ", name: "keep" },
    Button { number: super::DROP, key: "KeyK", name: "drop" },
    Button { number: super::SKIP, key: "KeyL", name: "next" },
    Button { number: super::UNDO, key: "Semicolon", name: "take back" },
];

impl footwork_skill::Skill for BrowseSkill {
    fn about(&self) -> About {
        About {
            name: "browse",
            mind: "browse",
            title: "one of two who show patches",
            line: "plays short encounters one after the other, to be kept or dropped",
            keys: &["show", "patterns", "skill", "takes"],
            abilities: &[Ability::Learns],
            buttons: &BUTTONS,
        }
    }

    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError> {
        let given: PatchTable = table.read()?;
        Ok(Box::new(BrowseTable(given)))
    }

    fn lessons(&self) -> Option<&dyn Lessons> {
        Some(&Judged)
    }
}

/// Whose patches are shown: the table of the scene that they are for.
#[derive(Clone, Debug)]
struct BrowseTable(PatchTable);

impl Casting for BrowseTable {
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure> {
        let acts = Arc::new(self.0.acts(context)?);
        // All of them: what was dropped can be kept again.
        let book = self.0.whole_book(&acts, context)?;
        Ok(Control::Mind(SharedMind::new(Browser::new(acts, Arc::new(book)))))
    }
}

/// Files of verdicts.
struct Judged;

impl Lessons for Judged {
    fn ending(&self) -> &'static str {
        "verdicts"
    }

    fn recorder(&self, actor: ActorId) -> Box<dyn LessonRecorder> {
        Box::new(Recorder { actor, verdicts: Verdicts::new(), ticks: 0, step: 0.0 })
    }

    fn summary(&self, lesson: &Lesson) -> Result<Summary, Failure> {
        let verdicts = verdicts::parse(&lesson.text)?;
        let dropped = verdicts.values().filter(|verdict| **verdict == super::Verdict::Dropped).count();
        let name = format!("{} patches kept, {dropped} dropped", verdicts.len() - dropped);
        Ok(Summary { name, player: String::new(), seconds: 0.0 })
    }
}

/// Keeps what was said.
struct Recorder {
    actor: ActorId,
    verdicts: Verdicts,
    ticks: u64,
    step: f32,
}

impl LessonRecorder for Recorder {
    fn keep(&mut self, stage: &Stage) {
        (self.ticks, self.step) = (self.ticks + 1, stage.settings().step);
        let Some(me) = stage.actor(self.actor) else { return };
        let Some(memory) = me.memory::<BrowserMemory>() else { return };
        self.verdicts = memory.verdicts();
    }

    fn seconds(&self) -> f32 {
        self.ticks as f32 * self.step
    }

    fn lesson(&self, name: &str, _: &str) -> Lesson {
        Lesson { name: name.to_string(), text: verdicts::write(&self.verdicts) }
    }
}

/// The verdicts in some recordings; a later one counts.
pub(crate) fn read(lessons: &[Lesson]) -> Result<Verdicts, Failure> {
    let mut all = Verdicts::new();
    // Recordings of what other skills learn from are theirs.
    for lesson in lessons.iter().filter(|lesson| lesson.text.starts_with(verdicts::HEAD)) {
        let own = verdicts::parse(&lesson.text).map_err(|error| format!("{}: {error}", lesson.name))?;
        all.extend(own);
    }
    Ok(all)
}
