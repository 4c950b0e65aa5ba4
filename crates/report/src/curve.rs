//! Curves over time, drawn with as many points as there are pixels.

use footwork_motion::quality::percentile;

/// The value that a share of all values stays at or below.
pub fn quantile(values: &[f32], share: f32) -> f32 {
    percentile(values.iter().copied().filter(|value| value.is_finite()).collect(), share)
}

/// Where a curve of some height goes, as a path with whole pixels: values from 0 to 1, of which 1 is at the top. Where
/// several values fall on a pixel, it goes through the least and the greatest of them, so that no peak is lost.
pub fn path(values: &[f32], width: f64, height: f64) -> String {
    let Some(first) = values.first() else { return String::new() };
    let y = |value: f32| (height * (1.0 - f64::from(value.clamp(0.0, 1.0)))).round() as i64;
    let column = |index: usize| (index as f64 / (values.len() - 1).max(1) as f64 * width) as i64;
    let mut pen = (0, y(*first));
    let mut out = format!("M0 {}", pen.1);
    let mut index = 0;
    let mut letter = 'l';
    while index < values.len() {
        let x = column(index);
        let mut span = (values[index], values[index]);
        let mut end = index;
        while end < values.len() && column(end) == x {
            span = (span.0.min(values[end]), span.1.max(values[end]));
            end += 1;
        }
        // First the one that is nearer to where the pen is.
        let (low, high) = (y(span.0), y(span.1));
        let near_low = (pen.1 - low).abs() <= (pen.1 - high).abs();
        let (one, two) = if near_low { (low, high) } else { (high, low) };
        for next in [(x, one), (x, two)] {
            if next != pen {
                let dy = next.1 - pen.1;
                let gap = if dy < 0 { "" } else { " " };
                let lead = if letter == 'l' { "l" } else { " " };
                out.push_str(&format!("{lead}{}{gap}{dy}", next.0 - pen.0));
                (pen, letter) = (next, ' ');
            }
        }
        index = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_drawn_with_its_peak() {
        let mut values = vec![0.1; 216_000];
        values[100_000] = 1.0;
        let path = path(&values, 1000.0, 60.0);
        assert!(path.len() < 10_000, "{}", path.len());
        assert!(path.contains("-54"), "the peak is there");
    }

    #[test]
    fn short_curves_are_curves() {
        assert_eq!(path(&[], 10.0, 10.0), "");
        assert_eq!(path(&[0.5], 10.0, 10.0), "M0 5");
        assert_eq!(path(&[0.0, 1.0], 10.0, 10.0), "M0 10l10-10");
        assert_eq!(path(&[f32::NAN, 1.0], 10.0, 10.0).matches("NaN").count(), 0);
    }

    #[test]
    fn quantiles_of_little() {
        assert_eq!(quantile(&[], 0.5), 0.0);
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
    }
}
