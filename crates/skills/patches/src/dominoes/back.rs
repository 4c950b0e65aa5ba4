//! Getting up and going back to where one stood, each when there is room: hundreds lie across each other, and all want home at once.

use footwork_motion::ground::Place;
use footwork_stage::{Member, Move, Segment, StageView, Troupe};
use glam::Vec2;

use super::plan::{Person, Rising};
use super::{Dominoes, FallerMemory, Phase};
use crate::coming::Coming;
use crate::shape::Shape;
use crate::stride::Gait;

/// Most who are looked at, and m: how far away.
const NEIGHBOURS: usize = 32;
const NEAR: f32 = 2.2;
/// How many moments of getting up or of a step are looked at. The first is now, in which people lie as they fell.
const RISES: u32 = 12;
const STEPS: u32 = 4;
const UPS: u32 = 5;
/// m. Who gets up may brush past others by so much, and more when he has waited for some seconds; who steps keeps off.
const BRUSHES: [f32; 3] = [0.0, 0.02, 0.03];
const ROOM: f32 = 0.05;
/// s. How long somebody is content with the first of these, and with the second; and when he gets up anyhow, if nobody near does so just
/// then, and if somebody does.
const CONTENT: [f32; 2] = [5.0, 12.0];
const WAITS: [f32; 2] = [25.0, 29.0];
/// m. So far somebody who lies draws in an arm or a leg in time.
const DRAWN_IN: f32 = 0.03;
/// Ticks between two looks for room.
const ASKS: u64 = 12;
/// m/s. How fast people go back.
const GOES: f32 = 0.9;
/// s. How long somebody stands who has nobody let him through.
const STANDS: f64 = 0.5;
/// Frames after a step at which nobody should be where another one gets up.
const LATER: [u32; 3] = [30, 60, 100];
/// m, rad: how far somebody steps aside who is in another one's way, and where to, from straight home on.
const STEP: f32 = 0.4;
const ASIDE: [f32; 8] = [0.0, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4, 3.1];
/// m. As near as this to where he stood somebody is back.
const HOME: f32 = 0.12;

/// Everybody near one who gets up or goes.
pub(super) struct Near {
    /// What each does, how he is shown, and m: by how much he draws in his arms and legs, if he lies.
    all: [Option<(Coming, Shape, f32)>; NEIGHBOURS],
    /// How each of them will get up who lies.
    up: [Option<Coming>; NEIGHBOURS],
    /// Whether one of them gets up.
    rises: bool,
}

impl Near {
    /// Nobody.
    pub const NOBODY: Near = Near { all: [None; NEIGHBOURS], up: [None; NEIGHBOURS], rises: false };

    /// m, by how much somebody who is shown so comes nearer to anybody than `room`, as long as he moves, and to who gets up after that; or
    /// ends where somebody who lies still has to get up.
    fn too_near(&self, own: &Dominoes, (coming, shown): (&Coming, &Shape), looks: u32, room: f32) -> f32 {
        let body = coming.foreseen(&own.acts, shown, coming.frames());
        let ups =
            self.all.iter().zip(&self.up).filter_map(|(who, up)| Some((&who.as_ref()?.1, up.as_ref()?)));
        let most = ups.fold(0.0_f32, |most, (shape, up)| {
            (1..=UPS).fold(most, |most, look| {
                let rises = up.foreseen(&own.acts, shape, up.frames() * look / UPS);
                most.max(own.acts.too_near(&body, &rises, 0.0))
            })
        });
        most.max(self.too_near_who_give(own, (coming, shown), looks, room, false))
    }

    /// The same; those who lie may be expected to draw in their arms and legs.
    fn too_near_who_give(
        &self,
        own: &Dominoes,
        (coming, shown): (&Coming, &Shape),
        looks: u32,
        room: f32,
        give: bool,
    ) -> f32 {
        let (acts, end) = (&own.acts, coming.frames());
        let mut most = 0.0_f32;
        let moments = (1..=looks).map(|look| end * look / looks).chain(LATER.map(|later| end + later));
        for frames in moments {
            let body = coming.foreseen(acts, shown, frames);
            for (other, shape, gives) in self.all.iter().flatten() {
                let gives = if give { *gives } else { 0.0 };
                if frames <= end || other.frames() > end {
                    let then = other.foreseen(acts, shape, frames);
                    most = most.max(acts.too_near_who_gives(&body, &then, room, gives));
                }
                if frames <= end {
                    most = most.max(acts.too_near_who_gives(&body, shape, room, gives));
                }
            }
        }
        most
    }
}

