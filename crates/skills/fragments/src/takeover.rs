//! Taking over a body that does something else: the fragment that could have brought it where it is.
//!
//! A body that stands at the end of a fragment, in whatever mind's hands, is there already. For any other, some fragments
//! are compared by the tips of their last poses and how these move; a bounded search that allocates nothing.

use footwork_annotate::Repertoire;
use footwork_annotate::fragments::Fragments;
use footwork_motion::{MissingRole, Pose, Transform};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::bone_tips::{Bench, Tips};

/// Fragments that are compared, at most, so that the search is bounded; it is made once, when a body is taken over.
const MOST: usize = 2048;
/// s. A difference of speed counts as the distance that it becomes in this time: a fragment's length.
const SOON: f32 = 0.1;
/// s. A body is at a fragment's end if it is this near in time: one and a half steps of the stage.
const NEAR: f64 = 0.026;

/// The last poses of some fragments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Takeovers {
    /// Their numbers.
    pub(crate) fragments: Vec<u32>,
    /// How many tips each has.
    pub(crate) tips: u32,
    /// Per fragment and tip: m, where it is at the end, seen from the body; then m/s, how it moves.
    pub(crate) points: Vec<[f32; 6]>,
}

impl Takeovers {
    /// Of a repertoire's fragments.
    pub fn of(repertoire: &Repertoire, fragments: &Fragments) -> Result<Takeovers, MissingRole> {
        let tips = Tips::of(&repertoire.skeleton);
        let mut bench = Bench::new(&repertoire.skeleton, &tips);
        let every = fragments.segments.len().div_ceil(MOST).max(1);
        let mut takeovers = Takeovers { tips: tips.len() as u32, ..Takeovers::default() };
        let mut pose = Pose::rest(&repertoire.skeleton);
        let (mut now, mut before) = (Vec::new(), Vec::new());
        for (number, segment) in fragments.segments.iter().enumerate().step_by(every) {
            let clip = &repertoire.takes[segment.take as usize].clip;
            let end = (f64::from(segment.end) / f64::from(fragments.rate)).min(clip.seconds());
            let step = 2.0 / f64::from(fragments.rate);
            clip.sample(end, &mut pose);
            bench.tips(pose.view(), &mut now)?;
            clip.sample(end - step, &mut pose);
            bench.tips(pose.view(), &mut before)?;
            takeovers.fragments.push(number as u32);
            takeovers.points.extend(now.iter().zip(&before).map(|(now, before)| {
                let speed = (*now - *before) / step as f32;
                [now.x, now.y, now.z, speed.x, speed.y, speed.z]
            }));
        }
        Ok(takeovers)
    }

    /// Whether all of it is there, for so many fragments: what was read from a file may be anything.
    pub(crate) fn are_of(&self, fragments: usize) -> bool {
        let there = self.fragments.iter().all(|&fragment| (fragment as usize) < fragments);
        let whole = self.fragments.len().checked_mul(self.tips as usize) == Some(self.points.len());
        there && whole && self.points.iter().flatten().all(|value| value.is_finite())
    }

    /// The fragment whose end is most like a body: where its joints are and were one step before, and where it stood.
    pub fn nearest(&self, tips: &Tips, now: Seen<'_>, before: Seen<'_>, step: f32) -> Option<usize> {
        let count = self.tips as usize;
        if count == 0 || tips.len() != count {
            return self.fragments.first().map(|&fragment| fragment as usize);
        }
        let (mut best, mut least) = (None, f32::INFINITY);
        let (back, back_before) = (now.frame.inverse(), before.frame.inverse());
        for (index, points) in self.points.chunks_exact(count).enumerate() {
            let mut off = 0.0;
            for (tip, point) in points.iter().enumerate() {
                let at = tips.one(tip, now.joints, back);
                let speed = (at - tips.one(tip, before.joints, back_before)) / step.max(1e-4);
                let [x, y, z, vx, vy, vz] = *point;
                off += (at - Vec3::new(x, y, z)).length() + SOON * (speed - Vec3::new(vx, vy, vz)).length();
                if off >= least {
                    break;
                }
            }
            if off < least {
                (best, least) = (self.fragments.get(index), off);
            }
        }
        best.or(self.fragments.first()).map(|&fragment| fragment as usize)
    }
}

/// A body at a moment.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// Where its joints are.
    pub joints: &'a [Transform],
    /// Where it stands and faces.
    pub frame: Transform,
}

/// The fragment that ends where a take is at a time, if there is one.
pub fn ends_at(fragments: &Fragments, take: u32, seconds: f64) -> Option<usize> {
    let rate = f64::from(fragments.rate);
    let frame = seconds * rate;
    let segments = &fragments.segments;
    let after = segments.partition_point(|s| (s.take, f64::from(s.end)) < (take, frame));
    let off = |index: usize| {
        let segment = segments.get(index).filter(|segment| segment.take == take)?;
        Some((f64::from(segment.end) - frame).abs())
    };
    let near = NEAR * rate;
    let [before, after] = [after.checked_sub(1), Some(after)].map(|index| {
        let index = index?;
        off(index).filter(|off| *off <= near).map(|off| (index, off))
    });
    match (before, after) {
        (Some(before), Some(after)) => Some(if before.1 < after.1 { before.0 } else { after.0 }),
        (one, other) => one.or(other).map(|(index, _)| index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::performed;
    use footwork_graph::{FragmentSettings, fragments};
    use footwork_motion::{ground, kinematics};

    #[test]
    fn a_body_at_a_fragments_end_is_found_in_time_and_by_its_pose() {
        let repertoire = performed(10.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let takeovers = Takeovers::of(&repertoire, &cut).unwrap();
        let tips = Tips::of(&repertoire.skeleton);
        let mut exact = 0;
        for number in (0..cut.segments.len() - 1).step_by(7) {
            let segment = cut.segments[number];
            let seconds = f64::from(segment.end) / 60.0;
            assert_eq!(ends_at(&cut, segment.take, seconds), Some(number));
            assert_eq!(ends_at(&cut, segment.take, seconds + 0.02), Some(number));
            let clip = &repertoire.takes[segment.take as usize].clip;
            if segment.end as usize >= clip.frames() {
                continue;
            }
            let mut joints = [0, 1].map(|_| vec![Transform::IDENTITY; repertoire.skeleton.len()]);
            for (joints, frame) in joints.iter_mut().zip([segment.end, segment.end - 1]) {
                kinematics::world(&repertoire.skeleton, clip.frame(frame as usize), joints);
            }
            let seen = [0, 1].map(|i| Seen {
                joints: &joints[i],
                frame: ground::body_frame(&repertoire.skeleton, &joints[i]).unwrap(),
            });
            let found = takeovers.nearest(&tips, seen[0], seen[1], 1.0 / 60.0).unwrap();
            exact += usize::from(found.abs_diff(number) <= 1);
        }
        assert!(exact > cut.segments.len() / 7 * 9 / 10, "{exact}");
        assert_eq!(ends_at(&cut, 99, 1.0), None);
        assert_eq!(ends_at(&cut, 0, f64::NAN), None);
        assert_eq!(Takeovers::default().nearest(&tips, NOBODY, NOBODY, 0.0), None);
    }

    const NOBODY: Seen<'static> = Seen { joints: &[], frame: Transform::IDENTITY };
}
