//! How good it is to go from one state to another: A, in four forms.
//!
//! The kernel asks for a piece of a row at a time and reads it once for all inputs, so that a smaller code of A costs
//! no time worth mentioning. What a code costs in quality: an A that is wrong by at most δ moves a policy's value by
//! at most δ/(1−λ), which is δ of the largest possible value.

use rayon::prelude::*;

use crate::PlanError;

/// The quality of every transition, A: states × states, row f, column f′; 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Transitions<'a> {
    /// As it is: 4 bytes a pair.
    Dense(&'a [f32]),
    /// Coded by [`to_word`]: 2 bytes a pair, wrong by at most 1/131,070.
    Words(&'a [u16]),
    /// Coded by [`to_byte`]: 1 byte a pair, wrong by at most 1/510.
    Bytes(&'a [u8]),
    /// Only some transitions are open. One that is not listed is closed, which
    /// is not the same as one of quality 0.
    Sparse(&'a Sparse),
}

/// Codes a quality for [`Transitions::Words`].
pub fn to_word(quality: f32) -> u16 {
    (quality * 65535.0 + 0.5) as u16
}

/// Codes a quality for [`Transitions::Bytes`].
pub fn to_byte(quality: f32) -> u8 {
    (quality * 255.0 + 0.5) as u8
}

fn of_word(code: u16) -> f32 {
    f32::from(code) * (1.0 / 65535.0)
}

fn of_byte(code: u8) -> f32 {
    f32::from(code) * (1.0 / 255.0)
}

/// Lists of open transitions, one list per state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sparse {
    /// Where each state's list begins, and at the end where the last one ends: states + 1 entries.
    pub first: Vec<usize>,
    /// Where the transitions lead; rising within a list.
    pub to: Vec<u32>,
    /// How good they are, 0 to 1.
    pub quality: Vec<f32>,
}

impl Sparse {
    /// The transitions whose quality is `least` or more. A state that would be left with none keeps its best one (the
    /// first of several), so that every state goes on.
    pub fn at_least(transitions: &Transitions<'_>, states: usize, least: f32) -> Sparse {
        Sparse::choose(transitions, states, |row| {
            let best = row.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
            row.retain(|(_, quality)| *quality >= least);
            if row.is_empty() {
                row.extend(best);
            }
        })
    }

    /// The best transitions of each state, as many as told (the first of several that are as good).
    pub fn best(transitions: &Transitions<'_>, states: usize, number: usize) -> Sparse {
        Sparse::choose(transitions, states, |row| {
            if number < row.len() {
                row.select_nth_unstable_by(number, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                row.truncate(number);
                row.sort_unstable_by_key(|(to, _)| *to);
            }
        })
    }

    fn choose(
        transitions: &Transitions<'_>,
        states: usize,
        keep: impl Fn(&mut Vec<(u32, f32)>) + Sync,
    ) -> Sparse {
        let rows: Vec<Vec<(u32, f32)>> = (0..states)
            .into_par_iter()
            .map_init(
                || (vec![0.0; states], vec![]),
                |(qualities, row), f| {
                    row.clear();
                    if let Transitions::Sparse(sparse) = transitions {
                        row.extend(sparse.from(f));
                    } else {
                        transitions.read(states, f, 0, qualities);
                        row.extend((0..).zip(qualities.iter().copied()));
                    }
                    keep(row);
                    row.clone()
                },
            )
            .collect();
        Sparse::of_rows(&rows)
    }

    /// From one list per state.
    pub fn of_rows(rows: &[Vec<(u32, f32)>]) -> Sparse {
        let mut sparse = Sparse { first: vec![0], ..Sparse::default() };
        for row in rows {
            sparse.to.extend(row.iter().map(|(to, _)| to));
            sparse.quality.extend(row.iter().map(|(_, quality)| quality));
            sparse.first.push(sparse.to.len());
        }
        sparse
    }

    /// The transitions that leave a state, with their qualities.
    pub(super) fn from(&self, f: usize) -> impl Iterator<Item = (u32, f32)> + '_ {
        let span = self.first[f]..self.first[f + 1];
        self.to[span.clone()].iter().copied().zip(self.quality[span].iter().copied())
    }

    fn check(&self, states: usize) -> Result<(), PlanError> {
        size("the list of where transitions begin", self.first.len(), states + 1)?;
        size("the list of transitions' qualities", self.quality.len(), self.to.len())?;
        size("the list of transitions", self.to.len(), self.first[states])?;
        for f in 0..states {
            let (first, end) = (self.first[f], self.first[f + 1]);
            if first == end {
                return Err(PlanError::NoTransition { state: f });
            }
            let list = self.to.get(first..end).unwrap_or(&[]);
            let rising = list.windows(2).all(|pair| pair[0] < pair[1]);
            if !rising || list.last().is_none_or(|&last| last as usize >= states) {
                return Err(PlanError::Transitions { state: f, states });
            }
            if let Some((to, value)) = self.from(f).find(|(_, quality)| !(0.0..=1.0).contains(quality)) {
                return Err(PlanError::Quality {
                    what: "quality of a transition",
                    row: f,
                    column: to as usize,
                    value,
                });
            }
        }
        Ok(())
    }
}

impl Transitions<'_> {
    /// That the sizes are right; takes no time.
    pub(super) fn fits(&self, states: usize) -> Result<(), PlanError> {
        let pairs = states.saturating_mul(states);
        match self {
            Transitions::Dense(all) => size("quality of a transition", all.len(), pairs),
            Transitions::Words(all) => size("quality of a transition", all.len(), pairs),
            Transitions::Bytes(all) => size("quality of a transition", all.len(), pairs),
            Transitions::Sparse(sparse) => sparse.check(states),
        }
    }

    /// That every entry is a quality.
    pub(super) fn check(&self, states: usize) -> Result<(), PlanError> {
        self.fits(states)?;
        match self {
            Transitions::Dense(all) => qualities("quality of a transition", all, states),
            Transitions::Words(_) | Transitions::Bytes(_) | Transitions::Sparse(_) => Ok(()),
        }
    }

    /// A piece of row `f` from column `first` on. Not for lists of transitions.
    pub(super) fn read(&self, states: usize, f: usize, first: usize, out: &mut [f32]) {
        let n = out.len();
        match self {
            Transitions::Dense(all) => {
                let row = f * states + first;
                out.copy_from_slice(&all[row..row + n]);
            }
            Transitions::Words(all) => {
                let row = f * states + first;
                out.iter_mut().zip(&all[row..row + n]).for_each(|(out, &code)| *out = of_word(code));
            }
            Transitions::Bytes(all) => {
                let row = f * states + first;
                out.iter_mut().zip(&all[row..row + n]).for_each(|(out, &code)| *out = of_byte(code));
            }
            Transitions::Sparse(_) => {}
        }
    }

    /// A[f, to], or none where the transition is closed.
    pub(super) fn quality(&self, states: usize, f: usize, to: usize) -> Option<f32> {
        match self {
            Transitions::Dense(all) => all.get(f * states + to).copied(),
            Transitions::Words(all) => all.get(f * states + to).map(|&code| of_word(code)),
            Transitions::Bytes(all) => all.get(f * states + to).map(|&code| of_byte(code)),
            Transitions::Sparse(sparse) => {
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
