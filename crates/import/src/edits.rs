//! What a person said about takes, in files beside them.

use std::path::Path;

use footwork_annotate::{Edits, Repertoire};
use footwork_formats::load_text;
use footwork_motion::Clip;

use crate::error::ImportError;

/// The edits of a clip in a folder; none where there is no such file.
pub(crate) fn read(folder: &Path, clip: &Clip) -> Result<Option<Edits>, ImportError> {
    let file = folder.join(Edits::file_name(&clip.name));
    if !file.exists() {
        return Ok(None);
    }
    let text = load_text(&file)?;
    match Edits::parse(&text, clip.seconds()) {
        Ok(edits) => Ok(Some(edits)),
        Err(why) => Err(ImportError::Edits { file, why }),
    }
}

/// The edits of every take in a folder, and of their mirror images with them.
pub(crate) fn read_all(folder: &Path, repertoire: &mut Repertoire) -> Result<(), ImportError> {
    for index in 0..repertoire.takes.len() {
        let take = &repertoire.takes[index];
        if take.mirrored_from.is_some() {
            continue;
        }
        let Some(edits) = read(folder, &take.clip)? else { continue };
        let name = take.clip.name.clone();
        for twin in repertoire.takes.iter_mut().filter(|twin| twin.mirrored_from.as_ref() == Some(&name)) {
            twin.edits = edits.mirrored();
        }
        repertoire.takes[index].edits = edits;
    }
    Ok(())
}
