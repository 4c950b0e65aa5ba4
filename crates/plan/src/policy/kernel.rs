//! The improvement step: for every state f and input c the f′ with the most of A[f,f′]·B[f′,c] + W[f′,c].
//!
//! Here W = λ·Σ T·R is known, so the step is states² × inputs fused multiply-adds and maxima, and nothing else in
//! baking comes near that. How it is laid out:
//!
//! - Eight inputs are a *panel*, one register wide. For each f′ a panel holds B and W of its inputs in one cache line.
//! - Work goes in blocks of `ROWS` states f (one task each), `TILE` states f′ and one panel, so that the
//!   panel's part (16 KB) stays in the first cache while all rows of the block pass, and A's part in the second.
//!   A is decoded to `f32` some tiles ahead, once for all panels, which hides what decoding costs.
//! - Eight rows at a time keep their maxima in registers. The loop knows only the maximum; after every `SUB`
//!   states it notes in which such *stretch* a maximum rose last. At the end only that stretch is looked
//!   through again for the f′ that gave it.
//!
//! Of equal choices the smallest f′ wins. The plain version does the same operations lane by lane, fused as well, so
//! both give the same bits; so does any number of threads, since no row depends on another.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod plain;
mod roofline;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Problem;
use super::chain::PANEL;
use super::transitions::{Sparse, Transitions};
pub use roofline::roofline;

/// Rows f of a block. A task of its own; long enough that B and W are not fetched too often.
pub(super) const ROWS: usize = 128;
/// Rows f at a time in registers.
const GROUP: usize = 8;
/// Columns f′ of a tile.
const TILE: usize = 256;
/// Columns of A that are decoded at a time: long enough to be fetched at full speed. Whole tiles.
const DECODED: usize = 2 * TILE;
/// Columns of A that are fetched at a time, ahead of being decoded.
const PIECE: usize = 128;
/// From row to row of what is decoded: not a whole page, or the rows would fight for the same place in the cache.
const STRIDE: usize = DECODED + 16;
/// Columns f′ of a stretch.
const SUB: usize = 32;

/// What a panel knows of one f′: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line {
    response: [f32; PANEL],
    future: [f32; PANEL],
}

/// Beyond the last state: never chosen.
const NOTHING: Line = Line { response: [0.0; PANEL], future: [f32::NEG_INFINITY; PANEL] };

/// Maxima of eight rows in one panel, and the stretch where each rose last.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Best {
    value: [[f32; PANEL]; GROUP],
    stretch: [[i32; PANEL]; GROUP],
}

const UNKNOWN: Best = Best { value: [[f32::NEG_INFINITY; PANEL]; GROUP], stretch: [[0; PANEL]; GROUP] };

/// B and W of all panels.
pub(super) struct Lines {
    states: usize,
    inputs: usize,
    /// States, filled up to whole stretches.
    padded: usize,
    lines: Vec<Line>,
}

impl Lines {
    /// With B, and nothing yet of the future.
    pub(super) fn new(problem: &Problem<'_>) -> Lines {
        let (states, inputs) = (problem.states, problem.inputs);
        let padded = states.next_multiple_of(SUB);
        let mut lines = vec![NOTHING; padded * inputs.div_ceil(PANEL)];
        lines.par_chunks_mut(padded).enumerate().for_each(|(panel, lines)| {
            let first = panel * PANEL;
            let n = PANEL.min(inputs - first);
            for (line, row) in lines.iter_mut().zip(problem.response.chunks(inputs)) {
                line.response[..n].copy_from_slice(&row[first..first + n]);
            }
        });
        Lines { states, inputs, padded, lines }
    }

    /// Takes in W, which is kept input by input, after taking from each input the middle of its range: that changes no
    /// choice, and leaves the bits of an `f32` to what does. Returns the largest size of what is left.
    pub(super) fn set_future(&mut self, future: &[f64]) -> f32 {
        let (states, inputs) = (self.states, self.inputs);
        let panels = self.lines.par_chunks_mut(self.padded).enumerate();
        let sizes = panels.map(|(panel, lines)| {
            let mut size = 0.0f32;
            for (i, c) in (panel * PANEL..inputs).take(PANEL).enumerate() {
                let column = &future[c * states..][..states];
                let middle = middle(column);
                for (line, value) in lines.iter_mut().zip(column) {
                    line.future[i] = (value - middle) as f32;
                    size = size.max(line.future[i].abs());
                }
            }
            size
        });
        sizes.reduce(|| 0.0, f32::max)
    }