impl Dominoes {
    /// Those near one of a troupe.
    pub(super) fn near(&self, troupe: &mut Troupe<'_, FallerMemory>, at: usize) -> Near {
        let mut near = Near::NOBODY;
        let Some(own) = troupe.view(at).map(|view| Place::new(view.frame())) else { return near };
        let mut count = 0;
        for other in (0..troupe.len()).filter(|other| *other != at) {
            let Some(view) = troupe.view(other) else { continue };
            if count == NEIGHBOURS || Place::new(view.frame()).distance(&own) > NEAR {
                continue;
            }
            let Some(member) = troupe.member(other) else { continue };
            let phase = Phase::of(member.memory.phase);
            let gives = if phase == Phase::Lies { DRAWN_IN } else { 0.0 };
            let rising = self.plan.people.get(other).and_then(|person| person.tumble);
            let rising = rising.filter(|_| phase == Phase::Lies).map(|tumble| tumble.rises);
            let body = Place::new(view.frame());
            near.up[count] = rising.map(|up| Coming::begins(&self.acts, &body, up.take, up.span));
            near.rises |= phase == Phase::Rises;
            near.all[count] =
                Coming::of_member(&self.acts, &member).map(|coming| (coming, Shape::of(&view), gives));
            count += 1;
        }
        near
    }

    /// Whether somebody looks for room in this step.
    pub(super) fn looks(was: Phase, now: Phase, at: usize, stage: &StageView<'_>) -> bool {
        was == Phase::Lies
            && matches!(now, Phase::Rises | Phase::Returns | Phase::Stands)
            && (stage.tick() + at as u64).is_multiple_of(ASKS)
    }

    /// Whether there is room to get up for somebody who has waited for so many seconds.
    pub(super) fn can_rise(
        &self,
        member: &Member<'_, FallerMemory>,
        rising: &Rising,
        near: &Near,
        waited: f32,
    ) -> bool {
        let (body, shown) = (Place::new(member.view().frame()), Shape::of(&member.view()));
        let rise = Coming::begins(&self.acts, &body, rising.take, rising.span);
        let brushes = BRUSHES[CONTENT.iter().filter(|content| waited > **content).count()];
        // Two who are in each other's way do not get up at once.
        let anyhow = waited > WAITS[usize::from(near.rises)];
        anyhow || near.too_near_who_give(self, (&rise, &shown), RISES, -brushes, true) == 0.0
    }

    /// Whether somebody is where he stood.
    pub(super) fn is_back(member: &Member<'_, FallerMemory>, person: &Person) -> bool {
        let here = member.view().frame().translation;
        Vec2::new(here.x - person.stands.x, here.z - person.stands.z).length() < HOME
    }

    /// A step on the way back to where he stood; or a wait, if somebody is in the way.
    pub(super) fn back(
        &self,
        member: &Member<'_, FallerMemory>,
        (person, number): (&Person, usize),
        near: &Near,
        asked: u32,
    ) -> Move {
        let view = member.view();
        let body = Place::new(view.frame());
        let now = (view.segment().take, (view.time() * f64::from(self.rate)) as u32);
        let known = (now.0 as usize) + 1 < self.acts.tables.starts.len();
        let shown = Shape::of(&view);
        let mut best: Option<(f32, Move)> = None;
        let mut take = |near: f32, order: Move| {
            if best.as_ref().is_none_or(|(least, _)| near < *least) {
                best = Some((near, order));
            }
            near == 0.0
        };
        // Home, if that is free; or a wait; or aside, if somebody comes to where he is.
        let away = Vec2::new(person.stands.x - body.x, person.stands.z - body.z);
        for aside in known.then_some(ASIDE).into_iter().flatten() {
            let to = Vec2::from_angle(aside).rotate(away.normalize_or(Vec2::Y)) * STEP;
            let goal = match aside == 0.0 {
                true => person.stands,
                false => Place { x: body.x + to.x, z: body.z + to.y, ..body },
            };
            let gait = Gait { speed: GOES, width: None };
            let Some(step) = self.strides.toward(&self.acts, now, &body, &goal, &gait) else {
                if aside != 0.0 {
                    continue;
                }
                return Move { yields: true, ..self.rest(number, asked, Some(&person.stands)) };
            };
            let goes = Coming::ordered(&self.acts, &body, &step);
            if take(near.too_near(self, (&goes, &shown), STEPS, ROOM), Move { yields: true, ..step }) {
                break;
            }
            if aside == 0.0 {
                let waits = self.rest(number, asked, None);
                let Segment { first, end, .. } = waits.segment;
                let segment = Segment { end: end.min(first + STANDS), ..waits.segment };
                let waits = Move { segment, yields: true, ..waits };
                let stays = Coming::ordered(&self.acts, &body, &waits);
                if take(near.too_near(self, (&stays, &shown), STEPS, 0.0), waits) {
                    break;
                }
            }
        }
        best.map_or_else(|| self.rest(number, asked, Some(&person.stands)), |(_, order)| order)
    }
}
