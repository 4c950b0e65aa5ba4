//! Eq. 9 for all pairs: where bone tips are expected after each fragment and where they are at the beginning of each, laid
//! out so that one loop compares all with all.

use footwork_annotate::{Repertoire, Take};
use footwork_graph::{Fragments, FrameSegment};
use footwork_motion::ground::body_frame;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Clip, MissingRole, Pose, Side};
use footwork_plan::policy::to_word;
use glam::Vec3;
use rayon::prelude::*;

use super::{Expected, QualitySettings};
use crate::bone_tips::{Bench, Tips, reflected};

/// What is compared like a bone tip and is none: the velocity, and which feet carry weight.
pub(super) const BESIDE_TIPS: usize = 2;
/// Fragments side by side in one go.
const LANES: usize = 16;
/// Fragments that end, in one go: their expected poses fit a second-level cache of 256 KB.
pub(super) const ROWS: usize = 64;

/// Tips as they are expected and as they are, laid out for the loop that compares all with all.
pub(super) struct Measure {
    fragments: usize,
    /// Bone tips, and as one more each the velocity and which feet carry weight.
    tips: usize,
    /// Weight of each offset, with the unit.
    weights: [f32; 3],
    /// Per fragment: offset, tip, axis.
    expected: Vec<f32>,
    /// Per block of fragments: offset, tip, axis, lane.
    shown: Vec<[f32; LANES]>,
}

impl Measure {
    pub fn of(
        repertoire: &Repertoire,
        fragments: &Fragments,
        settings: &QualitySettings,
    ) -> Result<Measure, MissingRole> {
        let tips = Tips::of(&repertoire.skeleton);
        let compared = tips.len() + BESIDE_TIPS;
        let size = 3 * compared;
        let found: Vec<(Vec<Vec3>, Vec<Vec3>)> = fragments
            .segments
            .par_iter()
            .map_init(
                || Room::new(repertoire, &tips),
                |room, segment| room.poses(repertoire, segment, fragments.rate, settings),
            )
            .collect::<Result<_, _>>()?;
        let count = found.len();
        let mut shown = vec![[0.0; LANES]; count.div_ceil(LANES) * size * 3];
        let mut expected = Vec::with_capacity(count * size * 3);
        for (fragment, (ahead, there)) in found.iter().enumerate() {
            expected.extend(ahead.iter().flat_map(|tip| tip.to_array()));
            let block = fragment / LANES * size * 3;
            for (at, value) in there.iter().flat_map(|tip| tip.to_array()).enumerate() {
                shown[block + at][fragment % LANES] = value;
            }
        }
        let weights = settings.weights.map(|weight| weight * settings.per_metre);
        Ok(Measure { fragments: count, tips: compared, weights, expected, shown })
    }

    /// Rows of the table from `first` on.
    pub fn rows(&self, first: usize, rows: &mut [u16]) {
        let size = 9 * self.tips;
        for (block, shown) in self.shown.chunks_exact(size).enumerate() {
            let lane = block * LANES;
            let lanes = LANES.min(self.fragments - lane);
            for (index, row) in rows.chunks_exact_mut(self.fragments).enumerate() {
                let expected = &self.expected[(first + index) * size..][..size];
                let words = self.words(expected, shown);
                row[lane..lane + lanes].copy_from_slice(&words[..lanes]);
            }
        }
    }

    /// Eq. 9 for one fragment that ends and a block of those that begin.
    #[inline]
    fn words(&self, expected: &[f32], shown: &[[f32; LANES]]) -> [u16; LANES] {
        let mut total = [0.0_f32; LANES];
        let offsets = expected.chunks_exact(3 * self.tips).zip(shown.chunks_exact(3 * self.tips));
        for ((expected, shown), weight) in offsets.zip(self.weights) {
            let mut sum = [0.0_f32; LANES];
            for (tip, there) in expected.as_chunks::<3>().0.iter().zip(shown.as_chunks::<3>().0) {
                for lane in 0..LANES {
                    let x = tip[0] - there[0][lane];
                    let y = tip[1] - there[1][lane];
                    let z = tip[2] - there[2][lane];
                    sum[lane] += (x * x + y * y + z * z).sqrt();
                }
            }
            for lane in 0..LANES {
                total[lane] += weight * sum[lane];
            }
        }
        total.map(|off| to_word(1.0 / (1.0 + off)))
    }
}

