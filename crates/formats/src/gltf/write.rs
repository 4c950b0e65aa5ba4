//! Characters into a GLB file: joints, skin, a figure to see, and an animation per clip.
//!
//! Each character's joints hang on a node of its own: tools that make one armature of what has one parent would
//! otherwise merge a crowd. Characters of one body share its mesh.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, MissingRole, Pose, Role, Skeleton, Stance, Transform, kinematics};
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::extras::RawValue;
use gltf_json::scene::UnitQuaternion;
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Animation, Index, Node, Scene};

use super::container;
use super::pack::Pack;
use super::shown::{Figure, write_body, write_figure};
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
    #[error(transparent)]
    MissingRole(#[from] MissingRole),
    #[error("the motion does not fit a GLB file, which holds 4 GiB; write fewer or shorter clips")]
    TooLarge,
    #[error("the binary part could not be written: {0}")]
    Binary(String),
    #[error("the JSON part could not be written: {0}")]
    Json(String),
}

/// m. Rest poses whose feet are further from the floor are put onto it.
const OFF_THE_FLOOR: f32 = 0.1;

/// How exactly motion is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// As it is, to hundredths of a millimetre.
    Exact,
    /// Rotations in half the bytes, and keys only where going straight would be seen: joints are within millimetres, which
    /// nobody sees in a crowd.
    Compact,
}

/// Writes characters as one GLB file, in metres, Y up.
///
/// Each is a skinned figure that stands in its rest pose until an animation is played, or as in its first clip's first
/// frame where the rest pose is none of a standing person. Every clip is an animation of its own, named after it; a name
/// that is taken already gets the character's before it.
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
    precision: Precision,
    characters: usize,
    names: BTreeSet<String>,
    figures: Vec<Figure>,
    times: Times,
}

impl<'a> Writer<'a> {
    /// A file whose binary part is written here.
    pub fn new(binary: &'a mut dyn Write) -> Writer<'a> {
        let mut pack = Pack::new(binary);
        pack.root.asset.generator = Some("Footwork".into());
        Writer {
            pack,
            roots: Vec::new(),
            precision: Precision::Exact,
            characters: 0,
            names: BTreeSet::new(),
            figures: Vec::new(),
            times: Times::new(),
        }
    }

    /// The same, at another precision.
    pub fn with_precision(mut self, precision: Precision) -> Writer<'a> {
        self.precision = precision;
        self
    }

    /// Adds a character.
    pub fn add(&mut self, character: &Character<'_>) -> Result<(), WriteFault> {
        let actor = Actor::new(character)?;
        let joints = write_joints(&mut self.pack, &actor);
        // Tools find joints by name, so a body that is called as one of them gives way.
        let taken = actor.skeleton.find(actor.name).is_some();
        let name = if taken { format!("{}_body", actor.name) } else { actor.name.to_owned() };
        let top = Node { name: Some(name), children: Some(vec![joints[0]]), ..Node::default() };
        self.roots.push(self.pack.root.push(top));
        let figure = self.figure(&actor);
        let figure = &mut self.figures[figure];
        self.roots.push(write_body(&mut self.pack, &actor, &joints, figure, self.characters));
        self.characters += 1;
        for clip in actor.clips {
            let name = self.unused(actor.name, &clip.name);
            write_clip(&mut self.pack, &actor, &joints, (name, clip), self.precision, &mut self.times);
        }
        Ok(())
    }

    /// The figure of a body: one that was written before, where the body is the same.
    fn figure(&mut self, actor: &Actor<'_>) -> usize {
        let known = self.figures.iter().position(|figure| figure.is_of(actor));
        known.unwrap_or_else(|| {
            self.figures.push(write_figure(&mut self.pack, actor));
            self.figures.len() - 1
        })
    }

    /// What an animation is called: the clip's name, which tools want to be the only one.
    fn unused(&mut self, actor: &str, clip: &str) -> String {
        let names = [clip.to_owned(), format!("{actor}.{clip}")].into_iter();
        let mut names = names.chain((2..).map(|number| format!("{actor}.{clip}.{number}")));
        let name = names.find(|name| !self.names.contains(name)).unwrap_or_default();
        self.names.insert(name.clone());
        name
    }

    /// What stands before the binary part in the file.
    pub fn finish(mut self) -> Result<Vec<u8>, WriteFault> {
        if self.characters == 0 {
            return Err(WriteFault::NoCharacters);
        }
        let (extras, nodes) = (Default::default(), self.roots);
        self.pack.root.scene =
            Some(self.pack.root.push(Scene { extensions: None, extras, name: None, nodes }));
        let root = self.pack.finish().map_err(|error| WriteFault::Binary(error.to_string()))?;
        let binary = root.buffers[0].byte_length.0 as usize;
        let json = root.to_vec().map_err(|error| WriteFault::Json(error.to_string()))?;
        container::before_binary(json, binary).ok_or(WriteFault::TooLarge)
    }
}

/// A character, and what its nodes say when no animation plays.
pub(super) struct Actor<'a> {
    pub name: &'a str,
    pub skeleton: &'a Skeleton,
    clips: &'a [Clip],
    pub pose: Pose,
    pub world: Vec<Transform>,
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
        let first = || clips.first().map(|clip| clip.frame(0).into());
        let pose = standing_rest(skeleton).or_else(first).unwrap_or_else(|| Pose::rest(skeleton));
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

