//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod any_clip;
mod body;
mod known;
mod people;
mod recorded;
