//! Getting about on two feet: walking, jogging and running in any direction, turning, starting and stopping.
//!
//! A course says how fast and which way to go. From it come the body's path, then footfalls in time and place, then
//! how feet roll and swing, and at last what the rest of the body does about it. Every foot is put down where the
//! body will be over it in the middle of its stance: that alone makes starts, stops, turns and side steps come out.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

mod feet;
mod jump;
mod knees;
mod path;
mod steps;

use crate::body::{PELVIS, SHIN, THIGH};
use crate::posture::{Foot, Posture, Turn, about, hanging};
use crate::signal::{INNER_RATE, Rng, drift, ease, keep_below, ramp, smooth};
use crate::solve::{LONGEST_LEG, highest_with};
use crate::weight::{self, Carriers, Settings};
use feet::{foot_track, stances, supports};
use jump::near;
use knees::smooth_knees;
use steps::{phases, plan_steps};

pub(crate) use jump::Jump;
pub(crate) use path::Path;
pub(crate) use steps::{Step, duty, foothold, pace, running, step_seconds};

/// m/s²
pub(crate) const GRAVITY: f32 = 9.81;

/// One leg of a course: a velocity to hold for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// s
    pub seconds: f32,
    /// m/s, ahead.
    pub ahead: f32,
    /// m/s, to the left.
    pub left: f32,
    /// rad/s, to the left.
    pub turn: f32,
    /// s. How long a jump in the middle of it lasts; 0 for none. Who stands jumps off both feet, who runs off one.
    pub jump: f32,
}

impl Leg {
    /// Going ahead.
    pub fn ahead(seconds: f32, speed: f32) -> Leg {
        Leg { seconds, ahead: speed, left: 0.0, turn: 0.0, jump: 0.0 }
    }

    /// Standing.
    pub fn stand(seconds: f32) -> Leg {
        Leg::ahead(seconds, 0.0)
    }

    /// The same, turning.
    pub fn turning(self, turn: f32) -> Leg {
        Leg { turn, ..self }
    }

    /// The same, with a jump.
    pub fn jumping(self, jump: f32) -> Leg {
        Leg { jump, ..self }
    }
}

/// A walk: postures at the inner rate, and from when to when each foot stands on the ground.
pub struct Walk {
    /// [`INNER_RATE`] of them a second.
    pub postures: Vec<Posture>,
    /// Left and right, in seconds: from the moment the sole is flat until the toes leave.
    pub supports: [Vec<[f32; 2]>; 2],
}

/// Walks a course.
pub fn walk(course: &[Leg], rng: &mut Rng) -> Walk {
    let path = Path::new(course, rng);
    let (steps, jumps) = plan_steps(&path);
    let settings = Settings { giving: 0.04, ..Settings::default() };
    embody(&path, &steps, &jumps, rng, |postures, carriers| weight::carry(postures, carriers, &settings))
}

