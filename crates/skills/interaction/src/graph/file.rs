//! The graph's file: sealed, and checked as if an enemy had written it.

use footwork_annotate::sealed::SealError;
use footwork_annotate::{Repertoire, baked};
use footwork_encounter::Tables;
use footwork_plan::explicit::Edges;

use super::{Edge, Graph, MOST_EDGES, MOST_PIECES, OWN_CLASS};
use crate::state::{Likeness, State};

/// What a file holds beside the fingerprint.
type Content = (String, Likeness, Vec<u16>, Vec<State>, Vec<[u8; 4]>, Vec<u32>, Vec<Edge>, Vec<u32>);

impl Graph {
    /// The kind of its file.
    pub const KIND: &str = "interact";

    /// The version of its file; one more whenever what is written changes.
    pub const VERSION: u32 = 6;

    /// All of it as the bytes of a `.skill` file. The same graph gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let content = (
            &self.takes,
            &self.like,
            &self.classes,
            &self.states,
            &self.pending,
            &self.first,
            &self.edges,
            &self.to,
        );
        baked::to_bytes(Self::KIND, Self::VERSION, self.fingerprint, &content)
    }

    /// Reads the bytes of a `.skill` file. Whether it fits a repertoire, [`Graph::check`] says.
    pub fn from_bytes(bytes: &[u8]) -> Result<Graph, SealError> {
        let (fingerprint, content): (u64, Content) = baked::from_bytes(Self::KIND, Self::VERSION, bytes)?;
        let (takes, like, classes, states, pending, first, edges, to) = content;
        let pieces = u32::try_from(classes.len()).unwrap_or(u32::MAX);
        let pairs = Vec::new();
        let mut graph =
            Graph { fingerprint, takes, pieces, like, classes, states, pending, first, edges, to, pairs };
        graph.is_whole().map_err(|what| SealError::Nonsense(what.to_string()))?;
        graph.list_pairs();
        Ok(graph)
    }

    /// Refuses a repertoire that it was not baked from, and tables that its pieces are not those of.
    pub fn check(&self, repertoire: &Repertoire, tables: &Tables) -> Result<(), SealError> {
        baked::check(self.fingerprint, repertoire)?;
        if Graph::classes_of(tables) != self.classes {
            return Err(SealError::Nonsense("its pieces are not those of the repertoire".to_string()));
        }
        for (number, state) in self.states.iter().enumerate() {
            let outs = tables.edges_of(state.own);
            let known = |edge: &Edge| outs.iter().any(|out| out.piece == edge.piece);
            if !self.edges_of(number as u32).iter().all(known) {
                return Err(SealError::Nonsense("an edge plays what cannot follow".to_string()));
            }
        }
        Ok(())
    }
}

impl<F> Graph<F> {
    /// Whether all lists fit together, and all numbers are numbers.
    pub(crate) fn is_whole(&self) -> Result<(), &'static str> {
        let count = self.states.len();
        if !(1..=MOST_PIECES).contains(&self.pieces) {
            return Err("no pieces, or too many");
        }
        let most = self.pieces + u32::from(OWN_CLASS);
        if self.classes.iter().any(|class| u32::from(*class) >= most) {
            return Err("a piece of no class");
        }
        let Likeness { far, angle, within, reach, .. } = self.like;
        if ![far, angle, within, reach].iter().all(|number| (1e-3..1e3).contains(number)) {
            return Err("states are alike in no way");
        }
        if count == 0 || self.pending.len() != count || self.first.len() != count + 1 {
            return Err("states without edges");
        }
        if self.edges.len() != self.to.len() || Edges::new(&self.first, &self.to).is_err() {
            return Err("an edge that leads nowhere");
        }
        if self.first.windows(2).any(|pair| (pair[1] - pair[0]) as usize > MOST_EDGES) {
            return Err("a state with too many edges");
        }
        if !self.states.iter().all(|state| state.is_sound(self.pieces as usize)) {
            return Err("a state of nobody");
        }
        if self.edges.iter().any(|edge| u32::from(edge.piece) >= self.pieces) {
            return Err("an edge that plays nothing");
        }
        let class = |state: &State| self.classes[usize::from(state.other)];
        let key = |state: &State| (state.own, class(state), state.left);
        if self.states.windows(2).any(|pair| key(&pair[0]) > key(&pair[1])) {
            return Err("states in no order");
        }
        Ok(())
    }
}
