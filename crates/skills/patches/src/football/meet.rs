//! Where a tackler meets the carrier: planned backward from the encounter.
//!
//! Paper: Shum 2010, sec. 6.5.2: who enters is planned backward from where and when his encounter begins, and leaves forward from it. An
//! encounter is a patch laid over where the carrier will be; from it follows where, in which pose and when the tackler has to begin,
//! and from that how he has to run until then. While he comes this is looked at anew with every step of his, so that the player may
//! change his mind; it is settled when the carrier's run goes over into the patch's.

use footwork_motion::ground::Place;
use glam::Vec2;

use super::Football;
use super::field::{RunPlan, SPEED, Spots, ahead, heading};
use super::memory::{FootballMemory, PATCHES};
use crate::acts::Acts;
use crate::compose::used;
use crate::file::PatchBook;
use crate::gait::bend;
use crate::patch::tidy;

/// What a patch is to the director.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Past {
    /// Its number.
    pub patch: u32,
    /// Take of the carrier; from which frame he runs up, avoids, and is through.
    pub take: u32,
    /// The same.
    pub first: u32,
    /// The same.
    pub avoids: u32,
    /// The same.
    pub end: u32,
    /// From the carrier's take to the patch's space.
    pub place: Place,
    /// Frame of the patch at which the tackler begins, and where he stands and faces then.
    pub begin: u32,
    /// The same.
    pub tackler: Place,
    /// Which buttons it answers, a bit for each.
    pub wish: u32,
}

/// How a player wishes for it: the words of his buttons.
pub const WISHES: [&str; 5] = ["jump", "spin", "side_step", "stiff_arm", "cut"];

impl Past {
    /// What a patch is, if it is one for football.
    pub fn of(acts: &Acts, book: &PatchBook, patch: usize) -> Option<Past> {
        let [runs, tackles] = &book.patches[patch].turns;
        let ([run, avoid], [tackle, ..]) = (runs.as_slice(), tackles.as_slice()) else { return None };
        let act = acts.all.get(avoid.act as usize)?;
        let goes_on = run.take == avoid.take && run.end == avoid.first && run.place == avoid.place;
        let bit = |at: usize, word: &str| u32::from(act.is(word)) << at;
        goes_on.then(|| Past {
            patch: patch as u32,
            take: run.take,
            first: run.first,
            avoids: avoid.first,
            end: avoid.end,
            place: run.place,
            begin: tackle.begin,
            tackler: tackle.place.then(acts.tables.ground(tackle.take, tackle.first)),
            wish: WISHES.iter().enumerate().map(|(at, word)| bit(at, word)).sum(),
        })
    }
}

/// s between two places of the carrier that are looked at, and how many.
const AHEAD: f32 = 0.3;
const STEPS: usize = 14;
/// Frames of a run up that the carrier has before him when it is settled: at least, and at most.
const SETTLED: [u32; 2] = [18, 66];
/// Frames. So much time the tackler has left then, at least and at most.
const LEFT: [u32; 2] = [14, 80];
/// m/s: how a tackler arrives, and goes at most in the mean.
const ARRIVES: f32 = 2.7;
const FASTEST: f32 = 3.7;
/// m/s. Who would be slower in the mean should set out later.
const SLOWEST: f32 = 2.2;
/// m/s²: what legs can give on the way.
const LEGS: f32 = 3.4;
/// rad/s
const TURNS: f32 = 2.2;
/// Of seams (m), of use and of wishes beside what it costs the tackler.
const SEAM: f32 = 4.0;
const USE: f32 = 0.5;
const WISH: f32 = 3.0;
/// What speaks against the same way out as the last time, and what is left of that with every other one.
const AGAIN: f32 = 1.0;
const FADES: f32 = 0.6;

/// What a tackler has to do: be somewhere, facing somewhere, in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Which patch, by its place in the director's list.
    pub past: usize,
    /// Where he begins.
    pub goal: Place,
    /// s
    pub seconds: f32,
    /// What it costs him: 1 is as much as he can.
    pub strain: f32,
}

/// What is settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    /// Which patch, by its place in the director's list.
    pub past: usize,
    /// The frame at which the carrier joins it.
    pub joins: u32,
    /// Where it is.
    pub origin: Place,
    /// Frames until the tackler begins, and where.
    pub frames: u32,
    /// The same.
    pub goal: Place,
}

