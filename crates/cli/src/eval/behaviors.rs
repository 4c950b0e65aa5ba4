//! `footwork eval behaviors`: whether boxers hit, how well they choose, and what they cost.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use footwork::performance;
use footwork::performer::Show;
use footwork_behaviors::evaluate::{EvalSettings, Figures, evaluate};
use footwork_behaviors::{Behavior, Skill};
use footwork_motion::glam::Vec3;
use footwork_plan::progress::Flow;

use crate::out::save_whole;
use crate::repertoire;
use crate::terminal::{self, CommandError, progress};

/// Measures how good boxers are: whether blows land where the target is, how far choices are from the best, how two of
/// them spar, and how many a machine holds.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork eval behaviors boxer.rep
  footwork eval behaviors boxer.rep --json
  footwork eval behaviors boxer.rep -o figures   with figure 4 as SVG

Without a repertoire, the built-in performer's boxing is used.")]
pub struct EvalBehaviors {
    /// A repertoire, as footwork import makes it
    #[arg(value_name = "NAME.rep")]
    repertoire: Option<PathBuf>,
    /// The seed's grids and rewards in place of Footwork's
    #[arg(long)]
    seed: bool,
    /// Look at less, to be done sooner
    #[arg(long)]
    quick: bool,
    /// Seconds of each take of the built-in performer
    #[arg(long, value_name = "S", default_value_t = 120.0, hide = true)]
    seconds: f32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// A folder for figures
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl EvalBehaviors {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let fail = |error: &dyn std::fmt::Display| CommandError::Other(error.to_string());
        let repertoire = match &self.repertoire {
            Some(path) => repertoire::read(path)?,
            None => performance(&[Show::Boxing], self.seconds, &[1, 2, 3]).map_err(|error| fail(&error))?,
        };
        let mut settings = EvalSettings::default();
        if self.seed {
            settings.behaviors = Behavior::seed();
        }
        if self.quick {
            settings =
                EvalSettings { targets: 10, seconds: 6.0, sparring: 30.0, samples: 8, depth: 2, ..settings };
        }
        let bar = progress(100);
        let (figures, skill) = evaluate(Arc::new(repertoire), &settings, &|at| {
            bar.set_position((100.0 * at.done) as u64);
            bar.set_message(at.stage.to_string());
            Flow::GoOn
        })
        .map_err(|error| fail(&error))?;
        terminal::finish_bar();
        if let Some(folder) = &self.output {
            std::fs::create_dir_all(folder)
                .map_err(|error| CommandError::Other(format!("{}: {error}", folder.display())))?;
            save_whole(&folder.join("hitting-points.svg"), hitting_points(&skill).as_bytes())?;
        }
        if self.json {
            let json = serde_json::to_value(&figures).map_err(|error| fail(&error))?;
            terminal::line(format!("{json:#}"));
        } else {
            lines(&figures).iter().for_each(terminal::line);
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn lines(figures: &Figures) -> Vec<String> {
    let mut lines = vec![
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
    ];
    for hits in &figures.hits {
        lines.push(format!(
            "target {:?}: {} of {} hit, {} blows, {:.0} % met it, {:.1} % came within 3 cm of its middle, {:.1} cm off \
             in the middle of all, first hit after {:.1} s",
            hits.target,
            hits.targets_hit,
            hits.targets,
            hits.committed,
            100.0 * hits.met,
            100.0 * hits.hit_rate,
            hits.distance_cm_median,
            hits.seconds_to_first_hit
        ));
    }
    for gap in &figures.gaps {
        lines.push(format!(
            "{}: {:.2} % less than an exhaustive search {} actions deep",
            gap.behavior,
            100.0 * gap.gap,
            gap.depth
        ));
    }
    for finer in &figures.finer {
        lines.push(format!(
            "{}: {:.2} % off a grid four times finer on average",
            finer.behavior,
            100.0 * finer.mean
        ));
    }
    let spar = &figures.sparring;
    let shares: Vec<String> =
        spar.shares.iter().map(|(kind, share)| format!("{kind} {:.0} %", 100.0 * share)).collect();
    lines.push(format!(
        "sparring for {:.0} s: {} blows, {} landed, {:.2} m apart, facing {:.0} % of the time, {} times deeper than 5 cm",
        spar.seconds,
        spar.thrown,
        spar.landed,
        spar.distance_mean,
        100.0 * spar.facing,
        spar.penetrations
    ));
    lines.push(format!("  {}", shares.join(", ")));
    let many = &figures.sparrings;
    lines.push(format!(
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
    ));
    for (name, style) in [("infight", &figures.infight), ("outfight", &figures.outfight)] {
        lines.push(format!(
            "{name}: {:.2} m apart, {:.0} blows a minute, {:.0} landed",
            style.distance_mean, style.blows_a_minute, style.landed_a_minute
        ));
    }
    for speed in [&figures.thirty_boxers, &figures.thousand_boxers] {
        lines.push(format!(
            "{} boxers: {} frames in {:.3} s, {:.0} a second, {:.2} µs for each boxer and frame",
            speed.boxers, speed.frames, speed.seconds, speed.fps, speed.us_per_boxer
        ));
    }
    lines
}

/// The seed's figure 4: where blows land, from ahead, from above and from the side.
fn hitting_points(skill: &Skill) -> String {
    const SIDE: f32 = 260.0;
    // The axis across, and the one up, of each view; how the body's middle lies in it.
    type View = (&'static str, fn(&Vec3) -> [f32; 2], [f32; 2]);
    let views: [View; 3] = [
        ("from ahead", |p| [-p.x, p.y], [0.0, 1.0]),
        ("from above", |p| [-p.x, p.z], [0.0, 0.5]),
        ("from the side", |p| [p.z, p.y], [0.5, 1.0]),
    ];
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        3.0 * SIDE,
        SIDE + 30.0
    );
    for (number, (name, project, middle)) in views.iter().enumerate() {
        let left = number as f32 * SIDE;
        let _ = writeln!(out, "<text x=\"{:.0}\" y=\"18\">{name}</text>", left + 10.0);
        let _ = writeln!(
            out,
            "<rect x=\"{:.0}\" y=\"26\" width=\"{:.0}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#ddd\"/>",
            left + 4.0,
            SIDE - 8.0
        );
        for point in &skill.hitting_points {
            let [x, y] = project(point);
            // 2 m across.
            let at = |value: f32, middle: f32| (value - middle) * 0.5 * SIDE + 0.5 * SIDE;
            let (x, y) = (left + at(x, middle[0]), 26.0 + SIDE - at(y, middle[1]));
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"#1f6fb4\" fill-opacity=\"0.6\"/>"
            );
        }
    }
    out.push_str("</svg>\n");
    out
}
