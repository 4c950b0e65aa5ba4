//! Replays the fuzzer's corpus of traces: every file is read or refused, never with a panic or much memory.

mod intake;
#[path = "../../../formats/tests/intake/memory.rs"]
mod memory;

use std::path::Path;

/// A line of a few letters is a sample of sixteen bytes, held a few times over; a model has its size whatever is in it.
const LEAST: usize = 1 << 20;
const TIMES: usize = 64;

#[test]
fn every_trace_of_the_corpus_is_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus/trace");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus lies in fuzz/corpus") {
        let file = entry.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        let (_, peak) = memory::peak(|| intake::check_trace(&bytes));
        assert!(peak <= LEAST + TIMES * bytes.len(), "{} took {peak}", file.display());
        read += 1;
    }
    assert!(read > 8);
}
