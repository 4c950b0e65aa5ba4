//! What the targets share with the ordinary tests, which replay the corpus.

#[path = "../crates/formats/tests/common/mod.rs"]
mod common;

pub use common::{check, check_roles, check_with_skeleton};
