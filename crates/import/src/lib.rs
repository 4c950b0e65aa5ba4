//! From motion files to a repertoire: the one import that the command, the studio, tests and games call.
//!
//! Every file is read, mended of what the doctor can mend, brought to one rate and onto one body, whatever rig it was
//! recorded on; what a person said about a take is read from the file beside it; then everything is annotated. What cannot
//! be used is skipped, and said.
//!
//! ```no_run
//! use footwork_import::{Options, import};
//!
//! let imported = import(&["walk.bvh", "kicks.glb"], &Options { mirror: true, ..Options::default() })?;
//! for note in &imported.mended {
//!     println!("{note}");
//! }
//! std::fs::write("boxer.rep", imported.repertoire.to_bytes())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod edits;
mod error;
mod files;
mod takes;

use std::fmt;
use std::path::{Path, PathBuf};

use footwork_annotate::{Edits, Repertoire, Settings, Take, annotate};
use footwork_formats::ReadOptions;
use footwork_motion::{Clip, Mirror, Retarget, RetargetError, Skeleton, Stance};
use footwork_plan::progress::{Counter, Flow, Hear, UNHEARD, part};
use rayon::prelude::*;

pub use error::ImportError;
use files::{Arrival, Arrivals};
pub use takes::{remove, rename};

/// Hz. Fast enough for blows (a jab is out and back in 0.3 s), and the rate at which games and stages step.
pub const DEFAULT_RATE: f32 = 60.0;

/// The share of an import that reading takes, about; annotating takes the rest.
const READING: f32 = 0.5;

/// How to import.
#[derive(Clone)]
pub struct Options<'a> {
    /// Hz, of the repertoire; none for what it has already, or [`DEFAULT_RATE`].
    pub rate: Option<f32>,
    /// Adds every take with left and right swapped, too.
    pub mirror: bool,
    /// What the caller knows better than the files say.
    pub read: ReadOptions,
    /// The names of the clips to take; all where there is none. `FILE=CLIP` is about one file.
    pub clips: Vec<String>,
    /// Hz, that files were recorded at, by their names.
    pub rates: Vec<(String, f32)>,
    /// A folder with more edits: they may be about any take of the repertoire.
    pub edits: Option<PathBuf>,
    /// How takes are annotated.
    pub annotate: Settings,
    /// Hears how far it is.
    pub hear: Hear<'a>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            rate: None,
            mirror: false,
            read: ReadOptions::default(),
            clips: Vec::new(),
            rates: Vec::new(),
            edits: None,
            annotate: Settings::default(),
            hear: UNHEARD,
        }
    }
}

/// A repertoire, and what the user should know about how it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The repertoire.
    pub repertoire: Repertoire,
    /// The takes that came in, by name, with their files; mirror images are not among them.
    pub added: Vec<(String, PathBuf)>,
    /// What could not be used.
    pub skipped: Vec<Skipped>,
    /// What was mended, a sentence each, with the file's name.
    pub mended: Vec<String>,
    /// What was found while annotating, a sentence each.
    pub remarks: Vec<String>,
}

/// What could not be used, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// The file it is in.
    pub file: PathBuf,
    /// The clip or body in it; none where it is the whole file.
    pub part: Option<String>,
    /// A sentence.
    pub why: String,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.part {
            Some(part) => write!(f, "{}: {part:?} is skipped: {}", self.file.display(), self.why),
            None => write!(f, "{} is skipped: {}", self.file.display(), self.why),
        }
    }
}

/// Makes a repertoire of motion files of one performer. Everything is brought onto the body of the first.
pub fn import<P: AsRef<Path> + Sync>(files: &[P], options: &Options<'_>) -> Result<Imported, ImportError> {
    add(None, files, options)
}

