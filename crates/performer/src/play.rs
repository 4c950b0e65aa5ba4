//! From a score to postures: channels become curves, steps become feet on the ground, and the body that carries them
//! breathes, sways and bounces.

use footwork_motion::Side;
use footwork_motion::glam::{Quat, Vec3};

use crate::body::{BALL_AHEAD, SHIN, THIGH};
use crate::posture::{Foot, Hand, Posture, Turn, about};
use crate::score::{Part, Score, Step};
use crate::signal::{INNER_RATE, Rng, drift, ease, keep_below, ramp, smooth};
use crate::solve::{highest_pelvis, leg_bones};
use crate::weight::{self, Carriers, Settings};

/// s. How far keyed curves are smoothed: enough to round what one move cuts off another.
const ROUNDING: f32 = 0.009;
/// s. The same for trunk, head and weight, which have more to carry.
const TRUNK_ROUNDING: f32 = 0.029;
/// s. And for feet in the air.
const FOOT_ROUNDING: f32 = 0.0125;
/// s. And for where an elbow sticks out to.
const ELBOW_ROUNDING: f32 = 0.025;
/// m. How far a foot has left the ground when its toes are straight again. A kick goes that far in some frames, and
/// toes that straighten within one flip.
const TOES_RELAX: f32 = 0.4;
/// s. The pelvis follows the feet as a mass does.
const INERTIA: f32 = 0.2;
/// How far the trunk leans into an acceleration: less than a walker, who has no guard to keep.
const LEAN: f32 = 0.7;
/// s. How long before and after a leg is at its end the pelvis gives way.
const GIVING: f32 = 0.05;
/// The share of a leg's length that a foot in the air may be away from the hip.
const LONGEST_LEG: f32 = 0.985;
/// rad. How far an ankle bends up.
const ANKLE_UP: f32 = -0.55;
/// rad. How far it stretches.
const ANKLE_DOWN: f32 = 1.0;
/// rad. How far it turns and tilts.
const ANKLE_ASIDE: f32 = 0.5;
/// m. A pelvis that is lower does not stand on the feet alone: the deepest duck of a boxer is at 0.6 m.
const SITS: f32 = 0.5;
/// s. A foot that is in the air for less makes a step; a kick takes longer.
const A_STEP: f32 = 0.5;
/// s. A foot that has just left the ground, or is about to stand, is where the ground wants it.
const HANDOVER: f32 = 0.09;
/// s. The same for the ankle of a foot that steps: one that turned on its ball is turned back within the step, not at
/// once.
const ANKLE_HANDOVER: f32 = 0.16;
/// m. How far a foot is from where a step alone would have it when it kicks.
const KICKS: f32 = 0.1;

/// The share of the trunk's quick turns that the head goes along with, how late (s), and what is quick (s): eyes hold a
/// head still, but not at once.
const RIDE: f32 = 0.4;
const RIDE_LAG: f32 = 0.025;
const RIDE_ROUNDING: f32 = 0.3;
/// rad/m. How far the head nods as knees give.
const NOD: f32 = 1.2;

/// rad. How far the fingers of an open hand are bent.
const OPEN: f32 = 0.1;
/// Of a turn. How far the right hand's circle is behind the left one's.
const HANDS_APART: f32 = 0.37;

/// What a living body does by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Life {
    /// m. How deep knees give with every bounce.
    pub bounce: f32,
    /// Hz
    pub bounce_rate: f32,
    /// How much of the weight goes from foot to foot with every other bounce, to either side.
    pub rock: f32,
    /// rad. How far the chest rises with a breath.
    pub breath: f32,
    /// Hz
    pub breath_rate: f32,
    /// m. How far the body drifts about.
    pub sway: f32,
    /// m. How wide hands circle, once with every bounce.
    pub circle: f32,
    /// rad. How far the fingers are bent of hands that are not opened.
    pub curl: f32,
}

/// A score, performed.
#[derive(Clone, Debug)]
pub struct Performance {
    /// At the inner rate.
    pub postures: Vec<Posture>,
    /// s. When each foot stands, left and right.
    pub supports: [Vec<[f32; 2]>; 2],
}

