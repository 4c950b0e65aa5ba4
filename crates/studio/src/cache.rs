//! What was performed and baked, kept in a folder: the next start and the next scene with the same motion are quick.
//!
//! A name tells repertoire and settings apart; the program that made it is told apart here, so that nothing that an older
//! one baked is ever played by a newer one. The folder can be deleted at any time.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use footwork::scene::Source;
use footwork_annotate::Repertoire;
use footwork_skill::{Cache, fingerprint};

/// Bytes. Beyond this, what was used longest ago goes.
const MOST: u64 = 1 << 30;

/// A folder that keeps things.
pub struct FolderCache {
    folder: PathBuf,
    /// Tells this program from others.
    program: String,
    /// Whether anything was found or kept since it was asked last.
    found: AtomicBool,
    kept: AtomicBool,
    pruning: Mutex<()>,
}

impl FolderCache {
    pub fn new(folder: PathBuf) -> FolderCache {
        let (found, kept) = (AtomicBool::new(false), AtomicBool::new(false));
        FolderCache { folder, program: program(), found, kept, pruning: Mutex::new(()) }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether anything was found, and whether anything was kept, since this was asked last.
    pub fn was_used(&self) -> (bool, bool) {
        (self.found.swap(false, Ordering::Relaxed), self.kept.swap(false, Ordering::Relaxed))
    }

    /// What a performer shows, as it was performed before; none where it was not, or is read from a file.
    pub fn performance(&self, source: &Source) -> Option<Repertoire> {
        Repertoire::from_bytes(&self.find(&performance_name(source)?)?).ok()
    }

    /// Keeps what a performer showed.
    pub fn keep_performance(&self, source: &Source, repertoire: &Repertoire) {
        if let Some(name) = performance_name(source) {
            self.keep(&name, &repertoire.to_bytes());
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}-{name}.baked", self.program))
    }

    /// Deletes what was used longest ago, where there is too much.
    fn prune(&self) {
        let Ok(_one) = self.pruning.try_lock() else { return };
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "baked"))
            .filter_map(|entry| {
                let data = entry.metadata().ok()?;
                Some((data.modified().ok()?, data.len(), entry.path()))
            })
            .collect();
        files.sort();
        let mut all: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if all <= MOST {
                break;
            }
            if std::fs::remove_file(path).is_ok() {
                all -= length;
            }
        }
    }
}

impl Cache for FolderCache {
    fn find(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path(name);
        let bytes = footwork_formats::load(&path).ok()?;
        // It was used now; where that cannot be said, it goes earlier than it should.
        let _ = std::fs::File::options()
            .append(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::now()));
        self.found.store(true, Ordering::Relaxed);
        Some(bytes)
    }

    fn keep(&self, name: &str, bytes: &[u8]) {
        let written = std::fs::create_dir_all(&self.folder).is_ok()
            && footwork_formats::save(self.path(name), |file| file.write_all(bytes)).is_ok();
        if written {
            self.kept.store(true, Ordering::Relaxed);
            self.prune();
        }
    }
}

fn performance_name(source: &Source) -> Option<String> {
    match source {
        Source::File(_) => None,
        Source::Performer { .. } => {
            Some(format!("performance-{:016x}", fingerprint(format!("{source:?}").as_bytes())))
        }
    }
}

/// This program, by its version, length and time: a build of its own for whoever changes it.
fn program() -> String {
    let data = std::env::current_exe().and_then(std::fs::metadata).ok();
    let time = data.as_ref().and_then(|data| data.modified().ok());
    let time = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let length = data.map_or(0, |data| data.len());
    format!("{:016x}", fingerprint(format!("{} {length} {time:?}", env!("CARGO_PKG_VERSION")).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_by_its_name_and_by_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let cache = FolderCache::new(folder.path().join("a/b"));
        assert_eq!(cache.find("boxing-1"), None);
        cache.keep("boxing-1", b"punches");
        assert_eq!(cache.find("boxing-1").as_deref(), Some(&b"punches"[..]));
        assert_eq!(cache.find("boxing-2"), None);
        assert_eq!(cache.was_used(), (true, true));
        assert_eq!(cache.was_used(), (false, false));
    }

    #[test]
    fn a_folder_that_cannot_be_written_keeps_nothing_and_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let cache = FolderCache::new(file);
        cache.keep("boxing-1", b"punches");
        assert_eq!(cache.find("boxing-1"), None);
        assert_eq!(cache.was_used(), (false, false));
    }

    #[test]
    fn a_damaged_performance_is_performed_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = FolderCache::new(folder.path().to_path_buf());
        let source = Source::Performer { shows: Vec::new(), seconds: 1.0, seeds: vec![1], mirror: false };
        cache.keep(&performance_name(&source).unwrap(), b"no repertoire");
        assert!(cache.performance(&source).is_none());
    }
}
