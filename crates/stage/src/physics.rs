//! The place for physical bodies: a world that moves those actors whose pose is given, inside the tick.
//!
//! It is stepped after every body has moved on in what it plays, and gives poses to its actors ([`PhysicalBodies::give`]),
//! which are then shown. It may take over any actor as it is shown ([`PhysicalBodies::let_go`]), and have it play its takes
//! again ([`PhysicalBodies::play`]). Its state is its own, and goes with snapshots and hashes as bytes.

use footwork_motion::{Pose, PoseView, Transform};
use xxhash_rust::xxh3::xxh3_64;

use crate::body::Body;
use crate::cast::Cast;
use crate::deciding::Decided;
use crate::event::{Event, Happening};
use crate::given::{self, PoseSource};
use crate::play::Segment;
use crate::prop::Prop;
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
    /// What actors are told in this step.
    pub(crate) told: &'a [Event],
    pub(crate) decided: &'a [Decided],
    /// Who plays its takes again when this step is shown, and from where.
    pub(crate) back: Vec<(ActorId, Segment, Transform)>,
}

impl PhysicalBodies<'_> {
    /// The actors whose pose is given, in the order of their ids. [`Stage::give_pose`](crate::Stage::give_pose) makes one
    /// of them.
    pub fn actors(&self) -> impl Iterator<Item = ActorId> + '_ {
        let given = |(_, body): &(&ActorId, &Body)| body.source == PoseSource::Given;
        self.state.ids.iter().zip(&self.state.bodies).filter(given).map(|(id, _)| *id)
    }

    /// Everybody on the stage, in the order of their ids.
    pub fn everyone(&self) -> &[ActorId] {
        &self.state.ids
    }

    /// What everybody is told in this step, sorted by whom it is told to.
    pub fn events(&self) -> &[Event] {
        self.told
    }

    /// With how much tone a mind leaves its body to its weight in this step, if it does.
    pub fn lets_go(&self, actor: ActorId) -> Option<f32> {
        self.decided.get(self.state.index_of(actor)?)?.let_go
    }

    /// What is on the stage besides actors, in the order of their ids.
    pub fn props(&self) -> &[Prop] {
        &self.state.props
    }

    /// Whether an actor's pose is given.
    pub fn is_given(&self, actor: ActorId) -> bool {
        self.find(actor).is_some_and(|(body, _)| body.source == PoseSource::Given)
    }

    /// The number of an actor's rig on the stage: the same for all that have the same body.
    pub fn rig_number(&self, actor: ActorId) -> Option<u32> {
        self.find(actor).map(|(body, _)| body.rig)
    }

    /// The pose in which an actor that plays its takes is shown in this step.
    pub fn pose(&self, actor: ActorId) -> Option<PoseView<'_>> {
        let (body, rig) = self.find(actor)?;
        Some(PoseView {
            rotations: &self.state.rotations[body.joints(rig)],
            translations: &self.state.translations[body.translated_joints(rig)],
        })
    }

    /// Where the joints of an actor that plays its takes are shown in this step.
    pub fn now(&self, actor: ActorId) -> Option<&[Transform]> {
        self.find(actor).map(|(body, rig)| &self.state.world[body.joints(rig)])
    }

    /// Takes an actor over that plays its takes: from the next step on its pose is given, and this step's is kept until then.
    /// None if it is not there, has not been shown yet or is given its pose already.
    pub fn let_go(&mut self, actor: ActorId) -> Option<()> {
        let index = self.state.index_of(actor)?;
        let body = &self.state.bodies[index];
        if body.source == PoseSource::Given || body.fresh {
            return None;
        }
        given::let_go(self.state, index, &self.cast.rigs[body.rig as usize]);
        Some(())
    }

    /// Has an actor whose pose is given play a segment, placed so, from the next step on; its mind is asked when that has
    /// ended. None if there is no such actor or segment.
    pub fn play(&mut self, actor: ActorId, segment: Segment, placed: Transform) -> Option<()> {
        let (body, rig) = self.find(actor)?;
        let placement = crate::play::Placement::At(placed);
        let sound = crate::Move { place: placement, ..crate::Move::new(segment) }.check(rig).is_ok();
        if body.source != PoseSource::Given || !sound {
            return None;
        }
        self.back.push((actor, segment, placed));
        Some(())
    }

    /// Tells an actor that something happened to it.
    pub fn tell(&mut self, actor: ActorId, happening: Happening) {
        self.state.events.push(Event::new(actor, happening));
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
