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

/// Gives a body the roles that the file names. Nodes that are none of its joints are another's.
pub(super) fn name_roles(extensions: &Value, plan: &Plan, skeleton: &mut Skeleton) {
    for (name, role) in NAMES {
        let Some(node) = node(extensions, name) else { continue };
        let Some(joint) = plan.joints.iter().position(|&joint| joint == node) else { continue };
        skeleton.roles_mut().set(role, Site { joint, offset: Vec3::ZERO });
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
