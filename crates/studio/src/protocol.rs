//! What passes between server and page as JSON, typed once: the page's side of it, `web/src/protocol/`, is written by a
//! test (`typescript.rs`).
//!
//! No number is put into words here: the page does that. Words are those of enumerations, in snake case.

mod live;
mod making;
mod request;
mod scene;
mod takes;
#[cfg(test)]
mod typescript;

pub use live::{
    ActorKeys, BodyCapsule, BodyForce, BodyInfo, BodyLevel, BodyTarget, Choice, Decision, DecisionsMessage,
    Doing, ErrorMessage, EventsMessage, FailureInfo, Figure, Heat, KeyLoss, KeysMessage, LostKey,
    NoteMessage, OverlayChoice, OverlayMessage, OverlayRow, OverlaySphere, RecordingInfo, ScoreMessage,
    ScoreRow, SettingUp, StageEvent, StateMessage, Volume, Weighed, WornInfo, WornMessage,
};
pub use making::{
    ImportReport, ImportRequest, ImportUse, ImportedTake, MakeRequest, MindChoice, SceneDraft, SceneMade,
    WearRequest,
};
pub use request::{CueAsk, Request};
pub use scene::{
    Ability, ActorGroup, BoneEnd, ButtonInfo, Capsule, DialInfo, DirectorInfo, GameInfo, Joint, MindInfo,
    Offer, PeopleInfo, PropInfo, PropShape, SceneInfo, SceneMessage, Skeleton,
};
pub use takes::{
    ActionEdit, ActionInfo, ClassInfo, CutEdit, EditsInfo, EditsRequest, StrikeEdit, StrikeInfo, SupportEdit,
    SupportsInfo, TakeInfo,
};

use serde::Serialize;

/// m, N·s or a direction, in the world: X, Y, Z.
pub type Vector = [f32; 3];

/// What the server tells a viewer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    Scene(SceneMessage),
    State(StateMessage),
    Events(EventsMessage),
    Decisions(DecisionsMessage),
    Overlay(OverlayMessage),
    Score(ScoreMessage),
    Keys(KeysMessage),
    Worn(WornMessage),
    Note(NoteMessage),
    Error(ErrorMessage),
}

impl ServerMessage {
    /// A sentence about what went wrong.
    pub fn error(error: impl Into<String>) -> ServerMessage {
        ServerMessage::Error(ErrorMessage { error: error.into() })
    }

    /// A sentence about what was done.
    pub fn note(note: impl Into<String>) -> ServerMessage {
        ServerMessage::Note(NoteMessage { note: note.into() })
    }

    /// As it is sent.
    pub fn to_json(&self) -> String {
        // Only maps with keys that are no strings fail, and there are none; a viewer that is told nothing goes on.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The word for a value of an enumeration without fields: `LeftUpperArm` is `left_upper_arm`.
pub fn word(value: impl std::fmt::Debug) -> String {
    let mut text = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
