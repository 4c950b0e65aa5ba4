//! From samples to the graph: every choice that lands in a known state is an edge (sec. 5.4.2).
//!
//! Departs from it: one that lands a little beside a state leads there, too. Without those edges a player seems to be at the
//! mercy of the few choices that happen to be known, and looking further ahead makes him weaker.

use footwork_plan::explicit::OTHER;
use footwork_plan::progress::{Flow, Hear, Progress};
use rayon::prelude::*;

use super::archive::{Archive, Child};
use crate::graph::{Edge, Graph};
use crate::state::Likeness;

/// By eq. 5.1: what lands further away from any state leads nowhere.
pub(crate) const BESIDE: f32 = 2.0;

/// Connects samples. None if it was stopped; whose graph it is, the caller knows.
pub(crate) fn connect<F: Copy + Send + Sync>(
    like: &Likeness,
    archive: Archive<F>,
    hear: Hear<'_>,
) -> Option<Graph<F>> {
    let tell = |done: f32| match hear(Progress { done, stage: "connecting states" }) {
        Flow::GoOn => Some(()),
        Flow::Stop => None,
    };
    tell(0.8)?;
    let found: Vec<Vec<(Edge<F>, u32)>> = archive
        .looked
        .par_iter()
        .map(|looked| {
            let edge = |child: &Child<F>| {
                let (far, to) = archive.nearest(like, &child.state)?;
                if far >= BESIDE || !child.near {
                    return None;
                }
                let to = if child.swapped { to | OTHER } else { to };
                Some((Edge { piece: child.piece, features: child.features }, to))
            };
            looked.children.iter().filter_map(edge).collect()
        })
        .collect();
    tell(0.95)?;
    let mut order: Vec<u32> = (0..archive.states.len() as u32).collect();
    order.sort_by_key(|number| {
        let state = &archive.states[*number as usize];
        (state.own, archive.classes[usize::from(state.other)], state.left, *number)
    });
    let mut place = vec![0_u32; order.len()];
    for (new, old) in order.iter().enumerate() {
        place[*old as usize] = new as u32;
    }
    let mut graph = Graph {
        fingerprint: 0,
        takes: String::new(),
        pieces: archive.classes.len() as u32,
        like: *like,
        classes: archive.classes.clone(),
        states: order.iter().map(|old| archive.states[*old as usize]).collect(),
        pending: order.iter().map(|old| archive.looked[*old as usize].pending).collect(),
        first: vec![0],
        edges: Vec::new(),
        to: Vec::new(),
        pairs: Vec::new(),
    };
    for old in &order {
        for (edge, to) in &found[*old as usize] {
            graph.edges.push(*edge);
            graph.to.push(place[(to & !OTHER) as usize] | (to & OTHER));
        }
        graph.first.push(graph.edges.len() as u32);
    }
    graph.list_pairs();
    tell(1.0)?;
    Some(graph)
}
