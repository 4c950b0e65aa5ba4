//! How feet roll over the ground and swing through the air.

use footwork_motion::glam::Vec3;

use super::jump::{Jump, near};
use super::path::Path;
use super::steps::{Step, foothold, running};
use crate::posture::{Foot, Turn};
use crate::signal::{INNER_RATE, ease, ramp};
use crate::weight::GRAVITY;

/// rad. Toes that would be up by less come down with the heel: nobody sees 5 mm, but a sole that is not yet flat does not
/// carry, and would do so 0.09 s late.
const TOES_UP: f32 = 0.03;

/// rad. How a foot is pitched when it comes down: toes up when walking ahead, flat in slow steps, toes first backwards.
pub(super) fn landing_pitch(velocity: Vec3) -> f32 {
    let ahead = velocity.z;
    if ahead < 0.0 {
        return 0.35 * ramp(-ahead, 0.1, 0.8);
    }
    let toes_up = 0.3 * ramp(ahead, 0.2, 1.3) * (1.0 - 0.75 * running(ahead));
    if toes_up < TOES_UP { 0.0 } else { -toes_up }
}

/// rad. How far the heel is up when the toes leave.
pub(super) fn leaving_pitch(velocity: Vec3) -> f32 {
    let sideways = 0.25 * ramp(velocity.x.abs(), 0.1, 0.6);
    if velocity.z >= 0.0 {
        (0.85 * ramp(velocity.z, 0.1, 0.9) - 0.06 * running(velocity.z)).max(sideways)
    } else {
        sideways + 0.1
    }
}

/// A span of ground: from landing to lift, and where.
pub(super) struct Stance {
    pub(super) from: f32,
    pub(super) to: f32,
    pub(super) place: Vec3,
    pub(super) yaw: f32,
    pub(super) landing: f32,
    pub(super) leaving: f32,
    /// From 0 to 1: how early the heel comes up, late in a walk, early in a run or a jump.
    pub(super) early: f32,
    /// Whether it comes down from a jump off both feet.
    pub(super) falls: bool,
}

pub(super) fn stances(path: &Path, steps: &[Step], side: usize) -> Vec<Stance> {
    let own: Vec<&Step> = steps.iter().filter(|s| s.side == side).collect();
    let (place, yaw) = foothold(path, side, 0.0);
    let end = path.seconds() + 1.0;
    let leaving = |step: &Step| {
        // Off both feet, heels come up whatever the speed.
        let both = steps.iter().any(|s| s.side != side && s.lift == step.lift);
        let velocity = path.velocity[path.index(step.lift + 0.1)];
        if both { (0.8, 1.0) } else { (leaving_pitch(velocity), running(path.speed(step.lift))) }
    };
    let (first_leaving, first_early) = own.first().map_or((0.0, 0.0), |s| leaving(s));
    let mut stances = vec![Stance {
        from: -1.0,
        to: own.first().map_or(end, |s| s.lift),
        place,
        yaw,
        landing: 0.0,
        leaving: first_leaving,
        early: first_early,
        falls: false,
    }];
    for (n, step) in own.iter().enumerate() {
        let to = own.get(n + 1).map_or(end, |next| next.lift);
        let (leaving, early) = own.get(n + 1).map_or((0.0, 0.0), |next| leaving(next));
        // From a jump off both feet they come down toes first.
        let both = steps.iter().any(|s| s.side != side && s.land == step.land);
        let landing = if both { 0.5 } else { landing_pitch(path.velocity[path.index(step.land)]) };
        stances.push(Stance {
            from: step.land,
            to,
            place: step.place,
            yaw: step.yaw,
            landing,
            leaving,
            early,
            falls: both,
        });
    }
    stances
}

impl Stance {
    /// s. How long the foot takes to come down flat.
    pub(super) fn rolls_down(&self) -> f32 {
        // The further it has to turn, the longer it takes, or it would slap the ground.
        let least = 0.07 * (self.landing.abs() / 0.3).sqrt();
        (0.16 * (self.to - self.from)).max(least).min(0.09)
    }

