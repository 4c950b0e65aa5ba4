//! The avoidances, one a line: how the body is at its furthest, against the guard.

use footwork_motion::Side::{self, Left, Right};

/// What the hands do meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arms {
    /// Stay where they are, nearly.
    Keep,
    /// Come up before the face.
    Up,
    /// Are drawn in to the body.
    In,
    /// Go out for balance.
    Out,
    /// One is drawn back.
    Back(Side),
}

/// What the feet do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Feet {
    Stay,
    /// Both step, so many metres to the left and ahead.
    Step(f32, f32),
    /// One is drawn up.
    Lift(Side),
    /// Both leave the ground.
    Jump,
}

/// An avoidance. Lengths in metres, X left, Y up, Z ahead; angles in radians: yaw to the left, pitch forward, roll right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avoidance {
    pub(super) name: &'static str,
    /// What kind it is.
    pub(super) class: &'static str,
    /// The part it saves.
    pub(super) saves: &'static str,
    /// The way of what it saves from, in the stance frame.
    pub(super) threat: [f32; 3],
    /// s. From the first movement to the furthest, when quick.
    pub(super) rise: f32,
    /// How much more of the weight the left foot has.
    pub(super) weight: f32,
    pub(super) pelvis: [f32; 3],
    pub(super) hips: [f32; 3],
    pub(super) chest: [f32; 3],
    pub(super) gaze: [f32; 3],
    /// rad. How far the heels come up.
    pub(super) heels: f32,
    pub(super) arms: Arms,
    pub(super) feet: Feet,
}

/// A thrust from ahead, swings from the left and the right, something from above, from behind, along the floor.
const THRUST: [f32; 3] = [0.0, 0.0, -1.0];
const FROM_LEFT: [f32; 3] = [-1.0, 0.0, -0.3];
const FROM_RIGHT: [f32; 3] = [1.0, 0.0, -0.3];
const FROM_ABOVE: [f32; 3] = [0.0, -1.0, -0.4];

/// Nothing moves: what the lines below start from.
const STILL: Avoidance = Avoidance {
    name: "",
    class: "",
    saves: "head",
    threat: THRUST,
    rise: 0.22,
    weight: 0.0,
    pelvis: [0.0; 3],
    hips: [0.0; 3],
    chest: [0.0; 3],
    gaze: [0.0; 3],
    heels: 0.0,
    arms: Arms::Keep,
    feet: Feet::Stay,
};

