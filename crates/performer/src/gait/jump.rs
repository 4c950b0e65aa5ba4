//! Jumps off both feet: the crouch, the flight, the landing.

use super::GRAVITY;
use crate::signal::ease;

/// A jump off both feet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jump {
    /// s. When the toes leave, and when they are down again.
    pub(crate) lift: f32,
    pub(crate) land: f32,
    /// m. How deep the jumper goes before, and how deep he is caught.
    pub(crate) crouch: f32,
    pub(crate) caught: f32,
    /// How far the arms swing, as a share of the usual.
    pub(crate) arms: f32,
}

/// m/s. Who is slower jumps off both feet.
pub(crate) const RUN_UP: f32 = 2.0;
/// s. A jump off both feet begins this long before it leaves the ground.
pub(crate) const GATHER: f32 = 0.8;

/// m. How far above standing the pelvis is when the toes leave: heels are up by 45°, which lifts the ankles by 7.5 cm, and
/// knees are bent by 20 to 30° then, as people's are.
const EXTENDED: f32 = 0.028;
/// m. The same when the toes touch, with heels that are up by less and knees that are ready to give.
const READY: f32 = -0.005;
/// s. How long going down for a jump takes, and coming up after it.
const GOING_DOWN: f32 = 0.5;
const COMING_UP: f32 = 0.65;

impl Jump {
    /// m/s. How fast the body leaves the ground, and how fast it comes down.
    fn speeds(&self) -> [f32; 2] {
        let flight = self.land - self.lift;
        let up = (READY - EXTENDED) / flight + 0.5 * GRAVITY * flight;
        [up, GRAVITY * flight - up]
    }

    /// m. How far the pelvis is off its usual height for the jump, at a time.
    pub(crate) fn rise(&self, t: f32) -> f32 {
        let [up, down] = self.speeds();
        // A steady push over a distance gives a speed; the same distance back takes it.
        let push =
            |distance: f32, speed: f32, tau: f32| -speed * tau + speed * speed / (4.0 * distance) * tau * tau;
        let (distance, back) = (self.crouch + EXTENDED, self.caught + READY);
        let (pushes, catches) = (2.0 * distance / up, 2.0 * back / down);
        if t < self.lift - pushes {
            -self.crouch * ease((t - (self.lift - pushes - GOING_DOWN)) / GOING_DOWN)
        } else if t < self.lift {
            EXTENDED + push(distance, up, self.lift - t)
        } else if t < self.land {
            let tau = t - self.lift;
            EXTENDED + up * tau - 0.5 * GRAVITY * tau * tau
        } else if t < self.land + catches {
            READY + push(back, down, t - self.land)
        } else {
            -self.caught * (1.0 - ease((t - self.land - catches) / COMING_UP))
        }
    }

    /// m. How far feet are thrown up with the body, at a time of the flight.
    pub(crate) fn thrown(&self, t: f32) -> f32 {
        0.5 * GRAVITY * (t - self.lift).max(0.0) * (self.land - t).max(0.0)
    }

    /// rad. How far the arms are swung up for the jump.
    pub(crate) fn arms(&self, t: f32) -> f32 {
        let back = -0.65 * ease((t - self.lift + 0.95) / 0.55);
        let up = 2.2 * ease((t - self.lift + 0.38) / 0.56);
        self.arms * (back + up) * (1.0 - ease((t - self.land + 0.15) / 0.7))
    }

    /// rad. How far the body is bent forward for the jump.
    pub(crate) fn lean(&self, t: f32) -> f32 {
        let crouch = |from: f32, to: f32| ease((t - from) / 0.45) * (1.0 - ease((t - to) / 0.3));
        1.9 * self.crouch * crouch(self.lift - 0.75, self.lift - 0.3)
            + 2.0 * self.caught * crouch(self.land - 0.2, self.land + 0.25)
    }
}

/// The jump that a time belongs to, crouch and recovery included.
pub(crate) fn near(jumps: &[Jump], t: f32) -> Option<&Jump> {
    jumps.iter().find(|jump| t > jump.lift - 1.1 && t < jump.land + 1.1)
}