    /// rad. How far the heel is up at a time of the stance; negative while the toes are.
    pub(super) fn pitch(&self, t: f32) -> f32 {
        let down = ((t - self.from) / self.rolls_down()).clamp(0.0, 1.0);
        // Who falls on his toes is caught by the heels coming down.
        let down = if self.falls { (1.0 - down).powi(3) * (1.0 + 1.3 * down) } else { 1.0 - ease(down) };
        let length = (self.to - self.from).min(1.2);
        // The heel comes up slowly, then quickly; in a run it does so early.
        let rise = ((t - (self.to - 0.55 * length)) / (0.55 * length)).clamp(0.0, 1.0);
        let (late, early) = (rise * rise * rise, rise * rise * (2.0 - rise));
        self.landing * down
            + self.leaving * (late + (early - late) * self.early.max(1.0 - ramp(length, 0.3, 0.55)))
    }

    pub(super) fn foot(&self, t: f32) -> Foot {
        Foot::rolled(self.place, self.yaw, self.pitch(t))
    }
}

pub(super) fn foot_track(
    path: &Path,
    steps: &[Step],
    jumps: &[Jump],
    side: usize,
    length: usize,
) -> Vec<Foot> {
    let stances = stances(path, steps, side);
    let mut track = Vec::with_capacity(length);
    let mut n = 0;
    for i in 0..length {
        let t = i as f32 / INNER_RATE;
        while n + 1 < stances.len() && t >= stances[n + 1].from {
            n += 1;
        }
        let now = &stances[n];
        track.push(if t < now.to || n + 1 == stances.len() {
            now.foot(t)
        } else {
            swing(path, jumps, now, &stances[n + 1], t)
        });
    }
    track
}

/// A foot in the air, from one stance to the next.
pub(super) fn swing(path: &Path, jumps: &[Jump], from: &Stance, to: &Stance, t: f32) -> Foot {
    let time = to.from - from.to;
    let s = (t - from.to) / time;
    let h = 1.0 / INNER_RATE;
    let (a, b) = (from.foot(from.to), to.foot(to.from));
    // It leaves with the speed that the roll gave it, and comes down softly.
    let leaving = (a.ankle - from.foot(from.to - h).ankle) / h;
    // One speed for the whole swing, or it would change its mind in the air.
    let velocity = path.velocity[path.index(0.5 * (from.to + to.from))];
    let run = running(velocity.length());
    let far = (b.ankle - a.ankle).length();
    // In a jump the feet rise with the body; else they are picked up as far as they go.
    let jump = near(jumps, t).filter(|jump| jump.lift == from.to);
    // They leave after the body has straightened, and are there before it bends.
    let follow = ease((t - from.to) / 0.12) * ease((to.from - t) / 0.13);
    let thrown = jump.map_or(0.0, |jump| 0.9 * jump.thrown(t) * follow);
    let lift = if jump.is_some() {
        0.06
    } else {
        0.018 + (0.02 + (0.02 + 0.012 * velocity.length()) * run) * far.min(1.8)
    };
    // Feet are highest early, while the knee bends, and come ahead low.
    let arc = 198.9 * s.powi(3) * (1.0 - s).powi(5);
    // It is still fast when it comes near, and brakes hard: else it would be out of the leg's reach ahead of the body.
    let across = Vec3::new(b.ankle.x - a.ankle.x, 0.0, b.ankle.z - a.ankle.z);
    let brake = if jump.is_some() { Vec3::ZERO } else { -BRAKE * across };
    let landing =
        if to.falls { (to.foot(to.from + h).ankle - b.ankle) / h } else { Vec3::new(0.0, -0.25, 0.0) };
    let ankle = hermite(a.ankle, leaving * time, b.ankle, landing * time, brake, s)
        + Vec3::new(0.0, lift * arc + thrown, 0.0);
    let (since, turns_on) = (t - from.to, time.min(0.35));
    let pitch = a.turn.pitch
        + (b.turn.pitch - a.turn.pitch) * ease(s / 0.85)
        + (0.25 + 0.1 * run) * arc * ramp(velocity.z, 0.3, 1.5)
        // What turned when it left turns on for a while.
        + (from.pitch(from.to) - from.pitch(from.to - h)) / h * since * (1.0 - since / turns_on).max(0.0).powi(4);
    let yaw = a.turn.yaw + (b.turn.yaw - a.turn.yaw) * ease(s);
    Foot {
        ankle,
        turn: Turn::new(yaw, pitch, 0.0),
        toes: a.toes * (1.0 - ease(s / 0.35)) + b.toes * ease((s - 0.6) / 0.4),
    }
}

