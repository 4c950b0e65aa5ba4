//! Who is near somebody, and whether he is passed by who jumps, staggers, steps or gets up.

use footwork_motion::ground::Place;
use footwork_stage::{StageView, Troupe};

use super::{PersonMemory, Startle, State};
use crate::acts::{Acts, Stood, discs_meet};
use crate::coming::Coming;
use crate::shape::Shape;

/// Most neighbours who are looked at, and m: how far away they may be.
const NEIGHBOURS: usize = 40;
const NEAR: f32 = 3.4;
/// How many moments of somebody who stands about are looked at.
const STANDS: u32 = 8;
/// Frames between two looks.
pub(super) const LOOK: u32 = 4;
/// m. Discs are thinner than bodies: others are passed with this much more room.
const SPARE: f32 = -0.08;

/// m. By how much deeper somebody may get into whom he is in already, and how deep in all: less than a collision is.
const LEAVES: f32 = 0.01;
const ENTANGLED: f32 = 0.04;

/// m. Limbs of others are passed with so much room: where they will be is foreseen to some centimetres.
pub(super) const ROOM: f32 = 0.03;

/// Everybody near somebody.
pub(super) type Neighbours = [Option<Near>; NEIGHBOURS];

/// Nobody.
pub(super) static NOBODY: Neighbours = [None; NEIGHBOURS];

/// Somebody near.
#[derive(Clone, Copy)]
pub(super) struct Near {
    pub at: usize,
    pub plays: Coming,
    pub stands: bool,
    /// What he will answer with, and in how many frames, if somebody is about to bump into him.
    answers: Option<(u32, Coming)>,
    /// How he is shown, and whether he lies and stays so.
    pub shape: Shape,
    pub lies: bool,
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
    pub fn foreseen(&self, acts: &Acts, frames: u32) -> Shape {
        match &self.answers {
            _ if self.lies => self.shape,
            Some((begins, answer)) if frames >= *begins => {
                answer.foreseen(acts, &self.plays.foreseen(acts, &self.shape, *begins), frames - begins)
            }
            _ => self.plays.foreseen(acts, &self.shape, frames),
        }
    }

    /// m, how near somebody who is shown so may come to his limbs: who is nearer already may leave him as he is.
    pub fn room(&self, acts: &Acts, shown: &Shape) -> f32 {
        let missing = acts.too_near(shown, &self.shape, ROOM);
        if missing > 0.0 { (ROOM - missing - LEAVES).max(-ENTANGLED) } else { ROOM }
    }
}

impl Startle {
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
    pub(super) fn passes(&self, one: (&Coming, &Shape), other: &Near) -> bool {
        self.passes_for(one, other, one.0.frames() + LOOK)
    }

    /// The same for so many frames; after its end he stays as he is.
    pub(super) fn passes_for(&self, (one, shown): (&Coming, &Shape), other: &Near, frames: u32) -> bool {
        let room = other.room(&self.acts, shown);
        (0..=frames).step_by(LOOK as usize).all(|frame| {
            let own = one.at(&self.acts, frame);
            self.is_passed((&own, &|| one.foreseen(&self.acts, shown, frame)), other, (frame, room))
        })
    }

    pub(super) fn is_passed(
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
}
