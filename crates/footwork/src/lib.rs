//! Footwork: characters out of motion capture, for games. What a game depends on.
//!
//! A [`Repertoire`](annotate::Repertoire) holds what one performer can do; `footwork import` makes one of recordings.
//! Actors on a [`Stage`](stage::Stage) play it, moved by minds. A step allocates nothing, and the same seed and the
//! same cues give the same bits.
//!
//! ```
//! use std::sync::Arc;
//!
//! use footwork::motion::Transform;
//! use footwork::performer::Show;
//! use footwork::stage::{Rig, Settings, Stage};
//! use footwork::{performance, walk_about};
//!
//! // With recordings: Repertoire::from_bytes(&std::fs::read("boxer.rep")?)?
//! let repertoire = Arc::new(performance(&[Show::Locomotion], 30.0, &[1])?);
//! let rig = Arc::new(Rig::new(repertoire)?);
//!
//! let mut stage = Stage::new(Settings::default(), 1)?;
//! let mind = stage.add_mind(walk_about(&rig, &[])?);
//! let rig = stage.add_rig(rig);
//! let actor = stage.add_actor(rig, Some(mind), Transform::IDENTITY)?;
//!
//! let saved = stage.snapshot();
//! for _ in 0..120 {
//!     stage.step(); // a sixtieth of a second
//!     let me = stage.actor(actor).expect("it was added");
//!     let pose = me.pose(); // a rotation per joint, for the engine's own skeleton
//!     let step = me.root_motion(); // what it moved and turned, for the engine to apply or not
//!     assert_eq!(pose.rotations.len(), me.rig().skeleton().len());
//!     assert!(step.translation.is_finite());
//! }
//! let hash = stage.hash();
//! stage.restore(&saved)?; // roll back
//! (0..120).for_each(|_| stage.step());
//! assert_eq!(stage.hash(), hash); // the same again, to the bit
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub use footwork_annotate as annotate;
#[cfg(feature = "avoid")]
pub use footwork_avoid as avoid;
#[cfg(feature = "behaviors")]
pub use footwork_behaviors as behaviors;
#[cfg(feature = "duel")]
pub use footwork_duel as duel;
#[cfg(feature = "formats")]
pub use footwork_formats as formats;
#[cfg(feature = "fragments")]
pub use footwork_fragments as fragments;
#[cfg(feature = "bake")]
pub use footwork_graph as graph;
#[cfg(feature = "interaction")]
pub use footwork_interaction as interaction;
pub use footwork_motion as motion;
#[cfg(feature = "patches")]
pub use footwork_patches as patches;
#[cfg(feature = "performer")]
pub use footwork_performer as performer;
pub use footwork_plan as plan;
#[cfg(feature = "physics")]
pub use footwork_posture as posture;
#[cfg(feature = "push")]
pub use footwork_push as push;
#[cfg(feature = "bake")]
pub use footwork_skill as skill;
pub use footwork_stage as stage;

#[cfg(feature = "formats")]
mod character;
#[cfg(feature = "scenes")]
pub mod collect;
#[cfg(feature = "scenes")]
pub mod game;
#[cfg(feature = "bake")]
pub mod measure;
#[cfg(feature = "scenes")]
pub mod minds;
#[cfg(feature = "performer")]
mod performance;
#[cfg(feature = "scenes")]
pub mod scene;
#[cfg(feature = "scenes")]
mod skills;

#[cfg(feature = "formats")]
pub use character::{Character, CharacterError};
#[cfg(feature = "bake")]
pub use footwork_import::{ImportError, Options as ImportOptions, import};
#[cfg(feature = "scenes")]
pub use minds::walk_about;
#[cfg(feature = "performer")]
pub use performance::{PerformanceError, performance};
#[cfg(feature = "scenes")]
pub use scene::{Scene, SceneError};
#[cfg(feature = "scenes")]
pub use skills::skills;
