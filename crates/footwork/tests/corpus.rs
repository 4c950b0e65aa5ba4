//! Replays the fuzzer's corpora: every file is read or refused, never with a panic or much memory.

#[path = "../../formats/tests/intake/memory.rs"]
mod memory;

use std::path::Path;

use crate::intake;
/// Bytes: what is held while anything is read, such as the counts of a player model; and how many times a file's own size
/// more than that, for a line of a few letters is a sample of sixteen bytes, held a few times over.
const LEAST: usize = 4 << 20;
const TIMES: usize = 256;

fn replay(corpus: &str, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(corpus);
    // What is made once and kept, such as motion to check against, is no file's.
    check(b"");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus lies in fuzz/corpus") {
        let file = entry.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        let (_, peak) = memory::peak(|| check(&bytes));
        assert!(peak <= LEAST + TIMES * bytes.len(), "{} took {peak}", file.display());
        read += 1;
    }
    assert!(read > 10, "{read} files");
}

#[test]
fn every_scene_is_read_or_refused() {
    replay("scene", intake::check_scene);
}

#[test]
fn every_file_of_every_skill_is_read_or_refused() {
    replay("skills", intake::check_skills);
}

/// A length that was changed under a right seal asked for 17 GB.
#[test]
fn no_length_in_a_skill_file_asks_for_more_memory_than_the_file_accounts_for() {
    for known in intake::baked::all() {
        let payload = known.payload();
        // Every place in front, where the lists are told, and some all over it.
        let places = (0..300_u16).chain((0..100).map(|share| 0x8000 | (share * 327)));
        for place in places {
            let [low, high] = place.to_le_bytes();
            let bytes = known.sealed(&intake::changed::changed(payload, &[low, high, 7, 0]));
            let (_, peak) = memory::peak(|| known.baking.open(&bytes, Some(known.rig.repertoire())).is_ok());
            assert!(
                peak <= LEAST + 16 * bytes.len(),
                "{} changed at {place:#x} took {peak}",
                known.skill.about().name
            );
        }
    }
}
