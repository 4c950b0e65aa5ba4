//! Gaze: a head turns to what its mind looks at, on top of the motion that is played.
//!
//! What the head is turned by, to the side and up, follows what is missing to the target like a critically damped spring,
//! with no more speed and acceleration than a neck has; so nothing pops when the target jumps, is lost or comes back.
//! What the recording does quickly, such as a nod or the jolt of a blow, stays. Neck and head share the turn.
//! A target behind the back is let go, and so is everything while the chest is not upright.
//!
//! No paper says how. Angles are those of a level head: about the vertical, then up and down; so a turned head stays as
//! level as it was. Sines and arc tangents are short polynomials, good to a thousandth of a radian: a gaze costs about
//! as much as one arc tangent of a library.

use footwork_motion::{Role, Site, Skeleton, Transform, kinematics};
use glam::{Quat, Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Body, Ctx, Joints};
use crate::contact::{BodyPart, Capsule};
use crate::prop::PropId;
use crate::rig::Rig;
use crate::stage::ActorId;
use crate::view::StageView;

/// What a head turns to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Gaze {
    /// m, a point in the world.
    Point(Vec3),
    /// The head of another actor, wherever it goes.
    Actor(ActorId),
    /// A prop, wherever it goes.
    Prop(PropId),
}

impl Gaze {
    /// Where that is, at the end of the last step.
    pub(crate) fn point(self, view: &StageView<'_>) -> Option<Vec3> {
        let point = match self {
            Gaze::Point(point) => Some(point),
            Gaze::Prop(number) => view.prop(number).map(|prop| prop.position),
            Gaze::Actor(other) => {
                let other = view.actor(other)?;
                other.rig().neck.as_ref().map(|neck| neck.eyes.position(other.world()))
            }
        };
        point.filter(|point| point.is_finite())
    }
}

/// By how much a head is turned: to the left and up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct HeadTurn {
    /// rad
    pub angle: Vec2,
    /// rad/s
    pub velocity: Vec2,
}

impl HeadTurn {
    pub const NONE: HeadTurn = HeadTurn { angle: Vec2::ZERO, velocity: Vec2::ZERO };
}

/// What turns a head.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Neck {
    chest: usize,
    /// The same joint twice where a body has no neck.
    neck: usize,
    head: usize,
    /// Ahead and up, in the chest's frame.
    chest_axes: [Vec3; 2],
    /// Ahead, in the head's frame.
    ahead: Vec3,
    /// Between the eyes, or about there.
    pub eyes: Site,
    /// All joints from below the neck outwards, each with its parent, in order.
    below: Vec<(u16, u16)>,
}

impl Neck {
    /// The neck of a body that has the roles for it.
    pub fn new(skeleton: &Skeleton, capsules: &[(BodyPart, Capsule)]) -> Option<Neck> {
        let head = skeleton.joint(Role::Head).ok()?;
        let hangs =
            |lower: usize, upper: usize| lower != upper && skeleton.ancestors(lower).any(|j| j == upper);
        let neck = skeleton.joint(Role::Neck).ok().filter(|neck| hangs(head, *neck)).unwrap_or(head);
        let chest = skeleton.joint(Role::Chest).ok().filter(|chest| hangs(neck, *chest));
        let chest = chest.or_else(|| skeleton.parent(neck))?;
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        kinematics::world(skeleton, footwork_motion::Pose::rest(skeleton).view(), &mut world);
        // A skeleton at rest need not face Z.
        let ahead = footwork_motion::ground::facing(skeleton, &world).unwrap_or(Vec3::Z);
        let inside = |joint: usize, direction: Vec3| world[joint].rotation.conjugate() * direction;
        let skull = capsules.iter().find(|(part, _)| *part == BodyPart::Head);
        Some(Neck {
            chest,
            neck,
            head,
            chest_axes: [inside(chest, ahead), inside(chest, Vec3::Y)],
            ahead: inside(head, ahead),
            eyes: skull.map_or(Site { joint: head, offset: Vec3::ZERO }, |(_, capsule)| capsule.to),
            below: (neck + 1..skeleton.len())
                .filter(|joint| hangs(*joint, neck))
                .filter_map(|joint| Some((joint as u16, skeleton.parent(joint)? as u16)))
                .collect(),
        })
    }

    /// Where the head faces.
    pub fn facing(&self, world: &[Transform]) -> Vec3 {
        world[self.head].rotation * self.ahead
    }
}

