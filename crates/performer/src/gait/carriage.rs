//! What pelvis, chest, head and arms do about going: the curves that people's do, never twice the same.
//!
//! Curves are those of [`shapes`](super::shapes), played by the phase of the stride. Every performer has habits for a
//! take: an arm that swings further, a chest that is turned a little. Strides differ by drifts about them, and who stands
//! shifts his weight, breathes and looks about.

use std::f32::consts::TAU;

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use super::jump::{Jump, near};
use super::path::Path;
use super::shapes::{ANGLES, Angle, angle};
use super::steps::{Step, running};
use crate::posture::{Hand, Turn, hanging_apart};
use crate::signal::{INNER_RATE, Rng, drift, ramp, smooth};

/// What a body does above its legs, in one sample. Turns are against where the path faces, the chest's against the pelvis.
pub(super) struct Carriage {
    pub(super) hips: Turn,
    pub(super) chest: Turn,
    pub(super) gaze: Turn,
    pub(super) hands: [Hand; 2],
    /// m. How far the pelvis is aside and ahead of its path while standing.
    pub(super) shift: Vec3,
}

/// rad. How much each angle drifts about its curve while going, by [`Angle`]: with it, strides differ by as much as those
/// of one person in one recording (shoulders turned by 2 to 4°, hands by 3 to 6 cm: CMU 69_06, LAFAN1 walk1).
const DRIFT: [f32; ANGLES] = [0.025, 0.01, 0.01, 0.06, 0.014, 0.016, 0.035, 0.02, 0.022, 0.055, 0.024, 0.07];
/// How much more they drift in a run.
const DRIFT_RUN: f32 = 0.5;
/// s. The period of these drifts: one or two strides.
const DRIFT_PERIOD: f32 = 1.3;
/// rad. How far habits of a take are from the mean of people, by [`Angle`], about half of the spread between recordings.
const HABIT: [f32; ANGLES] = [0.02, 0.015, 0.012, 0.025, 0.03, 0.02, 0.02, 0.04, 0.025, 0.03, 0.02, 0.08];
/// How much larger or smaller than usual the waves of a stretch of going are, at most, and the period of that in s.
const VIGOUR: f32 = 0.25;
const VIGOUR_PERIOD: f32 = 6.0;
/// How much further one arm swings than the other, at most.
const UNEQUAL: f32 = 0.25;
/// rad. How much further than the other one elbow is bent, least and most, and how much more so in a run. People's differ by
/// 1.6 to 9° walking and by 3.1 to 16° running.
const UNEQUAL_BEND: [f32; 2] = [0.035, 0.11];
const UNEQUAL_RUN: f32 = 0.7;
/// People differ in phase, so that means of their curves are flatter than any of them: by about this.
const UNFLATTEN: f32 = 1.1;
/// How much further elbows go in walks: other recordings' do (LAFAN1, Bandai Namco: 31°, CMU 20°).
const ELBOWS: f32 = 0.25;
/// rad. Waves of a person's own, of one and of two cycles a stride, by [`Angle`]: what differs between people and is lost
/// in their mean. In a run they are twice as large.
const OWN: [f32; ANGLES] = [0.014, 0.012, 0.01, 0.014, 0.012, 0.01, 0.018, 0.016, 0.022, 0.035, 0.01, 0.06];
/// rad. How far the chest rises with a breath, and Hz.
const BREATH: f32 = 0.009;
const BREATH_RATE: f32 = 0.27;
/// rad. How much further forward than in a run the pelvis is tilted in a sprint: hips reach further back.
const SPRINT_PITCH: f32 = 0.06;
/// m/s, and rad: how far beyond the measured curves pelvis and chest lean in a fast run. Runners of LAFAN1 lean by 14 to 26°,
/// those of CMU, of whom the curves are, by 7 to 14°.
const FAST: [f32; 2] = [3.2, 4.4];
const FAST_LEAN: [f32; 2] = [0.0, 0.1];
/// m. How far weight is shifted in standing, aside and ahead, and the period of that in s.
const SHIFT: [f32; 2] = [0.028, 0.01];
const SHIFT_PERIOD: f32 = 5.0;
/// s. Eyes go into a turn so long before the body.
const LOOKS_AHEAD: f32 = 0.35;
/// rad. But not further than about this.
const LOOKS_ROUND: f32 = 0.9;
/// rad. How far who stands looks about, and who goes.
const LOOKS_ABOUT: [f32; 2] = [0.22, 0.06];

