//! `footwork eval`: how good skills are, with the seeds' tables and figures.

mod behaviors;
mod fragments;
mod further;
mod looks;
mod machine;
mod plots;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::terminal::CommandError;

/// Measures how good skills are: the tables and figures of the papers that they come from, on your motion.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork eval behaviors boxer.rep    hits and misses, choices against the best, sparring, cost
  footwork eval fragments walker.rep   every controller against the best possible, and motion matching
  footwork eval fragments walker.rep --json -o figures   for programs, and with figures
  footwork eval looks take.bvh         what a viewer minds, beside people's ranges")]
pub struct Eval {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Behaviors(behaviors::EvalBehaviors),
    Fragments(fragments::EvalFragments),
    Looks(looks::EvalLooks),
}

impl Eval {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        match &self.what {
            What::Behaviors(eval) => eval.run(),
            What::Fragments(eval) => eval.run(),
            What::Looks(eval) => eval.run(),
        }
    }
}
