//! Motion files in and out: BVH, ASF/AMC and glTF.
//!
//! At the door everything becomes metres, Y up, facing +Z. Units and axes are worked out from the body, can be
//! forced, and are always reported; a file that half loads is refused whole.
//!
//! ```no_run
//! use footwork_formats::{ReadOptions, read};
//!
//! let import = read("take.bvh", &ReadOptions::default())?;
//! let body = &import.bodies[0];
//! println!("{} joints, {:.1} s", body.skeleton.len(), body.clips[0].seconds());
//! # Ok::<(), footwork_formats::ReadError>(())
//! ```

pub mod acclaim;
pub mod bvh;
pub mod doctor;
mod door;
mod fault;
pub mod gltf;
mod import;
mod movers;
mod rate;
mod read;
mod roles;
mod save;
mod text;

pub use fault::Fault;
pub use import::{Axis, Body, Character, Format, Import, Raw, RawBody, ReadOptions, Unit};
pub use read::{ReadError, read, read_bytes};
pub use roles::{RoleNames, RolesError};
pub use save::{SaveError, save};
