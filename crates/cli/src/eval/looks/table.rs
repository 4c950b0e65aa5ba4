//! Figures for a person, and for a program.

use footwork_looks::report::{Row, Verdict};
use footwork_looks::scene::Figure;
use footwork_looks::{Kind, Look, Reading, Seen};
use serde_json::{Map, Value, json};

use crate::terminal::{Paint, paint};

fn seconds(clips: &[Seen], kind: Kind) -> f32 {
    clips.iter().map(|seen| Look { seen, kind, span: 0..seen.frames() }.seconds()).sum()
}

/// A line for each figure, under a heading for each kind of motion.
pub fn lines(clips: &[Seen], against: &[Seen], rows: &[Row], together: &[Figure]) -> Vec<String> {
    let names = |clips: &[Seen]| match clips {
        [one] => one.name.clone(),
        several => format!("{} clips", several.len()),
    };
    let whom = if against.is_empty() { "people".to_string() } else { names(against) };
    let mut lines = vec![format!("{} beside {whom}", paint(&names(clips), Paint::Bold))];
    let mut kind = None;
    for row in rows {
        if kind != Some(row.kind) {
            kind = Some(row.kind);
            let name = if row.kind == Kind::Any { "all of it" } else { row.kind.name() };
            lines.push(paint(&format!("{name}, {:.0} s", seconds(clips, row.kind)), Paint::Bold));
        }
        lines.push(line(row));
    }
    if !together.is_empty() {
        lines.push(paint("together", Paint::Bold));
    }
    for Figure { name, unit, digits, value, wanted, .. } in together {
        lines.push(columns(name, &format!("{value:.digits$} {unit}"), wanted, ""));
    }
    lines
}

fn columns(name: &str, ours: &str, theirs: &str, mark: &str) -> String {
    format!("  {name:<46} {ours:>24}   {theirs:<24} {mark}").trim_end().to_string()
}

fn line(row: &Row) -> String {
    let digits = row.measure.digits;
    let mut values: Vec<f32> = row.values.iter().copied().flatten().collect();
    values.sort_by(f32::total_cmp);
    let spread = match values[..] {
        [least, .., most] => format!(" ({least:.digits$} to {most:.digits$})"),
        _ => String::new(),
    };
    let ours = format!("{:.digits$}{spread} {}", row.value, row.measure.unit);
    let theirs = match (row.range, row.measure.reading) {
        (None, _) => String::new(),
        (Some(range), Reading::Within) => {
            format!("{:.digits$} to {:.digits$} ({:.digits$})", range.low, range.high, range.middle)
        }
        (Some(range), Reading::AtMost | Reading::NeverAbove) => {
            format!("up to {:.digits$} ({:.digits$})", range.high, range.middle)
        }
    };
    let mark = match row.verdict {
        Verdict::Inside => String::new(),
        Verdict::Below => paint("below", Paint::Red),
        Verdict::Above => paint("above", Paint::Red),
        Verdict::Unknown => paint("?", Paint::Faint),
    };
    columns(row.measure.name, &ours, &theirs, &mark)
}

/// The same as one object. Keys stay; what was not seen is not there.
pub fn object(clips: &[Seen], against: &[Seen], rows: &[Row], together: &[Figure]) -> Value {
    let names = |clips: &[Seen]| clips.iter().map(|seen| seen.name.clone()).collect::<Vec<String>>();
    let number = |value: f32| json!((f64::from(value) * 1e4).round() / 1e4);
    let mut kinds = Map::new();
    for row in rows {
        let range = row.range.map(|range| {
            json!({
                "low": number(range.low),
                "middle": number(range.middle),
                "high": number(range.high),
                "pieces": range.pieces,
            })
        });
        let verdict = match row.verdict {
            Verdict::Inside => json!("inside"),
            Verdict::Below => json!("below"),
            Verdict::Above => json!("above"),
            Verdict::Unknown => Value::Null,
        };
        let figure = json!({
            "value": number(row.value),
            "values": row.values.iter().map(|value| value.map(number)).collect::<Vec<_>>(),
            "unit": row.measure.unit,
            "range": range,
            "verdict": verdict,
        });
        let kind = kinds
            .entry(row.kind.name())
            .or_insert_with(|| json!({ "seconds": number(seconds(clips, row.kind)), "measures": {} }));
        kind["measures"][row.measure.key] = figure;
    }
    let together: Map<String, Value> = together
        .iter()
        .map(|figure| {
            let value =
                json!({ "value": number(figure.value), "unit": figure.unit, "wanted": figure.wanted });
            (figure.key.to_string(), value)
        })
        .collect();
    json!({ "clips": names(clips), "against": names(against), "kinds": kinds, "together": together })
}
