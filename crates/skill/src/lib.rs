//! What a skill is, so that scenes, the command, the studio, fuzzing and the tests of bad input can go over one list.
//!
//! A skill is a way of deciding. It has two halves that meet in a sealed file: baking (slow, with progress and cancel) and
//! a mind, a director or a reflex (fast). This crate says how the rest of Footwork speaks to it:
//!
//! - [`About`]: its names, what it is for, and what a page may offer for it;
//! - [`Table`]: its own table in a scene's TOML, read by its own parser, with errors that name the line;
//! - [`Casting`]: what such a table asks for, made into a mind once a body is there;
//! - [`Baking`] and [`Evaluation`]: what `footwork bake` and `footwork eval` run, with [`Options`] as data;
//! - [`Lessons`]: what it learns from recorded play, if it does.
//!
//! Adding a skill is a folder that implements [`Skill`] and one line in the list of [`Skills`]; `docs/adding-a-skill.md`
//! shows a whole one.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod bake;
mod casting;
mod evaluate;
mod lessons;
mod options;
mod plot;
mod table;

pub use bake::{Baked, Baking};
pub use casting::{Cache, Casting, Context, Control, Sealed, Shelf, fingerprint};
pub use evaluate::{Clocks, Evaluation, Meter, Performed, Report, Section};
pub use footwork_plan::progress::{Flow, Hear, Keeping, Progress, UNHEARD, UNKEPT};
pub use lessons::{Lesson, LessonRecorder, Lessons, Summary};
pub use options::{Given, Kind, OptionError, OptionInfo, Options};
pub use plot::{Axis, Mark, Panel, Plot};
pub use table::{Table, TableError};

use serde::Serialize;

/// Why a skill could not do something, in a sentence that says what to do next.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A way of deciding, as everything outside of it knows it.
pub trait Skill: Send + Sync {
    /// Its names, and what it is for.
    fn about(&self) -> About;

    /// Reads its own table of a scene. An actor without one gives an empty table.
    fn cast(&self, table: &Table<'_>) -> Result<Box<dyn Casting>, TableError>;

    /// How it is baked, if there is anything to bake.
    fn baking(&self) -> Option<&dyn Baking> {
        None
    }

    /// How good it is, in figures.
    fn evaluation(&self) -> Option<&dyn Evaluation> {
        None
    }

    /// What it learns from recorded play.
    fn lessons(&self) -> Option<&dyn Lessons> {
        None
    }

    /// What `style` may be in its table of a scene, for a page that makes scenes.
    fn styles(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A skill's names, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// Names the command's `bake` and `eval`: `fragments`.
    pub name: &'static str,
    /// Names the mind and its table in a scene: `steer`.
    pub mind: &'static str,
    /// For people, in a few words: "steered by a player".
    pub title: &'static str,
    /// What it does, in a line.
    pub line: &'static str,
    /// The keys of its table in a scene, so that one in the wrong place is answered with the right one.
    pub keys: &'static [&'static str],
    /// What an actor with this mind can do, for a page that knows no skill by name.
    pub abilities: &'static [Ability],
    /// The buttons that an actor with this mind answers to, for whoever plays it.
    pub buttons: &'static [Button],
}

/// A button of an actor that is played, so that a page can show it and bind a key to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Button {
    /// Its number, from 0 to 31: see `footwork_stage::Ask::Button`.
    pub number: u8,
    /// The key that presses it, as browsers call keys: `KeyJ`, `Space`.
    pub key: &'static str,
    /// What it does, in a word or two.
    pub name: &'static str,
}

/// What an actor can do for whoever watches. A page shows controls by these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// Goes where a player's sticks say.
    Steered,
    /// Fights: blows, hits and scores are shown.
    Fights,
    /// Learns from recorded play: a page may record and train.
    Learns,
    /// Answers pushes by more than giving way: a page may let the user drag an arrow.
    Staggers,
    /// Sees what is thrown at it: a page may let the user throw.
    Dodges,
    /// Is after something: a page may let the user put or drag it on the floor.
    Targets,
    /// Goes along a path: a page may let the user draw one. While the button [`NEW_PATH`] is held, which begins with
    /// forgetting the path before, each target is the next point.
    Paths,
    /// Has the balls of its scene about it itself: a page does not let the user throw them.
    Leads,
}

/// The button that is held while the points of a path come.
pub const NEW_PATH: u8 = 8;

/// The skills there are.
#[derive(Clone, Default)]
pub struct Skills {
    all: Vec<&'static dyn Skill>,
}

impl Skills {
    /// These, in this order.
    pub fn new(all: &[&'static dyn Skill]) -> Skills {
        Skills { all: all.to_vec() }
    }

    /// And one more.
    pub fn with(mut self, skill: &'static dyn Skill) -> Skills {
        self.all.push(skill);
        self
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Skill> + '_ {
        self.all.iter().copied()
    }

    /// The one whose mind a scene calls so.
    pub fn of_mind(&self, mind: &str) -> Option<&'static dyn Skill> {
        self.iter().find(|skill| skill.about().mind == mind)
    }

    /// The one that the command calls so.
    pub fn named(&self, name: &str) -> Option<&'static dyn Skill> {
        self.iter().find(|skill| skill.about().name == name)
    }
}

impl std::fmt::Debug for Skills {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|skill| skill.about().name)).finish()
    }
}
