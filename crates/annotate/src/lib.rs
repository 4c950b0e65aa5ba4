//! What a motion means: contacts, supports, strikes, actions, labels; and the repertoire that holds all of it.

pub mod actions;
pub mod annotation;
pub mod repertoire;
pub mod similar;
pub mod vocabulary;

pub use annotation::{Action, Annotation, Limb, Origin, Part, Span, Strike, SupportMethod, Supports};
pub use repertoire::{Repertoire, Take};
