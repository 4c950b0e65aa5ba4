//! The stance that all bodies share, so that turns away from it mean the same for each: upright, facing +Z, arms
//! straight out to the sides, legs straight down, feet flat and pointing ahead.
//!
//! It is found from the rest pose where that is one of a standing person: a T-pose, an A-pose, or arms that hang. Some
//! recordings (LAFAN1) have a rest pose that means nothing. There each part of the body is taken from the frame in which it
//! is nearest to the stance. What is left (an A-pose's arms, legs apart) is turned along the shortest arc, from
//! the trunk outwards, so that bones keep the twist they stand with.

use std::f32::consts::PI;

use glam::{Quat, Vec3};

use super::{RetargetError, fingers, habit};
use crate::clip::Clip;
use crate::ground::{facing, heading, yaw};
use crate::kinematics::world;
use crate::pose::{Pose, PoseView};
use crate::quality::percentile;
use crate::role::{MissingRole, Role, Side};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// rad. A standing person's legs are within this of straight down, and of straight.
const LEG_SPREAD: f32 = 0.8;
/// rad. Elbows of rest poses bend no more; those that do say nothing about the arm's twist.
const ELBOW_BEND: f32 = 1.0;
/// The part of an upper arm's direction that may point ahead or back in a rest pose.
const ARM_AHEAD: f32 = 0.6;
/// rad. A rest pose whose trunk is this near to an axis stands along that axis, and leans a little by itself.
const UPRIGHT: f32 = 0.45;
/// How many frames are looked at.
const LOOKED_AT: usize = 1500;
/// rad. Costs of the part that is furthest from the stance, at most; beyond this nobody stands.
const NOBODY_STANDS: f32 = 1.2;
/// rad. What an ankle costs that is a whole leg above where it stands.
const ABOVE_THE_FLOOR: f32 = 5.0;
/// m/s. Planted feet of recordings move less than this.
const PLANTED: f32 = 0.1;
/// rad. Soles this far from level are not flat.
const FLAT: f32 = 0.25;
/// Frames of flat, planted feet that tell how high an ankle stands.
const ENOUGH: usize = 8;
/// Shares of the leg between which an ankle can stand above its sole: bare feet to high heels, and floors that are off.
const ANKLE_HEIGHTS: [f32; 2] = [0.005, 0.3];
/// Share of the leg that an ankle stands above the sole in an adult, where nothing tells.
const USUAL_ANKLE: f32 = 0.09;
/// Share of the leg that a foot is long from the ankle to the ball, where nothing tells.
const USUAL_FOOT: f32 = 0.16;

/// A foot: where its sole is, in the ankle's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Foot {
    /// m. How high the ankle stands above the sole.
    pub height: f32,
    /// m. The sole below the ankle.
    pub heel: Vec3,
    /// m. The ball of the foot: what a foot turns about while its heel is raised and its toes lie flat.
    pub ball: Vec3,
    /// m. How high the ball stands above the sole.
    pub ball_height: f32,
    /// m. The sole below the ball.
    pub tread: Vec3,
}

impl Foot {
    /// m. How high the lowest of the sole is, of a foot whose ankle is there.
    pub fn clearance(&self, ankle: &Transform) -> f32 {
        ankle.point(self.heel).y.min(ankle.point(self.ball).y - self.ball_height)
    }

    /// m. The same of a recorded foot, whose toes may not lie flat: it is below the floor only as far as its sole is when it turns with
    /// the foot.
    pub fn recorded_clearance(&self, ankle: &Transform) -> f32 {
        let clearance = self.clearance(ankle);
        if clearance >= 0.0 {
            return clearance;
        }
        ankle.point(self.heel).y.min(ankle.point(self.tread).y).min(0.0).max(clearance)
    }
}

