//! What is asked of a body on its way: velocities to hold, smoothed as bodies are slow to follow.

use footwork_motion::glam::Vec3;

use crate::gait::Leg;
use crate::signal::{INNER_RATE, Rng, drift, smooth};

/// What is asked for, at the inner rate.
pub(super) struct Wish {
    pub(super) left: Vec<f32>,
    pub(super) ahead: Vec<f32>,
    turn: Vec<f32>,
}

impl Wish {
    pub(super) fn new(legs: &[Leg], rng: &mut Rng) -> Wish {
        let signal = |of: fn(&Leg) -> f32| -> Vec<f32> {
            let held = |leg: &Leg| std::iter::repeat_n(of(leg), (leg.seconds * INNER_RATE) as usize);
            legs.iter().flat_map(held).collect()
        };
        let (mut left, mut ahead, mut turn) = (signal(|l| l.left), signal(|l| l.ahead), signal(|l| l.turn));
        let whim = drift(rng, ahead.len(), 3.0);
        ahead.iter_mut().zip(whim).for_each(|(ahead, whim)| *ahead *= 1.0 + 0.05 * whim);
        // Bodies are slow to start and stop, quicker to turn.
        smooth(&mut left, 0.2);
        smooth(&mut ahead, 0.26);
        smooth(&mut turn, 0.12);
        Wish { left, ahead, turn }
    }

    fn at(&self, signal: &[f32], seconds: f32) -> f32 {
        signal[((seconds * INNER_RATE).max(0.0) as usize).min(signal.len() - 1)]
    }

    /// m/s, as the body sees it.
    pub(super) fn velocity(&self, seconds: f32) -> Vec3 {
        Vec3::new(self.at(&self.left, seconds), 0.0, self.at(&self.ahead, seconds))
    }

    pub(super) fn turning(&self, seconds: f32) -> f32 {
        self.at(&self.turn, seconds)
    }
}
