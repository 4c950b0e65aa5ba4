//! Getting about on two feet: walking, jogging and running in any direction, turning, starting and stopping.
//!
//! A course says how fast and which way to go. From it come the body's path, then footfalls in time and place, then
//! how feet roll and swing, and at last what the rest of the body does about it. Every foot is put down where the
//! body will be over it in the middle of its stance: that alone makes starts, stops, turns and side steps come out.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use crate::body::{PELVIS, SHIN, THIGH};
use crate::posture::{Foot, Posture, Turn, about, hanging};
use crate::signal::{INNER_RATE, Rng, drift, ease, keep_below, ramp, smooth};
use crate::solve::{LONGEST_LEG, highest_pelvis};

/// m/s²
const GRAVITY: f32 = 9.81;
/// m. Feet stand this far from the middle; walking, they come nearer to it.
const ASIDE: f32 = 0.085;
/// rad. Toes point this far out.
const TOE_OUT: f32 = 0.11;

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

/// A jump off both feet: from when to when it is in the air, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Jump {
    lift: f32,
    land: f32,
}

/// m/s. Who is slower jumps off both feet.
const RUN_UP: f32 = 2.0;
/// s. A jump off both feet begins this long before it leaves the ground.
const GATHER: f32 = 0.8;

/// m. How deep a jumper crouches.
const CROUCH: f32 = 0.24;

impl Jump {
    /// m. How far the pelvis is off its usual height for the jump, at a time.
    fn rise(&self, t: f32) -> f32 {
        let flight = self.land - self.lift;
        let speed = 0.5 * GRAVITY * flight;
        // A steady push over the crouch gives that speed.
        let push = 2.0 * CROUCH / speed;
        let thrown = |tau: f32| -speed * tau + speed * speed / (4.0 * CROUCH) * tau * tau;
        if t < self.lift - push {
            -CROUCH * ease((t - (self.lift - push - 0.5)) / 0.5)
        } else if t < self.lift {
            thrown(self.lift - t)
        } else if t < self.land {
            0.5 * GRAVITY * (t - self.lift) * (self.land - t)
        } else if t < self.land + push {
            thrown(t - self.land)
        } else {
            -CROUCH * (1.0 - ease((t - self.land - push) / 0.6))
        }
    }

    /// How far the arms are swung up for the jump, in radians.
    fn arms(&self, t: f32) -> f32 {
        let back = -0.85 * ease((t - self.lift + 0.95) / 0.55);
        let up = 2.4 * ease((t - self.lift + 0.36) / 0.52);
        (back + up) * (1.0 - ease((t - self.land + 0.15) / 0.7))
    }

    /// How far the body is bent forward for the jump, in radians.
    fn lean(&self, t: f32) -> f32 {
        let crouch = |from: f32, to: f32| ease((t - from) / 0.45) * (1.0 - ease((t - to) / 0.3));
        0.5 * crouch(self.lift - 0.7, self.lift - 0.25) + 0.4 * crouch(self.land - 0.25, self.land + 0.25)
    }
}

/// When a foot is off the ground, and where it stands afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    side: usize,
    lift: f32,
    land: f32,
    place: Vec3,
    yaw: f32,
}

/// A walk: postures at the inner rate, and from when to when each foot stands on the ground.
pub struct Walk {
    /// [`INNER_RATE`] of them a second.
    pub postures: Vec<Posture>,
    /// Left and right, in seconds: from the moment the sole is flat until the toes leave.
    pub supports: [Vec<[f32; 2]>; 2],
}

/// The body's way over the ground.
struct Path {
    place: Vec<Vec3>,
    yaw: Vec<f32>,
    /// m/s, in the body's own frame: X left, Z ahead.
    velocity: Vec<Vec3>,
    /// rad/s
    turning: Vec<f32>,
    /// s. When jumps are asked for, and how long they last.
    jumps: Vec<(f32, f32)>,
}

