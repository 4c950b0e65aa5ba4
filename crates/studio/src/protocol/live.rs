//! What changes while a scene runs.

use serde::Serialize;

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
    /// The name of the scene that comes next, while it is being set up.
    pub setting_up: Option<String>,
    /// Whether takes were edited since the scene was set up: a restart plays them.
    pub edited: bool,
    /// What went wrong on the stage, until somebody plays on or begins anew.
    pub failure: Option<FailureInfo>,
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
    /// What the take shows there.
    pub classes: Vec<String>,
}

/// A segment of a take, in its seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    pub take: String,
    pub from: f64,
    pub to: f64,
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

/// What goes on in a watched actor's mind, and how the game goes.
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
    pub game: Option<GameScore>,
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

/// How a game goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameScore {
    pub collected: u32,
    pub falls: u32,
}

/// Something went wrong, in a sentence. HTTP answers it, too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorMessage {
    pub error: String,
}
