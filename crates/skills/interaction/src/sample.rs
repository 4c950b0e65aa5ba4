//! Sampling: which of all the states that two can be in matter.
//!
//! Paper: Shum 2010, sec. 5.3.2. The game tree is expanded from two who face each other on guard. A new state is looked at:
//! all that could be chosen in it is played once. It is worth J1, how much of that leads to states that are known, plus
//! J2, how dense the interaction is: blows that could land, defences that work, a blow that is on its way. Of the
//! children of a state the best 30 % are expanded further; all are kept. Nothing of any reward is in it.
//! Samples are grouped as they come (eq. 5.1): one that is near enough to a known one is that one.
//!
//! Departs from it: states are those of whoever chooses, so that one graph serves both; the tree grows in waves (`grow.rs`), the
//! best of each wave first; where nothing is left of the best 30 %, the next best are expanded. Expanded so is the first
//! [share](SampleSettings::by_tree) of the states. The others are met on walks down the tree (`walks.rs`): two who choose by
//! chance, blows in reach and defences rather than other things, come to where fights go, and most often to where most go.

mod archive;
mod edges;
mod grow;
mod walks;

use footwork_annotate::Repertoire;
use footwork_encounter::rules::{Rules, Wanted};
use footwork_encounter::tables::{Kind, TableError};
use footwork_encounter::world::{Situation, World, WorldSettings};
use footwork_encounter::{Combinations, Pruning, Style, Tables};
use footwork_plan::game::Game;
use footwork_plan::progress::{Hear, Keeping, UNKEPT};
use footwork_stage::{Rig, RigError};
use std::sync::Arc;

pub(crate) use archive::{Child, Looked};
pub(crate) use edges::connect;
pub(crate) use grow::{Growth, Sampled, Ungrown, grow};

use crate::graph::{Graph, MOST_PIECES};
use crate::outcome::{Features, expected, on_its_way, pending};
use crate::state::{Likeness, State};

/// How a graph is sampled.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleSettings {
    /// Takes whose names begin so are played; all if empty.
    pub takes: String,
    /// How many states, at most.
    pub states: usize,
    /// Which share of a state's children is expanded.
    pub expanded: f32,
    /// Which share of the states is found by expanding the best; the others are met on walks.
    pub by_tree: f32,
    /// m. States further apart are not of the graph.
    pub range: f32,
    /// rad. Nor are those in which somebody faces further away.
    pub facing: f32,
    /// What counts as the same, where there are no more states than [`USUAL`](crate::state::USUAL).
    pub like: Likeness,
    /// How blows work.
    pub world: WorldSettings,
}

impl Default for SampleSettings {
    fn default() -> SampleSettings {
        SampleSettings {
            takes: String::new(),
            states: 80_000,
            expanded: 0.3,
            by_tree: 0.25,
            range: 2.6,
            facing: 2.0,
            like: Likeness::default(),
            world: crate::state::ring_world(),
        }
    }
}

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SampleError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Rig(#[from] RigError),
    #[error("takes = {0:?}: no take's name begins so")]
    NoTakes(String),
    #[error(
        "the repertoire has {0} pieces of actions, and a graph is made of {MOST_PIECES} at most; name fewer takes"
    )]
    TooMany(usize),
    #[error("nobody in the repertoire stands or steps, so that a fight cannot begin: import such takes, too")]
    NoSteps,
    #[error("it was stopped")]
    Stopped,
}

/// Samples a graph from a repertoire.
pub fn bake(
    repertoire: &Repertoire,
    settings: &SampleSettings,
    hear: Hear<'_>,
) -> Result<Graph, SampleError> {
    bake_on(repertoire, settings, &UNKEPT, hear)
}

/// The same, kept on its way, or gone on with from what was kept.
pub fn bake_on(
    repertoire: &Repertoire,
    settings: &SampleSettings,
    keeping: &Keeping<'_>,
    hear: Hear<'_>,
) -> Result<Graph, SampleError> {
    let rig = Rig::new(Arc::new(repertoire.clone()))?;
    let tables = tables_for(&rig, &settings.takes)?;
    sample_on(repertoire.fingerprint(), &tables, settings, keeping, hear)
}

/// The tables that a graph of these takes is made with.
pub fn tables_for(rig: &Rig, takes: &str) -> Result<Tables, SampleError> {
    if !rig.repertoire().takes.iter().any(|take| take.clip.name.starts_with(takes)) {
        return Err(SampleError::NoTakes(takes.to_string()));
    }
    let tables = Graph::tables(rig, takes)?;
    if tables.pieces.len() > MOST_PIECES as usize {
        return Err(SampleError::TooMany(tables.pieces.len()));
    }
    Ok(tables)
}

/// Samples a graph from tables.
pub fn sample(
    fingerprint: u64,
    tables: &Tables,
    settings: &SampleSettings,
    hear: Hear<'_>,
) -> Result<Graph, SampleError> {
    sample_on(fingerprint, tables, settings, &UNKEPT, hear)
}

