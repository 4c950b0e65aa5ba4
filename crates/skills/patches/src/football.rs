//! American football: one runs with the ball where the player says, tacklers run in from outside, go for him, and miss.
//!
//! Paper: Shum 2010, sec. 6.6.1.3. The carrier's run goes over into the run of a patch, he jumps, spins or steps aside, and runs on: patches
//! are joined in time by the one who is in all of them. Tacklers are brought in backward from the encounter (`football/meet.rs`) and leave
//! forward from it, to where they wait for his coming back. Departs from the paper: nobody is put on or taken off the stage; who has tackled is
//! recycled by running off to his station beside the field, which goes with the carrier where he is steered off it.
//!
//! The first of the troupe is the carrier. The ball is held by his right hand, so that only recordings serve him in which that arm is tucked.

pub mod field;
pub mod meet;
pub mod memory;

use std::sync::Arc;

use footwork_motion::Side;
use footwork_motion::ground::Place;
use footwork_stage::{
    ActorView, Ask, Director, Figure, Gaze, Happening, Member, Move, Overlay, Placement, PropId, PropKind,
    Rng, Row, StageView, Troupe,
};
use glam::{Vec2, Vec3};

use crate::acts::{Act, Acts, Nature, Stood};
use crate::dominoes::{segment, transform};
use crate::file::PatchBook;
use crate::gait::{Gaits, Leg, bend, seen};
use crate::luggage::holds;
use crate::patch::tidy;
use field::{Course, SPEED, Spots, ahead, around, follow, heading, station};
use meet::{Comer, Foreseen, Past, Settled, arriving};
pub use memory::{FootballMemory, PATCHES, PlayerMemory, State};

/// Frames of a stretch: of the carrier, so that he soon does as he is told; and of tacklers.
const STRETCH: u32 = 20;
/// How many tacklers come at once: one is met while the next one runs in.
const COMERS: usize = 2;
/// Ticks between two looks for who could come.
const LOOK: u64 = 10;
/// What a plan may cost whoever has not set out, and who has.
const EASY: f32 = 0.6;
const HARD: f32 = 1.3;
/// Ticks. Who has not met the carrier by then runs off.
const PATIENCE: u64 = 420;
/// Ticks. A wish is kept so long.
const WISHED: u64 = 360;
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
/// Frames. Shorter rests are not worth a move.
const REST: u32 = 24;
/// s. How long somebody lies who has dived, and by how much more at most.
const LIES: [f32; 2] = [0.3, 0.6];

/// Directs football.
pub struct Football {
    acts: Arc<Acts>,
    book: Arc<PatchBook>,
    pasts: Vec<Past>,
    /// Running with the ball, and without.
    carries: Gaits,
    chases: Gaits,
    rests: Vec<u32>,
}

/// m, as the body sees itself: between these a hand is before it that holds a ball, and so high at least. One that swings is outside of
/// it in every step.
const TUCKED: [f32; 2] = [0.17, 0.3];
const HIGH: f32 = 0.88;

/// Whether the right arm is tucked all through a span.
fn is_tucked(acts: &Acts, take: u32, [first, end]: [u32; 2]) -> bool {
    (first..end).step_by(3).all(|frame| {
        let ground = *acts.tables.ground(take, frame);
        let hand = ground.inside(acts.hands(&Stood { take, frame, place: Place::HERE })[1]);
        hand.y > HIGH && (TUCKED[0]..TUCKED[1]).contains(&hand.z)
    })
}

impl Football {
    /// Players who go by these patches.
    pub fn new(acts: Arc<Acts>, book: Arc<PatchBook>) -> Football {
        let tucked = |act: &Act| is_tucked(&acts, act.take, [act.first, act.end]);
        let is = |act: &Act, words: &[&str]| words.iter().any(|word| act.is(word));
        let carries = Gaits::new(&acts, &|act| (act.is("run") || act.is("cut")) && tucked(act));
        let chases = Gaits::new(&acts, &|act| {
            let goes = act.nature == Nature::Rest || is(act, &["run", "walk", "movement"]);
            goes && !is(act, &["tackle", "avoid"]) && !tucked(act)
        });
        let rest = |act: &Act| act.nature == Nature::Rest && act.end - act.first >= REST && !tucked(act);
        let rests = (0..acts.all.len() as u32).filter(|act| rest(&acts.all[*act as usize])).collect();
        let pasts = (0..book.patches.len().min(PATCHES))
            .filter_map(|patch| Past::of(&acts, &book, patch))
            .filter(|past| is_tucked(&acts, past.take, [past.first, past.end]))
            .collect();
        Football { acts, book, pasts, carries, chases, rests }
    }

