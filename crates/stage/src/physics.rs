//! The place for physical bodies: a world that moves those actors whose pose is given, inside the tick.
//!
//! It is stepped after every body has moved on in what it plays, and gives poses to its actors ([`PhysicalBodies::give`]),
//! which are then shown. Its state is its own, and goes with snapshots and hashes as bytes.

use footwork_motion::{Pose, PoseView, Transform};
use xxhash_rust::xxh3::xxh3_64;

use crate::body::Body;
use crate::cast::Cast;
use crate::given::{self, PoseSource};
use crate::rig::Rig;
use crate::stage::ActorId;
use crate::state::State;
use crate::transition::Moment;

/// A world of physical bodies. Must do the same in the same state: it is part of what a stage repeats to the bit.
pub trait Physics: Send + Sync {
    /// Lets one step pass, and gives poses to whom it moves.
    fn step(&mut self, bodies: &mut PhysicalBodies<'_>, seconds: f32);

    /// Its state as bytes, the same ones for the same state.
    fn save(&self) -> Vec<u8>;

    /// Goes to a state that was saved. Bytes may come from anywhere: it says what is wrong with them, and stays as it is.
    fn load(&mut self, bytes: &[u8]) -> Result<(), String>;
}

/// The bodies of a stage in the middle of a step.
pub struct PhysicalBodies<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) cast: &'a Cast,
}

impl PhysicalBodies<'_> {
    /// The actors whose pose is given, in the order of their ids. [`Stage::give_pose`](crate::Stage::give_pose) makes one
    /// of them.
    pub fn actors(&self) -> impl Iterator<Item = ActorId> + '_ {
        let given = |(_, body): &(&ActorId, &Body)| body.source == PoseSource::Given;
        self.state.ids.iter().zip(&self.state.bodies).filter(given).map(|(id, _)| *id)
    }

    fn find(&self, actor: ActorId) -> Option<(&Body, &Rig)> {
        let body = &self.state.bodies[self.state.index_of(actor)?];
        Some((body, &self.cast.rigs[body.rig as usize]))
    }

    /// An actor's body.
    pub fn rig(&self, actor: ActorId) -> Option<&Rig> {
        self.find(actor).map(|(_, rig)| rig)
    }

    /// Where an actor's joints were shown at the end of the last step.
    pub fn shown(&self, actor: ActorId) -> Option<&[Transform]> {
        self.find(actor).map(|(body, rig)| &self.state.world_before[body.joints(rig)])
    }

    /// What an actor would play now, for its physical body to follow. None if it is not there.
    pub fn played(&self, actor: ActorId, pose: &mut Pose) -> Option<()> {
        let (body, rig) = self.find(actor)?;
        let moment = Moment::new(rig, body.segment.take, body.time, body.placed);
        pose.rotations.clear();
        pose.rotations.extend((0..rig.skeleton().len()).map(|joint| moment.rotation(joint)));
        pose.translations.clear();
        let translated = rig.skeleton().translated_joints().len();
        pose.translations.extend((0..translated).map(|at| moment.translation(at)));
        Some(())
    }

    /// Gives an actor its pose in this step. None if it is not there, plays its takes, or the pose is not one of its body.
    pub fn give(&mut self, actor: ActorId, pose: PoseView<'_>) -> Option<()> {
        let (body, rig) = self.find(actor)?;
        if body.source != PoseSource::Given || !given::is_sound(pose, rig) {
            return None;
        }
        let (joints, translated) = (body.joints(rig), body.translated_joints(rig));
        self.state.given.rotations[joints].copy_from_slice(pose.rotations);
        self.state.given.translations[translated].copy_from_slice(pose.translations);
        Some(())
    }
}

/// A state's hash with that of a physical world beside it.
pub(crate) fn with_physics(hash: u64, physics: Option<&[u8]>) -> u64 {
    physics.map_or(hash, |bytes| {
        let both = [hash.to_le_bytes(), xxh3_64(bytes).to_le_bytes()];
        xxh3_64(both.as_flattened())
    })
}
