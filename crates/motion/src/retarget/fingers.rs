//! Fingers: which joint is which bone of which finger, and a stance in which all hands are alike.
//!
//! Rigs name fingers in their own ways and rest with them curled, spread or straight. Joints below a wrist are understood by
//! their names and counted outwards, without what lies in the palm. In the common stance palms face down, the four fingers
//! point along the hand and the thumb between ahead and along it, so that a turn away from it bends another rig's finger as
//! much. That is done where both bodies show how the palm lies: by the first joints of an index and a little finger.

use glam::{Quat, Vec3};

use super::stance::{place, turn_joint};
use crate::role::Side;
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// Which finger: 0 is the thumb, 4 the little finger.
const THUMB: u8 = 0;
const INDEX: u8 = 1;
const LITTLE: u8 = 4;

/// A bone of a finger: whose, which finger's, and which from the palm outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Phalanx {
    pub side: Side,
    pub finger: u8,
    pub bone: u8,
}

/// For each joint, which bone of a finger it is, if any.
pub(super) fn phalanges(body: &Skeleton) -> Vec<Option<Phalanx>> {
    let mut found = vec![None; body.len()];
    for side in Side::BOTH {
        let Ok(wrist) = body.joint(side.arm()[2]) else { continue };
        for joint in wrist + 1..body.len() {
            let Some(finger) = finger(body.name(joint)) else { continue };
            let above: Vec<usize> =
                body.ancestors(joint).skip(1).take_while(|&above| above != wrist).collect();
            if !body.ancestors(joint).any(|above| above == wrist) {
                continue;
            }
            let same =
                |&&above: &&usize| found[above].is_some_and(|phalanx: Phalanx| phalanx.finger == finger);
            let bone = above.iter().filter(same).count() as u8;
            found[joint] = Some(Phalanx { side, finger, bone });
        }
    }
    found
}

/// The finger that a name speaks of; none for what lies in the palm.
fn finger(name: &str) -> Option<u8> {
    let name = name.rsplit([':', '|']).next().unwrap_or(name).to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&["carpal", "palm", "inhand", "twist", "ctrl", "_ik"]) {
        return None;
    }
    let words: [&[&str]; 5] = [
        &["thumb", "親指"],
        &["index", "人指", "人差指"],
        &["middle", "mid", "中指"],
        &["ring", "薬指"],
        &["pinky", "pinkie", "little", "小指"],
    ];
    if let Some(finger) = words.iter().position(|words| says(words)) {
        return Some(finger as u8);
    }
    // Biped counts them, the thumb first: `Bip01 L Finger0`, `Finger01`, `Finger2`.
    let number = name.split("finger").nth(1)?.chars().next()?.to_digit(10)?;
    u8::try_from(number).ok().filter(|&number| number <= LITTLE)
}

/// The stance with hands laid out, where the body shows how its palms lie; none where it does not.
pub(super) fn laid_out(body: &Skeleton, stance: &[Quat]) -> Option<Vec<Quat>> {
    let phalanges = phalanges(body);
    let of = |side: Side, finger: u8, bone: u8| {
        phalanges.iter().position(|&one| one == Some(Phalanx { side, finger, bone }))
    };
    let mut joints: Vec<Transform> =
        stance.iter().map(|&rotation| Transform::new(rotation, Vec3::ZERO)).collect();
    place(body, &mut joints);
    for side in Side::BOTH {
        let wrist = body.joint(side.arm()[2]).ok()?;
        let (index, little) = (of(side, INDEX, 0)?, of(side, LITTLE, 0)?);
        let at = |joints: &[Transform], joint: usize| joints[joint].translation;
        let knuckles = 0.5 * (at(&joints, index) + at(&joints, little));
        let along = (knuckles - at(&joints, wrist)).try_normalize()?;
        let aside = |v: Vec3| (v - along * v.dot(along)).try_normalize();
        // From the little finger to the index is ahead where palms face down.
        let (across, ahead) = (aside(at(&joints, index) - at(&joints, little))?, aside(Vec3::Z)?);
        let twist = across.cross(ahead).dot(along).atan2(across.dot(ahead));
        turn_joint(body, &mut joints, wrist, Quat::from_axis_angle(along, twist));
        for finger in THUMB..=LITTLE {
            let direction = if finger == THUMB { (along + ahead).normalize() } else { along };
            for bone in 0..u8::MAX {
                let Some(joint) = of(side, finger, bone) else { break };
                // A last bone whose end is not known goes on as it rests.
                let end = of(side, finger, bone + 1).map(|next| at(&joints, next)).or_else(|| {
                    let end = body.ends().iter().find(|end| end.joint == joint)?;
                    Some(joints[joint].point(end.offset))
                });
                let Some(own) = end.and_then(|end| (end - at(&joints, joint)).try_normalize()) else { break };
                turn_joint(body, &mut joints, joint, Quat::from_rotation_arc(own, direction));
            }
        }
    }
    Some(joints.into_iter().map(|joint| joint.rotation.normalize()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_are_known_by_the_names_of_many_rigs() {
        for (name, expected) in [
            ("mixamorig:LeftHandThumb1", Some(0)),
            ("J_Bip_L_Index2", Some(1)),
            ("DEF-f_middle.01.L", Some(2)),
            ("DEF-palm.02.L", None),
            ("ring_03_r", Some(3)),
            ("index_metacarpal_l", None),
            ("LeftInHandIndex", None),
            ("leftLittleProximal", Some(4)),
            ("Bip01 L Finger0", Some(0)),
            ("Bip01 R Finger21", Some(2)),
            ("左人指１", Some(1)),
            ("右親指２", Some(0)),
            ("lthumb", Some(0)),
            ("lfingers", None),
            ("LeftFingerBase", None),
            ("LeftHand", None),
        ] {
            assert_eq!(finger(name), expected, "{name}");
        }
    }
}
