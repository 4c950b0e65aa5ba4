//! What is learned from: moments of the performer's takes, with what they are.

use footwork_annotate::actions::network::{INPUTS, OFFSETS};
use footwork_annotate::actions::senses::{RATE, Row, Senses, WIDTH, mirrored};
use footwork_annotate::annotation::mirrored_word;
use footwork_annotate::strikes::{self, StrikeSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_motion::WorldClip;
use footwork_motion::rng::Rng;
use footwork_performer::{Performance, Show, perform};
use rayon::prelude::*;

/// s. How long the takes are.
const SECONDS: f32 = 90.0;
/// The first seed.
const SEED: u64 = 1001;
/// s. How far from a boundary an end is still likely: the standard deviation of a bell.
const NEAR_END: f32 = 0.035;
/// A label that is this many times as frequent is drawn that many times as often to the power of 0.6.
const FREQUENT: f64 = -0.4;
/// How many times as often a moment at a boundary is drawn.
const AT_END: f64 = 12.0;
/// Numbers of a row that say yes or no, which no other body has otherwise.
const FLAGS: std::ops::Range<usize> = 24..36;
/// Numbers of a row that are speeds.
const SPEEDS: [usize; 4] = [45, 46, 47, 49];
/// Standard deviations by which a number is shifted, and the logarithm by which it is stretched, over a whole window.
const SHIFT: f32 = 0.3;
const STRETCH: f32 = 0.1;
/// The logarithm by which time is faster or slower, at most.
const TEMPO: f32 = 0.2;
/// Standard deviations by which every input trembles.
const TREMBLE: f32 = 0.15;

/// A moment as it is learned from: what is seen, which labels are right, and how likely an end is, if that is known.
pub struct Moment {
    pub inputs: Vec<f32>,
    pub right: Vec<usize>,
    pub end: Option<f32>,
}

/// A take, or its mirror image.
pub struct Take {
    pub senses: Senses,
    /// Which label holds, by moment.
    labels: Vec<usize>,
    ends: Vec<f32>,
}

/// All takes, and what their numbers are like.
pub struct Source {
    takes: Vec<Take>,
    pub labels: Vec<Vec<String>>,
    pub words: Vec<String>,
    pub means: Row,
    pub spreads: Row,
    /// Take and moment, each with the sum of how often it and those before it are drawn.
    order: Vec<(f64, u32, u32)>,
}

impl Source {
    /// Takes of every show.
    pub fn performed(seeds: u64) -> Source {
        let jobs: Vec<(Show, u64)> =
            Show::ALL.into_iter().flat_map(|show| (0..seeds).map(move |n| (show, SEED + n))).collect();
        let seen: Vec<(Senses, Performance)> =
            jobs.par_iter().map(|(show, seed)| look(*show, *seed)).collect();
        let mut labels: Vec<Vec<String>> = Vec::new();
        for classes in seen.iter().flat_map(|(_, take)| &take.truth.actions).map(|action| &action.classes) {
            labels.extend([distinct(classes), distinct(&mirror_image(classes))]);
        }
        labels.sort();
        labels.dedup();
        let mut words: Vec<String> = labels.iter().flatten().cloned().collect();
        words.sort();
        words.dedup();
        let takes = seen.iter().flat_map(|(senses, take)| {
            [false, true].map(|flipped| Take::new(senses, take, &labels, flipped))
        });
        let mut source = Source {
            takes: takes.collect(),
            labels,
            words,
            means: [0.0; WIDTH],
            spreads: [1.0; WIDTH],
            order: Vec::new(),
        };
        source.measure();
        source
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Draws moments at random.
    pub fn draw(&self, count: usize, rng: &mut Rng) -> Vec<Moment> {
        let whole = self.order.last().map_or(0.0, |last| last.0);
        let one = |rng: &mut Rng| {
            // Drawn before the search: a new number at every comparison would favour the middle of the list.
            let drawn = rng.unit_f64() * whole;
            let at = self.order.partition_point(|(sum, ..)| *sum < drawn);
            let (_, take, moment) = self.order[at.min(self.order.len() - 1)];
            let (take, moment) = (&self.takes[take as usize], moment as usize);
            let inputs = self.varied(&take.senses, moment, rng);
            Moment { inputs, right: vec![take.labels[moment]], end: Some(take.ends[moment]) }
        };
        (0..count).map(|_| one(rng)).collect()
    }

    /// What is seen at a moment, of a slightly different body.
    pub fn varied(&self, senses: &Senses, moment: usize, rng: &mut Rng) -> Vec<f32> {
        let tempo = libm::expf(rng.range(-TEMPO, TEMPO));
        let mut shift: Row = std::array::from_fn(|_| SHIFT * bell(rng));
        let mut stretch: Row = std::array::from_fn(|_| libm::expf(STRETCH * bell(rng)));
        shift[FLAGS].fill(0.0);
        stretch[FLAGS].fill(1.0);
        let last = senses.rows.len() as i32 - 1;
        let (here, yaw) = (senses.places[moment], senses.yaw[moment]);
        let (sin, cos) = libm::sincosf(yaw);
        let mut inputs = Vec::with_capacity(INPUTS);
        for offset in OFFSETS {
            let off = libm::roundf(tempo * offset as f32) as i32;
            let at = (moment as i32 + off).clamp(0, last) as usize;
            for n in 0..WIDTH {
                let speed = if SPEEDS.contains(&n) { tempo } else { 1.0 };
                let number = (speed * senses.rows[at][n] - self.means[n]) / self.spreads[n];
                inputs.push(stretch[n] * number + shift[n]);
            }
            if offset != 0 {
                let [x, z] = [senses.places[at][0] - here[0], senses.places[at][1] - here[1]];
                inputs.extend([x * cos - z * sin, x * sin + z * cos, 0.5 * (senses.yaw[at] - yaw)]);
            }
        }
        inputs.iter_mut().for_each(|input| *input = input.clamp(-6.0, 6.0) + TREMBLE * bell(rng));
        inputs
    }

    /// Means and spreads of all numbers, and how often each moment is drawn.
    fn measure(&mut self) {
        let rows = || self.takes.iter().flat_map(|take| &take.senses.rows);
        let count = rows().count().max(1) as f64;
        for n in 0..WIDTH {
            let mean = rows().map(|row| f64::from(row[n])).sum::<f64>() / count;
            let square = rows().map(|row| (f64::from(row[n]) - mean).powi(2)).sum::<f64>() / count;
            (self.means[n], self.spreads[n]) = (mean as f32, square.sqrt() as f32 + 1e-3);
        }
        // Feet are down or up; strikes are rare, and none is none.
        self.means[24..26].fill(0.5);
        self.spreads[24..26].fill(1.0);
        self.means[28..36].fill(0.0);
        self.spreads[28..36].fill(0.3);
        let mut counts = vec![0_u32; self.labels.len()];
        self.takes.iter().flat_map(|take| &take.labels).for_each(|label| counts[*label] += 1);
        let mut sum = 0.0;
        for (take, own) in self.takes.iter().enumerate() {
            for (moment, label) in own.labels.iter().enumerate() {
                sum +=
                    f64::from(counts[*label]).powf(FREQUENT) * (1.0 + AT_END * f64::from(own.ends[moment]));
                self.order.push((sum, take as u32, moment as u32));
            }
        }
    }
}

impl Take {
    fn new(senses: &Senses, take: &Performance, labels: &[Vec<String>], flipped: bool) -> Take {
        let actions = &take.truth.actions;
        let partings: Vec<f32> = actions.windows(2).map(|pair| 0.5 * (pair[0].to + pair[1].from)).collect();
        let own: Vec<usize> = actions
            .iter()
            .map(|action| {
                let words = if flipped { mirror_image(&action.classes) } else { action.classes.clone() };
                labels.binary_search(&distinct(&words)).expect("every label was gathered")
            })
            .collect();
        let time = |moment: usize| moment as f32 / RATE;
        let moments = 0..senses.rows.len();
        let end = |moment: usize| {
            let off = partings.iter().map(|at| (at - time(moment)).abs()).fold(f32::MAX, f32::min);
            libm::expf(-0.5 * (off / NEAR_END).powi(2))
        };
        Take {
            labels: moments.clone().map(|m| own[partings.partition_point(|at| *at <= time(m))]).collect(),
            ends: moments.map(end).collect(),
            senses: if flipped { flip(senses) } else { senses.clone() },
        }
    }
}

/// What is seen of the mirror image of a clip.
pub fn flip(senses: &Senses) -> Senses {
    Senses {
        rows: senses.rows.iter().map(mirrored).collect(),
        places: senses.places.iter().map(|[x, z]| [-x, *z]).collect(),
        yaw: senses.yaw.iter().map(|yaw| -yaw).collect(),
    }
}

fn look(show: Show, seed: u64) -> (Senses, Performance) {
    let take = perform(show, SECONDS, seed, 60.0).expect("a take");
    let world = WorldClip::new(&take.skeleton, &take.clip);
    let supports = supports::find(&take.skeleton, &world, &SupportSettings::default()).expect("feet");
    let strikes =
        strikes::find(&take.skeleton, &world, &supports, &StrikeSettings::default()).expect("limbs");
    (Senses::new(&take.skeleton, &world, &supports, &strikes).expect("a whole body"), take)
}

fn distinct(words: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        if !kept.contains(word) {
            kept.push(word.clone());
        }
    }
    kept
}

fn mirror_image(words: &[String]) -> Vec<String> {
    words.iter().map(|word| mirrored_word(word)).collect()
}

/// Nearly normal, of deviation 1: how many of 64 random bits are set is 32 on average, with a deviation of 4.
pub fn bell(rng: &mut Rng) -> f32 {
    0.25 * (rng.bits().count_ones() as f32 - 32.0)
}
