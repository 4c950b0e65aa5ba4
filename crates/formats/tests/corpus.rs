//! Replays the fuzzers' corpus: every file is read or refused, never with a panic, a hang or much memory.

mod intake;
#[path = "intake/memory.rs"]
mod memory;

use std::path::{Path, PathBuf};

/// A joint of a frame takes 60 bytes while its place is worked out, and a file can leave its numbers out.
const TIMES: usize = 64;
/// What even the smallest file may take.
const LEAST: usize = 1 << 20;
/// What the clips of a small glTF file may take: two keys can be an hour apart.
const SAMPLED: usize = 128 << 20;

fn files(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).expect("the corpus lies in fuzz/corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn name(file: &Path) -> &str {
    file.file_name().unwrap().to_str().unwrap()
}

/// Reads every file of a target. What the fuzzer found has no ending, and is read as the target reads it.
fn replay(target: &str, sampled: usize) {
    for file in files(target) {
        let bytes = std::fs::read(&file).unwrap();
        let called = match file.extension() {
            Some(_) => name(&file).to_string(),
            None => format!("{}.{target}", name(&file)),
        };
        let (_, peak) = memory::peak(|| intake::read_alone(&called, &bytes).is_ok());
        let most = LEAST.max(sampled) + TIMES * bytes.len();
        assert!(peak <= most, "{called} of {} bytes took {peak}", bytes.len());
        if let Err(error) = intake::check(&called, &bytes) {
            let message = error.to_string();
            assert!(message.starts_with(&called), "{called}: {message}");
            assert!(message.len() < 400, "{called}: {message}");
        }
    }
}

#[test]
fn every_bvh_file_of_the_corpus_is_read_or_refused() {
    replay("bvh", 0);
}

#[test]
fn every_asf_file_of_the_corpus_is_read_or_refused() {
    replay("asf", 0);
}

#[test]
fn every_amc_file_of_the_corpus_is_read_or_refused() {
    replay("amc", 0);
    for file in files("amc") {
        intake::check_with_skeleton(&std::fs::read(file).unwrap());
    }
}

#[test]
fn every_gltf_file_of_the_corpus_is_read_or_refused() {
    replay("gltf", SAMPLED);
}

#[test]
fn every_roles_file_of_the_corpus_is_read_or_refused() {
    for file in files("roles") {
        intake::check_roles(&std::fs::read(file).unwrap());
    }
}
