//! Dominoes: a picture on the floor is filled with people who fall onto one another; those beside it stand.
//!
//! Paper: Shum 2010, sec. 6.6.1.2. One starting point for each letter. The director below plays a [`Plan`]; letters begin one after
//! the other, or when they are asked to: a button begins the next one, a target the one nearest to it. When all lie, they get up, go
//! back to where they stood, and it begins again.

mod back;
mod plan;

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use footwork_motion::Transform;
use footwork_motion::ground::Place;
use footwork_stage::{
    Ask, Dial, Director, Happening, Member, Move, Placement, Rng, Segment, StageView, Troupe,
};
use glam::{Quat, Vec2, Vec3};

use crate::acts::Acts;
use crate::rises::Rises;
use crate::stride::Strides;
use back::Near;
pub use plan::{Person, Plan, PlanSettings, Rising, Tumble, compose};

/// Most letters that can be begun each for itself.
pub const LETTERS: usize = 128;

/// What is remembered of the whole.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct DominoMemory {
    /// When each letter began, in ticks plus one; 0 if it has not.
    pub began: [u64; LETTERS],
    /// When this round began, in ticks plus one.
    pub round: u64,
    /// How many rounds there were.
    pub rounds: u64,
}

/// What is remembered of one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct FallerMemory {
    /// What he is at: a `Phase` by its number.
    pub phase: u32,
    /// How often he has been asked, for which rest comes next.
    pub asked: u32,
}

/// What somebody is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Not there yet.
    New,
    /// Stands, and nothing is near.
    Stands,
    /// Stands as the patch says, until he is hit.
    Waits,
    Falls,
    Lies,
    Rises,
    /// Goes back to where he stood.
    Returns,
}

impl Phase {
    fn of(number: u32) -> Phase {
        use Phase::*;
        [New, Stands, Waits, Falls, Lies, Rises, Returns].get(number as usize).copied().unwrap_or(Stands)
    }
}

/// s after the last fall until people get up, and then until they go back.
const LOOK_AT_IT: f32 = 6.0;
const GET_UP: f32 = 34.0;
/// s between two looks for room to get up.
const LOOKS: f32 = 0.2;
/// s. How long it takes to go back to the own place.
const GO_BACK: f32 = 6.0;
/// s. By how much later than the first somebody gets up, at most.
const NOT_IN_STEP: f32 = 6.0;

/// The latest of some ticks.
struct LatestOf(u64);

impl FromIterator<u64> for LatestOf {
    fn from_iter<I: IntoIterator<Item = u64>>(ticks: I) -> LatestOf {
        LatestOf(ticks.into_iter().max().unwrap_or(0))
    }
}

/// Plays a plan.
pub struct Dominoes {
    acts: Arc<Acts>,
    plan: Arc<Plan>,
    /// Frames per second of the tables.
    rate: f32,
    /// s, between the beginnings of two letters; none if all wait to be asked.
    every: Option<f32>,
    /// Rests: what people do who stand.
    rests: Vec<Segment>,
    /// Where the body is at the beginning of each rest.
    rest_grounds: Vec<Place>,
    /// Steps, for going back.
    strides: Strides,
    /// Ways up from the floor.
    rises: Rises,
}

/// How far the take of a tumble goes on: lying, and getting up.
pub(crate) fn segment(rate: f32, take: u32, first: u32, end: u32) -> Segment {
    let seconds = |frame: u32| f64::from(frame) / f64::from(rate);
    Segment { take, first: seconds(first), end: seconds(end) }
}

/// A place on the ground, as bodies take it.
pub(crate) fn transform(place: &Place) -> Transform {
    let half = 0.5 * libm::atan2f(place.sin, place.cos);
    let rotation = Quat::from_xyzw(0.0, libm::sinf(half), 0.0, libm::cosf(half));
    Transform { rotation, translation: Vec3::new(place.x, 0.0, place.z) }
}

impl Dominoes {
    /// Plays a plan; letters begin so many seconds after each other, or when they are asked to.
    pub fn new(acts: &Arc<Acts>, plan: Arc<Plan>, every: Option<f32>) -> Dominoes {
        let rate = acts.tables.rate;
        let rests = acts.all.iter().filter(|act| act.is("stand"));
        let (mut own, mut rest_grounds) = (Vec::new(), Vec::new());
        for act in rests.filter(|act| act.end - act.first >= 40) {
            own.push(segment(rate, act.take, act.first, act.end));
            rest_grounds.push(*acts.tables.ground(act.take, act.first));
        }
        let goes = ["step", "walk", "turn"];
        let strides = Strides::new(acts, &|act| goes.iter().any(|word| act.is(word)));
        let up = Rises::new(acts);
        Dominoes { rises: up, acts: acts.clone(), plan, rate, every, rests: own, rest_grounds, strides }
    }

