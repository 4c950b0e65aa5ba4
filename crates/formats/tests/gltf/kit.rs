//! Small glTF files made by hand.

use footwork_formats::{Fault, Raw, gltf};
use footwork_motion::glam::Vec3;
use footwork_motion::{Clip, Skeleton, WorldClip};
use serde_json::{Value, json};

/// A file in the making: its JSON may be bent out of shape before it is read.
pub struct File {
    pub json: Value,
    pub binary: Vec<u8>,
}

impl File {
    /// Nodes with these children, and nothing else.
    pub fn with_nodes(nodes: Value) -> File {
        let json = json!({
            "asset": { "version": "2.0" }, "nodes": nodes, "animations": [],
            "accessors": [], "bufferViews": [], "buffers": [{ "byteLength": 0 }],
        });
        File { json, binary: Vec::new() }
    }

    /// Three skinned joints, a metre apart. Over two seconds at ten frames a second the hips walk 2 m along X, and
    /// the spine bends by a radian around Z.
    pub fn chain() -> File {
        let mut file = File::with_nodes(json!([
            { "name": "Hips", "children": [1], "translation": [0, 1, 0] },
            { "name": "Spine", "children": [2], "translation": [0, 1, 0] },
            { "name": "Head", "translation": [0, 1, 0] },
        ]));
        file.skin(&[0, 1, 2]);
        let times: Vec<f32> = (0..21).map(|key| key as f32 / 10.0).collect();
        let rotations: Vec<f32> = times.iter().flat_map(|t| turn_z(t / 2.0)).collect();
        let translations: Vec<f32> = times.iter().flat_map(|&t| [t, 1.0, 0.0]).collect();
        file.animate(1, "rotation", "LINEAR", &times, &rotations);
        file.animate(0, "translation", "LINEAR", &times, &translations);
        file
    }

    pub fn skin(&mut self, joints: &[usize]) {
        self.list("skins").push(json!({ "joints": joints }));
    }

    /// Adds a channel to the first animation.
    pub fn animate(&mut self, node: usize, path: &str, interpolation: &str, times: &[f32], values: &[f32]) {
        self.animate_in(0, node, path, interpolation, times, values);
    }

    /// Adds a channel to an animation, or to a new one.
    pub fn animate_in(
        &mut self,
        animation: usize,
        node: usize,
        path: &str,
        interpolation: &str,
        times: &[f32],
        values: &[f32],
    ) {
        let input = self.floats("SCALAR", times);
        let output = self.floats(if path == "rotation" { "VEC4" } else { "VEC3" }, values);
        let animations = self.list("animations");
        if animations.len() == animation {
            animations.push(json!({ "channels": [], "samplers": [] }));
        }
        let samplers = animations[animation]["samplers"].as_array_mut().unwrap();
        let sampler = samplers.len();
        samplers.push(json!({ "input": input, "output": output, "interpolation": interpolation }));
        let channels = animations[animation]["channels"].as_array_mut().unwrap();
        channels.push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
    }

    /// Adds an accessor of floats.
    pub fn floats(&mut self, shape: &str, values: &[f32]) -> usize {
        let view = self.view(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
        let size = match shape {
            "SCALAR" => 1,
            "VEC3" => 3,
            _ => 4,
        };
        let accessors = self.list("accessors");
        accessors.push(json!({
            "bufferView": view, "componentType": 5126, "type": shape, "count": values.len() / size,
        }));
        accessors.len() - 1
    }

    /// Adds a view of new bytes.
    pub fn view(&mut self, bytes: &[u8]) -> usize {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let offset = self.binary.len();
        self.binary.extend_from_slice(bytes);
        self.json["buffers"][0]["byteLength"] = json!(self.binary.len());
        let views = self.list("bufferViews");
        views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }));
        views.len() - 1
    }

    pub fn list(&mut self, name: &str) -> &mut Vec<Value> {
        if self.json[name].is_null() {
            self.json[name] = json!([]);
        }
        self.json[name].as_array_mut().unwrap()
    }

    /// Changes a value by its JSON pointer, or adds it to an object.
    pub fn set(mut self, pointer: &str, value: Value) -> File {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = self.json.pointer_mut(parent).unwrap();
        match key.parse::<usize>() {
            Ok(index) => parent[index] = value,
            Err(_) => parent[key] = value,
        }
        self
    }

    pub fn glb(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec(&self.json).unwrap();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut binary = self.binary.clone();
        binary.resize(binary.len().next_multiple_of(4), 0);
        let length = 28 + json.len() + binary.len();
        let mut out = b"glTF\x02\0\0\0".to_vec();
        out.extend((length as u32).to_le_bytes());
        for (kind, content) in [(b"JSON", json), (b"BIN\0", binary)] {
            out.extend((content.len() as u32).to_le_bytes());
            out.extend(kind);
            out.extend(content);
        }
        out
    }

    pub fn read(&self) -> Result<Raw, Fault> {
        read(&self.glb())
    }

    /// The place and the reason that reading gives.
    pub fn fault(&self) -> (String, String) {
        match self.read() {
            Err(Fault::Part { place, what }) => (place, what),
            other => panic!("expected a faulty part, found {other:?}"),
        }
    }
}

/// Reads a file that has nothing beside it.
pub fn read(bytes: &[u8]) -> Result<Raw, Fault> {
    gltf::read(bytes, &|path| panic!("asked for {path:?}"))
}

/// A rotation around Z, as glTF stores it.
pub fn turn_z(angle: f32) -> [f32; 4] {
    [0.0, 0.0, (angle / 2.0).sin(), (angle / 2.0).cos()]
}

/// Where a joint is in a frame.
pub fn position(skeleton: &Skeleton, clip: &Clip, frame: usize, joint: &str) -> Vec3 {
    WorldClip::new(skeleton, clip).position(frame, skeleton.find(joint).unwrap())
}

#[track_caller]
pub fn assert_near(a: Vec3, b: Vec3) {
    assert!(a.distance(b) < 1e-5, "{a} is not {b}");
}
