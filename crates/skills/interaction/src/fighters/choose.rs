//! Choosing: the look-up, and what decides where there is nothing to look up.

use footwork_encounter::Style;
use footwork_encounter::rules::Rules;
use footwork_encounter::world::{RECENT, Situation};
use footwork_motion::Rng;
use footwork_plan::game::{Cooperation, Desk, Game, Level, Scores, Search, Settings, Side};
use footwork_stage::ActorView;

use super::{FighterMemory, Fighters};
use crate::graph::Edge;
use crate::plans::{Best, KEPT, NONE, Plan};
use crate::state::State;

/// How far a look-up has to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// It is a state of the graph.
    Here(u32),
    /// This is the nearest state, so far away by eq. 5.1.
    Near(u32, f32),
    /// There is none.
    Nowhere,
}

impl Fighters {
    /// The state that a situation is one with, or the nearest.
    pub fn find(&self, situation: &Situation) -> Found {
        if situation.count != 2 {
            return Found::Nowhere;
        }
        let mut now = *situation;
        // Whoever is asked chooses, though he may be in the middle of something.
        now.fighters[0].ends = now.now;
        let (state, _) = State::of(&self.world(), &now);
        let graph = &self.ring.graph;
        match graph.nearest(&state) {
            Some((number, far)) if !graph.edges_of(number).is_empty() => {
                if far < graph.like.within {
                    Found::Here(number)
                } else if far < self.settings.nearest {
                    Found::Near(number, far)
                } else {
                    Found::Nowhere
                }
            }
            _ => Found::Nowhere,
        }
    }

    /// Counts how something was decided; the state to look it up in.
    pub(super) fn looked_up(&self, memory: &mut FighterMemory, situation: &Situation) -> Option<u32> {
        let (level, error, state) = match self.find(situation) {
            Found::Here(state) => (0, 0.0, Some(state)),
            Found::Near(state, far) => (1, far, Some(state)),
            Found::Nowhere => (2, f32::INFINITY, None),
        };
        memory.decided[level] = memory.decided[level].wrapping_add(1);
        memory.error = error;
        state
    }

    /// What the computer does.
    pub(super) fn choose(
        &self,
        memory: &mut FighterMemory,
        me: ActorView<'_>,
        situation: &Situation,
        rng: &mut Rng,
    ) -> Option<u16> {
        let plan = self.dialled(me);
        let best = self.decide(memory, plan, situation, rng)?;
        // A beginner sees a blow come too late, every other time.
        let late = plan.depth == 1 && memory.whim & 1 == 0;
        let saved = if late { None } else { self.saved(memory, plan, situation, best) };
        Some(saved.unwrap_or(best))
    }

    /// What saves him from a blow that is on its way, where what he thought best does not.
    pub fn saved(
        &self,
        memory: &FighterMemory,
        plan: &Plan,
        situation: &Situation,
        best: u16,
    ) -> Option<u16> {
        let style = self.eager(plan, memory);
        let edges = self.tables().edges_of(situation.fighters[0].piece);
        // He chooses now, though he may be in the middle of something.
        let mut now = *situation;
        now.fighters[0].ends = now.now;
        self.rules(&style, memory).saving(&now, best, edges)
    }

    /// What somebody with a plan does.
    pub fn decide(
        &self,
        memory: &mut FighterMemory,
        plan: &Plan,
        situation: &Situation,
        rng: &mut Rng,
    ) -> Option<u16> {
        memory.whim = rng.bits() as u32;
        let found = self.looked_up(memory, situation);
        let Some(state) = found.filter(|_| !self.settings.sure) else {
            return self.by_tree(memory, plan, situation, rng);
        };
        let edges = self.ring.graph.edges_of(state);
        let repeats = |edge: &Edge| self.repeats(memory, edge.piece, situation);
        let style = self.eager(plan, memory);
        let mut now = *situation;
        now.fighters[0].ends = now.now;
        let best = plan.best_near(&self.ring.graph, state, &State::of(&self.world(), &now).0);
        let (edge, worth) = pick(edges, &best, self.settings.temperature, &style, rng, repeats);
        memory.score = worth;
        edges.get(edge).map(|edge| edge.piece)
    }

