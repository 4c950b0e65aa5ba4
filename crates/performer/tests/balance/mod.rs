//! Balance: where the centre of mass is against the soles that stand, and where it is going.

use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::ground::{facing, heading, yaw};
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Side, Transform, WorldClip};
use footwork_performer::Performance;
use footwork_performer::body::{ANKLE, BALL, HEEL_BEHIND, TOES};

/// m/s²
const GRAVITY: f32 = 9.81;
/// m. Half a heel's width, and half a ball's.
const HEEL_WIDTH: f32 = 0.03;
const BALL_WIDTH: f32 = 0.042;
/// m. What is lower than this stands on the floor.
const ON_FLOOR: f32 = 0.012;

/// Where the heel of a foot touches the floor when it is flat.
pub fn heel(foot: &Transform) -> Vec3 {
    foot.point(Vec3::new(0.0, -ANKLE, -HEEL_BEHIND))
}

/// A take, with its centre of mass.
pub struct Motion<'a> {
    take: &'a Performance,
    world: WorldClip,
    centres: Vec<Vec3>,
}

impl<'a> Motion<'a> {
    /// Follows the centre of mass through a take.
    pub fn of(take: &'a Performance) -> Motion<'a> {
        let world = WorldClip::new(&take.skeleton, &take.clip);
        let centres = (0..world.frames())
            .map(|frame| centre_of_mass(&take.skeleton, world.frame(frame)).expect("every role"))
            .collect();
        Motion { take, world, centres }
    }

    fn velocity(&self, frame: usize) -> Vec3 {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(self.centres.len() - 1));
        (self.centres[after] - self.centres[before]) * self.world.rate() / (after - before) as f32
    }

    /// The frames in which the centre of mass has been slower than `speed`, in m/s, for `seconds` and stays so as long.
    pub fn still_frames(&self, speed: f32, seconds: f32) -> Vec<usize> {
        let slow: Vec<bool> = (0..self.centres.len()).map(|f| self.velocity(f).length() < speed).collect();
        let half = (0.5 * seconds * self.world.rate()) as usize;
        let stays = |f: &usize| slow[f - half..=f + half].iter().all(|s| *s);
        (half..slow.len().saturating_sub(half)).filter(stays).collect()
    }

    /// m. How far inside the outline of the planted soles the centre of mass is; negative outside.
    pub fn margin(&self, frame: usize, planted: [bool; 2]) -> f32 {
        let mut points: Vec<Vec2> = Vec::new();
        for side in Side::BOTH.into_iter().filter(|side| planted[usize::from(*side == Side::Right)]) {
            let [foot, toe] = [2, 3]
                .map(|n| self.world.frame(frame)[self.take.skeleton.joint(side.leg()[n]).expect("a leg")]);
            let mut corners = vec![];
            for x in [-1.0, 1.0] {
                corners.push(foot.point(Vec3::new(x * HEEL_WIDTH, -ANKLE, -HEEL_BEHIND)));
                corners.push(toe.point(Vec3::new(x * BALL_WIDTH, -BALL, 0.0)));
                corners.push(toe.point(Vec3::new(0.6 * x * BALL_WIDTH, -BALL, TOES)));
            }
            points.extend(corners.into_iter().filter(|p| p.y < ON_FLOOR).map(|p| Vec2::new(p.x, p.z)));
        }
        let centre = self.centres[frame];
        inside(&hull(points), Vec2::new(centre.x, centre.z))
    }

    /// m. Where the extrapolated centre of mass is, seen from an ankle: X towards the body's middle, Z ahead.
    pub fn extrapolated_from_ankle(&self, frame: usize, side: Side) -> Vec3 {
        let joints = self.world.frame(frame);
        let leg = self.take.skeleton.leg_length().expect("legs") + ANKLE;
        let swings = (GRAVITY / leg).sqrt();
        let going = self.centres[frame] + self.velocity(frame) / swings;
        let ankle = joints[self.take.skeleton.joint(side.leg()[2]).expect("a leg")].translation;
        let ahead = yaw(heading(facing(&self.take.skeleton, joints).expect("hips")));
        let seen = ahead.conjugate() * (going - ankle);
        Vec3::new(if side == Side::Left { -seen.x } else { seen.x }, 0.0, seen.z)
    }
}

/// The convex hull of points, counter-clockwise.
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
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
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

/// How far inside a counter-clockwise outline a point is: the distance to the nearest edge's line.
fn inside(outline: &[Vec2], point: Vec2) -> f32 {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let margins = edges.map(|(a, b)| (*b - *a).normalize_or_zero().perp_dot(point - *a));
    if outline.len() < 3 { f32::NEG_INFINITY } else { margins.fold(f32::INFINITY, f32::min) }
}
