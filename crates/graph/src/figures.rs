//! What a user needs to know about a graph: how much of the motion it can play, how much choice there is, and how long
//! one waits for something.

use footwork_annotate::Repertoire;
use footwork_motion::quality::percentile;
use serde::Serialize;

use crate::actions::ActionGraph;
use crate::fragments::Fragments;
use crate::frames::{FrameGraph, StateGraph, Transition};

pub mod wait;

pub use wait::Wait;

/// How much choice there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Branching {
    /// Actions to choose from in a state, on average.
    pub mean: f32,
    /// Actions of the state with the most.
    pub most: u32,
    /// Decisions for every second of motion inside.
    pub states_per_second: f32,
}

/// Costs that so many per cent of transitions stay below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Costs {
    pub p5: f32,
    pub p25: f32,
    pub p50: f32,
    pub p75: f32,
    pub p95: f32,
    pub most: f32,
}

impl Costs {
    fn of(costs: &[f32]) -> Costs {
        let at = |share: f32| percentile(costs.to_vec(), share);
        Costs { p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95), most: at(1.0) }
    }
}

/// How much of a take can be played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TakeCoverage {
    /// The take's name.
    pub take: String,
    /// Share of its frames that are in the component.
    pub coverage: f32,
}

/// About a frame graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameFigures {
    /// Frames of the repertoire.
    pub frames: u32,
    /// s, of the repertoire.
    pub seconds: f32,
    /// Share of the motion from which all of that share can be reached, for ever.
    pub coverage: f32,
    /// The same take by take: a take at zero is not connected to the others.
    pub takes: Vec<TakeCoverage>,
    /// Frames that lead into it and are not reached again.
    pub leads_in: u32,
    /// Frames that were left out because nothing leads on from them.
    pub dead_ends: u32,
    /// Frames at foot events.
    pub candidates: u64,
    /// Transitions between frames of the component.
    pub transitions: u32,
    /// Frames that more than one frame can follow.
    pub states: u32,
    /// Runs between them.
    pub actions: u32,
    /// How much choice there is.
    pub branching: Branching,
    /// m or rad, what transitions of the component cost.
    pub cost: Costs,
    /// For each class of action, how long one waits for it.
    pub waits: Vec<Wait>,
}

/// Figures of a frame graph.
pub fn of_frames(repertoire: &Repertoire, graph: &FrameGraph, states: &StateGraph) -> FrameFigures {
    let (numbering, component) = (&graph.numbering, &graph.component);
    let share = |part: u32, all: u32| if all == 0 { 0.0 } else { part as f32 / all as f32 };
    let frames = numbering.frames() as u32;
    let seconds = |frames: u32| frames as f32 / numbering.rate;
    let takes = repertoire.takes.iter().zip(numbering.starts.windows(2)).map(|(take, span)| {
        let inside = (span[0]..span[1]).filter(|&frame| component.contains(frame)).count() as u32;
        TakeCoverage { take: take.clip.name.clone(), coverage: share(inside, span[1] - span[0]) }
    });
    let inside = |t: &Transition| component.contains(t.from) && component.contains(t.to);
    let costs: Vec<f32> = graph.transitions().filter(inside).map(|t| t.cost).collect();
    let choices = |state: usize| states.actions_of(state).len() as u32;
    let count = states.frames.len();
    FrameFigures {
        frames,
        seconds: seconds(frames),
        coverage: share(component.inside, frames),
        takes: takes.collect(),
        leads_in: component.leads_in,
        dead_ends: component.dead_ends,
        candidates: graph.search.candidates,
        transitions: costs.len() as u32,
        states: count as u32,
        actions: states.to.len() as u32,
        branching: Branching {
            mean: share(states.to.len() as u32, count as u32),
            most: (0..count).map(choices).max().unwrap_or(0),
            states_per_second: if component.inside == 0 {
                0.0
            } else {
                count as f32 / seconds(component.inside)
            },
        },
        cost: Costs::of(&costs),
        waits: wait::in_frames(repertoire, graph, states),
    }
}

/// About an action graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ActionFigures {
    /// Actions of the repertoire.
    pub actions: u32,
    /// Groups of poses that they begin and end in.
    pub nodes: u32,
    /// Share of the actions' time that can follow each other for ever.
    pub coverage: f32,
    /// Actions that were left out because they lead nowhere, or come from nowhere.
    pub dead_ends: u32,
    /// How much choice there is at nodes of the component.
    pub branching: Branching,
    /// How different the most different poses of nodes are.
    pub widths: Costs,
    /// For each class of action, how long one waits for it.
    pub waits: Vec<Wait>,
}

/// Figures of an action graph.
pub fn of_actions(repertoire: &Repertoire, graph: &ActionGraph) -> ActionFigures {
    let all: u32 = graph.edges.iter().map(|edge| edge.segment.frames()).sum();
    let inside: u32 = graph.edges_inside().map(|edge| edge.segment.frames()).sum();
    let nodes: Vec<u32> = (0..graph.nodes() as u32).filter(|&node| graph.inside[node as usize]).collect();
    let choices =
        |node: u32| graph.actions_from(node).iter().filter(|edge| graph.inside[edge.to as usize]).count();
    let count = graph.edges_inside().count();
    ActionFigures {
        actions: graph.edges.len() as u32,
        nodes: graph.nodes() as u32,
        coverage: if all == 0 { 0.0 } else { inside as f32 / all as f32 },
        dead_ends: graph.dead_ends,
        branching: Branching {
            mean: if nodes.is_empty() { 0.0 } else { count as f32 / nodes.len() as f32 },
            most: nodes.iter().map(|&node| choices(node) as u32).max().unwrap_or(0),
            states_per_second: if inside == 0 { 0.0 } else { count as f32 * graph.rate / inside as f32 },
        },
        widths: Costs::of(&graph.widths),
        waits: wait::in_actions(repertoire, graph),
    }
}

/// About fragments. Any of them can follow any other; what differs is how well.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FragmentFigures {
    /// How many there are.
    pub fragments: u32,
    /// Share of the frames that lie in one at least.
    pub coverage: f32,
    /// Share of them in the air.
    pub airborne: f32,
    /// m/s, the speeds that they show.
    pub speed: Costs,
    /// rad/s, the turning rates that they show, to either side.
    pub turning: Costs,
}

/// Figures of fragments.
pub fn of_fragments(repertoire: &Repertoire, fragments: &Fragments) -> FragmentFigures {
    let count = fragments.segments.len();
    let (mut covered, mut reached) = (0_u64, (0, 0));
    for segment in &fragments.segments {
        // They are in order, so that only what goes beyond the ones before is new.
        let end = if reached.0 == segment.take { reached.1 } else { 0 };
        covered += u64::from(segment.end.saturating_sub(end.max(segment.first)));
        reached = (segment.take, end.max(segment.end));
    }
    let frames: usize = repertoire.takes.iter().map(|take| take.clip.frames()).sum();
    let controls = &fragments.controls;
    let speeds: Vec<f32> =
        controls.iter().map(|c| (c.velocity[0].powi(2) + c.velocity[1].powi(2)).sqrt()).collect();
    let turns: Vec<f32> = controls.iter().map(|c| c.turning.abs()).collect();
    FragmentFigures {
        fragments: count as u32,
        coverage: if frames == 0 { 0.0 } else { covered as f32 / frames as f32 },
        airborne: controls.iter().filter(|c| c.airborne).count() as f32 / count.max(1) as f32,
        speed: Costs::of(&speeds),
        turning: Costs::of(&turns),
    }
}
