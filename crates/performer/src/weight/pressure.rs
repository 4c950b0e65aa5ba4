//! Where the ground presses: in the soles that stand, from sole to sole while both do.

use footwork_motion::glam::Vec3;

use super::pendulum::Load;
use super::{Carriers, STEP};
use crate::body::{ANKLE, BALL, BALL_AHEAD, HEEL_BEHIND};
use crate::posture::{Foot, about};
use crate::signal::{ramp, smooth_at};

/// s. What a plan does faster than this is no wish about weight.
const WISH_ROUNDING: f32 = 0.05;
/// s. A foot takes the weight over within this time, and hands it on: about the double support of a brisk walk.
const LOADING: f32 = 0.1;
/// s. Within this time weight goes from the feet to whatever else carries, and back.
const HANDOVER: f32 = 0.2;
/// s. Pressure is smoothed so far: it crosses a sole in about 0.3 s, never in a frame.
const PRESSURE_ROUNDING: f32 = 0.02;
/// m. How far pressure keeps from the heel's end and goes beyond the toe joint.
const FROM_HEEL: f32 = 0.015;
const BEYOND_BALL: f32 = 0.03;
/// m. Pressure keeps to the outer side of the line from heel to toe joint, by the first, and goes to either side of that by
/// no more than the second: people's runs along there while they stand on one foot.
const OUTER: f32 = 0.013;
const ASIDE: f32 = 0.015;
/// rad. From the first angle on a heel, or the toes, that come up carry less, from the second on nothing.
const ROLLS: [f32; 2] = [0.03, 0.2];
/// A foot that carries carries at least this share, whatever is wished.
const LEAST_SHARE: f32 = 0.02;

/// The point of pressure that centres of mass imply, [`STEP`] apart, on the ground. Flight implies none: it is the
/// point below the centre of mass then.
pub fn implied(centres: &[Vec3], loads: &[Load]) -> Vec<Vec3> {
    let last = centres.len() - 1;
    (0..=last)
        .map(|i| {
            let [a, b, c] = [i.saturating_sub(1), i, (i + 1).min(last)].map(|i| centres[i]);
            let push = (a - 2.0 * b + c) / (STEP * STEP);
            // A light foot implies points far away: less than a third of the weight says little.
            let arm = loads[i].height / loads[i].force.max(0.33 * super::GRAVITY);
            let point = if loads[i].force > 0.0 { b - arm * push } else { b };
            Vec3::new(point.x, 0.0, point.z)
        })
        .collect()
}

/// The path of pressure nearest to what a plan implies.
pub(super) fn path(feet: &[[Foot; 2]], planned: &[Vec3], loads: &[Load], carriers: &Carriers) -> Vec<Vec3> {
    let mut wished = planned.to_vec();
    smooth_points(&mut wished, WISH_ROUNDING);
    let wished = implied(&wished, loads);
    let end = (planned.len() - 1) as f32 * STEP;
    let mut pressure: Vec<Vec3> = (wished.iter().enumerate())
        .map(|(i, &wish)| {
            let seconds = i as f32 * STEP;
            let bears = [0, 1].map(|side| bearing(&carriers.feet[side], seconds, end));
            let pressed = pressed(&feet[i], bears, wish);
            pressed.map_or(wish, |pressed| pressed.lerp(wish, near(&carriers.elsewhere, seconds)))
        })
        .collect();
    smooth_points(&mut pressure, PRESSURE_ROUNDING);
    pressure
}

/// 1 within some spans, and less and less around them.
fn near(spans: &[[f32; 2]], seconds: f32) -> f32 {
    let away = spans.iter().map(|[from, to]| (from - seconds).max(seconds - to).max(0.0));
    1.0 - ramp(away.fold(HANDOVER, f32::min), 0.0, HANDOVER)
}

/// How much of the weight a foot could carry at a time: 0 in the air, 1 once it stands firmly.
fn bearing(spans: &[[f32; 2]], seconds: f32, end: f32) -> f32 {
    let next = spans.partition_point(|span| span[1] < seconds);
    let Some(&[from, to]) = spans.get(next).filter(|span| span[0] <= seconds) else { return 0.0 };
    let since = if from <= 0.0 { LOADING } else { seconds - from };
    let left = if to >= end - STEP { LOADING } else { to - seconds };
    (ramp(since, 0.0, LOADING) * ramp(left, 0.0, LOADING)).max(1e-3)
}

/// The point within the soles that is nearest to a wish, if a foot stands.
fn pressed(feet: &[Foot; 2], bears: [f32; 2], wish: Vec3) -> Option<Vec3> {
    let [left, right] = [0, 1].map(|side| in_sole(&feet[side], side, wish));
    if bears[0] + bears[1] <= 0.0 {
        return None;
    }
    let across = left - right;
    let share = ((wish - right).dot(across) / across.length_squared().max(1e-6)).clamp(0.0, 1.0);
    let shares = [bears[0] * (share + LEAST_SHARE), bears[1] * (1.0 - share + LEAST_SHARE)];
    Some(right + across * (shares[0] / (shares[0] + shares[1])))
}

/// The point of a sole that is nearest to a wish, approached softly.
fn in_sole(foot: &Foot, side: usize, wish: Vec3) -> Vec3 {
    let rotation = foot.turn.rotation();
    let on_ground = |p: Vec3| {
        let p = foot.ankle + rotation * p;
        Vec3::new(p.x, 0.0, p.z)
    };
    let heading = about(1, foot.turn.yaw);
    let heel = on_ground(Vec3::new(0.0, -ANKLE, -HEEL_BEHIND)) + heading * Vec3::Z * FROM_HEEL;
    let ball = on_ground(Vec3::new(0.0, BALL - ANKLE, BALL_AHEAD));
    let tip = ball + heading * Vec3::Z * BEYOND_BALL;
    let (heel_up, toes_up) =
        (ramp(foot.turn.pitch, ROLLS[0], ROLLS[1]), ramp(-foot.turn.pitch, ROLLS[0], ROLLS[1]));
    let (back, front) = (heel.lerp(ball, heel_up), tip.lerp(heel + heading * Vec3::Z * BEYOND_BALL, toes_up));
    let outer = if side == 0 { OUTER } else { -OUTER };
    let middle = 0.5 * (back + front) + heading * Vec3::X * outer;
    let seen = heading.conjugate() * (wish - middle);
    let half = (0.5 * (front - back).length()).max(0.01);
    let soft = |value: f32, most: f32| most * libm::tanhf(value / most);
    middle + heading * Vec3::new(soft(seen.x, ASIDE), 0.0, soft(seen.z, half))
}

fn smooth_points(points: &mut [Vec3], seconds: f32) {
    for axis in [0, 2] {
        let mut signal: Vec<f32> = points.iter().map(|p| p[axis]).collect();
        smooth_at(&mut signal, seconds, 1.0 / STEP);
        points.iter_mut().zip(signal).for_each(|(p, s)| p[axis] = s);
    }
}
