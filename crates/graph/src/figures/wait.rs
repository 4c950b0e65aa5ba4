//! How long one waits until an action of a class can begin: how responsive a graph is.
//!
//! The shortest time from every place of decision to the start of such an action, from all such starts at once
//! backwards: breadth first where every step is one frame, Dijkstra's algorithm where actions differ in length.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use footwork_annotate::Repertoire;
use serde::Serialize;

use crate::actions::ActionGraph;
use crate::frames::{FrameGraph, StateGraph};

/// How long one waits for an action of a class.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Wait {
    /// The class.
    pub class: String,
    /// How many such actions begin inside the component.
    pub starts: u32,
    /// s, on average over all states; none where such an action never begins.
    pub mean: Option<f32>,
    /// s, from the state that is worst off.
    pub worst: Option<f32>,
}

const NEVER: u32 = u32::MAX;

/// Every class of a repertoire, in the alphabet's order.
fn classes(repertoire: &Repertoire) -> BTreeSet<&str> {
    let actions = repertoire.takes.iter().flat_map(|take| &take.annotation.actions);
    actions.flat_map(|action| action.classes.iter().map(String::as_str)).collect()
}

fn summed(class: &str, starts: u32, frames: impl Iterator<Item = u32>, rate: f32) -> Wait {
    let (mut sum, mut count, mut worst) = (0_u64, 0_u64, 0);
    for frames in frames.filter(|&frames| frames != NEVER) {
        sum += u64::from(frames);
        count += 1;
        worst = worst.max(frames);
    }
    let seconds = |frames: f64| (count > 0).then(|| (frames / f64::from(rate)) as f32);
    let mean = seconds(sum as f64 / count.max(1) as f64);
    Wait { class: class.to_string(), starts, mean, worst: seconds(f64::from(worst)) }
}

/// In a frame graph, from all its states. Classes that cannot be reached are listed with no start.
pub(crate) fn in_frames(repertoire: &Repertoire, graph: &FrameGraph, states: &StateGraph) -> Vec<Wait> {
    let before = reversed(graph);
    let wait = |class: &str| {
        let mut starts = Vec::new();
        for (take, annotation) in repertoire.takes.iter().map(|take| &take.annotation).enumerate() {
            let frames = repertoire.takes[take].clip.frames() as u32;
            let own = annotation.actions.iter().filter(|a| a.is(class) && a.span.first < frames);
            let numbered = own.map(|action| graph.numbering.number(take as u32, action.span.first));
            starts.extend(numbered.filter(|&frame| graph.component.contains(frame)));
        }
        let frames = distances(graph, &before, &starts);
        let waits = states.frames.iter().map(|&frame| frames[frame as usize]);
        summed(class, starts.len() as u32, waits, graph.numbering.rate)
    };
    classes(repertoire).into_iter().map(wait).collect()
}

/// For every frame, the frames inside the component from which a transition arrives: where they begin, and they.
fn reversed(graph: &FrameGraph) -> (Vec<u32>, Vec<u32>) {
    let frames = graph.numbering.frames();
    let inside = || graph.transitions().filter(|t| graph.component.contains(t.from));
    let mut first = vec![0_u32; frames + 1];
    inside().for_each(|t| first[t.to as usize + 1] += 1);
    (0..frames).for_each(|at| first[at + 1] += first[at]);
    let mut next = first.clone();
    let mut from = vec![0; graph.to.len()];
    for transition in inside() {
        let slot = &mut next[transition.to as usize];
        from[*slot as usize] = transition.from;
        *slot += 1;
    }
    (first, from)
}

/// How many frames later one of some frames can be played, at the earliest, for every frame of the component.
fn distances(graph: &FrameGraph, before: &(Vec<u32>, Vec<u32>), starts: &[u32]) -> Vec<u32> {
    let mut found = vec![NEVER; graph.numbering.frames()];
    let mut open = VecDeque::new();
    for &start in starts {
        if found[start as usize] == NEVER {
            found[start as usize] = 0;
            open.push_back(start);
        }
    }
    while let Some(frame) = open.pop_front() {
        let recorded = frame.checked_sub(1).filter(|&back| graph.numbering.goes_on(back));
        let arriving = before.0[frame as usize] as usize..before.0[frame as usize + 1] as usize;
        for back in recorded.into_iter().chain(before.1[arriving].iter().copied()) {
            if graph.component.contains(back) && found[back as usize] == NEVER {
                found[back as usize] = found[frame as usize] + 1;
                open.push_back(back);
            }
        }
    }
    found
}

/// In an action graph, from all nodes of its component.
pub(crate) fn in_actions(repertoire: &Repertoire, graph: &ActionGraph) -> Vec<Wait> {
    let mut arriving: Vec<Vec<(u32, u32)>> = vec![Vec::new(); graph.nodes()];
    for edge in graph.edges_inside() {
        arriving[edge.to as usize].push((edge.from, edge.segment.frames()));
    }
    let wait = |class: &str| {
        let is = |edge: &&crate::actions::ActionEdge| {
            let annotation = &repertoire.takes[edge.segment.take as usize].annotation;
            annotation.actions[edge.action as usize].is(class)
        };
        let starts: Vec<u32> = graph.edges_inside().filter(is).map(|edge| edge.from).collect();
        let mut found = vec![NEVER; graph.nodes()];
        let mut open: BinaryHeap<Reverse<(u32, u32)>> =
            starts.iter().map(|&node| Reverse((0, node))).collect();
        while let Some(Reverse((frames, node))) = open.pop() {
            if found[node as usize] <= frames {
                continue;
            }
            found[node as usize] = frames;
            for &(from, length) in &arriving[node as usize] {
                open.push(Reverse((frames + length, from)));
            }
        }
        let inside = (0..graph.nodes()).filter(|&node| graph.inside[node]).map(|node| found[node]);
        summed(class, starts.len() as u32, inside, graph.rate)
    };
    classes(repertoire).into_iter().map(wait).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::component::tests::graph;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn waits_are_those_of_trying_every_path(
            takes in prop::collection::vec(1_u32..7, 1..5),
            transitions in prop::collection::vec((0_u32..24, 0_u32..24), 0..14),
            starts in prop::collection::vec(0_u32..24, 0..3),
        ) {
            let frames: u32 = takes.iter().sum();
            let transitions: Vec<(u32, u32)> = transitions.into_iter().filter(|w| w.0 < frames && w.1 < frames).collect();
            let mut graph = graph(&takes, &transitions);
            graph.component = graph.component_without(&vec![false; frames as usize]);
            let inside = |frame: &u32| graph.component.contains(*frame);
            let starts: Vec<u32> = starts.into_iter().filter(inside).collect();
            let found = distances(&graph, &reversed(&graph), &starts);
            // The second method: as often as there are frames, whatever follows improves what goes before.
            let mut slow = vec![NEVER; frames as usize];
            starts.iter().for_each(|&start| slow[start as usize] = 0);
            for _ in 0..frames {
                for frame in (0..frames).filter(inside) {
                    let next = graph.after(frame).filter(inside).map(|f| slow[f as usize].saturating_add(1));
                    let best = next.min().unwrap_or(NEVER).min(slow[frame as usize]);
                    slow[frame as usize] = best;
                }
            }
            prop_assert_eq!(found, slow);
        }
    }
}
