//! Snapshots: a state that was put aside, in memory or as bytes in a save game.
//!
//! Bytes are sealed: what they are, which version, how long, and a checksum. With the state go fingerprints of what the
//! stage was made of, so that a save game of other repertoires or minds is refused. Nothing in them is trusted: what is
//! read is checked before it becomes the state of a stage, as if an enemy had written it.

use footwork_annotate::sealed::{self, SealError};
use serde::{Deserialize, Serialize};

use crate::body::{Body, Driver};
use crate::cast::Cast;
use crate::finite::is_finite;
use crate::memory::Memories;
use crate::physics::with_physics;
use crate::play::Segment;
use crate::prop::PropMotion;
use crate::reflex::REFLEXES;
use crate::stage::{ActorId, Stage};
use crate::state::State;

const KIND: &str = "save";
/// Ticks. A stage that has run for longer than this was not stepped: 19 million years at 60 Hz.
const MOST_TICKS: u64 = 1 << 55;
/// Of a save game: with memories of 64 KiB each, that is 64 MiB.
const MOST_DIRECTORS: usize = 1024;

/// A state that was put aside. See [`Stage::snapshot`](crate::Stage::snapshot).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    pub(crate) made_of: Fingerprints,
    pub(crate) state: State,
    /// The state of a physical world, if there is one.
    pub(crate) physics: Option<Vec<u8>>,
}

/// What a stage was made of: a number each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprints {
    pub rigs: Vec<u64>,
    pub minds: Vec<u64>,
    pub directors: Vec<u64>,
    pub reflexes: Vec<u64>,
    pub paths: Vec<u64>,
}

/// Why a snapshot cannot be read, or not be restored. The stage is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RestoreError {
    #[error(
        "the snapshot is of another stage: its rig {rig} is another one here; restore it to a stage with the same \
         repertoires, added in the same order"
    )]
    OtherRig { rig: usize },
    #[error(
        "the snapshot is of another stage: its mind {mind} is another one here; restore it to a stage with the same \
         minds, added in the same order"
    )]
    OtherMind { mind: usize },
    #[error(
        "the snapshot is of another stage: its director {director} is another one here; restore it to a stage with the \
         same directors, added in the same order"
    )]
    OtherDirector { director: usize },
    #[error(
        "the snapshot is of another stage: its reflex {reflex} is another one here; restore it to a stage with the same \
         reflexes, added in the same order"
    )]
    OtherReflex { reflex: usize },
    #[error(
        "the snapshot is of another stage: its path {path} is another one here; restore it to a stage with the same \
         paths, added in the same order"
    )]
    OtherPath { path: usize },
    #[error("the snapshot makes no sense, for {0}; save again, or go back to an older one")]
    Nonsense(&'static str),
    #[error("the snapshot is of a stage with a physical world and this one has none, or the other way round")]
    OtherPhysics,
    #[error("the physical world cannot go on from the snapshot: {0}")]
    Physics(String),
    #[error("the save game cannot be read: {0}")]
    Sealed(#[from] SealError),
}

impl Snapshot {
    /// The version of save games. Others are refused.
    pub const VERSION: u32 = 5;

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
        with_physics(self.state.hash(), self.physics.as_deref())
    }

    /// As bytes, for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing to memory cannot fail; were it to, the bytes would be refused when they are read.
        let payload = postcard::to_allocvec(self).unwrap_or_default();
        sealed::seal(KIND, Snapshot::VERSION, &payload)
    }

    /// Out of bytes. Whether a stage can go on from it is checked by [`Stage::restore`](crate::Stage::restore).
    pub fn from_bytes(bytes: &[u8]) -> Result<Snapshot, RestoreError> {
        let payload = sealed::open(KIND, Snapshot::VERSION, bytes)?;
        let nonsense = |error: postcard::Error| SealError::Nonsense(error.to_string());
        let (mut snapshot, rest): (Snapshot, &[u8]) = postcard::take_from_bytes(payload).map_err(nonsense)?;
        if !rest.is_empty() {
            return Err(RestoreError::Nonsense("it is longer than what is in it"));
        }
        let state = &mut snapshot.state;
        // Memories take as much as the largest of them for each: not before each has its body, its joints or its numbers.
        let (actors, directors) = (state.bodies.len(), state.director_rngs.len());
        if state.reflex_memories.len() != actors * REFLEXES {
            return Err(RestoreError::Nonsense("its lists of reflexes differ in length"));
        }
        if state.memories.len() != actors || state.rotations.len() < actors || state.world.len() < actors {
            return Err(RestoreError::Nonsense("its lists of actors differ in length"));
        }
        if state.director_memories.len() != directors || directors > MOST_DIRECTORS {
            return Err(RestoreError::Nonsense("its lists of directors differ in length, or are too long"));
        }
        state.memories.lay_out();
        state.director_memories.lay_out();
        state.reflex_memories.lay_out();
        Ok(snapshot)
    }
}

