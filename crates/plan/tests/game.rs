//! The temporal game tree against the full tree, worked out by plain recursion, on random games.

use footwork_plan::game::{
    Choice, Cooperation, Desk, Game, Level, Scores, Search, Settings, Side, expected_line,
};
use proptest::prelude::*;

/// The longest path of these games.
const LENGTH: usize = 12;
const WIDTH: usize = 6;

/// A random game: everything about a situation follows from a number that grows with the path.
#[derive(Clone, Copy, Debug)]
struct Random {
    seed: u64,
    /// Of these players, the first and, of three, the second are on the searching side.
    players: usize,
    cooperation: Cooperation,
    /// Scores are whole numbers up to this: a small one makes many equals.
    coarse: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    path: u64,
    now: u32,
    /// When each player's move ends.
    ends: [u32; 3],
}

fn mixed(a: u64, b: u64) -> u64 {
    let mut x = a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Random {
    fn player(&self, state: &State) -> usize {
        (0..self.players).min_by_key(|who| (state.ends[*who], *who)).unwrap_or(0)
    }

    fn score(&self, state: &State, salt: u64) -> f64 {
        let share = (mixed(self.seed ^ state.path, salt) >> 11) as f64 / (1_u64 << 53) as f64;
        ((2.0 * share - 1.0) * self.coarse).round()
    }

    fn coop(&self, state: &State, salt: u64) -> f64 {
        match self.cooperation {
            Cooperation::None => 0.0,
            Cooperation::AtMost(most) => self.score(state, salt).min(most),
            Cooperation::Unbounded => self.score(state, salt),
        }
    }
}

impl Game for Random {
    type State = State;

    fn turn(&self, state: &State) -> Option<Side> {
        if state.now > 40 {
            return None;
        }
        let own = self.player(state) == 0 || (self.players == 3 && self.player(state) == 1);
        Some(if own { Side::Max } else { Side::Min })
    }

    fn moves(&self, state: &State, out: &mut [u16]) -> usize {
        // One in four is forced, one in sixteen leads nowhere.
        let count = match mixed(self.seed ^ state.path, 1) % 16 {
            0 => 0,
            1..=4 => 1,
            more => more as usize % WIDTH + 1,
        };
        let count = if state.path == 0 { WIDTH } else { count }.min(out.len());
        (0..).zip(&mut out[..count]).for_each(|(number, place)| *place = 3 * number);
        count
    }

    /// Every other game has another order where the tree goes on.
    fn sort(&self, _: &State, moves: &mut [u16]) -> u32 {
        if self.seed % 2 == 1 {
            moves.reverse();
        }
        0
    }

    fn play(&self, state: &State, number: u16) -> (State, Scores) {
        let mut next = *state;
        next.path = mixed(state.path + 1, u64::from(number));
        let who = self.player(state);
        next.ends[who] += 1 + (mixed(self.seed ^ next.path, 2) % 9) as u32;
        next.now = next.ends[self.player(&next)];
        (next, Scores { comp: self.score(&next, 3), coop: self.coop(&next, 4) })
    }

    fn horizon(&self, state: &State) -> Scores {
        Scores { comp: self.score(state, 5), coop: self.coop(state, 6) }
    }

    fn cooperation(&self) -> Cooperation {
        self.cooperation
    }

    fn chances(&self, state: &State, moves: &[u16], out: &mut [f32]) {
        for (number, chance) in moves.iter().zip(out) {
            *chance = (mixed(state.path, u64::from(*number)) % 4) as f32;
        }
    }
}

/// The full tree: eq. 4.1 to 4.3, word by word. The best move, its scores, and how many nodes there are.
fn full(game: &Random, state: &State, modelled: bool, depth: u16) -> (Option<u16>, Scores, u64) {
    fn visit(
        game: &Random,
        state: &State,
        path: Scores,
        left: u16,
        length: usize,
        modelled: bool,
        nodes: &mut u64,
    ) -> Option<(u16, Scores)> {
        let side = game.turn(state)?;
        let mut room = [0; WIDTH];
        let count = game.moves(state, &mut room);
        if left > 1 && count > 1 {
            game.sort(state, &mut room[..count]);
        }
        let moves = &room[..count];
        let mut children = Vec::new();
        for number in moves {
            *nodes += 1;
            let (next, edge) = game.play(state, *number);
            let path = path.with_edge(side, edge);
            let left = left - u16::from(count > 1);
            let deeper = (left > 0 && length > 1)
                .then(|| visit(game, &next, path, left, length - 1, modelled, nodes))
                .flatten();
            children.push(deeper.map_or_else(|| path.plus(game.horizon(&next)), |(_, scores)| scores));
        }
        if modelled && side == Side::Min {
            let mut chances = vec![0.0; count];
            game.chances(state, moves, &mut chances);
            if chances.iter().all(|chance| *chance == 0.0) {
                chances.fill(1.0);
            }
            let sum: f64 = chances.iter().map(|chance| f64::from(*chance)).sum();
            let mean = |of: fn(&Scores) -> f64| -> f64 {
                children.iter().zip(&chances).map(|(child, chance)| f64::from(*chance) * of(child)).sum()
            };
            let scores =
                Scores { comp: mean(|child| child.comp) / sum, coop: mean(|child| child.coop) / sum };
            return (count > 0).then(|| (moves[0], scores));
        }
        let mut best: Option<(u16, Scores)> = None;
        for (number, scores) in moves.iter().zip(children) {
            if best.is_none_or(|(_, known)| scores.wanted_by(side) > known.wanted_by(side)) {
                best = Some((*number, scores));
            }
        }
        best
    }
    let mut nodes = 0;
    let best = visit(game, state, Scores::ZERO, depth, LENGTH, modelled, &mut nodes);
    (best.map(|(number, _)| number), best.map_or(Scores::ZERO, |(_, scores)| scores), nodes)
}

/// A whole search, so many nodes at a time.
fn search(game: &Random, state: State, settings: &Settings, at_a_time: u32) -> (Option<Choice>, u32) {
    let mut levels = [Level::default(); LENGTH];
    let mut states = [State::default(); LENGTH];
    let mut moves = [0; LENGTH * WIDTH];
    states[0] = state;
    let mut desk = Desk { levels: &mut levels, states: &mut states, moves: &mut moves };
    let mut search = Search::begin();
    while !search.think(game, settings, &mut desk, at_a_time) {}
    (search.best(), search.nodes())
}

const KINDS: [Cooperation; 4] =
    [Cooperation::None, Cooperation::AtMost(0.0), Cooperation::AtMost(3.0), Cooperation::Unbounded];

#[test]
fn choice_and_scores_are_those_of_the_full_tree() {
    // Per kind of cooperation: nodes of the search, and of the full trees of all depths.
    let mut nodes = [[0_u64; 2]; KINDS.len()];
    for number in 0..1000 {
        let kind = number as usize % KINDS.len();
        let game = Random {
            seed: mixed(number, 77),
            players: 2 + number as usize / 4 % 2,
            cooperation: KINDS[kind],
            coarse: [2.0, 10.0, 1e6][number as usize % 3],
        };
        for depth in 1..=4 {
            let settings = Settings { depth, ..Settings::default() };
            let (best, count) = search(&game, State::default(), &settings, u32::MAX);
            let (expected, scores, _) = full(&game, &State::default(), false, depth);
            let best = best.expect("there is a move");
            assert_eq!((Some(best.number), best.scores), (expected, scores), "{game:?} at depth {depth}");
            if depth == 4 {
                let all = (1..=4).map(|d| full(&game, &State::default(), false, d).2).sum::<u64>();
                nodes[kind][0] += u64::from(count);
                nodes[kind][1] += all;
            }
        }
    }
    let saved = nodes.map(|[looked, all]| 1.0 - looked as f64 / all as f64);
    println!("nodes saved by cuts: {saved:?}");
    assert!(saved[0] > 0.3 && saved[1] > 0.05 && saved[2] > 0.02, "{saved:?}");
    assert_eq!(saved[3], 0.0, "without a bound nothing may be cut");
}

#[test]
fn a_search_spread_over_ticks_finds_what_one_in_one_go_finds() {
    for seed in 0..50 {
        let game = Random { seed, players: 3, cooperation: Cooperation::AtMost(2.0), coarse: 20.0 };
        let settings = Settings { depth: 4, ..Settings::default() };
        let whole = search(&game, State::default(), &settings, u32::MAX);
        for at_a_time in [1, 7, 100] {
            assert_eq!(search(&game, State::default(), &settings, at_a_time), whole);
        }
    }
}

#[test]
fn a_budget_of_nodes_gives_the_deepest_search_that_was_finished() {
    let game = Random { seed: 5, players: 2, cooperation: Cooperation::None, coarse: 1e6 };
    let whole = |depth| search(&game, State::default(), &Settings { depth, ..Settings::default() }, u32::MAX);
    let (shallow, nodes) = whole(2);
    let most = Settings { depth: 6, most_nodes: nodes + 2, ..Settings::default() };
    let (best, looked) = search(&game, State::default(), &most, 3);
    assert_eq!(best, shallow);
    assert!(looked <= nodes + 2);
    // However small the budget, there is an answer.
    let least = Settings { most_nodes: 1, ..most };
    assert_eq!(search(&game, State::default(), &least, 3).0.map(|best| best.depth), Some(1));
}

#[test]
fn a_modelled_opponent_counts_by_his_chances() {
    for seed in 0..200 {
        let game = Random { seed, players: 2, cooperation: Cooperation::None, coarse: 1e3 };
        let settings = Settings { depth: 3, modelled: true, ..Settings::default() };
        let best = search(&game, State::default(), &settings, 5).0.expect("there is a move");
        let (expected, scores, _) = full(&game, &State::default(), true, 3);
        assert_eq!(Some(best.number), expected, "{seed}");
        assert!((best.scores.comp - scores.comp).abs() < 1e-6, "{seed}: {best:?} {scores:?}");
    }
}

#[test]
fn depth_nothing_takes_the_first_move_and_no_room_takes_none() {
    let game = Random { seed: 1, players: 2, cooperation: Cooperation::None, coarse: 10.0 };
    let none = Settings { depth: 0, ..Settings::default() };
    assert_eq!(search(&game, State::default(), &none, 1).0.map(|best| best.number), Some(0));
    let mut nowhere: [State; 0] = [];
    let mut desk = Desk { levels: &mut [], states: &mut nowhere, moves: &mut [] };
    let mut search = Search::begin();
    assert!(search.think(&game, &Settings::default(), &mut desk, 10));
    assert_eq!(search.best(), None);
}

#[test]
fn the_expected_line_begins_with_the_best_move() {
    let game = Random { seed: 9, players: 2, cooperation: Cooperation::None, coarse: 1e6 };
    let settings = Settings { depth: 4, ..Settings::default() };
    let best = search(&game, State::default(), &settings, u32::MAX).0.expect("there is a move");
    let (mut levels, mut states) = ([Level::default(); LENGTH], [State::default(); LENGTH]);
    let mut moves = [0; LENGTH * WIDTH];
    let mut desk = Desk { levels: &mut levels, states: &mut states, moves: &mut moves };
    let line = expected_line(&game, State::default(), &settings, &mut desk);
    assert_eq!(line.first().map(|(number, _)| *number), Some(best.number));
    assert!((2..=LENGTH).contains(&line.len()), "{}", line.len());
}

proptest! {
    /// A saved search may hold anything.
    #[test]
    fn a_damaged_search_ends_without_a_panic(words in prop::collection::vec(any::<u32>(), 8), used in 0_u32..20) {
        let game = Random { seed: 3, players: 2, cooperation: Cooperation::None, coarse: 10.0 };
        let mut levels = [Level::default(); LENGTH];
        let (bytes, size) = (bytemuck_bytes(&words), size_of::<Level>());
        for level in &mut levels {
            let level: &mut [u8] = bytemuck::bytes_of_mut(level);
            (0..size).for_each(|at| level[at] = bytes[at % bytes.len()]);
        }
        let mut search = Search::begin();
        let words_of_search: &mut [u8] = bytemuck::bytes_of_mut(&mut search);
        words_of_search[16..20].copy_from_slice(&used.to_le_bytes());
        let mut states = [State::default(); LENGTH];
        let mut moves = [0; LENGTH * WIDTH];
        let mut desk = Desk { levels: &mut levels, states: &mut states, moves: &mut moves };
        for _ in 0..10 {
            search.think(&game, &Settings { depth: 3, ..Settings::default() }, &mut desk, 1000);
        }
        let _ = search.best();
    }
}

fn bytemuck_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
