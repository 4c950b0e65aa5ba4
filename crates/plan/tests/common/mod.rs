//! Random problems, and a solver out of a textbook.
#![allow(dead_code)]

use footwork_plan::policy::{Motion, Player, Problem};

/// A problem that owns its tables.
#[derive(Clone, Debug)]
pub struct Owned {
    pub fragments: usize,
    pub bins: usize,
    pub motion: Vec<f32>,
    pub control: Vec<f32>,
    pub model: Vec<f32>,
    pub discount: f32,
}

/// Which player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Who {
    Model,
    Steady,
    Spread,
    Greedy,
}

pub const ALL: [Who; 4] = [Who::Model, Who::Steady, Who::Spread, Who::Greedy];

impl Owned {
    pub fn player(&self, who: Who) -> Player<'_> {
        match who {
            Who::Model => Player::Model(&self.model),
            Who::Steady => Player::Steady,
            Who::Spread => Player::Spread,
            Who::Greedy => Player::Greedy,
        }
    }

    pub fn problem(&self, who: Who) -> Problem<'_> {
        Problem {
            fragments: self.fragments,
            bins: self.bins,
            motion: Motion::Dense(&self.motion),
            control: &self.control,
            player: self.player(who),
            discount: self.discount,
        }
    }
}

/// A small generator (xorshift), so that a seed is a problem.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// 0 to below 1.
    pub fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() * n as f32) as usize).min(n - 1)
    }
}

/// Like the real one: fragments lie in clips, the next one follows best, most others follow badly; a fragment serves
/// a few bins well; the player mostly stays, and never leaves some bins.
pub fn problem(fragments: usize, bins: usize, discount: f32, seed: u64) -> Owned {
    let mut random = Random::new(seed);
    let mut motion = vec![0.0; fragments * fragments];
    for (f, row) in motion.chunks_mut(fragments).enumerate() {
        for quality in row.iter_mut() {
            let x = random.next();
            *quality = x * x * x * x;
        }
        row[(f + 1) % fragments] = 1.0;
        row[f] = 0.0;
    }
    let mut control = Vec::with_capacity(fragments * bins);
    for _ in 0..fragments {
        let at = random.next() * bins as f32;
        control.extend((0..bins).map(|c| {
            let away = (c as f32 - at) / bins as f32;
            (1.0 - 3.0 * away.abs()).max(0.0)
        }));
    }
    let mut model = vec![0.0; bins * bins];
    for (c, row) in model.chunks_mut(bins).enumerate() {
        if random.next() < 0.15 {
            row[c] = 1.0;
            continue;
        }
        row[c] = 8.0;
        for _ in 0..3 {
            row[random.below(bins)] += random.next();
        }
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|share| *share /= sum);
    }
    Owned { fragments, bins, motion, control, model, discount }
}

/// T as a square, for any player, in `f64`, rows divided by their sums; and λ.
pub fn chain(owned: &Owned, who: Who) -> (Vec<f64>, f64) {
    let bins = owned.bins;
    let mut t: Vec<f64> = match who {
        Who::Model => owned.model.iter().map(|&x| f64::from(x)).collect(),
        Who::Spread => vec![1.0; bins * bins],
        Who::Steady | Who::Greedy => {
            (0..bins * bins).map(|i| f64::from(u8::from(i / bins == i % bins))).collect()
        }
    };
    for row in t.chunks_mut(bins) {
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|x| *x /= sum);
    }
    (t, if who == Who::Greedy { 0.0 } else { f64::from(owned.discount) })
}

/// Equation 2 as it is written. `open` says which ways there are.
pub fn action_value(
    owned: &Owned,
    (t, discount): &(Vec<f64>, f64),
    values: &[f64],
    (f, c, to): (usize, usize, usize),
) -> f64 {
    let bins = owned.bins;
    let quality = f64::from(owned.motion[f * owned.fragments + to]) * f64::from(owned.control[to * bins + c]);
    let mut expected = 0.0;
    for next in 0..bins {
        expected += t[c * bins + next] * values[to * bins + next];
    }
    quality + discount * expected
}

/// Value iteration until it is right to 1e-9.
pub fn textbook(owned: &Owned, who: Who, open: impl Fn(usize, usize) -> bool) -> Vec<f64> {
    let chain = chain(owned, who);
    let mut values = vec![0.0; owned.fragments * owned.bins];
    loop {
        let mut next = values.clone();
        for (at, next) in next.iter_mut().enumerate() {
            let (f, c) = (at / owned.bins, at % owned.bins);
            *next = (0..owned.fragments)
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
