//! Motion into a character's own file: its mesh, skin, materials and whatever else is in it stay as they are; its
//! animations are replaced.
//!
//! The JSON is kept as it is, extensions included, and only what concerns animations is changed. All buffers, and
//! pictures that lie beside the file, go into the binary chunk, so that the result is one file. A body's joints were made
//! rigid, scaled and turned when they were read (`body`, `normalize`); `nodes` undoes the same for every key.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Transform};
use serde_json::{Value, json};

use super::buffer::{self, Buffers};
use super::nodes::Nodes;
use super::tree::Local;
use super::{container, document};
use crate::fault::Fault;
use crate::import::Body;

/// A GLB file with the character of another file, its mesh included, that performs `clips`. `character` is the body that
/// was read from it, the one of that number; the clips are made for its skeleton. `outside` gives files beside it.
pub fn write_with_mesh(
    file: &[u8],
    outside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    (number, character): (usize, &Body),
    clips: &[Clip],
) -> Result<Vec<u8>, Fault> {
    let (json, binary) = container::open(file)?;
    let document = document::parse(json)?;
    let mut whole: Value =
        serde_json::from_slice(json).map_err(|error| Fault::part("JSON", error.to_string()))?;
    let nodes = Nodes::of(&document, (file, binary), outside, (number, character))?;
    let buffers = Buffers::new(&document, file, binary, outside);
    let mut pack = Pack { bytes: gather(&mut whole, &buffers)?, whole: &mut whole };
    embed_pictures(&mut pack, outside)?;
    let mut animations = Vec::with_capacity(clips.len());
    for clip in clips {
        let fits = clip.joints() == nodes.bones().len() && clip.joints() == character.skeleton.len();
        if !fits {
            return Err(Fault::Other(format!("clip {:?} was not made for this character", clip.name)));
        }
        animations.push(pack.animation(clip, character, &nodes));
    }
    let mut bytes = pack.bytes;
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    whole["animations"] = Value::Array(animations);
    for bone in nodes.bones() {
        as_parts(&mut whole["nodes"][bone.node], &bone.local);
    }
    whole["buffers"][0] = json!({ "byteLength": bytes.len() });
    let text = serde_json::to_vec(&whole).map_err(|error| Fault::part("JSON", error.to_string()))?;
    let head = container::before_binary(text, bytes.len());
    let mut out =
        head.ok_or_else(|| Fault::Other("the motion does not fit a GLB file, which holds 4 GiB".into()))?;
    out.append(&mut bytes);
    Ok(out)
}

/// Puts all buffers one after the other, and makes their views see them there. A buffer without bytes of its own, as
/// compressed files have for readers that cannot unpack them, stays a buffer.
fn gather(whole: &mut Value, buffers: &Buffers<'_>) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let mut kept = vec![json!({})];
    let mut places = Vec::new();
    let count = whole["buffers"].as_array().map_or(0, Vec::len);
    for index in 0..count {
        let old = &whole["buffers"][index];
        if old.get("uri").is_none() && index > 0 {
            places.push((kept.len(), 0));
            kept.push(old.clone());
            continue;
        }
        // Numbers of any type begin at multiples of their size.
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        places.push((0, bytes.len()));
        bytes.extend_from_slice(buffers.buffer(index, "a character's mesh")?);
    }
    let moved = |view: &mut Value| {
        let Some((buffer, start)) = view["buffer"].as_u64().and_then(|index| places.get(index as usize))
        else {
            return;
        };
        let offset = view.get("byteOffset").and_then(Value::as_u64).unwrap_or(0);
        view["buffer"] = json!(buffer);
        view["byteOffset"] = json!(offset + *start as u64);
    };
    for view in whole.get_mut("bufferViews").and_then(Value::as_array_mut).into_iter().flatten() {
        if !view.is_object() {
            continue;
        }
        moved(view);
        // Compressed views name a buffer of their own.
        let packed = view.get_mut("extensions").and_then(Value::as_object_mut);
        for extension in
            packed.into_iter().flat_map(|all| all.values_mut()).filter(|one| one.get("buffer").is_some())
        {
            moved(extension);
        }
    }
    whole["buffers"] = Value::Array(kept);
    Ok(bytes)
}

