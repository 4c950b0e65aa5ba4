//! Motion matching on the same fragments: what people use today, to compare with.
//!
//! Not from the paper; built as in Holden's public implementation (orangeduck/Motion-Matching). Every fragment's start has
//! features: where the body goes and faces in the next third, two thirds and whole second, where its feet are and how they move, how its hips move, and whether it is in the air, which the trajectory on the
//! ground does not tell. Each group is divided by its own deviation. Every tenth of a second the fragment is played whose
//! features are nearest to what is asked for: the pose at the end of the last one, and a trajectory that goes over from
//! the present velocity to that of the control as a critically damped spring does. What continues the take wins unless
//! another one is nearer by some share. Left out of the search are the surroundings of what continues the take, which
//! would be nearest without being anything else, and the ends of takes, which lead nowhere.

#[cfg(feature = "bake")]
mod features;

use footwork_annotate::fragments::{Control, Fragments, FrameSegment};
use footwork_motion::ground::yaw;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::control::sane;

#[cfg(feature = "bake")]
pub use features::Unweighted;

/// How features count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchingSettings {
    /// s, after which half of the difference to the control's velocity is gone; 0 is at once.
    pub half_life: f32,
    /// Of where the body goes.
    pub places: f32,
    /// Of where it faces.
    pub directions: f32,
    /// Of where the feet are.
    pub feet: f32,
    /// Of how feet and hips move.
    pub speeds: f32,
    /// Of being in the air.
    pub airborne: f32,
    /// How much nearer than what continues the take another one must be to be preferred, as a share.
    pub stay: f32,
}

impl Default for MatchingSettings {
    fn default() -> MatchingSettings {
        MatchingSettings {
            half_life: 0.2,
            places: 1.0,
            directions: 1.0,
            feet: 0.75,
            speeds: 1.0,
            airborne: 1.0,
            stay: 0.1,
        }
    }
}

/// s, when the trajectory is looked at.
const AHEAD: [f32; 3] = [1.0 / 3.0, 2.0 / 3.0, 1.0];
/// s, how finely the trajectory that is asked for is followed.
const STEP: f32 = 1.0 / 60.0;
/// Steps to the last of them.
const STEPS: usize = 60;
/// s. What begins so near to where the take would go on, or to a take's end, is not searched: 20 frames at 60 Hz.
const LEFT_OUT: f32 = 1.0 / 3.0;

const PLACES: usize = 6;
const DIRECTIONS: usize = 6;
const FEET: usize = 6;
const SPEEDS: usize = 9;
/// Feet and speeds.
const POSE: usize = FEET + SPEEDS;
/// Places, directions, feet, speeds and the air, filled up to whole registers.
const SIZE: usize = 32;

type Features = [f32; SIZE];

/// Features of all fragments, ready to be searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Matching {
    /// How they count.
    pub settings: MatchingSettings,
    /// Per fragment, at its start: divided by deviations, times weights.
    pub(crate) starts: Vec<Features>,
    /// Per fragment, at its end: the pose, likewise.
    pub(crate) ends: Vec<[f32; POSE]>,
    /// What each feature was multiplied by.
    pub(crate) scale: Features,
    /// Per fragment: m/s and rad/s at its end.
    pub(crate) velocities: Vec<[f32; 3]>,
    /// How much of the present velocity is left at each step.
    pub(crate) left: Vec<f32>,
    pub(crate) layout: Layout,
}

/// How fragments lie in their takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Per fragment: what continues its take, or itself at the take's end.
    continues: Vec<u32>,
    /// Per fragment: whether its take goes on for long enough to be worth going to.
    searched: Vec<bool>,
    /// How many fragments to either side of one are its surroundings.
    around: usize,
}

impl Layout {
    pub fn of(fragments: &Fragments) -> Layout {
        let segments = &fragments.segments;
        let next = |(number, segment): (usize, &FrameSegment)| {
            let at = segments.partition_point(|s| (s.take, s.first) < (segment.take, segment.end));
            let there = segments.get(at).is_some_and(|s| s.take == segment.take && s.first == segment.end);
            if there { at as u32 } else { number as u32 }
        };
        let frames = (LEFT_OUT * fragments.rate) as u32;
        let goes_on = |(number, segment): (usize, &FrameSegment)| {
            let later = &segments[number..];
            let same = later.iter().take_while(|s| s.take == segment.take);
            same.last().is_some_and(|last| last.end >= segment.end.saturating_add(frames))
        };
        let near = |pair: &[FrameSegment]| {
            (pair[0].take == pair[1].take).then(|| pair[1].first.saturating_sub(pair[0].first))
        };
        let spacing = segments.windows(2).filter_map(near).min().unwrap_or(frames).max(1);
        let mut searched: Vec<bool> = segments.iter().enumerate().map(goes_on).collect();
        // Takes that are all shorter than that are better than nothing.
        if !searched.contains(&true) {
            searched.fill(true);
        }
        Layout {
            continues: segments.iter().enumerate().map(next).collect(),
            searched,
            around: (frames / spacing) as usize,
        }
    }
}

