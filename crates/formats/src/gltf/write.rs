//! Characters into a GLB file: joints, skin, a figure to see, and an animation per clip.

use std::collections::BTreeMap;
use std::io::Write;

use footwork_motion::glam::{Mat4, Quat, Vec3};
use footwork_motion::{Clip, Pose, Skeleton, Transform, kinematics};
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::extras::RawValue;
use gltf_json::material::{PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::scene::UnitQuaternion;
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Animation, Index, Material, Mesh, Node, Scene, Skin};

use super::container;
use super::figure::figure;
use super::pack::Pack;
use super::tree::unit;
use crate::import::Character;

/// Why characters cannot be written as glTF.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum WriteFault {
    #[error("there is no character to write")]
    NoCharacters,
    #[error("clip {clip:?} was not made for the skeleton of character {character:?}")]
    OtherSkeleton { character: String, clip: String },
    #[error(
        "frame {frame} of clip {clip:?} of character {character:?} holds a value that is not a finite number"
    )]
    NotFinite { character: String, clip: String, frame: usize },
    #[error("the motion does not fit a GLB file, which holds 4 GiB; write fewer or shorter clips")]
    TooLarge,
    #[error("the binary part could not be written: {0}")]
    Binary(String),
    #[error("the JSON part could not be written: {0}")]
    Json(String),
}

/// One for each character, over and over. Linear red, green, blue.
const COLOURS: [[f32; 3]; 8] = [
    [0.077, 0.191, 0.386],
    [0.888, 0.270, 0.024],
    [0.100, 0.356, 0.078],
    [0.753, 0.095, 0.100],
    [0.434, 0.195, 0.356],
    [0.847, 0.584, 0.065],
    [0.181, 0.474, 0.445],
    [0.332, 0.178, 0.114],
];

/// Writes characters as one GLB file, in metres, Y up.
///
/// Each is a skinned figure that stands as in its first clip's first frame until an animation is played. Animation
/// `i` plays clip `i` of every character that has one, and is named after the first of those.
pub fn write(characters: &[Character<'_>]) -> Result<Vec<u8>, WriteFault> {
    let mut binary = Vec::new();
    let mut writer = Writer::new(&mut binary);
    characters.iter().try_for_each(|character| writer.add(character))?;
    let mut bytes = writer.finish()?;
    bytes.append(&mut binary);
    Ok(bytes)
}

/// Writes a GLB file one character after the other, so that they need not be in memory together: the binary part goes to a
/// place of its own, and what [`Writer::finish`] gives stands before it in the file.
pub struct Writer<'a> {
    pack: Pack<'a>,
    /// What the scene shows.
    roots: Vec<Index<Node>>,
    characters: usize,
    /// One for each number of a clip.
    animations: Vec<Animation>,
    times: Times,
}

impl<'a> Writer<'a> {
    /// A file whose binary part is written here.
    pub fn new(binary: &'a mut dyn Write) -> Writer<'a> {
        let mut pack = Pack::new(binary);
        pack.root.asset.generator = Some("Footwork".into());
        Writer { pack, roots: Vec::new(), characters: 0, animations: Vec::new(), times: Times::new() }
    }

    /// Adds a character.
    pub fn add(&mut self, character: &Character<'_>) -> Result<(), WriteFault> {
        let actor = Actor::new(character)?;
        let joints = write_joints(&mut self.pack, &actor);
        self.roots.push(joints[0]);
        let colour = COLOURS[self.characters % COLOURS.len()];
        self.roots.push(write_figure(&mut self.pack, &actor, &joints, colour));
        self.characters += 1;
        for (number, clip) in actor.clips.iter().enumerate() {
            if self.animations.len() == number {
                self.animations.push(Animation {
                    extensions: None,
                    extras: Default::default(),
                    channels: Vec::new(),
                    name: Some(clip.name.clone()),
                    samplers: Vec::new(),
                });
            }
            let animation = &mut self.animations[number];
            write_clip(&mut self.pack, animation, &actor, &joints, clip, &mut self.times);
        }
        Ok(())
    }

    /// What stands before the binary part in the file.
    pub fn finish(mut self) -> Result<Vec<u8>, WriteFault> {
        if self.characters == 0 {
            return Err(WriteFault::NoCharacters);
        }
        let (extras, nodes) = (Default::default(), self.roots);
        self.pack.root.scene =
            Some(self.pack.root.push(Scene { extensions: None, extras, name: None, nodes }));
        self.animations.into_iter().for_each(|animation| {
            self.pack.root.push(animation);
        });
        let root = self.pack.finish().map_err(|error| WriteFault::Binary(error.to_string()))?;
        let binary = root.buffers[0].byte_length.0 as usize;
        let json = root.to_vec().map_err(|error| WriteFault::Json(error.to_string()))?;
        container::before_binary(json, binary).ok_or(WriteFault::TooLarge)
    }
}

/// A character, and what its nodes say when no animation plays.
struct Actor<'a> {
    name: &'a str,
    skeleton: &'a Skeleton,
    clips: &'a [Clip],
    pose: Pose,
    world: Vec<Transform>,
    /// Which joints ever turn away from `pose`.
    turns: Vec<bool>,
    /// Which translated_joints ever leave `pose`.
    slides: Vec<bool>,
}

