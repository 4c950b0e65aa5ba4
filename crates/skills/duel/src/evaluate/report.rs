//! The figures for people, and for programs.

use footwork_skill::{Axis, Mark, Panel, Plot, Report, Section};

use super::{Fate, Figures};

/// The report.
pub(super) fn of(figures: &Figures) -> Result<Report, serde_json::Error> {
    let percent = |share: f32| format!("{:.0} %", 100.0 * share);
    let metres = |metres: f32| format!("{metres:.2} m");
    let mut main = Section::table(&["", "found", "good"]);
    let mut row = |what: &str, found: String, good: &str| {
        main.rows.push(vec![what.to_string(), found, good.to_string()]);
    };
    row("as the full tree", format!("{} of {}", figures.exact.equal, figures.exact.situations), "all");
    row("of those with three players", figures.exact.of_three.to_string(), "");
    row("nodes that cuts save at depth 3", percent(figures.exact.saved), "");
    row("ways out that pruning keeps", percent(figures.exact.kept), "");
    row("depth 4 beats 2", percent(figures.matches.depth_4_beats_2), "90 %");
    let or_none = |share: Option<f32>| share.map_or("no tired takes".to_string(), percent);
    row("energetic beats tired", or_none(figures.matches.energetic_beats_tired), "80 %");
    row("tired at 5 beats energetic at 2", or_none(figures.matches.tired_5_beats_energetic_2), "80 %");
    row("blows answered on purpose", percent(figures.defended), "50 %");
    row("defences at other moments", percent(figures.defended_at_shifted_moments), "a third of that");
    row("actions that end as foreseen", percent(figures.predicted_within), "95 %");
    row("away from a path", metres(figures.path_error_m), "0.50 m");
    row("check points reached in time", percent(figures.path_in_time), "all");
    row("blows along a path, of a free fight's", percent(figures.path_blows), "50 %");
    for (depth, ms) in &figures.decision_ms {
        row(
            &format!("a decision at depth {depth}"),
            format!("{ms:.2} ms"),
            if depth == "3" { "3 ms" } else { "150 ms" },
        );
    }
    if let Some(catch) = &figures.catch_s {
        row("a catch, equals", format!("{:.1} s", catch.equal), "");
        row("a catch, depth 4 after 2", format!("{:.1} s", catch.smart), "half of that");
        row("a catch, two after one", format!("{:.1} s", catch.two), "sooner than one");
    }
    let mut styles = Section::table(&["", "equals", "infighters", "outboxers"]);
    let all = [&figures.equals, &figures.infighters, &figures.outboxers];
    let mut style_row = |what: &str, cell: &dyn Fn(&super::BoutFigures) -> String| {
        let cells = all.map(cell);
        styles.rows.push(std::iter::once(what.to_string()).chain(cells).collect());
    };
    style_row("distance, median", &|bout| metres(bout.distance));
    style_row("distance, 95 %", &|bout| metres(bout.distance_p95));
    style_row("blows a minute", &|bout| format!("{:.0}", bout.blows_a_minute));
    style_row("of those for short range", &|bout| percent(bout.short_share));
    style_row("would land and did harm", &|bout| percent(bout.harmed));
    style_row("answered on purpose", &|bout| percent(bout.defended));
    style_row("the commonest action", &|bout| percent(bout.commonest));
    style_row("back turned", &|bout| percent(bout.turned_away));
    style_row("both do the same", &|bout| percent(bout.twins));
    style_row("longest still", &|bout| format!("{:.1} s", bout.longest_still));
    styles.notes.push(format!(
        "Over ten minutes: {} apart in the first, {} in the last; back turned {}, longest still {:.1} s.",
        metres(figures.drift_m[0]),
        metres(figures.drift_m[1]),
        percent(figures.long.turned_away),
        figures.long.longest_still
    ));
    styles.notes.push(format!(
        "An infighter against an outboxer: {} apart; {} and {} of their blows are for short range.",
        metres(figures.mixed.distance),
        percent(figures.short_shares[0]),
        percent(figures.short_shares[1])
    ));
    let mut edges = Section::table(&["seams up to", "ways out"]);
    for [bar, mean] in &figures.edges_by_cost {
        edges.rows.push(vec![metres(*bar), format!("{mean:.1}")]);
    }
    edges.notes.push(format!(
        "{} actions in {} pieces with {:.1} ways out in the mean; 95 % of the seams that are played cost less than {:.2} m.",
        figures.actions, figures.pieces, figures.edges, figures.seam_cost_p95
    ));
    let mut fates = Section::table(&["blows that would land", "share"]);
    for (name, share) in Fate::NAMES.iter().zip(figures.equals.fates) {
        fates.rows.push(vec![name.to_string(), percent(share)]);
    }
    let mut cost = Section::table(&["depth", "ways out", "nodes a decision", "ms"]);
    for own in &figures.cost {
        cost.rows.push(vec![
            own.depth.to_string(),
            format!("{:.1}", own.edges),
            format!("{:.0}", own.nodes),
            format!("{:.2}", own.ms),
        ]);
    }
    let sections = vec![main, fates, styles, edges, combinations(figures), cost];
    Ok(Report { json: serde_json::to_value(figures)?, sections, plots: plots(figures) })
}

