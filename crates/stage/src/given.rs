//! Where a body's pose comes from: a take that it plays, or a pose that it is given, by a game's own ragdoll or by a
//! physical body of the stage.
//!
//! Going from one to the other, in either direction, is carried by the offset of transitions (see [`offset`](crate::offset)):
//! how the shown pose differs from the new source, in place and in speed, dies away like a damped spring. So neither
//! jumps. A body that is given its pose goes on playing its segment unseen: what a physical body tries to follow.

use footwork_motion::{PoseView, Transform, kinematics};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Body, Ctx, Joints, blend};
use crate::legs::LegState;
use crate::limbs::Away;
use crate::observe::{self, Outcome};
use crate::offset::{Offset, turn_beside, turn_of};
use crate::play::Segment;
use crate::rig::Rig;
use crate::separation::Separation;
use crate::state::State;
use crate::touches::{PARTS, Touch};
use crate::transition::Gait;

/// Where a body's pose comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PoseSource {
    /// The take that it plays.
    #[default]
    Take,
    /// It is given to it.
    Given,
}

/// The poses that bodies are given for the next step. Empty until the first one is given; from then on as long as the
/// state's other lists.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct GivenPoses {
    pub rotations: Vec<Quat>,
    pub translations: Vec<Vec3>,
}

impl GivenPoses {
    pub fn copy_from(&mut self, other: &GivenPoses) {
        self.rotations.clone_from(&other.rotations);
        self.translations.clone_from(&other.translations);
    }

    /// As long as the state's lists, if there are any.
    pub fn fill(&mut self, joints: usize, translated_joints: usize) {
        if !self.rotations.is_empty() {
            self.rotations.resize(joints, Quat::IDENTITY);
            self.translations.resize(translated_joints, Vec3::ZERO);
        }
    }
}

/// Whether a pose is one of a body and all its numbers are numbers.
pub(crate) fn is_sound(pose: PoseView<'_>, rig: &Rig) -> bool {
    pose.rotations.len() == rig.skeleton().len()
        && pose.translations.len() == rig.skeleton().translated_joints().len()
        && pose.translations.iter().all(|translation| translation.is_finite())
        && pose.rotations.iter().all(|rotation| rotation.is_normalized())
}

/// Gives a body its pose for the next step. `before` is the same one step earlier; without it, a body that played a take is
/// taken to go on as fast as it is shown.
pub(crate) fn give(
    state: &mut State,
    index: usize,
    rig: &Rig,
    pose: PoseView<'_>,
    before: Option<PoseView<'_>>,
    step: f32,
) {
    state.given.rotations.resize(state.rotations.len(), Quat::IDENTITY);
    state.given.fill(state.rotations.len(), state.translations.len());
    let body = &mut state.bodies[index];
    let (joints, translated_joints) = (body.joints(rig), body.translated_joints(rig));
    let given = &mut state.given;
    given.rotations[joints.clone()].copy_from_slice(pose.rotations);
    given.translations[translated_joints.clone()].copy_from_slice(pose.translations);
    if body.source == PoseSource::Given {
        return;
    }
    body.source = PoseSource::Given;
    // All of what is shown becomes offset, also what hands, feet and head did.
    body.sink = Offset::NONE;
    body.arms = [Away::NOT; 2];
    body.touches = [Touch::NOT; PARTS];
    body.legs = [LegState::FREE; 2];
    body.apart = Separation::NOT;
    body.look = crate::gaze::HeadTurn::NONE;
    if body.fresh {
        state.turns[joints].fill(Offset::NONE);
        state.slides[translated_joints].fill(Offset::NONE);
        return;
    }
    body.offset = true;
    let shown = Shown::new(rig, &state.world[joints.clone()], &state.world_before[joints.clone()]);
    for (joint, turn) in state.turns[joints].iter_mut().enumerate() {
        let (now, then) = shown.rotation(joint);
        *turn = match before {
            Some(before) => difference([then, now], before.rotations[joint], pose.rotations[joint], step),
            None => {
                // Where it would be in the next step, if it went on so.
                let next = now * then.conjugate() * now;
                Offset { position: turn_of(next * pose.rotations[joint].conjugate()), velocity: Vec3::ZERO }
            }
        };
    }
    let translated: &mut [Offset] = &mut state.slides[translated_joints];
    for (at, (slide, joint)) in translated.iter_mut().zip(rig.skeleton().translated_joints()).enumerate() {
        let (now, then) = shown.translation(joint);
        *slide = match before {
            Some(before) => {
                let given = [before.translations[at], pose.translations[at]];
                Offset { position: now - given[0], velocity: ((now - then) - (given[1] - given[0])) / step }
            }
            None => Offset { position: now + (now - then) - pose.translations[at], velocity: Vec3::ZERO },
        };
    }
}

