//! Weight: the centre of mass of a planned take moves as that of a body on two feet can.
//!
//! A plan says where pelvis, feet and hands should be. Where it is carried out as planned, the body glides: forces
//! would have to act where no sole is. [`carry`] takes the plan as a wish and finds the motion nearest to it that the
//! soles can give:
//!
//! 1. The plan's own centre of mass c₀ implies a point of pressure p₀ = c₀ − h/(g + z̈)·c̈₀, h its height and z its
//!    vertical motion (`pressure`). It is drawn into the soles that stand, and passes from sole to sole while both
//!    do.
//! 2. With that pressure p, the same equation is solved for the centre of mass over the whole take, as one
//!    tridiagonal system ([`pendulum`]). Where no foot stands it is free flight.
//! 3. The pelvis is placed so that the pose's centre of mass is there, and the trunk leans into what accelerates it
//!    (`place`). Feet that stand stay where they are.
//!
//! The equation is that of the linear inverted pendulum with a varying height (Kajita et al. 2003, *Biped walking
//! pattern generation by using preview control of zero-moment point*, eq. 7 to 10), here without a preview controller,
//! since the whole path of pressure is known. Angular momentum about the centre of mass is left out.

pub mod pendulum;
mod place;
mod pressure;

use footwork_motion::glam::Vec3;

use crate::posture::{Foot, Posture};

pub use place::{centres, follow};
pub use pressure::implied;

/// m/s²
pub const GRAVITY: f32 = 9.81;

/// Samples of a plan from one that is weighed to the next: a sixtieth of a second.
pub const STRIDE: usize = 4;
/// s. The same as a time.
pub const STEP: f32 = STRIDE as f32 / crate::signal::INNER_RATE;

/// What carries the body, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Carriers {
    /// s. From when to when each foot touches the ground, left and right, in order. How much of the sole does is
    /// taken from how the foot is pitched. A span that begins at 0 or ends with the take goes on beyond it.
    pub feet: [Vec<[f32; 2]>; 2],
    /// s. From when to when something else carries too: a hand, a knee, the back. The plan is left as it is then.
    pub elsewhere: Vec<[f32; 2]>,
}

/// How a body answers to its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How far the trunk leans into an acceleration ahead, and into one that brakes, as shares of the angle at which a rod
    /// would balance.
    pub lean: [f32; 2],
    /// s. How long before and after a leg is at its end the pelvis gives way.
    pub giving: f32,
    /// m. From hip to ankle, the furthest that a leg that stands is stretched.
    pub longest_leg: f32,
    /// s. A foot that is in the air for less makes a step to where it is to stand; for longer it goes with the pelvis.
    pub step: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { lean: [0.9; 2], giving: 0.05, longest_leg: crate::solve::LONGEST_LEG, step: 0.0 }
    }
}

/// Moves the pelvis of a planned take so that the soles can carry it, and leans the trunk. Feet that stand stay where
/// they are, hands stay before the chest, and feet in the air go with the pelvis.
pub fn carry(postures: &mut [Posture], carriers: &Carriers, settings: &Settings) {
    if postures.len() < 3 * STRIDE {
        return;
    }
    let planned = centres(postures);
    let feet: Vec<[Foot; 2]> =
        (0..planned.len()).map(|i| postures[(i * STRIDE).min(postures.len() - 1)].feet).collect();
    let targets = carried(&feet, &planned, carriers);
    follow(postures, &targets, carriers, settings);
}

/// The path of the centre of mass nearest to a planned one that feet can carry, [`STEP`] apart. Heights are the plan's.
pub fn carried(feet: &[[Foot; 2]], planned: &[Vec3], carriers: &Carriers) -> Vec<Vec3> {
    let loads = pendulum::loads(planned, carriers);
    let pressure = pressure::path(feet, planned, &loads, carriers);
    let path = pendulum::solve(&pressure, &loads, [planned[0], planned[planned.len() - 1]]);
    path.iter().zip(planned).map(|(c, plan)| Vec3::new(c.x, plan.y, c.z)).collect()
}

/// Where the extrapolated centre of mass is (Hof 2008): a body that comes to rest without another step must press
/// there, and one that does not must step beyond it.
pub fn extrapolated(centre: Vec3, velocity: Vec3) -> Vec3 {
    let ahead = (centre.y.max(0.1) / GRAVITY).sqrt();
    Vec3::new(centre.x + ahead * velocity.x, 0.0, centre.z + ahead * velocity.z)
}

/// Whether a time lies within one of some spans.
fn within(spans: &[[f32; 2]], seconds: f32) -> bool {
    let next = spans.partition_point(|span| span[1] < seconds);
    spans.get(next).is_some_and(|span| span[0] <= seconds)
}

#[cfg(test)]
mod tests;
