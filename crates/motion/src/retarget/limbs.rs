//! Legs that put feet where the source's are, and arms that keep hands where they are on the own body.
//!
//! Both bend a limb of two bones by the law of cosines. Bones are turned along the shortest arc from where rotations
//! alone put them, so that a small correction never twists a limb.

use glam::{Quat, Vec3};

use super::follow::Follow;
use super::stance::{Foot, Stance};
use crate::role::{MissingRole, Role, Side};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// A limb is never stretched further than this share of its length: at full stretch a knee snaps.
const STRETCH: f32 = 0.9995;
/// Share of the leg. A knee that is less than this from the line through hip and ankle is drawn ahead, so that noise does not bend
/// it sideways; one that is further stays on its side.
const AHEAD: f32 = 0.02;
/// Share of the leg. An ankle that is moved by less leaves the knee on the side where it is.
const HARDLY_MOVED: f32 = 0.01;
/// Share of the leg, above the floor. A foot this high is no longer planted.
const OFF_THE_FLOOR: f32 = 0.08;
/// Share of the arm. A wrist this near to the head or the other wrist is on it; half as far again, it is free.
const ON_THE_BODY: f32 = 0.25;
/// rad. An arm whose bones have other proportions is turned no further toward where the source's wrist is: 9.5°.
const MOST_AIMED: f32 = 0.166;
/// Shares of the arm between which a wrist that comes nearer to the shoulder stops saying where the arm points.
const FOLDED: [f32; 2] = [0.4, 0.6];
/// rad. Bones of an arm turn no further for a hand's place on the own body: 7°, so that arms still point where the source's do.
const MOST_TURNED: f32 = 0.122;
/// Rounds in which a hand's weight and its place settle.
const ROUNDS: usize = 6;

/// One leg of both bodies.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    /// Hip, knee and ankle.
    pub source: [usize; 3],
    pub target: [usize; 3],
    pub source_foot: Foot,
    pub target_foot: Foot,
    /// Ahead of the knee, in the source's thigh.
    ahead: Vec3,
    /// m, of the source.
    length: f32,
    /// The target's joints that turn with the thigh, and with the shin.
    thigh: Vec<usize>,
    shin: Vec<usize>,
}

impl Leg {
    pub fn new(
        side: Side,
        (from, from_stance): (&Skeleton, &Stance),
        (to, to_stance): (&Skeleton, &Stance),
        follows: &[Option<Follow>],
    ) -> Result<Leg, MissingRole> {
        let [hip, knee, ankle, _] = side.leg();
        let joints = |body: &Skeleton| Ok([body.joint(hip)?, body.joint(knee)?, body.joint(ankle)?]);
        let (source, target) = (joints(from)?, joints(to)?);
        let [thigh, shin] = segments(to, target, follows);
        Ok(Leg {
            source,
            target,
            source_foot: from_stance.foot(side),
            target_foot: to_stance.foot(side),
            ahead: from_stance.rotation(source[0]).conjugate() * Vec3::Z,
            length: from.chain_length(source[0], source[2]),
            thigh,
            shin,
        })
    }

    /// Where the target's ankle has to be: the ball of the foot above the source's, and the sole as far from the floor.
    pub fn ankle(&self, source: &[Transform], scale: Vec3, joints: &[Transform]) -> Vec3 {
        let ball = scale * source[self.source[2]].point(self.source_foot.ball);
        let foot = Transform::new(joints[self.target[2]].rotation, Vec3::ZERO);
        let own_ball = foot.rotation * self.target_foot.ball;
        let height = scale.y * self.clearance(source) - self.target_foot.clearance(&foot);
        Vec3::new(ball.x - own_ball.x, height, ball.z - own_ball.z)
    }

    /// m. How high the lowest point of the source's sole is above the floor.
    fn clearance(&self, source: &[Transform]) -> f32 {
        self.source_foot.recorded_clearance(&source[self.source[2]])
    }

    /// 1 for a foot on the floor, 0 for one in the air, and between the two where it comes or goes.
    pub fn planted(&self, source: &[Transform]) -> f32 {
        1.0 - (self.clearance(source) / (OFF_THE_FLOOR * self.length)).clamp(0.0, 1.0)
    }

    /// m. How much the body, shifted, would have to come down for the ankle to be reached.
    pub fn out_of_reach(&self, joints: &[Transform], shift: Vec3, ankle: Vec3) -> f32 {
        let [hip, knee, own] = self.target.map(|joint| joints[joint].translation);
        let reach = STRETCH * (hip.distance(knee) + knee.distance(own));
        let away = hip + shift - ankle;
        let aside = away.x * away.x + away.z * away.z;
        // What is too far aside is not reached by coming down.
        if aside >= reach * reach { 0.0 } else { (away.y - (reach * reach - aside).sqrt()).max(0.0) }
    }

