//! What the performer knows about its own takes.

use serde::Serialize;

/// Everything that is true about a take. Times are in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Truth {
    /// When each foot carries weight.
    pub supports: Supports,
    /// Every blow that would land.
    pub strikes: Vec<Strike>,
    /// Every action, in order.
    pub actions: Vec<Action>,
}

/// From when to when each foot carries weight.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Supports {
    pub left: Vec<[f32; 2]>,
    pub right: Vec<[f32; 2]>,
}

/// A blow at the moment it would land.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strike {
    /// s
    pub time: f32,
    /// What strikes: `left_hand`, `right_foot`, `left_elbow`, `right_knee`.
    pub limb: String,
    /// m. Where it lands.
    pub point: [f32; 3],
    /// Which way it goes, as a unit vector.
    pub direction: [f32; 3],
    /// m/s
    pub speed: f32,
}

/// A span that means something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Action {
    /// s
    pub from: f32,
    /// s
    pub to: f32,
    /// What it is: `movement`, `attack`, `avoid`, …; the more general first.
    pub classes: Vec<String>,
    /// The limbs it uses.
    pub limbs: Vec<String>,
    /// What a defence protects.
    pub protects: Option<String>,
}
