//! Random problems, and a solver out of a textbook.
#![allow(dead_code)]

use footwork_motion::Rng;
use footwork_plan::policy::{Inputs, Problem, Transitions};

/// A problem that owns its tables.
#[derive(Clone, Debug)]
pub struct Owned {
    pub states: usize,
    pub inputs: usize,
    pub transitions: Vec<f32>,
    pub response: Vec<f32>,
    pub model: Vec<f32>,
    pub discount: f32,
}

/// How inputs follow each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inflow {
    Chain,
    Constant,
    Uniform,
    Ignored,
}

pub const ALL: [Inflow; 4] = [Inflow::Chain, Inflow::Constant, Inflow::Uniform, Inflow::Ignored];

impl Owned {
    pub fn next_input(&self, who: Inflow) -> Inputs<'_> {
        match who {
            Inflow::Chain => Inputs::Chain(&self.model),
            Inflow::Constant => Inputs::Constant,
            Inflow::Uniform => Inputs::Uniform,
            Inflow::Ignored => Inputs::Ignored,
        }
    }

    pub fn problem(&self, who: Inflow) -> Problem<'_> {
        Problem {
            states: self.states,
            inputs: self.inputs,
            transitions: Transitions::Dense(&self.transitions),
            response: &self.response,
            next_input: self.next_input(who),
            discount: self.discount,
        }
    }
}

/// Like the real one: states lie in clips, the next one follows best, most others follow badly; a state serves
/// a few inputs well; the input mostly stays, and some are never left.
pub fn problem(states: usize, inputs: usize, discount: f32, seed: u64) -> Owned {
    let mut random = Rng::new(seed);
    let mut transitions = vec![0.0; states * states];
    for (f, row) in transitions.chunks_mut(states).enumerate() {
        for quality in row.iter_mut() {
            let x = random.unit();
            *quality = x * x * x * x;
        }
        row[(f + 1) % states] = 1.0;
        row[f] = 0.0;
    }
    let mut response = Vec::with_capacity(states * inputs);
    for _ in 0..states {
        let at = random.unit() * inputs as f32;
        response.extend((0..inputs).map(|c| {
            let away = (c as f32 - at) / inputs as f32;
            (1.0 - 3.0 * away.abs()).max(0.0)
        }));
    }
    let mut model = vec![0.0; inputs * inputs];
    for (c, row) in model.chunks_mut(inputs).enumerate() {
        if random.unit() < 0.15 {
            row[c] = 1.0;
            continue;
        }
        row[c] = 8.0;
        for _ in 0..3 {
            row[random.below(inputs)] += random.unit();
        }
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|share| *share /= sum);
    }
    Owned { states, inputs, transitions, response, model, discount }
}

/// T as a square, for any next_input, in `f64`, rows divided by their sums; and λ.
pub fn chain(owned: &Owned, who: Inflow) -> (Vec<f64>, f64) {
    let inputs = owned.inputs;
    let mut t: Vec<f64> = match who {
        Inflow::Chain => owned.model.iter().map(|&x| f64::from(x)).collect(),
        Inflow::Uniform => vec![1.0; inputs * inputs],
        Inflow::Constant | Inflow::Ignored => {
            (0..inputs * inputs).map(|i| f64::from(u8::from(i / inputs == i % inputs))).collect()
        }
    };
    for row in t.chunks_mut(inputs) {
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|x| *x /= sum);
    }
    (t, if who == Inflow::Ignored { 0.0 } else { f64::from(owned.discount) })
}

/// Equation 2 as it is written. `open` says which transitions there are.
pub fn action_value(
    owned: &Owned,
    (t, discount): &(Vec<f64>, f64),
    values: &[f64],
    (f, c, to): (usize, usize, usize),
) -> f64 {
    let inputs = owned.inputs;
    let quality =
        f64::from(owned.transitions[f * owned.states + to]) * f64::from(owned.response[to * inputs + c]);
    let mut expected = 0.0;
    for next in 0..inputs {
        expected += t[c * inputs + next] * values[to * inputs + next];
    }
    quality + discount * expected
}

/// Value iteration until it is right to 1e-9.
pub fn textbook(owned: &Owned, who: Inflow, open: impl Fn(usize, usize) -> bool) -> Vec<f64> {
    let chain = chain(owned, who);
    let mut values = vec![0.0; owned.states * owned.inputs];
    loop {
        let mut next = values.clone();
        for (at, next) in next.iter_mut().enumerate() {
            let (f, c) = (at / owned.inputs, at % owned.inputs);
            *next = (0..owned.states)
                .filter(|&to| open(f, to))
                .map(|to| action_value(owned, &chain, &values, (f, c, to)))
                .fold(f64::NEG_INFINITY, f64::max);
        }
        let change = next.iter().zip(&values).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        values = next;
        if change / (1.0 - chain.1) <= 1e-9 {
            return values;
        }
    }
}
