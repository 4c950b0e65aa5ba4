//! Plots as SVG: panels in rows, each with its axes, its marks and, where marks have names, a legend.

use std::fmt::Write;

use footwork::skill::{Axis, Mark, Panel, Plot};

/// Panels in a row.
const COLUMNS: usize = 4;
/// px, of a panel's axes where it is alone, and where there are several.
const ALONE: [f64; 2] = [720.0, 300.0];
const SEVERAL: [f64; 2] = [200.0, 160.0];
/// px, about a panel's axes: left of them, above, to the right and below.
const MARGINS: [f64; 4] = [52.0, 24.0, 16.0, 40.0];
/// px, above all panels.
const TITLE: f64 = 28.0;
/// px, of the legend, to the right of all panels.
const LEGEND: f64 = 120.0;
/// Bars that each have their name below; of more only the first and the last have.
const NAMED_BARS: usize = 8;

/// One for each mark, the same in all panels.
const COLOURS: [&str; 6] = ["#1f6fb4", "#d1602b", "#3c9a5f", "#8a4fb0", "#555555", "#c0392b"];

/// Draws a plot.
pub fn svg(plot: &Plot) -> String {
    let size = if plot.panels.len() > 1 { SEVERAL } else { ALONE };
    let cell = [size[0] + MARGINS[0] + MARGINS[2], size[1] + MARGINS[1] + MARGINS[3]];
    let columns = plot.panels.len().clamp(1, COLUMNS);
    let rows = plot.panels.len().div_ceil(COLUMNS).max(1);
    let names = legend(plot);
    let wide = cell[0] * columns as f64;
    let width = wide + if names.is_empty() { 0.0 } else { LEGEND };
    let height = TITLE + cell[1] * rows as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"19\" font-size=\"14\">{}</text>\n",
        escaped(&plot.title)
    );
    for (number, panel) in plot.panels.iter().enumerate() {
        let (row, column) = (number / COLUMNS, number % COLUMNS);
        let left = cell[0] * column as f64 + MARGINS[0];
        let top = TITLE + cell[1] * row as f64 + MARGINS[1];
        Axes::new(panel, [left, top], size).draw(panel, &mut out);
    }
    for (number, name) in names.iter().enumerate() {
        let y = TITLE + MARGINS[1] + 18.0 * number as f64 + 8.0;
        let line = format!("<path d=\"M{wide} {y}h22\" {}/>", stroke(number));
        let _ = writeln!(out, "{line}<text x=\"{}\" y=\"{}\">{}</text>", wide + 28.0, y + 4.0, escaped(name));
    }
    out + "</svg>\n"
}

/// The names of marks, of the panel that has the most.
fn legend(plot: &Plot) -> Vec<&str> {
    let names = |panel: &'_ Panel| -> usize { panel.marks.iter().filter_map(name).count() };
    let most = plot.panels.iter().max_by_key(|panel| names(panel));
    most.map(|panel| panel.marks.iter().filter_map(name).collect()).unwrap_or_default()
}

fn name(mark: &Mark) -> Option<&str> {
    match mark {
        Mark::Line { name, .. } | Mark::Points { name, .. } if !name.is_empty() => Some(name),
        _ => None,
    }
}