/// Somebody who comes: where he is and how he goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comer {
    /// His place in the troupe.
    pub at: usize,
    /// Where he is and faces.
    pub body: Place,
    /// m/s
    pub velocity: Vec2,
}

/// m/s, how somebody arrives who tackles.
pub fn arriving(goal: &Place) -> Vec2 {
    ahead(heading(goal)) * ARRIVES
}

/// What it takes to be somewhere in time, 1 is as much as legs can do; none if that is never enough. A way is easy if its mean
/// velocity is between those at its ends.
fn strain(comer: &Comer, goal: &Place, seconds: f32) -> Option<f32> {
    let distance = Vec2::new(goal.x - comer.body.x, goal.z - comer.body.z);
    let mean = distance / seconds;
    let off = (mean - 0.5 * (comer.velocity + arriving(goal))).length();
    let turned = super::field::around(heading(goal) - heading(&comer.body)).abs();
    if mean.length() > FASTEST || turned > TURNS * seconds {
        return None;
    }
    // Who comes from behind or beside where he has to face would have to run backward or sideways.
    let askew = libm::acosf(mean.normalize_or(Vec2::Y).dot(ahead(heading(goal))).clamp(-1.0, 1.0));
    let slow = (SLOWEST - mean.length()) / SLOWEST;
    Some((off / (0.25 * LEGS * seconds)).max(askew / (0.5 + 0.6 * seconds).min(1.6)).max(slow))
}

impl Football {
    /// Where the carrier will be, from a place and in so many seconds on.
    pub(super) fn foresee(&self, mut course: RunPlan, body: &Place, from: f32) -> Foreseen {
        let mut seen = [(0.0, *body); STEPS];
        let mut place = *body;
        for (at, out) in seen.iter_mut().enumerate() {
            *out = (from + AHEAD * at as f32, place);
            place = course.on(&place, AHEAD);
        }
        Foreseen(seen)
    }

    /// The best encounter for somebody, if he begins to come now or is on his way.
    pub(super) fn plan(&self, memory: &FootballMemory, seen: &Foreseen, comer: &Comer) -> Option<Plan> {
        let mut best: Option<(f32, Plan)> = None;
        for (at, past) in self.pasts.iter().enumerate() {
            let joins = past.avoids.saturating_sub(MEAN_RUN_UP).max(past.first);
            let Some(left) = past.begin.checked_sub(joins - past.first) else { continue };
            let joined = past.place.then(self.acts.tables.ground(past.take, joins)).inverse();
            let begins = joined.then(&past.tackler);
            let worth = self.worth(memory, past);
            for (seconds, body) in &seen.0 {
                let seconds = seconds + left as f32 / self.acts.tables.rate;
                let goal = body.then(&begins);
                let Some(strain) = strain(comer, &goal, seconds.max(0.1)) else { continue };
                let cost = strain + worth;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Plan { past: at, goal, seconds, strain }));
                }
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// What speaks against a patch: that it was used lately, and that something else is wished for.
    fn worth(&self, memory: &FootballMemory, past: &Past) -> f32 {
        let last = memory.used[(past.patch as usize).min(PATCHES - 1)];
        let unwished = memory.wish > 0 && memory.wish & past.wish == 0;
        let kind = memory.kinds[past.wish.trailing_zeros() as usize % memory.kinds.len()];
        let again = if kind > 0 { libm::powf(FADES, memory.chosen.saturating_sub(kind) as f32) } else { 0.0 };
        // Who wishes for the same way out again gets it.
        let against = match (memory.wish > 0, unwished) {
            (true, true) => WISH,
            (true, false) => 0.0,
            _ => {
                let seconds = (past.end - past.avoids) as f32 / self.acts.tables.rate;
                AGAIN * again + LONG * (seconds - 1.0).max(0.0)
            }
        };
        USE * used(memory.chosen, last) + against
    }

