//! Who goes for whom.
//!
//! Paper: Shum 2010, sec. 5.5.1.2: everybody fights the closest of the other team, and switches when another comes closer; and
//! sec. 7.2.1, which wishes for a plan: there everybody in turn looks at all enemies, and takes the one who is cheapest to
//! go for: near, faced already, and above all not taken by others. One at a time, again and again, that settles where
//! nobody would gain by another enemy; enemies are shared out evenly, and nobody stands about.

use bytemuck::{Pod, Zeroable};
use footwork_motion::ground::Place;
use footwork_stage::{ActorId, ActorView, OptionalIndex, StageView, Troupe};

use super::{Aim, FighterMemory, Fighters};

/// Members who look for another enemy in a step.
const LOOKS: usize = 4;
/// m. How much further away an enemy seems for each other one who goes for him.
const TAKEN: f32 = 3.0;
/// m, per rad: for having to turn to him; and for his having to turn to oneself.
const TURN: f32 = 0.4;
/// m. Another enemy has to be so much cheaper: nobody changes his mind in every step.
const FIRM: f32 = 0.7;

/// How many of a team go for whom.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Taken {
    /// By the actor's number; of those beyond the last nothing is known.
    by: [u16; 1024],
}

impl Taken {
    fn of(&self, enemy: ActorId) -> u32 {
        self.by.get(enemy.0 as usize).map_or(0, |by| u32::from(*by))
    }

    /// Somebody goes for another one.
    fn change(&mut self, from: Option<usize>, to: Option<ActorId>) {
        if let Some(by) = from.and_then(|from| self.by.get_mut(from)) {
            *by = by.saturating_sub(1);
        }
        if let Some(by) = to.and_then(|to| self.by.get_mut(to.0 as usize)) {
            *by = by.saturating_add(1);
        }
    }
}

impl Fighters {
    /// Sees that everybody has somebody to fight.
    pub(super) fn find_rivals(
        &self,
        taken: &mut Taken,
        troupe: &mut Troupe<'_, FighterMemory>,
        stage: &StageView<'_>,
    ) {
        if self.settings.aim == Aim::Pair {
            for at in 0..troupe.len() {
                let Some(member) = troupe.member(at) else { continue };
                let other = stage.actor(ActorId(member.view().id().0 ^ 1));
                set(member.memory, other.map(|other| other.id()));
            }
            return;
        }
        // Whoever left or came, what is counted is counted anew.
        *taken = Taken::zeroed();
        for at in 0..troupe.len() {
            let rival = troupe.member(at).and_then(|member| member.memory.rival.get());
            taken.change(None, rival.map(|rival| ActorId(rival as u32)));
        }
        let first = (stage.tick() as usize).wrapping_mul(LOOKS);
        for at in 0..troupe.len() {
            let Some(me) = troupe.view(at) else { continue };
            let rival = troupe.member(at).and_then(|member| member.memory.rival.get());
            let standing = rival.and_then(|rival| stage.actor(ActorId(rival as u32)));
            let lost = standing.is_none_or(|rival| rival.is_down());
            let turn = (at + troupe.len() - first % troupe.len()) % troupe.len() < LOOKS;
            if !(lost || turn) {
                continue;
            }
            let found = self.cheapest(taken, me, rival, stage);
            taken.change(rival, found);
            if let Some(member) = troupe.member(at) {
                set(member.memory, found);
            }
        }
    }

    /// The enemy who is cheapest to go for.
    fn cheapest(
        &self,
        taken: &Taken,
        me: ActorView<'_>,
        rival: Option<usize>,
        stage: &StageView<'_>,
    ) -> Option<ActorId> {
        let here = Place::new(me.frame());
        let mut best: Option<(f32, ActorId)> = None;
        for enemy in stage.actors() {
            if enemy.id() == me.id() || enemy.director() == me.director() || enemy.is_down() {
                continue;
            }
            let there = Place::new(enemy.frame());
            let mut cost = here.distance(&there);
            // Nobody who is further away than that is cheaper, however free he is.
            if best.is_some_and(|(least, _)| cost - FIRM > least) {
                continue;
            }
            cost += TURN * (here.bearing(&there).abs() + there.bearing(&here).abs());
            if self.settings.aim == Aim::Team {
                let own = u32::from(rival == Some(enemy.id().0 as usize));
                cost += TAKEN * taken.of(enemy.id()).saturating_sub(own) as f32;
            }
            if rival == Some(enemy.id().0 as usize) {
                cost -= FIRM;
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, enemy.id()));
            }
        }
        best.map(|(_, enemy)| enemy)
    }
}

fn set(memory: &mut FighterMemory, rival: Option<ActorId>) {
    let rival = rival.map_or(OptionalIndex::NONE, |rival| OptionalIndex::some(rival.0 as usize));
    if memory.rival != rival {
        (memory.rival, memory.seen, memory.rival_piece) = (rival, [[0; 8]; 2], 0);
    }
}
