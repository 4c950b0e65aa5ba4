//! The nearest of the examples, and how far things are from each other.

use super::{NEIGHBOURS, PLAYED};
use crate::configuration::Reduced;
use crate::response::Response;

/// The ten nearest so far, nearest first.
pub(super) struct Nearest<T> {
    found: [(f32, T); NEIGHBOURS],
    count: usize,
}

impl<T: Copy + Default> Nearest<T> {
    pub fn new() -> Nearest<T> {
        Nearest { found: [(f32::INFINITY, T::default()); NEIGHBOURS], count: 0 }
    }

    pub fn worst(&self) -> f32 {
        if self.count < NEIGHBOURS { f32::INFINITY } else { self.found[NEIGHBOURS - 1].0 }
    }

    pub fn take(&mut self, distance: f32, what: T) {
        if distance.is_nan() || distance >= self.worst() {
            return;
        }
        let place = self.found[..self.count].partition_point(|(other, _)| *other <= distance);
        self.count = (self.count + 1).min(NEIGHBOURS);
        self.found[place..self.count].rotate_right(1);
        self.found[place] = (distance, what);
    }

    pub fn found(&self) -> impl Iterator<Item = (f32, T)> + '_ {
        self.found[..self.count].iter().copied()
    }
}

/// The squared distance of how two are played: four sums side by side, always in the same order.
#[inline]
pub(super) fn squared(a: &[f32; PLAYED], b: &[f32; PLAYED]) -> f32 {
    let mut sums = [0.0_f32; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for lane in 0..4 {
            sums[lane] += (a[lane] - b[lane]) * (a[lane] - b[lane]);
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// How unlike two responses are: where they begin, and what their pushes did.
pub(super) fn apart(a: &Response, b: &Response) -> f32 {
    0.25 * distance_squared(&a.start, &b.start) + (a.velocity - b.velocity).length_squared()
}

pub(super) fn distance_squared(a: &Reduced, b: &Reduced) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
