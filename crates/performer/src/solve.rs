//! From a posture to joint rotations.
//!
//! The spine shares the chest's turn, neck and head share the gaze, and limbs are bent by two-bone IK with hinges that
//! stay where they are in a limb: an elbow bends about the upper arm's own axis, a knee about the thigh's.

use footwork_motion::glam::{Mat3, Quat, Vec3};
use footwork_motion::{Pose, Side, Skeleton};

use crate::body::{FOREARM, SHIN, THIGH, UPPER_ARM, joint};
use crate::posture::{Foot, Hand, Posture, Turn, about};

/// How spine, spine 1 and chest share the trunk's turn.
const SPINE: [f32; 3] = [0.3, 0.35, 0.35];
/// The neck's share of what the head turns against the chest.
const NECK: f32 = 0.45;
/// A leg is never straighter than this share of its length, nor an arm.
const STRETCH: f32 = 0.999;

/// Makes a pose of a posture.
pub fn solve(skeleton: &Skeleton, posture: &Posture, pose: &mut Pose) {
    let hips = posture.hips.rotation();
    pose.translations[0] = posture.pelvis;
    pose.rotations[joint::HIPS] = hips;

    let mut chest = hips;
    for (nth, share) in SPINE.into_iter().enumerate() {
        let number = joint::SPINE + nth;
        let Turn { yaw, pitch, roll } = posture.chest;
        let turn = Turn::new(yaw * share, pitch * share, roll * share).rotation();
        pose.rotations[number] = turn;
        chest *= turn;
    }

    let head = posture.gaze.rotation();
    let against = chest.conjugate() * head;
    let neck = Quat::IDENTITY.slerp(against, NECK);
    pose.rotations[joint::NECK] = neck;
    pose.rotations[joint::HEAD] = (neck.conjugate() * against).normalize();

    for (side, hand) in Side::BOTH.into_iter().zip(&posture.hands) {
        arm(skeleton, side, hand, pose);
    }
    for (side, foot) in Side::BOTH.into_iter().zip(&posture.feet) {
        leg(side, foot, hips, posture, pose);
    }
}

/// How a limb of two bones bends: where its middle joint is, seen from its root, and which way that sticks out.
struct Bent {
    middle: Vec3,
    out: Vec3,
}

fn bend(reach: Vec3, upper: f32, lower: f32, pole: Vec3) -> Bent {
    let ahead = reach.normalize_or(Vec3::NEG_Y);
    // The least first: where one bone is far shorter than the other, folded up is longer than the stretch allows.
    let folded = (upper - lower).abs() + 1e-3;
    let distance = reach.length().max(folded).min(((upper + lower) * STRETCH).max(folded));
    let out = (pole - ahead * pole.dot(ahead)).normalize_or(ahead.any_orthonormal_vector());
    let along = (upper * upper + distance * distance - lower * lower) / (2.0 * distance);
    let aside = (upper * upper - along * along).max(0.0).sqrt();
    Bent { middle: ahead * along + out * aside, out }
}

/// The collar bone gives way to a hand that reaches up or ahead.
fn shrug(side: f32, wrist: Vec3) -> Quat {
    let reach = wrist / (UPPER_ARM + FOREARM);
    let forward = 0.3 * (reach.z - 0.25).clamp(0.0, 1.0) - 0.12 * (-reach.z - 0.2).clamp(0.0, 1.0);
    let across = 0.2 * (-reach.x * side).clamp(0.0, 1.0);
    let up = 0.45 * (reach.y + 0.15).clamp(0.0, 1.2);
    about(1, -side * (forward + across)) * about(2, side * up)
}

fn arm(skeleton: &Skeleton, side: Side, hand: &Hand, pose: &mut Pose) {
    let first = if side == Side::Left { joint::LEFT_ARM } else { joint::RIGHT_ARM };
    let x = if side == Side::Left { 1.0 } else { -1.0 };
    let offset = |number: usize| skeleton.offsets()[first + number];
    // Where the shoulder would be without a shrug: hands are given from there.
    let shoulder_at_rest = offset(0) + offset(1);
    let collar = shrug(x, hand.wrist);
    let shoulder = offset(0) + collar * offset(1);
    let reach = shoulder_at_rest + hand.wrist - shoulder;
    let bent = bend(reach, UPPER_ARM, FOREARM, hand.elbow);
    let along = bent.middle.normalize_or(Vec3::X * x);
    // Bones lie along X; the forearm bends to the upper arm's Z, away from where the elbow points.
    let crease = -(bent.out - along * bent.out.dot(along)).normalize_or(along.any_orthonormal_vector());
    let upper = frame(along * x, crease);
    let lower_along = (reach - bent.middle).normalize_or(along);
    // Both bones share the hinge, however far it is bent.
    let hinge = crease.cross(along * x);
    let lower = frame(lower_along * x, (lower_along * x).cross(hinge)) * about(0, -hand.pronation);
    pose.rotations[first] = collar;
    pose.rotations[first + 1] = (collar.conjugate() * upper).normalize();
    pose.rotations[first + 2] = (upper.conjugate() * lower).normalize();
    pose.rotations[first + 3] = about(2, -hand.flexion * x);
    pose.rotations[first + 4] = about(2, -hand.curl * x);
}