/// Performs a score for some seconds.
pub fn play(score: &Score, life: &Life, seconds: f32, rng: &mut Rng) -> Performance {
    let length = (seconds * INNER_RATE) as usize + 1;
    let curve = |part: Part, rounding: f32| {
        let mut samples = score.track(part).samples(length);
        round(&mut samples, rounding);
        samples
    };
    let pulse = Pulse::new(life, length, rng);
    let mut weight = curve(Part::Weight, TRUNK_ROUNDING);
    let bounce = curve(Part::Bounce, ROUNDING);
    for i in 0..length {
        weight[i].x += bounce[i].x * pulse.shift[i];
    }
    let heading = curve(Part::Heading, ROUNDING);
    let heels = Side::BOTH.map(|side| {
        let mut heel = curve(Part::Heel(side), ROUNDING);
        for i in 0..length {
            heel[i].x = (heel[i].x + bounce[i].x * pulse.heel[i]).max(0.0);
        }
        heel
    });
    let spins = Side::BOTH.map(|side| curve(Part::Spin(side), ROUNDING));
    let standing: [Vec<Stand>; 2] =
        [0, 1].map(|side| stands(&score.steps[side], &heels[side], &spins[side], length));

    // Where feet and weight put the body.
    let mut base: Vec<Vec3> = (0..length)
        .map(|i| standing[1][i].place.lerp(standing[0][i].place, weight[i].x.clamp(0.0, 1.0)))
        .collect();
    round(&mut base, INERTIA);

    let [pelvis, hips, chest, gaze] =
        [Part::Pelvis, Part::Hips, Part::Chest, Part::Gaze].map(|part| curve(part, TRUNK_ROUNDING));
    let carried = ride(&hips, &chest);
    let hands = Side::BOTH.map(|side| {
        [(Part::Wrist(side), ROUNDING), (Part::Elbow(side), ELBOW_ROUNDING), (Part::Palm(side), ROUNDING)]
            .map(|(part, rounding)| curve(part, rounding))
    });
    // These are exactly zero while a foot stands, so they are smoothed in the air alone.
    let soles = Side::BOTH.map(|side| {
        let stands = &standing[usize::from(side == Side::Right)];
        [Part::Foot(side), Part::Sole(side)].map(|part| {
            let mut keyed = curve(part, 0.0);
            let rounded = curve(part, FOOT_ROUNDING);
            for ((keyed, rounded), stands) in keyed.iter_mut().zip(rounded).zip(stands) {
                *keyed = keyed.lerp(rounded, stands.air.map_or(0.0, |air| ramp(air, 0.0, HANDOVER)));
            }
            keyed
        })
    });

    let turn = |v: Vec3| Turn::new(v.x, v.y, v.z);
    let postures = (0..length).map(|i| {
        let frame = about(1, heading[i].x);
        let faces = Vec3::new(heading[i].x, 0.0, 0.0);
        let awake = bounce[i].x;
        let sway = Vec3::new(pulse.sway[0][i], 0.0, pulse.sway[1][i]) * (0.3 + 0.7 * awake);
        let mut at = Vec3::new(base[i].x, 0.0, base[i].z) + frame * (pelvis[i] + sway);
        at.y = pelvis[i].y - awake * pulse.drop[i];
        let breath = pulse.breath[i];
        let hand = |side: usize| {
            let [wrist, elbow, palm] = &hands[side];
            let shake = Vec3::new(pulse.hands[side][0][i], pulse.hands[side][1][i], 0.0);
            // Hands ride on shoulders, which rise with a breath and lag behind a bounce.
            let ride = Vec3::Y * (0.12 * breath + 0.4 * awake * pulse.late_drop[i]);
            Hand {
                wrist: wrist[i] + awake.min(1.0) * (shake + ride),
                elbow: elbow[i],
                pronation: palm[i].x,
                flexion: palm[i].y,
                curl: life.curl * (1.0 - palm[i].z) + OPEN * palm[i].z,
            }
        };
        let foot = |side: usize| {
            let mut foot = standing[side][i].foot;
            let [shift, sole] = &soles[side];
            foot.ankle += frame * shift[i];
            foot.turn = turn(Vec3::new(foot.turn.yaw, foot.turn.pitch, 0.0) + sole[i]);
            foot.toes *= 1.0 - ramp(shift[i].length(), 0.0, TOES_RELAX);
            foot
        };
        Posture {
            pelvis: at,
            hips: turn(hips[i] + faces),
            chest: turn(chest[i] - Vec3::Y * breath + Vec3::Y * 0.3 * awake * pulse.late_drop[i]),
            gaze: turn(
                gaze[i]
                    + faces
                    + carried[i]
                    + Vec3::new(
                        pulse.glance[0][i],
                        pulse.glance[1][i] + NOD * awake * pulse.late_drop[i],
                        0.0,
                    ),
            ),
            hands: [hand(0), hand(1)],
            feet: [foot(0), foot(1)],
        }
    });
    let mut postures: Vec<Posture> = postures.collect();
    let supports = [0, 1].map(|side| supports(&score.steps[side], (length - 1) as f32 / INNER_RATE));
    let carriers = Carriers { feet: supports.clone(), elsewhere: carried_elsewhere(score, &postures) };
    weight::carry(
        &mut postures,
        &carriers,
        &Settings { lean: [LEAN; 2], giving: GIVING, step: A_STEP, ..Settings::default() },
    );
    settle(&mut postures, &standing, &soles, score.spare);
    Performance { postures, supports }
}

