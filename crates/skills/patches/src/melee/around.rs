//! Who is about somebody who steps: where their limbs will be while he does, so that he treads on nobody who lies, and is not where
//! somebody is about to fall.

use footwork_stage::{StageView, Troupe};
use glam::Vec2;

use super::Melee;
use super::choose::{DRAWN_IN, Does, Other, ROOM_BETWEEN, ROOM_TO_FALL};
use super::memory::{FighterMemory, MeleeMemory, State};
use crate::coming::Coming;
use crate::shape::Shape;

/// m. Limbs of who is further off are not reached within a step: 0.9 m of an outstretched leg, and half of it of his own.
const REACH: f32 = 1.5;
/// m. The same from the middle of somebody who lies: half of him more.
const LONG: f32 = 2.2;
/// Most who are looked at; no more bodies find room so near.
const NEAR: usize = 12;
/// How many moments of a step are looked at.
const LOOKS: u32 = 3;
/// The same of somebody who gets up, which takes two seconds.
const RISES: u32 = 8;
/// Frames after a step at which nobody should be where another one falls: as long as two steps out of the way take.
const LATER: [u32; 3] = [20, 40, 60];

/// m. By how much deeper somebody may get on his way up into whom he lies against, and how deep in all: less than a collision is.
const LEAVES: f32 = 0.01;
const ENTANGLED: f32 = 0.04;

/// m. As near as this to a foot nobody should lie.
const FEET: f32 = 0.02;

/// m. Who steps stays so far off others: where feet come down is foreseen to some centimetres.
const ROOM_TO_STEP: f32 = 0.07;

/// One of those near, as far as it is known what becomes of him.
#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant, reason = "a step allocates nothing, so that a shape is in place")]
enum Near {
    /// He plays this, and his legs are shown so.
    Plays(Coming, Shape),
    /// He lies as he is shown.
    Lies(Shape),
    /// He gets up. Hands and feet that he put down stay there for a while, wherever they were recorded.
    Rises(Coming, Shape),
    /// The same, and then the rest of his encounter; and whether he goes down in it.
    Fights(Coming, Shape, Other, bool),
}

impl Near {
    fn shape(&self) -> &Shape {
        match self {
            Near::Plays(_, shape)
            | Near::Lies(shape)
            | Near::Rises(_, shape)
            | Near::Fights(_, shape, ..) => shape,
        }
    }
}

/// Everybody near somebody, and what they play.
pub struct Around {
    near: [Option<Near>; NEAR],
    /// How he himself is shown.
    own: Option<Shape>,
    tick: u64,
    /// Frames a tick.
    rate: f32,
}

/// One of those near, as he is seen.
fn seen_as(
    melee: &Melee,
    memory: &MeleeMemory,
    troupe: &mut Troupe<'_, FighterMemory>,
    other: usize,
) -> Option<Near> {
    let own = *troupe.member(other)?.memory;
    let view = troupe.view(other)?;
    let coming = Coming::of_member(&melee.acts, &troupe.member(other)?);
    match State::of(u32::from(memory.spots[other].state)) {
        State::Lies => Some(Near::Lies(Shape::of(&view))),
        State::Rises => Some(Near::Rises(coming?, Shape::of(&view))),
        State::Comes | State::Plays => {
            let patch = own.patch.checked_sub(1)?;
            let role = own.role as usize & 1;
            let falls = melee.book.patches.get(patch as usize)?.down[role];
            let bend = melee.bend_of_other(&own);
            let does = Does::Plays(patch, role, own.origin, own.starts, bend);
            Some(Near::Fights(coming?, Shape::of(&view), Other { place: Vec2::ZERO, does }, falls))
        }
        _ => Some(Near::Plays(coming?, Shape::of(&view))),
    }
}

impl Around {
    /// Nobody.
    pub const NOBODY: Around = Around { near: [None; NEAR], own: None, tick: 0, rate: 1.0 };

