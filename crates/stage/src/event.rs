//! Events: what happened on a stage, told to minds in the step after and to whoever reads them.

use footwork_annotate::Limb;
use footwork_motion::Side;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::contact::BodyPart;
use crate::cue::Ask;
use crate::play::Segment;
use crate::prop::PropId;
use crate::stage::ActorId;

/// Something that happened, as told to one actor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Whom it concerns.
    pub to: ActorId,
    /// What happened.
    pub happening: Happening,
    /// Which of the step's events it was: keeps the order of cues that came together.
    pub(crate) number: u32,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Happening {
    /// A cue arrived.
    Cue(Ask),
    /// Somebody pushed.
    Pushed {
        /// m
        point: Vec3,
        /// N·s
        impulse: Vec3,
    },
    /// A segment was played to its end.
    SegmentEnded(Segment),
    /// A blow hit somebody. Told to both.
    StrikeLanded(Blow),
    /// A blow hit a target. Told to who struck.
    TargetHit(TargetHit),
    /// Two bodies began to touch. Told to both.
    Contact {
        /// The other one.
        with: ActorId,
        /// What of the one it is told to touches.
        own: BodyPart,
        /// What of the other.
        other: BodyPart,
        /// m
        point: Vec3,
        /// m/s, how the other's part goes, seen from the own one.
        velocity: Vec3,
    },
    /// A ball hit the actor.
    PropHit(PropHit),
    /// The actor grabbed a prop.
    Grabbed {
        /// Which.
        prop: PropId,
        /// With which hand.
        hand: Side,
    },
    /// The actor let a prop go, or it was thrown out of its hands.
    Released {
        /// Which.
        prop: PropId,
        /// m/s, how fast it goes.
        velocity: Vec3,
    },
    /// A foot was put down.
    Footstep {
        /// Which.
        foot: Side,
        /// m, where its ball is.
        point: Vec3,
        /// m/s, how fast heel or ball came down, over the last tenth of a second.
        speed: f32,
    },
    /// A foot is on the ground again after a jump.
    Landed {
        /// s, how long none was.
        seconds: f32,
        /// m/s, how fast the hips come down.
        speed: f32,
    },
    /// The actor goes down.
    Fell {
        /// How high its hips are, as a share of how high they are when it stands.
        height: f32,
    },
    /// The actor is up again.
    Rose {
        /// How high its hips are, as a share of how high they are when it stands.
        height: f32,
    },
    /// A mind asked for what cannot be, so the body stands.
    Fallback(Fallback),
    /// The actor's body was left to its weight.
    LetGo,
    /// A body that was let go has come to rest.
    CameToRest {
        /// Whether it can get up. If not, its repertoire has no getting up that begins as it lies, and it stays down.
        rises: bool,
    },
    /// A point of a physical body that was to be held could not be, and was released.
    HoldReleased {
        /// Which limb's.
        limb: Limb,
    },
    /// A physical body ran into the actor, or fell on it.
    Bumped {
        /// Whose.
        by: ActorId,
        /// m
        point: Vec3,
        /// N·s, what it gave to the actor in this step.
        impulse: Vec3,
    },
}

/// A blow that hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blow {
    /// Who struck.
    pub who: ActorId,
    /// Who was struck.
    pub whom: ActorId,
    /// With what.
    pub limb: Limb,
    /// Where: what part of the struck body.
    pub part: BodyPart,
    /// m, in the world.
    pub point: Vec3,
    /// Which way the limb went, as a unit vector in the world.
    pub direction: Vec3,
    /// m/s
    pub speed: f32,
}

/// A blow that hit a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetHit {
    /// What was hit.
    pub prop: PropId,
    /// With what.
    pub limb: Limb,
    /// m, in the world: where the limb was nearest to the target's middle.
    pub point: Vec3,
    /// Which way the limb went, as a unit vector in the world.
    pub direction: Vec3,
    /// m/s
    pub speed: f32,
}

/// A ball that hit somebody.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PropHit {
    /// What hit.
    pub prop: PropId,
    /// What part of the body.
    pub part: BodyPart,
    /// m, in the world.
    pub point: Vec3,
    /// m/s, how the ball came, seen from the part.
    pub velocity: Vec3,
    /// N·s, what it gave to the body.
    pub impulse: Vec3,
}

/// Why a body stands instead of what it was asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fallback {
    /// The actor has no mind. Told once.
    NoMind,
    /// The move names a take that the repertoire has not.
    NoSuchTake,
    /// The move's times are outside the take, not in order, or no numbers.
    NoSuchSpan,
    /// The rate is zero, negative or no number.
    BadRate,
    /// The move asks to be somewhere that is no place.
    BadPlace,
    /// The mind had nothing to do.
    NothingToDo,
}

impl Happening {
    /// The order in which one actor is told what happened in one step.
    fn rank(&self) -> (u8, u32) {
        match self {
            Happening::Cue(_) => (0, 0),
            Happening::Pushed { .. } => (1, 0),
            Happening::StrikeLanded(landing) => (2, landing.who.0),
            Happening::Contact { with, .. } => (3, with.0),
            Happening::SegmentEnded(_) => (4, 0),
            Happening::Fallback(_) => (5, 0),
            Happening::TargetHit(hit) => (6, hit.prop.0),
            Happening::PropHit(hit) => (7, hit.prop.0),
            Happening::Grabbed { prop, .. } => (8, prop.0),
            Happening::Released { prop, .. } => (9, prop.0),
            Happening::Footstep { foot, .. } => (10, *foot as u32),
            Happening::Landed { .. } => (11, 0),
            Happening::Fell { .. } => (12, 0),
            Happening::Rose { .. } => (13, 0),
            Happening::LetGo => (14, 0),
            Happening::CameToRest { .. } => (15, 0),
            Happening::HoldReleased { limb } => (16, *limb as u32),
            Happening::Bumped { by, .. } => (17, by.0),
        }
    }
}

impl Event {
    /// An event that is numbered when all of its step are known.
    pub(crate) fn new(to: ActorId, happening: Happening) -> Event {
        Event { to, happening, number: 0 }
    }

    /// Whether it is a cue, or what a cue says: told in the step in which it comes.
    pub(crate) fn is_cue(&self) -> bool {
        matches!(self.happening, Happening::Cue(_) | Happening::Pushed { .. })
    }

    /// What events are sorted by. No two of a step are equal in it.
    pub(crate) fn key(&self) -> (u32, u8, u32, u32) {
        let (rank, other) = self.happening.rank();
        (self.to.0, rank, other, self.number)
    }
}
