//! Recorded play: kept in a folder as text files, and what skills that learn are trained with.

use std::path::PathBuf;

use footwork_skill::{Lesson, LessonRecorder, Lessons, Skills};
use footwork_stage::{ActorId, Stage};

use crate::live::LiveScene;
use crate::protocol::RecordingInfo;

/// Files that are read: training learns hardly more from more than some minutes of play.
const MOST: usize = 200;
/// s. In less, nobody shows how they play.
const SHORTEST: f32 = 1.0;

/// The recordings in a folder, and the one that is being made.
pub struct Recordings {
    folder: PathBuf,
    kept: Vec<Kept>,
    recording: Option<(&'static dyn Lessons, Box<dyn LessonRecorder>)>,
}

/// A recording and its file.
struct Kept {
    file: PathBuf,
    lesson: Lesson,
    info: RecordingInfo,
}

impl Recordings {
    /// Those that are in a folder already. Files that cannot be read are left out.
    pub fn new(folder: PathBuf, skills: &Skills) -> Recordings {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = files.collect();
        files.sort();
        let read = |path: &PathBuf| {
            let ending = path.extension()?.to_str()?;
            let lessons = skills
                .iter()
                .filter_map(|skill| skill.lessons())
                .find(|lessons| lessons.ending() == ending)?;
            let name = path.file_name()?.to_str()?.to_string();
            let lesson = Lesson { name, text: footwork_formats::load_text(path).ok()? };
            Some(Kept { file: path.clone(), info: info(lessons, &lesson)?, lesson })
        };
        let kept = files.iter().filter_map(read).take(MOST).collect();
        Recordings { folder, kept, recording: None }
    }

    pub fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    pub fn lessons(&self) -> Vec<Lesson> {
        self.kept.iter().map(|kept| kept.lesson.clone()).collect()
    }

    /// Begins to record what the player asks of the first actor that learns.
    pub fn begin(&mut self, live: &LiveScene) -> Result<(), String> {
        let mut first = 0;
        for group in &live.groups {
            let own = live.minds.iter().filter(|mind| group.minds.contains(&mind.id));
            if let Some(lessons) = own.into_iter().find_map(|mind| mind.lessons) {
                self.recording.get_or_insert_with(|| (lessons, lessons.recorder(ActorId(first))));
                return Ok(());
            }
            first += group.count;
        }
        Err("nobody in this scene learns from play: there is nothing to record".to_string())
    }

    /// Keeps the last step.
    pub fn keep(&mut self, stage: &Stage) {
        if let Some((_, recorder)) = &mut self.recording {
            recorder.keep(stage);
        }
    }

    /// Ends the recording and writes it.
    pub fn end(&mut self) -> Result<(), String> {
        let Some((lessons, recorder)) = self.recording.take() else { return Ok(()) };
        if recorder.seconds() < SHORTEST {
            return Err(format!("the recording is shorter than {SHORTEST} s, and was not kept"));
        }
        let file = |number: usize| self.folder.join(format!("recorded-{number}.{}", lessons.ending()));
        let free = (self.kept.len() + 1..).find(|number| !file(*number).exists());
        let number = free.ok_or("there is no free name for the recording")?;
        let lesson = recorder.lesson(&format!("recorded-{number}"), "a person");
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| format!("{}: {error}", self.folder.display()))?;
        footwork_formats::save(file(number), |file| file.write_all(lesson.text.as_bytes()))
            .map_err(|error| error.to_string())?;
        let info = info(lessons, &lesson).ok_or("the recording cannot be read again")?;
        let file = file(number);
        self.kept.push(Kept { file, lesson, info });
        Ok(())
    }

    /// Deletes a recording with its file. What was trained with it stays so until somebody trains again.
    pub fn forget(&mut self, name: &str) -> Result<(), String> {
        let found = self.kept.iter().position(|kept| kept.info.name == name);
        let at = found.ok_or_else(|| format!("there is no recording {name:?}"))?;
        let file = &self.kept[at].file;
        std::fs::remove_file(file).map_err(|error| format!("{}: {error}", file.display()))?;
        self.kept.remove(at);
        Ok(())
    }

    /// What training with all of them is, in a sentence.
    pub fn trains(&self) -> Option<String> {
        let seconds: f32 = self.kept.iter().map(|kept| kept.info.seconds).sum();
        let many = if self.kept.len() == 1 { "" } else { "s" };
        (!self.kept.is_empty()).then(|| {
            let count = self.kept.len();
            format!("trained with {count} recording{many}, {seconds:.0} s, beside the scripted players")
        })
    }

    /// For a list.
    pub fn listed(&self) -> Vec<RecordingInfo> {
        self.kept.iter().map(|kept| kept.info.clone()).collect()
    }
}

fn info(lessons: &'static dyn Lessons, lesson: &Lesson) -> Option<RecordingInfo> {
    let summary = lessons.summary(lesson).ok()?;
    Some(RecordingInfo { name: summary.name, player: summary.player, seconds: summary.seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_that_is_forgotten_is_gone_with_its_file_and_no_other() {
        let folder = std::env::temp_dir().join(format!("footwork-recordings-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["one", "two"] {
            let text = format!(
                "footwork trace 1\nname {name}\nplayer Kim\nseconds 0.1\nsamples\n0 0 0 0\n0 1 0 0\n"
            );
            std::fs::write(folder.join(format!("{name}.trace")), text).unwrap();
        }
        let mut recordings = Recordings::new(folder.clone(), &footwork::skills());
        assert_eq!(recordings.listed().len(), 2);
        assert!(recordings.trains().unwrap().contains("2 recordings"), "{:?}", recordings.trains());
        assert_eq!(recordings.forget("three"), Err("there is no recording \"three\"".to_string()));
        recordings.forget("one").unwrap();
        let names: Vec<String> = recordings.listed().into_iter().map(|info| info.name).collect();
        assert_eq!(names, ["two"]);
        assert!(!folder.join("one.trace").exists() && folder.join("two.trace").exists());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
