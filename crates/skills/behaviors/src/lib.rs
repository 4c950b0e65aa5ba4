//! A skill: approach a target and hit it where it is, by tables worked out beforehand.
//!
//! Seed: *Precomputing Avatar Behavior From Human Motion Data* (Lee & Lee 2004).
//!
//! - [`model`]: states and actions of a repertoire, with the blows in them.
//! - [`reward`], [`behavior`], [`file`](mod@file): what is wanted, as data that people write.
//! - [`bake`](mod@bake): one table of values per behaviour, to a stated error bound; [`skill`]: what is saved.
//! - [`mind`]: what decides on a stage, by looking values up.
//! - [`evaluate`]: how good it is, in figures.

pub mod bake;
pub mod behavior;
pub mod evaluate;
pub mod file;
pub mod ground;
pub mod mind;
pub mod model;
pub mod reward;
pub mod skill;
pub mod tracks;

pub use bake::{BakeError, BakeSettings, Solver, bake};
pub use behavior::{Active, Behavior, Places};
pub use mind::{Aim, Boxer, BoxerMemory, BoxerSettings};
pub use model::{Model, ModelError, ModelSettings};
pub use reward::{Part, Reward, Wish};
pub use skill::{Skill, SkillError, Table};
