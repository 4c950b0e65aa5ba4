//! The `footwork` command.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod bake;
mod bench;
mod convert;
mod doctor;
mod draw;
mod eval;
mod graph;
mod import;
mod inspect;
mod options;
mod out;
mod perform;
mod play;
mod plots;
mod repertoire;
mod report;
mod scenes;
mod sheet;
mod source;
mod studio;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Reads, checks, converts and draws motion capture, and performs where there is none. Without a command, it opens the
/// studio.
#[derive(Parser)]
#[command(name = "footwork", version, after_help = EXAMPLES)]
struct Footwork {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Inspect(inspect::Inspect),
    Doctor(doctor::Doctor),
    Convert(convert::Convert),
    Draw(sheet::Draw),
    Perform(perform::Perform),
    Import(import::ImportTakes),
    Graph(graph::Graph),
    Report(report::Report),
    Scenes(scenes::Scenes),
    Play(play::Play),
    Bake(bake::Bake),
    Eval(eval::Eval),
    Bench(bench::Bench),
    Studio(studio::Studio),
}

const EXAMPLES: &str = "\
Examples:
  footwork inspect take.bvh              what is in a file, and what was assumed about it
  footwork doctor take.bvh               what is wrong with it, and what to do
  footwork convert take.bvh take.glb     a file that any glTF viewer shows
  footwork draw take.bvh -o take.png     a contact sheet of it
  footwork perform boxing -o box.bvh     a take of the built-in performer
  footwork import box.bvh -o box.rep     what its motion means, in one file with it
  footwork graph box.rep --kind frames   what can follow what in it, in figures
  footwork report box.rep -o box.html    a page to look at instead
  footwork play walk-about               a scene, without a window

Each command has more examples in its own help: footwork convert --help";

fn main() -> ExitCode {
    let result = match Footwork::parse().command {
        Some(Command::Inspect(inspect)) => inspect.run(),
        Some(Command::Doctor(doctor)) => doctor.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Draw(draw)) => draw.run(),
        Some(Command::Perform(perform)) => perform.run(),
        Some(Command::Import(import)) => import.run(),
        Some(Command::Graph(graph)) => graph.run(),
        Some(Command::Report(report)) => report.run(),
        Some(Command::Scenes(scenes)) => scenes.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Bake(bake)) => bake.run(),
        Some(Command::Eval(eval)) => eval.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Studio(studio)) => studio.run(),
        None => studio::Studio::default().run(),
    };
    terminal::finish_bar();
    let result = result.and_then(|code| terminal::finish_output().map(|()| code));
    result.unwrap_or_else(|error| {
        terminal::error(&error.to_string());
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    /// clap itself looks only in builds with debug assertions; in others an option that is there twice is refused when it is asked for.
    fn no_option_twice(command: &clap::Command, path: &str) {
        let path = format!("{path} {}", command.get_name());
        let mut names: Vec<&str> = command.get_arguments().map(|arg| arg.get_id().as_str()).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{path}: {twice:?}");
        command.get_subcommands().for_each(|own| no_option_twice(own, &path));
    }

    #[test]
    fn no_command_has_an_option_twice() {
        no_option_twice(&super::Footwork::command(), "");
    }
}
