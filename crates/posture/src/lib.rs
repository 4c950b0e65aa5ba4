//! The physical body: weight, contact, the rag doll and the way back, after appendix A of Shum's thesis, on rapier.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod angles;
mod around;
pub mod body;
mod carried;
pub mod doll;
mod draw;
mod fallen;
mod full;
pub mod hold;
mod legs;
mod limb;
#[cfg(feature = "measure")]
pub mod measure;
mod needs;
mod physics;
mod press;
pub mod reflex;
pub mod rise;
pub mod segments;
mod settings;
pub mod soft;
mod state;
mod threats;
mod touch;
mod view;
pub mod world;

pub use body::{Link, PhysicalBody};
pub use doll::{Doll, LinkState};
pub use physics::PhysicalWorld;
pub use settings::PostureSettings;
