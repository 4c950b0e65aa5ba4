//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod architecture;
mod bench;
mod characters;
mod common;
mod convert;
mod docs;
mod doctor;
mod draw;
mod errors;
mod graph;
mod import;
mod inspect;
mod looks;
mod perform;
mod play;
mod readme;
mod report;
mod scenes;
mod skills;
mod slim;
mod studio;
