//! Balance: where a body would come to rest, and how far that is from what carries it.
//!
//! A body whose centre of mass c, at a height h above the floor, goes with a velocity v comes to rest over c + v·√(h/g) if it is
//! carried there: the extrapolated centre of mass (Hof, Gazendam and Sinke 2005). Who stands has it over the feet, who walks
//! ahead of them where the next step comes down, and who topples outside of everything that carries.

use glam::{Vec2, Vec3};

use crate::role::Role;

/// m/s²
pub const GRAVITY: f32 = 9.81;

/// m. What is no higher above the floor than this may carry: a knee, an elbow or a hip joint of who lies.
pub const LOW: f32 = 0.15;

/// What may carry beside the feet.
pub const MAY_CARRY: [Role; 10] = [
    Role::Hips,
    Role::Head,
    Role::LeftKnee,
    Role::RightKnee,
    Role::LeftElbow,
    Role::RightElbow,
    Role::LeftHand,
    Role::RightHand,
    Role::LeftShoulder,
    Role::RightShoulder,
];

/// m. The extrapolated centre of mass: where a body comes to rest whose centre of mass is there, at a height above the floor.
pub fn comes_to_rest(centre: Vec3, velocity: Vec3, height: f32) -> Vec3 {
    centre + velocity * (height.max(0.0) / GRAVITY).sqrt()
}

/// m. How far a point on the ground is outside the outline of some others; 0 inside, infinite of none.
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

    #[test]
    fn who_goes_comes_to_rest_ahead_and_who_stands_where_he_is() {
        let centre = Vec3::new(1.0, 0.981, -2.0);
        assert_eq!(comes_to_rest(centre, Vec3::ZERO, centre.y), centre);
        // √(h/g) = √0.1 s.
        let ahead = comes_to_rest(centre, Vec3::Z, centre.y) - centre;
        assert!((ahead - Vec3::Z * 0.316).length() < 1e-3, "{ahead}");
        assert_eq!(comes_to_rest(centre, Vec3::Z, -1.0), centre, "below the floor nothing is left to fall");
    }
}
