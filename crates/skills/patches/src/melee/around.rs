//! Who is about somebody who steps: where their limbs will be while he does, so that he treads on nobody who lies.

use footwork_stage::Troupe;
use glam::Vec2;

use super::Melee;
use super::memory::{FighterMemory, MeleeMemory, State};
use crate::acts::{Acts, Stood};
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

/// m. Who steps stays so far off others: where feet come down is foreseen to some centimetres.
const ROOM_TO_STEP: f32 = 0.07;

/// One of those near, as far as it is known what becomes of him.
#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant, reason = "a step allocates nothing, so that a shape is in place")]
enum Near {
    /// He plays this.
    Plays(Coming),
    /// He lies as he is shown.
    Lies(Shape),
}

impl Near {
    fn is_met(&self, acts: &Acts, own: &Stood, frames: u32, room: f32) -> bool {
        match self {
            Near::Plays(coming) => acts.are_deeper(own, &coming.at(frames), -room),
            Near::Lies(shape) => acts.are_deeper_in(own, shape, -room),
        }
    }

    fn depth(&self, acts: &Acts, own: &Stood, frames: u32) -> f32 {
        match self {
            Near::Plays(coming) => acts.limb_depth(own, &coming.at(frames)),
            Near::Lies(shape) => acts.limb_depth_in(own, shape),
        }
    }
}

/// Everybody near somebody, and what they play.
pub struct Around {
    near: [Option<Near>; NEAR],
}

impl Around {
    /// Nobody.
    pub const NOBODY: Around = Around { near: [None; NEAR] };

    /// Those about one of a troupe.
    pub fn of(melee: &Melee, memory: &MeleeMemory, troupe: &Troupe<'_, FighterMemory>, at: usize) -> Around {
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
        let seen = |other: usize| {
            let view = troupe.view(other)?;
            match State::of(u32::from(memory.spots[other].state)) {
                State::Lies => Some(Near::Lies(Shape::of(&view))),
                _ => Coming::of(&melee.acts, &view).map(Near::Plays),
            }
        };
        Around { near: near.map(seen) }
    }

    /// Whether a step goes into anybody.
    pub fn is_met_by(&self, acts: &Acts, step: &Coming) -> bool {
        (1..=LOOKS).any(|look| self.meets(acts, step, step.frames() * look / LOOKS, ROOM_TO_STEP))
    }

    /// Whether somebody who gets up comes nearer to anybody than this, in m.
    pub fn is_risen_into(&self, acts: &Acts, rise: &Coming, room: f32) -> bool {
        (1..=RISES).any(|look| self.meets(acts, rise, rise.frames() * look / RISES, room))
    }

    fn meets(&self, acts: &Acts, step: &Coming, frames: u32, room: f32) -> bool {
        let own = step.at(frames);
        self.near.iter().flatten().any(|other| other.is_met(acts, &own, frames, room))
    }

    /// m, how deep somebody is in anybody at the end of a step; 0 if in nobody.
    pub fn depth(&self, acts: &Acts, step: &Coming) -> f32 {
        let own = step.at(step.frames());
        let others = self.near.iter().flatten();
        others.map(|other| other.depth(acts, &own, step.frames())).fold(0.0, f32::max)
    }
}
