//! A skill: approach a target and hit it where it is, by tables worked out beforehand.
//!
//! Paper: *Precomputing Avatar Behavior From Human Motion Data* (Lee & Lee 2004).
//!
//! - Run time: a [`Skill`] is read from its file: the [`model`] of states, actions and blows, and a table of values for each
//!   [`behavior`]; [`mind`] looks values up and decides.
//! - Bake time, feature `bake`: `behavior_file` reads what is wanted as people write it, `bake` makes the model and fills
//!   the tables to a stated error bound.
//! - `evaluate` says how good it is, in figures; `entry` is what scenes, the command and the studio know of it.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

#[cfg(feature = "bake")]
pub mod bake;
pub mod behavior;
#[cfg(feature = "bake")]
pub mod behavior_file;
#[cfg(feature = "bake")]
mod entry;
#[cfg(feature = "bake")]
pub mod evaluate;
pub mod mind;
pub mod model;
pub mod polar;
pub mod reward;
pub mod skill;
pub mod tracks;

#[cfg(feature = "bake")]
pub use bake::{BakeError, BakeSettings, Solver, bake};
pub use behavior::{Active, Behavior, TargetGrid};
#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use mind::{Aim, Boxer, BoxerMemory, BoxerSettings};
pub use model::Model;
#[cfg(feature = "bake")]
pub use model::{ModelError, ModelSettings};
pub use reward::{BodyPoint, Reward, Wish};
pub use skill::{Skill, Table};
