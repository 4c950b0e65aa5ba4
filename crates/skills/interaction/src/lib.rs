//! A skill: interaction graphs, which answer at the price of a look-up.
//!
//! Paper: Shum 2010, *Simulating Interactions Among Multiple Characters*, ch. 5 and sec. 7.2.3.
//!
//! - [`state`]: two people when one of them has to choose, and what counts as the same;
//! - [`outcome`]: what becomes of a choice, as features that any style weighs;
//! - [`graph`]: the states that matter and what leads from one to another, baked once from a repertoire;
//! - [`styles`]: what fighters want;
//! - [`plans`]: what to do in every state, for a style and a depth: solved in moments, looked up in less than one;
//! - [`fighters`]: the director that looks it up while they fight, or does what a player asks;
//! - [`carry`]: the same for two who are partners and carry a box between them.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod asked;
pub mod carry;
#[cfg(feature = "bake")]
mod entry;
#[cfg(feature = "bake")]
pub mod evaluate;
pub mod fighters;
pub mod graph;
pub mod outcome;
pub mod plans;
#[cfg(feature = "bake")]
pub mod sample;
pub mod state;
pub mod styles;

#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use fighters::{FighterMemory, FighterSettings, Fighters, Ring};
pub use graph::Graph;
pub use state::{Likeness, State};
