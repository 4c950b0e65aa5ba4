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
//! mind = "wander"                 # walks the frame graph; or: play, loop, follow, stand, steer, box
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
//!
//! A steered character in the sphere-collecting game, which can be handed to the boxer's behaviours:
//!
//! ```toml
//! [[actors]]
//! mind = "steer"                  # goes where the sticks say
//! controller = "model"            # or: steady, spread, greedy, matching
//! root = 0.5                      # from 0, the recording's own way, to 1, exactly the sticks'
//! skill = "walker.skill"          # left out: baked on the spot, with scripted players' traces
//! other = "box"                   # a second mind that the user may hand it to
//! aim = "nearest"                 # of box: target (the first one), pair, nearest
//! weights = { approach = 1.0, punch = 1.0 }
//! blows = { give = 0.3, heavy = 8.0, knock_down = 10.0 }
//!
//! [game]
//! kind = "collect"
//! spheres = 6
//! platforms = [[-5.0, -5.0, 5.0, 5.0]]
//! ```

mod parse;
mod set;

use std::collections::BTreeMap;

use footwork_behaviors::mind::Blows;
use footwork_fragments::Controller;
use footwork_motion::glam::{Vec2, Vec3};
use footwork_performer::Show;
use footwork_stage::PropKind;
use serde::Deserialize;

use crate::collect::Course;

pub use parse::SceneError;
pub use set::{CastMinds, Context, Prepared};

/// A scene as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// A few words.
    pub title: String,
    /// What there is to see, in a line.
    pub line: String,
    /// What the user may do.
    pub may: Vec<Permission>,
    /// Where everybody's motion comes from.
    pub repertoire: Source,
    /// The line of the file that says so.
    pub repertoire_line: usize,
    /// Who is on the stage. At least one.
    pub actors: Vec<Cast>,
    /// What else is there.
    pub props: Vec<PropPlace>,
    /// What is played in it.
    pub game: Option<GameKind>,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameKind {
    /// The first actor collects spheres.
    Collect {
        /// Where.
        course: Course,
        /// How many there are at a time.
        spheres: u32,
    },
}

/// What a user may do in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permission {
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
    /// What the user may hand them to.
    pub other: Option<MindKind>,
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
    /// Goes where a player's sticks say.
    Steer(Steering),
    /// Approaches and hits.
    Box(Boxing),
}

impl MindKind {
    /// The word for it in a scene's file.
    pub fn name(&self) -> &'static str {
        match self {
            MindKind::Stand => "stand",
            MindKind::Play(_) => "play",
            MindKind::Loop(_) => "loop",
            MindKind::Follow { .. } => "follow",
            MindKind::Wander { .. } => "wander",
            MindKind::Steer(_) => "steer",
            MindKind::Box(_) => "box",
        }
    }
}

/// How an actor is steered.
#[derive(Clone, Debug, PartialEq)]
pub struct Steering {
    /// What chooses.
    pub controller: Controller,
    /// From 0, the recording's own way over the ground, to 1, exactly the player's.
    pub root: f32,
    /// A baked skill's file, seen from the scene's; none to bake it on the spot.
    pub skill: Option<String>,
}

/// Whom or what a boxer is after, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxing {
    /// Its target.
    pub aim: Aimed,
    /// How much each behaviour counts, by its name; one that is not named counts as it was baked.
    pub weights: BTreeMap<String, f32>,
    /// A baked skill's file, seen from the scene's; none to bake it on the spot.
    pub skill: Option<String>,
    /// What blows do to it.
    pub blows: Blows,
}

/// What a boxer is after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aimed {
    /// The first prop that is a target.
    Target,
    /// The head of the one it is paired with: the first with the second, the third with the fourth.
    Pair,
    /// The head of whoever is nearest.
    #[default]
    Nearest,
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
