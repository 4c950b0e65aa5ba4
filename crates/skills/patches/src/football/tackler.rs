//! The tacklers: sent for, run in, close in, tackle, get up and run off.

use footwork_motion::ground::Place;
use footwork_stage::{Gaze, Member, Move, Placement, Rng, StageView, Troupe};
use glam::Vec2;

use super::field::{Spot, Spots, ahead, around, heading, station};
use super::meet::{Comer, Foreseen, arriving};
use super::memory::{FootballMemory, PlayerMemory, State};
use super::{Football, STRETCH, yielding};
use crate::dominoes::{segment, transform};
use crate::gait::{Leg, bend, seen};
use crate::patch::tidy;

/// How many tacklers come at once: one is met while the next one runs in.
const COMERS: usize = 2;
/// What a plan may cost whoever has not set out, and who has.
const EASY: f32 = 0.6;
const HARD: f32 = 1.3;
/// Ticks. Who has not met the carrier by then runs off.
const PATIENCE: u64 = 420;
/// m/s and rad/s: how tacklers run.
const RUNS: f32 = 3.6;
const TURNS: f32 = 2.4;
/// m/s²: how quickly a run begins.
const STARTS: f32 = 3.2;
/// m. Who is as near to his station waits; and further away he goes back to it.
const HOME: f32 = 0.9;
const AWAY: f32 = 3.0;
/// m. Nearer than this a tackler for whom nothing is settled keeps out of the carrier's way.
const PAST: f32 = 3.0;
/// s. How long somebody lies who has dived, and by how much more at most.
const LIES: [f32; 2] = [0.3, 0.6];

/// m/s: how fast somebody gets out of the carrier's way; m: how far ahead he sees him, and how near he lets him pass.
const ASIDE: f32 = 2.0;
const AHEAD: f32 = 2.6;
const PASSES: f32 = 0.8;

/// Where to somebody who waits gets out of the carrier's way, if the carrier would run into him.
fn run_over(own: &Spot, carrier: &Spot) -> Option<Vec2> {
    let (to_him, ahead) = (own.at - carrier.at, carrier.velocity.normalize_or_zero());
    let along = to_him.dot(ahead);
    let beside = to_him - ahead * along;
    let is_met = ahead != Vec2::ZERO && (0.0..AHEAD).contains(&along) && beside.length() < PASSES;
    is_met.then(|| beside.normalize_or(ahead.perp()))
}

impl Football {
    pub(super) fn comer(
        &self,
        troupe: &mut Troupe<'_, PlayerMemory>,
        at: usize,
        spots: &Spots,
    ) -> Option<(State, Comer)> {
        let member = troupe.member(at)?;
        let body = Place::new(member.view().frame());
        Some((State::of(member.memory.state), Comer { at, body, velocity: spots.of(at).velocity }))
    }

