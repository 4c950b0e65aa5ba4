//! Balance: where a body would come to rest, seen from what carries it.
//!
//! A body whose centre of mass c is at a height h and goes with a velocity v comes to rest over c + v·√(h/g), if it has its
//! support there: the extrapolated centre of mass (Hof, Gazendam and Sinke 2005). Who stands has it over the feet, who
//! walks ahead of them, and who topples far outside. Poses and velocities of single joints can be alike and this not: a
//! moment of a fall resembles a moment of standing, and a transition between the two would put a toppling body upright.
//! Here the point is taken in three dimensions, so that who drops is told from who stands; and who walks or runs is told from
//! who falls by what carries in the next moment: a foot that comes down under the point, or nothing.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::ground::body_frame;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{MissingRole, Role, Side, Skeleton, Transform, kinematics};
use glam::Vec3;
use rayon::prelude::*;

use crate::frames::Transition;
use crate::segment::Numbering;

/// m/s²
const GRAVITY: f32 = 9.81;
/// s. Over so much a velocity is the mean, to either side: markers shake from frame to frame.
const AROUND: f32 = 0.05;
/// m. What else is no higher than this lies on the floor and carries: a knee or a wrist is 4 to 8 cm thick.
const LOW: f32 = 0.1;
/// What else may carry.
const OTHERS: [Role; 8] = [
    Role::Hips,
    Role::Head,
    Role::LeftKnee,
    Role::RightKnee,
    Role::LeftElbow,
    Role::RightElbow,
    Role::LeftWrist,
    Role::RightWrist,
];

/// s. A step comes under a body within this time.
const NEXT: f32 = 0.5;
/// How many looks are taken at that time.
const LOOKS: usize = 5;
/// How much more it counts to topple further than to be balanced elsewhere.
const TOPPLES: f32 = 2.0;

/// How the frames at transitions are balanced.
pub(crate) struct Balances {
    /// In order.
    frames: Vec<u32>,
    all: Vec<Balance>,
}

#[derive(Clone, Copy)]
struct Balance {
    /// m, from what carries to where the body comes to rest, in the body's frame.
    over: Vec3,
    /// m, how far that is from everything that carries in the next moment.
    outside: f32,
}

impl Balances {
    pub fn new(
        repertoire: &Repertoire,
        numbering: &Numbering,
        transitions: &[Transition],
    ) -> Result<Balances, MissingRole> {
        let mut frames: Vec<u32> = transitions.iter().flat_map(|t| [t.from, t.to - 1]).collect();
        frames.sort_unstable();
        frames.dedup();
        let of = |&frame: &u32| {
            let (take, frame) = numbering.place(frame);
            balance(repertoire, &repertoire.takes[take as usize], frame as usize)
        };
        let all = frames.par_iter().map(of).collect::<Result<Vec<Balance>, MissingRole>>()?;
        Ok(Balances { frames, all })
    }

    /// m, how differently two frames are balanced that transitions join.
    pub fn apart(&self, a: u32, b: u32) -> f32 {
        let of = |frame: u32| self.frames.binary_search(&frame).map(|at| self.all[at]);
        match (of(a), of(b)) {
            (Ok(a), Ok(b)) => a.over.distance(b.over) + TOPPLES * (a.outside - b.outside).abs(),
            _ => 0.0,
        }
    }
}

fn balance(repertoire: &Repertoire, take: &Take, frame: usize) -> Result<Balance, MissingRole> {
    let (skeleton, clip) = (&repertoire.skeleton, &take.clip);
    let frames = |seconds: f32| ((seconds * clip.rate()).round() as usize).max(1);
    let last = clip.frames() - 1;
    let (before, after) = (frame.saturating_sub(frames(AROUND)), (frame + frames(AROUND)).min(last));
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let mut centre = |frame: usize| {
        kinematics::world(skeleton, clip.frame(frame), &mut world);
        centre_of_mass(skeleton, &world)
    };
    let seconds = (after - before).max(1) as f32 / clip.rate();
    let velocity = (centre(after)? - centre(before)?) / seconds;
    let at = centre(frame)?;
    let rests = at + velocity * (at.y.max(0.0) / GRAVITY).sqrt();
    let mut carries = carrying(skeleton, take, frame, &world);
    // In the air, seen from below it.
    let middle = match carries.len() {
        0 => at.with_y(0.0),
        count => carries.iter().sum::<Vec3>() / count as f32,
    };
    let over = body_frame(skeleton, &world)?.rotation.conjugate() * (rests - middle);
    for look in 1..=LOOKS {
        let later = frame + frames(NEXT * look as f32 / LOOKS as f32);
        if later <= last {
            kinematics::world(skeleton, clip.frame(later), &mut world);
            carries.extend(carrying(skeleton, take, later, &world));
        }
    }
    Ok(Balance { over, outside: outside(&carries, rests.with_y(0.0)) })
}

/// m, on the ground: everything that carries a body.
fn carrying(skeleton: &Skeleton, take: &Take, frame: usize, world: &[Transform]) -> Vec<Vec3> {
    let place = |role: Role| skeleton.site(role).ok().map(|site| site.position(world));
    let stands = |side: &Side| take.annotation.supports.at(*side, frame as u32);
    let feet = Side::BOTH.into_iter().filter(stands).flat_map(|side| [side.leg()[2], side.leg()[3]]);
    let low = OTHERS.into_iter().filter(|role| place(*role).is_some_and(|place| place.y < LOW));
    feet.chain(low).filter_map(place).map(|place| place.with_y(0.0)).collect()
}

/// m, how far a point is from all lines between some others; little inside their outline. Of none, 0.
fn outside(points: &[Vec3], point: Vec3) -> f32 {
    let mut nearest = f32::INFINITY;
    for (number, a) in points.iter().enumerate() {
        for b in &points[number..] {
            let way = *b - *a;
            let along = (point - *a).dot(way) / way.length_squared().max(1e-12);
            nearest = nearest.min((*a + way * along.clamp(0.0, 1.0) - point).length_squared());
        }
    }
    if points.is_empty() { 0.0 } else { nearest.sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_as_far_outside_as_from_the_nearest_line() {
        let triangle = [Vec3::ZERO, Vec3::X, Vec3::Z];
        for (point, far) in
            [(Vec3::new(0.5, 0.0, -0.3), 0.3), (Vec3::new(2.0, 0.0, 0.0), 1.0), (Vec3::X * 0.5, 0.0)]
        {
            assert!((outside(&triangle, point) - far).abs() < 1e-6, "{point}");
        }
        assert!((outside(&[Vec3::X], Vec3::ZERO) - 1.0).abs() < 1e-6);
        assert_eq!(outside(&[], Vec3::X), 0.0);
    }
}
