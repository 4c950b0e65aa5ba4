//! What is looked at before anything is tried: moments of takes in which somebody may be pushed, and the responses to pushes that were found.

use std::sync::Arc;

use footwork_annotate::Annotation;
use footwork_motion::{Transform, kinematics};
use footwork_stage::{Rig, Segment};
use glam::Vec3;

use super::{EVERY, LONGEST, LONGEST_FALL, MARGIN, SHORTEST};
use crate::configuration::{Joints, REDUCED, Reduction, WHOLE};
use crate::find;
use crate::judge::{ANGLES, angles};
use crate::response::{Outcome, Response};
use crate::trial::{Moment, Shown, Trial, show};

/// A body at a moment of a take.
pub(super) struct TakeMoment {
    pub moment: Moment,
    pub whole: [f32; WHOLE],
    pub angles: [f32; ANGLES],
    /// It stands, walks or runs, and goes on doing so.
    pub upright: bool,
}

/// Classes of actions in which nobody is pushed for trial.
const NOT_UPRIGHT: [&str; 5] = ["fall", "lying", "rise", "pushed_over", "jump"];

pub(super) fn look(rig: &Rig, joints: &Joints) -> Vec<TakeMoment> {
    let mut looks = Vec::new();
    let mut worlds = [(); 2].map(|()| vec![Transform::IDENTITY; rig.skeleton().len()]);
    for (take, known) in rig.repertoire().takes.iter().enumerate() {
        let (clip, step) = (&known.clip, (EVERY * f64::from(known.clip.rate())).max(1.0) as usize);
        for frame in (1..clip.frames()).step_by(step) {
            let time = frame as f64 / f64::from(clip.rate());
            for (world, at) in worlds.iter_mut().zip([frame, frame - 1]) {
                kinematics::world(rig.skeleton(), clip.frame(at), world);
            }
            let stands = rig.ground(take as u32, time).unwrap_or_default();
            let whole = joints.configuration(stands, &worlds[0], &worlds[1], 1.0 / clip.rate());
            let within = time > MARGIN && time < clip.seconds() - MARGIN;
            looks.push(TakeMoment {
                moment: Moment { take: take as u32, time },
                whole,
                angles: angles(&shot(joints, &worlds[0])),
                upright: within && upright(&known.annotation, frame as u32),
            });
        }
    }
    looks
}

pub(crate) fn upright(annotation: &Annotation, frame: u32) -> bool {
    let action = annotation.actions.iter().find(|action| action.span.contains(frame));
    action.is_none_or(|action| !NOT_UPRIGHT.iter().any(|class| action.is(class)))
}

fn shot(joints: &Joints, world: &[Transform]) -> crate::trial::Shot {
    let places = joints.places(world);
    let nowhere = Vec3::ZERO;
    crate::trial::Shot { places, balls: [nowhere; 2], centre: nowhere, point: nowhere, planted: [false; 2] }
}

/// Degrees, the least and the most of each angle but for a few freak frames; of bodies that do not lie.
pub(super) fn ranges(looks: &[TakeMoment]) -> Vec<[f32; 2]> {
    (0..ANGLES)
        .map(|at| {
            let values: Vec<f32> =
                looks.iter().filter(|look| look.upright).map(|look| look.angles[at]).collect();
            if values.is_empty() {
                return [0.0, 180.0];
            }
            [0.001, 0.999].map(|share| footwork_motion::quality::percentile(values.clone(), share))
        })
        .collect()
}

/// Makes a response of a push that was found, as a stage shows it.
pub(super) fn response(
    rig: &Arc<Rig>,
    joints: &Joints,
    reduction: &Reduction,
    take: u32,
    push: &find::Push,
) -> Option<(Response, Shown)> {
    let clip = &rig.take(take)?.clip;
    let first = f64::from(push.time);
    let longest = if push.fell { LONGEST_FALL } else { LONGEST };
    let end = f64::from(push.until).clamp(first + SHORTEST, first + longest).min(clip.seconds());
    if end - first < SHORTEST {
        return None;
    }
    let stands = rig.ground(take, first)?;
    let mut worlds = [(); 2].map(|()| vec![Transform::IDENTITY; rig.skeleton().len()]);
    let frame = ((first * f64::from(clip.rate())) as usize).clamp(1, clip.frames() - 1);
    for (world, at) in worlds.iter_mut().zip([frame, frame - 1]) {
        kinematics::world(rig.skeleton(), clip.frame(at), world);
    }
    let whole = joints.configuration(stands, &worlds[0], &worlds[1], 1.0 / clip.rate());
    let mut response = Response {
        segment: Segment { take, first, end },
        point: stands.inverse().point(push.point),
        velocity: Vec3::ZERO,
        gain: Vec3::ZERO,
        start: reduction.reduce(&whole),
        outcome: if push.fell { Outcome::Fell } else { Outcome::Kept },
    };
    debug_assert_eq!(response.start.len(), REDUCED);
    let shown = show(rig, &Trial::recorded(&response))?;
    (response.velocity, response.gain) = (shown.impulse().velocity, shown.gain());
    let finite = response.velocity.is_finite() && response.gain.is_finite();
    (finite && response.velocity.length() < 20.0).then_some((response, shown))
}
