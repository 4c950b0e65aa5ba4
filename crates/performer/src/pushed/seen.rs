//! What is seen of pushes, and of what goes on between them.

use crate::gait::Leg;
use crate::locomotion::visible;
use crate::posture::Posture;
use crate::recite::{Classes, Event, FEET, action, flies, planned};
use crate::signal::INNER_RATE;
use crate::stagger::Staggered;
use crate::truth::{Action, Push, Supports};

/// m/s. A push that gave less is not seen: a body on its way, or at ease, wavers by as much.
const LEAST: f32 = 0.2;
/// s. So long trunk, head and arms swing after a push, whether or not it takes a step.
const SWINGS: f32 = 0.5;
/// s. By then the body has answered with a step, if it does; and steps that follow each other no later belong together.
const ANSWERS: f32 = 0.7;
const FOLLOWS: f32 = 0.25;
/// m/s, and for each m/s that is asked for. Who goes on is on course while he is thrown about by less.
const ON_COURSE: [f32; 2] = [0.4, 0.15];
/// s. Shorter pauses between actions are not worth a name.
const SHORTEST: f32 = 0.1;

/// The pushes that are seen: from when a shove begins until trunk and arms have swung out; where steps catch the body, until
/// the last of them stands; and who goes on but is thrown off course, until the first footfall at which he is back. One that
/// comes while the last is still felt ends it, unless it is too gentle to be seen. `sides` are where they come from.
pub(super) fn pushes(
    pushes: &[Push],
    sides: &[&'static str],
    course: &Staggered,
    supports: &Supports,
    seconds: f32,
) -> Vec<Event> {
    let mut landings: Vec<f32> = supports.left.iter().chain(&supports.right).map(|span| span[0]).collect();
    landings.sort_by(f32::total_cmp);
    let felt = |push: &Push| libm::hypotf(push.velocity[0], push.velocity[2]) >= LEAST;
    let felt: Vec<(&Push, &'static str)> =
        pushes.iter().zip(sides.iter().copied()).filter(|(push, _)| felt(push)).collect();
    let next = felt.iter().skip(1).map(|(push, _)| push.time).chain([seconds]);
    let one = |((push, side), next): (&(&Push, &'static str), f32)| {
        let stood = push.doing == "stand";
        let caught = course.caught(push.time);
        let stands = caught.and_then(|end| landings.iter().rfind(|landing| **landing <= end).copied());
        let calm = stands.unwrap_or(0.0).max(push.time + SWINGS);
        let on_course = |landing: &&f32| **landing >= calm && course.on_course(**landing);
        let astray = !stood && !course.on_course(calm);
        let goes_on = landings.iter().find(on_course).copied().filter(|_| astray);
        let to = goes_on.unwrap_or(calm).min(next);
        let steps = landings.iter().filter(|t| push.time + 0.05 < **t && **t <= to + 1e-3).count();
        // A foot that is put right just then catches nothing.
        let steps = if stood && caught.is_none() { 0 } else { steps };
        let classes = vec!["pushed", *side, answer(stood, steps)];
        Event { from: push.time, to, classes, limbs: &FEET }
    };
    felt.iter().zip(next).map(one).collect()
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

/// Pushes, and between them what was asked for, as the body shows it. Who was to stand stands, though he may put his feet
/// right.
pub(super) fn told(
    legs: &[(Leg, Classes)],
    supports: &Supports,
    events: &[Event],
    postures: &[Posture],
    seconds: f32,
) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    let mut now = 0.0_f32;
    let ends = events.iter().map(|event| (event.from, Some(event))).chain([(seconds, None)]);
    for (until, event) in ends {
        if until - now > SHORTEST {
            let mut between = visible(&planned(legs, now, until), supports, postures);
            if let Some(first) = between.first_mut() {
                first.from = now;
            }
            if let Some(last) = between.last_mut() {
                last.to = until;
            }
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

impl Staggered {
    /// s. When the body has caught itself after a time by steps that nobody asked for, if it had to.
    fn caught(&self, after: f32) -> Option<f32> {
        let index = |t: f32| ((t * INNER_RATE) as usize).min(self.catching.len());
        let (from, wait) = (index(after), (FOLLOWS * INNER_RATE) as usize);
        let mut last = (from..index(after + ANSWERS)).find(|&i| self.catching[i])?;
        let follows = |last: usize| {
            let until = (last + 1 + wait).min(self.catching.len());
            (last + 1..until).find(|&i| self.catching[i])
        };
        while let Some(next) = follows(last) {
            last = next;
        }
        Some((last + 1) as f32 / INNER_RATE)
    }

    /// Whether the body goes as was asked for, or slower: who starts again is slow.
    fn on_course(&self, seconds: f32) -> bool {
        let i = self.path.index(seconds);
        let (velocity, wish) = (self.path.velocity[i], self.wished[i.min(self.wished.len() - 1)]);
        let ahead = wish.normalize_or_zero();
        let slow = (velocity - wish).dot(ahead).min(0.0) - velocity.dot(ahead).min(0.0);
        (velocity - wish - slow * ahead).length() < ON_COURSE[0] + ON_COURSE[1] * wish.length()
    }
}
