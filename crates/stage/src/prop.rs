//! Props: what stands or flies about on a stage besides actors. Plain data; only a target that was hit moves by itself:
//! it swings away from the blow and comes back.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::offset::{Offset, SpringStep};

/// One thing on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prop {
    /// What it is.
    pub kind: PropKind,
    /// m, its middle; of a wall or an obstacle, the middle of its base.
    pub position: Vec3,
    /// m, where a target comes back to.
    pub home: Vec3,
    /// m/s
    pub velocity: Vec3,
    /// rad, about the vertical.
    pub heading: f32,
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

impl Prop {
    /// One that rests at a place.
    pub fn new(kind: PropKind, at: Vec3, heading: f32) -> Prop {
        Prop { kind, position: at, home: at, velocity: Vec3::ZERO, heading }
    }

    /// Takes it to another place. A target that swings goes on swinging there.
    pub(crate) fn carry(&mut self, to: Vec3) {
        self.position += to - self.home;
        self.home = to;
    }

    /// Lets a step pass.
    pub(crate) fn swing(&mut self, step: &SpringStep) {
        let offset = Offset { position: self.position - self.home, velocity: self.velocity };
        if !matches!(self.kind, PropKind::Target { .. }) || offset == Offset::NONE {
            return;
        }
        let next = offset.stepped(step);
        let rests = next.size_squared() < RESTS * RESTS;
        self.position = if rests { self.home } else { self.home + next.position };
        self.velocity = if rests { Vec3::ZERO } else { next.velocity };
    }
}

/// m. What is nearer to its home is there.
const RESTS: f32 = 1e-4;
