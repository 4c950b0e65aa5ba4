//! `[[props]]`: what else is on the stage.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;
use footwork_stage::{BodyPart, PropKind};
use serde::Deserialize;

use super::{Aim, HeldBy, PropPlace, Thrown};

/// m. Larger props and places further away are slips of the pen.
const LARGEST: f32 = 1e4;
const FURTHEST: f32 = 1e5;

/// As it is written.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Given {
    Target {
        at: [f32; 3],
        radius: f32,
    },
    Ball {
        at: [f32; 3],
        radius: f32,
        #[serde(default)]
        held: Vec<Hand>,
        thrown: Option<Throws>,
    },
    Box {
        at: [f32; 3],
        size: [f32; 3],
        #[serde(default)]
        facing: f32,
        #[serde(default)]
        held: Vec<Hand>,
    },
    Wall {
        at: [f32; 3],
        length: f32,
        height: f32,
        #[serde(default)]
        facing: f32,
    },
    Obstacle {
        at: [f32; 3],
        radius: f32,
        height: f32,
    },
}

/// A hand that holds a prop from the beginning.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hand {
    by: u32,
    hand: Which,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Which {
    Left,
    Right,
}

/// How a ball is thrown, again and again: at a place, or at a part of somebody.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Throws {
    by: u32,
    at: Option<[f32; 3]>,
    whom: Option<u32>,
    part: Option<String>,
    speed: f32,
    every: f32,
}

/// What can be thrown at, by its name in a scene.
const PARTS: [(&str, BodyPart); 15] = [
    ("head", BodyPart::Head),
    ("chest", BodyPart::Chest),
    ("pelvis", BodyPart::Pelvis),
    ("left upper arm", BodyPart::LeftUpperArm),
    ("left forearm", BodyPart::LeftForearm),
    ("left hand", BodyPart::LeftHand),
    ("right upper arm", BodyPart::RightUpperArm),
    ("right forearm", BodyPart::RightForearm),
    ("right hand", BodyPart::RightHand),
    ("left thigh", BodyPart::LeftThigh),
    ("left shin", BodyPart::LeftShin),
    ("left foot", BodyPart::LeftFoot),
    ("right thigh", BodyPart::RightThigh),
    ("right shin", BodyPart::RightShin),
    ("right foot", BodyPart::RightFoot),
];

/// m/s. Slower than a toss nothing arrives, and nobody throws faster than a pitcher.
const SPEEDS: std::ops::RangeInclusive<f32> = 1.0..=50.0;
/// s. A ball has to arrive before it is thrown again.
const EVERY: std::ops::RangeInclusive<f32> = 0.5..=60.0;

impl Throws {
    fn checked(self) -> Result<Thrown, String> {
        let Throws { by, at, whom, part, speed, every } = self;
        if !SPEEDS.contains(&speed) {
            return Err(format!("thrown: speed = {speed}: from {} to {} m/s", SPEEDS.start(), SPEEDS.end()));
        }
        if !EVERY.contains(&every) {
            return Err(format!("thrown: every = {every}: from {} to {} s", EVERY.start(), EVERY.end()));
        }
        let aim = match (at.map(Vec3::from), whom, part) {
            (Some(at), None, None) if at.is_finite() && at.abs().max_element() < FURTHEST => Aim::Place(at),
            (Some(_), None, None) => return Err("thrown: at is three numbers in metres".to_string()),
            (None, Some(whom), part) => {
                let name = part.as_deref().unwrap_or("chest");
                let known = PARTS.iter().find(|(own, _)| *own == name);
                let names = || PARTS.map(|(name, _)| name).join(", ");
                let known = known.ok_or_else(|| format!("thrown: part = {name:?}: one of {}", names()));
                Aim::Part { whom, part: known?.1 }
            }
            _ => return Err("thrown: say at, a place, or whom and part, somebody's".to_string()),
        };
        Ok(Thrown { by, aim, speed, every })
    }
}

impl Given {
    pub fn checked(self) -> Result<PropPlace, String> {
        let (mut hands, mut throws) = (Vec::new(), None);
        let (kind, at, facing, sizes) = match self {
            Given::Target { at, radius } => (PropKind::Target { radius }, at, 0.0, [radius; 2]),
            Given::Ball { at, radius, held, thrown } => {
                (hands, throws) = (held, thrown);
                (PropKind::Ball { radius }, at, 0.0, [radius; 2])
            }
            Given::Box { at, size, facing, held } => {
                let size = Vec3::from(size);
                hands = held;
                (PropKind::Box { size }, at, facing, [size.min_element(), size.max_element()])
            }
            Given::Wall { at, length, height, facing } => {
                (PropKind::Wall { length, height }, at, facing, [length, height])
            }
            Given::Obstacle { at, radius, height } => {
                (PropKind::Obstacle { radius, height }, at, 0.0, [radius, height])
            }
        };
        let at = Vec3::from(at);
        if !sizes.iter().all(|size| *size > 0.0 && *size < LARGEST) {
            return Err("a prop's size is a length in metres above zero".to_string());
        }
        if !(at.is_finite() && at.abs().max_element() < FURTHEST && facing.is_finite()) {
            return Err("at is three numbers in metres".to_string());
        }
        if hands.len() > 2 {
            return Err("held: two hands at most hold a prop".to_string());
        }
        let side = |hand: &Hand| match hand.hand {
            Which::Left => Side::Left,
            Which::Right => Side::Right,
        };
        let held = hands.iter().map(|hand| HeldBy { by: hand.by, hand: side(hand) }).collect();
        let thrown = throws.map(Throws::checked).transpose()?;
        Ok(PropPlace { kind, at, facing: facing.to_radians(), held, thrown })
    }
}
