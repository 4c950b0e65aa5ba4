//! The figures as tables, sentences and plots.

use footwork_skill::{Axis, Failure, Mark, Panel, Plot, Report, Section};

use super::Found;

/// Puts figures into words.
pub fn of(found: &Found) -> Result<Report, Failure> {
    let json = serde_json::to_value(found)?;
    if found.responses == 0 {
        let says = "Nobody is pushed in these takes: bodies only give way, and there is nothing to measure.";
        return Ok(Report {
            json,
            sections: vec![Section::notes(vec![says.to_string()])],
            plots: Vec::new(),
        });
    }
    let percent = |share: f32| format!("{:.0}", 100.0 * share);
    let good = &found.good;
    let mut shares = Section::table(&["the judge calls good", "%", "of"]);
    let [yes, no] = found.tried.called;
    for (name, share, of) in [
        ("recorded", good.recorded, found.responses),
        ("the oracle calls it good", good.oracle_good, yes),
        ("the oracle calls it bad", good.oracle_bad, no),
        ("nearest pose", good.nearest_pose, yes + no),
        ("random response", good.random, yes + no),
        ("offset alone", good.offset_alone, yes + no),
    ] {
        shares.rows.push(vec![name.to_string(), percent(share), of.to_string()]);
    }
    let tried = &found.tried;
    shares.notes = vec![
        format!(
            "{} responses, {} examples; {} recorded pushes could not be used.",
            found.responses, found.examples, found.unused
        ),
        format!(
            "The pushed point goes the way of the push within 20 degrees in {} % ({:.0} degrees in the median, 90 % below {:.0}), and is seen to move after {:.3} s ({} % within 0.1 s).",
            percent(found.direction_within_20),
            tried.direction_deg[0],
            tried.direction_deg[1],
            found.visible_s,
            percent(tried.visible_within_01)
        ),
        format!(
            "Its velocity is off by {:.2} m/s in the median; with the paper's own F by {:.2}. Gentle, middling and hard pushes move it by {:.2}, {:.2} and {:.2} m in 0.2 s.",
            tried.velocity_error[0],
            tried.velocity_error[1],
            tried.harder[0],
            tried.harder[1],
            tried.harder[2]
        ),
        format!("A decision takes {:.2} ms.", found.decision_ms),
    ];
    let mut signs = Section::table(&["in the mean", "recorded", "chosen", "nearest pose", "random"]);
    for (name, values) in &tried.signs {
        let mut row = vec![name.clone()];
        row.extend(values.iter().map(|value| format!("{value:.3}")));
        row.push(String::new());
        signs.rows.push(row);
    }
    for (name, values) in
        ["off balance at the end, m", "hardest acceleration, m/s²"].iter().zip(&tried.unseen)
    {
        let mut row = vec![(*name).to_string()];
        row.extend(values.iter().map(|value| format!("{value:.2}")));
        signs.rows.push(row);
    }
    signs.notes.push("The last two the oracle was not trained on.".to_string());
    let mut stage = Section::table(&[
        "pushed while",
        "pushes",
        "gave way",
        "fell",
        "stand again",
        "left bad",
        "falls, gentle to hard",
    ]);
    for one in &found.activities.all {
        stage.rows.push(vec![
            one.name.clone(),
            one.pushes.to_string(),
            one.gave_way.to_string(),
            one.fell.to_string(),
            one.rose.to_string(),
            one.left_bad.to_string(),
            one.falls.map(percent).join(" / "),
        ]);
    }
    let mut labels = Section::table(&["labels", "agree, %", "correlation"]);
    for [count, agree, correlation] in &found.agreement {
        labels.rows.push(vec![count.to_string(), percent(*agree), format!("{correlation:.2}")]);
    }
    labels.notes.push("With the judge, on random transitions that were not learnt.".to_string());
    Ok(Report { json, sections: vec![shares, signs, stage, labels], plots: plots(found) })
}

fn plots(found: &Found) -> Vec<Plot> {
    let axis = |name: &str, range: Option<[f64; 2]>| Axis { name: name.to_string(), range };
    let quality = || axis("quality", Some([0.0, 1.0]));
    let line = |name: &str, points: Vec<[f64; 2]>| Mark::Line { name: name.to_string(), points };
    let around: Vec<Mark> = ["standing", "walking", "running"]
        .iter()
        .zip(&found.tried.by_direction)
        .map(|(name, row)| {
            let point = |(at, value): (usize, &f32)| [45.0 * at as f64, f64::from(*value)];
            line(name, row.iter().enumerate().map(point).collect())
        })
        .collect();
    let pairs = |list: &[[f32; 2]]| list.iter().map(|pair| pair.map(f64::from)).collect::<Vec<_>>();
    let labels: Vec<[f64; 2]> = found
        .agreement
        .iter()
        .map(|[count, agree, _]| [f64::from(*count).log10(), f64::from(*agree)])
        .collect();
    vec![Plot {
        name: "push",
        title: "Pushed about".to_string(),
        panels: vec![
            Panel {
                title: "by direction".to_string(),
                x: axis("degrees to the left of ahead", Some([0.0, 315.0])),
                y: quality(),
                marks: around,
            },
            Panel {
                title: "by strength".to_string(),
                x: axis("m/s of the centre of mass", None),
                y: quality(),
                marks: vec![line("chosen", pairs(&found.tried.by_strength))],
            },
            Panel {
                title: "labels".to_string(),
                x: axis("labels, powers of ten", None),
                y: axis("agreement", Some([0.0, 1.0])),
                marks: vec![line("agreement", labels)],
            },
        ],
    }]
}
