//! Who is near whom: actors sorted into the cells of a grid on the ground, so that the cost grows with their number and
//! not with its square.
//!
//! A counting sort by a hash of the cell. The hash decides only where things lie, never in which order they come out.

use crate::contact::Bounds;

/// Scratch that is used again in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crowd {
    cells: Vec<[i32; 2]>,
    /// Where each bucket begins in `members`.
    starts: Vec<u32>,
    members: Vec<u32>,
    mask: u32,
}

/// m. Cells are no smaller: about the width of a body, so that a cell holds a few.
const SMALLEST_CELL: f32 = 0.5;

impl Crowd {
    /// Makes room for so many, so that sorting them allocates nothing.
    pub fn reserve(&mut self, actors: usize) {
        let buckets = (2 * actors).next_power_of_two();
        self.cells.reserve(actors.saturating_sub(self.cells.len()));
        self.members.reserve(actors.saturating_sub(self.members.len()));
        // One more while it is counted.
        self.starts.reserve((buckets + 2).saturating_sub(self.starts.len()));
    }

    /// Sorts everybody. Cells are as big as the biggest body, so that only neighbouring ones can meet.
    pub fn sort(&mut self, bounds: &[Bounds]) {
        let size = bounds.iter().fold(SMALLEST_CELL, |size, body| {
            let extent = body.high - body.low;
            let extent = extent.x.max(extent.z);
            if extent.is_finite() { size.max(extent) } else { size }
        });
        // Twice as many as actors, so that few cells share one.
        let buckets = (2 * bounds.len()).next_power_of_two();
        self.mask = buckets as u32 - 1;
        self.cells.clear();
        // The casts saturate, and no number is cell 0.
        self.cells.extend(bounds.iter().map(|body| {
            let middle = 0.5 * (body.low + body.high);
            [(middle.x / size).floor() as i32, (middle.z / size).floor() as i32]
        }));
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        for &cell in &self.cells {
            self.starts[bucket(cell, self.mask) + 1] += 1;
        }
        for at in 0..buckets {
            self.starts[at + 1] += self.starts[at];
        }
        self.members.clear();
        self.members.resize(bounds.len(), 0);
        // From the last to the first, so that each bucket lists its own in order and `starts` ends up at its beginning.
        for (actor, &cell) in self.cells.iter().enumerate().rev() {
            let end = &mut self.starts[bucket(cell, self.mask) + 1];
            *end -= 1;
            self.members[*end as usize] = actor as u32;
        }
        // Every end has become its bucket's beginning: one to the left.
        self.starts.remove(0);
        self.starts.push(bounds.len() as u32);
    }

    /// All actors, those of a cell together, so that what is near in space is near in memory.
    pub fn everybody(&self) -> impl Iterator<Item = usize> + '_ {
        self.members.iter().map(|&actor| actor as usize)
    }

    /// Calls back with everybody whose body may meet an actor's.
    pub fn near(&self, actor: usize, mut found: impl FnMut(usize)) {
        let [x, z] = self.cells[actor];
        for dz in -1..=1_i32 {
            for dx in -1..=1_i32 {
                let cell = [x.saturating_add(dx), z.saturating_add(dz)];
                let bucket = bucket(cell, self.mask);
                let members = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
                for &other in &self.members[members] {
                    // Another cell may share the bucket.
                    if other as usize != actor && self.cells[other as usize] == cell {
                        found(other as usize);
                    }
                }
            }
        }
    }
}

fn bucket([x, z]: [i32; 2], mask: u32) -> usize {
    let mixed = (x as u32).wrapping_mul(0x9e37_79b1) ^ (z as u32).wrapping_mul(0x85eb_ca77);
    ((mixed ^ (mixed >> 15)) & mask) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use glam::Vec3;

    #[test]
    fn the_same_neighbours_as_by_looking_at_every_pair() {
        for count in [0, 1, 2, 100, 300] {
            let mut rng = Rng::new(3, count);
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
        }
    }
}
