//! Aim: a deformation that takes the pushed point where the push sends it.
//!
//! Past the paper, whose F (eq. 2) is learnt alone. What a transition does to a point is known: it is where the response begins and not
//! where the body is, and the difference dies away under the stage's spring; three centimetres of it are as fast as a gentle push. Five
//! numbers of a body do not tell such differences, so that F cannot learn them. Here the way of the joint that carries the point is
//! worked out over the first moments: the recording's own, and what is left of the difference; and m gets what is missing of the way
//! that was asked for, to the side of the push alone and within bounds. How far it goes along the push, and ω, stay what was learnt:
//! made to go exactly as far, too, responses were judged good half as often.

use footwork_motion::ground::yaw;
use footwork_motion::{Pose, Transform, kinematics};
use footwork_stage::offset::Offset;
use footwork_stage::{Rig, Settings, Spring};
use glam::Vec3;

use crate::configuration::{Joints, WHOLE, carrier, place_of, velocity_of};
use crate::deform::answer;
use crate::oracle::Choice;
use crate::response::{Impulse, Response, Theta};

/// s after the push: by then it is plain to see where a body goes.
pub const LATER: f32 = 0.2;
/// m/s. A point is not deformed by more to the side of its push than was learnt.
const MOST: f32 = 1.0;
/// Joints that carry points: the first of those that count.
const CARRIERS: usize = 5;

/// A joint of a response, in the body's frame at its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Carried {
    /// m
    place: Vec3,
    /// m/s
    velocity: Vec3,
    /// m, how far it goes.
    way: Vec3,
}

/// What responses do to the joints that carry points.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    responses: Vec<[Carried; CARRIERS]>,
    spring: Spring,
    /// m that the point goes for each m/s of a deformation.
    answer: f32,
}

impl Aim {
    /// Looks at responses as they were recorded.
    pub fn new(rig: &Rig, responses: &[Response]) -> Aim {
        let joints = Joints::of(rig.skeleton());
        let mut pose = Pose::rest(rig.skeleton());
        let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
        let mut places = |take: u32, seconds: f64| {
            if let Some(take) = rig.take(take) {
                take.clip.sample(seconds, &mut pose);
            }
            kinematics::world(rig.skeleton(), pose.view(), &mut world);
            joints.places(&world)
        };
        let mut carried = |response: &Response| {
            const STEP: f64 = 1.0 / 60.0;
            let (take, first) = (response.segment.take, response.segment.first);
            let into = rig.ground(take, first).unwrap_or_default().inverse();
            let [now, soon, later] =
                [first, first + STEP, first + f64::from(LATER)].map(|time| places(take, time));
            std::array::from_fn(|at| Carried {
                place: into.point(now[at]),
                velocity: into.rotation * (soon[at] - now[at]) / STEP as f32,
                way: into.rotation * (later[at] - now[at]),
            })
        };
        Aim {
            responses: responses.iter().map(&mut carried).collect(),
            spring: Settings::default().transition,
            answer: LATER * answer(Spring::PAPER, LATER),
        }
    }

    /// A choice whose deformation takes the point where it is asked to go. What the oracle thinks of it stays as it is: it was taught
    /// by deformations of its own.
    pub fn aimed(&self, choice: Choice, whole: &[f32; WHOLE], impulse: &Impulse) -> Choice {
        let by = carrier(whole, impulse.point);
        let Some(carried) = self.responses.get(choice.response).and_then(|all| all.get(by)) else {
            return choice;
        };
        let turned = yaw(choice.turn);
        let offset = Offset {
            position: place_of(whole, by) - turned * carried.place,
            velocity: velocity_of(whole, impulse.point) - turned * carried.velocity,
        };
        let left = offset.stepped(&self.spring.step(LATER)).position - offset.position;
        let missing = impulse.velocity * LATER - turned * carried.way - left;
        let wanted = missing.with_y(0.0) / self.answer.max(1e-3);
        let along = (impulse.velocity - velocity_of(whole, impulse.point)).with_y(0.0).normalize_or_zero();
        let more = wanted - choice.theta.push;
        let aside = (more - along * more.dot(along)).with_y(0.0).clamp_length_max(MOST);
        if !aside.is_finite() {
            return choice;
        }
        Choice { theta: Theta { push: choice.theta.push + aside, ..choice.theta }, ..choice }
    }
}
