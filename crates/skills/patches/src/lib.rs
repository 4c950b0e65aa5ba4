//! A skill: crowds that fight, fall, play and pass things on, out of short encounters of two.
//!
//! Paper: Shum 2010, *Simulating Interactions Among Multiple Characters*, ch. 6.
//!
//! - [`pattern`]: what two do with each other, as a person writes it; [`acts`]: what its words stand for in a repertoire;
//! - `generate` and [`patch`]: short encounters that fulfil a pattern;
//! - [`by_hand`]: patches that somebody makes himself, or out of recordings of two;
//! - [`joins`]: which patch can be joined to which, in time and in space; [`mod@file`]: all of it in a sealed file;
//! - [`compose`]: which patch comes next; [`walk`], [`stride`], [`gait`]: how people get from one to the next;
//! - [`melee`], [`dominoes`] (with [`bitmap`]), [`rat`], [`luggage`], [`football`]: the directors that compose crowds on a stage; [`coming`]: who will be where; [`rises`]: ways up
//!   from the floor;
//! - [`show`]: the scenes; [`browse`], [`verdicts`]: looking through patches, and what was said of them.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod acts;
pub mod bitmap;
pub mod browse;
pub mod by_hand;
pub mod coming;
pub mod compose;
pub mod dominoes;
#[cfg(feature = "bake")]
mod entry;
#[cfg(feature = "bake")]
pub mod evaluate;
pub mod feet;
pub mod file;
pub mod football;
pub mod gait;
#[cfg(feature = "bake")]
pub mod generate;
pub mod joins;
pub mod luggage;
#[cfg(feature = "bake")]
pub mod measure;
pub mod melee;
pub mod patch;
pub mod pattern;
pub mod rat;
pub mod rises;
pub mod shape;
pub mod show;
pub mod stride;
pub mod verdicts;
pub mod walk;

pub use acts::Acts;
#[cfg(feature = "bake")]
pub use browse::entry::SKILL as BROWSE;
#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use file::PatchBook;
pub use joins::Joins;
pub use patch::Patch;
pub use pattern::Pattern;
pub use show::Show;