    /// How many patches there are for a ball under the right arm.
    pub fn patches(&self) -> usize {
        self.pasts.len()
    }

    /// The ball, if one is on the stage: the first.
    pub fn ball(stage: &StageView<'_>) -> Option<PropId> {
        stage.props().iter().find(|prop| matches!(prop.kind, PropKind::Ball { .. })).map(|prop| prop.id)
    }

    fn hear(memory: &mut FootballMemory, member: &Member<'_, PlayerMemory>, tick: u64) {
        for event in member.events() {
            match event.happening {
                Happening::Cue(Ask::Target(point)) if point.is_finite() => {
                    (memory.target, memory.sent) = ([point.x, point.z], 1);
                }
                Happening::Cue(Ask::Button { button, down: true })
                    if usize::from(button) < meet::WISHES.len() =>
                {
                    memory.wish = 1 << button;
                    memory.wished = memory.wished.wrapping_add(1);
                    memory.until = tick + WISHED;
                }
                _ => {}
            }
        }
    }

    /// Take and frame that somebody plays; none of who has just come.
    fn now(&self, view: &ActorView<'_>) -> Option<(u32, u32)> {
        let take = view.segment().take;
        let known = (take as usize) + 1 < self.acts.tables.starts.len() && !view.is_new();
        known.then(|| (take, (view.time() * f64::from(self.acts.tables.rate)) as u32))
    }

    /// s, how long what somebody plays still goes on.
    fn left(view: &ActorView<'_>) -> f32 {
        (view.segment().end - view.time()).max(0.0) as f32
    }

    /// Puts who begins where he begins.
    fn put(&self, order: Move, body: &Place) -> Move {
        let first = (order.segment.first * f64::from(self.acts.tables.rate)).round() as u32;
        let place = tidy(self.acts.placed(order.segment.take, first, body));
        Move { place: Placement::At(transform(&place)), ..order }
    }

    /// Somebody waits, in the rest that looks most like now.
    fn rest(&self, member: &mut Member<'_, PlayerMemory>, gaze: Option<Gaze>, at: Option<&Place>) {
        let view = member.view();
        let now = self.now(&view);
        member.memory.stood = member.memory.stood.wrapping_add(1);
        let shift = view.id().0.wrapping_add(member.memory.stood) as f32;
        let cost = |act: u32| {
            let own = &self.acts.all[act as usize];
            let goes_on = now.is_some_and(|(take, frame)| take == own.take && frame.abs_diff(own.first) < 3);
            let seam = now.map_or(0.0, |now| self.acts.seam(now, (own.take, own.first)));
            // Nobody stands in step with his neighbour, nor always in the same way.
            if goes_on { 0.0 } else { seam + 0.03 * libm::sinf(act as f32 * 12.9 + shift * 4.7) }
        };
        let best = self.rests.iter().copied().min_by(|a, b| cost(*a).total_cmp(&cost(*b)));
        let Some(own) = best.and_then(|act| self.acts.all.get(act as usize)) else { return };
        let order = Move::new(segment(self.acts.tables.rate, own.take, own.first, own.end)).looking(gaze);
        member.play(at.map_or(order, |body| self.put(order, body)));
    }

    /// Everybody to where he begins.
    fn begin(
        &self,
        memory: &FootballMemory,
        member: &mut Member<'_, PlayerMemory>,
        (at, count): (usize, usize),
        gaze: Option<Gaze>,
    ) {
        if at == 0 {
            member.memory.state = State::Runs as u32;
            let body = Place { z: memory.middle[1] - field::HALF, ..Place::HERE };
            let to = Place { z: SPEED * STRETCH as f32 / self.acts.tables.rate, ..Place::HERE };
            let leg = Leg { to, frames: STRETCH, then: None };
            if let Some(order) = self.carries.go(&self.acts, None, &leg) {
                member.play(self.put(order, &body));
            }
            return;
        }
        member.memory.state = State::Waits as u32;
        member.memory.station = at as u32 - 1;
        let (place, heading) = station(memory, member.memory.station, count - 1);
        let (sin, cos) = libm::sincosf(heading);
        self.rest(member, gaze, Some(&Place { x: place.x, z: place.y, cos, sin }));
    }

