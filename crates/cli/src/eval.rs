//! `footwork eval`: how good skills are, with the papers' tables and figures. What is measured, and how, the list of skills
//! says.

mod looks;
mod machine;
mod posture;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use footwork::annotate::Repertoire;
use footwork::performance;
use footwork::performer::Show;
use footwork::skill::{Evaluation, Performed, Plot, Report, Skill};
use footwork::skills;

use crate::out::save_whole;
use crate::terminal::{self, CommandError, Paint, paint};
use crate::{options, plots, repertoire};

/// What was asked for: a skill's name or that of something fixed, and what goes with it.
pub struct Eval {
    name: String,
    matches: ArgMatches,
}

/// What can be measured beside skills: its name, its arguments, and what runs it.
type Fixed = (&'static str, fn(Command) -> Command, fn(&ArgMatches) -> Result<ExitCode, CommandError>);
const FIXED: &[Fixed] = &[
    ("looks", looks::EvalLooks::augment_args, looks::run),
    ("posture", posture::EvalPosture::augment_args, posture::run),
];

impl Eval {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        match FIXED.iter().find(|(name, ..)| *name == self.name) {
            Some((_, _, run)) => run(&self.matches),
            None => evaluate(&self.name, &self.matches),
        }
    }
}

fn evaluate(name: &str, matches: &ArgMatches) -> Result<ExitCode, CommandError> {
    let Some((_, evaluation)) = all().find(|(skill, _)| skill.about().name == name) else {
        return Err(CommandError::Other(format!("there is no skill {name:?}")));
    };
    let options = options::given(evaluation.options(), matches)?;
    let from = matches.get_one::<PathBuf>("repertoire").map(PathBuf::as_path);
    let (read, seconds) = (from.map(repertoire::read).transpose()?, matches.get_one("seconds").copied());
    let perform = |what: &Performed| performed(what, seconds).map_err(|error| error.to_string().into());
    let (meter, bar) = (machine::Machine::new(), terminal::work());
    let report = match read {
        Some(repertoire) => evaluation.evaluate(repertoire, &options, &meter, &|at| bar.hear(at)),
        None => evaluation.evaluate_performed(&perform, &options, &meter, &|at| bar.hear(at)),
    };
    let report = report.map_err(|error| options::refused(error, from))?;
    terminal::finish_bar();
    if let Some(folder) = matches.get_one::<PathBuf>("output") {
        draw(&report.plots, folder)?;
    }
    if matches.get_flag("json") {
        terminal::line(format!("{:#}", report.json));
    } else {
        print(&report);
    }
    Ok(ExitCode::SUCCESS)
}

/// What the built-in performer shows.
fn performed(what: &Performed, seconds: Option<f32>) -> Result<Repertoire, CommandError> {
    let show = |name: &&str| {
        let known = Show::ALL.into_iter().find(|show| show.name() == *name);
        known.ok_or_else(|| CommandError::Other(format!("the performer has no show {name:?}")))
    };
    let shows = what.shows.iter().map(show).collect::<Result<Vec<_>, _>>()?;
    performance(&shows, seconds.unwrap_or(what.seconds), what.seeds)
        .map_err(|error| CommandError::Other(error.to_string()))
}

fn draw(plots: &[Plot], folder: &Path) -> Result<(), CommandError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| CommandError::Other(format!("{}: {error}", folder.display())))?;
    for plot in plots {
        save_whole(&folder.join(format!("{}.svg", plot.name)), plots::svg(plot).as_bytes())?;
    }
    Ok(())
}

fn print(report: &Report) {
    for section in &report.sections {
        for (number, line) in section.lines().iter().enumerate() {
            let head = number == 0 && !section.columns.is_empty();
            terminal::line(if head { paint(line, Paint::Bold) } else { line.clone() });
        }
    }
}

/// Skills that can be measured.
fn all() -> impl Iterator<Item = (&'static dyn Skill, &'static dyn Evaluation)> {
    let skills: Vec<&'static dyn Skill> = skills().iter().collect();
    skills.into_iter().filter_map(|skill| Some((skill, skill.evaluation()?)))
}

fn command(skill: &dyn Skill, evaluation: &dyn Evaluation) -> Command {
    let about = skill.about();
    let begin = format!("  footwork eval {} {}.rep", about.name, options::example(skill));
    let Performed { shows, .. } = evaluation.performed();
    Command::new(about.name)
        .about(format!("Measures how good {} is: one that {}", about.title, about.line))
        .arg(
            Arg::new("repertoire")
                .value_name("NAME.rep")
                .help("A repertoire, as footwork import makes it [default: the built-in performer's]")
                .value_parser(value_parser!(PathBuf)),
        )
        .args(options::args(evaluation.options()))
        .arg(
            Arg::new("seconds")
                .long("seconds")
                .value_name("S")
                .help("Seconds of each take of the built-in performer")
                .hide(true)
                .value_parser(value_parser!(f32)),
        )
        .arg(Arg::new("json").long("json").help("Print one JSON object").action(ArgAction::SetTrue))
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("DIR")
                .help("A folder for figures, as SVG")
                .value_parser(value_parser!(PathBuf)),
        )
        .after_help(format!(
            "Examples:\n{begin}\n{begin} --json\n{begin} -o figures\n\nWithout a repertoire, the built-in performer shows {}.",
            shows.join(" and ")
        ))
}

impl Args for Eval {
    fn augment_args(whole: Command) -> Command {
        let examples: Vec<String> = all()
            .map(|(skill, evaluation)| {
                let about = skill.about();
                let quick = evaluation.options().iter().any(|option| option.name == "quick");
                let quick = if quick { " --quick" } else { "" };
                let line = format!("footwork eval {} {}.rep{quick}", about.name, options::example(skill));
                format!("  {line:<50} {}", about.title)
            })
            .chain([
                format!("  {:<50} what a viewer minds, beside people", "footwork eval looks take.bvh"),
                format!(
                    "  {:<50} falls by weight, holds, and what they cost",
                    "footwork eval posture --falls 20 --sets 50"
                ),
            ])
            .collect();
        whole
            .about(
                "Measures how good skills are: the tables and figures of the papers that they come from, on your motion",
            )
            .after_help(format!("Examples:\n{}", examples.join("\n")))
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(all().map(|(skill, evaluation)| command(skill, evaluation)))
            .subcommands(FIXED.iter().map(|(name, augment, _)| augment(Command::new(*name))))
    }

    fn augment_args_for_update(whole: Command) -> Command {
        Eval::augment_args(whole)
    }
}

impl FromArgMatches for Eval {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Eval, clap::Error> {
        let mut eval = Eval { name: String::new(), matches: ArgMatches::default() };
        eval.update_from_arg_matches(matches).map(|()| eval)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let (name, own) = matches
            .subcommand()
            .ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        *self = Eval { name: name.to_string(), matches: own.clone() };
        Ok(())
    }
}
