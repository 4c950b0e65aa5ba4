//! The stage: who is on it, what is asked of them, and what there is to see. [`Stage::step`] is in its own file.

use std::sync::Arc;

use footwork_motion::{PoseView, Transform, kinematics};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::{Body, Driver};
use crate::cast::Cast;
use crate::contact::{Bounds, Contact};
use crate::contact_phase::{CONTACTS_EACH, Touching};
use crate::cue::{Ask, Controls, Cue};
use crate::deciding::Decided;
use crate::event::Event;
use crate::gaze::Look;
use crate::limbs::{Away, LegState};
use crate::mind::{Mind, SharedMind};
use crate::offset::Offset;
use crate::overlay::{Dial, Overlay};
use crate::prop::Prop;
use crate::rig::Rig;
use crate::rng::Rng;
use crate::separation::Separation;
use crate::settings::{Settings, SettingsError};
use crate::state::{RestoreError, Snapshot, State};
use crate::view::{ActorView, StageView};
use crate::why::{Decision, Ring};

/// Number of an actor. Actors are numbered in the order in which they came; no number is used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActorId(pub u32);

/// Number of a rig on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RigId(pub(crate) u32);

/// Number of a mind on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MindId(pub u32);

/// Why something could not be put on a stage.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CastError {
    #[error("there is no rig {0:?} on this stage")]
    NoSuchRig(RigId),
    #[error("there is no mind {0:?} on this stage")]
    NoSuchMind(MindId),
    #[error("there is no actor {0:?} on this stage")]
    NoSuchActor(ActorId),
    #[error("a stage cannot hold so many joints")]
    Full,
    #[error("an actor must stand at a place, not at {0}")]
    NoPlace(Vec3),
    #[error("there is no prop {0} on this stage")]
    NoSuchProp(u32),
    #[error("a cue holds a value that is not a finite number, a button beyond 31 or a dial beyond 7")]
    BadCue,
}

/// The running world.
pub struct Stage {
    pub(crate) settings: Settings,
    seed: u64,
    pub(crate) cast: Cast,
    pub(crate) state: State,
    pub(crate) rings: Vec<Option<Box<Ring>>>,
    // Scratch: means nothing between two steps.
    pub(crate) decided: Vec<Decided>,
    pub(crate) bounds: Vec<Bounds>,
    pub(crate) inbox: Vec<Event>,
    pub(crate) touching: Touching,
}

impl Stage {
    /// An empty stage. The seed decides everything that is left to chance.
    pub fn new(settings: Settings, seed: u64) -> Result<Stage, SettingsError> {
        settings.check()?;
        Ok(Stage {
            settings,
            seed,
            cast: Cast::default(),
            state: State::default(),
            rings: Vec::new(),
            decided: Vec::new(),
            bounds: Vec::new(),
            inbox: Vec::new(),
            touching: Touching::default(),
        })
    }

    /// How it runs.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Brings a body that actors can have.
    pub fn add_rig(&mut self, rig: impl Into<Arc<Rig>>) -> RigId {
        self.cast.rigs.push(rig.into());
        RigId(self.cast.rigs.len() as u32 - 1)
    }

    /// Brings a mind that actors can have.
    pub fn add_mind(&mut self, mind: impl Mind + 'static) -> MindId {
        self.add_shared_mind(SharedMind::new(mind))
    }

    /// The same for a mind that serves other stages too.
    pub fn add_shared_mind(&mut self, mind: impl Into<SharedMind>) -> MindId {
        let mind = mind.into();
        self.state.memories.widen(mind.0.words());
        self.cast.minds.push(mind);
        MindId(self.cast.minds.len() as u32 - 1)
    }

