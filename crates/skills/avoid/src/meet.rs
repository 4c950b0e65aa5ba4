//! How near a sphere and a body of spheres come, eight at a time: what paths are scored by.
//!
//! Paper: section 4.2, eq. 4, 5 and 7. Between two moments both go straight.

use glam::Vec3;
use wide::f32x8;

use crate::path::World;
use crate::spheres::{LANES, Places};

/// m/s. Nothing of a body gets faster in an avoidance, or hardly.
pub(crate) const FASTEST: f32 = 4.5;

/// The nearest that an attack and a body have come.
pub struct Nearest {
    pub(crate) distance: f32,
    pub(crate) when: f32,
    pub(crate) sphere: u32,
    pub(crate) away: Vec3,
}

impl Nearest {
    pub(crate) const NONE: Nearest = Nearest { distance: f32::MAX, when: 0.0, sphere: 0, away: Vec3::ZERO };
}

/// Lets a sphere of an attack and a body go from one moment to the next, and remembers where they are nearest: eq. 7. `from` is
/// both a moment before, if both were there; `near` is what they are known to come to at some moment: groups of spheres that cannot
/// be nearer are passed over.
pub(crate) fn sweep(
    world: &World<'_>,
    body: &Places,
    at: Vec3,
    from: Option<(&Places, Vec3)>,
    radius: f32,
    [when, step, near]: [f32; 3],
    nearest: &mut Nearest,
) {
    let spheres = &world.volumes.spheres;
    let at8 = [f32x8::splat(at.x), f32x8::splat(at.y), f32x8::splat(at.z)];
    let radius8 = f32x8::splat(radius);
    // Within the step both go on, so that they may be nearer than at its end by what both go.
    let moved = from.map_or(0.0, |(_, was)| at.distance(was) + FASTEST * step);
    let margin = f32x8::splat(near.max(0.0) + moved + radius);
    for group in 0..world.volumes.groups() {
        let now = [at8[0] - body.x[group], at8[1] - body.y[group], at8[2] - body.z[group]];
        let square = now[0] * now[0] + now[1] * now[1] + now[2] * now[2];
        let reach = margin + spheres.radii[group];
        // What is no sphere has a radius far below 0, whose square is large.
        let may = square.simd_lt(reach * reach) & f32x8::ZERO.simd_lt(reach);
        if !may.any() {
            continue;
        }
        let (apart, share) = match from {
            None => (square, f32x8::ONE),
            Some((old, old_at)) => {
                let was = [
                    f32x8::splat(old_at.x) - old.x[group],
                    f32x8::splat(old_at.y) - old.y[group],
                    f32x8::splat(old_at.z) - old.z[group],
                ];
                let moved = [now[0] - was[0], now[1] - was[1], now[2] - was[2]];
                let square = moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2];
                let along = was[0] * moved[0] + was[1] * moved[1] + was[2] * moved[2];
                let share = (-along / square.fast_max(f32x8::splat(1e-12)))
                    .fast_max(f32x8::ZERO)
                    .fast_min(f32x8::ONE);
                let off = [was[0] + moved[0] * share, was[1] + moved[1] * share, was[2] + moved[2] * share];
                (off[0] * off[0] + off[1] * off[1] + off[2] * off[2], share)
            }
        };
        let distance = apart.sqrt() - (radius8 + spheres.radii[group]);
        // Most groups are no nearer than what is known.
        if !distance.simd_lt(f32x8::splat(nearest.distance)).any() {
            continue;
        }
        let distances = distance.as_array();
        for (lane, distance) in distances.iter().enumerate() {
            if *distance < nearest.distance {
                let share = share.as_array()[lane];
                let sphere = group * LANES + lane;
                let (mut place, mut attack) = (body.get(sphere), at);
                if let Some((old, old_at)) = from {
                    place = old.get(sphere).lerp(place, share);
                    attack = old_at.lerp(at, share);
                }
                *nearest = Nearest {
                    distance: *distance,
                    when: when - (1.0 - share) * step,
                    sphere: sphere as u32,
                    away: (place - attack).normalize_or(Vec3::Y),
                };
            }
        }
    }
}

/// m: the sum of how deep an attack's sphere is in spheres that will move. Keeps the least distance to the body.
pub(crate) fn met(
    world: &World<'_>,
    body: &Places,
    at: Vec3,
    radius: f32,
    moved: u64,
    unmoved: &mut f32,
) -> f32 {
    let spheres = &world.volumes.spheres;
    let (mut sum, mut nearest, mut is_nearer) = (0.0, f32x8::splat(*unmoved), false);
    for group in 0..world.volumes.groups() {
        let reach = f32x8::splat(radius) + spheres.radii[group];
        // Most groups are neither where the attack is nor nearer than what is known.
        let (square, limit) = (square(body, at, group), reach + f32x8::splat((*unmoved).max(0.0)));
        if !(square.simd_lt(limit * limit) & f32x8::ZERO.simd_lt(limit)).any() {
            continue;
        }
        let apart = square.sqrt() - reach;
        (nearest, is_nearer) = (nearest.fast_min(apart), true);
        let bits = (moved >> (group * LANES)) & 0xff;
        if bits != 0 && apart.simd_lt(f32x8::ZERO).any() {
            let lanes = apart.to_array();
            sum += (0..LANES)
                .filter(|lane| bits >> lane & 1 == 1)
                .map(|lane| (-lanes[lane]).max(0.0))
                .sum::<f32>();
        }
    }
    if is_nearer {
        *unmoved = nearest.to_array().into_iter().fold(*unmoved, f32::min);
    }
    sum
}

/// m: the sum of how deep an attack's sphere is where spheres were that are not there any more: eq. 4 and 5.
pub(crate) fn depth(world: &World<'_>, was: &Places, now: &Places, at: Vec3, radius: f32, moved: u64) -> f32 {
    let spheres = &world.volumes.spheres;
    let mut sum = 0.0;
    for group in 0..world.volumes.groups() {
        let bits = (moved >> (group * LANES)) & 0xff;
        let reach = f32x8::splat(radius) + spheres.radii[group];
        let then = square(was, at, group);
        if bits == 0 || !(then.simd_lt(reach * reach) & f32x8::ZERO.simd_lt(reach)).any() {
            continue;
        }
        let then = (then.sqrt() - reach).to_array();
        let now = (square(now, at, group).sqrt() - reach).to_array();
        for lane in (0..LANES).filter(|lane| bits >> lane & 1 == 1) {
            sum += (-then[lane]).min(now[lane]).max(0.0);
        }
    }
    sum
}

/// m², lane by lane: how far the middles of a group's spheres are from a point, squared.
#[inline]
fn square(places: &Places, at: Vec3, group: usize) -> f32x8 {
    let x = f32x8::splat(at.x) - places.x[group];
    let y = f32x8::splat(at.y) - places.y[group];
    let z = f32x8::splat(at.z) - places.z[group];
    x * x + y * y + z * z
}
