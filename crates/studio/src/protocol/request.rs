//! What a viewer asks for.

use footwork_stage::{Ask, MindId, PropId};
use glam::{Vec2, Vec3};
use serde::Deserialize;

use super::Vector;

/// A message from a viewer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    Play,
    Pause,
    /// One step, while paused.
    Step,
    Speed {
        value: f64,
    },
    Restart {
        seed: u64,
    },
    /// Another scene, by its name.
    Scene {
        name: String,
    },
    /// Where the viewer looks, X and Z in m: of too many actors, the nearest to it are sent.
    View {
        at: [f32; 2],
    },
    /// Whose decisions and overlay to send.
    Watch {
        actor: Option<u32>,
    },
    Cue {
        to: u32,
        ask: CueAsk,
    },
    /// Begins or ends to record what the player asks for.
    Record {
        on: bool,
    },
    /// Sets the scene up anew, with what was learned from the recordings beside the scripted players.
    Train,
    /// Sets the scene up anew, without the recordings.
    Untrain,
    /// Deletes a recording, by its name, with its file.
    Forget {
        name: String,
    },
}

/// What an actor is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged, deny_unknown_fields)]
pub enum CueAsk {
    /// Where to go: to the right and ahead, each from −1 to 1.
    Stick { stick: [f32; 2] },
    /// The second stick: to the right and ahead, each from −1 to 1.
    Turn { turn: [f32; 2] },
    /// A dial of its mind, by its number.
    Dial { dial: u8, value: f32 },
    /// Hands it to another mind, by its number.
    Mind { mind: u32 },
    /// Carries a prop, by its number.
    Carry { prop: u32, to: Vector },
    /// A button went down or up.
    Button { button: u8, down: bool },
    /// Where its target is.
    Target { target: Vector },
    /// A push.
    Push { push: PushAsk },
}

/// A push at a point of the world.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PushAsk {
    /// m
    point: Vector,
    /// N·s
    impulse: Vector,
}

impl From<CueAsk> for Ask {
    fn from(ask: CueAsk) -> Ask {
        match ask {
            CueAsk::Stick { stick } => Ask::Stick(Vec2::from_array(stick)),
            CueAsk::Turn { turn } => Ask::Look(Vec2::from_array(turn)),
            CueAsk::Dial { dial, value } => Ask::Dial { dial, value },
            CueAsk::Mind { mind } => Ask::Mind(MindId(mind)),
            CueAsk::Carry { prop, to } => Ask::Carry { prop: PropId(prop), to: Vec3::from_array(to) },
            CueAsk::Button { button, down } => Ask::Button { button, down },
            CueAsk::Target { target } => Ask::Target(Vec3::from_array(target)),
            CueAsk::Push { push } => {
                Ask::Push { point: Vec3::from_array(push.point), impulse: Vec3::from_array(push.impulse) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_the_page_writes_them() {
        let read = |text: &str| serde_json::from_str::<Request>(text).ok();
        assert_eq!(read(r#"{"type":"play"}"#), Some(Request::Play));
        assert_eq!(read(r#"{"type":"watch","actor":null}"#), Some(Request::Watch { actor: None }));
        let push = r#"{"type":"cue","to":1,"ask":{"push":{"point":[0,1,0],"impulse":[5,0,0]}}}"#;
        assert!(matches!(read(push), Some(Request::Cue { to: 1, ask: CueAsk::Push { .. } })));
        for bad in [
            "",
            "[]",
            "{}",
            r#"{"type":"fly"}"#,
            r#"{"type":"restart","seed":-1}"#,
            r#"{"type":"cue","to":0,"ask":{}}"#,
            r#"{"type":"cue","to":0,"ask":{"stick":[1]}}"#,
            r#"{"type":"cue","to":0,"ask":{"point":[1,0,0]}}"#,
            r#"{"type":"speed"}"#,
            r#"{"type":"scene","name":3}"#,
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
