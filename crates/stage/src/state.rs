//! The state of a stage: plain data in flat lists, so that a snapshot is a handful of copies and a hash reads bits.

use footwork_motion::Transform;
use glam::{Quat, Vec3};

use crate::body::Body;
use crate::contact::Contact;
use crate::cue::{Controls, Cue};
use crate::event::Event;
use crate::mind::Memory;
use crate::offset::Offset;
use crate::prop::Prop;
use crate::rng::Rng;

/// Everything about a running stage that changes. Two stages with the same people and minds and an equal state go on
/// in the same way, to the bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct State {
    /// How many steps were made.
    pub tick: u64,
    pub bodies: Vec<Body>,
    pub memories: Vec<Memory>,
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
    pub props: Vec<Prop>,
}

impl State {
    /// Becomes a copy of another state. Allocates only where it holds less than the other.
    pub fn copy_from(&mut self, other: &State) {
        self.tick = other.tick;
        self.bodies.clone_from(&other.bodies);
        self.memories.clone_from(&other.memories);
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
        self.props.clone_from(&other.props);
    }

    /// A number that differs, but for one chance in 2⁶⁴, where any bit of the state does.
    pub fn hash(&self) -> u64 {
        let mut hash = Hash::new();
        hash.word(self.tick);
        hash.all(&self.bodies);
        hash.all(&self.memories);
        hash.all(&self.rngs);
        hash.all(&self.controls);
        hash.all(&self.rotations);
        hash.all(&self.translations);
        hash.all(&self.turns);
        hash.all(&self.slides);
        hash.all(&self.world);
        hash.all(&self.world_before);
        hash.all(&self.events);
        hash.all(&self.cues);
        hash.all(&self.contacts);
        hash.all(&self.props);
        hash.end()
    }
}

/// A state that was put aside. See [`Stage::snapshot`](crate::Stage::snapshot).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    pub(crate) state: State,
}

impl Snapshot {
    /// An empty one, to be filled by [`Stage::snapshot_into`](crate::Stage::snapshot_into).
    pub fn new() -> Snapshot {
        Snapshot::default()
    }

    /// How many steps the stage had made.
    pub fn tick(&self) -> u64 {
        self.state.tick
    }

    /// The hash of the state in it.
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }
}

/// Why a snapshot was refused. The stage is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RestoreError {
    #[error(
        "the snapshot is of another stage: actor {actor} has a body that this one does not know; restore it \
         to a stage with the same repertoires, added in the same order"
    )]
    OtherBody { actor: usize },
    #[error(
        "the snapshot is of another stage: actor {actor} has a mind that this one does not know; restore it \
         to a stage with the same minds, added in the same order"
    )]
    OtherMind { actor: usize },
}

/// Mixes words into 64 bits. Not for secrets.
pub(crate) struct Hash {
    sum: u64,
}

impl Hash {
    pub fn new() -> Hash {
        Hash { sum: 0x243f_6a88_85a3_08d3 }
    }

    #[inline]
    pub fn word(&mut self, word: u64) {
        // An odd multiplier and a rotation are both invertible: two states that differ in one word never agree.
        self.sum = (self.sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    #[inline]
    pub fn float(&mut self, value: f32) {
        self.word(u64::from(value.to_bits()));
    }

    #[inline]
    pub fn pair(&mut self, a: f32, b: f32) {
        self.word(u64::from(a.to_bits()) << 32 | u64::from(b.to_bits()));
    }

    #[inline]
    pub fn vec3(&mut self, v: Vec3) {
        self.pair(v.x, v.y);
        self.float(v.z);
    }

    pub fn all(&mut self, items: &[impl Feed]) {
        self.word(items.len() as u64);
        items.iter().for_each(|item| item.feed(self));
    }

    pub fn end(self) -> u64 {
        let sum = (self.sum ^ (self.sum >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        sum ^ (sum >> 29)
    }
}

/// What a state is made of gives all of its bits to a hash.
pub(crate) trait Feed {
    fn feed(&self, hash: &mut Hash);
}

impl Feed for Vec3 {
    #[inline]
    fn feed(&self, hash: &mut Hash) {
        hash.vec3(*self);
    }
}

impl Feed for Quat {
    #[inline]
    fn feed(&self, hash: &mut Hash) {
        hash.pair(self.x, self.y);
        hash.pair(self.z, self.w);
    }
}

impl Feed for Transform {
    #[inline]
    fn feed(&self, hash: &mut Hash) {
        self.rotation.feed(hash);
        hash.vec3(self.translation);
    }
}
