//! A score, performed and told the truth about: what the shows that are written move by move share.

use footwork_motion::glam::Vec3;
use footwork_motion::{Pose, Skeleton, Transform, kinematics};

use crate::Take;
use crate::body;
use crate::boxing::legs::give_way;
use crate::clamp_joints;
use crate::gait::{Leg, Walk};
use crate::locomotion::{Planned, Way, visible};
use crate::play::{Life, play};
use crate::posture::Posture;
use crate::score::{Mark, Score};
use crate::signal::{INNER_RATE, Rng};
use crate::solve::solve;
use crate::truth::{Action, Supports, Truth};

/// s. Shorter pauses between actions are not worth a name.
const SHORTEST: f32 = 0.1;
/// m. How much lower than where a leg would be straight the pelvis of somebody on guard stays.
const ON_GUARD: f32 = 0.035;

/// Performs what has been written. `rest` is what the pauses between moves are called.
pub(crate) fn recite(score: &Score, life: &Life, rest: &str, seconds: f32, rng: &mut Rng) -> Take {
    let mut performance = play(score, life, seconds, rng);
    clamp_joints::hips(&mut performance.postures);
    give_way(&mut performance.postures, &performance.supports, |_| ON_GUARD);
    clamp_joints::heels(&mut performance.postures);
    let [left, right] = performance.supports;
    let truth = Truth {
        supports: Supports { left, right },
        actions: actions(&score.marks, rest, SHORTEST, seconds),
        ..Truth::default()
    };
    Take { postures: performance.postures, truth }
}

/// The marks as actions, with the rest between them where it lasts longer than `shortest` seconds.
pub(crate) fn actions(marks: &[Mark], rest: &str, shortest: f32, seconds: f32) -> Vec<Action> {
    let pause = |from: f32, to: f32| Action {
        from,
        to,
        classes: vec![rest.to_string()],
        limbs: Vec::new(),
        protects: None,
    };
    let mut actions: Vec<Action> = Vec::new();
    let mut now = 0.0;
    for mark in marks.iter().filter(|mark| mark.from < seconds) {
        if mark.from - now > shortest {
            actions.push(pause(now, mark.from));
        }
        actions.push(Action {
            from: mark.from,
            to: mark.to.min(seconds),
            classes: mark.classes.iter().map(ToString::to_string).collect(),
            limbs: mark.limbs.iter().map(|limb| limb.name().to_string()).collect(),
            protects: mark.protects.map(str::to_string),
        });
        now = mark.to;
    }
    if seconds - now > shortest {
        actions.push(pause(now, seconds));
    }
    actions
}

/// What is done on a course, and when: what was asked for as the body shows it, but for what events take.
pub(crate) fn told(
    legs: &[(Leg, Classes)],
    supports: &Supports,
    events: &[Event],
    postures: &[Posture],
    seconds: f32,
) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    let mut events = events.iter().filter(|event| event.from < seconds).peekable();
    let mut now = 0.0_f32;
    for seen in visible(&planned(legs, 0.0, seconds), supports, postures) {
        let limbs: &[&str] = if seen.classes[0] == "stand" { &[] } else { &FEET };
        while let Some(event) = events.next_if(|event| event.from < seen.to) {
            let from = now.max(seen.from);
            if event.from - from > SHORTEST {
                actions.push(action(from, event.from, seen.classes, limbs));
            }
            let (mut from, to) = (now.max(event.from), event.to.min(seconds));
            // What was asked for because of the event, and is seen before it, belongs to it: one spin is not two.
            if let Some(early) = actions.pop_if(|last| last.to == from && same(seen.classes, event, last)) {
                from = early.from;
            }
            if to > from {
                actions.push(action(from, to, &event.classes, event.limbs));
                now = to;
            }
        }
        let from = now.max(seen.from);
        let late =
            |last: &&mut Action| last.to == from && last.classes.iter().eq(seen.classes.iter().take(2));
        match actions.last_mut().filter(late) {
            Some(last) if seen.classes[0] == "avoid" => {
                (last.to, now) = (last.to.max(seen.to), now.max(seen.to));
            }
            _ if seen.to - from > SHORTEST => {
                actions.push(action(from, seen.to, seen.classes, limbs));
                now = seen.to;
            }
            _ => {}
        }
    }
    actions.iter_mut().filter(|action| action.classes == ["movement", "run"]).for_each(|action| {
        if !flies(supports, action) {
            action.classes[1] = "walk".to_string();
        }
    });
    actions
}

