//! What a blow does to whom it hits: the struck part gives way, or a recorded reaction is played; and what is counted.

use footwork_annotate::Limb;
use footwork_encounter::onstage::{gives_way, reacts};
use footwork_encounter::world::{FULL, harm};
use footwork_motion::ground::Place;
use footwork_stage::{Ask, Blow, BodyPart, GiveWay, Happening, Member, Move, OptionalIndex, StageView};
use glam::Vec3;

use super::{FighterMemory, Fighters};

/// What a struck head takes on of a blow, beside what a trunk does: a fist of 2.9 kg that stays on a head of 4.5 kg leaves both at 0.4 of
/// its speed, and one that bounces off the head at more; with 1.6 it is 0.7.
const HEAD: f32 = 1.6;
/// Share of the velocity at the struck part that the whole body gains by a kick, in place of a fist's 0.04: half of a leg, which is 16 %
/// of a body (Winter), goes into it.
const KICK: f32 = 0.1;

/// How a body gives way so that it shows.
fn shown(gives: GiveWay, blow: &Blow) -> GiveWay {
    let kicked = matches!(blow.limb, Limb::LeftFoot | Limb::RightFoot | Limb::LeftKnee | Limb::RightKnee);
    let more = if blow.part == BodyPart::Head { HEAD } else { 1.0 };
    let whole = if kicked { Some(KICK) } else { gives.whole };
    GiveWay { velocity: gives.velocity * more, whole, ..gives }
}

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
                    let gives = shown(gives_way(&blow), &blow);
                    let heavy =
                        harm == 1.0 && blow.speed >= self.settings.world.heavy && member.memory.forced == 0;
                    let body = Place::new(me.frame());
                    let head = blow.part == BodyPart::Head;
                    match self.world().reaction(&body, blow.direction, head).filter(|_| heavy) {
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
        let [point, velocity] = [memory.blow_point, memory.blow_velocity].map(Vec3::from_array);
        let mut order = reacts(self.tables(), piece, point, velocity);
        order.shove = order.shove.map(|shove| GiveWay { whole: Some(memory.blow_whole), ..shove });
        Some(order)
    }
}
