//! Replays the fuzzers' corpus: every file is read or refused, never with a panic, a hang or much memory.

#[path = "../../formats/tests/intake/memory.rs"]
mod memory;

use std::path::{Path, PathBuf};

use crate::intake;
/// A byte of a file may stand for a short list that is still to come.
const TIMES: usize = 64;
const LEAST: usize = 256 << 10;
/// serde holds this much ready for a list before it has seen what is in it; lists nest.
const AHEAD: usize = 4 << 20;

fn files(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).expect("the corpus lies in fuzz/corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn every_edits_file_of_the_corpus_is_read_or_refused() {
    for file in files("edits") {
        let bytes = std::fs::read(&file).unwrap();
        let (_, peak) = memory::peak(|| intake::check_edits(&bytes));
        assert!(peak <= LEAST + TIMES * bytes.len(), "{} took {peak}", file.display());
    }
}

#[test]
fn every_repertoire_of_the_corpus_is_read_or_refused() {
    let mut good = 0;
    for file in files("rep") {
        let bytes = std::fs::read(&file).unwrap();
        let (result, peak) = memory::peak(|| intake::check_repertoire(&bytes));
        good += usize::from(result.is_ok());
        assert!(peak <= AHEAD + TIMES * bytes.len(), "{} took {peak}", file.display());
    }
    assert!(good >= 1);
}
