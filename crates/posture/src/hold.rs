//! Hard constraints: points of a body that must be somewhere, such as planted feet and hands on a box.
//!
//! Shum's thesis, appendix A.3: a ball joint between a point of the body and the world. There, an impossible set breaks the
//! body, and the thesis asks its users to see to it. Here every hold has a priority: while a set cannot be met, the least
//! important of those that are strained is let go, softly, and named. Bones keep their lengths meanwhile, since a pose is read
//! off the links' turns alone, and no hold pulls faster than a limb moves. Before anything that must be is given up, what is only wished
//! yields ([`wishes`]): pulled from both sides, a set that can be met was given up in one of four cases.

use footwork_motion::{Skeleton, Transform};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::PhysicalBody;
use crate::doll::Doll;
use crate::soft::{self, Gains, Target};
use crate::world::{self, Acting, Force, Held, Pressed};

/// A point of a link that is to be somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hold {
    /// Which link.
    pub link: u32,
    /// m, in its frame.
    pub point: Vec3,
    /// m, where, in the world.
    pub to: Vec3,
    /// Of two that cannot both be met, the lower one is let go; of equals, the one that came last.
    pub priority: u8,
    /// s for which it has not been met, nor come nearer.
    pub missed: f32,
    /// m, how far off it was.
    pub off: f32,
    /// m, the nearest that it has come since it was last met or moved: what jitters does not come nearer.
    pub nearest: f32,
    /// From 1, held, to 0, gone: how much is left of one that was let go.
    pub left: f32,
    /// From 0 to 1: how much what is softly wished yields to it.
    pub yielded: f32,
}

impl Hold {
    /// Holds a point of a link at a place.
    pub fn new(link: u32, point: Vec3, to: Vec3, priority: u8) -> Hold {
        Hold {
            link,
            point,
            to,
            priority,
            missed: 0.0,
            off: FAR_OFF,
            nearest: FAR_OFF,
            left: 1.0,
            yielded: 0.0,
        }
    }

    /// Whether all its numbers are numbers.
    pub fn is_sound(&self) -> bool {
        let Hold { point, to, missed, off, nearest, left, yielded, .. } = *self;
        let numbers = [missed, off, nearest, left, yielded];
        point.is_finite() && to.is_finite() && numbers.iter().all(|x| x.is_finite())
    }

    /// Has it be somewhere else. What is far from where it was has its time anew.
    pub fn move_to(&mut self, to: Vec3) {
        if (to - self.to).length() > LEAPS {
            (self.missed, self.nearest) = (0.0, FAR_OFF);
        }
        self.to = to;
    }
}

/// m. Further than anything is from where it is to be: what a new hold begins with.
const FAR_OFF: f32 = 1e6;
/// m. A place that moves by more in a step is another one.
const LEAPS: f32 = 0.05;
/// m. A hold that is nearer is met.
const MET: f32 = 0.005;
/// m/s. A hold that comes nearer by this much is on its way: a body that is dragged along without getting there has less.
const COMES: f32 = 0.2;
/// 1/s. And so is one that comes nearer by this share of what is left: the last centimetre is given slowly.
const COMES_SLOWLY: f32 = 2.0;
/// s. So long it takes for what is wished to yield to a hold that is not met; and so much longer until it counts again.
const YIELDS: f32 = 0.15;
const COUNTS_AGAIN: f32 = 4.0;
/// Shares of [`MET`]. What is wished yields where a hold is further off than the first, and comes back where it is nearer than the second.
const STRAINED: [f32; 2] = [0.6, 0.3];
/// m. To a hold that is further off nothing yields: a body that is all but limp is whipped about by what it cannot reach.
const NEAR: f32 = 0.3;
/// What is left of a wish that has yielded.
const LEAST_WISH: f32 = 0.02;
/// s. A set that has not been met for so long cannot be.
const PATIENCE: f32 = 0.3;
/// s. How long it takes to let go.
const LETS_GO: f32 = 0.25;
/// How a point that is being let go is still drawn.
const FADES: Gains = Gains { half_life: 0.08, most: 60.0, most_turning: 0.0, carried: 0.0 };

/// From 1 to nearly 0: how much of what is softly wished counts beside these holds. Gains are made softer by it
/// ([`Gains::softened`]).
pub fn wishes(holds: &[Hold]) -> f32 {
    let held = holds.iter().filter(|hold| hold.left == 1.0);
    1.0 - (1.0 - LEAST_WISH) * held.map(|hold| hold.yielded.clamp(0.0, 1.0)).fold(0.0, f32::max)
}