/// The same, kept on its way, or gone on with from what was kept.
pub fn sample_on(
    fingerprint: u64,
    tables: &Tables,
    settings: &SampleSettings,
    keeping: &Keeping<'_>,
    hear: Hear<'_>,
) -> Result<Graph, SampleError> {
    let combinations = Combinations::suggest(tables);
    let world = World { tables, settings: &settings.world };
    let pruning = Pruning::default();
    let style = Style::BOXER;
    let rules = Rules {
        world,
        styles: [&style; 3],
        pruning: &pruning,
        combinations: &combinations,
        wanted: Wanted::default(),
        seen: [0; 8],
        whim: 0,
    };
    let like = settings.like.shared_by(settings.states);
    let sampler = Sampler { settings, like, rules };
    let growth = Growth {
        states: settings.states,
        expanded: settings.expanded,
        by_tree: settings.by_tree,
        like,
        fingerprint: growing(fingerprint, settings),
    };
    let archive = grow(&sampler, Graph::classes_of(tables), &growth, keeping, hear)?;
    let graph = connect(&like, archive, hear).ok_or(SampleError::Stopped)?;
    Ok(Graph { fingerprint, takes: settings.takes.clone(), ..graph })
}

impl From<Ungrown> for SampleError {
    fn from(ungrown: Ungrown) -> SampleError {
        match ungrown {
            Ungrown::NoRoots => SampleError::NoSteps,
            Ungrown::Stopped => SampleError::Stopped,
        }
    }
}

/// Of a repertoire and of settings: what is kept on the way is of no use with any others.
pub(crate) fn growing(fingerprint: u64, settings: &impl std::fmt::Debug) -> u64 {
    fingerprint ^ footwork_skill::fingerprint(format!("{settings:?}").as_bytes())
}

struct Sampler<'a> {
    settings: &'a SampleSettings,
    like: Likeness,
    rules: Rules<'a>,
}

impl Sampled for Sampler<'_> {
    type Features = Features;

    /// Two on guard, face to face, at the distances that fights begin from.
    fn roots(&self) -> Vec<State> {
        let tables = self.rules.world.tables;
        let of = |kind: Kind| {
            let own = move |at: &usize| tables.pieces[*at].kind == kind && tables.pieces[*at].group == 0;
            (0..tables.pieces.len()).filter(own).map(|at| at as u16).take(8).collect::<Vec<u16>>()
        };
        let mut stands = of(Kind::Stance);
        if stands.is_empty() {
            stands = of(Kind::Movement);
        }
        let mut roots = Vec::new();
        for own in &stands {
            for other in &stands {
                for far in [0.7, 1.0, 1.4, 1.8] {
                    let left = tables.pieces[usize::from(*other)].frames() as u16;
                    roots.push(State { far, own: *own, other: *other, left, ..State::default() });
                }
            }
        }
        roots
    }

    /// Plays everything that could be chosen in a state.
    fn look(&self, state: &State) -> Looked<Features> {
        let world = &self.rules.world;
        let situation = state.situation(world);
        let mut thought = [0; 64];
        let count = self.rules.moves(&situation, &mut thought);
        let thought = &thought[..count];
        let toll = pending(world, &situation);
        let threatened = toll.taken[0] > 0.0;
        let mut dense = u32::from(threatened);
        let mut children = Vec::new();
        for edge in world.tables.edges_of(state.own).iter().take(crate::graph::MOST_EDGES) {
            // What the tree would not think of is no choice here either: with such edges, states seemed to be worth what nobody
            // who thinks ahead would do, or let happen.
            if !thought.contains(&edge.piece) {
                continue;
            }
            let (after, outcome) = expected(world, self.rules.combinations, &self.like, state, edge.piece);
            let (next, swapped) = State::of(world, &after);
            let defends = world.tables.pieces[usize::from(edge.piece)].kind.is_defence();
            dense += u32::from(outcome.reaches);
            dense += u32::from(
                defends && threatened && outcome.taken == 0.0 && pending_of(world, &after, 0) == 0.0,
            );
            let near = self.is_near(&next);
            let features = Features::new(&outcome);
            children.push(Child { state: next, piece: edge.piece, features, swapped, near });
        }
        let hundredths = |damage: f32| (damage * 100.0 + 0.5) as u8;
        let [own, other] = on_its_way(world, &self.like, state).map(|given| given.map(hundredths));
        Looked { children, pending: [own[0], own[1], other[0], other[1]], dense }
    }

    fn walk(&self, roots: &[State], number: u64) -> Vec<State> {
        self.walk_one(roots, number)
    }
}

impl Sampler<'_> {
    /// Whether a state is of the graph's range.
    fn is_near(&self, state: &State) -> bool {
        state.far <= self.settings.range
            && state.bearing.abs() <= self.settings.facing
            && state.faced.abs() <= self.settings.facing
    }
}

/// Damage that somebody will take if all go on as they do.
fn pending_of(world: &World<'_>, situation: &Situation, who: usize) -> f32 {
    pending(world, situation).taken[who]
}
