//! Which patch can be joined to which, worked out once: tables of bits.
//!
//! Paper: Shum 2010, sec. 6.4. *Temporal*: both go on, or one goes on with somebody else; poses have to follow each other, and who
//! leaves must not be in the way of who comes. *Spatial*: one of them is in two patches at once, and does the same in both over the
//! overlap; the other two never meet.

use footwork_motion::ground::Place;
use serde::{Deserialize, Serialize};

use crate::acts::{Acts, discs_meet};
use crate::patch::{Patch, Turn};

/// A square table of bits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bits {
    side: u32,
    words: Vec<u64>,
}

impl Bits {
    /// None is set.
    pub fn new(side: usize) -> Bits {
        Bits { side: side as u32, words: vec![0; side * side.div_ceil(64)] }
    }

    /// How many rows and columns it has.
    pub fn side(&self) -> usize {
        self.side as usize
    }

    /// Whether there are as many words as it says.
    pub fn is_sound(&self) -> bool {
        let side = self.side();
        side <= MOST && self.words.len() == side * side.div_ceil(64) && {
            let spare = side.div_ceil(64) * 64 - side;
            spare == 0
                || self
                    .words
                    .chunks(side.div_ceil(64).max(1))
                    .all(|row| row.last().is_none_or(|last| last >> (64 - spare) == 0))
        }
    }

    /// Whether one is set.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> bool {
        let side = self.side();
        row < side
            && column < side
            && self.words[row * side.div_ceil(64) + column / 64] >> (column % 64) & 1 == 1
    }

    /// Those that are set in a row, in order.
    pub fn row(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let width = self.side().div_ceil(64);
        let words = if row < self.side() { &self.words[row * width..(row + 1) * width] } else { &[] };
        words.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    at * 64 + bit
                })
            })
        })
    }

    /// How many are set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[cfg(feature = "bake")]
    fn of_rows(side: usize, rows: &[Vec<usize>]) -> Bits {
        let mut bits = Bits::new(side);
        let width = side.div_ceil(64);
        for (row, set) in rows.iter().enumerate() {
            for column in set {
                bits.words[row * width + column / 64] |= 1 << (column % 64);
            }
        }
        bits
    }
}

impl Bits {
    /// Only some rows and columns of it.
    pub fn of(&self, kept: &[usize]) -> Bits {
        let mut bits = Bits::new(kept.len());
        let width = kept.len().div_ceil(64);
        for (row, from) in kept.iter().enumerate() {
            for (column, _) in kept.iter().enumerate().filter(|(_, to)| self.get(*from, **to)) {
                bits.words[row * width + column / 64] |= 1 << (column % 64);
            }
        }
        bits
    }
}

/// More patches than any scene has.
pub const MOST: usize = 20_000;

/// All tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Joins {
    /// Both go on: as they were, and with roles swapped.
    pub both: [Bits; 2],
    /// One goes on with somebody else: who he was, times two, and who he becomes.
    pub one: [Bits; 4],
    /// One is in both at once: who he is in the first, times two, and in the second.
    pub spatial: [Bits; 4],
}

/// m, rad: how far from where a patch begins two may be when they go right on with it; half of what is sampled.
pub const NEAR: f32 = 0.15;
/// rad
pub const TURNED: f32 = 0.26;
/// m. What a seam between two patches may cost, as between actions of one.
pub const SEAM: f32 = 0.2;
/// m. By how much discs of bodies may overlap: people brush past each other.
pub const BRUSH: f32 = 0.03;
/// Frames between two looks.
pub const LOOK: i32 = 6;
/// m: how far apart the two places of somebody who is in two patches may be.
const SAME: f32 = 0.02;

/// Whether both can go right on: where they are, and how they look.
pub fn goes_on(acts: &Acts, from: &Patch, to: &Patch, swapped: bool) -> bool {
    goes_on_within(acts, from, to, swapped, [NEAR, TURNED])
}

