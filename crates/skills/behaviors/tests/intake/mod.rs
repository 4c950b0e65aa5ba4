//! What must hold for whatever comes in; the fuzzers use it as well.
#![allow(dead_code)]

use footwork_behaviors::behavior_file::parse;

/// Behaviours that are read make sense, and a file that is refused names a line of the text.
pub fn check_behaviors(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse(text) {
        Ok(behaviors) => {
            assert!(
                !behaviors.is_empty() && behaviors.iter().all(|behavior| behavior.is_sound()),
                "{behaviors:?}"
            );
        }
        Err(error) => assert!((1..=text.matches('\n').count() + 1).contains(&error.line), "{error}"),
    }
}
