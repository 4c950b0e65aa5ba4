//! How a body stands that is asked for nothing: the calmest stretch of a repertoire, on straight or slightly bent legs, that ends
//! about as it begins. It is played round and round, and a boxer's guard bounces all along: cut anywhere, he would jerk at every
//! turn.

use footwork_motion::{Clip, Transform, kinematics};
use glam::Vec3;

use crate::play::Segment;
use crate::rig::Rig;

/// How a body stands in every frame of a take.
pub(crate) struct Unrest {
    /// m/s, mean over joints; more for a foot that does not stand.
    pub each: Vec<f32>,
    /// m, how high the hips are.
    pub hips: Vec<f32>,
    /// m, how high they are at most while both feet stand.
    pub highest: f32,
}

/// m/s. How much worse a frame is for every foot that carries no weight: more than any joint moves while standing.
pub(crate) const UNSTEADY: f32 = 1.0;
/// Share of how high hips are at most: who is lower kneels or sits, however calmly. Somebody on one knee has 0.6, a boxer in a
/// deep guard 0.85.
const KNEELS: f32 = 0.75;
/// s. How long a stretch has to be calm to be found: short enough that most takes have one.
const CALM: f64 = 0.5;
/// s. How long the stretch is that is played: bounces and sways take 0.4 to 1.2 s.
const LONG: [f64; 2] = [0.5, 2.0];
/// A stretch that is less calm than this, beside the calmest, is not looked at.
const AS_CALM: f32 = 2.0;
/// So many beginnings are tried: somebody may stand for an hour.
const TRIED: usize = 1000;
/// How much more a difference at the seam counts than moving: it comes back at every turn.
const TWITCH: f32 = 3.0;
/// s. For so long a difference in speed goes on at the seam.
const SEAM: f32 = 0.1;

/// A stretch of a take, in frames.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Calm {
    first: usize,
    end: usize,
    /// m/s, mean over joints and frames.
    unrest: f32,
}

/// The stretch to stand in, out of all takes.
pub(crate) fn find<'a>(rig: &Rig, takes: impl Iterator<Item = &'a Unrest> + Clone) -> Segment {
    let highest = takes.clone().map(|take| take.highest).fold(0.0, f32::max);
    // The calmest of the calmest; of equals, the first.
    let mut best: Option<(usize, Calm, Vec<f32>)> = None;
    for (number, unrest) in takes.enumerate() {
        let kneels = |hips: f32| f32::from(u8::from(hips < KNEELS * highest));
        let each = unrest.each.iter().zip(&unrest.hips);
        let each: Vec<f32> = each.map(|(unrest, hips)| unrest + UNSTEADY * kneels(*hips)).collect();
        let calm = calmest(&rig.repertoire().takes[number].clip, &each);
        if best.as_ref().is_none_or(|(_, known, _)| calm.unrest < known.unrest) {
            best = Some((number, calm, each));
        }
    }
    let Some((take, calm, each)) = best else { return Segment::default() };
    let clip = &rig.repertoire().takes[take].clip;
    let calm = rounded(rig, clip, &each, calm);
    let seconds = |frame: usize| frame as f64 / f64::from(clip.rate());
    Segment { take: take as u32, first: seconds(calm.first), end: seconds(calm.end) }
}

/// The stretch of a take in which a body moves least.
fn calmest(clip: &Clip, unrest: &[f32]) -> Calm {
    let length = ((CALM * f64::from(clip.rate())) as usize).clamp(1, (clip.frames() - 1).max(1));
    let mut best = Calm { first: 0, end: clip.frames() - 1, unrest: f32::INFINITY };
    let mut sum = 0.0_f64;
    for (frame, now) in unrest.iter().enumerate() {
        sum += f64::from(*now);
        if frame < length {
            continue;
        }
        let mean = (sum / (length + 1) as f64) as f32;
        if mean < best.unrest {
            best = Calm { first: frame - length, end: frame, unrest: mean };
        }
        sum -= f64::from(unrest[frame - length]);
    }
    best
}

/// A stretch that is about as calm, and begins and ends where the body looks alike: what is left of the difference counts as unrest.
fn rounded(rig: &Rig, clip: &Clip, unrest: &[f32], calm: Calm) -> Calm {
    let frames = |seconds: f64| ((seconds * f64::from(clip.rate())) as usize).max(1);
    let [shortest, longest] = LONG.map(frames);
    let mut sums = vec![0.0_f64];
    sums.extend(unrest.iter().scan(0.0, |sum, now| {
        *sum += f64::from(*now);
        Some(*sum)
    }));
    let mean = |first: usize, end: usize| ((sums[end + 1] - sums[first]) / (end - first + 1) as f64) as f32;
    let last = clip.frames() - 1;
    let as_calm =
        |first: &usize| first + shortest <= last && mean(*first, first + shortest) <= AS_CALM * calm.unrest;
    let begins: Vec<usize> = (0..=last).filter(as_calm).collect();
    let mut best = Calm { unrest: f32::INFINITY, ..calm };
    for &first in begins.iter().step_by(begins.len().div_ceil(TRIED).max(1)) {
        let look = Look::of(rig, clip, first);
        for end in first + shortest..=(first + longest).min(last) {
            let mean = mean(first, end);
            // Looking is what costs.
            if mean >= best.unrest {
                continue;
            }
            let seam = TWITCH * look.differs(&Look::of(rig, clip, end)) * clip.rate() / (end - first) as f32;
            let unrest = mean + seam;
            if unrest < best.unrest {
                best = Calm { first, end, unrest };
            }
        }
    }
    best
}

/// Where joints are, and where they would be a moment later, as seen from where the body stands.
struct Look(Vec<[Vec3; 2]>);

impl Look {
    fn of(rig: &Rig, clip: &Clip, frame: usize) -> Look {
        let at = |frame: usize| {
            let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
            kinematics::world(rig.skeleton(), clip.frame(frame), &mut world);
            world
        };
        let (before, now) = (at(frame.saturating_sub(1)), at(frame));
        let seen = rig.frame_of(&now).inverse();
        let look = now.iter().zip(&before).map(|(now, before)| {
            let moves = (now.translation - before.translation) * clip.rate();
            [seen.point(now.translation), seen.point(now.translation + moves * SEAM)]
        });
        Look(look.collect())
    }

    /// m, mean over joints.
    fn differs(&self, other: &Look) -> f32 {
        let both = self.0.iter().zip(&other.0);
        let sum: f32 = both.map(|(a, b)| 0.5 * (a[0].distance(b[0]) + a[1].distance(b[1]))).sum();
        sum / self.0.len().max(1) as f32
    }
}
