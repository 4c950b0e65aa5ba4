//! From a scene's table to what decides for an actor.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use footwork_stage::{Prop, Rig, SharedDirector, SharedMind, SharedReflex};

use crate::{About, Failure, Hear, Lesson};

/// What a scene's table asks for: read and checked, and not made yet.
pub trait Casting: std::fmt::Debug + Send + Sync {
    /// Makes it. Slow where something has to be baked.
    fn make(&self, context: &Context<'_>) -> Result<Control, Failure>;

    /// What the skill is in this casting: a table may ask for something that can do less, or hears other buttons. The page
    /// goes by it.
    fn about(&self, skill: About) -> About {
        skill
    }

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
    /// A reflex, which an actor has beside what decides for it.
    Reflex(SharedReflex),
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
    /// What castings of one scene share.
    pub shelf: &'a Shelf,
    /// Keeps what was baked, where somebody keeps it.
    pub cache: Option<&'a dyn Cache>,
}

/// Keeps what was baked, so that the same is not baked twice.
pub trait Cache: Sync {
    /// What was kept under a name.
    fn find(&self, name: &str) -> Option<Vec<u8>>;
    /// Keeps something under a name. Where that does not work, it is baked again the next time.
    fn keep(&self, name: &str, bytes: &[u8]);
}

/// How a baked thing is written and read: its file's kind and version, and both ways.
pub struct Sealed<'a, T> {
    /// As its file is sealed with.
    pub kind: &'a str,
    /// As its file is sealed with.
    pub version: u32,
    /// As a file.
    pub write: &'a dyn Fn(&T) -> Vec<u8>,
    /// From a file; none where it is not one, or of another version or repertoire: it is then baked anew.
    pub read: &'a dyn Fn(&[u8]) -> Option<T>,
}

impl Context<'_> {
    /// What was baked before from the same repertoire with the same settings, or what is baked now and kept. `settings`
    /// has to tell apart all that is baked differently. What is new is read back from what was written, so that nobody
    /// can tell whether it was kept.
    pub fn baked<T>(
        &self,
        sealed: Sealed<'_, T>,
        settings: &dyn std::fmt::Debug,
        bake: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(cache) = self.cache else { return bake() };
        let (kind, version) = (sealed.kind, sealed.version);
        let settings = fingerprint(format!("{settings:?}").as_bytes());
        let repertoire = self.rig.repertoire().fingerprint();
        let name = format!("{kind}-{version}-{repertoire:016x}-{settings:016x}");
        if let Some(kept) = cache.find(&name).and_then(|bytes| (sealed.read)(&bytes)) {
            return Ok(kept);
        }
        let made = bake()?;
        let bytes = (sealed.write)(&made);
        cache.keep(&name, &bytes);
        Ok((sealed.read)(&bytes).unwrap_or(made))
    }
}

/// FNV-1a: a few hundred bytes of settings, told apart the same way on every platform.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// What was made for one casting and serves another: two fighters who want different things go by the same graph.
#[derive(Default)]
pub struct Shelf {
    made: Mutex<Vec<(String, Arc<dyn Any + Send + Sync>)>>,
}

impl Shelf {
    /// What is there by a name, or is made now and put there. The name says everything that it depends on.
    pub fn get<T: Any + Send + Sync>(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<Arc<T>, Failure> {
        let made = |shelf: &Vec<(String, Arc<dyn Any + Send + Sync>)>| {
            let found = shelf.iter().find(|(known, _)| known == name)?;
            found.1.clone().downcast::<T>().ok()
        };
        if let Some(found) = made(&self.made.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(found);
        }
        let new = Arc::new(make()?);
        let mut shelf = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.push((name.to_string(), new.clone()));
        Ok(new)
    }
}
