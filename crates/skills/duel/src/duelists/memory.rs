//! What a fighter remembers: his search, what he does, and what has come of it. Plain data.

use bytemuck::{Pod, Zeroable};
use footwork_plan::game::{Desk, Level, Search};
use footwork_stage::OptionalIndex;

use super::path::{MOST_POINTS, Stop};
use crate::world::{Fighter, RECENT, Situation};

/// How long a path of a search may get, forced moves included.
pub const LEVELS: usize = 16;
/// Moves of a node that there is room for.
const WIDTH: usize = 32;
/// Answers of his rival that he remembers.
pub(super) const DELAYS: usize = 4;

/// What a fighter remembers.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct DuelMemory {
    /// How far thinking has come.
    pub(super) search: Search,
    levels: [Level; LEVELS],
    pub(super) states: [Situation; LEVELS],
    moves: [u16; LEVELS * WIDTH],
    /// What the search is about: own piece, rival's piece, whether the own one is forced, how many there are.
    pub(super) about: [u16; 4],
    /// The actions that he chose last, by number plus one.
    pub(super) recent: [u16; RECENT],
    /// The actions that his rival chose last, as he has seen.
    pub(super) rival_recent: [u16; RECENT],
    /// What he was seen to do, by kind.
    pub seen: [u16; 8],
    /// m, where the blow that he throws goes.
    pub(super) aim: [f32; 3],
    /// What he plays.
    pub piece: OptionalIndex,
    /// A reaction that waits to be played.
    pub(super) reaction: OptionalIndex,
    /// Whom he fights.
    pub rival: OptionalIndex,
    /// m/s, of the blow that he reacts to; and where it hit, in m.
    pub(super) blow_velocity: [f32; 3],
    /// m
    pub(super) blow_point: [f32; 3],
    /// Share of its velocity that the whole body gains.
    pub(super) blow_whole: f32,
    /// 1 while he plays a reaction.
    pub forced: u32,
    /// Actions that he chose.
    pub chosen: u32,
    /// Blows that he threw.
    pub thrown: u32,
    /// Blows of his that did harm.
    pub landed: u32,
    /// Blows that did him harm.
    pub suffered: u32,
    /// Blows that he stopped with an arm.
    pub stopped: u32,
    /// Damage that he gave and took; a blow of 10 m/s does 1.
    pub gave: f32,
    /// Damage that he took.
    pub took: f32,
    /// Defences that he chose.
    pub defended: u32,
    /// Nodes of the last decision.
    pub nodes: u32,
    /// How many choices ahead the last decision looked.
    pub depth: u32,
    /// What the last decision was worth.
    pub score: f32,
    /// The next check point, by number.
    pub check_point: u32,
    /// m, on the ground: where the pair is, and where it is to go next, as long as a choice is thought about.
    pub(super) place: [f32; 2],
    pub(super) ahead: [f32; 2],
    /// Steps since he threw a blow; and 1 if that is too long for him, as long as a choice is thought about.
    pub(super) waited: u32,
    pub(super) eager: u32,
    /// His path, and how many check points it has.
    pub(super) stops: [Stop; MOST_POINTS],
    pub(super) stop_count: u32,
    /// 1 when the scene's path has been taken over; when the last check point has been reached; and when he went down there.
    pub(super) primed: u16,
    pub(super) at_end: u16,
    /// Whether he was knocked down at the end of his path.
    pub downed: u32,
    /// Catches, of who chases.
    pub catches: u32,
    /// 1 while he is so near that he has caught.
    pub(super) near: u32,
    /// How often he broke something off to answer a blow.
    pub interrupted: u32,
    /// Whether the action before this one was played to its end.
    pub(crate) completed: u32,
    /// Whether he expects the blow that is on its way to do no harm (1), or harm (2).
    pub foresaw: u32,
    /// What his whims are drawn from.
    pub(super) whim: u32,
    /// Which of his rival's actions he sees, counted; and the last that he broke something off for.
    pub(super) rival_began: u32,
    pub(super) answered: u32,
    /// What his rival plays, by its number plus one, and where his blow was aimed when he began it.
    pub(super) rival_piece: u32,
    pub(super) rival_aim: [f32; 3],
    /// Whether the blow that is on its way has landed: the own one and the rival's.
    pub(super) own_landed: u16,
    pub(super) rival_landed: u16,
    /// The frames of the tables that both left when they began what they do, plus one; and the one the rival is at.
    pub(super) own_left: u32,
    pub(super) rival_left: u32,
    pub(super) rival_frame: u32,
    /// The hand that he leads to a blow, by its number among the parts plus one; how many frames after the beginning of what
    /// he does; and where.
    pub(super) hand: u32,
    pub(super) meets: u32,
    pub(super) guard: [f32; 3],
    /// Which of his rival's actions he last expected something of.
    pub(super) foresaw_blow: u32,
    /// Frames until he has all his breath again, and until his rival has.
    pub(super) rested: u16,
    pub(super) rival_rested: u16,
    /// His rival as he last saw him; steps since then, while he has not seen yet what that one has begun.
    pub(super) rival_known: Fighter,
    pub(super) unseen: u16,
    /// 1 while he is late for his next check point.
    pub(super) hurries: u16,
    /// Frames in which his rival answered his last blows, the latest first; 0 where he has not yet.
    pub(super) delays: [u16; DELAYS],
}

impl DuelMemory {
    /// Where the search keeps its path.
    pub(super) fn desk(&mut self) -> Desk<'_, Situation> {
        Desk { levels: &mut self.levels, states: &mut self.states, moves: &mut self.moves }
    }
}
