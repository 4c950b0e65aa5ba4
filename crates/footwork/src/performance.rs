//! A repertoire out of the built-in performer, annotated as recordings are.

use footwork_annotate::{AnnotateError, Annotation, Repertoire, Settings, Take, annotate};
use footwork_performer::{PerformError, Show, perform};
use footwork_plan::progress::UNHEARD;

/// Frames per second of the built-in performer's takes: what most recordings have, and a stage steps at.
const RATE: f32 = 60.0;

/// Why there is no performance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PerformanceError {
    #[error(transparent)]
    Perform(#[from] PerformError),
    #[error(transparent)]
    Annotate(#[from] AnnotateError),
    #[error("there is nothing to perform: name a show and a seed")]
    Nothing,
}

/// The repertoire of the built-in performer: a take of every show for every seed, annotated as recordings are.
pub fn performance(shows: &[Show], seconds: f32, seeds: &[u64]) -> Result<Repertoire, PerformanceError> {
    let mut repertoire: Option<Repertoire> = None;
    for &show in shows {
        for &seed in seeds {
            let mut performance = perform(show, seconds, seed, RATE)?;
            performance.clip.name = format!("{}-{seed}", show.name());
            let take = Take::new(performance.clip, Annotation::default());
            let skeleton = performance.skeleton;
            repertoire.get_or_insert(Repertoire { skeleton, takes: Vec::new() }).takes.push(take);
        }
    }
    let mut repertoire = repertoire.ok_or(PerformanceError::Nothing)?;
    annotate(&mut repertoire, &Settings::default(), UNHEARD)?;
    Ok(repertoire)
}
