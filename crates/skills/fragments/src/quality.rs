//! How well one fragment follows another, and how well it answers a control.
//!
//! Paper: *Responsive Characters from Motion Fragments*, sec. 4.1, eq. 9 (motion) and 10 (control). Motion quality goes by
//! what is expected: pose m−δ of the fragment that ends, reflected over its last pose m, is where the body would be δ
//! poses later; the sum of distances between bone tips says how far the next fragment is from it.
//!
//! Departs from it where [`QualitySettings::PLAYED`] is used, the default:
//! - What is expected is what follows in the take, where something does. Going on is then perfect, in a run as in
//!   standing, and only changes to another motion cost.
//! - The velocity of the centre of mass counts. Bone tips are seen from the body, so that the paper's measure does not know
//!   how fast it goes: a run may be followed by standing in a similar pose. The paper fixes the root to the
//!   control and needs no more; here the body mostly moves as it was recorded, and would lurch.
//! - Which feet carry weight counts: they are few among the bone tips, and a foot that is in the air where it should stand
//!   slides or floats.
//! - A step is worth motion × (control + smoothness), and control counts several times in the air. That is motion × control less a price of `smoothness` × (1 − motion),
//!   but for a constant: with the paper's product alone, no jump costs more than a tenth of a second of answering.
//!
//! Departs from it always:
//! - The paper names no unit, and the sum of distances is compared with 1. Metres are taken, as its weights for control
//!   suggest; `docs/fragments.md` has the figures of both guesses. [`QualitySettings::CMU_UNITS`] is the other one.
//! - It names no rate of poses; here they are 60 a second.
//! - "In a short window before f" would let a fragment be followed by its own second half. That is a stutter like the
//!   others, so the window reaches to where the fragment ends.
//! - The table holds words of two bytes, wrong by at most 1/131,070.

use footwork_annotate::{Repertoire, Take};
use footwork_graph::{Control, Fragments, Segment};
use footwork_motion::ground::body_frame;
use footwork_motion::mass::centre_of_mass;
use footwork_motion::{Clip, MissingRole, Pose, Side};
use footwork_plan::policy::{Transitions, to_word};
use glam::Vec3;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::bone_tips::{Bench, Tips, reflected};
use crate::control::{Bin, ControlSpace};
use crate::error::{FragmentError, check};

/// How motion quality is measured, eq. 9.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct QualitySettings {
    /// How much being off at each offset counts.
    pub weights: [f32; 3],
    /// How many poses before the end of the one fragment, and into the other, are compared.
    pub offsets: [u32; 3],
    /// Hz, how many poses a second has.
    pub pose_rate: f32,
    /// How many units of distance a metre is.
    pub per_metre: f32,
    /// s. A fragment must not be followed by one that begins in so long a window before its start, or within it.
    pub stutter: f32,
    /// What a fragment is expected to go on like.
    pub expected: Expected,
    /// s. So many metres of one bone tip's distance count as much as a m/s of the centre of mass's velocity.
    pub momentum: f32,
    /// m. So much of one bone tip's distance counts as much as a foot that carries weight in the one and not in the other.
    pub contact: f32,
    /// From 0, responsive, to 4, smooth: what unbroken motion is worth beside answering, in fragments of perfect control.
    pub smoothness: f32,
    /// How many times more answering counts while somebody is asked to be in the air. A jump is over within half a second;
    /// whoever does not break the motion for it has missed it.
    pub urgency: f32,
}

/// What a fragment is expected to go on like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// Its last poses, reflected over the last one.
    Reflected,
    /// The take it is from; reflected where that ends.
    Continued,
}

impl QualitySettings {
    /// The paper's numbers, in metres; the paper names no unit.
    pub const PAPER: QualitySettings = QualitySettings {
        weights: [0.8, 0.5, 0.3],
        offsets: [1, 2, 3],
        pose_rate: 60.0,
        per_metre: 1.0,
        stutter: 0.25,
        expected: Expected::Reflected,
        momentum: 0.0,
        contact: 0.0,
        smoothness: 0.0,
        urgency: 1.0,
    };

    /// What plays best on the stage; `docs/fragments.md` has the curve that `smoothness` was chosen from. Metres.
    pub const PLAYED: QualitySettings = QualitySettings {
        expected: Expected::Continued,
        momentum: 0.5,
        contact: 0.5,
        smoothness: 1.5,
        urgency: 4.0,
        ..QualitySettings::PAPER
    };

