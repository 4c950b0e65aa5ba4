//! Footfalls in time and place.

use footwork_motion::glam::Vec3;

use super::jump::{GATHER, Jump};
use super::path::Path;
use crate::posture::about;
use crate::signal::{INNER_RATE, Rng, ramp, smooth};

/// m. Feet stand this far from the middle; walking, they come nearer to it.
pub(crate) const ASIDE: f32 = 0.085;
/// rad. Toes point this far out.
pub(crate) const TOE_OUT: f32 = 0.11;

/// How much longer or shorter a step takes than usual, at most, in a walk and in a run; m, how far aside and ahead a foot
/// comes down from where it belongs; rad, how much it is turned. People's strides vary by 1.2 to 3.3 % in time in a walk,
/// by 2.7 to 9.6 in a run, and by 1 to 2 cm in width and length.
const UNEVEN: [f32; 2] = [0.035, 0.055];
const ASTRAY: [f32; 2] = [0.015, 0.025];
const TURNED: f32 = 0.04;

/// When a foot is off the ground, and where it stands afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) side: usize,
    pub(crate) lift: f32,
    pub(crate) land: f32,
    pub(crate) place: Vec3,
    pub(crate) yaw: f32,
}

/// s. From one footfall to the next, at a speed in m/s. Cadence grows with the root of the speed in a walk; in a run it is
/// 2.7 steps/s at 2.6 m/s and 3.2 at 3.9 (people's, CMU 16, 127, 128 and 143: 2.7 and 3.4).
pub(crate) fn step_seconds(speed: f32) -> f32 {
    let walk = 1.0 / (1.85 * libm::powf(speed.max(0.5) / 1.35, 0.42));
    let run = 1.0 / (2.48 + 0.38 * (speed - 2.0));
    walk + (run - walk) * running(speed)
}

/// The share of a stride in which a foot is on the ground.
pub(crate) fn duty(speed: f32) -> f32 {
    let walk = (0.69 - 0.095 * speed).clamp(0.55, 0.65);
    let run = (0.30 - 0.015 * (speed - 2.0)).clamp(0.24, 0.3);
    walk + (run - walk) * running(speed)
}

/// 0 walking, 1 running.
pub(crate) fn running(speed: f32) -> f32 {
    ramp(speed, 1.9, 2.35)
}

/// m/s. What the feet take a velocity for: sideways, steps are short and quick.
pub(crate) fn pace(velocity: Vec3) -> f32 {
    velocity.z.abs() + 2.2 * velocity.x.abs()
}

/// Where a foot belongs when the body is over it.
pub(crate) fn foothold(path: &Path, side: usize, seconds: f32) -> (Vec3, f32) {
    let i = path.index(seconds);
    let (velocity, yaw) = (path.velocity[i], path.yaw[i]);
    let out = if side == 0 { 1.0 } else { -1.0 };
    let ahead = velocity.z.abs();
    let narrow = ASIDE * (1.0 - 0.58 * ramp(ahead, 0.2, 0.9)) * (1.0 - 0.3 * running(ahead));
    // Side steps open and close: they never cross.
    let sideways = 0.5 * velocity.x.abs() * step_seconds(pace(velocity)) + 0.03;
    let spins = ramp(path.turning[i].abs(), 2.5, 4.5);
    let aside = narrow.max((sideways * (1.0 + 1.6 * spins)).min(0.26 + 0.16 * spins));
    // A foot is passed over its middle, which is ahead of the ankle; who stands has his weight there too.
    let behind = -0.03
        - 0.045 * ramp(velocity.z, 0.1, 1.0)
        - 0.04 * ramp(velocity.z, 0.8, 1.5)
        - 0.03 * running(velocity.z) * (1.0 - ramp(velocity.z, 3.3, 4.4))
        + 0.06 * ramp(-velocity.z, 0.1, 0.8);
    let astride = path.astride.get(i).copied().unwrap_or_default();
    let astride = 0.5 * astride * (1.0 - ramp(velocity.length(), 0.1, 0.5));
    let place = path.pressed[i] + about(1, yaw) * Vec3::new(out * aside, 0.0, behind + out * astride);
    (place, yaw + out * TOE_OUT)
}

