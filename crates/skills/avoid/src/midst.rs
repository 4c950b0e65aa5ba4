//! How near a path's body is to an attack about the time at which it comes: most paths that are hit are hit then, which is found out
//! some spheres at a time, without looking at the rest.
//!
//! Paper: section 4.2, eq. 7, at three moments of the attack.

use footwork_motion::Transform;
use glam::Vec3;
use wide::f32x8;

use crate::attack::{Attack, MOST_MOMENTS, MOST_SHOTS};
use crate::path::{Laid, PathChoice, World};
use crate::volumes::Between;

/// The moments about the time of an attack, as a path's avoidance sees them.
#[derive(Clone, Copy, Debug)]
pub struct Midst {
    moments: [Moment; 3],
    count: usize,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// Where in the avoidance's take the body is.
    recorded: Between,
    /// What is left of the offset, and s of its velocity.
    decay: [f32; 2],
    /// m: the attack's spheres in that take's space, and their radii.
    shots: [(Vec3, f32); MOST_SHOTS],
    count: usize,
}

impl Moment {
    const NEVER: Moment = Moment {
        recorded: Between::START,
        decay: [0.0; 2],
        shots: [(Vec3::ZERO, 0.0); MOST_SHOTS],
        count: 0,
    };
}

impl Midst {
    /// None yet.
    pub const NOTHING: Midst = Midst { moments: [Moment::NEVER; 3], count: 0 };

    /// Those of a path that was placed. `into` brings points of `attack` into the space of the avoidance's take.
    pub fn see(
        &mut self,
        world: &World<'_>,
        path: PathChoice,
        laid: &Laid,
        attack: &Attack,
        into: Transform,
    ) -> Option<()> {
        let (entry, avoidance) = world.entry(path.entry)?;
        self.count = 0;
        let middle = ((attack.time - attack.first) / attack.step + 0.5).max(0.0) as usize;
        for number in [middle, middle + 1, middle.wrapping_sub(1)] {
            let after = attack.moment(number) - laid.timing.leaves;
            if number >= attack.moments.min(MOST_MOMENTS) || after < 0.0 {
                continue;
            }
            let moment = &mut self.moments[self.count];
            let taken = world.taken(entry, avoidance, &laid.timing, after);
            moment.recorded = world.volumes.between(avoidance.take, f64::from(taken))?;
            moment.decay = world.decay.after(after);
            moment.count = 0;
            for shot in attack.shots().iter().filter(|shot| shot.lives(number)) {
                moment.shots[moment.count] = (into.point(shot.at[number]), shot.radius);
                moment.count += 1;
            }
            self.count += 1;
        }
        Some(())
    }

    /// m, how near one group of the body comes, which was laid out; of what is hit only that it is.
    #[inline]
    pub fn near(&self, world: &World<'_>, laid: &Laid, group: usize) -> f32 {
        let mut least = f32x8::splat(f32::MAX);
        let radii = world.volumes.spheres.radii[group];
        let hit = f32x8::splat(-world.settings.lean);
        for moment in &self.moments[..self.count] {
            let [x, y, z] = world.volumes.group(&moment.recorded, group);
            let (position, velocity) = (f32x8::splat(moment.decay[0]), f32x8::splat(moment.decay[1]));
            let Laid { offset, drift, held, .. } = laid;
            let x = x + held.x[group] + (offset.x[group] * position + drift.x[group] * velocity);
            let y = y + held.y[group] + (offset.y[group] * position + drift.y[group] * velocity);
            let z = z + held.z[group] + (offset.z[group] * position + drift.z[group] * velocity);
            for &(at, radius) in &moment.shots[..moment.count] {
                let [x, y, z] = [f32x8::splat(at.x) - x, f32x8::splat(at.y) - y, f32x8::splat(at.z) - z];
                let apart = (x * x + y * y + z * z).sqrt() - (f32x8::splat(radius) + radii);
                least = least.fast_min(apart);
            }
            if least.simd_lt(hit).any() {
                break;
            }
        }
        least.to_array().into_iter().fold(f32::MAX, f32::min)
    }
}
