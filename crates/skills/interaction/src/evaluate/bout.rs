//! Bouts in the tables' world: two who choose in turn, and what is counted. A minute takes milliseconds.

use bytemuck::Zeroable;
use footwork_encounter::Style;
use footwork_encounter::rules::Rules;
use footwork_encounter::tables::Kind;
use footwork_encounter::world::{Fighter, Situation, World, chooser};
use footwork_motion::Rng;
use footwork_plan::game::{Desk, Level, Search, Settings as SearchSettings};

use crate::fighters::{FighterMemory, Fighters};
use crate::outcome::play;
use crate::state::State;

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Corner {
    /// The graph, so many choices ahead.
    Graph(u16),
    /// A tree, so many choices ahead: of one who wants the same and is as keen, and knows no graph.
    Tree(u16),
    /// One who hits what stands there: he takes his rival to stay where he is, and never defends himself. It is what the
    /// paper's boxer of Lee & Lee knows.
    Static,
    /// A scripted player, who needs so many seconds to see what his rival does.
    Player(f32),
}

/// What was seen of a bout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bout {
    /// Blows of each that did harm.
    pub hits: [u32; 2],
    /// Blows of each that could land when they were begun.
    pub thrown: [u32; 2],
    /// States in which the first chose.
    pub states: Vec<State>,
    /// Choices of the first that were looked up in a state, in the nearest, or made by the tree.
    pub decided: [u32; 3],
    /// m and rad, by which what came of a looked-up choice differed from what the graph expected.
    pub off: Vec<[f32; 2]>,
}

/// Fights for some seconds.
pub fn fight(fighters: &Fighters, corners: [Corner; 2], seconds: f32, seed: u64) -> Bout {
    let ring = fighters.ring();
    let world = fighters.fought_in();
    let mut rngs = [Rng::stream(seed, 1), Rng::stream(seed, 2)];
    let mut memories = [FighterMemory::zeroed(); 2];
    let mut trees = [Thinker::new(), Thinker::new()];
    let mut bout = Bout::default();
    let mut now = begin(&world, fighters, seed);
    let until = (seconds * world.tables.rate) as i32;
    while now.now < until {
        let who = chooser(&now).min(1);
        let mut view = now;
        view.fighters.swap(0, who);
        let memory = &mut memories[who];
        let chosen = match corners[who] {
            Corner::Graph(depth) => fighters.decide(memory, fighters.plan(depth), &view, &mut rngs[who]),
            Corner::Tree(depth) => {
                memory.whim = rngs[who].bits() as u32;
                let style = fighters.eager(fighters.plan(3), memory);
                trees[who].think(&fighters.rules(&style, memory), depth, &view)
            }
            Corner::Static => strike_what_stands(&world, fighters, &view),
            Corner::Player(reaction) => play_by_eye(&world, &view, reaction, &mut rngs[who]),
        };
        if who == 0 {
            bout.states.push(State::of(&world, &view).0);
        }
        let Some(piece) = chosen else {
            // He has not seen it yet: he goes on until he does.
            let own = &mut view.fighters[0];
            own.ends = (own.begun + world.piece(own).frames()).max(view.now + 1).min(view.now + 6);
            let toll = world.to_next_choice(&mut view);
            bout.hits[who] += u32::from(toll.given[0] != [0.0; 2]);
            bout.hits[1 - who] += u32::from(toll.taken[0] > 0.0);
            view.fighters.swap(0, who);
            now = view;
            continue;
        };
        let own = &world.tables.pieces[usize::from(piece)];
        let (action, attacked) = (own.action, world.threatens(&view.fighters[1], view.now));
        let (mut after, outcome) = play(&world, &ring.combinations, &view, piece);
        memory.remember(action);
        memory.chosen += u32::from(action != world.piece(&view.fighters[0]).action);
        let passed = after.now.saturating_sub(view.now).max(0) as u32;
        memory.waited *= u32::from(own.kind != Kind::Attack);
        memories.iter_mut().for_each(|memory| memory.waited += passed);
        memories[1 - who].saw(own.kind, attacked);
        bout.thrown[who] += u32::from(outcome.reaches);
        bout.hits[who] += u32::from(outcome.given != [0.0; 2]);
        bout.hits[1 - who] += u32::from(outcome.taken > 0.0);
        if who == 0
            && let Corner::Graph(_) = corners[0]
            && let crate::fighters::choose::Found::Here(state) = fighters.find(&view)
        {
            bout.off.extend(off(&world, fighters, state, piece, &after));
        }
        after.fighters.swap(0, who);
        now = after;
    }
    bout.decided = memories[0].decided;
    bout
}

/// How far what came of a choice is from what the graph expected.
fn off(
    world: &World<'_>,
    fighters: &Fighters,
    state: u32,
    piece: u16,
    after: &Situation,
) -> Option<[f32; 2]> {
    let graph = &fighters.ring().graph;
    let number = graph.edges_of(state).iter().position(|edge| edge.piece == piece)?;
    let to = graph.to[graph.first[state as usize] as usize + number] & !footwork_plan::explicit::OTHER;
    let (came, expected) = (State::of(world, after).0, graph.states[to as usize]);
    // Where somebody was hit, or not, nothing can be compared.
    if came.own != expected.own {
        return None;
    }
    Some([(came.far - expected.far).abs(), crate::state::wrapped(came.bearing - expected.bearing).abs()])
}