/// The limbs of who goes.
pub(crate) const FEET: [&str; 2] = ["left_foot", "right_foot"];

/// An action of some classes and limbs.
pub(crate) fn action(from: f32, to: f32, classes: &[&str], limbs: &[&str]) -> Action {
    let own = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    Action { from, to, classes: own(classes), limbs: own(limbs), protects: None }
}

/// What a course asks for between two times.
pub(crate) fn planned(legs: &[(Leg, Classes)], from: f32, to: f32) -> Vec<Planned> {
    let mut now = 0.0_f32;
    let mut parts = Vec::new();
    for &(leg, classes) in legs {
        let [begins, ends] = [now.max(from), (now + leg.seconds).min(to)];
        if ends > begins {
            parts.push(Planned { from: begins, to: ends, classes, ways: [Way::asked(&leg); 2] });
        }
        now += leg.seconds;
    }
    parts
}

/// Whether an action is a planned one, of some classes, that goes with an event.
fn same(planned: Classes, event: &Event, action: &Action) -> bool {
    planned.starts_with(&event.classes) && action.classes.iter().eq(planned)
}

/// s. Who is in the air for so long at least between two steps runs.
const FLIGHT: f32 = 0.06;

/// Whether somebody has both feet in the air at some time of an action. Who was to run, but was pushed or has just got hold
/// of somebody, walks until he does.
pub(crate) fn flies(supports: &Supports, action: &Action) -> bool {
    let swings = |spans: &[[f32; 2]]| -> Vec<[f32; 2]> {
        let within = |swing: &[f32; 2]| swing[1] > action.from && swing[0] < action.to;
        spans.windows(2).map(|pair| [pair[0][1], pair[1][0]]).filter(within).collect()
    };
    let (left, right) = (swings(&supports.left), swings(&supports.right));
    left.iter().any(|l| right.iter().any(|r| l[1].min(r[1]) - l[0].max(r[0]) >= FLIGHT))
}

/// Words for an action, the more general first.
pub(crate) type Classes = &'static [&'static str];

/// Something that happens on a course.
pub(crate) struct Event {
    /// s
    pub(crate) from: f32,
    /// s
    pub(crate) to: f32,
    pub(crate) classes: Vec<&'static str>,
    pub(crate) limbs: &'static [&'static str],
}

/// The part of a walk that a take of some seconds has, and when its feet stand.
pub(crate) fn cut(mut walk: Walk, seconds: f32) -> (Vec<Posture>, Supports) {
    let samples = ((seconds * INNER_RATE) as usize + 1).min(walk.postures.len());
    walk.postures.truncate(samples);
    let [left, right] = walk.supports.each_ref().map(|spans| {
        let within = spans.iter().map(|[from, to]| [*from, to.min(seconds)]);
        within.filter(|[from, to]| from < to).collect()
    });
    (walk.postures, Supports { left, right })
}

/// Looks up joints of planned postures.
pub(crate) struct Joints {
    skeleton: Skeleton,
    pose: Pose,
    world: Vec<Transform>,
}

impl Joints {
    pub(crate) fn new() -> Joints {
        let skeleton = body::skeleton();
        let pose = Pose::rest(&skeleton);
        let world = vec![Transform::IDENTITY; skeleton.len()];
        Joints { skeleton, pose, world }
    }

    /// Every joint of the posture at a time.
    pub(crate) fn at(&mut self, postures: &[Posture], seconds: f32) -> &[Transform] {
        let i = ((seconds.max(0.0) * INNER_RATE) as usize).min(postures.len() - 1);
        solve(&self.skeleton, &postures[i], &mut self.pose);
        kinematics::world(&self.skeleton, self.pose.view(), &mut self.world);
        &self.world
    }

    /// m. Where a joint is at a time.
    pub(crate) fn place(&mut self, postures: &[Posture], joint: usize, seconds: f32) -> Vec3 {
        self.at(postures, seconds)[joint].translation
    }
}
