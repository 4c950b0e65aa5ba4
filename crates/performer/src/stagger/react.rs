//! How trunk, head, arms and knees answer to a shove: as masses on springs.
//!
//! What is pushed goes first and the rest follows: the trunk tips about the hips, the head and the hanging arms are left
//! behind and swing after, knees give when a foot catches the body. On top of that comes what people do on purpose when
//! they lose their balance: arms go up and out, away from where they fall to, and the hips bend.

use footwork_motion::glam::Vec3;

use super::{Shove, Staggered, lasts};
use crate::boxing::legs::{AT_EASE, THROWN};
use crate::overlay::within_reach;
use crate::posture::{Posture, Turn, about};
use crate::signal::{INNER_RATE, Rng, ramp, smooth, widen};

/// Where a shove lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ShovedPart {
    Chest,
    Back,
    LeftShoulder,
    RightShoulder,
    LeftSide,
    RightSide,
    Head,
    Hips,
}

impl ShovedPart {
    /// As truth calls it.
    pub fn name(self) -> &'static str {
        match self {
            ShovedPart::Chest => "chest",
            ShovedPart::Back => "back",
            ShovedPart::LeftShoulder => "left_shoulder",
            ShovedPart::RightShoulder => "right_shoulder",
            ShovedPart::LeftSide => "left_side",
            ShovedPart::RightSide => "right_side",
            ShovedPart::Head => "head",
            ShovedPart::Hips => "hips",
        }
    }

    /// m. Where it lands, as the body sees it: from the middle of the hip joints, for a shove that goes some way.
    fn lever(self, way: Vec3) -> Vec3 {
        let (aside, up) = match self {
            ShovedPart::Chest | ShovedPart::Back => (0.0, 0.44),
            ShovedPart::LeftSide | ShovedPart::RightSide => (0.0, 0.4),
            ShovedPart::LeftShoulder => (0.175, 0.52),
            ShovedPart::RightShoulder => (-0.175, 0.52),
            ShovedPart::Head => (0.0, 0.74),
            ShovedPart::Hips => (0.0, 0.055),
        };
        Vec3::new(aside, up, 0.0) - SKIN * way
    }
}

/// m. From the middle of the trunk to where hands push.
const SKIN: f32 = 0.11;
/// m. A trunk on hips that are free to move is not tipped by a push at this height above them, the other way round by one
/// below it: of 42 kg with the middle 0.3 m up, over legs that weigh 12 kg to somebody who pushes the hips.
const PERCUSSION: f32 = 0.23;
/// rad/s that a trunk is tipped with for each m/s of the whole body and each m above that: 72 kg over 2.7 kg·m², which is
/// the trunk's inertia with the hips free.
const TIPS: f32 = 27.0;
/// Less of it to a side, where muscles hold it at once, and backward; and by a push at the head, since the neck gives way.
const TIPS_ASIDE: f32 = 0.62;
const TIPS_BACK: f32 = 0.75;
const THROUGH_NECK: f32 = 0.45;
/// rad/s that the trunk is twisted with for each m/s and each m from its axis: 72 kg over 2.4 kg·m², arms and hips with it.
const TWISTS: f32 = 30.0;
/// rad/s of a head that is pushed itself, for each m/s.
const HEAD_KNOCKED: f32 = 5.0;
/// 1/m. How much the hips' acceleration tips the trunk: its weight times its middle's height over its inertia.
const WHIPS: f32 = 2.2;

/// A damped spring that is kicked and pulled.
#[derive(Clone, Copy)]
struct Spring {
    at: Vec3,
    speed: Vec3,
    /// 1/s
    rate: f32,
    damping: f32,
}

impl Spring {
    /// By how often it would swing, in Hz, and how well it is damped: 1 does not overshoot.
    fn new(hertz: f32, damping: f32) -> Spring {
        let rate = 2.0 * std::f32::consts::PI * hertz;
        Spring { at: Vec3::ZERO, speed: Vec3::ZERO, rate, damping }
    }

    /// One sample towards `goal`, kicked by an acceleration.
    fn step(&mut self, goal: Vec3, kick: Vec3) -> Vec3 {
        let pull = self.rate * self.rate * (goal - self.at) - 2.0 * self.damping * self.rate * self.speed;
        self.speed += (pull + kick) / INNER_RATE;
        self.at += self.speed / INNER_RATE;
        self.at
    }
}