/// Takes pictures that lie beside the file into it.
fn embed_pictures(
    pack: &mut Pack<'_>,
    outside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<(), Fault> {
    let count = pack.whole.get("images").and_then(Value::as_array).map_or(0, Vec::len);
    for index in 0..count {
        let Some(uri) = pack.whole["images"][index].get("uri").and_then(Value::as_str).map(str::to_owned)
        else {
            continue;
        };
        if uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            continue;
        }
        let place = format!("images[{index}].uri");
        let path = buffer::safe_path(&uri).map_err(|what| Fault::part(&place, what))?;
        let picture = outside(&path).map_err(|what| Fault::part(&place, format!("{path:?}: {what}")))?;
        let kind = if picture.starts_with(b"\x89PNG") { "image/png" } else { "image/jpeg" };
        let view = pack.view(&picture);
        if let Some(image) = pack.whole["images"][index].as_object_mut() {
            image.remove("uri");
            image.insert("bufferView".into(), json!(view));
            image.insert("mimeType".into(), json!(kind));
        }
    }
    Ok(())
}

/// A node's place as translation, rotation and scale: a matrix cannot be animated.
fn as_parts(node: &mut Value, local: &Local) {
    let Some(node) = node.as_object_mut().filter(|node| node.contains_key("matrix")) else { return };
    node.remove("matrix");
    node.insert("translation".into(), json!(local.translation.to_array()));
    node.insert("rotation".into(), json!(local.rotation.to_array()));
    node.insert("scale".into(), json!(Vec3::splat(local.scale).to_array()));
}

struct Pack<'a> {
    bytes: Vec<u8>,
    whole: &'a mut Value,
}

impl Pack<'_> {
    fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        self.bytes.extend_from_slice(bytes);
        self.push("bufferViews", view)
    }

    fn push(&mut self, list: &str, item: Value) -> usize {
        if !self.whole[list].is_array() {
            self.whole[list] = json!([]);
        }
        let items = self.whole[list].as_array_mut();
        items.map_or(0, |items| {
            items.push(item);
            items.len() - 1
        })
    }

    fn accessor(&mut self, kind: &str, parts: usize, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes);
        let mut accessor =
            json!({ "bufferView": view, "componentType": 5126, "count": values.len() / parts, "type": kind });
        if let (1, Some(first), Some(last)) = (parts, values.first(), values.last()) {
            accessor["min"] = json!([first]);
            accessor["max"] = json!([last]);
        }
        self.push("accessors", accessor)
    }

    fn animation(&mut self, clip: &Clip, character: &Body, nodes: &Nodes) -> Value {
        let rate = f64::from(clip.rate());
        let times: Vec<f32> = (0..clip.frames()).map(|frame| (frame as f64 / rate) as f32).collect();
        let input = self.accessor("SCALAR", 1, &times);
        let start = self.accessor("SCALAR", 1, &times[..1]);
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        let mut channel = |node: usize, path: &str, input: usize, output: usize| {
            channels.push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        };
        for (joint, bone) in nodes.bones().iter().enumerate() {
            let keys = keys(clip, character, nodes, joint);
            let rotations: Vec<f32> = keys.iter().flat_map(|key| key.rotation.to_array()).collect();
            let output = self.accessor("VEC4", 4, &rotations);
            channel(bone.node, "rotation", input, output);
            let moves = character.skeleton.translated_joints().any(|slot| slot == joint);
            let first = keys[0].translation;
            if moves {
                let places: Vec<f32> = keys.iter().flat_map(|key| key.translation.to_array()).collect();
                let output = self.accessor("VEC3", 3, &places);
                channel(bone.node, "translation", input, output);
            } else if first.distance(bone.local.translation) > 1e-4 * first.length() {
                // The file's own animations put this joint elsewhere than its node says.
                let output = self.accessor("VEC3", 3, &first.to_array());
                channel(bone.node, "translation", start, output);
            }
        }
        json!({ "name": clip.name, "channels": channels, "samplers": samplers })
    }
}

/// A joint's node in every frame, in the file's own unit and axes.
fn keys(clip: &Clip, character: &Body, nodes: &Nodes, joint: usize) -> Vec<Transform> {
    let skeleton = &character.skeleton;
    let slot = skeleton.translated_joints().position(|slot| slot == joint);
    let mut last = Quat::IDENTITY;
    let keys = (0..clip.frames()).map(|frame| {
        let pose = clip.frame(frame);
        let place: Vec3 = slot.map_or(skeleton.offsets()[joint], |slot| pose.translations[slot]);
        let key = nodes.local(joint, Transform { rotation: pose.rotations[joint], translation: place });
        last = if key.rotation.dot(last) < 0.0 { -key.rotation } else { key.rotation };
        Transform { rotation: last, ..key }
    });
    keys.collect()
}
