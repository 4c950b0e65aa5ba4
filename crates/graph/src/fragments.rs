//! Fragments: a tenth of a second of motion each, and what somebody who steers must have asked for to get it.
//!
//! Paper: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007), sec. 4: fragments of 0.1 s, one every
//! 0.05 s; "evident control" estimated from the motion of the centre of mass: velocity on the ground in the body's
//! frame, turning rate, airborne.
//! Departs from it: the paper leaves the body's frame open. Here it is the one halfway through the fragment, so that
//! somebody who runs in a circle runs straight ahead and turns.

#[cfg(feature = "bake")]
mod cut;

use serde::{Deserialize, Serialize};

use crate::segment::Segment;
#[cfg(feature = "bake")]
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

/// What a fragment shows that somebody who steers could have asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// m/s, of the centre of mass on the ground, in the body's frame: to its left, and ahead.
    pub velocity: [f32; 2],
    /// rad/s, positive to the left.
    pub turning: f32,
    /// Neither foot carries weight for most of it.
    pub airborne: bool,
}

/// Fragments of a repertoire, take by take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fragments {
    /// Frames per second.
    pub rate: f32,
    /// What each plays; none reaches beyond its take's end.
    pub segments: Vec<Segment>,
    /// What each shows.
    pub controls: Vec<Control>,
}