    /// Settles an encounter with somebody who comes, if his and the carrier's runs go over into a patch now. `waits`: only what is
    /// wished for.
    pub(super) fn settle(
        &self,
        (memory, waits): (&FootballMemory, bool),
        (now, body): ((u32, u32), &Place),
        comer: &Comer,
        spots: &Spots,
    ) -> Option<Settled> {
        let rate = self.acts.tables.rate;
        let mut best: Option<(f32, Settled)> = None;
        for (at, past) in self.pasts.iter().enumerate() {
            if waits && memory.wish & past.wish == 0 {
                continue;
            }
            let worth = self.worth(memory, past);
            let from = past.first.max(past.avoids.saturating_sub(SETTLED[1]));
            for joins in (from..=past.avoids.saturating_sub(SETTLED[0])).step_by(2) {
                let Some(frames) = past.begin.checked_sub(joins - past.first) else { break };
                if !(LEFT[0]..=LEFT[1]).contains(&frames) {
                    continue;
                }
                let joined = past.place.then(self.acts.tables.ground(past.take, joins));
                let origin = tidy(body.then(&joined.inverse()));
                let goal = tidy(origin.then(&past.tackler));
                let Some(strain) = strain(comer, &goal, frames as f32 / rate).filter(|strain| *strain < 1.0)
                else {
                    continue;
                };
                let cost = strain + worth;
                if best.as_ref().is_some_and(|(least, _)| cost >= *least) {
                    continue;
                }
                let cost = cost + SEAM * self.acts.seam(now, (past.take, joins));
                let better = best.as_ref().is_none_or(|(least, _)| cost < *least);
                let closes = (comer, &goal, frames);
                if better && self.is_free(past, joins, &origin, closes, spots) {
                    best = Some((cost, Settled { past: at, joins, origin, frames, goal }));
                }
            }
        }
        best.filter(|(cost, _)| *cost < DEAREST + if memory.wish > 0 { WISH } else { 0.0 })
            .map(|(_, settled)| settled)
    }

    /// Whether nobody else is on the carrier's way through a patch, nor on the first steps after it, nor on the tackler's.
    fn is_free(
        &self,
        past: &Past,
        joins: u32,
        origin: &Place,
        (comer, goal, frames): (&Comer, &Place, u32),
        spots: &Spots,
    ) -> bool {
        let (space, rate) = (origin.then(&past.place), self.acts.tables.rate);
        let free = |body: &Place, frames: u32| {
            spots.has_room(Vec2::new(body.x, body.z), frames as f32 / rate, [0, comer.at])
        };
        let from = [Vec2::new(comer.body.x, comer.body.z), comer.velocity];
        let to = [Vec2::new(goal.x, goal.z), arriving(goal)];
        let seconds = frames as f32 / rate;
        let closes = (1..=CLOSES).all(|look| {
            let at = seconds * look as f32 / CLOSES as f32;
            spots.has_room(bend(from, to, seconds, at)[0], at, [0, comer.at])
        });
        if !closes {
            return false;
        }
        let runs = (joins..=past.end)
            .step_by(12)
            .all(|frame| free(&space.then(self.acts.tables.ground(past.take, frame)), frame - joins));
        let out = space.then(self.acts.tables.ground(past.take, past.end));
        let direction = ahead(heading(&out));
        let runs_on = (1..=RUN_ON).all(|step| {
            let seconds = step as f32 * AHEAD;
            let on = direction * (SPEED * seconds);
            let frames = past.end - joins + (seconds * rate) as u32;
            free(&Place { x: out.x + on.x, z: out.z + on.y, ..out }, frames)
        });
        let patch = &self.book.patches[past.patch as usize];
        let since = joins - past.first;
        let tackles = (past.begin..=patch.span(1)[1]).step_by(18).all(|frame| {
            free(&origin.then(&patch.body(&self.acts, 1, frame as i32)), frame.saturating_sub(since))
        });
        runs && runs_on && tackles
    }
}

/// How many places of a tackler's last steps are looked at.
const CLOSES: u32 = 5;
/// How many times [`AHEAD`] the carrier is followed after a patch: until he sees who is before him and has turned.
const RUN_ON: u32 = 3;
/// What speaks against a way out for every second beyond the first: who runs with a ball stays in the open for as short as he can.
const LONG: f32 = 0.5;
/// Frames of run up that a plan counts with.
const MEAN_RUN_UP: u32 = 40;
/// What costs more is not settled: a seam of 20 cm, the same way out as lately, and a way that takes half of what legs can do.
const DEAREST: f32 = 2.2;

/// Where the carrier will be: in how many seconds, and where.
pub struct Foreseen([(f32, Place); STEPS]);