/// What a step of a body that is held came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stepped {
    /// The holds that were let go in it.
    pub released: Vec<Hold>,
    /// What it gave to others whom it touched.
    pub pressed: Vec<Pressed>,
}

/// Lets a step pass for a body that is held, with whatever else acts on it. Holds that are gone are taken out.
pub fn step(
    body: &PhysicalBody,
    skeleton: &Skeleton,
    doll: &mut Doll,
    acting: &Acting<'_>,
    holds: &mut Vec<Hold>,
    seconds: f32,
) -> Stepped {
    let sound = |hold: &Hold| {
        (hold.link as usize) < body.links.len() && hold.point.is_finite() && hold.to.is_finite()
    };
    let mut released: Vec<Hold> = holds.iter().filter(|hold| !sound(hold)).copied().collect();
    holds.retain(sound);
    let mut forces: Vec<Force> = acting.forces.to_vec();
    for hold in holds.iter().filter(|hold| hold.left < 1.0) {
        fade(body, doll, hold, seconds, &mut forces);
    }
    let held: Vec<Held> = holds.iter().filter(|hold| hold.left == 1.0).map(held).collect();
    // Muscles that keep the pose are a wish, too.
    let wished = wishes(holds);
    let (tone, tones) = (acting.tone * wished, if wished < 1.0 { &[] } else { acting.tones });
    let acting = Acting { tone, tones, forces: &forces, holds: &held, ..*acting };
    let pressed = world::step(body, skeleton, doll, &acting, seconds);
    for hold in holds.iter_mut() {
        let off = (doll.links[hold.link as usize].at.point(hold.point) - hold.to).length();
        let comes = off < hold.nearest - (COMES * seconds).min(COMES_SLOWLY * seconds * hold.nearest);
        // Only when everything else has yielded it cannot be met.
        let waits = off < MET || comes || (off < NEAR && hold.yielded < 1.0);
        hold.missed = if waits { 0.0 } else { hold.missed + seconds };
        hold.yielded = if (STRAINED[0] * MET..NEAR).contains(&off) {
            (hold.yielded + seconds / YIELDS).min(1.0)
        } else if !(STRAINED[1] * MET..NEAR).contains(&off) {
            (hold.yielded - seconds / (COUNTS_AGAIN * YIELDS)).max(0.0)
        } else {
            hold.yielded
        };
        hold.nearest = if off < MET { FAR_OFF } else { hold.nearest.min(off) };
        hold.off = off;
        if hold.left < 1.0 {
            hold.left -= seconds / LETS_GO;
        }
    }
    holds.retain(|hold| hold.left > 0.0);
    if let Some(hold) = least_of_strained(holds) {
        hold.left = 1.0 - seconds / LETS_GO;
        hold.missed = 0.0;
        released.push(*hold);
        // What was strained by it has its time anew.
        holds.iter_mut().for_each(|hold| (hold.missed, hold.nearest) = (0.0, FAR_OFF));
    }
    Stepped { released, pressed }
}

fn held(hold: &Hold) -> Held {
    Held { link: hold.link as usize, point: hold.point, to: hold.to }
}

/// The hold to let go, if some have been missed for too long.
fn least_of_strained(holds: &mut [Hold]) -> Option<&mut Hold> {
    let given_up = |hold: &Hold| hold.left == 1.0 && hold.missed > PATIENCE;
    if !holds.iter().any(given_up) {
        return None;
    }
    let strained = holds.iter_mut().filter(|hold| hold.left == 1.0 && hold.off > MET);
    // Of equals the last.
    strained.rev().min_by_key(|hold| hold.priority)
}

/// Draws a point that is being let go, ever more softly.
fn fade(body: &PhysicalBody, doll: &Doll, hold: &Hold, seconds: f32, forces: &mut Vec<Force>) {
    let link = hold.link as usize;
    let state = &doll.links[link];
    let to = Transform::new(state.at.rotation, hold.to - state.at.rotation * hold.point);
    let target = Target { link, at: to, velocity: Vec3::ZERO, spin: state.spin };
    let first = forces.len();
    soft::follow(body, doll, &[target], &FADES, seconds, forces);
    forces[first..].iter_mut().for_each(|force| force.force *= hold.left);
}
