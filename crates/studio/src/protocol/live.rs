//! What changes while a scene runs.

use footwork_stage::PhysicsLevel;
use serde::{Deserialize, Serialize};

use super::Vector;

/// How the stage runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StateMessage {
    pub playing: bool,
    pub speed: f64,
    pub tick: u64,
    pub seed: u64,
    pub viewers: usize,
    /// Whether play is recorded.
    pub recording: bool,
    pub recordings: Vec<RecordingInfo>,
    /// What whoever learns was trained with; none without recordings.
    pub trained: Option<String>,
    /// The scene that comes next, while it is being made ready.
    pub setting_up: Option<SettingUp>,
    /// Whether takes were edited since the scene was set up: a restart plays them.
    pub edited: bool,
    /// What went wrong on the stage, until somebody plays on or begins anew.
    pub failure: Option<FailureInfo>,
}

/// What actors wear in place of the plain bodies: a character's own file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WornMessage {
    /// None where everybody is plain.
    pub worn: Option<WornInfo>,
}

/// A character's file that is worn. Frames say where its nodes are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WornInfo {
    /// Another file has another number: `/api/character?number=N` is it.
    pub number: u64,
    /// As it was dropped.
    pub file: String,
    /// Who wears it; none for everybody.
    pub actor: Option<u32>,
    /// The file's nodes that are moved, by their places in it.
    pub nodes: Vec<usize>,
    /// Where each is in its parent, in the file's unit; the first one's is in every frame.
    pub places: Vec<Vector>,
}

/// A scene that is being made ready.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingUp {
    /// As it is asked for.
    pub name: String,
    pub title: String,
    /// From 0 to 1, of what is being done.
    pub done: f32,
    /// What is being done, for people.
    pub words: String,
}

/// How it goes, as everybody sees it: blows landed, spheres collected, time left.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreMessage {
    pub rows: Vec<ScoreRow>,
    /// s, that a game has left or has taken, where it has a clock.
    pub clock: Option<f32>,
    /// What just happened, in a few words.
    pub banner: Option<String>,
}

/// A line of a score.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreRow {
    pub label: String,
    pub value: Figure,
    /// From 0 to 1, where it is a share of something.
    pub bar: Option<f32>,
    /// Whose it is.
    pub actor: Option<u32>,
    pub team: Option<u32>,
}

/// What became of players' buttons: everybody whom a player moves, whatever decides how he answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeysMessage {
    pub keys: Vec<ActorKeys>,
}

/// What became of an actor's buttons, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActorKeys {
    pub actor: u32,
    /// Was pressed, and is to be answered yet.
    pub waits: Option<u8>,
    /// The last that was not answered.
    pub lost: Option<LostKey>,
}

/// A button that was pressed and not answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LostKey {
    pub button: u8,
    pub why: KeyLoss,
    /// When that was clear.
    pub tick: u64,
}

/// Why a button was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum KeyLoss {
    /// What the actor was in the middle of lasted too long.
    Late,
    /// Another button was pressed while it waited.
    Replaced,
    /// Nothing is to be done at this time.
    NotNow,
}

/// The stage failed, and was brought back to a moment before that.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FailureInfo {
    /// What the program said.
    pub what: String,
    /// When.
    pub tick: u64,
    /// The tick that it is at now; none where the scene is being set up anew.
    pub back_to: Option<u64>,
}

/// Recorded play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordingInfo {
    pub name: String,
    pub player: String,
    pub seconds: f32,
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EventsMessage {
    pub tick: u64,
    pub events: Vec<StageEvent>,
}

/// Something that a person would want to know. What concerns two is told once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StageEvent {
    /// Somebody was pushed; the impulse in N·s.
    Push { actor: u32, point: Vector, impulse: Vector },
    /// A blow of an actor hit another one; the speed in m/s.
    Strike { actor: u32, other: u32, point: Vector, limb: String, part: String, speed: f32 },
    /// A blow hit a target; the speed in m/s.
    Hit { actor: u32, prop: u32, point: Vector, limb: String, speed: f32 },
    /// Two began to touch.
    Contact { actor: u32, other: u32, point: Vector, own_part: String, other_part: String },
    /// A ball hit an actor; how it came in m/s.
    BallHit { actor: u32, prop: u32, point: Vector, part: String, velocity: Vector },
    /// An actor took a prop in its hands.
    Grab { actor: u32, prop: u32 },
    /// An actor let a prop go, or threw it; in m/s.
    Release { actor: u32, prop: u32, velocity: Vector },
    /// An actor is on the ground again after so many seconds in the air; the speed in m/s.
    Landing { actor: u32, seconds: f32, speed: f32 },
    /// An actor goes down.
    Fall { actor: u32 },
    /// An actor is up again.
    Rise { actor: u32 },
    /// An actor's body was left to its weight.
    LetGo { actor: u32 },
    /// A body that was let go has come to rest; whether it can get up.
    Rest { actor: u32, rises: bool },
    /// A limb could not be held where it was to be.
    HoldReleased { actor: u32, limb: String },
    /// A mind asked for what cannot be, so that the body stands.
    Fallback { actor: u32, reason: String },
}