/// How a body is turned, joint by joint, in the stance that all bodies share, and where its soles are.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// In the world.
    rotations: Vec<Quat>,
    /// The same with hands laid out, where the body shows how its palms lie.
    laid_out: Option<Vec<Quat>>,
    feet: [Foot; 2],
    /// Relative to the parent, as the body usually holds itself, where there is motion that shows it.
    usual: Option<Vec<Quat>>,
}

impl Stance {
    /// From the rest pose alone.
    pub fn at_rest(skeleton: &Skeleton) -> Result<Stance, RetargetError> {
        Stance::new(skeleton, &[])
    }

    /// From the rest pose where it stands, or else from motion. Where there is motion, it tells how high the soles are.
    pub fn new(skeleton: &Skeleton, clips: &[Clip]) -> Result<Stance, RetargetError> {
        Stance::of(skeleton, &clips.iter().collect::<Vec<_>>())
    }

    /// The same, of clips that lie apart.
    pub fn of(skeleton: &Skeleton, clips: &[&Clip]) -> Result<Stance, RetargetError> {
        check(skeleton)?;
        let looks = Looks::new(skeleton, clips);
        let standing = match rest(skeleton) {
            Some(standing) => standing,
            None => looks.standing(skeleton)?.ok_or(RetargetError::NoStance)?,
        };
        let rotations = straightened(skeleton, standing);
        let heights = Side::BOTH.map(|side| {
            let rest = || rest_height(skeleton, &rotations, side);
            looks.ankle_height(skeleton, &rotations, side).or_else(rest)
        });
        // A person's feet are alike: one that only ever stands on its ball, as a boxer's rear one, shows no flat sole.
        let height = heights.into_iter().flatten().reduce(f32::min);
        let feet = Side::BOTH.map(|side| foot(skeleton, &rotations, side, height));
        let [left, right] = feet;
        let laid_out = fingers::laid_out(skeleton, &rotations);
        let usual = looks.usual(skeleton);
        Ok(Stance { rotations, laid_out, feet: [left?, right?], usual })
    }

    /// Of a character: its rest pose shows how it stands and where the soles of its mesh are, and its own clips how it holds itself. Without
    /// a rest pose that stands, the clips have to show all of it.
    pub fn of_character(skeleton: &Skeleton, clips: &[&Clip]) -> Result<Stance, RetargetError> {
        let Ok(stance) = Stance::at_rest(skeleton) else { return Stance::of(skeleton, clips) };
        Ok(Stance { usual: Looks::new(skeleton, clips).usual(skeleton), ..stance })
    }

    /// Where the joints are when the body stands so on the floor, above the origin.
    pub fn joints(&self, skeleton: &Skeleton) -> Vec<Transform> {
        let mut joints: Vec<Transform> =
            self.rotations.iter().map(|&rotation| Transform::new(rotation, Vec3::ZERO)).collect();
        place(skeleton, &mut joints);
        let at = |joints: &[Transform], role| at(skeleton, joints, role).unwrap_or(Vec3::ZERO);
        let soles = Side::BOTH.map(|side| at(&joints, side.leg()[2]).y - self.foot(side).height);
        let hips = at(&joints, Role::Hips);
        let shift = Vec3::new(-hips.x, -soles[0].min(soles[1]), -hips.z);
        joints.iter_mut().for_each(|joint| joint.translation += shift);
        joints
    }

    /// A joint's rotation in the world.
    pub(super) fn rotation(&self, joint: usize) -> Quat {
        self.rotations[joint]
    }

    /// Rotations in the world with hands laid out, where that can be done.
    pub(super) fn laid_out(&self) -> Option<&[Quat]> {
        self.laid_out.as_deref()
    }

    /// How the body usually holds each joint relative to its parent, where that is known.
    pub(super) fn usual(&self) -> Option<&[Quat]> {
        self.usual.as_deref()
    }

