//! What baking gives: responses, labelled examples and what reduces a body to five numbers. Plain data that can be saved.

use footwork_annotate::sealed::SealError;
use footwork_annotate::{Repertoire, baked};
use serde::{Deserialize, Serialize};

use crate::configuration::Reduction;
use crate::oracle::{Example, Scales};
use crate::response::Response;

/// Everything the reflex needs beside the repertoire that it was baked from.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// Of the repertoire.
    pub fingerprint: u64,
    /// What is in it.
    pub content: Content,
}

/// What a file holds beside the fingerprint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// What makes five numbers of a configuration.
    pub reduction: Reduction,
    /// What can be played.
    pub responses: Vec<Response>,
    /// What was labelled.
    pub examples: Vec<Example>,
    /// The units of distances.
    pub scales: Scales,
    /// m/s that the pushed point goes at first for each m/s of a deformation.
    pub answer: f32,
    /// m/s of a pushed point for each m/s of the centre of mass, in recordings.
    pub ratio: f32,
    /// The quality below which a response is worse than a fall.
    pub threshold: f32,
}

impl Skill {
    /// The kind of its file.
    pub const KIND: &str = "push";

    /// The version of its file; one more whenever what is written changes.
    pub const VERSION: u32 = 1;

    /// More than this are not weighed at a push, nor kept.
    pub const MOST_RESPONSES: usize = 4096;
    /// The same for examples.
    pub const MOST_EXAMPLES: usize = 65_536;

    /// All of it as the bytes of a `.skill` file. The same skill gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        baked::to_bytes(Self::KIND, Self::VERSION, self.fingerprint, &self.content)
    }

    /// Reads the bytes of a `.skill` file. Whether it fits a repertoire, [`Skill::check`] says.
    pub fn from_bytes(bytes: &[u8]) -> Result<Skill, SealError> {
        let (fingerprint, content): (u64, Content) = baked::from_bytes(Self::KIND, Self::VERSION, bytes)?;
        let skill = Skill { fingerprint, content };
        skill.is_whole().map_err(|what| SealError::Nonsense(what.to_string()))?;
        Ok(skill)
    }

    /// Refuses a repertoire that it was not baked from. A file may state any fingerprint, so what it plays is looked up as
    /// well.
    pub fn check(&self, repertoire: &Repertoire) -> Result<(), SealError> {
        baked::check(self.fingerprint, repertoire)?;
        let there = |response: &Response| {
            let segment = response.segment;
            let seconds = repertoire.takes.get(segment.take as usize).map(|take| take.clip.seconds());
            seconds.is_some_and(|seconds| segment.end <= seconds + 1e-6)
        };
        match self.content.responses.iter().all(there) {
            true => Ok(()),
            false => Err(SealError::Nonsense("a response plays what is in no take".to_string())),
        }
    }

    /// Whether all lists fit together, and all numbers are numbers.
    fn is_whole(&self) -> Result<(), &'static str> {
        let Content { reduction, responses, examples, scales, answer, ratio, threshold } = &self.content;
        if !reduction.is_sound() {
            return Err("configurations cannot be reduced");
        }
        if responses.len() > Self::MOST_RESPONSES || examples.len() > Self::MOST_EXAMPLES {
            return Err("more responses or examples than anybody labels");
        }
        if !responses.iter().all(is_response) {
            return Err("a response whose numbers make no sense");
        }
        let known = |example: &Example| (example.response as usize) < responses.len() && is_example(example);
        if !examples.iter().all(known) {
            return Err("an example whose numbers make no sense");
        }
        let Scales { apart, start, own, push, falloff, turn } = *scales;
        if ![apart, start, own, push, falloff, turn].iter().all(|unit| (0.0..=1e3).contains(unit)) {
            return Err("distances in no unit");
        }
        let sound = (1e-3..=10.0).contains(answer) && (0.1..=10.0).contains(ratio);
        if sound && (0.0..=1.0).contains(threshold) { Ok(()) } else { Err("a threshold beyond all quality") }
    }
}

/// m/s, m: no push and no body has more.
const MOST: f32 = 100.0;

fn is_response(response: &Response) -> bool {
    let segment = response.segment;
    let times = segment.first >= 0.0 && segment.first < segment.end && segment.end.is_finite();
    let places = [response.point, response.velocity, response.gain];
    times
        && places.iter().all(|place| place.abs().max_element() <= MOST)
        && response.start.iter().all(|value| value.abs() <= 1e3)
}

fn is_example(example: &Example) -> bool {
    let places = [example.theta.push, example.impulse.point, example.impulse.velocity];
    example.now.iter().all(|value| value.abs() <= 1e3)
        && places.iter().all(|place| place.abs().max_element() <= 1e3)
        && (0.0..=1e3).contains(&example.theta.falloff)
        && example.turn.abs() <= 4.0
        && (0.0..=1.0).contains(&example.quality)
        && (0.0..=1e3).contains(&example.weight)
}
