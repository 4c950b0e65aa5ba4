//! `footwork bake behaviors`: a character that approaches a target and hits it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use footwork_behaviors::{BakeSettings, Behavior, Skill, Solver, bake, file};
use footwork_plan::progress::{Flow, Progress};

use crate::out::save_whole;
use crate::repertoire;
use crate::terminal::{self, CommandError, progress};

/// Bakes a character that approaches a target and hits it where it is: works out what every action is worth, wherever
/// the target may be.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork bake behaviors boxer.rep -o boxer.skill
  footwork bake behaviors boxer.rep --behaviors mine.toml -o boxer.skill

docs/behaviors.md says how a behaviour is written.")]
pub struct BakeBehaviors {
    /// A repertoire, as footwork import makes it
    #[arg(value_name = "NAME.rep")]
    repertoire: PathBuf,
    /// What the character wants, as TOML [default: approach, and punch]
    #[arg(long, value_name = "FILE")]
    behaviors: Option<PathBuf>,
    /// Where to write the skill
    #[arg(short, long, value_name = "NAME.skill")]
    output: PathBuf,
    /// The most that a value may be off, as a share of the largest reward
    #[arg(long, value_name = "SHARE", default_value_t = 1e-3)]
    bound: f32,
}

impl BakeBehaviors {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        terminal::finish_writing_on_interrupt();
        let behaviors = match &self.behaviors {
            None => Behavior::boxer(),
            Some(path) => {
                let named = |error: &dyn std::fmt::Display| {
                    CommandError::Other(format!("{}: {error}", path.display()))
                };
                let text = std::fs::read_to_string(path).map_err(|error| named(&error))?;
                file::parse(&text).map_err(|error| named(&error))?
            }
        };
        let repertoire = repertoire::read(&self.repertoire)?;
        let settings =
            BakeSettings { solver: Solver::Sweeps { error: self.bound }, ..BakeSettings::default() };
        let start = Instant::now();
        let bar = progress(100);
        let show = |at: Progress<'_>| {
            bar.set_position((100.0 * at.done) as u64);
            bar.set_message(at.stage.to_string());
            Flow::GoOn
        };
        let skill = bake(&repertoire, &behaviors, &settings, &show)
            .map_err(|error| CommandError::Other(format!("{}: {error}", self.repertoire.display())))?;
        terminal::finish_bar();
        let bytes = skill.to_bytes();
        save_whole(&self.output, &bytes)?;
        summary(&skill, bytes.len(), start.elapsed().as_secs_f64());
        Ok(ExitCode::SUCCESS)
    }
}

fn summary(skill: &Skill, bytes: usize, seconds: f64) {
    terminal::line(format!(
        "{} frames, {} states, {} actions, {} hitting points",
        skill.model.frames,
        skill.model.states.len(),
        skill.model.to.len(),
        skill.hitting_points.len()
    ));
    for table in &skill.tables {
        terminal::line(format!(
            "{}: {} sweeps, values off by {:.4} at most",
            table.behavior.name, table.sweeps, table.error_bound
        ));
    }
    terminal::line(format!(
        "{:.1} MB, {:.1} MB of them values, in {seconds:.1} s",
        bytes as f64 / 1e6,
        skill.table_bytes() as f64 / 1e6
    ));
}
