//! Random numbers, per actor: a counter that is mixed, so that what an actor draws depends on the stage's seed and its own
//! number, and never on how many others drew before it.

use serde::{Deserialize, Serialize};

/// A small generator (SplitMix64: Steele, Lea, Flood 2014). Eight bytes of state, all seeds are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng {
    counter: u64,
}

const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// The generator of one actor of a stage.
    pub fn new(seed: u64, actor: u32) -> Rng {
        // Mixed twice, so that neighbouring actors and seeds have nothing in common.
        Rng { counter: mix(mix(seed) ^ u64::from(actor).wrapping_mul(STRIDE)) }
    }

    /// The generator of a director of a stage.
    pub(crate) fn of_director(seed: u64, director: u32) -> Rng {
        // Another seed than that of the actors, so that none of them draws the same.
        Rng::new(mix(seed ^ 0x6469_7265_6374_6f72), director)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(STRIDE);
        mix(self.counter)
    }

    /// From 0 to below 1.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 * (1.0 / (1_u64 << 24) as f32)
    }

    /// From 0 to below `count`; 0 if there is nothing to choose from.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_draw_differently_and_each_draws_evenly() {
        let mut counts = [0; 8];
        for actor in 0..1000 {
            let mut rng = Rng::new(7, actor);
            counts[rng.below(8)] += 1;
            assert_ne!(rng.bits(), Rng::new(8, actor).bits());
        }
        assert!(counts.iter().all(|&count| (85..170).contains(&count)), "{counts:?}");
        assert_eq!(Rng::new(1, 1).below(0), 0);
    }
}
