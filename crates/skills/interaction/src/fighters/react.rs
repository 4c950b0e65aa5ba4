//! What a blow does to whom it hits: the struck part gives way, or a recorded reaction is played; and what is counted.

use footwork_encounter::onstage::{gives_way, reacts};
use footwork_encounter::world::{FULL, Hit, harm};
use footwork_motion::ground::Place;
use footwork_stage::{Ask, Happening, Member, Move, OptionalIndex, StageView};
use glam::Vec3;

use super::{FighterMemory, Fighters};

impl Fighters {
    /// Hears what happened to a fighter, and what his player asks.
    pub(super) fn hear(&self, member: &mut Member<'_, FighterMemory>, stage: &StageView<'_>) {
        let me = member.view();
        for event in member.events() {
            match event.happening {
                Happening::Cue(Ask::Button { button, down: true }) if self.settings.player => {
                    self.key(member.memory, button, stage);
                }
                Happening::StrikeLanded(blow) if blow.whom != me.id() => {
                    let harm = harm(blow.part);
                    member.memory.own_landed = u16::MAX;
                    member.memory.landed += u32::from(harm > 0.0);
                    member.memory.gave += harm * blow.speed / FULL;
                }
                Happening::StrikeLanded(blow) => {
                    let harm = harm(blow.part);
                    member.memory.rival_landed = u16::MAX;
                    member.memory.suffered += u32::from(harm > 0.0);
                    member.memory.stopped += u32::from(harm == 0.0);
                    member.memory.took += harm * blow.speed / FULL;
                    let gives = gives_way(&blow);
                    let heavy =
                        harm == 1.0 && blow.speed >= self.settings.world.heavy && member.memory.forced == 0;
                    let body = Place::new(me.frame());
                    let hit = Hit::new(blow.part, blow.limb, blow.direction, blow.speed);
                    match self.world().reaction(&body, &hit).filter(|_| heavy) {
                        Some(piece) => {
                            member.memory.reaction = OptionalIndex::some(usize::from(piece));
                            member.memory.blow_velocity = gives.velocity.to_array();
                            member.memory.blow_point = blow.point.to_array();
                            member.memory.blow_whole = gives.whole.unwrap_or(0.0);
                        }
                        None => member.give_way(gives),
                    }
                }
                _ => {}
            }
        }
    }

    /// Plays the reaction that waits, if there is one.
    pub(super) fn react(&self, memory: &mut FighterMemory) -> Option<Move> {
        let number = memory.reaction.get()?;
        memory.reaction = OptionalIndex::NONE;
        let piece = self.tables().pieces.get(number)?;
        memory.piece = OptionalIndex::some(number);
        (memory.forced, memory.hand) = (1, 0);
        memory.aim = [f32::NAN; 3];
        let blow = [memory.blow_point, memory.blow_velocity].map(Vec3::from_array);
        Some(reacts(self.tables(), piece, blow, memory.blow_whole))
    }
}
