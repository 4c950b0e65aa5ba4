//! `footwork import`: from takes to a repertoire.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use footwork_annotate::{Edits, Repertoire, Settings, Take, annotate};
use footwork_formats::doctor::{Severity, cure, examine};
use footwork_motion::{Clip, Mirror, Skeleton, retarget};
use rayon::prelude::*;

use crate::out::{save_whole, stem};
use crate::repertoire;
use crate::source::{Source, rate};
use crate::terminal::{self, CommandError, progress};

const DEFAULT_RATE: f32 = 60.0;

/// Makes a repertoire of takes: reads them, mends what the doctor can mend, brings all onto one body and works out
/// what they mean. Where the repertoire is there already, takes are added to it; takes of the same name are replaced.
#[derive(Args)]
#[command(after_help = "\
Examples:
  footwork import takes/*.bvh -o boxer.rep
  footwork import kicks.bvh -o boxer.rep            adds a take; what was said by hand is kept
  footwork import walk.bvh -o walker.rep --mirror   and its mirror image
  footwork import -o boxer.rep                      annotates everything again

All takes are brought onto the body of the first. What a person says about a take goes into a file beside it, or
beside the repertoire: rounds.edits.toml for rounds.bvh. docs/annotation.md says what can be in it.")]
pub struct ImportTakes {
    /// Motion files of one performer: .bvh, .amc with its .asf, .glb or .gltf
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The repertoire to make or to add to
    #[arg(short, long, value_name = "NAME.rep")]
    output: PathBuf,
    /// Frames per second of the repertoire [default: 60, or what it has already]
    #[arg(long, value_name = "HZ", value_parser = rate, allow_negative_numbers = true)]
    rate: Option<f32>,
    /// Add every take with left and right swapped, too
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    source: Source,
}

impl ImportTakes {
    pub fn run(&self) -> Result<ExitCode, CommandError> {
        self.source.options()?;
        terminal::finish_writing_on_interrupt();
        let old = self.output.exists().then(|| repertoire::read(&self.output)).transpose()?;
        if old.is_none() && self.files.is_empty() {
            return Err(CommandError::Other(format!(
                "{} is not there yet: name the takes to make it of",
                self.output.display()
            )));
        }
        let rate = self.common_rate(old.as_ref())?;
        let bar = progress(2 * self.files.len().max(1));
        let arrivals: Vec<Vec<Arrival>> = self
            .files
            .par_iter()
            .map(|file| {
                let arrivals = self.arrive(file, rate);
                bar.inc(1);
                arrivals
            })
            .collect::<Result<_, _>>()?;
        let arrivals: Vec<Arrival> = arrivals.into_iter().flatten().collect();
        refuse_namesakes(&arrivals)?;
        let mut repertoire = match old {
            Some(old) => old,
            // There is at least one file, and a file without a body was refused.
            None => Repertoire { skeleton: arrivals[0].skeleton.clone(), takes: Vec::new() },
        };
        for arrival in arrivals {
            self.add(&mut repertoire, arrival)?;
        }
        self.read_edits_beside(&mut repertoire)?;
        bar.set_length((self.files.len() + repertoire.takes.len()) as u64);
        annotate(&mut repertoire, &Settings::default(), &|| bar.inc(1))
            .map_err(|error| CommandError::Other(error.to_string()))?;
        save_whole(&self.output, &repertoire.to_bytes())?;
        terminal::finish_bar();
        for line in repertoire::summary(&repertoire) {
            terminal::line(line);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn common_rate(&self, old: Option<&Repertoire>) -> Result<f32, CommandError> {
        let has = old.and_then(|old| Some(old.takes.first()?.clip.rate()));
        match (has, self.rate) {
            (Some(has), Some(wanted)) if has != wanted => Err(CommandError::Other(format!(
                "{} is at {has} Hz: leave --rate out, or make a new repertoire",
                self.output.display()
            ))),
            (Some(rate), _) | (None, Some(rate)) => Ok(rate),
            (None, None) => Ok(DEFAULT_RATE),
        }
    }

    /// Reads a file, mends it and takes its frames at the repertoire's rate.
    fn arrive(&self, file: &Path, rate: f32) -> Result<Vec<Arrival>, CommandError> {
        let mut import = self.source.read(file)?;
        let findings = examine(&import);
        let unusable = |body: usize| {
            findings.iter().find(|finding| finding.body == body && finding.severity == Severity::Unusable)
        };
        if let Some(finding) = (import.bodies.len() == 1).then(|| unusable(0)).flatten() {
            let text = format!("{}: {}. {}", file.display(), finding.what, finding.advice);
            return Err(CommandError::Other(text));
        }
        for done in cure(&mut import, &findings) {
            terminal::warning(&format!("{}: {done}", file.display()));
        }
        let people = import.bodies.iter().enumerate().filter(|(index, _)| unusable(*index).is_none());
        let people: Vec<_> =
            people.map(|(_, body)| body).filter(|body| body.skeleton.leg_length().is_ok()).collect();
        let several_bodies = people.len() > 1;
        let mut arrivals = Vec::new();
        for body in people {
            for clip in &body.clips {
                let mut name = stem(file);
                if several_bodies {
                    name = format!("{name}.{}", body.name);
                }
                if body.clips.len() > 1 {
                    name = format!("{name}.{}", clip.name);
                }
                let mut clip = match clip.rate() == rate {
                    true => clip.clone(),
                    false => clip.resampled(rate).map_err(|error| named(file, error))?,
                };
                clip.name = name;
                arrivals.push(Arrival { file: file.to_path_buf(), skeleton: body.skeleton.clone(), clip });
            }
        }
        if arrivals.is_empty() {
            return Err(CommandError::Other(format!("{}: there is no person in it", file.display())));
        }
        Ok(arrivals)
    }

    /// Brings a take onto the repertoire's body, in place of one of the same name.
    fn add(&self, repertoire: &mut Repertoire, arrival: Arrival) -> Result<(), CommandError> {
        let Arrival { file, skeleton, clip } = arrival;
        let clip = match skeleton == repertoire.skeleton {
            true => clip,
            false => retarget(&clip, &skeleton, &repertoire.skeleton).map_err(|error| named(&file, error))?,
        };
        let edits = self.edits(&file, &clip)?;
        place(repertoire, clip, edits, None)
            .and_then(|index| if self.mirror { twin(repertoire, index) } else { Ok(()) })
            .map_err(|error| named(&file, error))
    }

    fn edits(&self, file: &Path, clip: &Clip) -> Result<Option<Edits>, CommandError> {
        read_edits(&file.with_file_name(format!("{}.edits.toml", clip.name)), clip)
    }

    /// Files beside the repertoire speak about any take in it.
    fn read_edits_beside(&self, repertoire: &mut Repertoire) -> Result<(), CommandError> {
        for index in 0..repertoire.takes.len() {
            let take = &repertoire.takes[index];
            if take.mirrored_from.is_some() {
                continue;
            }
            let path = self.output.with_file_name(format!("{}.edits.toml", take.clip.name));
            if let Some(edits) = read_edits(&path, &take.clip)? {
                let name = take.clip.name.clone();
                for other in &mut repertoire.takes {
                    if other.mirrored_from.as_ref() == Some(&name) {
                        other.edits = edits.mirrored();
                    }
                }
                repertoire.takes[index].edits = edits;
            }
        }
        Ok(())
    }
}

/// A take on the body it was recorded on.
struct Arrival {
    file: PathBuf,
    skeleton: Skeleton,
    clip: Clip,
}

fn named(file: &Path, error: impl std::fmt::Display) -> CommandError {
    CommandError::Other(format!("{}: {error}", file.display()))
}

fn refuse_namesakes(arrivals: &[Arrival]) -> Result<(), CommandError> {
    for (index, arrival) in arrivals.iter().enumerate() {
        if let Some(other) = arrivals[..index].iter().find(|other| other.clip.name == arrival.clip.name) {
            return Err(CommandError::Other(format!(
                "{} and {} would both be the take {:?}",
                other.file.display(),
                arrival.file.display(),
                arrival.clip.name
            )));
        }
    }
    Ok(())
}

fn read_edits(path: &Path, clip: &Clip) -> Result<Option<Edits>, CommandError> {
    if !path.exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(path).map_err(|error| named(path, error))?;
    Edits::parse(&text, clip.seconds()).map(Some).map_err(|error| named(path, error))
}

/// Puts a clip into the repertoire. What was said by hand about the one it replaces is kept, unless there is news.
fn place(
    repertoire: &mut Repertoire,
    clip: Clip,
    edits: Option<Edits>,
    mirrored_from: Option<String>,
) -> Result<usize, String> {
    let index = repertoire.takes.iter().position(|take| take.clip.name == clip.name);
    let mut take = Take::new(clip, Default::default());
    take.mirrored_from = mirrored_from;
    Ok(match index {
        Some(index) => {
            let kept = std::mem::take(&mut repertoire.takes[index].edits);
            take.edits = edits.unwrap_or(kept);
            repertoire.takes[index] = take;
            index
        }
        None => {
            take.edits = edits.unwrap_or_default();
            repertoire.takes.push(take);
            repertoire.takes.len() - 1
        }
    })
}

/// Puts the mirror image of a take into the repertoire.
fn twin(repertoire: &mut Repertoire, index: usize) -> Result<(), String> {
    let take = &repertoire.takes[index];
    let mirror = Mirror::new(&repertoire.skeleton, &take.clip).map_err(|error| error.to_string())?;
    let mut clip = mirror.clip(&take.clip);
    let (name, edits) = (take.clip.name.clone(), take.edits.mirrored());
    clip.name = format!("{name}.mirrored");
    place(repertoire, clip, Some(edits), Some(name)).map(|_| ())
}
