//! The index: cells of the space around a body, and the paths that clear each: whose body was in the cell when the avoidance
//! began, and is not when it is at its furthest.
//!
//! Paper: section 5.1: per node a grid of 10 cm cells, and in each the paths whose avoidance volume overlaps it. A body passes over to
//! an entry with its own ground frame on the entry's, so that the avoidance volume of an entry lies the same around every node
//! that leads to it. Hence one grid serves all nodes: a node's own is this one and the bits of the entries that it reaches.
//!
//! Departs from it: an avoidance moves nearly the whole body, so that each attack through the body overlaps nearly every
//! avoidance volume, and that alone selects nothing. So a cell has two sets of bits. *Left*: entries with a sphere that moves
//! and would be touched about the middle of the cell where the avoidance begins. *Kept*: entries whose body would be touched
//! there when the avoidance is at its furthest. An attack takes those that some cell of its way has left and no cell of its way at
//! the time of the attack keeps. That is only as exact as a cell: what it misses is looked at outside of the index.
//! There is a grid for each of a few sizes of attack: what is larger than the largest is looked for without the index.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::attack::Attack;
use crate::skill::MOST_WORDS;

/// m, the space around a body that has cells of its own: to the sides, up, ahead. What is outside counts to the nearest.
const LOW: Vec3 = Vec3::new(-1.2, 0.0, -1.2);
const HIGH: Vec3 = Vec3::new(1.2, 2.2, 1.2);

/// m, the largest radius of an attack that each grid is for: a fist, a small ball, a football, a medicine ball.
pub const SIZES: [f32; 4] = [0.055, 0.08, 0.12, 0.2];

/// Cells and their entries.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// m, the edge of a cell.
    pub cell: f32,
    /// For each size and cell, one more than the number of its row; 0 for a cell without entries.
    pub cells: Vec<u32>,
    /// Bits of entries, row by row: those that leave the cell, then those that keep it.
    pub rows: Vec<u64>,
}

/// s, before and after the time of an attack: cells of its way in which a body must not be.
const AT_ONCE: f32 = 0.03;
/// m. A cell is left and kept by bodies that would be touched in its middle by more than this: an attack may go through the cell nearly
/// a cell beside its middle. Chosen on throws of seed 31, at the performer and at people of CMU's recordings.
#[cfg(feature = "bake")]
const TOUCHED: [f32; 2] = [-0.1, 0.06];

/// What an entry does to the space about a body, as it sees it on entry.
#[cfg(feature = "bake")]
#[derive(Clone, Debug, Default)]
pub struct Clears {
    /// Spheres that move, where they are when the avoidance begins: middle and radius.
    pub left: Vec<(Vec3, f32)>,
    /// All spheres, where they are when it is at its furthest.
    pub kept: Vec<(Vec3, f32)>,
}

/// Entries, as bits: what an attack finds in the index.
#[derive(Clone, Copy, Debug)]
pub struct Cleared {
    /// Were where it goes when the avoidance began.
    pub left: [u64; MOST_WORDS],
    /// Are where it is at the time of the attack.
    pub kept: [u64; MOST_WORDS],
}

impl Cleared {
    /// None of them.
    pub const NONE: Cleared = Cleared { left: [0; MOST_WORDS], kept: [0; MOST_WORDS] };
}

/// How many cells there are along each axis.
fn counts(cell: f32) -> [usize; 3] {
    ((HIGH - LOW) / cell).to_array().map(|count| (count.ceil() as usize).clamp(1, 1000))
}

/// The cell along an axis.
#[inline]
fn along(cell: f32, counts: [usize; 3], axis: usize, at: f32) -> usize {
    // The cast saturates, and no number is 0.
    (((at - LOW[axis]) / cell).max(0.0) as usize).min(counts[axis] - 1)
}

/// How many cells there are of one size of attack.
fn all(cell: f32) -> usize {
    counts(cell).iter().product()
}

