//! One encounter forward in time, step by step of its pattern.

use footwork_motion::ground::Place;
use glam::{Vec2, Vec3};

use super::{Grown, Sampling, Scored};
use crate::acts::{Act, Acts, Nature, Stood, apart};
use crate::patch::{Touch, Turn, tidy};
use crate::pattern::Pattern;

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

/// What came nearest to fulfilling a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Miss {
    pub tried: usize,
    /// How many failed so: the distance between them, the order, an unwanted touch, a wanted one that did not come.
    reasons: [usize; 4],
    /// m, how far the best wanted touch was off.
    nearest: Option<f32>,
}

impl Miss {
    pub fn join(&mut self, other: &Miss) {
        self.tried += other.tried;
        for (own, other) in self.reasons.iter_mut().zip(other.reasons) {
            *own += other;
        }
        self.nearest = match (self.nearest, other.nearest) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }

    pub fn say(&self) -> String {
        let [distance, order, touch, none] = self.reasons;
        let near = self.nearest.map_or(String::new(), |near| {
            format!("; the nearest was {:.0} cm off: allow more with `contact`", near * 100.0)
        });
        format!(
            "of {} tries {distance} stood in each other, {order} came in the wrong order, {touch} touched where they should \
             not, {none} did not reach{near}",
            self.tried
        )
    }

    fn fail(&mut self, reason: usize) {
        self.tried += 1;
        self.reasons[reason] += 1;
    }
}

const DISTANCE: usize = 0;
const ORDER: usize = 1;
const TOUCH: usize = 2;
const NONE: usize = 3;