    /// The ball goes under the carrier's arm, and stays there.
    fn hold(
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
    fn carry(
        &self,
        memory: &mut FootballMemory,
        troupe: &mut Troupe<'_, PlayerMemory>,
        course: &mut Course,
        spots: &Spots,
    ) -> Option<(usize, Settled)> {
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
            let settled = self.now(&view).and_then(|now| self.settle(memory, (now, &body), &comer.1, spots));
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
            member.play(Move { place: Placement::At(transform(&place)), ..order });
            return best;
        }
        member.memory.state = State::Runs as u32;
        member.memory.patch = 0;
        let seconds = STRETCH as f32 / self.acts.tables.rate;
        let at = Vec2::new(body.x, body.z);
        let wanted = course.wanted(at);
        let turned = course.turn(&body, wanted, seconds);
        let way = spots.aside(at, heading(&body) + turned, SPEED, [0, 0]);
        let turned = course.turn(&body, way, seconds);
        let to = at + ahead(heading(&body) + 0.5 * turned) * (SPEED * seconds);
        let leg = Leg { to: seen(&body, to, heading(&body) + turned), frames: STRETCH, then: None };
        if let Some(order) = self.carries.go(&self.acts, self.now(&view), &leg) {
            member.play(order);
        }
        None
    }

    fn comer(
        &self,
        troupe: &mut Troupe<'_, PlayerMemory>,
        at: usize,
        spots: &Spots,
    ) -> Option<(State, Comer)> {
        let member = troupe.member(at)?;
        let body = Place::new(member.view().frame());
        Some((State::of(member.memory.state), Comer { at, body, velocity: spots.of(at).velocity }))
    }

