//! Two carry a box together: the interaction graph of partners.
//!
//! Paper: Shum 2010, sec. 5.3.2 (what counts for carriers: distance and facing kept), eq. 5.2 and 5.3, sec. 5.5.2. The two face
//! each other across the box. Whoever's action ends chooses the next one, as in a fight; what is chosen serves both. For each
//! of eight directions, for standing and for going round, the graph is solved by dynamic programming; a player, or a script
//! that gets out of the way of balls, says which of them holds.
//!
//! - [`steps`]: what somebody with a box can do, and what can follow what;
//! - [`pair`]: the two forward in time, out of tables alone;
//! - [`graph`]: the states that matter, with what edges do, and its file;
//! - [`plans`]: what to do in every state for each direction;
//! - [`carriers`]: the director that looks it up on a stage, and everything about box, hands and balls.

pub mod carriers;
#[cfg(feature = "bake")]
mod entry;
pub mod graph;
pub mod pair;
pub mod plans;
#[cfg(feature = "bake")]
pub mod sample;
pub mod steps;

pub use carriers::{CarrierMemory, CarrierSettings, Carriers, CarryMemory, Steering};
#[cfg(feature = "bake")]
pub use entry::SKILL;
pub use graph::{CarryGraph, Haul};
pub use pair::{Carrier, Hauling, Holding, Pair};
pub use plans::{Plans, Wish};
pub use steps::{Steps, StepsError};