/// The carriage of every sample of a path.
pub(super) fn carriage(
    path: &Path,
    steps: &[Step],
    jumps: &[Jump],
    phases: &[f32],
    rng: &mut Rng,
) -> Vec<Carriage> {
    let length = path.place.len();
    let habits: [f32; ANGLES] = HABIT.map(|most| most * rng.signed());
    let own: [[f32; 3]; ANGLES] = OWN.map(|most| [most * rng.range(0.5, 1.0), rng.unit(), rng.unit()]);
    let arms = rng.range(-UNEQUAL, UNEQUAL);
    let drifts: Vec<Vec<f32>> = DRIFT.iter().map(|_| drift(rng, length, DRIFT_PERIOD)).collect();
    let [left_arm, right_arm] = [0, 1].map(|_| drift(rng, length, DRIFT_PERIOD));
    let vigour = drift(rng, length, VIGOUR_PERIOD);
    let [aside, nod] = [0, 1].map(|_| drift(rng, length, SHIFT_PERIOD));
    let glance = drift(rng, length, 3.1);
    let breath = drift(rng, length, 4.0);
    let bends = 0.5 * rng.range(UNEQUAL_BEND[0], UNEQUAL_BEND[1]) * if rng.unit() < 0.5 { 1.0 } else { -1.0 };
    let mut run: Vec<f32> = path.velocity.iter().map(|v| running(v.length())).collect();
    smooth(&mut run, 0.12);
    // Steps on the spot have the waves of slow walking, in part.
    let mut stepping = vec![0.0_f32; length];
    for step in steps {
        let [from, to] = [step.lift, step.land].map(|t| path.index(t));
        stepping[from..=to].fill(1.0);
    }
    smooth(&mut stepping, 0.15);
    (0..length)
        .map(|i| {
            let seconds = i as f32 / INNER_RATE;
            let (velocity, run) = (path.velocity[i], run[i]);
            let speed = velocity.length();
            let going = ramp(speed, 0.1, 0.8);
            // Sideways and backward, arms and trunk do less.
            let ahead = (velocity.z / speed.max(0.3)).clamp(-0.5, 1.0);
            let size = UNFLATTEN * (1.0 + VIGOUR * vigour[i]) * going.max(0.3 * stepping[i]);
            let at = |which: Angle, phase: f32, noise: f32| {
                let [mean, odd, even] = angle(which, speed, run, phase);
                let n = which as usize;
                let [most, once, twice] = own[n];
                let cycle = |n: f32, offset: f32| libm::cosf(TAU * (n * phase + offset));
                let own = (1.0 + run) * most;
                let (odd, even) = (odd + 0.6 * own * cycle(1.0, once), even + 0.4 * own * cycle(2.0, twice));
                // Going backward, the same foot lands while the other arm and hip are ahead.
                let wave = ahead * odd + (0.4 + 0.6 * ahead.abs()) * even;
                let size = if which == Angle::Elbow { size * (1.0 + ELBOWS * (1.0 - run)) } else { size };
                going * mean * ahead.max(0.3)
                    + size * wave
                    + habits[n]
                    + (0.4 + 0.6 * going) * (1.0 + DRIFT_RUN * run) * DRIFT[n] * noise
            };
            let turn = |first: Angle, second: Angle, third: Angle| {
                let each = |which: Angle| at(which, phases[i], drifts[which as usize][i]);
                Turn::new(each(first), each(second), each(third))
            };
            let hips = turn(Angle::HipsYaw, Angle::HipsPitch, Angle::HipsRoll);
            let mut chest = turn(Angle::ChestYaw, Angle::ChestPitch, Angle::ChestRoll);
            let mut gaze = turn(Angle::HeadYaw, Angle::HeadPitch, Angle::HeadRoll);
            let jump = near(jumps, seconds);
            let lean = jump.map_or(0.0, |jump| jump.lean(seconds));
            let inhaled = libm::sinf(TAU * BREATH_RATE * seconds + breath[i]) * (1.0 + run);
            chest.pitch += 0.8 * lean - BREATH * inhaled;
            let turns = path.yaw[path.index(seconds + LOOKS_AHEAD)] - path.yaw[i];
            let about = LOOKS_ABOUT[0] + (LOOKS_ABOUT[1] - LOOKS_ABOUT[0]) * going;
            gaze.yaw += LOOKS_ROUND * libm::tanhf(0.8 * turns / LOOKS_ROUND) + about * glance[i];
            gaze.pitch += 0.3 * lean;
            let brakes = ramp(-gains(path, i), BRAKES[0], BRAKES[1]);
            chest.pitch -= BRAKING_LEAN * brakes;
            let hands = Side::BOTH.map(|side| {
                let (own, noise, one) = match side {
                    Side::Left => (phases[i], &left_arm, 1.0),
                    Side::Right => (phases[i] + 0.5, &right_arm, -1.0),
                };
                let more = 1.0 + one * arms;
                // Who stops has both arms out and low, one further than the other.
                let brakes = brakes * (1.0 + one * BRAKING_APART * habits[0].signum());
                let each = |which: Angle| at(which, own, noise[i]);
                let wave = (1.0 - 0.5 * brakes) * more * each(Angle::Swing);
                let swing =
                    not_beyond(wave) + BRAKING_SWING * brakes + jump.map_or(0.0, |jump| jump.arms(seconds));
                let elbow = each(Angle::Elbow) + one * bends * (1.0 + UNEQUAL_RUN * run);
                let bend = STANDING_BEND * (1.0 - going)
                    + elbow
                    + (BRAKING_BEND - elbow).min(0.0) * brakes.min(1.0)
                    + jump.map_or(0.0, |jump| 0.3 * jump.arms(seconds).abs());
                let spread = STANDING_SPREAD * (1.0 - going) + each(Angle::Spread) + BRAKING_SPREAD * brakes;
                hanging_apart(side, swing - 0.3 * lean, spread.max(LEAST_SPREAD), bend.max(LEAST_BEND))
            });
            let shift = Vec3::new(SHIFT[0] * aside[i], 0.0, SHIFT[1] * nod[i]) * (1.0 - going);
            let fast = run * ramp(speed, FAST[0], FAST[1]) * (1.0 - ramp(-gains(path, i), 0.3, 1.5));
            chest.pitch += FAST_LEAN[1] * fast;
            let pitch = hips.pitch + 0.2 * lean + SPRINT_PITCH * ramp(speed, 3.9, 5.2) + FAST_LEAN[0] * fast;
            let hips = Turn { pitch, ..hips };
            Carriage { hips, chest, gaze, hands, shift }
        })
        .collect()
}

