//! The repertoire: everything one performer can do.

mod file;

use footwork_motion::{Clip, Skeleton};
use xxhash_rust::xxh3::Xxh3;

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
    /// Differs for repertoires whose bodies or motions differ: what is baked keeps it, and is played with no other. What
    /// was said about the takes does not matter.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        let mut floats =
            |values: &[f32]| values.iter().for_each(|value| hash.update(&value.to_bits().to_le_bytes()));
        floats(&[self.skeleton.len() as f32, self.takes.len() as f32]);
        self.skeleton.offsets().iter().for_each(|offset| floats(&offset.to_array()));
        for take in &self.takes {
            floats(&[take.clip.rate(), take.clip.frames() as f32]);
            for frame in 0..take.clip.frames() {
                let pose = take.clip.frame(frame);
                pose.translations.iter().for_each(|translation| floats(&translation.to_array()));
                pose.rotations.iter().for_each(|rotation| floats(&rotation.to_array()));
            }
        }
        hash.digest()
    }
}
