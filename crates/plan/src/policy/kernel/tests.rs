//! The kernel against the plainest loop there is, and its two versions against each other, to the bit.

use super::*;
use crate::policy::{Inputs, to_byte, to_word};

/// Numbers in 0 to 1 of few different values, so that there are ties.
fn numbers(n: usize, mut state: u32) -> Vec<f32> {
    let mut next = || {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        (state >> 24) as f32 / 255.0
    };
    (0..n).map(|_| next()).collect()
}

/// The first f′ with the most, for every f and c.
fn plainest(states: usize, inputs: usize, a: &[f32], b: &[f32], w: &[f64]) -> Vec<u32> {
    let columns: Vec<&[f64]> = w.chunks(states).collect();
    let middles: Vec<f64> = columns.iter().map(|column| middle(column)).collect();
    let mut policy = Vec::new();
    for f in 0..states {
        for c in 0..inputs {
            let (mut most, mut at) = (f32::NEG_INFINITY, 0);
            for to in 0..states {
                let future = (columns[c][to] - middles[c]) as f32;
                let here = a[f * states + to].mul_add(b[to * inputs + c], future);
                if here > most {
                    (most, at) = (here, to as u32);
                }
            }
            policy.push(at);
        }
    }
    policy
}

#[test]
fn all_versions_choose_the_same() {
    // Around the sizes of panels, groups, stretches, tiles and blocks.
    for (states, inputs) in
        [(1, 1), (7, 3), (8, 8), (31, 9), (33, 16), (129, 5), (256, 2), (300, 11), (513, 1), (1100, 3)]
    {
        let a = numbers(states * states, 1);
        let b = numbers(states * inputs, 2);
        let w: Vec<f64> = numbers(states * inputs, 3).iter().map(|&w| f64::from(w) * 3.0 + 500.0).collect();
        let words: Vec<u16> = a.iter().map(|&a| to_word(a)).collect();
        let bytes: Vec<u8> = a.iter().map(|&a| to_byte(a)).collect();
        let sparse = Sparse::at_least(&Transitions::Dense(&a), states, 0.0);
        let forms = [
            Transitions::Dense(&a),
            Transitions::Words(&words),
            Transitions::Bytes(&bytes),
            Transitions::Sparse(&sparse),
        ];
        for transitions in forms {
            let problem = Problem {
                states,
                inputs,
                transitions,
                response: &b,
                next_input: Inputs::Constant,
                discount: 0.9,
            };
            let mut lines = Lines::new(&problem);
            lines.set_future(&w);
            let decoded: Vec<f32> =
                (0..states * states).map(|at| problem.quality(at / states, at % states).unwrap()).collect();
            let expected = plainest(states, inputs, &decoded, &b, &w);
            for kernel in [Kernel::Plain, Kernel::detect()] {
                let mut policy = vec![u32::MAX; states * inputs];
                assert!(improve(kernel, &transitions, &lines, &mut policy, &|| true));
                assert!(policy == expected, "{kernel:?}, {states} × {inputs}");
            }
        }
    }
}

#[test]
fn maxima_have_the_same_bits() {
    let a = numbers(GROUP * STRIDE, 5);
    let (b, w) = (numbers(TILE * PANEL, 6), numbers(TILE * PANEL, 7));
    let line = |i: usize| Line {
        response: std::array::from_fn(|lane| b[i * PANEL + lane]),
        future: std::array::from_fn(|lane| w[i * PANEL + lane] - 0.5),
    };
    let lines: Vec<Line> = (0..TILE).map(line).collect();
    let run = |kernel: Kernel| {
        let mut best = UNKNOWN;
        kernel.tile(&a, &lines[..SUB], 0, &mut best);
        kernel.tile(&a, &lines, 10, &mut best);
        (best.value.map(|row| row.map(f32::to_bits)), best.stretch)
    };
    assert!(run(Kernel::Plain) == run(Kernel::detect()));
}

#[test]
fn a_stop_is_heard() {
    let a = numbers(600 * 600, 1);
    let b = numbers(600, 2);
    let transitions = Transitions::Dense(&a);
    let problem = Problem {
        states: 600,
        inputs: 1,
        transitions,
        response: &b,
        next_input: Inputs::Ignored,
        discount: 0.0,
    };
    let mut lines = Lines::new(&problem);
    lines.set_future(&[0.0; 600]);
    assert!(!improve(Kernel::detect(), &transitions, &lines, &mut [0; 600], &|| false));
}
