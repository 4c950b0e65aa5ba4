//! What somebody with a box can do: pieces of carrying, where each goes, and what can follow what.
//!
//! Paper: Shum 2010, sec. 5.5.2: the recordings are of one person who walks about. Those are used who carry something; where
//! nobody does, who walks and stands without, as in the paper, whose hands are brought to the box by inverse kinematics alone.
//! So that there is something to choose in every situation, edges are found by where they lead: the cheapest few seams into
//! each of eight directions, into standing, turning, and going round what is carried.

use footwork_annotate::Action;
use footwork_encounter::tables::{Edge, EdgeSettings, Kind, TableError, Tables, seam_costs};
use footwork_motion::ground::Place;
use footwork_stage::Rig;

use crate::graph::{MOST_EDGES, MOST_PIECES};

/// s, of the pieces that carrying is cut into: a choice for each step of a foot, or nearly so.
pub const PIECE: f32 = 0.4;
/// m. Seams that cost more are taken only where nothing else leads there; and those that cost more than the second never.
const BAR: f32 = 0.12;
const MOST_COST: f32 = 0.3;
/// m/s. Who is slower stands. rad/s: who turns less goes straight.
const STANDS: f32 = 0.14;
const TURNS: f32 = 0.22;
/// How finely it is told apart what the other one does: m/s and rad/s of one class.
const CLASS: f32 = 0.2;
const TURN_CLASS: f32 = 0.4;
/// What is done with a box that is no carrying.
const DEEDS: [&str; 5] = ["lift", "set_down", "hand_over", "receive", "pass_on"];
/// What of a repertoire in which nobody carries anything is used.
const GAITS: [&str; 5] = ["walk", "backward", "sideways", "turn", "stand"];
/// And what of that is not.
const NOT: [&str; 6] = ["jump", "run", "jog", "sprint", "stance", "stairs"];

/// How somebody goes, in the mean of a piece, as he sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Going {
    /// m/s, to the left.
    pub left: f32,
    /// m/s
    pub ahead: f32,
    /// rad/s, to the left.
    pub turn: f32,
}

/// Where a piece leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// Nowhere: he stands.
    Stand,
    /// He turns where he stands: to the left, or to the right.
    Turn(bool),
    /// He goes round what is before him, and turns: to the left, or to the right.
    Round(bool),
    /// One of eight directions, counted from ahead to the left.
    Eighth(u8),
}

impl Going {
    /// Where that leads.
    pub fn toward(&self) -> Toward {
        let speed = (self.left * self.left + self.ahead * self.ahead).sqrt();
        let turns = self.turn.abs() > TURNS;
        if turns && self.left * self.turn < 0.0 && self.left.abs() > self.ahead.abs() && speed > STANDS {
            return Toward::Round(self.turn > 0.0);
        }
        if speed < STANDS {
            return if turns { Toward::Turn(self.turn > 0.0) } else { Toward::Stand };
        }
        let angle = libm::atan2f(self.left, self.ahead) / std::f32::consts::FRAC_PI_4;
        Toward::Eighth(((libm::roundf(angle) as i32).rem_euclid(8)) as u8)
    }

    /// As a number for each way to go.
    fn number(&self) -> usize {
        match self.toward() {
            Toward::Stand => 0,
            Toward::Turn(left) => 1 + usize::from(left),
            Toward::Round(left) => 3 + usize::from(left),
            Toward::Eighth(direction) => 5 + usize::from(direction),
        }
    }
}

/// How many ways to go there are.
const TOWARDS: usize = 13;

/// What carriers can do.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    /// Pieces, edges and where bodies are.
    pub tables: Tables,
    /// How each piece goes.
    pub going: Vec<Going>,
    /// What each piece is to the other one: those of one class go about the same way.
    pub classes: Vec<u16>,
}

/// Why nobody can carry with a repertoire.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum StepsError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("takes = {0:?}: no take's name begins so")]
    NoTakes(String),
    #[error(
        "nobody in the repertoire carries anything or walks: import takes of somebody who walks with a box, or use the \
         performer's \"hauling\""
    )]
    NoSteps,
    #[error(
        "nobody in the repertoire stands with what he carries, so that nothing can begin: import such takes, too"
    )]
    NoStand,
    #[error(
        "the repertoire has {0} pieces of carrying, and a graph is made of {MOST_PIECES} at most; name fewer takes"
    )]
    TooMany(usize),
}

