//! Motion matching on the same fragments: what people use today, to compare with.
//!
//! Not from the seed. Every fragment's start has features: where the body goes and faces in the next 0.2, 0.4 and 0.6 s,
//! where its feet are and how they move, how its hips move, and whether it is in the air, which the trajectory on the
//! ground does not tell. Each group is divided by its own deviation. Every tenth of a second the fragment is played whose
//! features are nearest to what is asked for: the pose at the end of the last one, and a trajectory that goes over from
//! the present velocity to that of the control as a critically damped spring does. All are searched; what continues the
//! take is one of them, with the pose features of what it continues, and so wins where it is good.

use footwork_annotate::Repertoire;
use footwork_graph::{Control, Fragments};
use footwork_motion::ground::{body_frame, heading, yaw};
use footwork_motion::{MissingRole, Pose, Side, Skeleton, Transform, kinematics};
use glam::Vec3;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::control::sane;

/// How features count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchingSettings {
    /// s, after which half of the way to the control's velocity is made; 0 is at once.
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
const AHEAD: [f32; 3] = [0.2, 0.4, 0.6];
/// s, how finely the trajectory that is asked for is followed.
const STEP: f32 = 0.02;
/// Steps to the last of them.
const STEPS: usize = 30;

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
    /// Per fragment: what continues its take, or itself at the take's end.
    pub(crate) continues: Vec<u32>,
}

/// Features as they are, which settings are then applied to.
#[derive(Clone, Debug, PartialEq)]
pub struct Unweighted {
    starts: Vec<Features>,
    ends: Vec<[f32; POSE]>,
    deviations: Features,
    velocities: Vec<[f32; 3]>,
    continues: Vec<u32>,
}

/// From and to of each group of features, in order.
const GROUPS: [(usize, usize); 6] = {
    let feet = PLACES + DIRECTIONS;
    [
        (0, PLACES),
        (PLACES, feet),
        (feet, feet + FEET),
        (feet + FEET, feet + FEET + 6),
        (feet + FEET + 6, feet + POSE),
        (feet + POSE, feet + POSE + 1),
    ]
};

impl Unweighted {
    /// Of a repertoire's fragments.
    pub fn of(repertoire: &Repertoire, fragments: &Fragments) -> Result<Unweighted, MissingRole> {
        let skeleton = &repertoire.skeleton;
        let found: Vec<(Features, [f32; POSE])> = fragments
            .segments
            .par_iter()
            .zip(&fragments.controls)
            .map_init(
                || Looking { pose: Pose::rest(skeleton), joints: vec![Transform::IDENTITY; skeleton.len()] },
                |looking, (segment, control)| {
                    let clip = &repertoire.takes[segment.take as usize].clip;
                    let [first, end] = [segment.first, segment.end]
                        .map(|frame| f64::from(frame) / f64::from(fragments.rate));
                    let mut features = [0.0; SIZE];
                    looking.trajectory(skeleton, clip, first, &mut features)?;
                    let start = looking.pose_at(skeleton, clip, first)?;
                    features[PLACES + DIRECTIONS..][..POSE].copy_from_slice(&start);
                    features[PLACES + DIRECTIONS + POSE] = f32::from(u8::from(control.airborne));
                    Ok((features, looking.pose_at(skeleton, clip, end.min(clip.seconds()))?))
                },
            )
            .collect::<Result<_, MissingRole>>()?;
        let (starts, ends): (Vec<Features>, Vec<[f32; POSE]>) = found.into_iter().unzip();
        let mut deviations = [1.0; SIZE];
        for (from, to) in GROUPS {
            deviations[from..to].fill(deviation(&starts, from, to));
        }
        let velocities =
            fragments.controls.iter().map(|c| [c.velocity[0], c.velocity[1], c.turning]).collect();
        Ok(Unweighted { starts, ends, deviations, velocities, continues: continues(fragments) })
    }

