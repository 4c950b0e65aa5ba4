//! What was found, for programs and for people, and the paper's figure 4.

use footwork_skill::{Axis, Mark, Panel, Plot, Report, Section};
use glam::Vec3;

use super::{Figures, Sparring};
use crate::skill::Skill;

/// All of it.
pub fn of(figures: &Figures, skill: &Skill) -> Result<Report, serde_json::Error> {
    let sections = vec![about(figures), hits(figures), choices(figures), sparring(figures), speed(figures)];
    Ok(Report { json: serde_json::to_value(figures)?, sections, plots: vec![hitting_points(skill)] })
}

fn about(figures: &Figures) -> Section {
    Section::notes(vec![
        format!(
            "{} frames, {} states, {} actions, {} hitting points",
            figures.frames, figures.states, figures.actions, figures.hitting_points
        ),
        format!(
            "tables: {:.2} MB in {:.1} s, {} sweeps, values off by {:.3} % at most",
            figures.table_bytes as f64 / 1e6,
            figures.bake_seconds,
            figures.sweeps,
            100.0 * figures.error_bound
        ),
    ])
}

fn hits(figures: &Figures) -> Section {
    let mut section = Section::table(&[
        "target",
        "hit",
        "of",
        "blows",
        "% met",
        "% within 3 cm",
        "cm off",
        "s to first hit",
    ]);
    for hits in &figures.hits {
        section.rows.push(vec![
            hits.target.name().to_string(),
            hits.targets_hit.to_string(),
            hits.targets.to_string(),
            hits.committed.to_string(),
            format!("{:.0}", 100.0 * hits.met),
            format!("{:.1}", 100.0 * hits.hit_rate),
            format!("{:.1}", hits.distance_cm_median),
            format!("{:.1}", hits.seconds_to_first_hit),
        ]);
    }
    section.notes.push("cm off: the median of all blows, to the target's middle".to_string());
    section
        .notes
        .push("s to first hit: a target that is not hit counts with all the time there was".to_string());
    section
}

fn choices(figures: &Figures) -> Section {
    let gaps = figures.gaps.iter().map(|gap| {
        let (name, depth) = (&gap.behavior, gap.depth);
        let (less, off) = (100.0 * gap.gap, 100.0 * gap.off_by_a_hundredth);
        format!(
            "{name}: {less:.2} % less than an exhaustive search {depth} actions deep; {off:.0} % of states lose 1 % or more"
        )
    });
    let finer = figures.finer.iter().map(|finer| {
        let (name, mean) = (&finer.behavior, 100.0 * finer.mean);
        format!(
            "{name}: {mean:.2} % off a grid four times finer on average; played for {:.0} s, {:.0} % of states earn at least \
             1 % less than with it, all together {:.2} % less",
            finer.seconds,
            100.0 * finer.lose_a_hundredth,
            100.0 * finer.loses
        )
    });
    Section::notes(gaps.chain(finer).collect())
}

fn sparring(figures: &Figures) -> Section {
    let Sparring { seconds, thrown, landed, distance_mean, facing, penetrations, .. } = figures.sparring;
    let shares = figures.sparring.shares.iter();
    let shares: Vec<String> = shares.map(|(kind, share)| format!("{kind} {:.0} %", 100.0 * share)).collect();
    let many = &figures.sparrings;
    let mut notes = vec![
        format!(
            "sparring for {seconds:.0} s: {thrown} blows, {landed} landed, {distance_mean:.2} m apart, facing {:.0} % of \
             the time, {penetrations} times deeper than 5 cm",
            100.0 * facing,
        ),
        format!("  {}", shares.join(", ")),
        format!(
            "  with {} seeds: {:.0} blows ({:.0} to {:.0}), {:.0} landed ({:.0} to {:.0}), {:.0} times deeper than 5 cm \
             ({:.0} to {:.0})",
            many.seeds,
            many.thrown.mean,
            many.thrown.least,
            many.thrown.most,
            many.landed.mean,
            many.landed.least,
            many.landed.most,
            many.penetrations.mean,
            many.penetrations.least,
            many.penetrations.most
        ),
    ];
    for (name, style) in [("infight", &figures.infight), ("outfight", &figures.outfight)] {
        notes.push(format!(
            "{name}: {:.2} m apart, {:.0} blows a minute, {:.0} landed",
            style.distance_mean, style.blows_a_minute, style.landed_a_minute
        ));
    }
    Section::notes(notes)
}

fn speed(figures: &Figures) -> Section {
    let mut section = Section::table(&["boxers", "frames", "seconds", "frames/s", "µs/boxer and frame"]);
    for speed in [&figures.thirty_boxers, &figures.thousand_boxers] {
        section.rows.push(vec![
            speed.boxers.to_string(),
            speed.frames.to_string(),
            format!("{:.3}", speed.seconds),
            format!("{:.0}", speed.fps),
            format!("{:.2}", speed.us_per_boxer),
        ]);
    }
    section
}

/// The paper's figure 4: where blows land, in m, from ahead, from above and from the side.
fn hitting_points(skill: &Skill) -> Plot {
    // The coordinates across and up of each view, and their ranges: 2 m each.
    type View = (&'static str, [&'static str; 2], fn(&Vec3) -> [f32; 2], [[f64; 2]; 2]);
    let views: [View; 3] = [
        ("from ahead", ["to its right, m", "up, m"], |p| [-p.x, p.y], [[-1.0, 1.0], [0.0, 2.0]]),
        ("from above", ["to its right, m", "ahead, m"], |p| [-p.x, p.z], [[-1.0, 1.0], [-0.5, 1.5]]),
        ("from the side", ["ahead, m", "up, m"], |p| [p.z, p.y], [[-0.5, 1.5], [0.0, 2.0]]),
    ];
    let panel = |(title, names, project, ranges): View| {
        let points = skill.hitting_points.iter().map(|point| project(point).map(f64::from)).collect();
        let [x, y] = [0, 1].map(|axis| Axis { name: names[axis].to_string(), range: Some(ranges[axis]) });
        Panel { title: title.to_string(), x, y, marks: vec![Mark::Points { name: String::new(), points }] }
    };
    let title = "Where blows land".to_string();
    Plot { name: "hitting-points", title, panels: views.into_iter().map(panel).collect() }
}
