//! What a path is worth against an attack: smaller is better.
//!
//! Paper: section 4.2, eq. 4 to 10, with the signs that they need:
//! - Eq. 5 as printed rewards any retreat. The avoidance volume is where a sphere was when the avoidance began and is no longer: as
//!   a signed distance, the larger of the distance to it then and minus the distance to it now.
//! - Eq. 6 is printed upside down: 1 − e′/E while e′ < E, and 0 from there on.
//! - Eq. 8: too near, or no further than without moving, is worst; a hit drops the path.
//!
//! Departs from it: between two tested moments attack and body go straight, and the nearest they come is what counts, so that no
//! attack is too fast to be seen; the cost of the transition and how far the body moves are added, each with a weight (0 in
//! the paper's preset); a path that is hit by no more than a lean can mend is kept, behind all that are not hit.

use footwork_motion::Transform;
use glam::Vec3;
use wide::f32x8;

use crate::attack::{Attack, MOST_MOMENTS, Shot};
use crate::path::{Doing, Laid, PathChoice, World};
use crate::spheres::{LANES, MOST_GROUPS, Places};

/// A path's worth, and what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Eq. 10 and what is added to it.
    pub total: f32,
    /// e′ of eq. 4.
    pub overlap: f32,
    /// m, d of eq. 7: the nearest that attack and body come to each other.
    pub distance: f32,
    /// m, the same of a body that stays as it was when the avoidance began.
    pub unmoved: f32,
    /// s from now: when they are nearest.
    pub when: f32,
    /// Which sphere of the body is nearest.
    pub sphere: u32,
    /// From the attack to that sphere, in the world; a unit vector.
    pub away: Vec3,
    /// s of eq. 3.
    pub scale: f32,
}

/// What is added for a path that only a lean saves: more than all terms together.
pub const LEANING: f32 = 100.0;

/// What a path is worth at least, whatever the attack: what is known before volumes are compared.
pub fn at_least(world: &World<'_>, path: PathChoice, node: usize, time_error: f32) -> f32 {
    let settings = world.settings;
    let cost = world.tables.cost(node, path.entry as usize) / world.tables.settings.limit;
    let movement = world.entry(path.entry).map_or(0.0, |(_, avoidance)| avoidance.movement);
    settings.weights[2] * time_error + settings.transition_weight * cost + settings.movement_weight * movement
}

/// Compares a path with an attack; none if it is hit, or too near for a lean to mend. `seen` is the attack in the space of the
/// avoidance's take, `least` what [`at_least`] said; what is found to be worth more than `most` is given up.
pub fn score(
    world: &World<'_>,
    doing: &Doing,
    path: PathChoice,
    laid: &Laid,
    seen: &Attack,
    least: f32,
    most: f32,
) -> Option<Score> {
    let near = at_once(world, path, laid, seen, Transform::IDENTITY);
    if near < -world.settings.lean {
        return None;
    }
    in_full(world, doing, path, laid, seen, near, [least, most])
}

