//! VRM: characters and animations whose file says which node is which part of a person, so that nothing is guessed.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Site, Skeleton};
use serde_json::Value;

use super::plan::Plan;

/// What VRM calls the joints that play a role. Where several names stand for one role, the last one that a file has plays
/// it: `upperChest` is optional, and where it is there, the arms hang on it.
const NAMES: [(&str, Role); 22] = [
    ("hips", Role::Hips),
    ("spine", Role::Spine),
    ("chest", Role::Chest),
    ("upperChest", Role::Chest),
    ("neck", Role::Neck),
    ("head", Role::Head),
    ("leftUpperArm", Role::LeftShoulder),
    ("leftLowerArm", Role::LeftElbow),
    ("leftHand", Role::LeftWrist),
    ("leftMiddleProximal", Role::LeftHand),
    ("rightUpperArm", Role::RightShoulder),
    ("rightLowerArm", Role::RightElbow),
    ("rightHand", Role::RightWrist),
    ("rightMiddleProximal", Role::RightHand),
    ("leftUpperLeg", Role::LeftHip),
    ("leftLowerLeg", Role::LeftKnee),
    ("leftFoot", Role::LeftAnkle),
    ("leftToes", Role::LeftToe),
    ("rightUpperLeg", Role::RightHip),
    ("rightLowerLeg", Role::RightKnee),
    ("rightFoot", Role::RightAnkle),
    ("rightToes", Role::RightToe),
];

/// Each limb and the trunk from the hips outwards: what VRM demands of a file's hierarchy.
const CHAINS: [&[Role]; 5] = [
    &[Role::Hips, Role::Spine, Role::Chest, Role::Neck, Role::Head],
    &[Role::Hips, Role::Spine, Role::LeftShoulder, Role::LeftElbow, Role::LeftWrist, Role::LeftHand],
    &[Role::Hips, Role::Spine, Role::RightShoulder, Role::RightElbow, Role::RightWrist, Role::RightHand],
    &[Role::Hips, Role::LeftHip, Role::LeftKnee, Role::LeftAnkle, Role::LeftToe],
    &[Role::Hips, Role::RightHip, Role::RightKnee, Role::RightAnkle, Role::RightToe],
];

/// Gives a body the roles that the file names. Nodes that are none of its joints are another's. A map that contradicts the hierarchy
/// is not followed: roles stay as they are found without it.
pub(super) fn name_roles(
    extensions: &Value,
    plan: &Plan,
    skeleton: &mut Skeleton,
    warnings: &mut Vec<String>,
) {
    let mut named = [None; Role::ALL.len()];
    for (name, role) in NAMES {
        let Some(node) = node(extensions, name) else { continue };
        if let Some(joint) = plan.joints.iter().position(|&joint| joint == node) {
            named[role as usize] = Some(joint);
        }
    }
    for chain in CHAINS {
        let mut joints = chain.iter().filter_map(|role| Some((role, named[*role as usize]?)));
        let Some(mut above) = joints.next() else { continue };
        for below in joints {
            if below.1 == above.1 || !skeleton.ancestors(below.1).any(|joint| joint == above.1) {
                warnings.push(format!(
                    "its VRM map says that {:?} is the {} and {:?} the {}, but the one is not below the other: the map was not \
                     followed, and what is what was found without it",
                    skeleton.name(above.1),
                    above.0,
                    skeleton.name(below.1),
                    below.0
                ));
                return;
            }
            above = below;
        }
    }
    for (role, joint) in Role::ALL.into_iter().zip(named) {
        if let Some(joint) = joint {
            skeleton.roles_mut().set(role, Site { joint, offset: Vec3::ZERO });
        }
    }
}

/// The node that a file calls so: VRM 1 and its animations have a table, VRM 0 has a list.
fn node(extensions: &Value, name: &str) -> Option<usize> {
    let table = |extension: &str| {
        extensions.get(extension)?.get("humanoid")?.get("humanBones")?.get(name)?.get("node")
    };
    let list = || {
        let bones = extensions.get("VRM")?.get("humanoid")?.get("humanBones")?.as_array()?;
        bones.iter().find(|bone| bone.get("bone").and_then(Value::as_str) == Some(name))?.get("node")
    };
    let node = table("VRMC_vrm").or_else(|| table("VRMC_vrm_animation")).or_else(list)?;
    node.as_u64().and_then(|node| usize::try_from(node).ok())
}
