//! The figures as tables and a plot, beside the authors'.

use footwork_skill::{Axis, Failure, Mark, Panel, Plot, Report, Section};

use super::Figures;

/// Table 5.1, by depth: against people, one who knows only what stands, and trees of 2 and 3.
const AUTHORS: [(&str, [f32; 4]); 3] =
    [("1", [-15.0, 34.0, -37.0, -53.0]), ("3", [23.0, 54.0, 14.0, -19.0]), ("5", [28.0, 55.0, 28.0, -4.0])];

pub(super) fn of(figures: &Figures) -> Result<Report, Failure> {
    let mut graph = Section::table(&["graph", "here", "authors"]);
    let mut row = |name: &str, here: String, authors: &str| {
        graph.rows.push(vec![name.to_string(), here, authors.to_string()]);
    };
    row("states", figures.states.to_string(), "79855");
    row("edges", figures.edges.to_string(), "3392297");
    row("baking, s", format!("{:.1}", figures.bake_seconds), "10800");
    row("graph, MB", format!("{:.1}", figures.graph_mb), "–");
    row("covered, %", format!("{:.1}", 100.0 * figures.coverage), "93");
    row("another style, s", format!("{:.2}", figures.resolve_seconds), "a few");
    row("a decision, ns", format!("{:.0}", figures.decision_ns), "–");
    row("comparisons of it", format!("{:.1}", figures.comparisons), "–");
    let keys = &figures.key_to_answer_s;
    row("key to answer, s", format!("{:.2}, 95 % in {:.2}", keys.median, keys.p95), "–");
    row("keys lost", format!("{} of {}", keys.lost, keys.pressed), "–");
    row("expected and came", format!("{:.2} m, {:.0}°", figures.off[0], figures.off[1].to_degrees()), "–");
    let [without, with] = figures.modelling;
    row("against players, as seen", format!("{with:+.1}, {without:+.1} without"), "–");
    let staged = &figures.staged;
    row("thrown a minute, of two", format!("{:.0}", staged.thrown), "–");
    row("landed, stopped", format!("{:.0}, {:.0}", staged.landed, staged.stopped), "–");
    let [here, near, tree] = figures.decided.map(|share| 100.0 * share);
    graph.notes.push(format!(
        "Of choices five ahead, {here:.0} % were looked up in a state, {near:.0} % in the nearest, {tree:.0} % made by the tree at depth 1."
    ));
    let mut table = Section::table(&["own hits less the rival's", "player", "static", "tree 2", "tree 3"]);
    for (depth, authors) in AUTHORS {
        let tables = [("looked up", &figures.table), ("played out", &figures.table_sure)];
        for ((name, own), errors) in tables.into_iter().zip(&figures.table_errors) {
            let Some((own, error)) = own.get(depth).zip(errors.get(depth)) else { continue };
            let cells = [
                (own.player, error.player),
                (own.standing, error.standing),
                (own.tree_2, error.tree_2),
                (own.tree_3, error.tree_3),
            ];
            let cells = cells.iter().map(|(value, error)| format!("{value:+.1} ± {error:.1}"));
            table.rows.push(std::iter::once(format!("{name}, {depth}")).chain(cells).collect());
        }
        let cells = authors.iter().map(|value| format!("{value:+.0}"));
        table.rows.push(std::iter::once(format!("  authors', {depth}")).chain(cells).collect());
    }
    table.notes.push("A minute each here; the authors do not say how long theirs were.".to_string());
    let mut carry = Section::table(&["carrying", "here", "authors"]);
    if let Some(found) = &figures.carry {
        let mut row = |name: &str, here: String, authors: &str| {
            carry.rows.push(vec![name.to_string(), here, authors.to_string()]);
        };
        row("states", found.states.to_string(), "128804");
        row("edges", found.edges.to_string(), "4685246");
        row("baking, s", format!("{:.1}", found.bake_seconds), "12000");
        row("solving for all directions, s", format!("{:.1}", found.solve_seconds), "–");
        row("hands off the box, cm", format!("{:.2}", found.hands_cm_worst), "–");
        row(
            "distance off, cm",
            format!("{:.1}, 95 % below {:.1}", found.apart_cm_worst, found.apart_cm_p95),
            "–",
        );
        row(
            "direction off, degrees",
            format!("{:.0} at worst, {:.0} in the mean", found.direction_deg_worst, found.direction_deg_mean),
            "–",
        );
        row("speed, m/s", format!("{:.2} of {:.2}", found.speed[1], found.speed[0]), "–");
        row("choices looked up, %", format!("{:.0}", 100.0 * found.looked_up), "–");
        row(
            "balls that hit, %",
            format!("{:.0}, {:.0} of who stand", found.hit_steered, found.hit_standing),
            "–",
        );
    }
    let mut sizes = Section::table(&["states", "edges", "covered, %", "against tree 2"]);
    for size in &figures.sizes {
        sizes.rows.push(vec![
            size.states.to_string(),
            size.edges.to_string(),
            format!("{:.1}", 100.0 * size.coverage),
            format!("{:+.1}", size.against_tree_2),
        ]);
    }
    let curve = |name: &str, of: fn(&super::Size) -> f64| Mark::Line {
        name: name.to_string(),
        points: figures.sizes.iter().map(|size| [size.states as f64, of(size)]).collect(),
    };
    let plot = Plot {
        name: "interaction-size",
        title: "What more states gain".to_string(),
        panels: vec![Panel {
            title: "Coverage".to_string(),
            x: Axis { name: "states".to_string(), range: None },
            y: Axis { name: "%".to_string(), range: Some([0.0, 100.0]) },
            marks: vec![curve("covered", |size| 100.0 * f64::from(size.coverage))],
        }],
    };
    Ok(Report {
        json: serde_json::to_value(figures)?,
        sections: vec![graph, table, carry, sizes],
        plots: vec![plot],
    })
}
