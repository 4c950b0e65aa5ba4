//! `footwork report`: a page that shows what is in a repertoire.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use footwork_graph::{ActionSettings, FrameSettings};
use footwork_report::{Graphs, page};

use crate::out::{save_whole, stem};
use crate::repertoire;
use crate::terminal::{self, CommandError};

/// Makes one page of a repertoire that any browser shows: what is done when, where blows land, which moments look
/// alike, and what can follow what.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork report boxer.rep -o boxer.html
  footwork report boxer.rep -o plain.html --no-graphs   sooner, without the graphs

The page needs nothing beside it and nothing from the network.")]
pub struct Report {
    /// The repertoire
    #[arg(value_name = "NAME.rep")]
    file: PathBuf,
    /// The page to write
    #[arg(short, long, value_name = "PAGE.html")]
    output: PathBuf,
    /// Leave the graphs out
    #[arg(long)]
    no_graphs: bool,
}

impl Report {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        terminal::finish_writing_on_interrupt();
        let repertoire = repertoire::read(&self.file)?;
        let graphs = match self.no_graphs {
            true => Ok(Graphs::default()),
            false => Graphs::build(&repertoire, &FrameSettings::default(), &ActionSettings::default()),
        };
        // What is known without the graphs is worth a page.
        let graphs = graphs.unwrap_or_else(|error| {
            terminal::warning(&format!("{}: no graphs: {error}", self.file.display()));
            Graphs::default()
        });
        let html = page(&stem(&self.file), &repertoire, &graphs);
        save_whole(&self.output, html.as_bytes())?;
        terminal::line(self.output.display().to_string());
        Ok(ExitCode::SUCCESS)
    }
}
