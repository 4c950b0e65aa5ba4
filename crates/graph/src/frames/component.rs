//! What a walk can go on from for ever: the largest strongly connected component, and what leads into it.
//!
//! Paper: Lee & Lee 2004, sec. 6: keep a component in which every frame can be reached from every other.
//! Departs from it: frames from which the component can be reached, but which it never leads back to, are not thrown away
//! but marked: the start of a take, and responses that nothing may lead into, are left through them.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::{Component, FrameGraph, Reach};

impl FrameGraph {
    /// Which frames a walk can go on from for ever if it never enters some of them.
    pub fn component_without(&self, barred: &[bool]) -> Component {
        find(self, barred)
    }
}

/// The largest component whose edges never go from a frame that is not barred to one that is. Of two that are
/// equally large, the one with the earliest frame. One frame alone is no component, unless it follows itself.
pub(crate) fn find(graph: &FrameGraph, barred: &[bool]) -> Component {
    let frames = graph.numbering.frames();
    let mut all: DiGraph<(), (), u32> = DiGraph::with_capacity(frames, frames + graph.to.len());
    for _ in 0..frames {
        all.add_node(());
    }
    for frame in 0..frames as u32 {
        for after in graph.after(frame) {
            let enters = barred[after as usize] && !barred[frame as usize];
            if !enters {
                all.add_edge(NodeIndex::new(frame as usize), NodeIndex::new(after as usize), ());
            }
        }
    }
    // Kosaraju's, because petgraph's Tarjan recurses once for every frame of a take.
    let mut best: Vec<NodeIndex<u32>> = Vec::new();
    for component in kosaraju_scc(&all) {
        let first = |of: &[NodeIndex<u32>]| of.iter().min().copied();
        let alone = component.len() == 1 && all.find_edge(component[0], component[0]).is_none();
        // Inside a span that is kept out one could go round too, but nothing leads there.
        let kept_out = component.iter().all(|node| barred[node.index()]);
        let larger = component.len() > best.len()
            || (component.len() == best.len() && first(&component) < first(&best));
        if !alone && !kept_out && larger {
            best = component;
        }
    }
    let mut reach = vec![Reach::DeadEnd; frames];
    best.iter().for_each(|node| reach[node.index()] = Reach::Inside);
    let mut open: Vec<NodeIndex<u32>> = best.clone();
    while let Some(node) = open.pop() {
        for before in all.neighbors_directed(node, petgraph::Direction::Incoming) {
            let place = &mut reach[before.index()];
            if *place == Reach::DeadEnd {
                *place = Reach::LeadsIn;
                open.push(before);
            }
        }
    }
    let count = |place: Reach| reach.iter().filter(|p| **p == place).count() as u32;
    let (inside, leads_in, dead_ends) = (count(Reach::Inside), count(Reach::LeadsIn), count(Reach::DeadEnd));
    Component { reach, inside, leads_in, dead_ends }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::segment::Numbering;
    use proptest::prelude::*;

    /// A graph of takes of some lengths with some transitions.
    pub(crate) fn graph(takes: &[u32], transitions: &[(u32, u32)]) -> FrameGraph {
        let mut starts = vec![0];
        takes.iter().for_each(|frames| starts.push(starts.last().unwrap() + frames));
        let numbering = Numbering { starts, rate: 60.0 };
        let mut transitions: Vec<(u32, u32)> = transitions.to_vec();
        transitions.sort();
        transitions.dedup();
        let mut graph = FrameGraph { numbering, ..FrameGraph::default() };
        for (from, to) in transitions {
            if graph.from.last() != Some(&from) {
                graph.from.push(from);
                graph.first.push(graph.to.len() as u32);
            }
            graph.to.push(to);
            graph.cost.push(0.1);
        }
        graph.first.push(graph.to.len() as u32);
        graph
    }

    /// Reachability by Floyd and Warshall, and the component from it.
    fn second_method(graph: &FrameGraph, barred: &[bool]) -> Vec<Reach> {
        let n = graph.numbering.frames();
        let mut reach = vec![vec![false; n]; n];
        for frame in 0..n {
            for after in graph.after(frame as u32) {
                reach[frame][after as usize] |= !barred[after as usize] || barred[frame];
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        let of = |i: usize| -> Vec<usize> { (0..n).filter(|&j| reach[i][j] && reach[j][i]).collect() };
        let all = (0..n).map(of).filter(|c| c.iter().any(|&i| !barred[i]));
        let best = all.fold(Vec::new(), |best: Vec<usize>, c| if c.len() > best.len() { c } else { best });
        let leads = |i: usize| best.first().is_some_and(|&b| reach[i][b]);
        (0..n)
            .map(|i| match (best.contains(&i), leads(i)) {
                (true, _) => Reach::Inside,
                (false, true) => Reach::LeadsIn,
                _ => Reach::DeadEnd,
            })
            .collect()
    }

    proptest! {
        #[test]
        fn the_component_is_the_one_that_reachability_gives(
            takes in prop::collection::vec(1_u32..7, 1..5),
            transitions in prop::collection::vec((0_u32..24, 0_u32..24), 0..14),
            bars in prop::collection::vec(prop::bool::weighted(0.15), 24),
        ) {
            let frames: u32 = takes.iter().sum();
            let transitions: Vec<(u32, u32)> = transitions.into_iter().filter(|w| w.0 < frames && w.1 < frames).collect();
            let graph = graph(&takes, &transitions);
            let barred = &bars[..frames as usize];
            let found = find(&graph, barred);
            prop_assert_eq!(&found.reach, &second_method(&graph, barred));
            prop_assert_eq!(found.inside + found.leads_in + found.dead_ends, frames);
        }
    }

    #[test]
    fn a_take_with_a_transition_back_is_a_loop_with_a_lead_and_a_dead_end() {
        let found = find(&graph(&[10], &[(7, 3)]), &[false; 10]);
        assert_eq!((found.inside, found.leads_in, found.dead_ends), (5, 3, 2));
        assert!(found.contains(3) && found.contains(7) && !found.contains(8));
        assert_eq!(find(&graph(&[10], &[]), &[false; 10]).inside, 0);
    }

    #[test]
    fn nothing_leads_into_what_is_kept_out_and_it_leads_out() {
        // A response at 4..6 between two loops; the transition back from 8 to 1 leads through it.
        let mut barred = [false; 10];
        barred[4] = true;
        barred[5] = true;
        let found = find(&graph(&[10], &[(8, 1), (3, 1), (9, 7)]), &barred);
        assert!(!found.contains(4) && !found.contains(5));
        assert_eq!(found.reach[5], Reach::LeadsIn);
        assert!(found.contains(1) && found.contains(3));
    }

    #[test]
    fn a_chain_of_a_million_frames_does_not_exhaust_the_stack() {
        let frames = 1_000_000;
        let found = find(&graph(&[frames], &[(frames - 1, 0)]), &vec![false; frames as usize]);
        assert_eq!(found.inside, frames);
    }
}
