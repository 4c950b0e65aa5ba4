//! `footwork doctor`: what is wrong with a file, and mending it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_formats::Import;
use footwork_formats::doctor::{Finding, Severity, cure, examine};
use serde_json::{Value, json};

use crate::convert::{OutFormat, write_bodies};
use crate::source::Source;
use crate::terminal::{self, CommandError, Paint, paint, progress};

/// Says what is wrong or doubtful with motion files as a source for Footwork, worst first, and what to do.
///
/// Exits with 1 if a file cannot be used.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork doctor take.bvh
  footwork doctor --fix take.bvh                 writes take.fixed.bvh
  footwork doctor --fix take.bvh -o clean.bvh
  footwork doctor --fix takes/*.bvh -o clean/    a folder for several")]
pub struct Doctor {
    /// Motion files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write a mended copy of each file: NAME.fixed.bvh (or .glb) beside it, unless -o says where
    #[arg(long)]
    fix: bool,
    /// Where the mended copy goes: a .bvh or .glb file, or a folder
    #[arg(short, long, value_name = "OUT", requires = "fix")]
    output: Option<PathBuf>,
    /// Print a JSON array with one object per file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

impl Doctor {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        self.source.options()?;
        let single = self.output.as_ref().is_some_and(|out| OutFormat::from_path(out).is_some());
        if single && self.files.len() > 1 {
            return Err(CommandError::other(
                "several files need a folder for their mended copies: -o FOLDER/",
            ));
        }
        let mut all_usable = true;
        let mut objects = Vec::new();
        let bar = progress(if self.json || self.fix { self.files.len() } else { 0 });
        for file in &self.files {
            bar.set_message(file.display().to_string());
            match self.source.read(file) {
                Ok(mut import) => {
                    let findings = examine(&import);
                    let usable = findings.iter().all(|finding| finding.severity != Severity::Unusable);
                    all_usable &= usable;
                    let mended = match self.fix && usable {
                        true => Some(self.mend(file, &mut import, &findings)?),
                        false => None,
                    };
                    if self.json {
                        objects.push(object(file, usable, &findings, mended.as_ref()));
                    } else {
                        bar.suspend(|| print(file, &import, usable, &findings, mended.as_ref()));
                    }
                }
                Err(error) => {
                    all_usable = false;
                    objects.push(json!({ "file": file.to_string_lossy(), "usable": false, "error": error.to_string() }));
                    if !self.json {
                        bar.suspend(|| terminal::error(&error.to_string()));
                    }
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if self.json {
            terminal::line(format!("{:#}", Value::Array(objects)));
        }
        Ok(if all_usable { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn mend(&self, file: &Path, import: &mut Import, findings: &[Finding]) -> Result<Mended, CommandError> {
        let done = cure(import, findings);
        let kept = if import.bodies.len() > 1 || import.bodies[0].clips.len() > 1 {
            OutFormat::Glb
        } else {
            OutFormat::of(import.format)
        };
        let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let out = match &self.output {
            None => file.with_file_name(format!("{stem}.fixed.{}", kept.ending())),
            Some(out) if OutFormat::from_path(out).is_some() => out.clone(),
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| CommandError::Other(format!("{}: {error}", folder.display())))?;
                folder.join(format!("{stem}.{}", kept.ending()))
            }
        };
        write_bodies(&out, &import.bodies)?;
        Ok(Mended { out, done })
    }
}

/// A mended copy, and what was done to it.
struct Mended {
    out: PathBuf,
    done: Vec<String>,
}

fn print(file: &Path, import: &Import, usable: bool, findings: &[Finding], mended: Option<&Mended>) {
    terminal::line(paint(&file.display().to_string(), Paint::Bold));
    for finding in findings {
        let (label, colour) = match finding.severity {
            Severity::Unusable => ("unusable", Paint::Red),
            Severity::Wrong => ("wrong", Paint::Red),
            Severity::Doubtful => ("doubtful", Paint::Yellow),
            Severity::Note => ("note", Paint::Faint),
        };
        let clip = match finding.clip {
            Some(clip) if import.bodies[finding.body].clips.len() > 1 => {
                format!("{}: ", import.bodies[finding.body].clips[clip].name)
            }
            _ => String::new(),
        };
        terminal::line(format!("  {}  {clip}{}", paint(&format!("{label:<8}"), colour), finding.what));
        terminal::line(format!("            {}", paint(&finding.advice, Paint::Faint)));
    }
    if !usable {
        terminal::line(format!("  {}", paint("It cannot be used as it is.", Paint::Red)));
    } else if findings.iter().all(|finding| finding.severity == Severity::Note) {
        terminal::line(format!("  {}", paint("Nothing is wrong with it.", Paint::Green)));
    }
    if let Some(mended) = mended {
        let what =
            if mended.done.is_empty() { "nothing to mend".to_string() } else { mended.done.join(", ") };
        terminal::line(format!("  {}  {}: {what}", paint("fixed   ", Paint::Green), mended.out.display()));
    }
}

fn object(file: &Path, usable: bool, findings: &[Finding], mended: Option<&Mended>) -> Value {
    let findings: Vec<Value> = findings
        .iter()
        .map(|finding| {
            json!({
                "severity": format!("{:?}", finding.severity).to_lowercase(),
                "clip": finding.clip,
                "what": finding.what,
                "advice": finding.advice,
                "fixable": finding.cure.is_some(),
            })
        })
        .collect();
    json!({
        "file": file.to_string_lossy(),
        "usable": usable,
        "findings": findings,
        "fixed": mended.map(|m| json!({ "file": m.out.to_string_lossy(), "done": m.done })),
    })
}