/// Hz and damping: of a trunk that is held by its muscles, a head on its neck, arms that hang and arms that are thrown
/// about, and knees.
const TRUNK: (f32, f32) = (0.95, 0.6);
const HEAD: (f32, f32) = (1.9, 0.42);
const HANGING: (f32, f32) = (0.95, 0.35);
const FLAIL: (f32, f32) = (1.35, 0.65);
const KNEES: (f32, f32) = (1.5, 0.75);
/// By how much of itself one arm's swing is quicker, and the other's slower.
const ARMS_DIFFER: f32 = 0.12;
/// rad. No trunk is tipped further ahead, back and to a side, nor twisted further: it is held the harder the nearer it comes.
const MOST_AHEAD: f32 = 1.0;
const MOST_BACK: f32 = 0.45;
const MOST_ASIDE: f32 = 0.4;
const MOST_TWIST: f32 = 0.55;
/// The share of a tipping trunk that is in the hips; the spine has the rest. Bent back
/// and to a side, the hips are soon at their end.
const HIPS: f32 = 0.35;
const HIPS_BACK: f32 = 0.2;
const HIPS_ASIDE: f32 = 0.2;
/// The share of a tipping trunk that the head goes along with, late; and of a twisted one.
const HEAD_TIPS: f32 = 0.62;
const HEAD_TWISTS: f32 = 0.45;
/// How much of the trunk's tipping arms do not go along with that hang.
const PLUMB: f32 = 0.7;
/// m. ξ so far outside the soles alarms the whole body.
const ALARMING: f32 = 0.3;

/// m/s. Steps of ordinary walking are no alarm, though ξ is ahead of the sole all the time: who goes as he wants to, by
/// less than the first, is not thrown about at all, and by more than the second altogether.
const OFF: [f32; 2] = [0.3, 0.9];

/// Lets a body answer to shoves, each with where it lands.
pub fn react(postures: &mut [Posture], course: &Staggered, shoves: &[(Shove, ShovedPart)], rng: &mut Rng) {
    let alarm = Alarm::new(course, postures.len());
    let spring = |(hertz, damping)| Spring::new(hertz, damping);
    let (mut trunk, mut head, mut knees) = (spring(TRUNK), spring(HEAD), spring(KNEES));
    let differ = ARMS_DIFFER * rng.signed();
    let mut hanging = [1.0 + differ, 1.0 - differ].map(|quick| Spring::new(quick * HANGING.0, HANGING.1));
    let mut flailing = [1.0 - differ, 1.0 + differ].map(|quick| Spring::new(quick * FLAIL.0, FLAIL.1));
    let mut next = 0;
    let (mut moods, mut mood_now) = ([Vec3::ONE; 2], [Vec3::ONE; 2]);
    let looks = looks(course, shoves, postures.len(), rng);
    for (i, posture) in postures.iter_mut().enumerate() {
        let now = i as f32 / INNER_RATE;
        let mut kicks = [Vec3::ZERO; 3];
        while next < shoves.len() && now > shoves[next].0.at + lasts(shoves[next].0.velocity) {
            next += 1;
        }
        if let Some((shove, part)) = shoves.get(next).filter(|(shove, _)| now >= shove.at) {
            if now - shove.at < 1.0 / INNER_RATE {
                moods = mood(shove, rng);
            }
            kicks = kicked(shove, *part, now);
        }
        for (now, mood) in mood_now.iter_mut().zip(moods) {
            *now += (mood - *now) / (CHANGES * INNER_RATE);
        }
        let (loss, falls) = (alarm.size[i], alarm.direction[i]);
        // Hips bend against a fall, most of all against one backward.
        let bend = Vec3::new(0.0, 0.2 * falls.z.max(0.0) + 0.22 * (-falls.z).max(0.0), 0.0);
        let Vec3 { x, z, .. } = alarm.whips[i];
        let whipped = WHIPS * Vec3::new(0.0, -z, TIPS_ASIDE * x);
        let tipped = held(trunk.step(bend, kicks[0] + whipped));
        let along = tipped * Vec3::new(HEAD_TWISTS, HEAD_TIPS, HEAD_TIPS);
        let nod = head.step(along, kicks[1]);
        let caught = Vec3::Y * alarm.landing[i];
        posture.pelvis.y += knees.step(Vec3::Y * (-0.05 * loss), -caught).y.min(0.0);
        tip(posture, tipped);
        posture.chest.yaw += TURNS_WITH_HEAD * looks[0][i];
        posture.gaze.yaw += nod.x + looks[0][i];
        posture.gaze.pitch += nod.y + looks[1][i];
        posture.gaze.roll += nod.z;
        for side in 0..2 {
            let out = super::outward(side);
            let left_behind = hanging[side].step(Vec3::ZERO, kicks[2]);
            let hand = &mut posture.hands[side];
            let wanted = flail(out, falls, mood_now[side]) - hand.wrist;
            let thrown = flailing[side].step(0.75 * loss * wanted, Vec3::ZERO);
            // An arm that hangs stays plumb: as the chest sees it, it is tipped the other way, but not into the trunk.
            let plumb = about(0, -PLUMB * (1.0 - loss) * tipped.y)
                * about(2, out * (PLUMB * out * -tipped.z).max(0.0));
            let mut wrist = plumb * hand.wrist + thrown + left_behind;
            // An arm swings on a circle.
            wrist.y += left_behind.length_squared() / 0.9;
            hand.wrist = within_reach(wrist);
            hand.elbow = hand.elbow.lerp(Vec3::new(0.6 * out, -1.0, -0.5), 0.7 * loss);
        }
    }
}

