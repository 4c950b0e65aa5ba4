//! How high the pelvis is: in walking as high as legs allow, in running thrown and caught.

use super::jump::{Jump, near};
use super::path::Path;
use super::steps::running;
use crate::body::PELVIS;
use crate::signal::{INNER_RATE, ease, ramp, smooth};
use crate::weight::GRAVITY;

/// m. How much lower than with straight legs the pelvis is over the foot that carries it, walking and running: knees are
/// bent by 11° and by 30 to 40° then.
const WALKING: f32 = 0.004;
const RUNNING: f32 = 0.042;

/// s. A longer stance is none of a run: who is caught has come up again before the next flight throws him.
const STANCE: f32 = 1.0;
/// s. So long a body gives that comes to rest out of a flight.
const GIVES: f32 = 0.5;

/// 1/m. How much lower the pelvis is for the square of how far the ground presses ahead of it, behind or beside, beyond
/// some metres: nothing in the arc of a walk, 8 cm in a sudden stop.
const PUSHED: f32 = 3.5;
const PUSHED_FROM: f32 = 0.05;

/// The pelvis' height in every sample.
pub(super) fn heights(path: &Path, jumps: &[Jump], on_ground: &[[bool; 2]], phases: &[f32]) -> Vec<f32> {
    let length = path.place.len();
    let (walk, run) = (PELVIS - WALKING, PELVIS - RUNNING);
    let mut heights: Vec<f32> = vec![walk; length];
    // Spans of flight and of ground, in turns.
    let airborne = |i: usize| !on_ground[i][0] && !on_ground[i][1];
    let mut spans: Vec<(usize, usize, bool)> = Vec::new();
    for i in 0..length {
        match spans.last_mut() {
            Some((_, to, air)) if *air == airborne(i) => *to = i + 1,
            _ => spans.push((i, i + 1, airborne(i))),
        }
    }
    // Jumps off both feet have their own way up and down.
    let seconds = |i: usize| i as f32 / INNER_RATE;
    let jumped = |from: usize, to: usize| {
        jumps.iter().any(|jump| seconds(from) < jump.land && jump.lift < seconds(to))
    };
    let flight = |span: Option<&(usize, usize, bool)>| {
        span.filter(|s| s.2 && !jumped(s.0, s.1)).map_or(0.0, |s| seconds(s.1 - s.0))
    };
    for (n, &(from, to, air)) in spans.iter().enumerate() {
        let time = seconds(to - from);
        let before = flight(n.checked_sub(1).and_then(|n| spans.get(n)));
        let after = flight(spans.get(n + 1));
        for (sample, height) in heights[from..to].iter_mut().enumerate() {
            let t = seconds(sample);
            let share = running(path.velocity[from + sample].length());
            let bounce = if air && jumped(from, to) {
                0.0
            } else if air {
                0.5 * GRAVITY * t * (time - t)
            } else if time <= STANCE {
                // Caught with the speed it falls at, thrown with the speed it leaves at.
                let s = t / time;
                let speed = 0.5 * GRAVITY * (before + (after - before) * ease(s));
                -speed * time.min(0.4) / std::f32::consts::PI * libm::sinf(std::f32::consts::PI * s)
            } else {
                0.5 * GRAVITY * (before * gives(t, time) + after * gives(time - t, time))
            };
            let sinks = (1.0 - share) * sink(path.velocity[from + sample].z.abs(), phases[from + sample]);
            let rise =
                near(jumps, seconds(from + sample)).map_or(0.0, |jump| jump.rise(seconds(from + sample)));
            *height = walk - sinks + (run - walk) * share + bounce + rise;
        }
    }
    smooth(&mut heights, 0.012);
    // Who starts, brakes or turns sharply goes down for it, so that legs reach.
    let mut pushes: Vec<f32> =
        path.place.iter().zip(&path.pressed).map(|(place, pressed)| (*pressed - *place).length()).collect();
    smooth(&mut pushes, 0.1);
    for (height, push) in heights.iter_mut().zip(pushes) {
        let over = (push - PUSHED_FROM).max(0.0);
        *height -= PUSHED * over * over;
    }
    heights
}

/// m. How deep the pelvis is some time after it was caught, on its way to where it stays, for each m/s that it fell at.
fn gives(t: f32, time: f32) -> f32 {
    let over = time.min(GIVES);
    let s = (t / over).min(1.0);
    let left = 1.0 - s;
    // It sinks on as fast as it fell, and is neither thrown at either end.
    -over * s * left * left * left * (1.0 + 3.0 * s)
}

/// m. How much lower the pelvis is when walking at a speed: least once it has passed over the foot, most soon after the
/// other one has landed.
fn sink(speed: f32, phase: f32) -> f32 {
    let most = 0.012 * ramp(speed, 0.2, 0.7) + 0.044 * ramp(speed, 0.8, 1.7);
    0.5 * most * (1.0 + libm::cosf(std::f32::consts::TAU * (phase - 0.1)))
}