/// Adds takes to a repertoire; takes of the same name are replaced, and what was said about them by hand is kept unless
/// their file says something new. Everything is annotated again. With no files, nothing else happens.
pub fn add<P: AsRef<Path> + Sync>(
    repertoire: Option<Repertoire>,
    files: &[P],
    options: &Options<'_>,
) -> Result<Imported, ImportError> {
    let rate = common_rate(repertoire.as_ref(), options.rate)?;
    let reading = part(options.hear, 0.0, READING);
    let counter = Counter::new(&reading, "reading", files.len());
    let read: Vec<Arrivals> = files
        .par_iter()
        .map(|file| {
            let found = files::read(file.as_ref(), options, rate)?;
            if counter.count() == Flow::Stop { Err(ImportError::Stopped) } else { Ok(found) }
        })
        .collect::<Result<_, _>>()?;
    let (mut arrivals, mut mended, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    for found in read {
        arrivals.extend(found.takes);
        mended.extend(found.mended);
        skipped.extend(found.skipped);
    }
    refuse_namesakes(&arrivals)?;
    let mut repertoire = match (repertoire, arrivals.first()) {
        (Some(repertoire), _) => repertoire,
        (None, Some(first)) => Repertoire { skeleton: first.skeleton.clone(), takes: Vec::new() },
        (None, None) => return Err(nothing(files, skipped)),
    };
    let stance = stance(&repertoire.skeleton, repertoire.takes.iter().map(|take| &take.clip), &arrivals);
    let mut added = Vec::new();
    for arrival in arrivals {
        let (name, file) = (arrival.clip.name.clone(), arrival.file.clone());
        match take_in(&mut repertoire, &stance, arrival, options.mirror) {
            Ok(()) => added.push((name, file)),
            Err(ImportError::Body { file, why }) => {
                skipped.push(Skipped { file, part: Some(name), why: why.to_string() });
            }
            Err(other) => return Err(other),
        }
    }
    if added.is_empty() && !files.is_empty() {
        return Err(nothing(files, skipped));
    }
    if let Some(folder) = &options.edits {
        edits::read_all(folder, &mut repertoire)?;
    }
    let annotating = part(options.hear, READING, 1.0);
    let remarks = annotate(&mut repertoire, &options.annotate, &annotating)?;
    Ok(Imported { repertoire, added, skipped, mended, remarks })
}

/// Why no file gave anything: what the first one said.
fn nothing<P: AsRef<Path>>(files: &[P], skipped: Vec<Skipped>) -> ImportError {
    match (skipped.into_iter().next(), files.first()) {
        (Some(Skipped { file, why, .. }), _) => ImportError::Unusable { file, why },
        (None, Some(file)) => ImportError::NoPerson { file: file.as_ref().to_path_buf() },
        (None, None) => ImportError::NoFiles,
    }
}

/// How the repertoire's body stands: in its rest pose, or in what it does.
fn stance<'a>(
    skeleton: &Skeleton,
    known: impl Iterator<Item = &'a Clip>,
    arrivals: &'a [Arrival],
) -> Result<Stance, RetargetError> {
    let own = arrivals.iter().filter(|arrival| arrival.skeleton == *skeleton).map(|arrival| &arrival.clip);
    Stance::of_character(skeleton, &known.chain(own).collect::<Vec<_>>())
}

fn common_rate(repertoire: Option<&Repertoire>, wanted: Option<f32>) -> Result<f32, ImportError> {
    let has = repertoire.and_then(|repertoire| Some(repertoire.takes.first()?.clip.rate()));
    match (has, wanted) {
        (Some(has), Some(wanted)) if has != wanted => Err(ImportError::OtherRate { has, wanted }),
        (None, Some(rate)) if !Repertoire::RATES.contains(&rate) => Err(ImportError::BadRate { rate }),
        (Some(rate), _) | (None, Some(rate)) => Ok(rate),
        (None, None) => Ok(DEFAULT_RATE),
    }
}

fn refuse_namesakes(arrivals: &[Arrival]) -> Result<(), ImportError> {
    for (index, arrival) in arrivals.iter().enumerate() {
        let same = arrivals[..index].iter().find(|other| other.clip.name == arrival.clip.name);
        if let Some(other) = same {
            return Err(ImportError::SameName {
                one: other.file.clone(),
                other: arrival.file.clone(),
                take: arrival.clip.name.clone(),
            });
        }
    }
    Ok(())
}

/// Brings a take onto the repertoire's body, in place of one of the same name.
fn take_in(
    repertoire: &mut Repertoire,
    stance: &Result<Stance, RetargetError>,
    arrival: Arrival,
    mirror: bool,
) -> Result<(), ImportError> {
    let Arrival { file, skeleton, clip } = arrival;
    let body = |why| ImportError::Body { file: file.clone(), why };
    let clip = match skeleton == repertoire.skeleton {
        true => clip,
        false => {
            let own = stance.as_ref().map_err(|why| body(why.clone()))?;
            let other = Stance::new(&skeleton, std::slice::from_ref(&clip)).map_err(body)?;
            let retarget = Retarget::new(&skeleton, &other, &repertoire.skeleton, own).map_err(body)?;
            retarget.clip(&clip, &skeleton, &repertoire.skeleton).map_err(body)?
        }
    };
    let edits = edits::read(file.parent().unwrap_or(Path::new("")), &clip)?;
    let index = place(repertoire, clip, edits, None);
    if mirror {
        let take = &repertoire.takes[index];
        let twin = Mirror::new(&repertoire.skeleton, &take.clip)
            .map_err(|why| ImportError::Mirror { file: file.clone(), why })?;
        let mut clip = twin.clip(&take.clip);
        let (name, edits) = (take.clip.name.clone(), take.edits.mirrored());
        clip.name = format!("{name}.mirrored");
        place(repertoire, clip, Some(edits), Some(name));
    }
    Ok(())
}

/// Puts a clip into the repertoire. What was said by hand about the one it replaces is kept, unless there is news.
fn place(
    repertoire: &mut Repertoire,
    clip: Clip,
    edits: Option<Edits>,
    mirrored_from: Option<String>,
) -> usize {
    let known = repertoire.takes.iter().position(|take| take.clip.name == clip.name);
    let kept = known.map(|index| std::mem::take(&mut repertoire.takes[index].edits));
    let take = Take {
        edits: edits.or(kept).unwrap_or_default(),
        mirrored_from,
        ..Take::new(clip, Default::default())
    };
    match known {
        Some(index) => {
            repertoire.takes[index] = take;
            index
        }
        None => {
            repertoire.takes.push(take);
            repertoire.takes.len() - 1
        }
    }
}
