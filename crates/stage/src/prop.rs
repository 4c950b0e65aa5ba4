//! Props: what stands, flies or is carried about on a stage besides actors. Plain data: how a prop moves is part of it
//! ([`PropMotion`]); what a step does to it is in [`prop_motion`](crate::prop_motion).

use footwork_motion::ground::{heading, yaw};
use footwork_motion::{Side, Transform};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::path::PathId;
use crate::stage::ActorId;

/// Number of a prop. Props are numbered in the order in which they came; no number is used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PropId(pub u32);

/// One thing on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prop {
    /// Which one it is: given by the stage.
    pub id: PropId,
    /// What it is.
    pub kind: PropKind,
    /// m, its middle; of a wall or an obstacle, the middle of its base.
    pub position: Vec3,
    /// How it is turned.
    pub rotation: Quat,
    /// m/s
    pub velocity: Vec3,
    /// rad/s, about the axis it points along. Only what is round turns in flight; boxes keep their attitude.
    pub spin: Vec3,
    /// How it moves.
    pub motion: PropMotion,
    /// How it bounces and rolls.
    pub material: Material,
}

/// What a prop is, and how big.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum PropKind {
    /// Something to hit or to go to.
    Target {
        /// m
        radius: f32,
    },
    /// Something that is thrown or kicked.
    Ball {
        /// m
        radius: f32,
    },
    /// Something that is carried.
    Box {
        /// m, along its own X, Y and Z.
        size: Vec3,
    },
    /// An upright wall along its own X.
    Wall {
        /// m
        length: f32,
        /// m
        height: f32,
    },
    /// Something upright and round that is in the way.
    Obstacle {
        /// m
        radius: f32,
        /// m
        height: f32,
    },
}

/// How a prop moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum PropMotion {
    /// It stays where it is.
    Rests,
    /// It comes back to its place when it was hit.
    Swings {
        /// m
        home: Vec3,
    },
    /// It falls, bounces and rolls until it lies.
    Flies {
        /// Who threw it: it does not hit him before it has touched something else.
        thrower: Option<ActorId>,
    },
    /// It follows a path of the stage.
    Follows {
        /// Which.
        path: PathId,
        /// The tick at which it was at the path's first key.
        since: u64,
    },
    /// It goes with hands that hold it.
    Held {
        /// One or two.
        grips: [Option<Grip>; 2],
    },
}

/// A hand that holds a prop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grip {
    /// Whose.
    pub actor: ActorId,
    /// Which.
    pub hand: Side,
    /// Where the prop is in the hand's frame, since it was grabbed.
    pub hold: Transform,
}

/// What a prop is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// kg
    pub mass: f32,
    /// Share of the speed that is left after a bounce, from 0 to 1.
    pub restitution: f32,
    /// How it is slowed down on the floor, as a share of gravity.
    pub friction: f32,
}

impl Material {
    /// A ball of leather, filled with air: a football weighs 0.43 kg and bounces to two fifths of its height, so that 0.63 of
    /// its speed is left; on a hard floor it loses 0.3 to 0.6 m/s every second.
    pub const BALL: Material = Material { mass: 0.43, restitution: 0.63, friction: 0.05 };
    /// A carton of 5 kg. Cardboard on concrete slides with a friction of 0.5, and hardly bounces.
    pub const BOX: Material = Material { mass: 5.0, restitution: 0.15, friction: 0.5 };

    fn is_sound(&self) -> bool {
        let Material { mass, restitution, friction } = *self;
        mass > 0.0
            && mass.is_finite()
            && (0.0..=1.0).contains(&restitution)
            && (0.0..=100.0).contains(&friction)
    }
}

impl Prop {
    /// One that rests at a place; a target swings when it is hit. The heading is in radians, to the left from Z.
    pub fn new(kind: PropKind, at: Vec3, heading: f32) -> Prop {
        let motion = match kind {
            PropKind::Target { .. } => PropMotion::Swings { home: at },
            _ => PropMotion::Rests,
        };
        let material = if matches!(kind, PropKind::Box { .. }) { Material::BOX } else { Material::BALL };
        let (velocity, spin) = (Vec3::ZERO, Vec3::ZERO);
        Prop { id: PropId(0), kind, position: at, rotation: yaw(heading), velocity, spin, motion, material }
    }

    /// m, where it comes back to; where it is, if it does not come back to anywhere.
    pub fn home(&self) -> Vec3 {
        match self.motion {
            PropMotion::Swings { home } => home,
            _ => self.position,
        }
    }

    /// rad, where its Z points on the ground, to the left from Z.
    pub fn heading(&self) -> f32 {
        heading(self.rotation * Vec3::Z)
    }

    /// Where it is and how it is turned.
    pub fn placed(&self) -> Transform {
        Transform { rotation: self.rotation, translation: self.position }
    }

    /// m, of what is round; none of what is not.
    pub fn radius(&self) -> Option<f32> {
        match self.kind {
            PropKind::Target { radius } | PropKind::Ball { radius } => Some(radius),
            _ => None,
        }
    }

    /// Whether it can be thrown, grabbed and carried by hands.
    pub fn is_loose(&self) -> bool {
        !matches!(self.kind, PropKind::Wall { .. } | PropKind::Obstacle { .. })
    }

    /// Whether its numbers are numbers and its sizes are above zero.
    pub fn is_sound(&self) -> bool {
        let sizes = match self.kind {
            PropKind::Target { radius } | PropKind::Ball { radius } => [radius, radius, radius],
            PropKind::Box { size } => size.to_array(),
            PropKind::Wall { length, height } => [length, height, height],
            PropKind::Obstacle { radius, height } => [radius, height, height],
        };
        let motion = match self.motion {
            PropMotion::Swings { home } => home.is_finite(),
            PropMotion::Held { grips } => grips
                .iter()
                .flatten()
                .all(|grip| grip.hold.translation.is_finite() && grip.hold.rotation.is_normalized()),
            PropMotion::Rests | PropMotion::Flies { .. } | PropMotion::Follows { .. } => true,
        };
        sizes.iter().all(|size| *size > 0.0 && size.is_finite())
            && self.position.is_finite()
            && self.rotation.is_normalized()
            && self.velocity.is_finite()
            && self.spin.is_finite()
            && self.material.is_sound()
            && motion
    }

    /// Takes it to another place. A target that swings goes on swinging there.
    pub(crate) fn carry(&mut self, to: Vec3) {
        let shift = to - self.home();
        if let PropMotion::Swings { home } = &mut self.motion {
            *home = to;
        }
        self.position += shift;
    }

    /// m, how far its lowest point is below its middle.
    pub(crate) fn support(&self) -> f32 {
        match self.kind {
            PropKind::Target { radius } | PropKind::Ball { radius } => radius,
            PropKind::Box { size } => {
                let up = self.rotation.conjugate() * Vec3::Y;
                0.5 * up.abs().dot(size)
            }
            // What stands on its base.
            PropKind::Wall { .. } | PropKind::Obstacle { .. } => 0.0,
        }
    }

    /// m, how far a point is from its surface; below zero inside.
    pub(crate) fn distance(&self, point: Vec3) -> f32 {
        match self.kind {
            PropKind::Box { size } => {
                let off = (self.placed().inverse().point(point)).abs() - 0.5 * size;
                off.max(Vec3::ZERO).length() + off.max_element().min(0.0)
            }
            _ => (point - self.position).length() - self.radius().unwrap_or(0.0),
        }
    }
}
