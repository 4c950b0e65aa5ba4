//! Sampling: which of all the states that two can be in matter.
//!
//! Paper: Shum 2010, sec. 5.3.2. The game tree is expanded from two who face each other on guard. A new state is looked at:
//! all that could be chosen in it is played once. It is worth J1, how much of that leads to states that are known, plus
//! J2, how dense the interaction is: blows that could land, defences that work, a blow that is on its way. Of the
//! children of a state the best 30 % are expanded further; all are kept. Nothing of any reward is in it.
//! Samples are grouped as they come (eq. 5.1): one that is near enough to a known one is that one.
//!
//! Departs from it: states are those of whoever chooses, so that one graph serves both; the tree grows in waves, the best
//! of each wave first, which are looked at side by side and added one after the other, so that the number of threads does
//! not show; where nothing is left of the best 30 %, the next best are expanded. Expanded so is the first
//! [share](SampleSettings::by_tree) of the states. The others are met on walks down the tree (`walks.rs`): two who choose by
//! chance, blows in reach and defences rather than other things, come to where fights go, and most often to where most go.

mod edges;
mod walks;

use std::collections::HashMap;

use footwork_annotate::Repertoire;
use footwork_encounter::rules::{Rules, Wanted};
use footwork_encounter::tables::{Kind, TableError};
use footwork_encounter::world::{Situation, World, WorldSettings, chooser};
use footwork_encounter::{Combinations, Pruning, Style, Tables};
use footwork_plan::game::Game;
use footwork_plan::progress::{Flow, Hear, Progress};
use footwork_stage::{Rig, RigError};
use rayon::prelude::*;
use std::sync::Arc;

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
    /// What counts as the same.
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

/// Something that could be chosen in a state, played once.
#[derive(Clone, Copy, Debug)]
struct Child {
    state: State,
    piece: u16,
    features: Features,
    /// Whether the other one chooses there.
    swapped: bool,
    /// Whether the tree would think of it (sec. 4.3.3).
    thought_of: bool,
    /// Whether it is in range.
    near: bool,
}

/// A state that was looked at.
struct Looked {
    children: Vec<Child>,
    pending: [u8; 4],
    /// J2.
    dense: u32,
}

/// Samples that are known.
#[derive(Default)]
struct Archive {
    states: Vec<State>,
    looked: Vec<Looked>,
    /// By own piece and the other's class; only ever asked for, never gone through.
    pairs: HashMap<(u16, u16), Vec<u32>>,
    classes: Vec<u16>,
}

impl Archive {
    fn find(&self, like: &Likeness, state: &State) -> Option<u32> {
        self.nearest(like, state).filter(|(far, _)| *far < like.within).map(|(_, number)| number)
    }

    /// The nearest known state, and how far it is.
    fn nearest(&self, like: &Likeness, state: &State) -> Option<(f32, u32)> {
        let known = self.pairs.get(&self.pair(state))?;
        let far = |number: &u32| like.difference(&self.states[*number as usize], state);
        let nearest = known.iter().map(|number| (far(number), *number));
        nearest.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
    }

    fn pair(&self, state: &State) -> (u16, u16) {
        (state.own, self.classes[usize::from(state.other)])
    }

    /// Adds a state that is not known yet.
    fn add(&mut self, like: &Likeness, state: State) -> Option<u32> {
        if self.find(like, &state).is_some() {
            return None;
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.pairs.entry(self.pair(&state)).or_default().push(number);
        Some(number)
    }
}

/// Samples a graph from a repertoire.
pub fn bake(
    repertoire: &Repertoire,
    settings: &SampleSettings,
    hear: Hear<'_>,
) -> Result<Graph, SampleError> {
    let rig = Rig::new(Arc::new(repertoire.clone()))?;
    let tables = tables_for(&rig, &settings.takes)?;
    sample(repertoire.fingerprint(), &tables, settings, hear)
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
    let sampler = Sampler { settings, rules };
    let archive = sampler.grow(hear)?;
    edges::connect(fingerprint, tables, settings, archive, hear)
}

struct Sampler<'a> {
    settings: &'a SampleSettings,
    rules: Rules<'a>,
}

/// States that are expanded before the next wave is sorted: enough for all cores, few enough that the best come first.
const WAVE: usize = 512;