/// s. From when to when more than the feet carries: as the score says, and whenever the pelvis is so low that it sits,
/// kneels or lies.
fn carried_elsewhere(score: &Score, postures: &[Posture]) -> Vec<[f32; 2]> {
    let mut spans = score.elsewhere.clone();
    let low: Vec<bool> = postures.iter().map(|p| p.pelvis.y < SITS).collect();
    let mut from = 0;
    for to in 1..=low.len() {
        if to == low.len() || low[to] != low[from] {
            if low[from] {
                spans.push([from as f32 / INNER_RATE, to as f32 / INNER_RATE]);
            }
            from = to;
        }
    }
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    // Spans that overlap are one.
    spans.dedup_by(|next, span| {
        let joined = next[0] <= span[1];
        if joined {
            span[1] = span[1].max(next[1]);
        }
        joined
    });
    spans
}

/// How the trunk's quick turns carry the head along, a little late.
fn ride(hips: &[Vec3], chest: &[Vec3]) -> Vec<Vec3> {
    let trunk: Vec<Vec3> = hips.iter().zip(chest).map(|(hips, chest)| *hips + *chest).collect();
    let mut slow = trunk.clone();
    round(&mut slow, RIDE_ROUNDING);
    let late = (RIDE_LAG * INNER_RATE) as usize;
    (0..trunk.len()).map(|i| RIDE * (trunk[i.saturating_sub(late)] - slow[i.saturating_sub(late)])).collect()
}

/// Smooths every coordinate.
fn round(samples: &mut [Vec3], seconds: f32) {
    if seconds <= 0.0 {
        return;
    }
    for axis in 0..3 {
        let mut signal: Vec<f32> = samples.iter().map(|v| v[axis]).collect();
        smooth(&mut signal, seconds);
        samples.iter_mut().zip(signal).for_each(|(v, s)| v[axis] = s);
    }
}

/// What goes on by itself, as signals.
struct Pulse {
    /// m. How far knees give.
    drop: Vec<f32>,
    /// m. The same as the hands feel it.
    late_drop: Vec<f32>,
    /// rad
    heel: Vec<f32>,
    /// Of the weight, from foot to foot.
    shift: Vec<f32>,
    /// rad
    breath: Vec<f32>,
    sway: [Vec<f32>; 2],
    glance: [Vec<f32>; 2],
    hands: [[Vec<f32>; 2]; 2],
}

