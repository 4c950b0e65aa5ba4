//! The frame rate that key frames were made at, which glTF does not say, and FBX not reliably.

/// Rates that are not whole numbers but common: film and television.
const BROADCAST: [f64; 4] = [24000.0 / 1001.0, 30000.0 / 1001.0, 60000.0 / 1001.0, 120000.0 / 1001.0];

/// Rates that people animate at. Keys that were thinned out stand on the grid of one of them, and on no coarser one.
const COMMON: [f64; 9] = [24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 100.0, 120.0, 240.0];
/// Steps that a thinned-out key may be off the grid.
const OFF_GRID: f64 = 0.02;

/// Frames per second where the keys do not tell.
const ASSUMED: f64 = 60.0;
/// Keys further apart than this many per second are poses to go through, not frames.
const SPARSEST: f64 = 10.0;
/// No motion of a body needs more frames per second.
const HIGHEST: f64 = 240.0;
/// Keys closer than this are one, in seconds.
const SAME: f64 = 1e-4;
/// How near a common rate must be to be meant, as a part of it.
const NEAR: f64 = 0.005;

/// A rate, and what was assumed to get it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rate {
    /// Frames per second.
    pub hz: f64,
    pub assumed: Option<&'static str>,
}

/// Finds the rate of some key times, which need not be in order.
pub(crate) fn find(mut times: Vec<f64>) -> Rate {
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < SAME);
    let assume = |why| Rate { hz: ASSUMED, assumed: Some(why) };
    let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut sorted = gaps.clone();
    sorted.sort_by(f64::total_cmp);
    let (Some(&shortest), Some(&median)) = (sorted.first(), sorted.get(sorted.len() / 2)) else {
        return assume("has a single key; 60 frames a second are assumed");
    };
    let sparse = |gap: f64| gap * SPARSEST > 1.0 + NEAR;
    let gap = if !sparse(median) {
        median
    } else if !sparse(shortest) && whole_steps(&gaps, shortest).is_some() {
        // Most keys were left out, but all stand on a grid that some show.
        shortest
    } else {
        return assume("has few keys, far apart; 60 frames a second are assumed");
    };
    let on_grid = |rate: &f64| gaps.iter().all(|gap| ((gap * rate).round() - gap * rate).abs() < OFF_GRID);
    if whole_steps(&gaps, gap).is_none()
        && let Some(hz) = COMMON.into_iter().find(|rate| rate * shortest > 1.0 - OFF_GRID && on_grid(rate))
    {
        return Rate { hz, assumed: None };
    }
    // Over the whole length, the rounding of single times no longer matters.
    let length: f64 = gaps.iter().sum();
    let steps = whole_steps(&gaps, gap);
    let hz = snap(steps.map_or(1.0 / gap, |steps| steps / length), steps.map(|steps| (steps, length)));
    if hz > HIGHEST {
        return Rate { hz: HIGHEST, assumed: Some("has more than 240 keys a second; it is sampled at 240") };
    }
    Rate { hz, assumed: None }
}

/// How many steps of a length the gaps are, if each is about a whole number of them.
fn whole_steps(gaps: &[f64], step: f64) -> Option<f64> {
    let mut sum = 0.0;
    for gap in gaps {
        let steps = (gap / step).round();
        if steps < 1.0 || (gap / step - steps).abs() > 0.1 {
            return None;
        }
        sum += steps;
    }
    Some(sum)
}

/// The common rate that is meant. Where keys stand on a grid, it must not drift away from them over the length.
fn snap(hz: f64, grid: Option<(f64, f64)>) -> f64 {
    let drifts = |rate: f64| grid.is_some_and(|(steps, length)| (length * rate - steps).abs() > 0.25);
    let near = |rate: &f64| (hz - rate).abs() <= NEAR * rate && !drifts(*rate);
    let common = BROADCAST.into_iter().chain([hz.round()]).filter(near);
    common.min_by(|a, b| (hz - a).abs().total_cmp(&(hz - b).abs())).unwrap_or(hz)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(count: usize, time: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..count).map(|key| f64::from(time(key as f64) as f32)).collect()
    }

    #[test]
    fn common_rates_are_found_exactly() {
        for hz in [12.0, 24.0, 25.0, 30.0, 50.0, 60.0, 100.0, 120.0, 240.0] {
            for count in [2, 3, 50, 5000] {
                assert_eq!(find(keys(count, |k| 0.4 + k / hz)), Rate { hz, assumed: None }, "{count} keys");
            }
        }
        for hz in BROADCAST {
            assert_eq!(find(keys(300, |k| k / hz)), Rate { hz, assumed: None });
        }
    }

    #[test]
    fn a_rate_that_is_not_common_is_kept() {
        for hz in [33.3, 119.5, 128.4] {
            let found = find(keys(1000, |k| k / hz)).hz;
            assert!((found - hz).abs() < 1e-4, "{found} for {hz}");
        }
    }

    #[test]
    fn times_rounded_to_milliseconds_still_tell() {
        for hz in [24.0, 30.0, 60.0] {
            assert_eq!(find(keys(100, |k| (k / hz * 1000.0).round() / 1000.0)).hz, hz);
        }
    }

    #[test]
    fn keys_that_were_left_out_do_not_change_the_rate() {
        let mut some = keys(100, |k| k / 30.0);
        some.retain(|t| ((t * 30.0).round() as usize * 7) % 5 != 2);
        assert_eq!(find(some), Rate { hz: 30.0, assumed: None });
        // Thinned out until no two neighbours are left.
        let thin =
            [0.0, 3.0, 7.0, 12.0, 15.0, 19.0, 22.0, 28.0].map(|frame| f64::from((frame / 60.0) as f32));
        assert_eq!(find(thin.to_vec()), Rate { hz: 60.0, assumed: None });
        // Mostly a second apart, but one pair is a frame apart.
        assert_eq!(find(vec![0.0, 1.0, 2.0, 2.0 + 1.0 / 24.0, 3.0, 4.0]), Rate { hz: 24.0, assumed: None });
    }

    #[test]
    fn few_keys_are_sampled_at_sixty_and_too_many_at_two_hundred_and_forty() {
        for times in [vec![], vec![1.0], vec![0.0, 1.25], vec![0.0, 0.5, 0.9]] {
            let rate = find(times);
            assert!(rate.hz == 60.0 && rate.assumed.is_some());
        }
        let rate = find(keys(1000, |k| k / 1000.0));
        assert!(rate.hz == 240.0 && rate.assumed.is_some());
    }
}
