//! What football players remember, as plain data.

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
    /// The carrier: runs where he wants.
    Runs,
    /// The carrier: in a patch.
    Avoids,
    /// A tackler: stands outside, and waits for his chance.
    Waits,
    /// A tackler: runs in, to where he can meet the carrier.
    Comes,
    /// A tackler: it is settled where and when he tackles; on his last steps to there.
    Closes,
    /// A tackler: in a patch.
    Tackles,
    /// A tackler: runs off.
    Leaves,
    /// A tackler: has dived, and lies there.
    Lies,
    /// A tackler: gets up.
    Rises,
}

impl State {
    /// By its number.
    pub fn of(number: u32) -> State {
        use State::*;
        [New, Runs, Avoids, Waits, Comes, Closes, Tackles, Leaves, Lies, Rises]
            .get(number as usize)
            .copied()
            .unwrap_or(Waits)
    }
}

/// What is remembered of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PlayerMemory {
    /// When his part of the patch begins, or since when he has been coming: a tick.
    pub starts: u64,
    /// Where the patch is.
    pub origin: Place,
    /// What he is at, by its number.
    pub state: u32,
    /// The patch, by its number plus one.
    pub patch: u32,
    /// Where he belongs, by the number of his station.
    pub station: u32,
    /// How often he has stood, for which rest comes next.
    pub stood: u32,
    /// How often he tackled, or was tackled.
    pub met: u32,
    /// How often he came and did not get there.
    pub missed: u32,
    /// How many of his turns in the patch have begun.
    pub turns: u32,
    /// Nothing.
    pub spare: u32,
}

impl Default for PlayerMemory {
    fn default() -> PlayerMemory {
        Zeroable::zeroed()
    }
}

/// What is remembered of the whole.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct FootballMemory {
    /// When each patch was last chosen, counted in choices, plus one.
    pub used: [u32; PATCHES],
    /// Until when the wish is kept: a tick.
    pub until: u64,
    /// m, where the middle of the field is.
    pub middle: [f32; 2],
    /// m, where somebody sent the carrier, if `sent` is not 0.
    pub target: [f32; 2],
    /// The same.
    pub sent: u32,
    /// Which way down the field he runs by himself: 0 to Z, 1 back.
    pub back: u32,
    /// What was asked for: a bit for each button.
    pub wish: u32,
    /// How many wishes there were, and how many were met.
    pub wished: u32,
    /// The same.
    pub met: u32,
    /// How many patches were chosen.
    pub chosen: u32,
    /// How often somebody came and nothing was found.
    pub nothing: u32,
    /// Whether the ball is under his arm.
    pub held: u32,
    /// When he last avoided so, for each button, counted in choices.
    pub kinds: [u32; 8],
}
