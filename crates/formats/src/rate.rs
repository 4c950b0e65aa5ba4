//! Frame rates, as files mean them.

/// What is assumed where a file says nothing usable.
pub(crate) const ASSUMED: f32 = 30.0;

/// Rates people record and render at.
const COMMON: [f32; 17] = [
    24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 90.0, 100.0, 120.0, 144.0, 150.0, 200.0, 240.0, 23.976_025,
    29.970_03, 59.940_06,
];

/// The rate of frames that lie so many seconds apart: `.0083333` means 120 Hz. None where the spacing is no
/// positive time, or no camera takes frames like that.
pub(crate) fn from_spacing(seconds: f64) -> Option<f32> {
    let rate = 1.0 / seconds;
    if !(rate.is_finite() && rate > 0.0 && (1e-3..=1e5).contains(&rate)) {
        return None;
    }
    Some(snapped(rate as f32))
}

/// The common or whole rate that a rounded number stands for.
pub(crate) fn snapped(rate: f32) -> f32 {
    let near = |common: f32| (rate - common).abs() <= 4e-4 * common;
    COMMON.into_iter().find(|&common| near(common)).unwrap_or_else(|| {
        let whole = rate.round();
        if whole > 0.0 && (rate - whole).abs() <= 1e-4 * whole { whole } else { rate }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_frame_times_give_the_rate_that_was_meant() {
        for (seconds, rate) in [
            (0.0083333, 120.0),
            (0.008333, 120.0),
            (0.0333333, 30.0),
            (0.033333, 30.0),
            (0.0416667, 24.0),
            (0.016667, 60.0),
            (0.00834, 119.904_076),
            (1.0, 1.0),
        ] {
            assert_eq!(from_spacing(seconds), Some(rate), "{seconds}");
        }
        for seconds in [0.0, -0.1, f64::NAN, f64::INFINITY, 1e-300, 1e300] {
            assert_eq!(from_spacing(seconds), None, "{seconds}");
        }
    }
}
