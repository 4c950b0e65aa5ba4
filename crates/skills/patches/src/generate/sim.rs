//! One encounter forward in time, step by step of its pattern.

mod blows;
mod finish;
mod miss;
mod responses;

use footwork_motion::ground::Place;
use glam::Vec2;

use super::{Grown, Sampling};
use crate::acts::{Act, Acts, Nature, Stood};
use crate::patch::{Turn, tidy};
use crate::pattern::Pattern;
pub(crate) use miss::Miss;

/// How an encounter goes so far.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub turns: [Vec<Turn>; 2],
    /// When the last step began.
    begun: u32,
    /// When they first met.
    pub meets: u32,
    /// m, how far wanted touches were off before limbs were led.
    off: f32,
    /// m, s: seams and waits.
    seams: f32,
    waits: f32,
    /// When bodies may touch, from frame to frame.
    touches: Vec<[u32; 2]>,
    key: Vec<i32>,
}

/// Where a branch begins: the first act, whose it is, and where the other one is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    first: usize,
    second: usize,
}

const DISTANCE: usize = 0;
const ORDER: usize = 1;
const TOUCH: usize = 2;
const NONE: usize = 3;

/// Frames between two looks at whether bodies touch.
const LOOK: u32 = 3;
/// Frames. Around a wanted touch bodies touch.
const AROUND: u32 = 12;
/// m. A seam that costs more is not used.
const SEAM: f32 = 0.2;
/// Most acts of rest that are tried: they are much alike.
const RESTS: usize = 2;
/// m. Who comes nearer while the blow is on its way may still be hit by it.
const SPARE: f32 = 0.1;

pub(crate) struct Sim<'a> {
    pub acts: &'a Acts,
    pub pattern: &'a Pattern,
    pub meant: &'a [Vec<usize>],
    pub sampling: Sampling,
}

