//! Whether the frame rate agrees with gravity.
//!
//! While neither foot touches the ground, the centre of mass falls at 9.81 m/s². A recording that says 120 Hz and is
//! 60 Hz falls at four times that. A parabola is fitted to every flight, and the flights vote.

use footwork_motion::glam::Vec3;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Role, Site, Skeleton, WorldClip, quality};

use super::{Cure, Found, Severity};

/// m/s²
const GRAVITY: f64 = 9.81;
/// m. Both feet are this much above where they stand.
const CLEAR: f32 = 0.035;
/// The share of the height it has when standing below which a pelvis is not taken to fly: who sits, kneels or lies is
/// carried by flesh, and no joint of the skeleton need be near the ground then.
const LOW: f32 = 0.62;
/// m. The centre of mass must bend its path this much in a flight, or noise would decide.
const BENT: f64 = 0.012;
/// The parabola must explain the path to this share of its bend.
const FIT: f64 = 0.12;
/// Share of the leg within which the hips of somebody stay who runs in place.
const STAYS: f32 = 0.2;
/// Share of the leg by which feet pass each other, back and forth, in steps that would lead somewhere.
const STRIDES: f32 = 0.8;
/// Rates that are told apart.
const RATES: [f32; 10] = [24.0, 25.0, 30.0, 50.0, 60.0, 90.0, 100.0, 120.0, 200.0, 240.0];

/// One flight: how strongly it falls compared to gravity, and how much it counts.
struct Flight {
    times_gravity: f64,
    bend: f64,
}

pub(super) fn rate(skeleton: &Skeleton, world: &WorldClip, start: usize) -> Option<Found> {
    if in_place(skeleton, world, start) {
        return None;
    }
    let mut flights = flights(skeleton, world, start);
    flights.sort_by(|a, b| a.times_gravity.total_cmp(&b.times_gravity));
    // The longer a flight, the better it is measured.
    let weight = |flight: &Flight| flight.bend * flight.bend;
    let whole: f64 = flights.iter().map(weight).sum();
    let mut sum = 0.0;
    let middle = flights.iter().find(|flight| {
        sum += weight(flight);
        sum >= 0.5 * whole
    })?;
    let true_rate = world.rate() / middle.times_gravity.sqrt() as f32;
    // A body that something holds falls slowly; nothing makes one fall fast. So slow flights must be several, and agree.
    if middle.times_gravity < 1.0 {
        let agreeing =
            flights.iter().filter(|f| (f.times_gravity / middle.times_gravity - 1.0).abs() < 0.2).count();
        if agreeing < 3 || 2 * agreeing < flights.len() {
            return None;
        }
    }
    // Rates differ by a fifth or more; a body is not rigid, and flights are measured to about a tenth.
    if (true_rate / world.rate() - 1.0).abs() < 0.2 {
        return None;
    }
    let nearest =
        RATES.into_iter().min_by(|a, b| (a / true_rate).ln().abs().total_cmp(&(b / true_rate).ln().abs()))?;
    let agrees = (nearest / true_rate - 1.0).abs() < 0.2 && nearest != world.rate();
    let count = match flights.len() {
        1 => "one jump".to_string(),
        n => format!("{n} flights"),
    };
    Some(Found {
        severity: if agrees { Severity::Wrong } else { Severity::Doubtful },
        what: format!(
            "Gravity contradicts the frame rate: the file says {} Hz, but in {count} the body falls as if it were \
             {true_rate:.0} Hz",
            world.rate()
        ),
        advice: if agrees {
            format!("Take it as {nearest} Hz: --fix does, or --assume-rate {nearest}.")
        } else {
            "Find out the true rate and give it with --assume-rate.".to_string()
        },
        cure: agrees.then_some(Cure::SetRate { rate: nearest }),
    })
}

/// Whether a body walks or runs and stays where it is, because its path was taken out: what is left of a run's flights
/// is the legs' swing, and not a fall. Somebody who jumps on the spot has both feet stay under him.
fn in_place(skeleton: &Skeleton, world: &WorldClip, start: usize) -> bool {
    let (Ok(leg), Some(hips)) = (skeleton.leg_length(), skeleton.roles().get(Role::Hips)) else {
        return false;
    };
    let at = |site: Site, frame: usize| site.position(world.frame(frame));
    let range =
        |values: Vec<f32>| quality::percentile(values.clone(), 0.95) - quality::percentile(values, 0.05);
    let frames = start..world.frames();
    let path = |axis: fn(Vec3) -> f32| range(frames.clone().map(|frame| axis(at(hips, frame))).collect());
    if path(|p| p.x).max(path(|p| p.z)) > STAYS * leg {
        return false;
    }
    let ankles = [Role::LeftAnkle, Role::RightAnkle].map(|role| skeleton.roles().get(role));
    let [Some(left), Some(right)] = ankles else { return false };
    // How far one foot is before the other, along whatever way it runs.
    let apart = |axis: fn(Vec3) -> f32| {
        range(frames.clone().map(|frame| axis(at(left, frame) - at(right, frame))).collect())
    };
    apart(|p| p.x).max(apart(|p| p.z)) > STRIDES * leg
}

