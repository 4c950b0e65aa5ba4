//! What is learned from: moments of the performer's takes, with what they are.

use footwork_annotate::actions::network::{self, INPUTS, OFFSETS};
use footwork_annotate::actions::senses::{RATE, Row, Senses, WIDTH, mirrored};
use footwork_annotate::annotation::mirrored_word;
use footwork_annotate::strikes::{self, StrikeSettings};
use footwork_annotate::supports::{self, SupportSettings};
use footwork_motion::WorldClip;
use footwork_motion::rng::Rng;
use footwork_performer::truth::Action;
use footwork_performer::{Show, perform};
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
/// Standard deviations by which every number of a row trembles.
const TREMBLE: f32 = 0.15;
/// m/s. By how much speeds over the ground tremble: which way a step goes is a matter of a tenth.
const WAVER: f32 = 0.06;
/// The share of the performer's moments that are seen nearly as they are, and by how much of the above they differ: which
/// step is the first of another sort is lost on a body that is too different.
const HARDLY: [f32; 2] = [0.5, 0.25];
/// How often the same is done again at once costs nothing from here on.
const OFTEN: f32 = 0.1;
/// What it costs at most that something is done again, in logarithms.
const NEVER: f32 = -4.0;

/// A moment as it is learned from: what is seen, which labels are right, and how likely an end is, if that is known.
pub struct Moment {
    pub inputs: Vec<f32>,
    pub right: Vec<usize>,
    pub end: Option<f32>,
}

/// A take, or its mirror image.
pub struct Take {
    pub senses: Senses,
    /// Which labels follow each other.
    sequence: Vec<usize>,
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
    /// What it costs that a label follows itself.
    pub again: Vec<f32>,
    /// Take and moment, each with the sum of how often it and those before it are drawn.
    order: Vec<(f64, u32, u32)>,
}

impl Source {
    /// Takes of every show.
    pub fn performed(seeds: u64) -> Source {
        let jobs: Vec<(Show, u64)> =
            Show::ALL.into_iter().flat_map(|show| (0..seeds).map(move |n| (show, SEED + n))).collect();
        let seen: Vec<(Senses, Vec<Action>)> =
            jobs.par_iter().map(|(show, seed)| look(*show, *seed)).collect();
        let mut labels: Vec<Vec<String>> = Vec::new();
        for classes in seen.iter().flat_map(|(_, actions)| actions).map(|action| &action.classes) {
            labels.extend([distinct(classes), distinct(&mirror_image(classes))]);
        }
        labels.sort();
        labels.dedup();
        let mut words: Vec<String> = labels.iter().flatten().cloned().collect();
        words.sort();
        words.dedup();
        let takes = seen.iter().flat_map(|(senses, actions)| {
            [false, true].map(|flipped| Take::new(senses, actions, &labels, flipped))
        });
        let mut source = Source {
            takes: takes.collect(),
            labels,
            words,
            means: [0.0; WIDTH],
            spreads: [1.0; WIDTH],
            again: Vec::new(),
            order: Vec::new(),
        };
        source.again = source.repeats();
        source.measure();
        source
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// What it costs, by label, that it follows itself, by how often it does.
    fn repeats(&self) -> Vec<f32> {
        let mut counts = vec![[0.0_f32; 2]; self.labels.len()];
        for pair in self.takes.iter().flat_map(|take| take.sequence.windows(2)) {
            counts[pair[0]][0] += 1.0;
            counts[pair[0]][1] += f32::from(pair[0] == pair[1]);
        }
        let cost =
            |[all, same]: &[f32; 2]| libm::logf((same + OFTEN) / (all + 1.0) / OFTEN).clamp(NEVER, 0.0);
        // A blow may always follow the same blow.
        let free = |label: &Vec<String>| label[0] == "attack";
        let costs = counts.iter().zip(&self.labels);
        costs.map(|(count, label)| if free(label) { 0.0 } else { cost(count) }).collect()
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
            let much = if rng.unit() < HARDLY[0] { HARDLY[1] } else { 1.0 };
            let inputs = self.varied(&take.senses, moment, much, rng);
            Moment { inputs, right: vec![take.labels[moment]], end: Some(take.ends[moment]) }
        };
        (0..count).map(|_| one(rng)).collect()
    }

    /// What is seen at a moment, of a body that is different by so `much`.
    pub fn varied(&self, senses: &Senses, moment: usize, much: f32, rng: &mut Rng) -> Vec<f32> {
        let tempo = libm::expf(much * rng.range(-TEMPO, TEMPO));
        let mut shift: Row = std::array::from_fn(|_| much * SHIFT * bell(rng));
        let mut stretch: Row = std::array::from_fn(|_| libm::expf(much * STRETCH * bell(rng)));
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
                inputs.push((stretch[n] * number + shift[n]).clamp(-6.0, 6.0) + much * TREMBLE * bell(rng));
            }
            if offset != 0 {
                let [x, z] = [senses.places[at][0] - here[0], senses.places[at][1] - here[1]];
                let seconds = network::seconds(offset);
                let moved = [x * cos - z * sin, x * sin + z * cos, 0.5 * (senses.yaw[at] - yaw)];
                inputs.extend(moved.map(|m| (m / seconds).clamp(-6.0, 6.0) + much * WAVER * bell(rng)));
            }
        }
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
    fn new(senses: &Senses, actions: &[Action], labels: &[Vec<String>], flipped: bool) -> Take {
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
            sequence: own,
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

fn look(show: Show, seed: u64) -> (Senses, Vec<Action>) {
    let take = perform(show, SECONDS, seed, 60.0).expect("a take");
    let world = WorldClip::new(&take.skeleton, &take.clip);
    let supports = supports::find(&take.skeleton, &world, &SupportSettings::default()).expect("feet");
    let strikes =
        strikes::find(&take.skeleton, &world, &supports, &StrikeSettings::default()).expect("limbs");
    (Senses::new(&take.skeleton, &world, &supports, &strikes).expect("a whole body"), take.truth.actions)
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
