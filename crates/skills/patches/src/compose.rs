//! Which patch comes next: eq. 6.1.

/// How a choice is weighed. The paper's weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of open space.
    pub density: f32,
    /// Of what was not used lately.
    pub usage: f32,
    /// Of what the user wants.
    pub wish: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { density: 10.0, usage: 1000.0, wish: 10_000.0 }
    }
}

/// Eq. 6.1, from how many are near, how much a patch was used lately, and how well it meets the wish, from 0 to 1.
#[inline]
pub fn score(weights: &Weights, density: f32, usage: f32, wish: f32) -> f32 {
    weights.density / (density + 1.0) + weights.usage * (1.0 - usage.min(1.0)) + weights.wish * wish
}

/// How much of a patch's use is left when another one is chosen: the paper's 10% less.
pub const FADES: f32 = 0.9;

/// How much a patch was used lately: 1 when it is chosen, and a tenth less with every other choice, worked out from when it was.
/// Departs from the paper in that one number a patch is kept, of the last time.
#[inline]
pub fn used(chosen: u32, last: u32) -> f32 {
    if last == 0 { 0.0 } else { libm::powf(FADES, chosen.saturating_sub(last) as f32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_outweighs_use_and_use_outweighs_crowding() {
        let weights = Weights::default();
        assert!(score(&weights, 9.0, 1.0, 1.0) > score(&weights, 0.0, 0.0, 0.0));
        assert!(score(&weights, 9.0, 0.0, 0.0) > score(&weights, 0.0, 1.0, 0.0));
        assert!(score(&weights, 0.0, 0.5, 0.0) > score(&weights, 3.0, 0.5, 0.0));
    }

    #[test]
    fn use_fades_by_a_tenth() {
        assert_eq!(used(7, 0), 0.0);
        assert_eq!(used(7, 7), 1.0);
        assert!((used(8, 7) - 0.9).abs() < 1e-6 && (used(9, 7) - 0.81).abs() < 1e-6);
    }
}
