//! One file: read, mended, and cut into takes at the repertoire's rate.

use std::path::{Path, PathBuf};

use footwork_annotate::Repertoire;
use footwork_formats::doctor::{Cure, Finding, Severity, cure, examine};
use footwork_formats::{Body, ReadOptions};
use footwork_motion::{Clip, Skeleton};

use crate::error::ImportError;
use crate::{Options, Skipped};

/// A take on the body it was recorded on.
pub(crate) struct Arrival {
    pub file: PathBuf,
    pub skeleton: Skeleton,
    pub clip: Clip,
}

/// What a file gives.
pub(crate) struct Arrivals {
    pub takes: Vec<Arrival>,
    /// What was mended, a sentence each.
    pub mended: Vec<String>,
    pub skipped: Vec<Skipped>,
}

/// The takes of a file's people. What cannot be used is skipped; a file with nothing else is refused.
pub(crate) fn read(file: &Path, options: &Options<'_>, rate: f32) -> Result<Arrivals, ImportError> {
    let own_rate = options.rates.iter().find(|(name, _)| is_called(file, name)).map(|(_, rate)| *rate);
    let read = ReadOptions { rate: own_rate.or(options.read.rate), ..options.read.clone() };
    let mut import = footwork_formats::read(file, &read)?;
    let mut findings = examine(&import);
    if read.rate.is_some() {
        // Who says the rate knows it better than the doctor.
        findings.retain(|finding| !matches!(finding.cure, Some(Cure::SetRate { .. })));
    }
    let mended =
        cure(&mut import, &findings).iter().map(|done| format!("{}: {done}", file.display())).collect();
    let mut found = Arrivals { takes: Vec::new(), mended, skipped: Vec::new() };
    let unusable = |body: usize, clip: Option<usize>| {
        findings.iter().find(|finding| {
            finding.severity == Severity::Unusable && finding.body == body && finding.clip == clip
        })
    };
    let people = import.bodies.iter().filter(|body| body.skeleton.leg_length().is_ok()).count();
    for (index, body) in import.bodies.iter().enumerate() {
        if let Some(finding) = unusable(index, None) {
            found.skipped.push(skipped(file, Some(&body.name), finding));
            continue;
        }
        // What is no person is no matter of a repertoire's.
        if body.skeleton.leg_length().is_err() {
            continue;
        }
        for (number, clip) in body.clips.iter().enumerate() {
            if !options.wants(file, &clip.name) {
                continue;
            }
            // A few frames of a time-lapse would become hours.
            if clip.rate() < *Repertoire::RATES.start() {
                return Err(ImportError::TooSlow { file: file.to_path_buf(), rate: clip.rate() });
            }
            if let Some(finding) = unusable(index, Some(number)) {
                found.skipped.push(skipped(file, Some(&clip.name), finding));
                continue;
            }
            let least = options.annotate.actions.least;
            if clip.seconds() < f64::from(least) {
                let why = format!("it lasts {:.2} s, and a take needs {least:.2} s", clip.seconds());
                found.skipped.push(Skipped { file: file.to_path_buf(), part: Some(clip.name.clone()), why });
                continue;
            }
            let resampled = if clip.rate() == rate { Ok(clip.clone()) } else { clip.resampled(rate) };
            let mut taken = resampled.map_err(|why| ImportError::Clip { file: file.to_path_buf(), why })?;
            taken.name = name(file, body, clip, people);
            let skeleton = body.skeleton.clone();
            found.takes.push(Arrival { file: file.to_path_buf(), skeleton, clip: taken });
        }
    }
    Ok(found)
}

impl Options<'_> {
    /// Whether a clip was asked for.
    fn wants(&self, file: &Path, clip: &str) -> bool {
        self.clips.is_empty()
            || self.clips.iter().any(|wanted| match wanted.split_once('=') {
                Some((name, wanted)) if is_called(file, name) => wanted == clip,
                _ => wanted == clip,
            })
    }
}

/// Whether a file is meant by a name: its path, its name, or its name without the ending.
fn is_called(file: &Path, name: &str) -> bool {
    file == Path::new(name)
        || [file.file_name(), file.file_stem()].into_iter().flatten().any(|own| own == name)
}

/// What a take is called: its file, and its person and animation where the file has several.
fn name(file: &Path, body: &Body, clip: &Clip, people: usize) -> String {
    let mut name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if people > 1 {
        name = format!("{name}.{}", body.name);
    }
    if body.clips.len() > 1 {
        name = format!("{name}.{}", clip.name);
    }
    name
}

fn skipped(file: &Path, part: Option<&str>, finding: &Finding) -> Skipped {
    let why = format!("{}. {}", finding.what, finding.advice);
    Skipped { file: file.to_path_buf(), part: part.map(str::to_owned), why }
}