    /// Each joint's rotation relative to its parent.
    pub(super) fn locals(&self, skeleton: &Skeleton) -> Vec<Quat> {
        let parent = |joint| skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| self.rotations[parent]);
        (0..skeleton.len())
            .map(|joint| (parent(joint).conjugate() * self.rotations[joint]).normalize())
            .collect()
    }

    pub(super) fn foot(&self, side: Side) -> Foot {
        self.feet[side as usize]
    }
}

/// What every body needs.
fn check(skeleton: &Skeleton) -> Result<(), RetargetError> {
    skeleton.joint(Role::Hips)?;
    for side in Side::BOTH {
        let [hip, knee, ankle, _] = side.leg().map(|role| skeleton.joint(role));
        let (hip, knee, ankle) = (hip?, knee?, ankle?);
        let bones = [skeleton.chain_length(hip, knee), skeleton.chain_length(knee, ankle)];
        if bones.iter().any(|bone| bone.is_nan() || *bone <= 0.0) {
            return Err(RetargetError::NoLegs);
        }
    }
    Ok(())
}

/// Where a role's point is.
fn at(skeleton: &Skeleton, joints: &[Transform], role: Role) -> Option<Vec3> {
    Some(skeleton.roles().get(role)?.position(joints))
}

/// From between the hips to the highest part of the trunk that the body has a role for.
fn trunk(skeleton: &Skeleton, joints: &[Transform]) -> Option<Vec3> {
    let hips = 0.5 * (at(skeleton, joints, Role::LeftHip)? + at(skeleton, joints, Role::RightHip)?);
    let top = [Role::Head, Role::Neck, Role::Chest, Role::Spine].into_iter();
    (top.filter_map(|role| at(skeleton, joints, role)).next()? - hips).try_normalize()
}

/// The directions of a limb's two bones.
fn bones(skeleton: &Skeleton, joints: &[Transform], roles: [Role; 4]) -> Option<[Vec3; 2]> {
    let [a, b, c] = [roles[0], roles[1], roles[2]].map(|role| at(skeleton, joints, role));
    Some([(b? - a?).try_normalize()?, (c? - b?).try_normalize()?])
}

/// The rest pose, upright and facing +Z, if it is one of a standing person.
fn rest(skeleton: &Skeleton) -> Option<Vec<Quat>> {
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    world(skeleton, Pose::rest(skeleton).view(), &mut joints);
    let up = trunk(skeleton, &joints)?;
    let axes = [Vec3::Y, Vec3::Z, Vec3::X, -Vec3::Y, -Vec3::Z, -Vec3::X];
    let up = axes.into_iter().find(|axis| axis.angle_between(up) < UPRIGHT).unwrap_or(up);
    turn(&mut joints, Quat::from_rotation_arc(up, Vec3::Y));
    let ahead = facing(skeleton, &joints).ok()?;
    turn(&mut joints, yaw(-heading(ahead)));
    for side in Side::BOTH {
        let [thigh, shin] = bones(skeleton, &joints, side.leg())?;
        let apart =
            thigh.angle_between(-Vec3::Y).max(shin.angle_between(-Vec3::Y)).max(thigh.angle_between(shin));
        let arm = bones(skeleton, &joints, side.arm());
        let odd =
            |[upper, lower]: [Vec3; 2]| upper.angle_between(lower) > ELBOW_BEND || upper.z.abs() > ARM_AHEAD;
        if apart > LEG_SPREAD || arm.is_some_and(odd) {
            return None;
        }
    }
    Some(joints.into_iter().map(|joint| joint.rotation).collect())
}

fn turn(joints: &mut [Transform], by: Quat) {
    for joint in joints {
        *joint = Transform::new((by * joint.rotation).normalize(), by * joint.translation);
    }
}

