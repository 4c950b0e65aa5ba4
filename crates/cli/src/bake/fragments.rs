//! `footwork bake fragments`: a character that a player steers.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use footwork_fragments::{BakeSettings, Controller, Skill, Trace, bake};
use footwork_plan::progress::{Flow, Progress};

use crate::out::save_whole;
use crate::repertoire;
use crate::terminal::{self, CommandError, progress};
use crate::traces;

/// Bakes a character that a player steers: cuts the repertoire's takes into tenths of seconds, learns from traces how
/// players behave, and works out which tenth comes next, whatever is played and asked for.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork bake fragments walker.rep -o walker.skill
  footwork bake fragments walker.rep --traces traces -o walker.skill
  footwork bake fragments walker.rep --controllers steady,greedy -o walker.skill

Traces are recorded in the studio. Without any, two scripted players stand in.")]
pub struct BakeFragments {
    /// A repertoire, as footwork import makes it
    #[arg(value_name = "NAME.rep")]
    repertoire: PathBuf,
    /// A folder of .trace files: what players asked for
    #[arg(long, value_name = "DIR")]
    traces: Option<PathBuf>,
    /// Where to write the skill
    #[arg(short, long, value_name = "NAME.skill")]
    output: PathBuf,
    /// Which tables: model, steady, spread, greedy
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "model,steady,spread,greedy",
          value_parser = controller)]
    controllers: Vec<Controller>,
    /// The most that a table may lose against the best possible one, as a share
    #[arg(long, value_name = "SHARE", default_value_t = 1e-3)]
    bound: f32,
    /// Classes of actions that no fragment is taken from
    #[arg(long, value_name = "CLASS", value_delimiter = ',')]
    without: Vec<String>,
}

fn controller(name: &str) -> Result<Controller, String> {
    let known = Controller::TABLES.into_iter().find(|controller| controller.name() == name);
    known.ok_or_else(|| "it is model, steady, spread or greedy".to_string())
}

/// s of each scripted player.
const SCRIPTED: f32 = 1800.0;

impl BakeFragments {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        terminal::finish_writing_on_interrupt();
        let named = |error: &dyn std::fmt::Display| {
            CommandError::Other(format!("{}: {error}", self.repertoire.display()))
        };
        let repertoire = repertoire::read(&self.repertoire)?;
        let settings = BakeSettings {
            controllers: self.controllers.clone(),
            bound: self.bound,
            without: self.without.clone(),
            ..BakeSettings::default()
        };
        let traces = self.traces(&settings)?;
        let start = Instant::now();
        let bar = progress(100);
        let told = |at: Progress<'_>| {
            bar.set_position((100.0 * at.done) as u64);
            bar.set_message(at.stage.to_string());
            Flow::GoOn
        };
        let skill = bake(&repertoire, &traces, &settings, &told).map_err(|error| named(&error))?;
        terminal::finish_bar();
        let bytes = skill.to_bytes();
        save_whole(&self.output, &bytes)?;
        summary(&skill, bytes.len(), start.elapsed().as_secs_f64());
        Ok(ExitCode::SUCCESS)
    }

    fn traces(&self, settings: &BakeSettings) -> Result<Vec<Trace>, CommandError> {
        match &self.traces {
            Some(folder) => traces::read(folder),
            None => {
                terminal::warning("no traces were given: two scripted players stand in");
                Ok(traces::scripted(&settings.space, SCRIPTED, 1))
            }
        }
    }
}

fn summary(skill: &Skill, bytes: usize, seconds: f64) {
    let tables: Vec<&str> = skill.tables.iter().map(|table| table.controller.name()).collect();
    terminal::line(format!(
        "{} fragments, {} bins, {} steps of {} bins in the traces",
        skill.fragments.segments.len(),
        skill.bins(),
        skill.player.steps(),
        skill.player.visited()
    ));
    terminal::line(format!(
        "{}: {:.1} MB in {seconds:.1} s; jumps last {:.2} s",
        tables.join(", "),
        bytes as f64 / 1e6,
        skill.jump
    ));
}
