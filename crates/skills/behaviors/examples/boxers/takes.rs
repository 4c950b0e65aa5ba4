//! Repertoires to evaluate on: the built-in performer's boxing, and recordings of boxing.

use std::path::{Path, PathBuf};

use footwork_annotate::{Annotation, Repertoire, Settings, Take, annotate};
use footwork_import::{Options, import};
use footwork_performer::{Show, perform};
use footwork_plan::progress::UNHEARD;

const RATE: f32 = 60.0;

/// The built-in performer.
pub fn performer(seconds: f32, seeds: &[u64]) -> Repertoire {
    let mut found: Option<Repertoire> = None;
    for seed in seeds {
        let mut shown = perform(Show::Boxing, seconds, *seed, RATE).expect("a performance");
        shown.clip.name = format!("boxing-{seed}");
        let take = Take::new(shown.clip, Annotation::default());
        found.get_or_insert(Repertoire { skeleton: shown.skeleton, takes: Vec::new() }).takes.push(take);
    }
    let mut found = found.expect("at least one seed");
    annotate(&mut found, &Settings::default(), UNHEARD).expect("the performer's takes can be annotated");
    found
}

/// CMU's shadow boxing, on the body of the first take.
pub fn cmu(folder: &Path, files: &[&str]) -> Repertoire {
    let files: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
    import(&files, &Options::default()).expect("recordings").repertoire
}