    /// What somebody wants who has thrown no blow for a while: he goes in until he throws one. Two who see everything
    /// would wait for each other for ever; nothing of it is in the graph, which knows no time.
    pub(crate) fn eager(&self, plan: &Plan, memory: &FighterMemory) -> Style {
        let style = plan.style();
        let further = (style.distance - CLOSE).max(0.0);
        // Not all at the same moment.
        let patience = (PATIENCE + PATIENCE_PER_METRE * further) * (0.5 + (memory.chosen % 8) as f32 / 8.0);
        // Who looks one choice ahead is slow to make up his mind, too: a beginner has time to breathe.
        let patience = if plan.depth == 1 { SLOW * patience } else { patience };
        let over = memory.waited as f32 / self.tables().rate - patience;
        if over <= 0.0 || !self.settings.keen {
            return Style { aside: self.settings.aside, ..*style };
        }
        // The longer he has waited, the more he risks for it, and the faster he comes.
        let more = (1.0 + FASTER * over / patience).min(MOST_EAGER);
        let (attack, spacing) = (style.attack * more, style.spacing * more);
        let aside = self.settings.aside;
        // Who likes to be far away still throws long blows.
        let distance = style.distance.min(CLOSE.max(style.distance - COMES_IN));
        Style { attack, spacing, impulse: 1.0, aside, distance, ..*style }
    }

    /// How much an action repeats what was done lately: 1 for the last one, less for earlier ones.
    pub(super) fn repeats(&self, memory: &FighterMemory, piece: u16, situation: &Situation) -> f32 {
        let action = |piece: u16| self.tables().pieces[usize::from(piece)].action;
        if action(piece) == action(situation.fighters[0].piece) {
            return 0.0;
        }
        let mark = action(piece).wrapping_add(1);
        let back = memory.recent.iter().position(|recent| *recent == mark);
        back.map_or(0.0, |back| 1.0 - back as f32 / RECENT as f32)
    }

    /// A tree of one choice, or two or three for who looks three or five ahead, with the graph's values at its leaves.
    pub(super) fn by_tree(
        &self,
        memory: &mut FighterMemory,
        plan: &Plan,
        situation: &Situation,
        rng: &mut Rng,
    ) -> Option<u16> {
        if situation.count < 2 {
            // Nobody strikes the air, or one who is down.
            return self.at_ease(memory, situation, false, false, rng);
        }
        let mut states = [*situation; PLIES];
        states[0].fighters[0].ends = situation.now;
        let (mut levels, mut moves) = ([Level::default(); PLIES], [0; PLIES * WIDTH]);
        let mut desk = Desk { levels: &mut levels, states: &mut states, moves: &mut moves };
        // Every second of the choices that he looks ahead, at most: of five three.
        let depth = plan.depth.div_ceil(2).min(self.settings.plies).max(1);
        let style = self.eager(plan, memory);
        let rules = self.rules(&style, memory);
        let game = Grown { rules, fighters: self, plan, narrow: depth > 1, seen: memory.seen };
        let known = memory.seen.iter().flatten().map(|count| u32::from(*count)).sum::<u32>() >= ENOUGH;
        let modelled = self.settings.models && depth > 1 && known;
        let mut search = Search::begin();
        search.think(&game, &Settings { depth, modelled, ..Settings::default() }, &mut desk, MOST_NODES);
        let best = search.best();
        memory.score = best.map_or(0.0, |best| best.scores.comp as f32);
        let edges = self.tables().edges_of(situation.fighters[0].piece);
        best.map(|best| best.number).or_else(|| edges.first().map(|edge| edge.piece))
    }
}

/// Nodes of a path: those with one way out take no depth. Moves of a node; and nodes of a decision, at most.
const PLIES: usize = 12;
const WIDTH: usize = 48;
const MOST_NODES: u32 = 8000;
/// s. Who has thrown no blow for about so long goes in: sparring people throw some 20 to 40 a minute.
const PATIENCE: f32 = 0.8;
/// s/m. Who likes to be further away comes in more seldom.
const PATIENCE_PER_METRE: f32 = 2.0;
/// How many times as long a beginner waits.
const SLOW: f32 = 2.5;
/// m. From here blows reach.
const CLOSE: f32 = 0.8;
/// m, that who likes to be further away comes in by for a blow.
const COMES_IN: f32 = 0.2;
/// How many times as much a blow by itself, and being near, can come to count: then it outweighs a hard blow that is taken for it.
const MOST_EAGER: f32 = 6.0;
/// How many times as much more, for every time that he has waited as long again.
const FASTER: f32 = 2.0;
/// Of a rival who was seen to begin fewer actions nothing is known.
const ENOUGH: u32 = 20;

/// The tree's game, whose leaves are states of the graph where there are some.
struct Grown<'a> {
    rules: Rules<'a>,
    fighters: &'a Fighters,
    plan: &'a Plan,
    /// Whether only what the graph thinks well of is played out.
    narrow: bool,
    /// What the rival was seen to do, without a blow on its way to him and with one.
    seen: [[u16; 8]; 2],
}