/// What the body does on a way over the ground, with steps as planned. `weigh` gives it weight, before legs are made to
/// reach.
pub(crate) fn embody(
    path: &Path,
    steps: &[Step],
    jumps: &[Jump],
    rng: &mut Rng,
    weigh: impl FnOnce(&mut [Posture], &Carriers),
) -> Walk {
    let length = path.place.len();
    let seconds = |i: usize| i as f32 / INNER_RATE;
    let feet: Vec<[Foot; 2]> = {
        let tracks = [0, 1].map(|side| foot_track(path, steps, jumps, side, length));
        let [left, right] = tracks;
        left.into_iter().zip(right).map(|(l, r)| [l, r]).collect()
    };

    // How much weight the left foot carries, from −1 (right) to 1 (left), and where in the stride the body is.
    let down =
        |side: usize, t: f32| steps.iter().filter(|s| s.side == side).all(|s| t <= s.lift || t >= s.land);
    let on_ground: Vec<[bool; 2]> = (0..length).map(|i| [down(0, seconds(i)), down(1, seconds(i))]).collect();
    let mut weight: Vec<f32> = on_ground
        .iter()
        .map(|[left, right]| f32::from(u8::from(*left)) - f32::from(u8::from(*right)))
        .collect();
    smooth(&mut weight, 0.055);
    // How far the left foot is ahead of the right, in the direction the body faces: legs, pelvis and arms follow it.
    let mut lead: Vec<f32> =
        (0..length).map(|i| (about(1, -path.yaw[i]) * (feet[i][0].ankle - feet[i][1].ankle)).z).collect();
    smooth(&mut lead, 0.03);

    let mut run_share: Vec<f32> = path.velocity.iter().map(|v| running(v.length())).collect();
    smooth(&mut run_share, 0.12);
    let phases = phases(steps, length);
    let heights = pelvis_heights(path, jumps, &on_ground, &phases);
    let surge = surges(path, &phases);
    let acceleration: Vec<f32> = {
        let mut a: Vec<f32> = (0..length)
            .map(|i| {
                (path.velocity[(i + 12).min(length - 1)].z - path.velocity[i.saturating_sub(12)].z)
                    * INNER_RATE
                    / 24.0
            })
            .collect();
        smooth(&mut a, 0.08);
        a
    };
    let [sway, nod, glance, breath_noise] = [1.7, 2.3, 4.0, 3.0].map(|period| drift(rng, length, period));
    let mut postures = Vec::with_capacity(length);
    for i in 0..length {
        let velocity = path.velocity[i];
        let (yaw, run) = (path.yaw[i], run_share[i]);
        let speed = velocity.length();
        let heading = about(1, yaw);
        let still = 1.0 - ramp(speed, 0.1, 0.6);
        // The body leans over the foot that carries it: further when slow.
        let aside = weight[i] * (0.045 - 0.03 * ramp(speed, 0.5, 1.7) - 0.01 * run) + 0.008 * still * sway[i];
        // Who crouches sits back.
        let jump = near(jumps, seconds(i));
        let back = jump.map_or(0.0, |jump| 0.35 * jump.rise(seconds(i)).min(0.0));
        let mut pelvis =
            path.place[i] + heading * Vec3::new(aside, 0.0, 0.01 * still * nod[i] + back + surge[i]);
        pelvis.y = heights[i];
        let stride = lead[i].clamp(-1.2, 1.2);
        let pelvis_yaw = -(0.16 + 0.1 * run) * stride;
        let list = weight[i] * (0.05 + 0.03 * run) * ramp(speed, 0.2, 1.0);
        let bank = (velocity.z * path.turning[i] / GRAVITY).clamp(-0.35, 0.35);
        let (jump_lean, jump_arms) =
            jump.map_or((0.0, 0.0), |jump| (jump.lean(seconds(i)), jump.arms(seconds(i))));
        let lean = jump_lean
            + 0.035 * velocity.z.clamp(-1.5, 2.5)
            + 0.06 * run
            + (0.11 * acceleration[i]).clamp(-0.2, 0.25);
        let breath = libm::sinf(seconds(i) * 1.7 + breath_noise[i]);
        let hips =
            Turn::new(yaw + pelvis_yaw, 0.2 * lean + 0.04 * speed.min(1.5) + 0.2 * run, list - 0.5 * bank);
        let chest = Turn::new(
            -pelvis_yaw * (1.75 + 0.3 * run),
            0.8 * lean - 0.17 * run + 0.008 * breath + 0.012 * still * nod[i],
            -0.8 * list - 0.35 * bank,
        );
        // The eyes go into a turn first.
        let ahead = path.yaw[path.index(seconds(i) + 0.35)];
        let gaze = Turn::new(
            yaw + 0.8 * (ahead - yaw) + 0.06 * glance[i] * (1.0 - 0.5 * run) + 0.1 * still * glance[i],
            0.06 + 0.03 * nod[i] - 0.02 * run,
            -0.2 * bank,
        );
        let hands = Side::BOTH.map(|side| {
            let out = if side == Side::Left { -1.0 } else { 1.0 };
            // Arms go against the legs, more the faster.
            let swing = out * stride * (0.55 + 0.25 * run) * ramp(speed, 0.1, 1.2) + 0.02 * sway[i]
                - 0.1 * run
                + jump_arms;
            let bend = 0.22 + 0.16 * ramp(speed, 0.3, 1.8) + 1.15 * run + 0.25 * (swing.max(0.0));
            hanging(side, swing - 0.3 * lean, bend)
        });
        postures.push(Posture { pelvis, hips, chest, gaze, hands, feet: feet[i] });
    }
    let [left, right] = [0, 1].map(|side| stances(path, steps, side));
    let feet = [&left, &right].map(|stances| stances.iter().map(|s| [s.from, s.to]).collect());
    weigh(&mut postures, &Carriers { feet, elsewhere: vec![] });
    settle(&mut postures, &on_ground);
    smooth_knees(&mut postures, [&left, &right]);
    sink_to_reach(&mut postures, &on_ground, STRAIGHTEST_LEG);
    let supports = [0, 1].map(|side| supports(path, steps, side));
    Walk { postures, supports }
}

/// m. From hip to ankle: straighter than this, a foot that stands would be pulled along.
pub(crate) const STRAIGHTEST_LEG: f32 = 0.997 * (THIGH + SHIN);

/// Lowers the pelvis smoothly where legs of some length would not reach the feet that stand.
pub(crate) fn sink_to_reach(postures: &mut [Posture], on_ground: &[[bool; 2]], longest: f32) {
    let limits: Vec<f32> =
        postures.iter().zip(on_ground).map(|(p, down)| highest_with(p, *down, longest)).collect();
    let mut heights: Vec<f32> = postures.iter().map(|p| p.pelvis.y).collect();
    keep_below(&mut heights, &limits, 0.04);
    for ((posture, height), limit) in postures.iter_mut().zip(heights).zip(limits) {
        posture.pelvis.y = height.min(limit);
    }
}

