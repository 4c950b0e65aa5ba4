//! The search: depth first, deeper by one each time, as many nodes at a time as it is given.

use bytemuck::{Pod, Zeroable};

use super::level::{Level, Node};
use super::{Cooperation, Game, Scores, Side};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many choices ahead. 0 looks at nothing, and chooses the first move.
    pub depth: u16,
    /// Nodes, of all depths together, after which the deepest finished search counts.
    pub most_nodes: u32,
    /// Whether the other side does what is best for it, or what [`Game::chances`] says.
    pub modelled: bool,
    /// Whether to cut. Without, the answer is the same, later.
    pub cuts: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { depth: 3, most_nodes: u32::MAX, modelled: false, cuts: true }
    }
}

/// What was found best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub number: u16,
    /// What it leads to, as far as was looked.
    pub scores: Scores,
    /// How many choices ahead that was.
    pub depth: u16,
}

/// Where a search keeps the path that it is on: as many levels as states, and the moves of each. A path that is longer
/// than this ends there.
pub struct Desk<'a, S> {
    /// The nodes.
    pub levels: &'a mut [Level],
    /// Their situations; the first is the root's.
    pub states: &'a mut [S],
    /// Their moves: an equal part of the list for each.
    pub moves: &'a mut [u16],
}

/// A search that can be left and gone on with. All zero is one that has not begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Search {
    /// Of the deepest finished search.
    scores: Scores,
    /// How many levels are in use; 0 between two depths.
    used: u32,
    /// Nodes so far.
    nodes: u32,
    /// The depth that is finished.
    depth: u16,
    /// The best move of it.
    number: u16,
    /// 0 before it begins, 1 while it goes on, 2 when it is over, 3 if there is nothing to choose.
    phase: u16,
    pad: u16,
}

const THINKS: u16 = 1;
const OVER: u16 = 2;
const NOTHING: u16 = 3;

impl Search {
    /// Begins at the situation that is the desk's first state.
    pub fn begin() -> Search {
        Search { phase: THINKS, ..Search::default() }
    }

    /// Whether it has begun.
    pub fn is_begun(&self) -> bool {
        self.phase != 0
    }

    /// Whether there is nothing more to do.
    pub fn is_over(&self) -> bool {
        self.phase == OVER || self.phase == NOTHING
    }

    /// How many nodes were looked at.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The best move as far as is known; none before the first depth is finished, or where there is no move.
    pub fn best(&self) -> Option<Choice> {
        let known = self.phase == OVER || (self.phase == THINKS && self.depth > 0);
        known.then_some(Choice { number: self.number, scores: self.scores, depth: self.depth })
    }

    /// Goes on for so many nodes, and says whether it is over.
    pub fn think<G: Game>(
        &mut self,
        game: &G,
        settings: &Settings,
        desk: &mut Desk<'_, G::State>,
        nodes: u32,
    ) -> bool {
        let length = desk.levels.len().min(desk.states.len());
        let width = desk.moves.len() / length.max(1);
        let sound = (THINKS..=NOTHING).contains(&self.phase) && self.used as usize <= length;
        if width == 0 || !sound {
            self.phase = NOTHING;
        }
        let cooperation = match game.cooperation() {
            _ if settings.modelled || !settings.cuts => Cooperation::Unbounded,
            cooperation => cooperation,
        };
        let mut tree = Tree { game, settings, desk, cooperation, length, width, sorted: 0 };
        let until = self.nodes.saturating_add(nodes);
        while self.phase == THINKS && self.nodes < until {
            if self.used == 0 {
                self.deepen(&mut tree);
            } else {
                self.step(&mut tree);
            }
            self.nodes = self.nodes.saturating_add(std::mem::take(&mut tree.sorted));
        }
        self.is_over()
    }

    /// Begins the next depth, or ends.
    fn deepen<G: Game>(&mut self, tree: &mut Tree<'_, '_, G>) {
        let finished = self.depth > 0;
        if finished && (self.depth >= tree.settings.depth || self.nodes >= tree.settings.most_nodes) {
            self.phase = OVER;
            return;
        }
        let Some(root) = tree.node(0, Scores::ZERO, self.depth + 1) else {
            self.phase = NOTHING;
            return;
        };
        if root.count == 1 || tree.settings.depth == 0 {
            // Nothing to think about.
            self.number = tree.desk.moves[0];
            (self.depth, self.phase) = (1, OVER);
            return;
        }
        tree.desk.levels[0] = Level::new(root, None, tree.cooperation);
        self.used = 1;
    }

