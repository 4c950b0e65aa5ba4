//! Takes the abruptness out of knees.
//!
//! A leg that is nearly straight bends far for little: the bend goes with the root of what the leg is too short. So
//! where a knee would be thrown about, the pelvis, the heel that is up and the foot in the air give way a little, and
//! well before: by the smallest changes, in the sense of least squares (Gauss-Newton), after which no knee is more
//! abrupt than `MOST`. Changes are cubic splines, so that they are smooth themselves, and feet that carry weight stay.

use footwork_motion::glam::Vec3;

use super::feet::Stance;
use crate::body::{ANKLE, BALL, BALL_AHEAD, SHIN, THIGH};
use crate::posture::{Posture, Turn};
use crate::signal::{INNER_RATE, ease};
use crate::solve::leg_bones;

/// Samples between two knots: a sixtieth of a second, which is also what accelerations are taken over.
const KNOT: usize = 4;
/// Samples from one that is looked at to the next.
const LOOK: usize = 2;
/// What may change: the pelvis' height; for each side, how far a foot in the air is drawn in and how far a heel is up.
const FREEDOMS: usize = 5;
/// Values of one spline at a time come from so many knots.
const SPAN: usize = 4;
/// Unknowns that an acceleration hangs on: those of the knots about it.
const BAND: usize = (SPAN + 2) * FREEDOMS;
/// Knots to each side of what is too abrupt that may change.
const ROOM: usize = 11;
/// m/s² for knees: below this nothing is done.
const MOST: f32 = 80.0;
/// m/s² of a knee that weighs as much as the changes below.
const KNEE: f64 = 7.0;
/// m or rad, and m/s² or rad/s²: how far each freedom is changed and how abruptly, for the same weight.
const FAR: [f64; FREEDOMS] = [0.028, 0.04, 0.04, 0.25, 0.25];
const ABRUPTLY: [f64; FREEDOMS] = [6.0, 14.0, 14.0, 120.0, 120.0];
/// How straight a leg gets that is changed, as a share of its length.
const STRAIGHT: f32 = 0.9955;
/// rad. How far an ankle is bent at most, toes down and toes up.
const ANKLE_BENT: [f32; 2] = [-0.98, 0.8];
/// What is over by less than this share is good enough.
const ENOUGH: f32 = 0.06;
/// How much a step of one round weighs, against a change.
const DAMPING: f64 = 1.0;
const ROUNDS: usize = 12;

/// s. A foot that has just left the ground or is about to stand is where the ground wants it. Of 0.045, 0.07 and 0.1 s, the
/// first has the softest landings of running jumps.
const AT_REST: f32 = 0.045;

/// How free a foot is at a sample: to be drawn in, and to lift its heel.
#[derive(Clone, Copy, Default)]
struct Free {
    air: f32,
    heel: f32,
}

fn freedom(stances: &[Stance], length: usize) -> Vec<Free> {
    let mut free = vec![Free::default(); length];
    let samples = |from: f32, to: f32| {
        let [a, b] = [from, to].map(|t| (t.max(0.0) * INNER_RATE).ceil() as usize);
        a.min(length)..b.min(length)
    };
    for (n, stance) in stances.iter().enumerate() {
        let rises = (0.55 * (stance.to - stance.from)).min(0.3);
        for i in samples(stance.to - rises, stance.to) {
            let t = i as f32 / INNER_RATE;
            free[i].heel = ease((t - stance.to + rises) / (0.7 * rises));
        }
        let Some(next) = stances.get(n + 1) else { continue };
        let time = next.from - stance.to;
        for i in samples(stance.to, next.from) {
            let (since, left) = (i as f32 / INNER_RATE - stance.to, next.from - i as f32 / INNER_RATE);
            let edge = AT_REST.min(0.45 * time);
            free[i].heel = 1.0 - ease(since / (0.5 * time).min(0.16));
            free[i].air = ease(since / edge) * ease(left / edge);
        }
    }
    free
}

/// The posture with some changes made.
fn changed(posture: &Posture, change: [f32; FREEDOMS], free: [Free; 2]) -> Posture {
    let mut new = *posture;
    new.pelvis.y += change[0];
    for side in 0..2 {
        let foot = &mut new.feet[side];
        // The ball of the foot stays, and so do the toes on the ground.
        let up = (free[side].heel * change[3 + side]).max(-foot.turn.pitch.max(0.0));
        if up != 0.0 {
            let ball = Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD);
            let old = foot.turn.rotation() * ball;
            foot.turn = Turn { pitch: foot.turn.pitch + up, ..foot.turn };
            foot.toes += up;
            foot.ankle += old - foot.turn.rotation() * ball;
        }
        let in_air = free[side].air * change[1 + side];
        if in_air != 0.0 {
            foot.ankle += in_air * (posture.hip(side) - posture.feet[side].ankle).normalize_or_zero();
        }
    }
    new
}