/// Lowers the pelvis where a leg would not reach a foot that stands, and draws in a foot in the air that is too far.
fn settle(postures: &mut [Posture], on_ground: &[[bool; 2]]) {
    sink_to_reach(postures, on_ground, LONGEST_LEG);
    for side in 0..2 {
        // 0 where a foot leaves and lands, where it must be what the ground wants; 1 well within a swing.
        let mut air: Vec<f32> = on_ground.iter().map(|down| f32::from(u8::from(!down[side]))).collect();
        let mut high = air.clone();
        smooth(&mut air, 0.01);
        smooth(&mut high, 0.03);
        for (i, posture) in postures.iter_mut().enumerate().filter(|(i, _)| !on_ground[*i][side]) {
            let [air, high] = [air[i], high[i]].map(|share| (2.0 * share - 1.0).clamp(0.0, 1.0));
            let hip = posture.hip(side);
            let leg = posture.feet[side].ankle - hip;
            let leg = leg.normalize_or_zero() * drawn_in(leg.length(), air);
            let foot = &mut posture.feet[side];
            foot.ankle = hip + leg;
            let shin = shin_pitch(about(1, -foot.turn.yaw) * leg);
            let possible = foot.turn.pitch.clamp(shin - MOST_DORSIFLEXED, shin + MOST_PLANTARFLEXED);
            foot.turn.pitch += (possible - foot.turn.pitch) * high;
        }
    }
}

/// rad. How far a foot in the air is bent against the shin, toes up and toes down.
const MOST_DORSIFLEXED: f32 = 0.55;
const MOST_PLANTARFLEXED: f32 = 0.85;

/// rad. How far a shin leans forward, for a leg from hip to ankle as the foot sees it.
fn shin_pitch(leg: Vec3) -> f32 {
    let length = leg.length().max(0.1);
    let bend = (SHIN * SHIN + length * length - THIGH * THIGH) / (2.0 * SHIN * length);
    libm::atan2f(-leg.z, -leg.y) + libm::acosf(bend.clamp(-1.0, 1.0))
}

/// m. How long a leg is in the air that would like to be of some length: it never quite stretches, so that the knee
/// does not snap.
fn drawn_in(length: f32, share: f32) -> f32 {
    let from = 0.955 * LONGEST_LEG;
    let over = (length - from).max(0.0) / (LONGEST_LEG - from);
    let soft = from + (LONGEST_LEG - from) * libm::tanhf(over);
    let length = length.min(LONGEST_LEG);
    length + (soft.min(length) - length) * share
}

/// How high the pelvis is: in walking as high as legs allow, in running thrown and caught.
fn pelvis_heights(path: &Path, jumps: &[Jump], on_ground: &[[bool; 2]], phases: &[f32]) -> Vec<f32> {
    let length = path.place.len();
    let (walk, run) = (PELVIS - 0.013, PELVIS - 0.062);
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
    let flight = |span: Option<&(usize, usize, bool)>| {
        span.filter(|s| s.2).map_or(0.0, |s| (s.1 - s.0) as f32 / INNER_RATE)
    };
    for (n, &(from, to, air)) in spans.iter().enumerate() {
        let time = (to - from) as f32 / INNER_RATE;
        for (sample, height) in heights[from..to].iter_mut().enumerate() {
            let t = sample as f32 / INNER_RATE;
            let share = running(path.velocity[from + sample].length());
            let bounce = if air {
                0.5 * GRAVITY * t * (time - t)
            } else {
                // Caught with the speed it falls at, thrown with the speed it leaves at.
                let s = t / time;
                let (before, after) =
                    (flight(n.checked_sub(1).and_then(|n| spans.get(n))), flight(spans.get(n + 1)));
                let speed = 0.5 * GRAVITY * (before + (after - before) * ease(s));
                -speed * time.min(0.4) / std::f32::consts::PI * libm::sinf(std::f32::consts::PI * s)
            };
            let air_or_run = if air { 1.0 } else { share };
            let sinks = (1.0 - share) * sink(path.velocity[from + sample].z.abs(), phases[from + sample]);
            *height = walk - sinks + (run - walk) * share + bounce * air_or_run;
        }
    }
    for (i, height) in heights.iter_mut().enumerate() {
        let t = i as f32 / INNER_RATE;
        if let Some(jump) = near(jumps, t) {
            *height = walk + jump.rise(t);
        }
    }
    smooth(&mut heights, 0.012);
    heights
}

/// m. How much lower the pelvis is when walking at a speed: least once it has passed over the foot, most soon after the
/// other one has landed.
fn sink(speed: f32, phase: f32) -> f32 {
    let most = 0.012 * ramp(speed, 0.2, 0.7) + 0.05 * ramp(speed, 0.8, 1.7);
    0.5 * most * (1.0 + libm::cosf(std::f32::consts::TAU * (phase - 0.1)))
}

/// m. How far ahead of its mean way the body is: who walks is fastest when the weight goes from foot to foot.
fn surges(path: &Path, phases: &[f32]) -> Vec<f32> {
    let mut surge: Vec<f32> = (path.velocity.iter().zip(phases))
        .map(|(velocity, phase)| {
            let most = SURGE * ramp(velocity.z, 0.4, 1.1) * (1.0 - running(velocity.z));
            most * libm::sinf(std::f32::consts::TAU * (phase - 0.1))
        })
        .collect();
    smooth(&mut surge, 0.02);
    surge
}

/// m
const SURGE: f32 = 0.012;
