//! Which jump somebody takes who sees the rat, and into whom.
//!
//! Paper: Shum 2010, sec. 6.5.1: of what does not collide, the best by eq. 6.1. What the user wants is that people bump: a patch in
//! which somebody jumps into who really stands there counts as a wish that is met. Where there is none, somebody jumps where it is free.

use footwork_motion::ground::Place;
use footwork_stage::{Move, Rng, StageView, Troupe};
use glam::{Vec2, Vec3};

use super::{PersonMemory, RatMemory, Startle, State};
use crate::acts::{Act, Acts, Stood, discs_meet};
use crate::coming::Coming;
use crate::compose::{Weights, score, used};
use crate::melee::choose::{DRAWN_IN, difference};
use crate::patch::{Start, Turn};
use crate::shape::Shape;
use crate::stride::Gait;

/// Most neighbours who are looked at, and m: how far away they may be.
const NEIGHBOURS: usize = 16;
const NEAR: f32 = 2.8;
/// What eq. 6.2 may give between a patch and how two stand: 20 cm and 15° and 15°, some more than half of what is sampled.
const FITS: f32 = 0.018;
/// How many patches are looked at closely.
const SHORT_LIST: usize = 10;
/// The cosine of how far a jump may be turned from straight away from the rat.
const AWAY: f32 = 0.25;
/// Frames. A struck body begins to go so long after; as when patches are generated.
const REACTION: u32 = 2;
/// How many moments of somebody who stands about are looked at.
const STANDS: u32 = 8;
/// Frames between two looks.
const LOOK: u32 = 4;
/// m. Trunks are never deeper in each other than this.
const TRUNKS: f32 = 0.045;

/// m, frames. Limbs are no deeper in the other body, once the bump is over.
const LIMBS: f32 = 0.06;
const TOUCH: u32 = 20;
/// m. Discs are thinner than bodies: others are passed with this much more room.
const SPARE: f32 = -0.08;

/// m. By how much deeper somebody may get into whom he is in already, and how deep in all: less than a collision is.
const LEAVES: f32 = 0.01;
const ENTANGLED: f32 = 0.04;

/// Ticks for which who would get up insists on room, and then does not brush past anybody; m: by so much he does after that.
const PATIENT: [u64; 2] = [300, 600];
const BRUSHES: f32 = 0.03;

/// m. Limbs of others are passed with so much room: where they will be is foreseen to some centimetres.
const ROOM: f32 = 0.03;

/// Everybody near somebody.
pub(super) type Neighbours = [Option<Near>; NEIGHBOURS];

/// Nobody.
pub(super) const NOBODY: Neighbours = [None; NEIGHBOURS];

/// Somebody near.
#[derive(Clone, Copy)]
pub(super) struct Near {
    at: usize,
    plays: Coming,
    stands: bool,
    /// What he will answer with, and in how many frames, if somebody is about to bump into him.
    answers: Option<(u32, Coming)>,
    /// How he is shown, and whether he lies and stays so.
    shape: Shape,
    lies: bool,
}

impl Near {
    /// How he will be in so many frames.
    fn in_frames(&self, acts: &Acts, frames: u32) -> Stood {
        match &self.answers {
            Some((begins, answer)) if frames >= *begins => answer.at(acts, frames - begins),
            _ => self.plays.at(acts, frames),
        }
    }

    /// The same as he will be shown.
    fn foreseen(&self, acts: &Acts, frames: u32) -> Shape {
        match &self.answers {
            _ if self.lies => self.shape,
            Some((begins, answer)) if frames >= *begins => {
                answer.foreseen(acts, &self.plays.foreseen(acts, &self.shape, *begins), frames - begins)
            }
            _ => self.plays.foreseen(acts, &self.shape, frames),
        }
    }

