//! A family of good choices instead of one, so that the same player does not always see the same motion.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 5 proposes it. Here a choice belongs to the family if it loses
//! no more than some share of one fragment's perfect quality, and is not merely a moment of the same take beside a better
//! one. What using it costs is measured by `footwork eval fragments`.
//!
//! How it is found: all fragments are looked at twice, sixteen bins side by side. Every second block of neighbours tells
//! its best only; these lie apart from one another, and a choice can be too near to two of them at most. So if 2·most − 1
//! of them reach some value, the family is full at that value, and the second look has only to collect what reaches it.

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
    let lines = lines(ground, &future(ground, controller, table));
    let size = usize::from(most);
    let mut next = vec![0_u16; count * bins * size];
    let mut loss = vec![Family::NONE; count * bins * size];
    let looking = Looking { ground, table, lines: &lines, settings, block: block(ground, apart) };
    let tasks = next.par_chunks_mut(ROWS * bins * size).zip(loss.par_chunks_mut(ROWS * bins * size));
    tasks.enumerate().for_each(|(task, (next, loss))| looking.rows(task * ROWS, next, loss));
    Ok(Family { most, next, loss })
}

/// Bins side by side.
const LANES: usize = 16;
/// Fragments that are played, in one go.
const ROWS: usize = 16;

type Lanes = [f32; LANES];

/// What a fragment to come is worth in some bins, but for how well it follows.
#[derive(Clone, Copy)]
struct Line {
    control: Lanes,
    future: Lanes,
}

impl Line {
    #[inline]
    fn values(&self, motion: f32) -> Lanes {
        std::array::from_fn(|lane| motion * self.control[lane] + self.future[lane])
    }
}

/// Panel of bins by panel, in each fragment by fragment. Beyond the last bin nothing is worth anything.
fn lines(ground: &Ground, future: &[f32]) -> Vec<Line> {
    let (count, bins) = (ground.fragments.segments.len(), ground.space.bins());
    let line = |at: usize| {
        let (first, row) = (at / count * LANES, at % count * bins);
        let part = |of: &[f32], nothing: f32| {
            std::array::from_fn(|lane| if first + lane < bins { of[row + first + lane] } else { nothing })
        };
        Line { control: part(&ground.response, 0.0), future: part(future, f32::NEG_INFINITY) }
    };
    (0..count * bins.div_ceil(LANES)).map(line).collect()
}

/// How many neighbours make a block, so that of three blocks in a row the first and the last lie apart.
fn block(ground: &Ground, apart: f32) -> usize {
    let count = ground.fragments.segments.len();
    let nearest = |at: usize| (at + 1..count).take_while(|&other| near(ground, at, other, apart)).count();
    (0..count).map(nearest).max().unwrap_or(0).max(4)
}

/// What is looked at, and for what.
struct Looking<'a> {
    ground: &'a Ground,
    table: &'a Table,
    lines: &'a [Line],
    settings: &'a FamilySettings,
    block: usize,
}

impl Looking<'_> {
    /// Finds the families of some fragments from `first` on.
    fn rows(&self, first: usize, next: &mut [u16], loss: &mut [u8]) {
        let (count, bins) = (self.ground.fragments.segments.len(), self.ground.space.bins());
        let size = usize::from(self.settings.most);
        let rows = next.len() / (bins * size);
        let decoded = |row: usize| self.ground.motion.row(first + row).iter();
        let motion: Vec<f32> =
            (0..rows).flat_map(|row| decoded(row).map(|&word| f32::from(word) * (1.0 / 65535.0))).collect();
        let mut good: Vec<Vec<(f32, u32)>> = vec![Vec::new(); rows * LANES];
        for (panel, lines) in self.lines.chunks_exact(count).enumerate() {
            let lanes = LANES.min(bins - panel * LANES);
            let policy = |row: usize, lane: usize| {
                self.table.policy[(first + row) * bins + panel * LANES + lane] as usize
            };
            let best: Vec<Lanes> = (0..rows)
                .map(|row| {
                    let value = |lane: usize| {
                        let to = policy(row, lane);
                        lines[to].values(motion[row * count + to])[lane]
                    };
                    std::array::from_fn(|lane| if lane < lanes { value(lane) } else { 0.0 })
                })
                .collect();
            let least = self.least(lines, &motion, &best);
            good.iter_mut().for_each(Vec::clear);
            collect(lines, &motion, &least, &mut good);
            for (place, good) in good.iter().enumerate().filter(|(place, _)| place % LANES < lanes) {
                let (row, lane) = (place / LANES, place % LANES);
                let at = (row * bins + panel * LANES + lane) * size;
                let (next, loss) = (&mut next[at..at + size], &mut loss[at..at + size]);
                self.choose(policy(row, lane), best[row][lane], good, next, loss);
            }
        }
    }

    /// What a choice has to be worth at least: nothing below is needed to fill a family.
    fn least(&self, lines: &[Line], motion: &[f32], best: &[Lanes]) -> Vec<Lanes> {
        let enough = 2 * usize::from(self.settings.most) - 1;
        let within = self.settings.within;
        let mut least: Vec<Lanes> = best.iter().map(|best| best.map(|best| best - within)).collect();
        // Per row and lane, the largest so far, the smallest of them first.
        let mut top: Vec<f32> = Vec::with_capacity(least.len() * LANES * enough);
        least.iter().flatten().for_each(|least| top.extend(std::iter::repeat_n(*least, enough)));
        for (number, block) in lines.chunks(self.block).enumerate().step_by(2) {
            let first = number * self.block;
            for (row, least) in least.iter_mut().enumerate() {
                let motion = &motion[row * lines.len() + first..][..block.len()];
                let mut most = [f32::NEG_INFINITY; LANES];
                for (line, &motion) in block.iter().zip(motion) {
                    let values = line.values(motion);
                    for lane in 0..LANES {
                        most[lane] = if values[lane] > most[lane] { values[lane] } else { most[lane] };
                    }
                }
                if !any(&most, least, |most, least| most > least) {
                    continue;
                }
                for lane in 0..LANES {
                    if most[lane] > least[lane] {
                        let top = &mut top[(row * LANES + lane) * enough..][..enough];
                        let place = top.partition_point(|value| *value < most[lane]);
                        top.copy_within(1..place, 0);
                        top[place - 1] = most[lane];
                        least[lane] = top[0];
                    }
                }
            }
        }
        least
    }

    /// The table's own choice comes first, then by value; of equals, the smaller number.
    fn choose(&self, first: usize, best: f32, good: &[(f32, u32)], next: &mut [u16], loss: &mut [u8]) {
        let apart = self.settings.apart;
        (next[0], loss[0]) = (first as u16, 0);
        for kept in 1..next.len() {
            let mut found: Option<(f32, u32)> = None;
            for &(value, to) in good {
                let better = found.is_none_or(|(most, _)| value > most);
                let near = |other: &u16| near(self.ground, (*other).into(), to as usize, apart);
                if better && !next[..kept].iter().any(near) {
                    found = Some((value, to));
                }
            }
            let Some((value, to)) = found else { return };
            let steps = ((best - value).max(0.0) * Family::STEPS).round() as u8;
            (next[kept], loss[kept]) = (to as u16, steps.min(Family::NONE - 1));
        }
    }
}

