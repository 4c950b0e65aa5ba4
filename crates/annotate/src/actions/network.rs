//! The network that reads actions: from what is seen around a moment to how well each label fits, and whether an action
//! ends there.
//!
//! A small perceptron of two hidden layers over samples of the [`Senses`] from 1.2 s before the moment to as long after,
//! dense near the moment and sparse far from it. Its outputs are one number a *word* and one for a boundary. A label is a
//! set of words (`attack`, `punch`, `jab`); its score is the sum of its words' numbers, so that labels share what they
//! have in common, and a softmax over all labels makes shares of the scores. Every clip is also read in the mirror, and
//! both readings are averaged: left and right are told apart equally well.
//!
//! Paper: Shum, section 3.1, has people name actions. The network learned from the performer, who knows what it does:
//! `cargo run --release -p footwork-annotate --example learn` makes `network.bin` anew (docs/annotation.md).

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::senses::{RATE, Row, Senses, WIDTH, mirrored};
use crate::annotation::{Span, mirrored_word};
use crate::sealed::{self, SealError};

/// Moments of [`super::senses::RATE`] from the one that is read, from the nearest to the furthest.
pub const OFFSETS: [i32; 17] = [0, -1, 1, -2, 2, -4, 4, -6, 6, -9, 9, -14, 14, -22, 22, -36, 36];
/// Numbers that go in: a row at each offset; and, except at the moment itself, how fast the body goes and turns from one to
/// the other.
pub const INPUTS: usize = WIDTH * OFFSETS.len() + 3 * (OFFSETS.len() - 1);
/// Of the standard deviation. No input is further from its mean: recordings have outliers that training had not.
const FURTHEST: f32 = 6.0;
/// s. About as long as a step of a run.
const LEAST_TIME: f32 = 0.3;
/// m/rad. Turning counts as much as going so far.
const TURN: f32 = 0.5;
/// No label is less likely than this at a moment, in logarithms: one moment must not veto a label.
const LEAST: f32 = -8.0;

/// Moments that are read at once.
const BLOCK: usize = 32;

const KIND: &str = "network";
const VERSION: u32 = 2;

/// One layer: weights by input, then by output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// What is added to each output.
    pub biases: Vec<f32>,
    /// In units of their output's.
    pub weights: Vec<i8>,
    /// What a weight of 1 means, by output.
    pub units: Vec<f32>,
}

/// A trained network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Network {
    /// Mean of every number of a row.
    pub means: Vec<f32>,
    /// Standard deviation of every number of a row.
    pub spreads: Vec<f32>,
    /// The first, the second, and the one that gives words and, last, the boundary.
    pub layers: [Layer; 3],
    /// All words, in the order of the last layer's outputs.
    pub words: Vec<String>,
    /// What an action may be: indices of words, the more general first.
    pub labels: Vec<Vec<u16>>,
    /// What it costs to do the same again at once, in logarithms, by label: a jab may follow a jab, a spin does not follow
    /// a spin.
    pub again: Vec<f32>,
}

/// How well labels fit, moment by moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fits {
    /// How many labels there are.
    pub labels: usize,
    /// Logarithms of the labels' shares, by moment, then by label.
    pub shares: Vec<f32>,
    /// Log-odds of an action ending just before a moment.
    pub ends: Vec<f32>,
}

impl Fits {
    /// The mean share of a label over a span of moments, from 0 to 1.
    pub fn share(&self, label: usize, span: Span) -> f32 {
        let shares = (span.first..span.end).map(|moment| self.shares[moment as usize * self.labels + label]);
        (shares.map(libm::expf).sum::<f32>() / span.frames().max(1) as f32).clamp(0.0, 1.0)
    }
}