/// Turns what is left of a stance: arms out to the sides, legs down, feet ahead.
fn straightened(skeleton: &Skeleton, standing: Vec<Quat>) -> Vec<Quat> {
    let mut joints: Vec<Transform> =
        standing.iter().map(|&rotation| Transform::new(rotation, Vec3::ZERO)).collect();
    place(skeleton, &mut joints);
    for side in Side::BOTH {
        let across = if side == Side::Left { Vec3::X } else { -Vec3::X };
        for (roles, along) in [(side.arm(), across), (side.leg(), -Vec3::Y)] {
            for pair in [[roles[0], roles[1]], [roles[1], roles[2]]] {
                let (Some(from), Some(to)) = (at(skeleton, &joints, pair[0]), at(skeleton, &joints, pair[1]))
                else {
                    continue;
                };
                let Some(bone) = (to - from).try_normalize() else { continue };
                turn_below(skeleton, &mut joints, pair[0], Quat::from_rotation_arc(bone, along));
            }
        }
        // A sole stays as level as it stood, so a foot turns about the vertical only.
        let [_, _, ankle, toe] = side.leg();
        let Ok(joint) = skeleton.joint(ankle) else { continue };
        let as_it_stood = standing[joint] * joints[joint].rotation.conjugate();
        turn_below(skeleton, &mut joints, ankle, as_it_stood);
        let (Some(heel), Some(ball)) = (at(skeleton, &joints, ankle), at(skeleton, &joints, toe)) else {
            continue;
        };
        let foot = Vec3::new(ball.x - heel.x, 0.0, ball.z - heel.z);
        if foot.length() > 0.0 {
            turn_below(skeleton, &mut joints, ankle, yaw(-heading(foot)));
        }
    }
    joints.into_iter().map(|joint| joint.rotation.normalize()).collect()
}

/// Turns a role's joint and all that hangs on it.
fn turn_below(skeleton: &Skeleton, joints: &mut [Transform], role: Role, by: Quat) {
    if let Ok(top) = skeleton.joint(role) {
        turn_joint(skeleton, joints, top, by);
    }
}

/// Turns a joint and all that hangs on it.
pub(super) fn turn_joint(skeleton: &Skeleton, joints: &mut [Transform], top: usize, by: Quat) {
    for (joint, turned) in joints.iter_mut().enumerate().skip(top) {
        if skeleton.ancestors(joint).any(|ancestor| ancestor == top) {
            turned.rotation = by * turned.rotation;
        }
    }
    place(skeleton, joints);
}

/// Puts joints of known rotations where their bones put them.
pub(super) fn place(skeleton: &Skeleton, joints: &mut [Transform]) {
    for joint in 1..joints.len() {
        if let Some(parent) = skeleton.parent(joint) {
            joints[joint].translation = joints[parent].point(skeleton.offsets()[joint]);
        }
    }
}

/// m. How high an ankle stands in a rest pose that stands on the floor, or else above the lowest of the foot.
fn rest_height(skeleton: &Skeleton, stance: &[Quat], side: Side) -> Option<f32> {
    let [_, _, ankle, toe] = side.leg();
    let (leg, joint) = (skeleton.leg_length().ok()?, skeleton.joint(ankle).ok()?);
    let within = |height: &f32| (ANKLE_HEIGHTS[0] * leg..=ANKLE_HEIGHTS[1] * leg).contains(height);
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    world(skeleton, Pose::rest(skeleton).view(), &mut joints);
    let upright = trunk(skeleton, &joints)?.y > 0.8;
    let height = joints[joint].translation.y;
    let toes = at(skeleton, &joints, toe).map_or(height, |toe| toe.y);
    if upright && within(&height) && toes > -ANKLE_HEIGHTS[0] * leg {
        return Some(height);
    }
    stance.iter().zip(&mut joints).for_each(|(&rotation, joint)| joint.rotation = rotation);
    place(skeleton, &mut joints);
    let tips = skeleton.ends().iter().filter(|end| skeleton.ancestors(end.joint).any(|above| above == joint));
    let tips = tips.map(|end| joints[end.joint].point(end.offset).y);
    let lowest = tips.chain(at(skeleton, &joints, toe).map(|toe| toe.y)).fold(f32::INFINITY, f32::min);
    Some(joints[joint].translation.y - lowest).filter(within)
}

