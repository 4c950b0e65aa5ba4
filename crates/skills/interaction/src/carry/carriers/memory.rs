//! What the director remembers: plain data.

use bytemuck::{Pod, Zeroable};

/// Most pairs that one director has; who comes beyond them stands.
pub const PAIRS: usize = 8;
/// Most balls that are rolled.
pub const BALLS: usize = 16;

/// What is remembered of one carrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CarrierMemory {
    /// What he plays, by its number plus one; 0 before the first.
    pub piece: u32,
    /// m to the left and ahead, and rad, that he is led by until its end.
    pub led: [f32; 3],
    /// Balls that hit him.
    pub hit: u32,
    /// Choices that were looked up in the graph, and that were played out because it had nothing to say.
    pub decided: [u32; 2],
}

/// What is remembered of two who carry something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PairMemory {
    /// m, the middle of the box; and m/s.
    pub at: [f32; 3],
    /// m/s
    pub velocity: [f32; 3],
    /// rad, where its Z points, to the left from the stage's; and rad/s.
    pub heading: f32,
    /// rad/s
    pub spin: f32,
    /// m and rad: where it should have been in the last step.
    pub goal: [f32; 3],
    /// See above.
    pub turned: f32,
    /// What the two do with it: see [`Holds`].
    pub holds: u32,
    /// What is asked for, by its number among all wishes: seen from the first of the two.
    pub wish: u32,
    /// Ticks since a stick was moved, plus one; 0 while nobody plays.
    pub played: u32,
    /// m, where they began, on the ground: who steers by script comes back.
    pub home: [f32; 2],
    /// Whether that is known.
    pub settled: u32,
    /// Balls that were rolled at them, and that hit one of them.
    pub rolled: u32,
    /// See above.
    pub hit: u32,
}

/// What two do with their box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// They have not taken it yet.
    NotYet,
    /// They carry it.
    Carry,
    /// They let it fall.
    Dropped,
}

impl Holds {
    pub(super) fn of(number: u32) -> Holds {
        match number {
            0 => Holds::NotYet,
            1 => Holds::Carry,
            _ => Holds::Dropped,
        }
    }
}

/// What is remembered of a ball.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct BallMemory {
    /// The tick at which it is rolled next.
    pub next: u32,
    /// The pair that it was rolled at, plus one; 0 once it has hit somebody.
    pub at: u32,
}

/// What the director remembers itself.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CarryMemory {
    /// By pair: the first and the second of the troupe, the third and the fourth, and so on.
    pub pairs: [PairMemory; PAIRS],
    /// By the order of balls on the stage.
    pub balls: [BallMemory; BALLS],
}
