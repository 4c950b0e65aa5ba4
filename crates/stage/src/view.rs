//! What minds, directors and viewers see of a stage: everything as it was at the end of the last step.

use std::any::TypeId;

use bytemuck::Pod;
use footwork_motion::{PoseView, Transform};
use glam::Vec3;

use crate::body::{Body, Driver};
use crate::cast::Cast;
use crate::contact::Contact;
use crate::cue::Controls;
use crate::given::PoseSource;
use crate::memory;
use crate::play::{Lead, Segment};
use crate::prop::Prop;
use crate::reflex::REFLEXES;
use crate::rig::Rig;
use crate::settings::Settings;
use crate::stage::{ActorId, DirectorId, MindId, ReflexId};
use crate::state::State;

/// One actor as it was at the end of the last step.
#[derive(Clone, Copy)]
pub struct ActorView<'a> {
    /// Its place in the state's lists.
    pub(crate) index: usize,
    pub(crate) stage: StageView<'a>,
}

impl<'a> ActorView<'a> {
    pub(crate) fn body(&self) -> &'a Body {
        &self.stage.state.bodies[self.index]
    }

    /// Who it is.
    pub fn id(&self) -> ActorId {
        self.stage.state.ids[self.index]
    }

    /// Its body and everything it can do.
    pub fn rig(&self) -> &'a Rig {
        &self.stage.cast.rigs[self.body().rig as usize]
    }

    /// Where it stands and faces: on the ground below its hips, Z ahead.
    pub fn frame(&self) -> Transform {
        self.body().frame
    }

    /// How it went over the ground in the last step, in its own frame before it; an engine may apply it, or not.
    /// The yaw is in radians.
    pub fn root_motion(&self) -> RootMotion {
        let Body { frame, frame_before, .. } = *self.body();
        let step = frame_before.inverse() * frame;
        // Half the yaw is in the quaternion.
        RootMotion {
            translation: step.translation,
            yaw: 2.0
                * libm::atan2f(step.rotation.y, step.rotation.w.abs().max(1e-9))
                * step.rotation.w.signum(),
        }
    }

    /// The mind that moves it, if one does.
    pub fn mind(&self) -> Option<MindId> {
        match self.body().driver {
            Driver::Mind(mind) => Some(MindId(mind)),
            _ => None,
        }
    }

    /// The director that moves it, if one does.
    pub fn director(&self) -> Option<DirectorId> {
        match self.body().driver {
            Driver::Director(director) => Some(DirectorId(director)),
            _ => None,
        }
    }

    /// Its reflexes, the most important first.
    pub fn reflexes(&self) -> impl Iterator<Item = ReflexId> + use<'a> {
        self.body().reflexes.iter().filter_map(|reflex| reflex.checked_sub(1).map(ReflexId))
    }

    /// The reflex that holds its body, if one does.
    pub fn held_by(&self) -> Option<ReflexId> {
        let slot = usize::from(self.body().holder).checked_sub(1)?;
        self.body().reflexes.get(slot)?.checked_sub(1).map(ReflexId)
    }

    /// What a reflex of its own remembers, if that is of this type. None while reflexes are asked.
    pub fn reflex_memory<T: Pod>(&self, reflex: ReflexId) -> Option<&'a T> {
        let slot = self.body().reflexes.iter().position(|own| own.checked_sub(1) == Some(reflex.0))?;
        let known = self.stage.cast.reflexes.get(usize::from(reflex.0))?.0.memory_type();
        let block = self.stage.state.reflex_memories.get(self.index * REFLEXES + slot)?;
        (known == TypeId::of::<T>()).then(|| memory::read(block)).flatten()
    }

    /// Where its pose comes from.
    pub fn pose_source(&self) -> PoseSource {
        self.body().source
    }

    /// Whether it lies, or is about to.
    pub fn is_down(&self) -> bool {
        self.body().down
    }

    /// What it plays.
    pub fn segment(&self) -> Segment {
        self.body().segment
    }

    /// s, where in its take it is.
    pub fn time(&self) -> f64 {
        self.body().time
    }

    /// How fast it plays.
    pub fn rate(&self) -> f32 {
        self.body().rate
    }

    /// What takes it over the ground in another way than was recorded, if anything does.
    pub fn lead(&self) -> Option<Lead> {
        self.body().lead
    }

    /// Whether it has not been asked anything yet.
    pub fn is_new(&self) -> bool {
        self.body().fresh
    }

    /// Whether it stands because there was nothing else it could do.
    pub fn is_fallen_back(&self) -> bool {
        self.body().fallen_back
    }

    /// Whether it has nothing to do: its segment has been played, or it stands for want of a move.
    pub fn is_free(&self) -> bool {
        self.body().is_done() || self.body().fallen_back
    }

    /// The pose it is shown in.
    pub fn pose(&self) -> PoseView<'a> {
        let (body, rig, state) = (self.body(), self.rig(), self.stage.state);
        let (joints, translated_joints) = (body.joints(rig), body.translated_joints(rig));
        PoseView { translations: &state.translations[translated_joints], rotations: &state.rotations[joints] }
    }

    /// Where its joints are.
    pub fn world(&self) -> &'a [Transform] {
        &self.stage.state.world[self.body().joints(self.rig())]
    }

    /// Where its joints were one step before.
    pub fn world_before(&self) -> &'a [Transform] {
        &self.stage.state.world_before[self.body().joints(self.rig())]
    }

    /// Whether a foot is held where it stands; left is 0, right is 1.
    pub fn is_planted(&self, foot: usize) -> bool {
        self.body().legs.get(foot).is_some_and(|leg| leg.planted)
    }

    /// What it remembers, if that is of this type. None while minds are being asked: nobody sees what others think.
    pub fn memory<T: Pod>(&self) -> Option<&'a T> {
        let known = match self.body().driver {
            Driver::Mind(mind) => self.stage.cast.minds.get(mind as usize)?.0.memory_type(),
            Driver::Director(director) => self.stage.cast.directors.get(director as usize)?.0.member_type(),
            Driver::Nobody => return None,
        };
        let block = self.stage.state.memories.get(self.index)?;
        (known == TypeId::of::<T>()).then(|| memory::read(block)).flatten()
    }

    /// What the player asks of it.
    pub fn controls(&self) -> &'a Controls {
        &self.stage.state.controls[self.index]
    }
}

