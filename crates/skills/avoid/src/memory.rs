//! What a dodger remembers: what comes at it and since when it has seen that, its search, what it does about it, and how it
//! went so far. Plain data; out of a save game it may hold anything.

use bytemuck::{Pod, Zeroable};
use footwork_motion::Transform;
use glam::{Quat, Vec3};

use crate::search::Search;

/// How many things a dodger keeps in mind.
pub const MOST_THREATS: usize = 12;

/// What comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Source {
    /// 0 nothing, 1 a prop, 2 somebody's limb.
    pub kind: u32,
    /// Of the prop or the actor.
    pub id: u32,
    /// Of an actor's blow: which strike of which take.
    pub take: u32,
    /// The same.
    pub strike: u32,
}

/// Something that comes at the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Threat {
    /// What.
    pub source: Source,
    /// One more than the tick at which it was seen first; 0 if it was not.
    pub seen: u64,
    /// What is known of it: see the constants.
    pub marks: u32,
    /// Whether it still came in the last step.
    pub comes: u32,
}

impl Threat {
    /// It would have hit.
    pub const WOULD_HIT: u32 = 1;
    /// It has hit.
    pub const HIT: u32 = 2;
    /// It met a forearm that was put in its way.
    pub const SHIELDED: u32 = 4;
    /// What is played was chosen with it in mind.
    pub const ANSWERED: u32 = 8;

    /// Whether something is known of it.
    pub fn is(&self, mark: u32) -> bool {
        self.marks & mark != 0
    }
}

/// What a dodger does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing: its mind decides.
    #[default]
    Idle,
    /// Its mind still decides, and at a tick it leaves for an avoidance.
    Waits,
    /// Plays what leads to the avoidance.
    GoesOn,
    /// Plays the way into the avoidance.
    Enters,
    /// Plays the avoidance.
    Avoids,
    /// Holds its arms in the way.
    Shields,
    /// Steps back to where it belongs.
    Returns,
}

impl Mode {
    /// From what is remembered.
    pub fn from_number(number: u32) -> Mode {
        [Mode::Idle, Mode::Waits, Mode::GoesOn, Mode::Enters, Mode::Avoids, Mode::Shields, Mode::Returns]
            .get(number as usize)
            .copied()
            .unwrap_or_default()
    }

    /// For people.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Idle => "idle",
            Mode::Waits => "waits",
            Mode::GoesOn | Mode::Enters => "gets ready",
            Mode::Avoids => "avoids",
            Mode::Shields => "shields",
            Mode::Returns => "goes back",
        }
    }

    /// Whether it holds the body.
    pub fn holds(self) -> bool {
        !matches!(self, Mode::Idle | Mode::Waits)
    }
}

/// A path that was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Plan {
    /// The tick at which it leaves.
    pub leaves: u64,
    /// The tick at which the attack comes.
    pub attack: u64,
    /// Which entry.
    pub entry: u32,
    /// The take that has to be played until then.
    pub take: u32,
    /// How much longer each edge lasts than recorded.
    pub scales: [f32; 3],
    /// m, where the avoidance is played beside where it would be: the lean.
    pub lean: [f32; 3],
    /// Where its take is in the world, once it is entered.
    pub turned: [f32; 4],
    /// m
    pub placed: [f32; 3],
    /// m, how near the attack is expected to come.
    pub distance: f32,
}

impl Plan {
    /// Where its take is; none if that is no place.
    pub fn place(&self) -> Option<Transform> {
        let rotation = Quat::from_array(self.turned);
        let translation = Vec3::from(self.placed);
        (rotation.is_finite() && translation.is_finite())
            .then(|| Transform { rotation: rotation.normalize(), translation })
            .filter(|place| place.rotation.is_normalized())
    }

    /// Remembers where its take is.
    pub fn set_place(&mut self, place: Transform) {
        (self.turned, self.placed) = (place.rotation.to_array(), place.translation.to_array());
    }
}

/// How it went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Tally {
    /// What would have hit, or has.
    pub attacks: u32,
    /// What would have hit, and went past.
    pub avoided: u32,
    /// What met a forearm that was put in its way.
    pub shielded: u32,
    /// What hit.
    pub hit: u32,
    /// What hit from where it could not be seen, or too soon to be answered.
    pub unseen: u32,
    /// Searches that found a path.
    pub found: u32,
    /// Searches that found none.
    pub none: u32,
    /// Searches for which the index was enough.
    pub index: u32,
}

/// All of it.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Memory {
    /// What comes.
    pub threats: [Threat; MOST_THREATS],
    /// What is chosen.
    pub plan: Plan,
    /// How it went.
    pub tally: Tally,
    /// The search that is under way.
    pub search: Search,
    /// See [`Mode`].
    pub mode: u32,
    /// One bit for each threat that what is played was chosen for.
    pub answered: u32,
    /// Whether a search is under way.
    pub searches: u32,
    /// Whether it is known where it belongs.
    pub at_home: u32,
    /// m, X and Z of where it stood at first, and the way it faced.
    pub home: [f32; 4],
}

impl Memory {
    /// What it does.
    pub fn mode(&self) -> Mode {
        Mode::from_number(self.mode)
    }

    /// Does something else.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode as u32;
    }
}
