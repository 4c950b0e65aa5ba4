//! Scenes: who is on the stage, where, with which mind, among what; as TOML that people write.
//!
//! ```toml
//! title = "Thirty boxers"
//! line = "Thirty boxers fight the air, each for itself."
//! may = ["push"]                  # what the user may do
//! people = 50                     # how many of those with `most` there are; left out: as many as are counted below
//!
//! [repertoire]                    # left out: an everyday performance of the built-in performer
//! performer = ["boxing"]          # or: file = "boxer.rep"
//! seconds = 90.0
//! seeds = [1, 2]
//!
//! [[actors]]
//! mind = "wander"                 # what decides for them: the name of a mind
//! wander = { without = ["fall"] } # that mind's own table, where it has something to say
//! most = 100                      # count can be dialled up to here; left out: it stays as it is
//! count = 30                      # in rows, so far apart:
//! apart = 2.0
//! at = [0.0, 0.0]                 # m, X and Z
//! facing = 90.0                   # degrees, to its left from Z
//!
//! [physics]                       # left out: nobody falls by his weight
//! falls_at = 80.0                 # N·s; a harder push or blow knocks down
//! tone = 0.15                     # how stiff muscles stay, from 0 to 1
//! reflex = true                   # arms and neck protect the body
//! gets_up = true
//! level = "touch"                 # or: off, full; how much of bodies that play their takes is physical
//!
//! [[props]]
//! kind = "target"                 # or: ball, box, wall, obstacle
//! at = [0.0, 1.4, 1.0]
//! radius = 0.1
//! ```
//!
//! Which minds there are is not known here: a [`Skills`](footwork_skill::Skills) list says so, and each reads its own
//! table. `other` names a second mind that the user may hand the actor to while the scene runs.

mod actors;
mod parse;
mod people;
mod physics;
mod prepare;
mod props;
mod source;

use std::sync::Arc;

use footwork_motion::Side;
use footwork_motion::glam::{Vec2, Vec3};
use footwork_performer::Show;
use footwork_posture::PostureSettings;
use footwork_skill::{About, Casting};
use footwork_stage::{BodyPart, PropKind};
use serde::{Deserialize, Serialize};

use crate::collect::Course;
use crate::game::RoundSettings;

pub use parse::SceneError;
pub use people::People;
pub use prepare::{CastMinds, Prepared, Supplies};

/// A scene as it is written.
#[derive(Clone, Debug)]
pub struct Scene {
    /// A few words.
    pub title: String,
    /// What there is to see, in a line.
    pub line: String,
    /// What the user may do.
    pub may: Vec<Permission>,
    /// Where it is looked at from to begin with, if not from where such scenes are.
    pub camera: Option<Camera>,
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
    /// How bodies fall by their weight, if they do.
    pub physics: Option<PostureSettings>,
    written: people::Written,
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
    /// The first two actors fight, round by round.
    Rounds(RoundSettings),
}

/// Where a scene is looked at from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Camera {
    /// From the side, everybody in the picture.
    Broadcast,
    /// Over the shoulder of the first.
    Shoulder,
    /// From above.
    Top,
}

/// What a user may do in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permission {
    /// Push actors about.
    Push,
    /// Drag the target.
    Target,
    /// Steer an actor with a stick or keys.
    Steer,
}

impl Permission {
    /// As it is written in a scene.
    pub fn name(self) -> &'static str {
        match self {
            Permission::Push => "push",
            Permission::Target => "target",
            Permission::Steer => "steer",
        }
    }
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
        /// Whether every take is there mirrored, too.
        mirror: bool,
    },
    /// A repertoire's file, seen from the scene's.
    File(String),
}

/// Actors of one kind.
#[derive(Clone, Debug)]
pub struct Cast {
    /// As it is called.
    pub name: String,
    /// What decides for them.
    pub mind: Assigned,
    /// What the user may hand them to.
    pub other: Option<Assigned>,
    /// What they do by themselves, whatever decides for them; the most important first.
    pub reflexes: Vec<Assigned>,
    /// How many.
    pub count: u32,
    /// How many there may be, where somebody may say; see [`Scene::people`].
    pub most: Option<u32>,
    /// m, between one and the next; they stand in rows.
    pub apart: f32,
    /// m, X and Z: where the middle of them is; of several places, a company of them at each, as equal as can be.
    pub at: Vec<Vec2>,
    /// rad, to the left from Z.
    pub facing: f32,
    /// Who belongs together; the same colour.
    pub team: u32,
    /// The line of the file that this begins at.
    pub line: usize,
}

/// A mind that actors have: which skill's, and what its table says.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The skill.
    pub about: About,
    /// What its table asks for.
    pub casting: Arc<dyn Casting>,
}

impl Assigned {
    /// Those with the same key share what is made.
    fn key(&self) -> String {
        format!("{} {}", self.about.name, self.casting.key())
    }
}

/// A prop and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct PropPlace {
    /// What it is, and how big.
    pub kind: PropKind,
    /// m
    pub at: Vec3,
    /// rad, about the vertical.
    pub facing: f32,
    /// The hands that hold it from the beginning: two at most.
    pub held: Vec<HeldBy>,
    /// How it is thrown, if it is.
    pub thrown: Option<Thrown>,
}

/// A hand that holds a prop from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldBy {
    /// Whose: the number of an actor, counted through all of the scene's from 0.
    pub by: u32,
    /// Which.
    pub hand: Side,
}

/// What a ball is thrown at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// m, a place.
    Place(Vec3),
    /// A part of somebody, where it is when the ball is thrown.
    Part {
        /// The number of an actor, counted as in [`HeldBy`].
        whom: u32,
        /// Of his body.
        part: BodyPart,
    },
}

/// A ball that is thrown from its place, again and again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrown {
    /// Whose throw it counts as: the number of an actor. It does not hit him.
    pub by: u32,
    /// What it is thrown at.
    pub aim: Aim,
    /// m/s, over the ground.
    pub speed: f32,
    /// s, from one throw to the next.
    pub every: f32,
}
