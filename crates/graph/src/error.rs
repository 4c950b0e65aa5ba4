//! Why there is no graph.

use footwork_motion::MissingRole;

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GraphError {
    #[error("the repertoire has no takes; import some first")]
    NoTakes,
    #[error("{take:?} is at {rate} Hz and the takes before it at {others} Hz; resample it first")]
    OtherRate { take: String, rate: f32, others: f32 },
    #[error("{take:?} is on a body with {joints} joints, the repertoire's has {expected}; retarget it first")]
    OtherBody { take: String, joints: usize, expected: usize },
    #[error("{frames} frames are more than a graph can number ({max} at most)", max = u32::MAX / 2)]
    TooManyFrames { frames: usize },
    #[error("the setting {name} cannot be {value}: {why}")]
    Setting { name: &'static str, value: f32, why: &'static str },
    #[error("the weights of all roles that this body has are zero: no pose differs from any other")]
    NoWeights,
    #[error("segment {index} goes from frame {first} to {end} of take {take}, which is not there")]
    NoSuchSegment { index: usize, take: u32, first: u32, end: u32 },
    #[error("there is nothing to play: no segment was given")]
    NothingToPlay,
    #[error("making the graph was stopped")]
    Stopped,
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
}

/// That a setting lies where it makes sense; also refuses what is not a number.
pub(crate) fn check(name: &'static str, value: f32, good: bool, why: &'static str) -> Result<(), GraphError> {
    if good && value.is_finite() { Ok(()) } else { Err(GraphError::Setting { name, value, why }) }
}
