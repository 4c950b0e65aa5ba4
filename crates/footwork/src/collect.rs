//! The sphere-collecting game that steering is tried in: a platform with edges and gaps, spheres to run through.
//!
//! Paper: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007), section 4.1. The course is plain data; the
//! [`Game`] watches one actor of a stage and speaks to it by cues only, so that a recording of the cues is a recording of
//! the game. [`players`] are scripted: they play with a stand-in for the character, as the paper's players did, and are
//! where traces come from when there is no person to record. A [`Contestant`] plays the game itself.

mod contestant;
mod game;

pub use contestant::Contestant;
pub use footwork_fragments::lessons::TraceRecorder;
pub use footwork_fragments::players::{self, Course, CourseError, Platform};
pub use game::{Game, Score};
