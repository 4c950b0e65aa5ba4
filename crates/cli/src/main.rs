//! The `footwork` command.

mod convert;
mod doctor;
mod draw;
mod inspect;
mod perform;
mod sheet;
mod source;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Turns motion capture of one person into characters that answer.
#[derive(Parser)]
#[command(name = "footwork", version, about, after_help = EXAMPLES)]
struct Footwork {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Show what is in motion files
    Inspect(inspect::Inspect),
    /// Say what is wrong or doubtful with motion files, and fix what can be fixed
    Doctor(doctor::Doctor),
    /// Convert motion files: BVH, ASF/AMC and glTF in, BVH and GLB out
    Convert(convert::Convert),
    /// Record a take of the built-in performer, with the truth about it
    Perform(perform::Perform),
    /// Draw a contact sheet of a motion as a picture
    Draw(sheet::Draw),
}

const EXAMPLES: &str = "\
Examples:
  footwork inspect take.bvh            what is in a file, and what was assumed about it
  footwork doctor take.bvh             what is wrong with it, and what to do
  footwork convert take.bvh take.glb   a file that any glTF viewer shows
  footwork draw take.bvh -o take.png   a contact sheet of it
  footwork perform locomotion -o take.bvh   no recording at hand: the built-in performer

Each command has more examples in its own help: footwork convert --help";

fn main() -> ExitCode {
    let result = match Footwork::parse().command {
        Some(Command::Inspect(inspect)) => inspect.run(),
        Some(Command::Doctor(doctor)) => doctor.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Perform(perform)) => perform.run(),
        Some(Command::Draw(draw)) => draw.run(),
        None => {
            // Printing to a closed pipe is no failure.
            let _ = Footwork::command().print_help();
            Ok(ExitCode::SUCCESS)
        }
    };
    result.unwrap_or_else(|error| {
        terminal::error(&error.to_string());
        ExitCode::FAILURE
    })
}
