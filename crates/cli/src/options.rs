//! A skill's options, which are data, on the command line.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use footwork::skill::{Ability, Failure, Given, Kind, OptionError, OptionInfo, Options, Skill};

use crate::terminal::CommandError;

/// As arguments of a command.
pub fn args(infos: &'static [OptionInfo]) -> impl Iterator<Item = Arg> {
    infos.iter().map(|info| {
        let arg = Arg::new(info.name).long(info.name).help(info.help);
        let arg = match info.kind {
            Kind::Flag => arg.action(ArgAction::SetTrue),
            Kind::Value(value) => arg.value_name(value),
            Kind::File(value) | Kind::Folder { value, .. } => {
                arg.value_name(value).value_parser(value_parser!(PathBuf))
            }
        };
        match info.default {
            Some(default) => arg.default_value(default),
            None => arg,
        }
    })
}

/// How the repertoire of a skill's examples is called in the help.
pub fn example(skill: &dyn Skill) -> &'static str {
    if let Some(name) = skill.baking().and_then(|baking| baking.example_repertoire()) {
        return name;
    }
    let abilities = skill.about().abilities;
    let fights = abilities.contains(&Ability::Fights);
    if abilities.contains(&Ability::Steered) && !fights { "walker" } else { "boxer" }
}

/// What was said. Files and folders are read.
pub fn given(infos: &'static [OptionInfo], matches: &ArgMatches) -> Result<Options, CommandError> {
    let mut options = Options::defaults(infos);
    for info in infos {
        let path = || matches.get_one::<PathBuf>(info.name);
        let given = match info.kind {
            Kind::Flag => matches.get_flag(info.name).then_some(Given::Flag),
            Kind::Value(_) => matches.get_one::<String>(info.name).cloned().map(Given::Text),
            Kind::File(_) => {
                path().map(|path| read(path).map(|file| Given::Files(vec![file]))).transpose()?
            }
            Kind::Folder { ending, .. } => {
                path().map(|path| read_folder(path, ending).map(Given::Files)).transpose()?
            }
        };
        if let Some(given) = given {
            options.set(info.name, given);
        }
    }
    Ok(options)
}

/// Why a skill refused. What is wrong with an option names the option; anything else is about the repertoire.
pub fn refused(error: Failure, repertoire: Option<&Path>) -> CommandError {
    match (error.is::<OptionError>(), repertoire) {
        (false, Some(path)) => named(path, &error),
        _ => CommandError::Other(error.to_string()),
    }
}

fn named(path: &Path, error: &dyn std::fmt::Display) -> CommandError {
    CommandError::Other(format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<(String, String), CommandError> {
    let text = footwork_formats::load_text(path)?;
    Ok((path.display().to_string(), text))
}

/// All files of a folder with an ending, in the order of their names. At least one.
fn read_folder(folder: &Path, ending: &str) -> Result<Vec<(String, String)>, CommandError> {
    let entries = std::fs::read_dir(folder).map_err(|error| named(folder, &error))?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| named(folder, &error))?.path();
        if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending)) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(named(folder, &format!("there is no .{ending} file in it")));
    }
    files.iter().map(|file| read(file)).collect()
}
