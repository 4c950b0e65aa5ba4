//! What a stage is made of and what never changes in a step: rigs, minds, directors, paths.

use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use crate::director::SharedDirector;
use crate::mind::SharedMind;
use crate::path::Path;
use crate::reflex::SharedReflex;
use crate::rig::Rig;

/// Numbered in the order in which they came; nothing is ever taken away.
#[derive(Clone, Default)]
pub(crate) struct Cast {
    pub rigs: Vec<Arc<Rig>>,
    pub minds: Vec<SharedMind>,
    pub directors: Vec<SharedDirector>,
    pub reflexes: Vec<SharedReflex>,
    pub paths: Vec<Path>,
}

impl Cast {
    /// How many words what is remembered of an actor takes, at most.
    pub fn words(&self) -> usize {
        let minds = self.minds.iter().map(|mind| mind.0.words());
        minds.chain(self.directors.iter().map(|director| director.0.member_words())).max().unwrap_or(0)
    }

    /// How many words a reflex remembers of an actor, at most.
    pub fn reflex_words(&self) -> usize {
        self.reflexes.iter().map(|reflex| reflex.0.words()).max().unwrap_or(0)
    }

    /// How many words a director remembers, at most.
    pub fn director_words(&self) -> usize {
        self.directors.iter().map(|director| director.0.words()).max().unwrap_or(0)
    }
}

/// A number for a body and everything it can do. Another recording, or another skeleton, gives another one.
pub(crate) fn of_rig(rig: &Rig) -> u64 {
    let mut hash = Xxh3::new();
    for joint in rig.skeleton().joints() {
        hash.update(joint.name.as_bytes());
        hash.update(&joint.parent.map_or(0, |parent| parent as u64 + 1).to_le_bytes());
        hash.update(bytemuck::bytes_of(&joint.offset));
    }
    for take in &rig.repertoire().takes {
        hash.update(take.clip.name.as_bytes());
        hash.update(&take.clip.rate().to_le_bytes());
        for frame in 0..take.clip.frames() {
            let pose = take.clip.frame(frame);
            hash.update(bytemuck::cast_slice(pose.translations));
            hash.update(bytemuck::cast_slice(pose.rotations));
        }
    }
    hash.digest()
}

/// A number for a kind of mind: its type, and what it remembers.
pub(crate) fn of_mind(mind: &SharedMind) -> u64 {
    named(mind.0.type_name(), &[mind.0.words()])
}

/// A number for a kind of director.
pub(crate) fn of_director(director: &SharedDirector) -> u64 {
    named(director.0.type_name(), &[director.0.words(), director.0.member_words()])
}

/// A number for a kind of reflex.
pub(crate) fn of_reflex(reflex: &SharedReflex) -> u64 {
    named(reflex.0.type_name(), &[reflex.0.words()])
}

/// A number for a path.
pub(crate) fn of_path(path: &Path) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&[u8::from(path.repeats())]);
    for (seconds, place) in path.keys() {
        hash.update(&seconds.to_le_bytes());
        hash.update(bytemuck::bytes_of(&place.translation));
        hash.update(bytemuck::bytes_of(&place.rotation));
    }
    hash.digest()
}

fn named(type_name: &str, words: &[usize]) -> u64 {
    let mut hash = Xxh3::new();
    without_modules(type_name).for_each(|name| hash.update(name.as_bytes()));
    words.iter().for_each(|words| hash.update(&(*words as u64).to_le_bytes()));
    hash.digest()
}

/// The names in a type's name, without the crates and modules they are in: a game that is renamed, or whose files move, can still
/// read its saves.
fn without_modules(type_name: &str) -> impl Iterator<Item = &str> {
    type_name.split_inclusive(['<', '>', ',', ' ', '&', '(', ')', '[', ']', ';']).map(|name| {
        let (_, own) = name.rsplit_once("::").unwrap_or(("", name));
        own
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mind_keeps_its_fingerprint_when_its_crate_is_renamed_or_its_module_moves() {
        let of = |name: &str| named(name, &[3]);
        assert_eq!(of("game::minds::Guard"), of("sequel::Guard"));
        assert_eq!(
            of("game::Either<game::minds::Guard, game::Thief>"),
            of("a::Either<b::Guard, c::d::Thief>")
        );
        assert_ne!(of("game::Guard"), of("game::Thief"));
        assert_ne!(
            of("game::Either<game::Guard, game::Thief>"),
            of("game::Either<game::Thief, game::Guard>")
        );
        assert_ne!(of("game::Guard"), named("game::Guard", &[4]));
    }
}