/// Face to face on guard.
fn begin(world: &World<'_>, fighters: &Fighters, seed: u64) -> Situation {
    let pieces = &fighters.ring().tables.pieces;
    let on_guard = |piece: &footwork_encounter::tables::Piece| piece.kind == Kind::Stance && piece.group == 0;
    let stands = pieces.iter().position(on_guard).unwrap_or(0) as u16;
    let far = 1.2 + 0.4 * Rng::stream(seed, 3).unit();
    let left = pieces[usize::from(stands)].frames() as u16;
    State { far, own: stands, other: stands, left, ..State::default() }.situation(world)
}

/// A tree's room to think in.
struct Thinker {
    levels: Vec<Level>,
    states: Vec<Situation>,
    moves: Vec<u16>,
}

/// Nodes of one decision, as on the stage.
const MOST_NODES: u32 = 20_000;
const LEVELS: usize = 24;

impl Thinker {
    fn new() -> Thinker {
        Thinker {
            levels: vec![Level::zeroed(); LEVELS],
            states: vec![Situation::zeroed(); LEVELS],
            moves: vec![0; LEVELS * 48],
        }
    }

    fn think(&mut self, rules: &Rules<'_>, depth: u16, view: &Situation) -> Option<u16> {
        self.states[0] = *view;
        let mut search = Search::begin();
        let settings = SearchSettings { depth, most_nodes: MOST_NODES, ..SearchSettings::default() };
        let mut desk = Desk { levels: &mut self.levels, states: &mut self.states, moves: &mut self.moves };
        search.think(rules, &settings, &mut desk, MOST_NODES);
        let edges = rules.world.tables.edges_of(view.fighters[0].piece);
        search.best().map(|best| best.number).or_else(|| edges.first().map(|edge| edge.piece))
    }
}

/// Somebody who will stand where he is for ever.
fn stands_still(world: &World<'_>, fighter: &Fighter, now: i32) -> Fighter {
    let is_guard = |piece: &footwork_encounter::tables::Piece| piece.kind == Kind::Stance && piece.group == 0;
    let stands = world.tables.pieces.iter().position(is_guard).unwrap_or(0);
    let piece = &world.tables.pieces[stands];
    let place = world.body(fighter, now).then(&world.tables.ground(piece.take, piece.first).inverse());
    // What has not begun yet stays in its first frame.
    let never = i32::MAX / 2;
    Fighter { place, piece: stands as u16, begun: never, ends: never, aim: [f32::NAN; 3], ..*fighter }
}

/// The choice that would hit a rival who stays where he is soonest, or that brings one nearer to that.
fn strike_what_stands(world: &World<'_>, fighters: &Fighters, view: &Situation) -> Option<u16> {
    let mut alone = *view;
    alone.fighters[1] = stands_still(world, &view.fighters[1], view.now);
    let edges = world.tables.edges_of(view.fighters[0].piece);
    let offers = edges.iter().filter(|edge| !world.tables.pieces[usize::from(edge.piece)].kind.is_defence());
    let worth = |piece: u16| {
        let (_, outcome) = play(world, &fighters.ring().combinations, &alone, piece);
        outcome.reward(&Style::BOXER)
    };
    offers.map(|edge| (worth(edge.piece), edge.piece)).max_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1)
}

/// What a person does who sees only what is older than his reaction: defends himself where he sees a blow, strikes where he
/// is in reach, and comes near otherwise. None where there is something that he has not seen yet.
fn play_by_eye(world: &World<'_>, view: &Situation, reaction: f32, rng: &mut Rng) -> Option<u16> {
    let (own, rival) = (&view.fighters[0], &view.fighters[1]);
    let age = (view.now - rival.begun) as f32 / world.tables.rate;
    let attacked = world.attacks(rival, view.now);
    let done = own.begun + world.piece(own).frames() <= view.now;
    if attacked && age < reaction && !done {
        return None;
    }
    let sees = attacked && age >= reaction;
    let (here, there) = (world.body(own, view.now), world.body(rival, view.now));
    let far = here.distance(&there);
    let strikes = rng.unit() < 0.6;
    let score = |piece: u16| {
        let next = world.begun(own, piece, view.now);
        let kind = world.tables.pieces[usize::from(piece)].kind;
        let end = world.body(&next, next.ends);
        let faces = -0.5 * end.bearing(&there).abs() - (end.distance(&there) - 0.85).abs();
        let reached = world.aim(&next, rival).is_some_and(|(_, away)| away <= world.settings.lead);
        faces
            + match kind {
                Kind::Avoid | Kind::Block => {
                    if sees {
                        2.0
                    } else {
                        -2.0
                    }
                }
                Kind::Attack => {
                    if reached && strikes && !sees {
                        3.0
                    } else {
                        -3.0
                    }
                }
                _ => 0.0,
            }
    };
    let edges = world.tables.edges_of(own.piece);
    let mut best: Option<(f32, u16)> = None;
    for edge in edges {
        // Nobody thinks it over to the centimetre.
        let worth = score(edge.piece) + 0.4 * rng.unit() - 0.2 * far.min(1.0) * edge.cost;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, edge.piece));
        }
    }
    best.map(|best| best.1)
}