#[rustfmt::skip]
pub(super) static AVOIDANCES: [Avoidance; 28] = [
    Avoidance { name: "slip_left", class: "slip", rise: 0.17, weight: 0.14, pelvis: [0.05, -0.05, 0.0], hips: [-0.2, 0.06, -0.08], chest: [-0.25, 0.16, -0.34], gaze: [0.0, 0.02, -0.22], arms: Arms::Up, ..STILL },
    Avoidance { name: "slip_right", class: "slip", rise: 0.17, weight: -0.14, pelvis: [-0.05, -0.05, 0.0], hips: [0.2, 0.06, 0.08], chest: [0.28, 0.16, 0.34], gaze: [0.0, 0.02, 0.22], arms: Arms::Up, ..STILL },
    Avoidance { name: "duck", class: "duck", threat: FROM_LEFT, pelvis: [0.0, -0.26, -0.03], hips: [0.0, 0.3, 0.0], chest: [0.0, 0.5, 0.0], gaze: [0.0, 0.3, 0.0], heels: 0.12, arms: Arms::Up, ..STILL },
    Avoidance { name: "duck_left", class: "duck", threat: FROM_RIGHT, weight: 0.26, pelvis: [0.06, -0.24, 0.0], hips: [0.1, 0.25, -0.1], chest: [0.1, 0.42, -0.28], gaze: [0.0, 0.2, -0.25], heels: 0.1, arms: Arms::Up, ..STILL },
    Avoidance { name: "duck_right", class: "duck", threat: FROM_LEFT, weight: -0.26, pelvis: [-0.06, -0.24, 0.0], hips: [-0.1, 0.25, 0.1], chest: [-0.1, 0.42, 0.28], gaze: [0.0, 0.2, 0.25], heels: 0.1, arms: Arms::Up, ..STILL },
    Avoidance { name: "crouch", class: "duck", saves: "chest", threat: FROM_RIGHT, rise: 0.3, pelvis: [0.0, -0.35, -0.05], hips: [0.0, 0.16, 0.0], chest: [0.0, 0.6, 0.0], gaze: [0.0, 0.25, 0.0], heels: 0.45, arms: Arms::Up, ..STILL },
    Avoidance { name: "cower", class: "duck", threat: FROM_ABOVE, rise: 0.26, weight: -0.1, pelvis: [0.0, -0.3, -0.05], hips: [0.25, 0.2, 0.06], chest: [0.3, 0.5, 0.1], gaze: [0.35, 0.55, 0.1], heels: 0.2, arms: Arms::Up, ..STILL },
    Avoidance { name: "sway_back", class: "sway", threat: FROM_LEFT, rise: 0.2, weight: -0.2, pelvis: [0.0, -0.04, -0.06], hips: [0.0, -0.2, 0.0], chest: [0.0, -0.42, 0.0], gaze: [0.0, -0.12, 0.0], arms: Arms::Keep, ..STILL },
    Avoidance { name: "sway_back_left", class: "sway", rise: 0.22, weight: -0.1, pelvis: [0.03, -0.04, -0.05], hips: [0.1, -0.17, -0.08], chest: [0.2, -0.34, -0.24], gaze: [0.0, -0.1, -0.15], ..STILL },
    Avoidance { name: "sway_back_right", class: "sway", rise: 0.22, weight: -0.22, pelvis: [-0.03, -0.04, -0.05], hips: [-0.1, -0.17, 0.08], chest: [-0.2, -0.34, 0.24], gaze: [0.0, -0.1, 0.15], ..STILL },
    Avoidance { name: "lean_left", class: "lean", saves: "chest", rise: 0.25, weight: 0.3, pelvis: [0.05, -0.09, 0.0], hips: [0.0, 0.04, -0.16], chest: [0.05, 0.05, -0.52], gaze: [0.0, 0.0, -0.42], arms: Arms::Out, ..STILL },
    Avoidance { name: "lean_right", class: "lean", saves: "chest", rise: 0.25, weight: -0.3, pelvis: [-0.05, -0.09, 0.0], hips: [0.0, 0.04, 0.16], chest: [-0.05, 0.05, 0.52], gaze: [0.0, 0.0, 0.42], arms: Arms::Out, ..STILL },
    Avoidance { name: "twist_left", class: "twist", saves: "chest", rise: 0.2, weight: -0.1, pelvis: [0.02, -0.04, -0.02], hips: [0.55, 0.0, 0.0], chest: [0.6, -0.04, -0.05], arms: Arms::In, ..STILL },
    Avoidance { name: "twist_right", class: "twist", saves: "chest", rise: 0.2, weight: 0.1, pelvis: [-0.02, -0.04, -0.02], hips: [-0.42, 0.0, 0.0], chest: [-0.6, -0.04, 0.05], arms: Arms::In, ..STILL },
    Avoidance { name: "belly_in", class: "fold", saves: "belly", rise: 0.2, weight: -0.12, pelvis: [0.0, -0.06, -0.2], hips: [0.0, 0.4, 0.0], chest: [0.0, 0.36, 0.0], gaze: [0.0, 0.2, 0.0], arms: Arms::Out, ..STILL },
    Avoidance { name: "hips_left", class: "sway", saves: "hips", weight: 0.3, pelvis: [0.1, -0.05, 0.0], hips: [0.0, 0.0, 0.14], chest: [0.0, 0.0, -0.05], arms: Arms::Out, ..STILL },
    Avoidance { name: "hips_right", class: "sway", saves: "hips", weight: -0.3, pelvis: [-0.1, -0.05, 0.0], hips: [0.0, 0.0, -0.14], chest: [0.0, 0.0, 0.05], arms: Arms::Out, ..STILL },
    Avoidance { name: "arms_in", class: "arms", saves: "left_arm", threat: FROM_ABOVE, rise: 0.15, weight: -0.06, pelvis: [0.0, -0.02, -0.02], hips: [0.0, -0.04, 0.0], chest: [0.0, -0.1, 0.0], arms: Arms::In, ..STILL },
    Avoidance { name: "left_arm_back", class: "arms", saves: "left_arm", threat: FROM_ABOVE, rise: 0.16, weight: -0.05, pelvis: [0.0, -0.02, 0.0], hips: [0.15, 0.0, 0.0], chest: [0.3, 0.0, 0.0], arms: Arms::Back(Left), ..STILL },
    Avoidance { name: "right_arm_back", class: "arms", saves: "right_arm", threat: FROM_ABOVE, rise: 0.16, weight: 0.05, pelvis: [0.0, -0.02, 0.0], hips: [-0.12, 0.0, 0.0], chest: [-0.3, 0.0, 0.0], arms: Arms::Back(Right), ..STILL },
    Avoidance { name: "left_leg_up", class: "leg", saves: "left_leg", threat: FROM_LEFT, rise: 0.26, weight: -0.46, pelvis: [-0.02, 0.0, 0.02], hips: [0.1, -0.06, 0.06], chest: [0.0, 0.1, -0.06], gaze: [0.0, 0.15, 0.0], arms: Arms::Out, feet: Feet::Lift(Left), ..STILL },
    Avoidance { name: "right_leg_up", class: "leg", saves: "right_leg", threat: FROM_RIGHT, rise: 0.28, weight: 0.46, pelvis: [0.02, 0.0, 0.02], hips: [0.1, -0.06, -0.06], chest: [0.0, 0.1, 0.06], gaze: [0.0, 0.15, 0.0], arms: Arms::Out, feet: Feet::Lift(Right), ..STILL },
    Avoidance { name: "step_back", class: "step", saves: "chest", rise: 0.3, hips: [0.0, -0.08, 0.0], chest: [0.0, -0.14, 0.0], arms: Arms::Keep, feet: Feet::Step(0.0, -0.42), ..STILL },
    Avoidance { name: "step_left", class: "step", saves: "chest", rise: 0.3, hips: [0.0, 0.0, -0.06], chest: [0.0, 0.05, -0.12], feet: Feet::Step(0.42, 0.0), ..STILL },
    Avoidance { name: "step_right", class: "step", saves: "chest", rise: 0.3, hips: [0.0, 0.0, 0.06], chest: [0.0, 0.05, 0.12], feet: Feet::Step(-0.42, 0.0), ..STILL },
    Avoidance { name: "step_back_left", class: "step", saves: "belly", threat: FROM_RIGHT, rise: 0.3, hips: [0.1, 0.05, -0.05], chest: [0.15, 0.1, -0.1], arms: Arms::Out, feet: Feet::Step(0.3, -0.3), ..STILL },
    Avoidance { name: "jump_over", class: "jump", saves: "feet", threat: FROM_LEFT, rise: 0.26, feet: Feet::Jump, ..STILL },
    Avoidance { name: "jump_back", class: "jump", saves: "feet", threat: THRUST, rise: 0.26, pelvis: [0.0, 0.0, -0.35], feet: Feet::Jump, ..STILL },
];
