//! Makes a frame graph, and measures what its transitions look like when played.

use footwork_annotate::Repertoire;
use footwork_motion::MissingRole;
use footwork_plan::progress::Hear;
use rayon::prelude::*;

use super::{FrameGraph, FrameSettings, Transition, component, transitions};
use crate::error::GraphError;
use crate::segment::{Numbering, frames_of};

/// Makes the frame graph of a repertoire. Without foot events, or with takes too short for a window, it has no
/// transitions and an empty component.
pub fn build(
    repertoire: &Repertoire,
    settings: &FrameSettings,
    hear: Hear<'_>,
) -> Result<FrameGraph, GraphError> {
    settings.check()?;
    let numbering = Numbering::new(repertoire)?;
    let (transitions, search) = transitions::find(repertoire, &numbering, settings, hear)?;
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
/// played, one for each in their order.
pub fn played_jumps(repertoire: &Repertoire, graph: &FrameGraph) -> Result<Vec<f32>, GraphError> {
    let half = graph.numbering.in_frames(0.5 * graph.blend) as usize;
    let all: Vec<Transition> = graph.transitions().collect();
    let jump = |t: &Transition| transitions::played_jump(repertoire, &graph.numbering, half, t);
    let jumps: Result<Vec<f32>, MissingRole> = all.par_iter().map(jump).collect();
    Ok(jumps?)
}

/// The change in velocity from one frame to the next, in m/s, that a share of all recorded frames stays below.
pub fn usual_jump(repertoire: &Repertoire, share: f32) -> f32 {
    transitions::usual_jump(repertoire, share)
}
