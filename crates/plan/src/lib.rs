//! Deciding, with no idea of bodies.
//!
//! - [`policy`]: what follows best, when quality is a product and the player is a chain: solved to a proven bound.
//!
//! Everything here runs at bake time on all cores and gives the same bits on any number of them.

mod error;
pub mod policy;

pub use error::PlanError;
