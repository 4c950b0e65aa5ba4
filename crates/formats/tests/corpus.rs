//! Replays the fuzzers' corpus: every file is read or refused, never with a panic, a hang or much memory.

use std::path::{Path, PathBuf};

use crate::heap;
use crate::intake;
use footwork_formats::Import;
use footwork_motion::glam::Quat;

/// A joint of a frame takes about 60 bytes while the door looks at it, and a byte of a file can stand for one.
const TIMES: usize = 64;
/// What the smallest file may take: some thousand joints of frames.
const LEAST: usize = 256 << 10;
/// What the clips of a small glTF or FBX file may come to, rotations alone: two keys can be an hour apart.
const SAMPLED: usize = 64 << 20;

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

/// How many bytes the rotations of all clips take.
fn rotations(import: &Import) -> usize {
    let clips = import.bodies.iter().flat_map(|body| &body.clips);
    clips.map(|clip| clip.frames() * clip.joints() * size_of::<Quat>()).sum()
}

/// Reads every file of a target. What a fuzzer found may have no ending, and is read as the target reads it.
fn replay(target: &str) {
    for file in files(target) {
        let bytes = std::fs::read(&file).unwrap();
        let called = match file.extension() {
            Some(_) => name(&file).to_string(),
            None => format!("{}.{target}", name(&file)),
        };
        let (result, peak) = heap::peak(|| intake::read_alone(&called, &bytes));
        let sampled =
            if matches!(target, "gltf" | "vrm" | "fbx") { result.as_ref().map_or(0, rotations) } else { 0 };
        assert!(sampled <= SAMPLED, "{called} came to {sampled} bytes");
        let most = LEAST + TIMES * bytes.len() + 4 * sampled;
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
    replay("bvh");
}

#[test]
fn every_asf_file_of_the_corpus_is_read_or_refused() {
    replay("asf");
}

#[test]
fn every_amc_file_of_the_corpus_is_read_or_refused() {
    replay("amc");
    for file in files("amc") {
        intake::check_with_skeleton(&std::fs::read(file).unwrap());
    }
}

#[test]
fn every_gltf_file_of_the_corpus_is_read_or_refused() {
    replay("gltf");
}

#[test]
fn every_fbx_file_of_the_corpus_is_read_or_refused() {
    replay("fbx");
}

#[test]
fn every_vrm_file_of_the_corpus_is_read_or_refused() {
    replay("vrm");
}

#[test]
fn every_gltf_and_vrm_file_of_the_corpus_may_be_a_character() {
    for file in files("gltf").into_iter().chain(files("vrm")) {
        intake::check_character("take.vrm", &std::fs::read(file).unwrap());
    }
}

#[test]
fn every_roles_file_of_the_corpus_is_read_or_refused() {
    for file in files("roles") {
        intake::check_roles(&std::fs::read(file).unwrap());
    }
}
