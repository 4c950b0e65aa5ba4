//! What a player can ask for, and the edges out of every piece that there are for it.
//!
//! Paper: Shum 2010, sec. 5.5.1.1: forward, back, turn, punch, kick, dodge, avoid; the best action of the asked kind is taken.
//! So that there is always one to take, ways are found by what is asked for: the cheapest few seams into each kind, one
//! entry of each action.

use footwork_annotate::Limb;
use footwork_encounter::tables::{Edge, Kind, Piece, Tables, seam_costs};
use footwork_stage::Rig;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A kind of action that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Asked {
    /// Rests on guard.
    Guard,
    Punch,
    Kick,
    Dodge,
    Block,
    Ahead,
    Back,
    Left,
    Right,
    TurnLeft,
    TurnRight,
    /// A blow's way back: never asked for.
    Recovery,
    /// What happens to one: never asked for.
    Nothing,
}

impl Asked {
    /// All that edges are made for.
    pub const ALL: [Asked; 11] = [
        Asked::Guard,
        Asked::Punch,
        Asked::Kick,
        Asked::Dodge,
        Asked::Block,
        Asked::Ahead,
        Asked::Back,
        Asked::Left,
        Asked::Right,
        Asked::TurnLeft,
        Asked::TurnRight,
    ];

    /// For people.
    pub fn word(self) -> &'static str {
        match self {
            Asked::Guard => "guard",
            Asked::Punch => "punch",
            Asked::Kick => "kick",
            Asked::Dodge => "dodge",
            Asked::Block => "block",
            Asked::Ahead => "step ahead",
            Asked::Back => "step back",
            Asked::Left => "step left",
            Asked::Right => "step right",
            Asked::TurnLeft => "turn left",
            Asked::TurnRight => "turn right",
            Asked::Recovery | Asked::Nothing => "nothing",
        }
    }

    /// What a piece is an answer to.
    pub fn of(tables: &Tables, piece: &Piece) -> Asked {
        match piece.kind {
            Kind::Attack => match tables.blows_of(piece).first().map(|blow| blow.limb) {
                Some(Limb::LeftFoot | Limb::RightFoot | Limb::LeftKnee | Limb::RightKnee) => Asked::Kick,
                _ => Asked::Punch,
            },
            Kind::Avoid => Asked::Dodge,
            Kind::Block => Asked::Block,
            Kind::Recovery => Asked::Recovery,
            Kind::Stance | Kind::Movement => {
                let (step, turn) = goes(tables, piece);
                if step.length() < STEP {
                    return match turn {
                        turn if turn > TURN => Asked::TurnLeft,
                        turn if turn < -TURN => Asked::TurnRight,
                        _ => Asked::Guard,
                    };
                }
                match (step.y.abs() > step.x.abs(), step.y > 0.0, step.x > 0.0) {
                    (true, true, _) => Asked::Ahead,
                    (true, false, _) => Asked::Back,
                    (false, _, true) => Asked::Left,
                    (false, _, false) => Asked::Right,
                }
            }
            Kind::Hit | Kind::Fall | Kind::Other => Asked::Nothing,
        }
    }
}

/// m and rad: what goes less far is no step, and what turns less no turn.
const STEP: f32 = 0.07;
const TURN: f32 = 0.12;

/// m to the left and ahead, and rad to the left, that a piece takes the body.
pub fn goes(tables: &Tables, piece: &Piece) -> (Vec2, f32) {
    let [from, to] = [piece.first, piece.end].map(|frame| *tables.ground(piece.take, frame));
    let moved = from.to(&to);
    (Vec2::new(moved.x, moved.z), libm::atan2f(moved.sin, moved.cos))
}

/// How edges are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskedSettings {
    /// m. Seams that cost more are taken only where nothing else of the kind is there.
    pub bar: f32,
    /// m. Seams that cost more than this are never taken.
    pub most: f32,
    /// How many of each kind, in the order of [`Asked::ALL`].
    pub counts: [usize; 11],
}

impl Default for AskedSettings {
    fn default() -> AskedSettings {
        AskedSettings { bar: 0.15, most: 0.35, counts: [3, 5, 4, 5, 4, 3, 3, 2, 2, 2, 2] }
    }
}

/// Replaces the edges of tables by those for what can be asked.
pub fn find_edges(tables: &mut Tables, rig: &Rig, settings: &AskedSettings) {
    let costs = seam_costs(tables, rig);
    let count = tables.pieces.len();
    let kinds: Vec<Asked> = tables.pieces.iter().map(|piece| Asked::of(tables, piece)).collect();
    let (mut edges, mut first) = (Vec::new(), vec![0]);
    for from in 0..count {
        let natural = tables.next_of(from as u16);
        let start = edges.len();
        edges.extend(natural.map(|piece| Edge { piece, cost: 0.0 }));
        for (asked, most) in Asked::ALL.iter().zip(settings.counts) {
            let own = |to: &usize| {
                kinds[*to] == *asked
                    && tables.pieces[*to].group == tables.pieces[from].group
                    && natural != Some(*to as u16)
            };
            let mut found: Vec<Edge> = (0..count)
                .filter(own)
                .map(|to| Edge { piece: to as u16, cost: costs[from * count + to] })
                .filter(|edge| edge.cost <= settings.most)
                .collect();
            found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.piece.cmp(&b.piece)));
            let mut actions: Vec<u16> = Vec::new();
            for edge in found {
                let action = tables.pieces[usize::from(edge.piece)].action;
                if actions.len() >= most || (!actions.is_empty() && edge.cost > settings.bar) {
                    break;
                }
                if !actions.contains(&action) {
                    actions.push(action);
                    edges.push(edge);
                }
            }
        }
        if edges.len() == start {
            // Nobody comes to an end: the cheapest of all.
            let all = (0..count).filter(|to| {
                let piece = &tables.pieces[*to];
                piece.kind.is_chosen() && piece.group == tables.pieces[from].group
            });
            let cheapest = all.min_by(|a, b| costs[from * count + a].total_cmp(&costs[from * count + b]));
            edges.extend(cheapest.map(|to| Edge { piece: to as u16, cost: costs[from * count + to] }));
        }
        first.push(edges.len() as u32);
    }
    (tables.edges, tables.first_edge) = (edges, first);
}

/// Leaves so many actions of each kind, in the order of [`Asked::ALL`], evenly spread; the others are never played.
pub fn thin(tables: &mut Tables, most: &[usize; 11]) {
    let kinds: Vec<Asked> = tables.pieces.iter().map(|piece| Asked::of(tables, piece)).collect();
    // An action is of the first kind among its pieces that can be asked for.
    let mut actions: Vec<(u16, Asked)> = Vec::new();
    for (piece, kind) in tables.pieces.iter().zip(&kinds) {
        let own = piece.group == 0 && Asked::ALL.contains(kind);
        if own && actions.last().is_none_or(|(action, _)| *action != piece.action) {
            actions.push((piece.action, *kind));
        }
    }
    for (asked, most) in Asked::ALL.iter().zip(most) {
        let own: Vec<u16> =
            actions.iter().filter(|(_, kind)| kind == asked).map(|(action, _)| *action).collect();
        let kept = (0..*most).map(|at| at * own.len() / most).filter(|_| own.len() > *most);
        let kept: Vec<u16> = kept.filter_map(|at| own.get(at).copied()).collect();
        if kept.is_empty() {
            continue;
        }
        for piece in &mut tables.pieces {
            if own.contains(&piece.action) && !kept.contains(&piece.action) && piece.kind.is_chosen() {
                piece.kind = Kind::Other;
            }
        }
    }
}
