//! A score, performed and told the truth about: what the shows that are written move by move share.

use footwork_motion::glam::Vec3;
use footwork_motion::{Pose, Skeleton, Transform, kinematics};

use crate::Take;
use crate::body;
use crate::play::{Life, play};
use crate::posture::Posture;
use crate::score::{Mark, Score};
use crate::signal::{INNER_RATE, Rng};
use crate::solve::solve;
use crate::truth::{Action, Supports, Truth};

/// s. Shorter pauses between actions are not worth a name.
const SHORTEST: f32 = 0.1;

/// Performs what has been written. `rest` is what the pauses between moves are called.
pub(crate) fn recite(score: &Score, life: &Life, rest: &str, seconds: f32, rng: &mut Rng) -> Take {
    let performance = play(score, life, seconds, rng);
    let [left, right] = performance.supports;
    let truth = Truth {
        supports: Supports { left, right },
        actions: actions(&score.marks, rest, seconds),
        ..Truth::default()
    };
    Take { postures: performance.postures, truth }
}

/// The marks as actions, with the rest between them.
fn actions(marks: &[Mark], rest: &str, seconds: f32) -> Vec<Action> {
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
        if mark.from - now > SHORTEST {
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
    if seconds - now > SHORTEST {
        actions.push(pause(now, seconds));
    }
    actions
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
