//! The motion that scenes play: performed or given once, edited here, and kept.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footwork::fragments::Trace;
use footwork::scene::{Context, Prepared, Source};
use footwork_annotate::{Annotation, Edits, Repertoire, Settings, Take, annotate};
use footwork_plan::progress::UNHEARD;

use crate::Entry;

/// How many scenes are kept ready.
const PREPARED: usize = 4;

/// Everything that was loaded, one repertoire for each source.
pub struct Library {
    folder: PathBuf,
    given: Option<Arc<Repertoire>>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    sources: Vec<(Source, Arc<Repertoire>)>,
    /// Which one the running scene plays.
    current: Option<Source>,
    /// Scenes with their minds made, the last ones first; each with its name and what it was made from.
    prepared: Vec<(String, Arc<Repertoire>, Arc<Prepared>)>,
    /// What steering learns from; none for scripted players. And how often that changed.
    traces: Arc<[Trace]>,
    trained: u64,
}

impl Library {
    pub fn new(folder: PathBuf, given: Option<Arc<Repertoire>>) -> Library {
        // People are told where their edits are, and do not know where the server was started.
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        Library { folder, given, kept: Mutex::new(Kept::default()) }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The motion for a scene, with the edits that are in the folder. What the user should know comes with it.
    pub fn load(&self, entry: &Entry) -> Result<(Arc<Repertoire>, Vec<String>), String> {
        let source = match &self.given {
            Some(_) => Source::File(String::new()),
            None => entry.scene.repertoire.clone(),
        };
        let found =
            self.kept().sources.iter().find(|(kept, _)| *kept == source).map(|(_, found)| found.clone());
        if let Some(found) = found {
            return Ok((found, Vec::new()));
        }
        let plain = match (&self.given, &entry.repertoire, source.perform()) {
            (Some(given), ..) | (None, Some(given), _) => given.clone(),
            (None, None, Some(performed)) => Arc::new(performed.map_err(|error| error.to_string())?),
            (None, None, None) => return Err("its repertoire was not read".to_string()),
        };
        let (repertoire, remarks) = self.with_edits(plain);
        self.kept().sources.push((source, repertoire.clone()));
        Ok((repertoire, remarks))
    }

    /// A scene's minds, made of a repertoire or kept from the last time; and how often players were learned from anew.
    pub fn prepare(
        &self,
        entry: &Entry,
        repertoire: &Arc<Repertoire>,
    ) -> Result<(Arc<Prepared>, u64), String> {
        let (found, traces, trained) = {
            let kept = self.kept();
            let same = |(name, of, _): &&(String, Arc<Repertoire>, Arc<Prepared>)| {
                *name == entry.name && Arc::ptr_eq(of, repertoire)
            };
            let found = kept.prepared.iter().find(same).map(|(.., prepared)| prepared.clone());
            (found, kept.traces.clone(), kept.trained)
        };
        if let Some(found) = found {
            return Ok((found, trained));
        }
        let load = |name: &str| {
            let path = entry.folder.join(name);
            std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let means = Context { load: &load, traces: &traces };
        let prepared = entry.scene.prepare(repertoire.clone(), &means);
        let prepared = Arc::new(prepared.map_err(|error| format!("{}: {error}", entry.name))?);
        let mut kept = self.kept();
        if kept.trained == trained {
            kept.prepared.retain(|(name, ..)| *name != entry.name);
            kept.prepared.insert(0, (entry.name.clone(), repertoire.clone(), prepared.clone()));
            kept.prepared.truncate(PREPARED);
        }
        Ok((prepared, trained))
    }

    /// From now on, steering learns from these.
    pub fn train(&self, traces: Vec<Trace>) {
        let mut kept = self.kept();
        kept.traces = traces.into();
        kept.trained += 1;
        kept.prepared.clear();
    }

    /// How often players were learned from anew.
    pub fn trained(&self) -> u64 {
        self.kept().trained
    }

    /// From now on, takes are those of this scene.
    pub fn choose(&self, entry: &Entry) {
        let given = self.given.as_ref().map(|_| Source::File(String::new()));
        self.kept().current = Some(given.unwrap_or_else(|| entry.scene.repertoire.clone()));
    }

    /// What the running scene plays, with the newest edits.
    pub fn current(&self) -> Option<Arc<Repertoire>> {
        let kept = self.kept();
        let current = kept.current.as_ref()?;
        kept.sources.iter().find(|(source, _)| source == current).map(|(_, found)| found.clone())
    }

    /// Where a take's edits are kept. Never outside the folder, whatever the take is called.
    pub fn place(&self, take: &str) -> PathBuf {
        self.folder.join(Edits::file_name(take))
    }

    fn with_edits(&self, plain: Arc<Repertoire>) -> (Arc<Repertoire>, Vec<String>) {
        let (mut edited, mut remarks) = (None::<Repertoire>, Vec::new());
        for (index, take) in plain.takes.iter().enumerate().filter(|(_, take)| take.mirrored_from.is_none()) {
            let path = self.place(&take.clip.name);
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let result = Edits::parse(&text, take.clip.seconds())
                .map_err(|error| error.to_string())
                .and_then(|edits| reannotated(&plain, index, edits));
            match result {
                Ok(take) => edited.get_or_insert_with(|| (*plain).clone()).takes[index] = take,
                Err(what) => remarks.push(format!("{}: {what}; it is left aside", path.display())),
            }
        }
        (edited.map_or(plain, Arc::new), remarks)
    }

    /// Writes what was said about a take of the running scene, and annotates it anew. Scenes that are set up from now
    /// on play it so. Where anything is wrong, nothing changes.
    pub fn edit(&self, index: usize, edits: Edits) -> Result<Arc<Repertoire>, String> {
        let repertoire = self.current().ok_or("no scene runs")?;
        let take = reannotated(&repertoire, index, edits)?;
        let path = self.place(&take.clip.name);
        let text = take.edits.to_toml();
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| format!("{}: {error}", self.folder.display()))?;
        footwork_formats::save(&path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| error.to_string())?;
        let mut edited = (*repertoire).clone();
        let name = take.clip.name.clone();
        for other in &mut edited.takes {
            if other.mirrored_from.as_ref() == Some(&name) {
                (other.annotation, other.edits) = (take.annotation.mirrored(), take.edits.mirrored());
            }
        }
        edited.takes[index] = take;
        let edited = Arc::new(edited);
        for (_, kept) in &mut self.kept().sources {
            if Arc::ptr_eq(kept, &repertoire) {
                *kept = edited.clone();
            }
        }
        Ok(edited)
    }
}

/// A take of a repertoire, annotated with other edits.
fn reannotated(repertoire: &Repertoire, index: usize, edits: Edits) -> Result<Take, String> {
    let take = repertoire.takes.get(index).ok_or("there is no such take")?;
    if let Some(original) = &take.mirrored_from {
        return Err(format!("{} is a mirror image: edit {original}, and it follows", take.clip.name));
    }
    let take = Take { edits, ..Take::new(take.clip.clone(), Annotation::default()) };
    let mut alone = Repertoire { skeleton: repertoire.skeleton.clone(), takes: vec![take] };
    annotate(&mut alone, &Settings::default(), UNHEARD).map_err(|error| error.to_string())?;
    alone.takes.pop().ok_or_else(|| "there is no such take".to_string())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn is_within(folder: &Path, path: &Path) -> bool {
        path.parent() == Some(folder) && path.components().all(|part| part.as_os_str() != "..")
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = Path::new("/edits");
        let library = Library::new(folder.to_path_buf(), None);
        for name in
            ["boxing-1", "../up", "/etc/passwd", "..", "", ".", "a/b", "a\\b", "c:x", "\0", "take\n", "日本"]
        {
            assert!(is_within(folder, &library.place(name)), "{name:?}: {:?}", library.place(name));
        }
        assert_eq!(library.place("boxing-1"), Path::new("/edits/boxing-1.edits.toml"));
        assert_ne!(library.place("a/b"), library.place("a_b"));
    }
}