    /// Bends the leg so that the ankle comes to its place; the foot keeps its rotation.
    pub fn bend(&self, source: &[Transform], scale: f32, ankle: Vec3, joints: &mut [Transform]) {
        let [hip, knee, own] = self.target.map(|joint| joints[joint].translation);
        let ahead = source[self.source[0]].rotation * self.ahead;
        let length = scale * self.length;
        let moved = (ankle.distance(own) / (HARDLY_MOVED * length)).min(1.0);
        let out = aside([hip, knee, own]);
        let pole = out + moved * (AHEAD * length - out.length()).max(0.0) * ahead;
        let [upper, lower] = bent([hip, knee, own], ankle, pole);
        self.thigh.iter().for_each(|&joint| joints[joint].rotation = upper * joints[joint].rotation);
        self.shin.iter().for_each(|&joint| joints[joint].rotation = lower * joints[joint].rotation);
    }
}

/// One arm of both bodies.
#[derive(Clone, Debug)]
pub(super) struct Arm {
    /// Shoulder, elbow and wrist.
    source: [usize; 3],
    target: [usize; 3],
    /// m. Within which a wrist is on something, of the source and of the target.
    near: [f32; 2],
    /// Joints that the hand can be on, of the source and of the target: the head, and the other wrist.
    head: Option<[usize; 2]>,
    wrist: Option<[usize; 2]>,
    /// 1/m. One over the arm's length, of the source and of the target.
    per_length: [f32; 2],
    /// The target's joints from below the shoulder to the wrist.
    chain: Vec<usize>,
    upper: Vec<usize>,
    fore: Vec<usize>,
    /// The shoulder's joint and all that hangs on it.
    pub below: Vec<usize>,
}

impl Arm {
    pub fn new(side: Side, from: &Skeleton, to: &Skeleton, follows: &[Option<Follow>]) -> Option<Arm> {
        let [shoulder, elbow, wrist, _] = side.arm();
        let joints = |body: &Skeleton| {
            Some([body.joint(shoulder).ok()?, body.joint(elbow).ok()?, body.joint(wrist).ok()?])
        };
        let (source, target) = (joints(from)?, joints(to)?);
        let other = if side == Side::Left { Side::Right } else { Side::Left };
        let part = |role: Role| Some([from.joint(role).ok()?, to.joint(role).ok()?]);
        let [upper, fore] = segments(to, target, follows);
        let below = (target[0]..to.len())
            .filter(|&joint| to.ancestors(joint).any(|above| above == target[0]))
            .collect();
        let lengths = [from.chain_length(source[0], source[2]), to.chain_length(target[0], target[2])];
        let near = lengths.map(|length| ON_THE_BODY * length);
        let (head, wrist) = (part(Role::Head), part(other.arm()[2]));
        let per_length = lengths.map(|length| 1.0 / length);
        let mut chain: Vec<usize> = to.ancestors(target[2]).take_while(|&above| above != target[0]).collect();
        chain.reverse();
        Some(Arm { source, target, near, head, wrist, per_length, chain, upper, fore, below })
            .filter(|_| lengths.iter().all(|length| *length > 0.0))
    }

    /// Turns the arm half of the way to where it points by its wrist, as the source's does. Bones that point as the source's put
    /// the wrist of an arm with a longer or shorter forearm elsewhere: that way bones and wrist are each half as far
    /// off, and motion comes back as it went. Joints have rotations and no places yet.
    pub fn aim(&self, source: &[Transform], to: &Skeleton, joints: &mut [Transform]) {
        let there = source[self.source[2]].translation - source[self.source[0]].translation;
        let bone = |&joint: &usize| joints[to.parent(joint).unwrap_or(0)].rotation * to.offsets()[joint];
        let here: Vec3 = self.chain.iter().map(bone).sum();
        let [far, own_far] = [there.length(), here.length()];
        let out = 0.5 * (far * self.per_length[0] + own_far * self.per_length[1]);
        let weight = ((out - FOLDED[0]) / (FOLDED[1] - FOLDED[0])).clamp(0.0, 1.0);
        let across = here.cross(there);
        let sine = across.length() / (far * own_far).max(f32::MIN_POSITIVE);
        // Behind each other, or as good as in line: there is nothing to be gained.
        if weight == 0.0 || sine < 1e-4 || here.dot(there) <= 0.0 {
            return;
        }
        let angle = (weight * 0.5 * libm::asinf(sine.min(1.0))).min(MOST_AIMED);
        let (sin, cos) = libm::sincosf(0.5 * angle);
        let axis = across / across.length() * sin;
        self.turn([Quat::from_xyzw(axis.x, axis.y, axis.z, cos); 2], joints);
    }

    /// m. How far the hand has to be moved to be where the source's is relative to what it is on. Hands on each other meet half
    /// way; those at the head are on each other by that already.
    pub fn correction(&self, source: &[Transform], scale: f32, joints: &[Transform]) -> Vec3 {
        let [(head, at_head), (wrist, at_wrist)] = [self.head, self.wrist]
            .map(|part| part.map_or((Vec3::ZERO, 0.0), |part| self.relation(part, source, scale, joints)));
        at_head * head + 0.5 * (1.0 - at_head) * at_wrist * wrist
    }

