//! The paper's figures 5 to 7.

use footwork_skill::{Axis, Mark, Panel, Plot};

use super::trial::Score;

/// All of them.
pub fn of(scores: &[Score]) -> Vec<Plot> {
    vec![tasks(scores), ranks(scores), qualities(scores)]
}

fn axis(name: &str, range: Option<[f64; 2]>) -> Axis {
    Axis { name: name.to_string(), range }
}

/// Figure 5: each task's quality as a percentage of the best possible.
fn tasks(scores: &[Score]) -> Plot {
    let line = |score: &Score| {
        let points = score.tasks.iter().enumerate().map(|(task, percent)| [task as f64 + 1.0, *percent]);
        Mark::Line { name: score.label(), points: points.collect() }
    };
    let panel = Panel {
        title: String::new(),
        x: axis("trace", None),
        y: axis("percent of optimal", Some([0.0, 100.0])),
        marks: scores.iter().map(line).collect(),
    };
    Plot {
        name: "figure-5",
        title: "Quality of each trace, percent of optimal".to_string(),
        panels: vec![panel],
    }
}

/// Figure 6: where steps lie, by how motion quality and control quality rank.
fn ranks(scores: &[Score]) -> Plot {
    let panel = |score: &Score| {
        let total = f64::from(score.transitions.ranks.iter().flatten().sum::<u32>().max(1));
        // By the square root, so that what is rare can be seen.
        let row = |row: &[u32]| row.iter().map(|&count| (f64::from(count) / total).sqrt()).collect();
        Panel {
            title: score.label(),
            x: axis("control quality, percentile", Some([0.0, 100.0])),
            y: axis("motion quality, percentile", Some([0.0, 100.0])),
            marks: vec![Mark::Cells(score.transitions.ranks.iter().map(|ranks| row(ranks)).collect())],
        }
    };
    let title = "Steps by rank of motion quality and of control quality".to_string();
    Plot { name: "figure-6", title, panels: scores.iter().map(panel).collect() }
}

/// Figure 7: steps by their quality.
fn qualities(scores: &[Score]) -> Plot {
    let panel = |score: &Score| {
        let total = f64::from(score.transitions.quality.iter().sum::<u32>().max(1));
        let bars = score.transitions.quality.iter().enumerate().map(|(at, &count)| {
            let low = at as f64 / score.transitions.quality.len() as f64;
            (format!("{low:.2}"), 100.0 * f64::from(count) / total)
        });
        Panel {
            title: score.label(),
            x: axis("quality, from", None),
            y: axis("percent of steps", None),
            marks: vec![Mark::Bars(bars.collect())],
        }
    };
    let title = "Steps by quality, from 0 to 1".to_string();
    Plot { name: "figure-7", title, panels: scores.iter().map(panel).collect() }
}