    fn panel(&self, panel: usize) -> &[Line] {
        &self.lines[panel * self.padded..][..self.padded]
    }

    fn panels(&self) -> usize {
        self.inputs.div_ceil(PANEL)
    }
}

/// Half-way between the least and the most.
pub(super) fn middle(column: &[f64]) -> f64 {
    let least = column.iter().copied().fold(f64::INFINITY, f64::min);
    let most = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    0.5 * (least + most)
}

/// Which instructions to use.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kernel {
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    Plain,
}

impl Kernel {
    /// The fastest that this machine has.
    pub(super) fn detect() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detect() {
            return Kernel::Avx2(avx2);
        }
        Kernel::Plain
    }

    /// Eight rows (`STRIDE` apart in `a`) against all lines given: whole stretches, numbered from `first`.
    fn tile(self, a: &[f32], lines: &[Line], first: i32, best: &mut Best) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.tile(a, lines, first, best),
            Kernel::Plain => plain::tile(a, lines, first, best),
        }
    }

    /// Asks for a piece of a row of A that will be read soon.
    fn fetch(self, transitions: &Transitions<'_>, at: std::ops::Range<usize>) {
        #[cfg(target_arch = "x86_64")]
        if let Kernel::Avx2(avx2) = self {
            match transitions {
                Transitions::Dense(all) => avx2.fetch(&all[at]),
                Transitions::Words(all) => avx2.fetch(&all[at]),
                Transitions::Bytes(all) => avx2.fetch(&all[at]),
                Transitions::Sparse(_) => {}
            }
        }
    }

    /// In one stretch: for each lane named in `lanes` the first f′ that gives `value`. Returns the lanes found.
    fn find(self, a: &[f32], lines: &[Line], value: &[f32; PANEL], lanes: u32, at: &mut [u32; PANEL]) -> u32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.find(a, lines, value, lanes, at),
            Kernel::Plain => plain::find(a, lines, value, lanes, at),
        }
    }

    /// One row's open transitions in one panel: the best of each lane.
    fn list(self, to: &[u32], quality: &[f32], lines: &[Line], at: &mut [u32; PANEL]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.list(to, quality, lines, at),
            Kernel::Plain => plain::list(to, quality, lines, at),
        }
    }
}

/// Fills `policy` (state by state). `go_on` is asked after each block; when it says no, the rest is left as it
/// was and the answer is false.
pub(super) fn improve(
    kernel: Kernel,
    transitions: &Transitions<'_>,
    lines: &Lines,
    policy: &mut [u32],
    go_on: &(dyn Fn() -> bool + Sync),
) -> bool {
    let stopped = AtomicBool::new(false);
    policy.par_chunks_mut(ROWS * lines.inputs).enumerate().for_each_init(
        || Block::new(lines.panels()),
        |block, (index, policy)| {
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            match transitions {
                Transitions::Sparse(sparse) => sparse_rows(kernel, sparse, lines, index * ROWS, policy),
                _ => block.improve(kernel, transitions, lines, index * ROWS, policy),
            }
            if !go_on() {
                stopped.store(true, Ordering::Relaxed);
            }
        },
    );
    !stopped.into_inner()
}

/// What a task needs room for.
struct Block {
    a: Vec<f32>,
    /// Panel by panel, group by group.
    best: Vec<Best>,
}

impl Block {
    fn new(panels: usize) -> Block {
        Block { a: vec![0.0; ROWS * STRIDE], best: vec![UNKNOWN; panels * ROWS / GROUP] }
    }

