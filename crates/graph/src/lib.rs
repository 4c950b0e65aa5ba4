//! What can follow what: the frame graph, the action graph, fragments.

pub mod blend;
mod error;
pub mod frames;
mod rng;
mod rotation;
pub mod segment;

pub use blend::play;
pub use error::GraphError;
pub use frames::{FootEvent, FrameGraph, FrameSettings, Likeness, Limit, Measure, StateGraph};
pub use segment::{Numbering, Segment};
