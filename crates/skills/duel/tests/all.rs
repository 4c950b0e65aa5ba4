//! The integration tests of this crate in one program: each file is a module, `cargo test --test all walk::` runs one of them.
//! Linking is most of what a test program costs.

mod allocation;
mod common;
mod direct;
mod fight;
mod world;
