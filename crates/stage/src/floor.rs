//! Nothing of a body goes below the floor, but what was recorded there.
//!
//! A take that lies on the floor is shown with what is left of the offset of the last transition, of a blow or of giving way. An
//! offset is relative: what leans a standing trunk back by 10 cm presses a lying one into the floor by as much. So a body whose lowest
//! part would get there is lifted as a whole by what is missing, and comes down again as the offset dies away. Soles are lifted for
//! themselves ([`legs`](crate::legs)), and so are hands that reach ([`arms`](crate::arms)).
//!
//! A leg that is bent to a foot that stands, or turned to a knee that is held, knows nothing of the floor either: the knees of who
//! got up were 10 cm below it. Such a knee swings up about the line from hip to ankle, and a foot that a knee took along
//! is lifted about the knee.

use glam::{Quat, Vec3};

use crate::body::{Body, Ctx, Joints};
use crate::limb_ik::turn_bones;
use crate::limbs::LimbStep;
use crate::rig::{Chain, Rig};
use crate::tracks::locate;

/// m. So high the middle of the lowest joint stays: wrists, the thinnest, are some 3 cm thick to either side.
pub(crate) const CLEAR: f32 = 0.03;
/// m/s. A body is lifted no faster: that of falls, which end at 3 m/s.
const FASTEST: f32 = 3.0;

/// Lifts a body that would be below the floor, when it is known where its joints are.
pub(crate) fn keep_above(body: &mut Body, joints: &mut Joints<'_>, rig: &Rig, ctx: &Ctx<'_>) {
    // What is played as it was recorded is where it was recorded.
    if !ctx.settings.plant || !(body.offset || body.sink.position.y < 0.0) {
        return;
    }
    let lowest = lowest(rig, |joint| joints.world[joint].translation.y);
    if lowest >= ctx.settings.floor + CLEAR {
        return;
    }
    let take = body.segment.take as usize;
    let (frame, _, _) = locate(&rig.repertoire().takes[take].clip, body.time);
    let recorded = rig.tracks[take].lowest[frame] + body.placed.translation.y;
    let missing = recorded.min(ctx.settings.floor + CLEAR) - lowest;
    if missing <= 0.0 {
        return;
    }
    let lift = if body.fresh { missing } else { missing.min(FASTEST * ctx.step) };
    body.sink.position.y += lift;
    body.sink.velocity.y = body.sink.velocity.y.max(0.0);
    joints.translations[0].y += lift;
    joints.world.iter_mut().for_each(|joint| joint.translation += Vec3::Y * lift);
}

/// m. A leg whose knee is higher is nowhere near the floor.
const NEAR: f32 = 0.15;

/// Brings a leg above the floor, when it is bent.
pub(crate) fn keep_leg_above(body: &Body, joints: &mut Joints<'_>, leg: &Chain, step: &LimbStep<'_>) {
    let LimbStep { rig, now, ctx, .. } = *step;
    let floor = ctx.settings.floor;
    let [hip, knee, ankle] = leg.joints.map(|joint| joints.world[joint].translation);
    if !ctx.settings.plant || knee.y > floor + NEAR {
        return;
    }
    let foot = joints.world[leg.joints[2]].rotation;
    let recorded = rig.tracks[body.segment.take as usize].lowest[now.0] + body.placed.translation.y;
    let height = recorded.min(floor + CLEAR);
    if knee.y < height {
        let swing = swing_up([hip, knee, ankle], height);
        // What swinging does not give, the whole leg does.
        let swung = hip + swing * (knee - hip);
        let turn = arc(swung - hip, swung.with_y(swung.y.max(height)) - hip) * swing;
        turn_bones(joints, rig, leg, [turn, turn], foot);
    }
    let [_, knee, ankle] = leg.joints.map(|joint| joints.world[joint].translation);
    let sole = leg.sole.iter().map(|site| site.position(joints.world).y).fold(f32::INFINITY, f32::min);
    if sole < floor {
        let lift = arc(ankle - knee, ankle + Vec3::Y * (floor - sole) - knee);
        turn_bones(joints, rig, leg, [Quat::IDENTITY, lift], foot);
    }
}

/// The turn of a leg about the line from hip to ankle that brings the knee up to a height, or as near to it as it gets.
fn swing_up([hip, knee, ankle]: [Vec3; 3], height: f32) -> Quat {
    let Some(axis) = (ankle - hip).try_normalize() else { return Quat::IDENTITY };
    let aside = |vector: Vec3| vector - axis * vector.dot(axis);
    let out = aside(knee - hip);
    let (Some(up), far) = (aside(Vec3::Y).try_normalize(), out.length()) else { return Quat::IDENTITY };
    if far * up.y < 1e-3 {
        return Quat::IDENTITY;
    }
    // Angles from straight up: where it is, and where it is as high as it has to be.
    let angle = libm::atan2f(axis.dot(up.cross(out)), up.dot(out));
    let wanted = libm::acosf(((height - (knee.y - out.y)) / (far * up.y)).clamp(-1.0, 1.0));
    let over = (angle.abs() - wanted).max(0.0);
    Quat::from_axis_angle(axis, -over.copysign(angle))
}

/// The shortest turn from one direction to another; none where one of them is none.
pub(crate) fn arc(from: Vec3, to: Vec3) -> Quat {
    match (from.try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => Quat::from_rotation_arc(from, to),
        _ => Quat::IDENTITY,
    }
}

/// m, how high the lowest joint is of those that are not of a foot.
pub(crate) fn lowest(rig: &Rig, height: impl Fn(usize) -> f32) -> f32 {
    rig.above_feet.iter().map(|joint| height(*joint as usize)).fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knee_below_the_floor_swings_up_to_it_and_bones_keep_their_lengths() {
        let at = [Vec3::new(0.0, 0.3, 0.0), Vec3::new(0.1, -0.1, 0.3), Vec3::new(0.0, 0.1, 0.7)];
        let swing = swing_up(at, 0.03);
        let knee = at[0] + swing * (at[1] - at[0]);
        assert!((knee.y - 0.03).abs() < 1e-4, "{knee}");
        for end in [at[0], at[2]] {
            assert!(((knee - end).length() - (at[1] - end).length()).abs() < 1e-5);
        }
        // It goes no higher than it can, and what is high enough stays.
        let highest = at[0] + swing_up(at, 5.0) * (at[1] - at[0]);
        assert!(highest.y > 0.2 && highest.y < 0.6, "{highest}");
        assert_eq!(swing_up(at, -0.2), Quat::IDENTITY);
    }
}
