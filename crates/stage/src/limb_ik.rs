//! How a limb of two bones bends to bring its end to a place.

use footwork_motion::{PoseView, Transform, ik, kinematics};
use glam::{Quat, Vec3};

use crate::body::Joints;
use crate::rig::{Chain, Rig};

/// Share of its length up to which a limb stretches freely: at 0.985 a knee is bent by 20°, beyond which it snaps.
pub(crate) const FREE_STRETCH: f32 = 0.985;

/// m, how far a limb stretches freely: as far as it is stretched anyway, or nearly to its length.
pub(crate) fn free_stretch(root: Vec3, carried: Vec3, length: f32) -> f32 {
    (carried - root).length().max(FREE_STRETCH * length)
}

/// What a limb reaches of a target. Near full stretch a knee snaps: a hair's breadth more of distance is degrees of
/// bend. So beyond what is free, or what the played motion stretches anyway, the rest of its length is given
/// ever more slowly.
pub(crate) fn soft_reach(at: [Vec3; 3], target: Vec3, length: f32) -> Vec3 {
    let to_target = target - at[0];
    let wanted = to_target.length();
    let free = free_stretch(at[0], at[2], length);
    let over = wanted - free;
    if over <= 0.0 {
        return target;
    }
    let left = (length - free).max(1e-4);
    at[0] + to_target * ((free + left * over / (left + over)) / wanted)
}

/// m. A knee that sticks out by less is all but straight, and one that sticks out by more than the second knows where
/// it points.
pub(crate) const STRAIGHT: [f32; 2] = [0.02, 0.05];
/// m. A limb that is moved by this much has its middle joint where it belongs: it turns over some frames, not within one.
pub(crate) const MOVED: f32 = 0.02;

/// How far out a middle joint that is bent backwards swings on its way to the front, in times of how far it is behind: so
/// that it passes beside the leg.
pub(crate) const ROUND: f32 = 3.0;

/// How a limb of two bones turns so that its tip comes to a point within its reach, in the world. Upper and lower bone
/// turn in their own plane to the new distance, then the plane turns to the target.
///
/// Like [`ik::two_bone`] without a pole, in half the time, but for limbs that are all but straight, or bent the wrong
/// way by the noise of a recording: these turn about their own line, the more the further they are moved, until the
/// middle joint is where `pole` says. Otherwise a knee would flip over whenever its recording passes through straight.
pub(crate) fn two_bone(at: [Vec3; 3], target: Vec3, pole: Vec3) -> (Quat, Quat) {
    let (upper, lower, limb, to_target) = (at[1] - at[0], at[2] - at[1], at[2] - at[0], target - at[0]);
    let (a, b) = (upper.length_squared(), lower.length_squared());
    let (now, far) = (limb.length(), to_target.length());
    let along = upper.dot(limb) / now;
    let new_along = (a + far * far - b) / (2.0 * far);
    let new_aside = a - new_along * new_along;
    // A point out of reach is somebody else's concern.
    if !(new_aside > 0.0 && now > 1e-4 && far > 1e-4) {
        let bend = ik::two_bone(at[0], at[1], at[2], target, Some(pole));
        return (bend.upper, bend.lower);
    }
    let ahead = limb / now;
    let out = upper - ahead * along;
    let aside = out.length();
    let moved = ((target - at[2]).length() / MOVED).min(1.0);
    let out = if aside < STRAIGHT[1] {
        let straight = ((STRAIGHT[1] - aside) / (STRAIGHT[1] - STRAIGHT[0])).clamp(0.0, 1.0);
        toward_pole(out, ahead, pole, moved * straight)
    } else {
        out / aside
    };
    let new_upper = ahead * new_along + out * new_aside.sqrt();
    let new_lower = ahead * far - new_upper;
    let (a, b) = (1.0 / a.sqrt(), 1.0 / b.sqrt());
    let swing = arc(ahead, to_target / far);
    (swing * arc(upper * a, new_upper * a), swing * arc(lower * b, new_lower * b))
}

/// A direction square to `ahead`, a share of the way from where the middle joint sticks out to the pole. The less it
/// sticks out the less that counts, so that noise about a straight limb does not turn it over and back.
fn toward_pole(out: Vec3, ahead: Vec3, pole: Vec3, share: f32) -> Vec3 {
    let Some(front) = (pole - ahead * pole.dot(ahead)).try_normalize() else {
        return out.try_normalize().unwrap_or_else(|| ahead.any_orthonormal_vector());
    };
    // A knee that is bent backwards comes round by the side, and not through the leg.
    let behind = (-out.dot(front)).max(0.0);
    let side = ahead.cross(front) * (ROUND * behind * share * (1.0 - share));
    (out * (1.0 - share) + front * (STRAIGHT[1] * share) + side).try_normalize().unwrap_or(front)
}