    /// With weights.
    pub fn weighted(&self, settings: &MatchingSettings) -> Matching {
        let weights = [
            settings.places,
            settings.directions,
            settings.feet,
            settings.speeds,
            settings.speeds,
            settings.airborne,
        ];
        let mut scale = [0.0; SIZE];
        for ((from, to), weight) in GROUPS.into_iter().zip(weights) {
            (from..to).for_each(|at| scale[at] = weight / self.deviations[at]);
        }
        let scaled = |features: &Features| {
            let mut out = *features;
            out.iter_mut().zip(scale).for_each(|(out, scale)| *out *= scale);
            out
        };
        let pose = |features: &[f32; POSE]| {
            let mut out = *features;
            out.iter_mut().zip(&scale[PLACES + DIRECTIONS..]).for_each(|(out, scale)| *out *= scale);
            out
        };
        Matching {
            settings: *settings,
            starts: self.starts.iter().map(scaled).collect(),
            ends: self.ends.iter().map(pose).collect(),
            scale,
            velocities: self.velocities.clone(),
            left: left(settings.half_life),
            continues: self.continues.clone(),
        }
    }
}

/// What continues each fragment's take where it ends; at a take's end, itself.
pub fn continues(fragments: &Fragments) -> Vec<u32> {
    let segments = &fragments.segments;
    let next = |(number, segment): (usize, &footwork_graph::Segment)| {
        let at = segments.partition_point(|s| (s.take, s.first) < (segment.take, segment.end));
        let there = segments.get(at).is_some_and(|s| s.take == segment.take && s.first == segment.end);
        if there { at as u32 } else { number as u32 }
    };
    segments.iter().enumerate().map(next).collect()
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

/// The deviation of a group of features, of all of them together, so that what hardly changes does not become large.
fn deviation(features: &[Features], from: usize, to: usize) -> f32 {
    let mut sum = 0.0_f64;
    for at in from..to {
        let mean = features.iter().map(|f| f64::from(f[at])).sum::<f64>() / features.len().max(1) as f64;
        sum += features.iter().map(|f| (f64::from(f[at]) - mean).powi(2)).sum::<f64>();
    }
    let variance = sum / (features.len().max(1) * (to - from)) as f64;
    // What never differs tells nothing, and must not divide by zero.
    if variance > 1e-10 { variance.sqrt() as f32 } else { 1.0 }
}

impl Matching {
    /// From what was saved; none where sizes do not fit.
    pub(crate) fn of_parts(
        settings: MatchingSettings,
        starts: &[f32],
        ends: &[f32],
        scale: &[f32],
        velocities: Vec<[f32; 3]>,
        continues: Vec<u32>,
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
            continues,
        };
        (whole && matching.velocities.len() == starts.len()).then_some(matching)
    }

    /// How many fragments it searches.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The same fragments over and over, up to a number of them: to see what a search of so many costs.
    pub fn repeated(&self, count: usize) -> Matching {
        let starts = self.starts.iter().cycle().take(count).copied().collect();
        Matching { starts, ..self.clone() }
    }

    /// The fragment to play after another one. Searches all; allocates nothing.
    pub fn next(&self, fragment: usize, asked: &Control) -> usize {
        let query = self.query(fragment, asked);
        let (mut best, mut least) = (0, f32::INFINITY);
        // Going on comes first, at a discount.
        let on = self.continues.get(fragment).map_or(fragment, |&on| on as usize);
        if let Some(features) = self.starts.get(on).filter(|_| on != fragment) {
            (best, least) = (on, off(features, &query) * (1.0 - self.settings.stay));
        }
        for (index, features) in self.starts.iter().enumerate() {
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

/// Room for one thread.
struct Looking {
    pose: Pose,
    joints: Vec<Transform>,
}

impl Looking {
    fn frame(
        &mut self,
        skeleton: &Skeleton,
        clip: &footwork_motion::Clip,
        seconds: f64,
    ) -> Result<Transform, MissingRole> {
        clip.sample(seconds, &mut self.pose);
        kinematics::world(skeleton, self.pose.view(), &mut self.joints);
        body_frame(skeleton, &self.joints)
    }

    /// Where the body goes and faces, seen from where it is. Beyond the take's end it goes on as it went.
    fn trajectory(
        &mut self,
        skeleton: &Skeleton,
        clip: &footwork_motion::Clip,
        seconds: f64,
        out: &mut Features,
    ) -> Result<(), MissingRole> {
        let back = self.frame(skeleton, clip, seconds)?.inverse();
        let last = clip.seconds();
        for (mark, ahead) in AHEAD.into_iter().enumerate() {
            let at = seconds + f64::from(ahead);
            let mut seen = back * self.frame(skeleton, clip, at.min(last))?;
            let beyond = (at - last).max(0.0) as f32;
            if beyond > 0.0 {
                const SPAN: f64 = 0.1;
                let before = back * self.frame(skeleton, clip, last - SPAN)?;
                let step = before.inverse() * seen;
                let whole = (beyond / SPAN as f32) as usize;
                for _ in 0..whole.min(10) {
                    seen = seen * step;
                }
            }
            let facing = seen.rotation * Vec3::Z;
            let (sin, cos) = libm::sincosf(heading(facing));
            out[2 * mark..][..2].copy_from_slice(&[seen.translation.x, seen.translation.z]);
            out[PLACES + 2 * mark..][..2].copy_from_slice(&[sin, cos]);
        }
        Ok(())
    }

    /// Feet, how they move, and how the hips move, in the body's frame.
    fn pose_at(
        &mut self,
        skeleton: &Skeleton,
        clip: &footwork_motion::Clip,
        seconds: f64,
    ) -> Result<[f32; POSE], MissingRole> {
        let step = 1.0 / f64::from(clip.rate());
        // At a take's end the step before is as good.
        let (from, to) = if seconds + step <= clip.seconds() + 1e-6 {
            (seconds, seconds + step)
        } else {
            (seconds - step, seconds)
        };
        let mut points = [[Vec3::ZERO; 3]; 2];
        for (points, at) in points.iter_mut().zip([from, to]) {
            self.frame(skeleton, clip, at)?;
            for (point, side) in points.iter_mut().zip(Side::BOTH) {
                *point = skeleton.site(side.leg()[2])?.position(&self.joints);
            }
            points[2] = skeleton.site(footwork_motion::Role::Hips)?.position(&self.joints);
        }
        let back = self.frame(skeleton, clip, seconds)?.inverse();
        let mut out = [0.0; POSE];
        for (index, point) in points[0].iter().enumerate() {
            let speed = back.rotation * (points[1][index] - *point) / step as f32;
            if index < 2 {
                out[3 * index..][..3].copy_from_slice(&back.point(*point).to_array());
            }
            out[FEET + 3 * index..][..3].copy_from_slice(&speed.to_array());
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::performed;
    use footwork_graph::{FragmentSettings, fragments};

    #[test]
    fn asked_for_what_comes_it_goes_on_with_the_take() {
        let repertoire = performed(20.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let settings = MatchingSettings { half_life: 0.0, ..MatchingSettings::default() };
        let matching = Unweighted::of(&repertoire, &cut).unwrap().weighted(&settings);
        let mut went_on = 0;
        let mut asked = 0;
        for (number, segment) in cut.segments.iter().enumerate().step_by(5) {
            let next = cut.segments.iter().position(|s| s.take == segment.take && s.first == segment.end);
            let Some(next) = next else { continue };
            let found = cut.segments[matching.next(number, &cut.controls[next])];
            asked += 1;
            let near = found.take == segment.take && found.first.abs_diff(segment.end) <= 6;
            went_on += usize::from(near);
        }
        assert!(went_on * 3 > asked * 2, "{went_on} of {asked}");
    }

    #[test]
    fn no_question_makes_it_fail() {
        let repertoire = performed(2.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let matching = Unweighted::of(&repertoire, &cut).unwrap().weighted(&MatchingSettings::default());
        for bad in [f32::NAN, f32::INFINITY, 1e30] {
            let asked = Control { velocity: [bad, 1.0], turning: bad, airborne: true };
            assert!(matching.next(usize::MAX, &asked) < cut.segments.len());
        }
    }

    #[test]
    fn half_of_a_difference_is_left_after_the_half_life() {
        let left = left(0.2);
        let at = (0.2 / STEP) as usize;
        assert!((left[at] - 0.5).abs() < 0.06, "{}", left[at]);
        assert!(left.windows(2).all(|pair| pair[0] > pair[1]));
    }
}