/// Everything that is worth enough, per row and lane, the smallest number first.
fn collect(lines: &[Line], motion: &[f32], least: &[Lanes], good: &mut [Vec<(f32, u32)>]) {
    for (to, line) in lines.iter().enumerate() {
        for (row, least) in least.iter().enumerate() {
            let values = line.values(motion[row * lines.len() + to]);
            if !any(&values, least, |value, least| value >= least) {
                continue;
            }
            for lane in 0..LANES {
                if values[lane] >= least[lane] {
                    good[row * LANES + lane].push((values[lane], to as u32));
                }
            }
        }
    }
}

/// Whether something holds in any lane. All are looked at: that is faster than to stop early.
#[inline]
fn any(a: &Lanes, b: &Lanes, holds: impl Fn(f32, f32) -> bool) -> bool {
    let mut found = false;
    for lane in 0..LANES {
        found |= holds(a[lane], b[lane]);
    }
    found
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::BakeSettings;
    use crate::testing::{performed, scripted};
    use footwork_plan::progress::Flow;

    /// The definition, step by step: all that is good enough, by value, each unless it is near to one before it.
    fn plainly(ground: &Ground, controller: Controller, table: &Table, settings: &FamilySettings) -> Family {
        let (count, bins) = (ground.fragments.segments.len(), ground.space.bins());
        let future = future(ground, controller, table);
        let mut family = Family { most: settings.most, next: Vec::new(), loss: Vec::new() };
        for place in 0..count * bins {
            let (from, bin) = (place / bins, place % bins);
            let value = |to: usize| {
                ground.motion.get(from, to) * ground.response[to * bins + bin] + future[to * bins + bin]
            };
            let first = table.policy[place] as usize;
            let mut good: Vec<usize> =
                (0..count).filter(|&to| value(to) >= value(first) - settings.within).collect();
            good.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
            let mut kept = vec![(first, 0)];
            for to in good {
                let near = |&(other, _): &(usize, u8)| near(ground, other, to, settings.apart);
                if kept.len() < usize::from(settings.most) && !kept.iter().any(near) {
                    let lost = (value(first) - value(to)).max(0.0) * Family::STEPS;
                    kept.push((to, (lost.round() as u8).min(Family::NONE - 1)));
                }
            }
            kept.resize(usize::from(settings.most), (0, Family::NONE));
            family.next.extend(kept.iter().map(|kept| kept.0 as u16));
            family.loss.extend(kept.iter().map(|kept| kept.1));
        }
        family
    }

    #[test]
    fn it_is_the_same_as_that_of_looking_at_all() {
        let ground = Ground::of(&performed(2.5), &[scripted(1, 60.0)], &BakeSettings::default()).unwrap();
        let own = FamilySettings::default();
        for (controller, settings) in [
            (Controller::Model, own),
            (Controller::Greedy, own),
            (Controller::Steady, FamilySettings { most: 9, within: 3.0, apart: 0.6 }),
            (Controller::Spread, FamilySettings { most: 2, within: 0.05, apart: 0.0 }),
            (Controller::Spread, FamilySettings { most: 1, ..own }),
        ] {
            let table = ground.solve(controller, None, 1e-3, None, &|_| Flow::GoOn).unwrap().table;
            let found = of(&ground, controller, &table, &settings).unwrap();
            assert!(found == plainly(&ground, controller, &table, &settings), "{controller:?} {settings:?}");
            let more = found.loss.iter().filter(|loss| **loss != Family::NONE).count();
            assert!(settings.most == 1 || more > table.policy.len(), "there is something beside the best");
        }
    }
}
