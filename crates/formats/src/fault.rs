//! What can be wrong in a file, and where.

use footwork_motion::{ClipError, SkeletonError};

/// What is wrong in a file, and where. It does not know the file's name; [`ReadError`](crate::ReadError) does.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Fault {
    /// In a file of lines and words. Both count from 1.
    #[error("line {line}, column {column}: found {found}, expected {expected}")]
    Syntax { line: usize, column: usize, found: String, expected: String },
    /// In a file with named parts, such as `animations[0].samplers[2].input`.
    #[error("{place}: {what}")]
    Part { place: String, what: String },
    #[error("{0}")]
    Skeleton(#[from] SkeletonError),
    #[error("{0}")]
    Clip(#[from] ClipError),
    /// The file asks for more than its own size can account for.
    #[error("{what}; a file of {bytes} bytes cannot hold that")]
    TooLarge { what: String, bytes: usize },
    /// The file is of another kind, or needs another file beside it.
    #[error("{0}")]
    Other(String),
}

impl Fault {
    pub(crate) fn part(place: impl Into<String>, what: impl Into<String>) -> Fault {
        Fault::Part { place: place.into(), what: what.into() }
    }
}