    /// m, how near somebody who is shown so may come to his limbs: who is nearer already may leave him as he is.
    fn room(&self, acts: &Acts, shown: &Shape) -> f32 {
        let missing = acts.too_near(shown, &self.shape, ROOM);
        if missing > 0.0 { (ROOM - missing - LEAVES).max(-ENTANGLED) } else { ROOM }
    }
}

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

    /// Whether there is room for somebody to get up, who has waited for so many ticks: he is content with less after some seconds, and
    /// others who lie draw in their arms and legs.
    pub(super) fn can_rise(
        &self,
        troupe: &mut Troupe<'_, PersonMemory>,
        at: usize,
        (take, span): (u32, [u32; 2]),
        (waited, stage): (u64, &StageView<'_>),
    ) -> bool {
        let Some(view) = troupe.view(at) else { return false };
        let (body, shown) = (Place::new(view.frame()), Shape::of(&view));
        let mut near = NOBODY;
        self.neighbours(troupe, (at, &body), stage, &mut near);
        let rises = Coming::begins(&self.acts, &body, take, span);
        if waited < PATIENT[0] {
            return near.iter().flatten().all(|other| self.passes((&rises, &shown), other));
        }
        let room = if waited < PATIENT[1] { 0.0 } else { -BRUSHES };
        (0..=rises.frames() + LOOK).step_by(LOOK as usize).all(|frame| {
            let own = rises.foreseen(&self.acts, &shown, frame);
            near.iter().flatten().all(|other| match other.lies {
                true => !self.acts.are_deeper_in_who_lies(&own, &other.shape, -room, DRAWN_IN),
                false => {
                    let room = room.min(other.room(&self.acts, &shown));
                    !self.acts.shapes_are_deeper(&own, &other.foreseen(&self.acts, frame), -room)
                }
            })
        })
    }

    /// Somebody for whom there is no room to get up is made room for: whoever stands in his way steps back.
    pub(super) fn make_way(
        &self,
        troupe: &mut Troupe<'_, PersonMemory>,
        at: usize,
        (take, span): (u32, [u32; 2]),
        stage: &StageView<'_>,
    ) {
        let Some(view) = troupe.view(at) else { return };
        let (body, shown) = (Place::new(view.frame()), Shape::of(&view));
        let middle = shown.middle();
        let mut near = NOBODY;
        self.neighbours(troupe, (at, &body), stage, &mut near);
        let rises = Coming::begins(&self.acts, &body, take, span);
        let in_the_way = |other: &&Near| other.stands && !self.passes((&rises, &shown), other);
        let Some(other) = near.iter().flatten().find(in_the_way) else { return };
        let who = other.at;
        self.step_back(troupe, who, middle, stage);
    }

    /// Whether somebody who stands is in another one's limbs, and whose; where that one is, in m on the ground.
    pub(super) fn is_in(&self, (shown, near): (&Shape, &Neighbours)) -> Option<Vec2> {
        let in_him = |other: &&Near| self.acts.shapes_are_deeper(shown, &other.shape, DEEP);
        near.iter().flatten().find(in_him).map(|other| other.shape.middle())
    }

    /// Whether somebody who goes, or is about to be bumped into, soon gets into the limbs of who stands; where that one is then.
    pub(super) fn will_be_in(&self, own: (&Coming, &Shape), near: &Neighbours) -> Option<Vec2> {
        let goes = |other: &&Near| !other.stands && !other.lies;
        near.iter().flatten().filter(goes).find_map(|other| {
            SOON.into_iter().find_map(|frames| {
                let (shown, then) =
                    (own.0.foreseen(&self.acts, own.1, frames), other.foreseen(&self.acts, frames));
                self.acts.shapes_are_deeper(&shown, &then, DEEP).then(|| then.middle())
            })
        })
    }

    /// Somebody who stands steps back from a place, if he can.
    pub(super) fn step_back(
        &self,
        troupe: &mut Troupe<'_, PersonMemory>,
        who: usize,
        middle: Vec2,
        stage: &StageView<'_>,
    ) -> bool {
        let Some(view) = troupe.view(who) else { return false };
        let (stands, shown) = (Place::new(view.frame()), Shape::of(&view));
        let mut theirs = NOBODY;
        self.neighbours(troupe, (who, &stands), stage, &mut theirs);
        let Some(mut member) = troupe.member(who) else { return false };
        let now = self.now(&view);
        let away = Vec2::new(stands.x, stands.z) - middle;
        for aside in ASIDE {
            let direction = Vec2::from_angle(aside).rotate(away.normalize_or(Vec2::Y)) * STEP;
            let goal = Place { x: stands.x + direction.x, z: stands.z + direction.y, ..stands };
            let gait = Gait { speed: STEP / 0.6, width: None };
            let Some(order) = self.strides.toward(&self.acts, now, &stands, &goal, &gait) else { continue };
            let step = Coming::ordered(&self.acts, &stands, &order);
            let mut others = theirs.iter().flatten();
            if others.all(|other| self.passes_for((&step, &shown), other, step.frames() + LATER)) {
                member.play(Move { yields: true, ..order });
                return true;
            }
        }
        false
    }

    /// Which way an act goes from where a body is: of length 1, or none.
    fn goes(&self, body: &Place, act: &Act) -> Vec2 {
        let ahead = Place { x: 0.0, z: 0.0, ..*body }.point(Vec3::new(act.goes.x, 0.0, act.goes.y));
        Vec2::new(ahead.x, ahead.z).normalize_or_zero()
    }

    pub(super) fn neighbours(
        &self,
        troupe: &mut Troupe<'_, PersonMemory>,
        (own, body): (usize, &Place),
        stage: &StageView<'_>,
        out: &mut Neighbours,
    ) {
        let mut count = 0;
        for at in (0..troupe.len()).filter(|at| *at != own) {
            let Some(view) = troupe.view(at) else { continue };
            if Place::new(view.frame()).distance(body) > NEAR {
                continue;
            }
            let Some(member) = troupe.member(at) else { continue };
            let (theirs, plays) = (*member.memory, Coming::of_member(&self.acts, &member));
            let Some(plays) = plays else { continue };
            let stands = State::of(theirs.state) == State::Stands;
            let answers = (State::of(theirs.state) == State::Waits).then(|| {
                let ticks = theirs.starts.saturating_sub(stage.tick()) as f32;
                let frames = (ticks * stage.step() * self.acts.tables.rate) as u32;
                let span = [theirs.first, theirs.end];
                let take = self.acts.all.get(theirs.act as usize).map_or(0, |act| act.take);
                (frames, Coming::begins(&self.acts, &plays.body, take, span))
            });
            if let Some(place) = out.get_mut(count) {
                let lies = State::of(theirs.state) == State::Lies;
                *place = Some(Near { at, plays, stands, answers, shape: Shape::of(&view), lies });
                count += 1;
            }
        }
    }

    /// Whether somebody who begins something, and is shown so, never meets another one: from above, with room, and limb by limb.
    fn passes(&self, one: (&Coming, &Shape), other: &Near) -> bool {
        self.passes_for(one, other, one.0.frames() + LOOK)
    }

    /// The same for so many frames; after its end he stays as he is.
    fn passes_for(&self, (one, shown): (&Coming, &Shape), other: &Near, frames: u32) -> bool {
        let room = other.room(&self.acts, shown);
        (0..=frames).step_by(LOOK as usize).all(|frame| {
            let own = one.at(&self.acts, frame);
            self.is_passed((&own, &|| one.foreseen(&self.acts, shown, frame)), other, (frame, room))
        })
    }

    fn is_passed(
        &self,
        (own, shown): (&Stood, &dyn Fn() -> Shape),
        other: &Near,
        (frame, room): (u32, f32),
    ) -> bool {
        let then = other.in_frames(&self.acts, frame);
        // Who is a man's length away is not looked at limb by limb.
        if self.acts.ground(own).distance(&self.acts.ground(&then)) > 2.2 {
            return true;
        }
        // From above only where there is room to begin with.
        if room == ROOM && discs_meet(&self.acts.discs(own), &self.acts.discs(&then), SPARE) {
            return false;
        }
        !self.acts.shapes_are_deeper(&shown(), &other.foreseen(&self.acts, frame), -room)
    }

    /// m, by how much somebody who stands about comes nearer to others' limbs than people keep, at most.
    pub(super) fn stands_in(&self, (rest, shown): (&Coming, &Shape), near: &Neighbours) -> f32 {
        let looks = (1..=STANDS).map(|look| rest.frames() * look / STANDS);
        looks.fold(0.0, |most, frame| {
            let own = rest.foreseen(&self.acts, shown, frame);
            near.iter().flatten().fold(most, |most, other| {
                most.max(self.acts.too_near(&own, &other.foreseen(&self.acts, frame), ROOM))
            })
        })
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

/// m. Who is deeper in somebody steps out of him.
const DEEP: f32 = 0.02;
/// Frames: who will be in him by then is got out of the way of.
const SOON: [u32; 6] = [10, 20, 30, 40, 50, 60];
/// Ticks.
const RETRY: u64 = 12;
/// Frames. So long after it nobody who is about to be bumped into comes to where somebody has stepped back.
const LATER: u32 = 90;
/// m. How far somebody steps back who is in the way; and rad: in which directions that is tried, from straight away on.
const STEP: f32 = 0.35;
const ASIDE: [f32; 7] = [0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8];

fn insert(list: &mut [(f32, usize, usize); SHORT_LIST], new: (f32, usize, usize)) {
    let last = SHORT_LIST - 1;
    if new.0 > list[last].0 {
        let at = list.partition_point(|known| known.0 >= new.0);
        list.copy_within(at..last, at + 1);
        list[at] = new;
    }
}
