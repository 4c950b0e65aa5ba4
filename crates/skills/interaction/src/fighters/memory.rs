//! What the director remembers of a fighter: plain data.

use bytemuck::{Pod, Zeroable};
use footwork_encounter::tables::Kind;
use footwork_encounter::world::RECENT;
use footwork_stage::{KeyLoss, OptionalIndex};

/// Where something was seen so often, all that was seen counts half from then on.
const LATELY: u16 = 64;

/// What a fighter remembers.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct FighterMemory {
    /// The actions that he chose last, by number plus one.
    pub(super) recent: [u16; RECENT],
    /// How often his rival was seen to begin something of each kind, without a blow on its way to him and with one.
    pub(crate) seen: [[u16; 8]; 2],
    /// m, where the blow that he throws goes.
    pub(super) aim: [f32; 3],
    /// The hand that he leads to his rival's blow, by its number among the blows' kinds plus one, 0 for none; frames from what he plays
    /// to when they meet; and where, in m.
    pub(super) hand: u32,
    pub(super) meets: u32,
    pub(super) guard: [f32; 3],
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
    /// The share of that velocity that his whole body gains.
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
    /// Damage that he gave; a blow of 10 m/s does 1.
    pub gave: f32,
    /// Damage that he took.
    pub took: f32,
    /// Defences that he chose.
    pub defended: u32,
    /// Choices that were looked up in a state of the graph, in the nearest one, and that the tree made at depth 1.
    pub decided: [u32; 3],
    /// By eq. 5.1, how far the state was that the last choice was looked up in.
    pub error: f32,
    /// What the last choice was worth.
    pub score: f32,
    /// How often he broke something off to answer a blow.
    pub interrupted: u32,
    /// What his whims are drawn from.
    pub(crate) whim: u32,
    /// Which of his rival's actions he sees, counted; and the last that he broke something off for.
    pub(super) rival_began: u32,
    pub(super) answered: u32,
    /// What his rival plays, by its number plus one, and where his blow was aimed when he began it.
    pub(super) rival_piece: u32,
    pub(super) rival_aim: [f32; 3],
    /// Whether the blow that is on its way has landed: the own one and the rival's.
    pub(super) own_landed: u16,
    pub(super) rival_landed: u16,
    /// What a player asked for and waits for: its number among all kinds plus one.
    pub asked: u32,
    /// The tick at which he did.
    pub asked_at: u32,
    /// Keys that were answered; that were not, since it took too long or it was not the time for it; and that another key
    /// came after.
    pub keys_answered: u32,
    /// See above.
    pub keys_lost: u32,
    /// See above.
    pub keys_replaced: u32,
    /// What was lost last, by its number among all kinds plus one; why, by its place among [`LOSSES`]; and when.
    pub(super) lost: u32,
    pub(super) lost_why: u32,
    pub(super) lost_at: u32,
    /// Ticks from the last key to its answer.
    pub key_ticks: u32,
    /// What the stick asked for when he last looked, plus one.
    pub(super) stick: u32,
    /// Ticks since his last blow, or since the last truce.
    pub(crate) waited: u32,
}

/// Why keys are lost.
pub(super) const LOSSES: [KeyLoss; 3] = [KeyLoss::Late, KeyLoss::Replaced, KeyLoss::NotNow];

impl FighterMemory {
    /// The key that waits will not be answered.
    pub(super) fn lose_key(&mut self, why: KeyLoss, tick: u64) {
        if self.asked == 0 {
            return;
        }
        match why {
            KeyLoss::Replaced => self.keys_replaced = self.keys_replaced.wrapping_add(1),
            KeyLoss::Late | KeyLoss::NotNow => self.keys_lost = self.keys_lost.wrapping_add(1),
        }
        self.lost_why = LOSSES.iter().position(|one| *one == why).unwrap_or(0) as u32;
        (self.lost, self.lost_at) = (self.asked, tick as u32);
        self.asked = 0;
    }

    /// His rival began something, with a blow on its way to him or without.
    pub(crate) fn saw(&mut self, kind: Kind, attacked: bool) {
        let seen = &mut self.seen[usize::from(attacked)];
        let count = &mut seen[(kind as usize).min(7)];
        *count = count.saturating_add(1);
        if *count > LATELY {
            // What was long ago counts less.
            seen.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// Writes an action down as used.
    pub fn remember(&mut self, action: u16) {
        if self.recent[0] != action.wrapping_add(1) {
            self.recent.rotate_right(1);
            self.recent[0] = action.wrapping_add(1);
        }
    }
}
