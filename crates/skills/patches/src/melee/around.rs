//! Who is about somebody who steps: where their limbs will be while he does, so that he treads on nobody who lies.

use footwork_stage::Troupe;
use glam::Vec2;

use super::Melee;
use super::choose::ROOM_BETWEEN;
use super::memory::{FighterMemory, MeleeMemory};
use crate::acts::Acts;
use crate::coming::Coming;

/// m. Limbs of who is further off are not reached within a step: 0.9 m of an outstretched leg, and half of it of his own.
const REACH: f32 = 1.5;
/// Most who are looked at; no more bodies find room so near.
const NEAR: usize = 12;
/// How many moments of a step are looked at.
const LOOKS: u32 = 3;

/// Everybody near somebody, and what they play.
pub struct Around {
    near: [Option<Coming>; NEAR],
}

impl Around {
    /// Nobody.
    pub const NOBODY: Around = Around { near: [None; NEAR] };

    /// Those about one of a troupe.
    pub fn of(melee: &Melee, memory: &MeleeMemory, troupe: &Troupe<'_, FighterMemory>, at: usize) -> Around {
        let own = &memory.spots[at];
        let place = Vec2::new(own.x, own.z);
        let (mut near, mut count) = ([usize::MAX; NEAR], 0);
        memory.near(place, |other, spot| {
            if other != at && count < NEAR && spot.far(place) < REACH {
                near[count] = other;
                count += 1;
            }
        });
        Around { near: near.map(|other| troupe.view(other).and_then(|view| Coming::of(&melee.acts, &view))) }
    }

    /// Whether a step goes into anybody.
    pub fn is_met_by(&self, acts: &Acts, step: &Coming) -> bool {
        (1..=LOOKS).any(|look| {
            let frames = step.frames() * look / LOOKS;
            let own = step.at(frames);
            self.near.iter().flatten().any(|other| acts.are_deeper(&own, &other.at(frames), -ROOM_BETWEEN))
        })
    }

    /// m, how deep somebody is in anybody at the end of a step; 0 if in nobody.
    pub fn depth(&self, acts: &Acts, step: &Coming) -> f32 {
        let own = step.at(step.frames());
        let others = self.near.iter().flatten().map(|other| other.at(step.frames()));
        others.map(|other| acts.limb_depth(&own, &other)).fold(0.0, f32::max)
    }
}
