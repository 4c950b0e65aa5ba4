//! Putting what is on the stage into messages.

mod events;
mod keys;
mod mind;
mod scene;

pub use events::events;
pub use keys::keys;
pub use mind::{DECISIONS, decisions, overlay};
pub use scene::{listed, scene};