impl Stage {
    /// Puts the state aside.
    pub fn snapshot(&self) -> Snapshot {
        let physics = self.physics.as_ref().map(|physics| physics.save());
        Snapshot { made_of: self.made_of.clone(), state: self.state.clone(), physics }
    }

    /// Puts the state aside where another one was. Allocates only if that one was smaller.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.made_of.copy_from(&self.made_of);
        snapshot.state.copy_from(&self.state);
        snapshot.physics = self.physics.as_ref().map(|physics| physics.save());
    }

    /// Goes back, or on, to a state that was put aside; actors that came since are gone, and who left since is there again.
    /// From there on everything happens again in the same way. What was added to the stage since may stay.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), RestoreError> {
        snapshot.made_of.check(&self.made_of)?;
        check(&snapshot.state, &self.cast)?;
        match (&mut self.physics, &snapshot.physics) {
            (Some(physics), Some(bytes)) => physics.load(bytes).map_err(RestoreError::Physics)?,
            (None, None) => {}
            _ => return Err(RestoreError::OtherPhysics),
        }
        self.keep_rings(&snapshot.state.ids);
        self.state.copy_from(&snapshot.state);
        self.make_room();
        Ok(())
    }
}

impl Fingerprints {
    fn copy_from(&mut self, other: &Fingerprints) {
        self.rigs.clone_from(&other.rigs);
        self.minds.clone_from(&other.minds);
        self.directors.clone_from(&other.directors);
        self.reflexes.clone_from(&other.reflexes);
        self.paths.clone_from(&other.paths);
    }

    /// Whether all of it is here, too.
    fn check(&self, here: &Fingerprints) -> Result<(), RestoreError> {
        let other = |own: &[u64], here: &[u64]| (0..own.len()).find(|at| here.get(*at) != Some(&own[*at]));
        if let Some(rig) = other(&self.rigs, &here.rigs) {
            return Err(RestoreError::OtherRig { rig });
        }
        if let Some(mind) = other(&self.minds, &here.minds) {
            return Err(RestoreError::OtherMind { mind });
        }
        if let Some(director) = other(&self.directors, &here.directors) {
            return Err(RestoreError::OtherDirector { director });
        }
        if let Some(reflex) = other(&self.reflexes, &here.reflexes) {
            return Err(RestoreError::OtherReflex { reflex });
        }
        match other(&self.paths, &here.paths) {
            Some(path) => Err(RestoreError::OtherPath { path }),
            None => Ok(()),
        }
    }
}

/// Whether a stage can go on from a state: nothing in it names what is not there, and all lists fit together.
fn check(state: &State, cast: &Cast) -> Result<(), RestoreError> {
    let must = |holds: bool, what| if holds { Ok(()) } else { Err(RestoreError::Nonsense(what)) };
    must(state.tick < MOST_TICKS, "its tick is too large")?;
    must(is_finite(state), "it holds an infinite number, or one that is none")?;
    let actors = state.ids.len();
    let rises = |ids: &[ActorId]| ids.windows(2).all(|pair| pair[0] < pair[1]);
    must(rises(&state.ids), "its actors are not in order")?;
    must(state.ids.last().is_none_or(|last| last.0 < state.next_actor), "an actor has an id of the future")?;
    let lists = [state.bodies.len(), state.rngs.len(), state.controls.len(), state.memories.len()];
    must(lists == [actors; 4], "its lists of actors differ in length")?;
    must(fits(&state.memories) && fits(&state.reflex_memories), "a memory is too large")?;
    must(state.reflex_memories.len() == actors * REFLEXES, "its lists of reflexes differ in length")?;
    check_bodies(state, cast)?;
    let directors = [state.director_memories.len(), state.director_rngs.len()];
    must(directors.iter().all(|count| *count <= cast.directors.len()), "it has too many directors")?;
    must(directors[0] == directors[1], "its lists of directors differ in length")?;
    must(state.cues.is_sorted_by_key(|cue| cue.tick), "its cues are not in order")?;
    must(state.cues.iter().all(|cue| cue.ask.is_sound()), "a cue is none")?;
    must(state.props.windows(2).all(|pair| pair[0].id < pair[1].id), "its props are not in order")?;
    must(
        state.props.last().is_none_or(|last| last.id.0 < state.next_prop),
        "a prop has an id of the future",
    )?;
    must(state.props.iter().all(|prop| prop.is_sound()), "a prop is none")?;
    must(
        state.props.iter().all(|prop| match prop.motion {
            PropMotion::Follows { path, .. } => (path.0 as usize) < cast.paths.len(),
            _ => true,
        }),
        "a prop follows a path that is not there",
    )
}