impl Pulse {
    fn new(life: &Life, length: usize, rng: &mut Rng) -> Pulse {
        let mut wave = |rate: f32, uneven: f32| -> Vec<f32> {
            let whim = drift(rng, length, 4.0);
            let mut phase = rng.unit();
            whim.iter()
                .map(|whim| {
                    phase += rate * (1.0 + uneven * whim) / INNER_RATE;
                    phase
                })
                .collect()
        };
        let tau = 2.0 * std::f32::consts::PI;
        let (beat, breath) = (wave(life.bounce_rate, 0.15), wave(life.breath_rate, 0.2));
        let strength: Vec<f32> = drift(rng, length, 5.0).iter().map(|d| 0.65 + 0.35 * d).collect();
        let deep =
            |lag: f32, i: usize| life.bounce * strength[i] * (0.5 - 0.5 * libm::cosf(tau * (beat[i] - lag)));
        let drop: Vec<f32> = (0..length).map(|i| deep(0.0, i)).collect();
        let late_drop = (0..length).map(|i| deep(0.15, i)).collect();
        let heel = drop.iter().map(|d| 4.0 * (life.bounce - d) - 2.0 * life.bounce).collect();
        let shift = (0..length).map(|i| life.rock * strength[i] * libm::sinf(0.5 * tau * beat[i])).collect();
        let breath = breath.iter().map(|phase| life.breath * libm::sinf(tau * phase)).collect();
        let mut noise = |size: f32, seconds: f32| -> Vec<f32> {
            drift(rng, length, seconds).iter().map(|d| size * d).collect()
        };
        let mut hands = [[noise(0.012, 0.9), noise(0.014, 1.1)], [noise(0.012, 1.0), noise(0.014, 0.8)]];
        // A hand that goes to and fro is still at either end; one that goes round never is.
        for (hand, late) in hands.iter_mut().zip([0.0, HANDS_APART]) {
            for i in 0..length {
                let (sin, cos) = libm::sincosf(tau * (beat[i] - late));
                let wide = life.circle * (0.7 + 0.3 * strength[i]);
                hand[0][i] += wide * cos;
                hand[1][i] += wide * sin;
            }
        }
        Pulse {
            drop,
            late_drop,
            heel,
            shift,
            breath,
            sway: [noise(life.sway, 1.6), noise(life.sway, 2.1)],
            glance: [noise(0.05, 1.3), noise(0.04, 1.9)],
            hands,
        }
    }
}

/// A foot as steps alone put it.
#[derive(Clone, Copy)]
struct Stand {
    foot: Foot,
    /// m. The point of the ground below its ankle.
    place: Vec3,
    /// s. How long it has been off the ground, or will still be, whichever is less. None while it stands.
    air: Option<f32>,
}

fn stands(steps: &[Step], heel: &[Vec3], spin: &[Vec3], length: usize) -> Vec<Stand> {
    let mut n = 0;
    (0..length)
        .map(|i| {
            let t = i as f32 / INNER_RATE;
            while n + 1 < steps.len() && t >= steps[n + 1].land {
                n += 1;
            }
            let now = &steps[n];
            let pitch = heel[i].x;
            let stands = spun(now, spin[i].x, pitch);
            match steps.get(n + 1) {
                Some(next) if t > next.lift => {
                    let s = ((t - next.go) / (next.land - next.go)).max(0.0);
                    let share = ease(s);
                    let mut foot = spun(next, spin[i].x, pitch);
                    foot.ankle = stands.ankle.lerp(foot.ankle, share);
                    foot.ankle.y += next.height * 64.0 * (s * (1.0 - s)) * (s * (1.0 - s)) * (s * (1.0 - s));
                    foot.turn.yaw = now.yaw + (next.yaw - now.yaw) * share + spin[i].x;
                    let place = now.place.lerp(next.place, share);
                    Stand { foot, place, air: Some((t - next.lift).min(next.land - t)) }
                }
                _ => Stand { foot: stands, place: now.place, air: None },
            }
        })
        .collect()
}

/// A foot that a step has put down, turned on its ball and rolled onto it.
fn spun(step: &Step, spin: f32, pitch: f32) -> Foot {
    let ball = Vec3::new(0.0, 0.0, BALL_AHEAD);
    let yaw = step.yaw + spin;
    Foot::rolled(step.place + about(1, step.yaw) * ball - about(1, yaw) * ball, yaw, pitch)
}

