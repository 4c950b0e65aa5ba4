//! Replays the fuzzer's corpus of behaviours: every file is read or refused, never with a panic.

mod intake;

use std::path::Path;

use proptest::prelude::*;

#[test]
fn every_file_of_the_corpus_is_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus/behaviors");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus lies in fuzz/corpus") {
        intake::check_behaviors(&std::fs::read(entry.unwrap().path()).unwrap());
        read += 1;
    }
    assert!(read > 5);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(\\[\\[behavior\\]\\]\n|name = \"[a-z]\"\n|near = (\"head\"|\"x\"|\\[1.0, nan\\])\n|sigma = [0-9.e-]{1,6}\n|angles = [0-9]{1,4}\n|distance = \\[[0-9.-]{1,4}, [0-9.-]{1,4}\\]\n|strike = \\[\"left_hand\"\\]\n|.{0,9}\n){0,12}") {
        intake::check_behaviors(text.as_bytes());
    }
}
