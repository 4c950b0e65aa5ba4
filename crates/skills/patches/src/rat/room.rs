//! Making room: who stands steps back for who gets up, comes or staggers.

use footwork_motion::ground::Place;
use footwork_stage::{Move, StageView, Troupe};
use glam::Vec2;

use super::near::{LOOK, NOBODY, Near, Neighbours};
use super::{PersonMemory, Startle};
use crate::coming::Coming;
use crate::melee::choose::DRAWN_IN;
use crate::shape::Shape;
use crate::stride::Gait;

/// Ticks for which who would get up insists on room, and then does not brush past anybody; m: by so much he does after that.
const PATIENT: [u64; 2] = [300, 600];
const BRUSHES: f32 = 0.03;

/// m. Who is deeper in somebody steps out of him.
const DEEP: f32 = 0.02;
/// Frames: who will be in him by then is got out of the way of.
const SOON: [u32; 6] = [10, 20, 30, 40, 50, 60];
/// Frames. So long after it nobody who is about to be bumped into comes to where somebody has stepped back.
const LATER: u32 = 90;
/// m. How far somebody steps back who is in the way; and rad: in which directions that is tried, from straight away on.
const STEP: f32 = 0.35;
const ASIDE: [f32; 7] = [0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8];

impl Startle {
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
}
