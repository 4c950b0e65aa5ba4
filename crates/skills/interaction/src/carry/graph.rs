//! The graph of carriers: its edges' features, and its file.
//!
//! Paper: Shum 2010, eq. 5.3. The terms of the reward are kept with the edge, in a byte each, so that another direction is
//! another weighing of the same graph.

use footwork_annotate::sealed::SealError;
use footwork_annotate::{Repertoire, baked};
use serde::{Deserialize, Serialize};

use super::pair::Holding;
use super::steps::Steps;
use crate::graph::{Edge, Graph};
use crate::state::{Likeness, State};

/// What a choice does, until somebody chooses again. Seen from who chose: ahead is toward the other one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hauled {
    /// m/s, how the middle of the two goes.
    pub ahead: f32,
    /// m/s
    pub left: f32,
    /// rad/s, how the line between them turns, to the left.
    pub turn: f32,
    /// m, how far from the right distance they are: the root of the mean square.
    pub off: f32,
    /// rad, how far they face past each other: the same.
    pub facing: f32,
    /// s
    pub seconds: f32,
    /// m, what the seam costs.
    pub seam: f32,
}

/// The same in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Haul {
    ahead: i8,
    left: i8,
    turn: i8,
    off: u8,
    facing: u8,
    frames: u8,
    seam: u8,
}

/// m/s, rad/s, m, rad, s and m of one step of a byte.
const SPEED: f32 = 0.02;
const TURN: f32 = 0.02;
const OFF: f32 = 0.001;
const FACING: f32 = 0.004;
const SECONDS: f32 = 1.0 / 120.0;
const SEAM: f32 = 0.004;

impl Haul {
    /// Rounds. The casts saturate.
    pub fn new(hauled: &Hauled) -> Haul {
        let signed = |value: f32, step: f32| libm::roundf(value / step) as i8;
        let byte = |value: f32, step: f32| libm::roundf(value / step) as u8;
        Haul {
            ahead: signed(hauled.ahead, SPEED),
            left: signed(hauled.left, SPEED),
            turn: signed(hauled.turn, TURN),
            off: byte(hauled.off, OFF),
            facing: byte(hauled.facing, FACING),
            frames: byte(hauled.seconds, SECONDS),
            seam: byte(hauled.seam, SEAM),
        }
    }

    /// As numbers again.
    pub fn hauled(&self) -> Hauled {
        Hauled {
            ahead: f32::from(self.ahead) * SPEED,
            left: f32::from(self.left) * SPEED,
            turn: f32::from(self.turn) * TURN,
            off: f32::from(self.off) * OFF,
            facing: f32::from(self.facing) * FACING,
            seconds: f32::from(self.frames) * SECONDS,
            seam: f32::from(self.seam) * SEAM,
        }
    }
}

/// A graph of two who carry something, and how far apart they are.
#[derive(Clone, Debug, PartialEq)]
pub struct CarryGraph {
    /// States and edges.
    pub graph: Graph<Haul>,
    /// m, from hips to hips.
    pub apart: f32,
    /// How they keep together.
    pub holding: Holding,
}

/// What a file holds beside the fingerprint.
type Content = ((f32, Holding), String, Likeness, Vec<u16>, Vec<State>, Vec<u32>, Vec<Edge<Haul>>, Vec<u32>);

/// m. Nearer than this two cannot have anything between them, and further apart no box is that hands can hold.
pub const APART: [f32; 2] = [0.7, 2.4];

impl CarryGraph {
    /// The kind of its file.
    pub const KIND: &str = "carry";

    /// The version of its file; one more whenever what is written changes.
    pub const VERSION: u32 = 1;

    /// All of it as the bytes of a `.skill` file. The same graph gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Graph { takes, like, classes, states, first, edges, to, .. } = &self.graph;
        let content = ((self.apart, self.holding), takes, like, classes, states, first, edges, to);
        baked::to_bytes(Self::KIND, Self::VERSION, self.graph.fingerprint, &content)
    }

    /// Reads the bytes of a `.skill` file. Whether it fits a repertoire, [`CarryGraph::check`] says.
    pub fn from_bytes(bytes: &[u8]) -> Result<CarryGraph, SealError> {
        let (fingerprint, content): (u64, Content) = baked::from_bytes(Self::KIND, Self::VERSION, bytes)?;
        let ((apart, holding), takes, like, classes, states, first, edges, to) = content;
        let nonsense = |what: &str| SealError::Nonsense(what.to_string());
        if !(APART[0]..=APART[1]).contains(&apart) || !holding.is_sound() {
            return Err(nonsense("two who carry nothing"));
        }
        let mut graph = Graph {
            fingerprint,
            takes,
            pieces: u32::try_from(classes.len()).unwrap_or(u32::MAX),
            like,
            classes,
            pending: vec![[0; 4]; states.len()],
            states,
            first,
            edges,
            to,
            pairs: Vec::new(),
        };
        graph.is_whole().map_err(nonsense)?;
        graph.list_pairs();
        Ok(CarryGraph { graph, apart, holding })
    }

    /// Refuses a repertoire that it was not baked from, and steps that its pieces are not those of.
    pub fn check(&self, repertoire: &Repertoire, steps: &Steps) -> Result<(), SealError> {
        baked::check(self.graph.fingerprint, repertoire)?;
        if steps.classes != self.graph.classes {
            return Err(SealError::Nonsense("its pieces are not those of the repertoire".to_string()));
        }
        let pieces = &steps.tables.pieces;
        if self.graph.edges.iter().any(|edge| !pieces[usize::from(edge.piece)].kind.is_chosen()) {
            return Err(SealError::Nonsense("an edge plays what nobody carries with".to_string()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_in_bytes_is_about_what_it_was() {
        let hauled =
            Hauled { ahead: 0.47, left: -0.31, turn: 0.2, off: 0.03, facing: 0.1, seconds: 0.4, seam: 0.05 };
        let again = Haul::new(&hauled).hauled();
        for (a, b) in [(hauled.ahead, again.ahead), (hauled.left, again.left), (hauled.turn, again.turn)] {
            assert!((a - b).abs() <= 0.0101, "{a} {b}");
        }
        assert!((again.off - 0.03).abs() < 1e-3 && (again.seconds - 0.4).abs() < 0.01);
        let far = Haul::new(&Hauled { ahead: f32::NAN, off: 9.0, ..hauled });
        assert_eq!((far.ahead, far.off), (0, u8::MAX));
    }
}
