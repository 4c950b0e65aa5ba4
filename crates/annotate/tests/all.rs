//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod actions;
mod common;
mod corpus;
mod intake;
mod repertoire;
#[path = "../examples/evaluate/score.rs"]
mod score;
mod strikes;
mod supports;
#[path = "../examples/evaluate/takes.rs"]
mod takes;
