//! What a stage is made of and what never changes in a step: rigs and minds.

use std::sync::Arc;

use crate::mind::SharedMind;
use crate::rig::Rig;

/// Numbered in the order in which they came; nothing is ever taken away.
#[derive(Clone, Default)]
pub(crate) struct Cast {
    pub rigs: Vec<Arc<Rig>>,
    pub minds: Vec<SharedMind>,
}
