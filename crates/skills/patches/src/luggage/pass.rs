//! Two pass a box on: which patch, and what each does in it.

use footwork_motion::Side;
use footwork_motion::ground::Place;
use footwork_stage::{Ask, Move, Placement, PropId, StageView, Troupe};

use super::ring::Ring;
use super::{Luggage, LuggageMemory, NEAR, PATCHES, PorterMemory, State, WIDER, hands_of};
use crate::compose::used;
use crate::dominoes::{segment, transform};
use crate::melee::choose::laid;
use crate::patch::tidy;

impl Luggage {
    /// Two begin to pass a box on, if both are where they wait.
    pub(super) fn pair(
        &self,
        memory: &mut LuggageMemory,
        troupe: &mut Troupe<'_, PorterMemory>,
        at: usize,
        ring: &Ring,
        stage: &StageView<'_>,
    ) {
        let pair = [at, ring.next(at)];
        let waits = [ring.waits(pair[0], true), ring.waits(pair[1], false)];
        let mut own = [PorterMemory::default(); 2];
        for role in 0..2 {
            let Some(member) = troupe.member(pair[role]) else { return };
            let far = Place::new(member.view().frame()).distance(&waits[role]);
            own[role] = *member.memory;
            let state = if role == 0 { State::Laden } else { State::Empty };
            let can = member.needs_move() || own[role].stands > 0;
            if far > NEAR || State::of(own[role].state) != state || !can {
                return;
            }
        }
        let Some(prop) = Luggage::prop(stage, own[0].prop) else { return };
        let Some(giver) = troupe.view(pair[0]) else { return };
        let above = prop.position.y
            - hands_of(&giver).map_or(prop.position.y, |hands| 0.5 * (hands[0].y + hands[1].y));
        let width = Luggage::width(prop);
        let mut best: Option<(f32, usize)> = None;
        for (patch, (wide, high)) in self.wide.iter().enumerate().take(PATCHES) {
            // How much higher on the box the other one's hands will be than they should.
            let slips = above + high[0] - high[1];
            let off = (wide - width).abs();
            let cost = 10.0 * off + 5.0 * slips.abs() + 0.5 * used(memory.chosen, memory.used[patch]);
            if off < WIDER && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, patch));
            }
        }
        let Some((_, patch)) = best else {
            memory.nothing = memory.nothing.wrapping_add(1);
            return;
        };
        memory.chosen = memory.chosen.wrapping_add(1);
        memory.used[patch] = memory.chosen;
        let origin = laid(&self.acts, &self.book, patch, [&waits[0], &waits[1]]);
        for role in 0..2 {
            let Some(member) = troupe.member(pair[role]) else { return };
            let goal = tidy(origin.then(&self.book.patches[patch].body(&self.acts, role, 0)));
            let keeps = *member.memory;
            *member.memory = PorterMemory {
                origin,
                goal,
                state: State::Comes as u32,
                patch: patch as u32 + 1,
                role: role as u32,
                with: pair[1 - role] as u32 + 1,
                turns: 0,
                there: 0,
                asked: 1,
                starts: 0,
                ..keeps
            };
        }
    }

    /// One who passes a box on, or takes it: comes, waits until the other one is there, and does what the patch says.
    pub(super) fn pass(
        &self,
        memory: &mut LuggageMemory,
        troupe: &mut Troupe<'_, PorterMemory>,
        at: usize,
        stage: &StageView<'_>,
    ) {
        let Some(mut member) = troupe.member(at) else { return };
        let own = *member.memory;
        let Some(patch) = (own.patch as usize).checked_sub(1).and_then(|patch| self.book.patches.get(patch))
        else {
            member.memory.state = if own.prop > 0 { State::Laden } else { State::Empty } as u32;
            return;
        };
        let other = (own.with as usize).saturating_sub(1);
        let prop = Luggage::prop(stage, own.prop);
        if State::of(own.state) == State::Comes {
            if member.needs_move() || own.asked > 0 {
                member.memory.asked = 0;
                let there = self.go(&mut member, &own.goal, prop, None);
                member.memory.there = u32::from(there);
            }
            let there = member.memory.there > 0;
            let theirs = troupe.member(other).map_or(0, |member| member.memory.there);
            if there && theirs > 0 {
                // Both are there: a step later it begins for both.
                for who in [at, other] {
                    let Some(member) = troupe.member(who) else { continue };
                    member.memory.state = State::Plays as u32;
                    member.memory.starts = stage.tick() + 1;
                }
            }
            return;
        }
        let role = own.role as usize & 1;
        let gone = (stage.tick() as i64).wrapping_sub(own.starts as i64);
        let gone = (gone as f32 * stage.step() * self.acts.tables.rate).round() as i64;
        if let Some(turn) = patch.turns[role].get(own.turns as usize)
            && gone >= i64::from(turn.begin)
        {
            member.memory.turns += 1;
            member.memory.stands = 0;
            let mut order = Move::new(segment(self.acts.tables.rate, turn.take, turn.first, turn.end));
            order.place = Placement::At(transform(&tidy(own.origin.then(&turn.place))));
            member.play(order);
            return;
        }
        if role == 0 && own.prop > 0 && gone >= i64::from(patch.meets) {
            let prop = PropId(own.prop - 1);
            member.memory.prop = 0;
            member.memory.passed = own.passed.wrapping_add(1);
            member.ask(Ask::Release { prop });
            if let Some(mut taker) = troupe.member(other) {
                taker.memory.prop = own.prop;
                taker.ask(Ask::Grab { prop, hand: Side::Left });
                taker.ask(Ask::Grab { prop, hand: Side::Right });
            }
            memory.passed = memory.passed.wrapping_add(1);
            return;
        }
        let [_, over] = patch.span(role);
        if own.turns as usize >= patch.turns[role].len() && gone >= i64::from(over) && member.needs_move() {
            member.memory.state = if own.prop > 0 { State::Laden } else { State::Empty } as u32;
            member.memory.patch = 0;
        } else if member.needs_move() {
            self.stand(&mut member, prop, None, None);
        }
    }
}
