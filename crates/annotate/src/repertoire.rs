//! The repertoire: everything one performer can do.

mod check;
mod file;
mod fingerprint;

use footwork_motion::{Clip, Mirror, MissingRole, Skeleton};

use crate::annotation::Annotation;
use crate::edits::Edits;

/// A skeleton, its clips and what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Repertoire {
    /// The one body that everything is on.
    pub skeleton: Skeleton,
    /// Everything that was recorded, all at one rate, in the order in which it was added.
    pub takes: Vec<Take>,
}

/// A clip and what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// The motion. Its name is unique in the repertoire.
    pub clip: Clip,
    /// What it means.
    pub annotation: Annotation,
    /// What a person said about it; annotating again keeps it.
    pub edits: Edits,
    /// The name of the take that this is the mirror image of.
    pub mirrored_from: Option<String>,
}

impl Take {
    /// A take that nobody has said anything about.
    pub fn new(clip: Clip, annotation: Annotation) -> Take {
        Take { clip, annotation, edits: Edits::default(), mirrored_from: None }
    }
}

impl Repertoire {
    /// Adds the mirror image of every take that has none yet, after all takes. Those that are there stay as they are.
    pub fn with_mirrors(mut self) -> Result<Repertoire, MissingRole> {
        for index in 0..self.takes.len() {
            let take = &self.takes[index];
            let name = format!("{}.mirrored", take.clip.name);
            let there = self.takes.iter().any(|other| other.clip.name == name);
            if there || take.mirrored_from.is_some() {
                continue;
            }
            let mut clip = Mirror::new(&self.skeleton, &take.clip)?.clip(&take.clip);
            clip.name = name;
            let mut twin = Take::new(clip, take.annotation.mirrored());
            twin.edits = take.edits.mirrored();
            twin.mirrored_from = Some(take.clip.name.clone());
            self.takes.push(twin);
        }
        Ok(self)
    }
}
