//! Takes for the clip browser, and what a person says about them. Times are in seconds from the take's start.

use serde::{Deserialize, Serialize};

use super::Vector;

/// A take, and what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakeInfo {
    pub index: usize,
    pub name: String,
    pub seconds: f64,
    /// Frames a second.
    pub rate: f32,
    pub frames: usize,
    /// The take whose mirror image it is.
    pub mirrored_from: Option<String>,
    pub supports: SupportsInfo,
    pub strikes: Vec<StrikeInfo>,
    pub actions: Vec<ActionInfo>,
    /// How much the body does, twenty times a second.
    pub energy: Vec<f32>,
    pub edits: EditsInfo,
    /// Where its edits are kept; none where it cannot be edited.
    pub edits_file: Option<String>,
    pub editable: bool,
}

/// When each foot carries weight: from and to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SupportsInfo {
    pub left: Vec<[f64; 2]>,
    pub right: Vec<[f64; 2]>,
}

/// A blow that would land.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrikeInfo {
    pub time: f64,
    pub limb: String,
    /// m
    pub point: Vector,
    pub direction: Vector,
    /// m/s
    pub speed: f32,
}

/// A part of the take that means something.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActionInfo {
    pub from: f64,
    pub to: f64,
    /// The more general first.
    pub classes: Vec<String>,
    pub limbs: Vec<String>,
    pub protects: Option<String>,
    /// From 0 to 1.
    pub sure: f32,
    /// Who says so.
    pub origin: String,
}

/// A word for actions, and what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassInfo {
    pub word: String,
    pub meaning: String,
}

/// Edits that are to be saved. What changed from `base` to `edits` is done to the edits that are in the file by then.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EditsRequest {
    /// What the page knew; left out, nothing.
    #[serde(default)]
    pub base: EditsInfo,
    pub edits: EditsInfo,
}

/// Everything that a person said about a take, as in its file (docs/annotation.md).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct EditsInfo {
    pub new_classes: Vec<String>,
    pub cuts: Vec<CutEdit>,
    pub actions: Vec<ActionEdit>,
    pub supports: Vec<SupportEdit>,
    pub strikes: Vec<StrikeEdit>,
}

/// One of: `add`; `remove`; `move` and `to`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct CutEdit {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
}

/// What the action at a time is. What is left out stays as it was worked out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ActionEdit {
    pub at: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limbs: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protects: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoids: Option<Vec<f64>>,
}

/// Whether a foot carries weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SupportEdit {
    pub foot: String,
    pub from: f64,
    pub to: f64,
    pub down: bool,
}

/// One of: `add` and `limb`; `remove`, and `limb` where only one of several is meant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct StrikeEdit {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limb: Option<String>,
}