    /// The same in the unit of CMU's files, 1/0.45 inch: hardly anything but going on in a take passes for good.
    pub const CMU_UNITS: QualitySettings =
        QualitySettings { per_metre: 0.45 / 0.0254, ..QualitySettings::PAPER };

    fn check(&self) -> Result<(), FragmentError> {
        for weight in self.weights {
            check("weights", weight, (0.0..=1e6).contains(&weight), "a weight is not below zero")?;
        }
        for offset in self.offsets {
            check("offsets", offset as f32, (1..=1000).contains(&offset), "an offset is 1 to 1000 poses")?;
        }
        let Self { pose_rate, per_metre, stutter, momentum, contact, smoothness, urgency, .. } = *self;
        check("pose_rate", pose_rate, (1.0..=1000.0).contains(&pose_rate), "it is 1 to 1000 Hz")?;
        check("per_metre", per_metre, per_metre > 0.0 && per_metre <= 1e6, "it is above zero")?;
        check("stutter", stutter, (0.0..=60.0).contains(&stutter), "it is 0 to 60 s")?;
        check("momentum", momentum, (0.0..=1e3).contains(&momentum), "it is 0 to 1000 s")?;
        check("contact", contact, (0.0..=1e3).contains(&contact), "it is 0 to 1000 m")?;
        check("smoothness", smoothness, (0.0..=100.0).contains(&smoothness), "it is 0 to 100")?;
        check("urgency", urgency, (1.0..=100.0).contains(&urgency), "it is 1 to 100")
    }
}

impl Default for QualitySettings {
    fn default() -> QualitySettings {
        QualitySettings::PLAYED
    }
}

/// How well everything follows everything, fragments × fragments.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionQuality {
    fragments: usize,
    words: Vec<u16>,
}

impl MotionQuality {
    /// Works it out on all cores: about 70 square roots for each pair.
    pub fn of(
        repertoire: &Repertoire,
        fragments: &Fragments,
        settings: &QualitySettings,
    ) -> Result<MotionQuality, FragmentError> {
        settings.check()?;
        let count = fragments.segments.len();
        let measure = Measure::of(repertoire, fragments, settings)?;
        let mut words = vec![0_u16; count * count];
        words.par_chunks_mut(count.max(1) * ROWS).enumerate().for_each(|(chunk, rows)| {
            measure.rows(chunk * ROWS, rows);
            for (index, row) in rows.chunks_exact_mut(count).enumerate() {
                silence_stutter(fragments, chunk * ROWS + index, settings.stutter, row);
            }
        });
        Ok(MotionQuality { fragments: count, words })
    }

    /// How many fragments it is about.
    pub fn fragments(&self) -> usize {
        self.fragments
    }

    /// How well one follows another, 0 to 1.
    pub fn get(&self, from: usize, to: usize) -> f32 {
        f32::from(self.words[from * self.fragments + to]) * (1.0 / 65535.0)
    }

    /// How well each fragment follows one, as words: 65,535 is perfect.
    pub fn row(&self, from: usize) -> &[u16] {
        &self.words[from * self.fragments..][..self.fragments]
    }

    /// For the solver.
    pub fn transitions(&self) -> Transitions<'_> {
        Transitions::Words(&self.words)
    }

    /// How many transitions there are of each word.
    pub fn histogram(&self) -> Vec<u64> {
        let count = |mut counts: Vec<u64>, words: &[u16]| {
            words.iter().for_each(|&word| counts[usize::from(word)] += 1);
            counts
        };
        self.words.par_chunks(1 << 20).fold(|| vec![0; 1 << 16], count).reduce(
            || vec![0; 1 << 16],
            |mut a, b| {
                a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                a
            },
        )
    }

    /// The quality that the best `share` of all transitions have at least.
    pub fn least_of_best(&self, share: f32) -> f32 {
        let wanted = (f64::from(share.clamp(0.0, 1.0)) * self.words.len() as f64).round() as u64;
        let mut seen = 0;
        let counts = self.histogram();
        for (word, count) in counts.iter().enumerate().rev() {
            seen += count;
            if seen >= wanted {
                // Half a word lower, so that rounding back does not lose those that are just as good.
                return ((word as f32 - 0.5) / 65535.0).max(0.0);
            }
        }
        0.0
    }
}