/// The rotation from one unit vector to another, the short way.
#[inline]
fn arc(from: Vec3, to: Vec3) -> Quat {
    let (axis, w) = (from.cross(to), 1.0 + from.dot(to));
    let square = axis.length_squared() + w * w;
    if square < 1e-9 {
        // Opposite: no limb turns so far in a step.
        return Quat::from_rotation_arc(from, to);
    }
    let scale = 1.0 / square.sqrt();
    Quat::from_xyzw(axis.x * scale, axis.y * scale, axis.z * scale, w * scale)
}

/// rad/s. How fast an elbow or a knee swings at most, about the line from the limb's first joint to its last, where its end is
/// moved: at the 0.2 m by which they stick out that is 3 m/s. In people's blows the whole elbow reaches 8 m/s.
const FASTEST_SWIVEL: f32 = 15.0;

/// How far a middle joint may swing about the line from the first joint to the last.
pub(crate) struct Swivel {
    /// m, where first and middle joint were shown in the last step.
    before: [Vec3; 2],
    /// rad, at most in this step.
    most: f32,
}

/// m. A middle joint that sticks out by less swings without being seen to.
const SEEN: f32 = 0.03;

impl Swivel {
    /// What a limb may do in a step, after what was shown of it.
    pub fn new(before: &[Transform], chain: &Chain, step: f32) -> Swivel {
        let before = [0, 1].map(|joint| before[chain.joints[joint]].translation);
        Swivel { before, most: FASTEST_SWIVEL * step }
    }

    /// The turn about the limb's line that brings its middle joint back to where it may be; none where it may be where it is.
    pub fn back(&self, first: Vec3, middle: Vec3, last: Vec3) -> Option<Quat> {
        let axis = (last - first).try_normalize()?;
        let aside = |vector: Vec3| vector - axis * vector.dot(axis);
        let (was, is) = (aside(self.before[1] - self.before[0]), aside(middle - first));
        let (sizes, along) = (was.length_squared() * is.length_squared(), was.dot(is));
        // Nearly always it swings by less: the cosine's first terms tell, without an arc tangent.
        let little = along > 0.0 && along * along >= (1.0 - self.most * self.most) * sizes;
        if little || was.length_squared().min(is.length_squared()) < SEEN * SEEN {
            return None;
        }
        let angle = libm::atan2f(axis.dot(was.cross(is)), was.dot(is));
        let over = angle - angle.clamp(-self.most, self.most);
        Some(Quat::from_axis_angle(axis, -over))
    }
}

/// Bends a limb so that its last joint comes to a place with a rotation, and moves everything outwards along. Its middle joint
/// swings no further than it may.
pub(crate) fn bend(
    joints: &mut Joints<'_>,
    rig: &Rig,
    chain: &Chain,
    target: Transform,
    swivel: Option<Swivel>,
) {
    let world = &*joints.world;
    let at = chain.joints.map(|joint| world[joint].translation);
    let reached = soft_reach(at, target.translation, chain.reach);
    let pole = world[chain.joints[0]].rotation * chain.pole;
    let (mut turn_upper, mut turn_lower) = two_bone(at, reached, pole);
    let middle = at[0] + turn_upper * (at[1] - at[0]);
    if let Some(back) = swivel.and_then(|swivel| swivel.back(at[0], middle, reached)) {
        (turn_upper, turn_lower) = (back * turn_upper, back * turn_lower);
    }
    turn_bones(joints, rig, chain, [turn_upper, turn_lower], target.rotation);
}

