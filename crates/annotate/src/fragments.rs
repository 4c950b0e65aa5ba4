//! Fragments: a tenth of a second of motion each, and what somebody who steers must have asked for to get it. They are cut when a
//! skill is baked (`footwork-graph`); this is the list that a game has of them.
//!
//! Paper: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007), sec. 4: fragments of 0.1 s, one every
//! 0.05 s; "evident control" estimated from the motion of the centre of mass: velocity on the ground in the body's
//! frame, turning rate, airborne.
//! Departs from it: the paper leaves the body's frame open. Here it is the one halfway through the fragment, so that
//! somebody who runs in a circle runs straight ahead and turns.

use serde::{Deserialize, Serialize};

/// A span of a take, from `first` to just before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FrameSegment {
    /// Which take of the repertoire.
    pub take: u32,
    /// The first frame that belongs to it.
    pub first: u32,
    /// The first frame that does not any more.
    pub end: u32,
}

impl FrameSegment {
    /// How many frames it has.
    pub fn frames(self) -> u32 {
        self.end.saturating_sub(self.first)
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
    pub segments: Vec<FrameSegment>,
    /// What each shows.
    pub controls: Vec<Control>,
}
