//! Getting about on two feet: walking, jogging and running in any direction, turning, starting and stopping.
//!
//! A course says how fast and which way to go. From it come the body's path, then footfalls in time and place, then
//! how feet roll and swing, and at last what the rest of the body does about it. Every foot is put down where the
//! body will be over it in the middle of its stance: that alone makes starts, stops, turns and side steps come out.

use footwork_motion::glam::Vec3;

mod carriage;
mod feet;
mod heights;
mod jump;
mod knees;
mod path;
mod settle;
mod shapes;
mod steps;
#[cfg(test)]
mod tests;

use crate::posture::{Foot, Posture, Turn, about};
use crate::signal::{INNER_RATE, Rng, smooth};
use crate::weight::{self, Carriers, GRAVITY, STRIDE, Settings};
use carriage::{Carriage, carriage};
use feet::{draw_up, foot_track, stances, supports};
use heights::heights;
use jump::near;
use knees::smooth_knees;
use settle::{GIVING, LONGEST_LEG, settle, sink_to_reach};
use steps::{leave_in_time, phases, plan_steps, stride_phases};

pub(crate) use jump::Jump;
pub(crate) use path::Path;
pub(crate) use steps::{Step, duty, foothold, pace, step_seconds};

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
    /// m. Who stands has the left foot so far ahead of the right one.
    pub astride: f32,
    /// rad/s, to the left: how fast the body turns about itself, while its way goes on as it does.
    pub spin: f32,
}

