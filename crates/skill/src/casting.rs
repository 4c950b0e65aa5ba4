//! From a scene's table to what decides for an actor.

use footwork_stage::{Prop, Rig, SharedDirector, SharedMind};

use crate::{Failure, Hear, Lesson};

/// What a scene's table asks for: read and checked, and not made yet.
pub trait Casting: std::fmt::Debug + Send + Sync {
    /// Makes it. Slow where something has to be baked.
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure>;

    /// Actors whose castings have the same key share what is made.
    fn key(&self) -> String {
        format!("{self:?}")
    }
}

/// What decides for an actor.
pub enum Control {
    /// Nobody: it stands.
    Nobody,
    /// A mind, for each actor by itself.
    Mind(SharedMind),
    /// A director, for all actors that share it.
    Director(SharedDirector),
}

/// What may be needed to make a mind.
pub struct Context<'a> {
    /// The body and everything it can do.
    pub rig: &'a Rig,
    /// What else is on the stage.
    pub props: &'a [Prop],
    /// Reads a file that the scene names, as it is written there.
    pub load: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
    /// Recorded play, for skills that learn from it; none where nobody has played.
    pub lessons: &'a [Lesson],
    /// Hears how far baking has come.
    pub hear: Hear<'a>,
}
