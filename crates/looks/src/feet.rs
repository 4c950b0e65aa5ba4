//! Feet on the ground: one rule for everybody.
//!
//! A foot has two points, ankle and toe (the ball, in most rigs). Each stands while it is low, which is within a few
//! centimetres of where that point usually is when it stands, and slow. A sole is then the part of the foot whose points
//! stand.

use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::{Role, Side, quality};

use crate::seen::{RATE, Seen, flat};
use crate::signal::{drop_short, velocity};

pub use footwork_motion::balance::outside;

/// m. A point this far above where it stands is off the ground. A heel that rolls rises before it leaves.
const ANKLE_UP: f32 = 0.045;
const TOE_UP: f32 = 0.035;
/// m/s, and per m/s of the body: a point that is slower stands. Recorded feet roll and slip at up to this speed.
const SLOW: f32 = 0.35;
const SLOW_SHARE: f32 = 0.2;
/// m/s. A point that is slower than this is at rest; a quarter of the heights at which one rests are no more than where it
/// stands, however often it dips into a floor or rests on something else.
const RESTS: f32 = 0.2;
const STANDS: f32 = 0.25;
/// Frames. Where a point rests for less, its lowest height serves.
const LEAST_REST: usize = 6;
/// Frames. Shorter contacts and gaps are noise.
const CONTACT: usize = 3;
const GAP: usize = 4;
/// m. A sole begins behind the ankle and ends ahead of the ball, and is this wide to each side.
const HEEL: f32 = 0.05;
const TIP: f32 = 0.06;
const HALF_WIDTH: f32 = 0.045;

/// Where the feet stand. Left, then right.
#[derive(Clone, Debug, Default)]
pub struct Feet {
    /// Whether a foot's ankle and its toe stand, for every frame.
    pub points: [[Vec<bool>; 2]; 2],
    /// m. How high each point is when it stands.
    pub heights: [[f32; 2]; 2],
    /// m. The floor, as the soles have it: the lowest of all points.
    pub floor: f32,
}

impl Feet {
    /// Finds where the feet stand.
    pub fn of(seen: &Seen) -> Feet {
        let hips = velocity(seen.places(Role::Hips), RATE);
        let mut heights = [[0.0; 2]; 2];
        let points = [0, 1].map(|side| {
            let [_, _, ankle, toe] = Side::BOTH[side].leg();
            [(ankle, ANKLE_UP), (toe, TOE_UP)].map(|(role, up)| {
                let places = seen.places(role);
                let speeds = velocity(places, RATE);
                let standing = standing_height(places, &speeds);
                heights[side][usize::from(role == toe)] = standing;
                let mut down: Vec<bool> = (0..places.len())
                    .map(|f| {
                        let slow = SLOW + SLOW_SHARE * flat(hips[f]).length();
                        places[f].y < standing + up && speeds[f].length() < slow
                    })
                    .collect();
                drop_short(&mut down, true, CONTACT);
                drop_short(&mut down, false, GAP);
                down
            })
        });
        let floor = heights.as_flattened().iter().copied().fold(f32::INFINITY, f32::min);
        Feet { points, heights, floor }
    }

    /// Whether a foot stands.
    pub fn stands(&self, side: Side, frame: usize) -> bool {
        let foot = &self.points[side as usize];
        foot[0][frame] || foot[1][frame]
    }

    /// Whether no foot stands.
    pub fn airborne(&self, frame: usize) -> bool {
        !Side::BOTH.into_iter().any(|side| self.stands(side, frame))
    }

    /// When a foot comes down.
    pub fn landings(&self, side: Side) -> Vec<usize> {
        let frames = self.points[0][0].len();
        (1..frames).filter(|&f| self.stands(side, f) && !self.stands(side, f - 1)).collect()
    }

    /// The corners of the soles that stand, on the ground.
    pub fn soles(&self, seen: &Seen, frame: usize) -> Vec<Vec2> {
        let mut corners = Vec::new();
        for side in Side::BOTH {
            let [_, _, ankle, toe] = side.leg();
            let [ankle, toe] = [ankle, toe].map(|role| flat(seen.places(role)[frame]));
            let along = (toe - ankle).try_normalize().unwrap_or(seen.facing[frame]);
            let across = HALF_WIDTH * Vec3::Y.cross(along);
            let foot = &self.points[side as usize];
            let mut add = |at: Vec3| corners.extend([at + across, at - across].map(|p| Vec2::new(p.x, p.z)));
            if foot[0][frame] {
                add(ankle - HEEL * along);
            }
            if foot[0][frame] || foot[1][frame] {
                add(toe);
            }
            if foot[1][frame] {
                add(toe + TIP * along);
            }
        }
        corners
    }
}

/// m. How high a point is when it stands.
fn standing_height(places: &[Vec3], speeds: &[Vec3]) -> f32 {
    let at_rest = places.iter().zip(speeds).filter(|(_, speed)| speed.length() < RESTS);
    let heights: Vec<f32> = at_rest.map(|(place, _)| place.y).collect();
    match heights.len() {
        0..LEAST_REST => places.iter().map(|place| place.y).fold(f32::INFINITY, f32::min),
        _ => quality::percentile(heights, STANDS),
    }
}
