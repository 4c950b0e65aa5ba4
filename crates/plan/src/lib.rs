//! Deciding, with no idea of bodies.
//!
//! - [`policy`]: what follows best, when quality is a product and the player is a chain: solved to a proven bound.
//! - [`grid`]: values at points of one to three dimensions, and between them.
//! - [`progress`]: how far something slow has come, and whether it should go on.
//! - [`sweep`]: values of states on such grids, swept to a proven bound.
//!
//! Everything here runs at bake time on all cores and gives the same bits on any number of them.

mod error;
pub mod grid;
#[cfg(feature = "bake")]
pub mod policy;
pub mod progress;
#[cfg(feature = "bake")]
pub mod sweep;

pub use error::PlanError;
