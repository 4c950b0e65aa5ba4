//! Random numbers that are the same everywhere for the same seed.
//!
//! SplitMix64 (Steele, Lea, Flood 2014, *Fast splittable pseudorandom number generators*): a counter that is mixed. Its
//! state is eight bytes, every seed is good, and a generator of its own for every actor costs nothing.

/// The generator. A copy draws the same numbers again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Rng {
    counter: u64,
}

/// What the counter grows by: 2⁶⁴ divided by the golden ratio, made odd, as the paper has it.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The paper's finalizer (Stafford's variant 13).
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// From a seed.
    pub fn new(seed: u64) -> Rng {
        Rng { counter: seed ^ STRIDE }
    }

    /// One of many generators that share a seed and have nothing else in common: one for each actor of a stage, so that
    /// what one draws does not depend on how much the others drew.
    pub fn stream(seed: u64, number: u32) -> Rng {
        // Mixed twice, so that neighbouring numbers and seeds are far apart.
        Rng { counter: mix(mix(seed) ^ u64::from(number).wrapping_mul(STRIDE)) }
    }

    /// Another generator, independent of what this one draws next.
    pub fn split(&mut self) -> Rng {
        Rng::new(self.bits())
    }

    /// The whole state, to be saved or hashed.
    pub fn state(self) -> u64 {
        self.counter
    }

    /// A generator that goes on from a saved state.
    pub fn from_state(state: u64) -> Rng {
        Rng { counter: state }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(STRIDE);
        mix(self.counter)
    }

    /// From 0 to below 1, in steps of 2⁻²⁴.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 * (1.0 / (1_u64 << 24) as f32)
    }

    /// From 0 to below 1, in steps of 2⁻⁵³.
    pub fn unit_f64(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// From −1 to below 1.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// Between two numbers.
    pub fn range(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.unit()
    }

    /// A whole number from 0 to below `count`; 0 if there is nothing to choose from.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }

    /// One of some things, of which there must be at least one.
    pub fn choose<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// Puts things into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_splitmix64_bit_for_bit() {
        // The reference implementation's first three numbers of the state 1234567.
        let mut rng = Rng::from_state(1_234_567);
        let drawn = [rng.bits(), rng.bits(), rng.bits()];
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn neighbouring_streams_differ_and_each_draws_evenly() {
        let mut counts = [0; 8];
        for number in 0..1000 {
            let mut rng = Rng::stream(7, number);
            counts[rng.below(8)] += 1;
            assert_ne!(rng.bits(), Rng::stream(8, number).bits());
        }
        assert!(counts.iter().all(|&count| (85..170).contains(&count)), "{counts:?}");
    }

    #[test]
    fn numbers_stay_in_their_range_and_a_saved_state_goes_on_the_same() {
        let mut rng = Rng::new(3);
        for _ in 0..10_000 {
            assert!((0.0..1.0).contains(&rng.unit()) && (0.0..1.0).contains(&rng.unit_f64()));
            assert!((-1.0..1.0).contains(&rng.signed()) && (2.0..5.0).contains(&rng.range(2.0, 5.0)));
            assert!(rng.below(7) < 7 && rng.below(0) == 0);
        }
        let mut again = Rng::from_state(rng.state());
        assert_eq!(rng.bits(), again.bits());
        assert_ne!(rng.split().bits(), again.bits());
    }

    #[test]
    fn shuffling_keeps_everything_and_puts_each_thing_everywhere() {
        let mut seen = [[0; 4]; 4];
        let mut rng = Rng::new(5);
        for _ in 0..4000 {
            let mut things = [0, 1, 2, 3];
            rng.shuffle(&mut things);
            things.iter().enumerate().for_each(|(place, &thing)| seen[thing][place] += 1);
            assert_eq!(things.iter().sum::<usize>(), 6, "{things:?}");
        }
        assert!(seen.as_flattened().iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }
}
