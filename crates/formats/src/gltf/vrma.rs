//! Motion as a VRM animation (`.vrma`): a glTF file without a mesh whose nodes are the parts of a person by VRM's names, so
//! that any VRM character can perform it.
//!
//! VRM wants a T-pose that faces +Z, and every other bone's motion as what it turns away from that. The stance that
//! retargeting goes through is just this, so nodes are written without rotations and keys are turns from the stance in the
//! world. Bones that VRM has no name for (more spine joints, twists) are left out: what they do is in those below them.
//! Fingers, faces and gaze are not written.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, MissingRole, Role, Side, Skeleton, Stance, Transform, kinematics};
use serde_json::{Value, json};

use super::container;
use super::write::WriteFault;

/// A bone of VRM: its name, the joint that plays it, and the bone it hangs on.
struct Bone {
    name: &'static str,
    joint: usize,
    parent: Option<usize>,
}

/// Writes one clip as a VRM animation. The body needs hips, a spine, a head, arms and legs; `stance` says how it stands.
pub fn write_vrma(skeleton: &Skeleton, stance: &Stance, clip: &Clip) -> Result<Vec<u8>, WriteFault> {
    let fits = clip.joints() == skeleton.len()
        && clip.frame(0).translations.len() == skeleton.translated_joints().len();
    if !fits {
        return Err(WriteFault::OtherSkeleton { character: "person".into(), clip: clip.name.clone() });
    }
    let bones = bones(skeleton)?;
    let stands = stance.joints(skeleton);
    let mut motion = Motion { binary: Vec::new(), views: Vec::new(), accessors: Vec::new() };
    let animation = motion.animation(skeleton, clip, &bones, &stands);
    let nodes: Vec<Value> = bones
        .iter()
        .enumerate()
        .map(|(at, bone)| {
            let above = bone.parent.map_or(Vec3::ZERO, |parent| stands[bones[parent].joint].translation);
            let place = stands[bone.joint].translation - above;
            let children: Vec<usize> =
                (at + 1..bones.len()).filter(|&child| bones[child].parent == Some(at)).collect();
            let mut node = json!({ "name": bone.name, "translation": place.to_array() });
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            node
        })
        .collect();
    let human: serde_json::Map<String, Value> = bones
        .iter()
        .enumerate()
        .map(|(node, bone)| (bone.name.to_string(), json!({ "node": node })))
        .collect();
    let whole = json!({
        "asset": { "version": "2.0", "generator": "Footwork" },
        "extensionsUsed": ["VRMC_vrm_animation"],
        "extensions": { "VRMC_vrm_animation": { "specVersion": "1.0", "humanoid": { "humanBones": human } } },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": nodes,
        "animations": [animation],
        "accessors": motion.accessors,
        "bufferViews": motion.views,
        "buffers": [{ "byteLength": motion.binary.len() }],
    });
    let text = serde_json::to_vec(&whole).map_err(|error| WriteFault::Json(error.to_string()))?;
    let mut out = container::before_binary(text, motion.binary.len()).ok_or(WriteFault::TooLarge)?;
    out.append(&mut motion.binary);
    Ok(out)
}

