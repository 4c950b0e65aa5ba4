//! From clips to what they mean: supports, strikes, actions, and a person's word before all of them.
//!
//! What a person labelled in one take counts for all: labelled supports train the learned version, which is then
//! used throughout, and labelled actions give their classes to the actions most like them.

use std::collections::BTreeMap;

use footwork_motion::{Side, Skeleton, WorldClip};
use footwork_plan::progress::{Counter, Flow, Hear};
use rayon::prelude::*;

use crate::actions::{self, ActionError, holds};
use crate::annotation::{Action, Annotation, Origin, Span, SupportMethod};
use crate::edits::Frames;
use crate::repertoire::{Repertoire, Take};
use crate::similar;
use crate::strikes::{self, StrikeSettings};
use crate::supports::learned::{self, Label, Labelled, LearnError, LearnSettings, Learned};
use crate::supports::{self, SupportSettings, floor};

/// How everything is found.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Settings {
    pub supports: SupportSettings,
    pub learn: LearnSettings,
    pub strikes: StrikeSettings,
    pub actions: actions::Settings,
    pub similar: similar::Settings,
}

/// Why a take cannot be annotated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum AnnotateError {
    #[error("{take}: {why}")]
    Take {
        take: String,
        #[source]
        why: ActionError,
    },
    #[error("annotating was stopped")]
    Stopped,
}

/// Annotates every take anew, and keeps what was said by hand. What the user should know comes back as sentences. Where
/// a take cannot be annotated, or it is stopped, nothing is changed.
pub fn annotate(
    repertoire: &mut Repertoire,
    settings: &Settings,
    hear: Hear<'_>,
) -> Result<Vec<String>, AnnotateError> {
    let mut remarks = Vec::new();
    let learned = match learn(repertoire, settings) {
        None => None,
        Some(Ok(learned)) => Some(learned),
        Some(Err(why)) => {
            remarks
                .push(format!("supports were not learned from the labels, but found by thresholds: {why}"));
            None
        }
    };
    let skeleton = &repertoire.skeleton;
    let originals: BTreeMap<&str, usize> =
        repertoire.takes.iter().enumerate().map(|(index, take)| (take.clip.name.as_str(), index)).collect();
    let original = |take: &Take| take.mirrored_from.as_deref().and_then(|name| originals.get(name).copied());
    let counter = Counter::new(hear, "finding supports, strikes and actions", repertoire.takes.len());
    let mut annotations: Vec<Annotation> = repertoire
        .takes
        .par_iter()
        .map(|take| {
            // A mirror image means what its original means, with left and right swapped.
            let annotation = match original(take) {
                Some(_) => Ok(Annotation::default()),
                None => annotate_take(skeleton, take, settings, learned.as_ref()),
            };
            let annotation =
                annotation.map_err(|why| AnnotateError::Take { take: take.clip.name.clone(), why })?;
            if counter.count() == Flow::Stop { Err(AnnotateError::Stopped) } else { Ok(annotation) }
        })
        .collect::<Result<_, _>>()?;
    label_alike(repertoire, &mut annotations, settings)?;
    for (index, take) in repertoire.takes.iter().enumerate() {
        if let Some(original) = original(take) {
            annotations[index] = annotations[original].mirrored();
        }
    }
    for (take, annotation) in repertoire.takes.iter_mut().zip(annotations) {
        take.annotation = annotation;
    }
    Ok(remarks)
}

