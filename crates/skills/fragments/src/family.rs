//! A family of good choices instead of one, so that the same player does not always see the same motion.
//!
//! Seed: *Responsive Characters from Motion Fragments*, sec. 5 proposes it. Here a choice belongs to the family if it loses
//! no more than some share of one fragment's perfect quality, and is not merely a moment of the same take beside a better
//! one. What using it costs is measured by `footwork eval fragments`.

use footwork_plan::policy::Table;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::bake::Ground;
use crate::error::{FragmentError, check};
use crate::skill::{Controller, Family};

/// Which choices are good enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FamilySettings {
    /// How many are kept for each fragment and bin, at most 16.
    pub most: u8,
    /// What a choice may lose against the best, as a share of one fragment of perfect quality.
    pub within: f32,
    /// s. Of choices nearer than this in a take the better one is kept.
    pub apart: f32,
}

impl Default for FamilySettings {
    fn default() -> FamilySettings {
        FamilySettings { most: 4, within: 0.25, apart: 0.25 }
    }
}

/// Finds the family of a solved table.
pub fn of(
    ground: &Ground,
    controller: Controller,
    table: &Table,
    settings: &FamilySettings,
) -> Result<Family, FragmentError> {
    let FamilySettings { most, within, apart } = *settings;
    check("most", f32::from(most), (1..=16).contains(&most), "a family has 1 to 16 choices")?;
    check("within", within, (0.0..=3.0).contains(&within), "it is 0 to 3")?;
    check("apart", apart, (0.0..=60.0).contains(&apart), "it is 0 to 60 s")?;
    let (count, bins) = (ground.fragments.segments.len(), ground.space.bins());
    let future = future(ground, controller, table);
    let size = usize::from(most);
    let mut next = vec![0_u16; count * bins * size];
    let mut loss = vec![Family::NONE; count * bins * size];
    let rows = next.par_chunks_mut(bins * size).zip(loss.par_chunks_mut(bins * size)).enumerate();
    rows.for_each(|(from, (next, loss))| {
        let best: Vec<f32> = (0..bins)
            .map(|bin| {
                let to = table.policy[from * bins + bin] as usize;
                ground.motion.get(from, to) * ground.control[to * bins + bin] + future[to * bins + bin]
            })
            .collect();
        let mut least: Vec<f32> = best.iter().map(|best| best - within).collect();
        let mut good: Vec<Vec<(f32, usize)>> = vec![Vec::new(); bins];
        for to in 0..count {
            let motion = ground.motion.get(from, to);
            let (control, future) = (&ground.control[to * bins..][..bins], &future[to * bins..][..bins]);
            let value = |bin: usize| motion * control[bin] + future[bin];
            let mut over = f32::NEG_INFINITY;
            for (bin, least) in least.iter().enumerate() {
                over = over.max(value(bin) - least);
            }
            if over < 0.0 {
                continue;
            }
            for bin in 0..bins {
                if value(bin) >= least[bin] {
                    least[bin] = keep(&mut good[bin], (value(bin), to), least[bin]);
                }
            }
        }
        for (bin, good) in good.iter_mut().enumerate() {
            let first = table.policy[from * bins + bin] as usize;
            // The table's own choice comes first, then by value; of equals, the smaller number.
            good.sort_by(|a, b| {
                (b.1 == first).cmp(&(a.1 == first)).then(b.0.total_cmp(&a.0)).then(a.1.cmp(&b.1))
            });
            let places = bin * size..(bin + 1) * size;
            let (next, loss) = (&mut next[places.clone()], &mut loss[places]);
            (next[0], loss[0]) = (first as u16, 0);
            let mut kept = 1;
            for &(value, to) in good.iter() {
                if kept == size {
                    break;
                }
                if next[..kept].iter().any(|&other| near(ground, other.into(), to, apart)) {
                    continue;
                }
                let steps = ((best[bin] - value).max(0.0) * Family::STEPS).round() as u8;
                (next[kept], loss[kept]) = (to as u16, steps.min(Family::NONE - 1));
                kept += 1;
            }
        }
    });
    Ok(Family { most, next, loss })
}

/// Candidates that are looked at for each place: those beyond are no better, and there may be thousands.
const CANDIDATES: usize = 48;

/// Puts a candidate in, in place of the worst if there are too many. Says what the next one has to be worth.
fn keep(good: &mut Vec<(f32, usize)>, candidate: (f32, usize), least: f32) -> f32 {
    if good.len() < CANDIDATES {
        good.push(candidate);
    } else if let Some(worst) = good.iter_mut().min_by(|a, b| a.0.total_cmp(&b.0)) {
        *worst = candidate;
    }
    // The same value again is no gain: of equals, the first ones stay.
    let worst = || good.iter().map(|(value, _)| *value).fold(f32::INFINITY, f32::min);
    if good.len() < CANDIDATES { least } else { least.max(worst().next_up()) }
}

fn near(ground: &Ground, a: usize, b: usize, apart: f32) -> bool {
    let [a, b] = [a, b].map(|fragment| ground.fragments.segments[fragment]);
    a.take == b.take && (a.first.abs_diff(b.first) as f32) < apart * ground.fragments.rate
}

/// λ·Σ T·R for every fragment and bin, less each bin's largest, so that small differences are not lost in large sums.
fn future(ground: &Ground, controller: Controller, table: &Table) -> Vec<f32> {
    let bins = ground.space.bins();
    let mut future = vec![0.0_f64; table.values.len()];
    let discount = f64::from(ground.discount);
    let chances: Vec<Vec<(usize, f64)>> = (ground.chances.chunks_exact(bins))
        .map(|row| row.iter().enumerate().filter(|(_, t)| **t > 0.0).map(|(c, &t)| (c, t.into())).collect())
        .collect();
    future.par_chunks_mut(bins).zip(table.values.par_chunks(bins)).for_each(|(future, values)| {
        let mean = values.iter().map(|&v| f64::from(v)).sum::<f64>() / bins as f64;
        for (bin, future) in future.iter_mut().enumerate() {
            *future = discount
                * match controller {
                    Controller::Greedy | Controller::Matching => 0.0,
                    Controller::Steady => f64::from(values[bin]),
                    Controller::Spread => mean,
                    Controller::Model => chances[bin].iter().map(|&(c, t)| t * f64::from(values[c])).sum(),
                };
        }
    });
    let largest: Vec<f64> = (0..bins)
        .map(|bin| future.iter().skip(bin).step_by(bins).copied().fold(f64::NEG_INFINITY, f64::max))
        .collect();
    future.iter().enumerate().map(|(at, value)| (value - largest[at % bins]) as f32).collect()
}