/// The foot that goes first: the one on the side that the body goes or turns to, or else the one further behind.
pub(crate) fn first_foot(path: &Path, stand: &[(Vec3, f32); 2], now: f32) -> usize {
    // What is soon to come, as soon as it shows.
    let soon = [0.4, 0.6, 0.8, 1.0].map(|ahead| path.index(now + ahead));
    let i = soon
        .into_iter()
        .find(|&i| path.velocity[i].length() > 0.1 || path.turning[i].abs() > 0.3)
        .unwrap_or(soon[0]);
    let (velocity, turning) = (path.velocity[i], path.turning[i]);
    if velocity.x.abs() > velocity.z.abs() {
        return usize::from(velocity.x < 0.0);
    }
    if turning.abs() > 0.3 && velocity.length() < 0.3 {
        return usize::from(turning < 0.0);
    }
    let away = |side: usize| (foothold(path, side, now + 0.8).0 - stand[side].0).length();
    usize::from(away(1) > away(0) + 1e-4)
}

pub(crate) fn plan_steps(path: &Path, rng: &mut Rng) -> (Vec<Step>, Vec<Jump>) {
    let (mut steps, mut jumps): (Vec<Step>, Vec<Jump>) = Default::default();
    let mut stand = [foothold(path, 0, 0.0), foothold(path, 1, 0.0)];
    let mut asked = path.jumps.iter().copied().peekable();
    let (mut now, mut next) = (0.2_f32, 0);
    // When a foot leaves the ground for a jump off it, which its next step must know.
    let mut pushes_off = [None; 2];
    while now < path.seconds() {
        // Who starts or stops steps as he will go, not as he stands.
        let speed = path.speed(now).max(path.speed(now + 0.25));
        let pace = [0.0, 0.3, 0.6]
            .map(|ahead| pace(path.velocity[path.index(now + ahead)]))
            .into_iter()
            .fold(0.0, f32::max);
        let turning = path.turning[path.index(now + 0.3)].abs();
        let uneven = UNEVEN[0] + (UNEVEN[1] - UNEVEN[0]) * running(speed);
        let mut period = step_seconds(pace.max(0.6 * turning)) * (1.0 + uneven * rng.signed());
        let stance = duty(speed) * 2.0 * period;
        let coming = asked.peek().copied().filter(|(at, _)| now + GATHER >= *at);
        let due = coming.filter(|(at, _)| now + period >= *at);
        if let Some((at, flight)) = coming.filter(|(at, _)| path.speed(at - GATHER) < 0.5) {
            asked.next();
            let lift = at.max(now + 0.6);
            let land = lift + flight;
            for side in [0, 1] {
                let (place, yaw) = foothold(path, side, land + 0.4);
                stand[side] = (place, yaw);
                steps.push(Step { side, lift, land, place, yaw });
            }
            // The longer the flight, the deeper the crouch, and no two are alike.
            let crouch = (0.11 + 0.2 * flight) * rng.range(0.85, 1.2);
            let caught = (0.1 + 0.2 * flight) * rng.range(0.75, 1.25);
            jumps.push(Jump { lift, land, crouch, caught, arms: rng.range(0.8, 1.1) });
            now = land + 0.7;
            continue;
        }
        if let Some((_, flight)) = due {
            // Off one foot: the next footfall comes later by the flight.
            asked.next();
            pushes_off[1 - next] = Some(now + stance);
            period += flight;
        }
        let land = now + period;
        // Feet come down where the body will be, but no further ahead than a leg reaches.
        let (speed_now, speed_then) = (path.speed(now), path.speed(land).max(0.1));
        // Who gathers speed puts his feet under himself.
        let gathering = (speed_now / speed_then).min(1.0);
        let then = path.velocity[path.index(land)];
        let sidelong = then.x.abs() / speed_then.max(then.length());
        let reach = (0.42 - 0.1 * running(speed_then)) * (0.3 + 0.7 * gathering) * (1.0 - 0.4 * sidelong);
        let over = path.until(land, land + 0.5 * stance, reach);
        let settled = |side: usize| {
            let (place, yaw) = foothold(path, side, over);
            (place - stand[side].0).length() < 0.05 && (yaw - stand[side].1).abs() < 0.15
        };
        if !path.moves(now, now + 0.35) && settled(0) && settled(1) {
            now += 1.0 / INNER_RATE;
            next = first_foot(path, &stand, now);
            continue;
        }
        let swing = ((1.0 - duty(speed)) * 2.0 * period).max(0.24);
        let (place, yaw) = foothold(path, next, over);
        let astray = Vec3::new(ASTRAY[0] * rng.signed(), 0.0, ASTRAY[1] * rng.signed());
        let place = place + about(1, yaw) * astray * ramp(speed, 0.2, 1.0);
        let yaw = yaw + TURNED * rng.signed();
        let last_land = steps.iter().rev().find(|s| s.side == next).map_or(0.0, |s| s.land);
        let lift = pushes_off[next].take().unwrap_or((land - swing).max(last_land + 0.12));
        steps.push(Step { side: next, lift, land, place, yaw });
        stand[next] = (place, yaw);
        next = 1 - next;
        now = land;
    }
    leave_in_time(path, &mut steps);
    (steps, jumps)
}