    fn improve(
        &mut self,
        kernel: Kernel,
        transitions: &Transitions<'_>,
        lines: &Lines,
        first: usize,
        policy: &mut [u32],
    ) {
        let rows = policy.len() / lines.inputs;
        let (groups, all) = (rows.div_ceil(GROUP), lines.states * lines.states);
        self.best.fill(UNKNOWN);
        for first_column in (0..lines.states).step_by(DECODED) {
            let real = DECODED.min(lines.states - first_column);
            let whole = real.next_multiple_of(SUB);
            for (r, row) in self.a.chunks_mut(STRIDE).take(rows).enumerate() {
                transitions.read(lines.states, first + r, first_column, &mut row[..real]);
                row[real..whole].fill(0.0);
            }
            // While these are worked on, the next columns are fetched, a piece of a row at a time.
            let ahead =
                (first_column + DECODED).min(lines.states)..(first_column + 2 * DECODED).min(lines.states);
            let mut pieces = (first..first + rows).flat_map(|row| {
                let row = row * lines.states;
                ahead.clone().step_by(PIECE).map(move |at| row + at)
            });
            for tile in (0..whole).step_by(TILE) {
                let column = first_column + tile;
                let n = TILE.min(whole - tile);
                for (panel, best) in self.best.chunks_mut(ROWS / GROUP).enumerate() {
                    let lines = &lines.panel(panel)[column..column + n];
                    for (a, best) in self.a.chunks(GROUP * STRIDE).zip(best).take(groups) {
                        if let Some(piece) = pieces.next() {
                            kernel.fetch(transitions, piece..(piece + PIECE).min(all));
                        }
                        kernel.tile(&a[tile..], lines, (column / SUB) as i32, best);
                    }
                }
            }
        }
        for (panel, best) in self.best.chunks(ROWS / GROUP).enumerate() {
            for (r, policy) in policy.chunks_mut(lines.inputs).enumerate() {
                let best = &best[r / GROUP];
                let (value, stretch) = (&best.value[r % GROUP], &best.stretch[r % GROUP]);
                let policy = &mut policy[panel * PANEL..lines.inputs.min((panel + 1) * PANEL)];
                find(kernel, transitions, lines, (panel, first + r), value, stretch, policy);
            }
        }
    }
}

/// Looks through the stretches that hold the maxima of one row in one panel.
fn find(
    kernel: Kernel,
    transitions: &Transitions<'_>,
    lines: &Lines,
    (panel, row): (usize, usize),
    value: &[f32; PANEL],
    stretch: &[i32; PANEL],
    policy: &mut [u32],
) {
    let (mut at, mut a) = ([0; PANEL], [0.0; SUB]);
    let mut left = (1u32 << policy.len()) - 1;
    while left != 0 {
        let here = stretch[left.trailing_zeros() as usize];
        let lanes = (0..PANEL).filter(|&lane| stretch[lane] == here).fold(0, |lanes, lane| lanes | 1 << lane);
        let column = here as usize * SUB;
        let real = SUB.min(lines.states - column);
        transitions.read(lines.states, row, column, &mut a[..real]);
        kernel.find(&a[..real], &lines.panel(panel)[column..column + real], value, lanes & left, &mut at);
        for (lane, policy) in
            policy.iter_mut().enumerate().filter(|(lane, _)| lanes & left & (1 << lane) != 0)
        {
            *policy = column as u32 + at[lane];
        }
        left &= !lanes;
    }
}

fn sparse_rows(kernel: Kernel, sparse: &Sparse, lines: &Lines, first: usize, policy: &mut [u32]) {
    // Panel by panel, so that a panel's lines stay in the second cache.
    for panel in 0..lines.panels() {
        let span = panel * PANEL..lines.inputs.min((panel + 1) * PANEL);
        for (f, policy) in (first..).zip(policy.chunks_mut(lines.inputs)) {
            let transitions = sparse.first[f]..sparse.first[f + 1];
            let mut at = [0; PANEL];
            kernel.list(
                &sparse.to[transitions.clone()],
                &sparse.quality[transitions],
                lines.panel(panel),
                &mut at,
            );
            policy[span.clone()].copy_from_slice(&at[..span.len()]);
        }
    }
}

#[cfg(test)]
mod tests;
