//! Answering blows: who sees one begin that will harm him breaks off what he does.
//!
//! He looks when his reaction allows it, and then as often as what he does can be left: he waits while nothing that he could
//! begin would save him, and does what he can when it is nearly too late. Until he looks he thinks about that moment, so that
//! the answer is as deep as any other choice. A hand that is led to a blow follows it.

use super::{DuelMemory, Duelists};
use crate::tables::{EXIT, Edge};
use crate::world::{Fighter, Situation};
use footwork_stage::ActorView;

/// s before a blow lands: who has not answered it by then does what he can.
const LAST_CHANCE: f32 = 0.25;

/// Who looks fewer choices ahead than this sees a blow later, and s, by how much for each: who knows the game sees it in the
/// shoulder, who does not in the fist, after the third of a second that a person
/// takes to choose among several answers. Until then the other one seems to go on with what he did.
const QUICK: u16 = 3;
const SLOWER: f32 = 0.3;

/// A blow is on its way that will do harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alarm {
    /// Frames until he looks whether to break off what he does.
    pub wait: i32,
    /// How often he has looked.
    looks: u16,
}

/// What a search is about: what both do, whether he has a choice, how many there are, and the blow that he looks at.
pub(super) fn about(situation: &Situation, alarm: Option<Alarm>) -> [u16; 4] {
    let (own, rival) = (&situation.fighters[0], &situation.fighters[1]);
    let looked = alarm.map_or(0, |alarm| 1 + alarm.looks.min(1000));
    [own.piece, rival.piece, own.forced, situation.count as u16 + 16 * looked]
}

impl Duelists {
    /// Frames by which who looks so far ahead sees a blow later than others.
    pub(super) fn late(&self, depth: u16) -> i32 {
        (SLOWER * f32::from(QUICK.saturating_sub(depth)) * self.tables.rate) as i32
    }

    /// The blow that he will be harmed by if he goes on, if he can break off what he does before that ends by itself. `depth` is
    /// how far he looks.
    pub(super) fn alarm(&self, situation: &Situation, depth: u16) -> Option<Alarm> {
        let world = self.world();
        let (own, rival) = (situation.fighters[0], situation.fighters[1]);
        let free = situation.count == 2 && own.ends > 0 && world.can_answer(&own, 0);
        if !free || !world.attacks(&rival, 0) || !world.harms(situation, 0, own) {
            return None;
        }
        let reaction = (self.settings.world.reaction * self.tables.rate) as i32 + self.late(depth);
        let since = (-rival.begun).saturating_sub(reaction);
        let every = ((EXIT * self.tables.rate) as i32).max(1);
        let alarm = if since <= 0 {
            Alarm { wait: -since, looks: 0 }
        } else {
            Alarm { wait: (every - since % every) % every, looks: ((since - 1) / every + 1).min(1000) as u16 }
        };
        (alarm.wait < own.ends).then_some(alarm)
    }

    /// Whether he breaks off what he does, for a blow that is about to hit him.
    pub(super) fn must_answer(
        &self,
        memory: &mut DuelMemory,
        situation: &mut Situation,
        alarm: Option<Alarm>,
    ) -> bool {
        if alarm.is_none_or(|alarm| alarm.wait > 0) {
            return false;
        }
        let world = self.world();
        let (own, rival) = (situation.fighters[0], situation.fighters[1]);
        let is_new = memory.answered != memory.rival_began;
        let lands = world.lands_at(world.piece(&rival), rival.begun).unwrap_or(0);
        let late = is_new && lands < (LAST_CHANCE * self.tables.rate) as i32;
        let saves = |edge: &Edge| {
            let begun = world.aimed(world.begun(&own, edge.piece, 0), &rival);
            !world.harms(situation, 0, world.parrying(begun, &rival, 0))
        };
        if !late && !self.tables.edges_from(own.piece, -own.begun).iter().any(saves) {
            return false;
        }
        memory.answered = memory.rival_began;
        memory.interrupted = memory.interrupted.wrapping_add(1);
        // He is at the end of what he does now.
        situation.fighters[0].ends = 0;
        true
    }

    /// What saves him from the blow that is on its way, where what he thought best does not.
    pub(super) fn saved(
        &self,
        memory: &DuelMemory,
        me: ActorView<'_>,
        situation: &Situation,
        best: u16,
    ) -> Option<u16> {
        let own = &situation.fighters[0];
        let (styles, depth) = self.dialled(memory, me);
        // Who does not look ahead takes a blow for a better one, as the paper's fighters do.
        if depth < QUICK {
            return None;
        }
        let edges = self.tables.edges_from(own.piece, situation.now.saturating_sub(own.begun));
        self.rules(memory, me, &styles).saving(situation, best, edges)
    }

    /// Whether the rival's blow that is on its way will harm him if he begins this: 1 if not, 2 if so; 0 if there is none, or
    /// none that would have harmed him if he had gone on as he was recorded.
    pub(super) fn foresees(&self, situation: &Situation, next: Fighter) -> u32 {
        let (world, rival) = (self.world(), &situation.fighters[1]);
        if situation.count != 2 || !world.attacks(rival, situation.now) {
            return 0;
        }
        let own = situation.fighters[0];
        let going_on = match self.tables.next_of(own.piece) {
            Some(next) if own.begun.saturating_add(world.piece(&own).frames()) <= situation.now => {
                world.begun(&own, next, situation.now)
            }
            _ => own,
        };
        match (world.harms(situation, 0, next), world.harms(situation, 0, going_on)) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        }
    }
}
