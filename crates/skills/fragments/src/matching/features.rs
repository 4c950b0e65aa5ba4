//! The features of fragments that motion matching searches, before weights are applied.

use footwork_annotate::Repertoire;
use footwork_annotate::fragments::Fragments;
use footwork_motion::ground::{body_frame, heading};
use footwork_motion::{MissingRole, Pose, Side, Skeleton, Transform, kinematics};
use glam::Vec3;
use rayon::prelude::*;

use super::{
    AHEAD, DIRECTIONS, FEET, Features, Layout, Matching, MatchingSettings, PLACES, POSE, SIZE, left,
};

/// Features as they are, which settings are then applied to.
#[derive(Clone, Debug, PartialEq)]
pub struct Unweighted {
    starts: Vec<Features>,
    ends: Vec<[f32; POSE]>,
    deviations: Features,
    velocities: Vec<[f32; 3]>,
    layout: Layout,
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
        Ok(Unweighted { starts, ends, deviations, velocities, layout: Layout::of(fragments) })
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
            layout: self.layout.clone(),
        }
    }
}

/// The standard deviation of a group of features, all of them together: dividing each by its own would blow up those that
/// hardly change.
fn deviation(features: &[Features], from: usize, to: usize) -> f32 {
    let mut sum = 0.0_f64;
    for at in from..to {
        let mean = features.iter().map(|f| f64::from(f[at])).sum::<f64>() / features.len().max(1) as f64;
        sum += features.iter().map(|f| (f64::from(f[at]) - mean).powi(2)).sum::<f64>();
    }
    let variance = sum / (features.len().max(1) * (to - from)) as f64;
    // Features that never differ tell nothing, and must not divide by zero.
    if variance > 1e-10 { variance.sqrt() as f32 } else { 1.0 }
}

/// Buffers of one thread.
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
    use footwork_graph::{Control, FragmentSettings, fragments};

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
        // Another stride of a steady walk can be as near as the next frame of this one.
        assert!(went_on * 2 > asked, "{went_on} of {asked}");
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
}