/// The rotation whose X and Z are as given.
fn frame(x: Vec3, z: Vec3) -> Quat {
    Quat::from_mat3(&Mat3::from_cols(x, z.cross(x), z)).normalize()
}

fn leg(side: Side, foot: &Foot, hips: Quat, posture: &Posture, pose: &mut Pose) {
    let first = if side == Side::Left { joint::LEFT_LEG } else { joint::RIGHT_LEG };
    let [thigh, shin] = leg_bones(posture, usize::from(side == Side::Right));
    pose.rotations[first] = (hips.conjugate() * thigh).normalize();
    pose.rotations[first + 1] = (thigh.conjugate() * shin).normalize();
    pose.rotations[first + 2] = (shin.conjugate() * foot.turn.rotation()).normalize();
    pose.rotations[first + 3] = about(0, -foot.toes);
}

/// How thigh and shin of a leg (0 left, 1 right) are turned in the world.
pub fn leg_bones(posture: &Posture, side: usize) -> [Quat; 2] {
    let (hips, foot) = (posture.hips.rotation(), posture.feet[side].turn.rotation());
    let reach = posture.feet[side].ankle - posture.hip(side);
    let ahead = reach.normalize_or(Vec3::NEG_Y);
    // A knee points between where the foot and where the pelvis would point if the leg hung straight below them or
    // stood straight above.
    let carried = |by: Quat| Quat::from_rotation_arc(by * Vec3::NEG_Y, ahead) * by * Vec3::Z;
    let bent = bend(reach, THIGH, SHIN, carried(foot) + 0.6 * carried(hips));
    let along = -bent.middle.normalize_or(Vec3::NEG_Y);
    let ahead = (bent.out - along * bent.out.dot(along)).normalize_or(Vec3::Z);
    let thigh = Quat::from_mat3(&Mat3::from_cols(along.cross(ahead), along, ahead)).normalize();
    let shin_along = -(reach - bent.middle).normalize_or(-along);
    // Both bones share the hinge, however far it is bent.
    let hinge = along.cross(ahead);
    let shin = Quat::from_mat3(&Mat3::from_cols(hinge, shin_along, hinge.cross(shin_along))).normalize();
    [thigh, shin]
}

/// m. From hip to ankle, with a little bend left in the knee.
pub const LONGEST_LEG: f32 = 0.989 * (THIGH + SHIN);

/// How high the pelvis may be for the legs to reach the feet that stand; as high as it likes if none does.
pub fn highest_pelvis(posture: &Posture, stands: [bool; 2]) -> f32 {
    highest_with(posture, stands, LONGEST_LEG)
}

/// The same for legs of some length from hip to ankle.
pub fn highest_with(posture: &Posture, stands: [bool; 2], longest: f32) -> f32 {
    let mut highest = f32::INFINITY;
    for side in (0..2).filter(|&side| stands[side]) {
        let ankle = posture.feet[side].ankle;
        let hip = posture.hip(side) - posture.pelvis;
        let (dx, dz) = (ankle.x - posture.pelvis.x - hip.x, ankle.z - posture.pelvis.z - hip.z);
        let rise = (longest * longest - dx * dx - dz * dz).max(0.0).sqrt();
        highest = highest.min(ankle.y + rise - hip.y);
    }
    highest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bone_ten_thousand_times_shorter_than_the_other_bends_as_well() {
        for (upper, lower) in [(0.4, 4e-5), (4e-5, 0.4), (0.0, 0.0)] {
            let bent = bend(Vec3::new(0.1, -0.2, 0.0), upper, lower, Vec3::Z);
            assert!(bent.middle.is_finite() && bent.out.is_finite(), "{upper} m and {lower} m");
        }
    }
}
