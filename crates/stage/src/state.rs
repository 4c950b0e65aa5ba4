//! The state of a stage: plain data in flat lists, so that a snapshot is a handful of copies.
//!
//! What a state is made of is listed once, by its types: its hash is that of the bytes that a save game would hold, so
//! that nothing can be in one and not in the other. In these bytes every option and every variant carries a tag.

use std::sync::Arc;

use footwork_motion::Transform;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::body::{Body, Driver};
use crate::contact::Contact;
use crate::cue::{Controls, Cue};
use crate::event::Event;
use crate::given::GivenPoses;
use crate::memory::Memories;
use crate::offset::Offset;
use crate::prop::{Prop, PropId};
use crate::reflex::REFLEXES;
use crate::rig::Rig;
use crate::stage::ActorId;
use footwork_motion::Rng;

/// Everything about a running stage that changes. Two stages with the same people and minds and an equal state go on
/// in the same way, to the bit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// How many steps were made.
    pub tick: u64,
    /// The id of the next actor that comes.
    pub next_actor: u32,
    /// Who is there, in rising order. What follows is one entry each, in the same order.
    pub ids: Vec<ActorId>,
    pub bodies: Vec<Body>,
    pub memories: Memories,
    pub rngs: Vec<Rng>,
    pub controls: Vec<Controls>,
    /// The shown pose of every actor, one after the other.
    pub rotations: Vec<Quat>,
    pub translations: Vec<Vec3>,
    /// How each rotation and translation differs from what is played.
    pub turns: Vec<Offset>,
    pub slides: Vec<Offset>,
    /// Where every joint is, now and one step ago.
    pub world: Vec<Transform>,
    pub world_before: Vec<Transform>,
    /// What happened in the last step, sorted.
    pub events: Vec<Event>,
    /// Cues that are still to come, by tick; those of one tick in the order in which they were given.
    pub cues: Vec<Cue>,
    /// Who touches whom, sorted.
    pub contacts: Vec<Contact>,
    /// The id of the next prop that comes.
    pub next_prop: u32,
    /// In the order of their ids.
    pub props: Vec<Prop>,
    pub given: GivenPoses,
    /// What directors remember, and their random numbers, in the order in which they came.
    pub director_memories: Memories,
    pub director_rngs: Vec<Rng>,
    /// What reflexes remember: as many blocks for each actor as it can have reflexes.
    pub reflex_memories: Memories,
}

impl State {
    /// An actor's place in the lists.
    pub fn index_of(&self, id: ActorId) -> Option<usize> {
        // Where nobody has left, that is the id itself.
        let guess = id.0 as usize;
        if self.ids.get(guess) == Some(&id) {
            return Some(guess);
        }
        self.ids.binary_search(&id).ok()
    }

    /// A prop's place in the list.
    pub fn prop_place(&self, id: PropId) -> Option<usize> {
        let guess = id.0 as usize;
        if self.props.get(guess).is_some_and(|prop| prop.id == id) {
            return Some(guess);
        }
        self.props.binary_search_by_key(&id, |prop| prop.id).ok()
    }

    /// Gives an actor another driver. What the last one remembered is forgotten.
    pub fn hand_over(&mut self, index: usize, driver: Driver, at_once: bool) {
        self.bodies[index].hand_over(driver, at_once);
        self.memories.clear(index);
    }