/// What must stay within bounds.
#[derive(Clone, Copy)]
struct Leg {
    /// m. Where the knee is.
    knee: Vec3,
    /// rad. How far the ankle is bent, toes up.
    ankle: f32,
}

impl Leg {
    fn of(posture: &Posture, side: usize) -> Leg {
        let [thigh, shin] = leg_bones(posture, side);
        let toes = shin.conjugate() * posture.feet[side].turn.rotation() * Vec3::Z;
        Leg { knee: posture.hip(side) - thigh * Vec3::Y * THIGH, ankle: libm::atan2f(toes.y, toes.z) }
    }
}

/// Cubic B-spline weights at a sample, for the knots from `sample / KNOT`.
fn weights(sample: usize) -> [f32; SPAN] {
    let s = (sample % KNOT) as f32 / KNOT as f32;
    let r = 1.0 - s;
    [
        r * r * r / 6.0,
        (3.0 * s * s * s - 6.0 * s * s + 4.0) / 6.0,
        (3.0 * r * r * r - 6.0 * r * r + 4.0) / 6.0,
        s * s * s / 6.0,
    ]
}

/// Changes at every knot.
type Knots = Vec<[f64; FREEDOMS]>;

fn change_at(knots: &Knots, sample: usize) -> [f32; FREEDOMS] {
    let mut change = [0.0; FREEDOMS];
    for (weight, knot) in weights(sample).into_iter().zip(&knots[sample / KNOT..]) {
        change.iter_mut().zip(knot).for_each(|(c, k)| *c += weight * *k as f32);
    }
    change
}

/// Makes knees of a take move no more abruptly than [`MOST`], as nearly as that is possible.
pub(super) fn smooth_knees(postures: &mut [Posture], stances: [&[Stance]; 2]) {
    let length = postures.len();
    let free: Vec<[Free; 2]> = {
        let [left, right] = stances.map(|stances| freedom(stances, length));
        left.into_iter().zip(right).map(|(l, r)| [l, r]).collect()
    };
    let mut knots: Knots = vec![[0.0; FREEDOMS]; length / KNOT + SPAN + 1];
    // Every other sample is looked at.
    let mut now: Vec<Posture> = postures.iter().step_by(LOOK).copied().collect();
    let mut legs: Vec<[Leg; 2]> = now.iter().map(|p| [Leg::of(p, 0), Leg::of(p, 1)]).collect();
    // Knots that may change.
    let mut open = vec![false; knots.len()];
    for _ in 0..ROUNDS {
        let (abrupt, bent) = (too_abrupt(&legs), too_bent(&legs));
        let wrong: Vec<usize> = (abrupt.iter().filter(|a| a.2.length() > ENOUGH * MOST).map(|a| a.0))
            .chain(bent.iter().filter(|b| b.2.abs() > ENOUGH * ANKLE_BENT[1]).map(|b| b.0))
            .collect();
        if wrong.is_empty() {
            break;
        }
        for i in &wrong {
            let at = i / KNOT + 1;
            let to = (at + ROOM).min(knots.len() - 1);
            open[at.saturating_sub(ROOM)..=to].iter_mut().for_each(|o| *o = true);
        }
        let mut from = 0;
        while let Some(first) = (from..open.len()).find(|&k| open[k]) {
            let last = (first..open.len()).find(|&k| !open[k]).unwrap_or(open.len());
            from = last;
            let within = |i: usize| i / KNOT >= first && i / KNOT < last;
            if !wrong.iter().any(|i| within(*i)) {
                continue;
            }
            let mut normal = Normal::new(first, last);
            normal.keep_small(&knots);
            for &(i, side, excess) in abrupt.iter().filter(|a| within(a.0)) {
                normal.add_knee(&now, &free, i, side, excess);
            }
            for &(i, side, excess) in bent.iter().filter(|b| within(b.0)) {
                normal.unbend_ankle(&now[i / LOOK], free[i], i, side, excess);
            }
            for i in (first * KNOT..(last * KNOT).min(length)).step_by(LOOK) {
                normal.keep_reach(&now[i / LOOK], free[i], i);
            }
            normal.solve(&mut knots);
            for i in (first.saturating_sub(SPAN) * KNOT..(last * KNOT).min(length)).step_by(LOOK) {
                let new = changed(&postures[i], change_at(&knots, i), free[i]);
                now[i / LOOK] = new;
                legs[i / LOOK] = [Leg::of(&new, 0), Leg::of(&new, 1)];
            }
        }
    }
    for (i, posture) in postures.iter_mut().enumerate() {
        if open[i / KNOT..i / KNOT + SPAN].contains(&true) {
            *posture = changed(posture, change_at(&knots, i), free[i]);
        }
    }
}

