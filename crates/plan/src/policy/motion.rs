//! How well one fragment follows another: A, in four forms.
//!
//! The kernel asks for a piece of a row at a time and reads it once for all bins, so that a smaller code of A costs
//! no time worth mentioning. What a code costs in quality: an A that is wrong by at most δ moves a policy's value by
//! at most δ/(1−λ), which is δ of the largest possible value.

use rayon::prelude::*;

use crate::PlanError;

/// Motion quality A, fragments × fragments, row f, column f′: how well f′ follows f, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Motion<'a> {
    /// As it is: 4 bytes a pair.
    Dense(&'a [f32]),
    /// Coded by [`to_word`]: 2 bytes a pair, wrong by at most 1/131,070.
    Words(&'a [u16]),
    /// Coded by [`to_byte`]: 1 byte a pair, wrong by at most 1/510.
    Bytes(&'a [u8]),
    /// Only some ways are open. A way that is not listed is closed, which is not the same as one of quality 0.
    Sparse(&'a Sparse),
}

/// Codes a quality for [`Motion::Words`].
pub fn to_word(quality: f32) -> u16 {
    (quality * 65535.0 + 0.5) as u16
}

/// Codes a quality for [`Motion::Bytes`].
pub fn to_byte(quality: f32) -> u8 {
    (quality * 255.0 + 0.5) as u8
}

fn of_word(code: u16) -> f32 {
    f32::from(code) * (1.0 / 65535.0)
}

fn of_byte(code: u8) -> f32 {
    f32::from(code) * (1.0 / 255.0)
}

/// Lists of open ways, one list per fragment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sparse {
    /// Where each fragment's list begins, and at the end where the last one ends: fragments + 1 entries.
    pub first: Vec<usize>,
    /// Where the ways lead; rising within a list.
    pub to: Vec<u32>,
    /// How good they are, 0 to 1.
    pub quality: Vec<f32>,
}

impl Sparse {
    /// The ways whose quality is `least` or more. A fragment that would be left with none keeps its best one (the
    /// first of several), so that there is always a way to go on.
    pub fn at_least(motion: &Motion<'_>, fragments: usize, least: f32) -> Sparse {
        Sparse::choose(motion, fragments, |ways| {
            let best = ways.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
            ways.retain(|way| way.1 >= least);
            if ways.is_empty() {
                ways.extend(best);
            }
        })
    }

    /// The best ways of each fragment, as many as told (the first of several that are as good).
    pub fn best(motion: &Motion<'_>, fragments: usize, number: usize) -> Sparse {
        Sparse::choose(motion, fragments, |ways| {
            if number < ways.len() {
                ways.select_nth_unstable_by(number, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                ways.truncate(number);
                ways.sort_unstable_by_key(|way| way.0);
            }
        })
    }

    fn choose(motion: &Motion<'_>, fragments: usize, keep: impl Fn(&mut Vec<(u32, f32)>) + Sync) -> Sparse {
        let rows: Vec<Vec<(u32, f32)>> = (0..fragments)
            .into_par_iter()
            .map_init(
                || (vec![0.0; fragments], vec![]),
                |(row, ways), f| {
                    ways.clear();
                    if let Motion::Sparse(sparse) = motion {
                        ways.extend(sparse.ways(f));
                    } else {
                        motion.read(fragments, f, 0, row);
                        ways.extend((0..).zip(row.iter().copied()));
                    }
                    keep(ways);
                    ways.clone()
                },
            )
            .collect();
        Sparse::of_rows(&rows)
    }

    /// From one list per fragment.
    pub fn of_rows(rows: &[Vec<(u32, f32)>]) -> Sparse {
        let mut sparse = Sparse { first: vec![0], ..Sparse::default() };
        for row in rows {
            sparse.to.extend(row.iter().map(|way| way.0));
            sparse.quality.extend(row.iter().map(|way| way.1));
            sparse.first.push(sparse.to.len());
        }
        sparse
    }

    pub(super) fn ways(&self, f: usize) -> impl Iterator<Item = (u32, f32)> + '_ {
        let span = self.first[f]..self.first[f + 1];
        self.to[span.clone()].iter().copied().zip(self.quality[span].iter().copied())
    }

    fn check(&self, fragments: usize) -> Result<(), PlanError> {
        size("the list of where ways begin", self.first.len(), fragments + 1)?;
        size("the list of ways' qualities", self.quality.len(), self.to.len())?;
        size("the list of ways", self.to.len(), self.first[fragments])?;
        for f in 0..fragments {
            let (first, end) = (self.first[f], self.first[f + 1]);
            if first == end {
                return Err(PlanError::NoWay { fragment: f });
            }
            let list = self.to.get(first..end).unwrap_or(&[]);
            let rising = list.windows(2).all(|pair| pair[0] < pair[1]);
            if !rising || list.last().is_none_or(|&last| last as usize >= fragments) {
                return Err(PlanError::Ways { fragment: f, fragments });
            }
            if let Some((to, value)) = self.ways(f).find(|way| !(0.0..=1.0).contains(&way.1)) {
                return Err(PlanError::Quality {
                    what: "motion quality",
                    row: f,
                    column: to as usize,
                    value,
                });
            }
        }
        Ok(())
    }
}

impl Motion<'_> {
    /// That the sizes are right; takes no time.
    pub(super) fn fits(&self, fragments: usize) -> Result<(), PlanError> {
        let pairs = fragments.saturating_mul(fragments);
        match self {
            Motion::Dense(all) => size("motion quality", all.len(), pairs),
            Motion::Words(all) => size("motion quality", all.len(), pairs),
            Motion::Bytes(all) => size("motion quality", all.len(), pairs),
            Motion::Sparse(sparse) => sparse.check(fragments),
        }
    }

    /// That every entry is a quality.
    pub(super) fn check(&self, fragments: usize) -> Result<(), PlanError> {
        self.fits(fragments)?;
        match self {
            Motion::Dense(all) => qualities("motion quality", all, fragments),
            Motion::Words(_) | Motion::Bytes(_) | Motion::Sparse(_) => Ok(()),
        }
    }

    /// A piece of row `f` from column `first` on. Not for lists of ways.
    pub(super) fn read(&self, fragments: usize, f: usize, first: usize, out: &mut [f32]) {
        let n = out.len();
        match self {
            Motion::Dense(all) => {
                let row = f * fragments + first;
                out.copy_from_slice(&all[row..row + n]);
            }
            Motion::Words(all) => {
                let row = f * fragments + first;
                out.iter_mut().zip(&all[row..row + n]).for_each(|(out, &code)| *out = of_word(code));
            }
            Motion::Bytes(all) => {
                let row = f * fragments + first;
                out.iter_mut().zip(&all[row..row + n]).for_each(|(out, &code)| *out = of_byte(code));
            }
            Motion::Sparse(_) => {}
        }
    }

    /// A[f, to], or none where the way is closed.
    pub(super) fn quality(&self, fragments: usize, f: usize, to: usize) -> Option<f32> {
        match self {
            Motion::Dense(all) => all.get(f * fragments + to).copied(),
            Motion::Words(all) => all.get(f * fragments + to).map(|&code| of_word(code)),
            Motion::Bytes(all) => all.get(f * fragments + to).map(|&code| of_byte(code)),
            Motion::Sparse(sparse) => {
                let first = *sparse.first.get(f)?;
                let list = sparse.to.get(first..*sparse.first.get(f + 1)?)?;
                let at = list.binary_search(&(to as u32)).ok()?;
                sparse.quality.get(first + at).copied()
            }
        }
    }
}

pub(super) fn size(what: &'static str, found: usize, expected: usize) -> Result<(), PlanError> {
    if found == expected { Ok(()) } else { Err(PlanError::Size { what, found, expected }) }
}

/// That all entries lie in 0 to 1; names the first that does not.
pub(super) fn qualities(what: &'static str, all: &[f32], columns: usize) -> Result<(), PlanError> {
    let bad = |value: &f32| !(0.0..=1.0).contains(value);
    match all.par_chunks(columns).position_first(|row| row.iter().any(bad)) {
        None => Ok(()),
        Some(row) => {
            let found = all[row * columns..].iter().enumerate().find(|(_, value)| bad(value));
            let (column, value) = found.map_or((0, f32::NAN), |(column, &value)| (column, value));
            Err(PlanError::Quality { what, row, column, value })
        }
    }
}
