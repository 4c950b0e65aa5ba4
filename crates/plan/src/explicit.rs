//! Deciding on a graph that is there as lists: every state, every edge and what it earns.
//!
//! Paper: Shum 2010, *Simulating Interactions Among Multiple Characters*, sec. 5.4.3.
//!
//! - [`rivals`]: min-max over depth (algorithm 1, eq. 5.5), for those who are against each other;
//! - [`partners`]: dynamic programming to a proven bound (eq. 5.2), for those who want the same.
//!
//! Both run on one thread, in pieces of as many states as they are given, so that a change of what is wanted can be
//! solved while a game goes on. What an edge earns is a list that whoever asks has made: another wish is another list.

pub mod partners;
pub mod rivals;

pub use partners::Partners;
pub use rivals::Rivals;

/// In an edge's target: the other one chooses next.
pub const OTHER: u32 = 1 << 31;

/// A graph as lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edges<'a> {
    /// Where each state's edges begin in the list; and where the last one's end.
    first: &'a [u32],
    /// Where each edge leads; with [`OTHER`], who chose before does not choose there.
    to: &'a [u32],
}

/// What is wrong with lists that are to be a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GraphError {
    #[error("its lists do not fit together")]
    Lists,
    #[error("an edge leads to state {to} of {states}")]
    Nowhere { to: u32, states: usize },
}

impl<'a> Edges<'a> {
    /// Checks that edges are a list for each state, and lead to states.
    pub fn new(first: &'a [u32], to: &'a [u32]) -> Result<Edges<'a>, GraphError> {
        let rises = first.windows(2).all(|pair| pair[0] <= pair[1]);
        if first.first() != Some(&0) || first.last().map(|last| *last as usize) != Some(to.len()) || !rises {
            return Err(GraphError::Lists);
        }
        let states = first.len() - 1;
        match to.iter().find(|to| (**to & !OTHER) as usize >= states) {
            Some(to) => Err(GraphError::Nowhere { to: to & !OTHER, states }),
            None => Ok(Edges { first, to }),
        }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.first.len() - 1
    }

    /// The numbers of a state's edges.
    #[inline]
    pub fn of(&self, state: usize) -> std::ops::Range<usize> {
        self.first[state] as usize..self.first[state + 1] as usize
    }

    /// Where an edge leads, and whether the other one chooses there.
    #[inline]
    pub fn to(&self, edge: usize) -> (usize, bool) {
        let to = self.to[edge];
        ((to & !OTHER) as usize, to & OTHER != 0)
    }
}
