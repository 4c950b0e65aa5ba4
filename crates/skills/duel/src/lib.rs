//! A skill: think ahead against an opponent, by temporal game trees.
//!
//! Paper: Shum 2010, *Simulating Interactions Among Multiple Characters*, ch. 4 and sec. 3.4.
//!
//! - [`tables`]: what fighters do, measured once from a repertoire: pieces of actions, blows, and what can follow what;
//! - [`world`]: a fight forward in time from those alone;
//! - [`rules`]: the game that is searched by `footwork_plan::game`, with the paper's pruning and terms ([`style`],
//!   [`combination`]);
//! - [`duelists`]: the director that thinks for fighters while they play.
//!
//! There is nothing to bake: a repertoire of minutes is measured in less than a second when a scene is made ready.

pub mod combination;
#[cfg(feature = "bake")]
pub mod combination_file;
pub mod duelists;
#[cfg(feature = "bake")]
mod entry;
#[cfg(feature = "bake")]
pub mod evaluate;
pub mod place;
pub mod rules;
pub mod style;
pub mod tables;
pub mod world;

pub use combination::Combinations;
pub use duelists::{DuelMemory, DuelistSettings, Duelists};
#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use style::{Pruning, Style};
pub use tables::Tables;
