//! `footwork eval looks`: what a viewer minds, beside people.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_formats::doctor::{Severity, cure, examine};
use footwork_looks::report::{Row, Verdict, rows};
use footwork_looks::{Kind, Look, Reading, Seen};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::source::Source;
use crate::terminal::{self, CommandError, Paint, paint};

/// Measures what a viewer minds in motion: pressure that would have to be where no foot is, a body that is pushed about,
/// hands that freeze, feet that slide. Each figure stands beside people's range, and is marked where it is outside.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork eval looks take.bvh
  footwork eval looks boxing-*.bvh               the middle of the files, and the least and the most
  footwork eval looks new.bvh --against old.bvh  beside other motion in place of people's
  footwork eval looks take.bvh --json

docs/looks.md says what each figure is and where people's ranges come from.")]
pub struct EvalLooks {
    /// Motion files: .bvh, .amc with its .asf, .glb or .gltf
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Files to compare with, in place of people
    #[arg(long, value_name = "FILES", num_args = 1..)]
    against: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

impl EvalLooks {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        self.source.options()?;
        let [clips, against] = [&self.files, &self.against].map(|files| self.look_at(files));
        let (clips, against) = (clips?, against?);
        let rows = rows(&clips, &against);
        if rows.is_empty() {
            return Err(CommandError::other(format!(
                "{}: there is too little motion to judge: a second of standing, walking, running or boxing is the least",
                self.files[0].display()
            )));
        }
        if self.json {
            terminal::line(format!("{:#}", object(&clips, &against, &rows)));
        } else {
            print(&clips, &against, &rows);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn look_at(&self, files: &[PathBuf]) -> Result<Vec<Seen>, CommandError> {
        let looked: Vec<Vec<Seen>> =
            files.par_iter().map(|file| self.look_at_file(file)).collect::<Result<_, _>>()?;
        Ok(looked.into_iter().flatten().collect())
    }

    /// Everybody in a file, mended as an import mends it.
    fn look_at_file(&self, file: &Path) -> Result<Vec<Seen>, CommandError> {
        let named =
            |error: &dyn std::fmt::Display| CommandError::Other(format!("{}: {error}", file.display()));
        let mut import = self.source.read(file)?;
        let findings = examine(&import);
        let unusable = |body: usize| {
            findings.iter().find(|finding| finding.body == body && finding.severity == Severity::Unusable)
        };
        if let Some(finding) = (import.bodies.len() == 1).then(|| unusable(0)).flatten() {
            return Err(named(&format!("{}. {}", finding.what, finding.advice)));
        }
        for done in cure(&mut import, &findings) {
            terminal::warning(&format!("{}: {done}", file.display()));
        }
        let people = import.bodies.iter().enumerate().filter(|(index, _)| unusable(*index).is_none());
        let mut seen = Vec::new();
        for (_, body) in people {
            for clip in &body.clips {
                let mut one = Seen::of(&body.skeleton, clip).map_err(|error| named(&error))?;
                let several = import.bodies.len() > 1 || body.clips.len() > 1;
                let file = file.display();
                one.name =
                    if several { format!("{file}: {} {}", body.name, clip.name) } else { file.to_string() };
                seen.push(one);
            }
        }
        Ok(seen)
    }
}

fn seconds(clips: &[Seen], kind: Kind) -> f32 {
    clips.iter().map(|seen| Look { seen, kind, span: 0..seen.frames() }.seconds()).sum()
}

fn print(clips: &[Seen], against: &[Seen], rows: &[Row]) {
    let names = |clips: &[Seen]| match clips {
        [one] => one.name.clone(),
        several => format!("{} clips", several.len()),
    };
    let whom = if against.is_empty() { "people".to_string() } else { names(against) };
    terminal::line(format!("{} beside {whom}", paint(&names(clips), Paint::Bold)));
    let mut kind = None;
    for row in rows {
        if kind != Some(row.kind) {
            kind = Some(row.kind);
            let heading = match row.kind {
                Kind::Any => "all of it".to_string(),
                kind => kind.name().to_string(),
            };
            let heading = format!("{heading}, {:.0} s", seconds(clips, row.kind));
            terminal::line(paint(&heading, Paint::Bold));
        }
        terminal::line(line(row));
    }
}

fn line(row: &Row) -> String {
    let digits = row.measure.digits;
    let mut values: Vec<f32> = row.values.iter().copied().flatten().collect();
    values.sort_by(f32::total_cmp);
    let spread = match values[..] {
        [least, .., most] => format!(" ({least:.digits$} to {most:.digits$})"),
        _ => String::new(),
    };
    let ours = format!("{:.digits$}{spread} {}", row.value, row.measure.unit);
    let theirs = match (row.range, row.measure.reading) {
        (None, _) => String::new(),
        (Some(range), Reading::Within) => {
            format!("{:.digits$} to {:.digits$} ({:.digits$})", range.low, range.high, range.middle)
        }
        (Some(range), Reading::AtMost | Reading::NeverAbove) => {
            format!("up to {:.digits$} ({:.digits$})", range.high, range.middle)
        }
    };
    let mark = match row.verdict {
        Verdict::Inside => paint("", Paint::Green),
        Verdict::Below => paint("below", Paint::Red),
        Verdict::Above => paint("above", Paint::Red),
        Verdict::Unknown => paint("?", Paint::Faint),
    };
    format!("  {:<46} {ours:>24}   {theirs:<24} {mark}", row.measure.name).trim_end().to_string()
}

fn object(clips: &[Seen], against: &[Seen], rows: &[Row]) -> Value {
    let names = |clips: &[Seen]| clips.iter().map(|seen| seen.name.clone()).collect::<Vec<String>>();
    let mut kinds = Map::new();
    for row in rows {
        let number = |value: f32| json!((f64::from(value) * 1e4).round() / 1e4);
        let range = row.range.map(|range| {
            json!({
                "low": number(range.low),
                "middle": number(range.middle),
                "high": number(range.high),
                "pieces": range.pieces,
            })
        });
        let verdict = match row.verdict {
            Verdict::Inside => json!("inside"),
            Verdict::Below => json!("below"),
            Verdict::Above => json!("above"),
            Verdict::Unknown => Value::Null,
        };
        let figure = json!({
            "value": number(row.value),
            "values": row.values.iter().map(|value| value.map(number)).collect::<Vec<_>>(),
            "unit": row.measure.unit,
            "range": range,
            "verdict": verdict,
        });
        let kind = kinds
            .entry(row.kind.name())
            .or_insert_with(|| json!({ "seconds": number(seconds(clips, row.kind)), "measures": {} }));
        kind["measures"][row.measure.key] = figure;
    }
    json!({ "clips": names(clips), "against": names(against), "kinds": kinds })
}
