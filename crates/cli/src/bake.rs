//! `footwork bake`: from repertoires to skills. What can be baked, and how, the list of skills says.

use std::cell::Cell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use footwork::skill::{Baking, Keeping, Skill};
use footwork::skills;

use crate::options;
use crate::out::save_whole;
use crate::repertoire;
use crate::terminal::{self, CommandError};

/// Between two times that a bake is kept on its way.
const KEEP: Duration = Duration::from_secs(5);

/// What was asked for: a skill's name, and what goes with it.
pub struct Bake {
    name: String,
    matches: ArgMatches,
}

impl Bake {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        terminal::finish_writing_on_interrupt();
        let Some((_, baking)) = all().find(|(skill, _)| skill.about().name == self.name) else {
            return Err(CommandError::Other(format!("there is no skill {:?}", self.name)));
        };
        let path = |name: &str| self.matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
        let (from, to) = (path("repertoire"), path("output"));
        let options = options::given(baking.options(), &self.matches)?;
        let repertoire = repertoire::read(&from)?;
        let start = Instant::now();
        let bar = terminal::work();
        // What a bake that was stopped had kept lies beside where its skill goes.
        let part = to.with_added_extension("part");
        let before = std::fs::read(&part).ok();
        if before.is_some() {
            terminal::line(format!("goes on from {}", part.display()));
        }
        let (last, kept) = (Cell::new(Instant::now()), Cell::new(before.is_some()));
        let keep = |write: &dyn Fn() -> Vec<u8>| {
            if last.get().elapsed() > KEEP {
                // A bake that cannot be kept goes on all the same.
                kept.set(kept.get() | save_whole(&part, &write()).is_ok());
                last.set(Instant::now());
            }
        };
        let keeping = Keeping { before: before.as_deref(), keep: &keep };
        let baked = baking
            .bake_on(&repertoire, &options, &keeping, &|at| bar.hear(at))
            .map_err(|error| options::refused(error, Some(&from)))?;
        terminal::finish_bar();
        baked.warnings.iter().for_each(|warning| terminal::warning(warning));
        save_whole(&to, &baked.bytes)?;
        if kept.get() {
            // It is done: nobody goes on from there any more.
            let _ = std::fs::remove_file(&part);
        }
        baked.lines.iter().for_each(terminal::line);
        let (size, seconds) = (baked.bytes.len() as f64 / 1e6, start.elapsed().as_secs_f64());
        terminal::line(format!("{size:.1} MB in {seconds:.1} s"));
        Ok(ExitCode::SUCCESS)
    }
}

/// Skills that are baked.
fn all() -> impl Iterator<Item = (&'static dyn Skill, &'static dyn Baking)> {
    let skills: Vec<&'static dyn Skill> = skills().iter().collect();
    skills.into_iter().filter_map(|skill| Some((skill, skill.baking()?)))
}

fn command(skill: &dyn Skill, baking: &dyn Baking) -> Command {
    let about = skill.about();
    let name = options::example(skill);
    let begin = format!("  footwork bake {} {name}.rep", about.name);
    let mut examples = vec![format!("{begin} -o {name}.skill")];
    examples.extend(baking.examples().iter().map(|more| format!("{begin} {more} -o {name}.skill")));
    Command::new(about.name)
        .about(format!("Bakes {}: one that {}", about.title, about.line))
        .arg(
            Arg::new("repertoire")
                .value_name("NAME.rep")
                .help("A repertoire, as footwork import makes it")
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("NAME.skill")
                .help("Where to write the skill")
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .args(options::args(baking.options()))
        .after_help(format!("Examples:\n{}", examples.join("\n")))
}

impl Args for Bake {
    fn augment_args(whole: Command) -> Command {
        let examples: Vec<String> = all()
            .map(|(skill, _)| {
                let about = skill.about();
                let line =
                    format!("footwork bake {0} {1}.rep -o {1}.skill", about.name, options::example(skill));
                format!("  {line:<52} {}", about.title)
            })
            .collect();
        whole
            .about("Bakes skills: tables that say what to do next, from a repertoire")
            .after_help(format!("Examples:\n{}", examples.join("\n")))
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(all().map(|(skill, baking)| command(skill, baking)))
    }

    fn augment_args_for_update(whole: Command) -> Command {
        Bake::augment_args(whole)
    }
}

impl FromArgMatches for Bake {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Bake, clap::Error> {
        let mut bake = Bake { name: String::new(), matches: ArgMatches::default() };
        bake.update_from_arg_matches(matches).map(|()| bake)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let (name, own) = matches
            .subcommand()
            .ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        *self = Bake { name: name.to_string(), matches: own.clone() };
        Ok(())
    }
}
