//! The frame graph: every frame is a node; the next frame of the recording follows it, and so do frames that are alike.
//!
//! Paper: *Precomputing Avatar Behavior From Human Motion Data* (Lee & Lee 2004), sec. 3 and 6; it goes back to
//! Lee et al. 2002 and Kovar et al. 2002. Where the parts depart from them is said in their own files: which frames
//! (`events`), what is alike (`features`), how it is found (`neighbours`, `transitions`), what is balanced alike (`balance`),
//! what is kept (`component`), and the states and actions that a decision is about ([`collapse`]).

mod balance;
mod build;
pub mod collapse;
pub(crate) mod component;
mod events;
mod features;
mod neighbours;
mod project;
pub mod settings;
mod transitions;

use serde::{Deserialize, Serialize};

use crate::segment::Numbering;
pub use build::{build, played_jumps, usual_jump};
pub use collapse::StateGraph;
pub use settings::{FootEvent, FrameSettings, Likeness, Limit, Measure};

/// What the search for transitions did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// Events that asked for others like them.
    pub candidates: u64,
    /// How many times two events were compared by a lower bound on their distance.
    pub bounds: u64,
    /// How many times two events were compared in full.
    pub distances: u64,
    /// How many events ended their search before it was sure that there are none nearer.
    pub cut_short: u64,
    /// Transitions found, before limits.
    pub found: u64,
    /// m or rad, what a transition costs at most.
    pub limit: f32,
    /// Dropped because they cost more.
    pub too_costly: u64,
    /// m/s, the change in velocity that the recordings' own frames stay below; 0 if it was not asked for.
    pub usual_jump: f32,
    /// Dropped because the one moment is balanced otherwise than the other.
    pub unbalanced: u64,
    /// Dropped because they change a velocity by more.
    pub too_jumpy: u64,
}

/// Which frames can follow which.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FrameGraph {
    /// Frames and their numbers.
    pub numbering: Numbering,
    /// The frames that transitions leave from, in order.
    pub from: Vec<u32>,
    /// For each of them, where its transitions begin in the lists below; and where the last one's end.
    pub first: Vec<u32>,
    /// The frames that transitions arrive at, in order for each frame they leave from.
    pub to: Vec<u32>,
    /// What each transition costs, in m or rad.
    pub cost: Vec<f32>,
    /// s, how long a transition is blended.
    pub blend: f32,
    /// Which frames a walk can go on from for ever.
    pub component: Component,
    /// How transitions were found.
    pub search: Search,
}

impl FrameGraph {
    /// The transitions that leave from a frame, as positions in the lists.
    pub fn transitions_from(&self, frame: u32) -> std::ops::Range<usize> {
        match self.from.binary_search(&frame) {
            Ok(at) => self.first[at] as usize..self.first[at + 1] as usize,
            Err(_) => 0..0,
        }
    }

    /// All transitions, in the order of the lists.
    pub fn transitions(&self) -> impl Iterator<Item = Transition> + '_ {
        let spans = self.from.iter().zip(self.first.windows(2));
        spans.flat_map(move |(&from, span)| {
            let own = span[0] as usize..span[1] as usize;
            own.map(move |at| Transition { from, to: self.to[at], cost: self.cost[at] })
        })
    }

    /// Every frame that can follow a frame: the next one of the recording first, where there is one.
    pub fn after(&self, frame: u32) -> impl Iterator<Item = u32> + '_ {
        let next = self.numbering.goes_on(frame).then_some(frame + 1);
        next.into_iter().chain(self.to[self.transitions_from(frame)].iter().copied())
    }
}

/// How a frame lies to the component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// From here the component cannot be reached any more: it ends where its take ends.
    #[default]
    DeadEnd,
    /// The component can be reached from here, and never comes back.
    LeadsIn,
    /// In the component.
    Inside,
}

/// The largest strongly connected component of a graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// How each frame lies to it.
    pub reach: Vec<Reach>,
    /// How many frames are in it.
    pub inside: u32,
    /// How many frames lead into it.
    pub leads_in: u32,
    /// How many frames are dead ends.
    pub dead_ends: u32,
}

impl Component {
    /// Whether a frame is in it.
    pub fn contains(&self, frame: u32) -> bool {
        self.reach.get(frame as usize) == Some(&Reach::Inside)
    }
}

/// Leave after `from`, go on with `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// The last frame before it.
    pub from: u32,
    /// The first frame after it. The frame before that one is like `from`.
    pub to: u32,
    /// m or rad, how unlike they are.
    pub cost: f32,
}