/// What a shove does at a moment: accelerations of trunk (yaw, pitch, roll), head, hanging arms (as the chest sees them).
fn kicked(shove: &Shove, part: ShovedPart, now: f32) -> [Vec3; 3] {
    let lasts = lasts(shove.velocity);
    let share = libm::sinf(std::f32::consts::PI * ((now - shove.at) / lasts).clamp(0.0, 1.0));
    let pulse = 0.5 * std::f32::consts::PI / lasts * share;
    let Vec3 { x, z, .. } = shove.velocity;
    let lever = part.lever(shove.velocity.normalize_or_zero());
    let on_head = part == ShovedPart::Head;
    let tips = TIPS * (lever.y - PERCUSSION) * if on_head { THROUGH_NECK } else { 1.0 };
    // Ahead is pitched forward; to the left is rolled to the left.
    let along = if z < 0.0 { TIPS_BACK * z } else { z };
    let twist = if on_head { 0.0 } else { TWISTS * (lever.z * x - lever.x * z) };
    let knocked = if on_head { HEAD_KNOCKED } else { 0.0 };
    [
        Vec3::new(twist, tips * along, -tips * TIPS_ASIDE * x) * pulse,
        Vec3::new(0.0, knocked * z, -knocked * x) * pulse,
        -1.1 * Vec3::new(x, 0.0, z) / (1.0 + 0.35 * shove.velocity.length()) * pulse,
    ]
}

/// How far a trunk comes that would be tipped so far.
fn held(by: Vec3) -> Vec3 {
    let soft = |angle: f32, most: f32| most * libm::tanhf(angle / most);
    let most = if by.y > 0.0 { MOST_AHEAD } else { MOST_BACK };
    Vec3::new(soft(by.x, MOST_TWIST), soft(by.y, most), soft(by.z, MOST_ASIDE))
}

/// How far each arm is thrown after a shove: the one on the side that the body leaves goes up and out, and either may be the
/// lazier.
fn mood(shove: &Shove, rng: &mut Rng) -> [Vec3; 2] {
    let aside = shove.velocity.x / (0.4 + shove.velocity.length());
    let lazy = rng.range(0.35, 0.75);
    let first = rng.unit() < 0.5 - 0.5 * aside;
    [0, 1].map(|side| {
        let size = if (side == 0) == first { 1.05 } else { lazy };
        size * Vec3::new(rng.range(0.85, 1.15), rng.range(0.8, 1.2), rng.range(0.7, 1.3))
    })
}