/// The same, for patches that may be bent by so many metres and radians on their way (sec. 7.2.5).
pub fn goes_on_within(acts: &Acts, from: &Patch, to: &Patch, swapped: bool, [near, most]: [f32; 2]) -> bool {
    let end = from.frames as i32;
    let who = |role: usize| if swapped { 1 - role } else { role };
    let pose = |role: usize| seam(acts, from, role, to, who(role)) <= SEAM;
    if from.down != [false; 2] || !(0..2).all(pose) {
        return false;
    }
    let ends = [0, 1].map(|role| from.body(acts, role, end));
    let begins = [0, 1].map(|role| to.body(acts, who(role), 0));
    let [a, b] = [ends[0].to(&ends[1]), begins[0].to(&begins[1])];
    let turned = libm::atan2f(a.sin, a.cos) - libm::atan2f(b.sin, b.cos);
    let turned = libm::atan2f(libm::sinf(turned), libm::cosf(turned));
    a.distance(&b) < near && turned.abs() < most
}

/// m, what it costs somebody to go from one patch to another.
pub fn seam(acts: &Acts, from: &Patch, role: usize, to: &Patch, becomes: usize) -> f32 {
    match (from.turns[role].last(), to.turns[becomes].first()) {
        (Some(last), Some(first)) => acts.seam((last.take, last.end), (first.take, first.first)),
        _ => f32::MAX,
    }
}

/// Where the second patch is in the space of the first, if one of the first goes on in it.
pub fn placed_after(acts: &Acts, from: &Patch, role: usize, to: &Patch, becomes: usize) -> Place {
    let [_, over] = from.span(role);
    let [begins, _] = to.span(becomes);
    from.body(acts, role, over as i32).then(&to.body(acts, becomes, begins as i32).inverse())
}

/// Whether one goes on with somebody else: who stays behind is not in the way of who comes.
pub fn goes_on_alone(acts: &Acts, from: &Patch, role: usize, to: &Patch, becomes: usize) -> bool {
    if from.down[role] || seam(acts, from, role, to, becomes) > SEAM {
        return false;
    }
    let at = placed_after(acts, from, role, to, becomes);
    let later = from.span(role)[1] as i32 - to.span(becomes)[0] as i32;
    never_meet(acts, (from, 1 - role), (to, 1 - becomes), at, later)
}

/// When the second patch begins, in frames of the first, if somebody does the same in both: and where it is.
pub fn overlap(from: &Patch, role: usize, to: &Patch, becomes: usize) -> Option<(i32, Place)> {
    let (own, other) = (&from.turns[role], &to.turns[becomes]);
    let first = other.first()?;
    let start = own.iter().position(|turn| turn.act == first.act && turn.take == first.take)?;
    let offset = |own: &Turn, other: &Turn| {
        (own.begin as i32 - own.first as i32) - (other.begin as i32 - other.first as i32)
    };
    let later = offset(&own[start], first);
    // He may come in a little late, but not later than the two of the second patch meet.
    let late = own[start].begin as i32 - later - first.begin as i32;
    if late < 0 || late > to.meets as i32 - first.begin as i32 {
        return None;
    }
    let at = own[start].place.then(&first.place.inverse());
    let same = own[start..].iter().zip(other).all(|(own, other)| {
        let there = at.then(&other.place);
        let ends = |turn: &Turn| turn.end;
        let last = std::ptr::eq(other, &to.turns[becomes][to.turns[becomes].len() - 1]);
        own.act == other.act
            && offset(own, other) == later
            && own.place.distance(&there) < SAME
            && (last || ends(own) == ends(other))
    });
    same.then_some((later, at))
}

/// Whether one can be in both at once.
pub fn overlaps(acts: &Acts, from: &Patch, role: usize, to: &Patch, becomes: usize) -> bool {
    let Some((later, at)) = overlap(from, role, to, becomes) else { return false };
    if !never_meet(acts, (from, 1 - role), (to, 1 - becomes), at, later) {
        return false;
    }
    // Who comes in stands there before: not where the shared one was until then.
    let until = later + to.turns[becomes].first().map_or(0, |turn| turn.begin as i32);
    let stands = crate::acts::Stood { place: at.then(&to.at(1 - becomes, 0).place), ..to.at(1 - becomes, 0) };
    let stands = acts.discs(&stands);
    (0..=until.max(0) / LOOK)
        .all(|look| !discs_meet(&acts.discs(&from.at(role, look * LOOK)), &stands, BRUSH))
}