/// Of each blow, what takes the harm out of it best.
fn combinations(figures: &Figures) -> Section {
    let mut table = Section::table(&["blow", "answers it best"]);
    for (blow, answers) in &figures.combinations {
        let mut answers: Vec<(&String, f32)> = answers.iter().map(|(word, suits)| (word, *suits)).collect();
        answers.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best = answers.iter().take(BEST).map(|(word, suits)| format!("{word} {:.0} %", 100.0 * suits));
        table.rows.push(vec![blow.clone(), best.collect::<Vec<_>>().join(", ")]);
    }
    let pairs: usize = figures.combinations.values().map(|answers| answers.len()).sum();
    table.notes.push(format!(
        "{pairs} pairs of a blow and an answer; --combinations prints them all, to be edited and named in a scene."
    ));
    table
}

/// Answers that are shown of each blow.
const BEST: usize = 3;

/// The curves: edges out over what seams cost, nodes over depth; and what became of blows.
fn plots(figures: &Figures) -> Vec<Plot> {
    let axis = |name: &str| Axis { name: name.to_string(), range: None };
    let line = |points: Vec<[f64; 2]>| vec![Mark::Line { name: String::new(), points }];
    let edges = figures.edges_by_cost.iter().map(|point| point.map(f64::from)).collect();
    let by_depth =
        figures.cost.iter().take(5).map(|cost| [f64::from(cost.depth), cost.nodes.max(1.0).log10()]);
    let by_edges =
        figures.cost.iter().filter(|cost| cost.depth == 3).map(|cost| [f64::from(cost.edges), cost.nodes]);
    let mut by_edges: Vec<[f64; 2]> = by_edges.collect();
    by_edges.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let shares = Fate::NAMES.iter().zip(figures.equals.fates);
    let bars = shares.map(|(name, share)| (name.to_string(), f64::from(share))).collect();
    let panel = |title: &str, x: &str, y: &str, marks: Vec<Mark>| Panel {
        title: title.to_string(),
        x: axis(x),
        y: axis(y),
        marks,
    };
    vec![
        Plot {
            name: "ways",
            title: "Ways out of a piece".to_string(),
            panels: vec![panel("", "seams up to (m)", "ways out", line(edges))],
        },
        Plot {
            name: "cost",
            title: "What a decision costs".to_string(),
            panels: vec![
                panel("by depth", "choices ahead", "nodes, power of ten", line(by_depth.collect())),
                panel("at depth 3", "ways out", "nodes", line(by_edges)),
            ],
        },
        Plot {
            name: "answers",
            title: "What became of blows that would land".to_string(),
            panels: vec![panel("", "", "share", vec![Mark::Bars(bars)])],
        },
    ]
}
