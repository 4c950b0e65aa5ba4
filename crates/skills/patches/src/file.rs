//! A baked file: patterns, patches and joins, sealed; and checked as if an enemy had written it.

use footwork_annotate::sealed::SealError;
use footwork_annotate::{Repertoire, baked};
use serde::{Deserialize, Serialize};

use crate::acts::Acts;
use crate::joins::{Joins, MOST};
use crate::patch::Patch;
use crate::pattern::{self, Pattern};

/// Patches of a repertoire and how they join.
#[derive(Clone, Debug, PartialEq)]
pub struct PatchBook {
    /// Of the repertoire.
    pub fingerprint: u64,
    /// The patterns as they were written.
    pub text: String,
    /// What they say.
    pub patterns: Vec<Pattern>,
    /// How many acts the repertoire has.
    pub acts: u32,
    /// All patches, in the order of their patterns.
    pub patches: Vec<Patch>,
    /// What can be joined.
    pub joins: Joins,
}

#[derive(Serialize, Deserialize)]
struct Wire {
    text: String,
    acts: u32,
    patches: Vec<Patch>,
    joins: Joins,
}

impl PatchBook {
    /// What its file is sealed with.
    pub const KIND: &str = "patches";
    /// Of the file.
    pub const VERSION: u32 = 2;

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let PatchBook { text, acts, patches, joins, .. } = self.clone();
        baked::to_bytes(Self::KIND, Self::VERSION, self.fingerprint, &Wire { text, acts, patches, joins })
    }

    /// Reads a file. Everything that can be known without the repertoire is checked.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatchBook, SealError> {
        let (fingerprint, wire): (u64, Wire) = baked::from_bytes(Self::KIND, Self::VERSION, bytes)?;
        let Wire { text, acts, patches, joins } = wire;
        let nonsense = |what: String| SealError::Nonsense(what);
        let patterns = pattern::parse(&text).map_err(|error| nonsense(error.to_string()))?;
        if patches.len() > MOST {
            return Err(nonsense(format!("{} patches", patches.len())));
        }
        for patch in &patches {
            patch.check(&|_| Some(u32::MAX), acts as usize, patterns.len()).map_err(nonsense)?;
        }
        let tables = joins.both.iter().chain(&joins.one).chain(&joins.spatial);
        for table in tables {
            if !table.is_sound() || table.side() != patches.len() {
                return Err(nonsense("a table of joins is not as large as there are patches".to_string()));
            }
        }
        Ok(PatchBook { fingerprint, text, patterns, acts, patches, joins })
    }

    /// Refuses a repertoire that it was not baked from. A file may state any fingerprint, so all that it names is looked up.
    pub fn check(&self, repertoire: &Repertoire) -> Result<(), SealError> {
        baked::check(self.fingerprint, repertoire)?;
        let rate = repertoire.takes.first().map_or(60.0, |take| take.clip.rate());
        let stride = (rate / 60.0).round().max(1.0) as usize;
        let frames = |take: u32| {
            repertoire.takes.get(take as usize).map(|take| take.clip.frames().div_ceil(stride) as u32)
        };
        for patch in &self.patches {
            patch.check(&frames, self.acts as usize, self.patterns.len()).map_err(SealError::Nonsense)?;
        }
        Ok(())
    }

    /// Refuses acts that it was not made of.
    pub fn check_acts(&self, acts: &Acts) -> Result<(), SealError> {
        let known = self.patches.iter().flat_map(|patch| patch.turns.iter().flatten());
        let mut known = known.map(|turn| (turn, acts.all.get(turn.act as usize)));
        let same = known.all(|(turn, act)| act.is_some_and(|act| act.take == turn.take));
        match same && acts.all.len() == self.acts as usize {
            true => Ok(()),
            false => Err(SealError::OtherRepertoire),
        }
    }

    /// The patches of a pattern.
    pub fn of(&self, pattern: &str) -> impl Iterator<Item = usize> + '_ {
        let number = self.patterns.iter().position(|known| known.name == pattern);
        (0..self.patches.len()).filter(move |at| Some(usize::from(self.patches[*at].pattern)) == number)
    }
}

#[cfg(feature = "bake")]
mod bake {
    use footwork_plan::progress::{Flow, Hear, Progress, part, rising};

    use super::PatchBook;
    use crate::acts::Acts;
    use crate::generate::{GenerateError, Sampling, generate};
    use crate::joins::Joins;
    use crate::pattern;

    /// Why nothing was baked.
    #[derive(Clone, Debug, PartialEq, thiserror::Error)]
    #[allow(missing_docs)]
    pub enum BakeError {
        #[error(transparent)]
        Pattern(#[from] pattern::PatternError),
        #[error(transparent)]
        Generate(#[from] GenerateError),
    }

    /// A baked book, and what a pattern gave.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Bake {
        /// Ready to be written.
        pub book: PatchBook,
        /// Of each pattern: its name, tries, fulfilments, and how many patches were kept.
        pub given: Vec<(String, [usize; 3])>,
        /// Patterns that nothing fulfils, each with a sentence.
        pub unfulfilled: Vec<String>,
    }

    /// Bakes patterns. One that nothing fulfils is told of; all that nothing fulfils are an error.
    pub fn bake(
        acts: &Acts,
        text: &str,
        fingerprint: u64,
        sampling: &Sampling,
        hear: Hear<'_>,
    ) -> Result<Bake, BakeError> {
        let patterns = pattern::parse(text)?;
        // Threads come through in any order.
        let hear: Hear<'_> = &rising(hear);
        let (mut patches, mut given, mut unfulfilled) = (Vec::new(), Vec::new(), Vec::new());
        let mut last = None;
        for (number, pattern) in patterns.iter().enumerate() {
            let share = |at: usize| 0.9 * at as f32 / patterns.len() as f32;
            let own = part(hear, share(number), share(number + 1));
            match generate(acts, pattern, number as u16, sampling, &own) {
                Ok(found) => {
                    given.push((pattern.name.clone(), [found.tried, found.fulfilled, found.patches.len()]));
                    patches.extend(found.patches);
                }
                Err(GenerateError::Stopped) => return Err(GenerateError::Stopped.into()),
                Err(error) => {
                    unfulfilled.push(error.to_string());
                    last = Some(error);
                }
            }
        }
        if let (true, Some(error)) = (patches.is_empty(), last) {
            return Err(error.into());
        }
        if hear(Progress { done: 0.9, stage: "joins" }) == Flow::Stop {
            return Err(GenerateError::Stopped.into());
        }
        let joins = if sampling.joins { Joins::new(acts, &patches) } else { Joins::none(patches.len()) };
        if hear(Progress { done: 1.0, stage: "joins" }) == Flow::Stop {
            return Err(GenerateError::Stopped.into());
        }
        let acts = acts.all.len() as u32;
        let book = PatchBook { fingerprint, text: text.to_string(), patterns, acts, patches, joins };
        Ok(Bake { book, given, unfulfilled })
    }
}

#[cfg(feature = "bake")]
pub use bake::{Bake, BakeError, bake};