/// How well each fragment answers each bin's middle, fragment by fragment, eq. 10.
pub fn control_quality(space: &ControlSpace, fragments: &Fragments) -> Vec<f32> {
    let centres: Vec<Control> = (0..space.bins()).map(|bin| space.centre(bin as Bin)).collect();
    let row = |shown: &Control| centres.iter().map(|asked| space.quality(shown, asked)).collect::<Vec<f32>>();
    fragments.controls.iter().flat_map(row).collect()
}

/// What each fragment is worth in each bin if nothing breaks the motion, from 0 to 1: eq. 10 with the price of breaks.
pub fn response(space: &ControlSpace, fragments: &Fragments, settings: &QualitySettings) -> Vec<f32> {
    let QualitySettings { smoothness, urgency, .. } = *settings;
    let counts: Vec<f32> =
        (0..space.bins() as Bin).map(|bin| if space.centre(bin).airborne { urgency } else { 1.0 }).collect();
    let mut response = control_quality(space, fragments);
    for row in response.chunks_exact_mut(counts.len().max(1)) {
        for (control, counts) in row.iter_mut().zip(&counts) {
            *control = (*control * counts + smoothness) / (urgency + smoothness);
        }
    }
    response
}

/// What is compared like a bone tip and is none: the velocity, and which feet carry weight.
const BESIDE_TIPS: usize = 2;
/// Fragments side by side in one go.
const LANES: usize = 16;
/// Fragments that end, in one go: their expected poses fit a second-level cache of 256 KB.
const ROWS: usize = 64;

