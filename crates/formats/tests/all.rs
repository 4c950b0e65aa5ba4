//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod bad_input;
mod common;
mod corpus;
mod doctor;
mod fbx;
mod gltf;
#[path = "intake/memory.rs"]
mod heap;
mod intake;
mod memory;
mod odd_files;
mod recordings;
mod round_trip;
mod what_was_wrong;
