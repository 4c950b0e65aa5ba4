//! Where the ground presses: the only force that the body has.

use footwork_motion::glam::Vec3;

use super::{MIDSOLE, Phase, Swung, Walker, Why, outward};
use crate::body::BALL_AHEAD;
use crate::gait::{Step, pace, step_seconds};
use crate::posture::about;
use crate::weight::GRAVITY;

/// How eagerly standing brings ξ back, against ω.
const EAGER: f32 = 0.9;

impl Walker<'_> {
    /// m/s². The vertical force on each kilogram: in a run it swells and fades over a stance.
    pub(super) fn force(&self) -> f32 {
        let Phase::Run { lift, .. } = self.phase else { return GRAVITY };
        let from = self.landed.0;
        let stance = (lift - from).max(0.1);
        let swell = libm::sinf(std::f32::consts::PI * ((self.now - from) / stance).clamp(0.0, 1.0));
        GRAVITY * self.period / stance * 0.5 * std::f32::consts::PI * swell
    }

    /// The step under way as it will be at a time.
    pub(super) fn swung(&self, at: f32) -> Swung {
        let (Phase::Swing { step, .. } | Phase::Fly { step }) = self.phase else { return Swung::default() };
        let Step { lift, land, side, .. } = self.steps[step];
        let share = ((at - lift) / (land - lift)).clamp(0.0, 1.0);
        Swung { share, left: (land - at).max(0.0), stance: 1 - side }
    }

    /// Where the body would like the ground to press.
    pub(super) fn wanted_pressure(&self, sway: Vec3, swung: Swung) -> Vec3 {
        let xi = self.xi();
        let back = |goal: Vec3, eager: f32| xi + eager * (xi - goal);
        let middle = 0.5 * (self.feet[0].sole(MIDSOLE) + self.feet[1].sole(MIDSOLE));
        match self.phase {
            Phase::Stand { .. } => back(middle + about(1, self.yaw) * sway, EAGER),
            Phase::Shift { next, .. } => {
                // Who is about to go lets himself fall that way.
                let lead = (0.05 * self.wish.velocity(self.now + 0.3)).clamp_length_max(0.05);
                back(self.feet[1 - next].sole(MIDSOLE) + about(1, self.yaw) * lead, 1.6)
            }
            Phase::Swing { why: Why::Catching, .. } => back(middle, EAGER),
            Phase::Swing { .. } => {
                // Pressure rolls from under the ankle to the ball, the more the faster.
                let roll = (0.8 * (about(1, -self.yaw) * self.velocity).z).clamp(-0.3, 1.0);
                let along = self.feet[swung.stance].sole(MIDSOLE + roll * (0.12 * swung.share - 0.03));
                along + about(1, self.yaw) * Vec3::X * self.steers_aside(swung)
            }
            Phase::Transfer { onto, .. } if self.catch.catching || !self.going() => {
                back(self.feet[onto].sole(MIDSOLE), EAGER)
            }
            Phase::Transfer { onto, lift } => {
                let from = self.landed.0;
                let s = ((self.now - from) / (lift - from).max(0.02)).clamp(0.0, 1.0);
                let [old, new] = [self.feet[1 - onto].sole(BALL_AHEAD), self.feet[onto].sole(MIDSOLE)];
                old.lerp(new, s)
            }
            Phase::Run { onto, .. } => self.feet[onto].sole(MIDSOLE),
            Phase::Fly { .. } => self.pressure,
        }
    }

    /// m, to the left. Where the ground must press beside the middle of the sole for the other foot to land as far to
    /// the side as it should.
    pub(super) fn steers_aside(&self, swung: Swung) -> f32 {
        let inward = -outward(swung.stance);
        let wish = self.wish.velocity(self.now);
        let period = step_seconds(pace(wish).max(1.1));
        let width = self.width(wish, period);
        let target = inward * (width - width / (libm::expf(Self::omega() * period) + 1.0));
        let growth = libm::expf(Self::omega() * (swung.left + 0.1));
        let xi = (about(1, -self.yaw) * (self.xi() - self.feet[swung.stance].sole(MIDSOLE))).x;
        ((xi * growth - target) / (growth - 1.0)).clamp(-0.03, 0.03)
    }
}
