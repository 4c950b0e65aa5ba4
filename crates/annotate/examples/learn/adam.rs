//! Training by gradient descent (Adam: Kingma & Ba, 2015), with weight decay and a rate that falls as a cosine.
//!
//! The loss of a moment is the logarithm of the share that its right labels have together, and, where it is known how
//! likely an end is, twice the cross entropy of that.

use footwork_annotate::actions::network::{INPUTS, Layer, Network};
use footwork_motion::rng::Rng;
use ndarray::{Array1, Array2, Axis};

use super::moments::{Moment, Source, bell};

/// How many numbers the two hidden layers have.
const HIDDEN: [usize; 2] = [128, 96];
/// The rate of learning at its highest, and over how many steps it grows to that.
const RATE: f32 = 2e-3;
const WARM_UP: f32 = 200.0;
/// What weights lose in a step, of the rate.
const DECAY: f32 = 0.01;

struct Weights {
    own: Array2<f32>,
    mean: Array2<f32>,
    square: Array2<f32>,
}

impl Weights {
    fn new(own: Array2<f32>) -> Weights {
        let none = Array2::zeros(own.raw_dim());
        Weights { mean: none.clone(), square: none, own }
    }

    fn follow(&mut self, gradient: &Array2<f32>, step: usize, rate: f32, decay: f32) {
        let at = step as i32 + 1;
        let (first, second) = (1.0 - 0.9_f32.powi(at), 1.0 - 0.999_f32.powi(at));
        ndarray::Zip::from(&mut self.own).and(&mut self.mean).and(&mut self.square).and(gradient).for_each(
            |own, mean, square, slope| {
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                *own -= rate * ((*mean / first) / ((*square / second).sqrt() + 1e-8) + decay * *own);
            },
        );
    }
}

/// A network in training.
pub struct Trainer {
    weights: [Weights; 3],
    biases: [Weights; 3],
    /// Which words a label has: words by labels.
    has: Array2<f32>,
}

impl Trainer {
    pub fn new(source: &Source, rng: &mut Rng) -> Trainer {
        let sizes = [INPUTS, HIDDEN[0], HIDDEN[1], source.words.len() + 1];
        let mut layer = |n: usize| {
            let spread = (2.0 / sizes[n] as f32).sqrt();
            Weights::new(Array2::from_shape_fn((sizes[n], sizes[n + 1]), |_| spread * bell(rng)))
        };
        let mut has = Array2::zeros((source.words.len(), source.labels.len()));
        for (n, label) in source.labels.iter().enumerate() {
            for word in label {
                has[[source.words.binary_search(word).expect("every word was gathered"), n]] = 1.0;
            }
        }
        Trainer {
            weights: [layer(0), layer(1), layer(2)],
            biases: [1, 2, 3].map(|n| Weights::new(Array2::zeros((1, sizes[n])))),
            has,
        }
    }

    /// Learns from some moments; gives the mean loss of their labels.
    pub fn step(&mut self, batch: &[Moment], step: usize, steps: usize) -> f32 {
        let count = batch.len();
        let inputs: Vec<f32> = batch.iter().flat_map(|moment| moment.inputs.iter().copied()).collect();
        let inputs = Array2::from_shape_vec((count, INPUTS), inputs).expect("every moment has all inputs");
        let bent = |numbers: Array2<f32>| numbers.mapv_into(|number| number.max(0.0));
        let apply = |n: usize, from: &Array2<f32>| from.dot(&self.weights[n].own) + &self.biases[n].own;
        let first = bent(apply(0, &inputs));
        let second = bent(apply(1, &first));
        let out = apply(2, &second);
        let words = self.has.nrows();

        let mut shares = out.slice(ndarray::s![.., ..words]).dot(&self.has);
        let mut slope = Array2::zeros(out.raw_dim());
        let mut loss = 0.0;
        for (mut row, moment) in shares.axis_iter_mut(Axis(0)).zip(batch) {
            let most = row.fold(f32::MIN, |most, score| most.max(*score));
            row.mapv_inplace(|score| (score - most).exp());
            let whole = row.sum();
            row.mapv_inplace(|part| part / whole);
            let right: f32 = moment.right.iter().map(|label| row[*label]).sum::<f32>().max(1e-9);
            loss -= right.ln() / count as f32;
            // Each right label is pulled up by its part of what is right.
            let parts: Vec<f32> = moment.right.iter().map(|label| row[*label] / right).collect();
            moment.right.iter().zip(parts).for_each(|(label, part)| row[*label] -= part);
        }
        slope.slice_mut(ndarray::s![.., ..words]).assign(&shares.dot(&self.has.t()));
        for (n, moment) in batch.iter().enumerate() {
            let likely = 1.0 / (1.0 + (-out[[n, words]]).exp());
            slope[[n, words]] = moment.end.map_or(0.0, |end| 2.0 * (likely - end));
        }
        slope /= count as f32;

        let through = |slope: &Array2<f32>, n: usize, from: &Array2<f32>| {
            let mut back = slope.dot(&self.weights[n].own.t());
            ndarray::Zip::from(&mut back).and(from).for_each(|back, from| {
                if *from <= 0.0 {
                    *back = 0.0;
                }
            });
            back
        };
        let to_second = through(&slope, 2, &second);
        let to_first = through(&to_second, 1, &first);
        let falls = 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
        let rate = RATE * ((step + 1) as f32 / WARM_UP).min(1.0) * falls + 1e-5;
        for (n, (from, slope)) in
            [(&inputs, &to_first), (&first, &to_second), (&second, &slope)].iter().enumerate()
        {
            self.weights[n].follow(&from.t().dot(*slope), step, rate, DECAY);
            self.biases[n].follow(&slope.sum_axis(Axis(0)).insert_axis(Axis(0)), step, rate, 0.0);
        }
        loss
    }

    /// The network as it is written.
    pub fn network(&self, source: &Source) -> Network {
        let layer = |n: usize| {
            let weights = &self.weights[n].own;
            let most =
                |column: ndarray::ArrayView1<'_, f32>| column.fold(1e-9, |most: f32, w| most.max(w.abs()));
            let units: Array1<f32> = weights.axis_iter(Axis(1)).map(|column| most(column) / 127.0).collect();
            Layer {
                biases: self.biases[n].own.iter().copied().collect(),
                weights: (weights / &units).iter().map(|weight| weight.round() as i8).collect(),
                units: units.to_vec(),
            }
        };
        let word = |word: &String| source.words.binary_search(word).expect("every word was gathered") as u16;
        Network {
            means: source.means.to_vec(),
            spreads: source.spreads.to_vec(),
            layers: [layer(0), layer(1), layer(2)],
            words: source.words.clone(),
            again: source.again.clone(),
            labels: source.labels.iter().map(|label| label.iter().map(word).collect()).collect(),
        }
    }
}