/// A foot whose ankle stands so high.
fn foot(skeleton: &Skeleton, stance: &[Quat], side: Side, height: Option<f32>) -> Result<Foot, MissingRole> {
    let [_, _, ankle, toe] = side.leg();
    let joint = skeleton.joint(ankle)?;
    let leg = skeleton.leg_length()?;
    let height = height.unwrap_or(USUAL_ANKLE * leg);
    let mut joints: Vec<Transform> =
        stance.iter().map(|&rotation| Transform::new(rotation, Vec3::ZERO)).collect();
    place(skeleton, &mut joints);
    let toe = at(skeleton, &joints, toe).map(|toe| toe - joints[joint].translation);
    let usual = Vec3::new(0.0, -height, USUAL_FOOT * leg);
    // Feet point ahead in the stance; what is left to the side is how the bone lies in the foot.
    let ball = toe.filter(|toe| toe.z > 0.0).map_or(usual, |toe| Vec3::new(0.0, toe.y, toe.z));
    let own = stance[joint].conjugate();
    let heel = own * Vec3::new(0.0, -height, 0.0);
    let tread = own * Vec3::new(0.0, -height, ball.z);
    Ok(Foot { height, heel, ball: own * ball, ball_height: height + ball.y, tread })
}

/// Some moments of a body's motion: where its joints are, and a thirtieth of a second later.
struct Looks {
    moments: Vec<[Vec<Transform>; 2]>,
    /// s, between the two.
    apart: Vec<f32>,
}

