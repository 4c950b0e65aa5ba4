//! What a viewer minds in motion that is shown, as figures, beside those of people.
//!
//! [`Seen`] looks at a clip once; [`MEASURES`] are plain functions over it, each for some kinds of motion. What kind of
//! motion a frame holds is found in the motion itself ([`kind`]), so that any file is compared with like. [`report`] puts
//! clips beside people's ranges ([`people`]), or beside other clips.
//!
//! Nothing here opens a file, reads a clock or starts a thread.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod balance;
pub mod blows;
pub mod feet;
pub mod gait;
pub mod jumps;
pub mod kind;
pub mod measure;
pub mod pair;
pub mod people;
pub mod punches;
pub mod range;
pub mod report;
pub mod scene;
mod seen;
pub mod shake;
pub mod signal;
pub mod slide;
pub mod stance;
pub mod strides;
pub mod topple;

pub use kind::Kind;
pub use measure::{MEASURES, Measure, Reading};
pub use seen::{Look, RATE, Seen};
