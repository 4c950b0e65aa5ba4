//! How the offset of a transition dies away, worked out beforehand.

/// s, the half-life of a transition on a stage with the usual settings.
const HALF_LIFE: f32 = 0.1;
/// 1/s: (1 + x)·e⁻ˣ is a half at x = 1.678.
pub const DECAY: f32 = 1.678_347 / HALF_LIFE;

/// How much of an offset and of its velocity is left after so many seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Decay {
    steps: Vec<[f32; 2]>,
}

/// 1/s, and s: how finely and how far the decay is worked out beforehand.
const DECAY_RATE: f32 = 240.0;
const DECAY_SECONDS: f32 = 1.0;

impl Decay {
    /// Works it out.
    pub fn new() -> Decay {
        let steps = (0..=(DECAY_RATE * DECAY_SECONDS) as usize).map(|step| {
            let seconds = step as f32 / DECAY_RATE;
            let left = libm::expf(-DECAY * seconds);
            [(1.0 + DECAY * seconds) * left, seconds * left]
        });
        Decay { steps: steps.collect() }
    }

    /// After so many seconds: shares of the offset, and seconds of its velocity.
    #[inline]
    pub fn after(&self, seconds: f32) -> [f32; 2] {
        let step = (seconds.max(0.0) * DECAY_RATE) as usize;
        self.steps.get(step).copied().unwrap_or([0.0; 2])
    }
}

impl Default for Decay {
    fn default() -> Decay {
        Decay::new()
    }
}