impl<'a> Actor<'a> {
    fn new(character: &Character<'a>) -> Result<Actor<'a>, WriteFault> {
        let &Character { name, skeleton, clips } = character;
        for clip in clips {
            check(clip, skeleton, name)?;
        }
        // A rest pose may mean nothing; a frame of motion shows a person.
        let pose = clips.first().map_or_else(|| Pose::rest(skeleton), |clip| clip.frame(0).into());
        let mut world = vec![Transform::IDENTITY; skeleton.len()];
        kinematics::world(skeleton, pose.view(), &mut world);

        let mut turns = vec![false; skeleton.len()];
        let mut slides = vec![false; pose.translations.len()];
        // The root always has its channels, so that every clip leaves a trace.
        (turns[0], slides[0]) = (true, true);
        for frame in clips.iter().flat_map(|clip| (0..clip.frames()).map(|frame| clip.frame(frame))) {
            for (turns, (a, b)) in turns.iter_mut().zip(frame.rotations.iter().zip(&pose.rotations)) {
                *turns |= a != b;
            }
            for (slides, (a, b)) in slides.iter_mut().zip(frame.translations.iter().zip(&pose.translations)) {
                *slides |= a != b;
            }
        }
        Ok(Actor { name, skeleton, clips, pose, world, turns, slides })
    }

    /// Where a joint is attached to its parent when no animation plays.
    fn translation(&self, joint: usize) -> Vec3 {
        let translated_joint =
            self.skeleton.translated_joints().position(|translated_joint| translated_joint == joint);
        translated_joint.map_or(self.skeleton.offsets()[joint], |translated_joint| {
            self.pose.translations[translated_joint]
        })
    }
}

fn check(clip: &Clip, skeleton: &Skeleton, character: &str) -> Result<(), WriteFault> {
    let (character, name) = (|| character.to_owned(), || clip.name.clone());
    let first = clip.frame(0);
    if first.rotations.len() != skeleton.len()
        || first.translations.len() != skeleton.translated_joints().len()
    {
        return Err(WriteFault::OtherSkeleton { character: character(), clip: name() });
    }
    let finite = |frame: usize| {
        let pose = clip.frame(frame);
        pose.translations.iter().all(|t| t.is_finite()) && pose.rotations.iter().all(|r| r.is_finite())
    };
    match (0..clip.frames()).find(|&frame| !finite(frame)) {
        Some(frame) => Err(WriteFault::NotFinite { character: character(), clip: name(), frame }),
        None => Ok(()),
    }
}

/// The nodes of a body, joint by joint; the ends are leaves below them.
fn write_joints(pack: &mut Pack<'_>, actor: &Actor<'_>) -> Vec<Index<Node>> {
    let skeleton = actor.skeleton;
    let first = pack.root.nodes.len();
    let index = |joint: usize| Index::new((first + joint) as u32);
    let mut children = vec![Vec::new(); skeleton.len()];
    for joint in 1..skeleton.len() {
        if let Some(parent) = skeleton.parent(joint) {
            children[parent].push(index(joint));
        }
    }
    for (at, end) in skeleton.ends().iter().enumerate() {
        children[end.joint].push(index(skeleton.len() + at));
    }
    let mut joints = Vec::with_capacity(skeleton.len());
    for (joint, children) in children.into_iter().enumerate() {
        joints.push(pack.root.push(Node {
            name: Some(skeleton.name(joint).into()),
            children: Some(children).filter(|children| !children.is_empty()),
            translation: Some(actor.translation(joint).to_array()),
            rotation: Some(UnitQuaternion(sound(actor.pose.rotations[joint]).to_array())),
            ..Node::default()
        }));
    }
    for end in skeleton.ends() {
        pack.root.push(Node {
            name: Some(format!("{}_end", skeleton.name(end.joint))),
            translation: Some(end.offset.to_array()),
            // Says that it is meant to be empty, which checkers otherwise remark on.
            extras: RawValue::from_string(r#"{"end":true}"#.into()).ok(),
            ..Node::default()
        });
    }
    joints
}

/// The skin, mesh and material of a body, and the node that shows them.
fn write_figure(
    pack: &mut Pack<'_>,
    actor: &Actor<'_>,
    joints: &[Index<Node>],
    [red, green, blue]: [f32; 3],
) -> Index<Node> {
    let name = Some(actor.name.to_owned());
    let inverse = actor.world.iter().map(|joint| {
        let inverse = joint.inverse();
        Mat4::from_rotation_translation(sound(inverse.rotation), inverse.translation)
    });
    let inverse_bind_matrices = Some(pack.matrices(inverse));
    let skin = pack.root.push(Skin {
        extensions: None,
        extras: Default::default(),
        inverse_bind_matrices,
        joints: joints.to_vec(),
        name: name.clone(),
        skeleton: Some(joints[0]),
    });
    let material = pack.root.push(Material {
        name: name.clone(),
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor([red, green, blue, 1.0]),
            metallic_factor: StrengthFactor(0.0),
            roughness_factor: StrengthFactor(0.7),
            ..Default::default()
        },
        ..Default::default()
    });

    let shape = figure(actor.skeleton, &actor.world);
    let vertices = shape.positions.len();
    let attributes = BTreeMap::from([
        (Valid(Semantic::Positions), pack.positions(&shape.positions)),
        (Valid(Semantic::Normals), pack.normals(&shape.normals)),
        (Valid(Semantic::Joints(0)), pack.joints(&shape.joints, actor.skeleton.len())),
        (Valid(Semantic::Weights(0)), pack.whole_weights(vertices)),
    ]);
    let indices = Some(pack.indices(&shape.indices, vertices));
    let primitive = Primitive {
        attributes,
        extensions: None,
        extras: Default::default(),
        indices,
        material: Some(material),
        mode: Valid(Mode::Triangles),
        targets: None,
    };
    let mesh = pack.root.push(Mesh {
        extensions: None,
        extras: Default::default(),
        name: name.clone(),
        primitives: vec![primitive],
        weights: None,
    });
    pack.root.push(Node { name, mesh: Some(mesh), skin: Some(skin), ..Node::default() })
}

/// Key times that were already written, by frames and rate.
type Times = BTreeMap<(usize, u32), Index<Accessor>>;

/// A character's part of an animation.
fn write_clip(
    pack: &mut Pack<'_>,
    animation: &mut Animation,
    actor: &Actor<'_>,
    nodes: &[Index<Node>],
    clip: &Clip,
    times: &mut Times,
) {
    let frames = clip.frames();
    let input = *times.entry((frames, clip.rate().to_bits())).or_insert_with(|| {
        let rate = f64::from(clip.rate());
        let times: Vec<f32> = (0..frames).map(|frame| (frame as f64 / rate) as f32).collect();
        pack.times(&times)
    });
    let slides = actor.skeleton.translated_joints().enumerate();
    for (translated_joint, joint) in slides.filter(|&(translated_joint, _)| actor.slides[translated_joint]) {
        let values = (0..frames).map(|frame| clip.frame(frame).translations[translated_joint]);
        let output = pack.translations(values);
        channel(animation, nodes[joint], Property::Translation, input, output);
    }
    for joint in (0..nodes.len()).filter(|&joint| actor.turns[joint]) {
        let output = pack.rotations(continuous(clip, joint));
        channel(animation, nodes[joint], Property::Rotation, input, output);
    }
}

/// A joint's rotations with signs such that neighbours are close: not every player takes the shorter arc.
fn continuous(clip: &Clip, joint: usize) -> impl Iterator<Item = Quat> + '_ {
    let mut last = clip.frame(0).rotations[joint];
    (0..clip.frames()).map(move |frame| {
        let rotation = sound(clip.frame(frame).rotations[joint]);
        last = if rotation.dot(last) < 0.0 { -rotation } else { rotation };
        last
    })
}

/// Unit to the last digit; what is no rotation turns nothing.
fn sound(rotation: Quat) -> Quat {
    unit(rotation).unwrap_or(Quat::IDENTITY)
}

fn channel(
    animation: &mut Animation,
    node: Index<Node>,
    path: Property,
    input: Index<Accessor>,
    output: Index<Accessor>,
) {
    let sampler = Index::push(
        &mut animation.samplers,
        Sampler {
            extensions: None,
            extras: Default::default(),
            input,
            interpolation: Valid(Interpolation::Linear),
            output,
        },
    );
    let target = Target { extensions: None, extras: Default::default(), node, path: Valid(path) };
    animation.channels.push(Channel { sampler, target, extensions: None, extras: Default::default() });
}
