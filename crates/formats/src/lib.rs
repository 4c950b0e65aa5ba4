//! Motion files in and out: BVH, ASF/AMC, glTF and VRM; FBX in.
//!
//! At the door everything becomes metres, Y up, facing +Z. Units and axes are worked out from the body, can be
//! forced, and are always reported; a file that half loads is refused whole.
//!
//! ```no_run
//! use footwork_formats::{Character, ReadOptions, gltf, read, save};
//! use footwork_motion::{Mirror, Role, WorldClip};
//!
//! let import = read("take.bvh", &ReadOptions::default())?;
//! let body = &import.bodies[0];
//! let clip = body.clips[0].resampled(60.0)?;
//!
//! // Joints are asked for by role, never by name.
//! let ankle = body.skeleton.joint(Role::LeftAnkle)?;
//! let world = WorldClip::new(&body.skeleton, &clip);
//! println!("the left ankle starts at {}", world.position(0, ankle));
//!
//! let mirrored = [Mirror::new(&body.skeleton, &clip)?.clip(&clip)];
//! let character = Character { name: "left-handed", skeleton: &body.skeleton, clips: &mirrored };
//! let bytes = gltf::write(&[character])?;
//! save("left-handed.glb", |file| file.write_all(&bytes))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod acclaim;
mod budget;
pub mod bvh;
pub mod doctor;
mod fault;
#[cfg(feature = "fbx")]
pub mod fbx;
pub mod gltf;
mod import;
mod key_rate;
mod load;
mod normalize;
mod rate;
mod read;
mod roles;
mod save;
mod text;
mod translated_joints;

pub use fault::Fault;
pub use import::{Axis, Body, Character, Format, Import, Raw, RawBody, ReadOptions, Unit};
pub use load::{LoadError, MOST_BYTES, MOST_TEXT, load, load_text};
pub use read::{ReadError, read, read_bytes};
pub use roles::{RoleNames, RolesError};
pub use save::{SaveError, save, save_if};
