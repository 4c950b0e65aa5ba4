//! The frame graph: every frame is a node; the next frame of the recording follows it, and so do frames that are alike.
//!
//! Seed: *Precomputing Avatar Behavior From Human Motion Data* (Lee & Lee 2004), sec. 3 and 6; it goes back to
//! Lee et al. 2002 and Kovar et al. 2002. Where the parts depart from them is said in their own files: which frames
//! ([`events`]), what is alike ([`features`]), how it is found (`neighbours`, `transitions`), what is kept
//! ([`component`]), and the states and actions that a decision is about ([`collapse`]).

pub mod collapse;
pub mod component;
pub mod events;
pub mod features;
mod neighbours;
mod project;
mod transitions;

use footwork_annotate::Repertoire;
use serde::{Deserialize, Serialize};

use crate::error::{GraphError, check};
use crate::segment::{Numbering, frames_of};
pub use collapse::StateGraph;
pub use component::{Component, Place};
pub use events::FootEvent;
pub use features::{Likeness, Measure};

/// How a frame graph is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameSettings {
    /// Where transitions may be.
    pub events: Vec<FootEvent>,
    /// s, how far apart moments of standing are while somebody stands.
    pub standing: f32,
    /// s, how far from its event a transition may leave, to be at its best. Frames that are left from become states,
    /// so that this makes more of them.
    pub leave_around: f32,
    /// s, how far from its event a transition may arrive, to be at its best.
    pub arrive_around: f32,
    /// s, how far apart two moments of one take are at least: nobody wants to stutter.
    pub apart: f32,
    /// What makes two moments alike.
    pub likeness: Likeness,
    /// Of how many other events each event is offered the likeliest.
    pub ways_out: u32,
    /// How many events each event is compared with at most, for every doubling of their number.
    pub effort: u32,
    /// What a transition may cost.
    pub limit: Limit,
    /// s, how long a transition is blended, centred.
    pub blend: f32,
    /// Transitions that, blended, change a joint's velocity from one frame to the next by more than this share of
    /// recorded frames do are dropped; none keeps them.
    pub most_jump: Option<f32>,
    /// Classes of actions that nothing leads into.
    pub keep_out: Vec<String>,
}

/// What a transition may cost at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// In the likeness' own unit: m or rad.
    Absolute(f32),
    /// As much as the cheapest of them do, so large a share of all that were found.
    Share(f32),
}

impl Default for FrameSettings {
    fn default() -> FrameSettings {
        FrameSettings {
            events: FootEvent::ALL.to_vec(),
            standing: 0.25,
            leave_around: 0.0,
            arrive_around: 0.05,
            apart: 0.5,
            likeness: Likeness::POSITIONS,
            ways_out: 16,
            effort: 128,
            limit: Limit::Share(0.9),
            blend: 0.3,
            most_jump: Some(0.995),
            keep_out: Vec::new(),
        }
    }
}

impl FrameSettings {
    /// The seed's: joint angles at one foot event. The seed gives no limit; it had 27,072 transitions from 437
    /// frames, 62 each.
    pub fn seed() -> FrameSettings {
        FrameSettings {
            events: vec![FootEvent::LeftLeaves],
            leave_around: 0.0,
            arrive_around: 0.0,
            likeness: Likeness::SEED,
            ways_out: 62,
            most_jump: None,
            ..FrameSettings::default()
        }
    }

    fn check(&self) -> Result<(), GraphError> {
        self.likeness.check()?;
        let standing = self.standing > 0.0;
        check("standing", self.standing, standing, "it is more than zero seconds")?;
        for (name, around) in [("leave_around", self.leave_around), ("arrive_around", self.arrive_around)] {
            check(name, around, (0.0..=1.0).contains(&around), "it is from zero to one second")?;
        }
        // Two moments may come nearer by that much, and must not meet.
        let apart = self.apart >= self.leave_around + self.arrive_around;
        check("apart", self.apart, apart, "it is at least `leave_around` and `arrive_around` together")?;
        check("effort", self.effort as f32, self.effort >= 1, "it is at least 1")?;
        let ways_out = (1..=1024).contains(&self.ways_out);
        check("ways_out", self.ways_out as f32, ways_out, "it is from 1 to 1024")?;
        check("blend", self.blend, (0.0..=2.0).contains(&self.blend), "it is from zero to two seconds")?;
        match self.limit {
            Limit::Absolute(most) => check("limit.absolute", most, most >= 0.0, "it is zero or more")?,
            Limit::Share(s) => {
                check("limit.share", s, (0.0..=1.0).contains(&s), "it is from 0 to 1")?;
            }
        }
        match self.most_jump {
            Some(s) => check("most_jump", s, (0.0..=1.0).contains(&s), "it is from 0 to 1"),
            None => Ok(()),
        }
    }
}

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
    pub fn ways(&self, frame: u32) -> std::ops::Range<usize> {
        match self.from.binary_search(&frame) {
            Ok(at) => self.first[at] as usize..self.first[at + 1] as usize,
            Err(_) => 0..0,
        }
    }

    /// Every frame that can follow a frame: the next one of the recording first, where there is one.
    pub fn after(&self, frame: u32) -> impl Iterator<Item = u32> + '_ {
        let next = self.numbering.goes_on(frame).then_some(frame + 1);
        next.into_iter().chain(self.to[self.ways(frame)].iter().copied())
    }

    /// Which frames a walk can go on from for ever if it never enters some of them.
    pub fn component_without(&self, barred: &[bool]) -> Component {
        component::find(self, barred)
    }
}

/// Makes the frame graph of a repertoire. Without foot events, or with takes too short for a window, it has no
/// transitions and an empty component.
pub fn build(repertoire: &Repertoire, settings: &FrameSettings) -> Result<FrameGraph, GraphError> {
    settings.check()?;
    let numbering = Numbering::new(repertoire)?;
    let (transitions, search) = transitions::find(repertoire, &numbering, settings)?;
    let barred = frames_of(repertoire, &numbering, &settings.keep_out);
    let mut graph = FrameGraph { numbering, blend: settings.blend, search, ..FrameGraph::default() };
    for transition in &transitions {
        if graph.from.last() != Some(&transition.from) {
            graph.from.push(transition.from);
            graph.first.push(graph.to.len() as u32);
        }
        graph.to.push(transition.to);
        graph.cost.push(transition.cost);
    }
    graph.first.push(graph.to.len() as u32);
    graph.component = component::find(&graph, &barred);
    Ok(graph)
}

/// The largest change in velocity from one frame to the next, in m/s, that the graph's transitions make when
/// played, one for each.
pub fn played_jumps(repertoire: &Repertoire, graph: &FrameGraph) -> Result<Vec<f32>, GraphError> {
    use rayon::prelude::*;
    let half = graph.numbering.in_frames(0.5 * graph.blend) as usize;
    let all: Vec<transitions::Transition> = graph
        .from
        .iter()
        .flat_map(|&from| graph.ways(from).map(move |way| (from, way)).collect::<Vec<_>>())
        .map(|(from, way)| transitions::Transition { from, to: graph.to[way], cost: graph.cost[way] })
        .collect();
    let jumps: Result<Vec<f32>, _> = all
        .par_iter()
        .map(|transition| transitions::played_jump(repertoire, &graph.numbering, half, transition))
        .collect();
    Ok(jumps?)
}

/// The change in velocity from one frame to the next, in m/s, that a share of all recorded frames stays below.
pub fn usual_jump(repertoire: &Repertoire, share: f32) -> f32 {
    transitions::usual_jump(repertoire, share)
}