/// The same for a path of which [`at_once`] has said how near it comes, and that it is not hit then.
pub fn in_full(
    world: &World<'_>,
    doing: &Doing,
    path: PathChoice,
    laid: &Laid,
    seen: &Attack,
    near: f32,
    [least, most]: [f32; 2],
) -> Option<Score> {
    let (entry, avoidance) = world.entry(path.entry)?;
    let settings = world.settings;
    let volumes = world.volumes;
    let groups = volumes.groups();
    let timing = &laid.timing;
    let at_start = volumes.at(avoidance.take, f64::from(avoidance.start));
    let start_box = volumes.box_at(avoidance.take, f64::from(avoidance.start));
    let [most_offset, most_drift] = laid.most(groups);
    let mut residual: Option<Places> = None;
    // What is shown now and a moment before, by turns; and the recording.
    let (mut bodies, mut recorded) = ([Places::ORIGIN; 2], Places::ORIGIN);
    let mut turn = 0;
    let mut nearest = Nearest::NONE;
    let mut unmoved = f32::MAX;
    let mut overlap = 0.0_f32;
    let mut has_before = false;
    for moment in 0..seen.moments.min(MOST_MOMENTS) {
        if !seen.shots().iter().any(|shot| shot.lives(moment)) {
            has_before = false;
            continue;
        }
        let when = seen.moment(moment);
        let after = when - timing.leaves;
        let taken = f64::from(world.taken(entry, avoidance, timing, after.max(0.0)));
        if after >= 0.0 || laid.before.is_none() {
            // What is far from the body, and from where it was, changes nothing.
            let [position, velocity] = world.decay.after(after);
            let body_box = volumes.box_at(avoidance.take, taken);
            let slack = most_offset * position + most_drift * velocity;
            let nearer = nearest.distance.min(near).clamp(0.0, FAR);
            let is_far = |shot: &Shot| {
                let at = shot.at[moment];
                // From one moment to the next both go on.
                let was = moment > 0 && shot.lives(moment - 1);
                let way = if was { at.distance(shot.at[moment - 1]).min(FAR) } else { 0.0 };
                outside(&body_box, at) - shot.radius > slack + nearer + way + FASTEST * seen.step
                    && outside(&start_box, at) - shot.radius > unmoved.clamp(0.0, FAR)
            };
            if seen.shots().iter().filter(|shot| shot.lives(moment)).all(is_far) {
                has_before = false;
                continue;
            }
        }
        turn = 1 - turn;
        let [one, other] = &mut bodies;
        let (body, before) = if turn == 0 { (one, &*other) } else { (other, &*one) };
        let is_recorded = after >= 0.0;
        match laid.before {
            _ if is_recorded => {
                volumes.read(avoidance.take, taken, &mut recorded);
                blend(&recorded, laid, world.decay.after(after), groups, body);
            }
            Some(before) => {
                let played = doing.time + f64::from(when / timing.scales[0] * doing.rate);
                let off = residual.get_or_insert_with(|| left_over(world, doing, laid, before));
                *body = volumes.at(doing.take, played).placed(before, groups);
                let left = f32x8::splat(world.decay.after(when)[0]);
                for group in 0..groups {
                    body.x[group] += off.x[group] * left;
                    body.y[group] += off.y[group] * left;
                    body.z[group] += off.z[group] * left;
                }
            }
            // A transition at once: there is nothing before it.
            None => {
                volumes.read(avoidance.take, f64::from(entry.first), &mut recorded);
                blend(&recorded, laid, [1.0, 0.0], groups, body);
            }
        }
        let body = &*body;
        for shot in seen.shots() {
            if !shot.lives(moment) {
                continue;
            }
            let at = shot.at[moment];
            let was = has_before && moment > 0 && shot.lives(moment - 1);
            let from = was.then(|| (before, shot.at[moment - 1]));
            sweep(world, body, at, from, shot.radius, [when, seen.step, near], &mut nearest);
            if nearest.distance < -settings.lean || at_least_near(world, least, nearest.distance) > most {
                return None;
            }
            if is_recorded {
                let way = if settings.per_metre {
                    let next = if moment + 1 < seen.moments && shot.lives(moment + 1) {
                        shot.at[moment + 1] - at
                    } else if moment > 0 && shot.lives(moment - 1) {
                        at - shot.at[moment - 1]
                    } else {
                        Vec3::ZERO
                    };
                    next.length()
                } else {
                    seen.step
                };
                if outside(&start_box, at) - shot.radius <= unmoved.max(0.0) {
                    let deep =
                        depth(world, &at_start, &recorded, at, shot.radius, avoidance.moved, &mut unmoved);
                    overlap += deep * way;
                }
            } else if outside(&start_box, at) - shot.radius <= unmoved.max(0.0) {
                depth(world, &at_start, &at_start, at, shot.radius, 0, &mut unmoved);
            }
        }
        has_before = true;
    }
    let distance = nearest.distance;
    // Eq. 6.
    let avoidance_error = (1.0 - overlap / settings.enough_overlap).max(0.0);
    // Eq. 8.
    let gained = distance - unmoved;
    let body_error = match () {
        () if distance < settings.clearance || gained <= 0.0 => 1.0,
        () => (gained / settings.body_scale).min(1.0),
    };
    // Eq. 10.
    let leaning = if distance < 0.0 { LEANING } else { 0.0 };
    let total = settings.weights[0] * avoidance_error + settings.weights[1] * body_error + least + leaning;
    let away = laid.placed.rotation * nearest.away;
    let Nearest { when, sphere, .. } = nearest;
    total.is_finite().then_some(Score {
        total,
        overlap,
        distance,
        unmoved,
        when,
        sphere,
        away,
        scale: timing.scale,
    })
}

/// m. What passes the box about a body at more than this is far: how far does not matter any more.
const FAR: f32 = 0.25;
/// m/s. Nothing of a body gets faster in an avoidance, or hardly.
const FASTEST: f32 = 4.5;

/// m, how far a point is outside of a box.
#[inline]
fn outside([low, high]: &[Vec3; 2], at: Vec3) -> f32 {
    (*low - at).max(at - *high).max(Vec3::ZERO).length()
}