fn flights(skeleton: &Skeleton, world: &WorldClip, start: usize) -> Vec<Flight> {
    let frames = start..world.frames();
    // How high each point of the feet is above where it stands; the lowest counts.
    let mut clearance = vec![f32::INFINITY; world.frames()];
    let mut ground = f32::INFINITY;
    for site in [Role::LeftToe, Role::RightToe].into_iter().filter_map(|role| skeleton.roles().get(role)) {
        let heights: Vec<f32> = frames.clone().map(|frame| site.position(world.frame(frame)).y).collect();
        let standing = quality::percentile(heights.clone(), 0.1);
        ground = ground.min(standing);
        for (frame, height) in frames.clone().zip(heights) {
            clearance[frame] = clearance[frame].min(height - standing);
        }
    }
    // Nor may anything else touch the ground: who lies on his back has both feet in the air.
    for frame in frames.clone() {
        let lowest = world.frame(frame).iter().map(|joint| joint.translation.y).fold(f32::INFINITY, f32::min);
        clearance[frame] = clearance[frame].min(lowest - ground);
    }
    if let Some(hips) = skeleton.roles().get(Role::Hips) {
        let heights: Vec<f32> =
            frames.clone().map(|frame| hips.position(world.frame(frame)).y - ground).collect();
        let low = LOW * quality::percentile(heights.clone(), 0.9);
        for (frame, _) in frames.clone().zip(heights).filter(|(_, height)| *height < low) {
            clearance[frame] = 0.0;
        }
    }
    let mut found = Vec::new();
    let mut frame = start;
    while frame < world.frames() {
        let length = clearance[frame..].iter().take_while(|&&height| height > CLEAR).count();
        if length >= 5 {
            let heights: Option<Vec<f64>> = (frame..frame + length)
                .map(|f| Some(f64::from(centre_of_mass(skeleton, world.frame(f)).ok()?.y)))
                .collect();
            found.extend(heights.and_then(|heights| flight(&heights, f64::from(world.rate()))));
        }
        frame += length + 1;
    }
    found
}

/// A flight, if the heights follow a parabola that opens downwards.
fn flight(heights: &[f64], rate: f64) -> Option<Flight> {
    let n = heights.len() as f64;
    // Least squares on a symmetric grid: the quadratic's basis is orthogonal.
    let x = |i: usize| i as f64 - 0.5 * (n - 1.0);
    let mean_square = (n * n - 1.0) / 12.0;
    let mean = heights.iter().sum::<f64>() / n;
    let slope = heights.iter().enumerate().map(|(i, h)| h * x(i)).sum::<f64>() / (n * mean_square);
    let square = |i: usize| x(i) * x(i) - mean_square;
    let norm: f64 = (0..heights.len()).map(|i| square(i) * square(i)).sum();
    let curve = heights.iter().enumerate().map(|(i, h)| h * square(i)).sum::<f64>() / norm;
    let error =
        heights.iter().enumerate().map(|(i, h)| (h - mean - slope * x(i) - curve * square(i)).powi(2));
    let error = (error.sum::<f64>() / n).sqrt();
    let bend = -curve * (0.5 * n) * (0.5 * n);
    let acceleration = -2.0 * curve * rate * rate;
    (bend > BENT && error < FIT * bend).then_some(Flight { times_gravity: acceleration / GRAVITY, bend })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thrown_body_falls_with_gravity_and_at_a_wrong_rate_with_four_times_of_it() {
        let heights: Vec<f64> =
            (0..30).map(|i| f64::from(i) / 60.0).map(|t| 1.0 + 2.4 * t - 0.5 * GRAVITY * t * t).collect();
        assert!((flight(&heights, 60.0).unwrap().times_gravity - 1.0).abs() < 1e-6);
        assert!((flight(&heights, 120.0).unwrap().times_gravity - 4.0).abs() < 1e-6);
    }

    #[test]
    fn a_body_that_is_lowered_on_a_rope_is_no_flight() {
        let heights: Vec<f64> = (0..30).map(|i| 1.0 - 0.02 * f64::from(i)).collect();
        assert!(flight(&heights, 60.0).is_none());
    }
}