/// The rest pose, if it is one of a person who stands upright, on the floor.
fn standing_rest(skeleton: &Skeleton) -> Option<Pose> {
    Stance::at_rest(skeleton).ok()?;
    let mut pose = Pose::rest(skeleton);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, pose.view(), &mut world);
    let head =
        skeleton.site(Role::Head).ok()?.position(&world) - skeleton.site(Role::Hips).ok()?.position(&world);
    if head.y < 0.8 * head.length() {
        return None;
    }
    let ends = skeleton.ends().iter().map(|end| world[end.joint].point(end.offset).y);
    let lowest = world.iter().map(|joint| joint.translation.y).chain(ends).fold(f32::INFINITY, f32::min);
    if lowest.abs() > OFF_THE_FLOOR {
        pose.translations[0].y -= lowest;
    }
    Some(pose)
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
        joints.push(
            pack.root.push(Node {
                name: Some(skeleton.name(joint).into()),
                children: Some(children).filter(|children| !children.is_empty()),
                translation: Some(actor.translation(joint).to_array()),
                // Left out where it says nothing: a crowd has many nodes.
                rotation: Some(sound(actor.pose.rotations[joint]))
                    .filter(|&rotation| rotation != Quat::IDENTITY)
                    .map(|rotation| UnitQuaternion(rotation.to_array())),
                ..Node::default()
            }),
        );
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

/// Key times that were already written, by frames and rate.
type Times = BTreeMap<(usize, u32), Index<Accessor>>;

/// A character's clip as an animation. A joint that holds still in it has one key.
fn write_clip(
    pack: &mut Pack<'_>,
    actor: &Actor<'_>,
    nodes: &[Index<Node>],
    (name, clip): (String, &Clip),
    precision: Precision,
    times: &mut Times,
) {
    let (extensions, extras) = (None, Default::default());
    let mut animation =
        Animation { extensions, extras, channels: Vec::new(), name: Some(name), samplers: Vec::new() };
    let keys: Vec<usize> = match precision {
        Precision::Exact => (0..clip.frames()).collect(),
        Precision::Compact => super::thin::kept(clip, actor.skeleton),
    };
    if keys.len() < clip.frames() {
        animation.extras = RawValue::from_string(format!(r#"{{"rate":{}}}"#, clip.rate())).ok();
    }
    let rate = f64::from(clip.rate());
    let at = |keys: &[usize]| keys.iter().map(|&frame| (frame as f64 / rate) as f32).collect::<Vec<f32>>();
    // Clips of one length share their times, but for those whose keys were thinned out.
    let shared = |times: &mut Times, pack: &mut Pack<'_>, frames: usize| {
        let known = times.entry((frames, clip.rate().to_bits()));
        *known.or_insert_with(|| pack.times(&at(&keys[..frames])))
    };
    let mut own = None;
    let mut input = |pack: &mut Pack<'_>, frames: usize| match keys.len() == clip.frames() || frames == 1 {
        true => shared(times, pack, frames),
        false => *own.get_or_insert_with(|| pack.times(&at(&keys))),
    };
    let slides = actor.skeleton.translated_joints().enumerate();
    for (slot, joint) in slides.filter(|&(slot, _)| actor.slides[slot]) {
        let value = |frame: usize| clip.frame(frame).translations[slot];
        // The root keeps all its keys, which say how long the clip is.
        let still = joint != 0 && (1..clip.frames()).all(|frame| value(frame) == value(0));
        let frames = if still { 1 } else { keys.len() };
        let output = pack.translations(keys[..frames].iter().copied().map(value));
        let input = input(pack, frames);
        channel(&mut animation, nodes[joint], Property::Translation, input, output);
    }
    for joint in (0..nodes.len()).filter(|&joint| actor.turns[joint]) {
        let value = |frame: usize| clip.frame(frame).rotations[joint];
        let still = joint != 0 && (1..clip.frames()).all(|frame| value(frame) == value(0));
        let frames = if still { 1 } else { keys.len() };
        let rotations = continuous(clip, joint, &keys[..frames]);
        let output = match precision {
            Precision::Exact => pack.rotations(rotations),
            Precision::Compact => pack.short_rotations(rotations),
        };
        let input = input(pack, frames);
        channel(&mut animation, nodes[joint], Property::Rotation, input, output);
    }
    pack.root.push(animation);
}

/// A joint's rotations with signs such that neighbours are close: not every player takes the shorter arc.
fn continuous<'a>(clip: &'a Clip, joint: usize, keys: &'a [usize]) -> impl Iterator<Item = Quat> + 'a {
    let mut last = clip.frame(0).rotations[joint];
    keys.iter().map(move |&frame| {
        let rotation = sound(clip.frame(frame).rotations[joint]);
        last = if rotation.dot(last) < 0.0 { -rotation } else { rotation };
        last
    })
}

/// Unit to the last digit; what is no rotation turns nothing.
pub(super) fn sound(rotation: Quat) -> Quat {
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
