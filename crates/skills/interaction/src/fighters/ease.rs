//! What a fighter does who does nothing in particular: he stays on guard, shifts about, and turns to his rival.
//!
//! Before the bell nobody strikes, but nobody stands like a statue either: he steps to and fro and to the side, out of reach, never the
//! same twice. Recordings of guards and steps end wherever they do, so that a body is also led round to its rival meanwhile: a step that
//! was recorded straight ahead becomes one about him. Two who wait see the same and like the same: nobody begins what the other is
//! doing, or they step about as one.

use footwork_encounter::tables::{Kind, Piece};
use footwork_encounter::world::{Fighter, Situation};
use footwork_motion::Rng;
use footwork_motion::ground::Place;
use footwork_stage::Lead;

use super::{FighterMemory, Fighters};
use crate::asked::{Asked, goes};
use crate::state::wrapped;

/// m, from hips to hips: where those wait who may not strike, out of the reach of kicks.
const WAITS_AT: f32 = 1.5;
/// rad per m: what it costs to be nearer or further than that.
const SPACING: f32 = 1.2;
/// rad: how much he likes one piece more than another for no reason; and for standing still, to which steps alone are else worth less.
const WHIM: f32 = 0.35;
const REST: f32 = 0.05;
/// rad, of doing again what he has just done; what goes on as it was recorded does not count.
const AGAIN: f32 = 0.4;
/// rad per m of what a seam costs.
const SEAM: f32 = 2.0;
/// s. Two who are in the same recording, this far apart or less, look alike; and rad, that it costs to look like the rival: more than
/// any whim, less than to turn one's back to him.
const ALIKE: f32 = 0.3;
const COPIES: f32 = 1.0;
/// rad/s, that somebody is led round by at most who steps, and who stands: people who pivot on guard turn by 150 degrees a second, and
/// feet that stand are turned on at half of that.
const ROUND: [f32; 2] = [2.5, 1.2];
/// rad. An orthodox guard is turned from the rival by as much: within it nobody is led.
const FACES: f32 = 0.2;
/// m/s: how much faster than recorded somebody steps up to a rival who is further away than so many m, and before him within so many rad.
const STRIDES: f32 = 0.5;
const NEAR: f32 = 1.0;
/// m/s, the same of a player who steps back: he means it.
const BACKS: f32 = 0.3;
const AHEAD: f32 = 0.6;
/// The least weight of a lead: nothing of what was recorded is evened out.
const LEAST: f32 = 0.05;

impl Fighters {
    /// Stays on guard or, where he may step, shifts about; turns to the rival. `came_later` says which of two gives way to the
    /// other where both would do the same.
    pub(super) fn at_ease(
        &self,
        memory: &FighterMemory,
        situation: &Situation,
        steps: bool,
        came_later: bool,
        rng: &mut Rng,
    ) -> Option<u16> {
        let own = &situation.fighters[0];
        let edges = self.tables().edges_of(own.piece);
        let goes_on = self.tables().next_of(own.piece);
        let cost = |piece: u16, seam: f32, whim: f32| {
            use Asked::*;
            let kind = self.ring.kinds[usize::from(piece)];
            let rests = matches!(kind, Guard | TurnLeft | TurnRight | Recovery);
            let goes = steps && matches!(kind, Ahead | Back | Left | Right);
            if !(rests || goes) {
                return None;
            }
            let (away, far) = self.ends_at(situation, piece);
            let mut cost = away + SEAM * seam + WHIM * whim;
            cost += if rests { REST } else { 0.0 };
            cost +=
                if goes_on == Some(piece) { 0.0 } else { AGAIN * self.done_lately(memory, piece, situation) };
            cost += if self.copies(situation, piece, came_later) { COPIES } else { 0.0 };
            if steps && situation.count > 1 {
                // Nearer counts more: one who is far away has time.
                cost += SPACING * (WAITS_AT - far).max(0.3 * (far - WAITS_AT));
            }
            Some(cost)
        };
        let mut best: Option<(f32, u16)> = None;
        for edge in edges {
            let whim = rng.unit();
            if let Some(cost) = cost(edge.piece, edge.cost, whim)
                && best.is_none_or(|(least, _)| cost < least)
            {
                best = Some((cost, edge.piece));
            }
        }
        best.map(|(_, piece)| piece).or_else(|| edges.first().map(|edge| edge.piece))
    }

