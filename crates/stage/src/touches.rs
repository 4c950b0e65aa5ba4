//! Hands and knees on the floor: what carries somebody who falls, kneels or gets up stays where it was put down, as feet do
//! ([`legs`](crate::legs)).
//!
//! When a part comes down, its straightened track ([`tracks`](crate::tracks)) is laid through where it is shown, once; from then on
//! it follows the track there over the ground, at the height at which it is played. An arm follows by inverse kinematics. A
//! knee has only one bone above it: the thigh points at where the knee is held and the shin keeps its direction; if the foot
//! is held too, the leg turns about the line from hip to foot. What a part differs by when it is let go dies away.

use footwork_motion::Transform;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Body, Joints};
use crate::floor::arc;
use crate::limb_ik::turn_bones;
use crate::limbs::{GONE, LimbStep, free};
use crate::offset::Offset;
use crate::rig::{Chain, Rig};

/// Left and right hand, left and right knee.
pub(crate) const PARTS: usize = 4;
pub(crate) const KNEES: usize = 2;

/// What a hand or a knee is doing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Touch {
    /// It is held where it touches.
    pub held: bool,
    /// It touches in the recording, but could not be held.
    lost: bool,
    /// From the take's space to where it is held, on the ground.
    at: Transform,
    /// How a knee differs from where it is carried; arms keep their own.
    away: Offset,
}

impl Touch {
    pub const NOT: Touch = Touch { held: false, lost: false, at: Transform::IDENTITY, away: Offset::NONE };
}

/// What a step of a part is about.
pub(crate) struct PartStep<'a> {
    pub step: &'a LimbStep<'a>,
    pub part: usize,
    /// m, where the motion carries it.
    pub carried: Vec3,
    /// m, where it is if nothing holds it, and where it was shown in the last step.
    pub loose: Vec3,
    pub before: Vec3,
}

/// Whether a part touches the floor in what is played, or is still on its way back from there.
#[inline]
pub(crate) fn concerns(body: &Body, rig: &Rig, frame: usize, part: usize) -> bool {
    rig.tracks[body.segment.take as usize].touches(frame, part) || body.touches[part] != Touch::NOT
}

/// m: how far a part has to be moved from where it is carried to stay where it touches. None if nothing holds it.
pub(crate) fn hold(body: &mut Body, at: &PartStep<'_>) -> Option<Vec3> {
    let LimbStep { rig, now: (frame, next, weight), began, ctx } = *at.step;
    let track = &rig.tracks[body.segment.take as usize];
    let touch = &mut body.touches[at.part];
    if !(ctx.settings.plant && track.touches(frame, at.part)) {
        *touch = Touch { away: touch.away, ..Touch::NOT };
        return None;
    }
    // Another motion may reach where the last one did not.
    touch.lost &= !began;
    let [a, b] = [frame, next].map(|frame| track.parts[frame][at.part]);
    let point = a + (b - a) * weight;
    if !touch.held || began {
        let shown = if touch.held { at.before } else { at.loose };
        let rotation = body.placed.rotation;
        touch.at = Transform { rotation, translation: (shown - rotation * point).with_y(0.0) };
    }
    let shift = (touch.at.point(point) - at.carried).with_y(0.0);
    touch.lost |= shift.length_squared() > ctx.settings.hold * ctx.settings.hold;
    touch.held = !touch.lost;
    // What is left of its height from before dies away.
    touch.held.then_some(shift.with_y(at.loose.y - at.carried.y))
}

/// Lets go of a part that cannot get to where it is held.
pub(crate) fn lose(touch: &mut Touch) {
    (touch.held, touch.lost) = (false, true);
}

/// Lets one step pass for a knee, when its leg is bent.
pub(crate) fn knee(body: &mut Body, joints: &mut Joints<'_>, side: usize, leg: &Chain, step: &LimbStep<'_>) {
    let LimbStep { rig, ctx, .. } = *step;
    let part = KNEES + side;
    let [hip, carried, ankle] = leg.joints.map(|joint| joints.world[joint].translation);
    let (away, _) = free(body.touches[part].away, Offset::NONE, &ctx.release);
    let before = if body.fresh { carried } else { joints.world_before[leg.joints[1]].translation };
    let loose = carried + away.position;
    let shift = hold(body, &PartStep { step, part, carried, loose, before });
    let touch = &mut body.touches[part];
    touch.away = match shift {
        Some(shift) if body.fresh => Offset { position: shift, velocity: Vec3::ZERO },
        Some(shift) => Offset::moving(touch.away.position, shift, ctx.step),
        None => away,
    };
    let moved = touch.away.position;
    if moved.length_squared() <= GONE * GONE {
        return;
    }
    let to = carried + moved;
    let foot = joints.world[leg.joints[2]].rotation;
    if body.legs[side].planted {
        let Some(axis) = (ankle - hip).try_normalize() else { return };
        let aside = |vector: Vec3| vector - axis * vector.dot(axis);
        let turn = arc(aside(carried - hip), aside(to - hip));
        turn_bones(joints, rig, leg, [turn, turn], foot);
    } else {
        turn_bones(joints, rig, leg, [arc(carried - hip, to - hip), Quat::IDENTITY], foot);
    }
}
