//! What a boxer remembers from one choice to the next; also for overlays and evaluations that want to show it.

use bytemuck::{Pod, Zeroable};
use footwork_stage::OptionalIndex;
use glam::Vec3;

use super::mood::Style;

/// How many blows are remembered.
pub const RECENT: usize = 8;

/// A boxer's memory: all zero at first.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct BoxerMemory {
    /// The action being played.
    pub action: OptionalIndex,
    /// Which of its pieces is played.
    pub piece: OptionalIndex,
    /// The recorded reaction to be played next.
    pub reaction: OptionalIndex,
    /// 1 while a recorded hit is played, 2 while a fall is.
    pub reacting: u32,
    /// m/s, the velocity of the blow that the reaction answers.
    pub blow_velocity: Vec3,
    /// m, where that blow hit.
    pub blow_point: Vec3,
    /// How many blows were begun that are led to the target.
    pub committed: u32,
    /// How many blows landed on a target or an opponent.
    pub landed: u32,
    /// How many blows were suffered.
    pub suffered: u32,
    /// The limb that is being led: its place among [`Limb::ALL`](footwork_annotate::Limb::ALL).
    pub led_limb: OptionalIndex,
    /// The blow that is being led.
    pub led_blow: OptionalIndex,
    /// m, the point that it is led to.
    pub led_to: Vec3,
    /// m, by how much the blow would miss if it were not led.
    pub would_miss: f32,
    /// m, the target as it was seen last.
    pub target: Vec3,
    /// m, where a target's home was a moment before it was looked at last.
    pub home: Vec3,
    /// The tick of that, plus one; 0 if there is none.
    pub home_seen: u32,
    /// The opponent's id, if it is looked for.
    pub opponent: OptionalIndex,
    /// For how many more decisions the opponent is not looked for again.
    pub patience: u32,
    /// Which actor of a large crowd is looked at first, the next time.
    pub looks_next: u32,
    /// The blows thrown last, in a ring.
    pub recent: [OptionalIndex; RECENT],
    /// How many blows were thrown in all.
    pub thrown: u32,
    /// The tick of the last one.
    pub thrown_at: u32,
    /// What makes him unlike others.
    pub style: Style,
    /// 1 once that is drawn, with his first choice.
    pub has_style: u32,
    /// How hard the last blow was that he took, beside a heavy one.
    pub shock: f32,
    /// The tick of his first choice after it; 0 until then.
    pub shock_at: u32,
}
