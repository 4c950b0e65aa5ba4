//! Strides: from a landing to the next one of the same foot, at a steady speed, ahead.

use footwork_motion::{Role, Side};

use crate::kind::Kind;
use crate::seen::{RATE, Seen, flat};

/// s. Strides of people who walk or run.
const SECONDS: std::ops::Range<f32> = 0.4..1.8;
/// Share by which the two halves of a stride may differ in speed.
const STEADY: f32 = 0.15;
/// Cosine between where the body faces and where it goes, at least.
const AHEAD: f32 = 0.93;
/// m/s
const SLOWEST: f32 = 0.4;

/// One stride.
#[derive(Clone, Debug, PartialEq)]
pub struct Stride {
    /// Whose landings it lies between.
    pub side: Side,
    /// The frame of the landing, and of the next.
    pub from: usize,
    /// The next landing.
    pub to: usize,
    /// m/s
    pub speed: f32,
    /// Walking or running.
    pub kind: Kind,
}

/// Every stride of a clip: the left foot's by time, then the right one's.
pub fn find(seen: &Seen) -> Vec<Stride> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let other = seen.feet.landings(if side == Side::Left { Side::Right } else { Side::Left });
        for pair in seen.feet.landings(side).windows(2) {
            let between = other.iter().filter(|f| (pair[0]..pair[1]).contains(f)).count();
            found.extend(stride(seen, side, pair[0], pair[1]).filter(|_| between == 1));
        }
    }
    found
}

fn stride(seen: &Seen, side: Side, from: usize, to: usize) -> Option<Stride> {
    let seconds = (to - from) as f32 / RATE;
    if !SECONDS.contains(&seconds) {
        return None;
    }
    let hips = seen.places(Role::Hips);
    let speed = |a: usize, b: usize| flat(hips[b] - hips[a]).length() * RATE / (b - a) as f32;
    let (whole, middle) = (speed(from, to), (from + to) / 2);
    let steady = (speed(from, middle) - speed(middle, to)).abs() < STEADY * whole;
    let direction = flat(hips[to] - hips[from]).normalize_or_zero();
    let ahead = [from, to].iter().all(|&f| seen.facing[f].dot(direction) > AHEAD);
    let kind = seen.kinds[middle];
    let goes = matches!(kind, Kind::Walking | Kind::Running);
    (steady && ahead && whole > SLOWEST && goes).then_some(Stride { side, from, to, speed: whole, kind })
}

/// A signal over strides, each stretched to the same number of moments.
pub(crate) const PHASES: usize = 20;

impl Stride {
    /// A signal at equal parts of the stride.
    pub(crate) fn phases(&self, at: impl Fn(usize) -> f32) -> [f32; PHASES] {
        std::array::from_fn(|n| {
            let frame = self.from as f32 + (self.to - self.from) as f32 * n as f32 / PHASES as f32;
            let before = frame as usize;
            let part = frame - before as f32;
            at(before) + part * (at((before + 1).min(self.to)) - at(before))
        })
    }
}
