//! The player model: how likely each bin is to follow each.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 3: T by frequency counts over traces sampled once per
//! fragment. Departs from it: the paper does not say what a bin that no trace leaves is followed by; it stays where it is.

use serde::{Deserialize, Serialize};

use crate::control::{Bin, ControlSpace};
use crate::error::FragmentError;
use crate::trace::Trace;

/// How often which bin followed which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerModel {
    bins: usize,
    /// Row by row.
    counts: Vec<u32>,
}

impl PlayerModel {
    /// Counts what the traces show, sampled once every `seconds`. Traces without a step add nothing.
    pub fn of(space: &ControlSpace, traces: &[Trace], seconds: f32) -> PlayerModel {
        let bins = space.bins();
        let mut counts = vec![0_u32; bins * bins];
        for trace in traces {
            let visited: Vec<Bin> = trace.sampled(seconds).iter().map(|control| space.bin(control)).collect();
            for pair in visited.windows(2) {
                let count = &mut counts[usize::from(pair[0]) * bins + usize::from(pair[1])];
                *count = count.saturating_add(1);
            }
        }
        PlayerModel { bins, counts }
    }

    /// The same, but for traces that show nothing at all.
    pub fn learned(
        space: &ControlSpace,
        traces: &[Trace],
        seconds: f32,
    ) -> Result<PlayerModel, FragmentError> {
        let model = PlayerModel::of(space, traces, seconds);
        if model.steps() == 0 { Err(FragmentError::NoSamples) } else { Ok(model) }
    }

    /// How many bins it knows.
    pub fn bins(&self) -> usize {
        self.bins
    }

    /// Whether it is a whole model of so many bins: what was read from a file may be anything.
    pub(crate) fn is_for(&self, bins: usize) -> bool {
        self.bins == bins && bins.checked_mul(bins) == Some(self.counts.len())
    }

    /// How many steps were counted.
    pub fn steps(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// How many bins were left at least once.
    pub fn visited(&self) -> usize {
        self.counts.chunks_exact(self.bins.max(1)).filter(|row| row.iter().any(|&count| count > 0)).count()
    }

    /// Counts of both.
    pub fn merged(mut self, other: &PlayerModel) -> PlayerModel {
        if self.bins == other.bins {
            for (count, more) in self.counts.iter_mut().zip(&other.counts) {
                *count = count.saturating_add(*more);
            }
        }
        self
    }

    /// T, row by row: each row sums to 1. A bin that was never left stays where it is.
    ///
    /// `held` is the share of moments at which the sticks are taken to be held where they are, whatever the traces show: 0 is
    /// the paper's. Thumbs pass through slow speeds on their way to others, so traces leave those bins at once; a table that
    /// believes them never sets off for who really asks for a slow walk, and stands.
    pub fn chances(&self, held: f32) -> Vec<f32> {
        let mut chances = vec![0.0; self.counts.len()];
        let rows = chances.chunks_exact_mut(self.bins.max(1)).zip(self.counts.chunks_exact(self.bins.max(1)));
        for (from, (chances, counts)) in rows.enumerate() {
            let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            if total == 0 {
                chances[from] = 1.0;
                continue;
            }
            for (chance, &count) in chances.iter_mut().zip(counts) {
                *chance = ((1.0 - f64::from(held)) * f64::from(count) / total as f64) as f32;
            }
            chances[from] += held;
        }
        chances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_graph::Control;
    use proptest::prelude::*;

    fn trace(turns: &[f32]) -> Trace {
        let samples = turns.iter().map(|&turning| Control { turning, ..Control::default() }).collect();
        Trace { name: String::new(), player: String::new(), seconds: 0.1, samples }
    }

    #[test]
    fn chances_are_shares_of_what_was_seen_and_the_unseen_stays() {
        let space = ControlSpace { speeds: vec![], airborne: false, ..ControlSpace::paper() };
        let traces = [trace(&[0.0, 0.0, 1.0, 0.0]), trace(&[0.0, 0.0])];
        let model = PlayerModel::learned(&space, &traces, 0.1).unwrap();
        // Bins: to the right, straight, to the left.
        assert_eq!(model.chances(0.0), [1.0, 0.0, 0.0, 0.0, 2.0 / 3.0, 1.0 / 3.0, 0.0, 1.0, 0.0]);
        assert_eq!((model.steps(), model.visited()), (4, 2));
        let apart = traces.each_ref().map(|t| PlayerModel::of(&space, std::slice::from_ref(t), 0.1));
        let [first, second] = apart;
        assert_eq!(first.merged(&second), model);
    }

    #[test]
    fn traces_without_a_step_are_refused() {
        let space = ControlSpace::paper();
        for traces in [vec![], vec![trace(&[])], vec![trace(&[1.0]), trace(&[0.0])]] {
            assert_eq!(PlayerModel::learned(&space, &traces, 0.1), Err(FragmentError::NoSamples));
        }
    }

    proptest! {
        #[test]
        fn rows_sum_to_one(turns in prop::collection::vec(-3.0_f32..3.0, 0..60)) {
            let space = ControlSpace::paper();
            let chances = PlayerModel::of(&space, &[trace(&turns)], 0.1).chances(0.0);
            for row in chances.chunks_exact(space.bins()) {
                prop_assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                prop_assert!(row.iter().all(|chance| (0.0..=1.0).contains(chance)));
            }
        }
    }
}