impl Index {
    /// Makes one out of what each entry clears.
    #[cfg(feature = "bake")]
    pub fn new(cell: f32, entries: &[Clears]) -> Index {
        let counts = counts(cell);
        let [_, high, deep] = counts;
        let words = entries.len().div_ceil(64);
        let mut bits: Vec<Option<Vec<u64>>> = vec![None; SIZES.len() * all(cell)];
        let mut fill = |size: usize, entry: usize, word: usize, (middle, radius): (Vec3, f32)| {
            let span = |axis: usize| {
                let cell = |at: f32| along(cell, counts, axis, at);
                cell(middle[axis] - radius)..=cell(middle[axis] + radius)
            };
            for (x, y) in span(0).flat_map(|x| span(1).map(move |y| (x, y))) {
                for z in span(2).filter(|z| holds_middle(cell, [x, y, *z], middle, radius)) {
                    let at = size * all(cell) + (x * high + y) * deep + z;
                    let row = bits[at].get_or_insert_with(|| vec![0; 2 * words]);
                    row[word * words + entry / 64] |= 1 << (entry % 64);
                }
            }
        };
        for (size, largest) in SIZES.into_iter().enumerate() {
            // The middle of what is of this size.
            let radius = 0.5 * (largest + if size == 0 { 0.03 } else { SIZES[size - 1] });
            for (entry, clears) in entries.iter().enumerate() {
                for (word, spheres) in [&clears.left, &clears.kept].into_iter().enumerate() {
                    for &(middle, own) in spheres {
                        fill(size, entry, word, (middle, own + radius - TOUCHED[word]));
                    }
                }
            }
        }
        let (mut cells, mut rows) = (vec![0; bits.len()], Vec::new());
        let mut count = 0;
        for (cell, row) in cells.iter_mut().zip(bits) {
            if let Some(row) = row {
                count += 1;
                *cell = count;
                rows.extend(row);
            }
        }
        Index { cell, cells, rows }
    }

    /// Adds the entries whose avoidance volume an attack meets, and those that it hits at their furthest, as bits. `attack` is
    /// seen from the body's ground frame at the node. Says how many cells were looked into; none if the attack is larger than
    /// what there are cells for.
    pub fn look_up(&self, attack: &Attack, words: usize, found: &mut Cleared) -> Option<u32> {
        let counts = counts(self.cell);
        let [_, high, deep] = counts;
        let all = counts.iter().product::<usize>();
        let mut looked = 0;
        for shot in attack.shots() {
            let size = SIZES.iter().position(|most| shot.radius <= *most)?;
            let mut last = (usize::MAX, false);
            for moment in shot.live[0] as usize..(shot.live[1] as usize).min(attack.moments) {
                let [x, y, z] = [0, 1, 2].map(|axis| along(self.cell, counts, axis, shot.at[moment][axis]));
                let at = size * all + (x * high + y) * deep + z;
                let at_once = (attack.moment(moment) - attack.time).abs() <= AT_ONCE.max(0.5 * attack.step);
                // The same cell as a moment before.
                if std::mem::replace(&mut last, (at, at_once)) == (at, at_once) {
                    continue;
                }
                looked += 1;
                let row = self.cells.get(at).copied().unwrap_or(0) as usize;
                if row > 0 {
                    let row = self.rows.get((row - 1) * 2 * words..row * 2 * words).unwrap_or(&[]);
                    let (left, kept) = row.split_at(words.min(row.len()));
                    found.left.iter_mut().zip(left).for_each(|(found, bits)| *found |= bits);
                    if at_once {
                        found.kept.iter_mut().zip(kept).for_each(|(found, bits)| *found |= bits);
                    }
                }
            }
        }
        Some(looked)
    }

    /// Whether there are cells for an attack of this size.
    pub fn holds(&self, attack: &Attack) -> bool {
        let largest = SIZES[SIZES.len() - 1];
        attack.shots().iter().all(|shot| shot.radius <= largest)
    }

    /// Whether every cell has a row that is there.
    pub(crate) fn is_whole(&self, words: usize) -> Result<(), &'static str> {
        if !(0.02..=1.0).contains(&self.cell) {
            return Err("an index of cells of no size");
        }
        let rows = self.rows.len().checked_div(2 * words).unwrap_or(0);
        let fits = self.cells.len() == SIZES.len() * all(self.cell) && rows * 2 * words == self.rows.len();
        let there = self.cells.iter().all(|&cell| cell as usize <= rows);
        if fits && there { Ok(()) } else { Err("an index without its rows") }
    }
}

/// Whether the middle of a cell is within a sphere.
#[cfg(feature = "bake")]
fn holds_middle(cell: f32, at: [usize; 3], middle: Vec3, radius: f32) -> bool {
    let place = LOW + Vec3::new(at[0] as f32 + 0.5, at[1] as f32 + 0.5, at[2] as f32 + 0.5) * cell;
    place.distance_squared(middle) < radius * radius
}