/// A colour for each mark; dashed where colours come round again.
fn stroke(number: usize) -> String {
    let dashes = if number >= COLOURS.len() { " stroke-dasharray=\"5 3\"" } else { "" };
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{dashes}", COLOURS[number % COLOURS.len()])
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Where a panel's numbers lie on the picture.
struct Axes {
    x: [f64; 2],
    y: [f64; 2],
    /// px, the corner at the left and top.
    at: [f64; 2],
    /// px
    size: [f64; 2],
}

impl Axes {
    fn new(panel: &Panel, at: [f64; 2], size: [f64; 2]) -> Axes {
        let axis = |axis: &Axis, which: usize| axis.range.filter(sound).unwrap_or_else(|| held(panel, which));
        Axes { x: axis(&panel.x, 0), y: axis(&panel.y, 1), at, size }
    }

    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let share = |value: f64, [low, high]: [f64; 2]| ((value - low) / (high - low)).clamp(0.0, 1.0);
        [self.at[0] + self.size[0] * share(x, self.x), self.at[1] + self.size[1] * (1.0 - share(y, self.y))]
    }

    fn draw(&self, panel: &Panel, out: &mut String) {
        let ([left, top], [wide, high]) = (self.at, self.size);
        let bars = panel.marks.iter().any(|mark| matches!(mark, Mark::Bars(_)));
        let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\">{}</text>", top - 6.0, escaped(&panel.title));
        for value in ticks(self.y) {
            let [_, y] = self.place([self.x[0], value]);
            let _ = writeln!(out, "<path d=\"M{left} {y:.1}h{wide:.1}\" stroke=\"#ddd\"/>");
            let (x, y) = (left - 5.0, y + 4.0);
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", number(value));
        }
        for value in ticks(self.x).into_iter().filter(|_| !bars) {
            let [x, _] = self.place([value, self.y[0]]);
            let y = top + high + 14.0;
            let _ =
                writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", number(value));
        }
        let (x, y) = (left + 0.5 * wide, top + high + 30.0);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{}</text>",
            escaped(&panel.x.name)
        );
        let (x, y) = (left - 38.0, top + 0.5 * high);
        let _ = writeln!(
            out,
            "<text transform=\"translate({x} {y}) rotate(-90)\" text-anchor=\"middle\" fill=\"#555\">{}</text>",
            escaped(&panel.y.name)
        );
        panel.marks.iter().enumerate().for_each(|(number, mark)| self.mark(number, mark, out));
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"none\" stroke=\"#888\"/>"
        );
    }

    fn mark(&self, number: usize, mark: &Mark, out: &mut String) {
        let finite = |points: &[[f64; 2]]| -> Vec<[f64; 2]> {
            let sound = points.iter().filter(|point| point.iter().all(|value| value.is_finite()));
            sound.map(|point| self.place(*point)).collect()
        };
        match mark {
            Mark::Line { points, .. } => {
                let points = finite(points).into_iter().map(|[x, y]| format!("{x:.1} {y:.1}"));
                let path = points.collect::<Vec<_>>().join("L");
                if !path.is_empty() {
                    let _ = writeln!(out, "<path d=\"M{path}\" {}/>", stroke(number));
                }
            }
            Mark::Points { points, .. } => {
                let colour = COLOURS[number % COLOURS.len()];
                for [x, y] in finite(points) {
                    let _ = writeln!(
                        out,
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{colour}\" fill-opacity=\"0.6\"/>"
                    );
                }
            }
            Mark::Bars(bars) => self.bars(bars, out),
            Mark::Cells(rows) => self.cells(rows, out),
        }
    }

    fn bars(&self, bars: &[(String, f64)], out: &mut String) {
        let wide = self.size[0] / bars.len().max(1) as f64;
        let bottom = self.at[1] + self.size[1];
        for (number, (name, value)) in bars.iter().enumerate() {
            let left = self.at[0] + wide * number as f64;
            let [_, top] = self.place([self.x[0], if value.is_finite() { *value } else { 0.0 }]);
            let (high, inner) = (bottom - top, (wide - 1.0).max(1.0));
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{inner:.1}\" height=\"{high:.1}\" fill=\"{}\"/>",
                COLOURS[0]
            );
            if bars.len() <= NAMED_BARS || number == 0 || number + 1 == bars.len() {
                let (x, y) = (left + 0.5 * wide, bottom + 14.0);
                let name = escaped(name);
                let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>");
            }
        }
    }

    fn cells(&self, rows: &[Vec<f64>], out: &mut String) {
        let high = self.size[1] / rows.len().max(1) as f64;
        for (row, cells) in rows.iter().enumerate() {
            let wide = self.size[0] / cells.len().max(1) as f64;
            let y = self.at[1] + self.size[1] - high * (row + 1) as f64;
            for (column, dark) in cells.iter().enumerate() {
                let grey = (255.0 * (1.0 - dark.clamp(0.0, 1.0))).round();
                let x = self.at[0] + wide * column as f64;
                let _ = writeln!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" \
                     fill=\"rgb({grey},{grey},{grey})\"/>"
                );
            }
        }
    }
}

fn sound([low, high]: &[f64; 2]) -> bool {
    low.is_finite() && high.is_finite() && low < high
}

/// A range that holds all that is drawn along an axis; bars stand on zero.
fn held(panel: &Panel, axis: usize) -> [f64; 2] {
    let mut values: Vec<f64> = Vec::new();
    for mark in &panel.marks {
        match mark {
            Mark::Line { points, .. } | Mark::Points { points, .. } => {
                values.extend(points.iter().map(|point| point[axis]));
            }
            Mark::Bars(bars) if axis == 1 => {
                values.extend(bars.iter().map(|(_, value)| *value).chain([0.0]));
            }
            Mark::Bars(_) | Mark::Cells(_) => {}
        }
    }
    values.retain(|value| value.is_finite());
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match values.is_empty() {
        true => [0.0, 1.0],
        false if low < high => [low, high],
        false => [low - 0.5, low + 0.5],
    }
}

/// Round numbers within a range, four to ten of them.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last.min(first + 20)).map(|count| count as f64 * step).collect()
}

/// As short as it can be said.
fn number(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(marks: Vec<Mark>) -> Plot {
        let panel = Panel { title: "a < b".to_string(), marks, ..Panel::default() };
        Plot { name: "plot", title: "Title & more".to_string(), panels: vec![panel] }
    }

    #[test]
    fn ticks_are_round_and_within_the_range() {
        assert_eq!(ticks([0.0, 100.0]), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(
            ticks([-0.5, 1.5]).into_iter().map(number).collect::<Vec<_>>(),
            ["-0.5", "0", "0.5", "1", "1.5"]
        );
        for range in [[0.0, 1e-7], [3.0, 3.5], [-1e9, 1e9], [0.1, 0.3]] {
            let ticks = ticks(range);
            assert!((2..=11).contains(&ticks.len()), "{range:?}: {ticks:?}");
        }
    }

    #[test]
    fn whatever_is_in_a_plot_it_is_a_picture_without_holes() {
        let strange = vec![[f64::NAN, 1.0], [1.0, f64::INFINITY], [2.0, 3.0]];
        for marks in [
            vec![],
            vec![Mark::Line { name: "one".to_string(), points: strange.clone() }],
            vec![Mark::Points { name: String::new(), points: strange }],
            vec![Mark::Bars(vec![("a".to_string(), f64::NAN), ("b".to_string(), 2.0)]), Mark::Bars(vec![])],
            vec![Mark::Cells(vec![vec![0.5, 2.0], vec![]]), Mark::Cells(vec![])],
        ] {
            let text = svg(&plot(marks));
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{text}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            assert!(text.contains("a &lt; b") && text.contains("Title &amp; more"));
        }
    }

    #[test]
    fn marks_with_a_name_are_in_the_legend() {
        let named = Mark::Line { name: "model".to_string(), points: vec![[0.0, 1.0], [1.0, 2.0]] };
        assert!(svg(&plot(vec![named])).contains(">model</text>"));
        let nameless = Mark::Line { name: String::new(), points: vec![[0.0, 1.0]] };
        assert!(legend(&plot(vec![nameless])).is_empty());
    }
}
