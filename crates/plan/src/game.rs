//! Temporal game trees: what to do against somebody who thinks too, where moves last and players do not alternate.
//!
//! Paper: Shum 2010, sec. 4.3. A node is a moment at which somebody has to choose; its edges are what can be chosen. Every
//! edge has two scores of who chose it, a competitive and a cooperative one. Along a path they are summed from the
//! searching side's point of view (eq. 4.1); that side, `Max`, takes the child with the largest comp + coop, the other,
//! `Min`, the one with the smallest comp − coop (eq. 4.2), and both scores of the child become the node's (eq. 4.3).
//! Of equals the first counts. Several players may share a side: their scores are summed.
//!
//! Departs from it:
//! - A forced move, the only one there is, takes no depth.
//! - Where the tree ends, what is already on its way is scored too ([`Game::horizon`]): else a blow that lands just beyond
//!   the last node would be worth nothing.
//! - The search keeps its place in plain data ([`Search`], [`Desk`]) and goes on for a given number of nodes, so that it can
//!   be spread over ticks. It deepens one level at a time, within a budget of nodes; never of time.
//! - Sec. 4.6.2 as an option: what the other side does is not its best, but what it was seen to do, with probabilities.
//!
//! # Cuts
//!
//! Write U₁ = comp + coop for what Max wants and U₂ = coop − comp for what Min wants.
//!
//! - *No cooperation*: U₁ = −U₂, the game is zero-sum, and these are alpha-beta cuts, deep ones too.
//! - *Cooperation of at most c an edge*: U₁ + U₂ = 2 coop ≤ 2C below a node, where C is the path's coop so far plus c for each
//!   edge that may follow. A Min node that has found U₂ ≥ v is worth U₁ ≤ 2C − v to the Max node above it, and is left
//!   as soon as that is no more than what Max has already; and the other way round. Only what the node directly above is
//!   assured of may be used: a bound from further up is not exact, as the player in between chooses by another score
//!   (Korf 1991, *Multi-player alpha-beta pruning*). Consecutive nodes of one side count as one node, with the C of
//!   their first.
//! - *Cooperation without a bound*, and *an opponent that is modelled*: no cuts.
//!
//! A node that is cut gives a score that the node above does not choose, as it prefers the first of equals. So choice and
//! scores are those of the full tree.

mod level;
mod search;

pub use level::{Level, Scores, Side};
pub use search::{Choice, Desk, Search, Settings, expected_line};

/// The rules. States are small plain data; moves are numbers.
pub trait Game {
    /// A situation.
    type State: Copy;

    /// Who has to choose; none if nobody ever will.
    fn turn(&self, state: &Self::State) -> Option<Side>;

    /// Writes what can be chosen, the most promising first, and says how many there are: no more than there is room for.
    fn moves(&self, state: &Self::State, out: &mut [u16]) -> usize;

    /// Puts the most promising moves of a node first, where the tree goes on for more than one choice: better than
    /// [`Game::moves`] can do it, with some work that better cuts are worth. Says how many situations it looked at: they count as
    /// nodes. Of equals the first counts, so this is part of what the full tree is.
    fn sort(&self, state: &Self::State, moves: &mut [u16]) -> u32 {
        let _ = (state, moves);
        0
    }

    /// What becomes of a choice: the situation at the next moment when somebody has to choose, and the scores of the edge, as
    /// who chose sees them.
    fn play(&self, state: &Self::State, number: u16) -> (Self::State, Scores);

    /// What is still to be scored where the tree ends, as the searching side sees it.
    fn horizon(&self, state: &Self::State) -> Scores {
        let _ = state;
        Scores::ZERO
    }

    /// How much cooperation there is.
    fn cooperation(&self) -> Cooperation {
        Cooperation::Unbounded
    }

    /// How likely the other side chooses each of some moves. Only ratios count; all zero is all alike.
    fn chances(&self, state: &Self::State, moves: &[u16], out: &mut [f32]) {
        let _ = (state, moves);
        out.fill(1.0);
    }
}

/// What is known about cooperative scores before a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cooperation {
    /// They are all zero.
    None,
    /// No edge, and no horizon, gives more than this.
    AtMost(f64),
    /// Nothing.
    Unbounded,
}
