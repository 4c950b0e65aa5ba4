//! Aim: a response is played so that the pushed point goes where the push sends it.
//!
//! Past the paper, whose F (eq. 2) is learnt alone. What a transition does to a point is known: it is where the response begins and not
//! where the body is, and the difference dies away under the stage's spring; three centimetres of it are as fast as a gentle push. Five
//! numbers of a body do not tell such differences, so that F cannot learn them. Here the way of the joint that carries the point is
//! worked out over the first moments: the recording's own, what is left of the difference, and what the deformation adds; beside how it
//! would have gone on without the push. Only what is missing to go within ten degrees of the push is put right: first by playing
//! the response a few centimetres beside where the body stands, which takes all of the body along, and what that cannot do by m, which
//! takes the point alone. Both cost something beside quality, so that a response is chosen that needs little of either. How
//! far the point goes along the push, and ω, stay what was learnt: made to go exactly as far, responses were judged good half as often.

use footwork_motion::ground::yaw;
use footwork_motion::{Pose, Transform, kinematics};
use footwork_stage::offset::Offset;
use footwork_stage::{Rig, Settings, Spring};
use glam::Vec3;

use crate::configuration::{Joints, WHOLE, carrier, place_of, velocity_of};
use crate::deform::answer;
use crate::oracle::Aimed;
use crate::response::{Impulse, Response, Theta};

/// s after the push: by then it is plain to see where a body goes.
pub const LATER: f32 = 0.2;
/// m to the side of a push for each m along it that are left alone: ten degrees, half of what one is to see of it at most.
const ALLOWED: f32 = 0.17;
/// Share of the way that is asked for which the point goes at least: what is against the push is turned round.
const AT_LEAST: f32 = 0.4;
/// m. A response is played no further beside the body: a foot that is held there is within reach.
const MOST_SHIFT: f32 = 0.06;
/// m/s. A point is not deformed by more than was learnt and this.
const MOST: f32 = 1.0;
/// What a metre beside, a m/s more, a m/s that who was recorded went otherwise before his push, and a metre that he got elsewhere within
/// [`GONE`] count for beside quality. Without the third, one who stands is given what a walker did who was stopped, and walks on after a touch;
/// without the last, a gentle push takes a body as far as a hard one, since both are alike in their first tenths of a second.
const COSTS: [f32; 4] = [1.0, 0.25, 0.4, 0.5];
/// s. By then a gentle push is over, and who was pushed hard has stepped: how far a response goes in all is looked at then.
const GONE: f32 = 1.0;
/// 1/s, how often it is known how takes go on.
const RATE: f64 = 30.0;
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
    displacement: Vec3,
}

