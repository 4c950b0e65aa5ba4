//! Why there is no skill.

use footwork_annotate::sealed::SealError;
#[cfg(feature = "bake")]
use footwork_graph::GraphError;
use footwork_motion::MissingRole;
use footwork_plan::PlanError;

/// Why there is no skill, or why one cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum FragmentError {
    #[error("the setting {name} cannot be {value}: {why}")]
    Setting { name: &'static str, value: f32, why: &'static str },
    #[error("the repertoire gives no fragment: no take is as long as {seconds} s, or all are left out")]
    NoFragments { seconds: f32 },
    #[error("{found} fragments are more than a skill can number ({most} at most): leave takes out")]
    TooManyFragments { found: usize, most: usize },
    #[error(
        "{fragments} fragments take {:.1} GB to bake, and {:.1} are allowed: allow more, or leave takes out",
        *needs as f64 / 1e9, *allowed as f64 / 1e9
    )]
    TooMuchMemory { fragments: usize, needs: u64, allowed: u64 },
    #[error(
        "no trace holds a sample: record one in the studio, or leave traces out and take the scripted players"
    )]
    NoSamples,
    #[error("no controller that has a table was asked for")]
    NoControllers,
    #[error("the skill has no table for {0:?}; bake it again with that controller")]
    NoTable(&'static str),
    #[error("baking was stopped")]
    Stopped,
    #[cfg(feature = "bake")]
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Sealed(#[from] SealError),
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
}

/// Refuses a setting that is out of range or not finite.
pub(crate) fn check(
    name: &'static str,
    value: f32,
    good: bool,
    why: &'static str,
) -> Result<(), FragmentError> {
    if good && value.is_finite() { Ok(()) } else { Err(FragmentError::Setting { name, value, why }) }
}