/// Where a knee's acceleration is more than it may be: the sample, the side, and by what.
fn too_abrupt(legs: &[[Leg; 2]]) -> Vec<(usize, usize, Vec3)> {
    let mut found = Vec::new();
    let knot = KNOT / LOOK;
    for (before, around) in legs.windows(2 * knot + 1).enumerate() {
        for side in [0, 1] {
            let [a, b, c] = [0, knot, 2 * knot].map(|i| around[i][side].knee);
            let acceleration = (a - 2.0 * b + c) * (INNER_RATE / KNOT as f32) * (INNER_RATE / KNOT as f32);
            let size = acceleration.length();
            if size > MOST {
                found.push(((before + knot) * LOOK, side, acceleration * (1.0 - MOST / size)));
            }
        }
    }
    found
}

/// Where an ankle is bent further than it goes: the sample, the side, and by what.
fn too_bent(legs: &[[Leg; 2]]) -> Vec<(usize, usize, f32)> {
    let mut found = Vec::new();
    for (i, both) in legs.iter().enumerate() {
        for (side, leg) in both.iter().enumerate() {
            let ankle = leg.ankle;
            let excess = ankle - ankle.clamp(ANKLE_BENT[0], ANKLE_BENT[1]);
            if excess != 0.0 {
                found.push((i * LOOK, side, excess));
            }
        }
    }
    found
}

/// Normal equations of a stretch of knots: a band matrix and its right side.
struct Normal {
    first: usize,
    rows: Vec<[f64; BAND]>,
    right: Vec<f64>,
}

impl Normal {
    fn new(first: usize, last: usize) -> Normal {
        let count = (last - first) * FREEDOMS;
        Normal { first, rows: vec![[0.0; BAND]; count], right: vec![0.0; count] }
    }

    /// One equation: the sum of some unknowns' steps, each with its factor, should be `wanted`.
    fn add(&mut self, terms: &[(usize, f64)], wanted: f64) {
        for &(a, fa) in terms {
            self.right[a] += fa * wanted;
            for &(b, fb) in terms.iter().filter(|(b, _)| *b <= a) {
                self.rows[a][a - b] += fa * fb;
            }
        }
    }

    /// The number of an unknown, if it may change.
    fn unknown(&self, knot: usize, freedom: usize) -> Option<usize> {
        let number = (knot.checked_sub(self.first)?) * FREEDOMS + freedom;
        (number < self.right.len()).then_some(number)
    }

    fn keep_small(&mut self, knots: &Knots) {
        let rate = f64::from(INNER_RATE) / KNOT as f64;
        let last = self.first + self.right.len() / FREEDOMS;
        for knot in self.first.saturating_sub(1)..last + 1 {
            for freedom in 0..FREEDOMS {
                if let Some(number) = self.unknown(knot, freedom) {
                    self.add(&[(number, 1.0 / FAR[freedom])], -knots[knot][freedom] / FAR[freedom]);
                    // No step is long: slopes hold nearby only.
                    self.add(&[(number, DAMPING / FAR[freedom])], 0.0);
                }
                let factor = rate * rate / ABRUPTLY[freedom];
                let (mut terms, mut wanted) = (Vec::with_capacity(3), 0.0);
                for (at, share) in [(knot.wrapping_sub(1), 1.0), (knot, -2.0), (knot + 1, 1.0)] {
                    wanted -= factor * share * knots.get(at).map_or(0.0, |k| k[freedom]);
                    terms.extend(self.unknown(at, freedom).map(|number| (number, factor * share)));
                }
                self.add(&terms, wanted);
            }
        }
    }

