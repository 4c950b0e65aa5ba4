//! What fighters in a crowd remember, as plain data.

use bytemuck::{Pod, Zeroable};
use footwork_motion::ground::Place;

use super::seen::{EVENTS, Seen};
use crate::walk::LONGEST;

/// Most people of one troupe who are seen to.
pub const MOST: usize = 2048;
/// Cells of the grid in which neighbours are looked for.
pub const CELLS: usize = 1024;

/// What somebody is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum State {
    /// Not there yet.
    New,
    /// Nothing is planned for him.
    Free,
    /// On his way to where an encounter begins, or waits there.
    Comes,
    /// In an encounter.
    Plays,
    /// On the floor.
    Lies,
    /// Gets up.
    Rises,
    /// Stands outside, and waits to be sent for.
    Away,
    /// Comes in from outside.
    Enters,
    /// Goes out.
    Leaves,
}

impl State {
    /// By its number.
    pub fn of(number: u32) -> State {
        use State::*;
        [New, Free, Comes, Plays, Lies, Rises, Away, Enters, Leaves]
            .get(number as usize)
            .copied()
            .unwrap_or(Free)
    }
}

/// What is remembered of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct FighterMemory {
    /// When the encounter begins, or he gets up: a tick.
    pub starts: u64,
    /// Until when he is in his encounter, though he may be asked to the next one already: a tick.
    pub busy: u64,
    /// Where the encounter is.
    pub origin: Place,
    /// Where his walk began, where it would end by itself, and where it has to.
    pub walk_from: Place,
    /// The same.
    pub walk_end: Place,
    /// The same.
    pub walk_goal: Place,
    /// What he is at, by its number.
    pub state: u32,
    /// The other one, by his id plus one.
    pub partner: u32,
    /// The patch, by its number plus one.
    pub patch: u32,
    /// 0 or 1: who he is in it.
    pub role: u32,
    /// How many of his turns have begun.
    pub turns: u32,
    /// The piece of the tables that he plays, or played last, plus one.
    pub piece: u32,
    /// Pieces of his walk.
    pub walk: [u16; LONGEST],
    /// How many there are, how many have begun, and frames: of all, and of those before the one that plays.
    pub count: u32,
    /// The same.
    pub begun: u32,
    /// The same.
    pub frames: u32,
    /// The same.
    pub gone: u32,
    /// 0 or 1.
    pub team: u32,
    /// How often he was struck down, and began an encounter.
    pub fell: u32,
    /// The same.
    pub met: u32,
    /// The act that he went down in.
    pub act: u32,
    /// Where he really stood when his encounter began.
    pub stood: Place,
    /// Frame of the patch until which what he was off is laid over his walk; 0 if nothing is.
    pub bent: u32,
    /// Whether the rest of a turn that is led comes at that frame.
    pub halved: u32,
    /// Whether he comes to his encounter from outside, by gait.
    pub runs: u32,
    /// How often he has stood outside, for which rest comes next.
    pub rested: u32,
}

/// See [`Spot::ends`].
pub const ENDS: u16 = 1;
/// See [`Spot::ends`].
pub const RISES: u16 = 2;

/// One of them, as others see him.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Spot {
    /// m
    pub x: f32,
    /// m
    pub z: f32,
    /// m, the other end of the line that he takes up: where his head will be when his encounter is over; his head, if he lies, and `x`
    /// and `z` are between his feet; where his step ends, if nothing is planned for him.
    pub then_x: f32,
    /// m
    pub then_z: f32,
    /// What he is at.
    pub state: u16,
    /// 0 or 1.
    pub team: u16,
    /// The next in the same cell, plus one.
    pub next: u16,
    /// [`ENDS`] of somebody whose encounter is about to end on his feet, who may be asked to the next one; [`RISES`] of somebody who lies and
    /// would get up if there were room; or 0.
    pub ends: u16,
}

/// What is remembered of all.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct MeleeMemory {
    /// Everybody, as of this step.
    pub spots: [Spot; MOST],
    /// The first of each cell, plus one.
    pub heads: [u16; CELLS],
    /// Which patches were played where and when, one over the other.
    pub seen: [Seen; EVENTS],
    /// How many of them there were.
    pub sights: u32,
    /// How many were chosen.
    pub chosen: u32,
    /// How many of those met a wish, and how many there were wishes for.
    pub met: u32,
    /// The same.
    pub wished: u32,
    /// How many choices found nothing.
    pub nothing: u32,
    /// How many were fallen over by somebody who was knocked down.
    pub toppled: u32,
    /// For how many tries a wish has waited for its chance.
    pub waited: u32,
    /// How many encounters were begun bent: from where people were, not from where the patch begins.
    pub bent: u32,
    /// How many came in from outside, and went out.
    pub entered: u32,
    /// The same.
    pub left: u32,
    /// m, the middle of the place that is fought for.
    pub middle: [f32; 2],
}
