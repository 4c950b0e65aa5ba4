//! What can follow what: the frame graph, the action graph, fragments.
//!
//! - [`frames`]: every frame is a node; alike frames at the same foot event are joined. Its states and actions are
//!   what tabular skills decide about.
//! - [`actions`]: whole actions are edges between groups of poses.
//! - [`fragments`]: a tenth of a second each, with what somebody who steers must have asked for.
//! - `figures` says of each what a user needs to know; `walk` and `play` show it.
//!
//! Everything is plain lists of numbers, made on all cores, the same bits on any number of them. It is bake time: what a game
//! needs of it is in the skills' files.
//!
//! ```
//! use footwork_graph::{FrameSettings, WalkSettings, figures, frames, play, walk};
//! use footwork_plan::progress::UNHEARD;
//! # use footwork_annotate::{Annotation, Repertoire, Span, Supports, Take};
//! # let performance = footwork_performer::perform(footwork_performer::Show::Locomotion, 30.0, 1, 60.0)?;
//! # let spans = |spans: &[[f32; 2]]| spans.iter().map(|[from, to]| {
//! #     Span { first: (from * 60.0) as u32, end: (to * 60.0) as u32 }
//! # }).collect();
//! # let truth = &performance.truth.supports;
//! # let supports = Supports { left: spans(&truth.left), right: spans(&truth.right) };
//! # let take = Take::new(performance.clip, Annotation { supports, ..Annotation::default() });
//! # let repertoire = Repertoire { skeleton: performance.skeleton, takes: vec![take] };
//!
//! let graph = frames::build(&repertoire, &FrameSettings::default(), UNHEARD)?;
//! let states = frames::collapse::collapse(&graph, &graph.component);
//! let figures = figures::of_frames(&repertoire, &graph, &states);
//! println!("{:.0} % of the motion, {} actions to choose from", 100.0 * figures.coverage, figures.branching.mean);
//!
//! let segments = walk(&repertoire, &graph, &WalkSettings::default())?;
//! let clip = play(&repertoire, &segments, graph.blend)?;
//! assert!(clip.seconds() >= 20.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that comes from outside may panic; tests may.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod actions;
pub mod blend;
mod error;
pub mod figures;
pub mod fragments;
pub mod frames;
mod rotation;
pub mod segment;
pub mod walk;

pub use actions::{ActionEdge, ActionGraph, ActionSettings};
pub use blend::play;
pub use error::GraphError;
pub use fragments::{Control, FragmentSettings, Fragments};
pub use frames::{FootEvent, FrameGraph, FrameSettings, Likeness, Limit, Measure, StateGraph};
pub use segment::{FrameSegment, Numbering};
pub use walk::{WalkSettings, walk};
