//! Palms: how a hand turns to what it holds.
//!
//! Most of it is the forearm's turn about its own length, which people share between elbow and wrist; what is left the wrist bends.
//! How far both go is people's (American Academy of Orthopaedic Surgeons): 80 degrees either way for the forearm, 60 for the wrist.

use footwork_motion::pose::nlerp;
use footwork_motion::{PoseView, kinematics};
use glam::{Quat, Vec3};

use crate::arms::FOLDED;
use crate::body::Joints;
use crate::limb_ik::free_stretch;
use crate::rig::{Chain, Rig};

/// rad. How far a forearm turns from how it is played, and how far a hand is bent from the line of its forearm.
const FOREARM: f32 = 1.4;
const WRIST: f32 = 1.05;
/// Share of a palm's direction that must be across the forearm for its turn to mean anything.
const ACROSS: f32 = 0.3;
/// What the forearm's own joint does of the turn; the wrist does the rest.
const SHARED: f32 = 0.5;

/// m. A palm that would have the arm reach this much further than it does is not turned at all; in between, less and less, so that
/// nothing leaps where an arm comes to its end.
const GIVES_UP: f32 = 0.03;

/// Turns the palm at the end of an arm to a direction, by a share from 0 to 1, as far as wrist and forearm go, and as far as the arm
/// then still brings the hand to where it is to be. The hand moves about the wrist.
pub(crate) fn turn(joints: &mut Joints<'_>, rig: &Rig, arm: &Chain, to: Vec3, direction: Vec3, share: f32) {
    let (Some(direction), true) = (direction.try_normalize(), share > 0.0) else { return };
    let [shoulder, elbow, wrist] = arm.joints.map(|joint| joints.world[joint]);
    let Some(along) = (wrist.translation - elbow.translation).try_normalize() else { return };
    let across = |vector: Vec3| vector - along * vector.dot(along);
    let palm = wrist.rotation * arm.palm;
    let (now, wanted) = (across(palm), across(direction));
    let mut twist = 0.0;
    if now.length() > ACROSS && wanted.length() > ACROSS {
        twist = libm::atan2f(along.dot(now.cross(wanted)), now.dot(wanted)).clamp(-FOREARM, FOREARM);
    }
    let about = |radians: f32| {
        let (sin, cos) = (libm::sinf(0.5 * radians), libm::cosf(0.5 * radians));
        Quat::from_xyzw(along.x * sin, along.y * sin, along.z * sin, cos)
    };
    let reaches = arm.tip.position(joints.world) - wrist.translation;
    let turned = |share: f32| {
        let hand = about(share * twist);
        let bent = bend(hand * palm, direction, hand * reaches, along);
        (about(SHARED * share * twist), nlerp(Quat::IDENTITY, bent, share) * hand)
    };
    // A hand that points elsewhere has its wrist elsewhere, which the arm has to reach.
    let far = |share: f32| (to - turned(share).1 * reaches - shoulder.translation).length();
    let (now, then) = (far(0.0), far(share));
    let most = free_stretch(shoulder.translation, wrist.translation, arm.reach).max(now);
    let least = (FOLDED * arm.reach).min(now);
    let over = (then - most).max(least - then).max(0.0);
    let share = share * (1.0 - over / GIVES_UP).max(0.0);
    let (forearm, hand) = turned(share);
    // What lies between the joints of an arm moves with the bone that it is on.
    let above =
        |joint: usize| arm.parents[joint].map_or(Quat::IDENTITY, |parent| joints.world[parent].rotation);
    let (of_elbow, of_wrist) = (above(1), above(2));
    joints.rotations[arm.joints[1]] = (of_elbow.conjugate() * forearm * elbow.rotation).normalize();
    joints.rotations[arm.joints[2]] = ((forearm * of_wrist).conjugate() * hand * wrist.rotation).normalize();
    let pose = PoseView { rotations: joints.rotations, translations: joints.translations };
    kinematics::world(rig.skeleton(), pose, joints.world);
}

/// The turn of a hand from where its palm faces to where it is to, as far as the wrist bends.
fn bend(palm: Vec3, direction: Vec3, hand: Vec3, along: Vec3) -> Quat {
    let whole = Quat::from_rotation_arc(palm.normalize_or(direction), direction);
    let Some(hand) = hand.try_normalize() else { return whole };
    let off = |turn: Quat| libm::acosf((turn * hand).dot(along).clamp(-1.0, 1.0));
    // A hand that is bent further already stays as it is.
    let most = WRIST.max(off(Quat::IDENTITY));
    let over = off(whole) - most;
    if over <= 0.0 {
        return whole;
    }
    let angle = 2.0 * libm::acosf(whole.w.abs().min(1.0));
    nlerp(Quat::IDENTITY, whole, ((angle - over) / angle.max(1e-3)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrist_bends_no_further_than_people_s() {
        let (hand, along) = (Vec3::X, Vec3::X);
        for degrees in [20.0_f32, 50.0, 100.0, 170.0] {
            let direction = Quat::from_rotation_z(degrees.to_radians()) * Vec3::NEG_Y;
            let bent = bend(Vec3::NEG_Y, direction, hand, along);
            let off = (bent * hand).angle_between(along);
            assert!(off <= WRIST + 0.02, "{degrees}: {}", off.to_degrees());
            if degrees < 60.0 {
                assert!((bent * Vec3::NEG_Y).distance(direction) < 1e-3, "{degrees}");
            }
        }
    }
}
