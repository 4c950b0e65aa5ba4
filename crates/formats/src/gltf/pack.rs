//! Numbers into the binary chunk, and the views and accessors that describe them.

use std::io::{self, Write};

use footwork_motion::glam::{Mat4, Quat, Vec3};
use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Buffer, Target, View};
use gltf_json::validation::{Checked, USize64};
use gltf_json::{Accessor, Index, Root, Value};

/// A document, and its one buffer, which is written as it grows: it may be larger than memory.
pub(super) struct Pack<'a> {
    pub root: Root,
    buffer: &'a mut dyn Write,
    /// Bytes of the buffer so far.
    length: usize,
    /// The first failure of the buffer; nothing is written after it.
    failed: Option<io::Error>,
}

impl<'a> Pack<'a> {
    pub fn new(buffer: &'a mut dyn Write) -> Pack<'a> {
        let mut root = Root::default();
        root.push(Buffer {
            byte_length: USize64(0),
            name: None,
            uri: None,
            extensions: None,
            extras: Default::default(),
        });
        Pack { root, buffer, length: 0, failed: None }
    }

    /// The document, which knows its buffer's length. The buffer is a multiple of four bytes long.
    pub fn finish(mut self) -> io::Result<Root> {
        self.align();
        self.root.buffers[0].byte_length = USize64::from(self.length);
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.root),
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.buffer.write_all(bytes).err();
            self.length += bytes.len();
        }
    }

    /// Every type used here may begin at any multiple of four.
    fn align(&mut self) {
        self.write(&[0; 3][..self.length.next_multiple_of(4) - self.length]);
    }

    /// Key times, in seconds, rising.
    pub fn times(&mut self, times: &[f32]) -> Index<Accessor> {
        let bounds = times.first().zip(times.last()).map(|(first, last)| (vec![*first], vec![*last]));
        let bytes = floats(times.iter().copied());
        self.accessor(bytes, times.len(), (ComponentType::F32, Type::Scalar), None, bounds)
    }

    pub fn translations(&mut self, values: impl Iterator<Item = Vec3>) -> Index<Accessor> {
        let bytes = floats(values.flat_map(|value| value.to_array()));
        let count = bytes.len() / 12;
        self.accessor(bytes, count, (ComponentType::F32, Type::Vec3), None, None)
    }

    pub fn rotations(&mut self, values: impl Iterator<Item = Quat>) -> Index<Accessor> {
        let bytes = floats(values.flat_map(|value| value.to_array()));
        let count = bytes.len() / 16;
        self.accessor(bytes, count, (ComponentType::F32, Type::Vec4), None, None)
    }

    /// Rotations as 16-bit fractions of one, to some 0.003°.
    pub fn short_rotations(&mut self, values: impl Iterator<Item = Quat>) -> Index<Accessor> {
        let short = |part: f32| (part.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16;
        let bytes: Vec<u8> =
            values.flat_map(|value| value.to_array()).flat_map(|part| short(part).to_le_bytes()).collect();
        let count = bytes.len() / 8;
        let index = self.accessor(bytes, count, (ComponentType::I16, Type::Vec4), None, None);
        self.root.accessors[index.value()].normalized = true;
        index
    }

    pub fn matrices(&mut self, values: impl Iterator<Item = Mat4>) -> Index<Accessor> {
        let bytes = floats(values.flat_map(|value| value.to_cols_array()));
        let count = bytes.len() / 64;
        self.accessor(bytes, count, (ComponentType::F32, Type::Mat4), None, None)
    }

    /// Positions of vertices, whose bounds viewers want to know.
    pub fn positions(&mut self, values: &[Vec3]) -> Index<Accessor> {
        let low = values.iter().fold(Vec3::INFINITY, |low, value| low.min(*value));
        let high = values.iter().fold(Vec3::NEG_INFINITY, |high, value| high.max(*value));
        let bounds = Some((low.to_array().to_vec(), high.to_array().to_vec()));
        let bytes = floats(values.iter().flat_map(|value| value.to_array()));
        self.accessor(bytes, values.len(), (ComponentType::F32, Type::Vec3), VERTICES, bounds)
    }

    pub fn normals(&mut self, values: &[Vec3]) -> Index<Accessor> {
        let bytes = floats(values.iter().flat_map(|value| value.to_array()));
        self.accessor(bytes, values.len(), (ComponentType::F32, Type::Vec3), VERTICES, None)
    }

    /// The one joint that each vertex follows, in as few bytes as the number of joints allows.
    pub fn joints(&mut self, joints: &[u16], most: usize) -> Index<Accessor> {
        let wide = joints.iter().map(|&joint| [joint, 0, 0, 0]);
        let (bytes, component): (Vec<u8>, _) = if most <= 256 {
            (wide.flatten().map(|joint| joint as u8).collect(), ComponentType::U8)
        } else {
            (wide.flatten().flat_map(u16::to_le_bytes).collect(), ComponentType::U16)
        };
        self.accessor(bytes, joints.len(), (component, Type::Vec4), VERTICES, None)
    }

    /// The weights of vertices that follow one joint each.
    pub fn whole_weights(&mut self, count: usize) -> Index<Accessor> {
        let bytes = [255, 0, 0, 0].repeat(count);
        let index = self.accessor(bytes, count, (ComponentType::U8, Type::Vec4), VERTICES, None);
        self.root.accessors[index.value()].normalized = true;
        index
    }

    /// The corners of triangles among so many vertices.
    pub fn indices(&mut self, indices: &[u32], vertices: usize) -> Index<Accessor> {
        // The highest 16-bit index means something else.
        let (bytes, component): (Vec<u8>, _) = if vertices <= usize::from(u16::MAX) {
            (indices.iter().flat_map(|&index| (index as u16).to_le_bytes()).collect(), ComponentType::U16)
        } else {
            (indices.iter().flat_map(|&index| index.to_le_bytes()).collect(), ComponentType::U32)
        };
        let target = Some(Target::ElementArrayBuffer);
        self.accessor(bytes, indices.len(), (component, Type::Scalar), target, None)
    }

    fn accessor(
        &mut self,
        bytes: Vec<u8>,
        count: usize,
        (component, shape): (ComponentType, Type),
        target: Option<Target>,
        bounds: Option<(Vec<f32>, Vec<f32>)>,
    ) -> Index<Accessor> {
        self.align();
        let view = self.root.push(View {
            buffer: Index::new(0),
            byte_length: USize64::from(bytes.len()),
            byte_offset: Some(USize64::from(self.length)),
            byte_stride: None,
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: Default::default(),
        });
        self.write(&bytes);
        let (min, max) = bounds.unzip();
        self.root.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64::from(count),
            component_type: Checked::Valid(GenericComponentType(component)),
            extensions: None,
            extras: Default::default(),
            type_: Checked::Valid(shape),
            min: min.map(Value::from),
            max: max.map(Value::from),
            name: None,
            normalized: false,
            sparse: None,
        })
    }
}

const VERTICES: Option<Target> = Some(Target::ArrayBuffer);

fn floats(values: impl Iterator<Item = f32>) -> Vec<u8> {
    values.flat_map(f32::to_le_bytes).collect()
}
