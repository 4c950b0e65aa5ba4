//! Several bodies forward in time, out of tables: what skills that plan encounters think in.
//!
//! Paper: Shum 2010, *Simulating Interactions Among Multiple Characters*, ch. 3 and sec. 4.3.
//!
//! - [`tables`]: what bodies do, measured once from a repertoire: pieces of actions, blows, and what can follow what;
//! - [`world`]: an encounter forward in time from those alone;
//! - [`onstage`]: from a stage to that world and back;
//! - [`rules`]: the game that is searched by `footwork_plan::game`, with the paper's pruning and terms ([`style`],
//!   [`combination`]).

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod combination;
pub mod onstage;
pub mod rules;
pub mod style;
pub mod tables;
pub mod world;

pub use combination::Combinations;
pub use style::{Pruning, Style};
pub use tables::Tables;
pub use world::{Fighter, Situation, World, WorldSettings};
