//! Who is near whom: actors sorted into the cells of a grid on the ground, so that the cost grows with their number and
//! not with its square.
//!
//! A counting sort by a hash of the cell. The hash decides only where things lie, never in which order they come out.

use std::ops::Range;

use crate::contact::Bounds;

/// Scratch that is used again in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crowd {
    cells: Vec<Cell>,
    /// Where each bucket begins in `members`, and at last where all end.
    starts: Vec<u32>,
    members: Vec<Member>,
    mask: u32,
}

type Cell = [i32; 2];

#[derive(Clone, Copy, Debug, Default)]
struct Member {
    actor: u32,
    cell: Cell,
}

/// m. Cells are no smaller: about the width of a body, so that a cell holds a few.
const SMALLEST_CELL: f32 = 0.5;

impl Crowd {
    /// Makes room for so many, so that sorting them allocates nothing.
    pub fn reserve(&mut self, actors: usize) {
        self.cells.reserve(actors.saturating_sub(self.cells.len()));
        self.members.reserve(actors.saturating_sub(self.members.len()));
        self.starts.reserve((buckets(actors) + 1).saturating_sub(self.starts.len()));
    }

    /// Sorts everybody. Cells are as big as the biggest body, so that only neighbouring ones can meet.
    pub fn sort(&mut self, bounds: &[Bounds]) {
        let size = bounds.iter().fold(SMALLEST_CELL, |size, body| {
            let extent = body.high - body.low;
            let extent = extent.x.max(extent.z);
            if extent.is_finite() { size.max(extent) } else { size }
        });
        let buckets = buckets(bounds.len());
        self.mask = buckets as u32 - 1;
        self.cells.clear();
        self.cells.extend(bounds.iter().map(|body| {
            let middle = 0.5 * (body.low + body.high);
            [floor(middle.x / size), floor(middle.z / size)]
        }));
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        for &cell in &self.cells {
            self.starts[bucket(cell, self.mask)] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.members.clear();
        self.members.resize(bounds.len(), Member::default());
        // From the last to the first, so that each bucket lists its own in order and every end becomes a beginning.
        for (actor, &cell) in self.cells.iter().enumerate().rev() {
            let at = &mut self.starts[bucket(cell, self.mask)];
            *at -= 1;
            self.members[*at as usize] = Member { actor: actor as u32, cell };
        }
    }

    /// Calls back with every two, the lower number first, whose bodies may meet. Those of a cell come together, so that
    /// what is near in space is near in memory.
    pub fn pairs(&self, mut found: impl FnMut([usize; 2])) {
        for (at, &Member { actor, cell: [x, z] }) in self.members.iter().enumerate() {
            // Whoever comes after it in its own cell, the next cell along x, and the three cells beside these along z: the
            // other half of the neighbours finds this one.
            let mut pair = |other: &Member| {
                let (a, b) = (actor.min(other.actor), actor.max(other.actor));
                found([a as usize, b as usize]);
            };
            let [mut own, wrapped] = self.buckets_from([x, z], 2);
            own.start = at + 1;
            // Buckets are shared: each range is looked through for the cells it was asked for, so that nobody is found twice.
            let is_ahead =
                |other: &&Member| other.cell[1] == z && (0..=1).contains(&other.cell[0].wrapping_sub(x));
            for members in [own, wrapped] {
                self.members[members].iter().filter(is_ahead).for_each(&mut pair);
            }
            let z = z.wrapping_add(1);
            for members in self.buckets_from([x.wrapping_sub(1), z], 3) {
                self.members[members].iter().filter(|other| is_beside(other, [x, z])).for_each(&mut pair);
            }
        }
    }

    /// Calls back with everybody whose body may meet an actor's.
    pub fn near(&self, actor: usize, mut found: impl FnMut(usize)) {
        let [x, z] = self.cells[actor];
        for z in [-1, 0, 1].map(|dz| z.wrapping_add(dz)) {
            for members in self.buckets_from([x.wrapping_sub(1), z], 3) {
                let others = self.members[members].iter().filter(|other| is_beside(other, [x, z]));
                others.map(|other| other.actor as usize).filter(|other| *other != actor).for_each(&mut found);
            }
        }
    }

    /// The members of some buckets from a cell's on, which are those of the cells from it on along x. Others may share
    /// them. The second range is that beyond the last bucket, where the first one comes again.
    #[inline]
    fn buckets_from(&self, cell: Cell, count: usize) -> [Range<usize>; 2] {
        let (first, buckets) = (bucket(cell, self.mask), self.starts.len() - 1);
        let start = |bucket: usize| self.starts[bucket] as usize;
        let end = first + count;
        [start(first)..start(end.min(buckets)), 0..start(end.saturating_sub(buckets))]
    }
}

/// Whether somebody is in a cell or in one beside it along x.
#[inline]
fn is_beside(other: &Member, [x, z]: Cell) -> bool {
    other.cell[1] == z && (-1..=1).contains(&other.cell[0].wrapping_sub(x))
}

/// Twice as many as actors, so that few cells share one; and more than are looked through in a row.
fn buckets(actors: usize) -> usize {
    (2 * actors).next_power_of_two().max(4)
}

/// Neighbours along x have neighbouring buckets.
#[inline]
fn bucket([x, z]: Cell, mask: u32) -> usize {
    let row = (z as u32).wrapping_mul(0x9e37_79b1);
    ((row ^ (row >> 15)).wrapping_add(x as u32) & mask) as usize
}

/// The casts saturate, and no number is 0. Without a call to the library's, which is slow where processors have no instruction
/// for it.
#[inline]
fn floor(x: f32) -> i32 {
    let cut = x as i32;
    if x < cut as f32 { cut.saturating_sub(1) } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_motion::Rng;
    use glam::Vec3;

    #[test]
    fn cells_are_numbered_as_the_floor_says_wherever_a_body_is() {
        for x in [0.0, 0.5, -0.5, -1.0, -1e-9, 7.0, -7.3, 3e9, -3e9, 2_147_483_500.0, -2_147_483_648.0] {
            assert_eq!(floor(x), x.floor() as i32, "{x}");
        }
        assert_eq!([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(floor), [0, i32::MAX, i32::MIN]);
    }

    #[test]
    fn the_same_neighbours_as_by_looking_at_every_pair() {
        for count in [0, 1, 2, 100, 300] {
            let mut rng = Rng::stream(3, count);
            let bounds: Vec<Bounds> = (0..count)
                .map(|_| {
                    let low = Vec3::new(rng.unit() * 20.0 - 10.0, 0.0, rng.unit() * 20.0 - 10.0);
                    Bounds { low, high: low + Vec3::new(0.3 + rng.unit(), 1.8, 0.3 + rng.unit()) }
                })
                .collect();
            let mut crowd = Crowd::default();
            crowd.sort(&bounds);
            for actor in 0..bounds.len() {
                let mut found = Vec::new();
                crowd.near(actor, |other| found.push(other));
                found.retain(|&other| bounds[actor].meets(&bounds[other]));
                found.sort_unstable();
                let wanted: Vec<usize> = (0..bounds.len())
                    .filter(|&other| other != actor && bounds[actor].meets(&bounds[other]))
                    .collect();
                assert_eq!(found, wanted, "of {count}");
            }
            let mut pairs = Vec::new();
            crowd.pairs(|pair| pairs.push(pair));
            pairs.retain(|&[a, b]| bounds[a].meets(&bounds[b]));
            pairs.sort_unstable();
            let all = (0..bounds.len()).flat_map(|a| (a + 1..bounds.len()).map(move |b| [a, b]));
            let wanted: Vec<[usize; 2]> = all.filter(|&[a, b]| bounds[a].meets(&bounds[b])).collect();
            assert_eq!(pairs, wanted, "of {count}");
        }
    }
}
