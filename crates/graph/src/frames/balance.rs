//! Balance: where a body would come to rest, seen from what carries it.
//!
//! A body whose centre of mass c is at a height h and goes with a velocity v comes to rest over c + v·√(h/g), if it has its
//! support there: the extrapolated centre of mass (Hof, Gazendam and Sinke 2005). Who stands has it over the feet, who
//! walks ahead of them, and who topples far outside. Poses and velocities of single joints can be alike and this not: a
//! moment of a fall resembles a moment of standing, and a transition between the two would put a toppling body upright.
//! Here the point is taken in three dimensions, so that who drops is told from who stands.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::ground::body_frame;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{MissingRole, Role, Side, Transform, kinematics};
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

/// How the frames at transitions are balanced.
pub(crate) struct Balances {
    /// In order.
    frames: Vec<u32>,
    /// m, for each of them: from what carries to where the body comes to rest, in the body's frame.
    over: Vec<Vec3>,
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
        let over = frames.par_iter().map(of).collect::<Result<Vec<Vec3>, MissingRole>>()?;
        Ok(Balances { frames, over })
    }

    /// m, how differently two frames are balanced that transitions join.
    pub fn apart(&self, a: u32, b: u32) -> f32 {
        let of = |frame: u32| self.frames.binary_search(&frame).map(|at| self.over[at]);
        match (of(a), of(b)) {
            (Ok(a), Ok(b)) => a.distance(b),
            _ => 0.0,
        }
    }
}

/// m, from what carries a body to where it would come to rest, in its own frame. In the air, from below it.
fn balance(repertoire: &Repertoire, take: &Take, frame: usize) -> Result<Vec3, MissingRole> {
    let (skeleton, clip) = (&repertoire.skeleton, &take.clip);
    let around = ((AROUND * clip.rate()).round() as usize).max(1);
    let (before, after) = (frame.saturating_sub(around), (frame + around).min(clip.frames() - 1));
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let mut centre = |frame: usize| {
        kinematics::world(skeleton, clip.frame(frame), &mut world);
        centre_of_mass(skeleton, &world)
    };
    let seconds = (after - before).max(1) as f32 / clip.rate();
    let velocity = (centre(after)? - centre(before)?) / seconds;
    let at = centre(frame)?;
    let rests = at + velocity * (at.y.max(0.0) / GRAVITY).sqrt();
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    let mut carries = |role: Role, low: f32| {
        let place = skeleton.site(role).map(|site| site.position(&world));
        if let Some(place) = place.ok().filter(|place| place.y < low) {
            sum += place.with_y(0.0);
            count += 1.0;
        }
    };
    for side in Side::BOTH.into_iter().filter(|side| take.annotation.supports.at(*side, frame as u32)) {
        side.leg()[2..].iter().for_each(|role| carries(*role, f32::INFINITY));
    }
    OTHERS.into_iter().for_each(|role| carries(role, LOW));
    let below = if count > 0.0 { sum / count } else { at.with_y(0.0) };
    Ok(body_frame(skeleton, &world)?.rotation.conjugate() * (rests - below))
}
