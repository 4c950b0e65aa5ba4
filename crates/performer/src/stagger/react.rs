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
use crate::signal::{INNER_RATE, Rng, smooth};

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

    /// rad/s that trunk and head get for each m/s of the body's change: tipped with the shove, or left behind.
    fn throws(self) -> [f32; 2] {
        match self {
            ShovedPart::Chest | ShovedPart::Back => [1.9, -1.6],
            ShovedPart::LeftShoulder | ShovedPart::RightShoulder => [1.5, -1.1],
            ShovedPart::LeftSide | ShovedPart::RightSide => [1.3, -1.2],
            ShovedPart::Head => [2.2, 5.0],
            ShovedPart::Hips => [-1.2, -0.8],
        }
    }

    /// rad/s to the left that the trunk gets for each m/s backward: a shoulder is pushed round.
    fn twists(self) -> f32 {
        match self {
            ShovedPart::LeftShoulder => 2.6,
            ShovedPart::RightShoulder => -2.6,
            _ => 0.0,
        }
    }
}

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
const TRUNK: (f32, f32) = (1.25, 0.6);
const HEAD: (f32, f32) = (2.2, 0.5);
const HANGING: (f32, f32) = (0.95, 0.35);
const FLAIL: (f32, f32) = (1.9, 0.6);
const KNEES: (f32, f32) = (1.5, 0.75);
/// The share of a tipping trunk that is in the hips; the spine has the rest.
const HIPS: f32 = 0.35;
/// m. ξ so far outside the soles alarms the whole body.
const ALARMING: f32 = 0.3;

/// Lets a body answer to shoves, each with where it lands.
pub fn react(postures: &mut [Posture], course: &Staggered, shoves: &[(Shove, ShovedPart)], rng: &mut Rng) {
    let alarm = Alarm::new(course, postures.len());
    let spring = |(hertz, damping)| Spring::new(hertz, damping);
    let (mut trunk, mut head, mut knees) = (spring(TRUNK), spring(HEAD), spring(KNEES));
    let mut hanging = [spring(HANGING); 2];
    let mut flailing = [spring(FLAIL); 2];
    let habit = [0, 1].map(|_| Vec3::new(rng.range(0.7, 1.3), rng.range(0.6, 1.3), rng.range(0.7, 1.2)));
    let mut next = 0;
    let mut moods = [Vec3::ONE; 2];
    for (i, posture) in postures.iter_mut().enumerate() {
        let now = i as f32 / INNER_RATE;
        let mut kicks = [Vec3::ZERO; 3];
        while next < shoves.len() && now > shoves[next].0.at + lasts(shoves[next].0.velocity) {
            next += 1;
        }
        if let Some((shove, part)) = shoves.get(next).filter(|(shove, _)| now >= shove.at) {
            if now - shove.at < 1.0 / INNER_RATE {
                moods = [0, 1].map(|side| {
                    habit[side] * Vec3::new(rng.range(0.7, 1.3), rng.range(0.5, 1.4), rng.range(0.7, 1.3))
                });
            }
            kicks = kicked(shove, *part, now);
        }
        let (loss, falls) = (alarm.size[i], alarm.direction[i]);
        // Hips bend against a fall, most of all against one backward.
        let bend = Vec3::new(0.0, 0.12 * falls.z.abs() + 0.16 * (-falls.z).max(0.0), 0.0);
        let tipped = trunk.step(bend, kicks[0]);
        let nod = head.step(Vec3::ZERO, kicks[1]);
        let caught = Vec3::Y * alarm.landing[i];
        posture.pelvis.y += knees.step(Vec3::Y * (-0.05 * loss), -caught).y.min(0.0);
        tip(posture, tipped);
        posture.gaze.yaw += nod.x + 0.3 * tipped.x;
        posture.gaze.pitch += nod.y + 0.35 * tipped.y;
        posture.gaze.roll += nod.z + 0.35 * tipped.z;
        for side in 0..2 {
            let out = super::outward(side);
            let left_behind = hanging[side].step(Vec3::ZERO, kicks[2]);
            let hand = &mut posture.hands[side];
            let wanted = flail(out, falls, moods[side]) - hand.wrist;
            let thrown = flailing[side].step(0.75 * loss * wanted, Vec3::ZERO);
            let mut wrist = hand.wrist + thrown + left_behind;
            // An arm swings on a circle.
            wrist.y += left_behind.length_squared() / 0.9;
            hand.wrist = within_reach(wrist);
            hand.elbow = hand.elbow.lerp(Vec3::new(0.45 * out, -1.0, -0.4), 0.8 * loss);
        }
    }
}