/// A step over the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootMotion {
    /// m, X to the left, Z ahead.
    pub translation: Vec3,
    /// rad, to the left.
    pub yaw: f32,
}

/// The whole stage as it was at the end of the last step: the same for every mind that is asked in one step.
#[derive(Clone, Copy)]
pub struct StageView<'a> {
    pub(crate) state: &'a State,
    pub(crate) cast: &'a Cast,
    pub(crate) settings: &'a Settings,
}

impl<'a> StageView<'a> {
    /// How many steps were made.
    pub fn tick(&self) -> u64 {
        self.state.tick
    }

    /// s, how long a step is.
    pub fn step(&self) -> f32 {
        self.settings.step
    }

    /// An actor; none if it left or never came.
    pub fn actor(&self, id: ActorId) -> Option<ActorView<'a>> {
        self.state.index_of(id).map(|index| ActorView { index, stage: *self })
    }

    /// The actor at a place in the order of ids, counted from 0.
    pub fn nth_actor(&self, index: usize) -> Option<ActorView<'a>> {
        (index < self.state.bodies.len()).then_some(ActorView { index, stage: *self })
    }

    /// Everybody, in the order of their ids.
    pub fn actors(&self) -> impl ExactSizeIterator<Item = ActorView<'a>> + use<'a> {
        let stage = *self;
        (0..stage.state.bodies.len()).map(move |index| ActorView { index, stage })
    }

    /// What a director remembers, if that is of this type. None while directors are asked.
    pub fn director_memory<T: Pod>(&self, director: DirectorId) -> Option<&'a T> {
        let known = self.cast.directors.get(director.0 as usize)?.0.memory_type();
        let block = self.state.director_memories.get(director.0 as usize)?;
        (known == TypeId::of::<T>()).then(|| memory::read(block)).flatten()
    }

    /// Everything else that is there, in the order of ids.
    pub fn props(&self) -> &'a [Prop] {
        &self.state.props
    }

    /// Who touches whom.
    pub fn contacts(&self) -> &'a [Contact] {
        &self.state.contacts
    }
}
