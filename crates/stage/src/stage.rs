//! The stage: who is on it, what is asked of them, and what there is to see. [`Stage::step`] is in its own file.

use std::sync::Arc;

use footwork_motion::PoseView;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::Driver;
use crate::cast::{self, Cast};
use crate::contact::{Bounds, Contact};
use crate::contact_phase::{CONTACTS_EACH, Touching};
use crate::cue::{Ask, Cue};
use crate::deciding::Decided;
use crate::director::{Director, SharedDirector};
use crate::event::Event;
use crate::mind::{Mind, SharedMind};
use crate::observe::Outcome;
use crate::path::{Path, PathId};
use crate::physics::{Physics, with_physics};
use crate::prop::PropId;
use crate::reflex::{REFLEXES, Reflex, SharedReflex};
use crate::rig::Rig;
use crate::settings::{Settings, SettingsError};
use crate::snapshot::Fingerprints;
use crate::state::State;
use crate::troupe::ASKS;
use crate::view::{ActorView, StageView};
use crate::why::Ring;
use footwork_motion::Rng;

/// Number of an actor. Actors are numbered in the order in which they came; no number is used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActorId(pub u32);

/// Number of a rig on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RigId(pub u32);

/// Number of a mind on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MindId(pub u32);

/// Number of a director on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DirectorId(pub u32);

/// Number of a reflex on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ReflexId(pub u16);

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
    #[error("there is no prop {0:?} on this stage")]
    NoSuchProp(PropId),
    #[error("there is no director {0:?} on this stage")]
    NoSuchDirector(DirectorId),
    #[error("there is no reflex {0:?} on this stage")]
    NoSuchReflex(ReflexId),
    #[error("an actor has at most {REFLEXES} reflexes, and these are {0}")]
    TooManyReflexes(usize),
    #[error("there is no path {0:?} on this stage")]
    NoSuchPath(PathId),
    #[error("a prop needs sizes and a mass above zero, and numbers everywhere")]
    BadProp,
    #[error("{0:?} cannot be moved by hand: walls and obstacles stay where they are")]
    FixedProp(PropId),
    #[error("{0:?} is out of the hand's reach, or already held by two others; bring the hand to it first")]
    OutOfReach(PropId),
    #[error(
        "a pose needs a rotation for every joint and a translation for every joint that has one, all of them numbers"
    )]
    BadPose,
    #[error("a cue holds a value that is not a finite number, a button beyond 31 or a dial beyond 15")]
    BadCue,
}

/// The running world.
pub struct Stage {
    pub(crate) settings: Settings,
    pub(crate) seed: u64,
    pub(crate) cast: Cast,
    pub(crate) made_of: Fingerprints,
    pub(crate) state: State,
    pub(crate) rings: Vec<Option<Box<Ring>>>,
    pub(crate) physics: Option<Box<dyn Physics>>,
    // Scratch: means nothing between two steps.
    pub(crate) decided: Vec<Decided>,
    pub(crate) bounds: Vec<Bounds>,
    pub(crate) inbox: Vec<Event>,
    pub(crate) touching: Touching,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) members: Vec<(u32, u32)>,
    pub(crate) asked: Vec<(u32, Ask)>,
}

impl Stage {
    /// An empty stage. The seed decides everything that is left to chance.
    pub fn new(settings: Settings, seed: u64) -> Result<Stage, SettingsError> {
        settings.check()?;
        Ok(Stage {
            settings,
            seed,
            cast: Cast::default(),
            made_of: Fingerprints::default(),
            physics: None,
            state: State::default(),
            rings: Vec::new(),
            decided: Vec::new(),
            bounds: Vec::new(),
            inbox: Vec::new(),
            touching: Touching::default(),
            outcomes: Vec::new(),
            members: Vec::new(),
            asked: Vec::new(),
        })
    }

    /// How it runs.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Brings a body that actors can have.
    pub fn add_rig(&mut self, rig: impl Into<Arc<Rig>>) -> RigId {
        let rig = rig.into();
        self.made_of.rigs.push(cast::of_rig(&rig));
        self.cast.rigs.push(rig);
        RigId(self.cast.rigs.len() as u32 - 1)
    }

    /// Brings a mind that actors can have.
    pub fn add_mind(&mut self, mind: impl Mind + 'static) -> MindId {
        self.add_shared_mind(SharedMind::new(mind))
    }

    /// The same for a mind that serves other stages too.
    pub fn add_shared_mind(&mut self, mind: impl Into<SharedMind>) -> MindId {
        let mind = mind.into();
        self.made_of.minds.push(cast::of_mind(&mind));
        self.cast.minds.push(mind);
        self.make_room();
        MindId(self.cast.minds.len() as u32 - 1)
    }

    /// Brings a director that actors can have.
    pub fn add_director(&mut self, director: impl Director + 'static) -> DirectorId {
        self.add_shared_director(SharedDirector::new(director))
    }