    /// Brings an actor, who stands on the ground at a place, facing its Z. Without a mind it only stands.
    pub fn add_actor(
        &mut self,
        rig: RigId,
        mind: Option<MindId>,
        at: Transform,
    ) -> Result<ActorId, CastError> {
        let known = self.cast.rigs.get(rig.0 as usize).ok_or(CastError::NoSuchRig(rig))?.clone();
        let driver = self.driver(mind)?;
        let ahead = at.rotation * Vec3::Z;
        if !(at.translation.is_finite() && ahead.is_finite()) {
            return Err(CastError::NoPlace(at.translation));
        }
        let facing = Vec3::new(ahead.x, 0.0, ahead.z).normalize_or(Vec3::Z);
        let frame = Transform {
            rotation: crate::rig::facing_yaw(facing),
            translation: Vec3::new(at.translation.x, 0.0, at.translation.z),
        };
        let state = &mut self.state;
        let joints = known.skeleton().len();
        if state.rotations.len() + joints > u32::MAX as usize {
            return Err(CastError::Full);
        }
        let id = ActorId(state.next_actor);
        state.next_actor = state.next_actor.checked_add(1).ok_or(CastError::Full)?;
        let stand = known.stand();
        let placed = frame * known.ground(stand.take, stand.first).unwrap_or_default().inverse();
        state.ids.push(id);
        state.bodies.push(Body {
            rig: rig.0,
            driver,
            first_joint: state.rotations.len() as u32,
            first_translated: state.translations.len() as u32,
            segment: stand,
            time: stand.first,
            rate: 1.0,
            elapsed: 0.0,
            placed,
            frame,
            frame_before: frame,
            sink: Offset::NONE,
            legs: [LegState::FREE; 2],
            arms: [Away::NOT; 2],
            reaches: [None; 4],
            lead: None,
            gaze: None,
            look: Look::NONE,
            yields: false,
            apart: Separation::NOT,
            fresh: true,
            offset: false,
            fallen_back: false,
            landed: 0,
        });
        // Until its mind has been asked, it is seen standing.
        let mut pose = footwork_motion::Pose::rest(known.skeleton());
        known.repertoire().takes[stand.take as usize].clip.sample(stand.first, &mut pose);
        pose.translations[0] = placed.point(pose.translations[0]);
        pose.rotations[0] = placed.rotation * pose.rotations[0];
        let first = state.world.len();
        state.world.resize(first + joints, Transform::IDENTITY);
        kinematics::world(known.skeleton(), pose.view(), &mut state.world[first..]);
        state.world_before.extend_from_slice(&state.world[first..]);
        state.rotations.append(&mut pose.rotations);
        state.translations.append(&mut pose.translations);
        state.turns.resize(state.rotations.len(), Offset::NONE);
        state.slides.resize(state.translations.len(), Offset::NONE);
        state.memories.push();
        state.rngs.push(Rng::new(self.seed, id.0));
        state.controls.push(Controls::default());
        self.make_room();
        Ok(id)
    }

    /// Hands an actor to another mind, or to none. What it remembered is forgotten, and the new mind is asked when the
    /// segment ends, or at once.
    pub fn set_mind(&mut self, actor: ActorId, mind: Option<MindId>, at_once: bool) -> Result<(), CastError> {
        let driver = self.driver(mind)?;
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        self.state.hand_over(index, driver, at_once);
        Ok(())
    }

    fn driver(&self, mind: Option<MindId>) -> Result<Driver, CastError> {
        match mind {
            None => Ok(Driver::Nobody),
            Some(mind) if (mind.0 as usize) < self.cast.minds.len() => Ok(Driver::Mind(mind.0)),
            Some(mind) => Err(CastError::NoSuchMind(mind)),
        }
    }

    /// Makes all the room that a step may need, so that it never has to.
    fn make_room(&mut self) {
        let (actors, cues) = (self.state.bodies.len(), self.state.cues.len());
        self.decided.resize(actors, Decided::default());
        self.bounds.resize(actors, Bounds::NOTHING);
        self.rings.resize(actors, None);
        // Each contact and each strike is told to two; an end and a fallback to one.
        let (contacts, events) = (CONTACTS_EACH * actors, (2 * CONTACTS_EACH + 4) * actors + cues);
        self.touching.reserve(actors);
        self.state.contacts.reserve(contacts.saturating_sub(self.state.contacts.len()));
        self.state.events.reserve(events.saturating_sub(self.state.events.len()));
        self.inbox.reserve(events.saturating_sub(self.inbox.len()));
    }

    /// Props. They may be changed between steps.
    pub fn props_mut(&mut self) -> &mut Vec<Prop> {
        &mut self.state.props
    }

    /// Asks something of an actor. A cue waits for its tick; one that comes late counts for the next step.
    pub fn cue(&mut self, cue: Cue) -> Result<(), CastError> {
        if self.state.index_of(cue.to).is_none() {
            return Err(CastError::NoSuchActor(cue.to));
        }
        match cue.ask {
            ask if !ask.is_sound() => return Err(CastError::BadCue),
            Ask::Mind(mind) => {
                self.driver(Some(mind))?;
            }
            Ask::Carry { prop, .. } if prop as usize >= self.state.props.len() => {
                return Err(CastError::NoSuchProp(prop));
            }
            _ => {}
        }
        let cue = Cue { tick: cue.tick.max(self.state.tick), ..cue };
        let at = self.state.cues.partition_point(|other| other.tick <= cue.tick);
        self.state.cues.insert(at, cue);
        self.make_room();
        Ok(())
    }

