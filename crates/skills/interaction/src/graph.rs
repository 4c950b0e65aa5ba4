//! The graph: states that matter, and what leads from one to another. Plain data that can be saved.
//!
//! Paper: Shum 2010, sec. 5.4. A look-up is a pair of pieces, which gives a short list, and the nearest of that list by
//! eq. 5.1: as many comparisons as there are states of the pair.

mod file;

use footwork_encounter::tables::{EdgeSettings, Kind, Piece, TableError, Tables};
use footwork_plan::explicit::Edges;
use footwork_stage::Rig;
use serde::{Deserialize, Serialize};

use crate::asked::{Asked, AskedSettings, find_edges, thin};
use crate::outcome::Features;
use crate::state::{Likeness, State};

/// What can be chosen in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge<F = Features> {
    /// What is played.
    pub piece: u16,
    /// What it does.
    pub features: F,
}

/// An interaction graph, of fighters unless `F` says otherwise: what edges are known by, that rewards are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph<F = Features> {
    /// Of the repertoire.
    pub fingerprint: u64,
    /// Takes whose names begin so are played.
    pub takes: String,
    /// How many pieces the tables have that it was sampled with.
    pub pieces: u32,
    /// What counts as the same state.
    pub like: Likeness,
    /// What each piece is to somebody else: blows are classes of their own.
    pub classes: Vec<u16>,
    /// Sorted by own piece, the other's class, and what is left of it.
    pub states: Vec<State>,
    /// Damage that is on its way in each state: what who chooses gives, and takes; each for short and for long range, in
    /// hundredths.
    pub pending: Vec<[u8; 4]>,
    /// Where each state's edges begin in the list; and where the last one's end.
    pub first: Vec<u32>,
    /// What can be chosen, state by state.
    pub edges: Vec<Edge<F>>,
    /// Where each edge leads, for `footwork_plan::explicit`.
    pub to: Vec<u32>,
    /// Where the states of each pair of pieces begin; and where the last one's end. Not saved.
    pub(crate) pairs: Vec<u32>,
}

/// Most pieces that a graph is made of: pairs of them are a list.
pub const MOST_PIECES: u32 = 2048;
/// Most edges of a state: they are numbered with a byte.
pub const MOST_EDGES: usize = 64;
/// Classes below this are those of [`Asked`]; a blow's is its number and this.
pub(crate) const OWN_CLASS: u16 = 16;
/// Most actions of a kind, in the order of [`Asked::ALL`]: of a longer repertoire the graph is made of so many, spread over
/// all of it. Half an hour of boxing would else have pairs without end; the paper's has 137 actions.
const THINNED: [usize; 11] = [5, 13, 9, 11, 6, 5, 5, 4, 4, 3, 3];
/// s, of the pieces that what is neither a blow nor a reaction is cut into.
pub const PIECE: f32 = 0.4;

impl Graph {
    /// The tables that a graph of these takes is sampled with and played by.
    pub fn tables(rig: &Rig, takes: &str) -> Result<Tables, TableError> {
        let mut tables = Tables::new(rig, takes, &EdgeSettings { piece: PIECE, ..EdgeSettings::default() })?;
        thin(&mut tables, &THINNED);
        find_edges(&mut tables, rig, &AskedSettings::default());
        Ok(tables)
    }

    /// What each piece of some tables is to somebody else.
    pub fn classes_of(tables: &Tables) -> Vec<u16> {
        let class = |(number, piece): (usize, &Piece)| match piece.kind {
            Kind::Attack => number as u16 + OWN_CLASS,
            _ => Asked::of(tables, piece) as u16,
        };
        tables.pieces.iter().enumerate().map(class).collect()
    }
}

impl<F> Graph<F> {
    /// The edges as lists.
    pub fn lists(&self) -> Option<Edges<'_>> {
        Edges::new(&self.first, &self.to).ok()
    }

    /// The edges of a state.
    #[inline]
    pub fn edges_of(&self, state: u32) -> &[Edge<F>] {
        let state = state as usize;
        &self.edges[self.first[state] as usize..self.first[state + 1] as usize]
    }

    /// The states of a pair of pieces.
    #[inline]
    fn pair(&self, own: u16, other: u16) -> std::ops::Range<usize> {
        let class = self.classes.get(usize::from(other)).filter(|_| u32::from(own) < self.pieces);
        let Some(class) = class else { return 0..0 };
        let pair = usize::from(own) * self.width() + usize::from(*class);
        self.pairs[pair] as usize..self.pairs[pair + 1] as usize
    }

    /// The states of a pair in which as much of the other one's action is left, or a little more or less. They are sorted by that.
    #[inline]
    fn in_time(&self, state: &State) -> std::ops::Range<usize> {
        let pair = self.pair(state.own, state.other);
        let (own, reach) = (&self.states[pair.clone()], self.like.frames);
        let from = own.partition_point(|one| one.left.saturating_add(reach) <= state.left);
        let until = own.partition_point(|one| one.left < state.left.saturating_add(reach));
        pair.start + from..pair.start + until.max(from)
    }

    /// Classes there may be.
    fn width(&self) -> usize {
        self.pieces as usize + usize::from(OWN_CLASS)
    }

    /// The nearest state, and how far away it is by eq. 5.1; none where the pair was never seen.
    #[inline]
    pub fn nearest(&self, state: &State) -> Option<(u32, f32)> {
        let mut best: Option<(u32, f32)> = None;
        for number in self.in_time(state) {
            let far = self.like.difference(&self.states[number], state);
            if far < best.map_or(f32::INFINITY, |(_, least)| least) {
                best = Some((number as u32, far));
            }
        }
        best
    }

    /// The states of the same pieces that are nearer than this, and how far away each is by eq. 5.1.
    pub fn near(&self, state: &State, within: f32) -> impl Iterator<Item = (u32, f32)> {
        let near = self.in_time(state).map(|number| {
            let far = self.like.difference(&self.states[number], state);
            (number as u32, far)
        });
        near.filter(move |(_, far)| *far < within)
    }

    /// The state that this is one with, if the graph has it.
    #[inline]
    pub fn find(&self, state: &State) -> Option<u32> {
        self.nearest(state).filter(|(_, far)| *far < self.like.within).map(|(number, _)| number)
    }

    /// How many pairs of pieces there are states of.
    pub fn pairs_used(&self) -> usize {
        self.pairs.windows(2).filter(|pair| pair[0] < pair[1]).count()
    }

    /// How many comparisons a look-up takes.
    pub fn comparisons(&self, state: &State) -> usize {
        self.in_time(state).len()
    }

    /// Lists where the states of each pair begin. They are sorted.
    pub(crate) fn list_pairs(&mut self) {
        let mut pairs = vec![0_u32; self.pieces as usize * self.width() + 1];
        for state in &self.states {
            let class = usize::from(self.classes[usize::from(state.other)]);
            pairs[usize::from(state.own) * self.width() + class + 1] += 1;
        }
        for pair in 1..pairs.len() {
            pairs[pair] += pairs[pair - 1];
        }
        self.pairs = pairs;
    }

    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> usize {
        self.states.len() * (size_of::<State>() + 8)
            + self.edges.len() * (size_of::<Edge<F>>() + 4)
            + self.pairs.len() * 4
    }
}
