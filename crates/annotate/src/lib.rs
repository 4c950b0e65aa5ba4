//! What a motion means: contacts, supports, strikes, actions, labels; and the repertoire that holds all of it.

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod actions;
#[cfg(feature = "bake")]
mod annotate;
pub mod annotation;
pub mod baked;
pub mod edits;
pub mod fragments;
pub mod repertoire;
pub mod sealed;
pub mod similar;
pub mod strikes;
pub mod supports;
pub mod vocabulary;

#[cfg(feature = "bake")]
pub use annotate::{AnnotateError, Settings, annotate};
pub use annotation::{
    Action, Annotation, FloorTouch, Hold, Limb, Origin, Span, Strike, SupportMethod, Supports, Zone,
};
pub use edits::Edits;
pub use repertoire::{Repertoire, Take};