    /// Whether somebody is being fallen onto: what he touches of who falls onto him is what it is about.
    pub fn is_hit(own: &FallerMemory) -> bool {
        matches!(Phase::of(own.phase), Phase::Waits | Phase::Falls)
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn hear(&self, memory: &mut DominoMemory, member: &Member<'_, FallerMemory>, now: u64) {
        for event in member.events() {
            let Happening::Cue(ask) = event.happening else { continue };
            let next = match ask {
                Ask::Button { button: 0, down: true } => {
                    (0..self.plan.letters()).find(|letter| memory.began[*letter] == 0)
                }
                Ask::Target(point) => self.plan.nearest(Vec2::new(point.x, point.z)),
                _ => None,
            };
            if let Some(began) =
                next.and_then(|letter| memory.began.get_mut(letter)).filter(|began| **began == 0)
            {
                *began = now + 1;
            }
        }
    }

    /// Begins letters that are due; and the next round, when all is over.
    fn conduct(&self, memory: &mut DominoMemory, now: u64, step: f32) {
        if memory.round == 0 {
            memory.round = now + 1;
        }
        let seconds = |since: u64| (now + 1).saturating_sub(since) as f32 * step;
        if let Some(every) = self.every {
            for (letter, began) in memory.began.iter_mut().take(self.plan.letters()).enumerate() {
                if *began == 0 && seconds(memory.round) >= FIRST + every * letter as f32 {
                    *began = now + 1;
                }
            }
        }
        let over = self.whole(memory).is_some_and(|whole| seconds(whole) > LOOK_AT_IT + GET_UP + GO_BACK);
        if over {
            *memory =
                DominoMemory { round: now + 1, rounds: memory.rounds.wrapping_add(1), ..Zeroable::zeroed() };
        }
    }

    /// The tick at which all letters lie, plus one, if all have begun.
    fn whole(&self, memory: &DominoMemory) -> Option<u64> {
        let letters = &memory.began[..self.plan.letters().min(LETTERS)];
        let lies = letters.iter().enumerate().map(|(letter, began)| {
            let lasts = u64::from(self.plan.lasts(letter)) * 60 / (self.rate.max(1.0) as u64);
            (*began > 0).then(|| began.saturating_add(lasts))
        });
        lies.collect::<Option<LatestOf>>().map(|latest| latest.0)
    }

    /// Sees to one of them in one step.
    fn attend(
        &self,
        memory: &DominoMemory,
        troupe: &mut Troupe<'_, FallerMemory>,
        number: usize,
        stage: &StageView<'_>,
    ) {
        let Some(mut member) = troupe.member(number) else { return };
        let Some(person) = self.plan.people.get(number) else {
            // There was no room for him: he looks on.
            if member.needs_move() {
                let order = self.rest(number, member.memory.asked, Some(&self.plan.beyond(number)));
                member.memory.asked = member.memory.asked.wrapping_add(1);
                member.play(order);
            }
            return;
        };
        let (was, (now, waited)) =
            (Phase::of(member.memory.phase), self.phase(memory, person, number, stage));
        let (needs, looks) = (member.needs_move(), Dominoes::looks(was, now, number, stage));
        let goes = needs && matches!(was, Phase::Rises | Phase::Returns);
        let near = if looks || goes { self.near(troupe, number) } else { Near::NOBODY };
        let Some(mut member) = troupe.member(number) else { return };
        let over = matches!(now, Phase::Rises | Phase::Returns | Phase::Stands);
        let mut rising = None;
        let now = match (was, &person.tumble) {
            // Nobody gets up where there is no room, nor is anywhere before he has gone there.
            (Phase::Lies, Some(tumble)) if over => {
                // First as it was planned, then in another way with every look.
                let look = (waited / LOOKS) as usize;
                let way = match look {
                    0 => Some(tumble.rises),
                    _ => self.rises.turned(tumble.act, look).next().map(|way| tumble.rising(&self.acts, way)),
                };
                rising = way.filter(|way| looks && self.can_rise(&member, way, &near, waited));
                if rising.is_some() { Phase::Rises } else { Phase::Lies }
            }
            (Phase::Rises, _) if over && !needs => Phase::Rises,
            (Phase::Rises, _) if over => Phase::Returns,
            (Phase::Returns, _) if over && !needs => Phase::Returns,
            (Phase::Returns, _) if over && !Dominoes::is_back(&member, person) => Phase::Returns,
            _ => now,
        };
        if was == now && !needs {
            return;
        }
        let asked = member.memory.asked;
        member.memory.asked = asked.wrapping_add(1);
        member.memory.phase = now as u32;
        let order = match (now, &person.tumble) {
            (Phase::Waits, Some(tumble)) if was != now => {
                let waits = segment(self.rate, tumble.waits.0, tumble.waits.1, tumble.waits.2);
                Move { place: Placement::At(transform(&tumble.waits_at)), yields: true, ..Move::new(waits) }
            }
            (Phase::Falls, Some(tumble)) if was != now => {
                let falls = segment(self.rate, tumble.take, tumble.first, tumble.end);
                Move { place: Placement::At(transform(&tumble.place)), yields: true, ..Move::new(falls) }
            }
            (Phase::Lies | Phase::Falls, Some(tumble)) => {
                // Somebody who lies still breathes: slowly to and fro in what was recorded.
                let [from, to] = tumble.lies;
                let lies = segment(self.rate, tumble.take, from.max(tumble.end.min(to - 1)), to);
                let place = Placement::At(transform(&tumble.place));
                Move { place, rate: 0.1, yields: true, ..Move::new(lies) }
            }
            (Phase::Rises, Some(tumble)) if was != now => {
                let Rising { take, span: [first, up], place } = rising.unwrap_or(tumble.rises);
                let rises = segment(self.rate, take, first, up);
                Move { place: Placement::At(transform(&place)), yields: true, ..Move::new(rises) }
            }
            (Phase::Returns, Some(_)) => self.back(&member, (person, number), &near, asked),
            // Always about the same place: rests that drift would add up.
            _ => {
                let rest = self.rest(number, asked, Some(&person.stands));
                // Arms of those who stand side by side give way to each other, and to who gets up beside them.
                Move { yields: true, ..rest }
            }
        };
        member.play(order);
    }

    /// A rest, where he is or at a place.
    fn rest(&self, number: usize, asked: u32, at: Option<&Place>) -> Move {
        if self.rests.is_empty() {
            // The stage lets him stand.
            return Move::new(Segment::default());
        }
        // Nobody stands in step with his neighbour.
        let one = (number.wrapping_mul(7) + asked as usize * 5) % self.rests.len();
        let order = Move::new(self.rests[one]);
        match at {
            None => order,
            Some(body) => {
                let place = body.then(&self.rest_grounds[one].inverse());
                Move { place: Placement::At(transform(&place)), ..order }
            }
        }
    }

    /// What somebody should be at, and for how many seconds he should have been up if he still lies.
    fn phase(
        &self,
        memory: &DominoMemory,
        person: &Person,
        number: usize,
        stage: &StageView<'_>,
    ) -> (Phase, f32) {
        let began = memory.began.get(person.letter).copied().unwrap_or(0);
        let (Some(tumble), true) = (&person.tumble, began > 0) else { return (Phase::Stands, f32::MAX) };
        let ticks = (stage.tick() + 1).saturating_sub(began);
        let frame = (ticks as f32 * stage.step() * self.rate).round() as i64;
        let [waits, falls] = [tumble.waits_from, tumble.begin].map(i64::from);
        let lies = falls + i64::from(tumble.end - tumble.first);
        let seconds = |seconds: f32| (seconds * self.rate) as i64;
        // People do not get up in step.
        let own = (number as u32).wrapping_mul(0x9e37_79b9) >> 8;
        let own = seconds(NOT_IN_STEP * own as f32 / (1 << 24) as f32);
        // Nobody gets up before all lie, so that the whole picture is seen.
        let Some(whole) = self.whole(memory) else {
            return (if frame < lies { falling(frame, waits, falls) } else { Phase::Lies }, 0.0);
        };
        let rises = whole.saturating_sub(began);
        let rises =
            ((rises as f32 * stage.step() * self.rate) as i64).saturating_add(seconds(LOOK_AT_IT) + own);
        let rises = rises.max(lies);
        let up = rises.saturating_add(i64::from(tumble.rises.span[1] - tumble.rises.span[0]));
        let phase = match frame {
            _ if frame < lies => falling(frame, waits, falls),
            _ if frame < rises => Phase::Lies,
            _ if frame < up => Phase::Rises,
            _ => Phase::Returns,
        };
        (phase, (frame - rises).max(0) as f32 / self.rate)
    }
}

fn falling(frame: i64, waits: i64, falls: i64) -> Phase {
    match frame {
        _ if frame < waits => Phase::Stands,
        _ if frame < falls => Phase::Waits,
        _ => Phase::Falls,
    }
}

/// s, until the first letter begins by itself.
const FIRST: f32 = 2.0;

impl Director for Dominoes {
    type Memory = DominoMemory;
    type Member = FallerMemory;

    fn direct(
        &self,
        memory: &mut DominoMemory,
        troupe: &mut Troupe<'_, FallerMemory>,
        stage: &StageView<'_>,
        _: &mut Rng,
    ) {
        let now = stage.tick();
        for at in 0..troupe.len() {
            if let Some(member) = troupe.member(at) {
                self.hear(memory, &member, now);
            }
        }
        self.conduct(memory, now, stage.step());
        for at in 0..troupe.len() {
            self.attend(memory, troupe, at, stage);
        }
    }

    fn dials(&self) -> &'static [Dial] {
        &[]
    }
}
