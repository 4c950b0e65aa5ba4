//! Replays the fuzzer's corpus of scenes: every file is read or refused, never with a panic.

mod intake;

use std::path::Path;

#[test]
fn every_scene_of_the_corpus_is_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/scene");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus lies in fuzz/corpus") {
        intake::check_scene(&std::fs::read(entry.unwrap().path()).unwrap());
        read += 1;
    }
    assert!(read > 5);
}
