//! What of a glTF file's JSON matters here: nodes, skins, animations, and where their numbers lie.
//!
//! This is not `gltf-json`'s document, which wants every material, mesh and extension to be as it knows them, cuts
//! indices to 32 bits and indexes past the end of a list while it validates. Here everything else in the JSON is
//! passed over, so it cannot make a file unreadable.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use crate::fault::Fault;

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    asset: Asset,
    #[serde(default)]
    pub nodes: List<Node>,
    #[serde(default)]
    pub skins: List<Skin>,
    #[serde(default)]
    pub animations: List<Animation>,
    #[serde(default)]
    pub accessors: List<Accessor>,
    #[serde(default)]
    pub buffer_views: List<BufferView>,
    #[serde(default)]
    pub buffers: List<Buffer>,
    /// Of the whole file: which node is which part of a person.
    #[serde(default)]
    pub extensions: serde_json::Value,
}

#[derive(Debug, serde::Deserialize)]
struct Asset {
    version: String,
}

type Extensions = Option<Box<BTreeMap<String, IgnoredAny>>>;

#[derive(Debug, Default, serde::Deserialize)]
pub(super) struct Node {
    #[serde(default, deserialize_with = "short")]
    pub name: Option<Box<str>>,
    #[serde(default)]
    pub children: List<usize>,
    pub matrix: Option<Box<[f32; 16]>>,
    pub translation: Option<[f32; 3]>,
    pub rotation: Option<[f32; 4]>,
    pub scale: Option<[f32; 3]>,
    mesh: Option<IgnoredAny>,
    camera: Option<IgnoredAny>,
    extensions: Extensions,
}

impl Node {
    /// Whether it shows or films or lights something.
    pub fn carries_something(&self) -> bool {
        self.mesh.is_some() || self.films_or_lights()
    }

    /// Whether it carries a camera or a light.
    pub fn films_or_lights(&self) -> bool {
        let light = |extensions: &BTreeMap<_, _>| extensions.contains_key("KHR_lights_punctual");
        self.camera.is_some() || self.extensions.as_deref().is_some_and(light)
    }
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Skin {
    #[serde(default, deserialize_with = "short")]
    pub name: Option<Box<str>>,
    #[serde(default)]
    pub joints: List<usize>,
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Animation {
    #[serde(default, deserialize_with = "short")]
    pub name: Option<Box<str>>,
    #[serde(default)]
    pub channels: List<Channel>,
    #[serde(default)]
    pub samplers: List<Sampler>,
    #[serde(default)]
    pub extras: Option<Extras>,
}

/// What Footwork says of an animation whose keys it thinned out; of others' it may be anything.
#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
pub(super) enum Extras {
    Rate {
        /// Hz, of the frames that the keys were taken from.
        rate: f64,
    },
    Other(serde::de::IgnoredAny),
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Channel {
    pub sampler: usize,
    pub target: Target,
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Target {
    pub node: Option<usize>,
    pub path: Property,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Property {
    Translation,
    Rotation,
    Scale,
    /// The weights of morph targets, or what an extension animates.
    #[serde(other)]
    Other,
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Sampler {
    pub input: usize,
    pub output: usize,
    #[serde(default)]
    pub interpolation: Interpolation,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Interpolation {
    #[default]
    Linear,
    Step,
    CubicSpline,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: u64,
    pub count: u64,
    pub component_type: u32,
    #[serde(rename = "type")]
    pub shape: Shape,
    #[serde(default)]
    pub normalized: bool,
    pub sparse: Option<Box<Sparse>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Shape {
    Scalar,
    Vec3,
    Vec4,
    /// Nothing that animates a joint.
    #[serde(other)]
    Other,
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Sparse {
    pub count: u64,
    pub indices: SparsePart,
    pub values: SparsePart,
}

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparsePart {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
    /// Of indices only.
    #[serde(default)]
    pub component_type: u32,
}

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: Option<u64>,
    #[serde(default)]
    extensions: Option<BTreeMap<String, serde_json::Value>>,
}

/// Where the bytes of a packed view are, and what they become.
pub(super) struct Packed<'a> {
    pub buffer: usize,
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: u64,
    pub count: u64,
    pub mode: &'a str,
    pub filter: &'a str,
}

impl BufferView {
    /// The extension that must unpack this view before there is anything to read, if there is one.
    pub fn packed_by(&self) -> Option<&str> {
        let mut names = self.extensions.as_ref()?.keys();
        names.find(|name| name.contains("compression")).map(String::as_str)
    }

    /// How meshopt packed it, where it did.
    pub fn meshopt(&self) -> Option<Packed<'_>> {
        let packed = self.extensions.as_ref()?.get("EXT_meshopt_compression")?;
        let number = |key: &str| packed.get(key).and_then(serde_json::Value::as_u64);
        let word = |key: &str| packed.get(key).and_then(serde_json::Value::as_str);
        Some(Packed {
            buffer: usize::try_from(number("buffer")?).ok()?,
            byte_offset: number("byteOffset").unwrap_or(0),
            byte_length: number("byteLength")?,
            byte_stride: number("byteStride")?,
            count: number("count")?,
            mode: word("mode")?,
            filter: word("filter").unwrap_or("NONE"),
        })
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub byte_length: u64,
    pub uri: Option<String>,
}

/// A name, as much of it as anyone reads. Bodies and clips repeat names, so a long one would be held many times.
fn short<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<str>>, D::Error> {
    const LONGEST: usize = 255;
    let name = Option::<Cow<'de, str>>::deserialize(deserializer)?;
    Ok(name.map(|name| name.chars().take(LONGEST).collect()))
}

/// A list that is no longer than any real file's. Three bytes, `{},`, can stand for a node, so that without a limit
/// a file could ask for many times its own size.
#[derive(Debug)]
pub(super) struct List<T>(Vec<T>);

/// Entries of a list, at most.
const LONGEST: usize = 1 << 20;

impl<T> Default for List<T> {
    fn default() -> Self {
        List(Vec::new())
    }
}

impl<T> std::ops::Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<List<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() == LONGEST {
                return Err(A::Error::custom(format_args!("a list of more than {LONGEST} things")));
            }
            list.push(item);
        }
        Ok(List(list))
    }
}

/// Parses the JSON of a file of version 2.
pub(super) fn parse(json: &[u8]) -> Result<Document, Fault> {
    let document = serde_json::from_slice::<Document>(json).map_err(|error| {
        // Version 1 has objects where version 2 has lists, which is what the error would be about.
        match serde_json::from_slice::<Head>(json) {
            Ok(head) if !is_two(&head.asset.version) => wrong_version(&head.asset.version),
            _ => Fault::part("JSON", error.to_string()),
        }
    })?;
    if !is_two(&document.asset.version) {
        return Err(wrong_version(&document.asset.version));
    }
    Ok(document)
}

#[derive(serde::Deserialize)]
struct Head {
    asset: Asset,
}

fn is_two(version: &str) -> bool {
    version == "2" || version.starts_with("2.")
}

fn wrong_version(version: &str) -> Fault {
    Fault::part("asset.version", format!("this is glTF {version}; only glTF 2 can be read"))
}