/// m, how near an attack and a path's body are about the time at which it comes: most paths that are hit are hit then, which is
/// found out without looking at the rest. `into` brings points of `attack` into the space of the avoidance's take.
pub fn at_once(world: &World<'_>, path: PathChoice, laid: &Laid, attack: &Attack, into: Transform) -> f32 {
    let Some((entry, avoidance)) = world.entry(path.entry) else { return f32::MAX };
    let midst = ((attack.time - attack.first) / attack.step + 0.5).max(0.0) as usize;
    let groups = world.volumes.groups();
    let mut least = f32x8::splat(f32::MAX);
    let (mut recorded, mut body) = (Places::ORIGIN, Places::ORIGIN);
    for moment in [midst, midst + 1, midst.wrapping_sub(1)] {
        let after = attack.moment(moment) - laid.timing.leaves;
        if moment >= attack.moments.min(MOST_MOMENTS) || after < 0.0 {
            continue;
        }
        let taken = world.taken(entry, avoidance, &laid.timing, after);
        world.volumes.read(avoidance.take, f64::from(taken), &mut recorded);
        blend(&recorded, laid, world.decay.after(after), groups, &mut body);
        for shot in attack.shots().iter().filter(|shot| shot.lives(moment)) {
            let at = into.point(shot.at[moment]);
            for group in 0..groups {
                let x = f32x8::splat(at.x) - body.x[group];
                let y = f32x8::splat(at.y) - body.y[group];
                let z = f32x8::splat(at.z) - body.z[group];
                let reach = f32x8::splat(shot.radius) + world.volumes.spheres.radii[group];
                least = least.fast_min((x * x + y * y + z * z).sqrt() - reach);
            }
        }
        // A hit is a hit.
        if least.simd_lt(f32x8::splat(-world.settings.lean)).any() {
            break;
        }
    }
    least.to_array().into_iter().fold(f32::MAX, f32::min)
}

/// What a path is worth at least that comes so near to the attack.
pub fn at_least_near(world: &World<'_>, least: f32, near: f32) -> f32 {
    match () {
        () if near < 0.0 => least + world.settings.weights[1] + LEANING,
        () if near < world.settings.clearance => least + world.settings.weights[1],
        () => least,
    }
}

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

/// The recording with what is left of the offset.
#[inline]
fn blend(recorded: &Places, laid: &Laid, [position, velocity]: [f32; 2], groups: usize, out: &mut Places) {
    let (position, velocity) = (f32x8::splat(position), f32x8::splat(velocity));
    for group in 0..groups.min(MOST_GROUPS) {
        let (offset, drift) = (&laid.offset, &laid.drift);
        out.x[group] = recorded.x[group] + (offset.x[group] * position + drift.x[group] * velocity);
        out.y[group] = recorded.y[group] + (offset.y[group] * position + drift.y[group] * velocity);
        out.z[group] = recorded.z[group] + (offset.z[group] * position + drift.z[group] * velocity);
    }
}

/// How far what is shown now is from what is played, in the space of the avoidance's take.
fn left_over(world: &World<'_>, doing: &Doing, laid: &Laid, before: Transform) -> Places {
    let groups = world.volumes.groups();
    let now = world.volumes.at(doing.take, doing.time).placed(before, groups);
    let mut shown = doing.shown.placed(laid.into, groups);
    for group in 0..groups {
        shown.x[group] -= now.x[group];
        shown.y[group] -= now.y[group];
        shown.z[group] -= now.z[group];
    }
    shown
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
    let way = from.map_or(0.0, |(_, was)| at.distance(was) + FASTEST * step);
    let margin = f32x8::splat(near.max(0.0) + way + radius);
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
                let way = [now[0] - was[0], now[1] - was[1], now[2] - was[2]];
                let square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
                let along = was[0] * way[0] + was[1] * way[1] + was[2] * way[2];
                let share = (-along / square.fast_max(f32x8::splat(1e-12)))
                    .fast_max(f32x8::ZERO)
                    .fast_min(f32x8::ONE);
                let off = [was[0] + way[0] * share, was[1] + way[1] * share, was[2] + way[2] * share];
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

/// m: the sum of how deep an attack's sphere is where spheres were that are not there any more: eq. 4 and 5. Keeps the least
/// distance to the body as it was.
fn depth(
    world: &World<'_>,
    was: &Places,
    now: &Places,
    at: Vec3,
    radius: f32,
    moved: u64,
    unmoved: &mut f32,
) -> f32 {
    let spheres = &world.volumes.spheres;
    let at8 = [f32x8::splat(at.x), f32x8::splat(at.y), f32x8::splat(at.z)];
    let (mut sum, mut nearest) = (0.0, f32x8::splat(*unmoved));
    for group in 0..world.volumes.groups() {
        let reach = f32x8::splat(radius) + spheres.radii[group];
        let square = |places: &Places| {
            let x = at8[0] - places.x[group];
            let y = at8[1] - places.y[group];
            let z = at8[2] - places.z[group];
            x * x + y * y + z * z
        };
        // Most groups are neither where the attack is nor nearer than what is known.
        let (then, limit) = (square(was), reach + f32x8::splat((*unmoved).max(0.0)));
        if !(then.simd_lt(limit * limit) & f32x8::ZERO.simd_lt(limit)).any() {
            continue;
        }
        let then = then.sqrt() - reach;
        nearest = nearest.fast_min(then);
        let bits = (moved >> (group * LANES)) & 0xff;
        if bits == 0 || !then.simd_lt(f32x8::ZERO).any() {
            continue;
        }
        let (then_lanes, now_lanes) = (then.to_array(), (square(now).sqrt() - reach).to_array());
        for lane in (0..LANES).filter(|lane| bits >> lane & 1 == 1) {
            sum += (-then_lanes[lane]).min(now_lanes[lane]).max(0.0);
        }
    }
    *unmoved = nearest.to_array().into_iter().fold(*unmoved, f32::min);
    sum
}
