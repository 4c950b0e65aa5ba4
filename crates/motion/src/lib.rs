//! A body and how it moved: skeleton, roles, pose, clip, kinematics, IK, retargeting, mirroring, resampling.
//!
//! Everything is in metres, seconds, radians and kilograms, right-handed, Y up; a character faces +Z and its left
//! is +X. Nothing here opens a file, reads a clock or starts a thread.
//!
//! - [`Skeleton`] is the tree of bones, and [`Role`] says what each joint is for.
//! - [`Pose`] is one moment, [`Clip`] is many at a fixed rate.
//! - [`kinematics`] says where the joints are, [`ground`] where the body stands and faces.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub use glam;

pub mod balance;
pub mod clip;
pub mod ground;
pub mod ik;
pub mod kinematics;
pub mod lanes;
pub mod mass;
pub mod mirror;
pub mod packing;
pub mod pose;
pub mod quality;
pub mod retarget;
pub mod rng;
pub mod role;
pub mod seam;
pub mod skeleton;
#[cfg(test)]
mod testing;
pub mod transform;

pub use clip::{Clip, ClipError};
pub use kinematics::WorldClip;
pub use mirror::Mirror;
pub use pose::{Pose, PoseView};
pub use retarget::{Retarget, RetargetError, Stance, retarget};
pub use rng::Rng;
pub use role::{MissingRole, Role, Roles, Side, Site};
pub use skeleton::{End, Joint, Skeleton, SkeletonError};
pub use transform::Transform;