/// Whether somebody of one patch and somebody of another, which is at a place and begins later, are never where the other is.
pub fn never_meet(acts: &Acts, a: (&Patch, usize), b: (&Patch, usize), at: Place, later: i32) -> bool {
    let from = later.min(0);
    let until = (a.0.frames as i32).max(later + b.0.frames as i32);
    let mut frame = from;
    while frame <= until + LOOK {
        let first = a.0.at(a.1, frame);
        let second = b.0.at(b.1, frame - later);
        let second = crate::acts::Stood { place: at.then(&second.place), ..second };
        if discs_meet(&acts.discs(&first), &acts.discs(&second), BRUSH) {
            return false;
        }
        frame += LOOK;
    }
    true
}

impl Joins {
    /// The joins among some patches.
    pub fn of(&self, kept: &[usize]) -> Joins {
        let some = |bits: &Bits| bits.of(kept);
        Joins {
            both: self.both.each_ref().map(some),
            one: self.one.each_ref().map(some),
            spatial: self.spatial.each_ref().map(some),
        }
    }
}

#[cfg(feature = "bake")]
impl Joins {
    /// Nothing is joined to anything.
    pub fn none(patches: usize) -> Joins {
        let none = || Bits::of_rows(patches, &vec![Vec::new(); patches]);
        Joins { both: [none(), none()], one: [(); 4].map(|_| none()), spatial: [(); 4].map(|_| none()) }
    }

    /// Works out all tables. The same for any number of threads.
    pub fn new(acts: &Acts, patches: &[Patch]) -> Joins {
        let by_first = |becomes: usize| {
            let mut lists: std::collections::BTreeMap<u32, Vec<usize>> = std::collections::BTreeMap::new();
            for (number, patch) in patches.iter().enumerate() {
                if let Some(first) = patch.turns[becomes].first() {
                    lists.entry(first.act).or_default().push(number);
                }
            }
            lists
        };
        let table = |test: &(dyn Fn(&Patch, &Patch) -> bool + Sync)| {
            use rayon::prelude::*;
            let rows: Vec<Vec<usize>> = patches
                .par_iter()
                .map(|from| (0..patches.len()).filter(|to| test(from, &patches[*to])).collect())
                .collect();
            Bits::of_rows(patches.len(), &rows)
        };
        let both = [false, true].map(|swapped| table(&|from, to| goes_on(acts, from, to, swapped)));
        let one =
            ROLES.map(|(role, becomes)| table(&|from, to| goes_on_alone(acts, from, role, to, becomes)));
        let spatial = ROLES.map(|(role, becomes)| {
            use rayon::prelude::*;
            let lists = by_first(becomes);
            let rows: Vec<Vec<usize>> = patches
                .par_iter()
                .map(|from| {
                    let mut row: Vec<usize> = Vec::new();
                    for turn in &from.turns[role] {
                        let near = lists.get(&turn.act).into_iter().flatten().copied();
                        row.extend(near.filter(|to| overlaps(acts, from, role, &patches[*to], becomes)));
                    }
                    row.sort_unstable();
                    row.dedup();
                    row
                })
                .collect();
            Bits::of_rows(patches.len(), &rows)
        });
        Joins { both, one, spatial }
    }

    /// How many more joins by two who go on there would be if patches were bent by so many metres and radians.
    pub fn gained_by_bending(&self, acts: &Acts, patches: &[Patch], within: [f32; 2]) -> usize {
        use rayon::prelude::*;
        let stands: Vec<&Patch> = patches.iter().filter(|patch| patch.down == [false; 2]).collect();
        let more = stands.par_iter().map(|from| {
            let fits = |to: &&&Patch| goes_on_within(acts, from, to, false, within);
            let swapped = |to: &&&Patch| goes_on_within(acts, from, to, true, within);
            stands.iter().filter(fits).count() + stands.iter().filter(swapped).count()
        });
        more.sum::<usize>().saturating_sub(self.among(patches))
    }

    /// Joins by two who go on, between patches after which both stand.
    fn among(&self, patches: &[Patch]) -> usize {
        let stands = |at: &usize| patches[*at].down == [false; 2];
        let rows = (0..patches.len()).filter(stands);
        rows.map(|row| self.both.iter().map(|table| table.row(row).filter(stands).count()).sum::<usize>())
            .sum()
    }

    /// How many joins there are: both go on, one goes on, spatial.
    pub fn counts(&self) -> [usize; 3] {
        let sum = |tables: &[Bits]| tables.iter().map(Bits::count).sum();
        [sum(&self.both), sum(&self.one), sum(&self.spatial)]
    }
}

/// Who somebody is in the first patch and in the second, in the order of the tables.
pub const ROLES: [(usize, usize); 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];