/// rad, to the side and up or down, from where the chest points: 70° and 40°, about what a neck does without strain.
const FAR: Vec2 = Vec2::new(1.22, 0.70);
/// rad, from where the chest points: further to the side than the first, 100°, a target begins to be let go; beyond the
/// second, 140°, it is behind. Between them lies what eyes still reach with the head turned by 70°.
const BEHIND: [f32; 2] = [1.75, 2.45];
/// The cosine of the chest's lean: above the second, 45°, everything is looked at; below the first, 70°, nothing, for a body
/// that goes down does not look around.
const UPRIGHT: [f32; 2] = [0.35, 0.7];
/// rad/s: 340° a second, a quick turn of a head.
const SPEED: f32 = 6.0;
/// rad/s²: full speed in a twelfth of a second.
const ACCELERATION: f32 = 70.0;
/// rad, rad/s: a smaller turn is none. A hundredth of a millimetre at the nose.
const GONE: f32 = 1e-4;
/// m. What is nearer than this to the eyes has no direction to turn to: it is inside the head.
const NEAREST: f32 = 0.1;

/// Lets one step pass for a head: it turns on towards a point, or back.
pub(crate) fn advance(
    body: &mut Body,
    joints: &mut Joints<'_>,
    rig: &Rig,
    seen: Option<Vec3>,
    ctx: &Ctx<'_>,
) {
    let Some(neck) = &rig.neck else { return };
    if seen.is_none() && body.look == HeadTurn::NONE {
        return;
    }
    if body.fresh {
        body.look = HeadTurn::NONE;
    }
    let world = &*joints.world;
    let facing = neck.facing(world);
    // Which way the head points on the ground; one that looks straight up or down points nowhere.
    let heading = flat(facing).normalize_or(Vec3::Z);
    let goal = seen.map_or(Vec2::ZERO, |point| missing(neck, world, facing, heading, point));
    let look = follow(body.look, goal, ctx);
    let rests = look.angle.abs().max(look.velocity.abs() * 0.05).max_element() < GONE;
    body.look = if rests && goal == Vec2::ZERO { HeadTurn::NONE } else { look };
    if body.look != HeadTurn::NONE {
        turn(joints, rig, neck, heading, body.look.angle);
    }
}

/// By how much a head that is played would have to be turned, to the left and up.
fn missing(neck: &Neck, world: &[Transform], facing: Vec3, heading: Vec3, point: Vec3) -> Vec2 {
    let chest = world[neck.chest].rotation;
    let [ahead, up] = neck.chest_axes.map(|axis| chest * axis);
    let (to_point, front) = (point - neck.eyes.position(world), flat(ahead));
    let (far, wide) = (flat(to_point).length(), front.length());
    if to_point.length_squared() < NEAREST * NEAREST || wide < 1e-3 {
        return Vec2::ZERO;
    }
    let front = front / wide;
    let side = |to: Vec3| arc_tangent(Vec3::Y.dot(front.cross(to)), front.dot(to));
    let rise = |y: f32, along: f32| arc_tangent(y, along);
    // From where the chest points to where the head does, and to the target.
    let level = rise(ahead.y, wide);
    let played = Vec2::new(side(heading), rise(facing.y, flat(facing).length()) - level);
    let wanted = Vec2::new(side(flat(to_point)), rise(to_point.y, far) - level);
    let weight = (1.0 - ramp(BEHIND, wanted.x.abs())) * ramp(UPRIGHT, up.y);
    // Where the recording itself turns the head further, it may.
    let (low, high) = ((-FAR).min(played), FAR.max(played));
    (wanted.clamp(low, high) - played) * weight
}

/// A turn on its way to another one.
fn follow(look: HeadTurn, goal: Vec2, ctx: &Ctx<'_>) -> HeadTurn {
    let rest = |angle: f32, velocity: f32| {
        let offset = crate::offset::Offset { position: Vec3::X * angle, velocity: Vec3::X * velocity };
        offset.stepped(&ctx.gaze).velocity.x
    };
    let away = look.angle - goal;
    let wanted = Vec2::new(rest(away.x, look.velocity.x), rest(away.y, look.velocity.y));
    let change = (wanted - look.velocity).clamp_length_max(ACCELERATION * ctx.step);
    let velocity = (look.velocity + change).clamp_length_max(SPEED);
    HeadTurn { angle: look.angle + 0.5 * (look.velocity + velocity) * ctx.step, velocity }
}

