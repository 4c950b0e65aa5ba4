//! Arms: a hand goes to what it reaches for, and out of the way of somebody else's body, and stays where it is put on the floor.
//!
//! A hand that is pushed near its own shoulder would fold the elbow and swing it round within a frame. So it stops at the
//! distance to which people fold an arm and slides along; what is left of the push goes into the trunk, which leans away
//! from it.

use footwork_motion::Transform;
use glam::Vec3;

use crate::body::{Body, Joints};
use crate::floor::CLEAR;
use crate::impulse::{GiveWay, shove};
use crate::limb_ik::{Swivel, bend};
use crate::limbs::{Away, GONE, LimbStep, free, reach_out, reaching, stop_reaching};
use crate::offset::Offset;
use crate::rig::Chain;
use crate::touches::{self, PartStep};

/// Share of an arm's length. A hand is not moved nearer to its shoulder: an elbow that is bent by 138° has it there, and
/// people's bend by 140° to 150°.
pub(crate) const FOLDED: f32 = 0.36;
/// Share of an arm's length. A hand on the floor whose shoulder is no higher carries nothing: who lies draws it away from whoever
/// treads on it. On hands and knees a shoulder is an arm's length up.
const LIES: f32 = 0.6;
/// m. What the trunk takes of a push at most: it leans by about 10°.
const LEANS: f32 = 0.1;
/// 1/m². A push on a shoulder moves the trunk down to the waist, as one on the chest does.
const TRUNK: f32 = 6.0;

/// Lets one step pass for an arm.
pub(crate) fn step(
    body: &mut Body,
    joints: &mut Joints<'_>,
    number: usize,
    arm: &Chain,
    step: &LimbStep<'_>,
) {
    let LimbStep { rig, ctx, .. } = *step;
    let carried = joints.world[arm.joints[2]];
    // It is the hand that reaches, but the wrist that is placed.
    let tip = arm.tip.position(joints.world);
    let reaching = reaching(body, rig, 2 + number, arm.tip, tip);
    let mut limb = body.arms[number];
    stop_reaching(&mut limb, body, ctx);
    let (offset, _) = free(limb.offset, Offset::NONE, &ctx.release);
    let shoulder = joints.world[arm.joints[0]].translation;
    let before = if body.fresh { tip } else { arm.tip.position(joints.world_before) };
    // It is put down where it is shown, with what it reaches for and what it gives way by; once it is held, neither counts.
    let was_held = body.touches[number].held;
    let away = reach_out(&mut { limb }, offset, reaching, ctx.step) + body.apart.limbs[2 + number].position;
    let loose = tip + if was_held { offset.position } else { away };
    let on_floor = PartStep { step, part: number, carried: tip, loose, before };
    let held = touches::hold(body, &on_floor).filter(|shift| {
        (carried.translation + *shift - shoulder).length() <= arm.reach + ctx.settings.stretch
    });
    let lies = shoulder.y - ctx.settings.floor < LIES * arm.reach;
    let shift = match held {
        // Where it is put down it stays: there is nothing to reach for or, if it carries weight, to give way to.
        Some(shift) => {
            // Another motion is laid through where it is shown, with what it has given way.
            let gives_way = lies && was_held && !step.began && !body.fresh;
            let given = if gives_way { Offset::NONE } else { body.apart.limbs[2 + number] };
            if !gives_way {
                body.apart.limbs[2 + number] = Offset::NONE;
            }
            let pushed = given.position;
            let from = match (body.fresh, was_held) {
                (true, _) => shift,
                (false, true) if lies => limb.offset.position + pushed,
                (false, true) => limb.offset.position,
                (false, false) => limb.reached.unwrap_or(limb.offset).position + pushed,
            };
            limb = Away { offset: Offset::moving(from, shift, ctx.step), reached: None };
            shift
        }
        None => {
            if body.touches[number].held {
                touches::lose(&mut body.touches[number]);
            }
            let shift = reach_out(&mut limb, offset, reaching, ctx.step);
            limb.offset = offset;
            shift
        }
    };
    body.arms[number] = limb;
    let pushed = body.apart.limbs[2 + number].position;
    if (shift + pushed).length_squared() <= GONE * GONE {
        return;
    }
    let folded = FOLDED * arm.reach;
    // A hand that reaches for something beside its own shoulder goes round it, too, and so does one that comes back from there, or
    // it would leap to the straight way when what it reached for is given up.
    let reached = match held {
        None => outside(carried.translation, shift, shoulder, folded).0,
        Some(_) => carried.translation + shift,
    };
    let (mut place, left) = outside(reached, pushed, shoulder, folded);
    // A hand goes no deeper into the floor than it was recorded.
    let above = tip.y - carried.translation.y;
    place.y = place.y.max(tip.y.min(ctx.settings.floor + CLEAR) - above);
    let target = Transform { translation: place, ..carried };
    let swivel = (!body.fresh).then(|| Swivel::new(joints.world_before, arm, ctx.step));
    bend(joints, rig, arm, target, swivel);
    if left.length_squared() > GONE * GONE && !body.fresh {
        // A force that holds the offset's spring at as much as is left.
        let force = left.clamp_length_max(LEANS) * (ctx.settings.transition.stiffness * ctx.step);
        let lean = GiveWay {
            point: shoulder,
            velocity: force,
            falloff: TRUNK,
            arms: false,
            whole: None,
            carries: 0.0,
        };
        shove(joints, rig, &lean, joints.world_before);
        body.offset = true;
    }
}

/// Where a point gets to that goes some way and stays out of a ball, and what is left of the way. One that begins in the ball
/// goes no deeper.
fn outside(from: Vec3, shift: Vec3, middle: Vec3, radius: f32) -> (Vec3, Vec3) {
    let out = from - middle;
    let radius = radius.min(out.length());
    let (a, b, c) = (shift.length_squared(), out.dot(shift), out.length_squared() - radius * radius);
    let root = b * b - a * c;
    // It stays, passes the ball, goes away from it, or does not get there.
    if !(root > 0.0 && b < 0.0 && a > 0.0) {
        return (from + shift, Vec3::ZERO);
    }
    let meets = ((-b - root.sqrt()) / a).max(0.0);
    if meets >= 1.0 {
        return (from + shift, Vec3::ZERO);
    }
    let stops = from + shift * meets;
    let Some(normal) = (stops - middle).try_normalize() else { return (from, shift) };
    let rest = shift * (1.0 - meets);
    let inward = normal * rest.dot(normal);
    (stops + (rest - inward), inward)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-0.5_f32..0.5).prop_map(Vec3::from)
    }

    proptest! {
        #[test]
        fn a_hand_never_comes_nearer_than_folded_and_does_not_leap_when_its_push_grows(
            from in point(), shift in point(), more in 0.0_f32..1.0,
        ) {
            prop_assume!(from.length() > 0.05);
            let radius = 0.2_f32;
            let (place, left) = outside(from, shift, Vec3::ZERO, radius);
            prop_assert!(place.length() >= radius.min(from.length()) - 1e-4, "{place}");
            // What it does not go is left, and points at the shoulder or nowhere.
            prop_assert!((place + left - from - shift).length() < 1e-4);
            let (part, _) = outside(from, shift * more, Vec3::ZERO, radius);
            prop_assert!((place - part).length() <= shift.length() * (1.0 - more) + 1e-4);
        }
    }
}