    /// Those about one of a troupe.
    pub fn of(
        melee: &Melee,
        memory: &MeleeMemory,
        troupe: &mut Troupe<'_, FighterMemory>,
        at: usize,
        stage: &StageView<'_>,
    ) -> Around {
        let own = &memory.spots[at];
        let (feet, head) = (Vec2::new(own.x, own.z), Vec2::new(own.then_x, own.then_z));
        let lies = State::of(u32::from(own.state)) == State::Lies;
        let (place, reach) = if lies { (0.5 * (feet + head), LONG) } else { (feet, REACH) };
        let (mut near, mut count) = ([usize::MAX; NEAR], 0);
        memory.near(place, |other, spot| {
            if other != at && count < NEAR && spot.far(place) < reach {
                near[count] = other;
                count += 1;
            }
        });
        let own = troupe.view(at).map(|view| Shape::of(&view));
        let mut seen = |other: usize| seen_as(melee, memory, troupe, other);
        Around {
            near: near.map(&mut seen),
            own,
            tick: stage.tick(),
            rate: melee.acts.tables.rate * stage.step(),
        }
    }

    /// Whether somebody near lies or gets up.
    pub fn is_among_lying(&self) -> bool {
        self.near.iter().flatten().any(|near| matches!(near, Near::Lies(_) | Near::Rises(..)))
    }

    /// Whether a step goes into anybody, or to where somebody falls soon.
    pub fn is_met_by(&self, melee: &Melee, step: &Coming) -> bool {
        self.is_met_within(melee, step, ROOM_TO_STEP)
    }

    /// The same, nearer than this, in m.
    pub fn is_met_within(&self, melee: &Melee, step: &Coming, room: f32) -> bool {
        (1..=LOOKS).any(|look| self.meets(melee, step, step.frames() * look / LOOKS, room))
            || self.is_fallen_onto(melee, step)
    }

    /// Whose arm or leg is on a foot of his, or is about to be: which way that is, in m on the ground. A foot that stands stays where
    /// it is until a step lifts it, so that standing still is no way out.
    pub fn is_trodden(&self, melee: &Melee) -> Option<Vec2> {
        let (own, acts) = (self.own.as_ref()?, &melee.acts);
        self.near.iter().flatten().find_map(|near| match near {
            Near::Lies(shape) | Near::Rises(_, shape) => {
                acts.legs_are_deeper(own, shape, -FEET).then(|| shape.middle())
            }
            Near::Fights(_, shape, other, true) => {
                let lands = LATER.iter().any(|later| {
                    let pose = other.pose(acts, &melee.book, (self.then(*later), self.rate));
                    pose.is_some_and(|pose| acts.are_deeper_in_legs(&pose, own, -FEET))
                });
                lands.then(|| shape.middle())
            }
            _ => None,
        })
    }

    /// Whether somebody who gets up comes nearer to anybody than this, in m. Whom he lies
    /// against already he may leave as he is; and if he has waited for
    /// long others who lie draw in their arms and legs.
    pub fn is_risen_into(&self, melee: &Melee, rise: &Coming, room: f32, draws_in: bool) -> bool {
        let lies =
            |near: &Near| self.own.as_ref().map_or(0.0, |own| melee.acts.too_near(own, near.shape(), 0.0));
        self.near.iter().flatten().any(|near| {
            let entangled = lies(near);
            let room = if entangled > 0.0 { room.min(-(entangled + LEAVES).min(ENTANGLED)) } else { room };
            (1..=RISES).any(|look| {
                let frames = rise.frames() * look / RISES;
                let own = self.own(melee, rise, frames);
                match near {
                    Near::Lies(shape) if draws_in => {
                        melee.acts.are_deeper_in_who_lies(&own, shape, -room, DRAWN_IN)
                    }
                    _ => self.is_near(melee, &own, near, frames, room),
                }
            })
        })
    }

    fn then(&self, frames: u32) -> u64 {
        self.tick + (frames as f32 / self.rate) as u64
    }

    /// How he himself will be shown in so many frames of a step.
    fn own(&self, melee: &Melee, step: &Coming, frames: u32) -> Shape {
        match &self.own {
            Some(shown) => step.foreseen(&melee.acts, shown, frames),
            None => melee.acts.shape(&step.at(&melee.acts, frames)),
        }
    }

