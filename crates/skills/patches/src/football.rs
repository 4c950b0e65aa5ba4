//! American football: one runs with the ball where the player says, tacklers run in from outside, go for him, and miss.
//!
//! Paper: Shum 2010, sec. 6.6.1.3. The carrier's run goes over into the run of a patch, he jumps, spins or steps aside, and runs on: patches
//! are joined in time by the one who is in all of them. Tacklers are brought in backward from the encounter (`football/meet.rs`) and leave
//! forward from it, to where they wait for his coming back. Departs from the paper: nobody is put on or taken off the stage; who has tackled is
//! recycled by running off to his station beside the field, which goes with the carrier where he is steered off it.
//!
//! The first of the troupe is the carrier. The ball is held by his right hand, so that only recordings serve him in which that arm is tucked.

mod carrier;
pub mod field;
pub mod meet;
pub mod memory;
mod tackler;

use std::sync::Arc;

use footwork_motion::ground::Place;
use footwork_stage::{
    ActorView, Ask, Director, Figure, Gaze, Happening, Member, Move, Overlay, Placement, PropId, PropKind,
    Rng, Row, StageView, Troupe,
};
use glam::{Vec2, Vec3};

use crate::acts::{Act, Acts, Nature, Stood};
use crate::coming::Coming;
use crate::dominoes::{segment, transform};
use crate::file::PatchBook;
use crate::gait::{Gaits, Leg};
use crate::luggage::holds;
use crate::patch::tidy;
use crate::shape::Shape;
use field::{RunPlan, SPEED, Spots, ahead, follow, station};
use meet::Past;
pub use memory::{FootballMemory, PATCHES, PlayerMemory, State};

/// Frames of a stretch: of the carrier, so that he soon does as he is told; and of tacklers.
const STRETCH: u32 = 20;
/// Ticks between two looks for who could come.
const LOOK: u64 = 10;
/// Ticks. A wish is kept so long.
const WISHED: u64 = 360;
/// Frames. Shorter rests are not worth a move.
const REST: u32 = 24;

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

/// Limbs give way to those of others whom one runs past.
fn yielding(order: Move) -> Move {
    Move { yields: true, ..order }
}

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

    /// The first of some ways that goes into nobody, limb by limb; the one that goes least into anybody if each does. A way is a heading
    /// and a speed.
    pub(crate) fn free_way(
        &self,
        gaits: &Gaits,
        view: &ActorView<'_>,
        ways: impl Iterator<Item = Leg>,
        (spots, except): (&Spots, [usize; 2]),
    ) -> Option<Move> {
        let (now, body) = (self.now(view), Place::new(view.frame()));
        let shown = Shape::of(view);
        let mut best: Option<(f32, Move)> = None;
        for leg in ways {
            let Some(order) = gaits.go(&self.acts, now, &leg) else { continue };
            let way = Coming::ordered(&self.acts, &body, &order);
            let near = spots.too_near(&self.acts, (&way, &shown), except);
            if near == 0.0 {
                return Some(order);
            }
            if best.as_ref().is_none_or(|(least, _)| near < *least) {
                best = Some((near, order));
            }
        }
        best.map(|(_, order)| order)
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
        member.play(yielding(at.map_or(order, |body| self.put(order, body))));
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
                member.play(yielding(self.put(order, &body)));
            }
            return;
        }
        member.memory.state = State::Waits as u32;
        member.memory.station = at as u32 - 1;
        let (place, heading) = station(memory, member.memory.station, count - 1);
        let (sin, cos) = libm::sincosf(heading);
        self.rest(member, gaze, Some(&Place { x: place.x, z: place.y, cos, sin }));
    }
}

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
        let spots = Spots::new(&self.acts, troupe, stage.step());
        let mut course = RunPlan::new(memory, carrier.controls().stick);
        if course.stick.is_some() || course.target.is_some() {
            follow(memory, spots.of(0).at);
            course.middle = Vec2::from_array(memory.middle);
        }
        let settled = self.carry(memory, troupe, &mut course, (&spots, tick));
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
        let direction = ahead(RunPlan::new(memory, me.controls().stick).wanted(at));
        let arrow =
            (1..6).map(|far| at + direction * (0.5 + 0.3 * far as f32)).map(|at| Vec3::new(at.x, 0.02, at.y));
        Overlay { rows, points: if carries { arrow.collect() } else { Vec::new() }, ..Overlay::default() }
    }
}