    /// The same for a director that serves other stages too.
    pub fn add_shared_director(&mut self, director: impl Into<SharedDirector>) -> DirectorId {
        let director = director.into();
        self.made_of.directors.push(cast::of_director(&director));
        self.cast.directors.push(director);
        self.make_room();
        DirectorId(self.cast.directors.len() as u32 - 1)
    }

    /// Brings a reflex that actors can have.
    pub fn add_reflex(&mut self, reflex: impl Reflex + 'static) -> ReflexId {
        self.add_shared_reflex(SharedReflex::new(reflex))
    }

    /// The same for a reflex that serves other stages too.
    pub fn add_shared_reflex(&mut self, reflex: impl Into<SharedReflex>) -> ReflexId {
        let reflex = reflex.into();
        self.made_of.reflexes.push(cast::of_reflex(&reflex));
        self.cast.reflexes.push(reflex);
        self.make_room();
        ReflexId(self.cast.reflexes.len() as u16 - 1)
    }

    /// Brings a path that props can follow.
    pub fn add_path(&mut self, path: Path) -> PathId {
        self.made_of.paths.push(cast::of_path(&path));
        self.cast.paths.push(path);
        PathId(self.cast.paths.len() as u32 - 1)
    }

    /// Brings a world of physical bodies, which is stepped in every tick. There is one at most.
    pub fn set_physics(&mut self, physics: impl Physics + 'static) {
        self.physics = Some(Box::new(physics));
    }

    pub(crate) fn mind_driver(&self, mind: Option<MindId>) -> Result<Driver, CastError> {
        match mind {
            None => Ok(Driver::Nobody),
            Some(mind) if (mind.0 as usize) < self.cast.minds.len() => Ok(Driver::Mind(mind.0)),
            Some(mind) => Err(CastError::NoSuchMind(mind)),
        }
    }

    pub(crate) fn director_driver(&self, director: DirectorId) -> Result<Driver, CastError> {
        match (director.0 as usize) < self.cast.directors.len() {
            true => Ok(Driver::Director(director.0)),
            false => Err(CastError::NoSuchDirector(director)),
        }
    }

    /// Makes all the room that a step may need, so that it never has to.
    pub(crate) fn make_room(&mut self) {
        let state = &mut self.state;
        state.memories.widen(self.cast.words());
        state.director_memories.widen(self.cast.director_words());
        state.reflex_memories.widen(self.cast.reflex_words());
        while state.director_memories.len() < self.cast.directors.len() {
            let number = state.director_memories.len() as u32;
            state.director_memories.push();
            state.director_rngs.push(director_rng(self.seed, number));
        }
        let (actors, cues, props) = (state.bodies.len(), state.cues.len(), state.props.len());
        self.decided.resize(actors, Decided::default());
        self.bounds.resize(actors, Bounds::NOTHING);
        self.outcomes.resize(actors, Outcome::default());
        self.rings.resize_with(actors, || None);
        self.members.reserve(actors.saturating_sub(self.members.len()));
        let asks = if self.cast.directors.is_empty() { 0 } else { ASKS * actors };
        self.asked.reserve(asks);
        // Each contact and each strike is told to two. To one: the end of a segment, a fallback, a target, two footsteps, a
        // landing, a fall, and three things of a physical world. A cue may tell of a grab beside itself, and a prop of a hit and of two hands that let go.
        let contacts = CONTACTS_EACH * actors;
        let events = (2 * CONTACTS_EACH + 13) * actors + 2 * (cues + asks) + 3 * props;
        self.touching.reserve(actors);
        state.contacts.reserve(contacts.saturating_sub(state.contacts.len()));
        state.events.reserve(events.saturating_sub(state.events.len()));
        self.inbox.reserve(events.saturating_sub(self.inbox.len()));
    }

    /// Asks something of an actor. A cue waits for its tick; one that comes late counts for the next step. One for somebody
    /// who has left when it is due is dropped.
    pub fn cue(&mut self, cue: Cue) -> Result<(), CastError> {
        if self.state.index_of(cue.to).is_none() {
            return Err(CastError::NoSuchActor(cue.to));
        }
        match cue.ask {
            ask if !ask.is_sound() => return Err(CastError::BadCue),
            Ask::Mind(mind) => {
                self.mind_driver(Some(mind))?;
            }
            Ask::Director(director) => {
                self.director_driver(director)?;
            }
            _ => {}
        }
        if let Some(prop) = cue.ask.prop()
            && self.state.prop_place(prop).is_none()
        {
            return Err(CastError::NoSuchProp(prop));
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

    /// A number that differs where any bit of the state does.
    pub fn hash(&self) -> u64 {
        with_physics(self.state.hash(), self.physics.as_ref().map(|physics| physics.save()).as_deref())
    }

    /// The pose that an actor is shown in.
    pub fn pose(&self, actor: ActorId) -> Option<PoseView<'_>> {
        self.actor(actor).map(|actor| actor.pose())
    }
}

/// The generator of a director. Its seed is another one than that of the actors, so that none of them draws the same.
fn director_rng(seed: u64, director: u32) -> Rng {
    Rng::stream(!seed, director)
}
