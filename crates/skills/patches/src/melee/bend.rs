//! Deformation: a patch is bent to where two really are.
//!
//! Paper: Shum 2010, sec. 7.2.5, which leaves it open how. Where a patch begins and where two are differ by a turn and a shift each. The
//! patch as a whole is laid so that both differ as little as possible (`choose::laid`: middle on middle, line on line, the least squares
//! over both beginnings); what is left of each is laid over his way with an even speed, which is the least squares over it, and is used
//! up before they touch. So contacts are where they were generated, and nobody is led while a blow lands.

use footwork_motion::ground::Place;
use footwork_stage::{Lead, Member};

use super::Melee;
use super::memory::{FighterMemory, State};
use crate::acts::{Acts, Stood};
use crate::gait;
use crate::patch::{Patch, Turn, tidy};
use crate::walk::{self, Goal};

/// Frames before they meet at which nothing is left of a bend: a blow is led to where it lands from then on.
const BEFORE: u32 = 14;
/// Frames. In less nobody is bent.
const SHORTEST: u32 = 10;
/// m, rad: what is as near as this is there.
const THERE: f32 = 0.02;
/// m/s and rad/s: how fast feet are moved at most for it.
const FASTEST: [f32; 2] = [0.45, 0.9];
/// m. What the seam may cost somebody who begins right on, as between patches that are joined.
const SEAM: f32 = crate::joins::SEAM;

/// Frame of a patch until which somebody can be bent, if there is time.
fn until(patch: &Patch, role: usize) -> Option<u32> {
    let [begin, over] = patch.span(role);
    let until = patch.meets.saturating_sub(BEFORE).min(over);
    (until >= begin + SHORTEST).then_some(until)
}

/// How a patch is bent for one of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Where he begins as the patch has it, and where he really stands.
    begins: Place,
    stood: Place,
    /// Frames of the patch: when he begins, and when nothing is left of it.
    span: [u32; 2],
}

impl Bend {
    /// Somebody as the patch has him in one of its frames, where he is bent to.
    pub fn over(&self, acts: &Acts, stood: &Stood, frame: i32) -> Stood {
        let ([begin, until], frame) = (self.span, frame.max(0) as u32);
        if frame >= until {
            return *stood;
        }
        let share = 1.0 - frame.saturating_sub(begin) as f32 / (until - begin) as f32;
        let body = walk::bent(&acts.ground(stood), &self.begins, &self.stood, share);
        Stood { place: tidy(acts.placed(stood.take, stood.frame, &body)), ..*stood }
    }
}

impl Melee {
    /// How a patch at a place is bent for somebody who begins it where he stands; none if it is not.
    pub(super) fn bend_to(&self, patch: usize, role: usize, origin: &Place, stood: &Place) -> Option<Bend> {
        let patch = self.book.patches.get(patch)?;
        let until = until(patch, role)?;
        let begin = patch.span(role)[0];
        let begins = tidy(origin.then(&patch.body(&self.acts, role, begin as i32)));
        self.is_near(stood, &begins).then_some(Bend { begins, stood: *stood, span: [begin, until] })
    }

    /// How the encounter that somebody is in, or waits for, is bent for him.
    pub(super) fn bend_of_other(&self, own: &FighterMemory) -> Option<Bend> {
        let (patch, role) = ((own.patch as usize).checked_sub(1)?, own.role as usize & 1);
        match State::of(own.state) {
            State::Plays if own.bent > 0 => self.bend_to(patch, role, &own.origin, &own.stood),
            // Who sets out without a step begins from where he set out.
            State::Comes if own.count == 0 && own.runs == 0 => {
                self.bend_to(patch, role, &own.origin, &own.walk_from)
            }
            _ => None,
        }
    }

    /// Whether somebody is as near to a place as a patch can be bent.
    pub(super) fn is_near(&self, body: &Place, goal: &Place) -> bool {
        let [near, turned] = self.settings.bends;
        body.distance(goal) <= near.max(THERE) && walk::turn(body, goal).abs() <= turned.max(THERE)
    }

    /// Whether what somebody is off can be laid over his way before they meet.
    pub(super) fn has_time(&self, patch: usize, role: usize, body: &Place, goal: &Place) -> bool {
        let patch = &self.book.patches[patch];
        let frames = until(patch, role).map_or(0, |until| until - patch.span(role)[0]);
        let seconds = frames as f32 / self.acts.tables.rate;
        let (far, turned) = (body.distance(goal), walk::turn(body, goal).abs());
        self.is_near(body, goal)
            && (far <= THERE || far <= FASTEST[0] * seconds)
            && (turned <= THERE || turned <= FASTEST[1] * seconds)
    }

    /// Whether somebody can begin a patch right on, from where he is and as he looks at the end of a piece.
    pub(super) fn can_be_bent(
        &self,
        patch: usize,
        role: usize,
        piece: u16,
        body: &Place,
        goal: &Goal,
    ) -> bool {
        let own = &self.acts.tables.pieces[usize::from(piece)];
        let looks = goal.then.is_some_and(|then| self.acts.seam((own.take, own.end), then) <= SEAM);
        looks && self.has_time(patch, role, body, &goal.place)
    }

    /// Remembers from where somebody begins, and until when that is laid over his way. Says whether it is.
    pub(super) fn bend(&self, member: &mut Member<'_, FighterMemory>, patch: &Patch, role: usize) -> bool {
        let body = Place::new(member.view().frame());
        let begins = self.begins(member.memory, patch, role);
        let off = body.distance(&begins).max(walk::turn(&body, &begins).abs());
        let until = until(patch, role).filter(|_| off > THERE && self.is_near(&body, &begins));
        (member.memory.stood, member.memory.bent) = (body, until.unwrap_or(0));
        until.is_some()
    }

    /// Where somebody begins, as the patch has it.
    fn begins(&self, own: &FighterMemory, patch: &Patch, role: usize) -> Place {
        tidy(own.origin.then(&patch.body(&self.acts, role, patch.span(role)[0] as i32)))
    }

    /// Where a turn is played, as it is bent, from a frame of the patch on.
    pub(super) fn bent(
        &self,
        own: &FighterMemory,
        patch: &Patch,
        role: usize,
        turn: &Turn,
        frame: u32,
    ) -> Place {
        let body = own
            .origin
            .then(&turn.place)
            .then(self.acts.tables.ground(turn.take, turn.first + frame - turn.begin));
        let [begin, _] = patch.span(role);
        if own.bent <= begin || frame >= own.bent {
            return tidy(body);
        }
        let share = 1.0 - (frame - begin) as f32 / (own.bent - begin) as f32;
        tidy(walk::bent(&body, &self.begins(own, patch, role), &own.stood, share))
    }

    /// What leads the part of a turn that is bent, and the frame of the patch at which that is over; none if nothing is.
    pub(super) fn led(
        &self,
        own: &FighterMemory,
        patch: &Patch,
        role: usize,
        turn: &Turn,
    ) -> Option<(Lead, u32)> {
        let over = own.bent.min(turn.over());
        if over <= turn.begin {
            return None;
        }
        let [from, to] = [turn.begin, over].map(|frame| self.bent(own, patch, role, turn, frame));
        let lead = gait::led(&self.acts, turn.take, turn.first, over - turn.begin, &tidy(from.to(&to)));
        Some((lead, over))
    }
}
