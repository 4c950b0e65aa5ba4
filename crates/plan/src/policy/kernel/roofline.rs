//! What the machine can do at best: the same operations with nothing to fetch.

use std::hint::black_box;

use rayon::prelude::*;

use super::{Kernel, PANEL};

/// Independent chains of operations.
pub(super) const CHAINS: usize = 12;

/// Does (at least) so many pairs of a fused multiply-add and a maximum out of registers, on as many threads and with
/// the same instructions as an improvement step, which takes states² × inputs of them. Time it in the same run: the
/// step's time divided by this one's is the `roofline_ratio`. Returns a number that depends on all of them.
pub fn roofline(pairs: u64) -> f32 {
    let kernel = Kernel::detect();
    let threads = rayon::current_num_threads() as u64;
    // More parts than threads, as in the improvement step, so that a thread that is held up delays neither more.
    let parts = threads * 16;
    let rounds = pairs.div_ceil(parts * (CHAINS * PANEL) as u64);
    let results: Vec<f32> = (0..parts)
        .into_par_iter()
        .map(|part| {
            let seed = black_box(1e-3 + part as f32 * 1e-6);
            match kernel {
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2(avx2) => avx2.registers(black_box(rounds), seed),
                Kernel::Plain => plain(black_box(rounds), seed),
            }
        })
        .collect();
    black_box(results.iter().sum())
}

fn plain(rounds: u64, seed: f32) -> f32 {
    let mut chains = [[0.0f32; PANEL]; CHAINS];
    for (i, chain) in chains.iter_mut().enumerate() {
        chain.fill(seed * i as f32);
    }
    for _ in 0..rounds {
        for lane in chains.iter_mut().flatten() {
            let next = lane.mul_add(0.5, seed);
            *lane = if next > *lane { next } else { *lane };
        }
    }
    chains.iter().flatten().sum()
}
