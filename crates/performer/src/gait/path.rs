//! The body's path over the ground, from a course.

use footwork_motion::glam::Vec3;

use super::Leg;
use super::jump::RUN_UP;
use crate::posture::about;
use crate::signal::{INNER_RATE, Rng, drift, smooth};

/// s². Height of the centre of mass over gravity: a pendulum of 0.95 m.
const PENDULUM: f32 = 0.95 / super::GRAVITY;
/// m. No foot is put further than about this from below the body for the sake of balance: legs reach no further.
const FURTHEST: f32 = 0.2;
/// m/s². Nobody is pressed to the side harder: feet would tilt further than ankles do.
const HARDEST_TURN: f32 = 3.5;
/// s. How gradually a body begins and ends to spin.
const SPIN_ROUNDING: f32 = 0.1;
/// Samples over which accelerations of a path are taken: about half a step.
const ACROSS: usize = 24;

/// The body's path over the ground.
#[derive(Default)]
pub(crate) struct Path {
    pub(crate) place: Vec<Vec3>,
    pub(crate) yaw: Vec<f32>,
    /// m. Where the ground must press, on average, for the body to go this way: behind it where it gathers speed, ahead
    /// where it brakes, outside where it turns.
    pub(crate) pressed: Vec<Vec3>,
    /// m/s, in the body's own frame: X left, Z ahead.
    pub(crate) velocity: Vec<Vec3>,
    /// rad/s
    pub(crate) turning: Vec<f32>,
    /// s. When jumps are asked for, and how long they last.
    pub(crate) jumps: Vec<(f32, f32)>,
    /// m. How far the left foot of who stands is ahead of the right one; not at all where none is given.
    pub(crate) astride: Vec<f32>,
}

impl Path {
    pub(crate) fn new(course: &[Leg], rng: &mut Rng) -> Path {
        let mut wanted: [Vec<f32>; 4] = Default::default();
        let mut astride: Vec<f32> = Vec::new();
        let mut jumps = Vec::new();
        for leg in course {
            if leg.jump > 0.0 {
                jumps.push((wanted[0].len() as f32 / INNER_RATE + 0.5 * leg.seconds, leg.jump));
            }
            let count = (leg.seconds * INNER_RATE) as usize;
            astride.resize(astride.len() + count, leg.astride);
            for (signal, value) in wanted.iter_mut().zip([leg.left, leg.ahead, leg.turn, leg.spin]) {
                signal.resize(signal.len() + count, value);
            }
            if leg.jump > 0.0 && leg.ahead < RUN_UP {
                // Off both feet, a body travels in the air only.
                // Smoothing will spread it to both sides: it is asked for a little late.
                let late = (0.17 * INNER_RATE) as usize;
                let (start, lift) = (wanted[1].len() - count, wanted[1].len() - count / 2 + late);
                let land = lift + (leg.jump * INNER_RATE) as usize;
                wanted[1][start..].iter_mut().enumerate().for_each(|(i, ahead)| {
                    *ahead = if (lift..land).contains(&(start + i)) { leg.ahead } else { 0.0 };
                });
            }
        }
        let length = wanted[0].len();
        let whim = drift(rng, length, 3.0);
        for i in 0..length {
            wanted[1][i] *= 1.0 + 0.04 * whim[i];
        }
        // Bodies are slow to start and stop, quicker to turn.
        smooth(&mut wanted[0], 0.26);
        smooth(&mut wanted[1], 0.34);
        smooth(&mut wanted[2], 0.19);
        smooth(&mut wanted[3], SPIN_ROUNDING);
        let [left, ahead, mut turning, spin] = wanted;
        for (turning, ahead) in turning.iter_mut().zip(&ahead) {
            *turning *= (HARDEST_TURN / (*turning * ahead).abs().max(HARDEST_TURN)).min(1.0);
        }
        let (mut place, mut yaw, mut spun) = (Vec3::ZERO, 0.0_f32, 0.0_f32);
        let turns = turning.iter().zip(&spin).map(|(turning, spin)| turning + spin).collect();
        let mut path = Path { turning: turns, jumps, astride, ..Path::default() };
        for i in 0..length {
            let velocity = Vec3::new(left[i], 0.0, ahead[i]);
            path.place.push(place);
            path.yaw.push(yaw + spun);
            path.velocity.push(if spun == 0.0 { velocity } else { about(1, -spun) * velocity });
            place += about(1, yaw) * velocity / INNER_RATE;
            yaw += turning[i] / INNER_RATE;
            spun += spin[i] / INNER_RATE;
        }
        path.pressed = pressed(&path.place);
        path
    }

    /// Goes elsewhere by so much, in every sample.
    pub(crate) fn go_off(&mut self, x: &[f32], z: &[f32]) {
        for (i, place) in self.place.iter_mut().enumerate() {
            *place += Vec3::new(x[i], 0.0, z[i]);
            self.pressed[i] += Vec3::new(x[i], 0.0, z[i]);
        }
    }

    pub(crate) fn index(&self, seconds: f32) -> usize {
        ((seconds * INNER_RATE).max(0.0) as usize).min(self.place.len() - 1)
    }

    pub(crate) fn speed(&self, seconds: f32) -> f32 {
        self.velocity[self.index(seconds)].length()
    }

    /// Whether the body gets anywhere or turns within a span of time.
    pub(crate) fn moves(&self, from: f32, to: f32) -> bool {
        let (a, b) = (self.index(from), self.index(to));
        (self.place[b] - self.place[a]).length() > 0.03 || (self.yaw[b] - self.yaw[a]).abs() > 0.1
    }

    /// The latest time within a span at which the body is no further than `reach` metres from where it is at its start.
    pub(crate) fn until(&self, from: f32, to: f32, reach: f32) -> f32 {
        let (first, last) = (self.index(from), self.index(to));
        let out = (first..last).find(|&i| (self.place[i] - self.place[first]).length() > reach);
        out.unwrap_or(last) as f32 / INNER_RATE
    }

    pub(crate) fn seconds(&self) -> f32 {
        (self.place.len() - 1) as f32 / INNER_RATE
    }
}

/// Where the ground must press: c − (h/g)·c̈, no further from the body than legs reach.
fn pressed(places: &[Vec3]) -> Vec<Vec3> {
    let last = places.len().saturating_sub(1);
    let rate = (INNER_RATE / ACROSS as f32) * (INNER_RATE / ACROSS as f32);
    (0..places.len())
        .map(|i| {
            let [a, b, c] = [i.saturating_sub(ACROSS), i, (i + ACROSS).min(last)].map(|i| places[i]);
            let off = -PENDULUM * rate * (a - 2.0 * b + c);
            let far = off.length().max(1e-6);
            b + off * (FURTHEST * libm::tanhf(far / FURTHEST) / far)
        })
        .collect()
}
