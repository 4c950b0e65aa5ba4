//! `footwork graph`: what can follow what in a repertoire, in figures.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use footwork_annotate::Repertoire;
use footwork_graph::figures::{self, Branching, Costs, Wait};
use footwork_graph::frames::collapse::collapse;
use footwork_graph::{
    ActionSettings, FragmentSettings, FrameSettings, GraphError, actions, fragments, frames,
};
use footwork_plan::progress::UNHEARD;
use serde_json::Value;

use crate::repertoire;
use crate::terminal::{self, CommandError, Paint, paint};

/// Makes a graph of a repertoire and prints what one needs to know about it: how much of the motion it can play, how
/// much choice there is, how long one waits for something, and what its transitions cost.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork graph boxer.rep --kind frames
  footwork graph boxer.rep --kind frames --without fall,hit   nothing leads into these
  footwork graph boxer.rep --kind actions --json
  footwork graph walker.rep --kind fragments")]
pub struct Graph {
    /// A repertoire, as footwork import makes it
    #[arg(value_name = "NAME.rep")]
    repertoire: PathBuf,
    /// Which graph
    #[arg(long, value_name = "KIND")]
    kind: Kind,
    /// Classes of actions that nothing leads into, for frames
    #[arg(long, value_name = "CLASS", value_delimiter = ',')]
    without: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Frames, joined where poses are alike at the same foot event
    Frames,
    /// Whole actions, joined where one ends as another begins
    Actions,
    /// Tenths of seconds, with what a player must have asked for
    Fragments,
}

impl Graph {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let repertoire = repertoire::read(&self.repertoire)?;
        self.refuse_unknown_classes(&repertoire)?;
        let named =
            |error: GraphError| CommandError::Other(format!("{}: {error}", self.repertoire.display()));
        let (lines, json) = match self.kind {
            Kind::Frames => self.frames(&repertoire).map_err(named)?,
            Kind::Actions => of_actions(&repertoire).map_err(named)?,
            Kind::Fragments => of_fragments(&repertoire).map_err(named)?,
        };
        if self.json {
            terminal::line(format!("{:#}", json));
        } else {
            lines.iter().for_each(terminal::line);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn refuse_unknown_classes(&self, repertoire: &Repertoire) -> Result<(), CommandError> {
        if !self.without.is_empty() && self.kind != Kind::Frames {
            return Err(CommandError::other("--without is for --kind frames"));
        }
        let actions = || repertoire.takes.iter().flat_map(|take| &take.annotation.actions);
        for class in &self.without {
            if !actions().any(|action| action.is(class)) {
                let mut known: Vec<&str> =
                    actions().flat_map(|a| a.classes.iter().map(String::as_str)).collect();
                known.sort_unstable();
                known.dedup();
                let text = format!("no action is of class {class:?}; there are: {}", known.join(", "));
                return Err(CommandError::Other(text));
            }
        }
        Ok(())
    }

    fn frames(&self, repertoire: &Repertoire) -> Result<(Vec<String>, Value), GraphError> {
        let settings = FrameSettings { keep_out: self.without.clone(), ..FrameSettings::default() };
        let graph = frames::build(repertoire, &settings, UNHEARD)?;
        let states = collapse(&graph, &graph.component);
        let figures = figures::of_frames(repertoire, &graph, &states);
        let mut lines = vec![
            row("frames", format!("{} ({:.1} min)", figures.frames, figures.seconds / 60.0)),
            row("coverage", percent(figures.coverage)),
            row("leading in only", format!("{} frames", figures.leads_in)),
            row("dead ends removed", format!("{} frames", figures.dead_ends)),
            row("transitions", format!("{} out of {} candidates", figures.transitions, figures.candidates)),
            row("states, actions", format!("{}, {}", figures.states, figures.actions)),
            row("branching", branching(figures.branching)),
            row("cost", costs(figures.cost)),
        ];
        let lost = figures.takes.iter().filter(|take| take.coverage < 0.5);
        lines.extend(
            lost.map(|take| row("hardly reached", format!("{}: {}", take.take, percent(take.coverage)))),
        );
        lines.extend(waits(&figures.waits));
        Ok((lines, value(&figures)))
    }
}

fn of_actions(repertoire: &Repertoire) -> Result<(Vec<String>, Value), GraphError> {
    let graph = actions::build(repertoire, &ActionSettings::default(), UNHEARD)?;
    let figures = figures::of_actions(repertoire, &graph);
    let mut lines = vec![
        row("actions, nodes", format!("{}, {}", figures.actions, figures.nodes)),
        row("coverage", percent(figures.coverage)),
        row("dead ends removed", format!("{} actions", figures.dead_ends)),
        row("branching", branching(figures.branching)),
        row("width of nodes", costs(figures.widths)),
    ];
    lines.extend(waits(&figures.waits));
    Ok((lines, value(&figures)))
}

fn of_fragments(repertoire: &Repertoire) -> Result<(Vec<String>, Value), GraphError> {
    let fragments = fragments::build(repertoire, &FragmentSettings::default())?;
    let figures = figures::of_fragments(repertoire, &fragments);
    let lines = vec![
        row("fragments", figures.fragments.to_string()),
        row("coverage", percent(figures.coverage)),
        row("in the air", percent(figures.airborne)),
        row("speed, m/s", costs(figures.speed)),
        row("turning, rad/s", costs(figures.turning)),
    ];
    Ok((lines, value(&figures)))
}

fn value(figures: &impl serde::Serialize) -> Value {
    serde_json::to_value(figures).unwrap_or(Value::Null)
}

fn row(name: &str, what: impl AsRef<str>) -> String {
    format!("{} {}", paint(&format!("{name:<18}"), Paint::Bold), what.as_ref())
}

fn percent(share: f32) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn branching(branching: Branching) -> String {
    let Branching { mean, most, states_per_second } = branching;
    format!("{mean:.1} ways out of a state, {most} at most; {states_per_second:.1} decisions a second")
}

fn costs(costs: Costs) -> String {
    format!("{:.3} (median), {:.3} (95 %), {:.3} (most)", costs.p50, costs.p95, costs.most)
}

/// A table of how long one waits for an action of each class.
fn waits(waits: &[Wait]) -> Vec<String> {
    let mut lines = vec![paint(
        &format!("{:<18} {:>6} {:>8} {:>8}", "wait for", "starts", "mean s", "worst s"),
        Paint::Bold,
    )];
    let seconds = |seconds: Option<f32>| seconds.map_or("never".to_string(), |s| format!("{s:.2}"));
    lines.extend(waits.iter().map(|wait| {
        let [mean, worst] = [wait.mean, wait.worst].map(seconds);
        format!("{:<18} {:>6} {mean:>8} {worst:>8}", wait.class, wait.starts)
    }));
    lines
}