    /// How many steps were made.
    pub fn tick(&self) -> u64 {
        self.state.tick
    }

    /// What happened in the last step.
    pub fn events(&self) -> &[Event] {
        &self.state.events
    }

    /// Who touches whom.
    pub fn contacts(&self) -> &[Contact] {
        &self.state.contacts
    }

    /// Everything there is to see.
    pub fn view(&self) -> StageView<'_> {
        StageView { state: &self.state, cast: &self.cast, settings: &self.settings }
    }

    /// An actor.
    pub fn actor(&self, id: ActorId) -> Option<ActorView<'_>> {
        self.view().actor(id)
    }

    /// How many actors there are.
    pub fn len(&self) -> usize {
        self.state.bodies.len()
    }

    /// Whether nobody is on the stage.
    pub fn is_empty(&self) -> bool {
        self.state.bodies.is_empty()
    }

    /// Puts the state aside.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { state: self.state.clone() }
    }

    /// Puts the state aside where another one was. Allocates only if that one was smaller.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.state.copy_from(&self.state);
    }

    /// Goes back, or on, to a state that was put aside; actors that came since are gone. From there on everything
    /// happens again in the same way.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), RestoreError> {
        let state = &snapshot.state;
        let (mut joints, mut translated_joints) = (0, 0);
        for (actor, body) in state.bodies.iter().enumerate() {
            let Some(rig) = self.cast.rigs.get(body.rig as usize) else {
                return Err(RestoreError::OtherBody { actor });
            };
            let takes = rig.repertoire().takes.len();
            let fits =
                body.joints(rig).start == joints && body.translated_joints(rig).start == translated_joints;
            (joints, translated_joints) = (body.joints(rig).end, body.translated_joints(rig).end);
            if !fits || body.segment.take as usize >= takes {
                return Err(RestoreError::OtherBody { actor });
            }
            if let Driver::Mind(mind) = body.driver
                && mind as usize >= self.cast.minds.len()
            {
                return Err(RestoreError::OtherMind { actor });
            }
        }
        if joints != state.rotations.len() || translated_joints != state.translations.len() {
            return Err(RestoreError::OtherBody { actor: state.bodies.len().saturating_sub(1) });
        }
        self.state.copy_from(state);
        let words = self.cast.minds.iter().map(|mind| mind.0.words()).max().unwrap_or(0);
        self.state.memories.widen(words);
        self.make_room();
        Ok(())
    }

    /// A number that differs where any bit of the state does.
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }

    /// Keeps an actor's last decisions, so many of them, from now on.
    pub fn watch(&mut self, actor: ActorId, kept: usize) -> Result<(), CastError> {
        let index = self.state.index_of(actor).ok_or(CastError::NoSuchActor(actor))?;
        self.rings[index] = Some(Box::new(Ring::new(kept)));
        Ok(())
    }

    /// Keeps them no longer.
    pub fn unwatch(&mut self, actor: ActorId) {
        if let Some(index) = self.state.index_of(actor) {
            self.rings[index] = None;
        }
    }

    /// Whether an actor's decisions are kept.
    pub fn is_watched(&self, actor: ActorId) -> bool {
        self.state.index_of(actor).is_some_and(|index| self.rings[index].is_some())
    }

    /// The decisions that were kept, from the oldest to the newest. They are no part of the state.
    pub fn decisions(&self, actor: ActorId) -> impl Iterator<Item = &Decision> {
        let ring = self.state.index_of(actor).and_then(|index| self.rings[index].as_ref());
        ring.into_iter().flat_map(|ring| ring.iter())
    }

    /// What an actor's mind shows of itself.
    pub fn overlay(&self, actor: ActorId) -> Option<Overlay> {
        let me = self.actor(actor)?;
        let mind = self.cast.minds.get(me.mind()?.0 as usize)?;
        Some(mind.0.overlay_of(self.state.memories.get(me.index)?, me, &self.view()))
    }

    /// The dials of a mind.
    pub fn dials(&self, mind: MindId) -> &'static [Dial] {
        self.cast.minds.get(mind.0 as usize).map_or(&[], |mind| mind.0.all_dials())
    }

    /// The pose that an actor is shown in.
    pub fn pose(&self, actor: ActorId) -> Option<PoseView<'_>> {
        self.actor(actor).map(|actor| actor.pose())
    }
}