/// The bones of a body, parents before children. The first is the hips.
fn bones(skeleton: &Skeleton) -> Result<Vec<Bone>, MissingRole> {
    let mut bones: Vec<Bone> = Vec::new();
    // A joint plays one bone; a neck that is the head is no neck.
    let mut add = |name: &'static str, joint: usize, parent: Option<usize>| -> Option<usize> {
        let free = bones.iter().all(|bone| bone.joint != joint);
        free.then(|| {
            bones.push(Bone { name, joint, parent });
            bones.len() - 1
        })
    };
    let hips = skeleton.joint(Role::Hips)?;
    let mut chest = add("hips", hips, None);
    let trunk =
        between(skeleton, hips, skeleton.joint(Role::Chest).or_else(|_| skeleton.joint(Role::Spine))?);
    let named: &[(&'static str, usize)] = match trunk[..] {
        [] => return Err(MissingRole(Role::Spine)),
        [one] => &[("spine", one)],
        [one, two] => &[("spine", one), ("chest", two)],
        [one, .., last] => &[("spine", one), ("chest", trunk[trunk.len() / 2]), ("upperChest", last)],
    };
    for &(name, joint) in named {
        chest = add(name, joint, chest).or(chest);
    }
    let (head, neck) = (skeleton.joint(Role::Head)?, skeleton.joint(Role::Neck));
    let neck = neck.ok().filter(|&neck| neck != head).and_then(|neck| add("neck", neck, chest));
    add("head", head, neck.or(chest));
    for side in Side::BOTH {
        let names = match side {
            Side::Left => ["leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand"],
            Side::Right => ["rightShoulder", "rightUpperArm", "rightLowerArm", "rightHand"],
        };
        let [upper, lower, hand, _] = side.arm();
        let top = skeleton.joint(upper)?;
        let collar = skeleton
            .parent(top)
            .filter(|&joint| trunk.last().is_some_and(|&chest| below(skeleton, joint, chest)));
        let mut parent = collar.and_then(|collar| add(names[0], collar, chest)).or(chest);
        for (name, role) in names[1..].iter().zip([upper, lower, hand]) {
            parent = add(name, skeleton.joint(role)?, parent).or(parent);
        }
        let names = match side {
            Side::Left => ["leftUpperLeg", "leftLowerLeg", "leftFoot"],
            Side::Right => ["rightUpperLeg", "rightLowerLeg", "rightFoot"],
        };
        let [upper, lower, foot, toe] = side.leg();
        let mut parent = Some(0);
        for (name, role) in names.into_iter().zip([upper, lower, foot]) {
            parent = add(name, skeleton.joint(role)?, parent).or(parent);
        }
        let toes = skeleton.roles().get(toe).filter(|site| site.offset == Vec3::ZERO);
        if let Some(toes) = toes {
            add(if side == Side::Left { "leftToes" } else { "rightToes" }, toes.joint, parent);
        }
    }
    Ok(bones)
}

fn below(skeleton: &Skeleton, joint: usize, above: usize) -> bool {
    joint != above && skeleton.ancestors(joint).any(|ancestor| ancestor == above)
}

/// The joints below one down to another, without the first; none where the other is not below it.
fn between(skeleton: &Skeleton, upper: usize, lower: usize) -> Vec<usize> {
    if !below(skeleton, lower, upper) {
        return Vec::new();
    }
    let mut joints: Vec<usize> = skeleton.ancestors(lower).take_while(|&joint| joint != upper).collect();
    joints.reverse();
    joints
}

struct Motion {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Motion {
    fn accessor(&mut self, kind: &str, parts: usize, values: &[f32]) -> usize {
        self.views
            .push(json!({ "buffer": 0, "byteOffset": self.binary.len(), "byteLength": 4 * values.len() }));
        self.binary.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        let view = self.views.len() - 1;
        let count = values.len() / parts;
        let mut accessor = json!({ "bufferView": view, "componentType": 5126, "count": count, "type": kind });
        if let (1, Some(first), Some(last)) = (parts, values.first(), values.last()) {
            accessor["min"] = json!([first]);
            accessor["max"] = json!([last]);
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn animation(&mut self, skeleton: &Skeleton, clip: &Clip, bones: &[Bone], stands: &[Transform]) -> Value {
        let rate = f64::from(clip.rate());
        let times: Vec<f32> = (0..clip.frames()).map(|frame| (frame as f64 / rate) as f32).collect();
        let input = self.accessor("SCALAR", 1, &times);
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        let mut places = Vec::with_capacity(3 * clip.frames());
        let mut turns: Vec<Vec<f32>> = vec![Vec::with_capacity(4 * clip.frames()); bones.len()];
        let mut last = vec![Quat::IDENTITY; bones.len()];
        for frame in 0..clip.frames() {
            kinematics::world(skeleton, clip.frame(frame), &mut world);
            places.extend(world[bones[0].joint].translation.to_array());
            let turned = |joint: usize| world[joint].rotation * stands[joint].rotation.conjugate();
            for (at, bone) in bones.iter().enumerate() {
                let above = bone.parent.map_or(Quat::IDENTITY, |parent| turned(bones[parent].joint));
                let own = super::write::sound(above.conjugate() * turned(bone.joint));
                last[at] = if own.dot(last[at]) < 0.0 { -own } else { own };
                turns[at].extend(last[at].to_array());
            }
        }
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        let mut channel = |node: usize, path: &str, output: usize| {
            channels.push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        };
        let output = self.accessor("VEC3", 3, &places);
        channel(0, "translation", output);
        for (node, turns) in turns.iter().enumerate() {
            let output = self.accessor("VEC4", 4, turns);
            channel(node, "rotation", output);
        }
        json!({ "name": clip.name, "channels": channels, "samplers": samplers })
    }
}
