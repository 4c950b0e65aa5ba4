//! What must hold for whatever comes in; the fuzzers use it as well.
#![allow(dead_code)]

use footwork_annotate::sealed::{SealError, seal};
use footwork_annotate::{Edits, Repertoire};

/// The seconds of the clip that edits are about.
const SECONDS: f64 = 10.0;

/// What is read as edits is finite and inside the clip, and reads the same again when it is written.
pub fn check_edits(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Edits::parse(text, SECONDS) {
        Ok(edits) => {
            let written = edits.to_toml();
            assert_eq!(Edits::parse(&written, SECONDS).as_ref(), Ok(&edits), "{written}");
            let mirrored = edits.mirrored();
            assert_eq!(mirrored.mirrored(), edits);
        }
        Err(error) => assert!(error.line >= 1 && error.column >= 1 && error.what.len() < 1000 + bytes.len()),
    }
}

/// Bytes as the payload of a repertoire with a checksum that is right: what is read writes and reads the same.
pub fn check_repertoire(payload: &[u8]) -> Result<Repertoire, SealError> {
    let repertoire = Repertoire::from_bytes(&seal("rep", Repertoire::VERSION, payload))?;
    let again = Repertoire::from_bytes(&repertoire.to_bytes());
    assert_eq!(again.as_ref(), Ok(&repertoire));
    Ok(repertoire)
}