/// Turns a head, half of it in the neck, and moves everything outwards along.
fn turn(joints: &mut Joints<'_>, rig: &Rig, neck: &Neck, heading: Vec3, angle: Vec2) {
    // The head's left on the ground: a nod upwards is a turn about it, backwards.
    let left = Vec3::Y.cross(heading);
    let by = |share: f32| about(Vec3::Y, share * angle.x) * about(left, -share * angle.y);
    let (half, whole) = (by(0.5), by(1.0));
    let world = &mut *joints.world;
    let above = |world: &[Transform], joint: usize| {
        rig.skeleton().parent(joint).map_or(Quat::IDENTITY, |parent| world[parent].rotation)
    };
    let head = whole * world[neck.head].rotation;
    if neck.neck == neck.head {
        joints.rotations[neck.head] = above(world, neck.head).conjugate() * head;
        world[neck.head].rotation = head;
    } else {
        // Between the two there may be others, which move with the neck.
        let turned = half * world[neck.neck].rotation;
        joints.rotations[neck.head] = (half * above(world, neck.head)).conjugate() * head;
        joints.rotations[neck.neck] = above(world, neck.neck).conjugate() * turned;
        world[neck.neck].rotation = turned;
    }
    if joints.translations.len() > 1 {
        // Bones that move against their parents are rare, and not worth a quicker way.
        let pose =
            footwork_motion::PoseView { translations: joints.translations, rotations: joints.rotations };
        return kinematics::world(rig.skeleton(), pose, world);
    }
    for &(joint, parent) in &neck.below {
        let (joint, parent) = (joint as usize, world[parent as usize]);
        world[joint] = Transform {
            rotation: parent.rotation * joints.rotations[joint],
            translation: parent.point(rig.skeleton().offsets()[joint]),
        };
    }
}

fn flat(vector: Vec3) -> Vec3 {
    Vec3::new(vector.x, 0.0, vector.z)
}

/// From 0 at the first to 1 at the second, smoothly.
fn ramp(between: [f32; 2], at: f32) -> f32 {
    let share = ((at - between[0]) / (between[1] - between[0])).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// The rotation about a unit axis by no more than half a turn.
fn about(axis: Vec3, angle: f32) -> Quat {
    let x = 0.5 * angle;
    let square = x * x;
    let sin = x * (1.0 - square * (1.0 / 6.0 - square * (1.0 / 120.0 - square / 5040.0)));
    let cos = 1.0 - square * (0.5 - square * (1.0 / 24.0 - square / 720.0));
    Quat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos).normalize()
}

/// atan2 to within 2e-4 rad: Abramowitz & Stegun 4.4.47, five terms, over an eighth of a turn.
fn arc_tangent(y: f32, x: f32) -> f32 {
    use std::f32::consts::{FRAC_PI_2, PI};
    let (over, under) = (y.abs(), x.abs());
    let share = over.min(under) / over.max(under).max(1e-12);
    let square = share * share;
    let angle = share
        * (0.999_866
            + square * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1))));
    let angle = if over > under { FRAC_PI_2 - angle } else { angle };
    let angle = if x < 0.0 { PI - angle } else { angle };
    if y < 0.0 { -angle } else { angle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_series_are_good_to_a_thousandth(x in -2.0_f32..2.0, y in -2.0_f32..2.0, angle in -3.0_f32..3.0) {
            prop_assume!(x.abs() + y.abs() > 1e-3);
            prop_assert!((arc_tangent(y, x) - libm::atan2f(y, x)).abs() < 1e-3);
            let axis = Vec3::new(0.6, 0.0, 0.8);
            let (ours, exact) = (about(axis, angle), Quat::from_axis_angle(axis, angle));
            prop_assert!(ours.dot(exact).abs() > 0.999_999, "{ours} {exact}");
        }

        #[test]
        fn a_turn_comes_to_rest_at_its_goal_and_keeps_to_what_a_neck_can_do(x in -1.2_f32..1.2, y in -0.7_f32..0.7) {
            let settings = crate::Settings::default();
            let (ctx, goal) = (Ctx::new(&settings), Vec2::new(x, y));
            let mut look = HeadTurn::NONE;
            for _ in 0..90 {
                let next = follow(look, goal, &ctx);
                prop_assert!(next.velocity.length() <= SPEED + 1e-3);
                prop_assert!((next.velocity - look.velocity).length() <= ACCELERATION * ctx.step + 1e-3);
                look = next;
            }
            prop_assert!((look.angle - goal).length() < 0.01, "{look:?} is not at {goal}");
        }
    }

    #[test]
    fn an_arc_tangent_of_nothing_is_a_number() {
        assert_eq!(arc_tangent(0.0, 0.0), 0.0);
        assert!(arc_tangent(0.0, -1.0) > 3.1);
    }
}
