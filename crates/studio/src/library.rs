//! The motion that scenes play: performed or given once, edited here, and kept.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footwork::scene::{Prepared, Source, Supplies};
use footwork_annotate::{Annotation, Edits, Repertoire, Settings, Take, annotate};
use footwork_skill::{Cache, Hear, Lesson, Progress, Skills, UNHEARD};

use crate::cache::FolderCache;
use crate::protocol::EditsRequest;
use crate::worn::Outfit;
use crate::{Entry, edits};

/// How many scenes are kept ready.
const PREPARED: usize = 4;

/// Everything that was loaded, one repertoire for each source.
pub struct Library {
    folder: PathBuf,
    skills: Skills,
    given: Option<Arc<Repertoire>>,
    /// What was performed and baked before.
    cache: Option<FolderCache>,
    kept: Mutex<Kept>,
    /// Held while edits are read and written: a change is made to what is in the file, whoever wrote it.
    editing: Mutex<()>,
}

#[derive(Default)]
struct Kept {
    sources: Vec<Loaded>,
    /// Which one the running scene plays.
    current: Option<Source>,
    /// Scenes with their minds made, the last ones first; each with what it was made from.
    prepared: Vec<(Arc<Entry>, Arc<Repertoire>, Arc<Prepared>)>,
    /// Recorded play that skills learn from; none for scripted players. And how often that changed.
    lessons: Arc<[Lesson]>,
    told: Option<String>,
    trained: u64,
    /// What actors wear.
    outfit: Option<Arc<Outfit>>,
}

struct Loaded {
    source: Source,
    repertoire: Arc<Repertoire>,
    /// The text of each take's edits file, as it was read or written last.
    texts: Vec<String>,
}

/// Why edits were not saved.
#[derive(Debug, PartialEq)]
pub enum EditError {
    NoTake,
    /// The edits make no sense, or the file could not be written.
    Refused(String),
    /// Somebody else changed the same meanwhile.
    Conflict(String),
}

impl Library {
    pub fn new(
        folder: PathBuf,
        skills: Skills,
        given: Option<Arc<Repertoire>>,
        cache: Option<PathBuf>,
    ) -> Library {
        // People are told where their edits are, and do not know where the server was started.
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        let cache = cache.map(FolderCache::new);
        Library { folder, skills, given, cache, kept: Mutex::new(Kept::default()), editing: Mutex::new(()) }
    }

    /// All the skills that scenes may name.
    pub fn skills(&self) -> &Skills {
        &self.skills
    }

    /// Where edits, recordings and scenes are written.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The character's file that actors wear.
    pub fn outfit(&self) -> Option<Arc<Outfit>> {
        self.kept().outfit.clone()
    }

    /// Has actors wear a character's file from the next scene on, or none.
    pub fn wear(&self, outfit: Option<Arc<Outfit>>) {
        self.kept().outfit = outfit;
    }

