//! What a blow does to whom it hits: the struck part gives way, or a recorded reaction is played; and what is counted.

use footwork_encounter::onstage::{gives_way, reacts};
use footwork_plan::game::Search;
use footwork_stage::{Happening, Member, Move, OptionalIndex};
use glam::Vec3;

use super::{DuelMemory, Duelists};
use crate::world::{FULL, Hit, harm};
use footwork_motion::ground::Place;

impl Duelists {
    /// Hears what happened to a fighter.
    pub(super) fn hear(&self, member: &mut Member<'_, DuelMemory>) {
        let me = member.view();
        for event in member.events() {
            if let Happening::Cue(ask) = &event.happening {
                member.memory.take_path(ask);
            }
            let Happening::StrikeLanded(blow) = event.happening else { continue };
            let harm = harm(blow.part);
            let damage = harm * blow.speed / FULL;
            if blow.whom != me.id() {
                member.memory.own_landed = u16::MAX;
                member.memory.landed += u32::from(harm > 0.0);
                member.memory.gave += damage;
                continue;
            }
            member.memory.rival_landed = u16::MAX;
            member.memory.suffered += u32::from(harm > 0.0);
            member.memory.stopped += u32::from(harm == 0.0);
            member.memory.took += damage;
            let gives = gives_way(&blow);
            let heavy = harm == 1.0 && blow.speed >= self.settings.world.heavy && member.memory.forced == 0;
            let body = Place::new(me.frame());
            let hit = Hit::new(blow.part, blow.limb, blow.direction, blow.speed);
            let down = harm == 1.0 && member.memory.forced == 0 && self.goes_down(member.memory);
            let fall = self.world().knock_down(&body, blow.direction).filter(|_| down);
            member.memory.downed |= u32::from(fall.is_some());
            match fall.or(self.world().reaction(&body, &hit).filter(|_| heavy)) {
                Some(piece) => {
                    member.memory.reaction = OptionalIndex::some(usize::from(piece));
                    member.memory.blow_velocity = gives.velocity.to_array();
                    member.memory.blow_point = blow.point.to_array();
                    member.memory.blow_whole = gives.whole.unwrap_or(0.0);
                }
                None => member.give_way(gives),
            }
        }
    }

    /// Plays the reaction that waits, if there is one.
    pub(super) fn react(&self, memory: &mut DuelMemory) -> Option<Move> {
        let number = memory.reaction.get()?;
        memory.reaction = OptionalIndex::NONE;
        let piece = self.tables().pieces.get(number)?;
        memory.piece = OptionalIndex::some(number);
        memory.forced = 1;
        (memory.own_left, memory.hand) = (0, 0);
        memory.aim = [f32::NAN; 3];
        memory.search = Search::default();
        let blow = [memory.blow_point, memory.blow_velocity].map(Vec3::from_array);
        Some(reacts(self.tables(), piece, blow, memory.blow_whole))
    }
}
