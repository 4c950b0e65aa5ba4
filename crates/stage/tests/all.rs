//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod allocation;
mod bad_input;
mod behaviour;
mod common;
mod company;
mod costume;
mod direction;
mod events;
mod foresight;
mod given;
mod golden;
mod looks;
mod props;
mod reflex;
mod replay;
mod save;
mod separation;
mod walk;