/// rad. Yaw and pitch of a head that looks round for who pushed, or down at where it was hit from the front: once the worst is
/// over, and for a second or so. What did not hurt is let pass.
fn looks(course: &Staggered, shoves: &[(Shove, ShovedPart)], length: usize, rng: &mut Rng) -> [Vec<f32>; 2] {
    let mut looks = [vec![0.0; length], vec![0.0; length]];
    for (n, (shove, _)) in shoves.iter().enumerate() {
        let (late, long, share, skips) =
            (rng.range(0.45, 0.75), rng.range(0.5, 1.2), rng.range(0.6, 1.0), rng.unit() < 0.2);
        let Some(outcome) = course.outcomes.iter().find(|outcome| outcome.at == shove.at) else { continue };
        let from = shove.at + late + 0.4 * (outcome.until - shove.at).min(1.2);
        let next = shoves.get(n + 1).map_or(f32::INFINITY, |(next, _)| next.at);
        let to = (from + long).min(next + 0.1);
        if skips || shove.velocity.length() < HURTS || to - from < SHORTEST_LOOK {
            continue;
        }
        let seen = course.seen(-outcome.velocity, from);
        let yaw = share * libm::atan2f(seen.x, seen.z).clamp(-FURTHEST_LOOK, FURTHEST_LOOK);
        let pitch = 0.3 * share * (1.0 - yaw.abs() / FURTHEST_LOOK);
        let [a, b] = [from, to].map(|t| (t * INNER_RATE) as usize);
        for (look, angle) in looks.iter_mut().zip([yaw, pitch]) {
            look.iter_mut().take(b).skip(a).for_each(|look| *look = angle);
        }
    }
    looks.iter_mut().for_each(|look| smooth(look, LOOK_ROUNDING));
    looks
}

/// m/s. Who was pushed by less goes on as if nothing had been.
const HURTS: f32 = 0.7;
/// s, and rad. Shorter looks are none; a head turns no further against the hips, and so much of that is the trunk's.
const SHORTEST_LOOK: f32 = 0.3;
const FURTHEST_LOOK: f32 = 1.2;
const TURNS_WITH_HEAD: f32 = 0.3;
/// s. A head goes there and back within about three times that.
const LOOK_ROUNDING: f32 = 0.1;
/// s. Within this time arms take up what another push asks of them.
const CHANGES: f32 = 0.08;

fn tip(posture: &mut Posture, by: Vec3) {
    let add = |turn: &mut Turn, [share, along, aside]: [f32; 3]| {
        turn.yaw += share * by.x;
        turn.pitch += along * by.y;
        turn.roll += aside * by.z;
    };
    let hips = HIPS_BACK + (HIPS - HIPS_BACK) * ramp(by.y, -0.1, 0.1);
    let hips = [HIPS, hips, HIPS_ASIDE];
    add(&mut posture.hips, hips);
    add(&mut posture.chest, hips.map(|share| 1.0 - share));
}

/// Where a wrist goes, seen from its shoulder, when the body falls some way (as it sees itself, 1 for a bad fall), for an arm
/// that is thrown so far.
fn flail(out: f32, falls: Vec3, mood: Vec3) -> Vec3 {
    // From where it hangs out and up, more so on the side that the body leaves; ahead in a fall along the front, and behind
    // the back in one backward, to be fallen onto.
    let leaves = -out * falls.x;
    let up = 0.3 * falls.length() + 0.12 * leaves;
    let along = 0.24 * falls.z.max(0.0) - 0.16 * (-falls.z).max(0.0);
    Vec3::new(
        out * (0.1 + (0.3 + 0.08 * leaves) * mood.x),
        -0.46 + (0.12 + up) * mood.y,
        0.08 + along * mood.z,
    )
}

/// How bad it is, from 0 to 1, and which way the body falls, smoothed as muscles are.
struct Alarm {
    size: Vec<f32>,
    /// As the body sees it.
    direction: Vec<Vec3>,
    /// m/s². How hard a foot that catches the body lands.
    landing: Vec<f32>,
    /// m/s². How the ground throws the body about, as it sees itself, beside what hands do.
    whips: Vec<Vec3>,
}

