//! The integration tests of this crate in one program: each file is a module, `--test all FILE::` runs one of them.
//! Linking is most of what a test program costs.

mod character;
mod corpus;
mod dodging;
mod fights;
mod handover;
mod intake;
mod push;
mod restore;
mod scene;
mod skills;
mod steering;
mod walks;
mod whole_path;
