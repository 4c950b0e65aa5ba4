//! Min-max over depth: what every state is worth to the one and to the other, so many choices ahead.
//!
//! Paper: Shum 2010, algorithm 1 and eq. 5.5; the discount of sec. 5.6.2 is an option. Departs from it:
//! - A state says what *whoever chooses* sees, so that every state is both a max and a min node: it has two values, and
//!   the two may want different things.
//! - Depth 0 is not worth 0 but what the caller says: what is already on its way. A blow that lands just beyond the last
//!   choice would else be worth nothing.
//! - A state without edges keeps that worth at every depth.

use super::Edges;

/// What states are worth. Values are as the first player sees them: where he chooses, and where his rival does.
#[derive(Clone, Debug, PartialEq)]
pub struct Rivals {
    /// Depth 0.
    start: [Vec<f32>; 2],
    values: [Vec<f32>; 2],
    next: [Vec<f32>; 2],
    depth: u16,
    /// How many states of the next depth are done.
    done: usize,
}

/// What edges earn whoever takes them.
#[derive(Clone, Copy, Debug)]
pub struct Earned<'a> {
    /// The first player, as he sees it.
    pub own: &'a [f32],
    /// His rival, as that one sees it.
    pub rival: &'a [f32],
    /// How much what comes after an edge counts beside it: 1 for all of it.
    pub discount: f32,
}

impl Rivals {
    /// Depth 0: what a state is worth where the first player chooses, and where his rival does; as the first sees it.
    pub fn new(own: Vec<f32>, rival: Vec<f32>) -> Rivals {
        let next = [own.clone(), rival.clone()];
        Rivals { values: next.clone(), start: next.clone(), next, depth: 0, done: 0 }
    }

    /// How many choices ahead the values look.
    pub fn depth(&self) -> u16 {
        self.depth
    }

    /// What states are worth where the first player chooses.
    pub fn own(&self) -> &[f32] {
        &self.values[0]
    }

    /// What states are worth, to the first player, where his rival chooses.
    pub fn rival(&self) -> &[f32] {
        &self.values[1]
    }

    /// Goes on for so many states, and says whether a depth is complete with that.
    pub fn think(&mut self, graph: &Edges<'_>, earned: &Earned<'_>, states: usize) -> bool {
        let all = graph.states().min(self.start[0].len()).min(self.start[1].len());
        let until = self.done.saturating_add(states).min(all);
        for state in self.done..until {
            let edges = graph.of(state);
            if edges.is_empty() {
                continue;
            }
            let (mut most, mut least) = (f32::NEG_INFINITY, f32::INFINITY);
            for edge in edges {
                let (to, other) = graph.to(edge);
                let (same, turned) = (usize::from(other), usize::from(!other));
                most = most.max(earned.own[edge] + earned.discount * self.values[same][to]);
                least = least.min(earned.discount * self.values[turned][to] - earned.rival[edge]);
            }
            (self.next[0][state], self.next[1][state]) = (most, least);
        }
        self.done = until;
        if until < all {
            return false;
        }
        std::mem::swap(&mut self.values, &mut self.next);
        (self.depth, self.done) = (self.depth.saturating_add(1), 0);
        true
    }

    /// Looks so many choices ahead, in one go.
    pub fn deepen(&mut self, graph: &Edges<'_>, earned: &Earned<'_>, depth: u16) {
        while self.depth < depth {
            self.think(graph, earned, usize::MAX);
        }
    }
}
