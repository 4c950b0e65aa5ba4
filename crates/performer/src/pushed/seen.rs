//! What is seen of pushes, and of what goes on between them.

use footwork_motion::glam::Vec3;

use crate::gait::Leg;
use crate::locomotion::{Planned, rests, swings, visible};
use crate::posture::Posture;
use crate::recite::{Classes, Event, FEET, action, flies, planned};
use crate::signal::INNER_RATE;
use crate::stagger::Staggered;
use crate::truth::{Action, Push, Supports};

/// m/s. A push that gave less is not seen: a body on its way, or at ease, wavers by as much.
const LEAST: f32 = 0.2;
/// s. So long trunk, head and arms swing after a push, whether or not it takes a step.
const SWINGS: f32 = 0.5;
/// s. Feet that rest for so long stand. After pushes they seldom rest for 0.28 to 0.33 s: stepping on, for less.
const RESTS: f32 = 0.3;
/// s for two steps, in which nobody walks: who steps so quickly catches himself, unless he runs. Of two steps after pushes,
/// few are of 0.58 to 0.66 s: catching steps are quicker, walks and runs slower.
const QUICK: f32 = 0.63;
/// m/s. Nobody who catches himself is so fast for two steps.
const RUNS: f32 = 2.3;
/// m/s. Who goes on is thrown about no longer where a step differs by less from the two after it.
const ALIKE: f32 = 0.6;
/// s. Less than this of the steps to come says nothing about them.
const TELLS: f32 = 0.2;
/// s. Nobody is thrown about for longer.
const LONGEST: f32 = 4.5;
/// s. Shorter pauses between actions are not worth a name.
const SHORTEST: f32 = 0.1;