/// m. A foot leaves when it is this far behind, in a walk and in a run: further, the leg would have to pull the body down,
/// or the hip to stretch by more than 30°.
const BEHIND: [f32; 2] = [0.5, 0.435];

/// m. Who brakes leaves it so much earlier: the body comes up again over the other foot.
const LESS_BEHIND: f32 = 0.1;
/// m/s². A foot in the air is accelerated by no more than about this.
const HASTE: f32 = 75.0;
/// s. The shortest stance that is left when a foot leaves earlier to be in time.
const SHORTEST_STANCE: f32 = 0.1;

/// Lets feet leave the ground before they stretch the leg behind the body, whichever way it goes, and early enough for
/// their way.
pub(crate) fn leave_in_time(path: &Path, steps: &mut [Step]) {
    for n in 0..steps.len() {
        // A jump off both feet has its own time.
        if steps.iter().any(|s| s.side != steps[n].side && s.lift == steps[n].lift) {
            continue;
        }
        let before = steps[..n].iter().rev().find(|s| s.side == steps[n].side);
        let (landed, place) =
            before.map_or((0.0, foothold(path, steps[n].side, 0.0).0), |stance| (stance.land, stance.place));
        // Who goes backward leaves his toes ahead, and they reach less far than a heel that may rise.
        let away = |i: usize| {
            let from_foot = about(1, -path.yaw[i]) * (path.place[i] - place);
            from_foot.z.max(-1.35 * from_foot.z).max(from_foot.x.abs() + 0.11)
        };
        let run = running(path.speed(steps[n].lift));
        let slows = ramp(path.speed(steps[n].lift - 0.4) - path.speed(steps[n].lift), 0.3, 1.2);
        let behind = BEHIND[0] + (BEHIND[1] - BEHIND[0]) * run - LESS_BEHIND * slows;
        let later = path.index(landed + 0.1)..path.index(steps[n].lift);
        let nearest = later.clone().min_by(|&a, &b| away(a).total_cmp(&away(b)));
        let passed = later.skip_while(|&i| Some(i) != nearest).find(|&i| away(i) > behind);
        if let Some(i) = passed {
            steps[n].lift = i as f32 / INNER_RATE;
        }
        // The smoothest movement from rest to rest takes 5.8 times the distance over the time squared.
        let needs = (5.8 * (steps[n].place - place).length() / HASTE).sqrt();
        let latest = (steps[n].land - needs).max(landed + SHORTEST_STANCE);
        steps[n].lift = steps[n].lift.min(latest.max(0.0));
    }
}

/// How far a time is through the step it belongs to: 0 when a foot lands, 1 when the next one does.
pub(crate) fn phases(steps: &[Step], length: usize) -> Vec<f32> {
    let mut phases = vec![0.0; length];
    for pair in steps.windows(2) {
        let [from, to] = [pair[0].land, pair[1].land].map(|t| (t * INNER_RATE) as usize);
        let to = to.min(length);
        for (i, phase) in phases[from.min(to)..to].iter_mut().enumerate() {
            *phase = ((from + i) as f32 / INNER_RATE - pair[0].land) / (pair[1].land - pair[0].land);
        }
    }
    phases
}

/// s. A step that comes later than this after the last one begins anew.
const PAUSE: f32 = 0.9;

/// Where in the stride the body is, in cycles: whole when a left foot lands, half when a right one does.
pub(crate) fn stride_phases(steps: &[Step], length: usize) -> Vec<f32> {
    let mut knots: Vec<(f32, f32)> = vec![(0.0, 0.0)];
    let mut landings: Vec<&Step> = steps.iter().collect();
    landings.sort_by(|a, b| a.land.total_cmp(&b.land));
    for step in landings {
        let (before, phase) = knots[knots.len() - 1];
        if step.land <= before {
            continue;
        }
        if step.land - before > PAUSE {
            knots.push((step.land - 0.6 * PAUSE, phase));
        }
        let half = 0.5 * step.side as f32;
        knots.push((step.land, (phase - half).floor() + 1.0 + half));
    }
    let mut after = 0;
    let mut phases: Vec<f32> = (0..length)
        .map(|i| {
            let t = i as f32 / INNER_RATE;
            while after < knots.len() && knots[after].0 <= t {
                after += 1;
            }
            let (from, phase) = knots[after.max(1) - 1];
            knots.get(after).map_or(phase, |(to, next)| phase + (next - phase) * (t - from) / (to - from))
        })
        .collect();
    smooth(&mut phases, 0.03);
    phases
}