impl Path {
    fn new(course: &[Leg], rng: &mut Rng) -> Path {
        let mut wanted: [Vec<f32>; 3] = Default::default();
        let mut jumps = Vec::new();
        for leg in course {
            if leg.jump > 0.0 {
                jumps.push((wanted[0].len() as f32 / INNER_RATE + 0.5 * leg.seconds, leg.jump));
            }
            let count = (leg.seconds * INNER_RATE) as usize;
            for (signal, value) in wanted.iter_mut().zip([leg.left, leg.ahead, leg.turn]) {
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
        smooth(&mut wanted[0], 0.2);
        smooth(&mut wanted[1], 0.26);
        smooth(&mut wanted[2], 0.12);
        let [left, ahead, turning] = wanted;
        let (mut place, mut yaw) = (Vec3::ZERO, 0.0_f32);
        let mut path = Path { place: vec![], yaw: vec![], velocity: vec![], turning: turning.clone(), jumps };
        for i in 0..length {
            let velocity = Vec3::new(left[i], 0.0, ahead[i]);
            path.place.push(place);
            path.yaw.push(yaw);
            path.velocity.push(velocity);
            place += about(1, yaw) * velocity / INNER_RATE;
            yaw += turning[i] / INNER_RATE;
        }
        path
    }

    fn index(&self, seconds: f32) -> usize {
        ((seconds * INNER_RATE).max(0.0) as usize).min(self.place.len() - 1)
    }

    fn speed(&self, seconds: f32) -> f32 {
        self.velocity[self.index(seconds)].length()
    }

    /// Whether the body gets anywhere or turns within a span of time.
    fn moves(&self, from: f32, to: f32) -> bool {
        let (a, b) = (self.index(from), self.index(to));
        (self.place[b] - self.place[a]).length() > 0.03 || (self.yaw[b] - self.yaw[a]).abs() > 0.1
    }

    /// The latest time within a span at which the body is no further than `reach` metres from where it is at its start.
    fn until(&self, from: f32, to: f32, reach: f32) -> f32 {
        let (first, last) = (self.index(from), self.index(to));
        let out = (first..last).find(|&i| (self.place[i] - self.place[first]).length() > reach);
        out.unwrap_or(last) as f32 / INNER_RATE
    }

    fn seconds(&self) -> f32 {
        (self.place.len() - 1) as f32 / INNER_RATE
    }
}

/// s. From one footfall to the next, at a speed in m/s: cadence grows with the root of the speed, and hardly any more
/// once running.
fn step_seconds(speed: f32) -> f32 {
    let walk = 1.0 / (1.9 * libm::sqrtf(speed.max(0.55) / 1.35));
    let run = 1.0 / (2.5 + 0.26 * (speed - 2.0));
    walk + (run - walk) * running(speed)
}

/// The share of a stride in which a foot is on the ground.
fn duty(speed: f32) -> f32 {
    let walk = (0.66 - 0.04 * speed).clamp(0.56, 0.66);
    let run = (0.41 - 0.045 * (speed - 2.0)).clamp(0.24, 0.41);
    walk + (run - walk) * running(speed)
}

/// 0 walking, 1 running.
fn running(speed: f32) -> f32 {
    ramp(speed, 1.9, 2.35)
}

/// m/s. What the feet take a velocity for: sideways, steps are short and quick.
fn pace(velocity: Vec3) -> f32 {
    velocity.z.abs() + 2.2 * velocity.x.abs()
}

/// Where a foot belongs when the body is over it.
fn foothold(path: &Path, side: usize, seconds: f32) -> (Vec3, f32) {
    let i = path.index(seconds);
    let (velocity, yaw) = (path.velocity[i], path.yaw[i]);
    let out = if side == 0 { 1.0 } else { -1.0 };
    let ahead = velocity.z.abs();
    let narrow = ASIDE * (1.0 - 0.25 * ramp(ahead, 0.3, 1.0)) * (1.0 - 0.4 * running(ahead));
    // Side steps open and close: they never cross.
    let sideways = 0.5 * velocity.x.abs() * step_seconds(pace(velocity)) + 0.03;
    let aside = narrow.max(sideways.min(0.26));
    // A foot is passed over its middle, which is ahead of the ankle; who stands has his weight there too.
    let behind = -0.03
        - 0.045 * ramp(velocity.z, 0.1, 1.0)
        - 0.04 * ramp(velocity.z, 0.8, 1.5) * (1.0 - running(velocity.z))
        + 0.06 * ramp(-velocity.z, 0.1, 0.8);
    let place = path.place[i] + about(1, yaw) * Vec3::new(out * aside, 0.0, behind);
    (place, yaw + out * TOE_OUT)
}

/// The foot that goes first: the one on the side that the body goes or turns to, or else the one further behind.
fn first_foot(path: &Path, stand: &[(Vec3, f32); 2], now: f32) -> usize {
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

fn plan_steps(path: &Path) -> (Vec<Step>, Vec<Jump>) {
    let (mut steps, mut jumps): (Vec<Step>, Vec<Jump>) = Default::default();
    let mut stand = [foothold(path, 0, 0.0), foothold(path, 1, 0.0)];
    let mut asked = path.jumps.iter().copied().peekable();
    let (mut now, mut next) = (0.2_f32, 0);
    // When a foot leaves the ground for a jump off it, which its next step must know.
    let mut pushes_off = [None; 2];
    while now < path.seconds() {
        // Who starts or stops steps as he will go, not as he stands.
        let speed = [0.0, 0.3, 0.6].map(|ahead| path.speed(now + ahead)).into_iter().fold(0.0, f32::max);
        let pace = [0.0, 0.3, 0.6]
            .map(|ahead| pace(path.velocity[path.index(now + ahead)]))
            .into_iter()
            .fold(0.0, f32::max);
        let turning = path.turning[path.index(now + 0.3)].abs();
        let mut period = step_seconds(pace.max(0.6 * turning));
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
            jumps.push(Jump { lift, land });
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

/// m. A foot leaves when it is this far behind: further, the leg would have to pull the body down.
const BEHIND: f32 = 0.46;

/// Lets feet leave the ground before they stretch the leg behind the body, whichever way it goes.
fn leave_in_time(path: &Path, steps: &mut [Step]) {
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
            from_foot.z.max(-1.15 * from_foot.z).max(from_foot.x.abs() - 0.05)
        };
        let later = path.index(landed + 0.1)..path.index(steps[n].lift);
        let nearest = later.clone().min_by(|&a, &b| away(a).total_cmp(&away(b)));
        let passed = later.skip_while(|&i| Some(i) != nearest).find(|&i| away(i) > BEHIND);
        if let Some(i) = passed {
            steps[n].lift = i as f32 / INNER_RATE;
        }
    }
}

/// Walks a course.
pub fn walk(course: &[Leg], rng: &mut Rng) -> Walk {
    let path = Path::new(course, rng);
    let (steps, jumps) = plan_steps(&path);
    let length = path.place.len();
    let seconds = |i: usize| i as f32 / INNER_RATE;
    let feet: Vec<[Foot; 2]> = {
        let tracks = [0, 1].map(|side| foot_track(&path, &steps, &jumps, side, length));
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
    let heights = pelvis_heights(&path, &jumps, &on_ground);
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
        let aside = weight[i] * (0.045 - 0.03 * ramp(speed, 0.3, 1.6) - 0.01 * run) + 0.008 * still * sway[i];
        // Who crouches sits back.
        let jump = near(&jumps, seconds(i));
        let back = jump.map_or(0.0, |jump| 0.35 * jump.rise(seconds(i)).min(0.0));
        let mut pelvis = path.place[i] + heading * Vec3::new(aside, 0.0, 0.01 * still * nod[i] + back);
        // The body sinks a little whenever both feet carry it.
        let sinks = 0.02 * ramp(speed, 0.3, 1.5) * (1.0 - run);
        pelvis.y = heights[i] - sinks * (1.0 - weight[i] * weight[i]);
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
        let hips = Turn::new(yaw + pelvis_yaw, 0.35 * lean + 0.02 * speed.min(1.5), list - 0.6 * bank);
        let chest = Turn::new(
            -pelvis_yaw * (1.75 + 0.3 * run),
            0.65 * lean + 0.008 * breath + 0.012 * still * nod[i],
            -0.8 * list - 0.25 * bank,
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
    settle(&mut postures, &on_ground);
    let supports = [0, 1].map(|side| supports(&path, &steps, side));
    Walk { postures, supports }
}

/// Lowers the pelvis where a leg would not reach a foot that stands, and draws in a foot in the air that is too far.
fn settle(postures: &mut [Posture], on_ground: &[[bool; 2]]) {
    let limits: Vec<f32> = postures.iter().zip(on_ground).map(|(p, down)| highest_pelvis(p, *down)).collect();
    let mut heights: Vec<f32> = postures.iter().map(|p| p.pelvis.y).collect();
    keep_below(&mut heights, &limits, 0.04);
    for ((posture, height), limit) in postures.iter_mut().zip(heights).zip(limits) {
        posture.pelvis.y = height.min(limit);
    }
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
fn pelvis_heights(path: &Path, jumps: &[Jump], on_ground: &[[bool; 2]]) -> Vec<f32> {
    let length = path.place.len();
    let (walk, run) = (PELVIS - 0.013, PELVIS - 0.05);
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
            *height = walk + (run - walk) * share + bounce * air_or_run;
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

/// The jump that a time belongs to, crouch and recovery included.
fn near(jumps: &[Jump], t: f32) -> Option<&Jump> {
    jumps.iter().find(|jump| t > jump.lift - 1.0 && t < jump.land + 1.0)
}

/// rad. How a foot is pitched when it comes down: toes up when walking ahead, flat in a run, toes first backwards.
fn landing_pitch(velocity: Vec3) -> f32 {
    let ahead = velocity.z;
    if ahead >= 0.0 {
        -0.3 * ramp(ahead, 0.2, 1.3) * (1.0 - 0.75 * running(ahead))
    } else {
        0.35 * ramp(-ahead, 0.1, 0.8)
    }
}

/// rad. How far the heel is up when the toes leave.
fn leaving_pitch(velocity: Vec3) -> f32 {
    let sideways = 0.25 * ramp(velocity.x.abs(), 0.1, 0.6);
    if velocity.z >= 0.0 {
        (0.75 * ramp(velocity.z, 0.1, 1.2) + 0.2 * running(velocity.z)).max(sideways)
    } else {
        sideways + 0.1
    }
}

/// A span of ground: from landing to lift, and where.
struct Stance {
    from: f32,
    to: f32,
    place: Vec3,
    yaw: f32,
    landing: f32,
    leaving: f32,
}

fn stances(path: &Path, steps: &[Step], side: usize) -> Vec<Stance> {
    let own: Vec<&Step> = steps.iter().filter(|s| s.side == side).collect();
    let (place, yaw) = foothold(path, side, 0.0);
    let end = path.seconds() + 1.0;
    let leaving = |step: &Step| {
        // Off both feet, heels come up whatever the speed.
        let both = steps.iter().any(|s| s.side != side && s.lift == step.lift);
        if both { 0.8 } else { leaving_pitch(path.velocity[path.index(step.lift + 0.1)]) }
    };
    let mut stances = vec![Stance {
        from: -1.0,
        to: own.first().map_or(end, |s| s.lift),
        place,
        yaw,
        landing: 0.0,
        leaving: own.first().map_or(0.0, |s| leaving(s)),
    }];
    for (n, step) in own.iter().enumerate() {
        let to = own.get(n + 1).map_or(end, |next| next.lift);
        let leaving = own.get(n + 1).map_or(0.0, |next| leaving(next));
        // From a jump off both feet they come down toes first.
        let both = steps.iter().any(|s| s.side != side && s.land == step.land);
        let landing = if both { 0.5 } else { landing_pitch(path.velocity[path.index(step.land)]) };
        stances.push(Stance { from: step.land, to, place: step.place, yaw: step.yaw, landing, leaving });
    }
    stances
}

impl Stance {
    /// s. How long the foot takes to come down flat.
    fn rolls_down(&self) -> f32 {
        (0.16 * (self.to - self.from)).min(0.09)
    }

    /// rad. How far the heel is up at a time of the stance; negative while the toes are.
    fn pitch(&self, t: f32) -> f32 {
        let down = 1.0 - ease((t - self.from) / self.rolls_down());
        let length = (self.to - self.from).min(1.2);
        // The heel comes up slowly, then quickly.
        let rise = ((t - (self.to - 0.45 * length)) / (0.45 * length)).clamp(0.0, 1.0);
        self.landing * down + self.leaving * rise * rise * (1.5 - 0.5 * rise)
    }

    fn foot(&self, t: f32) -> Foot {
        Foot::rolled(self.place, self.yaw, self.pitch(t))
    }
}

fn foot_track(path: &Path, steps: &[Step], jumps: &[Jump], side: usize, length: usize) -> Vec<Foot> {
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
fn swing(path: &Path, jumps: &[Jump], from: &Stance, to: &Stance, t: f32) -> Foot {
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
    let thrown = jump.map_or(0.0, |jump| 0.9 * jump.rise(t));
    let lift = if jump.is_some() {
        0.06
    } else {
        0.02 + (0.05 + (0.005 + 0.012 * velocity.length()) * run) * far.min(1.8)
    };
    let arc = s * s * (1.0 - s) * (1.0 - s) * (1.0 - s) * 28.9;
    // It is still fast when it comes near, and brakes hard: else it would be out of the leg's reach ahead of the body.
    let across = Vec3::new(b.ankle.x - a.ankle.x, 0.0, b.ankle.z - a.ankle.z);
    let brake = if jump.is_some() { Vec3::ZERO } else { -BRAKE * across };
    let ankle = hermite(a.ankle, leaving * time, b.ankle, Vec3::new(0.0, -0.25 * time, 0.0), brake, s)
        + Vec3::new(0.0, lift * arc + thrown, 0.0);
    let pitch = a.turn.pitch
        + (b.turn.pitch - a.turn.pitch) * ease(s / 0.85)
        + (0.25 + 0.1 * run) * arc * ramp(velocity.z, 0.3, 1.5)
        // What turned when it left turns on for a while.
        + (from.pitch(from.to) - from.pitch(from.to - h)) / h * time.min(0.35) * s * ((1.0 - s) * (1.0 - s)) * ((1.0 - s) * (1.0 - s));
    let yaw = a.turn.yaw + (b.turn.yaw - a.turn.yaw) * ease(s);
    Foot {
        ankle,
        turn: Turn::new(yaw, pitch, 0.0),
        toes: a.toes * (1.0 - ease(s / 0.35)) + b.toes * ease((s - 0.6) / 0.4),
    }
}

/// How hard a foot brakes at the end of a swing, as a share of its way over the square of its time: in walking about
/// 50 m/s², in a sprint about 70.
const BRAKE: f32 = 6.0;

/// The quintic between two places with given velocities, no acceleration at the first and `ab` at the second.
fn hermite(a: Vec3, va: Vec3, b: Vec3, vb: Vec3, ab: Vec3, s: f32) -> Vec3 {
    let (s2, s3) = (s * s, s * s * s);
    let (s4, s5) = (s2 * s2, s2 * s3);
    a * (1.0 - 10.0 * s3 + 15.0 * s4 - 6.0 * s5)
        + va * (s - 6.0 * s3 + 8.0 * s4 - 3.0 * s5)
        + b * (10.0 * s3 - 15.0 * s4 + 6.0 * s5)
        + vb * (-4.0 * s3 + 7.0 * s4 - 3.0 * s5)
        + ab * (0.5 * s3 - s4 + 0.5 * s5)
}

fn supports(path: &Path, steps: &[Step], side: usize) -> Vec<[f32; 2]> {
    let end = path.seconds();
    stances(path, steps, side)
        .iter()
        .map(|stance| {
            let flat = if stance.landing == 0.0 { stance.from } else { stance.from + stance.rolls_down() };
            [flat.max(0.0), stance.to.min(end)]
        })
        .filter(|[from, to]| to > from)
        .collect()
}
