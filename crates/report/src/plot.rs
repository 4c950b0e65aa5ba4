//! Axes, histograms and bars.

use crate::html::{count, escape, number, put, px};

/// A round distance between ticks so that there are about so many of them.
pub fn tick_step(span: f64, about: f64) -> f64 {
    if !span.is_finite() || span <= 0.0 {
        return 1.0;
    }
    let rough = span / about;
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough * 0.999);
    factor.unwrap_or(10.0) * power
}

/// How many decimals a tick needs.
pub fn decimals(step: f64) -> usize {
    if step >= 1.0 { 0 } else { (-libm::floor(libm::log10(step) + 1e-9)).clamp(0.0, 6.0) as usize }
}

/// Values that have one colour.
pub struct Series<'a> {
    /// Of `style.css`.
    pub class: &'a str,
    pub name: &'a str,
    pub values: &'a [f32],
}

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 40.0;
const BOTTOM: f64 = 36.0;
const TOP: f64 = 8.0;

/// How often which value comes, series upon series. Values beyond the last bin are counted in it.
pub fn histogram(out: &mut String, series: &[Series<'_>], axis: &str) {
    let mut all: Vec<f32> = series.iter().flat_map(|series| series.values).copied().collect();
    all.retain(|value| value.is_finite());
    all.sort_by(f32::total_cmp);
    let (Some(least), Some(most)) = (all.first(), all.last()) else { return };
    // A long thin tail would squeeze the rest into one bar.
    let usual = all[(all.len() - 1) * 199 / 200];
    let cut = f64::from(*most) > 1.3 * f64::from(usual) && usual > 0.0;
    let high = f64::from(if cut { usual } else { *most });
    let low = f64::from(least.min(0.0));
    let low = if f64::from(*least) > 0.4 * high { f64::from(*least) } else { low };
    let whole = all.iter().all(|value| value.fract() == 0.0);
    let tick = tick_step((high - low).max(1e-6), 5.0).max(if whole { 1.0 } else { 0.0 });
    // Finer where there is enough to count; a bin never lies across a tick, and none is finer than what is counted.
    let bin = match (whole, all.len() >= 300) {
        (true, _) => (tick / 10.0).max(1.0),
        (false, true) => tick / 10.0,
        (false, false) => tick / 5.0,
    };
    let per_tick = (tick / bin).round();
    let first = (low / bin).floor();
    let bins = ((high / bin - first).floor() as usize + 1).clamp(1, 80);
    let mut counts = vec![vec![0_u64; bins]; series.len()];
    for (series, counts) in series.iter().zip(&mut counts) {
        for value in series.values.iter().filter(|value| value.is_finite()) {
            let index = (f64::from(*value) / bin + 1e-6 - first).floor().max(0.0) as usize;
            counts[index.min(bins - 1)] += 1;
        }
    }
    let tallest =
        (0..bins).map(|index| counts.iter().map(|c| c[index]).sum::<u64>()).max().unwrap_or(1).max(1);
    let (wide, high_px) = (WIDTH - LEFT - 18.0, HEIGHT - TOP - BOTTOM);
    let x = |index: f64| LEFT + wide * index / bins as f64;
    let y = |count: f64| TOP + high_px * (1.0 - count / tallest as f64);
    put!(
        out,
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" "
    );
    put!(out, "aria-label=\"Histogram: {axis}\">");
    let step = tick_step(tallest as f64, 4.0).max(1.0);
    let mut level = step;
    while level <= tallest as f64 {
        put!(out, "<path class=\"grid\" d=\"M{LEFT} {}h{wide}\"/>", px(y(level)));
        put!(
            out,
            "<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            LEFT - 6.0,
            px(y(level) + 4.0),
            number(level, 0)
        );
        level += step;
    }
    for index in 0..bins {
        let mut below = 0;
        for (series, counts) in series.iter().zip(&counts).filter(|(_, counts)| counts[index] > 0) {
            let (top, bottom) = (y((below + counts[index]) as f64), y(below as f64));
            let (from, to) = ((first + index as f64) * bin, (first + index as f64 + 1.0) * bin);
            let places = decimals(tick) + 1;
            put!(out, "<rect class=\"{}\" x=\"{}\" ", series.class, px(x(index as f64) + 0.5));
            put!(
                out,
                "y=\"{}\" width=\"{}\" height=\"{}\">",
                px(top),
                px(wide / bins as f64 - 1.0),
                px(bottom - top)
            );
            let more = if cut && index + 1 == bins { " or more" } else { "" };
            put!(
                out,
                "<title>{}{}: {} to {}{more}</title></rect>",
                prefix(series.name),
                count(counts[index]),
                number(from, places),
                number(to, places)
            );
            below += counts[index];
        }
    }
    put!(out, "<path class=\"axis\" d=\"M{LEFT} {}h{wide}\"/>", px(y(0.0)));
    let mut index = (per_tick - first.rem_euclid(per_tick)) % per_tick;
    while index <= bins as f64 {
        let value = number((first + index) * bin, decimals(tick));
        put!(
            out,
            "<text class=\"mid\" x=\"{}\" y=\"{}\">{value}</text>",
            px(x(index)),
            HEIGHT - BOTTOM + 15.0
        );
        index += per_tick;
    }
    put!(
        out,
        "<text class=\"mid ink\" x=\"{}\" y=\"{}\">{axis}</text></svg>\n",
        LEFT + 0.5 * wide,
        HEIGHT - 5.0
    );
}

fn prefix(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{}, ", escape(name)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(tick_step(10.0, 5.0), 2.0);
        assert_eq!(tick_step(0.9, 4.0), 0.5);
        assert_eq!(tick_step(f64::NAN, 4.0), 1.0);
        assert_eq!([decimals(0.5), decimals(0.01), decimals(20.0), decimals(0.1)], [1, 2, 0, 1]);
    }

    #[test]
    fn histograms_of_odd_values_do_not_fail() {
        for values in
            [&[][..], &[f32::NAN], &[0.0], &[1e30, 0.0, 1.0], &[-5.0, 5.0], &[3.0, 3.0], &[f32::MAX]]
        {
            let mut out = String::new();
            histogram(&mut out, &[Series { class: "bar", name: "", values }], "m");
            assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
        }
    }
}
