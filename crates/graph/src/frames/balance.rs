//! Balance at a transition: whether what carries a body after it carries the body that arrives.
//!
//! Poses and velocities of single joints can be alike where balance is not: a moment of a fall resembles a moment of standing, and
//! a transition between the two would put a toppling body upright. Compared is where the two bodies would come to rest
//! ([`footwork_motion::balance`]), seen from their hips and with its height, so that who drops is told from who stands. What
//! counts more is the part of the difference that carries away from everything that is stood on in the next moment.
//!
//! Both are seen from the body and not from what carries it now: a walker's support leaps by half a step whenever a foot comes
//! down, and two moments that are one frame away from that would seem to be far apart.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::balance::{LOW, MAY_CARRY, comes_to_rest, outside};
use footwork_motion::glam::{Vec2, Vec3};
use footwork_motion::ground::body_frame;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{MissingRole, Role, Side, Skeleton, Transform, kinematics};
use rayon::prelude::*;

use crate::frames::Transition;
use crate::segment::Numbering;

/// s. Over so much a velocity is the mean, to either side: markers shake from frame to frame.
const AROUND: f32 = 0.05;
/// s. A step comes under a body within this time.
const NEXT: f32 = 0.5;
/// How many looks are taken at that time.
const LOOKS: usize = 5;
/// How much more it counts to be further outside of what carries than to be elsewhere over it.
const TOPPLES: f32 = 2.0;

/// How the frames at transitions are balanced.
pub(crate) struct Balances {
    /// In order.
    frames: Vec<u32>,
    all: Vec<Balance>,
}

/// How one frame is balanced. Everything is in the body's frame on the ground.
struct Balance {
    /// m, where the body would come to rest.
    rests: Vec3,
    /// m, what carries it now and in the next moment.
    carries: Vec<Vec2>,
    /// m, how far outside of that it would come to rest; 0 of who is carried by nothing.
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

    /// m, how differently a frame that is left is balanced from the one that it is like, after which the other motion goes on.
    pub fn apart(&self, left: u32, like: u32) -> f32 {
        let of = |frame: u32| self.frames.binary_search(&frame).map(|at| &self.all[at]);
        match (of(left), of(like)) {
            (Ok(left), Ok(like)) => {
                let further = like.outside_of(left.rests) - like.outside;
                left.rests.distance(like.rests) + TOPPLES * further.max(0.0)
            }
            _ => 0.0,
        }
    }
}

impl Balance {
    fn outside_of(&self, rests: Vec3) -> f32 {
        if self.carries.is_empty() { 0.0 } else { outside(&self.carries, on_ground(rests)) }
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
    let body = body_frame(skeleton, &world)?.inverse();
    let mut carries = carrying(skeleton, take, frame, &world, body);
    for look in 1..=LOOKS {
        let later = frame + frames(NEXT * look as f32 / LOOKS as f32);
        if later <= last {
            kinematics::world(skeleton, clip.frame(later), &mut world);
            carries.extend(carrying(skeleton, take, later, &world, body));
        }
    }
    let rests = body.point(comes_to_rest(at, velocity, at.y));
    let mut balance = Balance { rests, carries, outside: 0.0 };
    balance.outside = balance.outside_of(rests);
    Ok(balance)
}

/// m. Everything that carries in a frame, seen from a body.
fn carrying(
    skeleton: &Skeleton,
    take: &Take,
    frame: usize,
    world: &[Transform],
    body: Transform,
) -> Vec<Vec2> {
    let place = |role: Role| skeleton.site(role).ok().map(|site| site.position(world));
    let stands = |side: &Side| take.annotation.supports.at(*side, frame as u32);
    let feet = Side::BOTH.into_iter().filter(stands).flat_map(|side| [side.leg()[2], side.leg()[3]]);
    let low = MAY_CARRY.into_iter().filter(|role| place(*role).is_some_and(|place| place.y < LOW));
    feet.chain(low).filter_map(place).map(|place| on_ground(body.point(place))).collect()
}

fn on_ground(place: Vec3) -> Vec2 {
    Vec2::new(place.x, place.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody with two points to stand on, 40 cm apart.
    fn standing(rests: Vec3) -> Balance {
        let mut balance = Balance { rests, carries: vec![Vec2::X * -0.2, Vec2::X * 0.2], outside: 0.0 };
        balance.outside = balance.outside_of(rests);
        balance
    }

    #[test]
    fn coming_to_rest_further_outside_counts_more_than_elsewhere_over_the_feet() {
        let balances = |left: Vec3, like: Vec3| Balances {
            frames: vec![3, 8],
            all: vec![standing(left), standing(like)],
        };
        let apart = |left: Vec3, like: Vec3| balances(left, like).apart(3, 8);
        assert_eq!(apart(Vec3::Z * 0.3, Vec3::Z * 0.3), 0.0);
        assert!((apart(Vec3::X * 0.1, Vec3::ZERO) - 0.1).abs() < 1e-6);
        assert!((apart(Vec3::Z * 0.1, Vec3::ZERO) - 0.3).abs() < 1e-6, "a toppling body is put upright");
        assert!((apart(Vec3::ZERO, Vec3::Z * 0.1) - 0.1).abs() < 1e-6, "a balanced one begins to topple");
        assert!((apart(Vec3::Y * 0.1, Vec3::ZERO) - 0.1).abs() < 1e-6, "who drops does not stand");
        assert_eq!(balances(Vec3::X, Vec3::ZERO).apart(3, 9), 0.0, "a frame that is at no transition");
    }
}
