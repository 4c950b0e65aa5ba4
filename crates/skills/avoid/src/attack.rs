//! The attack volume: spheres over time, whatever they are made of.
//!
//! Paper: section 3 and 4.2, "an attack volume is given as an input". A ball's, a limb's, a bar's: all are a few spheres whose
//! places are known at moments that are the same for all of them, so that several attacks at once are one volume with more
//! spheres.

use footwork_motion::Transform;
use glam::Vec3;

/// The most moments of an attack.
pub const MOST_MOMENTS: usize = 48;
/// The most spheres.
pub const MOST_SHOTS: usize = 16;

/// One sphere of an attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// m
    pub radius: f32,
    /// m, at every moment, in the world.
    pub at: [Vec3; MOST_MOMENTS],
    /// From which moment to just before which it is there.
    pub live: [u32; 2],
}

impl Shot {
    /// One that is nowhere.
    pub const NOWHERE: Shot = Shot { radius: 0.0, at: [Vec3::ZERO; MOST_MOMENTS], live: [0, 0] };

    /// Whether it is there at a moment.
    #[inline]
    pub fn lives(&self, moment: usize) -> bool {
        (self.live[0] as usize..self.live[1] as usize).contains(&moment)
    }
}

/// Everything that comes at a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attack {
    /// s from now: the first moment.
    pub first: f32,
    /// s, from one moment to the next.
    pub step: f32,
    /// How many moments there are.
    pub moments: usize,
    /// s from now: the middle of the time in which the body would be hit; eq. 1's and 3's t.
    pub time: f32,
    /// How many spheres there are.
    pub count: usize,
    /// The spheres.
    pub shots: [Shot; MOST_SHOTS],
}

impl Attack {
    /// No attack.
    pub const NOTHING: Attack = Attack {
        first: 0.0,
        step: 0.05,
        moments: 0,
        time: 0.0,
        count: 0,
        shots: [Shot::NOWHERE; MOST_SHOTS],
    };

    /// s from now, of a moment.
    #[inline]
    pub fn moment(&self, at: usize) -> f32 {
        self.first + at as f32 * self.step
    }

    /// The moment nearest to the time of the attack.
    #[inline]
    pub fn middle(&self) -> usize {
        ((self.time - self.first) / self.step + 0.5).max(0.0) as usize
    }

    /// The spheres that there are.
    pub fn shots(&self) -> &[Shot] {
        &self.shots[..self.count.min(MOST_SHOTS)]
    }

    /// The same seen from somewhere else: `into` brings points of the world there.
    pub fn seen_from(&self, into: Transform, out: &mut Attack) {
        (out.first, out.step, out.moments, out.time) = (self.first, self.step, self.moments, self.time);
        out.count = self.count;
        for (shot, out) in self.shots().iter().zip(&mut out.shots) {
            (out.radius, out.live) = (shot.radius, shot.live);
            let live = shot.live[0] as usize..(shot.live[1] as usize).min(self.moments);
            for moment in live {
                out.at[moment] = into.point(shot.at[moment]);
            }
        }
    }
}
