//! What a mind shows of itself to somebody who watches: figures, the choices before it, values around it; and the dials
//! that it has. Made when it is asked for, outside of steps; no part of the state.

use glam::Vec3;

use crate::Segment;

/// What goes on in a mind, for people to look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// What it goes by.
    pub rows: Vec<Row>,
    /// What it could do, the best first.
    pub choices: Vec<OverlayChoice>,
    /// What places around it are worth.
    pub heat: Option<Heat>,
    /// m, places in the world that matter to it.
    pub points: Vec<Vec3>,
    /// Spheres in the world: volumes that it compares.
    pub spheres: Vec<OverlaySphere>,
}

/// A sphere of a volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlaySphere {
    /// m
    pub at: Vec3,
    /// m
    pub radius: f32,
    /// Of which volume.
    pub of: Volume,
}

/// What a sphere is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// What is to be kept away from.
    Danger,
    /// A body as it is.
    Body,
    /// Where the body is no longer when that matters.
    Left,
    /// Where the body will be: a ghost of what was chosen.
    Ghost,
}

impl Overlay {
    /// Shows what another one does, too. Of two discs of values the first is kept.
    pub fn add(&mut self, other: Overlay) {
        self.rows.extend(other.rows);
        self.choices.extend(other.choices);
        self.heat = self.heat.take().or(other.heat);
        self.points.extend(other.points);
        self.spheres.extend(other.spheres);
    }
}

/// A figure of a mind. Whoever shows it puts it into words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// A word or two.
    pub name: &'static str,
    /// What it is now.
    pub value: Figure,
}

/// A number or a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// A measure.
    Number {
        /// In its unit.
        value: f32,
        /// As it is written; empty for a share or a score.
        unit: &'static str,
    },
    /// How many, or which one.
    Count(u32),
    /// One of a few.
    Word(&'static str),
}

impl Row {
    /// A measure.
    pub const fn number(name: &'static str, value: f32, unit: &'static str) -> Row {
        Row { name, value: Figure::Number { value, unit } }
    }

    /// How many, or which one.
    pub const fn count(name: &'static str, count: u32) -> Row {
        Row { name, value: Figure::Count(count) }
    }

    /// One of a few.
    pub const fn word(name: &'static str, word: &'static str) -> Row {
        Row { name, value: Figure::Word(word) }
    }
}

/// Something that a mind could do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OverlayChoice {
    /// What would be played first, where the mind chooses segments.
    pub segment: Option<Segment>,
    /// What it is.
    pub rows: Vec<Row>,
    /// What the mind thinks of it; more is better.
    pub score: f32,
}

/// Values over a disc, or a part of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heat {
    /// m, its middle.
    pub at: Vec3,
    /// rad, where its angles begin, to the left from Z.
    pub heading: f32,
    /// m, the edges of its rings, from the middle outwards.
    pub radii: Vec<f32>,
    /// rad, the edges of its sectors, to the left.
    pub angles: Vec<f32>,
    /// From 0 to 1, ring by ring, sector by sector.
    pub values: Vec<f32>,
}

/// A number of a mind that can be changed while it runs; see [`Ask::Dial`](crate::Ask::Dial).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dial {
    /// Which: from 0 to 7 of a mind or a director, from 8 to 15 of a reflex.
    pub number: u8,
    /// A word or two.
    pub name: &'static str,
    /// What it does.
    pub line: &'static str,
    /// The least and the most.
    pub range: [f32; 2],
    /// What a dial that nobody has touched means.
    pub start: f32,
    /// Names of the whole numbers from 0 on, where those are all it can be.
    pub choices: &'static [&'static str],
}
