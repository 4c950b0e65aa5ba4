//! Real recordings as a repertoire.

use std::path::{Path, PathBuf};

use footwork_annotate::Repertoire;
use footwork_import::{Options, import};

/// Takes of one person, all brought onto the body of the first.
pub fn repertoire(folder: &Path, files: &[&str]) -> Repertoire {
    let files: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
    let options = Options { rate: Some(super::RATE), ..Options::default() };
    import(&files, &options).expect("recordings of people").repertoire
}