/// m/s². From where on who brakes has the arms out and low, and where they are all the way: people who stop from a run do
/// (CMU 16_08, 127_17, 128_07).
const BRAKES: [f32; 2] = [1.5, 4.0];
/// rad. How far they swing ahead and out, and how far elbows are still bent.
const BRAKING_SWING: f32 = 0.3;
const BRAKING_BEND: f32 = 0.75;
const BRAKING_SPREAD: f32 = 0.42;
/// rad. How far the chest goes back.
const BRAKING_LEAN: f32 = 0.08;
/// How much more one arm does of it, and how much less the other.
const BRAKING_APART: f32 = 0.25;
/// Samples to either side over which a gain of speed is taken: a quarter of a second.
const AROUND: usize = 30;

/// m/s². How fast the body gains speed ahead.
fn gains(path: &Path, i: usize) -> f32 {
    let (a, b) = (i.saturating_sub(AROUND), (i + AROUND).min(path.velocity.len() - 1));
    (path.velocity[b].z - path.velocity[a].z) * INNER_RATE / (b - a).max(1) as f32
}

/// rad. From where on an arm that swings back is held, and how much further it goes: shoulders do by 65° in all.
const BACK: [f32; 2] = [0.75, 0.25];

/// A swing that goes back no further than shoulders do.
fn not_beyond(swing: f32) -> f32 {
    let over = (-swing - BACK[0]).max(0.0);
    swing + over - BACK[1] * libm::tanhf(over / BACK[1])
}

/// rad. How arms hang when standing, and the least that an arm is away from the body and an elbow bent.
const STANDING_BEND: f32 = 0.3;
const STANDING_SPREAD: f32 = 0.14;
const LEAST_SPREAD: f32 = 0.11;
const LEAST_BEND: f32 = 0.12;