/// Where (1 + t)·exp(−t) is a half.
const HALF: f32 = 1.678_347;

/// How much of a difference is left after each step: (1 + yt)·exp(−yt), half of it after the half-life.
fn left(half_life: f32) -> Vec<f32> {
    let y = if half_life > 1e-4 { HALF / half_life } else { f32::INFINITY };
    let at = |step: usize| {
        let t = y * (step as f32 + 0.5) * STEP;
        if t.is_finite() { (1.0 + t) * libm::expf(-t) } else { 0.0 }
    };
    (0..STEPS).map(at).collect()
}

impl Matching {
    /// From what was saved; none where sizes do not fit.
    pub(crate) fn of_parts(
        settings: MatchingSettings,
        starts: &[f32],
        ends: &[f32],
        scale: &[f32],
        velocities: Vec<[f32; 3]>,
        layout: Layout,
    ) -> Option<Matching> {
        let (starts, more) = starts.as_chunks::<SIZE>();
        let (ends, over) = ends.as_chunks::<POSE>();
        let whole = more.is_empty() && over.is_empty() && starts.len() == ends.len();
        let matching = Matching {
            settings,
            starts: starts.to_vec(),
            ends: ends.to_vec(),
            scale: scale.try_into().ok()?,
            left: left(settings.half_life),
            velocities,
            layout,
        };
        (whole && matching.velocities.len() == starts.len()).then_some(matching)
    }

    /// How many fragments it searches.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The same fragments over and over, up to a number of them: to see what a search of so many costs.
    #[cfg(feature = "bake")]
    pub fn repeated(&self, count: usize) -> Matching {
        let starts = self.starts.iter().cycle().take(count).copied().collect();
        let searched = self.layout.searched.iter().cycle().take(count).copied().collect();
        Matching { starts, layout: Layout { searched, ..self.layout.clone() }, ..self.clone() }
    }

    /// The fragment to play after another one. Searches all; allocates nothing.
    pub fn next(&self, fragment: usize, asked: &Control) -> usize {
        let query = self.query(fragment, asked);
        let (mut best, mut least) = (0, f32::INFINITY);
        // Going on comes first, at a discount.
        let Layout { continues, searched, around } = &self.layout;
        let on = continues.get(fragment).map_or(fragment, |&on| on as usize);
        if let Some(features) = self.starts.get(on).filter(|_| on != fragment) {
            (best, least) = (on, off(features, &query) * (1.0 - self.settings.stay));
        }
        let near = on.saturating_sub(*around)..=on.saturating_add(*around);
        for (index, (features, searched)) in self.starts.iter().zip(searched).enumerate() {
            if !searched || near.contains(&index) {
                continue;
            }
            let off = off(features, &query);
            if off < least {
                (best, least) = (index, off);
            }
        }
        best
    }

    fn query(&self, fragment: usize, asked: &Control) -> Features {
        let asked = sane(asked);
        let mut query = [0.0; SIZE];
        let [left, ahead, turning] = self.velocities.get(fragment).copied().unwrap_or_default();
        let (mut place, mut angle, mut mark) = (Vec3::ZERO, 0.0_f32, 0);
        for (step, stays) in self.left.iter().enumerate() {
            let between = |now: f32, then: f32| then + (now - then) * stays;
            let velocity =
                Vec3::new(between(left, asked.velocity[0]), 0.0, between(ahead, asked.velocity[1]));
            let turned = between(turning, asked.turning) * STEP;
            place += yaw(angle + 0.5 * turned) * velocity * STEP;
            angle += turned;
            let seconds = (step + 1) as f32 * STEP;
            if AHEAD.get(mark).is_some_and(|ahead| seconds >= ahead - 0.5 * STEP) {
                let (sin, cos) = libm::sincosf(angle);
                query[2 * mark..][..2].copy_from_slice(&[place.x, place.z]);
                query[PLACES + 2 * mark..][..2].copy_from_slice(&[sin, cos]);
                mark += 1;
            }
        }
        query[PLACES + DIRECTIONS + POSE] = f32::from(u8::from(asked.airborne));
        query.iter_mut().zip(self.scale).for_each(|(value, scale)| *value *= scale);
        if let Some(pose) = self.ends.get(fragment) {
            query[PLACES + DIRECTIONS..][..POSE].copy_from_slice(pose);
        }
        query
    }
}

/// How far features are from what is asked for, squared.
#[inline]
fn off(features: &Features, query: &Features) -> f32 {
    let mut off = [0.0_f32; 8];
    for (have, want) in features.as_chunks::<8>().0.iter().zip(query.as_chunks::<8>().0) {
        for lane in 0..8 {
            let differs = have[lane] - want[lane];
            off[lane] += differs * differs;
        }
    }
    off.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_difference_is_left_after_the_half_life() {
        let left = left(0.2);
        let at = (0.2 / STEP) as usize;
        assert!((left[at] - 0.5).abs() < 0.06, "{}", left[at]);
        assert!(left.windows(2).all(|pair| pair[0] > pair[1]));
    }
}