/// Frames between two looks at whether bodies touch.
const LOOK: u32 = 3;
/// m. Deeper than this trunks are never in each other.
const TRUNKS: f32 = 0.045;
/// m, frames. Deeper than this for longer no limb is in the other's body.
const LIMBS: f32 = 0.06;
const LIMBS_FOR: u32 = 8;
/// Frames. Around a wanted touch bodies touch.
const AROUND: u32 = 12;
/// Frames. A struck body begins to go so long after.
const REACTION: u32 = 2;
/// m/s. A body that is slower pushes nobody over.
const MOMENTUM: f32 = 0.5;
/// m. A seam that costs more is not used.
const SEAM: f32 = 0.2;
/// m. A response may cost more: a blow changes how a body moves.
const RESPONSE_SEAM: f32 = 0.45;
/// Most acts of rest that are tried: they are much alike.
const RESTS: usize = 2;
/// How many of the best responses are tried.
const RESPONSES: usize = 2;
/// Frames that somebody may be kept waiting by going on as he was recorded.
const LONGEST_WAIT: u32 = 60;
/// m. A blow that goes less deep brushes past.
const BRUSH: f32 = 0.05;
/// m. Who comes nearer while the blow is on its way may still be hit by it.
const SPARE: f32 = 0.1;
/// m. How deep into a body a blow is aimed, and by how much it may be led; as in a duel.
const DEEP: f32 = 0.04;

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
        let way = Vec2::new(libm::sinf(bearing), libm::cosf(bearing));
        // Who falls may fall past somebody by half an arm's length.
        let goes = act.goes.normalize_or_zero();
        let (ahead, aside) = (way.dot(goes) * distance, way.perp_dot(goes).abs() * distance);
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
        let way = [libm::sinf(bearings[0]) * distance, libm::cosf(bearings[0]) * distance];
        // The other one sees the first at its own bearing.
        let back = libm::atan2f(-way[0], -way[1]) - bearings[1];
        let (sin, cos) = libm::sincosf(back);
        let there = Place { x: way[0], z: way[1], cos, sin };
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

    /// Whether the other one's blow would have hit somebody who stays, and misses who does what he does.
    fn defends(&self, branch: &Branch, striker: usize, number: usize, grown: &mut Grown) -> bool {
        let Some((at, _)) = self.blow(branch, striker) else { return true };
        let stays = {
            let own = branch.turns[1 - striker][0];
            Stood { take: own.take, frame: own.first, place: own.place }
        };
        let (would, _) = self.blow_depth(branch, striker, at, &stays);
        if would < -self.pattern.contact {
            grown.best[number].fail(NONE);
            let off = -would;
            grown.best[number].nearest = Some(grown.best[number].nearest.map_or(off, |best| best.min(off)));
            return false;
        }
        let turn = branch.turns[striker][0];
        let blow = &self.acts.tables.blows[self.act(turn.act as usize).blow.unwrap_or(0)];
        let blocks = self.act(branch.turns[1 - striker][0].act as usize).is("block");
        for frame in blow.effective[0]..blow.effective[1] {
            let at = turn.begin + frame.saturating_sub(turn.first);
            let (depth, _) = self.blow_depth(branch, striker, at, &self.at(branch, 1 - striker, at));
            // An arm in the way takes some of it.
            if depth > if blocks { 0.05 } else { 0.0 } {
                grown.best[number].fail(TOUCH);
                return false;
            }
        }
        true
    }

    /// When somebody's blow lands.
    fn met(&self, branch: &Branch, striker: usize) -> u32 {
        self.blow(branch, striker).map_or(u32::MAX, |(at, _)| at)
    }

    /// The last blow that somebody strikes: when it lands, and its number.
    fn blow(&self, branch: &Branch, striker: usize) -> Option<(u32, usize)> {
        let turn = branch.turns[striker].last()?;
        let blow = self.act(turn.act as usize).blow?;
        let lands = self.acts.tables.blows[blow].lands;
        (turn.first..turn.end).contains(&lands).then_some((turn.begin + lands - turn.first, blow))
    }

    /// m, how deep a blow's striking point is in head or trunk at a frame of the encounter, and where it is: the point that it would be
    /// led to.
    fn blow_depth(&self, branch: &Branch, striker: usize, at: u32, rival: &Stood) -> (f32, Vec3) {
        let Some((_, number)) = self.blow(branch, striker) else { return (f32::MIN, Vec3::ZERO) };
        let blow = &self.acts.tables.blows[number];
        let Some(turn) = branch.turns[striker].last() else { return (f32::MIN, Vec3::ZERO) };
        let frame =
            (turn.first + at.saturating_sub(turn.begin)).clamp(blow.effective[0], blow.effective[1] - 1);
        let tip = self.acts.tables.tips[(blow.tips + frame - blow.effective[0]) as usize + 1];
        let tip = turn.place.point(tip);
        let parts = self.acts.tables.parts(rival.take, rival.frame);
        let mut best = (f32::MIN, Vec3::ZERO);
        for (number, (_, radius)) in self.acts.tables.kinds.iter().enumerate().take(3) {
            let [a, b] = parts[number].map(|end| rival.place.point(end));
            let far = apart(tip, tip, a, b);
            let depth = radius + blow.radius - far;
            if depth > best.0 {
                let way = b - a;
                let along = ((tip - a).dot(way) / way.length_squared().max(1e-9)).clamp(0.0, 1.0);
                let near = a + way * along;
                let target = near + (tip - near).normalize_or(Vec3::Y) * (radius + blow.radius - DEEP);
                best = (depth, target);
            }
        }
        best
    }

    /// Somebody is struck, and falls or is pushed.
    fn respond(&self, mut branch: Branch, number: usize, grown: &mut Grown) {
        let who = self.pattern.steps[number].who;
        let other = 1 - who;
        let Some((at, direction)) = self.impact(&mut branch, other, number, grown) else { return };
        let begin = at + REACTION;
        if begin <= branch.turns[who].last().map_or(0, |turn| turn.begin) || begin < branch.begun {
            grown.best[number].fail(ORDER);
            return;
        }
        if !self.wait(&mut branch, who, begin) {
            grown.best[number].fail(ORDER);
            return;
        }
        branch.meets = branch.meets.min(at);
        let now = self.at(&branch, who, begin);
        let body = self.acts.ground(&now);
        let push = Place { x: 0.0, z: 0.0, ..body }.inside(direction);
        let push = Vec2::new(push.x, push.z).normalize_or_zero();
        for (act, first, seam) in self.responses(&now, push, number) {
            let mut next = branch.clone();
            let Act { take, end, .. } = *self.act(act);
            let place = tidy(self.acts.placed(take, first, &body));
            if let Some(last) = next.turns[who].last_mut() {
                last.end = last.first + (begin - last.begin);
            }
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
            next.seams += 0.3 * seam;
            next.touches.push([at.saturating_sub(AROUND), at + 2 * AROUND]);
            next.key.push(act as i32);
            self.step(next, number + 1, grown);
        }
    }

    /// When and which way somebody is struck by the other one's last action; leads the blow there.
    fn impact(
        &self,
        branch: &mut Branch,
        striker: usize,
        number: usize,
        grown: &mut Grown,
    ) -> Option<(u32, Vec3)> {
        if let Some((at, blow)) = self.blow(branch, striker) {
            let rival = self.at(branch, 1 - striker, at);
            let (depth, target) = self.blow_depth(branch, striker, at, &rival);
            let blow = &self.acts.tables.blows[blow];
            let turn = branch.turns[striker].last_mut()?;
            let tips = blow.tips as usize + (blow.lands - blow.effective[0]) as usize;
            let [before, tip] = [0, 1].map(|one| turn.place.point(self.acts.tables.tips[tips + one]));
            let off = target.distance(tip);
            let allowed = if blow.length > 0.0 { self.pattern.contact.max(0.03) } else { 0.03 };
            if off > allowed || depth < -allowed {
                let miss = &mut grown.best[number];
                miss.fail(NONE);
                miss.nearest = Some(miss.nearest.map_or(off, |best| best.min(off)));
                return None;
            }
            if blow.length > 0.0 {
                let beyond = tip - turn.place.point(blow.led);
                let point = (target - beyond).to_array();
                turn.touch = Some(Touch { limb: blow.limb, point, at });
            }
            branch.off += off;
            return Some((at, (tip - before).normalize_or_zero()));
        }
        // Bodies: when they first touch, if the one who comes is fast.
        let last = *branch.turns[striker].last()?;
        let mut frame = last.begin + 6;
        while frame < last.over() {
            let [a, b] = [self.at(branch, striker, frame), self.at(branch, 1 - striker, frame)];
            let depth = self.acts.trunk_depth(&a, &b).max(self.acts.limb_depth(&a, &b));
            if depth > 0.0 {
                let before = self.at(branch, striker, frame - 6);
                let middle = |at: &Stood| {
                    let [from, to] = self.acts.tables.parts(at.take, at.frame)[1];
                    at.place.point(0.5 * (from + to))
                };
                let velocity = (middle(&a) - middle(&before)) * (self.acts.tables.rate / 6.0);
                let velocity = velocity.with_y(0.0);
                if velocity.length() < MOMENTUM {
                    break;
                }
                return Some((frame, velocity.normalize_or_zero()));
            }
            frame += if depth < -0.3 { 2 * LOOK } else { LOOK };
        }
        grown.best[number].fail(NONE);
        None
    }

    /// Somebody goes on until a moment: a rest is held, anything else goes on as it was recorded.
    fn wait(&self, branch: &mut Branch, who: usize, until: u32) -> bool {
        let Some(last) = branch.turns[who].last_mut() else { return false };
        let over = last.over();
        if until <= over {
            return true;
        }
        let gap = until - over;
        let act = self.act(last.act as usize);
        if act.nature == Nature::Rest {
            // Whoever rests can be met a little later or sooner; he begins so that he is in time.
            last.begin += gap;
            return true;
        }
        let follows = self.acts.all.get(last.act as usize + 1).filter(|next| next.take == last.take);
        let goes_on = follows.is_some_and(|next| {
            matches!(next.nature, Nature::Rest | Nature::Other) && next.end > last.end + gap
        });
        if !goes_on || gap > LONGEST_WAIT {
            return false;
        }
        last.end += gap;
        branch.waits += gap as f32 / self.acts.tables.rate;
        true
    }

    /// The best responses to a push: number of the act, from which frame, and what the seam costs.
    fn responses(&self, now: &Stood, push: Vec2, number: usize) -> Vec<(usize, u32, f32)> {
        let mut found: Vec<(f32, usize, u32, f32)> = Vec::new();
        for act in &self.meant[number] {
            let own = self.act(*act);
            let goes = own.goes.normalize_or_zero();
            let fits = if own.goes.length() < 0.2 { 0.6 } else { goes.dot(push) };
            if fits < 0.6 {
                continue;
            }
            let last = own.first + ((own.end - own.first) / 3).min(21);
            let best = (own.first..=last)
                .step_by(3)
                .map(|frame| (self.acts.seam((now.take, now.frame), (own.take, frame)), frame))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((seam, frame)) = best.filter(|(seam, _)| *seam < RESPONSE_SEAM) {
                found.push((seam + 0.3 * (1.0 - fits), *act, frame, seam));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // Not the same again and again: which of the good ones is best depends on where they are.
        found.into_iter().take(RESPONSES).map(|(_, act, frame, seam)| (act, frame, seam)).collect()
    }

    /// The pattern is through: nothing may be in anything else.
    fn finish(&self, branch: Branch, number: usize, grown: &mut Grown) {
        let over = branch.turns.iter().flat_map(|turns| turns.last().map(Turn::over)).max().unwrap_or(0);
        let mut limbs = 0;
        let mut frame = 0;
        while frame <= over {
            let [a, b] = [0, 1].map(|who| self.at(&branch, who, frame));
            let trunks = self.acts.trunk_depth(&a, &b);
            if trunks > TRUNKS {
                grown.best[number].fail(if frame < branch.begun { DISTANCE } else { TOUCH });
                return;
            }
            let wanted = branch.touches.iter().any(|[from, to]| (*from..*to).contains(&frame));
            if trunks > -0.6 && !wanted && self.acts.limb_depth(&a, &b) > LIMBS {
                limbs += LOOK;
                if limbs > LIMBS_FOR {
                    grown.best[number].fail(TOUCH);
                    return;
                }
            }
            frame += if trunks < -0.5 { 2 * LOOK } else { LOOK };
        }
        if self.hits_unwanted(&branch) {
            grown.best[number].fail(TOUCH);
            return;
        }
        let score = self.score(&branch, over) - 0.05 * limbs as f32 / LIMBS_FOR as f32;
        let key = branch.key.clone();
        grown.found.push(Scored { branch, score, key });
    }

    /// Whether a blow lands that nobody wanted: one that was not led, in a part of an act that is played.
    fn hits_unwanted(&self, branch: &Branch) -> bool {
        (0..2).any(|who| {
            branch.turns[who].iter().any(|turn| {
                let Some(number) = self.act(turn.act as usize).blow else { return false };
                let blow = &self.acts.tables.blows[number];
                let wanted = turn.touch.is_some()
                    || branch.touches.iter().any(|[from, to]| {
                        (*from..*to).contains(&(turn.begin + blow.lands.saturating_sub(turn.first)))
                    });
                !wanted
                    && (blow.effective[0].max(turn.first)..blow.effective[1].min(turn.end)).any(|frame| {
                        let rival = self.at(branch, 1 - who, turn.begin + frame - turn.first);
                        let tip = self.acts.tables.tips[(blow.tips + frame - blow.effective[0]) as usize + 1];
                        let tip = turn.place.point(tip);
                        let parts = self.acts.tables.parts(rival.take, rival.frame);
                        self.acts.tables.kinds.iter().zip(parts).take(3).any(|((_, radius), ends)| {
                            let [a, b] = ends.map(|end| rival.place.point(end));
                            radius + blow.radius - apart(tip, tip, a, b) > BRUSH
                        })
                    })
            })
        })
    }

    /// Sec. 6.3.3: contact, distance and facing, timing; 1 is perfectly.
    fn score(&self, branch: &Branch, over: u32) -> f32 {
        let contact = (branch.off / self.pattern.contact.max(0.03)).min(2.0);
        let until = branch.touches.first().map_or(over, |[from, _]| from + AROUND);
        let (mut turned, mut looks) = (0.0, 0.0);
        let faces = self.pattern.facing < 3.1;
        for frame in (0..until.max(1)).step_by(12) {
            let [a, b] = [0, 1].map(|who| self.acts.ground(&self.at(branch, who, frame)));
            turned += 0.5 * (a.bearing(&b).abs() + b.bearing(&a).abs());
            looks += 1.0;
        }
        let facing = if faces { (turned / looks - 0.35_f32).max(0.0) } else { 0.0 };
        1.0 - 0.3 * contact - 0.4 * facing - 0.3 * branch.waits - 0.5 * branch.seams
    }
}

fn few(all: &[usize], most: usize) -> Vec<usize> {
    let step = (all.len() / most).max(1);
    all.iter().copied().step_by(step).take(most).collect()
}
