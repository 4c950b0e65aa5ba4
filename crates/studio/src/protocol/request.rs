//! What a viewer asks for.

use footwork_annotate::Limb;
use footwork_stage::{Ask, MindId, PropId};
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use super::{BodyLevel, Vector};

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
    /// The same scene and seed from the beginning, with so many people.
    People {
        count: u32,
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Throws a prop, by its number, in m/s.
    Throw { prop: u32, velocity: Vector },
    /// Carries a prop, by its number.
    Carry { prop: u32, to: Vector },
    /// A button went down or up.
    Button { button: u8, down: bool },
    /// Where its target is.
    Target { target: Vector },
    /// A push.
    Push { push: PushAsk },
    /// Leaves its body to its weight, with so much tone: from 0, limp, to 1.
    LetGo { let_go: f32 },
    /// How much of its body is physical.
    Physics { physics: BodyLevel },
    /// Pulls a hand or a foot.
    Pull { pull: PullAsk },
}

/// A hand or a foot that is pulled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PullAsk {
    limb: PulledLimb,
    /// m, where to; none lets go of it.
    to: Option<Vector>,
}

/// What can be pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PulledLimb {
    LeftHand,
    RightHand,
    LeftFoot,
    RightFoot,
}

/// A push at a point of the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
            CueAsk::Throw { prop, velocity } => {
                Ask::Throw { prop: PropId(prop), velocity: Vec3::from_array(velocity) }
            }
            CueAsk::Carry { prop, to } => Ask::Carry { prop: PropId(prop), to: Vec3::from_array(to) },
            CueAsk::Button { button, down } => Ask::Button { button, down },
            CueAsk::Target { target } => Ask::Target(Vec3::from_array(target)),
            CueAsk::Push { push } => {
                Ask::Push { point: Vec3::from_array(push.point), impulse: Vec3::from_array(push.impulse) }
            }
            CueAsk::LetGo { let_go } => Ask::LetGo { tone: let_go },
            CueAsk::Physics { physics } => Ask::Physics(physics.into()),
            CueAsk::Pull { pull } => {
                let limb = match pull.limb {
                    PulledLimb::LeftHand => Limb::LeftHand,
                    PulledLimb::RightHand => Limb::RightHand,
                    PulledLimb::LeftFoot => Limb::LeftFoot,
                    PulledLimb::RightFoot => Limb::RightFoot,
                };
                Ask::Pull { limb, to: pull.to.map(Vec3::from_array) }
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
        let pull = r#"{"type":"cue","to":0,"ask":{"pull":{"limb":"left_hand","to":[0,1,0]}}}"#;
        assert!(matches!(read(pull), Some(Request::Cue { ask: CueAsk::Pull { .. }, .. })));
        let level = r#"{"type":"cue","to":0,"ask":{"physics":"full"}}"#;
        assert!(matches!(read(level), Some(Request::Cue { ask: CueAsk::Physics { .. }, .. })));
        for bad in [
            r#"{"type":"cue","to":0,"ask":{"pull":{"limb":"nose","to":[0,1,0]}}}"#,
            r#"{"type":"cue","to":0,"ask":{"physics":"heavy"}}"#,
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
            r#"{"type":"people","count":-1}"#,
            r#"{"type":"people","count":1.5}"#,
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
