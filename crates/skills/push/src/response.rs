//! Responses: what a person did when pushed, and what the push was.

use footwork_stage::Segment;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::configuration::Reduced;

/// A recorded response.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// From just before the push to when the body is back to what it was doing.
    pub segment: Segment,
    /// m, where the push landed, in the body's frame just before it.
    pub point: Vec3,
    /// m/s, how the pushed point went at first, over the ground in the same frame.
    pub velocity: Vec3,
    /// m/s, by how much the velocity of the centre of mass changed: the push divided by the body's mass.
    pub gain: Vec3,
    /// The body just before it was pushed.
    pub start: Reduced,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What came of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Balance was kept.
    Kept,
    /// The body fell, and got up again: played only where nothing else is good enough and no body has weight.
    Fell,
}

/// What is asked for: where on the body, and how fast that point is to go at first: the paper's impulse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Impulse {
    /// m, in the body's frame.
    pub point: Vec3,
    /// m/s, in the body's frame.
    pub velocity: Vec3,
}

/// How a response is deformed: the paper's θ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Theta {
    /// 1/m², how quickly the added velocity falls off with distance: ω.
    pub falloff: f32,
    /// m/s, what the pushed point gains beside what the response does, in the body's frame: m.
    pub push: Vec3,
}
