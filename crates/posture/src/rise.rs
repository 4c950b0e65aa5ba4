//! The way back: getting up, found in the repertoire.
//!
//! A getting up is a stretch of a take that begins with the body lying still and ends with it standing. The one whose first
//! pose is nearest to how a body lies is taken: nearest after moving and turning it on the ground, where it matters as much
//! which way the trunk faces as where the limbs are. Mirrored ones count where the repertoire has mirrored takes.

use footwork_motion::{Pose, Transform, kinematics};
use footwork_stage::{Rig, Segment};
use glam::{Quat, Vec3};

use crate::body::PhysicalBody;
use crate::doll::Doll;

/// A way to get up.
#[derive(Clone, Debug, PartialEq)]
pub struct GettingUp {
    /// What is played, from lying to standing.
    pub segment: Segment,
    /// Where the links are at its beginning, in the take's space.
    pub links: Vec<Transform>,
    /// The pose at its beginning, in the take's space.
    pub pose: Pose,
}

/// How a getting up fits a body that lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Its number.
    pub number: usize,
    /// Where the take is to be played: from its space to the world, on the ground.
    pub placed: Transform,
    /// m, how far links are from where it begins, on average, with the trunk's turn counted in.
    pub distance: f32,
}

/// Shares of the pelvis's height when it stands: lower it lies, higher it stands. The stage's own bars are 0.45 and 0.7, for
/// whether somebody is down; here it must be all the way.
const LIES: f32 = 0.3;
const STANDS: f32 = 0.9;
/// m/s, on average over the links: below this it lies still.
const STILL: f32 = 0.3;
/// s. Who has not got up after this long was lying for another reason.
const LONGEST: f64 = 8.0;
/// s. A body that stands is played on until it is still, so that its feet are together again, but not for longer than this.
const SETTLES: f64 = 1.5;
/// m that a trunk facing the other way counts as.
const TURNED: f32 = 1.0;
/// Of frames that are looked at, in 1/s: a body that gets up does not lie still for a shorter time.
const LOOKS: f32 = 30.0;

/// All the ways to get up in a rig's repertoire.
pub fn find_all(rig: &Rig, body: &PhysicalBody) -> Vec<GettingUp> {
    let mut found = Vec::new();
    let standing = body.upright;
    for take in 0..rig.repertoire().takes.len() as u32 {
        let Some(seconds) = rig.take(take).map(|take| take.clip.seconds()) else { continue };
        let (mut lies, mut stands): (Option<f64>, Option<f64>) = (None, None);
        let mut before: Option<Vec<Transform>> = None;
        let frames = (seconds * f64::from(LOOKS)) as usize;
        for frame in 0..=frames {
            let time = frame as f64 / f64::from(LOOKS);
            let links = links_at(rig, body, take, time);
            let height = links.first().map_or(standing, |pelvis| pelvis.translation.y) / standing;
            let distance_of = |(a, b): (&Transform, &Transform)| (a.translation - b.translation).length();
            let speed = before.as_ref().map_or(f32::INFINITY, |before| {
                LOOKS * links.iter().zip(before).map(distance_of).sum::<f32>() / links.len() as f32
            });
            if height < LIES && speed < STILL {
                lies = Some(time);
            }
            stands = if height > STANDS { stands.or(Some(time)) } else { None };
            if let (Some(first), Some(since)) = (lies, stands)
                && (speed < STILL || time - since >= SETTLES || frame == frames)
            {
                if time - first < LONGEST {
                    found.push(getting_up(rig, body, Segment { take, first, end: time.min(seconds) }));
                }
                lies = None;
            }
            before = Some(links);
        }
    }
    found
}

fn getting_up(rig: &Rig, body: &PhysicalBody, segment: Segment) -> GettingUp {
    let mut pose = Pose::rest(rig.skeleton());
    if let Some(take) = rig.take(segment.take) {
        take.clip.sample(segment.first, &mut pose);
    }
    GettingUp { segment, links: links_at(rig, body, segment.take, segment.first), pose }
}

fn links_at(rig: &Rig, body: &PhysicalBody, take: u32, seconds: f64) -> Vec<Transform> {
    let mut pose = Pose::rest(rig.skeleton());
    if let Some(take) = rig.take(take) {
        take.clip.sample(seconds, &mut pose);
    }
    let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
    kinematics::world(rig.skeleton(), pose.view(), &mut world);
    body.links.iter().map(|link| world[link.joint]).collect()
}

/// The way to get up that begins nearest to how a doll lies; of equals the first. None if there is none.
pub fn nearest(all: &[GettingUp], body: &PhysicalBody, doll: &Doll) -> Option<Fit> {
    let fits = all.iter().enumerate().map(|(number, getting_up)| {
        let placed = lay(body, doll, &getting_up.links);
        Fit { number, placed, distance: distance(body, doll, &getting_up.links, placed) }
    });
    fits.min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// How links are to be moved and turned on the ground to be nearest to a doll's, weighted by mass: the closed form of Kovar,
/// Gleicher and Pighin, *Motion graphs*, section 3.1.
fn lay(body: &PhysicalBody, doll: &Doll, links: &[Transform]) -> Transform {
    let flat = |point: Vec3| Vec3::new(point.x, 0.0, point.z);
    let (mut here, mut there, mut mass) = (Vec3::ZERO, Vec3::ZERO, 0.0_f32);
    for ((link, state), at) in body.links.iter().zip(&doll.links).zip(links) {
        here += link.mass * flat(state.at.point(link.centre));
        there += link.mass * flat(at.point(link.centre));
        mass += link.mass;
    }
    (here, there) = (here / mass, there / mass);
    let (mut sine, mut cosine) = (0.0_f32, 0.0_f32);
    for ((link, state), at) in body.links.iter().zip(&doll.links).zip(links) {
        let (a, b) = (flat(at.point(link.centre)) - there, flat(state.at.point(link.centre)) - here);
        sine += link.mass * (a.z * b.x - a.x * b.z);
        cosine += link.mass * (a.x * b.x + a.z * b.z);
    }
    let half = 0.5 * libm::atan2f(sine, cosine);
    let turn = Quat::from_xyzw(0.0, libm::sinf(half), 0.0, libm::cosf(half));
    Transform::new(turn, here - turn * there)
}

fn distance(body: &PhysicalBody, doll: &Doll, links: &[Transform], placed: Transform) -> f32 {
    let off = |((link, state), at): ((&crate::body::Link, &crate::doll::LinkState), &Transform)| {
        (state.at.point(link.centre) - (placed * *at).point(link.centre)).length()
    };
    let pairs = body.links.iter().zip(&doll.links).zip(links);
    let mean = pairs.map(off).sum::<f32>() / body.links.len() as f32;
    // The pelvis and what follows it are the trunk.
    let trunk = body.links.iter().zip(&doll.links).zip(links).take(1);
    let turned = trunk.map(|((link, state), at)| {
        let front = |rotation: Quat| rotation * link.axes * Vec3::Z;
        let cosine = front(state.at.rotation).dot(front((placed * *at).rotation));
        TURNED * 0.5 * (1.0 - cosine)
    });
    mean + turned.sum::<f32>()
}
