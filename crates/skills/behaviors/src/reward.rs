//! Rewards as data: what a behaviour wants, and how much an action earns of it.
//!
//! Paper: Lee & Lee 2004, sec. 4.1. Over the duration of an action the largest discounted signal counts:
//!
//! - eq. 2: max over t of γ^t · I(t) · w(t), where I says whether something holds;
//! - eq. 3: max over t of γ^t · w(t) · exp(−error(t)/σ).
//!
//! Here both are one form, γ^t · I(t) · w(t) · exp(−error(t)/σ): `within` makes an I of the error, `sigma` adds the
//! exponential, a blow brings its I and w. Eq. 5 (approach) is [`Wish::Near`] the middle of the hitting points; eq. 6
//! (punch) is [`Wish::Strike`]. Departs from the paper: a blow counts only where the arm can get to the target.

use std::f32::consts::PI;

use footwork_annotate::Limb;
use footwork_motion::Role;
use footwork_motion::ground::Place;
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::model::{Blow, Model, Piece, Tip};
use crate::tracks::Tracks;

/// What a behaviour wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reward {
    /// Of what the error is measured.
    pub wish: Wish,
    /// m or rad. Only errors up to this earn anything.
    pub within: Option<f32>,
    /// m or rad. How quickly an error spoils what is earned.
    pub sigma: Option<f32>,
}

/// What is to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Wish {
    /// A point of the body is where the target is. The error is how far it is from there, in m.
    Near {
        /// What.
        point: BodyPoint,
    },
    /// A point of the body is at this distance from the target, over the ground. The error is in m.
    Keep {
        /// What.
        point: BodyPoint,
        /// m
        distance: f32,
    },
    /// A joint, or the body, faces the target. The error is the angle that is missing, in rad.
    Face {
        /// What.
        point: BodyPoint,
    },
    /// An effective blow lands on the target; the faster the better. The error is by how much it would miss, in m.
    Strike {
        /// With what.
        limbs: Vec<Limb>,
    },
}

/// Where on the body an error is measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum BodyPoint {
    /// A point on the ground that moves along with the body: m to its left, m ahead.
    Fixed(Vec2),
    /// The middle of all points that blows land on, on the ground. Becomes fixed when the skill is baked.
    HittingPoints,
    /// A joint. Distances from it are in three dimensions.
    Joint(#[serde(with = "by_name")] Role),
}

/// Joints are saved by their name.
mod by_name {
    use footwork_motion::Role;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(role: &Role, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(role.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Role, D::Error> {
        let name = String::deserialize(from)?;
        Role::from_name(&name).ok_or_else(|| D::Error::custom(format!("{name:?} is no joint")))
    }
}

/// The share of a limb's length that is within reach: a limb that is led is never quite straight, or its joint would snap.
const REACHES: f32 = 0.97;

impl Reward {
    /// The joint that it looks at, if there is one.
    pub fn role(&self) -> Option<Role> {
        match self.wish {
            Wish::Near { point: BodyPoint::Joint(role) }
            | Wish::Keep { point: BodyPoint::Joint(role), .. }
            | Wish::Face { point: BodyPoint::Joint(role) } => Some(role),
            _ => None,
        }
    }

    /// What an error leaves of a signal.
    #[inline]
    fn signal(&self, error: f32) -> f32 {
        if self.within.is_some_and(|within| error > within) {
            return 0.0;
        }
        self.sigma.map_or(1.0, |sigma| libm::expf(-error / sigma))
    }

    /// False if what an error leaves of a signal is certainly no more than the best so far: most frames are told apart by
    /// the first terms of the exponential, which cost a tenth of it.
    #[inline]
    fn may_exceed(&self, signal: f32, error: f32, best: f32) -> bool {
        let Some(sigma) = self.sigma else { return true };
        let x = error / sigma;
        // A hair more than the sum, so that rounding never drops the best.
        let least = 0.9999 * (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0)))));
        signal > best * least
    }

    /// By how much a blow of these limbs misses a target at its best moment: which of its effective frames that is,
    /// and the error in m. None if it is a blow of another limb, misses by more than so many m, or if the target is out
    /// of the limb's reach then.
    #[inline]
    pub fn best_tip(&self, blow: &Blow, tips: &[Tip], target: Vec3, most: f32) -> Option<(u32, f32)> {
        let Wish::Strike { limbs } = &self.wish else { return None };
        if !limbs.contains(&blow.limb) {
            return None;
        }
        let mut best: Option<(u32, f32)> = None;
        for (frame, tip) in tips.iter().enumerate() {
            let square = (tip.tip - target).length_squared();
            // Nearly always, where values of all places are worked out.
            if square > most * most {
                continue;
            }
            let error = square.sqrt();
            if error > most || best.is_some_and(|(_, least)| error >= least) {
                continue;
            }
            // A limb that is not led has to be right by itself.
            let far = (target - tip.beyond - tip.root).length();
            if blow.reach == 0.0 || far <= REACHES * blow.reach || error < 0.01 {
                best = Some((frame as u32, error));
            }
        }
        best
    }
}

