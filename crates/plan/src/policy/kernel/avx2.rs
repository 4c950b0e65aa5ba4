//! The kernel with AVX2 and fused multiply-add: eight inputs at a time.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Best, GROUP, Line, PANEL, STRIDE, SUB};

/// Proof that this machine has AVX2 and FMA: only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some(Avx2(()))
    }

    pub(super) fn tile(self, a: &[f32], lines: &[Line], first: i32, best: &mut Best) {
        assert!(a.len() >= (GROUP - 1) * STRIDE + lines.len() && lines.len().is_multiple_of(SUB));
        // SAFETY: `self` exists only where both features do; the line above is what `tile` asks for.
        unsafe { tile(a, lines, first, best) }
    }

    /// Asks for what will be read soon.
    pub(super) fn fetch<T>(self, part: &[T]) {
        const LINE: usize = 64;
        for byte in (0..size_of_val(part)).step_by(LINE) {
            // SAFETY: a hint that reads nothing, and the place is within the slice.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(part.as_ptr().cast::<i8>().add(byte)) }
        }
    }

    pub(super) fn find(
        self,
        a: &[f32],
        lines: &[Line],
        value: &[f32; PANEL],
        lanes: u32,
        at: &mut [u32; PANEL],
    ) -> u32 {
        // SAFETY: `self` exists only where both features do.
        unsafe { find(a, lines, value, lanes, at) }
    }

    pub(super) fn list(self, to: &[u32], quality: &[f32], lines: &[Line], at: &mut [u32; PANEL]) {
        // SAFETY: `self` exists only where both features do.
        unsafe { list(to, quality, lines, at) }
    }

    pub(super) fn registers(self, rounds: u64, seed: f32) -> f32 {
        // SAFETY: `self` exists only where both features do.
        unsafe { registers(rounds, seed) }
    }
}

#[target_feature(enable = "avx2,fma")]
fn load(lanes: &[f32; PANEL]) -> __m256 {
    // SAFETY: eight floats are there to be read.
    unsafe { _mm256_loadu_ps(lanes.as_ptr()) }
}

#[target_feature(enable = "avx2,fma")]
fn store(lanes: &mut [f32; PANEL], value: __m256) {
    // SAFETY: there is room for eight floats.
    unsafe { _mm256_storeu_ps(lanes.as_mut_ptr(), value) }
}

/// # Safety
/// `a` must hold `GROUP` rows, `STRIDE` apart, as long as there are lines, and these must be whole stretches.
#[target_feature(enable = "avx2,fma")]
unsafe fn tile(a: &[f32], lines: &[Line], first: i32, best: &mut Best) {
    let mut most = [_mm256_setzero_ps(); GROUP];
    for (most, value) in most.iter_mut().zip(&best.value) {
        *most = load(value);
    }
    let mut stretch = _mm256_set1_epi32(first);
    for part in 0..lines.len() / SUB {
        for j in part * SUB..(part + 1) * SUB {
            // SAFETY: j is below the number of lines, and a row below GROUP.
            let (line, column) = unsafe { (lines.get_unchecked(j), a.as_ptr().add(j)) };
            let (response, future) = (load(&line.response), load(&line.future));
            for (row, most) in most.iter_mut().enumerate() {
                // SAFETY: as above.
                let quality = unsafe { _mm256_broadcast_ss(&*column.add(row * STRIDE)) };
                let here = _mm256_fmadd_ps(quality, response, future);
                // The second operand is kept where both are equal.
                *most = _mm256_max_ps(here, *most);
            }
        }
        for ((most, value), at) in most.iter().zip(&mut best.value).zip(&mut best.stretch) {
            let rose = _mm256_cmp_ps::<_CMP_GT_OQ>(*most, load(value));
            store(value, *most);
            let at = at.as_mut_ptr().cast::<__m256i>();
            // SAFETY: eight integers are there to be read and written.
            unsafe {
                let before = _mm256_loadu_si256(at);
                _mm256_storeu_si256(at, _mm256_blendv_epi8(before, stretch, _mm256_castps_si256(rose)));
            }
        }
        stretch = _mm256_add_epi32(stretch, _mm256_set1_epi32(1));
    }
}

#[target_feature(enable = "avx2,fma")]
fn find(a: &[f32], lines: &[Line], value: &[f32; PANEL], lanes: u32, at: &mut [u32; PANEL]) -> u32 {
    let (value, mut left) = (load(value), lanes);
    for (index, (a, line)) in (0..).zip(a.iter().zip(lines)) {
        let here = _mm256_fmadd_ps(_mm256_set1_ps(*a), load(&line.response), load(&line.future));
        let mut same = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_EQ_OQ>(here, value)) as u32 & left;
        if same != 0 {
            left &= !same;
            while same != 0 {
                at[same.trailing_zeros() as usize] = index;
                same &= same - 1;
            }
            if left == 0 {
                break;
            }
        }
    }
    lanes & !left
}

#[target_feature(enable = "avx2,fma")]
fn list(to: &[u32], quality: &[f32], lines: &[Line], at: &mut [u32; PANEL]) {
    let mut most = _mm256_set1_ps(f32::NEG_INFINITY);
    let mut choice = _mm256_setzero_si256();
    for (&to, quality) in to.iter().zip(quality) {
        let line = &lines[to as usize];
        let here = _mm256_fmadd_ps(_mm256_set1_ps(*quality), load(&line.response), load(&line.future));
        let rose = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_GT_OQ>(here, most));
        choice = _mm256_blendv_epi8(choice, _mm256_set1_epi32(to as i32), rose);
        most = _mm256_max_ps(here, most);
    }
    // SAFETY: there is room for eight integers.
    unsafe { _mm256_storeu_si256(at.as_mut_ptr().cast(), choice) }
}

/// Twelve chains, each a fused multiply-add and a maximum of its own last result, in registers: enough of them to
/// hide the eight cycles that one takes. Nothing can be left out, since every result depends on the one before.
#[target_feature(enable = "avx2,fma")]
fn registers(rounds: u64, seed: f32) -> f32 {
    let mut chains = [_mm256_setzero_ps(); super::roofline::CHAINS];
    for (i, chain) in chains.iter_mut().enumerate() {
        *chain = _mm256_set1_ps(seed * i as f32);
    }
    let (half, rest) = (_mm256_set1_ps(0.5), _mm256_set1_ps(seed));
    for _ in 0..rounds {
        for chain in &mut chains {
            *chain = _mm256_max_ps(_mm256_fmadd_ps(*chain, half, rest), *chain);
        }
    }
    let mut sum = [0.0; PANEL];
    let all = chains.into_iter().fold(_mm256_setzero_ps(), |sum, chain| _mm256_add_ps(sum, chain));
    store(&mut sum, all);
    sum.iter().sum()
}