/// Tips as they are expected and as they are, laid out for the loop that compares all with all.
struct Measure {
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
    fn of(
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
    fn rows(&self, first: usize, rows: &mut [u16]) {
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
struct Room<'a> {
    bench: Bench<'a>,
    poses: [Pose; 3],
    tips: Vec<Vec3>,
}

impl<'a> Room<'a> {
    fn new(repertoire: &'a Repertoire, tips: &'a Tips) -> Room<'a> {
        let pose = || Pose::rest(&repertoire.skeleton);
        Room {
            bench: Bench::new(&repertoire.skeleton, tips),
            poses: [pose(), pose(), pose()],
            tips: Vec::new(),
        }
    }

    /// Where a fragment's tips are expected to go after it, and where they are at its beginning; with each pose, how fast
    /// the body goes and which feet carry weight, as the places of two more tips.
    fn poses(
        &mut self,
        repertoire: &Repertoire,
        segment: &Segment,
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
fn carrying(take: &Take, at: f64) -> Vec3 {
    let frame = (at * f64::from(take.clip.rate())).round() as u32;
    let frame = frame.min(take.clip.frames() as u32 - 1);
    let [left, right] = Side::BOTH.map(|side| f32::from(u8::from(take.annotation.supports.at(side, frame))));
    Vec3::new(left, right, 0.0)
}

/// Nothing goes back a little in the same take, or stays.
fn silence_stutter(fragments: &Fragments, from: usize, window: f32, row: &mut [u16]) {
    let segment = fragments.segments[from];
    let frames = (window * fragments.rate).round() as u32;
    let earliest = segment.first.saturating_sub(frames);
    // A take's fragments stand together.
    let before =
        fragments.segments[..from].iter().rev().take_while(|other| other.take == segment.take).count();
    let after = fragments.segments[from..].iter().take_while(|other| other.take == segment.take).count();
    let own = from - before..from + after;
    for (word, other) in row[own.clone()].iter_mut().zip(&fragments.segments[own]) {
        if other.first >= earliest && other.first < segment.end {
            *word = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::performed;
    use footwork_graph::{FragmentSettings, fragments};

    #[test]
    fn what_comes_next_in_a_take_follows_best_and_what_was_just_there_not_at_all() {
        let repertoire = performed(20.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let quality = MotionQuality::of(&repertoire, &cut, &QualitySettings::PAPER).unwrap();
        let mut ranks = 0;
        for from in 0..cut.segments.len() {
            let next = cut
                .segments
                .iter()
                .position(|s| s.take == cut.segments[from].take && s.first == cut.segments[from].end);
            assert_eq!(quality.get(from, from), 0.0);
            if from > 0 && cut.segments[from - 1].take == cut.segments[from].take {
                assert_eq!(quality.get(from, from - 1), 0.0);
            }
            let Some(next) = next else { continue };
            assert!(quality.get(from, next) > 0.3, "{from}: {}", quality.get(from, next));
            let better =
                (0..cut.segments.len()).filter(|&to| quality.get(from, to) > quality.get(from, next));
            ranks += better.count();
        }
        assert!((ranks as f32) < 4.0 * cut.segments.len() as f32, "{ranks}");
    }

    #[test]
    fn the_loop_says_what_the_equation_says() {
        let repertoire = performed(3.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let settings = QualitySettings { stutter: 0.0, ..QualitySettings::PAPER };
        let quality = MotionQuality::of(&repertoire, &cut, &settings).unwrap();
        let tips = Tips::of(&repertoire.skeleton);
        let mut room = Room::new(&repertoire, &tips);
        let mut poses = |f: usize| room.poses(&repertoire, &cut.segments[f], cut.rate, &settings).unwrap();
        for (from, to) in [(0, 10), (5, 40), (17, 3), (30, 16)] {
            let (expected, shown) = (poses(from).0, poses(to).1);
            let mut off = 0.0;
            for (at, (a, b)) in expected.iter().zip(&shown).enumerate() {
                off += settings.per_metre
                    * settings.weights[at / (tips.len() + BESIDE_TIPS)]
                    * (*a - *b).length();
            }
            let found = quality.get(from, to);
            assert!((found - 1.0 / (1.0 + off)).abs() < 1e-4, "{found} for {off}");
        }
    }

    #[test]
    fn a_foot_that_carries_weight_is_followed_rather_by_one_that_does_too() {
        let repertoire = performed(6.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let of = |contact: f32| {
            let settings = QualitySettings { contact, ..QualitySettings::PLAYED };
            MotionQuality::of(&repertoire, &cut, &settings).unwrap()
        };
        let (without, with) = (of(0.0), of(0.5));
        let (mut same, mut other) = (0, 0);
        let carries = |f: usize, at: u32| {
            let take = &repertoire.takes[cut.segments[f].take as usize];
            carrying(take, f64::from(at) / f64::from(cut.rate))
        };
        for (from, to) in
            (0..cut.segments.len()).step_by(7).flat_map(|from| (0..50).map(move |to| (from, to)))
        {
            let (ends, begins) = (cut.segments[from].end, cut.segments[to].first);
            let alike = (0..3).all(|pose| carries(from, ends + pose) == carries(to, begins + pose));
            let [before, now] = [&without, &with].map(|quality| quality.get(from, to));
            same += u32::from(alike);
            other += u32::from(!alike);
            assert!(
                if alike { now == before } else { now < before || before == 0.0 },
                "{from} {to}: {now} {before}"
            );
        }
        assert!(same > 20 && other > 20, "{same} {other}");
    }

    #[test]
    fn the_best_share_is_a_share() {
        let repertoire = performed(6.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let quality = MotionQuality::of(&repertoire, &cut, &QualitySettings::PAPER).unwrap();
        let least = quality.least_of_best(0.08);
        let count = cut.segments.len();
        let good = (0..count * count).filter(|at| quality.get(at / count, at % count) >= least).count();
        assert!((good as f32 / (count * count) as f32 - 0.08).abs() < 0.005);
        assert_eq!(quality.least_of_best(1.0), 0.0);
        assert_eq!(quality.histogram().iter().sum::<u64>(), (count * count) as u64);
    }

    #[test]
    fn settings_that_are_none_are_refused() {
        let repertoire = performed(1.0);
        let cut = fragments::build(&repertoire, &FragmentSettings::PAPER).unwrap();
        let seed = QualitySettings::PAPER;
        for bad in [
            QualitySettings { pose_rate: 0.0, ..seed },
            QualitySettings { pose_rate: f32::NAN, ..seed },
            QualitySettings { per_metre: -1.0, ..seed },
            QualitySettings { offsets: [0, 1, 2], ..seed },
            QualitySettings { weights: [f32::INFINITY, 0.0, 0.0], ..seed },
            QualitySettings { stutter: -1.0, ..seed },
            QualitySettings { contact: f32::NAN, ..seed },
        ] {
            let refused = MotionQuality::of(&repertoire, &cut, &bad);
            assert!(matches!(refused, Err(FragmentError::Setting { .. })), "{bad:?}");
        }
    }
}