impl Sampler<'_> {
    fn grow(&self, hear: Hear<'_>) -> Result<Archive, SampleError> {
        let like = &self.settings.like;
        let mut archive =
            Archive { classes: Graph::classes_of(self.rules.world.tables), ..Archive::default() };
        let mut frontier: Vec<u32> =
            self.roots().into_iter().filter_map(|root| archive.add(like, root)).collect();
        if frontier.is_empty() {
            return Err(SampleError::NoSteps);
        }
        self.look_at_new(&mut archive);
        // Those that were not among the best of their parent's, with their scores.
        let mut spare: Vec<(u32, u32)> = Vec::new();
        let by_tree = (self.settings.by_tree.clamp(0.0, 1.0) * self.settings.states as f32) as usize;
        while archive.states.len() < by_tree {
            if frontier.is_empty() {
                spare.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
                frontier = spare.drain(..spare.len().min(WAVE)).map(|(_, number)| number).collect();
                if frontier.is_empty() {
                    break;
                }
            }
            let wave: Vec<u32> = frontier.drain(..frontier.len().min(WAVE)).collect();
            let mut new: Vec<(u32, u32)> = Vec::new();
            for parent in wave {
                let children: Vec<State> = {
                    let looked = &archive.looked[parent as usize];
                    looked.children.iter().filter(|c| c.near && c.thought_of).map(|c| c.state).collect()
                };
                for child in children {
                    if archive.states.len() >= by_tree {
                        break;
                    }
                    new.extend(archive.add(like, child).map(|number| (parent, number)));
                }
            }
            self.look_at_new(&mut archive);
            let scored: Vec<(u32, u32, u32)> = new
                .par_iter()
                .map(|(parent, number)| (*parent, self.worth(&archive, *number), *number))
                .collect();
            let mut best: Vec<(u32, u32)> = Vec::new();
            for own in scored.chunk_by(|a, b| a.0 == b.0) {
                let mut own: Vec<(u32, u32)> =
                    own.iter().map(|(_, worth, number)| (*worth, *number)).collect();
                own.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
                let count = (self.settings.expanded * own.len() as f32).ceil() as usize;
                spare.extend(own.drain(count.min(own.len())..));
                best.extend(own);
            }
            best.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            frontier.extend(best.into_iter().map(|(_, number)| number));
            let done = archive.states.len() as f32 / self.settings.states.max(1) as f32;
            if hear(Progress { done: 0.8 * done.min(1.0), stage: "looking at states" }) == Flow::Stop {
                return Err(SampleError::Stopped);
            }
        }
        self.walk(&mut archive, hear)?;
        Ok(archive)
    }

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

    /// Whether a state is of the graph's range.
    fn is_near(&self, state: &State) -> bool {
        state.far <= self.settings.range
            && state.bearing.abs() <= self.settings.facing
            && state.faced.abs() <= self.settings.facing
    }

    fn look_at_new(&self, archive: &mut Archive) {
        let from = archive.looked.len();
        let new: Vec<Looked> = archive.states[from..].par_iter().map(|state| self.look(state)).collect();
        archive.looked.extend(new);
    }

    /// J1 + J2.
    fn worth(&self, archive: &Archive, number: u32) -> u32 {
        let looked = &archive.looked[number as usize];
        let known = |child: &&Child| archive.find(&self.settings.like, &child.state).is_some();
        looked.children.iter().filter(known).count() as u32 + looked.dense
    }

    /// Plays everything that could be chosen in a state.
    fn look(&self, state: &State) -> Looked {
        let world = &self.rules.world;
        let situation = state.situation(world);
        let mut thought = [0; 64];
        let count = self.rules.moves(&situation, &mut thought);
        let thought = &thought[..count];
        let toll = pending(world, &situation);
        let threatened = toll.taken[0] > 0.0;
        let mut dense = u32::from(threatened);
        let mut children = Vec::new();
        for way in world.tables.ways_of(state.own).iter().take(crate::graph::MOST_EDGES) {
            let thought_of = thought.contains(&way.piece);
            if !thought_of && inside(world, &situation, way.piece) {
                continue;
            }
            let (after, outcome) = expected(world, self.rules.combinations, state, way.piece);
            let (next, swapped) = State::of(world, &after);
            let defends = world.tables.pieces[usize::from(way.piece)].kind.is_defence();
            dense += u32::from(outcome.reaches);
            dense += u32::from(
                defends && threatened && outcome.taken == 0.0 && pending_of(world, &after, 0) == 0.0,
            );
            let near = self.is_near(&next);
            let features = Features::new(&outcome);
            children.push(Child { state: next, piece: way.piece, features, swapped, thought_of, near });
        }
        let hundredths = |damage: f32| (damage * 100.0 + 0.5) as u8;
        let [own, other] = on_its_way(world, state).map(|given| given.map(hundredths));
        Looked { children, pending: [own[0], own[1], other[0], other[1]], dense }
    }
}

/// Damage that somebody will take if all go on as they do.
fn pending_of(world: &World<'_>, situation: &Situation, who: usize) -> f32 {
    pending(world, situation).taken[who]
}

/// Whether somebody would go into the other one.
fn inside(world: &World<'_>, situation: &Situation, piece: u16) -> bool {
    let who = chooser(situation).min(1);
    let next = world.begun(&situation.fighters[who], piece, situation.now);
    let rival = &situation.fighters[1 - who];
    world.overlaps(&next, rival, next.ends) || world.overlaps(&next, rival, next.begun.midpoint(next.ends))
}
