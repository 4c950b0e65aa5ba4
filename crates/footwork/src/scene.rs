//! Scenes: who is on the stage, where, with which mind, among what; as TOML that people write.
//!
//! ```toml
//! title = "Thirty boxers"
//! line = "Thirty boxers fight the air, each for itself."
//! may = ["push"]                  # what the user may do
//!
//! [repertoire]                    # left out: an everyday performance of the built-in performer
//! performer = ["boxing"]          # or: file = "boxer.rep"
//! seconds = 90.0
//! seeds = [1, 2]
//!
//! [[actors]]
//! mind = "wander"                 # walks the frame graph; or: play, loop, follow, stand
//! without = ["fall", "hit"]       # classes it never enters
//! count = 30                      # in rows, so far apart:
//! apart = 2.0
//! at = [0.0, 0.0]                 # m, X and Z
//! facing = 90.0                   # degrees, to its left from Z
//!
//! [[props]]
//! kind = "target"                 # or: ball, wall, obstacle
//! at = [0.0, 1.4, 1.0]
//! radius = 0.1
//! ```

mod parse;
mod set;

use footwork_motion::glam::{Vec2, Vec3};
use footwork_performer::Show;
use footwork_stage::PropKind;
use serde::Deserialize;

pub use parse::SceneError;

/// A scene as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// A few words.
    pub title: String,
    /// What there is to see, in a line.
    pub line: String,
    /// What the user may do.
    pub may: Vec<Deed>,
    /// Where everybody's motion comes from.
    pub repertoire: Source,
    /// The line of the file that says so.
    pub repertoire_line: usize,
    /// Who is on the stage. At least one.
    pub actors: Vec<Cast>,
    /// What else is there.
    pub props: Vec<PropPlace>,
}

/// What a user may do in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// Push actors about.
    Push,
    /// Click a point in the world.
    Point,
    /// Drag the target.
    Target,
    /// Steer an actor with a stick or keys.
    Steer,
}

/// Where motion comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The built-in performer.
    Performer {
        /// What it shows; a take for every seed.
        shows: Vec<Show>,
        /// s, of each take.
        seconds: f32,
        /// One take each.
        seeds: Vec<u64>,
    },
    /// A repertoire's file, seen from the scene's.
    File(String),
}

/// Actors of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast {
    /// As it is called.
    pub name: String,
    /// What moves them.
    pub mind: MindKind,
    /// How many.
    pub count: u32,
    /// m, between one and the next; they stand in rows.
    pub apart: f32,
    /// m, X and Z: where the middle of them is.
    pub at: Vec2,
    /// rad, to the left from Z.
    pub facing: f32,
    /// Who belongs together; the same colour.
    pub team: u32,
    /// The line of the file that this begins at.
    pub line: usize,
}

/// What moves an actor.
#[derive(Clone, Debug, PartialEq)]
pub enum MindKind {
    /// Nothing: it stands.
    Stand,
    /// Plays a part of a take once.
    Play(Part),
    /// Plays a part of a take over and over.
    Loop(Part),
    /// Does what was recorded where it was recorded.
    Follow {
        /// The take's name.
        take: String,
    },
    /// Walks the frame graph at random.
    Wander {
        /// Classes of actions that it never enters.
        without: Vec<String>,
    },
}

/// A part of a take.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The take's name; none for the first.
    pub take: Option<String>,
    /// s
    pub from: f64,
    /// s; none for the take's end.
    pub to: Option<f64>,
    /// How fast: 1 is as it was recorded.
    pub rate: f32,
}

/// A prop and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropPlace {
    /// What it is, and how big.
    pub kind: PropKind,
    /// m
    pub at: Vec3,
    /// rad, about the vertical.
    pub facing: f32,
}
