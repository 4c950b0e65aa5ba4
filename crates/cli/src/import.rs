//! `footwork import`: from takes to a repertoire.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_import::{ImportError, Options, add};
use footwork_plan::progress::{Flow, Progress};

use crate::out::{identity, save_unchanged};
use crate::repertoire;
use crate::source::{Source, rate};
use crate::terminal::{self, CommandError, progress};

/// Makes a repertoire of takes: reads them, mends what the doctor can mend, brings all onto one body and works out
/// what they mean. Where the repertoire is there already, takes are added to it; takes of the same name are replaced.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork import takes/*.bvh -o boxer.rep
  footwork import kicks.bvh -o boxer.rep            adds a take; what was said by hand is kept
  footwork import walk.bvh -o walker.rep --mirror   and its mirror image
  footwork import -o boxer.rep                      annotates everything again

All takes are brought onto the body of the first. What a person says about a take goes into a file beside it, or
beside the repertoire: rounds.edits.toml for rounds.bvh. docs/annotation.md says what can be in it.")]
pub struct ImportTakes {
    /// Motion files of one performer: .bvh, .amc with its .asf, .glb or .gltf
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The repertoire to make or to add to
    #[arg(short, long, value_name = "NAME.rep")]
    output: PathBuf,
    /// Frames per second of the repertoire [default: 60, or what it has already]
    #[arg(long, value_name = "HZ", value_parser = rate, allow_negative_numbers = true)]
    rate: Option<f32>,
    /// Add every take with left and right swapped, too
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    source: Source,
}

impl ImportTakes {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        let read = self.source.options()?;
        terminal::finish_writing_on_interrupt();
        // Before it is read: whoever writes it from here on is found out.
        let seen = identity(&self.output)
            .map_err(|error| CommandError::Other(format!("{}: {error}", self.output.display())))?;
        let old = seen.is_some().then(|| repertoire::read(&self.output)).transpose()?;
        if old.is_none() && self.files.is_empty() {
            return Err(CommandError::Other(format!(
                "{} is not there yet: name the takes to make it of",
                self.output.display()
            )));
        }
        let bar = progress(100);
        let hear = |at: Progress<'_>| {
            bar.set_position((100.0 * at.done) as u64);
            bar.set_message(at.stage.to_string());
            Flow::GoOn
        };
        let options = Options {
            rate: self.rate,
            mirror: self.mirror,
            read,
            edits: Some(self.output.parent().unwrap_or(Path::new("")).to_path_buf()),
            hear: &hear,
            ..Options::default()
        };
        let imported = add(old, &self.files, &options).map_err(|error| self.explained(error))?;
        save_unchanged(&self.output, seen.as_deref(), &imported.repertoire.to_bytes())?;
        terminal::finish_bar();
        imported.mended.iter().chain(&imported.remarks).for_each(|note| terminal::warning(note));
        for line in repertoire::summary(&imported.repertoire) {
            terminal::line(line);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// In the command's words, where it has its own.
    fn explained(&self, error: ImportError) -> CommandError {
        match error {
            ImportError::Read(error) => CommandError::from(error),
            ImportError::OtherRate { has, .. } => CommandError::Other(format!(
                "{} is at {has} Hz: leave --rate out, or make a new repertoire",
                self.output.display()
            )),
            other => CommandError::Other(other.to_string()),
        }
    }
}
