//! Baking, as the command and scenes call it.

use crate::{Failure, Hear, OptionInfo, Options};
use footwork_annotate::Repertoire;
use footwork_plan::progress::Keeping;

/// The slow half of a skill.
pub trait Baking: Sync {
    /// What the command lets a user say.
    fn options(&self) -> &'static [OptionInfo];

    /// Options that the command's help shows in examples.
    fn examples(&self) -> &'static [&'static str] {
        &[]
    }

    /// What a repertoire that it can be baked from is called in examples; none for a walker's or a boxer's.
    fn example_repertoire(&self) -> Option<&'static str> {
        None
    }

    /// Bakes. The same repertoire and options give the same bytes, whatever the number of threads.
    fn bake(&self, repertoire: &Repertoire, options: &Options, hear: Hear<'_>) -> Result<Baked, Failure>;

    /// The same, kept on its way, or gone on with from what was kept when it was stopped. Gives the same bytes. A skill that
    /// bakes in moments keeps nothing.
    fn bake_on(
        &self,
        repertoire: &Repertoire,
        options: &Options,
        keeping: &Keeping<'_>,
        hear: Hear<'_>,
    ) -> Result<Baked, Failure> {
        let _ = keeping;
        self.bake(repertoire, options, hear)
    }

    /// The kind and the version that its file is sealed with.
    fn sealed(&self) -> (&'static str, u32);

    /// Reads a baked file as a game would, and checks it against a repertoire where there is one. What is wrong with the
    /// bytes is an error, never a panic.
    fn open(&self, bytes: &[u8], repertoire: Option<&Repertoire>) -> Result<(), Failure>;
}

/// A baked skill.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baked {
    /// The file, sealed.
    pub bytes: Vec<u8>,
    /// What was made, for people: a few lines.
    pub lines: Vec<String>,
    /// What the user should know about how it was made.
    pub warnings: Vec<String>,
}
