//! How a physical world runs.

use footwork_stage::PhysicsLevel;

/// How a physical world runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PostureSettings {
    /// How much of everybody's body is physical, until a cue says otherwise.
    pub level: PhysicsLevel,
    /// N·s. A push or a blow at least this hard lets a body go; without it, only cues and minds do.
    pub falls_at: Option<f32>,
    /// How stiff muscles stay in somebody who is knocked down, from 0, limp, to 1.
    pub tone: f32,
    /// Whether arms and neck protect the body when it falls.
    pub reflex: bool,
    /// Whether bodies get up again.
    pub rises: bool,
    /// kg. What strikes is taken to weigh so much: a fist with some of its arm, as boxers' blows measure.
    pub fist: f32,
}

impl Default for PostureSettings {
    fn default() -> PostureSettings {
        PostureSettings {
            level: PhysicsLevel::Off,
            falls_at: None,
            tone: 0.15,
            reflex: true,
            rises: true,
            fist: 3.0,
        }
    }
}
