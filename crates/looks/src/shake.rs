//! Motion that is too abrupt, or not alive: spectra, reversals, jumps, elbows that flip.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side};

use crate::seen::{Look, RATE, Seen, flat};
use crate::signal::{low_pass, velocity};

/// Hz. What limbs do on purpose is slower; noise and pops are faster.
const FAST: f32 = 6.0;
/// m/s and s. A reversal: the centre of mass gains this much speed one way and loses it again within this time.
const REVERSAL: f32 = 0.8;
const REVERSAL_SECONDS: f32 = 0.4;
/// Frames per second that a recording needs for what happens in one frame to mean anything.
const DENSE: f32 = 59.0;
/// What is looked at for jumps. Hands and toes of many recordings hold noise.
const PARTS: [Role; 13] = [
    Role::Hips,
    Role::Chest,
    Role::Head,
    Role::LeftShoulder,
    Role::RightShoulder,
    Role::LeftElbow,
    Role::RightElbow,
    Role::LeftWrist,
    Role::RightWrist,
    Role::LeftKnee,
    Role::RightKnee,
    Role::LeftAnkle,
    Role::RightAnkle,
];

/// Share of the power of elbows' and knees' angular velocity that is faster than 6 Hz.
pub fn fast_share(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let joints: [fn(&Seen, Side, usize) -> f32; 2] = [Seen::elbow, Seen::knee];
    let (mut fast, mut all, mut count) = (0.0_f64, 0.0_f64, 0);
    for (joint, side) in joints.into_iter().flat_map(|joint| Side::BOTH.map(|side| (joint, side))) {
        let angles: Vec<f32> = (0..seen.frames()).map(|f| joint(seen, side, f)).collect();
        let speeds = velocity(&angles, RATE);
        let slow = low_pass(&speeds, RATE, FAST);
        for f in look.frames() {
            fast += f64::from(speeds[f] - slow[f]).powi(2);
            all += f64::from(speeds[f]).powi(2);
            count += 1;
        }
    }
    (count as f32 > 4.0 * RATE && all > 0.0).then(|| (fast / all) as f32)
}

/// How often a minute the centre of mass is thrown one way and back: it gains more than 0.8 m/s on the ground and loses
/// it again within 0.4 s.
pub fn reversals(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let span = (REVERSAL_SECONDS * RATE) as usize;
    let velocity = |f: usize| flat(seen.centre_velocity[f]);
    let (mut count, mut free_from) = (0, 0);
    for middle in look.frames() {
        let from = middle.saturating_sub(span).max(free_from);
        let found = (from..middle).rev().find_map(|first| {
            let gained = velocity(middle) - velocity(first);
            let back = |last: &usize| {
                let lost = velocity(*last) - velocity(middle);
                lost.length() > REVERSAL && lost.dot(gained) < -0.5 * lost.length() * gained.length()
            };
            if gained.length() < REVERSAL {
                return None;
            }
            (middle + 1..(first + span + 1).min(seen.frames())).find(back)
        });
        if let Some(last) = found {
            (count, free_from) = (count + 1, last);
        }
    }
    let seconds = look.seconds();
    (seconds > 0.75).then(|| 60.0 * count as f32 / seconds)
}

/// m/s. The largest change of a part's velocity from one frame to the next.
pub fn largest_jump(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    if seen.own_rate < DENSE {
        return None;
    }
    let jump = |places: &[Vec3], f: usize| {
        let [a, b, c] = [f - 2, f - 1, f].map(|f| places[f]);
        (a - 2.0 * b + c).length() * RATE
    };
    let frames = || look.frames().filter(|&f| f >= 2);
    let parts = PARTS.into_iter().filter(|&role| seen.has(role));
    parts.filter_map(|role| frames().map(|f| jump(seen.places(role), f)).reduce(f32::max)).reduce(f32::max)
}

/// m/s. The largest speed of an elbow in one frame.
pub fn elbow_speed(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let speed = |side: Side, f: usize| {
        let places = seen.places(side.arm()[1]);
        places[f].distance(places[f - 1]) * RATE
    };
    let both = |f: usize| speed(Side::Left, f).max(speed(Side::Right, f));
    look.frames().filter(|&f| f >= 1).map(both).reduce(f32::max)
}
