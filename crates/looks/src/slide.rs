//! Feet that carry weight and slide, bodies that float, sink or glide.
//!
//! Somebody who does not fall is carried by something. Where the rule for feet finds none that stands, a foot must carry
//! all the same: the one that is lowest. If it is near the floor, it slides, and if not, the body floats. So a foot that
//! is not held does not drop out of the count.

use footwork_motion::balance::GRAVITY;
use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side};

use crate::balance::share;
use crate::seen::{Look, RATE, Seen, flat};
use crate::signal::{low_pass, velocity};

/// Of gravity. Who falls with less than half of it is carried.
const CARRIED: f32 = 0.5;
/// m. A foot that is higher than this above where it stands does not touch the floor.
const OFF_FLOOR: f32 = 0.05;
/// m/s. With both feet standing, a body that is faster than this glides.
const GLIDES: f32 = 0.4;
/// Frames before and after, in which both feet stand too.
const STANDS: usize = (0.2 * RATE) as usize;

/// m/s. How fast feet slide that carry weight, on average. A foot that rolls is held where it turns least.
pub fn slide(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let speeds = Soles::of(seen);
    let (mut sum, mut count) = (0.0_f64, 0_u32);
    for f in look.frames() {
        let carrying = carrying(seen, f);
        for side in Side::BOTH.into_iter().filter(|side| carrying[*side as usize]) {
            sum += f64::from(speeds.slowest(seen, side, f));
            count += 1;
        }
    }
    (count > RATE as u32).then(|| (sum / f64::from(count)) as f32)
}

/// Share of the time in which a body is carried by nothing: it does not fall, and no foot is near the floor.
pub fn floating(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    share(look.frames().map(|f| {
        let near = Side::BOTH.into_iter().any(|side| height(seen, side, f) < OFF_FLOOR);
        is_carried(seen, f) && seen.feet.airborne(f) && !near
    }))
}

/// m. The furthest that a part goes below the floor, which is where the lower foot usually stands.
pub fn below_floor(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let lowest = |f: usize| {
        let parts = Role::ALL.into_iter().filter(|&role| seen.has(role));
        parts.map(|role| seen.places(role)[f].y).fold(f32::INFINITY, f32::min)
    };
    look.frames().map(|f| (seen.feet.floor - lowest(f)).max(0.0)).reduce(f32::max)
}

/// Share of the time in which the centre of mass goes faster than 0.4 m/s over two feet that stand.
pub fn glide(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    share(look.frames().map(|f| {
        let about = f.saturating_sub(STANDS)..(f + STANDS + 1).min(seen.frames());
        let both = |g: usize| Side::BOTH.into_iter().all(|side| seen.feet.stands(side, g));
        flat(seen.centre_velocity[f]).length() > GLIDES && about.into_iter().all(both)
    }))
}

fn is_carried(seen: &Seen, frame: usize) -> bool {
    seen.centre_acceleration[frame].y > (CARRIED - 1.0) * GRAVITY
}

/// Which feet carry weight: those that stand, or else the lowest, if the body does not fall.
fn carrying(seen: &Seen, frame: usize) -> [bool; 2] {
    let stands = Side::BOTH.map(|side| seen.feet.stands(side, frame));
    if stands != [false; 2] || !is_carried(seen, frame) {
        return stands;
    }
    let [left, right] = Side::BOTH.map(|side| height(seen, side, frame));
    [left <= right && left < OFF_FLOOR, right < left && right < OFF_FLOOR]
}

/// m. How high a foot's lower point is above where it stands.
fn height(seen: &Seen, side: Side, frame: usize) -> f32 {
    let [_, _, ankle, toe] = side.leg();
    let above = |role: Role, n: usize| seen.places(role)[frame].y - seen.feet.heights[side as usize][n];
    above(ankle, 0).min(above(toe, 1))
}

/// Hz. Markers tremble faster than feet slide.
const SLIDE_CUTOFF: f32 = 8.0;

/// How fast ankles and toes go over the ground.
struct Soles([[Vec<Vec3>; 2]; 2]);

impl Soles {
    fn of(seen: &Seen) -> Soles {
        Soles(Side::BOTH.map(|side| {
            [side.leg()[2], side.leg()[3]]
                .map(|role| velocity(&low_pass(seen.places(role), RATE, SLIDE_CUTOFF), RATE))
        }))
    }

    /// m/s. Of the points of a foot that stand, or of both where none does, the slower one.
    fn slowest(&self, seen: &Seen, side: Side, frame: usize) -> f32 {
        let points = &seen.feet.points[side as usize];
        let none = !points[0][frame] && !points[1][frame];
        let speeds = (0..2).filter(|&n| none || points[n][frame]);
        speeds.map(|n| flat(self.0[side as usize][n][frame]).length()).fold(f32::INFINITY, f32::min)
    }
}