    /// Sends for somebody who waits, if he could meet the carrier.
    pub(super) fn send(
        &self,
        memory: &FootballMemory,
        troupe: &mut Troupe<'_, PlayerMemory>,
        seen: &Foreseen,
        spots: &Spots,
        tick: u64,
    ) {
        let states = |at: usize, troupe: &mut Troupe<'_, PlayerMemory>| {
            troupe.member(at).map_or(State::New, |member| State::of(member.memory.state))
        };
        let coming = (1..troupe.len())
            .filter(|at| matches!(states(*at, troupe), State::Comes | State::Closes))
            .count();
        // A wish is met sooner if more can meet it.
        if coming >= COMERS + usize::from(memory.wish > 0) {
            return;
        }
        let mut best: Option<(f32, usize)> = None;
        for at in 1..troupe.len() {
            let Some((_, comer)) = self.comer(troupe, at, spots).filter(|(state, _)| *state == State::Waits)
            else {
                continue;
            };
            let plan = self.plan(memory, seen, &comer).filter(|plan| plan.strain < EASY);
            if let Some(plan) = plan.filter(|plan| best.is_none_or(|(least, _)| plan.strain < least)) {
                best = Some((plan.strain, at));
            }
        }
        if let Some(member) = best.and_then(|(_, at)| troupe.member(at)) {
            member.memory.state = State::Comes as u32;
            member.memory.starts = tick;
        }
    }

    /// A tackler runs: so far in the next stretch, and out of the others' way.
    fn run(
        &self,
        member: &mut Member<'_, PlayerMemory>,
        (wished, speed): (f32, f32),
        (at, spots): (usize, &Spots),
        except: usize,
        gaze: Option<Gaze>,
    ) {
        let view = member.view();
        let body = Place::new(view.frame());
        let seconds = STRETCH as f32 / self.acts.tables.rate;
        let here = Vec2::new(body.x, body.z);
        let aside = spots.aside(here, wished, speed.max(0.8), [at, except]);
        let fast = spots.of(at).velocity.length() + STARTS * seconds;
        // Where limbs are in the way all the same he turns some more, or brakes.
        let ways = [0.0, 0.6, -0.6].map(|more| (aside + more, speed));
        let ways =
            ways.into_iter().chain([(aside, 0.4 * speed), (heading(&body), 0.0)]).map(|(wanted, speed)| {
                let off = around(wanted - heading(&body));
                let turned = off.clamp(-TURNS * seconds, TURNS * seconds);
                // Who has to turn far does that first; and nobody is fast at once.
                let speed = (speed * libm::cosf(off - turned).max(0.15)).min(fast).min(RUNS);
                let to = here + ahead(heading(&body) + 0.5 * turned) * (speed * seconds);
                Leg { to: seen(&body, to, heading(&body) + turned), frames: STRETCH, then: None }
            });
        if let Some(order) = self.free_way(&self.chases, &view, ways, (spots, [at, except])) {
            member.play(yielding(order.looking(gaze)));
        }
    }

    /// The last steps to where a tackle begins: exactly there, then, and in its pose.
    pub(super) fn close(
        &self,
        member: &mut Member<'_, PlayerMemory>,
        spots: &Spots,
        (at, gaze): (usize, Option<Gaze>),
        left: u32,
    ) {
        let own = *member.memory;
        let Some(past) = self.pasts.iter().find(|past| past.patch + 1 == own.patch) else { return };
        let Some(turn) = self.book.patches[past.patch as usize].turns[1].first() else { return };
        let view = member.view();
        let (body, rate) = (Place::new(view.frame()), self.acts.tables.rate);
        let goal = own.origin.then(&past.tackler);
        let leg = if left > 2 * STRETCH + 6 {
            let from = [Vec2::new(body.x, body.z), spots.of(at).velocity];
            let to = [Vec2::new(goal.x, goal.z), arriving(&goal)];
            let [place, direction] = bend(from, to, left as f32 / rate, STRETCH as f32 / rate);
            let most = TURNS * STRETCH as f32 / rate;
            let turned = around(libm::atan2f(direction.x, direction.y) - heading(&body)).clamp(-most, most);
            Leg { to: seen(&body, place, heading(&body) + turned), frames: STRETCH, then: None }
        } else {
            Leg { to: body.to(&goal), frames: left, then: Some((turn.take, turn.first)) }
        };
        if let Some(order) = self.chases.go(&self.acts, self.now(&view), &leg) {
            member.play(yielding(order.looking(gaze)));
        }
    }

    /// The next turn of a tackler in his patch. Says whether there is one.
    fn turn(&self, member: &mut Member<'_, PlayerMemory>, gaze: Option<Gaze>) -> bool {
        let own = *member.memory;
        let patch = (own.patch as usize).checked_sub(1).and_then(|patch| self.book.patches.get(patch));
        let Some(turn) = patch.and_then(|patch| patch.turns[1].get(own.turns as usize)) else { return false };
        member.memory.turns = own.turns + 1;
        let order = Move::new(segment(self.acts.tables.rate, turn.take, turn.first, turn.end));
        let place = tidy(own.origin.then(&turn.place));
        member.play(yielding(Move { place: Placement::At(transform(&place)), ..order }.looking(gaze)));
        true
    }

    /// The take in which a tackler fell, and from when to when he lies in it and is up; none of who stays on his feet.
    fn fallen(&self, own: &PlayerMemory) -> Option<(u32, [u32; 3])> {
        let patch = self.book.patches.get((own.patch as usize).checked_sub(1)?)?;
        let act = self.acts.all.get(patch.turns[1].last()?.act as usize)?;
        Some((act.take, act.lies?))
    }

    /// Somebody who lies still breathes.
    fn lie(&self, member: &mut Member<'_, PlayerMemory>) {
        let Some((take, [lies, risen, _])) = self.fallen(member.memory) else { return };
        let frame = (member.view().time() * f64::from(self.acts.tables.rate)) as u32;
        let from = if (lies..risen.saturating_sub(1)).contains(&frame) { frame } else { lies };
        member.play(yielding(Move::new(segment(self.acts.tables.rate, take, from, risen)).at_rate(0.3)));
    }

    /// One of the tacklers.
    pub(super) fn tackle(
        &self,
        memory: &mut FootballMemory,
        member: &mut Member<'_, PlayerMemory>,
        (at, count): (usize, usize),
        (foreseen, spots, gaze): (&Foreseen, &Spots, Option<Gaze>),
        (stage, rng): (&StageView<'_>, &mut Rng),
    ) {
        if member.view().is_new() {
            return;
        }
        let own = *member.memory;
        let body = Place::new(member.view().frame());
        let frames = |ticks: u64| (ticks as f32 * stage.step() * self.acts.tables.rate).round() as u32;
        let (home, faces) = station(memory, own.station, count - 1);
        let away = home - Vec2::new(body.x, body.z);
        match State::of(own.state) {
            State::Comes if member.needs_move() || stage.tick() == own.starts => {
                let comer = Comer { at, body, velocity: spots.of(at).velocity };
                let plan = self.plan(memory, foreseen, &comer);
                let late = stage.tick() > own.starts + PATIENCE;
                let Some(plan) = plan.filter(|plan| plan.strain < HARD && !late) else {
                    memory.nothing = memory.nothing.wrapping_add(1);
                    member.memory.missed = own.missed.wrapping_add(1);
                    member.memory.state = State::Leaves as u32;
                    let towards = libm::atan2f(away.x, away.y);
                    return self.run(member, (towards, RUNS), (at, spots), at, gaze);
                };
                let from = [Vec2::new(body.x, body.z), comer.velocity];
                let to = [Vec2::new(plan.goal.x, plan.goal.z), arriving(&plan.goal)];
                let seconds = STRETCH as f32 / self.acts.tables.rate;
                let [place, _] = bend(from, to, plan.seconds, seconds);
                let step = place - from[0];
                // Who is too early does not go back, but slows down.
                let wished = if step.length() > 0.1 { step } else { to[0] - from[0] };
                let towards = libm::atan2f(wished.x, wished.y);
                // Who comes too near without having settled anything runs past.
                let near = spots.of(0).at.distance(from[0]) < PAST;
                let except = if near { at } else { 0 };
                self.run(member, (towards, step.length() / seconds), (at, spots), except, gaze);
            }
            State::Closes if stage.tick() >= own.starts => {
                member.memory.state = State::Tackles as u32;
                member.memory.met = own.met.wrapping_add(1);
                member.memory.turns = 0;
                self.turn(member, gaze);
            }
            State::Closes if member.needs_move() => {
                self.close(member, spots, (at, gaze), frames(own.starts - stage.tick()).max(1));
            }
            State::Tackles if member.needs_move() && self.turn(member, None) => {}
            State::Tackles if member.needs_move() && self.fallen(&own).is_some() => {
                member.memory.state = State::Lies as u32;
                let seconds = LIES[0] + LIES[1] * rng.unit();
                member.memory.starts = stage.tick() + (seconds / stage.step()) as u64;
                self.lie(member);
            }
            State::Lies if stage.tick() >= own.starts => {
                member.memory.state = State::Rises as u32;
                let Some((take, [_, risen, up])) = self.fallen(&own) else { return };
                member.play(yielding(Move::new(segment(self.acts.tables.rate, take, risen, up))));
            }
            State::Lies if member.needs_move() => self.lie(member),
            State::Tackles | State::Rises if member.needs_move() => {
                member.memory.state = State::Leaves as u32;
                member.memory.patch = 0;
                let speed = spots.of(at).velocity.length().max(1.2);
                self.run(member, (libm::atan2f(away.x, away.y), speed), (at, spots), at, None);
            }
            State::Leaves if member.needs_move() => {
                let off = around(faces - heading(&body)).abs();
                if away.length() < HOME && off < 0.9 {
                    member.memory.state = State::Waits as u32;
                    return self.rest(member, gaze, None);
                }
                let near = away.length() < HOME;
                // There he turns to the field in small steps.
                let towards = if near { faces } else { libm::atan2f(away.x, away.y) };
                let speed = if near { 0.35 } else { (0.9 * away.length()).clamp(0.7, 3.0) };
                self.run(member, (towards, speed), (at, spots), at, gaze.filter(|_| near));
            }
            State::Waits if let Some(aside) = run_over(&spots.of(at), &spots.of(0)) => {
                // The carrier does not look for who stands beside the field.
                member.memory.state = State::Leaves as u32;
                self.run(member, (libm::atan2f(aside.x, aside.y), ASIDE), (at, spots), at, gaze);
            }
            State::Waits if away.length() > AWAY && member.needs_move() => {
                member.memory.state = State::Leaves as u32;
                self.run(member, (libm::atan2f(away.x, away.y), 1.2), (at, spots), at, gaze);
            }
            State::Waits if member.needs_move() => self.rest(member, gaze, None),
            _ => {}
        }
    }
}