impl Looks {
    fn new(skeleton: &Skeleton, clips: &[&Clip]) -> Looks {
        let frames: usize = clips.iter().map(|clip| clip.frames()).sum();
        let step = frames.div_ceil(LOOKED_AT).max(1);
        let (mut moments, mut apart) = (Vec::new(), Vec::new());
        let placed = |pose: PoseView<'_>| {
            let mut joints = vec![Transform::IDENTITY; skeleton.len()];
            world(skeleton, pose, &mut joints);
            joints
        };
        for clip in clips {
            let later = ((clip.rate() / 30.0).round() as usize).max(1);
            for frame in (0..clip.frames()).step_by(step) {
                let next = (frame + later).min(clip.frames() - 1);
                moments.push([placed(clip.frame(frame)), placed(clip.frame(next))]);
                apart.push((next - frame) as f32 / clip.rate());
            }
        }
        Looks { moments, apart }
    }

    /// How the body usually holds each joint relative to its parent.
    fn usual(&self, skeleton: &Skeleton) -> Option<Vec<Quat>> {
        habit::usual(skeleton, self.moments.iter().map(|[now, _]| now.as_slice()))
    }

    /// Each part of the body from the frame in which it is nearest to the stance.
    fn standing(&self, skeleton: &Skeleton) -> Result<Option<Vec<Quat>>, MissingRole> {
        let mut upright = Vec::with_capacity(self.moments.len());
        for [joints, _] in &self.moments {
            let mut joints = joints.clone();
            let ahead = facing(skeleton, &joints)?;
            turn(&mut joints, yaw(-heading(ahead)));
            upright.push(joints);
        }
        let trunk_cost = |joints: &[Transform]| {
            let lean = trunk(skeleton, joints).map_or(PI, |trunk| trunk.angle_between(Vec3::Y));
            let across = [(Role::LeftHip, Role::RightHip), (Role::LeftShoulder, Role::RightShoulder)];
            let off = across.into_iter().filter_map(|(left, right)| {
                let across = at(skeleton, joints, left)? - at(skeleton, joints, right)?;
                Some(across.try_normalize()?.angle_between(Vec3::X))
            });
            lean + off.sum::<f32>()
        };
        let leg_cost = |side: Side| {
            let low = self.lowest(skeleton, side);
            move |joints: &[Transform]| {
                let [thigh, shin] = bones(skeleton, joints, side.leg())?;
                let [_, _, ankle, toe] = side.leg().map(|role| at(skeleton, joints, role));
                let foot = ankle.zip(toe).map_or(Vec3::Z, |(ankle, toe)| toe - ankle);
                let ahead = Vec3::new(foot.x, 0.0, foot.z).try_normalize().unwrap_or(Vec3::Z);
                // A foot that is on the floor is flat, most of the time.
                let high = (ankle?.y - low).max(0.0) / skeleton.leg_length().ok()?;
                Some(
                    thigh.angle_between(-Vec3::Y)
                        + shin.angle_between(-Vec3::Y)
                        + 0.5 * ahead.angle_between(Vec3::Z)
                        + ABOVE_THE_FLOOR * high,
                )
            }
        };
        let arm_cost = |side: Side| {
            move |joints: &[Transform]| {
                let [upper, lower] = bones(skeleton, joints, side.arm())?;
                Some(upper.angle_between(lower) + upper.z.abs() + lower.z.abs())
            }
        };
        let best = |cost: &dyn Fn(&[Transform]) -> Option<f32>| {
            let costs = upright.iter().filter_map(|joints| Some((cost(joints)?, joints)));
            costs.min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let Some((cost, stands)) = best(&|joints| Some(trunk_cost(joints))) else { return Ok(None) };
        if cost > NOBODY_STANDS {
            return Ok(None);
        }
        let mut rotations: Vec<Quat> = stands.iter().map(|joint| joint.rotation).collect();
        let mut take = |role: Role, from: &[Transform]| {
            let Ok(top) = skeleton.joint(role) else { return };
            for joint in top..skeleton.len() {
                if skeleton.ancestors(joint).any(|ancestor| ancestor == top) {
                    rotations[joint] = from[joint].rotation;
                }
            }
        };
        for side in Side::BOTH {
            let Some((cost, stands)) = best(&leg_cost(side)) else { return Ok(None) };
            if cost > NOBODY_STANDS {
                return Ok(None);
            }
            take(side.leg()[0], stands);
            if let Some((_, hangs)) = best(&arm_cost(side)) {
                take(side.arm()[0], hangs);
            }
        }
        Ok(Some(rotations))
    }

    /// m. How low an ankle gets, but for a few frames.
    fn lowest(&self, skeleton: &Skeleton, side: Side) -> f32 {
        let heights = self.moments.iter().filter_map(|[now, _]| Some(at(skeleton, now, side.leg()[2])?.y));
        percentile(heights.collect(), 0.1)
    }

    /// m. How high an ankle is while its foot stands flat on the floor; none where it never does.
    fn ankle_height(&self, skeleton: &Skeleton, stance: &[Quat], side: Side) -> Option<f32> {
        let [_, _, ankle, toe] = side.leg();
        let joint = skeleton.joint(ankle).ok()?;
        let leg = skeleton.leg_length().ok()?;
        let up = stance[joint].conjugate() * Vec3::Y;
        let stands = |([now, later], apart): (&[Vec<Transform>; 2], &f32)| {
            let still = [ankle, toe].into_iter().all(|role| {
                let moved = at(skeleton, now, role).zip(at(skeleton, later, role));
                moved.is_none_or(|(a, b)| a.distance(b) < PLANTED * apart)
            });
            let level = (now[joint].rotation * up).angle_between(Vec3::Y) < FLAT;
            Some(now[joint].translation.y).filter(|_| still && level && *apart > 0.0)
        };
        let heights: Vec<f32> = self.moments.iter().zip(&self.apart).filter_map(stands).collect();
        if heights.len() < ENOUGH {
            return None;
        }
        // Feet that stand on something higher are left out by taking a low one.
        let height = percentile(heights, 0.25);
        (ANKLE_HEIGHTS[0] * leg..=ANKLE_HEIGHTS[1] * leg).contains(&height).then_some(height)
    }
}
