//! Deciding, with no idea of bodies.
//!
//! - `policy`: which state next, when inputs come from outside as a Markov chain: solved to a proven bound.
//! - [`explicit`]: what to do on a graph that is there as lists, with others or against them.
//! - [`game`]: what to do against others who think too: temporal game trees, searched a few nodes at a time.
//! - [`grid`]: values at points of one to three dimensions, and between them.
//! - [`progress`]: how far something slow has come, and whether it should go on.
//! - `sweep`: values of states on such grids, swept to a proven bound.
//!
//! A game needs [`explicit`], [`game`], [`grid`] and [`progress`] only. The feature `bake` adds the solvers, which run on all cores and give the
//! same bits on any number of them.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod error;
pub mod explicit;
pub mod game;
pub mod grid;
#[cfg(feature = "bake")]
pub mod policy;
pub mod progress;
#[cfg(feature = "bake")]
pub mod sweep;

pub use error::PlanError;
