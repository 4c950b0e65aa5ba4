//! Getting up and going back to where one stood, each when there is room: hundreds lie across each other, and all want home at once.

use footwork_motion::ground::Place;
use footwork_stage::{Member, Move, Segment, StageView, Troupe};
use glam::Vec2;

use super::plan::{Person, Tumble};
use super::{Dominoes, FallerMemory, Phase};
use crate::coming::Coming;
use crate::shape::Shape;
use crate::stride::Gait;

/// Most who are looked at, and m: how far away.
const NEIGHBOURS: usize = 32;
const NEAR: f32 = 2.2;
/// How many moments of getting up or of a step are looked at. The first is now, in which people lie as they fell.
const RISES: u32 = 8;
const STEPS: u32 = 3;
/// m. Who gets up may brush past others by so much, and more when he has waited for some seconds; who steps keeps off.
const BRUSHES: [f32; 2] = [0.0, 0.03];
const ROOM: f32 = 0.05;
/// s. How long somebody is content with the first of these, and waits at most.
const CONTENT: f32 = 5.0;
const WAITS: f32 = 18.0;
/// Ticks between two looks for room.
const ASKS: u64 = 12;
/// m/s. How fast people go back.
const GOES: f32 = 0.9;
/// s. How long somebody stands who has nobody let him through.
const STANDS: f64 = 0.5;
/// m. As near as this to where he stood somebody is back.
const HOME: f32 = 0.12;

/// Everybody near one who gets up or goes.
pub(super) struct Near {
    all: [Option<(Coming, Shape)>; NEIGHBOURS],
}

impl Near {
    /// Nobody.
    pub const NOBODY: Near = Near { all: [None; NEIGHBOURS] };

    fn is_met(&self, own: &Dominoes, (coming, shown): (&Coming, &Shape), looks: u32, depth: f32) -> bool {
        let acts = &own.acts;
        (1..=looks).any(|look| {
            let frames = coming.frames() * look / looks;
            let body = coming.foreseen(acts, shown, frames);
            self.all.iter().flatten().any(|(other, shape)| {
                acts.shapes_are_deeper(&body, &other.foreseen(acts, shape, frames), depth)
                    || acts.shapes_are_deeper(&body, shape, depth)
            })
        })
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
            near.all[count] = Coming::of_member(&self.acts, &member).map(|coming| (coming, Shape::of(&view)));
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
        tumble: &Tumble,
        near: &Near,
        waited: f32,
    ) -> bool {
        let (body, shown) = (Place::new(member.view().frame()), Shape::of(&member.view()));
        let rise = Coming::begins(&self.acts, &body, tumble.take, [tumble.lies[1], tumble.up]);
        let brushes = BRUSHES[usize::from(waited > CONTENT)];
        waited > WAITS || !near.is_met(self, (&rise, &shown), RISES, brushes)
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
        let gait = Gait { speed: GOES, width: None };
        let step =
            known.then(|| self.strides.toward(&self.acts, now, &body, &person.stands, &gait)).flatten();
        let Some(step) = step else { return self.rest(number, asked, Some(&person.stands)) };
        let goes = Coming::ordered(&self.acts, &body, &step);
        if !near.is_met(self, (&goes, &Shape::of(&view)), STEPS, -ROOM) {
            return Move { yields: true, ..step };
        }
        let waits = self.rest(number, asked, None);
        let Segment { first, end, .. } = waits.segment;
        let segment = Segment { end: end.min(first + STANDS), ..waits.segment };
        Move { segment, yields: true, ..waits }
    }
}