/// What a shove does at a moment: accelerations of trunk (yaw, pitch, roll), head, hanging arms (as the chest sees them).
fn kicked(shove: &Shove, part: ShovedPart, now: f32) -> [Vec3; 3] {
    let lasts = lasts(shove.velocity);
    let share = libm::sinf(std::f32::consts::PI * ((now - shove.at) / lasts).clamp(0.0, 1.0));
    let pulse = 0.5 * std::f32::consts::PI / lasts * share;
    // Harder shoves tip the body less for what they are: it gives way as a whole.
    let Vec3 { x, z, .. } = shove.velocity / (1.0 + 0.35 * shove.velocity.length());
    let [trunk, head] = part.throws();
    // Ahead is pitched forward; to the left is rolled to the left.
    let turn = |gain: f32, yaw: f32| Vec3::new(yaw, gain * z, -gain * x) * pulse;
    [
        turn(trunk, -part.twists() * z),
        turn(head, 0.4 * part.twists() * z),
        -0.9 * Vec3::new(x, 0.0, z) * pulse,
    ]
}

fn tip(posture: &mut Posture, by: Vec3) {
    let add = |turn: &mut Turn, share: f32| {
        turn.yaw += share * by.x;
        turn.pitch += share * by.y;
        turn.roll += share * by.z;
    };
    add(&mut posture.hips, HIPS);
    add(&mut posture.chest, 1.0 - HIPS);
}

/// Where a wrist goes, seen from its shoulder, when the body falls some way (as it sees itself, 1 for a bad fall).
fn flail(out: f32, falls: Vec3, mood: Vec3) -> Vec3 {
    let aside = out * falls.x;
    // Out to the side, more so where the body falls to that side; ahead in any fall along the body's front.
    Vec3::new(
        out * (0.26 + 0.16 * aside) * mood.x,
        (-0.3 + 0.16 * falls.length() - 0.1 * aside) * mood.y,
        (0.12 + 0.26 * falls.z.abs()) * mood.z,
    )
}

/// How bad it is, from 0 to 1, and which way the body falls, smoothed as muscles are.
struct Alarm {
    size: Vec<f32>,
    /// As the body sees it.
    direction: Vec<Vec3>,
    /// m/s². How hard a foot that catches the body lands.
    landing: Vec<f32>,
}

impl Alarm {
    fn new(course: &Staggered, length: usize) -> Alarm {
        let at = |i: usize| i.min(course.alarm.len() - 1);
        // Held for a while, and late: it takes a body longer to calm down than to be alarmed.
        let late = (0.1 * INNER_RATE) as usize;
        let mut held = 0.0_f32;
        let mut size: Vec<f32> = (0..length)
            .map(|i| {
                let now = (course.alarm[at(i.saturating_sub(late))] / ALARMING).min(1.0);
                held = now.max(held - 1.3 / INNER_RATE);
                held
            })
            .collect();
        // Steps of ordinary walking are no alarm: there, ξ is ahead of the sole all the time.
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
        Alarm { size, direction, landing }
    }
}

impl Staggered {
    /// m. By how much the knees are bent more than legs are short: little on one's way, and more for who is thrown about.
    pub(crate) fn spare(&self, length: usize) -> Vec<f32> {
        self.shaken(length).iter().map(|shaken| AT_EASE + (THROWN - AT_EASE) * shaken).collect()
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