    /// Takes away everything of the actors that leave; all others move up. Allocates nothing. `moved` is told who goes
    /// from which place to which, in rising order.
    pub fn remove_leaving(&mut self, rigs: &[Arc<Rig>], mut moved: impl FnMut(usize, usize)) {
        let (mut kept, mut joint, mut translated_joint) = (0, 0, 0);
        for index in 0..self.bodies.len() {
            let body = self.bodies[index];
            if body.leaves {
                continue;
            }
            let rig = &rigs[body.rig as usize];
            let (joints, translated) = (body.joints(rig), body.translated_joints(rig));
            let ends = (joint + joints.len(), translated_joint + translated.len());
            if kept != index {
                self.ids[kept] = self.ids[index];
                self.rngs[kept] = self.rngs[index];
                self.controls[kept] = self.controls[index];
                self.memories.copy_block(index, kept);
                for slot in 0..REFLEXES {
                    self.reflex_memories.copy_block(index * REFLEXES + slot, kept * REFLEXES + slot);
                }
                self.bodies[kept] =
                    Body { first_joint: joint as u32, first_translated: translated_joint as u32, ..body };
                self.rotations.copy_within(joints.clone(), joint);
                self.turns.copy_within(joints.clone(), joint);
                self.world.copy_within(joints.clone(), joint);
                self.world_before.copy_within(joints.clone(), joint);
                self.translations.copy_within(translated.clone(), translated_joint);
                self.slides.copy_within(translated.clone(), translated_joint);
                if !self.given.rotations.is_empty() {
                    self.given.rotations.copy_within(joints, joint);
                    self.given.translations.copy_within(translated, translated_joint);
                }
                moved(index, kept);
            }
            (joint, translated_joint) = ends;
            kept += 1;
        }
        self.ids.truncate(kept);
        self.bodies.truncate(kept);
        self.rngs.truncate(kept);
        self.controls.truncate(kept);
        self.memories.truncate(kept);
        self.reflex_memories.truncate(kept * REFLEXES);
        self.rotations.truncate(joint);
        self.turns.truncate(joint);
        self.world.truncate(joint);
        self.world_before.truncate(joint);
        self.translations.truncate(translated_joint);
        self.slides.truncate(translated_joint);
        self.given.rotations.truncate(joint);
        self.given.translations.truncate(translated_joint);
        let ids = &self.ids;
        let is_here = |id: &ActorId| ids.binary_search(id).is_ok();
        self.contacts.retain(|contact| contact.actors.iter().all(is_here));
    }

    /// Becomes a copy of another state. Allocates only where it holds less than the other.
    pub fn copy_from(&mut self, other: &State) {
        self.tick = other.tick;
        self.next_actor = other.next_actor;
        self.ids.clone_from(&other.ids);
        self.bodies.clone_from(&other.bodies);
        self.memories.copy_from(&other.memories);
        self.rngs.clone_from(&other.rngs);
        self.controls.clone_from(&other.controls);
        self.rotations.clone_from(&other.rotations);
        self.translations.clone_from(&other.translations);
        self.turns.clone_from(&other.turns);
        self.slides.clone_from(&other.slides);
        self.world.clone_from(&other.world);
        self.world_before.clone_from(&other.world_before);
        self.events.clone_from(&other.events);
        self.cues.clone_from(&other.cues);
        self.contacts.clone_from(&other.contacts);
        self.next_prop = other.next_prop;
        self.props.clone_from(&other.props);
        self.given.copy_from(&other.given);
        self.director_memories.copy_from(&other.director_memories);
        self.director_rngs.clone_from(&other.director_rngs);
        self.reflex_memories.copy_from(&other.reflex_memories);
    }

    /// A number that differs, but for one chance in 2⁶⁴, where any bit of the state does.
    pub fn hash(&self) -> u64 {
        // Hashing cannot fail; a serializer that says so must not be taken for a state.
        postcard::serialize_with_flavor(self, Hashing(Xxh3::new())).unwrap_or(0)
    }
}

/// Hashes what is written instead of keeping it.
struct Hashing(Xxh3);

impl postcard::ser_flavors::Flavor for Hashing {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.update(&[byte]);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.update(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0.digest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Move, Reach};
    use footwork_annotate::Limb;

    #[test]
    fn a_hash_tells_options_apart_by_where_they_are() {
        let reach = Reach { limb: Limb::LeftHand, point: Vec3::ZERO, at: 0.0, ease: 0.0, weight: 0.0 };
        let hash = |reaches: [Option<Reach>; Move::REACHES]| {
            postcard::serialize_with_flavor(&reaches, Hashing(Xxh3::new())).unwrap()
        };
        assert_ne!(hash([Some(reach), None, None, None]), hash([None, Some(reach), None, None]));
        assert_ne!(hash([None; 4]), hash([None, Some(reach), None, None]));
        let hash = |target, tick| {
            let controls = vec![Controls { target, ..Controls::default() }];
            State { controls, tick, ..State::default() }.hash()
        };
        assert_ne!(hash(None, 0), hash(Some(Vec3::ZERO), 0));
        assert_ne!(hash(None, 0), hash(None, 1));
    }
}
