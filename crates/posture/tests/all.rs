//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod bodies;
mod common;
mod falls;
mod holds;
mod levels;
#[cfg(feature = "measure")]
mod measured;
mod press;
mod stage;