impl Leg {
    /// Going ahead.
    pub fn ahead(seconds: f32, speed: f32) -> Leg {
        Leg { seconds, ahead: speed, left: 0.0, turn: 0.0, jump: 0.0, astride: 0.0, spin: 0.0 }
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
    walk_with(course, rng, |postures, carriers| weight::carry(postures, carriers, &SETTINGS))
}

/// Walks a course, and does something on the way: `weigh` may change postures, and gives them weight.
pub(crate) fn walk_with(
    course: &[Leg],
    rng: &mut Rng,
    weigh: impl FnOnce(&mut [Posture], &Carriers),
) -> Walk {
    let mut path = Path::new(course, rng);
    let (mut steps, jumps) = plan_steps(&path, rng);
    for _ in 0..ROUNDS {
        answer(&mut path, &mut steps, &jumps);
    }
    embody(&path, &steps, &jumps, rng, weigh)
}

/// How a body on its way answers to its weight.
pub(crate) const SETTINGS: Settings =
    Settings { lean: [3.3, 2.2], giving: GIVING, longest_leg: LONGEST_LEG, step: 0.0 };

/// What the body does on a way over the ground, with steps as planned. `weigh` gives it weight, before legs are made to
/// reach.
pub(crate) fn embody(
    path: &Path,
    steps: &[Step],
    jumps: &[Jump],
    rng: &mut Rng,
    weigh: impl FnOnce(&mut [Posture], &Carriers),
) -> Walk {
    let plan = Plan::new(path, steps, jumps);
    let upper = carriage(path, steps, jumps, &stride_phases(steps, path.place.len()), rng);
    let posture = |(i, upper): (usize, Carriage)| {
        let yaw = path.yaw[i];
        // Who crouches sits back.
        let back = near(jumps, i as f32 / INNER_RATE)
            .map_or(0.0, |jump| 0.35 * jump.rise(i as f32 / INNER_RATE).min(0.0));
        let mut pelvis = path.place[i] + about(1, yaw) * (upper.shift + Vec3::Z * back);
        pelvis.y = plan.heights[i];
        let facing = |turn: Turn| Turn { yaw: yaw + turn.yaw, ..turn };
        Posture {
            pelvis,
            hips: facing(upper.hips),
            chest: upper.chest,
            gaze: facing(upper.gaze),
            hands: upper.hands,
            feet: plan.feet[i],
        }
    };
    let mut postures: Vec<Posture> = upper.into_iter().enumerate().map(posture).collect();
    weigh(&mut postures, &plan.carriers);
    settle(&mut postures, &plan.on_ground);
    let [left, right] = [0, 1].map(|side| stances(path, steps, side));
    smooth_knees(&mut postures, [&left, &right]);
    sink_to_reach(&mut postures, &plan.on_ground, settle::STRAIGHTEST_LEG);
    for (posture, down) in postures.iter_mut().zip(&plan.on_ground) {
        (0..2).filter(|&side| !down[side]).for_each(|side| posture.feet[side].keep_off_floor());
    }
    let supports = [0, 1].map(|side| supports(path, steps, side));
    Walk { postures, supports }
}

/// What the legs are to do, in every sample.
struct Plan {
    feet: Vec<[Foot; 2]>,
    on_ground: Vec<[bool; 2]>,
    /// m. Of the pelvis.
    heights: Vec<f32>,
    carriers: Carriers,
}

impl Plan {
    fn new(path: &Path, steps: &[Step], jumps: &[Jump]) -> Plan {
        let length = path.place.len();
        let [left, right] = [0, 1].map(|side| foot_track(path, steps, jumps, side, length));
        let mut feet: Vec<[Foot; 2]> = left.into_iter().zip(right).map(|(l, r)| [l, r]).collect();
        let spans = [0, 1].map(|side| stances(path, steps, side).iter().map(|s| [s.from, s.to]).collect());
        let carriers = Carriers { feet: spans, elsewhere: vec![] };
        let down = |side: usize, t: f32| {
            let next = carriers.feet[side].partition_point(|span| span[1] < t);
            carriers.feet[side].get(next).is_some_and(|span| span[0] <= t)
        };
        let on_ground: Vec<[bool; 2]> = (0..length)
            .map(|i| i as f32 / INNER_RATE)
            .map(|seconds| [down(0, seconds), down(1, seconds)])
            .collect();
        draw_up(&mut feet, &on_ground, jumps);
        let heights = heights(path, jumps, &on_ground, &phases(steps, length));
        Plan { feet, on_ground, heights, carriers }
    }
}

/// Rounds of looking where steps let the body go. Steps and path agree to about a centimetre then.
const ROUNDS: usize = 3;

/// Lets the body go where its steps can carry it, and puts the steps where it goes.
fn answer(path: &mut Path, steps: &mut [Step], jumps: &[Jump]) {
    let plan = Plan::new(path, steps, jumps);
    let count = (path.place.len() - 1).div_ceil(STRIDE) + 1;
    let sample = |i: usize| (i * STRIDE).min(path.place.len() - 1);
    let planned: Vec<Vec3> =
        (0..count).map(|i| path.place[sample(i)].with_y(plan.heights[sample(i)])).collect();
    let feet: Vec<[Foot; 2]> = (0..count).map(|i| plan.feet[sample(i)]).collect();
    let carried = weight::carried(&feet, &planned, &plan.carriers);
    let mut off: [Vec<f32>; 2] = [0, 2].map(|axis| {
        (0..path.place.len())
            .map(|i| {
                let (at, share) = (i / STRIDE, (i % STRIDE) as f32 / STRIDE as f32);
                let by = |n: usize| carried[n.min(count - 1)][axis] - planned[n.min(count - 1)][axis];
                by(at) + (by(at + 1) - by(at)) * share
            })
            .collect()
    });
    // Ways of a stride are the path's to answer; those within it are left to the weight.
    off.iter_mut().for_each(|signal| smooth(signal, ANSWERS));
    let [x, z] = &off;
    path.go_off(x, z);
    for n in 0..steps.len() {
        let until = steps[n + 1..].iter().find(|s| s.side == steps[n].side).map_or(steps[n].land, |s| s.lift);
        let i = path.index(0.5 * (steps[n].land + until.min(steps[n].land + 0.8)));
        let landing = path.place[path.index(steps[n].land)];
        let reach_by = steps[n].place + Vec3::new(x[i], 0.0, z[i]) - landing;
        let facing = about(1, path.yaw[path.index(steps[n].land)]);
        let seen = facing.conjugate() * reach_by;
        let reach_by = facing * Vec3::new(seen.x.clamp(-REACH_ASIDE, REACH_ASIDE), 0.0, seen.z);
        let reach = REACH - REACH_LOST * path.speed(steps[n].land);
        steps[n].place = landing + reach_by * (reach / reach_by.length().max(reach));
    }
    leave_in_time(path, steps);
}

/// s
const ANSWERS: f32 = 0.12;
/// m. No foot lands further than this from below the pelvis: with straight legs that is 20 cm lower then. And s: who is
/// faster reaches less far, since the foot waits where it will land while the body is still coming.
const REACH: f32 = 0.5;
const REACH_LOST: f32 = 0.04;
/// m. The same to the side: ankles tilt by no more than 28°.
const REACH_ASIDE: f32 = 0.28;