/// A reward with everything at hand to work it out.
pub struct Judge<'a> {
    /// The states and actions.
    pub model: &'a Model,
    /// Of the same repertoire.
    pub tracks: &'a Tracks,
    /// What is wanted.
    pub reward: &'a Reward,
    /// γ to the power of so many frames.
    pub decay: &'a [f32],
    /// Frames between two looks at what is continuous.
    pub stride: u32,
}

/// γ to the power of 0, 1, 2, … frames, for all that an action may have.
pub fn decay(model: &Model, discount_per_second: f32) -> Vec<f32> {
    let longest = model.length.iter().copied().max().unwrap_or(0);
    let power = |frames: u32| libm::powf(discount_per_second, frames as f32 / model.rate);
    (0..=longest).map(power).collect()
}

impl Judge<'_> {
    /// What an action earns if the target is here, in the body's frame at the action's beginning.
    pub fn earns(&self, action: usize, target: Vec3) -> f32 {
        let (mut so_far, mut passed, mut best) = (Place::HERE, 0, 0.0_f32);
        let pieces = self.model.pieces_of(action);
        for (number, piece) in pieces.iter().enumerate() {
            let first = self.tracks.ground(self.tracks.number(piece.take, piece.first));
            // The target as the take sees it, were the body there.
            let seen = first.point(so_far.inside(target));
            best = best.max(match &self.reward.wish {
                Wish::Strike { .. } => self.of_blows(piece, passed, seen),
                _ => self.of_frames(piece, passed, seen),
            });
            if number + 1 < pieces.len() {
                let end = self.tracks.ground(self.tracks.number(piece.take, piece.end));
                so_far = so_far.then(&first.to(end));
                passed += piece.end - piece.first;
            }
        }
        best
    }

    fn later(&self, frames: u32) -> f32 {
        self.decay.get(frames as usize).or(self.decay.last()).copied().unwrap_or(0.0)
    }

    fn of_blows(&self, piece: &Piece, passed: u32, target: Vec3) -> f32 {
        let mut best = 0.0_f32;
        let most = self.reward.within.unwrap_or(f32::INFINITY);
        for blow in self.model.blows_of(piece) {
            if let Some((frame, error)) = self.reward.best_tip(blow, self.model.tips_of(blow), target, most) {
                let frames = passed + (blow.first + frame).saturating_sub(piece.first);
                best = best.max(self.later(frames) * blow.weight * self.reward.signal(error));
            }
        }
        best
    }

    fn of_frames(&self, piece: &Piece, passed: u32, target: Vec3) -> f32 {
        let mut best = 0.0_f32;
        let (start, stride) = (self.tracks.number(piece.take, 0), self.stride.max(1));
        let mut frame = piece.first;
        while frame < piece.end {
            frame = (frame + stride).min(piece.end);
            let error = self.error(start + frame as usize, target);
            let later = self.later(passed + frame - piece.first);
            if self.reward.may_exceed(later, error, best) {
                best = best.max(later * self.reward.signal(error));
            }
        }
        best
    }

    /// How far from what is wanted a frame is.
    fn error(&self, frame: usize, target: Vec3) -> f32 {
        let ground = self.tracks.ground(frame);
        let look = |point: BodyPoint| match point {
            BodyPoint::Fixed(at) => {
                (ground.point(Vec3::new(at.x, target.y, at.y)), Vec2::new(ground.sin, ground.cos))
            }
            BodyPoint::HittingPoints => {
                (Vec3::new(ground.x, target.y, ground.z), Vec2::new(ground.sin, ground.cos))
            }
            BodyPoint::Joint(role) => match self.tracks.joint(role) {
                Some(joint) => self.tracks.joint_at(joint, frame),
                // Such a joint was refused when the skill was made.
                None => (Vec3::new(ground.x, target.y, ground.z), Vec2::Y),
            },
        };
        let flat = |vector: Vec3| Vec2::new(vector.x, vector.z);
        match &self.reward.wish {
            Wish::Near { point } => (look(*point).0 - target).length(),
            Wish::Keep { point, distance } => (flat(look(*point).0 - target).length() - distance).abs(),
            Wish::Face { point } => {
                let (at, ahead) = look(*point);
                match flat(target - at).try_normalize() {
                    Some(direction) => libm::acosf(ahead.dot(direction).clamp(-1.0, 1.0)),
                    // What is right here is faced as well as anything.
                    None => 0.0,
                }
            }
            Wish::Strike { .. } => PI,
        }
    }
}
