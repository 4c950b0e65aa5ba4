//! The physical body: weight, contact, the rag doll and the way back, after appendix A of Shum's thesis, on rapier.

pub mod angles;
mod around;
pub mod body;
pub mod doll;
pub mod hold;
mod physics;
pub mod reflex;
pub mod rise;
pub mod segments;
pub mod soft;
pub mod world;

pub use body::{Link, PhysicalBody};
pub use doll::{Doll, LinkState};
pub use physics::{PhysicalWorld, PostureSettings};
