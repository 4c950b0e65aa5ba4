//! What was played where and when, so that nobody sees the same encounter again soon beside the last one.
//!
//! Paper: Shum 2010, eq. 6.1, whose term for use fades with every choice, wherever it is made. Departs from it: in a battle a choice
//! on the other wing is none that anybody here has seen, so that use fades with how far away and how long ago a patch was played.

use bytemuck::{Pod, Zeroable};
use glam::Vec2;

use super::memory::{MOST, MeleeMemory};

/// How many encounters are remembered: in a battle of a thousand those of a minute and a half.
pub const EVENTS: usize = 1536;
/// m. Within the first of these who sees the one encounter sees the other one as well, beyond the second hardly.
const NEAR: [f32; 2] = [9.0, 15.0];
/// s after which half of it is forgotten.
const HALF: f32 = 30.0;
/// Of a metre, and ticks: what places and moments are kept in.
const FINE: f32 = 0.1;
const COARSE: u64 = 16;

/// Where and when a patch was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Seen {
    /// By its number, plus one; 0 for none.
    patch: u16,
    /// Some ticks.
    when: u16,
    /// Some decimetres.
    x: i16,
    z: i16,
}

impl Seen {
    /// A patch at a place, at a tick.
    fn new(patch: usize, place: Vec2, tick: u64) -> Seen {
        let [x, z] = place.to_array().map(|at| (at / FINE) as i16);
        Seen { patch: patch as u16 + 1, when: (tick / COARSE) as u16, x, z }
    }

    /// How much of it somebody remembers at a place and a tick: 1 here and now. `step` is s a tick.
    fn remains(&self, place: Vec2, tick: u64, step: f32) -> f32 {
        let far = (Vec2::new(f32::from(self.x), f32::from(self.z)) * FINE).distance(place);
        let near = ((NEAR[1] - far) / (NEAR[1] - NEAR[0])).clamp(0.0, 1.0);
        if self.patch == 0 || near == 0.0 {
            return 0.0;
        }
        let ago = ((tick / COARSE) as u16).wrapping_sub(self.when);
        let ago = f32::from(ago) * COARSE as f32 * step;
        near * libm::exp2f(-ago / HALF)
    }
}

impl MeleeMemory {
    /// How much each patch was seen lately about a place, from 0 to 1. `step` is s a tick.
    pub fn seen_near(&self, place: Vec2, tick: u64, step: f32) -> [f32; MOST] {
        let mut most = [0.0_f32; MOST];
        for seen in &self.seen {
            if let Some(most) = most.get_mut(usize::from(seen.patch).wrapping_sub(1)) {
                *most = most.max(seen.remains(place, tick, step));
            }
        }
        most
    }

    /// Remembers that a patch is played, in place of what is longest ago.
    pub fn see(&mut self, patch: usize, place: Vec2, tick: u64) {
        self.seen[self.sights as usize % EVENTS] = Seen::new(patch, place, tick);
        self.sights = self.sights.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_fades_with_distance_and_time() {
        let (here, step) = (Vec2::new(-1.0, 2.0), 1.0 / 60.0);
        let seen = Seen::new(7, here, 160);
        assert_eq!(Seen::default().remains(here, 160, step), 0.0);
        assert_eq!(seen.remains(here, 160, step), 1.0);
        assert_eq!(seen.remains(here + Vec2::X * 8.0, 160, step), 1.0);
        assert_eq!(seen.remains(here + Vec2::X * 16.0, 160, step), 0.0);
        assert!((seen.remains(here, 160 + 1800, step) - 0.5).abs() < 0.01);
        assert!(seen.remains(here + Vec2::X * 12.0, 1960, step) < 0.3);
    }
}
