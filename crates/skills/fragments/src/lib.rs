//! A character steered by a player: short fragments of motion, chosen by a table that knows how players behave.
//!
//! Paper: *Responsive Characters from Motion Fragments* (McCann & Pollard 2007).
//!
//! - Run time: a [`Skill`] is read from its file, and [`mind`] looks up what comes next.
//! - Bake time, feature `bake`: [`trace`]s of players, recorded or of scripted `players`, become a [`player`] model; takes
//!   are cut into fragments and judged by their `quality`; `bake` solves for tables, one for each [`Controller`].
//! - `evaluate` compares controllers with the best that is possible and with motion [`matching`].
//! - `entry` is what scenes, the command and the studio know of it.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

#[cfg(feature = "bake")]
pub mod bake;
pub mod bone_tips;
pub mod control;
#[cfg(feature = "bake")]
mod entry;
mod error;
#[cfg(feature = "bake")]
pub mod evaluate;
#[cfg(feature = "bake")]
pub mod family;
mod file;
#[cfg(feature = "bake")]
pub mod jumps;
pub mod leading;
#[cfg(feature = "bake")]
pub mod lessons;
pub mod matching;
pub mod mind;
pub mod player;
#[cfg(feature = "bake")]
pub mod players;
#[cfg(feature = "bake")]
pub mod quality;
pub mod skill;
pub mod takeover;
#[cfg(test)]
mod testing;
pub mod trace;

#[cfg(feature = "bake")]
pub use bake::{BakeSettings, Ground, bake};
pub use control::{Bin, ControlSpace};
#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use error::FragmentError;
pub use mind::{Steered, SteeredMemory, SteeredSettings};
pub use player::PlayerModel;
#[cfg(feature = "bake")]
pub use quality::QualitySettings;
pub use skill::{Controller, Family, PolicyTable, Skill};
pub use trace::{Trace, TraceError};
