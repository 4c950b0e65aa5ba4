//! Filtering and differences of sampled signals.
//!
//! The low-pass is the one that biomechanics uses on marker data: a second-order Butterworth filter run forwards and
//! backwards, so that nothing is delayed (Winter, *Biomechanics and Motor Control of Human Movement*, section 2.5). Two
//! passes lower the cutoff; the coefficient is corrected for it, as given there.

use std::ops::{Add, Mul, Sub};

use footwork_motion::glam::Vec3;

/// A value that can be filtered: a number or a vector.
pub trait Sample: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<f32, Output = Self> {}
impl Sample for f32 {}
impl Sample for Vec3 {}

/// A second-order filter run twice is down by half at the cutoff only if each pass is 1/0.802 wider.
const TWO_PASSES: f32 = 0.802;

/// Everything slower than `cutoff` Hz, without delay. A cutoff at or above half of the rate leaves the signal as it is.
pub fn low_pass<T: Sample>(signal: &[T], rate: f32, cutoff: f32) -> Vec<T> {
    let wanted = cutoff / TWO_PASSES;
    let (Some(&first), Some(&last)) = (signal.first(), signal.last()) else { return Vec::new() };
    if wanted >= 0.5 * rate {
        return signal.to_vec();
    }
    // Reflected through its ends, so that the filter has settled where the signal begins.
    let pad = (2.0 * rate / cutoff).ceil().min(1e6) as usize;
    let pad = pad.min(signal.len() - 1);
    let before = (1..=pad).rev().map(|i| first + first - signal[i]);
    let after = (1..=pad).map(|i| last + last - signal[signal.len() - 1 - i]);
    let mut padded: Vec<T> = before.chain(signal.iter().copied()).chain(after).collect();
    one_pass(&mut padded, rate, wanted);
    padded.reverse();
    one_pass(&mut padded, rate, wanted);
    padded.reverse();
    padded[pad..pad + signal.len()].to_vec()
}

fn one_pass<T: Sample>(signal: &mut [T], rate: f32, cutoff: f32) {
    let warped = libm::tanf(std::f32::consts::PI * cutoff / rate);
    let square = warped * warped;
    let root = std::f32::consts::SQRT_2 * warped;
    let whole = 1.0 + root + square;
    let gain = square / whole;
    let (back1, back2) = (2.0 * (1.0 - square) / whole, -(1.0 - root + square) / whole);
    let Some(&start) = signal.first() else { return };
    let (mut x1, mut x2, mut y1, mut y2) = (start, start, start, start);
    for value in signal {
        let x = *value;
        let y = (x + x1 * 2.0 + x2) * gain + y1 * back1 + y2 * back2;
        (x2, x1, y2, y1) = (x1, x, y1, y);
        *value = y;
    }
}

/// The change per second: central differences, one-sided at both ends; zero for a single sample.
pub fn velocity<T: Sample>(signal: &[T], rate: f32) -> Vec<T> {
    let last = signal.len().saturating_sub(1);
    let at = |frame: usize| {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(last));
        (signal[after] - signal[before]) * (rate / (after - before).max(1) as f32)
    };
    (0..signal.len()).map(at).collect()
}

/// The second change per second: second differences; the ends repeat their neighbours', and fewer than three samples
/// have none.
pub fn acceleration<T: Sample>(signal: &[T], rate: f32) -> Vec<T> {
    if signal.len() < 3 {
        return signal.iter().map(|&value| value * 0.0).collect();
    }
    let at = |frame: usize| {
        let middle = frame.clamp(1, signal.len() - 2);
        (signal[middle - 1] - signal[middle] * 2.0 + signal[middle + 1]) * (rate * rate)
    };
    (0..signal.len()).map(at).collect()
}

/// Turns runs of `value` shorter than `least` frames into the other value, except at the ends, where a run may have been
/// cut off.
pub fn drop_short(signal: &mut [bool], value: bool, least: usize) {
    for run in runs(signal, value) {
        if run.len() < least && run.start > 0 && run.end < signal.len() {
            signal[run].fill(!value);
        }
    }
}

/// The spans in which a signal has a value, in order.
pub fn runs(signal: &[bool], value: bool) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < signal.len() {
        let to = (from..signal.len()).find(|&f| signal[f] != signal[from]).unwrap_or(signal.len());
        if signal[from] == value {
            found.push(from..to);
        }
        from = to;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(hz: f32, rate: f32) -> Vec<f32> {
        (0..600).map(|f| libm::sinf(std::f32::consts::TAU * hz * f as f32 / rate)).collect()
    }

    fn largest(signal: &[f32]) -> f32 {
        signal[120..480].iter().fold(0.0, |most, v| most.max(v.abs()))
    }

    #[test]
    fn slow_motion_passes_fast_noise_does_not_and_the_cutoff_is_halved_in_power() {
        assert!((largest(&low_pass(&sine(1.0, 60.0), 60.0, 6.0)) - 1.0).abs() < 0.01);
        assert!(largest(&low_pass(&sine(20.0, 60.0), 60.0, 6.0)) < 0.01);
        let at_cutoff = largest(&low_pass(&sine(6.0, 60.0), 60.0, 6.0));
        assert!((at_cutoff - std::f32::consts::FRAC_1_SQRT_2).abs() < 0.02, "{at_cutoff}");
    }

    #[test]
    fn a_straight_line_stays_straight_to_its_ends_and_nothing_is_delayed() {
        let line: Vec<f32> = (0..200).map(|f| 0.5 * f as f32).collect();
        for (a, b) in line.iter().zip(low_pass(&line, 60.0, 6.0)) {
            assert!((a - b).abs() < 1e-2, "{a} became {b}");
        }
    }

    #[test]
    fn differences_of_a_fall_are_its_speed_and_gravity() {
        let fall: Vec<f32> = (0..60).map(|f| f as f32 / 60.0).map(|t| -0.5 * 9.81 * t * t).collect();
        assert!((velocity(&fall, 60.0)[30] + 9.81 * 0.5).abs() < 1e-3);
        assert!((acceleration(&fall, 60.0)[30] + 9.81).abs() < 0.01);
    }

    #[test]
    fn short_runs_are_filled_but_not_at_the_ends() {
        let mut signal = [true, false, false, false, true, false, false, false, true];
        drop_short(&mut signal, true, 2);
        assert_eq!(signal, [true, false, false, false, false, false, false, false, true]);
        assert_eq!(runs(&signal, true), [0..1, 8..9]);
    }
}