/// Makes legs reach: the pelvis gives way to feet on the ground, feet in the air give way to the pelvis.
fn settle(postures: &mut [Posture], standing: &[Vec<Stand>; 2], soles: &[[Vec<Vec3>; 2]; 2], spare: f32) {
    let limits: Vec<f32> = postures
        .iter()
        .enumerate()
        .map(|(i, posture)| {
            let free = |side: usize| standing[side][i].air.is_some() && soles[side][0][i].length() > 0.02;
            highest_pelvis(posture, [!free(0), !free(1)]) - spare
        })
        .collect();
    let mut heights: Vec<f32> = postures.iter().map(|p| p.pelvis.y).collect();
    keep_below(&mut heights, &limits, GIVING);
    for (i, (posture, height)) in postures.iter_mut().zip(heights).enumerate() {
        posture.pelvis.y = height;
        for (side, stands) in standing.iter().enumerate() {
            if let Some(air) = stands[i].air {
                let hip = posture.hip(side);
                reach(&mut posture.feet[side], hip, ramp(air, 0.0, HANDOVER));
                let kicks = ramp(soles[side][0][i].length(), 0.0, KICKS);
                let [steps, held] = [ANKLE_HANDOVER, HANDOVER].map(|handover| ramp(air, 0.0, handover));
                hold_ankle(posture, side, steps + (held - steps) * kicks);
                posture.feet[side].keep_off_floor();
            }
        }
    }
}

/// Pulls a foot in the air to where its leg can carry it, without a corner.
fn reach(foot: &mut Foot, hip: Vec3, share: f32) {
    let (longest, soft) = (LONGEST_LEG * (THIGH + SHIN), 0.06);
    let leg = foot.ankle - hip;
    let far = leg.length();
    // Below the soft zone nothing happens; in it, the way is bent towards the longest.
    let over = (far - (longest - soft)).max(0.0);
    let kept = longest - soft + soft * over / (soft + over);
    if over > 0.0 {
        foot.ankle = foot.ankle.lerp(hip + leg * (kept / far), share);
    }
}

/// Turns a foot in the air to where its ankle lets it, by a share.
pub(crate) fn hold_ankle(posture: &mut Posture, side: usize, share: f32) {
    // The knee follows the foot a little, so it takes a few rounds.
    for _ in 0..3 {
        let [_, shin] = leg_bones(posture, side);
        let foot = posture.feet[side].turn;
        let against = shin.conjugate() * foot.rotation();
        // First the hinge, then what is left of the turn.
        let hinge = Quat::from_xyzw(against.x, 0.0, 0.0, against.w).normalize();
        let flexed = 2.0 * libm::atan2f(hinge.x, hinge.w);
        let flexed = libm::remainderf(flexed, 2.0 * std::f32::consts::PI);
        let rest = hinge.conjugate() * against;
        let rest = if rest.w < 0.0 { -rest } else { rest };
        let aside = 2.0 * libm::acosf(rest.w.min(1.0));
        let kept = about(0, soft_clamp(flexed, ANKLE_UP, ANKLE_DOWN));
        let rest = Quat::IDENTITY.slerp(rest, soft_clamp(aside, -ANKLE_ASIDE, ANKLE_ASIDE) / aside.max(1e-6));
        let held = foot.rotation().slerp(shin * kept * rest, share);
        posture.feet[side].turn = Turn::near(held, foot);
    }
}

/// Keeps a value between limits, giving way gently from two thirds of the way on.
fn soft_clamp(value: f32, lowest: f32, highest: f32) -> f32 {
    let limit = if value < 0.0 { -lowest } else { highest };
    let (size, free) = (value.abs(), 0.66 * limit);
    let over = (size - free).max(0.0);
    let room = limit - free;
    let kept = size.min(free) + room * over / (room + over);
    if value < 0.0 { -kept } else { kept }
}

fn supports(steps: &[Step], seconds: f32) -> Vec<[f32; 2]> {
    (0..steps.len())
        .map(|n| [steps[n].land.max(0.0), steps.get(n + 1).map_or(seconds, |next| next.lift).min(seconds)])
        .filter(|[from, to]| to > from)
        .collect()
}
