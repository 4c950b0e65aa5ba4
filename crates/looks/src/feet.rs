//! Feet on the ground: one rule for everybody.
//!
//! A foot has two points, ankle and toe (the ball, in most rigs). Each stands while it is low, which is within a few
//! centimetres of where that point usually is when it stands, and slow. A sole is then the part of the foot whose points
//! stand.

use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::{Role, Side, quality};

use crate::seen::{RATE, Seen, flat};
use crate::signal::{drop_short, velocity};

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

/// m. How far a point on the ground is outside the outline of some others; 0 inside.
pub fn outside(corners: &[Vec2], point: Vec2) -> f32 {
    let hull = hull(corners.to_vec());
    match hull[..] {
        [] => f32::INFINITY,
        [only] => only.distance(point),
        _ => {
            let edges = || hull.iter().copied().zip(hull.iter().copied().cycle().skip(1));
            let inside = hull.len() > 2 && edges().all(|(a, b)| (b - a).perp_dot(point - a) >= 0.0);
            let nearest = edges().map(|(a, b)| from_edge(a, b, point)).fold(f32::INFINITY, f32::min);
            if inside { 0.0 } else { nearest }
        }
    }
}

fn from_edge(a: Vec2, b: Vec2, point: Vec2) -> f32 {
    let length = (b - a).length_squared();
    let along = if length > 0.0 { ((point - a).dot(b - a) / length).clamp(0.0, 1.0) } else { 0.0 };
    (a + along * (b - a)).distance(point)
}

/// The convex hull of points, counter-clockwise.
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(p - a) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut outline = half(&mut points.iter().copied());
    outline.extend(half(&mut points.iter().rev().copied()));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_as_far_outside_an_outline_as_a_ruler_says() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)].map(Vec2::from);
        for (point, distance) in
            [((0.5, 0.2), 0.0), ((1.3, 0.5), 0.3), ((-3.0, -4.0), 5.0), ((1.0, 1.0), 0.0)]
        {
            assert!((outside(&square, Vec2::from(point)) - distance).abs() < 1e-6, "{point:?}");
        }
        assert_eq!(outside(&[], Vec2::ZERO), f32::INFINITY);
        assert_eq!(outside(&[Vec2::X], Vec2::ZERO), 1.0);
        assert_eq!(outside(&[Vec2::X, 2.0 * Vec2::X], Vec2::ZERO), 1.0);
        assert_eq!(outside(&[Vec2::X; 5], Vec2::ZERO), 1.0);
    }
}
