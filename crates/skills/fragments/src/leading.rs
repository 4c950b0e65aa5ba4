//! Where a steered body is led, and how fast its motion is played: both follow the sticks no faster than a body could.
//!
//! The paper fixes the root to the control and sets the rate of playing anew with every fragment (sec. 4.1). Sticks jump
//! from rest to a run within a tenth of a second, and a body that is led that way jumps with them.

use bytemuck::{Pod, Zeroable};
use footwork_annotate::fragments::Control;
use footwork_stage::{ActorView, Lead};
use glam::Vec2;

/// How quickly a body follows the sticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadLimits {
    /// m/s². People who set off or stop on their own stay below 5, but what the motion does within a step comes on top: with 4,
    /// 3 and 2.5 a brisk player's run accelerates by 7.0, 6.3 and 6.4 m/s² (90 %), a walk by 5.6, 5.1 and 4.7, and a minute has
    /// some 6, 5 and 3 reversals; the answer to a stick comes as soon with all of them, and with 2 nothing gets better.
    pub acceleration: f32,
    /// rad/s².
    pub turning: f32,
    /// 1/s, how quickly the rate of playing changes: a fragment that is played a tenth faster than the last one takes the
    /// whole body from 3 to 3.3 m/s at once.
    pub rate: f32,
}

impl Default for LeadLimits {
    fn default() -> LeadLimits {
        LeadLimits { acceleration: 2.5, turning: 8.0, rate: 0.5 }
    }
}

/// Where a body is led now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Led {
    /// m/s to the left and ahead, in the body's frame.
    pub velocity: [f32; 2],
    /// rad/s to the left.
    pub turning: f32,
    /// How fast motion is played; 0 before the first fragment.
    pub rate: f32,
}

impl Led {
    /// As a body moves anyway: where somebody else had it, or nobody.
    pub fn as_it_goes(me: ActorView<'_>, step: f32) -> Led {
        let rate = 1.0;
        if me.is_new() {
            return Led { rate, ..Led::default() };
        }
        let moved = me.root_motion();
        let velocity = moved.translation / step.max(1e-4);
        Led { velocity: [velocity.x, velocity.z], turning: moved.yaw / step.max(1e-4), rate }
    }

    /// Whether it can be gone on from: it may come out of a save game, and hold anything.
    pub fn is_sound(&self) -> bool {
        let [left, ahead] = self.velocity;
        [left, ahead, self.turning, self.rate].iter().all(|value| value.is_finite()) && self.rate > 0.0
    }

    /// So many seconds later, on the way to what is asked for.
    pub fn toward(self, asked: &Control, rate: f32, seconds: f32, limits: &LeadLimits) -> Led {
        let velocity = Vec2::from(self.velocity);
        let change = Vec2::from(asked.velocity) - velocity;
        let velocity = velocity + change.clamp_length_max(limits.acceleration * seconds);
        let most = limits.turning * seconds;
        let turning = self.turning + (asked.turning - self.turning).clamp(-most, most);
        let most = limits.rate * seconds;
        Led {
            velocity: velocity.to_array(),
            turning,
            rate: self.rate + (rate - self.rate).clamp(-most, most),
        }
    }

    /// For the body, which follows as far as the weight says.
    pub fn lead(&self, weight: f32) -> Lead {
        Lead { velocity: self.velocity, turning: self.turning, weight }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_that_jumps_is_followed_no_faster_than_a_body_could() {
        let limits = LeadLimits::default();
        let asked = Control { velocity: [0.0, 3.0], turning: -1.0, airborne: false };
        let mut led = Led { rate: 1.0, ..Led::default() };
        let mut tenths = 0;
        while led.velocity != asked.velocity {
            let next = led.toward(&asked, 1.25, 0.1, &limits);
            let gained = Vec2::from(next.velocity).distance(Vec2::from(led.velocity));
            assert!(gained <= 0.1 * limits.acceleration + 1e-5 && (next.rate - led.rate).abs() <= 0.0501);
            (led, tenths) = (next, tenths + 1);
            assert!(tenths < 100);
        }
        assert_eq!((tenths, led.turning, led.rate), (12, -1.0, 1.25));
    }
}
