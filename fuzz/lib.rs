//! What the targets share with the ordinary tests, which replay the corpus.

#[path = "../crates/formats/tests/intake/mod.rs"]
mod intake;

pub use intake::{check, check_roles, check_with_skeleton};