/// The pushes that are seen: from when a shove begins until trunk and arms have swung out; for who stood, until his feet
/// rest; for who goes on, until the first footfall from which on he goes as he goes on. One that comes while the last is
/// still felt ends it, unless it is too gentle to be seen. `sides` are where they come from.
pub(super) fn pushes(
    pushes: &[Push],
    sides: &[&'static str],
    course: &Staggered,
    supports: &Supports,
    seconds: f32,
) -> Vec<Event> {
    let mut landings: Vec<f32> = supports.left.iter().chain(&supports.right).map(|span| span[0]).collect();
    landings.sort_by(f32::total_cmp);
    let stands = stands(supports);
    let felt = |push: &Push| libm::hypotf(push.velocity[0], push.velocity[2]) >= LEAST;
    let felt: Vec<(&Push, &'static str)> =
        pushes.iter().zip(sides.iter().copied()).filter(|(push, _)| felt(push)).collect();
    let next = felt.iter().skip(1).map(|(push, _)| push.time).chain([seconds]);
    let one = |((push, side), next): (&(&Push, &'static str), f32)| {
        let stood = push.doing == "stand";
        let calm = push.time + SWINGS;
        let until = next.min(push.time + LONGEST);
        let to = if stood {
            let stands = stands.iter().find(|rest| rest[1] > calm);
            stands.map_or(until, |rest| rest[0].max(calm)).min(until)
        } else {
            course.goes_on(calm, until, &landings)
        };
        let steps = landings.iter().filter(|t| push.time + 0.05 < **t && **t <= to + 1e-3).count();
        let classes = vec!["pushed", *side, answer(stood, steps)];
        Event { from: push.time, to, classes, limbs: &FEET }
    };
    felt.iter().zip(next).map(one).collect()
}

/// s. From when to when feet rest for long enough to stand.
fn stands(supports: &Supports) -> Vec<[f32; 2]> {
    let mut rests = rests(&swings(supports));
    rests.retain(|rest| rest[1] - rest[0] >= RESTS);
    rests
}

/// What the body did about a push.
fn answer(stood: bool, steps: usize) -> &'static str {
    match (stood, steps) {
        (_, 0) => "sway",
        (true, 1) => "one_step",
        (true, 4..) => "stumble",
        _ => "steps",
    }
}

/// Pushes, and between them what was asked for, as the body shows it. Who was to stand stands from where his feet first rest,
/// though he may put them right; and who was to go, but was stopped, until a foot leaves.
pub(super) fn told(
    legs: &[(Leg, Classes)],
    supports: &Supports,
    events: &[Event],
    postures: &[Posture],
    seconds: f32,
) -> Vec<Action> {
    let stands = stands(supports);
    let mut actions: Vec<Action> = Vec::new();
    let mut now = 0.0_f32;
    let ends = events.iter().map(|event| (event.from, Some(event))).chain([(seconds, None)]);
    for (until, event) in ends {
        if until - now > SHORTEST {
            let asked = planned(legs, now, until);
            let mut between = visible(&asked, supports, postures);
            if let Some(first) = between.first_mut() {
                first.from = now;
            }
            if let Some(last) = between.last_mut() {
                last.to = until;
            }
            if now > 0.0 {
                stopped(&mut between, &stands);
            }
            comes_to_stand(&mut between, &asked, &stands);
            for seen in between {
                let limbs: &[&str] = if seen.classes == ["stand"] { &[] } else { &FEET };
                let mut told = action(seen.from, seen.to, seen.classes, limbs);
                if told.classes == ["movement", "run"] && !flies(supports, &told) {
                    told.classes[1] = "walk".to_string();
                }
                actions.push(told);
            }
        }
        if let Some(event) = event {
            actions.push(action(event.from, event.to.min(seconds), &event.classes, event.limbs));
            now = event.to.min(seconds);
        }
    }
    actions
}

const STAND: [&str; 1] = ["stand"];

/// Who was to go on, but whose feet rest, stands until one of them leaves.
fn stopped(seen: &mut Vec<Planned>, stands: &[[f32; 2]]) {
    let Some(first) = seen.first_mut().filter(|first| first.classes != STAND) else { return };
    let rests = |rest: &&[f32; 2]| rest[0] <= first.from + 1e-3 && rest[1] >= first.from + RESTS;
    let Some(rest) = stands.iter().find(rests) else { return };
    let stands = Planned { to: rest[1].min(first.to), classes: &STAND, ..*first };
    first.from = stands.to;
    if first.to - first.from < SHORTEST {
        seen.remove(0);
    }
    seen.insert(0, stands);
}

/// Who was to stand does so from where his feet first rest.
fn comes_to_stand(seen: &mut [Planned], asked: &[Planned], stands: &[[f32; 2]]) {
    for n in 1..seen.len() {
        if seen[n].classes != STAND || seen[n - 1].classes == STAND {
            continue;
        }
        let (least, most) = (seen[n - 1].from, seen[n].from);
        // Since when he was to stand.
        let by_then = asked.iter().rev().skip_while(|asked| asked.from >= seen[n].to);
        let to_stand = by_then.take_while(|asked| asked.classes == STAND);
        let Some(from) = to_stand.last().map(|asked| asked.from) else { continue };
        let first = |rest: &&[f32; 2]| rest[1] > from.max(least + RESTS);
        let Some(rest) = stands.iter().find(first).filter(|rest| rest[0] < most) else { continue };
        let at = rest[0].max(least + SHORTEST).min(most);
        (seen[n - 1].to, seen[n].from) = (at, at);
    }
}

impl Staggered {
    /// s. From when on who was pushed goes as he goes on, which is seen from a time on: the first footfall whose step is
    /// neither quick nor unlike those that follow; until the next push at the latest.
    fn goes_on(&self, calm: f32, next: f32, landings: &[f32]) -> f32 {
        let under_way = landings.partition_point(|landing| *landing <= calm).saturating_sub(1);
        let steps = landings[under_way.min(landings.len())..].windows(3);
        let mut steps = steps.take_while(|step| step[0] < next);
        let regular = steps.find(|step| {
            let two = self.velocity(step[0], step[2].min(next)).length();
            let quick = step[2] - step[0] < QUICK && two < RUNS;
            let one = self.velocity(step[0], step[1].min(next));
            let after = landings.iter().filter(|landing| **landing > step[1]).nth(1);
            let until = after.map_or(next, |after| after.min(next));
            !quick && (until - step[1] < TELLS || unlike(one, self.velocity(step[1], until)) < ALIKE)
        });
        // Who steps no more stands from his last footfall.
        let stands = landings.last().filter(|last| **last < next);
        let end = regular.map(|step| step[0]).or(stands.copied());
        end.map_or(next, |end| end.max(calm)).min(next)
    }

    /// m/s. How fast the centre of mass goes over the ground between two times.
    fn velocity(&self, from: f32, to: f32) -> Vec3 {
        let at = |seconds: f32| {
            let at = (seconds * INNER_RATE).clamp(0.0, (self.centre.len() - 1) as f32);
            let i = at as usize;
            self.centre[i].lerp(self.centre[(i + 1).min(self.centre.len() - 1)], at - i as f32)
        };
        (at(to) - at(from)) / (to - from).max(1.0 / INNER_RATE)
    }
}

/// m/s. By how much a velocity differs from a later one, but for being slower the same way: who starts again is slow.
fn unlike(velocity: Vec3, later: Vec3) -> f32 {
    let ahead = later.normalize_or_zero();
    let slow = (velocity - later).dot(ahead).min(0.0) - velocity.dot(ahead).min(0.0);
    (velocity - later - slow * ahead).length()
}
