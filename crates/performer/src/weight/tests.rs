//! What must hold of bodies with weight, against closed solutions of the pendulum.

use super::pendulum::{Load, loads, solve};
use super::*;
use crate::signal::INNER_RATE;

fn still(seconds: f32) -> Vec<Posture> {
    let count = (seconds * INNER_RATE) as usize + 1;
    vec![Posture::standing(Vec3::ZERO, 0.0); count]
}

fn standing(seconds: f32) -> Carriers {
    Carriers { feet: [vec![[0.0, seconds]], vec![[0.0, seconds]]], elsewhere: vec![] }
}

#[test]
fn over_a_step_of_pressure_the_centre_of_mass_follows_the_pendulums_exponentials() {
    let (height, count) = (1.0, 361);
    let loads = vec![Load { height, force: GRAVITY }; count];
    let middle = count / 2;
    let pressure: Vec<Vec3> = (0..count).map(|i| Vec3::X * if i < middle { 0.0 } else { 0.1 }).collect();
    let path = solve(&pressure, &loads, [Vec3::ZERO, 0.1 * Vec3::X]);
    // Half way at the step, and before it the bounded solution 0.05·exp(ωt).
    for (i, c) in path.iter().enumerate().filter(|(i, _)| i.abs_diff(middle) < 60) {
        let t = (i as f32 - middle as f32 + 0.5) * STEP;
        let part = 0.05 * libm::expf(-(GRAVITY / height).sqrt() * t.abs());
        let exact = if t < 0.0 { part } else { 0.1 - part };
        assert!((c.x - exact).abs() < 1e-4, "{} should be {exact} at {t} s", c.x);
    }
}

#[test]
fn in_flight_the_centre_of_mass_goes_straight_at_one_speed() {
    let mut loads = vec![Load { height: 1.0, force: GRAVITY }; 120];
    loads[50..75].iter_mut().for_each(|load| load.force = 0.0);
    let pressure: Vec<Vec3> = (0..120).map(|i| Vec3::Z * if i < 62 { 0.0 } else { 0.8 }).collect();
    let path = solve(&pressure, &loads, [Vec3::ZERO, 0.8 * Vec3::Z]);
    let speeds: Vec<f32> = path.windows(2).map(|w| (w[1].z - w[0].z) / STEP).collect();
    assert!(speeds[50] > 0.5, "momentum is carried through the flight: {} m/s", speeds[50]);
    assert!(speeds[50..74].iter().all(|v| (v - speeds[50]).abs() < 1e-3));
}

#[test]
fn who_stands_within_the_soles_is_left_alone() {
    let plan = still(2.0);
    let mut carried = plan.clone();
    carry(&mut carried, &standing(2.0), &Settings::default());
    let moved = plan.iter().zip(&carried).map(|(a, b)| (a.pelvis - b.pelvis).length()).fold(0.0, f32::max);
    assert!(moved < 0.02, "{moved} m");
}

#[test]
fn a_body_that_is_thrown_sideways_by_its_plan_is_held_by_its_soles() {
    let mut postures = still(4.0);
    for (i, posture) in postures.iter_mut().enumerate() {
        // Half a metre to the left and back within 0.4 s: no sole can do that.
        let t = i as f32 / INNER_RATE - 2.0;
        posture.pelvis.x += 0.5 * libm::expf(-t * t / 0.02);
    }
    let carriers = standing(4.0);
    carry(&mut postures, &carriers, &Settings::default());
    let centres = centres(&postures);
    let loads = loads(&centres, &carriers);
    let pressure = implied(&centres, &loads);
    for (i, p) in pressure.iter().enumerate().skip(2).take(pressure.len() - 4) {
        // Ankles are 10 cm aside, soles 4 cm wider.
        assert!(p.x.abs() < 0.16, "pressure {} m aside at {} s", p.x, i as f32 * STEP);
    }
}

#[test]
fn feet_stay_where_they_are() {
    let mut postures = still(2.0);
    postures.iter_mut().enumerate().for_each(|(i, p)| p.pelvis.z += 0.1 * libm::sinf(i as f32 * 0.05));
    let feet: Vec<_> = postures.iter().map(|p| p.feet).collect();
    carry(&mut postures, &standing(2.0), &Settings::default());
    assert!(postures.iter().zip(feet).all(|(p, feet)| p.feet == feet));
}

#[test]
fn short_takes_are_carried_too() {
    for count in [1, 2, 5, 12, 13] {
        let mut postures = vec![Posture::standing(Vec3::ZERO, 0.0); count];
        carry(&mut postures, &standing(1.0), &Settings::default());
        assert!(postures.iter().all(|p| p.pelvis.is_finite()));
    }
}
