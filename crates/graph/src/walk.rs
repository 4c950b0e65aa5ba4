//! A walk on the frame graph, at random: to look at what a graph can do, and to test it.
//!
//! Paper: *Pushing People Around* (Arikan et al. 2005): the graph is walked without entering a response. Here any classes
//! can be avoided. A walk that avoids something stays in the largest component of what is left, so that it never
//! comes to a frame from which it could only go on through what it avoids.

use footwork_annotate::Repertoire;
use footwork_motion::Rng;
use serde::{Deserialize, Serialize};

use crate::error::{GraphError, check};
use crate::frames::{Component, FrameGraph};
use crate::segment::{FrameSegment, frames_of};

/// How to walk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WalkSettings {
    /// s, how long the walk lasts at least.
    pub seconds: f32,
    /// How often a transition is taken where there is one, from 0 to 1. Where the recording ends it is always.
    pub eager: f32,
    /// s, how long each recording is followed at least, where it goes on for so long.
    pub stay: f32,
    /// Classes of actions that are not entered.
    pub avoid: Vec<String>,
    /// Of the random numbers.
    pub seed: u64,
}

impl Default for WalkSettings {
    fn default() -> WalkSettings {
        WalkSettings { seconds: 20.0, eager: 0.5, stay: 0.4, avoid: Vec::new(), seed: 1 }
    }
}

/// Walks at random. Empty where the graph has nothing that goes on for ever.
pub fn walk(
    repertoire: &Repertoire,
    graph: &FrameGraph,
    settings: &WalkSettings,
) -> Result<Vec<FrameSegment>, GraphError> {
    let seconds = settings.seconds;
    check("seconds", seconds, (0.0..=36_000.0).contains(&seconds), "it is from zero to ten hours")?;
    check("eager", settings.eager, (0.0..=1.0).contains(&settings.eager), "it is from 0 to 1")?;
    check("stay", settings.stay, settings.stay >= 0.0, "it is zero or more seconds")?;
    if settings.avoid.is_empty() {
        return Ok(walk_inside(graph, &graph.component, settings));
    }
    let mut barred = frames_of(repertoire, &graph.numbering, &settings.avoid);
    // What the graph keeps out stays out.
    let inside = (0..barred.len() as u32).map(|frame| graph.component.contains(frame));
    barred.iter_mut().zip(inside).for_each(|(barred, inside)| *barred |= !inside);
    Ok(walk_inside(graph, &graph.component_without(&barred), settings))
}

fn walk_inside(graph: &FrameGraph, component: &Component, settings: &WalkSettings) -> Vec<FrameSegment> {
    let mut rng = Rng::new(settings.seed);
    let numbering = &graph.numbering;
    let inside: Vec<u32> =
        (0..numbering.frames() as u32).filter(|&frame| component.contains(frame)).collect();
    if inside.is_empty() {
        return Vec::new();
    }
    let (stay, most) = (numbering.in_frames(settings.stay), numbering.in_frames(settings.seconds));
    let mut at = inside[rng.below(inside.len())];
    let (mut start, mut walked, mut segments) = (at, 0, Vec::new());
    let close = |start: u32, at: u32| {
        let (take, first) = numbering.place(start);
        FrameSegment { take, first, end: first + (at + 1 - start) }
    };
    while walked < most {
        walked += 1;
        let next = (numbering.goes_on(at) && component.contains(at + 1)).then_some(at + 1);
        let others: Vec<u32> =
            graph.transitions_from(at).map(|at| graph.to[at]).filter(|to| component.contains(*to)).collect();
        let leaves = !others.is_empty()
            && (next.is_none() || (at + 1 - start >= stay && rng.unit_f64() < f64::from(settings.eager)));
        at = match next {
            Some(next) if !leaves => next,
            _ => {
                segments.push(close(start, at));
                // Inside a component there is always one.
                let Some(&to) = others.get(rng.below(others.len())) else { return segments };
                start = to;
                to
            }
        };
    }
    segments.push(close(start, at));
    segments
}
