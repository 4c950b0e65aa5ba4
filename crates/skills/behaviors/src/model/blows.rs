//! Blows: the path of what strikes while it is effective, and the joint that its limb starts from.

use footwork_annotate::Limb;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// An effective blow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blow {
    /// Number of the take.
    pub take: u32,
    /// The first frame in which it may land. Before, it would still go on through the target.
    pub first: u32,
    /// When it lands by itself: an effective frame.
    pub lands: u32,
    /// The first frame in which it is not effective any more.
    pub over: u32,
    /// Where its tips begin.
    pub tip: u32,
    /// In how many frames it may land.
    pub tips: u32,
    /// What strikes.
    pub limb: Limb,
    /// Its speed, as a share of the fastest blow's.
    pub weight: f32,
    /// m. The reach of the limb from its first joint; 0 for one that cannot be led.
    pub reach: f32,
    /// Number of the word for it in `KINDS`; beyond these, one number for every limb.
    pub kind: u32,
}

/// A moment of a blow, in its take's space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tip {
    /// m, what strikes.
    pub tip: Vec3,
    /// m, where its limb starts: the shoulder or the hip.
    pub root: Vec3,
    /// m, from what the stage leads (the hand itself; of a foot, the ankle) to what strikes.
    pub beyond: Vec3,
}

/// The words of annotation that tell one blow from another.
#[rustfmt::skip]
pub const KINDS: [&str; 10] = [
    "jab", "cross", "lead_hook", "rear_hook", "lead_uppercut", "rear_uppercut", "elbow", "knee", "front_kick",
    "round_kick",
];

impl Blow {
    /// What it is called: its word, or its limb.
    pub fn name(&self) -> &'static str {
        KINDS.get(self.kind as usize).copied().unwrap_or(self.limb.name())
    }
}