/// Turns the two bones of a limb in the world and gives its last joint a rotation; everything outwards moves along.
pub(crate) fn turn_bones(
    joints: &mut Joints<'_>,
    rig: &Rig,
    chain: &Chain,
    [turn_upper, turn_lower]: [Quat; 2],
    last: Quat,
) {
    let world = &mut *joints.world;
    let [upper, lower, tip] = chain.joints;
    // Between the limb's joints there may be others, such as for twist, that move with the bone they are on.
    let above = chain.parents.map(|parent| parent.map_or(Quat::IDENTITY, |parent| world[parent].rotation));
    let [new_upper, new_lower] = [turn_upper * world[upper].rotation, turn_lower * world[lower].rotation];
    joints.rotations[upper] = above[0].conjugate() * new_upper;
    joints.rotations[lower] = (turn_upper * above[1]).conjugate() * new_lower;
    joints.rotations[tip] = (turn_lower * above[2]).conjugate() * last;
    let skeleton = rig.skeleton();
    if joints.translations.len() > 1 {
        // Bones that move against their parents are rare, and not worth a quicker way.
        let pose = PoseView { translations: joints.translations, rotations: joints.rotations };
        return kinematics::world(skeleton, pose, world);
    }
    world[upper].rotation = new_upper;
    for &(joint, parent) in &chain.below {
        let (joint, parent) = (joint as usize, world[parent as usize]);
        world[joint] = Transform {
            rotation: parent.rotation * joints.rotations[joint],
            translation: parent.point(skeleton.offsets()[joint]),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-1.0_f32..1.0).prop_map(Vec3::from)
    }

    proptest! {
        #[test]
        fn a_limb_bends_as_the_motion_crate_bends_it(root in point(), upper in point(), lower in point(), to in point()) {
            prop_assume!(upper.length() > 0.1 && lower.length() > 0.1 && to.length() > 0.1);
            prop_assume!(upper.cross(lower).length() > 0.01 && (upper + lower).length() > 0.1);
            prop_assume!((upper + lower).normalize().dot(to.normalize()) > -0.99);
            prop_assume!(to.length() < 0.99 * (upper.length() + lower.length()));
            prop_assume!(to.length() > 1.01 * (upper.length() - lower.length()).abs());
            let at = [root, root + upper, root + upper + lower];
            prop_assume!(upper.cross(lower).length() / (upper + lower).length() > STRAIGHT[1]);
            let (a, b) = two_bone(at, root + to, Vec3::Z);
            let wanted = ik::two_bone(at[0], at[1], at[2], root + to, None);
            prop_assert!((a * upper - wanted.upper * upper).length() < 2e-3, "{a} {}", wanted.upper);
            prop_assert!(((a * upper + b * lower) - to).length() < 1e-3);
            prop_assert!(a.dot(wanted.upper).abs() > 0.9999 && b.dot(wanted.lower).abs() > 0.9999);
        }
    }

    #[test]
    fn a_knee_that_is_bent_the_wrong_way_comes_round_as_the_foot_is_moved() {
        let at = [Vec3::Y, Vec3::new(0.0, 0.5, -0.01), Vec3::ZERO];
        let mut last = at[1];
        for step in 0..=100 {
            let target = Vec3::new(0.0, 0.001 * step as f32, 0.0);
            let (upper, lower) = two_bone(at, target, Vec3::Z);
            let knee = at[0] + upper * (at[1] - at[0]);
            let foot = knee + lower * (at[2] - at[1]);
            assert!((foot - target).length() < 1e-3);
            assert!((knee - last).length() < 0.03, "{knee} after {last}");
            last = knee;
        }
        assert!(last.z > 0.1, "{last}");
    }

    #[test]
    fn a_limb_gives_its_last_length_ever_more_slowly_and_never_more_than_it_has() {
        let at = [Vec3::ZERO, Vec3::new(0.1, -0.4, 0.0), Vec3::new(0.0, -0.7, 0.0)];
        let mut last = 0.0;
        for far in [0.5, 0.78, 0.79, 0.8, 0.85, 1.0, 5.0] {
            let reached = soft_reach(at, Vec3::new(0.0, -far, 0.0), 0.8).length();
            assert!(reached > last && reached < 0.8 + 1e-6 && reached <= far + 1e-6, "{far}: {reached}");
            last = reached;
        }
    }

    #[test]
    fn a_middle_joint_swings_no_further_than_it_may_and_the_ends_stay() {
        let (first, last) = (Vec3::Y, Vec3::new(0.0, 0.6, 0.0));
        let at = |angle: f32| Vec3::new(0.2 * libm::cosf(angle), 0.8, 0.2 * libm::sinf(angle));
        let swivel = Swivel { before: [first, at(0.0)], most: 0.25 };
        for (asked, allowed) in [(0.1, 0.1), (-0.2, -0.2), (1.0, 0.25), (-3.0, -0.25), (3.1, 0.25)] {
            let turn = swivel.back(first, at(asked), last).unwrap_or_default();
            let middle = first + turn * (at(asked) - first);
            assert!((middle - at(allowed)).length() < 1e-4, "{asked}: {middle}");
            assert!((turn * (last - first) - (last - first)).length() < 1e-6);
        }
        // One that hardly sticks out is left alone.
        let straight = Swivel { before: [first, Vec3::new(0.01, 0.8, 0.0)], most: 0.25 };
        assert_eq!(straight.back(first, at(3.0), last), None);
    }
}
