//! From a stage to the tables' world and back: actors as fighters, and blows as what limbs reach for.

use bytemuck::Zeroable;
use footwork_annotate::Limb;
use footwork_motion::ground::Place;
use footwork_stage::{ActorView, Blow, BodyPart, GiveWay, Move, PoseSource, Reach, StageView};
use glam::Vec3;

use crate::tables::{Kind, OWN, Piece, Tables};
use crate::world::{Fighter, GUARD_EASE, Situation, World, carries, harm, mass_share};

/// An actor as a fighter at this moment, which is 0. One who plays what the tables do not know stands.
pub fn fighter(tables: &Tables, actor: ActorView<'_>, team: u16, known: Option<usize>) -> Fighter {
    let (segment, time) = (actor.segment(), actor.time());
    let plays = actor.pose_source() == PoseSource::Take && !actor.is_new();
    // At a seam of the recording a frame belongs to two pieces: the one that is known to be played counts, or the one
    // that the segment is.
    let whole = tables.piece_of_segment(&segment);
    let found = whole.or_else(|| tables.piece_of(segment.take, time)).filter(|_| plays);
    let is_played = |piece: &u16| {
        let own = &tables.pieces[usize::from(*piece)];
        let frame = (time * f64::from(tables.rate)) as u32;
        own.take == segment.take && (own.first..=own.end + 1).contains(&frame)
    };
    let known = known.and_then(|known| u16::try_from(known).ok());
    let known = known.filter(|known| usize::from(*known) < tables.pieces.len() && plays);
    let Some(piece) = known.filter(is_played).or(found) else { return standing(tables, actor, team) };
    let own = &tables.pieces[usize::from(piece)];
    let frame = ((time * f64::from(tables.rate)) as u32).clamp(own.first, own.end);
    let place = Place::new(actor.frame()).then(&tables.ground(own.take, frame).inverse());
    let begun = own.first as i32 - frame as i32;
    // Whoever is asked has come to the end.
    let last = ((segment.end * f64::from(tables.rate)) + 0.5) as i32;
    let ends = (last.min(own.end as i32) - frame as i32).max(0);
    Fighter { place, aim: [f32::NAN; 3], begun, ends, piece, team, ..Fighter::zeroed() }
}

/// Somebody about whom nothing is known but where he is.
fn standing(tables: &Tables, actor: ActorView<'_>, team: u16) -> Fighter {
    let stand = actor.rig().stand();
    let piece = tables.piece_of(stand.take, stand.first);
    // What follows is of the same group: one who is to be tired does not begin as a fresh one.
    let is_own = |piece: &Piece| piece.kind.is_chosen() && piece.group == OWN;
    let piece = piece.filter(|piece| is_own(&tables.pieces[usize::from(*piece)]));
    let first = |is: &dyn Fn(&Piece) -> bool| tables.pieces.iter().position(is);
    let chosen = || {
        let rests = first(&|piece| is_own(piece) && piece.kind == Kind::Stance);
        rests.or_else(|| first(&is_own)).or_else(|| first(&|piece| piece.kind.is_chosen())).unwrap_or(0)
            as u16
    };
    let piece = piece.unwrap_or_else(chosen);
    let own = &tables.pieces[usize::from(piece)];
    let place = Place::new(actor.frame()).then(&tables.ground(own.take, own.end).inverse());
    Fighter { place, aim: [f32::NAN; 3], begun: -own.frames(), ends: 0, piece, team, ..Fighter::zeroed() }
}

/// Leads the first blow of what a fighter begins to where it is aimed; none where it is aimed at nothing.
pub fn reach(world: &World<'_>, me: ActorView<'_>, stage: &StageView<'_>, next: &Fighter) -> Option<Reach> {
    let (tables, piece) = (world.tables, world.piece(next));
    let blow = tables.blows_of(piece).first()?;
    let aim = Some(Vec3::from_array(next.aim)).filter(|aim| aim.is_finite())?;
    // The body goes on from where its segment ended, which was within the last step.
    let over = (me.time() - me.segment().end).clamp(0.0, f64::from(stage.step())) as f32;
    let at = (blow.lands - piece.first) as f32 / tables.rate - over;
    // What is led is not always what strikes: of a foot it is the ankle.
    let tip = tables.tips[(blow.tips + blow.lands - blow.effective[0]) as usize + 1];
    let beyond = next.place.point(tip) - next.place.point(blow.led);
    let ease = world.settings.ease.min(at.max(stage.step()));
    Some(Reach { limb: blow.limb, point: aim - beyond, at, ease, weight: 1.0 })
}

/// Leads the hand of who has begun a block to the blow that it meets; none where none does.
pub fn guard(world: &World<'_>, next: &Fighter) -> Option<Reach> {
    let (part, _) = world.tables.kinds.get((next.hand as usize).checked_sub(1)?)?;
    let limb = if *part == BodyPart::LeftHand { Limb::LeftHand } else { Limb::RightHand };
    let at = next.meets.saturating_sub(next.begun) as f32 / world.tables.rate;
    let point = Some(Vec3::from_array(next.guard)).filter(|point| point.is_finite())?;
    Some(Reach { limb, point, at, ease: GUARD_EASE.min(at.max(1e-3)), weight: 1.0 })
}

/// Where the hand that the first fighter leads to a blow is to meet it, as that is seen to go now: bodies give way to each other, so
/// that a blow is not where it was going to be when the hand set out.
pub fn meets_at(world: &World<'_>, situation: &Situation) -> Option<Vec3> {
    let own = &situation.fighters[0];
    let leads = situation.count == 2 && own.hand != 0 && own.meets >= 0;
    world.tip_at(&situation.fighters[1], own.meets).filter(|_| leads)
}

/// How much of a blow's speed the struck part takes on, and 1/m²: how quickly that falls off.
const GIVE: f32 = 0.45;
const FALLOFF: f32 = 10.0;
/// What a struck head takes on, beside what a trunk does: a fist of 2.9 kg that stays on a head of 4.5 kg leaves both at 0.4 of
/// its speed, and one that bounces off the head at more; with 1.6 it is 0.7.
const HEAD: f32 = 1.6;

/// How a struck body gives way where no reaction is played: the struck part the most, and all of it by the momentum that the blow has,
/// also where an arm is in its way.
pub fn gives_way(blow: &Blow) -> GiveWay {
    let speed = blow.speed.clamp(0.0, 20.0);
    let give = if blow.part == BodyPart::Head { HEAD * GIVE } else { GIVE };
    GiveWay {
        point: blow.point,
        velocity: blow.direction * (speed * give),
        falloff: FALLOFF,
        arms: harm(blow.part) < 1.0,
        whole: Some(mass_share(blow.limb) / give),
        carries: carries(blow.limb, speed),
    }
}

/// A recorded reaction to a blow that hit there, and gave what it hit and the whole body a velocity ([`GiveWay`]).
pub fn reacts(tables: &Tables, piece: &Piece, [point, velocity]: [Vec3; 2], whole: f32) -> Move {
    let shove = GiveWay { point, velocity, falloff: FALLOFF, arms: false, whole: Some(whole), carries: 0.0 };
    Move { shove: Some(shove), yields: true, ..Move::new(tables.segment(piece)) }
}
