//! Why there is no repertoire.

use std::path::PathBuf;

use footwork_annotate::edits::EditsError;
use footwork_annotate::{AnnotateError, Repertoire};
use footwork_formats::{LoadError, ReadError};
use footwork_motion::{ClipError, MissingRole, RetargetError};

/// Why there is no repertoire.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ImportError {
    #[error("there are no takes to make a repertoire of: name some motion files")]
    NoFiles,
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{}: {why}", file.display())]
    Unusable { file: PathBuf, why: String },
    #[error("{}: there is no person in it, or none of the clips that were asked for", file.display())]
    NoPerson { file: PathBuf },
    #[error("there is no take {take:?}; there are: {takes}")]
    NoSuchTake { take: String, takes: String },
    #[error("no take can be called {name:?}: there is one of that name already, or it is empty")]
    NameTaken { name: String },
    #[error("the repertoire is at {has} Hz, not {wanted}: leave the rate out, or make a new repertoire")]
    OtherRate { has: f32, wanted: f32 },
    #[error(
        "{}: {rate} frames a second are too few to be motion ({} at least); if the file means another rate, say so",
        file.display(), Repertoire::RATES.start()
    )]
    TooSlow { file: PathBuf, rate: f32 },
    #[error(
        "a repertoire has from {} to {} frames a second, not {rate}",
        Repertoire::RATES.start(), Repertoire::RATES.end()
    )]
    BadRate { rate: f32 },
    #[error("{} and {} would both be the take {take:?}: rename one of them", one.display(), other.display())]
    SameName { one: PathBuf, other: PathBuf, take: String },
    #[error("{}: {why}", file.display())]
    Clip { file: PathBuf, why: ClipError },
    #[error("{}: {why}", file.display())]
    Body { file: PathBuf, why: RetargetError },
    #[error("{} cannot be mirrored: {why}", file.display())]
    Mirror { file: PathBuf, why: MissingRole },
    #[error("{}: {why}", file.display())]
    Edits { file: PathBuf, why: EditsError },
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Annotate(AnnotateError),
    #[error("the import was stopped")]
    Stopped,
}

impl From<AnnotateError> for ImportError {
    fn from(error: AnnotateError) -> ImportError {
        match error {
            AnnotateError::Stopped => ImportError::Stopped,
            other => ImportError::Annotate(other),
        }
    }
}