/// What responses do to the joints that carry points.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    responses: Vec<[Carried; CARRIERS]>,
    /// m, how far the hips of each go in [`GONE`], over the ground in the body's frame at its beginning.
    gone: Vec<Vec3>,
    /// m, for each take, [`RATE`] times a second: the same as it was recorded.
    goes_far: Vec<Vec<Vec3>>,
    /// m that hips go more in [`GONE`] for each m/s that a pushed point is faster, in recordings.
    carries: f32,
    /// m, for each take, [`RATE`] times a second: how far those joints go in [`LATER`] as it was recorded, in the body's frame.
    goes_on: Vec<Vec<[Vec3; CARRIERS]>>,
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
                displacement: into.rotation * (later[at] - now[at]),
            })
        };
        let carried: Vec<[Carried; CARRIERS]> = responses.iter().map(&mut carried).collect();
        let mut far = |take: u32, first: f64| {
            let into = rig.ground(take, first).unwrap_or_default().rotation.conjugate();
            (into * (places(take, first + f64::from(GONE))[0] - places(take, first)[0])).with_y(0.0)
        };
        let gone: Vec<Vec3> = responses.iter().map(|own| far(own.segment.take, own.segment.first)).collect();
        // How the body went before is what it would have gone on with.
        let (mut with, mut all) = (0.0_f32, 1e-6_f32);
        for ((response, carried), gone) in responses.iter().zip(&carried).zip(&gone) {
            let faster = (response.velocity - carried[1].velocity).with_y(0.0);
            with += faster.dot(*gone - GONE * carried[0].velocity.with_y(0.0));
            all += faster.length_squared();
        }
        let carries = (with / all).clamp(0.0, 1.0);
        let mut goes_far = Vec::with_capacity(rig.repertoire().takes.len());
        for (take, known) in rig.repertoire().takes.iter().enumerate() {
            let frames = (known.clip.seconds() * RATE) as usize + 1;
            goes_far.push((0..frames).map(|frame| far(take as u32, frame as f64 / RATE)).collect());
        }
        let mut goes_on = Vec::with_capacity(rig.repertoire().takes.len());
        for (take, known) in rig.repertoire().takes.iter().enumerate() {
            let frames = (known.clip.seconds() * RATE) as usize + 1;
            let ahead = (f64::from(LATER) * RATE) as usize;
            let all: Vec<_> =
                (0..frames + ahead).map(|frame| places(take as u32, frame as f64 / RATE)).collect();
            let displacement = |frame: usize| {
                let into =
                    rig.ground(take as u32, frame as f64 / RATE).unwrap_or_default().rotation.conjugate();
                std::array::from_fn(|at| into * (all[frame + ahead][at] - all[frame][at]))
            };
            goes_on.push((0..frames).map(displacement).collect());
        }
        Aim {
            responses: carried,
            gone,
            goes_far,
            carries,
            goes_on,
            spring: Settings::default().transition,
            answer: LATER * answer(Spring::PAPER, LATER),
        }
    }

    /// m, in the body's frame: how far a joint that carries points goes if nobody pushes, by its place among
    /// [`ROLES`](crate::configuration::ROLES); none where that is not known.
    fn unpushed(&self, take: u32, seconds: f64, joint: usize) -> Option<Vec3> {
        let frames = self.goes_on.get(take as usize)?;
        let frame = ((seconds * RATE).max(0.0) + 0.5) as usize;
        frames.get(frame.min(frames.len().checked_sub(1)?))?.get(joint).copied()
    }

    /// How a response, turned and deformed so, is played so that the point goes where it is asked to go.
    pub fn aimed(
        &self,
        response: usize,
        turn: f32,
        theta: Theta,
        now: (u32, f64),
        whole: &[f32; WHOLE],
        impulse: &Impulse,
    ) -> Aimed {
        let as_it_is = Aimed { theta, shift: Vec3::ZERO, cost: 0.0 };
        let by = carrier(whole, impulse.point);
        let Some(carried) = self.responses.get(response).and_then(|all| all.get(by)) else {
            return as_it_is;
        };
        let (turned, moving) = (yaw(turn), velocity_of(whole, impulse.point));
        let offset = Offset {
            position: place_of(whole, by) - turned * carried.place,
            velocity: moving - turned * carried.velocity,
        };
        let later = self.spring.step(LATER);
        let left = offset.stepped(&later).position - offset.position;
        // Beside where it would be without the push, and where it is asked to be.
        let unpushed = self.unpushed(now.0, now.1, by).unwrap_or(moving * LATER);
        let goes = (turned * carried.displacement + left + theta.push * self.answer - unpushed).with_y(0.0);
        let asked = ((impulse.velocity - moving) * LATER).with_y(0.0);
        let along = asked.normalize_or_zero();
        let ahead = goes.dot(along);
        let beside = goes - along * ahead;
        let allowed = ALLOWED * ahead.max(0.0);
        let too_far = beside * (1.0 - allowed / beside.length().max(1e-6)).max(0.0);
        let short = (AT_LEAST * asked.length() - ahead).max(0.0);
        let missing = along * short - too_far;
        // Beside where it stands all of the body goes, and not the point alone.
        let gone = Offset { position: Vec3::X, velocity: Vec3::ZERO };
        let dies = 1.0 - gone.stepped(&later).position.x;
        let shift = (missing / dies).clamp_length_max(MOST_SHIFT);
        let more = ((missing - shift * dies) / self.answer.max(1e-3)).clamp_length_max(MOST);
        if !(shift.is_finite() && more.is_finite()) {
            return as_it_is;
        }
        let before = offset.velocity.with_y(0.0).length();
        // Where it will have got to, beside where such a push would have taken it from what it does.
        let frames = self.goes_far.get(now.0 as usize).map_or(&[][..], Vec::as_slice);
        let frame = ((now.1 * RATE).max(0.0) + 0.5) as usize;
        let going = frames.get(frame.min(frames.len().saturating_sub(1))).copied().unwrap_or(moving * GONE);
        let wanted = going + (impulse.velocity - moving).with_y(0.0) * self.carries;
        let beyond =
            (turned * self.gone.get(response).copied().unwrap_or_default() - wanted).with_y(0.0).length();
        let cost =
            COSTS[0] * shift.length() + COSTS[1] * more.length() + COSTS[2] * before + COSTS[3] * beyond;
        Aimed { theta: Theta { push: theta.push + more, ..theta }, shift, cost }
    }
}
