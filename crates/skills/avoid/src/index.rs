//! The index: cells of the space around a body, and the paths whose avoidance volume meets each.
//!
//! Paper: section 5.1: per node a grid of 10 cm cells. A body passes over to an entry with its own ground frame on the
//! entry's, so that the avoidance volume of an entry lies the same around every node that leads to it. Hence one grid serves
//! all nodes: a node's own is this one and the bits of the entries that it reaches.
//!
//! What is found is what the overlap of eq. 4 is above zero for, or more: a cell has all entries with a sphere that moves and
//! comes within an attack's radius of the cell where the avoidance begins; an attack looks into the cells that its middle goes
//! through. There is a grid for each of a few sizes of attack: what is larger than the largest is looked for without the index.

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
    /// Bits of entries, row by row.
    pub rows: Vec<u64>,
}

/// How many cells there are along each axis.
fn counts(cell: f32) -> [usize; 3] {
    ((HIGH - LOW) / cell).to_array().map(|count| (count.ceil() as usize).clamp(1, 1000))
}

/// The cell along an axis.
fn along(cell: f32, axis: usize, at: f32) -> usize {
    // The cast saturates, and no number is 0.
    (((at - LOW[axis]) / cell).max(0.0) as usize).min(counts(cell)[axis] - 1)
}

/// How many cells there are of one size of attack.
fn all(cell: f32) -> usize {
    counts(cell).iter().product()
}

impl Index {
    /// Makes one. `entries` gives, for each entry, its spheres that move: middle and radius, as its body sees them on entry.
    #[cfg(feature = "bake")]
    pub fn new(cell: f32, entries: &[Vec<(Vec3, f32)>]) -> Index {
        let [_, high, deep] = counts(cell);
        let words = entries.len().div_ceil(64);
        let mut bits: Vec<Option<Vec<u64>>> = vec![None; SIZES.len() * all(cell)];
        for (size, grown) in SIZES.into_iter().enumerate() {
            for (entry, spheres) in entries.iter().enumerate() {
                for &(middle, radius) in spheres {
                    let radius = radius + grown;
                    let span = |axis: usize| {
                        along(cell, axis, middle[axis] - radius)..=along(cell, axis, middle[axis] + radius)
                    };
                    for (x, y) in span(0).flat_map(|x| span(1).map(move |y| (x, y))) {
                        for z in span(2).filter(|z| meets(cell, [x, y, *z], middle, radius)) {
                            let at = size * all(cell) + (x * high + y) * deep + z;
                            let row = bits[at].get_or_insert_with(|| vec![0; words]);
                            row[entry / 64] |= 1 << (entry % 64);
                        }
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

    /// Adds the entries whose avoidance volume an attack meets, as bits. `attack` is seen from the body's ground frame at the
    /// node. Says how many cells were looked into; none if the attack is larger than what there are cells for.
    pub fn look_up(&self, attack: &Attack, words: usize, found: &mut [u64; MOST_WORDS]) -> Option<u32> {
        let [_, high, deep] = counts(self.cell);
        let mut looked = 0;
        for shot in attack.shots() {
            let size = SIZES.iter().position(|most| shot.radius <= *most)?;
            let mut last = usize::MAX;
            for moment in shot.live[0] as usize..(shot.live[1] as usize).min(attack.moments) {
                let [x, y, z] = [0, 1, 2].map(|axis| along(self.cell, axis, shot.at[moment][axis]));
                let at = size * all(self.cell) + (x * high + y) * deep + z;
                // The same cell as a moment before.
                if std::mem::replace(&mut last, at) == at {
                    continue;
                }
                looked += 1;
                let row = self.cells.get(at).copied().unwrap_or(0) as usize;
                if row > 0 {
                    let bits = self.rows.get((row - 1) * words..row * words).unwrap_or(&[]);
                    found.iter_mut().zip(bits).for_each(|(found, bits)| *found |= bits);
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
        let rows = self.rows.len().checked_div(words).unwrap_or(0);
        let fits = self.cells.len() == SIZES.len() * all(self.cell) && rows * words == self.rows.len();
        let there = self.cells.iter().all(|&cell| cell as usize <= rows);
        if fits && there { Ok(()) } else { Err("an index without its rows") }
    }
}

/// Whether a sphere meets a cell. Cells at the edge go on for ever.
#[cfg(feature = "bake")]
fn meets(cell: f32, at: [usize; 3], middle: Vec3, radius: f32) -> bool {
    let counts = counts(cell);
    let mut square = 0.0;
    for axis in 0..3 {
        let low = LOW[axis] + at[axis] as f32 * cell;
        let (first, last) = (at[axis] == 0, at[axis] + 1 == counts[axis]);
        let below = if first { 0.0 } else { (low - middle[axis]).max(0.0) };
        let above = if last { 0.0 } else { (middle[axis] - low - cell).max(0.0) };
        square += (below + above) * (below + above);
    }
    // A hair more, so that rounding loses nothing.
    square <= radius * radius + 1e-6
}
