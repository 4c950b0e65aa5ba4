//! Minds that need no skill to be baked, as scenes cast them: stand, play, loop, follow, wander.

mod takes;
mod wander;

pub use takes::{FOLLOW, LOOP, PLAY, STAND};
pub use wander::{WANDER, WalkError, walk_about};
