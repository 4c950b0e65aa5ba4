//! How near a path's body is to an attack about the time at which it comes: most paths that are hit are hit then, which is found out
//! some spheres at a time, without looking at the rest.
//!
//! Paper: section 4.2, eq. 7, at three moments of the attack.

use footwork_motion::Transform;
use glam::Vec3;
use wide::f32x8;

use crate::attack::{Attack, MOST_MOMENTS, MOST_SHOTS};
use crate::path::{Laid, PathChoice, World};
use crate::skill::{Avoidance, Entry};
use crate::volumes::Between;

/// m. What is further away at one moment is not looked at at the others: it is hardly what is hit.
const FAR: f32 = 0.3;

/// The moments about the time of an attack, as a path's avoidance sees them. Each is worked out when it is first asked for: most paths are
/// hit at the first.
#[derive(Clone, Copy, Debug)]
pub struct Midst<'a> {
    /// Brings points of the attack into the space of the avoidance's take.
    into: Transform,
    /// What the path is entered by.
    entry: Option<(&'a Entry, &'a Avoidance)>,
    moments: [Moment; 3],
    /// How many of them are worked out for the path.
    seen: usize,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// s from now.
    when: f32,
    /// m: the attack's spheres where it was given, and their radii.
    given: [(Vec3, f32); MOST_SHOTS],
    /// How many there are.
    shots: usize,
    /// Where in the avoidance's take the body is.
    recorded: Between,
    /// What is left of the offset, and s of its velocity.
    left: [f32; 2],
    /// m: the spheres in that take's space.
    at: [Vec3; MOST_SHOTS],
    /// How many of them count: none where the body has not left yet.
    count: usize,
}

impl Moment {
    const NEVER: Moment = Moment {
        when: 0.0,
        given: [(Vec3::ZERO, 0.0); MOST_SHOTS],
        shots: 0,
        recorded: Between::START,
        left: [0.0; 2],
        at: [Vec3::ZERO; MOST_SHOTS],
        count: 0,
    };
}

impl<'a> Midst<'a> {
    /// Those of an attack, before any path is looked at.
    pub fn new(attack: &Attack) -> Midst<'a> {
        let mut moments = [Moment::NEVER; 3];
        let middle = attack.middle();
        for (moment, number) in moments.iter_mut().zip([middle, middle + 1, middle.wrapping_sub(1)]) {
            if number >= attack.moments.min(MOST_MOMENTS) {
                continue;
            }
            moment.when = attack.moment(number);
            for shot in attack.shots().iter().filter(|shot| shot.lives(number)) {
                moment.given[moment.shots] = (shot.at[number], shot.radius);
                moment.shots += 1;
            }
        }
        Midst { into: Transform::IDENTITY, entry: None, moments, seen: 0 }
    }

    /// Turns to a path. `into` brings points of the attack into the space of the avoidance's take.
    #[inline]
    pub fn turn_to(&mut self, world: &World<'a>, path: PathChoice, into: Transform) {
        (self.entry, self.into, self.seen) = (world.entry(path.entry), into, 0);
    }

    /// Works out the next moment.
    fn see(&mut self, world: &World<'_>, laid: &Laid) {
        let moment = &mut self.moments[self.seen];
        (self.seen, moment.count) = (self.seen + 1, 0);
        let after = moment.when - laid.timing.leaves;
        let Some((entry, avoidance)) = self.entry.filter(|_| after >= 0.0 && moment.shots > 0) else {
            return;
        };
        let taken = world.taken(entry, avoidance, &laid.timing, after);
        let Some(recorded) = world.volumes.between(avoidance.take, f64::from(taken)) else { return };
        (moment.recorded, moment.left) = (recorded, world.decay.after(after));
        moment.count = moment.shots;
        for (at, (given, _)) in moment.at.iter_mut().zip(&moment.given[..moment.shots]) {
            *at = self.into.point(*given);
        }
    }

    /// m, lane by lane: how near one group of the body comes, which was laid out. Of what comes nearer than `out` only that it does, and of
    /// what is far at the first moment how far it is then.
    #[inline]
    pub fn near(&mut self, world: &World<'_>, laid: &Laid, group: usize, out: f32x8) -> f32x8 {
        let mut least = f32x8::splat(f32::MAX);
        let radii = world.volumes.spheres.radii[group];
        for number in 0..self.moments.len() {
            if number == self.seen {
                self.see(world, laid);
            }
            let moment = &self.moments[number];
            if moment.count == 0 {
                continue;
            }
            let recorded = world.volumes.group(&moment.recorded, group);
            let [x, y, z] = laid.blend_group(recorded, moment.left, group);
            for (at, (_, radius)) in moment.at[..moment.count].iter().zip(&moment.given) {
                let [x, y, z] = [f32x8::splat(at.x) - x, f32x8::splat(at.y) - y, f32x8::splat(at.z) - z];
                let apart = (x * x + y * y + z * z).sqrt() - (f32x8::splat(*radius) + radii);
                least = least.fast_min(apart);
            }
            if least.simd_lt(out).any() || !least.simd_lt(f32x8::splat(FAR)).any() {
                break;
            }
        }
        least
    }
}
