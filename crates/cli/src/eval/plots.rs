//! The seed's figures 5 to 7, as SVG.

use std::fmt::Write;

use footwork_fragments::evaluate::{Report, TENTHS, TWENTIETHS};

/// A colour for each controller, the same in all figures.
const COLOURS: [&str; 6] = ["#1f6fb4", "#d1602b", "#3c9a5f", "#8a4fb0", "#555555", "#c0392b"];

fn colour(report: &Report) -> &'static str {
    let names = ["model", "steady", "spread", "greedy", "opt", "matching"];
    COLOURS[names.iter().position(|name| *name == report.name).unwrap_or(4)]
}

fn label(report: &Report) -> String {
    format!("{}{}", report.name, if report.thresholded { "-t" } else { "" })
}

fn open(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"20\" font-size=\"14\">{title}</text>\n"
    )
}

/// Figure 5: each course's quality as a percentage of the best possible.
pub fn courses(reports: &[Report]) -> String {
    let count = reports.first().map_or(0, |report| report.courses.len()).max(1);
    let (left, top, high) = (48.0, 34.0, 300.0);
    let step = (720.0 / count as f64).min(90.0);
    let wide = step * count as f64;
    let mut out = open(left + wide + 130.0, top + high + 40.0, "Quality of each trace, percent of optimal");
    let y = |percent: f64| top + high * (1.0 - percent.clamp(0.0, 100.0) / 100.0);
    for percent in (0..=100).step_by(20) {
        let at = y(f64::from(percent));
        let _ = writeln!(out, "<path d=\"M{left} {at:.1}h{wide:.1}\" stroke=\"#ddd\"/>");
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{percent}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    for (index, report) in reports.iter().enumerate() {
        let dashes = if report.thresholded { " stroke-dasharray=\"5 3\"" } else { "" };
        let mut path = String::new();
        for (course, percent) in report.courses.iter().enumerate() {
            let letter = if course == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", left + step * (course as f64 + 0.5), y(*percent));
        }
        let colour = colour(report);
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>"
        );
        let (x, at) = (left + wide + 12.0, top + 14.0 + 20.0 * index as f64);
        let _ = writeln!(
            out,
            "<path d=\"M{x} {at}h22\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/><text x=\"{}\" y=\"{}\">{}</text>",
            x + 28.0,
            at + 4.0,
            label(report)
        );
    }
    for course in 0..count {
        let x = left + step * (course as f64 + 0.5);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            top + high + 16.0,
            course + 1
        );
    }
    out + "</svg>\n"
}

/// Figure 6: where steps lie, by how motion quality and control quality rank.
pub fn ranks(reports: &[Report]) -> String {
    let (cell, gap, left, top) = (13.0, 34.0, 40.0, 50.0);
    let side = cell * TENTHS as f64;
    let columns = 4_usize;
    let rows = reports.len().div_ceil(columns).max(1);
    let width = left + columns as f64 * (side + gap);
    let title = "Steps by rank of motion quality (up) and of control quality (right), in tenths";
    let mut out = open(width, top + rows as f64 * (side + gap + 12.0), title);
    for (index, report) in reports.iter().enumerate() {
        let x = left + (index % columns) as f64 * (side + gap);
        let y = top + (index / columns) as f64 * (side + gap + 12.0);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y - 5.0, label(report));
        let total: u32 = report.transitions.ranks.iter().flatten().sum();
        for (motion, row) in report.transitions.ranks.iter().enumerate() {
            for (control, &count) in row.iter().enumerate() {
                // By the square root, so that what is rare can be seen.
                let dark = (f64::from(count) / f64::from(total.max(1))).sqrt();
                let grey = (255.0 * (1.0 - dark)).round();
                let _ = writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{cell}\" height=\"{cell}\" fill=\"rgb({grey},{grey},{grey})\"/>",
                    x + cell * control as f64,
                    y + cell * (TENTHS - 1 - motion) as f64
                );
            }
        }
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#888\"/>"
        );
    }
    out + "</svg>\n"
}

/// Figure 7: steps by their quality.
pub fn qualities(reports: &[Report]) -> String {
    let (side, high, gap, left, top) = (160.0, 90.0, 30.0, 20.0, 54.0);
    let columns = 4_usize;
    let rows = reports.len().div_ceil(columns).max(1);
    let width = left + columns as f64 * (side + gap);
    let title = "Steps by quality, from 0 to 1";
    let mut out = open(width, top + rows as f64 * (high + gap + 20.0), title);
    let bar = side / TWENTIETHS as f64;
    for (index, report) in reports.iter().enumerate() {
        let x = left + (index % columns) as f64 * (side + gap);
        let y = top + (index / columns) as f64 * (high + gap + 20.0);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y - 6.0, label(report));
        let most = report.transitions.quality.iter().copied().max().unwrap_or(1).max(1);
        for (at, &count) in report.transitions.quality.iter().enumerate() {
            let tall = high * f64::from(count) / f64::from(most);
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"{}\"/>",
                x + bar * at as f64,
                y + high - tall,
                bar - 1.0,
                colour(report)
            );
        }
        let _ = writeln!(out, "<path d=\"M{x} {}h{side}\" stroke=\"#888\"/>", y + high);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"#777\">0</text>", y + high + 14.0);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" fill=\"#777\" text-anchor=\"end\">1</text>",
            x + side,
            y + high + 14.0
        );
    }
    out + "</svg>\n"
}
