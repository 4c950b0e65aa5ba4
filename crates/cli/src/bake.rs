//! `footwork bake`: from repertoires to skills.

mod behaviors;
mod fragments;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::terminal::CommandError;

/// Bakes skills: tables that say what to do next, from a repertoire.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork bake behaviors boxer.rep -o boxer.skill     a character that approaches and hits
  footwork bake fragments walker.rep -o walker.skill   a character that a player steers
  footwork bake fragments walker.rep --controllers steady -o walker.skill   needs no traces")]
pub struct Bake {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Behaviors(behaviors::BakeBehaviors),
    Fragments(fragments::BakeFragments),
}

impl Bake {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        match &self.what {
            What::Behaviors(bake) => bake.run(),
            What::Fragments(bake) => bake.run(),
        }
    }
}
