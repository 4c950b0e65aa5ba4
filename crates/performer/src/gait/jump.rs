//! Jumps off both feet: the crouch, the flight, the landing.

use super::GRAVITY;
use crate::signal::ease;

/// A jump off both feet: from when to when it is in the air, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jump {
    pub(crate) lift: f32,
    pub(crate) land: f32,
}

/// m/s. Who is slower jumps off both feet.
pub(crate) const RUN_UP: f32 = 2.0;
/// s. A jump off both feet begins this long before it leaves the ground.
pub(crate) const GATHER: f32 = 0.8;

/// m. How deep a jumper crouches.
pub(crate) const CROUCH: f32 = 0.24;

impl Jump {
    /// m. How far the pelvis is off its usual height for the jump, at a time.
    pub(crate) fn rise(&self, t: f32) -> f32 {
        let flight = self.land - self.lift;
        let speed = 0.5 * GRAVITY * flight;
        // A steady push over the crouch gives that speed.
        let push = 2.0 * CROUCH / speed;
        let thrown = |tau: f32| -speed * tau + speed * speed / (4.0 * CROUCH) * tau * tau;
        if t < self.lift - push {
            -CROUCH * ease((t - (self.lift - push - 0.5)) / 0.5)
        } else if t < self.lift {
            thrown(self.lift - t)
        } else if t < self.land {
            0.5 * GRAVITY * (t - self.lift) * (self.land - t)
        } else if t < self.land + push {
            thrown(t - self.land)
        } else {
            -CROUCH * (1.0 - ease((t - self.land - push) / 0.6))
        }
    }

    /// How far the arms are swung up for the jump, in radians.
    pub(crate) fn arms(&self, t: f32) -> f32 {
        let back = -0.82 * ease((t - self.lift + 0.95) / 0.55);
        let up = 2.4 * ease((t - self.lift + 0.36) / 0.52);
        (back + up) * (1.0 - ease((t - self.land + 0.15) / 0.7))
    }

    /// How far the body is bent forward for the jump, in radians.
    pub(crate) fn lean(&self, t: f32) -> f32 {
        let crouch = |from: f32, to: f32| ease((t - from) / 0.45) * (1.0 - ease((t - to) / 0.3));
        0.5 * crouch(self.lift - 0.7, self.lift - 0.25) + 0.4 * crouch(self.land - 0.25, self.land + 0.25)
    }
}

/// The jump that a time belongs to, crouch and recovery included.
pub(crate) fn near(jumps: &[Jump], t: f32) -> Option<&Jump> {
    jumps.iter().find(|jump| t > jump.lift - 1.0 && t < jump.land + 1.0)
}