    pub fn cache(&self) -> Option<&FolderCache> {
        self.cache.as_ref()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The motion for a scene, with the edits that are in the folder. What the user should know comes with it.
    pub fn load(&self, entry: &Entry, hear: Hear<'_>) -> Result<(Arc<Repertoire>, Vec<String>), String> {
        let _editing = self.editing.lock().unwrap_or_else(PoisonError::into_inner);
        let source = self.source_of(entry);
        if self.kept().sources.iter().any(|loaded| loaded.source == source) {
            return self.reread(&source).ok_or_else(|| "its repertoire was not read".to_string());
        }
        let plain = match (&self.given, &entry.repertoire) {
            (Some(given), _) | (None, Some(given)) => given.clone(),
            (None, None) => Arc::new(self.performed(&source, hear)?),
        };
        let texts = vec![String::new(); plain.takes.len()];
        self.kept().sources.push(Loaded { source: source.clone(), repertoire: plain, texts });
        self.reread(&source).ok_or_else(|| "its repertoire was not read".to_string())
    }

    /// What the built-in performer shows: as it was kept, or performed now.
    fn performed(&self, source: &Source, hear: Hear<'_>) -> Result<Repertoire, String> {
        if let Some(kept) = self.cache.as_ref().and_then(|cache| cache.performance(source)) {
            return Ok(kept);
        }
        hear(Progress { done: 0.02, stage: "performing the recordings" });
        let performed = source.perform().ok_or("its repertoire was not read")?;
        let performed = performed.map_err(|error| error.to_string())?;
        if let Some(cache) = &self.cache {
            cache.keep_performance(source, &performed);
        }
        Ok(performed)
    }

    fn source_of(&self, entry: &Entry) -> Source {
        match &self.given {
            Some(_) => Source::File(String::new()),
            None => entry.scene.repertoire.clone(),
        }
    }

    /// A scene's minds, made of a repertoire or kept from the last time; and how often skills were trained.
    pub fn prepare(
        &self,
        entry: &Arc<Entry>,
        repertoire: &Arc<Repertoire>,
        hear: Hear<'_>,
    ) -> Result<(Arc<Prepared>, u64), String> {
        let (found, lessons, trained) = {
            let kept = self.kept();
            let same = |(scene, of, _): &&(Arc<Entry>, Arc<Repertoire>, Arc<Prepared>)| {
                Arc::ptr_eq(scene, entry) && Arc::ptr_eq(of, repertoire)
            };
            let found = kept.prepared.iter().find(same).map(|(.., prepared)| prepared.clone());
            (found, kept.lessons.clone(), kept.trained)
        };
        if let Some(found) = found {
            return Ok((found, trained));
        }
        let load = |name: &str| {
            if entry.confined && !is_inside(name) {
                return Err(format!("{name:?}: a scene from the page names only files of its own folder"));
            }
            let path = entry.folder.join(name);
            footwork_formats::load(path).map_err(|error| error.to_string())
        };
        hear(Progress { done: 0.05, stage: "building what can follow what" });
        let cache = self.cache.as_ref().map(|cache| cache as &dyn Cache);
        let supplies = Supplies { load: &load, lessons: &lessons, hear, cache };
        let prepared = entry.scene.prepare(repertoire.clone(), &supplies);
        let prepared = Arc::new(prepared.map_err(|error| format!("{}: {error}", entry.name))?);
        let mut kept = self.kept();
        if kept.trained == trained {
            kept.prepared.retain(|(scene, ..)| scene.name != entry.name);
            kept.prepared.insert(0, (entry.clone(), repertoire.clone(), prepared.clone()));
            kept.prepared.truncate(PREPARED);
        }
        Ok((prepared, trained))
    }

    /// From now on, skills that learn are trained with these, which somebody is told in a sentence.
    pub fn train(&self, lessons: Vec<Lesson>, told: Option<String>) {
        let mut kept = self.kept();
        kept.lessons = lessons.into();
        kept.told = told;
        kept.trained += 1;
        kept.prepared.clear();
    }

    /// What skills were trained with; none without recordings.
    pub fn trained_with(&self) -> Option<String> {
        self.kept().told.clone()
    }

    /// How often skills were trained.
    pub fn trained(&self) -> u64 {
        self.kept().trained
    }

    /// From now on, takes are those of this scene.
    pub fn choose(&self, entry: &Entry) {
        let source = self.source_of(entry);
        self.kept().current = Some(source);
    }

    /// What the running scene plays, with the newest edits that were read.
    pub fn current(&self) -> Option<Arc<Repertoire>> {
        let kept = self.kept();
        let current = kept.current.as_ref()?;
        let loaded = kept.sources.iter().find(|loaded| loaded.source == *current)?;
        Some(loaded.repertoire.clone())
    }

    /// What the running scene plays, with the edits that are in the files now.
    pub fn newest(&self) -> Option<Arc<Repertoire>> {
        let _editing = self.editing.lock().unwrap_or_else(PoisonError::into_inner);
        let source = self.kept().current.clone()?;
        self.reread(&source).map(|(repertoire, _)| repertoire)
    }

    /// Where a take's edits are kept. Never outside the folder, whatever the take is called.
    pub fn edits_file(&self, take: &str) -> PathBuf {
        self.folder.join(Edits::file_name(take))
    }

    /// Reads the edits files of a source that changed since, and annotates their takes anew. A file that makes no sense
    /// is left out, with a remark.
    fn reread(&self, source: &Source) -> Option<(Arc<Repertoire>, Vec<String>)> {
        let (mut repertoire, mut texts) = {
            let kept = self.kept();
            let loaded = kept.sources.iter().find(|loaded| loaded.source == *source)?;
            (loaded.repertoire.clone(), loaded.texts.clone())
        };
        let mut remarks = Vec::new();
        for (index, known) in texts.iter_mut().enumerate() {
            let take = &repertoire.takes[index];
            let path = self.edits_file(&take.clip.name);
            let text = footwork_formats::load_text(&path).unwrap_or_default();
            if take.mirrored_from.is_some() || text == *known {
                continue;
            }
            let edits = Edits::parse(&text, take.clip.seconds()).map_err(|error| error.to_string());
            match edits.and_then(|edits| reannotated(&repertoire, index, edits)) {
                Ok(take) => repertoire = Arc::new(with_take(&repertoire, index, take)),
                Err(what) => remarks.push(format!("{}: {what}; it is left out", path.display())),
            }
            *known = text;
        }
        let mut kept = self.kept();
        let loaded = kept.sources.iter_mut().find(|loaded| loaded.source == *source)?;
        (loaded.repertoire, loaded.texts) = (repertoire.clone(), texts);
        Some((repertoire, remarks))
    }

    /// Does to a take's file what changed in a request, and annotates the take anew. Scenes that are set up from now on
    /// play it so. Where anything is wrong, nothing changes.
    pub fn edit(&self, index: usize, request: EditsRequest) -> Result<Arc<Repertoire>, EditError> {
        let _editing = self.editing.lock().unwrap_or_else(PoisonError::into_inner);
        let source = self.kept().current.clone().ok_or(EditError::NoTake)?;
        let (repertoire, _) = self.reread(&source).ok_or(EditError::NoTake)?;
        let old = repertoire.takes.get(index).ok_or(EditError::NoTake)?;
        let path = self.edits_file(&old.clip.name);
        let shown = path.display();
        let refused = EditError::Refused;
        let seconds = old.clip.seconds();
        let in_file = footwork_formats::load_text(&path).unwrap_or_default();
        if let Err(error) = Edits::parse(&in_file, seconds) {
            return Err(refused(format!("{shown}: {error}; mend the file, and edit again")));
        }
        let theirs = edits::to_info(&old.edits);
        let merged = edits::merge(&request.base, &request.edits, &theirs).ok_or_else(|| {
            EditError::Conflict(format!(
                "{shown} was changed meanwhile: look at the take again, and repeat the edit"
            ))
        })?;
        let merged = edits::from_info(merged, seconds).map_err(refused)?;
        let take = reannotated(&repertoire, index, merged).map_err(EditError::Refused)?;
        let text = take.edits.to_toml();
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| EditError::Refused(format!("{}: {error}", self.folder.display())))?;
        if footwork_formats::load_text(&path).unwrap_or_default() != in_file {
            let what = format!("{} is being changed by something else: edit again", path.display());
            return Err(EditError::Conflict(what));
        }
        // Of a take that nobody says anything about any more, no file is left.
        let written = match take.edits == Edits::default() {
            true => std::fs::remove_file(&path).or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(error.to_string()),
            }),
            false => footwork_formats::save(&path, |file| file.write_all(text.as_bytes()))
                .map_err(|error| error.to_string()),
        };
        written.map_err(EditError::Refused)?;
        let text = if take.edits == Edits::default() { String::new() } else { text };
        let edited = Arc::new(with_take(&repertoire, index, take));
        for loaded in &mut self.kept().sources {
            if Arc::ptr_eq(&loaded.repertoire, &repertoire) {
                loaded.repertoire = edited.clone();
                loaded.texts[index].clone_from(&text);
            }
        }
        Ok(edited)
    }
}

/// Whether a file's name leads nowhere else.
pub fn is_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    parts.all(|part| matches!(part, std::path::Component::Normal(_)))
        && !name.contains('\\')
        && !name.contains(':')
}

/// A repertoire with a take in another's place, and its mirror images with what that means.
fn with_take(repertoire: &Repertoire, index: usize, take: Take) -> Repertoire {
    let mut edited = repertoire.clone();
    for other in &mut edited.takes {
        if other.mirrored_from.as_ref() == Some(&take.clip.name) {
            (other.annotation, other.edits) = (take.annotation.mirrored(), take.edits.mirrored());
        }
    }
    edited.takes[index] = take;
    edited
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
