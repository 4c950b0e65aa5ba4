//! One step on guard: the piece that comes nearest to where somebody wants to be, and goes into nobody.

use footwork_encounter::tables::Kind;
use footwork_motion::ground::Place;
use footwork_stage::{Gaze, Member, Move};
use glam::Vec2;

use super::Melee;
use super::around::Around;
use super::memory::FighterMemory;
use crate::coming::Coming;
use crate::walk::{self, Goal};

/// m. How far one steps off who has somebody on his foot.
const OFF: f32 = 0.4;
/// How many first steps are tried before somebody stays where he is.
const TRIES: usize = 3;
/// Metres of step for each metre that limbs would be in somebody's: what is in somebody at once gets out of him.
const DEEP: f32 = 20.0;

impl Melee {
    /// Takes the piece that brings him nearest to a goal.
    pub(super) fn step(
        &self,
        member: &mut Member<'_, FighterMemory>,
        goal: &Goal,
        gaze: Option<Gaze>,
        blocked: &dyn Fn(Vec2) -> bool,
        around: &Around,
    ) {
        let tables = &self.acts.tables;
        let body = Place::new(member.view().frame());
        // Who has somebody on his foot takes it away first.
        let off = around.is_trodden(self).map(|from| {
            let away = (Vec2::new(body.x, body.z) - from).normalize_or(Vec2::Y) * OFF;
            Goal { place: Place { x: body.x + away.x, z: body.z + away.y, ..body }, then: None, pieces: 2 }
        });
        let (goal, stays) = (off.as_ref().unwrap_or(goal), off.is_none());
        let known = (member.memory.piece as u16).checked_sub(1).filter(|piece| {
            tables.pieces.get(usize::from(*piece)).is_some_and(|piece| piece.group == self.group)
        });
        let next = known.and_then(|piece| {
            let mut refused = [u16::MAX; TRIES];
            for at in 0..TRIES {
                let walk = walk::find_but(&self.acts, piece, &body, goal, blocked, &refused[..at]);
                if walk.count == 0 {
                    break;
                }
                let lifts = stays || tables.pieces[usize::from(walk.pieces[0])].kind == Kind::Movement;
                if lifts && !around.is_met_by(self, &self.step_of(walk.pieces[0], &body)) {
                    return Some(walk.pieces[0]);
                }
                refused[at] = walk.pieces[0];
            }
            self.calmest(piece, (&body, &goal.place), blocked, around, stays)
        });
        let Some(piece) = next.or_else(|| self.guard(member)) else { return };
        let Some(own) = tables.pieces.get(usize::from(piece)) else { return };
        member.memory.piece = u32::from(piece) + 1;
        let mut order = Move::new(tables.segment(own)).looking(gaze);
        order.yields = true;
        member.play(order);
    }

    /// A piece that begins where a body is.
    fn step_of(&self, piece: u16, body: &Place) -> Coming {
        let own = &self.acts.tables.pieces[usize::from(piece)];
        Coming::begins(&self.acts, body, own.take, [own.first, own.end])
    }

    /// What follows a piece and keeps furthest off others, and of that what comes nearest to a goal.
    fn calmest(
        &self,
        piece: u16,
        (body, goal): (&Place, &Place),
        blocked: &dyn Fn(Vec2) -> bool,
        around: &Around,
        stays: bool,
    ) -> Option<u16> {
        let tables = &self.acts.tables;
        let moves = |piece: u16| {
            let own = &tables.pieces[usize::from(piece)];
            let [a, b] = [own.first, own.end].map(|frame| *tables.ground(own.take, frame));
            let calm = matches!(own.kind, Kind::Stance) == stays;
            let end = body.then(&a.to(&b));
            let into = if blocked(Vec2::new(end.x, end.z)) { 2.0 } else { 0.0 };
            let far = end.distance(goal) - body.distance(goal);
            into + far + 0.3 * walk::turn(&end, goal).abs() + if calm { 0.0 } else { 0.2 }
        };
        let mut best: Option<(f32, u16)> = None;
        for edge in tables.edges_of(piece) {
            let kind = tables.pieces[usize::from(edge.piece)].kind;
            if !matches!(kind, Kind::Stance | Kind::Movement | Kind::Recovery) {
                continue;
            }
            let is_best = |cost: f32| best.is_none_or(|(least, _)| cost < least);
            let mut cost = moves(edge.piece) + edge.cost;
            // Looked at only where it matters: it costs the most.
            if is_best(cost) {
                cost += DEEP * around.too_near(self, &self.step_of(edge.piece, body));
                if is_best(cost) {
                    best = Some((cost, edge.piece));
                }
            }
        }
        best.map(|(_, piece)| piece)
    }

    /// A guard that looks most like how he stands now.
    fn guard(&self, member: &Member<'_, FighterMemory>) -> Option<u16> {
        let (view, tables) = (member.view(), &self.acts.tables);
        let take = view.segment().take;
        if take as usize + 1 >= tables.starts.len() {
            return None;
        }
        let frame = (view.time() * f64::from(tables.rate)) as u32;
        let cost = |piece: &u16| {
            let own = &tables.pieces[usize::from(*piece)];
            self.acts.seam((take, frame), (own.take, own.first))
        };
        // Not all who are new take the same.
        let shift = view.id().0 as usize;
        if view.is_new() {
            return self.guards.get(shift % self.guards.len().max(1)).copied();
        }
        let step = (self.guards.len() / 24).max(1);
        let some = self.guards.iter().skip(shift % step).step_by(step).copied();
        some.min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }
}