    fn meets(&self, melee: &Melee, step: &Coming, frames: u32, room: f32) -> bool {
        let own = self.own(melee, step, frames);
        self.near.iter().flatten().any(|other| self.is_near(melee, &own, other, frames, room))
    }

    /// Whether somebody who will be shown so in so many frames is nearer to another one than this, in m.
    fn is_near(&self, melee: &Melee, own: &Shape, other: &Near, frames: u32, room: f32) -> bool {
        let acts = &melee.acts;
        match other {
            Near::Fights(coming, _, other, _) if frames > coming.frames() => {
                other.is_met_in(acts, &melee.book, own, (self.then(frames), self.rate), room)
            }
            Near::Plays(coming, shape) | Near::Fights(coming, shape, ..) => {
                acts.shapes_are_deeper(own, &coming.foreseen(acts, shape, frames), -room)
            }
            Near::Lies(shape) => acts.shapes_are_deeper(own, shape, -room),
            Near::Rises(coming, shape) => {
                acts.shapes_are_deeper(own, &coming.foreseen(acts, shape, frames), -room)
                    || acts.shapes_are_deeper(own, shape, -room)
            }
        }
    }

    fn is_fallen_onto(&self, melee: &Melee, step: &Coming) -> bool {
        let mut falls = self.falls(step).peekable();
        if falls.peek().is_none() && self.rises().next().is_none() {
            return false;
        }
        let (acts, frames) = (&melee.acts, step.frames());
        let own = self.own(melee, step, frames);
        falls.any(|(other, then)| other.is_met_in(acts, &melee.book, &own, (then, self.rate), ROOM_TO_FALL))
            || self.rises().any(|(coming, shape)| {
                let is_met = |later| {
                    let then = coming.foreseen(acts, shape, frames + later);
                    acts.shapes_are_deeper(&own, &then, -ROOM_BETWEEN)
                };
                LATER.into_iter().any(is_met)
            })
    }

    /// Those who get up: that takes them longer than anybody's step.
    fn rises(&self) -> impl Iterator<Item = (&Coming, &Shape)> {
        self.near.iter().flatten().filter_map(|near| match near {
            Near::Rises(coming, shape) => Some((coming, shape)),
            _ => None,
        })
    }

    /// Those who are going to fall, with some moments after a step.
    fn falls(&self, step: &Coming) -> impl Iterator<Item = (&Other, u64)> {
        let frames = step.frames();
        let falls = self.near.iter().flatten().filter_map(|near| match near {
            Near::Fights(_, _, other, true) => Some(other),
            _ => None,
        });
        falls.flat_map(move |other| LATER.map(|later| (other, self.then(frames + later))))
    }

    /// m, by how much a step is nearer to anybody than people keep from each other, or ends nearer to who falls soon; 0 if it is not.
    pub fn too_near(&self, melee: &Melee, step: &Coming) -> f32 {
        let acts = &melee.acts;
        let mut most = 0.0_f32;
        for frames in (1..=LOOKS).map(|look| step.frames() * look / LOOKS) {
            let own = self.own(melee, step, frames);
            for other in self.near.iter().flatten() {
                let near = |shape: &Shape| acts.too_near(&own, shape, ROOM_TO_STEP);
                most = most.max(match other {
                    Near::Plays(coming, shape) | Near::Fights(coming, shape, ..) => {
                        near(&coming.foreseen(acts, shape, frames))
                    }
                    Near::Lies(shape) => near(shape),
                    Near::Rises(coming, shape) => {
                        near(&coming.foreseen(acts, shape, frames)).max(near(shape))
                    }
                });
            }
        }
        let own = self.own(melee, step, step.frames());
        for (coming, shape) in self.rises() {
            for later in LATER {
                let then = coming.foreseen(acts, shape, step.frames() + later);
                most = most.max(acts.too_near(&own, &then, ROOM_BETWEEN));
            }
        }
        self.falls(step).fold(most, |most, (other, then)| {
            let pose = other.pose(acts, &melee.book, (then, self.rate));
            most.max(pose.map_or(0.0, |pose| acts.too_near(&acts.shape(&pose), &own, ROOM_TO_FALL)))
        })
    }
}