/// One take by itself.
fn annotate_take(
    skeleton: &Skeleton,
    take: &Take,
    settings: &Settings,
    learned: Option<&Learned>,
) -> Result<Annotation, ActionError> {
    let Take { clip, edits, .. } = take;
    let frames = frames(take);
    let world = WorldClip::new(skeleton, clip);
    let (mut supports, support_method) = match learned {
        Some(learned) => (learned::find(skeleton, &world, learned)?, learned.method()),
        None => (supports::find(skeleton, &world, &settings.supports)?, SupportMethod::Automatic),
    };
    edits.apply_to_supports(&mut supports, frames);

    let mut strikes = strikes::find(skeleton, &world, &supports, &settings.strikes)?;
    edits.apply_to_strikes(&mut strikes, frames, |frame, limb| {
        strikes::measure(skeleton, &world, frame, limb, &settings.strikes).ok().flatten()
    });

    let reading = actions::read(skeleton, clip, &supports, &strikes, &settings.actions)?;
    let mut cuts = actions::cut(&reading, skeleton, clip, &supports, &settings.actions);
    edits.apply_to_cuts(&mut cuts, frames);
    let spans: Vec<Span> = actions::tiles(&cuts, clip.frames()).collect();
    let mut actions = actions::classes::suggest(&reading, &strikes, &spans);
    edits.apply_to_actions(&mut actions, frames);
    let floor = floor::find(skeleton, &world, &settings.supports)?;
    let holds = holds::find(&reading, &actions);
    Ok(Annotation { supports, support_method, floor, strikes, actions, holds })
}

fn frames(take: &Take) -> Frames {
    Frames { rate: f64::from(take.clip.rate()), count: take.clip.frames() as u32 }
}

/// Learns supports from what was labelled in all takes; none where nothing was.
fn learn(repertoire: &Repertoire, settings: &Settings) -> Option<Result<Learned, LearnError>> {
    let labelled: Vec<(WorldClip, Vec<Label>)> = repertoire
        .takes
        .iter()
        .filter(|take| !take.edits.supports.is_empty() && take.mirrored_from.is_none())
        .map(|take| {
            let label = |edit: &crate::edits::SupportEdit| Label {
                side: Side::from(edit.foot),
                span: frames(take).span(edit.from, edit.to),
                down: edit.down,
            };
            let world = WorldClip::new(&repertoire.skeleton, &take.clip);
            (world, take.edits.supports.iter().map(label).collect())
        })
        .collect();
    let takes: Vec<Labelled<'_>> = labelled
        .iter()
        .map(|(world, labels)| Labelled { skeleton: &repertoire.skeleton, world, labels })
        .collect();
    (!takes.is_empty()).then(|| learned::learn(&takes, &settings.learn))
}

/// Gives the classes of actions labelled by hand to those that are most like them.
fn label_alike(
    repertoire: &Repertoire,
    annotations: &mut [Annotation],
    settings: &Settings,
) -> Result<(), AnnotateError> {
    let is_known = |action: &Action| action.origin == Origin::Hand;
    if !annotations.iter().any(|annotation| annotation.actions.iter().any(is_known)) {
        return Ok(());
    }
    let rows: Vec<Vec<Vec<f32>>> = repertoire
        .takes
        .par_iter()
        .zip(annotations.par_iter())
        .map(|(take, annotation)| {
            if annotation.actions.is_empty() {
                return Ok(Vec::new());
            }
            let Annotation { supports, strikes, .. } = annotation;
            let reading =
                actions::read(&repertoire.skeleton, &take.clip, supports, strikes, &settings.actions)
                    .map_err(|why| AnnotateError::Take { take: take.clip.name.clone(), why })?;
            Ok(annotation.actions.iter().map(|action| similar::describe(&reading, action.span)).collect())
        })
        .collect::<Result<_, _>>()?;
    let pairs = || annotations.iter().zip(&rows).flat_map(|(of, rows)| of.actions.iter().zip(rows));
    let known: Vec<similar::Labelled> = pairs()
        .filter(|(action, _)| is_known(action))
        .map(|(action, row)| similar::Labelled::of(row.clone(), action))
        .collect();
    for (annotation, rows) in annotations.iter_mut().zip(&rows) {
        for (action, row) in annotation.actions.iter_mut().zip(rows) {
            *action = similar::label(&known, row, action, &settings.similar);
        }
    }
    Ok(())
}
