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
use crate::meet::{FASTEST, Nearest, depth, met, sweep};
use crate::midst::Midst;
use crate::path::{Doing, Laid, PathChoice, World};
use crate::spheres::Places;

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
    let mut midst = Midst::new(seen);
    midst.turn_to(world, path, Transform::IDENTITY);
    let out = f32x8::splat(-world.settings.lean);
    let near = (0..world.volumes.groups())
        .fold(f32x8::splat(f32::MAX), |near, group| near.fast_min(midst.near(world, laid, group, out)));
    let near = near.to_array().into_iter().fold(f32::MAX, f32::min);
    if near < -world.settings.lean {
        return None;
    }
    let mut foreseen = Foreseen::NOTHING;
    foresee(world, path, laid, seen, near, &mut foreseen)?;
    in_full(world, doing, path, laid, seen, &foreseen, [least, most])
}

/// What is known of a path before its body is looked at in full.
#[derive(Clone, Copy, Debug)]
pub struct Foreseen {
    /// m, how near it comes about the time of the attack: see [`Midst`].
    near: f32,
    /// The body as it is when the avoidance begins.
    at_start: Places,
    /// m, how near the attack comes to that.
    unmoved: f32,
    /// For each moment what it adds to e′ of eq. 4 at most: as if all that the attack meets got out of its way.
    most: [f32; MOST_MOMENTS],
    /// All of it.
    overlap: f32,
}

impl Foreseen {
    /// Nothing yet.
    pub const NOTHING: Foreseen = Foreseen {
        near: 0.0,
        at_start: Places::ORIGIN,
        unmoved: 0.0,
        most: [0.0; MOST_MOMENTS],
        overlap: 0.0,
    };
}

/// Looks at what an attack meets of a body that stays as it is when the avoidance begins. `near` is what [`Midst`] has said.
pub fn foresee(
    world: &World<'_>,
    path: PathChoice,
    laid: &Laid,
    seen: &Attack,
    near: f32,
    out: &mut Foreseen,
) -> Option<()> {
    let (_, avoidance) = world.entry(path.entry)?;
    let start = f64::from(avoidance.start);
    world.volumes.read(avoidance.take, start, &mut out.at_start);
    let start_box = world.volumes.box_at(avoidance.take, start);
    (out.near, out.unmoved, out.overlap) = (near, f32::MAX, 0.0);
    // From where it meets the body: once that is known, what is further away is passed over.
    let moments = seen.moments.min(MOST_MOMENTS);
    let middle = seen.middle().min(moments);
    for moment in (middle..moments).chain((0..middle).rev()) {
        out.most[moment] = 0.0;
        let is_recorded = seen.moment(moment) >= laid.timing.leaves;
        for shot in seen.shots().iter().filter(|shot| shot.lives(moment)) {
            let at = shot.at[moment];
            let counts = shot.radius + out.unmoved.max(0.0);
            if outside_squared(&start_box, at) > counts * counts {
                continue;
            }
            let deep = met(world, &out.at_start, at, shot.radius, avoidance.moved, &mut out.unmoved);
            if is_recorded {
                out.most[moment] += deep * way_of(world, seen, shot, moment);
            }
        }
    }
    out.overlap = out.most[..moments].iter().sum();
    Some(())
}

/// What a path is worth at least that is foreseen so, with an overlap of so much at most: it has to come from where the attack meets the
/// body to a clearance from it.
pub fn at_least_foreseen(world: &World<'_>, least: f32, unmoved: f32, overlap: f32) -> f32 {
    let settings = world.settings;
    let avoidance = (1.0 - overlap / settings.enough_overlap).max(0.0);
    let body = ((settings.clearance - unmoved) / settings.body_scale).clamp(0.0, 1.0);
    // Sums in another order differ by less than this.
    settings.weights[0] * avoidance + settings.weights[1] * body + least - 1e-4
}

impl Foreseen {
    /// What the path is worth at least.
    pub fn at_least(&self, world: &World<'_>, least: f32) -> f32 {
        at_least_foreseen(world, least, self.unmoved, self.overlap)
    }
}

/// What a moment of an attack counts in e′ of eq. 4: m of its way, or s.
fn way_of(world: &World<'_>, seen: &Attack, shot: &Shot, moment: usize) -> f32 {
    if !world.settings.per_metre {
        return seen.step;
    }
    let at = shot.at[moment];
    match () {
        () if moment + 1 < seen.moments && shot.lives(moment + 1) => (shot.at[moment + 1] - at).length(),
        () if moment > 0 && shot.lives(moment - 1) => (at - shot.at[moment - 1]).length(),
        () => 0.0,
    }
}

