//! Signals over time, at the performer's inner rate: smoothing, limits, and curves to ease along.

pub use footwork_motion::Rng;

/// Samples per second that motion is planned at. Frames are taken from it at any rate.
pub const INNER_RATE: f32 = 240.0;

/// Eases from 0 to 1 with no velocity and no acceleration at either end.
pub fn ease(s: f32) -> f32 {
    let s = s.clamp(0.0, 1.0);
    s * s * s * (10.0 + s * (6.0 * s - 15.0))
}

/// 0 below `from`, 1 above `to`, eased between.
pub fn ramp(value: f32, from: f32, to: f32) -> f32 {
    ease((value - from) / (to - from))
}

/// Smooths a signal with a bell of standard deviation `seconds`. It looks ahead as far as it looks back, so what is
/// smoothed begins to move before its cause: as people do.
pub fn smooth(signal: &mut [f32], seconds: f32) {
    smooth_at(signal, seconds, INNER_RATE);
}

/// The same for a signal at another rate, in samples a second.
pub fn smooth_at(signal: &mut [f32], seconds: f32, rate: f32) {
    // Three passes of a box are a bell to within a few percent, at a cost that does not depend on its width.
    let width = (seconds * rate).round() as usize;
    if width == 0 || signal.len() < 2 {
        return;
    }
    for _ in 0..3 {
        box_filter(signal, width);
    }
}

/// The mean over `width` samples to each side. The ends go on as they are.
fn box_filter(signal: &mut [f32], width: usize) {
    let at = |i: isize| signal[i.clamp(0, signal.len() as isize - 1) as usize];
    let mut sum: f64 = (-(width as isize)..=width as isize).map(|i| f64::from(at(i))).sum();
    let count = (2 * width + 1) as f64;
    let mut out = Vec::with_capacity(signal.len());
    for i in 0..signal.len() as isize {
        out.push((sum / count) as f32);
        sum += f64::from(at(i + 1 + width as isize)) - f64::from(at(i - width as isize));
    }
    signal.copy_from_slice(&out);
}

/// Keeps a signal below a limit without corners: it gives way smoothly before and after the limit presses.
pub fn keep_below(signal: &mut [f32], limit: &[f32], seconds: f32) {
    // What is left at last is widened as far as smoothing spreads, so that none of it stays.
    for wide in [1.5, 1.5, 3.2] {
        let mut excess: Vec<f32> = signal.iter().zip(limit).map(|(s, l)| (s - l).max(0.0)).collect();
        if excess.iter().all(|e| *e <= 0.0) {
            return;
        }
        widen(&mut excess, (seconds * INNER_RATE * wide) as usize + 1);
        smooth(&mut excess, seconds);
        signal.iter_mut().zip(&excess).for_each(|(s, e)| *s -= e);
    }
    signal.iter_mut().zip(limit).for_each(|(s, l)| *s = s.min(*l));
}

/// The largest value within `width` samples.
pub(crate) fn widen(signal: &mut [f32], width: usize) {
    let old = signal.to_vec();
    let mut window: std::collections::VecDeque<usize> = std::collections::VecDeque::new();
    let mut next = 0;
    for (i, value) in signal.iter_mut().enumerate() {
        while next < old.len() && next <= i + width {
            while window.back().is_some_and(|&back| old[back] <= old[next]) {
                window.pop_back();
            }
            window.push_back(next);
            next += 1;
        }
        while window.front().is_some_and(|&front| front + width < i) {
            window.pop_front();
        }
        *value = window.front().map_or(0.0, |&front| old[front]);
    }
}

/// A number that drifts smoothly about zero, about ±1, with periods around `seconds`.
pub fn drift(rng: &mut Rng, length: usize, seconds: f32) -> Vec<f32> {
    let step = ((seconds * INNER_RATE * 0.5) as usize).max(1);
    let mut signal = Vec::with_capacity(length);
    let mut from = rng.signed();
    while signal.len() < length {
        let to = rng.signed();
        signal.extend((0..step).map(|i| from + (to - from) * ease(i as f32 / step as f32)));
        from = to;
    }
    signal.truncate(length);
    signal
}
