//! Which moments of a motion a sheet shows.

/// More cells than this say nothing more.
pub const MAX_CELLS: usize = 240;

/// As many cells as are aimed at where nobody says how many: three rows.
const USUAL_CELLS: f64 = 24.0;

/// The times of the cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    /// s, from the first to the last.
    pub times: Vec<f64>,
    /// s, between cells.
    pub every: f64,
    /// Whether `every` is longer than was asked for.
    pub raised: bool,
}

impl Moments {
    /// Cells `every` seconds apart, or as many as fill a sheet. Cells are never less than a frame apart.
    pub fn new(seconds: f64, rate: f64, every: Option<f64>) -> Moments {
        let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        let frame = if rate.is_finite() && rate > 0.0 { 1.0 / rate } else { 1.0 };
        let asked = every.filter(|every| every.is_finite() && *every > 0.0);
        let wanted = asked.unwrap_or_else(|| usual(seconds)).max(frame);
        let least = seconds / (MAX_CELLS - 1) as f64;
        let raised = asked.is_some_and(|asked| asked < least);
        let every = if wanted < least { least } else { wanted };
        // A hair of tolerance, so that a last frame that falls on the spacing is shown.
        let cells = ((seconds / every + 1e-6).floor() as usize + 1).min(MAX_CELLS);
        Moments { times: (0..cells).map(|cell| cell as f64 * every).collect(), every, raised }
    }
}

/// A round number of seconds that gives about the usual number of cells.
fn usual(seconds: f64) -> f64 {
    const ROUND: [f64; 10] = [1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0];
    let powers = [0.001, 0.01, 0.1, 1.0, 10.0, 100.0];
    let spacings = powers.into_iter().flat_map(|power| ROUND.map(|round| round * power));
    let off = |every: f64| ((seconds / every + 1e-6).floor() + 1.0 - USUAL_CELLS).abs();
    spacings.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_has_about_24_cells_at_round_times() {
        for seconds in [0.7, 2.69, 11.0, 40.3, 299.0] {
            let moments = Moments::new(seconds, 120.0, None);
            assert!((20..=28).contains(&moments.times.len()), "{seconds} s: {}", moments.times.len());
            assert!(moments.times.iter().all(|&t| t <= seconds + 1e-3));
        }
    }

    #[test]
    fn the_spacing_asked_for_is_kept_until_there_are_too_many_cells() {
        let kept = Moments::new(2.0, 60.0, Some(0.5));
        assert_eq!((kept.times.len(), kept.every, kept.raised), (5, 0.5, false));
        let raised = Moments::new(1000.0, 60.0, Some(0.1));
        assert_eq!((raised.times.len(), raised.raised), (MAX_CELLS, true));
    }

    #[test]
    fn absurd_spacings_and_lengths_still_give_cells() {
        for every in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300, 1e300] {
            for seconds in [0.0, 3.0, 1e300, f64::NAN] {
                let cells = Moments::new(seconds, 30.0, Some(every)).times.len();
                assert!((1..=MAX_CELLS).contains(&cells), "{every} {seconds}");
            }
        }
        assert_eq!(Moments::new(0.0, 60.0, None).times, [0.0]);
    }
}
