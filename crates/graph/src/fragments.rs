//! Fragments, cut out of a repertoire: [`Fragments`] says what they are.

mod cut;

pub use footwork_annotate::fragments::{Control, Fragments};
use serde::{Deserialize, Serialize};

pub use cut::build;

/// How fragments are cut.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FragmentSettings {
    /// s, how long each is.
    pub seconds: f32,
    /// s, from the start of one to the start of the next.
    pub every: f32,
}

impl FragmentSettings {
    /// The paper's.
    pub const PAPER: FragmentSettings = FragmentSettings { seconds: 0.1, every: 0.05 };
}

impl Default for FragmentSettings {
    fn default() -> FragmentSettings {
        FragmentSettings::PAPER
    }
}
