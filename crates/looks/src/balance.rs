//! Weight: where the ground must push for the body to move as it does, and how hard it is pushed about.
//!
//! The ground pushes a body through one point, the centre of pressure. For a body whose mass is in one place, c, at a
//! height h above the floor, that point is p = c − h / (g + c̈ᵧ) · c̈ on the ground: the zero-moment point (Vukobratović
//! and Borovac 2004) without the body's own spin. It can be nowhere but under the soles. Where a motion asks for pressure
//! outside, something other than feet would have to hold the body.

use footwork_motion::balance::GRAVITY;
use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::quality::percentile;

use crate::feet::outside;
use crate::seen::{Look, RATE, Seen, flat};

/// Of gravity. With less weight than this on the feet there is no telling where it is.
const CARRIES: f32 = 0.3;
/// m. The spin that is left out moves the point by some centimetres, and soles are drawn plainly.
const TOLERANCE: f32 = 0.1;
/// Frames. Landings are found this exactly, and the low-pass smears an impact over as much.
const ABOUT: usize = 2;
/// s. Shares and percentiles of less are chance.
const LEAST_SECONDS: f32 = 0.75;

/// Whether enough weight is on the feet for the pressure to be somewhere.
pub fn carries(seen: &Seen, frame: usize) -> bool {
    seen.centre_acceleration[frame].y > (CARRIES - 1.0) * GRAVITY
}

/// m. Where the pressure must be, on the ground; none where the feet carry too little.
pub fn pressure(seen: &Seen, frame: usize) -> Option<Vec2> {
    let (centre, pushed) = (seen.centre[frame], seen.centre_acceleration[frame]);
    let height = centre.y - seen.feet.floor;
    let at: Vec3 = centre - height / (GRAVITY + pushed.y) * pushed;
    carries(seen, frame).then_some(Vec2::new(at.x, at.z))
}

/// Share of the time in which the pressure would have to be more than 10 cm outside the soles that stand.
pub fn pressure_outside(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let stand = |f: &usize| !seen.feet.airborne(*f);
    let misses = look.frames().filter(stand).filter_map(|f| {
        let at = pressure(seen, f)?;
        let about = f.saturating_sub(ABOUT)..(f + ABOUT + 1).min(seen.frames());
        let soles: Vec<Vec2> = about.flat_map(|g| seen.feet.soles(seen, g)).collect();
        Some(outside(&soles, at) > TOLERANCE)
    });
    share(misses)
}

/// m/s². The horizontal acceleration of the centre of mass that a share of the time stays below.
pub fn acceleration(look: &Look<'_>, share: f32) -> Option<f32> {
    let values: Vec<f32> = look.frames().map(|f| flat(look.seen.centre_acceleration[f]).length()).collect();
    (values.len() as f32 >= LEAST_SECONDS * RATE).then(|| percentile(values, share))
}

/// The share of true values; none of too few.
pub(crate) fn share(values: impl Iterator<Item = bool>) -> Option<f32> {
    let (hits, all) = values.fold((0_u32, 0_u32), |(hits, all), hit| (hits + u32::from(hit), all + 1));
    (all as f32 >= LEAST_SECONDS * RATE).then(|| hits as f32 / all as f32)
}
