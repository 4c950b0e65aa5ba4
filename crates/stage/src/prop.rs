//! Props: what stands or flies about on a stage besides actors. Plain data; nothing here moves them.

use glam::Vec3;

use crate::state::{Feed, Hash};

/// One thing on the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prop {
    /// What it is.
    pub kind: PropKind,
    /// m, its middle; of a wall or an obstacle, the middle of its base.
    pub position: Vec3,
    /// m/s
    pub velocity: Vec3,
    /// rad, about the vertical.
    pub heading: f32,
}

/// What a prop is, and how big.
#[derive(Clone, Copy, Debug, PartialEq)]
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

impl Feed for Prop {
    fn feed(&self, hash: &mut Hash) {
        let (kind, a, b) = match self.kind {
            PropKind::Target { radius } => (0, radius, 0.0),
            PropKind::Ball { radius } => (1, radius, 0.0),
            PropKind::Wall { length, height } => (2, length, height),
            PropKind::Obstacle { radius, height } => (3, radius, height),
        };
        hash.word(kind);
        hash.pair(a, b);
        hash.vec3(self.position);
        hash.vec3(self.velocity);
        hash.float(self.heading);
    }
}
