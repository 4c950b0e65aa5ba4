//! Sampling of carriers: which states matter.
//!
//! Paper: Shum 2010, sec. 5.3.2, by the machinery of [`crate::sample`]: J1 is how many of the choices of a state lead to known
//! ones, J2 how many of them keep distance and facing. What does not keep them is no edge. Walks are of two who choose by
//! chance among what keeps them together, and go on with what they do rather than not: most of what carriers come to
//! is the middle of a walk.

use std::sync::Arc;

use footwork_annotate::Repertoire;
use footwork_motion::Rng;
use footwork_plan::progress::{Hear, Keeping, UNKEPT};
use footwork_stage::{Rig, RigError};

use super::graph::{APART, CarryGraph, Haul};
use super::pair::{Hauling, Holding};
use super::steps::{StepSettings, Steps, StepsError};
use crate::graph::Graph;
use crate::sample::{Child, Growth, Looked, Sampled, Ungrown, connect, grow, growing};
use crate::state::{Likeness, State};

/// How a graph of carriers is sampled.
#[derive(Clone, Debug, PartialEq)]
pub struct CarrySettings {
    /// Takes whose names begin so are played; all if empty.
    pub takes: String,
    /// How many states, at most.
    pub states: usize,
    /// m, from hips to hips.
    pub apart: f32,
    /// How they keep together.
    pub holding: Holding,
    /// Which share of a state's children is expanded.
    pub expanded: f32,
    /// Which share of the states is found by expanding the best; the others are met on walks.
    pub by_tree: f32,
    /// What counts as the same.
    pub like: Likeness,
    /// How many edges there are at a seam.
    pub edges: StepSettings,
}

impl Default for CarrySettings {
    /// Widths are finer than fighters': two who carry something are off by centimetres, not by half a metre.
    fn default() -> CarrySettings {
        CarrySettings {
            takes: String::new(),
            states: 20_000,
            apart: 1.2,
            holding: Holding::default(),
            expanded: 0.3,
            by_tree: 0.25,
            like: Likeness { far: 0.06, angle: 0.2, frames: 8, within: 1.0, reach: 10.0 },
            edges: StepSettings::default(),
        }
    }
}

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CarryError {
    #[error(transparent)]
    Steps(#[from] StepsError),
    #[error(transparent)]
    Rig(#[from] RigError),
    #[error("apart = {0}: from {min} to {max} m, from hips to hips", min = APART[0], max = APART[1])]
    Apart(f32),
    #[error("it was stopped")]
    Stopped,
}

impl From<Ungrown> for CarryError {
    fn from(ungrown: Ungrown) -> CarryError {
        match ungrown {
            Ungrown::NoRoots => CarryError::Steps(StepsError::NoStand),
            Ungrown::Stopped => CarryError::Stopped,
        }
    }
}

/// Samples a graph from a repertoire, kept on its way, or gone on with from what was kept.
pub fn bake_on(
    repertoire: &Repertoire,
    settings: &CarrySettings,
    keeping: &Keeping<'_>,
    hear: Hear<'_>,
) -> Result<CarryGraph, CarryError> {
    let rig = Rig::new(Arc::new(repertoire.clone()))?;
    let steps = Steps::new(&rig, &settings.takes, &settings.edges)?;
    sample_on(repertoire.fingerprint(), &steps, settings, keeping, hear)
}

/// Samples a graph from what carriers can do.
pub fn sample(
    fingerprint: u64,
    steps: &Steps,
    settings: &CarrySettings,
    hear: Hear<'_>,
) -> Result<CarryGraph, CarryError> {
    sample_on(fingerprint, steps, settings, &UNKEPT, hear)
}

fn sample_on(
    fingerprint: u64,
    steps: &Steps,
    settings: &CarrySettings,
    keeping: &Keeping<'_>,
    hear: Hear<'_>,
) -> Result<CarryGraph, CarryError> {
    // Written so that what is not a number is refused.
    if !(APART[0]..=APART[1]).contains(&settings.apart) {
        return Err(CarryError::Apart(settings.apart));
    }
    let sampler = Sampler { hauling: Hauling { steps, apart: settings.apart, holding: settings.holding } };
    let growth = Growth {
        states: settings.states,
        expanded: settings.expanded,
        by_tree: settings.by_tree,
        like: settings.like,
        fingerprint: growing(fingerprint, settings),
    };
    let archive = grow(&sampler, steps.classes.clone(), &growth, keeping, hear)?;
    let graph = connect(&settings.like, archive, hear).ok_or(CarryError::Stopped)?;
    let graph = Graph { fingerprint, takes: settings.takes.clone(), ..graph };
    Ok(CarryGraph { graph, apart: settings.apart, holding: settings.holding })
}

/// Choices of a walk: a quarter of a minute.
const CHOICES: usize = 80;
/// How likely somebody goes on with what he does, where that keeps them together.
const GOES_ON: f32 = 0.7;
/// How often something else is looked for, before he goes on all the same.
const TRIES: usize = 6;

struct Sampler<'a> {
    hauling: Hauling<'a>,
}

impl Sampled for Sampler<'_> {
    type Features = Haul;

    /// Two who stand face to face, at the right distance.
    fn roots(&self) -> Vec<State> {
        let stands: Vec<u16> = self.hauling.steps.stands().take(6).collect();
        let mut roots = Vec::new();
        for own in &stands {
            for other in &stands {
                let left = self.hauling.frames(*other) as u16;
                let far = self.hauling.apart;
                roots.push(State { far, own: *own, other: *other, left, ..State::default() });
            }
        }
        roots
    }

    fn look(&self, state: &State) -> Looked<Haul> {
        let pair = self.hauling.pair(state);
        let edges = self.hauling.steps.tables.edges_of(state.own);
        let child = |edge: &footwork_encounter::tables::Edge| {
            let (after, features, slipped) = self.hauling.play(&pair, edge.piece, edge.cost);
            let (state, swapped) = self.hauling.state(&after);
            Child { state, piece: edge.piece, features, swapped, near: slipped <= 1.0 }
        };
        // What lets the box slip is never an edge, and need not be kept.
        let children: Vec<Child<Haul>> = edges.iter().map(child).filter(|child| child.near).collect();
        let dense = children.len() as u32;
        Looked { children, pending: [0; 4], dense }
    }

    fn walk(&self, roots: &[State], number: u64) -> Vec<State> {
        let mut rng = Rng::stream(number, 7);
        let mut root = roots[rng.below(roots.len())];
        root.far += 0.5 * self.hauling.holding.kept * rng.signed();
        root.bearing += 0.3 * self.hauling.holding.facing * rng.signed();
        root.faced += 0.3 * self.hauling.holding.facing * rng.signed();
        let mut now = self.hauling.pair(&root);
        let mut met = Vec::new();
        for _ in 0..CHOICES {
            let (state, _) = self.hauling.state(&now);
            met.push(state);
            let edges = self.hauling.steps.tables.edges_of(state.own);
            let Some(natural) = edges.first() else { break };
            let mut edge = natural;
            let mut next = None;
            for _ in 0..TRIES {
                if rng.unit() > GOES_ON || next.is_some() {
                    edge = &edges[rng.below(edges.len())];
                }
                let (after, _, slipped) = self.hauling.play(&now, edge.piece, edge.cost);
                if slipped <= 1.0 {
                    next = Some((after, true));
                    break;
                }
                next = Some((after, false));
            }
            match next {
                Some((after, true)) => now = after,
                _ => break,
            }
        }
        met
    }
}