impl Network {
    /// The one that learned from the performer.
    #[expect(clippy::expect_used, reason = "its bytes are part of the program, and a test reads them")]
    pub fn built_in() -> &'static Network {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK.get_or_init(|| {
            Network::from_bytes(include_bytes!("network.bin")).expect("the built-in network is sound")
        })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed::seal(KIND, VERSION, &postcard::to_allocvec(self).unwrap_or_default())
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, SealError> {
        let payload = sealed::open(KIND, VERSION, bytes)?;
        let network: Network =
            postcard::from_bytes(payload).map_err(|error| SealError::Nonsense(error.to_string()))?;
        network.check().map_err(|why| SealError::Nonsense(why.to_string()))?;
        Ok(network)
    }

    fn check(&self) -> Result<(), &'static str> {
        let [first, second, third] = &self.layers;
        let sizes = [(INPUTS, first), (first.biases.len(), second), (second.biases.len(), third)];
        let fits = |(inputs, layer): &(usize, &Layer)| {
            let outputs = layer.biases.len();
            outputs > 0 && layer.weights.len() == inputs * outputs && layer.units.len() == outputs
        };
        if !sizes.iter().all(fits) {
            return Err("its layers do not fit each other");
        }
        let known =
            |label: &Vec<u16>| !label.is_empty() && label.iter().all(|w| usize::from(*w) < self.words.len());
        let rows = self.means.len() == WIDTH && self.spreads.len() == WIDTH;
        if !rows
            || third.biases.len() != self.words.len() + 1
            || self.labels.is_empty()
            || !self.labels.iter().all(known)
            || self.again.len() != self.labels.len()
        {
            return Err("its words do not fit its outputs");
        }
        Ok(())
    }

    /// The words of a label.
    pub fn label(&self, label: usize) -> Vec<String> {
        self.labels[label].iter().map(|word| self.words[usize::from(*word)].clone()).collect()
    }

    /// Reads a clip, moment by moment.
    pub fn read(&self, senses: &Senses) -> Fits {
        let moments = senses.rows.len();
        let rows: Vec<Row> = senses.rows.iter().map(|row| self.scaled(row)).collect();
        let other: Vec<Row> = senses.rows.iter().map(|row| self.scaled(&mirrored(row))).collect();
        let layers = self.layers.each_ref().map(Dense::new);
        let swapped: Vec<usize> = self
            .words
            .iter()
            .map(|word| {
                let other = mirrored_word(word);
                self.words.iter().position(|word| *word == other).unwrap_or(usize::MAX)
            })
            .collect();
        let mut read = Fits {
            labels: self.labels.len(),
            shares: Vec::with_capacity(moments * self.labels.len()),
            ends: vec![],
        };
        let all: Vec<usize> = (0..moments).collect();
        for block in all.chunks(BLOCK) {
            let own = forward(&layers, block.iter().map(|m| window(&rows, senses, *m, 1.0)).collect());
            let flipped = forward(&layers, block.iter().map(|m| window(&other, senses, *m, -1.0)).collect());
            for (own, flipped) in own.iter().zip(&flipped) {
                self.share(own, flipped, &swapped, &mut read);
            }
        }
        read
    }

    /// Adds what both readings of a moment say.
    fn share(&self, own: &[f32], flipped: &[f32], swapped: &[usize], read: &mut Fits) {
        let words = self.words.len();
        let word = |word: usize| {
            let there = flipped.get(swapped[word]).copied().unwrap_or(own[word]);
            0.5 * (own[word] + there)
        };
        let scores: Vec<f32> = (0..words).map(word).collect();
        let fits: Vec<f32> =
            self.labels.iter().map(|label| label.iter().map(|w| scores[usize::from(*w)]).sum()).collect();
        let most = fits.iter().copied().fold(f32::MIN, f32::max);
        let whole = libm::logf(fits.iter().map(|fit| libm::expf(fit - most)).sum::<f32>()) + most;
        read.shares.extend(fits.iter().map(|fit| (fit - whole).max(LEAST)));
        read.ends.push(0.5 * (own[words] + flipped[words]));
    }

    fn scaled(&self, row: &Row) -> Row {
        std::array::from_fn(|n| ((row[n] - self.means[n]) / self.spreads[n]).clamp(-FURTHEST, FURTHEST))
    }
}

/// s. What a way from a moment to another is divided by, so that it is a speed, and those of one size; but for the nearest,
/// which would be noise.
pub fn seconds(offset: i32) -> f32 {
    let least = if offset < 0 { -LEAST_TIME } else { LEAST_TIME };
    if offset.unsigned_abs() as f32 > LEAST_TIME * RATE { offset as f32 / RATE } else { least }
}

/// What goes in at a moment. `side` is 1, or −1 for the mirror image.
pub fn window(rows: &[Row], senses: &Senses, moment: usize, side: f32) -> Vec<f32> {
    let mut inputs = Vec::with_capacity(INPUTS);
    let last = rows.len() as i32 - 1;
    let (here, yaw) = (senses.places[moment], senses.yaw[moment]);
    let (sin, cos) = libm::sincosf(yaw);
    for offset in OFFSETS {
        let at = (moment as i32 + offset).clamp(0, last) as usize;
        inputs.extend(rows[at]);
        if offset != 0 {
            let [x, z] = [senses.places[at][0] - here[0], senses.places[at][1] - here[1]];
            let moved = [side * (x * cos - z * sin), x * sin + z * cos, side * TURN * (senses.yaw[at] - yaw)];
            let seconds = seconds(offset);
            inputs.extend(moved.map(|number| (number / seconds).clamp(-FURTHEST, FURTHEST)));
        }
    }
    inputs
}

/// A layer ready to compute with.
struct Dense {
    biases: Vec<f32>,
    weights: Vec<f32>,
}

impl Dense {
    fn new(layer: &Layer) -> Dense {
        let by_input = layer.weights.chunks_exact(layer.units.len().max(1));
        let weights =
            by_input.flat_map(|own| own.iter().zip(&layer.units)).map(|(w, unit)| unit * f32::from(*w));
        Dense { biases: layer.biases.clone(), weights: weights.collect() }
    }

    /// Applied to several moments at once, so that each weight is fetched once for all of them.
    fn apply(&self, inputs: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let mut out = vec![self.biases.clone(); inputs.len()];
        for (n, weights) in self.weights.chunks_exact(self.biases.len()).enumerate() {
            for (out, inputs) in out.iter_mut().zip(inputs) {
                // Half of what a layer gives is zero, and so are most limbs' strikes.
                if inputs[n] != 0.0 {
                    out.iter_mut().zip(weights).for_each(|(out, weight)| *out += inputs[n] * weight);
                }
            }
        }
        out
    }
}

fn forward(layers: &[Dense; 3], inputs: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
    let [first, second, third] = layers;
    let bent = |mut moments: Vec<Vec<f32>>| {
        moments.iter_mut().flatten().for_each(|number| *number = number.max(0.0));
        moments
    };
    third.apply(&bent(second.apply(&bent(first.apply(&inputs)))))
}
