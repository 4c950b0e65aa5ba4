//! What was done in a run, as a file or a link: scene, seed and cues. Done again, it gives the same run to the bit.

use footwork_stage::{ActorId, Cue};
use serde::{Deserialize, Serialize};

use crate::protocol::CueAsk;

/// Of files that this program understands. A file of another version is refused: cues may mean something else there.
pub const VERSION: u32 = 1;
/// Cues of a run that are kept: an hour of somebody who plays.
pub const MOST: usize = 200_000;

/// A run, to be done again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Of the file.
    pub footwork_run: u32,
    /// The name of the scene.
    pub scene: String,
    /// The scene as it is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub seed: u64,
    /// How many people, where that was dialled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<u32>,
    /// How long it was, in steps.
    pub ticks: u64,
    /// What was asked of whom at which tick.
    pub cues: Vec<ScriptCue>,
    /// Of the stage at the end, in hexadecimal: whether it was the same run.
    #[serde(default)]
    pub hash: String,
}

/// A tick, the number of an actor, and what was asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScriptCue(pub u64, pub u32, pub CueAsk);

impl ScriptCue {
    pub fn cue(&self) -> Cue {
        Cue { tick: self.0, to: ActorId(self.1), ask: self.2.into() }
    }
}

/// Reads a run's file, with a sentence about what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<Script, String> {
    #[derive(Deserialize)]
    struct Head {
        footwork_run: u32,
    }
    let head: Head = serde_json::from_slice(bytes).map_err(|_| "this is no run of Footwork".to_string())?;
    if head.footwork_run != VERSION {
        return Err(format!(
            "this run is of version {}, and this studio plays version {VERSION}: use the Footwork that it was made with",
            head.footwork_run
        ));
    }
    let script: Script =
        serde_json::from_slice(bytes).map_err(|error| format!("this run is damaged: {error}"))?;
    match script.cues.len() > MOST || script.cues.windows(2).any(|pair| pair[0].0 > pair[1].0) {
        true => Err("this run is damaged: its cues are out of order, or too many".to_string()),
        false => Ok(script),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_come_back_as_they_were_written() {
        let cue = ScriptCue(7, 1, CueAsk::Stick { stick: [0.1, -0.7] });
        let script = Script {
            footwork_run: VERSION,
            scene: "sparring".to_string(),
            text: None,
            seed: 5,
            people: Some(200),
            ticks: 60,
            cues: vec![cue],
            hash: "00ff".to_string(),
        };
        let text = serde_json::to_string(&script).unwrap();
        assert_eq!(read(text.as_bytes()), Ok(script));
    }

    #[test]
    fn what_is_no_run_is_refused_with_a_sentence() {
        for (given, says) in [
            ("", "no run"),
            ("{}", "no run"),
            (r#"{"footwork_run":99}"#, "version 99"),
            (r#"{"footwork_run":1}"#, "damaged"),
            (
                r#"{"footwork_run":1,"scene":"a","seed":1,"ticks":9,"cues":[[2,0,{"dial":0,"value":1}],[1,0,{"dial":0,"value":1}]]}"#,
                "out of order",
            ),
            (r#"{"footwork_run":1,"scene":"a","seed":1,"ticks":9,"cues":[[2,0,{"fly":1}]]}"#, "damaged"),
        ] {
            let error = read(given.as_bytes()).unwrap_err();
            assert!(error.contains(says), "{given}: {error}");
        }
    }
}
