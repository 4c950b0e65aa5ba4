//! Which jump somebody takes who sees the rat, and into whom.
//!
//! Paper: Shum 2010, sec. 6.5.1: of what does not collide, the best by eq. 6.1. What the user wants is that people bump: a patch in
//! which somebody jumps into who really stands there counts as a wish that is met. Where there is none, somebody jumps where it is free.

use footwork_motion::ground::Place;
use footwork_stage::{Rng, StageView, Troupe};
use glam::{Vec2, Vec3};

use super::near::{LOOK, NOBODY, Near, ROOM};
use super::{PersonMemory, RatMemory, Startle, State};
use crate::acts::Act;
use crate::coming::Coming;
use crate::compose::{Weights, score, used};
use crate::melee::choose::difference;
use crate::patch::{Start, Turn};
use crate::shape::Shape;

/// What eq. 6.2 may give between a patch and how two stand: 20 cm and 15° and 15°, some more than half of what is sampled.
const FITS: f32 = 0.018;
/// How many patches are looked at closely.
const SHORT_LIST: usize = 10;
/// The cosine of how far a jump may be turned from straight away from the rat.
const AWAY: f32 = 0.25;
/// Frames. A struck body begins to go so long after; as when patches are generated.
const REACTION: u32 = 2;
/// m. Trunks are never deeper in each other than this.
const TRUNKS: f32 = 0.045;

/// m, frames. Limbs are no deeper in the other body, once the bump is over.
const LIMBS: f32 = 0.06;
const TOUCH: u32 = 20;

/// What is done: the jump, and the answer of who is jumped into: who, with which turn, and in how many frames.
struct Done {
    act: u32,
    into: Option<(usize, Turn, u32)>,
}

impl Startle {
    /// Somebody sees the rat.
    pub(super) fn startle(
        &self,
        memory: &mut RatMemory,
        troupe: &mut Troupe<'_, PersonMemory>,
        at: usize,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let Some(view) = troupe.view(at) else { return };
        let (body, shown) = (Place::new(view.frame()), Shape::of(&view));
        let away = Vec2::new(body.x - memory.at[0], body.z - memory.at[1]).normalize_or(Vec2::Y);
        let Some(home) = troupe.member(at).map(|member| member.memory.home) else { return };
        let home = (Vec2::from_array(home) - Vec2::new(body.x, body.z)).clamp_length_max(1.0);
        let mut near = NOBODY;
        self.neighbours(troupe, (at, &body), stage, &mut near);
        let near = || near.iter().flatten();
        let mut list = [(f32::MIN, 0_usize, 0_usize); SHORT_LIST];
        for (place, other) in near().enumerate().filter(|(_, other)| other.stands) {
            let now = Start {
                distance: other.plays.body.distance(&body),
                bearings: [other.plays.body.bearing(&body), body.bearing(&other.plays.body)],
                later: 0,
            };
            for (patch, start) in self.starts.iter().enumerate() {
                if (start.distance - now.distance).abs() > 0.3 {
                    continue;
                }
                let off = difference(&now, start);
                if off > FITS {
                    continue;
                }
                let Some(turn) = self.book.patches[patch].turns[1].first() else { continue };
                let goes = self.goes(&body, &self.acts.all[turn.act as usize]);
                if goes.dot(away) < AWAY {
                    continue;
                }
                let use_of = used(memory.chosen, memory.used[patch]);
                let worth = score(&Weights::default(), near().count() as f32, use_of, 1.0);
                let worth = worth - 1e4 * off + 300.0 * goes.dot(home) + 100.0 * rng.unit();
                insert(&mut list, (worth, patch, place));
            }
        }
        let mut done = None;
        for (worth, patch, place) in list {
            if worth == f32::MIN {
                break;
            }
            let Some(other) = near().nth(place) else { continue };
            if let Some((turn, into)) = self.bumps(patch, (&body, &shown), other, near()) {
                memory.used[patch] = memory.chosen.wrapping_add(1);
                memory.bumps = memory.bumps.wrapping_add(1);
                done = Some(Done { act: turn, into: Some((other.at, into.0, into.1)) });
                break;
            }
        }
        let done = done.or_else(|| {
            let mut best: Option<(f32, u32)> = None;
            for act in &self.jumps {
                let own = &self.acts.all[*act as usize];
                let goes = self.goes(&body, own);
                let worth = goes.dot(away) + 0.4 * goes.dot(home) + 0.3 * rng.unit();
                let jump = Coming::begins(&self.acts, &body, own.take, [own.first, own.end]);
                if goes.dot(away) > AWAY
                    && best.is_none_or(|(most, _)| worth > most)
                    && near().all(|other| self.passes((&jump, &shown), other))
                {
                    best = Some((worth, *act));
                }
            }
            best.map(|(_, act)| Done { act, into: None })
        });
        let Some(mut member) = troupe.member(at) else { return };
        let Some(done) = done else {
            // There is no way out: he tries again in a moment.
            memory.nothing = memory.nothing.wrapping_add(1);
            member.memory.startled = (stage.tick() + RETRY).saturating_sub(super::AGAIN).max(1);
            return;
        };
        memory.chosen = memory.chosen.wrapping_add(1);
        member.memory.startled = stage.tick() + 1;
        member.memory.state = State::Jumps as u32;
        member.memory.jumped = member.memory.jumped.wrapping_add(1);
        let own = &self.acts.all[done.act as usize];
        member.play(self.play(done.act, own.first, own.end));
        if let Some((other, turn, frames)) = done.into
            && let Some(member) = troupe.member(other)
        {
            let ticks = frames as f32 / (self.acts.tables.rate * stage.step());
            member.memory.state = State::Waits as u32;
            member.memory.starts = stage.tick() + ticks.round() as u64;
            (member.memory.act, member.memory.first, member.memory.end) = (turn.act, turn.first, turn.end);
        }
    }

