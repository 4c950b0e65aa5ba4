//! One file: read, mended, and cut into takes at the repertoire's rate.

use std::path::{Path, PathBuf};

use footwork_annotate::Repertoire;
use footwork_formats::ReadOptions;
use footwork_formats::doctor::{Severity, cure, examine};
use footwork_motion::{Clip, Skeleton};

use crate::error::ImportError;

/// A take on the body it was recorded on.
pub(crate) struct Arrival {
    pub file: PathBuf,
    pub skeleton: Skeleton,
    pub clip: Clip,
}

/// The takes of a file's people, and what was mended in it. A file without a person that can be used is refused.
pub(crate) fn read(
    file: &Path,
    options: &ReadOptions,
    rate: f32,
) -> Result<(Vec<Arrival>, Vec<String>), ImportError> {
    let mut import = footwork_formats::read(file, options)?;
    let findings = examine(&import);
    let unusable = |body: usize| {
        findings.iter().find(|finding| finding.body == body && finding.severity == Severity::Unusable)
    };
    if let Some(finding) = (import.bodies.len() == 1).then(|| unusable(0)).flatten() {
        return Err(ImportError::Unusable {
            file: file.to_path_buf(),
            what: finding.what.clone(),
            advice: finding.advice.clone(),
        });
    }
    let mended =
        cure(&mut import, &findings).iter().map(|done| format!("{}: {done}", file.display())).collect();
    let usable = import.bodies.iter().enumerate().filter(|(index, _)| unusable(*index).is_none());
    let people: Vec<_> =
        usable.map(|(_, body)| body).filter(|body| body.skeleton.leg_length().is_ok()).collect();
    let mut arrivals = Vec::new();
    for body in &people {
        for clip in &body.clips {
            let mut name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if people.len() > 1 {
                name = format!("{name}.{}", body.name);
            }
            if body.clips.len() > 1 {
                name = format!("{name}.{}", clip.name);
            }
            // A few frames of a time-lapse would become hours.
            if clip.rate() < *Repertoire::RATES.start() {
                return Err(ImportError::TooSlow { file: file.to_path_buf(), rate: clip.rate() });
            }
            let resampled = match clip.rate() == rate {
                true => Ok(clip.clone()),
                false => clip.resampled(rate),
            };
            let mut clip = resampled.map_err(|why| ImportError::Clip { file: file.to_path_buf(), why })?;
            clip.name = name;
            arrivals.push(Arrival { file: file.to_path_buf(), skeleton: body.skeleton.clone(), clip });
        }
    }
    if arrivals.is_empty() {
        return Err(ImportError::NoPerson { file: file.to_path_buf() });
    }
    Ok((arrivals, mended))
}