/// How hard a foot brakes at the end of a swing, as a share of its distance over the square of its time: in walking about
/// 50 m/s², in a sprint about 70.
pub(super) const BRAKE: f32 = 6.0;

/// The quintic between two places with given velocities, no acceleration at the first and `ab` at the second.
pub(super) fn hermite(a: Vec3, va: Vec3, b: Vec3, vb: Vec3, ab: Vec3, s: f32) -> Vec3 {
    let (s2, s3) = (s * s, s * s * s);
    let (s4, s5) = (s2 * s2, s2 * s3);
    a * (1.0 - 10.0 * s3 + 15.0 * s4 - 6.0 * s5)
        + va * (s - 6.0 * s3 + 8.0 * s4 - 3.0 * s5)
        + b * (10.0 * s3 - 15.0 * s4 + 6.0 * s5)
        + vb * (-4.0 * s3 + 7.0 * s4 - 3.0 * s5)
        + ab * (0.5 * s3 - s4 + 0.5 * s5)
}

/// From when to when a foot stands, in whole samples: between the last one on the ground and the next one in the air
/// it is on its way up already.
pub(super) fn supports(path: &Path, steps: &[Step], side: usize) -> Vec<[f32; 2]> {
    let end = path.seconds();
    let first = |t: f32| (t * INNER_RATE).ceil() / INNER_RATE;
    let last = |t: f32| ((t * INNER_RATE).ceil() - 1.0) / INNER_RATE;
    stances(path, steps, side)
        .iter()
        .map(|stance| {
            // Toes that come down first carry from then on; a heel only when the sole is down.
            let flat = if stance.landing < 0.0 { stance.from + stance.rolls_down() } else { stance.from };
            [first(flat).max(0.0), last(stance.to).min(end)]
        })
        .filter(|[from, to]| to > from)
        .collect()
}

/// m. How much further than the body feet come up in the middle of a running jump: knees are bent by 22 to 109° then (CMU
/// 127_21, 127_25).
const TUCK: f32 = 0.06;
/// s. A flight that takes longer is a jump's and not a stride's: from where on feet are drawn up, and where wholly.
const A_JUMP: [f32; 2] = [0.22, 0.32];
/// s. How long after take-off the foot that pushed off goes with the body, how long before it lands the other one no longer
/// does, and the same for a foot that is in the air before or after as well.
const PUSHES_OFF: f32 = 0.12;
const LANDS: f32 = 0.13;
const STAYS_UP: f32 = 0.24;
/// The share of the body's speed that is left to the foot that lands. With none, its leg would be straight before, and
/// the knee would snap when it bends.
const LANDS_WITH: f32 = 0.4;

/// Carries the feet up with the body over running jumps. `jumps` are those off both feet, which have their own way.
pub(super) fn draw_up(feet: &mut [[Foot; 2]], on_ground: &[[bool; 2]], jumps: &[Jump]) {
    let flies = |i: usize| on_ground[i] == [false; 2] && near(jumps, i as f32 / INNER_RATE).is_none();
    let mut from = 0;
    while let Some(first) = (from..feet.len()).find(|&i| flies(i)) {
        from = (first..feet.len()).find(|&i| !flies(i)).unwrap_or(feet.len());
        let time = (from - first) as f32 / INNER_RATE;
        let size = ramp(time, A_JUMP[0], A_JUMP[1]);
        for side in 0..2 {
            let stands = |i: usize| on_ground.get(i).is_some_and(|down| down[side]);
            let begins = if first > 0 && stands(first - 1) { PUSHES_OFF } else { STAYS_UP };
            let (ends, left) = if stands(from) { (LANDS, LANDS_WITH) } else { (STAYS_UP, 0.0) };
            for (i, feet) in feet[first..from].iter_mut().enumerate() {
                let t = i as f32 / INNER_RATE;
                let with_body = ease(t / begins) * (left + (1.0 - left) * ease((time - t) / ends));
                let s = t / time;
                let tuck = TUCK * 64.0 * (s * (1.0 - s)).powi(3);
                feet[side].ankle.y += size * (with_body * 0.5 * GRAVITY * t * (time - t) + tuck);
            }
        }
    }
}
