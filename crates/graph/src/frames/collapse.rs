//! States and actions: what a decision is about.
//!
//! Paper: Lee & Lee 2004, sec. 3: frames that more than one frame can follow are the states; the runs of frames
//! between them, without a choice, are the actions.

use serde::{Deserialize, Serialize};

use crate::frames::{Component, FrameGraph};
use crate::segment::FrameSegment;

/// A frame graph in which only decisions are left. Plain lists, so that tables can be indexed by state and action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StateGraph {
    /// The frame of each state, in order.
    pub frames: Vec<u32>,
    /// For each state, where its actions begin; and where the last one's end.
    pub actions: Vec<u32>,
    /// For each action, the state that it ends in.
    pub to: Vec<u32>,
    /// What each action's transitions cost in all; 0 where the recording just goes on.
    pub cost: Vec<f32>,
    /// How many frames each action plays.
    pub length: Vec<u32>,
    /// For each action, where its segments begin; and where the last one's end.
    pub segments_of: Vec<u32>,
    /// The frames that actions play, from the one after the state to the next state's own.
    pub segments: Vec<FrameSegment>,
}

impl StateGraph {
    /// The actions that can be chosen in a state.
    pub fn actions_of(&self, state: usize) -> std::ops::Range<usize> {
        self.actions[state] as usize..self.actions[state + 1] as usize
    }

    /// The segments that an action plays.
    pub fn segments_of(&self, action: usize) -> &[FrameSegment] {
        &self.segments[self.segments_of[action] as usize..self.segments_of[action + 1] as usize]
    }
}

/// The frames that can follow a frame within a component, with the cost of getting there.
fn followers<'a>(
    graph: &'a FrameGraph,
    component: &'a Component,
    frame: u32,
) -> impl Iterator<Item = (u32, f32)> + 'a {
    let next = graph.numbering.goes_on(frame).then_some((frame + 1, 0.0));
    let others = graph.transitions_from(frame).map(|at| (graph.to[at], graph.cost[at]));
    next.into_iter().chain(others).filter(|(to, _)| component.contains(*to))
}

/// Collapses a component of a graph. One that goes round without any choice has no states.
pub fn collapse(graph: &FrameGraph, component: &Component) -> StateGraph {
    let inside = (0..graph.numbering.frames() as u32).filter(|&frame| component.contains(frame));
    // Only frames that a transition leaves from can have more than one follower.
    let frames: Vec<u32> = inside
        .filter(|&frame| {
            !graph.transitions_from(frame).is_empty() && followers(graph, component, frame).nth(1).is_some()
        })
        .collect();
    let mut states = StateGraph { frames, actions: vec![0], segments_of: vec![0], ..StateGraph::default() };
    for state in 0..states.frames.len() {
        for (first, cost) in followers(graph, component, states.frames[state]) {
            run(graph, component, first, cost, &mut states);
        }
        states.actions.push(states.to.len() as u32);
    }
    states
}

/// Goes on from `first`, without a choice, to the next state, and adds that run as an action.
fn run(graph: &FrameGraph, component: &Component, first: u32, cost: f32, states: &mut StateGraph) {
    let (mut at, mut start, mut sum, mut length) = (first, first, f64::from(cost), 0);
    loop {
        length += 1;
        let segment = |end: u32| {
            let (take, first) = graph.numbering.place(start);
            FrameSegment { take, first, end: first + (end + 1 - start) }
        };
        if let Ok(state) = states.frames.binary_search(&at) {
            states.segments.push(segment(at));
            states.to.push(state as u32);
            break;
        }
        // Inside a strong component every frame goes on, and leads to a state where there is any.
        let Some((next, cost)) = followers(graph, component, at).next() else { break };
        if next != at + 1 || !graph.numbering.goes_on(at) {
            states.segments.push(segment(at));
            start = next;
            sum += f64::from(cost);
        }
        at = next;
    }
    states.cost.push(sum as f32);
    states.length.push(length);
    states.segments_of.push(states.segments.len() as u32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::component::tests::graph;

    #[test]
    fn a_run_that_leaves_one_take_for_another_without_a_choice_is_one_action_of_two_segments() {
        // Two takes of five frames. From 3 one can go back to 1 or on; the first take's end leads to 6, and 8 to 0.
        let mut graph = graph(&[5, 5], &[(3, 1), (4, 6), (8, 0)]);
        graph.component = graph.component_without(&[false; 10]);
        let states = collapse(&graph, &graph.component);
        assert_eq!(states.frames, [3]);
        let segment = |take, first, end| FrameSegment { take, first, end };
        let on = [segment(0, 4, 5), segment(1, 1, 4), segment(0, 0, 4)];
        assert_eq!(states.segments_of(0), on);
        assert_eq!(states.segments_of(1), [segment(0, 1, 4)]);
        assert_eq!((states.length, states.to), (vec![8, 3], vec![0, 0]));
        assert!((states.cost[0] - 0.2).abs() < 1e-6);
    }

    #[test]
    fn going_round_without_a_choice_has_no_states() {
        let mut graph = graph(&[5], &[(4, 0)]);
        graph.component = graph.component_without(&[false; 5]);
        assert_eq!(graph.component.inside, 5);
        assert!(collapse(&graph, &graph.component).frames.is_empty());
    }
}
