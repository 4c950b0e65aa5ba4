//! The one who carries the ball: runs where he wants, or goes over into a patch.

use footwork_motion::Side;
use footwork_motion::ground::Place;
use footwork_stage::{ActorView, Ask, Member, Move, Placement, StageView, Troupe};
use glam::{Vec2, Vec3};

use super::field::{RunPlan, SPEED, Spots, ahead, heading};
use super::meet::{Foreseen, Settled};
use super::memory::{FootballMemory, PlayerMemory, State};
use super::{Football, STRETCH, yielding};
use crate::dominoes::{segment, transform};
use crate::gait::{Leg, seen};
use crate::luggage::holds;
use crate::patch::tidy;

/// m. How far on the inner side of the forearm the middle of the ball is.
const IN_ARM: f32 = 0.05;

/// Ticks before a wish is forgotten from which on something else is done, too.
const GIVES_UP: u64 = 60;

impl Football {
    /// The ball goes under the carrier's arm, and stays there.
    pub(super) fn hold(
        &self,
        memory: &mut FootballMemory,
        member: &mut Member<'_, PlayerMemory>,
        stage: &StageView<'_>,
    ) {
        let Some(ball) = Football::ball(stage) else { return };
        let view = member.view();
        let held = stage.props().iter().any(|prop| prop.id == ball && holds(prop, view.id()));
        memory.held = u32::from(held);
        if held || view.is_new() {
            return;
        }
        let skeleton = view.rig().skeleton();
        let arm = Side::Right.arm();
        let site = |at: usize| skeleton.site(arm[at]).ok().map(|site| site.position(view.world()));
        let (Some(elbow), Some(wrist)) = (site(1), site(2)) else { return };
        let body = Place::new(view.frame());
        // Along the forearm, on its inner side: X is left.
        let to = wrist.lerp(elbow, 0.35) + IN_ARM * Vec3::new(body.cos, 0.0, -body.sin) + Vec3::Y * 0.03;
        member.ask(Ask::Carry { prop: ball, to });
        member.ask(Ask::Grab { prop: ball, hand: Side::Right });
    }

    /// The carrier: runs on, or goes over into a patch. Says with whom that is settled.
    pub(super) fn carry(
        &self,
        memory: &mut FootballMemory,
        troupe: &mut Troupe<'_, PlayerMemory>,
        course: &mut RunPlan,
        (spots, tick): (&Spots, u64),
    ) -> Option<(usize, Settled)> {
        // A wish is waited for until it is nearly given up.
        let waits = memory.wish > 0 && tick + GIVES_UP < memory.until;
        let view = troupe.view(0)?;
        let body = Place::new(view.frame());
        if !troupe.member(0)?.needs_move() {
            return None;
        }
        let mut best = None;
        for at in 1..troupe.len() {
            let Some(comer) = self.comer(troupe, at, spots).filter(|(state, _)| *state == State::Comes)
            else {
                continue;
            };
            let settled =
                self.now(&view).and_then(|now| self.settle((memory, waits), (now, &body), &comer.1, spots));
            if let Some(settled) = settled {
                best = Some((at, settled));
                break;
            }
        }
        let mut member = troupe.member(0)?;
        if let Some((_, settled)) = &best {
            let past = &self.pasts[settled.past];
            member.memory.state = State::Avoids as u32;
            member.memory.patch = past.patch + 1;
            member.memory.origin = settled.origin;
            member.memory.met = member.memory.met.wrapping_add(1);
            let place = tidy(settled.origin.then(&past.place));
            let order = Move::new(segment(self.acts.tables.rate, past.take, settled.joins, past.end));
            member.play(yielding(Move { place: Placement::At(transform(&place)), ..order }));
            return best;
        }
        member.memory.state = State::Runs as u32;
        member.memory.patch = 0;
        let seconds = STRETCH as f32 / self.acts.tables.rate;
        let at = Vec2::new(body.x, body.z);
        let wanted = course.wanted(at);
        let turned = course.turn(&body, wanted, seconds);
        let aside = spots.aside(at, heading(&body) + turned, SPEED, [0, 0]);
        // Where limbs are in the way all the same he turns some more, or brakes.
        let ways = [0.0, 0.5, -0.5].map(|more| (aside + more, SPEED));
        let ways = ways.into_iter().chain([(aside, 0.5 * SPEED)]).map(|(wanted, speed)| {
            let turned = course.turn(&body, wanted, seconds);
            let to = at + ahead(heading(&body) + 0.5 * turned) * (speed * seconds);
            Leg { to: seen(&body, to, heading(&body) + turned), frames: STRETCH, then: None }
        });
        if let Some(order) = self.free_way(&self.carries, &view, ways, (spots, [0, 0])) {
            member.play(yielding(order));
        }
        None
    }

    /// Where the carrier will be, from when he is through with what he plays on: in so many seconds.
    pub(super) fn foreseen(
        &self,
        view: &ActorView<'_>,
        own: &PlayerMemory,
        course: RunPlan,
        left: f32,
    ) -> Foreseen {
        let body = Place::new(view.frame());
        let past =
            (own.patch > 0).then(|| self.pasts.iter().find(|past| past.patch + 1 == own.patch)).flatten();
        match past.filter(|_| State::of(own.state) == State::Avoids) {
            Some(past) => {
                let space = own.origin.then(&past.place);
                self.foresee(course, &tidy(space.then(self.acts.tables.ground(past.take, past.end))), left)
            }
            None => {
                let mut later = course;
                let place = later.on(&body, left);
                self.foresee(later, &place, left)
            }
        }
    }
}
