//! The ground that carries: the outline of the soles that stand.

use footwork_motion::glam::{Vec2, Vec3};

use crate::body::{BALL_AHEAD, HEEL_BEHIND};
use crate::posture::about;

/// m. Half the width of what a sole carries with: half of its real one, since nobody stands on an edge.
const HALF_WIDTH: f32 = 0.025;
/// m. How far behind the heel's end, and ahead of the toe joint, pressure goes.
const FROM_HEEL: f32 = 0.015;
const BEYOND_BALL: f32 = 0.03;

/// A foot on the ground: the point below its ankle, and where it points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// m
    pub place: Vec3,
    /// rad
    pub yaw: f32,
}

impl Footing {
    /// A point of the sole, `ahead` of the ankle.
    pub fn sole(&self, ahead: f32) -> Vec3 {
        self.place + about(1, self.yaw) * Vec3::new(0.0, 0.0, ahead)
    }

    fn corners(&self) -> [Vec2; 4] {
        let heading = about(1, self.yaw);
        let corner = |x: f32, z: f32| flat(self.place + heading * Vec3::new(x, 0.0, z));
        let (back, ahead) = (FROM_HEEL - HEEL_BEHIND, BALL_AHEAD + BEYOND_BALL);
        [
            corner(-HALF_WIDTH, back),
            corner(HALF_WIDTH, back),
            corner(HALF_WIDTH, ahead),
            corner(-HALF_WIDTH, ahead),
        ]
    }
}

fn flat(v: Vec3) -> Vec2 {
    Vec2::new(v.x, v.z)
}

/// The outline of what carries, counter-clockwise seen with X to the right and Z up.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline(Vec<Vec2>);

impl Outline {
    /// Of some feet. None of them is no outline.
    pub fn of(feet: impl Iterator<Item = Footing>) -> Outline {
        let mut points: Vec<Vec2> = feet.flat_map(|foot| foot.corners()).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        let half = |points: &mut dyn Iterator<Item = &Vec2>| {
            let mut chain: Vec<Vec2> = Vec::with_capacity(8);
            for &p in points {
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
        let mut outline = half(&mut points.iter());
        outline.extend(half(&mut points.iter().rev()));
        Outline(outline)
    }

    /// The point of the outline's area nearest to one on the ground.
    pub fn nearest(&self, point: Vec3) -> Vec3 {
        let p = flat(point);
        let edges = || self.0.iter().zip(self.0.iter().cycle().skip(1));
        if edges().all(|(a, b)| (*b - *a).perp_dot(p - *a) >= 0.0) {
            return Vec3::new(point.x, 0.0, point.z);
        }
        let on_edge = |(a, b): (&Vec2, &Vec2)| {
            let edge = *b - *a;
            *a + edge * ((p - *a).dot(edge) / edge.length_squared().max(1e-9)).clamp(0.0, 1.0)
        };
        let near = edges().map(on_edge).min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap_or(p);
        Vec3::new(near.x, 0.0, near.y)
    }

    /// m. How far outside a point is; 0 inside.
    pub fn outside(&self, point: Vec3) -> f32 {
        (Vec3::new(point.x, 0.0, point.z) - self.nearest(point)).length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing() -> [Footing; 2] {
        [0.1, -0.1].map(|x| Footing { place: Vec3::new(x, 0.0, 0.0), yaw: 0.0 })
    }

    #[test]
    fn a_point_between_two_soles_is_carried_by_both_and_by_neither_alone() {
        let point = Vec3::new(0.0, 0.0, 0.05);
        assert_eq!(Outline::of(standing().into_iter()).outside(point), 0.0);
        for foot in standing() {
            let outside = Outline::of(std::iter::once(foot)).outside(point);
            assert!((outside - (0.1 - HALF_WIDTH)).abs() < 1e-6, "{outside}");
        }
    }

    #[test]
    fn a_point_outside_is_drawn_to_the_nearest_edge() {
        let outline = Outline::of(standing().into_iter());
        let near = outline.nearest(Vec3::new(0.0, 0.0, 1.0));
        assert!((near - Vec3::new(0.0, 0.0, BALL_AHEAD + BEYOND_BALL)).length() < 1e-6, "{near}");
    }
}