/// The same as [`score`] for a path of which much is known already, and that it is not hit about the time of the attack.
pub fn in_full(
    world: &World<'_>,
    doing: &Doing,
    path: PathChoice,
    laid: &Laid,
    seen: &Attack,
    foreseen: &Foreseen,
    [least, most]: [f32; 2],
) -> Option<Score> {
    let (entry, avoidance) = world.entry(path.entry)?;
    let settings = world.settings;
    let volumes = world.volumes;
    let groups = volumes.groups();
    let timing = &laid.timing;
    let Foreseen { near, unmoved, .. } = *foreseen;
    let [most_offset, most_drift, most_held] = laid.most(groups);
    let mut residual: Option<[Places; 2]> = None;
    // What is shown now and a moment before, by turns; and the recording.
    let (mut bodies, mut recorded) = ([Places::ORIGIN; 2], Places::ORIGIN);
    let mut turn = 0;
    let mut nearest = Nearest::NONE;
    // What eq. 4 has come to, and what it may still come to.
    let (mut overlap, mut to_come) = (0.0_f32, foreseen.overlap);
    let mut has_before = false;
    for moment in 0..seen.moments.min(MOST_MOMENTS) {
        if !seen.shots().iter().any(|shot| shot.lives(moment)) {
            has_before = false;
            continue;
        }
        let when = seen.moment(moment);
        let after = when - timing.leaves;
        let taken = f64::from(world.taken(entry, avoidance, timing, after.max(0.0)));
        if (after >= 0.0 || laid.before.is_none()) && foreseen.most[moment] == 0.0 {
            // What is far from the body, and from where it was, changes nothing.
            let [position, velocity] = world.decay.after(after);
            let body_box = volumes.box_at(avoidance.take, taken);
            let slack = most_offset * position + most_drift * velocity + most_held;
            let nearer = nearest.distance.min(near).clamp(0.0, FAR);
            let is_far = |shot: &Shot| {
                let at = shot.at[moment];
                // From one moment to the next both go on.
                let was = moment > 0 && shot.lives(moment - 1);
                let moved = if was { at.distance(shot.at[moment - 1]).min(FAR) } else { 0.0 };
                outside(&body_box, at) - shot.radius > slack + nearer + moved + FASTEST * seen.step
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
                laid.blend(&recorded, world.decay.after(after), groups, body);
            }
            Some(before) => {
                let played = doing.time + f64::from(when / timing.scales[0] * doing.rate);
                let [off, drift] = residual.get_or_insert_with(|| left_over(world, doing, laid));
                *body = volumes.at(doing.take, played).placed(before, groups);
                let [position, velocity] = world.decay.after(when).map(f32x8::splat);
                for group in 0..groups {
                    body.x[group] += off.x[group] * position + drift.x[group] * velocity;
                    body.y[group] += off.y[group] * position + drift.y[group] * velocity;
                    body.z[group] += off.z[group] * position + drift.z[group] * velocity;
                }
            }
            // A transition at once: there is nothing before it.
            None => {
                volumes.read(avoidance.take, f64::from(entry.first), &mut recorded);
                laid.blend(&recorded, [1.0, 0.0], groups, body);
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
            if foreseen.most[moment] > 0.0 {
                let deep = depth(world, &foreseen.at_start, &recorded, at, shot.radius, avoidance.moved);
                overlap += deep * way_of(world, seen, shot, moment);
            }
        }
        to_come -= foreseen.most[moment];
        if at_least_foreseen(world, least, unmoved, overlap + to_come) > most {
            return None;
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

/// m, how far a point is outside of a box.
#[inline]
fn outside(about: &[Vec3; 2], at: Vec3) -> f32 {
    outside_squared(about, at).sqrt()
}

/// m², the same squared.
#[inline]
fn outside_squared([low, high]: &[Vec3; 2], at: Vec3) -> f32 {
    (*low - at).max(at - *high).max(Vec3::ZERO).length_squared()
}

/// What a path is worth at least that comes so near to the attack.
fn at_least_near(world: &World<'_>, least: f32, near: f32) -> f32 {
    match () {
        () if near < 0.0 => least + world.settings.weights[1] + LEANING,
        () if near < world.settings.clearance => least + world.settings.weights[1],
        () => least,
    }
}

/// m. A path that comes nearer to the attack than this is hit by more than a lean mends, or worth more than `most` by that alone.
pub fn too_near(world: &World<'_>, least: f32, most: f32) -> f32 {
    let if_near = least + world.settings.weights[1];
    match () {
        () if if_near > most => world.settings.clearance,
        () if if_near + LEANING > most => 0.0,
        () => -world.settings.lean,
    }
}

/// How far what is shown now is from what is played, and how much faster it is, in the space of the avoidance's take.
fn left_over(world: &World<'_>, doing: &Doing, laid: &Laid) -> [Places; 2] {
    let onward = world.onward(doing);
    let turned = Transform { rotation: laid.into.rotation, ..Transform::IDENTITY };
    [onward.offset, onward.drift].map(|places| places.placed(turned, world.volumes.groups()))
}
