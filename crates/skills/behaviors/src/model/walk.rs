//! From a frame graph to states and actions, with the pieces that are played.

use footwork_graph::FrameGraph;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::{Blow, Model, Piece, State};

/// Adds the states and actions of a graph's component. Actions last at least so many frames, where there are so many.
pub fn collect(graph: &FrameGraph, shortest: u32, model: &mut Model) {
    let inside = (0..graph.numbering.frames() as u32).filter(|&frame| graph.component.contains(frame));
    let choices: Vec<u32> = inside.filter(|&frame| successors(graph, frame).nth(1).is_some()).collect();
    let runs: Vec<Vec<Run>> = choices
        .iter()
        .map(|&from| {
            let mut runs: Vec<Run> =
                successors(graph, from).filter_map(|to| run(graph, &choices, from, to, shortest)).collect();
            // A run that breaks off too soon, because its take ends, is kept only where there is no other.
            let longest = runs.iter().map(|run| run.length).max().unwrap_or(0);
            runs.retain(|run| run.length >= shortest.min(longest));
            runs
        })
        .collect();
    let kept = kept(&runs);
    model.actions.push(0);
    model.pieces_of.push(0);
    for &state in &kept {
        let (take, frame) = graph.numbering.place(choices[state]);
        model.states.push(State { take, frame });
        for run in &runs[state] {
            let Ok(to) = kept.binary_search(&run.to) else { continue };
            model.to.push(to as u32);
            model.length.push(run.length);
            for &(first, end) in &run.spans {
                let (take, first) = graph.numbering.place(first);
                let (_, end) = graph.numbering.place(end);
                cut(&model.blows, take, first, end, &mut model.pieces);
            }
            model.pieces_of.push(model.pieces.len() as u32);
        }
        model.actions.push(model.to.len() as u32);
    }
}

/// Where an action leads, and the spans of frames that it plays: from one that is not played itself to one that is.
struct Run {
    to: usize,
    length: u32,
    spans: Vec<(u32, u32)>,
}

/// The frames that can follow a frame within the component: the next one of the recording first.
fn successors(graph: &FrameGraph, frame: u32) -> impl Iterator<Item = u32> + '_ {
    graph.after(frame).filter(|&to| graph.component.contains(to))
}

fn goes_on(graph: &FrameGraph, frame: u32) -> bool {
    graph.numbering.goes_on(frame) && graph.component.contains(frame + 1)
}

/// Follows the recording from `first` to a state that does not come too soon.
fn run(graph: &FrameGraph, choices: &[u32], from: u32, first: u32, shortest: u32) -> Option<Run> {
    // What is played begins at the frame before, which is like the one that is left.
    let begins = |from: u32, to: u32| if to == from + 1 { from } else { to.saturating_sub(1) };
    let (mut at, mut start, mut length, mut spans) = (first, begins(from, first), 1, Vec::new());
    loop {
        if let Ok(to) = choices.binary_search(&at)
            && (length >= shortest || !goes_on(graph, at))
        {
            spans.push((start, at));
            return Some(Run { to, length, spans });
        }
        let next = if goes_on(graph, at) { at + 1 } else { successors(graph, at).next()? };
        if next != at + 1 {
            spans.push((start, at));
            start = begins(at, next);
        }
        at = next;
        length += 1;
        // Where nothing can be chosen, it would go round for ever.
        if length as usize > graph.numbering.frames() {
            return None;
        }
    }
}

/// The largest set of states that all lead to one another; of equals, the one with the earliest state. Going through
/// states that come too soon may leave some that nothing leads to.
fn kept(runs: &[Vec<Run>]) -> Vec<usize> {
    let mut all: DiGraph<(), (), u32> = DiGraph::with_capacity(runs.len(), runs.len() * 16);
    let nodes: Vec<_> = runs.iter().map(|_| all.add_node(())).collect();
    for (state, runs) in runs.iter().enumerate() {
        runs.iter().for_each(|run| {
            all.add_edge(nodes[state], nodes[run.to], ());
        });
    }
    let mut best: Vec<usize> = Vec::new();
    for component in kosaraju_scc(&all) {
        let alone = component.len() == 1 && all.find_edge(component[0], component[0]).is_none();
        let mut component: Vec<usize> = component.iter().map(|node| node.index()).collect();
        component.sort_unstable();
        let larger = component.len() > best.len() || (component.len() == best.len() && component < best);
        if !alone && larger {
            best = component;
        }
    }
    best
}

/// Cuts a span after every blow but the last, so that a piece has one blow, or blows that overlap.
fn cut(blows: &[Blow], take: u32, first: u32, end: u32, pieces: &mut Vec<Piece>) {
    let from = blows.partition_point(|blow| (blow.take, blow.lands) <= (take, first));
    let to = blows.partition_point(|blow| (blow.take, blow.lands) <= (take, end));
    let mut piece = Piece { take, first, end, blow: from as u32, blows: 0 };
    let mut over = first;
    for (number, blow) in (from as u32..).zip(&blows[from..to]) {
        let ends = blow.over;
        // A blow counts only if all of it is played.
        if ends > end + 1 {
            break;
        }
        if piece.blows > 0 && over <= blow.first && over < end {
            pieces.push(Piece { end: over, ..piece });
            piece = Piece { take, first: over, end, blow: number, blows: 0 };
        }
        piece.blows += 1;
        over = over.max(ends);
    }
    pieces.push(piece);
}

#[cfg(test)]
mod tests {
    use super::*;
    use footwork_annotate::Limb;

    fn blow(first: u32, tips: u32) -> Blow {
        let limb = Limb::LeftHand;
        let (lands, over) = (first, first + tips);
        Blow { take: 0, first, lands, over, tip: 0, tips, limb, weight: 1.0, reach: 0.6, kind: 0 }
    }

    #[test]
    fn a_span_is_cut_after_every_blow_but_the_last() {
        let mut pieces = Vec::new();
        cut(&[blow(10, 4), blow(30, 4), blow(50, 4), blow(98, 4)], 0, 5, 100, &mut pieces);
        let found: Vec<_> = pieces.iter().map(|p| (p.first, p.end, p.blow, p.blows)).collect();
        // The last blow is not over at the end, and does not count.
        assert_eq!(found, [(5, 14, 0, 1), (14, 34, 1, 1), (34, 100, 2, 1)]);
    }

    #[test]
    fn blows_that_overlap_stay_together_and_a_span_without_any_is_whole() {
        let mut pieces = Vec::new();
        cut(&[blow(10, 6), blow(12, 8), blow(40, 2)], 0, 0, 60, &mut pieces);
        let found: Vec<_> = pieces.iter().map(|p| (p.first, p.end, p.blow, p.blows)).collect();
        assert_eq!(found, [(0, 20, 0, 2), (20, 60, 2, 1)]);
        pieces.clear();
        cut(&[blow(10, 6)], 0, 20, 30, &mut pieces);
        assert_eq!((pieces.len(), pieces[0].blows), (1, 0));
    }
}
