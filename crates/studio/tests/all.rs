//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod common;
mod edits;
mod failure;
mod limits;
mod making;
mod server;
mod setup;
mod viewers;
