//! A skill: think ahead against an opponent, by temporal game trees.
//!
//! Paper: Shum 2010, *Simulating Interactions Among Multiple Characters*, ch. 4 and sec. 3.4.
//!
//! - [`tables`], [`world`], [`rules`], [`style`] and [`combination`] are those of `footwork_encounter`: what fighters do, a fight
//!   forward in time, and the game that is searched by `footwork_plan::game`;
//! - [`duelists`]: the director that thinks for fighters while they play.
//!
//! There is nothing to bake: a repertoire of minutes is measured in less than a second when a scene is made ready.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

#[cfg(feature = "bake")]
pub mod combination_file;
pub mod duelists;
#[cfg(feature = "bake")]
mod entry;
#[cfg(feature = "bake")]
pub mod evaluate;

pub use footwork_encounter::{
    Combinations, Pruning, Style, Tables, combination, rules, style, tables, world,
};

pub use duelists::{DuelMemory, DuelistSettings, Duelists};
#[cfg(feature = "bake")]
pub use entry::SKILL;
