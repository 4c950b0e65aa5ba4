//! What the oracle knows by: labelled transitions, and the units in which they are compared.

use serde::{Deserialize, Serialize};

use crate::configuration::Reduced;
use crate::response::{Impulse, Theta};

/// A transition that was shown and labelled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The body when it was pushed.
    pub now: Reduced,
    /// Number of the response that was played.
    pub response: u32,
    /// How it was deformed.
    pub theta: Theta,
    /// rad, by how much it was turned.
    pub turn: f32,
    /// What came out: the pushed point, and its velocity beside what it was, in the body's frame.
    pub impulse: Impulse,
    /// From 0 to 1.
    pub quality: f32,
    /// How much it counts: 1 is a scripted judge's word.
    pub weight: f32,
}

/// In which units distances are measured: each number is multiplied by its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scales {
    /// How far the body is from where the response begins.
    pub apart: f32,
    /// Where the response begins.
    pub start: f32,
    /// s/m. What its push did.
    pub own: f32,
    /// s/m. What the deformation does, as the velocity that comes of it.
    pub push: f32,
    /// m². How local it is.
    pub falloff: f32,
    /// 1/rad
    pub turn: f32,
}

impl Default for Scales {
    fn default() -> Scales {
        Scales { apart: 1.0, start: 0.5, own: 1.0, push: 2.0, falloff: 0.1, turn: 2.0 }
    }
}
