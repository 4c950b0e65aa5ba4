//! What readers give and writers take.

use std::fmt;

use footwork_motion::{Clip, Skeleton};

/// The formats Footwork reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    Bvh,
    Asf,
    Amc,
    Gltf,
    Glb,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Bvh => "BVH",
            Format::Asf => "ASF",
            Format::Amc => "AMC",
            Format::Gltf => "glTF",
            Format::Glb => "GLB",
        })
    }
}

/// What a reader found, in the file's own unit and axes.
#[derive(Clone, Debug)]
pub struct Raw {
    /// The bodies; at least one.
    pub bodies: Vec<RawBody>,
    /// Metres per unit of the file, where the format or the file says so.
    pub unit: Option<f32>,
    /// Whether the format itself says that Y is up.
    pub y_up: bool,
    /// What is odd about the file, in a person's words.
    pub warnings: Vec<String>,
}

/// One body of a file: a skeleton and its clips, all of them made for that skeleton.
#[derive(Clone, Debug)]
pub struct RawBody {
    /// What the file calls it.
    pub name: String,
    /// In the file's own unit and axes.
    pub skeleton: Skeleton,
    /// At least one; a file without motion gives its rest pose.
    pub clips: Vec<Clip>,
    /// Whether the skeleton's rest pose means something, as in glTF; in BVH it is just the offsets.
    pub rest_is_a_pose: bool,
}

/// A body to be written, with the motion it performs.
#[derive(Clone, Copy, Debug)]
pub struct Character<'a> {
    /// What to call it in the file.
    pub name: &'a str,
    /// In metres, Y up.
    pub skeleton: &'a Skeleton,
    /// Each becomes an animation.
    pub clips: &'a [Clip],
}