    /// m. How far the hand is from where the source's is relative to a part of the body, and from 0 to 1, whether it is on that
    /// part. That is judged half way between how the source's hand lies and how the moved one does: seen from the other
    /// body the same hand is then on it as much, and motion comes back as it went.
    fn relation(
        &self,
        [part, own_part]: [usize; 2],
        source: &[Transform],
        scale: f32,
        joints: &[Transform],
    ) -> (Vec3, f32) {
        let there = scale * (source[self.source[2]].translation - source[part].translation);
        let here = joints[self.target[2]].translation - joints[own_part].translation;
        let near = 0.5 * (scale * self.near[0] + self.near[1]);
        let (off, middle) = (there - here, 0.5 * (there + here));
        let on = |place: Vec3| (3.0 - 2.0 * place.length() / near).clamp(0.0, 1.0);
        let mut weight = on(middle);
        for _ in 0..if weight > 0.0 { ROUNDS } else { 0 } {
            weight = on(middle + 0.5 * weight * off);
        }
        (off, weight)
    }

    /// Bends the arm so that the wrist is moved; the hand keeps its rotation.
    pub fn bend(&self, by: Vec3, joints: &mut [Transform]) {
        self.turn(self.bent(by, joints), joints);
    }

    /// The same as far as its bones may turn.
    pub fn bend_a_little(&self, by: Vec3, joints: &mut [Transform]) {
        let bent = self.bent(by, joints);
        // The sine of half the angle, which is as good as that itself for angles so small.
        let half = bent.map(|turn| (1.0 - turn.w * turn.w).max(0.0).sqrt());
        let share = 0.5 * MOST_TURNED / half[0].max(half[1]).max(f32::MIN_POSITIVE);
        self.turn(if share < 1.0 { self.bent(share * by, joints) } else { bent }, joints);
    }

    fn bent(&self, by: Vec3, joints: &[Transform]) -> [Quat; 2] {
        let own = self.target.map(|joint| joints[joint].translation);
        bent(own, own[2] + by, aside(own))
    }

    fn turn(&self, [upper, lower]: [Quat; 2], joints: &mut [Transform]) {
        self.upper.iter().for_each(|&joint| joints[joint].rotation = upper * joints[joint].rotation);
        self.fore.iter().for_each(|&joint| joints[joint].rotation = lower * joints[joint].rotation);
    }
}

/// The joints that follow something and turn with the upper bone of a limb, and those with the lower one.
fn segments(body: &Skeleton, limb: [usize; 3], follows: &[Option<Follow>]) -> [Vec<usize>; 2] {
    let below = |joint: usize, top: usize| body.ancestors(joint).any(|ancestor| ancestor == top);
    let between = |top: usize, end: usize| {
        (top..body.len())
            .filter(|&joint| follows[joint].is_some() && below(joint, top) && !below(joint, end))
            .collect()
    };
    [between(limb[0], limb[1]), between(limb[1], limb[2])]
}

/// How far the middle joint of a limb is from the line through its ends.
fn aside([root, middle, tip]: [Vec3; 3]) -> Vec3 {
    let Some(along) = (tip - root).try_normalize() else { return middle - root };
    let upper = middle - root;
    upper - along * upper.dot(along)
}

/// How the two bones of a limb turn in the world so that its tip comes to `target`, with the middle joint on the side of
/// `pole`, or where it is if that says nothing.
fn bent(limb: [Vec3; 3], target: Vec3, pole: Vec3) -> [Quat; 2] {
    let [root, middle, tip] = limb;
    let (upper, lower) = (middle - root, tip - middle);
    let (a, b) = (upper.length(), lower.length());
    let Some(ahead) = (target - root).try_normalize() else { return [Quat::IDENTITY; 2] };
    let folded = (a - b).abs();
    let distance =
        target.distance(root).clamp(folded, (STRETCH * (a + b)).max(folded)).max(f32::MIN_POSITIVE);
    let side = |v: Vec3| (v - ahead * v.dot(ahead)).try_normalize();
    let out = side(pole).or_else(|| side(aside(limb))).unwrap_or_else(|| ahead.any_orthonormal_vector());
    // The law of cosines, at the root.
    let along = (a * a + distance * distance - b * b) / (2.0 * distance);
    let new_upper = ahead * along + out * (a * a - along * along).max(0.0).sqrt();
    let new_lower = ahead * distance - new_upper;
    [arc(upper, new_upper), arc(lower, new_lower)]
}

/// The shortest turn from one bone's direction to another's.
pub(super) fn arc(from: Vec3, to: Vec3) -> Quat {
    match (from.try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => Quat::from_rotation_arc(from, to),
        _ => Quat::IDENTITY,
    }
}
