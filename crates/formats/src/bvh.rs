//! BVH: a tree of joints with offsets and channels, then one line of numbers per frame.
//!
//! The format has no standard. What files do, and what is done here:
//! - channels may come in any order and number, for each joint;
//! - position channels hold a joint's whole place relative to its parent. They replace the OFFSET, and only where
//!   they stay at zero is it added (see [`read`]);
//! - rotations apply in the order of their channels, in degrees;
//! - the frame count and the frame time may be wrong: the rows count.

mod read;
mod write;

pub use read::read;
pub use write::{WriteOptions, write};