/// Takes a body as it is shown for the pose that it is given. Nothing of it jumps, so that there is no offset.
pub(crate) fn let_go(state: &mut State, index: usize, rig: &Rig) {
    state.given.rotations.resize(state.rotations.len(), Quat::IDENTITY);
    state.given.fill(state.rotations.len(), state.translations.len());
    let body = &mut state.bodies[index];
    let (joints, translated_joints) = (body.joints(rig), body.translated_joints(rig));
    let given = &mut state.given;
    given.rotations[joints.clone()].copy_from_slice(&state.rotations[joints.clone()]);
    given.translations[translated_joints.clone()]
        .copy_from_slice(&state.translations[translated_joints.clone()]);
    body.source = PoseSource::Given;
    body.sink = Offset::NONE;
    body.arms = [Away::NOT; 2];
    body.touches = [Touch::NOT; PARTS];
    body.legs = [LegState::FREE; 2];
    body.apart = Separation::NOT;
    body.look = crate::gaze::HeadTurn::NONE;
    body.offset = false;
    state.turns[joints].fill(Offset::NONE);
    state.slides[translated_joints].fill(Offset::NONE);
}

/// How a shown rotation differs from a given one, that is at `given` now and at `next` one step later.
fn difference([then, now]: [Quat; 2], given: Quat, next: Quat, step: f32) -> Offset {
    // Both are seen over one step; the given one over that which comes.
    let given_then = given * next.conjugate() * given;
    let (off, off_then) = (now * given.conjugate(), then * given_then.conjugate());
    Offset::moving(turn_beside(off_then, off), turn_of(off), step)
}

/// Has a body play its takes again, from where it is shown. Its driver is asked at once.
pub(crate) fn take_back(state: &mut State, index: usize, rig: &Rig, ctx: &Ctx<'_>) {
    let body = &mut state.bodies[index];
    if body.source == PoseSource::Take {
        return;
    }
    body.segment.end = body.segment.end.min(body.time);
    let from = rig.ground(body.segment.take, body.time).unwrap_or_default();
    body.placed = body.frame * from.inverse();
    resume(state, index, rig, ctx);
}

/// Has a body that is given its pose play a segment, from where it is shown.
pub(crate) fn play(
    state: &mut State,
    index: usize,
    rig: &Rig,
    segment: Segment,
    placed: Transform,
    ctx: &Ctx<'_>,
) {
    let body = &mut state.bodies[index];
    (body.segment, body.time, body.placed) = (segment, segment.first, placed);
    (body.rate, body.elapsed, body.landed, body.fallen_back) = (1.0, 0.0, 0, false);
    body.reaches = [None; crate::Move::REACHES];
    body.gaze = None;
    resume(state, index, rig, ctx);
}

/// Has a body play what it plays unseen; how it is shown differently becomes offset.
fn resume(state: &mut State, index: usize, rig: &Rig, ctx: &Ctx<'_>) {
    let body = &mut state.bodies[index];
    body.source = PoseSource::Take;
    let (joints, translated_joints) = (body.joints(rig), body.translated_joints(rig));
    let (world, world_before) = (&state.world[joints.clone()], &state.world_before[joints.clone()]);
    body.legs = std::array::from_fn(|side| match &rig.legs[side] {
        Some(leg) => {
            let (shown, shown_before) = (world[leg.joints[2]], world_before[leg.joints[2]]);
            LegState { shown, shown_before, ..LegState::FREE }
        }
        None => LegState::FREE,
    });
    body.lead = None;
    if body.fresh {
        return;
    }
    body.offset = true;
    let played = Gait::new(rig, body.segment.take, body.time, body.rate, ctx.step, body.placed, None);
    let shown = Shown::new(rig, world, world_before);
    for (joint, turn) in state.turns[joints.clone()].iter_mut().enumerate() {
        let ((now, then), (played, played_then)) = (shown.rotation(joint), played.rotation(joint));
        let (off, off_then) = (now * played.conjugate(), then * played_then.conjugate());
        *turn = Offset::moving(turn_beside(off_then, off), turn_of(off), ctx.step);
    }
    let slides = state.slides[translated_joints].iter_mut();
    for (at, (slide, joint)) in slides.zip(rig.skeleton().translated_joints()).enumerate() {
        let ((now, then), (played, played_then)) = (shown.translation(joint), played.translation(at));
        *slide = Offset::moving(then - played_then, now - played, ctx.step);
    }
}

/// Shows the pose that a body is given, with what is left of its offset.
pub(crate) fn show(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    given: PoseView<'_>,
    ctx: &Ctx<'_>,
) -> Outcome {
    joints.rotations.copy_from_slice(given.rotations);
    joints.translations.copy_from_slice(given.translations);
    if body.offset {
        blend(body, joints, ctx);
    }
    let pose = PoseView { translations: joints.translations, rotations: joints.rotations };
    kinematics::world(rig.skeleton(), pose, joints.world);
    observe::stands(body, joints, rig, [None; 2], ctx)
}

/// The pose that is shown, now and one step ago, joint by joint, out of where the joints are.
struct Shown<'a> {
    rig: &'a Rig,
    world: [&'a [Transform]; 2],
}

impl<'a> Shown<'a> {
    fn new(rig: &'a Rig, now: &'a [Transform], then: &'a [Transform]) -> Shown<'a> {
        Shown { rig, world: [now, then] }
    }

    fn local(&self, joint: usize) -> [Transform; 2] {
        let parent = self.rig.skeleton().parent(joint);
        self.world.map(|world| parent.map_or(world[joint], |parent| world[parent].inverse() * world[joint]))
    }

    fn rotation(&self, joint: usize) -> (Quat, Quat) {
        let [now, then] = self.local(joint);
        (now.rotation, then.rotation)
    }

    fn translation(&self, joint: usize) -> (Vec3, Vec3) {
        let [now, then] = self.local(joint);
        (now.translation, then.translation)
    }
}
