//! Run time: actors (a body and a mind), the tick, events, the recorder.
//!
//! A [`Stage`] holds actors and props. An actor has a body, made ready as a [`Rig`], and a [`Mind`] that is asked for a
//! [`Move`] whenever the last one has been played; or it is one of several that a [`Director`] decides for. A step
//! allocates nothing, reads no file or clock, does not panic, and gives the same bits for the same inputs, on one thread or
//! on many. All that changes is plain data: see [`Stage::snapshot`], [`Stage::restore`] and [`Stage::hash`].
//!
//! ```
//! use std::sync::Arc;
//! use footwork_annotate::{Annotation, Repertoire, Take};
//! use footwork_performer::{Show, perform};
//! use footwork_motion::Transform;
//! use footwork_stage::{Move, Rig, Settings, Stage, minds::Loop};
//!
//! let shown = perform(Show::Locomotion, 5.0, 1, 60.0)?;
//! let take = Take::new(shown.clip, Annotation::default());
//! let rig = Rig::new(Arc::new(Repertoire { skeleton: shown.skeleton, takes: vec![take] }))?;
//!
//! let mut stage = Stage::new(Settings::default(), 1)?;
//! let walk = stage.add_mind(Loop { what: Move::whole(&rig, 0) });
//! let rig = stage.add_rig(rig);
//! let actor = stage.add_actor(rig, Some(walk), Transform::IDENTITY)?;
//! let before = stage.snapshot();
//! for _ in 0..60 {
//!     stage.step();
//!     let me = stage.actor(actor).expect("it was added");
//!     println!("{} {:?}", me.frame().translation, me.pose().rotations[0]);
//! }
//! let hash = stage.hash();
//! stage.restore(&before)?;
//! (0..60).for_each(|_| stage.step());
//! assert_eq!(stage.hash(), hash);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod actors;
mod arms;
mod body;
mod cast;
mod contact;
mod contact_phase;
mod costume;
mod crowd;
mod cue;
mod deciding;
mod director;
mod event;
mod finite;
mod floor;
mod foresight;
mod gaze;
mod given;
mod impulse;
mod keys;
mod legs;
mod limb_ik;
mod limb_ik_lanes;
mod limbs;
mod memory;
mod mind;
pub mod minds;
mod moving;
mod observe;
pub mod offset;
mod overlay;
mod palms;
mod path;
mod physics;
mod play;
mod prop;
mod prop_hits;
mod prop_motion;
mod props;
mod push;
mod record;
mod reflex;
mod rig;
mod separation;
mod settings;
mod snapshot;
mod stage;
mod stand;
mod state;
mod step;
mod touches;
mod tracks;
mod transition;
mod troupe;
mod turns;
mod view;
mod watch;
mod why;

pub use footwork_motion::Rng;

pub use contact::{BodyPart, Capsule, Contact};
pub use costume::{Costume, Worn};
pub use cue::{Ask, Controls, Cue};
pub use director::{Director, SharedDirector};
pub use event::{Blow, Event, Fallback, Happening, PropHit, TargetHit};
pub use gaze::Gaze;
pub use given::PoseSource;
pub use impulse::GiveWay;
pub use keys::{KeyLoss, Keys, LostKey};
pub use memory::OptionalIndex;
pub use mind::{Mind, Reaction, SharedMind};
pub use offset::Spring;
pub use overlay::{Dial, Figure, Heat, Overlay, OverlayChoice, OverlaySphere, Row, Volume};
pub use path::{Path, PathError, PathId};
pub use physics::{PhysicalBodies, PhysicalTarget, PhysicalView, Physics, PhysicsLevel, Playing};
pub use play::{Lead, Move, Placement, Reach, Segment};
pub use prop::{Grip, Material, Prop, PropId, PropKind, PropMotion};
pub use record::{Recorder, Replay};
pub use reflex::{REFLEXES, Reflex, Response, SharedReflex};
pub use rig::{Rig, RigError};
pub use settings::{NoProbe, Phase, Probe, Settings, SettingsError};
pub use snapshot::{RestoreError, Snapshot};
pub use stage::{ActorId, CastError, DirectorId, MindId, ReflexId, RigId, Stage};
pub use troupe::{ASKS, Member, Troupe};
pub use view::{ActorView, RootMotion, StageView};
pub use why::{Considered, Decision, Why};
