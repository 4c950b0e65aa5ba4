//! Waits by class and coverage by take, as bars with their numbers beside them.

use footwork_annotate::Repertoire;
use footwork_graph::figures::{TakeCoverage, Wait};

use crate::html::{count, escape, fixed, percent, put, px, words};
use crate::palette::{Classes, general};

/// From so many rows on they scroll.
const MANY: usize = 60;
/// Up to so many rows stand in one column.
const COLUMN: usize = 12;
/// px
const ROW: f64 = 20.0;
/// px, of a column of rows.
const WIDTH: f64 = 500.0;
/// px, for the names at its left.
const NAMES: f64 = 128.0;
/// px, for what stands above the first row.
const HEAD: f64 = 18.0;

/// How long it takes until an action of each class can begin: a bar for the mean, a line for the worst. More rows than
/// fit one below the other stand in two columns.
pub fn waits(out: &mut String, repertoire: &Repertoire, waits: &[Wait], classes: &Classes) {
    if waits.is_empty() {
        return;
    }
    put!(out, "<h4 class=\"next\">How long until it can begin</h4>\n<div class=\"columns\">");
    let (rows, never): (Vec<_>, Vec<_>) =
        by_family(repertoire, waits).into_iter().partition(|(_, wait)| wait.starts > 0);
    let longest = waits.iter().filter_map(|wait| wait.worst).map(f64::from).fold(0.1, f64::max);
    let half = if rows.len() > COLUMN { rows.len().div_ceil(2) } else { COLUMN };
    for rows in rows.chunks(half) {
        put!(out, "<div>");
        column(out, rows, longest, classes);
        put!(out, "</div>");
    }
    put!(
        out,
        "</div>\n<p><small>From any state, until an action of the class can begin: bars are the mean, "
    );
    put!(out, "lines the worst. Places are how many such actions can be reached.");
    if !never.is_empty() {
        let names: Vec<String> = never.iter().map(|(_, wait)| words(&wait.class)).collect();
        put!(out, " Cannot be reached: {}.", names.join(", "));
    }
    put!(out, "</small></p>\n");
}

fn column(out: &mut String, rows: &[(&str, &Wait)], longest: f64, classes: &Classes) {
    // px, for the numbers at the right.
    const NUMBERS: f64 = 150.0;
    let room = WIDTH - NAMES - NUMBERS;
    let long = |seconds: f32| room * (f64::from(seconds) / longest).clamp(0.0, 1.0);
    open(out, rows.len(), "Waits by class");
    for (x, text) in [(46.0, "mean"), (96.0, "worst"), (NUMBERS - 2.0, "places")] {
        put!(out, "<text class=\"end\" x=\"{}\" y=\"11\">{text}</text>", NAMES + room + x);
    }
    for (index, (family, wait)) in rows.iter().enumerate() {
        let y = HEAD + ROW * index as f64;
        // What is a kind of something stands a little to the right, below it.
        name(out, &wait.class, if *family == wait.class { 0.0 } else { 10.0 }, y);
        // Those that never begin are listed below.
        let [mean_s, worst_s] = [wait.mean, wait.worst].map(Option::unwrap_or_default);
        let (mean, worst) = (long(mean_s), long(worst_s));
        put!(out, "<path class=\"axis\" d=\"M{NAMES} {}h{}\"/>", y + 9.0, px(worst));
        put!(out, "<rect class=\"k{}\" x=\"{NAMES}\" y=\"{}\" ", classes.slot(family), y + 4.0);
        put!(out, "width=\"{}\" height=\"10\" rx=\"2\"/>", px(mean.max(1.0)));
        put!(out, "<path class=\"worst\" d=\"M{} {}v12\"/>", px(NAMES + worst), y + 3.0);
        let [mean, worst] = [mean_s, worst_s].map(|seconds| format!("{} s", fixed(seconds.into(), 1)));
        let numbers = [(46.0, mean), (96.0, worst), (NUMBERS - 2.0, count(wait.starts.into()))];
        for (x, text) in numbers {
            put!(out, "<text class=\"end\" x=\"{}\" y=\"{}\">{text}</text>", NAMES + room + x, y + 13.0);
        }
    }
    put!(out, "</svg></div>\n");
}

/// Waits with the general class that each belongs to: a family stands together, its general class first.
fn by_family<'a>(repertoire: &'a Repertoire, waits: &'a [Wait]) -> Vec<(&'a str, &'a Wait)> {
    let actions = || repertoire.takes.iter().flat_map(|take| &take.annotation.actions);
    let mut families: Vec<&str> = Vec::new();
    for family in actions().map(|action| general(&action.classes)) {
        if !families.contains(&family) {
            families.push(family);
        }
    }
    let family = |class: &'a str| {
        if families.contains(&class) {
            return class;
        }
        actions().find(|action| action.is(class)).map_or(class, |action| general(&action.classes))
    };
    let mut rows: Vec<(&str, &Wait)> = waits.iter().map(|wait| (family(&wait.class), wait)).collect();
    let place = |family: &str| families.iter().position(|other| *other == family);
    rows.sort_by_key(|(family, wait)| (place(family), *family != wait.class, wait.class.clone()));
    rows
}

/// How much of each take can be played.
pub fn coverage(out: &mut String, takes: &[TakeCoverage]) {
    const NUMBERS: f64 = 56.0;
    let room = WIDTH - NAMES - NUMBERS;
    open(out, takes.len(), "Coverage by take");
    for (index, take) in takes.iter().enumerate() {
        let y = ROW * index as f64;
        name(out, &take.take, 0.0, y);
        let share = f64::from(take.coverage.clamp(0.0, 1.0));
        put!(
            out,
            "<rect class=\"rest\" x=\"{NAMES}\" y=\"{}\" width=\"{room}\" height=\"10\" rx=\"2\"/>",
            y + 4.0
        );
        put!(
            out,
            "<rect class=\"bar\" x=\"{NAMES}\" y=\"{}\" width=\"{}\" height=\"10\" rx=\"2\"/>",
            y + 4.0,
            px(room * share)
        );
        put!(out, "<text class=\"end\" x=\"{WIDTH}\" y=\"{}\">{}</text>", y + 13.0, percent(share));
    }
    put!(out, "</svg></div>\n");
}

fn open(out: &mut String, rows: usize, label: &str) {
    let height = HEAD + ROW * rows as f64;
    let tall = if rows > MANY { " tall" } else { "" };
    put!(out, "<div class=\"scroll{tall}\"><svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" ");
    put!(out, "width=\"{WIDTH}\" ");
    put!(out, "height=\"{height}\" role=\"img\" aria-label=\"{label}\">");
}

fn name(out: &mut String, name: &str, indent: f64, y: f64) {
    // What fits into the room for names.
    const LETTERS: usize = 19;
    let spaced = name.replace('_', " ");
    let short: String = match spaced.chars().count() {
        0..=LETTERS => spaced.clone(),
        _ => spaced.chars().take(LETTERS - 1).chain(['…']).collect(),
    };
    let class = if indent > 0.0 { "" } else { " class=\"ink\"" };
    put!(out, "<text{class} x=\"{indent}\" y=\"{}\">", y + 13.0);
    if short != spaced {
        put!(out, "<title>{}</title>", escape(&spaced));
    }
    put!(out, "{}</text>", escape(&short));
}
