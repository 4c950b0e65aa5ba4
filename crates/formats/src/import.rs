//! What readers give and writers take.

use std::fmt;

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Skeleton};

use crate::roles::RoleNames;

/// The formats Footwork reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    Bvh,
    Asf,
    Amc,
    Gltf,
    Glb,
    Fbx,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Bvh => "BVH",
            Format::Asf => "ASF",
            Format::Amc => "AMC",
            Format::Gltf => "glTF",
            Format::Glb => "GLB",
            Format::Fbx => "FBX",
        })
    }
}

/// An axis of a file, with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Axis {
    Y,
    Z,
    X,
    MinusY,
    MinusZ,
    MinusX,
}

impl Axis {
    /// Every axis, the likelier ones to be up first.
    pub const ALL: [Axis; 6] = [Axis::Y, Axis::Z, Axis::X, Axis::MinusY, Axis::MinusZ, Axis::MinusX];

    /// The unit vector along it.
    pub fn vector(self) -> Vec3 {
        match self {
            Axis::Y => Vec3::Y,
            Axis::Z => Vec3::Z,
            Axis::X => Vec3::X,
            Axis::MinusY => Vec3::NEG_Y,
            Axis::MinusZ => Vec3::NEG_Z,
            Axis::MinusX => Vec3::NEG_X,
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Axis::Y => "Y",
            Axis::Z => "Z",
            Axis::X => "X",
            Axis::MinusY => "-Y",
            Axis::MinusZ => "-Z",
            Axis::MinusX => "-X",
        })
    }
}

/// What is known better than the file says. All of it is optional.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Metres per unit of the file.
    pub unit: Option<f32>,
    /// The axis that points up.
    pub up: Option<Axis>,
    /// Frames per second.
    pub rate: Option<f32>,
    /// Names of joints that play a role.
    pub roles: RoleNames,
}

/// A file, brought in.
#[derive(Clone, Debug)]
pub struct Import {
    /// What kind of file it was.
    pub format: Format,
    /// At least one, in metres, Y up, facing +Z.
    pub bodies: Vec<Body>,
    /// What is odd about the file, or had to be guessed.
    pub warnings: Vec<String>,
}

/// One body and its motion, in metres, Y up.
#[derive(Clone, Debug)]
pub struct Body {
    /// What the file calls it.
    pub name: String,
    /// The body.
    pub skeleton: Skeleton,
    /// What it does; at least one clip.
    pub clips: Vec<Clip>,
    /// What the file's unit was taken for.
    pub unit: Unit,
    /// Which axis of the file pointed up.
    pub up: Axis,
    /// How that is known.
    pub up_why: String,
    /// From the file's axes to Y up, facing +Z.
    pub turn: Quat,
}

impl Body {
    /// A body that was made here and not read: in metres, Y up.
    pub fn new(name: impl Into<String>, skeleton: Skeleton, clips: Vec<Clip>) -> Body {
        let why = "as made".to_string();
        Body {
            name: name.into(),
            skeleton,
            clips,
            unit: Unit { scale: 1.0, why: why.clone() },
            up: Axis::Y,
            up_why: why,
            turn: Quat::IDENTITY,
        }
    }

    /// From the floor under its feet to the top of its head when it stands, in metres; none for what has neither.
    pub fn height(&self) -> Option<f32> {
        crate::normalize::standing_height(&self.skeleton, &self.clips)
    }
}

/// What a file's unit was taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Metres per unit of the file.
    pub scale: f32,
    /// How that is known.
    pub why: String,
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