impl Game for Grown<'_> {
    type State = Situation;

    fn turn(&self, situation: &Situation) -> Option<Side> {
        self.rules.turn(situation)
    }

    fn moves(&self, situation: &Situation, out: &mut [u16]) -> usize {
        let count = self.rules.moves(situation, out);
        if !self.narrow {
            return count;
        }
        // What the graph says is best here, and what promises most by itself: the others are not played out.
        let (state, _) = State::of(&self.rules.world, situation);
        let graph = &self.fighters.ring.graph;
        let known = graph.nearest(&state).filter(|(_, far)| *far < self.fighters.settings.nearest);
        let promising = self.fighters.settings.promising;
        let (first, known) = match known {
            Some((state, _)) => (promising, Some((graph.edges_of(state), &self.plan.best[state as usize]))),
            None => (promising + KEPT, None),
        };
        let is_best = |piece: u16| {
            known.is_some_and(|(edges, best)| {
                let own =
                    |number: &u8| edges.get(usize::from(*number)).is_some_and(|edge| edge.piece == piece);
                best.edges.iter().any(own) || own(&best.blow)
            })
        };
        let mut kept = 0;
        for at in 0..count {
            if at < first || is_best(out[at]) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        kept
    }

    fn play(&self, situation: &Situation, number: u16) -> (Situation, Scores) {
        self.rules.play(situation, number)
    }

    fn horizon(&self, situation: &Situation) -> Scores {
        let (state, swapped) = State::of(&self.rules.world, situation);
        // One choice ahead, all that counts is what is on its way: that is known to the centimetre here.
        let known = (self.plan.depth > 1).then(|| {
            self.plan.value_near(&self.fighters.ring.graph, &state, swapped, self.fighters.settings.leaf)
        });
        match known.flatten() {
            Some(value) => Scores { comp: f64::from(value), coop: 0.0 },
            // Where the graph knows nothing it is taken to be even: so it is in the mean, where trees were asked.
            None => self.rules.horizon(situation),
        }
    }

    fn chances(&self, situation: &Situation, moves: &[u16], out: &mut [f32]) {
        let kind = |piece: &u16| self.rules.world.tables.pieces.get(usize::from(*piece)).map(|own| own.kind);
        // Kinds that were seen have their share; within a kind one choice is as likely as another.
        let attacked = self.rules.world.threatens(&situation.fighters[0], situation.now);
        let seen = &self.seen[usize::from(attacked)];
        for (piece, chance) in moves.iter().zip(out) {
            let own = kind(piece);
            let alike = moves.iter().filter(|other| kind(other) == own).count().max(1);
            let times = own.map_or(0, |own| seen[(own as usize).min(7)]);
            // Once more than was seen: what was never seen is not impossible.
            *chance = (1.0 + f32::from(times)) / alike as f32;
        }
    }

    fn cooperation(&self) -> Cooperation {
        Cooperation::None
    }
}

/// Chooses among the best edges of a state: by what they are worth, less of what was used, and now and then on an impulse.
pub fn pick(
    edges: &[Edge],
    best: &Best,
    temperature: f32,
    style: &Style,
    rng: &mut Rng,
    repeats: impl Fn(&Edge) -> f32,
) -> (usize, f32) {
    let mut worth = [f32::NEG_INFINITY; KEPT + 1];
    let mut numbers = [NONE; KEPT + 1];
    numbers[..KEPT].copy_from_slice(&best.edges);
    worth[..KEPT].copy_from_slice(&best.worth);
    (numbers[KEPT], worth[KEPT]) = (best.blow, best.blow_worth);
    let impulse = rng.unit() < style.impulse;
    for (worth, number) in worth.iter_mut().zip(numbers) {
        let Some(edge) = edges.get(usize::from(number)) else { continue };
        *worth -= style.repeat * repeats(edge);
        if impulse && edge.features.reaches() {
            *worth += style.attack;
        }
    }
    let top = worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if temperature <= 0.0 || top == f32::NEG_INFINITY {
        let at = worth.iter().position(|worth| *worth == top).unwrap_or(0);
        return (usize::from(numbers[at]), worth[at]);
    }
    // Far below the best nothing has a chance.
    let chance = |worth: f32| libm::expf((worth - top).max(-80.0) / temperature.max(1e-6));
    let chances = worth.map(|worth| if worth > f32::NEG_INFINITY { chance(worth) } else { 0.0 });
    let mut left = rng.unit() * chances.iter().sum::<f32>();
    let mut at = 0;
    for (number, chance) in chances.iter().enumerate() {
        if *chance > 0.0 {
            at = number;
            left -= chance;
            if left <= 0.0 {
                break;
            }
        }
    }
    (usize::from(numbers[at]), worth[at])
}
