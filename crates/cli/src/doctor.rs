//! `footwork doctor`: what is wrong with a file, and mending it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_formats::Import;
use footwork_formats::doctor::{Finding, Severity, cure, examine};
use serde_json::{Value, json};

use crate::out::{Destination, OutFormat, destination, refuse_twins, stem, write_bodies};
use crate::source::Source;
use crate::terminal::{self, CommandError, Paint, paint, progress};

/// Says what is wrong or doubtful with motion files, worst first, and what to do; mends what can be mended.
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
        let place = self.output.as_deref().map(destination).transpose()?;
        if matches!(place, Some(Destination::File(_))) && self.files.len() > 1 {
            return Err(CommandError::other(
                "several files need a folder for their mended copies: -o FOLDER/",
            ));
        }
        if self.fix {
            refuse_twins(&self.files, |file| match place {
                Some(_) => stem(file).into(),
                None => file.with_extension(""),
            })?;
        }
        let mut well = true;
        let mut objects = Vec::new();
        let bar = progress(if self.json || self.fix { self.files.len() } else { 0 });
        for file in &self.files {
            bar.set_message(file.display().to_string());
            // One bad file does not stop the others.
            let visit = self.visit(file, place);
            well &= visit.as_ref().is_ok_and(|visit| visit.usable);
            match (&visit, self.json) {
                (Ok(visit), true) => objects.push(object(file, visit)),
                (Ok(visit), false) => print(file, visit),
                (Err(error), true) => objects.push(
                    json!({ "file": file.to_string_lossy(), "usable": false, "error": error.to_string() }),
                ),
                (Err(error), false) => terminal::error(&error.to_string()),
            }
            bar.inc(1);
        }
        if self.json {
            terminal::line(format!("{:#}", Value::Array(objects)));
        }
        Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn visit(&self, file: &Path, place: Option<Destination>) -> Result<Visit, CommandError> {
        let mut import = self.source.read(file)?;
        let findings = examine(&import);
        let usable = findings.iter().all(|finding| finding.severity != Severity::Unusable);
        let mended = match self.fix && usable {
            true => Some(self.mend(file, &mut import, &findings, place)?),
            false => None,
        };
        Ok(Visit { import, findings, usable, mended })
    }

    fn mend(
        &self,
        file: &Path,
        import: &mut Import,
        findings: &[Finding],
        place: Option<Destination>,
    ) -> Result<Mended, CommandError> {
        let done = cure(import, findings);
        let kept = if import.bodies.len() > 1 || import.bodies[0].clips.len() > 1 {
            OutFormat::Glb
        } else {
            OutFormat::of(import.format)
        };
        let (out, format) = match (&self.output, place) {
            (Some(out), Some(Destination::File(format))) => (out.clone(), format),
            (Some(folder), _) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| CommandError::Other(format!("{}: {error}", folder.display())))?;
                (folder.join(format!("{}.{}", stem(file), kept.ending())), kept)
            }
            (None, _) => (file.with_file_name(format!("{}.fixed.{}", stem(file), kept.ending())), kept),
        };
        // A cure is a guess: what was recorded stays.
        if out.canonicalize().is_ok_and(|out| file.canonicalize().is_ok_and(|file| file == out)) {
            let text = format!("{}: a mended copy does not replace its file: name another", out.display());
            return Err(CommandError::Other(text));
        }
        write_bodies(&out, &import.bodies, format)?;
        Ok(Mended { out, done })
    }
}

/// A file as the doctor saw it.
struct Visit {
    import: Import,
    findings: Vec<Finding>,
    usable: bool,
    mended: Option<Mended>,
}

/// A mended copy, and what was done to it.
struct Mended {
    out: PathBuf,
    done: Vec<String>,
}

fn print(file: &Path, visit: &Visit) {
    let Visit { import, findings, usable, mended } = visit;
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
    if !*usable {
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

fn object(file: &Path, visit: &Visit) -> Value {
    let findings: Vec<Value> = visit
        .findings
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
        "usable": visit.usable,
        "findings": findings,
        "fixed": visit.mended.as_ref().map(|m| json!({ "file": m.out.to_string_lossy(), "done": m.done })),
    })
}
