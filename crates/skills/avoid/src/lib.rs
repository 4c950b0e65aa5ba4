//! A skill: get out of the way of what is thrown, swung and thrust, by as little as will do, at the right moment.
//!
//! Paper: *Generating Avoidance Motion Using Motion Graph* (Oshita & Masaoka).
//!
//! - Run time: a [`Skill`] is read from its file; [`volumes`] are where bodies are in its takes, an [`Attack`] is what comes;
//!   [`path`], [`timing`] and [`score`] say what an avoidance would be worth, [`search`] finds the best, helped by [`index`] and
//!   [`cull`].
//! - Bake time, feature `bake`: `bake` finds avoidances and makes the tables; `entry` is what scenes, the command and the studio
//!   know of the skill, `evaluate` how good it is.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod adapt;
pub mod attack;
#[cfg(feature = "bake")]
pub mod bake;
mod correct;
pub mod cull;
pub mod dodger;
#[cfg(feature = "bake")]
mod entry;
#[cfg(feature = "bake")]
pub mod evaluate;
pub mod index;
pub mod meet;
pub mod memory;
pub mod midst;
mod overlay;
pub mod path;
pub mod perceive;
mod returning;
pub mod score;
pub mod search;
pub mod settings;
pub mod skill;
pub mod spheres;
pub mod timing;
pub mod volumes;

pub use attack::Attack;
#[cfg(feature = "bake")]
pub use bake::{BakeError, bake};
pub use dodger::Dodger;
#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use memory::{Memory, Tally};
pub use settings::{AvoidSettings, BakeSettings};
pub use skill::Skill;
