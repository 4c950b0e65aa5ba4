//! Deformation: how θ becomes what a body does.
//!
//! The paper: *Pushing People Around*, section 3.2: m·exp(−ω d²) is added to the velocity of the offset of every joint; see
//! the stage's [`GiveWay`]. That offset is the one of eq. 1.
//!
//! Departs from it: the jump of a transition dies away under the stage's own spring, which is quicker than the paper's, since
//! feet are held and a slow one would be seen to float. What a push adds dies away under the paper's constants
//! ([`Spring::PAPER`]): muscles are passive for a quarter of a second. [`Sway`] is that second offset; in every step it adds
//! to the body's own what the quicker spring takes away too much.

use bytemuck::{Pod, Zeroable};
use footwork_motion::Transform;
use footwork_motion::ground::yaw;
use footwork_stage::offset::Offset;
use footwork_stage::{ActorView, GiveWay, Move, Placement, Rig, Segment, Spring};
use glam::Vec3;

use crate::response::Theta;

/// kg, of a person of [`SOME_HEIGHT`]: the adult mean that biomechanics works with.
const MASS: f32 = 70.0;
/// m
const SOME_HEIGHT: f32 = 1.75;
/// m/s. No part gains more: with the default spring it goes 18 cm, further than which joints would look torn.
pub const MOST_PUSH: f32 = 8.0;

/// kg. What a body weighs: mass grows with the square of height, as the body mass index has it.
pub fn mass(rig: &Rig) -> f32 {
    let size = rig.height() / SOME_HEIGHT;
    MASS * size * size
}

/// A push on its way: an offset under the paper's spring along the way of the push, as a share of what the point gained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Sway {
    /// s
    position: f32,
    velocity: f32,
    /// m/s, in the world: what the point gained.
    gained: [f32; 3],
    /// 1/m²
    falloff: f32,
}

/// s and a share: less than this is not seen any more.
const STILL: f32 = 2e-3;

impl Sway {
    /// No push.
    pub const NONE: Sway = Sway { position: 0.0, velocity: 0.0, gained: [0.0; 3], falloff: 0.0 };

    /// One that begins.
    pub fn new(give: &GiveWay) -> Sway {
        Sway { position: 0.0, velocity: 1.0, gained: give.velocity.to_array(), falloff: give.falloff }
    }

    /// Whether there is anything left of it.
    pub fn is_over(&self) -> bool {
        // Also what is no number.
        let alive = self.position.abs() > STILL || self.velocity.abs() > 10.0 * STILL;
        !(alive && self.position.is_finite() && self.velocity.is_finite())
    }

    /// Lets a step pass: what a body under a stiffer spring has to be given, at a point in the world, to sway like that.
    pub fn step(&mut self, stiffer: Spring, seconds: f32, point: Vec3) -> GiveWay {
        let offset = Offset { position: Vec3::X * self.position, velocity: Vec3::X * self.velocity };
        let [soft, stiff] = [Spring::PAPER, stiffer].map(|spring| offset.stepped(&spring.step(seconds)));
        (self.position, self.velocity) = (soft.position.x, soft.velocity.x);
        // Given at the end of the step, so that the next one begins as the soft spring has it. What is missing in place is
        // made up for within that step.
        let missing = soft.velocity.x - stiff.velocity.x + (soft.position.x - stiff.position.x) / seconds;
        let gained = Vec3::from_array(self.gained);
        let velocity = if gained.is_finite() { gained * missing } else { Vec3::ZERO };
        let falloff = if self.falloff.is_finite() { self.falloff.clamp(0.0, 100.0) } else { 0.0 };
        GiveWay {
            point,
            velocity: velocity.clamp_length_max(MOST_PUSH),
            falloff,
            arms: true,
            whole: None,
            carries: 0.0,
        }
    }
}

/// m/s that a pushed point goes over its first seconds, in the mean, for each m/s that it gains.
pub fn answer(spring: Spring, seconds: f32) -> f32 {
    let gained = Offset { position: Vec3::ZERO, velocity: Vec3::X };
    gained.stepped(&spring.step(seconds)).position.x / seconds
}

/// θ at a point of a body that stands and faces so; the point in its frame.
pub fn give_way(frame: Transform, point: Vec3, theta: &Theta) -> GiveWay {
    GiveWay {
        point: frame.point(point),
        velocity: (frame.rotation * theta.push).clamp_length_max(MOST_PUSH),
        falloff: theta.falloff.clamp(0.0, 100.0),
        arms: true,
        whole: None,
        carries: 0.0,
    }
}

/// A response as it is played by a body that stands and faces so, turned to its left by some radians, and some metres beside it, in
/// its frame.
pub fn played(
    rig: &Rig,
    frame: Transform,
    segment: Segment,
    turn: f32,
    shift: Vec3,
    shove: Option<GiveWay>,
) -> Move {
    let place = if turn == 0.0 && shift == Vec3::ZERO {
        Placement::Here
    } else {
        let from = rig.ground(segment.take, segment.first).unwrap_or_default();
        let rotation = (frame.rotation * yaw(turn)).normalize();
        let placed = Transform { rotation, translation: frame.point(shift.with_y(0.0)) };
        Placement::At(placed * from.inverse())
    };
    Move { place, shove, ..Move::new(segment) }
}

/// The first step of a move: a mind that plays it so is asked again in the next one.
pub fn by_steps(order: Move, me: ActorView<'_>, step: f32) -> Move {
    let Segment { take, first, end } = order.segment;
    // A segment that ended within the last step is followed from where that step got to.
    let over = (me.time() - me.segment().end).max(0.0);
    let soon = (first + over + f64::from(step)).min(end);
    Move { segment: Segment { take, first, end: soon }, ..order }
}