    fn add_knee(&mut self, now: &[Posture], free: &[[Free; 2]], i: usize, side: usize, excess: Vec3) {
        let rate = INNER_RATE / KNOT as f32;
        let scale = rate * rate / KNEE as f32;
        let freedoms = [0, 1 + side, 3 + side];
        let mut factors = [[Vec3::ZERO; 3]; SPAN + 2];
        for (nth, share) in [1.0, -2.0, 1.0].into_iter().enumerate() {
            let sample = i + nth * KNOT - KNOT;
            let slopes = knee_slopes(&now[sample / LOOK], free[sample], side);
            for (k, weight) in weights(sample).into_iter().enumerate() {
                for (factor, slope) in factors[k + nth].iter_mut().zip(slopes) {
                    *factor += slope * weight * share * scale;
                }
            }
        }
        let wanted = -excess / KNEE as f32;
        for axis in 0..3 {
            let mut terms = Vec::with_capacity(18);
            for (k, factors) in factors.iter().enumerate() {
                for (&freedom, factor) in freedoms.iter().zip(factors) {
                    let number = self.unknown((i - KNOT) / KNOT + k, freedom);
                    terms.extend(number.map(|number| (number, f64::from(factor[axis]))));
                }
            }
            self.add(&terms, f64::from(wanted[axis]));
        }
    }

    /// No leg is stretched further than it reaches.
    fn keep_reach(&mut self, now: &Posture, free: [Free; 2], i: usize) {
        for side in 0..2 {
            let leg = |p: &Posture| (p.hip(side) - p.feet[side].ankle).length();
            let over = leg(now) - STRAIGHT * (THIGH + SHIN);
            if over > 0.0 {
                self.lessen(now, free, i, side, leg, over / 0.001, 1.0 / 0.001);
            }
        }
    }

    fn unbend_ankle(&mut self, now: &Posture, free: [Free; 2], i: usize, side: usize, excess: f32) {
        let ankle = |p: &Posture| Leg::of(p, side).ankle;
        self.lessen(now, free, i, side, ankle, excess / 0.01, 1.0 / 0.01);
    }

    /// Some measure of a leg should be less by so much, both in the scale given.
    #[allow(clippy::too_many_arguments)]
    fn lessen(
        &mut self,
        now: &Posture,
        free: [Free; 2],
        i: usize,
        side: usize,
        measure: impl Fn(&Posture) -> f32,
        by: f32,
        scale: f32,
    ) {
        let mut terms = Vec::with_capacity(3 * SPAN);
        for freedom in [0, 1 + side, 3 + side] {
            let slope = (measure(&nudged(now, free, freedom)) - measure(now)) / NUDGE[freedom];
            for (k, weight) in weights(i).into_iter().enumerate() {
                let number = self.unknown(i / KNOT + k, freedom);
                terms.extend(number.map(|number| (number, f64::from(slope * weight * scale))));
            }
        }
        self.add(&terms, -f64::from(by));
    }

    /// Solves by Cholesky's method and adds the steps to the knots.
    fn solve(mut self, knots: &mut Knots) {
        let count = self.right.len();
        for a in 0..count {
            let reach = a.min(BAND - 1);
            for back in (0..=reach).rev() {
                let b = a - back;
                let shared = reach.min(back + b.min(BAND - 1));
                let mut sum = self.rows[a][back];
                for far in back + 1..=shared {
                    sum -= self.rows[a][far] * self.rows[b][far - back];
                }
                self.rows[a][back] = if back == 0 { sum.max(1e-9).sqrt() } else { sum / self.rows[b][0] };
            }
            let known: f64 = (1..=reach).map(|far| self.rows[a][far] * self.right[a - far]).sum();
            self.right[a] = (self.right[a] - known) / self.rows[a][0];
        }
        for a in (0..count).rev() {
            self.right[a] /= self.rows[a][0];
            for far in 1..=a.min(BAND - 1) {
                self.right[a - far] -= self.rows[a][far] * self.right[a];
            }
        }
        for (number, step) in self.right.into_iter().enumerate() {
            knots[self.first + number / FREEDOMS][number % FREEDOMS] += step;
        }
    }
}

/// Small changes to take slopes with.
const NUDGE: [f32; FREEDOMS] = [-5e-4, 5e-4, 5e-4, 4e-3, 4e-3];

fn nudged(posture: &Posture, free: [Free; 2], freedom: usize) -> Posture {
    let mut change = [0.0; FREEDOMS];
    change[freedom] = NUDGE[freedom];
    changed(posture, change, free)
}

/// How a knee moves with each of its freedoms.
fn knee_slopes(posture: &Posture, free: [Free; 2], side: usize) -> [Vec3; 3] {
    let at = Leg::of(posture, side).knee;
    [0, 1 + side, 3 + side]
        .map(|freedom| (Leg::of(&nudged(posture, free, freedom), side).knee - at) / NUDGE[freedom])
}