impl Sim<'_> {
    fn act(&self, act: usize) -> &Act {
        &self.acts.all[act]
    }

    /// Whether a step is an answer to being struck.
    fn responds(&self, step: usize) -> bool {
        let who = self.pattern.steps[step].who;
        let after = self.pattern.steps[..step].iter().any(|before| {
            before.who != who && {
                let at = self.meant_of(before);
                matches!(self.act(at).nature, Nature::Strike | Nature::Fall | Nature::Pushed)
                    || self.act(at).is("startled")
            }
        });
        let is = |act: &usize| matches!(self.act(*act).nature, Nature::Fall | Nature::Pushed);
        after && self.meant[step].iter().any(is)
    }

    fn meant_of(&self, step: &crate::pattern::Step) -> usize {
        let at = self.pattern.steps.iter().position(|known| std::ptr::eq(known, step)).unwrap_or(0);
        self.meant[at][0]
    }

    /// The first step of the other one, if it is not an answer to being struck.
    fn second_step(&self) -> Option<usize> {
        let who = self.pattern.steps[0].who;
        let second = self.pattern.steps.iter().position(|step| step.who != who)?;
        (!self.responds(second)).then_some(second)
    }

    /// A few of the acts in which bodies rest.
    fn rests(&self) -> Vec<usize> {
        let all: Vec<usize> =
            (0..self.acts.all.len()).filter(|act| self.act(*act).nature == Nature::Rest).collect();
        few(&all, RESTS)
    }

    /// All pairs of first actions.
    pub fn roots(&self) -> Vec<Root> {
        let first = match self.meant[0].iter().all(|act| self.act(*act).nature == Nature::Rest) {
            true => few(&self.meant[0], RESTS),
            false => self.meant[0].clone(),
        };
        let second = match self.second_step() {
            Some(step) => self.meant[step].clone(),
            None => self.rests(),
        };
        first
            .iter()
            .flat_map(|first| second.iter().map(|second| Root { first: *first, second: *second }))
            .collect()
    }

    /// Everything that comes of a root.
    pub fn grow(&self, root: &Root, grown: &mut Grown) {
        let pattern = self.pattern;
        let second_step = self.second_step();
        let steps = |from: f32, to: f32, by: f32| {
            let count = ((to - from) / by + 1e-3).floor() as i32;
            (0..=count).map(move |at| from + at as f32 * by)
        };
        let every = pattern.angle.unwrap_or(self.sampling.angle);
        let turns = ((pattern.facing / every) + 1e-3).floor() as i32;
        // All the way round: the last one is not the first one again.
        let round = (std::f32::consts::TAU / every).round() as i32;
        let around = if pattern.facing > 3.1 { 1 - (round + 1) / 2..=round / 2 } else { -turns..=turns };
        let stands = second_step.is_none() || self.act(root.second).nature == Nature::Rest;
        let latest = if stands || self.act(root.first).nature == Nature::Rest { 0.0 } else { pattern.timing };
        for distance in steps(pattern.distance[0], pattern.distance[1], self.sampling.distance) {
            for [a, b] in around.clone().flat_map(|a| around.clone().map(move |b| [a, b])) {
                let bearings = [a, b].map(|at| at as f32 * every);
                if !self.worth(root, distance, bearings) || !self.aims(root, distance, bearings) {
                    continue;
                }
                for later in steps(0.0, latest, self.sampling.time) {
                    grown.tried += 1;
                    let later = (later * self.acts.tables.rate).round() as u32;
                    let start = self.begin(root, distance, bearings, later);
                    if self.acts.trunk_depth(&self.at(&start, 0, 0), &self.at(&start, 1, 0)) > 0.0 {
                        grown.best[0].fail(DISTANCE);
                        continue;
                    }
                    self.step(start, 1, grown);
                }
            }
        }
    }

    /// Whether the other one is anywhere near where the first act goes: a quick look before a long one.
    fn worth(&self, root: &Root, distance: f32, bearings: [f32; 2]) -> bool {
        let mover = |act: &Act| matches!(act.nature, Nature::Fall) || act.is("startled");
        let (act, bearing) = match (mover(self.act(root.first)), mover(self.act(root.second))) {
            (true, _) => (self.act(root.first), bearings[0]),
            (_, true) => (self.act(root.second), bearings[1]),
            _ => return true,
        };
        let direction = Vec2::new(libm::sinf(bearing), libm::cosf(bearing));
        // Who falls may fall past somebody by half an arm's length.
        let goes = act.goes.normalize_or_zero();
        let (ahead, aside) = (direction.dot(goes) * distance, direction.perp_dot(goes).abs() * distance);
        act.goes.length() < 0.2 || (ahead > 0.0 && aside < 0.7)
    }

    /// Whether the first blow is meant for the other one: comes near him if he stays where he is.
    fn aims(&self, root: &Root, distance: f32, bearings: [f32; 2]) -> bool {
        if self.act(root.first).nature != Nature::Strike {
            return true;
        }
        let branch = self.begin(root, distance, bearings, 0);
        let striker = self.pattern.steps[0].who;
        let near = |who: usize, spare: f32| {
            let Some((at, _)) = self.blow(&branch, who) else { return false };
            self.blow_depth(&branch, who, at, &self.at(&branch, 1 - who, 0)).0 > -self.pattern.contact - spare
        };
        let counters = self.act(root.second).nature == Nature::Strike;
        near(striker, SPARE) && (!counters || near(1 - striker, SPARE))
    }

    fn begin(&self, root: &Root, distance: f32, bearings: [f32; 2], later: u32) -> Branch {
        let first = self.pattern.steps[0].who;
        let here = Place::HERE;
        let between = [libm::sinf(bearings[0]) * distance, libm::cosf(bearings[0]) * distance];
        // The other one sees the first at its own bearing.
        let back = libm::atan2f(-between[0], -between[1]) - bearings[1];
        let (sin, cos) = libm::sincosf(back);
        let there = Place { x: between[0], z: between[1], cos, sin };
        let turn = |act: usize, body: &Place, begin: u32| {
            let Act { take, first, end, .. } = *self.act(act);
            let place = self.acts.placed(take, first, body);
            Turn { act: act as u32, take, first, end: self.whole_end(act, end), begin, place, touch: None }
        };
        let mut turns = [Vec::new(), Vec::new()];
        turns[first].push(turn(root.first, &here, 0));
        turns[1 - first].push(turn(root.second, &there, later));
        let bins = [distance / 0.4, bearings[0] / 0.6981, bearings[1] / 0.6981, later as f32 / 12.0];
        let mut key = vec![root.first as i32, root.second as i32];
        key.extend(bins.map(|bin| (bin + 100.0).round() as i32));
        Branch {
            turns,
            begun: 0,
            meets: u32::MAX,
            off: 0.0,
            seams: 0.0,
            waits: later as f32 / self.acts.tables.rate,
            touches: Vec::new(),
            key,
        }
    }

    /// A fall goes on until the body has lain for a moment.
    fn whole_end(&self, act: usize, end: u32) -> u32 {
        self.act(act).lies.map_or(end, |[from, to, _]| (from + 20).min(to))
    }

    fn at(&self, branch: &Branch, who: usize, frame: u32) -> Stood {
        let turns = &branch.turns[who];
        let after = turns.partition_point(|turn| turn.begin <= frame).max(1);
        let turn = &turns[after - 1];
        let into = frame.saturating_sub(turn.begin).min(turn.end - turn.first);
        Stood { take: turn.take, frame: turn.first + into, place: turn.place }
    }

    /// Does a step of the pattern, in all ways.
    fn step(&self, branch: Branch, number: usize, grown: &mut Grown) {
        let steps = &self.pattern.steps;
        if number == steps.len() {
            return self.finish(branch, number - 1, grown);
        }
        let who = steps[number].who;
        if self.second_step() == Some(number) {
            // It has begun already, as it was sampled.
            let begin = branch.turns[who][0].begin;
            if begin < branch.begun {
                grown.best[number].fail(ORDER);
                return;
            }
            if self.act(branch.turns[who][0].act as usize).nature == Nature::Defence
                && !self.defends(&branch, 1 - who, number, grown)
            {
                return;
            }
            let mut branch = branch;
            branch.begun = begin;
            branch.meets = branch.meets.min(self.met(&branch, 1 - who));
            return self.step(branch, number + 1, grown);
        }
        if self.responds(number) {
            return self.respond(branch, number, grown);
        }
        for act in self.candidates(&branch, number, who) {
            if let Some(next) = self.follow(&branch, number, who, act, grown) {
                self.step(next, number + 1, grown);
            }
        }
    }

    /// The acts of a step that can follow what somebody does, the cheapest few.
    fn candidates(&self, branch: &Branch, number: usize, who: usize) -> Vec<usize> {
        let Some(last) = branch.turns[who].last() else { return Vec::new() };
        let from = (last.take, last.end);
        let seam = |act: &usize| self.acts.seam(from, (self.act(*act).take, self.act(*act).first));
        let mut near: Vec<(f32, usize)> =
            self.meant[number].iter().map(|act| (seam(act), *act)).filter(|(seam, _)| *seam < SEAM).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().take(6).map(|(_, act)| act).collect()
    }

    /// Somebody goes on with an act.
    fn follow(
        &self,
        branch: &Branch,
        number: usize,
        who: usize,
        act: usize,
        grown: &mut Grown,
    ) -> Option<Branch> {
        let mut next = branch.clone();
        let last = *next.turns[who].last()?;
        let begin = last.over();
        if begin < branch.begun {
            grown.best[number].fail(ORDER);
            return None;
        }
        let Act { take, first, end, .. } = *self.act(act);
        let body = last.place.then(self.acts.tables.ground(last.take, last.end));
        let place = tidy(self.acts.placed(take, first, &body));
        next.seams += self.acts.seam((last.take, last.end), (take, first));
        next.turns[who].push(Turn {
            act: act as u32,
            take,
            first,
            end: self.whole_end(act, end),
            begin,
            place,
            touch: None,
        });
        next.begun = begin;
        next.key.push(act as i32);
        Some(next)
    }
}

fn few(all: &[usize], most: usize) -> Vec<usize> {
    let step = (all.len() / most).max(1);
    all.iter().copied().step_by(step).take(most).collect()
}