    /// Whether he would look like his rival at a piece's beginning: for who came later to the stage also if the rival is about to begin
    /// it, too, for it goes on from what he does.
    fn copies(&self, situation: &Situation, piece: u16, came_later: bool) -> bool {
        if situation.count < 2 {
            return false;
        }
        let rival = &situation.fighters[1];
        let [played, next] = [rival.piece, piece].map(|piece| &self.tables().pieces[usize::from(piece)]);
        let apart = (played.first as i32 - rival.begun - next.first as i32).unsigned_abs();
        let alike = played.take == next.take && apart as f32 <= ALIKE * self.tables().rate;
        alike && (came_later || rival.piece == piece)
    }

    /// As [`repeats`](Fighters::repeats), and 1 for the very piece that he has just played: a step can be taken again and again.
    pub(super) fn done_lately(&self, memory: &FighterMemory, piece: u16, situation: &Situation) -> f32 {
        if piece == situation.fighters[0].piece { 1.0 } else { self.repeats(memory, piece, situation) }
    }

    /// rad and m: how far away from his rival he would face at a piece's end, led round as he is then; and how far he would be from him.
    pub(super) fn ends_at(&self, situation: &Situation, piece: u16) -> (f32, f32) {
        if situation.count < 2 {
            return (0.0, WAITS_AT);
        }
        let world = self.world();
        let next = world.begun(&situation.fighters[0], piece, situation.now);
        let rival = world.body(&situation.fighters[1], next.ends);
        let body = world.body(&next, next.ends);
        let off = body.bearing(&rival);
        ((off - self.turned(world.piece(&next), off)).abs(), body.distance(&rival))
    }

    /// rad, by which somebody is led round in a piece that ends with his rival so far to his left.
    fn turned(&self, piece: &Piece, off: f32) -> f32 {
        let most = match piece.kind {
            Kind::Movement => ROUND[0],
            Kind::Stance => ROUND[1],
            // Computers choose blows that face the rival as they were recorded; a player asks for one wherever he stands.
            Kind::Attack if self.settings.player => ROUND[0],
            _ => return 0.0,
        };
        let most = most * piece.frames() as f32 / self.tables().rate;
        let missing = (off.abs() - FACES).max(0.0).min(most);
        if off < 0.0 { -missing } else { missing }
    }

    /// Leads somebody who steps or stands round to his rival, where what he plays does not end facing him.
    pub(super) fn lead(&self, situation: &Situation, next: &Fighter) -> Option<Lead> {
        let (world, rival) = (self.world(), situation.fighters.get(1).filter(|_| situation.count > 1)?);
        let piece = world.piece(next);
        let off = world.body(next, next.ends).bearing(&world.body(rival, next.ends));
        let turn = self.turned(piece, wrapped(off));
        let seconds = (piece.frames() as f32 / self.tables().rate).max(0.05);
        let (step, own) = goes(self.tables(), piece);
        let far = world.body(next, next.ends).distance(&world.body(rival, next.ends));
        // Whoever steps up to somebody far away takes long steps.
        let steps_up = piece.kind == Kind::Movement && step.y > step.x.abs() && off.abs() < AHEAD;
        let steps_back = self.settings.player && piece.kind == Kind::Movement && step.y < -step.x.abs();
        let more = match (steps_up, steps_back) {
            (true, _) => (far - NEAR).clamp(0.0, STRIDES * seconds),
            (_, true) => -BACKS * seconds,
            _ => 0.0,
        };
        if turn == 0.0 && more == 0.0 {
            return None;
        }
        let (sin, cos) = libm::sincosf(off);
        let velocity = [step.x + more * sin / LEAST, step.y + more * cos / LEAST].map(|way| way / seconds);
        Some(Lead { velocity, turning: (own + turn / LEAST) / seconds, weight: LEAST })
    }

    /// A situation whose first fighter is turned as he will be led round in a piece, for whoever wants to know what comes of it.
    pub(super) fn led_round(&self, situation: &Situation, piece: u16) -> Situation {
        let mut after = *situation;
        if situation.count > 1 {
            let world = self.world();
            let own = &situation.fighters[0];
            let next = world.begun(own, piece, situation.now);
            let off = world.body(&next, next.ends).bearing(&world.body(&situation.fighters[1], next.ends));
            let (sin, cos) = libm::sincosf(self.turned(world.piece(&next), off));
            let here = world.body(own, situation.now);
            let about =
                Place { cos: here.cos * cos - here.sin * sin, sin: here.sin * cos + here.cos * sin, ..here };
            after.fighters[0].place = about.then(&here.inverse()).then(&own.place);
        }
        after
    }
}