/// How many of each way to go are kept at every seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSettings {
    /// Of standing, turning and going round.
    pub in_place: usize,
    /// Of each of eight directions.
    pub each_direction: usize,
}

impl Default for StepSettings {
    fn default() -> StepSettings {
        StepSettings { in_place: 2, each_direction: 2 }
    }
}

impl Steps {
    /// Measures a repertoire.
    pub fn new(rig: &Rig, takes: &str, settings: &StepSettings) -> Result<Steps, StepsError> {
        let all = &rig.repertoire().takes;
        if !all.iter().any(|take| take.clip.name.starts_with(takes)) {
            return Err(StepsError::NoTakes(takes.to_string()));
        }
        let mut tables = Tables::new(rig, takes, &EdgeSettings { piece: PIECE, ..EdgeSettings::default() })?;
        let actions: Vec<&Action> = all.iter().flat_map(|take| &take.annotation.actions).collect();
        let any = |action: &Action, words: &[&str]| words.iter().any(|word| action.is(word));
        let carries = |action: &Action| action.is("carry") && !any(action, &DEEDS);
        let walks = |action: &Action| any(action, &GAITS) && !any(action, &NOT) && !action.is("carry");
        let own = |piece: &footwork_encounter::tables::Piece| {
            let action = actions.get(usize::from(piece.action)).copied();
            action.filter(|_| piece.group == 0 && piece.kind.is_chosen() && !piece.late)
        };
        let with_box = tables.pieces.iter().filter_map(own).any(carries);
        let keep: Vec<bool> = tables
            .pieces
            .iter()
            .map(|piece| {
                own(piece).is_some_and(|action| if with_box { carries(action) } else { walks(action) })
            })
            .collect();
        for (piece, keep) in tables.pieces.iter_mut().zip(keep) {
            piece.kind = if keep { Kind::Movement } else { Kind::Other };
        }
        let count = tables.pieces.iter().filter(|piece| piece.kind.is_chosen()).count();
        if tables.pieces.len() > MOST_PIECES as usize {
            return Err(StepsError::TooMany(tables.pieces.len()));
        }
        let going: Vec<Going> = tables.pieces.iter().map(|piece| going(&tables, piece)).collect();
        let chosen = |at: usize| tables.pieces[at].kind.is_chosen();
        let moves = (0..going.len()).any(|at| chosen(at) && matches!(going[at].toward(), Toward::Eighth(_)));
        if count == 0 || !moves {
            return Err(StepsError::NoSteps);
        }
        if !(0..going.len()).any(|at| chosen(at) && going[at].toward() == Toward::Stand) {
            return Err(StepsError::NoStand);
        }
        let classes = classes(&going);
        let mut steps = Steps { tables, going, classes };
        steps.find_edges(rig, settings);
        Ok(steps)
    }

