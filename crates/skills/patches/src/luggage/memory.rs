//! What people who pass boxes on remember, as plain data.

use bytemuck::{Pod, Zeroable};
use footwork_motion::ground::Place;

/// Most patches whose use is remembered.
pub const PATCHES: usize = 1024;

/// What somebody is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum State {
    /// Not there yet.
    New,
    /// Without a box: goes to where he takes the next one, and waits there.
    Empty,
    /// With a box: goes to where he hands it over, and waits there.
    Laden,
    /// On his last steps to a patch, or waits for the other one.
    Comes,
    /// In a patch.
    Plays,
}

impl State {
    /// By its number.
    pub fn of(number: u32) -> State {
        use State::*;
        [New, Empty, Laden, Comes, Plays].get(number as usize).copied().unwrap_or(Empty)
    }
}

/// What is remembered of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PorterMemory {
    /// When the patch begins: a tick.
    pub starts: u64,
    /// Where the patch is, and where he begins in it.
    pub origin: Place,
    /// The same.
    pub goal: Place,
    /// What he is at, by its number.
    pub state: u32,
    /// The patch, by its number plus one, who he is in it, and with whom, by his place in the ring plus one.
    pub patch: u32,
    /// The same.
    pub role: u32,
    /// The same.
    pub with: u32,
    /// How many of his turns have begun, and whether he is where it begins.
    pub turns: u32,
    /// The same.
    pub there: u32,
    /// His box, by its number plus one, and whether he has had it in his hands.
    pub prop: u32,
    /// The same.
    pub held: u32,
    /// How many he has passed on, and how often he has stood.
    pub passed: u32,
    /// The same.
    pub stood: u32,
    /// Whether he stands: who does can be asked to a patch at once. And whether he was, and has not set out yet.
    pub stands: u32,
    /// The same.
    pub asked: u32,
}

impl Default for PorterMemory {
    fn default() -> PorterMemory {
        Zeroable::zeroed()
    }
}

/// What is remembered of the whole.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct LuggageMemory {
    /// When each patch was last chosen, counted in choices, plus one.
    pub used: [u32; PATCHES],
    /// How many patches were chosen; how often none was found; how many boxes were passed on, and dropped.
    pub chosen: u32,
    /// The same.
    pub nothing: u32,
    /// The same.
    pub passed: u32,
    /// The same.
    pub dropped: u32,
    /// Whether boxes go round the other way, and whether nobody begins to pass one on.
    pub back: u32,
    /// The same.
    pub stopped: u32,
}
