//! A character steered by a player: short fragments of motion, chosen by a table that knows how players behave.
//!
//! Seed: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007).
//!
//! - Bake time: [`trace`]s of players become a [`player`] model; takes are cut into fragments and judged by [`quality`];
//!   [`bake()`] solves for tables, one for each [`Controller`], and makes a [`Skill`] that can be saved.
//! - Run time: [`mind`] looks up what comes next.
//! - [`evaluate`] compares controllers with the best that is possible and with motion [`matching`].

pub mod bake;
pub mod bone_tips;
pub mod control;
pub mod dwell_model;
mod error;
pub mod evaluate;
pub mod family;
mod file;
pub mod jumps;
pub mod matching;
pub mod mind;
pub mod mirrored;
pub mod path;
pub mod player;
pub mod quality;
pub mod responsiveness;
pub mod scripted;
pub mod skill;
pub mod takeover;
#[cfg(test)]
mod testing;
pub mod trace;

pub use bake::{BakeSettings, Doing, Ground, bake};
pub use control::{Bin, ControlSpace};
pub use error::FragmentError;
pub use mind::{Steered, SteeredMemory, SteeredSettings};
pub use player::PlayerModel;
pub use quality::QualitySettings;
pub use skill::{Controller, Family, PolicyTable, Skill};
pub use trace::{Trace, TraceError};