    /// Pieces of standing.
    pub fn stands(&self) -> impl Iterator<Item = u16> + '_ {
        let stands = |at: &usize| {
            self.going[*at].toward() == Toward::Stand && self.tables.pieces[*at].kind.is_chosen()
        };
        (0..self.going.len()).filter(stands).map(|at| at as u16)
    }

    /// m/s, how fast two can go together: as fast as the slowest direction of eight is. Of its pieces the upper quartile
    /// counts, since people also start and stop.
    pub fn speed(&self) -> f32 {
        let mut slowest = f32::INFINITY;
        for eighth in 0..8 {
            let chosen =
                self.going.iter().zip(&self.tables.pieces).filter(|(going, piece)| {
                    piece.kind.is_chosen() && going.toward() == Toward::Eighth(eighth)
                });
            let mut speeds: Vec<f32> = chosen
                .map(|(going, _)| (going.left * going.left + going.ahead * going.ahead).sqrt())
                .collect();
            speeds.sort_by(f32::total_cmp);
            slowest = speeds.get(3 * speeds.len() / 4).map_or(slowest, |speed| slowest.min(*speed));
        }
        slowest.clamp(0.2, 1.5)
    }

    /// Replaces the edges of the tables by those for every way to go.
    fn find_edges(&mut self, rig: &Rig, settings: &StepSettings) {
        let tables = &mut self.tables;
        let costs = seam_costs(tables, rig);
        let count = tables.pieces.len();
        let chosen: Vec<usize> = (0..count).filter(|at| tables.pieces[*at].kind.is_chosen()).collect();
        let (mut edges, mut first) = (Vec::new(), vec![0]);
        for from in 0..count {
            if !tables.pieces[from].kind.is_chosen() {
                first.push(edges.len() as u32);
                continue;
            }
            let start = edges.len();
            let natural = tables.next_of(from as u16);
            edges.extend(natural.map(|piece| Edge { piece, cost: 0.0 }));
            let mut found: Vec<Edge> = chosen
                .iter()
                .filter(|to| natural != Some(**to as u16) && **to != from)
                .map(|to| Edge { piece: *to as u16, cost: costs[from * count + to] })
                .filter(|edge| edge.cost <= MOST_COST)
                .collect();
            found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.piece.cmp(&b.piece)));
            let mut taken = [0; TOWARDS];
            for edge in found {
                let toward = self.going[usize::from(edge.piece)].number();
                let most = if toward < 5 { settings.in_place } else { settings.each_direction };
                // One way there is better than none, however it looks.
                let room = taken[toward] < most && (edge.cost <= BAR || taken[toward] == 0);
                if room && edges.len() - start < MOST_EDGES {
                    taken[toward] += 1;
                    edges.push(edge);
                }
            }
            if edges.len() == start {
                let cost = |to: &usize| costs[from * count + to];
                let cheapest = chosen.iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b)));
                edges.extend(cheapest.map(|to| Edge { piece: to as u16, cost: cost(&to) }));
            }
            first.push(edges.len() as u32);
        }
        (tables.edges, tables.first_edge) = (edges, first);
    }
}

/// How a piece goes, in its mean, as the body sees it that plays it.
fn going(tables: &Tables, piece: &footwork_encounter::tables::Piece) -> Going {
    let seconds = piece.frames().max(1) as f32 / tables.rate;
    let [from, to] = [piece.first, piece.end].map(|frame| *tables.ground(piece.take, frame));
    let moved = from.to(&to);
    let turn = libm::atan2f(moved.sin, moved.cos);
    // Seen from how it is turned halfway.
    let (sin, cos) = libm::sincosf(0.5 * turn);
    let halfway = Place { x: 0.0, z: 0.0, cos, sin };
    let seen = halfway.inside(glam::Vec3::new(moved.x, 0.0, moved.z));
    Going { left: seen.x / seconds, ahead: seen.z / seconds, turn: turn / seconds }
}

/// Pieces that go about the same way are of one class: numbered as they come.
fn classes(going: &[Going]) -> Vec<u16> {
    let mut known: Vec<[i32; 3]> = Vec::new();
    let class = |going: &Going| {
        let key = [going.left / CLASS, going.ahead / CLASS, going.turn / TURN_CLASS];
        let key = key.map(|part| libm::roundf(part) as i32);
        let at = known.iter().position(|own| *own == key).unwrap_or_else(|| {
            known.push(key);
            known.len() - 1
        });
        at as u16
    };
    going.iter().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_piece_leads_goes_by_how_it_goes() {
        let toward = |left, ahead, turn| Going { left, ahead, turn }.toward();
        assert_eq!(toward(0.0, 0.05, 0.1), Toward::Stand);
        assert_eq!(toward(0.0, 0.05, 0.5), Toward::Turn(true));
        assert_eq!(toward(-0.3, 0.0, 0.5), Toward::Round(true));
        assert_eq!(toward(0.3, 0.02, -0.5), Toward::Round(false));
        assert_eq!(toward(0.0, 0.5, 0.0), Toward::Eighth(0));
        assert_eq!(toward(0.4, 0.4, 0.0), Toward::Eighth(1));
        assert_eq!(toward(0.5, 0.0, 0.0), Toward::Eighth(2));
        assert_eq!(toward(0.0, -0.5, 0.1), Toward::Eighth(4));
        assert_eq!(toward(-0.5, 0.0, 0.0), Toward::Eighth(6));
    }
}
