//! Signals of no person: a stand-in for traces where nobody played. Clearly labelled as such in every trace's player.
//!
//! Not from the seed, whose traces are two people's. A signal holds a wish for a while, goes over to the next within
//! a reaction, wavers, and jumps now and then. Wishes: stand, walk or run, mostly ahead, at times to a side or back;
//! turning comes with going round a corner.

use glam::Vec2;

use crate::control::ControlSpace;
use crate::trace::Trace;

/// How a signal behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// What it is called.
    pub name: &'static str,
    /// s, how long a wish holds, on average.
    pub holds: f32,
    /// s, from one wish to the next on the stick.
    pub reaction: f32,
    /// How much the stick wavers, as a share of its way.
    pub noise: f32,
    /// How likely a new wish is to be full speed.
    pub haste: f32,
    /// Jumps a second.
    pub jumps: f32,
    /// How likely a new wish is to go sideways or back.
    pub sidesteps: f32,
}

impl Temper {
    /// Takes its time.
    pub const CALM: Temper = Temper {
        name: "scripted signal, calm",
        holds: 1.6,
        reaction: 0.25,
        noise: 0.04,
        haste: 0.35,
        jumps: 0.08,
        sidesteps: 0.15,
    };

    /// Always in a hurry.
    pub const HASTY: Temper = Temper {
        name: "scripted signal, hasty",
        holds: 0.8,
        reaction: 0.12,
        noise: 0.1,
        haste: 0.7,
        jumps: 0.2,
        sidesteps: 0.3,
    };
}

/// s, from a sample to the next.
const EVERY: f32 = 0.1;
/// s, in the air.
const ALOFT: f32 = 0.5;

/// A made-up signal. The same seed gives the same.
pub fn signal(temper: &Temper, seed: u64, seconds: f32) -> Trace {
    let space = ControlSpace::seed();
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d);
    let (mut wish, mut turn) = (Vec2::ZERO, 0.0_f32);
    let (mut stick, mut look) = (Vec2::ZERO, 0.0_f32);
    let (mut hold, mut aloft) = (0.5_f32, 0.0_f32);
    let mut samples = Vec::new();
    for _ in 0..(seconds.clamp(0.0, 36_000.0) / EVERY + 0.5) as usize {
        hold -= EVERY;
        if hold <= 0.0 {
            hold = temper.holds * (0.3 + 1.4 * chance.unit());
            let push = if chance.unit() < temper.haste { 1.0 } else { 0.45 + 0.15 * chance.unit() };
            (wish, turn) = match chance.unit() {
                kind if kind < 0.12 => (Vec2::ZERO, 0.0),
                kind if kind < 0.12 + temper.sidesteps => {
                    let sides = [Vec2::X, Vec2::NEG_X, Vec2::NEG_Y];
                    (sides[(chance.unit() * 2.999) as usize] * push.min(0.6), 0.0)
                }
                kind if kind < 0.62 => {
                    let side = if chance.unit() < 0.5 { -1.0 } else { 1.0 };
                    (Vec2::new(0.15 * side * chance.unit(), push), side * (0.5 + 0.5 * chance.unit()))
                }
                _ => (Vec2::new(0.3 * (chance.unit() - 0.5), push), 0.0),
            };
        }
        let nearer = (EVERY / temper.reaction.max(EVERY)).min(1.0);
        stick += (wish - stick) * nearer;
        look += (turn - look) * nearer;
        aloft = (aloft - EVERY).max(0.0);
        if aloft <= 0.0 && chance.unit() < temper.jumps * EVERY {
            aloft = ALOFT;
        }
        let mut waver = || (chance.unit() - 0.5) * 2.0 * temper.noise;
        let shaken = stick + Vec2::new(waver(), waver()) * stick.length();
        samples.push(space.from_sticks(shaken, Vec2::new(look, 0.0), aloft > 0.0));
    }
    Trace {
        name: format!("{} {seed}", temper.name),
        player: temper.name.to_string(),
        seconds: EVERY,
        samples,
    }
}

/// A small generator (SplitMix64).
struct Chance(u64);

impl Chance {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 * (1.0 / (1_u64 << 24) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_graph::Control;

    #[test]
    fn signals_differ_by_seed_and_temper_and_use_many_bins() {
        let space = ControlSpace::seed();
        for temper in [Temper::CALM, Temper::HASTY] {
            let trace = signal(&temper, 1, 120.0);
            assert_eq!(trace.samples.len(), 1200);
            assert_eq!(trace, signal(&temper, 1, 120.0));
            assert_ne!(trace.samples, signal(&temper, 2, 120.0).samples);
            let mut bins: Vec<_> = trace.samples.iter().map(|control: &Control| space.bin(control)).collect();
            bins.sort_unstable();
            bins.dedup();
            assert!(bins.len() > 25, "{}", bins.len());
            assert!(trace.samples.iter().any(|control| control.airborne));
        }
    }
}
