//! Puts the pelvis where a pose's centre of mass is the one that is asked for.

use footwork_motion::glam::Vec3;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Pose, Skeleton, Transform, kinematics};

use super::{Carriers, GRAVITY, STEP, STRIDE, Settings, within};
use crate::body;
use crate::posture::{Posture, about};
use crate::signal::{INNER_RATE, keep_below, ramp, smooth_at};
use crate::solve::{highest_with, solve};

/// With feet on the ground, the centre of mass moves by about 0.8 of what the pelvis does.
const PELVIS_PER_CENTRE: f32 = 1.25;
/// Rounds of placing the pelvis and looking where the centre of mass is: what is left then is about a millimetre.
const ROUNDS: usize = 3;
/// s. A foot in the air goes wholly with the pelvis so long after it left the ground and before it is down.
const LETS_GO: f32 = 0.15;
/// s. The trunk answers to accelerations that last for a step, not to those within it.
const LEAN_ROUNDING: f32 = 0.15;
/// rad. The furthest that a trunk leans for weight alone: people who start to run lean by 22 to 30°, who stop from a run
/// by 5 to 13° back (CMU 16_08, 127_04 to 127_21, 128_07; beyond 3 m/s²).
const MOST_LEAN: f32 = 0.6;
/// The pelvis' share of a lean; the spine has the rest. Leaning back, hips are at their end soon.
const HIPS_LEAN: f32 = 0.55;
const HIPS_LEAN_BACK: f32 = 0.0;
/// To a side people lean by less than along their way: 4° where they turn with 3 m/s² and more (LAFAN1 run2).
const ASIDE_LEAN: f32 = 0.4;
/// The head's share of it, the neck takes back the rest; and how many samples later it has it: 80 ms.
const HEAD_LEAN: f32 = 0.4;
const HEAD_LAG: usize = 19;

/// Centres of mass of every [`STRIDE`]th posture.
pub fn centres(postures: &[Posture]) -> Vec<Vec3> {
    let mut scale = Scale::new();
    let count = (postures.len() - 1).div_ceil(STRIDE) + 1;
    (0..count).map(|i| scale.centre(&postures[(i * STRIDE).min(postures.len() - 1)])).collect()
}

/// A body to weigh postures with.
struct Scale {
    skeleton: Skeleton,
    pose: Pose,
    joints: Vec<Transform>,
}

impl Scale {
    fn new() -> Scale {
        let skeleton = body::skeleton();
        let pose = Pose::rest(&skeleton);
        let joints = vec![Transform::IDENTITY; skeleton.len()];
        Scale { skeleton, pose, joints }
    }

    fn centre(&mut self, posture: &Posture) -> Vec3 {
        solve(&self.skeleton, posture, &mut self.pose);
        kinematics::world(&self.skeleton, self.pose.view(), &mut self.joints);
        centre_of_mass(&self.skeleton, &self.joints)
            .unwrap_or_else(|missing| unreachable!("the performer's own body: {missing}"))
    }
}

/// Moves every pelvis along the ground so that centres of mass are above the ones given, one for every [`STRIDE`]th
/// posture. Feet in the air go along. The trunk leans into the acceleration, and the pelvis gives way downward where a
/// leg that stands would not reach.
pub fn follow(postures: &mut [Posture], targets: &[Vec3], carriers: &Carriers, settings: &Settings) {
    let pulls = pulls(targets);
    for (i, posture) in postures.iter_mut().enumerate() {
        lean(posture, between(&pulls, i), between(&pulls, i.saturating_sub(HEAD_LAG)), settings.lean);
    }
    for _ in 0..ROUNDS {
        let off: Vec<Vec3> = (centres(postures).iter().zip(targets))
            .map(|(is, should)| PELVIS_PER_CENTRE * Vec3::new(should.x - is.x, 0.0, should.z - is.z))
            .collect();
        for (i, posture) in postures.iter_mut().enumerate() {
            let by = between(&off, i);
            posture.pelvis += by;
            for (foot, spans) in posture.feet.iter_mut().zip(&carriers.feet) {
                foot.ankle += by * airborne(spans, i as f32 / INNER_RATE, settings.step);
            }
        }
    }
    fall(postures, carriers);
    give_way(postures, carriers, settings);
}

