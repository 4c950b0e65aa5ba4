//! A skill: pushed, a body staggers, steps and recovers as a person did; and when no recorded answer is good enough, it falls.
//!
//! Paper: *Pushing People Around* (Arikan, Forsyth and O'Brien 2005).
//!
//! - Run time: a [`Skill`] is read from its file: [`response`]s and labelled examples, from which the [`oracle`] says which
//!   response serves a push, how it is [deformed](deform) and how good that will look; [`reflex`] is what any actor can
//!   have beside its mind, and [`bump`] what running into somebody does.
//! - Bake time, feature `bake`: [`find`] finds pushes in recordings, [`trial`] shows transitions on a stage, [`judge`] says how
//!   good they are, [`labels`] is what people say about them, and [`bake`](mod@bake) learns from both.
//! - [`labeller`] shows transitions to people; `evaluate` says how good it all is; `entry` is what scenes, the command and the
//!   studio know of it.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod aim;
#[cfg(feature = "bake")]
pub mod bake;
pub mod bump;
pub mod configuration;
pub mod deform;
#[cfg(feature = "bake")]
mod entry;
#[cfg(feature = "bake")]
pub mod evaluate;
#[cfg(feature = "bake")]
pub mod find;
#[cfg(feature = "bake")]
pub mod judge;
#[cfg(feature = "bake")]
pub mod labeller;
#[cfg(feature = "bake")]
pub mod labels;
#[cfg(feature = "bake")]
pub mod lessons;
pub mod oracle;
pub mod reflex;
pub mod response;
pub mod skill;
#[cfg(feature = "bake")]
pub mod trial;

#[cfg(feature = "bake")]
pub use bake::{BakeError, BakeSettings, bake};
#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use oracle::Oracle;
pub use reflex::{Stagger, StaggerMemory, StaggerSettings};
pub use skill::Skill;
