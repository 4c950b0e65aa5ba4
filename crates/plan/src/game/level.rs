//! One node of the path that a search is on: plain data.

use bytemuck::{Pod, Zeroable};

use super::Cooperation;

/// A side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that searches.
    Max,
    /// The one it plays against.
    Min,
}

impl Side {
    fn number(self) -> usize {
        self as usize
    }
}

/// A competitive and a cooperative score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Scores {
    /// Good for one side, bad for the other.
    pub comp: f64,
    /// Good for both.
    pub coop: f64,
}

impl Scores {
    /// Neither.
    pub const ZERO: Scores = Scores { comp: 0.0, coop: 0.0 };

    /// What a side wants most, eq. 4.2.
    pub fn wanted_by(self, side: Side) -> f64 {
        match side {
            Side::Max => self.coop + self.comp,
            Side::Min => self.coop - self.comp,
        }
    }

    /// A path's sums with one more edge, eq. 4.1. `edge` is as the side sees it that chose it.
    pub fn with_edge(self, side: Side, edge: Scores) -> Scores {
        let comp = if side == Side::Max { edge.comp } else { -edge.comp };
        Scores { comp: self.comp + comp, coop: self.coop + edge.coop }
    }

    /// Both summed.
    pub fn plus(self, other: Scores) -> Scores {
        Scores { comp: self.comp + other.comp, coop: self.coop + other.coop }
    }
}

/// A node on the path from the root to where a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Level {
    /// Summed over the path to here.
    pub(super) path: Scores,
    /// Of the best child so far; where the opponent is modelled, the mean over the children so far.
    pub(super) best: Scores,
    /// What Max and Min have already, at the nodes above whose choice depends on this one: U₁ and U₂.
    assured: [f64; 2],
    /// No score below the first node of this side's run has more coop than this.
    ceiling: f64,
    /// Chances of the children so far, summed.
    weight: f64,
    /// How many moves there are, the next to be looked at, and the best so far.
    pub(super) count: u16,
    pub(super) next: u16,
    pub(super) chosen: u16,
    /// Of the side that chooses here.
    side: u16,
    /// How many choices deep the tree goes on.
    pub(super) left: u16,
    pad: [u16; 3],
}

/// What a level is made of.
pub(super) struct Node {
    pub side: Side,
    pub path: Scores,
    pub count: u16,
    pub left: u16,
    /// How many edges may follow on a path, at most.
    pub edges: usize,
}

/// Share of a bound by which it must be beaten: sums of scores are rounded.
const ROUNDING: f64 = 1e-9;

impl Level {
    pub(super) fn new(node: Node, above: Option<&Level>, cooperation: Cooperation) -> Level {
        let own = node.path.coop + most_of(cooperation).max(0.0) * (node.edges as f64 + 1.0);
        let mut level = Level {
            path: node.path,
            assured: [f64::NEG_INFINITY; 2],
            ceiling: own,
            count: node.count,
            side: node.side.number() as u16,
            left: node.left,
            ..Level::default()
        };
        if let Some(above) = above {
            let side = above.side();
            if side == node.side || cooperation == Cooperation::None {
                level.assured = above.assured;
            }
            if side == node.side {
                level.ceiling = above.ceiling;
            }
            level.assured[side.number()] = above.assured[side.number()].max(above.has(side));
        }
        level
    }

    pub(super) fn side(&self) -> Side {
        if self.side == 0 { Side::Max } else { Side::Min }
    }

    /// What a side is sure of here.
    fn has(&self, side: Side) -> f64 {
        if self.next == 0 || self.weight == 0.0 { f64::NEG_INFINITY } else { self.best.wanted_by(side) }
    }

    /// Takes in the scores of a child.
    pub(super) fn take(&mut self, child: u16, scores: Scores) {
        let side = self.side();
        if self.weight == 0.0 || scores.wanted_by(side) > self.best.wanted_by(side) {
            (self.best, self.chosen) = (scores, child);
        }
        self.weight = 1.0;
    }

    /// Takes in the scores of a child that is chosen with some chance.
    pub(super) fn take_with(&mut self, child: u16, scores: Scores, chance: f64) {
        if chance <= 0.0 {
            return;
        }
        let share = chance / (self.weight + chance);
        if self.weight == 0.0 {
            self.chosen = child;
        }
        self.best.comp += share * (scores.comp - self.best.comp);
        self.best.coop += share * (scores.coop - self.best.coop);
        self.weight += chance;
    }

    /// Whether the other side will not let it come to this node, whatever the rest of its children are.
    pub(super) fn is_cut(&self, cooperation: Cooperation) -> bool {
        let (side, other) = match self.side() {
            Side::Max => (Side::Max, Side::Min),
            Side::Min => (Side::Min, Side::Max),
        };
        let most = match cooperation {
            Cooperation::None => 0.0,
            Cooperation::AtMost(_) => 2.0 * self.ceiling + ROUNDING * (1.0 + self.ceiling.abs()),
            Cooperation::Unbounded => return false,
        };
        self.weight > 0.0 && most - self.best.wanted_by(side) <= self.assured[other.number()]
    }
}

/// The most that an edge can give.
fn most_of(cooperation: Cooperation) -> f64 {
    match cooperation {
        Cooperation::None => 0.0,
        Cooperation::AtMost(most) => most,
        Cooperation::Unbounded => f64::INFINITY,
    }
}