/// What a watched actor does, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecisionsMessage {
    pub actor: u32,
    /// The number of its mind; none where it only stands.
    pub mind: Option<u32>,
    pub doing: Doing,
    pub decisions: Vec<Decision>,
    /// Where its dials stand, by their numbers: the same for everybody who watches.
    pub dials: Vec<f32>,
}

/// What is being played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Doing {
    #[serde(flatten)]
    pub segment: Choice,
    /// s, in the take.
    pub time: f64,
    /// 1 is as it was recorded.
    pub rate: f32,
}

/// A segment of a take, in its seconds, and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    pub take: String,
    pub from: f64,
    pub to: f64,
    /// What the take shows there, the more general first.
    pub classes: Vec<String>,
    /// What part of another body a blow in it would reach, by its height.
    pub zone: Option<String>,
    /// Where it goes, as a unit vector in the body's own frame: X to its left, Z ahead.
    pub direction: Option<Vector>,
}

/// A segment with what the mind thought of it: more is better.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Weighed {
    #[serde(flatten)]
    pub segment: Choice,
    pub score: f32,
}

/// What was chosen at a tick, and from what.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Decision {
    pub tick: u64,
    pub chosen: Option<Choice>,
    /// The best of what was looked at.
    pub considered: Vec<Weighed>,
    /// How many there were.
    pub looked_at: u32,
}

/// What goes on in a watched actor's mind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OverlayMessage {
    pub tick: u64,
    pub actor: u32,
    pub rows: Vec<OverlayRow>,
    pub choices: Vec<OverlayChoice>,
    pub heat: Option<Heat>,
    /// m, places that matter to it.
    pub points: Vec<Vector>,
    /// Volumes that it compares.
    pub spheres: Vec<OverlaySphere>,
    /// Its physical body, where there is something to see of it.
    pub body: Option<BodyInfo>,
}

/// How much of a body that plays its takes is physical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BodyLevel {
    Off,
    /// Hands and feet, when something needs them.
    Touch,
    Full,
}

impl From<PhysicsLevel> for BodyLevel {
    fn from(level: PhysicsLevel) -> BodyLevel {
        match level {
            PhysicsLevel::Off => BodyLevel::Off,
            PhysicsLevel::Touch => BodyLevel::Touch,
            PhysicsLevel::Full => BodyLevel::Full,
        }
    }
}

impl From<BodyLevel> for PhysicsLevel {
    fn from(level: BodyLevel) -> PhysicsLevel {
        match level {
            BodyLevel::Off => PhysicsLevel::Off,
            BodyLevel::Touch => PhysicsLevel::Touch,
            BodyLevel::Full => PhysicsLevel::Full,
        }
    }
}

/// A physical body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BodyInfo {
    pub level: BodyLevel,
    /// How stiff it is, from 0, limp, to 1, if it is left to its weight.
    pub let_go: Option<f32>,
    pub capsules: Vec<BodyCapsule>,
    pub targets: Vec<BodyTarget>,
    pub forces: Vec<BodyForce>,
}

/// A part of a physical body, in the world, in m.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BodyCapsule {
    pub from: Vector,
    pub to: Vector,
    pub radius: f32,
}

/// Where a hand or a foot is and where it is to be, in m.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BodyTarget {
    pub limb: String,
    pub from: Vector,
    pub to: Vector,
    /// Whether it must be there.
    pub hard: bool,
}

/// A force on a part: where, in m, and how much, in N.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BodyForce {
    pub at: Vector,
    pub force: Vector,
}

/// A figure of a mind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OverlayRow {
    pub name: String,
    pub value: Figure,
}

/// A number or a word.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Figure {
    /// A measure; without a unit, a share or a score.
    Number { value: f32, unit: String },
    /// How many, or which one.
    Count { count: u32 },
    /// Which one of how many.
    Of { count: u32, of: u32 },
    /// One's and another's.
    Versus { counts: [u32; 2] },
    /// One of a few.
    Word { word: String },
}

/// Something that a mind could do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OverlayChoice {
    /// What would be played first, where the mind chooses segments.
    pub segment: Option<Choice>,
    /// What it is.
    pub rows: Vec<OverlayRow>,
    /// More is better.
    pub score: f32,
}

/// A sphere of a volume.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OverlaySphere {
    /// m
    pub at: Vector,
    /// m
    pub radius: f32,
    pub of: Volume,
}

/// What a sphere is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Volume {
    /// What is to be kept away from.
    Danger,
    /// A body as it is.
    Body,
    /// Where the body is no longer when that matters.
    Left,
    /// Where the body will be.
    Ghost,
}

/// Values over a disc or a part of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Heat {
    /// m, its middle.
    pub at: Vector,
    /// rad, where its angles begin, to the left from Z.
    pub heading: f32,
    /// m, the edges of its rings, from the middle outwards.
    pub radii: Vec<f32>,
    /// rad, the edges of its sectors, to the left.
    pub angles: Vec<f32>,
    /// From 0 to 1, ring by ring, sector by sector.
    pub values: Vec<f32>,
}

/// Something went wrong, in a sentence. HTTP answers it, too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorMessage {
    pub error: String,
}

/// Something was done, in a sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoteMessage {
    pub note: String,
}
