//! What a blow does to a body: how far it carries it, and which recorded reaction fits.

use footwork_annotate::Limb;
use footwork_motion::ground::Place;
use footwork_stage::BodyPart;
use glam::Vec3;

use super::World;
use crate::tables::{HitReaction, OWN};

/// s. A body that was given a velocity has caught itself after a step; until then it goes on.
const CATCHES_ITSELF: f32 = 0.6;
/// 1/m. A reaction that goes 25 cm too far, or not far enough, is as bad as one to the wrong part.
const FAR_OFF: f32 = 2.0;

/// The share of that way that somebody is carried who was kicked and does not stagger: his rear leg takes the rest.
const ABSORBED: f32 = 0.35;

/// m. How far along the ground somebody is carried who does not stagger: only by kicks, whatever part they meet. Fists do not carry
/// anybody as far as he leans.
pub fn carries(limb: Limb, speed: f32) -> f32 {
    match limb {
        Limb::LeftFoot | Limb::RightFoot | Limb::LeftKnee | Limb::RightKnee => {
            ABSORBED * CATCHES_ITSELF * mass_share(limb) * speed
        }
        _ => 0.0,
    }
}

/// What a reaction has to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Which way the blow goes, in the world.
    pub direction: Vec3,
    /// Whether the head is hit.
    pub head: bool,
    /// m. How far it carries a body until that has caught itself; 0 where that is of no concern.
    pub carries: f32,
}

impl Hit {
    /// A blow of a limb on a part, with so many metres per second.
    pub fn new(part: BodyPart, limb: Limb, direction: Vec3, speed: f32) -> Hit {
        Hit { direction, head: part == BodyPart::Head, carries: mass_share(limb) * speed * CATCHES_ITSELF }
    }
}

/// How much of a body's mass acts in a blow: of a fist 2.9 kg of 70 (Walilko, Viano and Bir 2005), of a foot or knee half of a leg,
/// which is 16 % of a body (Winter).
pub fn mass_share(limb: Limb) -> f32 {
    match limb {
        Limb::LeftFoot | Limb::RightFoot | Limb::LeftKnee | Limb::RightKnee => 0.08,
        _ => 2.9 / 70.0,
    }
}

impl World<'_> {
    /// The recorded reaction of the tables' own that fits a blow.
    pub fn reaction(&self, body: &Place, hit: &Hit) -> Option<u16> {
        self.fitting(&self.tables.hits, OWN, body, hit)
    }

    /// The recorded fall of the tables' own that fits a blow.
    pub fn knock_down(&self, body: &Place, direction: Vec3) -> Option<u16> {
        self.fitting(&self.tables.falls, OWN, body, &Hit { direction, head: false, carries: 0.0 })
    }

    /// The one that goes the blow's way, about as far as the blow carries a body, and of those one to the right part. What follows a
    /// reaction is of its group, so that a tired one who was struck as a fresh one is would be fresh from then on.
    pub(super) fn fitting(&self, known: &[HitReaction], group: u8, body: &Place, blow: &Hit) -> Option<u16> {
        let seen = Place { x: 0.0, z: 0.0, ..*body }.inside(blow.direction).with_y(0.0);
        let fit = |hit: &HitReaction| {
            let off = if blow.carries > 0.0 { (hit.far - blow.carries).abs() } else { 0.0 };
            hit.goes.dot(seen) + if hit.head == blow.head { 0.5 } else { 0.0 } - FAR_OFF * off
        };
        let own = known.iter().filter(|hit| self.tables.pieces[usize::from(hit.piece)].group == group);
        let best = own.max_by(|a, b| fit(a).total_cmp(&fit(b)));
        best.map(|hit| hit.piece)
    }
}