fn fits(memories: &Memories) -> bool {
    memories.stride() <= crate::memory::MOST_BYTES / size_of::<u64>()
}

fn check_bodies(state: &State, cast: &Cast) -> Result<(), RestoreError> {
    let must = |holds: bool, what| if holds { Ok(()) } else { Err(RestoreError::Nonsense(what)) };
    let (mut joints, mut translated_joints) = (0, 0);
    for body in &state.bodies {
        let Some(rig) = cast.rigs.get(body.rig as usize) else {
            return Err(RestoreError::Nonsense("an actor has a body that is not there"));
        };
        let Body { first_joint, first_translated, .. } = *body;
        must(first_joint as usize == joints, "its joints are not in order")?;
        must(first_translated as usize == translated_joints, "its joints are not in order")?;
        joints += rig.skeleton().len();
        translated_joints += rig.skeleton().translated_joints().len();
        let Segment { take, first, end } = body.segment;
        let Some(take) = rig.take(take) else {
            return Err(RestoreError::Nonsense("an actor plays no take"));
        };
        // The tolerance of `Move::check`; whoever stands may play a moment of no length.
        let inside = first >= 0.0 && first <= end && end <= take.clip.seconds() + 1e-6;
        must(inside, "an actor plays what is not in its take")?;
        let known = match body.driver {
            Driver::Nobody => true,
            Driver::Mind(mind) => (mind as usize) < cast.minds.len(),
            Driver::Director(director) => (director as usize) < cast.directors.len(),
        };
        must(known, "an actor has a mind or a director that is not there")?;
        must(body.rate > 0.0, "an actor stands still in its take")?;
        let known = |reflex: &u16| usize::from(*reflex) <= cast.reflexes.len();
        must(body.reflexes.iter().all(known), "an actor has a reflex that is not there")?;
        must(usize::from(body.holder) <= REFLEXES, "a reflex holds an actor that has not so many")?;
    }
    let lists = [state.rotations.len(), state.turns.len(), state.world.len(), state.world_before.len()];
    must(lists == [joints; 4], "its lists of joints differ in length")?;
    let lists = [state.translations.len(), state.slides.len()];
    must(lists == [translated_joints; 2], "its lists of joints differ in length")?;
    let given = [state.given.rotations.len(), state.given.translations.len()];
    let any_given = state.bodies.iter().any(|body| body.source == crate::given::PoseSource::Given);
    must(
        given == [joints, translated_joints] || (given == [0, 0] && !any_given),
        "its lists of joints differ in length",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_bytes_do_not_ask_for_memories_of_actors_that_are_not_there() {
        // One block of 64 KiB among sixteen thousand empty ones: laid out, that would be 1 GiB.
        let mut blocks = vec![Vec::new(); 1 << 14];
        blocks[0] = vec![1_u64; crate::memory::MOST_BYTES / 8];
        let blocks = postcard::to_allocvec(&blocks).unwrap();
        let start = (Fingerprints::default(), 0_u64, 0_u32, Vec::<ActorId>::new(), Vec::<Body>::new());
        let at = postcard::to_allocvec(&start).unwrap().len();
        let mut payload = postcard::to_allocvec(&Snapshot::default()).unwrap();
        assert_eq!(payload[at], 0, "no memory");
        payload.splice(at..=at, blocks);
        assert!(payload.len() < 30_000);
        assert_eq!(
            Snapshot::from_bytes(&sealed::seal(KIND, Snapshot::VERSION, &payload)),
            Err(RestoreError::Nonsense("its lists of actors differ in length"))
        );
    }
}