/// Lets the centre of mass fall as things do while no foot stands: from where it was when the last one left to where it is
/// when the next one lands.
fn fall(postures: &mut [Posture], carriers: &Carriers) {
    let flying: Vec<bool> = (0..postures.len())
        .map(|i| i as f32 / INNER_RATE)
        .map(|t| ![&carriers.feet[0], &carriers.feet[1], &carriers.elsewhere].iter().any(|s| within(s, t)))
        .collect();
    let mut scale = Scale::new();
    let mut from = 0;
    while let Some(first) = (from..flying.len()).find(|&i| flying[i]) {
        let last = (first..flying.len()).find(|&i| !flying[i]).unwrap_or(flying.len()) - 1;
        from = last + 1;
        let heights: Vec<f32> = postures[first..=last].iter().map(|p| scale.centre(p).y).collect();
        let time = (last - first) as f32 / INNER_RATE;
        for (i, height) in heights.iter().enumerate() {
            let t = i as f32 / INNER_RATE;
            let line = heights[0] + (heights[last - first] - heights[0]) * t / time.max(1e-3);
            let by = line + 0.5 * GRAVITY * t * (time - t) - height;
            let posture = &mut postures[first + i];
            posture.pelvis.y += by;
            for (foot, spans) in posture.feet.iter_mut().zip(&carriers.feet) {
                // Down, they go only as far as they are off the floor.
                let free = if by < 0.0 { airborne(spans, (first + i) as f32 / INNER_RATE, 0.0) } else { 1.0 };
                foot.ankle.y += by * free;
            }
        }
    }
}

/// How freely a foot goes with the pelvis: not at all on the ground, wholly when it is well off it.
fn airborne(spans: &[[f32; 2]], seconds: f32, step: f32) -> f32 {
    let next = spans.partition_point(|span| span[1] < seconds);
    let until = spans.get(next).map_or(LETS_GO, |span| span[0] - seconds);
    let since = next.checked_sub(1).map_or(LETS_GO, |last| seconds - spans[last][1]);
    let long = ramp(since + until, 0.6 * step, 1.1 * step + 1e-6);
    ramp(since.min(until), 0.0, LETS_GO) * long
}

/// What lies between values that are [`STRIDE`] samples apart, on the curve through them (Catmull-Rom).
fn between(values: &[Vec3], sample: usize) -> Vec3 {
    let (at, s) = (sample / STRIDE, (sample % STRIDE) as f32 / STRIDE as f32);
    let last = values.len() - 1;
    let [a, b, c, d] =
        [at.saturating_sub(1), at.min(last), (at + 1).min(last), (at + 2).min(last)].map(|i| values[i]);
    b + 0.5 * s * (c - a + s * (2.0 * a - 5.0 * b + 4.0 * c - d + s * (3.0 * (b - c) + d - a)))
}

/// Accelerations over gravity, along the ground: the angles at which a rod would balance, in radians.
fn pulls(targets: &[Vec3]) -> Vec<Vec3> {
    let last = targets.len() - 1;
    let mut pulls: Vec<Vec3> = (0..=last)
        .map(|i| {
            let [a, b, c] = [i.saturating_sub(1), i, (i + 1).min(last)].map(|i| targets[i]);
            (a - 2.0 * b + c) / (STEP * STEP * GRAVITY)
        })
        .collect();
    for axis in [0, 2] {
        let mut signal: Vec<f32> = pulls.iter().map(|v| v[axis]).collect();
        smooth_at(&mut signal, LEAN_ROUNDING, 1.0 / STEP);
        pulls.iter_mut().zip(signal).for_each(|(v, s)| v[axis] = s);
    }
    pulls
}

/// Leans a trunk into what pulls at it, by shares ahead and back, and the head a little and later.
fn lean(posture: &mut Posture, now: Vec3, late: Vec3, [ahead, back]: [f32; 2]) {
    let leans = |pull: Vec3, yaw: f32| {
        let seen = about(1, -yaw) * pull;
        let along = if seen.z > 0.0 { ahead } else { back };
        let most = |angle: f32| MOST_LEAN * libm::tanhf(angle / MOST_LEAN);
        Vec3::new(most(back * seen.x), 0.0, most(along * seen.z))
    };
    let seen = leans(late, posture.gaze.yaw);
    posture.gaze.pitch += HEAD_LEAN * seen.z;
    posture.gaze.roll -= HEAD_LEAN * ASIDE_LEAN * seen.x;
    let seen = leans(now, posture.hips.yaw);
    let share = if seen.z > 0.0 { HIPS_LEAN } else { HIPS_LEAN_BACK };
    posture.hips.pitch += share * seen.z;
    posture.hips.roll -= HIPS_LEAN * ASIDE_LEAN * seen.x;
    posture.chest.pitch += (1.0 - share) * seen.z;
    posture.chest.roll -= (1.0 - HIPS_LEAN) * ASIDE_LEAN * seen.x;
}

/// Lowers the pelvis smoothly where legs would not reach the feet that stand.
fn give_way(postures: &mut [Posture], carriers: &Carriers, settings: &Settings) {
    let limits: Vec<f32> = (postures.iter().enumerate())
        .map(|(i, posture)| {
            let stands = [0, 1].map(|side| within(&carriers.feet[side], i as f32 / INNER_RATE));
            highest_with(posture, stands, settings.longest_leg)
        })
        .collect();
    let mut heights: Vec<f32> = postures.iter().map(|p| p.pelvis.y).collect();
    keep_below(&mut heights, &limits, settings.giving);
    postures.iter_mut().zip(heights).for_each(|(posture, height)| posture.pelvis.y = height);
}