/// s. A velocity is the mean of so long before and after: over a fragment's length, so that noise does not count.
const AROUND: f64 = 0.05;

/// Buffers of one thread.
pub(super) struct Room<'a> {
    bench: Bench<'a>,
    poses: [Pose; 3],
    tips: Vec<Vec3>,
}

impl<'a> Room<'a> {
    pub fn new(repertoire: &'a Repertoire, tips: &'a Tips) -> Room<'a> {
        let pose = || Pose::rest(&repertoire.skeleton);
        Room {
            bench: Bench::new(&repertoire.skeleton, tips),
            poses: [pose(), pose(), pose()],
            tips: Vec::new(),
        }
    }

    /// Where a fragment's tips are expected to go after it, and where they are at its beginning; with each pose, how fast
    /// the body goes and which feet carry weight, as the places of two more tips.
    pub fn poses(
        &mut self,
        repertoire: &Repertoire,
        segment: &FrameSegment,
        rate: f32,
        settings: &QualitySettings,
    ) -> Result<(Vec<Vec3>, Vec<Vec3>), MissingRole> {
        let take = &repertoire.takes[segment.take as usize];
        let (clip, contact) = (&take.clip, settings.contact);
        let [first, end] = [segment.first, segment.end].map(|frame| f64::from(frame) / f64::from(rate));
        let step = 1.0 / f64::from(settings.pose_rate);
        let (mut expected, mut shown) = (Vec::new(), Vec::new());
        let [leaves, arrives] = match settings.momentum > 0.0 {
            true => [self.velocity(repertoire, clip, end)?, self.velocity(repertoire, clip, first)?],
            false => [Vec3::ZERO; 2],
        };
        for offset in settings.offsets {
            // A clip's own first pose holds before it: at the start of a take nothing is known about how it got there.
            let [before, now, ahead] = &mut self.poses;
            let later = end + step * f64::from(offset - 1);
            if settings.expected == Expected::Continued && later <= clip.seconds() {
                clip.sample(later, ahead);
            } else {
                clip.sample(end - step, now);
                clip.sample(end - step * f64::from(1 + offset), before);
                reflected(before.view(), now.view(), ahead);
            }
            self.bench.tips(ahead.view(), &mut self.tips)?;
            expected.extend_from_slice(&self.tips);
            expected.extend([settings.momentum * leaves, contact * carrying(take, later)]);
            let later = first + step * f64::from(offset - 1);
            clip.sample(later, now);
            self.bench.tips(now.view(), &mut self.tips)?;
            shown.extend_from_slice(&self.tips);
            shown.extend([settings.momentum * arrives, contact * carrying(take, later)]);
        }
        Ok((expected, shown))
    }

    /// m/s, of the centre of mass at a time of a take, seen from the body.
    fn velocity(&mut self, repertoire: &Repertoire, clip: &Clip, at: f64) -> Result<Vec3, MissingRole> {
        let skeleton = &repertoire.skeleton;
        let [from, to] = [at - AROUND, at + AROUND].map(|time| time.clamp(0.0, clip.seconds()));
        let mut see = |time: f64| {
            clip.sample(time, &mut self.poses[0]);
            self.bench.tips(self.poses[0].view(), &mut self.tips)?;
            let joints = self.bench.joints();
            Ok((centre_of_mass(skeleton, joints)?, body_frame(skeleton, joints)?))
        };
        let ((before, _), (after, _), (_, body)) = (see(from)?, see(to)?, see(at)?);
        Ok(body.rotation.conjugate() * (after - before) / (to - from).max(AROUND) as f32)
    }
}

/// Which feet carry weight at a time of a take: 1 or 0 for the left and the right one.
pub(super) fn carrying(take: &Take, at: f64) -> Vec3 {
    let frame = (at * f64::from(take.clip.rate())).round() as u32;
    let frame = frame.min(take.clip.frames() as u32 - 1);
    let [left, right] = Side::BOTH.map(|side| f32::from(u8::from(take.annotation.supports.at(side, frame))));
    Vec3::new(left, right, 0.0)
}
