//! Bumping: who runs into somebody, or into a wall, is pushed by it: by what both weigh and how fast they come.
//!
//! The paper: *Pushing People Around*, section 7 and fig. 7, where characters that meet are pushed away. Here the push is that
//! of two lumps that meet: J = (1 + e)·μ·v, v how fast they come together and μ = m₁m₂/(m₁ + m₂). Arms give way, and pass on
//! a part of it.

use footwork_motion::{Role, Transform};
use footwork_stage::{ActorView, BodyPart, Prop, PropKind, StageView};
use glam::Vec3;

use crate::deform::mass;

/// A push, as it comes from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bump {
    /// m, in the world.
    pub point: Vec3,
    /// N·s
    pub impulse: Vec3,
}

/// Share of the speed with which people come off each other, and off walls: flesh hardly bounces.
const BOUNCE: f32 = 0.1;
/// m/s. Who comes more slowly leans, and does not bump.
const LEAST_SPEED: f32 = 0.35;
/// How much of what a trunk would pass on an arm does, before it folds.
const ARM: f32 = 0.2;
/// m. Hips this near to each other have trunks that touch, shoulders ahead.
const TRUNKS: f32 = 0.42;
/// m. Chests are this far from what they touch.
const CHEST: f32 = 0.22;

/// m/s. How a body goes over the ground: its hips, over the last step.
fn velocity(me: ActorView<'_>, step: f32) -> Vec3 {
    let hips = |world: &[Transform]| place(me, Role::Hips, world);
    ((hips(me.world()) - hips(me.world_before())) / step.max(1e-4)).with_y(0.0)
}

fn place(me: ActorView<'_>, role: Role, world: &[Transform]) -> Vec3 {
    let site = me.rig().skeleton().site(role);
    site.map_or_else(
        |_| world.first().map_or(Vec3::ZERO, |root| root.translation),
        |site| site.position(world),
    )
}

/// What somebody who is touched is pushed with.
pub fn by_somebody(
    me: ActorView<'_>,
    other: ActorView<'_>,
    parts: [BodyPart; 2],
    point: Vec3,
    stage: &StageView<'_>,
) -> Option<Bump> {
    let share = if parts.into_iter().any(is_of_arm) { ARM } else { 1.0 };
    push_apart(me, other, point, share, stage)
}

/// The same of somebody whose trunk has come to mine while arms touched.
pub fn by_trunk(me: ActorView<'_>, other: ActorView<'_>, stage: &StageView<'_>) -> Option<Bump> {
    let [own, theirs] = [me, other].map(|who| place(who, Role::Hips, who.world()).with_y(0.0));
    if own.distance(theirs) > TRUNKS {
        return None;
    }
    let point = 0.5 * (place(me, Role::Chest, me.world()) + place(other, Role::Chest, other.world()));
    push_apart(me, other, point, 1.0, stage)
}

fn push_apart(
    me: ActorView<'_>,
    other: ActorView<'_>,
    point: Vec3,
    share: f32,
    stage: &StageView<'_>,
) -> Option<Bump> {
    let step = stage.step();
    let [own, theirs] = [me, other].map(|who| place(who, Role::Hips, who.world()).with_y(0.0));
    let direction = (own - theirs).try_normalize()?;
    let closing = (velocity(other, step) - velocity(me, step)).dot(direction);
    if closing.is_nan() || closing < LEAST_SPEED {
        return None;
    }
    let [m, n] = [me, other].map(|who| mass(who.rig()));
    let impulse = direction * ((1.0 + BOUNCE) * (m * n / (m + n)) * closing * share);
    Some(Bump { point, impulse })
}

/// What a wall or something that stands in the way pushes with; none of what is not touched.
pub fn by_prop(me: ActorView<'_>, prop: &Prop, stage: &StageView<'_>) -> Option<Bump> {
    let chest = place(me, Role::Chest, me.world());
    let local = prop.placed().inverse().point(chest);
    let (out, near) = match prop.kind {
        PropKind::Wall { length, height } => {
            let beside = local.x.abs() <= 0.5 * length + CHEST && (0.0..=height).contains(&local.y);
            let side = Vec3::Z * local.z.signum();
            (prop.rotation * side, beside && local.z.abs() < CHEST)
        }
        PropKind::Obstacle { radius, height } => {
            let flat = local.with_y(0.0);
            let out = prop.rotation * flat.normalize_or_zero();
            (out, flat.length() < radius + CHEST && (0.0..=height).contains(&local.y))
        }
        _ => return None,
    };
    let into = -velocity(me, stage.step()).dot(out);
    if !near || into.is_nan() || into < LEAST_SPEED {
        return None;
    }
    Some(Bump { point: chest - out * CHEST, impulse: out * ((1.0 + BOUNCE) * mass(me.rig()) * into) })
}

fn is_of_arm(part: BodyPart) -> bool {
    use BodyPart::*;
    matches!(part, LeftUpperArm | RightUpperArm | LeftForearm | RightForearm | LeftHand | RightHand)
}
