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

mod measure;
mod settings;

use footwork_annotate::Repertoire;
use footwork_graph::{Control, Fragments};
use footwork_plan::policy::Transitions;
use rayon::prelude::*;

use self::measure::{Measure, ROWS};
pub use self::settings::{Expected, QualitySettings};
use crate::control::{Bin, ControlSpace};
use crate::error::FragmentError;

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
    use super::measure::{BESIDE_TIPS, Room, carrying};
    use super::*;
    use crate::bone_tips::Tips;
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
        let paper = QualitySettings::PAPER;
        for bad in [
            QualitySettings { pose_rate: 0.0, ..paper },
            QualitySettings { pose_rate: f32::NAN, ..paper },
            QualitySettings { per_metre: -1.0, ..paper },
            QualitySettings { offsets: [0, 1, 2], ..paper },
            QualitySettings { weights: [f32::INFINITY, 0.0, 0.0], ..paper },
            QualitySettings { stutter: -1.0, ..paper },
            QualitySettings { contact: f32::NAN, ..paper },
        ] {
            let refused = MotionQuality::of(&repertoire, &cut, &bad);
            assert!(matches!(refused, Err(FragmentError::Setting { .. })), "{bad:?}");
        }
    }
}
