//! What tests of this crate share: where the recordings are, and a textbook BVH reader to compare with.
#![allow(dead_code)]

use std::path::Path;

use footwork_formats::{Body, Import, ReadOptions, read};

pub mod person;
pub mod textbook;

/// A file, brought in.
pub fn import(file: &Path) -> Import {
    read(file, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The first body of a file.
pub fn body(file: &Path) -> Body {
    import(file).bodies.swap_remove(0)
}