    /// Where the carrier will be, from when he is through with what he plays on: in so many seconds.
    fn foreseen(&self, view: &ActorView<'_>, own: &PlayerMemory, course: Course, left: f32) -> Foreseen {
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

    /// Sends for somebody who waits, if he could meet the carrier.
    fn send(
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
        if coming >= COMERS {
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
        let way = spots.aside(here, wished, speed.max(0.8), [at, except]);
        let off = around(way - heading(&body));
        let turned = off.clamp(-TURNS * seconds, TURNS * seconds);
        // Who has to turn far does that first; and nobody is fast at once.
        let fast = spots.of(at).velocity.length() + STARTS * seconds;
        let speed = (speed * libm::cosf(off - turned).max(0.15)).min(fast).min(RUNS);
        let to = here + ahead(heading(&body) + 0.5 * turned) * (speed * seconds);
        let leg = Leg { to: seen(&body, to, heading(&body) + turned), frames: STRETCH, then: None };
        if let Some(order) = self.chases.go(&self.acts, self.now(&view), &leg) {
            member.play(order.looking(gaze));
        }
    }

    /// The last steps to where a tackle begins: exactly there, then, and in its pose.
    fn close(
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
            let [place, way] = bend(from, to, left as f32 / rate, STRETCH as f32 / rate);
            let most = TURNS * STRETCH as f32 / rate;
            let turned = around(libm::atan2f(way.x, way.y) - heading(&body)).clamp(-most, most);
            Leg { to: seen(&body, place, heading(&body) + turned), frames: STRETCH, then: None }
        } else {
            Leg { to: body.to(&goal), frames: left, then: Some((turn.take, turn.first)) }
        };
        if let Some(order) = self.chases.go(&self.acts, self.now(&view), &leg) {
            member.play(order.looking(gaze));
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
        member.play(Move { place: Placement::At(transform(&place)), ..order }.looking(gaze));
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
        member.play(Move::new(segment(self.acts.tables.rate, take, from, risen)).at_rate(0.3));
    }

    /// One of the tacklers.
    fn tackle(
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
                    let way = libm::atan2f(away.x, away.y);
                    return self.run(member, (way, RUNS), (at, spots), at, gaze);
                };
                let from = [Vec2::new(body.x, body.z), comer.velocity];
                let to = [Vec2::new(plan.goal.x, plan.goal.z), arriving(&plan.goal)];
                let seconds = STRETCH as f32 / self.acts.tables.rate;
                let [place, _] = bend(from, to, plan.seconds, seconds);
                let step = place - from[0];
                // Who is too early does not go back, but slows down.
                let wished = if step.length() > 0.1 { step } else { to[0] - from[0] };
                let way = libm::atan2f(wished.x, wished.y);
                // Who comes too near without having settled anything runs past.
                let near = spots.of(0).at.distance(from[0]) < PAST;
                let except = if near { at } else { 0 };
                self.run(member, (way, step.length() / seconds), (at, spots), except, gaze);
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
                member.play(Move::new(segment(self.acts.tables.rate, take, risen, up)));
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
                let way = if near { faces } else { libm::atan2f(away.x, away.y) };
                let speed = if near { 0.35 } else { (0.9 * away.length()).clamp(0.7, 3.0) };
                self.run(member, (way, speed), (at, spots), at, gaze.filter(|_| near));
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

/// m. How far on the inner side of the forearm the middle of the ball is.
const IN_ARM: f32 = 0.05;

impl Director for Football {
    type Memory = FootballMemory;
    type Member = PlayerMemory;

    fn direct(
        &self,
        memory: &mut FootballMemory,
        troupe: &mut Troupe<'_, PlayerMemory>,
        stage: &StageView<'_>,
        rng: &mut Rng,
    ) {
        let (count, tick) = (troupe.len().min(field::PLAYERS), stage.tick());
        let Some(carrier) = troupe.view(0) else { return };
        let gaze = Some(Gaze::Actor(carrier.id()));
        for at in 0..count {
            let Some(mut member) = troupe.member(at) else { continue };
            Football::hear(memory, &member, tick);
            if State::of(member.memory.state) == State::New {
                self.begin(memory, &mut member, (at, count), gaze.filter(|_| at > 0));
            }
        }
        if memory.wish > 0 && tick >= memory.until {
            memory.wish = 0;
        }
        if carrier.is_new() {
            return;
        }
        let spots = Spots::new(troupe, stage.step());
        let mut course = Course::new(memory, carrier.controls().stick);
        if course.stick.is_some() || course.target.is_some() {
            follow(memory, spots.of(0).at);
            course.middle = Vec2::from_array(memory.middle);
        }
        let settled = self.carry(memory, troupe, &mut course, &spots);
        memory.back = u32::from(course.back);
        memory.sent = u32::from(course.target.is_some());
        if let Some(mut member) = troupe.member(0) {
            self.hold(memory, &mut member, stage);
        }
        if let Some((at, settled)) = settled {
            let past = self.pasts[settled.past];
            memory.chosen = memory.chosen.wrapping_add(1);
            memory.used[(past.patch as usize).min(PATCHES - 1)] = memory.chosen;
            memory.kinds[past.wish.trailing_zeros() as usize % 8] = memory.chosen;
            if memory.wish & past.wish > 0 {
                memory.met = memory.met.wrapping_add(1);
                memory.wish = 0;
            }
            if let Some(mut member) = troupe.member(at) {
                let ticks = settled.frames as f32 / (self.acts.tables.rate * stage.step());
                member.memory.state = State::Closes as u32;
                member.memory.patch = past.patch + 1;
                member.memory.origin = settled.origin;
                member.memory.starts = tick + ticks.round() as u64;
                self.close(&mut member, &spots, (at, gaze), settled.frames);
            }
        }
        let Some(own) = troupe.member(0).map(|member| *member.memory) else { return };
        let left = match &settled {
            Some((_, settled)) => {
                (self.pasts[settled.past].end - settled.joins) as f32 / self.acts.tables.rate
            }
            None => Football::left(&carrier),
        };
        let foreseen = self.foreseen(&carrier, &own, course, left);
        if tick.is_multiple_of(LOOK) && settled.is_none() {
            self.send(memory, troupe, &foreseen, &spots, tick);
        }
        for at in 1..count {
            if settled.is_some_and(|(other, _)| other == at) {
                continue;
            }
            let Some(mut member) = troupe.member(at) else { continue };
            self.tackle(memory, &mut member, (at, count), (&foreseen, &spots, gaze), (stage, rng));
        }
    }

    fn overlay(
        &self,
        memory: &FootballMemory,
        member: &PlayerMemory,
        me: ActorView<'_>,
        stage: &StageView<'_>,
    ) -> Overlay {
        let word = match State::of(member.state) {
            State::New => "comes on",
            State::Runs => "runs",
            State::Avoids => "avoids",
            State::Waits => "waits",
            State::Comes => "runs in",
            State::Closes => "closes in",
            State::Tackles => "tackles",
            State::Leaves => "runs off",
            State::Lies => "lies",
            State::Rises => "gets up",
        };
        let rows = vec![
            Row { name: "does", value: Figure::Word(word) },
            Row { name: "tackles", value: Figure::Count(member.met) },
        ];
        // The arrow on the floor before who carries the ball.
        let body = Place::new(me.frame());
        let at = Vec2::new(body.x, body.z);
        let carries = stage.props().iter().any(|prop| holds(prop, me.id()));
        let way = ahead(Course::new(memory, me.controls().stick).wanted(at));
        let arrow =
            (1..6).map(|far| at + way * (0.5 + 0.3 * far as f32)).map(|at| Vec3::new(at.x, 0.02, at.y));
        Overlay { rows, points: if carries { arrow.collect() } else { Vec::new() }, ..Overlay::default() }
    }
}
