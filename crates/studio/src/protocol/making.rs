//! Making scenes on the page.

use serde::{Deserialize, Serialize};

use super::Ability;

/// A scene as it is written, to be changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SceneDraft {
    pub name: String,
    /// Whether it was made on a page.
    pub own: bool,
    /// Its TOML.
    pub text: String,
    /// The same, as the tables that are in it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub draft: serde_json::Value,
}

/// A scene that is to be tried or saved.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MakeRequest {
    pub name: String,
    #[serde(default)]
    #[cfg_attr(test, ts(type = "unknown"))]
    pub draft: serde_json::Value,
    /// Its TOML, in place of the draft.
    #[serde(default)]
    pub text: Option<String>,
    /// Whether a file is to be written.
    #[serde(default)]
    pub save: bool,
    /// The file's text, as far as the page knows it.
    #[serde(default)]
    pub known: Option<String>,
}

/// A scene that can be chosen now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SceneMade {
    pub name: String,
    pub text: String,
    /// The file that was written.
    pub file: Option<String>,
}

/// Something that may decide for an actor.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MindChoice {
    /// As a scene names it.
    pub mind: String,
    pub title: String,
    pub line: String,
    pub abilities: Vec<Ability>,
    /// What its table in a scene may say.
    pub keys: Vec<String>,
    /// What its style may be, where it has one.
    pub styles: Vec<String>,
}

/// A character's file that is to be worn.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WearRequest {
    /// Who wears it; none for everybody.
    pub actor: Option<u32>,
}

/// Dropped files that are to become a repertoire.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    pub name: String,
    pub files: Vec<String>,
}

/// What became of dropped files.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportReport {
    /// The repertoire, as a scene names it.
    pub file: String,
    pub takes: Vec<ImportedTake>,
    /// What the doctor mended, what could not be used, and what was found while annotating; a sentence each.
    pub mended: Vec<String>,
    pub skipped: Vec<String>,
    pub remarks: Vec<String>,
    /// What can be done with them.
    pub uses: Vec<ImportUse>,
}

/// A scene that can be made of what was imported.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportUse {
    /// For a button.
    pub label: String,
    pub tip: String,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub draft: serde_json::Value,
}

/// A take that was imported.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportedTake {
    pub name: String,
    pub seconds: f64,
    pub actions: usize,
    pub strikes: usize,
}