    /// Which way an act goes from where a body is: of length 1, or none.
    fn goes(&self, body: &Place, act: &Act) -> Vec2 {
        let ahead = Place { x: 0.0, z: 0.0, ..*body }.point(Vec3::new(act.goes.x, 0.0, act.goes.y));
        Vec2::new(ahead.x, ahead.z).normalize_or_zero()
    }

    /// Whether a patch holds where the two really stand: the jump, and with what and in how many frames the other one answers.
    fn bumps<'n>(
        &self,
        patch: usize,
        (body, shown): (&Place, &Shape),
        other: &Near,
        mut near: impl Iterator<Item = &'n Near>,
    ) -> Option<(u32, (Turn, u32))> {
        let [stands, jumps] = &self.book.patches[patch].turns;
        let (jump, answer) = (jumps.first()?, stands.last()?);
        let jumper = Coming::begins(&self.acts, body, jump.take, [jump.first, jump.end]);
        let meets = (LOOK..jumper.frames()).step_by(LOOK as usize).find(|frame| {
            let [a, b] = [jumper.at(&self.acts, *frame), other.plays.at(&self.acts, *frame)];
            self.acts.trunk_depth(&a, &b).max(self.acts.limb_depth(&a, &b)) > 0.0
        })?;
        let begins = meets + REACTION;
        let then = self.acts.ground(&other.plays.at(&self.acts, begins));
        let answers = Coming::begins(&self.acts, &then, answer.take, [answer.first, answer.end]);
        let waits = other.plays.foreseen(&self.acts, &other.shape, begins);
        let through = jumper.frames().max(begins + answers.frames());
        let apart = (begins..=through).step_by(LOOK as usize).all(|frame| {
            let [a, b] = [jumper.at(&self.acts, frame), answers.at(&self.acts, frame - begins)];
            let limbs = frame > begins + TOUCH && frame % (2 * LOOK) == begins % (2 * LOOK);
            self.acts.trunk_depth(&a, &b) < TRUNKS && !(limbs && self.acts.limb_depth(&a, &b) > LIMBS)
        });
        let free = near.all(|third| {
            third.at == other.at
                || self.passes((&jumper, shown), third)
                    && (0..=answers.frames()).step_by(LOOK as usize).all(|frame| {
                        let own = answers.at(&self.acts, frame);
                        let shown = || answers.foreseen(&self.acts, &waits, frame);
                        self.is_passed((&own, &shown), third, (begins + frame, ROOM))
                    })
        });
        (apart && free).then_some((jump.act, (*answer, begins)))
    }
}

/// Ticks.
const RETRY: u64 = 12;

fn insert(list: &mut [(f32, usize, usize); SHORT_LIST], new: (f32, usize, usize)) {
    let last = SHORT_LIST - 1;
    if new.0 > list[last].0 {
        let at = list.partition_point(|known| known.0 >= new.0);
        list.copy_within(at..last, at + 1);
        list[at] = new;
    }
}