impl Alarm {
    fn new(course: &Staggered, length: usize) -> Alarm {
        let at = |i: usize| i.min(course.alarm.len() - 1);
        // Held for a while, and late: it takes a body longer to calm down than to be alarmed.
        let late = (0.1 * INNER_RATE) as usize;
        let mut held = 0.0_f32;
        let mut size: Vec<f32> = (0..length)
            .map(|i| {
                let then = at(i.saturating_sub(late));
                let off = (course.path.velocity[then] - course.wished[then]).length();
                let now = (course.alarm[then] / ALARMING).min(1.0) * ramp(off, OFF[0], OFF[1]);
                held = now.max(held - 1.3 / INNER_RATE);
                held
            })
            .collect();
        let shaken = course.shaken(length);
        size.iter_mut().zip(&shaken).for_each(|(size, shaken)| *size *= shaken);
        smooth(&mut size, 0.05);
        let direction = (0..length)
            .map(|i| {
                let off = course.path.velocity[at(i)] - course.wished[at(i)];
                (off / 1.2).clamp_length_max(1.0) * size[i].min(1.0)
            })
            .collect();
        let mut landing = vec![0.0; length];
        for step in course.steps.iter() {
            let from = (step.land * INNER_RATE) as usize;
            let hard = shaken.get(from).copied().unwrap_or(0.0)
                * 3.5
                * course.path.velocity[at(from)].length().min(2.0);
            landing.iter_mut().skip(from).take((0.09 * INNER_RATE) as usize).for_each(|l| *l += hard);
        }
        smooth(&mut landing, 0.02);
        Alarm { size, direction, landing, whips: whips(course, &shaken, length) }
    }
}

/// m/s². What the ground does to a body that is thrown about; hands push on the trunk itself, which is counted there.
fn whips(course: &Staggered, shaken: &[f32], length: usize) -> Vec<Vec3> {
    let last = course.path.velocity.len() - 1;
    let mut whips: [Vec<f32>; 2] = [0, 2].map(|axis| {
        let at = |i: usize| (about(1, course.path.yaw[i]) * course.path.velocity[i])[axis];
        (0..length).map(|i| (at((i + 1).min(last)) - at(i.min(last))) * INNER_RATE * shaken[i]).collect()
    });
    for outcome in &course.outcomes {
        let [from, to] =
            [outcome.at, outcome.at + lasts(outcome.velocity)].map(|t| (t * INNER_RATE) as usize);
        for whip in &mut whips {
            whip.iter_mut().take(to).skip(from).for_each(|whip| *whip = 0.0);
        }
    }
    whips.iter_mut().for_each(|whip| smooth(whip, WHIP_ROUNDING));
    (0..length)
        .map(|i| about(1, -course.path.yaw[i.min(last)]) * Vec3::new(whips[0][i], 0.0, whips[1][i]))
        .collect()
}

/// s. Hips soften what the ground does to a trunk.
const WHIP_ROUNDING: f32 = 0.05;

/// s. So long after a shove, and so long before and after steps that catch the body, knees are spared.
const STARTLES: f32 = 0.4;
const AROUND: f32 = 0.15;

impl Staggered {
    /// m. By how much the knees are bent more than legs are short: little on one's way, and more for who is thrown about.
    pub(crate) fn spare(&self, length: usize) -> Vec<f32> {
        let mut thrown: Vec<f32> =
            (0..length).map(|i| f32::from(u8::from(self.catching.get(i) == Some(&true)))).collect();
        for outcome in &self.outcomes {
            let [from, to] = [outcome.at, outcome.at + STARTLES].map(|t| (t * INNER_RATE) as usize);
            thrown.iter_mut().take(to).skip(from).for_each(|thrown| *thrown = 1.0);
        }
        widen(&mut thrown, (AROUND * INNER_RATE) as usize);
        smooth(&mut thrown, 0.4 * AROUND);
        thrown.iter().map(|thrown| AT_EASE + (THROWN - AT_EASE) * thrown).collect()
    }

    /// From 0 to 1: how much of a shove is still felt.
    pub(crate) fn shaken(&self, length: usize) -> Vec<f32> {
        let mut felt = vec![0.0; length];
        for outcome in &self.outcomes {
            let [from, to] = [outcome.at, outcome.until + 0.2].map(|t| (t * INNER_RATE) as usize);
            felt.iter_mut().take(to).skip(from).for_each(|felt| *felt = 1.0);
        }
        smooth(&mut felt, 0.06);
        felt
    }

    /// A vector of the world as the body sees it at a time.
    pub fn seen(&self, direction: Vec3, seconds: f32) -> Vec3 {
        about(1, -self.path.yaw[self.path.index(seconds)]) * direction
    }
}