    /// Looks at one more child, or goes back up.
    fn step<G: Game>(&mut self, tree: &mut Tree<'_, '_, G>) {
        if self.nodes >= tree.settings.most_nodes && self.depth > 0 {
            self.phase = OVER;
            return;
        }
        let at = self.used as usize - 1;
        let level = &mut tree.desk.levels[at];
        if level.next >= level.count || level.is_cut(tree.cooperation) {
            let scores = level.best;
            let chosen = level.chosen;
            self.used -= 1;
            if self.used == 0 {
                (self.scores, self.depth) = (scores, self.depth + 1);
                self.number = tree.desk.moves.get(usize::from(chosen)).copied().unwrap_or(0);
            } else {
                tree.hand_up(at - 1, scores);
            }
            return;
        }
        let child = level.next;
        let (side, path) = (level.side(), level.path);
        let left = level.left.saturating_sub(u16::from(level.count > 1));
        level.next += 1;
        self.nodes = self.nodes.saturating_add(1);
        let number = tree.desk.moves[at * tree.width..].get(usize::from(child)).copied().unwrap_or(0);
        let (state, edge) = tree.game.play(&tree.desk.states[at], number);
        let path = path.with_edge(side, edge);
        if left > 0 && at + 1 < tree.length {
            tree.desk.states[at + 1] = state;
            if let Some(node) = tree.node(at + 1, path, left) {
                let (above, below) = tree.desk.levels.split_at_mut(at + 1);
                below[0] = Level::new(node, above.last(), tree.cooperation);
                self.used += 1;
                return;
            }
        }
        tree.hand_up(at, path.plus(tree.game.horizon(&state)));
    }
}

/// A game and the desk that it is searched on.
struct Tree<'t, 'd, G: Game> {
    game: &'t G,
    settings: &'t Settings,
    desk: &'t mut Desk<'d, G::State>,
    cooperation: Cooperation,
    length: usize,
    width: usize,
    /// Situations that were looked at to sort moves, and are not counted yet.
    sorted: u32,
}

impl<G: Game> Tree<'_, '_, G> {
    /// Who can do what in the situation at a place of the desk; none if nobody can do anything.
    fn node(&mut self, at: usize, path: Scores, left: u16) -> Option<Node> {
        let state = &self.desk.states[at];
        let side = self.game.turn(state)?;
        let room = &mut self.desk.moves[at * self.width..][..self.width];
        let count = self.game.moves(state, room).min(self.width) as u16;
        if left > 1 && count > 1 {
            self.sorted += self.game.sort(state, &mut room[..usize::from(count)]);
        }
        (count > 0).then_some(Node { side, path, count, left, edges: self.length - at })
    }

    /// Gives the scores of the child that was looked at last to its node.
    fn hand_up(&mut self, at: usize, scores: Scores) {
        let level = &mut self.desk.levels[at];
        let child = level.next.saturating_sub(1);
        if !(self.settings.modelled && level.side() == Side::Min) {
            level.take(child, scores);
            return;
        }
        let count = usize::from(level.count).min(self.width).min(MOST_MODELLED);
        let mut chances = [0.0_f32; MOST_MODELLED];
        let moves = &self.desk.moves[at * self.width..][..count];
        self.game.chances(&self.desk.states[at], moves, &mut chances[..count]);
        let all_alike = chances.iter().all(|chance| *chance <= 0.0);
        let chance = chances.get(usize::from(child)).copied().unwrap_or(0.0);
        level.take_with(child, scores, if all_alike { 1.0 } else { f64::from(chance.max(0.0)) });
    }
}

/// Of more moves than this, the first are what a modelled opponent does.
const MOST_MODELLED: usize = 64;

/// What both sides are expected to do, move by move: each searches on from where the last move led, one choice less deep.
/// For showing; a whole search for every move.
pub fn expected_line<G: Game>(
    game: &G,
    state: G::State,
    settings: &Settings,
    desk: &mut Desk<'_, G::State>,
) -> Vec<(u16, G::State)> {
    let mut line = Vec::new();
    let mut now = state;
    let mut left = settings.depth;
    while left > 0 && line.len() < desk.states.len() {
        let Some(place) = desk.states.first_mut() else { break };
        *place = now;
        let mut search = Search::begin();
        search.think(game, &Settings { depth: left, ..*settings }, desk, u32::MAX);
        let Some(best) = search.best() else { break };
        let forced = search.nodes() == 0;
        now = game.play(&now, best.number).0;
        line.push((best.number, now));
        left -= u16::from(!forced);
    }
    line
}
