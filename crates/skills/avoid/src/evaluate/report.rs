//! Figures as tables and pictures.

use footwork_skill::{Axis, Mark, Panel, Plot, Report, Section};

use super::Figures;

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The report.
pub(super) fn of(figures: &Figures) -> Report {
    let mut table = Section::table(&["search", "ms", "authors' ms", "candidates"]);
    let ms = &figures.ms;
    for (name, own, authors, candidates) in [
        ("index alone", ms.index_alone, "14", figures.candidates.index),
        ("index and all that could be better, culled", ms.index_culled, "", figures.candidates.all),
        ("the same, not culled", ms.index, "18", figures.candidates.all),
        ("no index, culled", ms.all_culled, "225", figures.candidates.all),
        ("everything compared", ms.all, "496", figures.candidates.all),
    ] {
        table.rows.push(vec![
            name.to_string(),
            format!("{own:.3}"),
            authors.to_string(),
            format!("{candidates:.0}"),
        ]);
    }
    table.notes.push(format!(
        "Of the thread's own time. With both a search takes {:.3} of what comparing everything takes. Candidates in the index: {:.0}, \
         authors 5; all: {:.0}, authors 100; compared in full {:.1}, found to be hit at once {:.1}.",
        ms.index_culled / ms.all.max(1e-9),
        figures.candidates.index,
        figures.candidates.all,
        figures.candidates.compared,
        figures.candidates.struck
    ));
    let mut rows = Section::table(&["what", "here", "wanted"]);
    for (name, own, wanted) in [
        ("attacks that would hit, and were answered", figures.attacks.to_string(), ""),
        ("some path avoids", figures.avoidable.to_string(), ""),
        ("avoided of those", percent(figures.avoided_of_avoidable), "97 %"),
        ("avoided of all", percent(figures.avoided), ""),
        ("shielded", percent(figures.shielded), ""),
        ("hit", percent(figures.hit), ""),
        ("hit though a path existed", percent(figures.hit_though_a_path), ""),
        ("the index has a way out", percent(figures.index_share), "90 % (authors)"),
        ("the index alone chooses as comparing everything", percent(figures.index_same_choice), "90 %"),
        ("the search chooses as comparing everything", percent(figures.search_same_choice), "100 %"),
        ("nothing outside of the index compared", percent(figures.index_sufficed), ""),
        ("passes by, median", format!("{:.1} cm", figures.passing_cm_median), "below 15 cm"),
        ("body moves, median", format!("{:.2} m", figures.movement_m), ""),
        ("the least that would have done", format!("{:.2} m", figures.least_movement_m), ""),
        ("speed changed by a factor of 2 at most", percent(figures.within_double), "95 %"),
        ("largest jump of a joint, 99 %", format!("{:.2} m/s", figures.jump_99), ""),
        (
            "judge of naturalness: natural, or as good as the best",
            percent(figures.agreement),
            "90 % (authors)",
        ),
        ("the same of any of the candidates", percent(figures.agreement_of_any), ""),
        ("the same of the one that moves most", percent(figures.agreement_of_largest), ""),
        ("judge puts the choice first, however little ahead", percent(figures.agreement_first), ""),
        ("choice is among the best third, as a judge ranks candidates", percent(figures.best_third), ""),
        ("the same of one drawn at random", percent(figures.best_third_by_chance), ""),
        (
            "the same of the first of two of his five measures, by the others",
            percent(figures.halves_agree),
            "",
        ),
        ("nearest avoidance by class alone avoids", percent(figures.by_class_alone), ""),
        ("thrown from behind, hits", percent(figures.hit_from_behind), "all"),
    ] {
        rows.rows.push(vec![name.to_string(), own, wanted.to_string()]);
    }
    let histogram = |values: &[f32], width: f32, bins: usize| -> Vec<(String, f64)> {
        (0..bins)
            .map(|bin| {
                let low = bin as f32 * width;
                let last = bin + 1 == bins;
                let inside = values.iter().filter(|v| **v >= low && (last || **v < low + width)).count();
                (format!("{low:.1}"), inside as f64 / values.len().max(1) as f64)
            })
            .collect()
    };
    let panel = |title: &str, x: &str, bars: Vec<(String, f64)>| Panel {
        title: title.to_string(),
        x: Axis { name: x.to_string(), range: None },
        y: Axis { name: "share".to_string(), range: None },
        marks: vec![Mark::Bars(bars)],
    };
    let less_one: Vec<f32> = figures.scales.iter().map(|scale| scale - 1.0).collect();
    let plot = Plot {
        name: "avoid",
        title: "Avoided throws".to_string(),
        panels: vec![
            panel("How near they pass", "cm", histogram(&figures.passing, 4.0, 10)),
            panel("Change of speed", "factor above 1", histogram(&less_one, 0.1, 11)),
        ],
    };
    let json = serde_json::to_value(figures).unwrap_or_default();
    Report { json, sections: vec![table, rows], plots: vec![plot] }
}
