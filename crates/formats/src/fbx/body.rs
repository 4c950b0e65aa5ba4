//! A body out of its nodes: rigid, with nothing above its root, and its takes as frames at a fixed rate.
//!
//! As with glTF, a node's scale multiplies the translations of all that is below it, and what is above the root is put
//! into the root's own motion, frame by frame.

use std::collections::BTreeMap;

use footwork_motion::glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use footwork_motion::{Clip, End, Joint, Pose, Skeleton, Transform};
use ufbx::{Anim, AnimProp, AnimStack, Matrix, Node, Scene};

use super::plan::{Plan, place};
use crate::budget::Budget;
use crate::fault::Fault;
use crate::import::RawBody;
use crate::key_rate;

/// Share of the body's size. Joints that stay within it do not slide: FBX repeats offsets in rounded numbers.
const STILL: f32 = 2e-4;
/// s. Frames are looked up this much late, so that rounding never falls before a key.
const LATE: f64 = 1e-7;
/// Frames per second that a file's own setting may have to be believed where keys do not tell.
const RATES: std::ops::RangeInclusive<f64> = 10.0..=240.0;
/// Layers of a take. Each costs time for every joint and frame; people use a handful.
const MOST_LAYERS: usize = 64;
/// Bytes that a clip takes besides its frames: many bodies times many takes can be many clips.
const CLIP: f64 = 512.0;

/// Makes the body of a plan.
pub(super) fn build(
    plan: &Plan,
    scene: &Scene,
    budget: &Budget,
    warnings: &mut Vec<String>,
) -> Result<RawBody, Fault> {
    if plan.joints.len() > Skeleton::MAX_JOINTS {
        return Err(footwork_motion::SkeletonError::TooManyJoints { found: plan.joints.len() }.into());
    }
    let rig = Rig::new(plan, scene, warnings)?;
    let mut takes = Vec::new();
    for stack in &scene.anim_stacks {
        takes.extend(rig.take(stack, budget, warnings)?);
    }
    let (offsets, slides) = rig.settle(&takes);
    let joints = plan.joints.iter().enumerate().map(|(joint, &node)| Joint {
        name: name(&scene.nodes[node]),
        parent: rig.parents[joint],
        offset: offsets[joint],
        rest: rig.rest[joint].rotation,
    });
    let skeleton = Skeleton::with_ends(joints.collect(), rig.ends.clone())?.with_movers(&slides)?;
    let mut clips = Vec::with_capacity(takes.len().max(1));
    for take in takes {
        clips.push(take.clip(&skeleton, &slides)?);
    }
    if clips.is_empty() {
        clips.push(Clip::still(&skeleton, plan.name.clone(), 60.0, Pose::rest(&skeleton))?);
    }
    Ok(RawBody { name: plan.name.clone(), skeleton, clips, rest_is_a_pose: true })
}

/// The node that an animated property moves or turns.
pub(super) fn animated_node<'a>(scene: &'a Scene, prop: &AnimProp) -> Option<&'a Node> {
    let moves = matches!(prop.prop_name.as_ref(), "Lcl Translation" | "Lcl Rotation");
    let node = scene.nodes.get(prop.element.typed_id as usize)?;
    let same =
        prop.element.type_ == ufbx::ElementType::Node && node.element.element_id == prop.element.element_id;
    (moves && same).then(|| node.as_ref())
}

fn name(node: &Node) -> String {
    if node.element.name.is_empty() {
        format!("joint_{}", place(node))
    } else {
        node.element.name.to_string()
    }
}

/// A body's nodes made rigid.
struct Rig<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    /// What the scales above each node do to its translation: of those above the root, and of the joints.
    above_sizes: Vec<f64>,
    sizes: Vec<f64>,
    parents: Vec<Option<usize>>,
    /// Relative to the parent; the root's in the world.
    rest: Vec<Transform>,
    ends: Vec<End>,
    /// m
    extent: f32,
}

/// A take, sampled: every joint's local transform in every frame.
struct Take {
    name: String,
    rate: f32,
    joints: usize,
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
}

impl<'a> Rig<'a> {
    fn new(plan: &'a Plan, scene: &'a Scene, warnings: &mut Vec<String>) -> Result<Rig<'a>, Fault> {
        let places: BTreeMap<usize, usize> =
            plan.joints.iter().enumerate().map(|(at, &node)| (node, at)).collect();
        let up = |node: usize| scene.nodes[node].parent.as_ref().map(|up| place(up));
        let parents: Vec<Option<usize>> =
            plan.joints.iter().map(|&node| up(node).and_then(|up| places.get(&up).copied())).collect();
        let mut size = 1.0;
        let mut above_sizes = Vec::with_capacity(plan.above.len());
        for &node in &plan.above {
            above_sizes.push(size);
            size *= scale(&scene.nodes[node], warnings)?;
        }
        let (mut sizes, mut below): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        for (&node, parent) in plan.joints.iter().zip(&parents) {
            let own = parent.map_or(size, |parent| below[parent]);
            sizes.push(own);
            below.push(own * scale(&scene.nodes[node], warnings)?);
        }
        let ends = plan.ends.iter().map(|&(joint, node)| {
            let offset = vector(scene.nodes[node].local_transform.translation) * below[joint];
            End { joint, offset: offset.as_vec3() }
        });
        let mut rig = Rig {
            scene,
            plan,
            above_sizes,
            sizes,
            parents,
            rest: Vec::new(),
            ends: ends.collect(),
            extent: 0.0,
        };
        rig.rest = rig.bound()?;
        rig.extent = rig.measure();
        Ok(rig)
    }

    /// The pose that meshes are bound in; a joint of which nothing is said stays as its node stands.
    fn bound(&self) -> Result<Vec<Transform>, Fault> {
        let bound = bind_pose(self.scene);
        let mut above = Transform::IDENTITY;
        for (&node, &size) in self.plan.above.iter().zip(&self.above_sizes) {
            above = above * rigid(&self.scene.nodes[node].local_transform, size)?;
        }
        let mut world: Vec<Transform> = Vec::with_capacity(self.plan.joints.len());
        let mut rest = Vec::with_capacity(self.plan.joints.len());
        for (joint, &node) in self.plan.joints.iter().enumerate() {
            let parent = self.parents[joint].map_or(above, |parent| world[parent]);
            let stands = rigid(&self.scene.nodes[node].local_transform, self.sizes[joint])?;
            let here = bound.get(&node).copied().unwrap_or(parent * stands);
            // A root's rest is where it stands in the world.
            rest.push(match self.parents[joint] {
                Some(_) => parent.inverse() * here,
                None => here,
            });
            world.push(here);
        }
        for joint in &mut rest {
            joint.rotation = joint.rotation.normalize();
        }
        Ok(rest)
    }

    /// The diagonal of the box around the joints at rest.
    fn measure(&self) -> f32 {
        let mut world: Vec<Transform> = Vec::with_capacity(self.rest.len());
        let (mut low, mut high) = (Vec3::ZERO, Vec3::ZERO);
        for (rest, parent) in self.rest.iter().zip(&self.parents) {
            let here = parent.map_or(Transform::IDENTITY, |parent| world[parent] * *rest);
            world.push(here);
            (low, high) = (low.min(here.translation), high.max(here.translation));
        }
        (high - low).length()
    }

    /// The frames of a take, if it moves this body.
    fn take(
        &self,
        stack: &AnimStack,
        budget: &Budget,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Take>, Fault> {
        let name = stack.element.name.to_string();
        if stack.layers.len() > MOST_LAYERS {
            let layers = stack.layers.len();
            return Err(Fault::Other(format!(
                "take {name:?} has {layers} layers; {MOST_LAYERS} at most can be read"
            )));
        }
        let keys = self.keys(stack, budget)?;
        let span = |times: &[f64]| {
            let first = times.iter().copied().min_by(f64::total_cmp)?;
            Some((first, times.iter().copied().fold(first, f64::max)))
        };
        let Some((first, last)) = span(&keys) else { return Ok(None) };
        // A take's own span counts where keys go on beyond it, and not where it says nothing.
        let (from, to) = (stack.time_begin.max(first), stack.time_end.min(last));
        let (from, to) = if from < to { (from, to) } else { (first, last) };
        let found = key_rate::find(keys);
        let file = self.scene.settings.frames_per_second;
        let rate = match found.assumed {
            Some(_) if RATES.contains(&file) => {
                warnings
                    .push(format!("take {name:?} has few keys; the file's {file} frames a second are used"));
                file
            }
            Some(assumed) => {
                warnings.push(format!("take {name:?} {assumed}"));
                found.hz
            }
            None => found.hz,
        };
        let joints = self.plan.joints.len();
        let frames = ((to - from) * rate).round() + 1.0;
        let each = size_of::<Quat>() + size_of::<Vec3>();
        let bones = (joints + self.plan.above.len()) as f64;
        budget.take(CLIP + frames * bones * each as f64, || {
            format!("take {name:?} would be {frames} frames of {joints} joints")
        })?;
        let mut take =
            Take { name, rate: rate as f32, joints, translations: Vec::new(), rotations: Vec::new() };
        for frame in 0..frames as usize {
            self.sample(&stack.anim, from + frame as f64 / rate + LATE, &mut take)?;
        }
        Ok(Some(take))
    }

    /// When the body's nodes have keys.
    fn keys(&self, stack: &AnimStack, budget: &Budget) -> Result<Vec<f64>, Fault> {
        let mut times = Vec::new();
        let nodes: std::collections::BTreeSet<usize> =
            self.plan.above.iter().chain(&self.plan.joints).copied().collect();
        for layer in &stack.layers {
            for prop in &layer.anim_props {
                if animated_node(self.scene, prop).is_none_or(|node| !nodes.contains(&place(node))) {
                    continue;
                }
                for curve in prop.anim_value.curves.iter().flatten() {
                    let more = curve.keyframes.len();
                    budget.take((more * size_of::<f64>()) as f64, || format!("{more} more keys"))?;
                    times.extend(curve.keyframes.iter().map(|key| key.time).filter(|time| time.is_finite()));
                }
            }
        }
        Ok(times)
    }

    /// Adds a frame to a take.
    fn sample(&self, anim: &Anim, time: f64, take: &mut Take) -> Result<(), Fault> {
        let at = |node: usize, size: f64| {
            rigid(&ufbx::evaluate_transform(anim, &self.scene.nodes[node], time), size)
        };
        let mut above = Transform::IDENTITY;
        for (&node, &size) in self.plan.above.iter().zip(&self.above_sizes) {
            above = above * at(node, size)?;
        }
        for (joint, &node) in self.plan.joints.iter().enumerate() {
            let local = at(node, self.sizes[joint])?;
            let local = if joint == 0 { above * local } else { local };
            take.translations.push(local.translation);
            take.rotations.push(local.rotation.normalize());
        }
        Ok(())
    }

    /// Where the joints are attached to their parents, and which of them slide. A take may put a joint elsewhere than
    /// the rest pose, and keep it there.
    fn settle(&self, takes: &[Take]) -> (Vec<Vec3>, Vec<usize>) {
        let still = STILL * self.extent;
        let mut offsets: Vec<Vec3> = self.rest.iter().map(|rest| rest.translation).collect();
        let mut slides = Vec::new();
        for (joint, offset) in offsets.iter_mut().enumerate().skip(1) {
            let mut places =
                takes.iter().flat_map(|take| take.translations.iter().skip(joint).step_by(take.joints));
            let Some(&first) = places.next() else { continue };
            if places.all(|place| place.distance(first) <= still) {
                *offset = first;
            } else {
                slides.push(joint);
            }
        }
        (offsets, slides)
    }
}

impl Take {
    fn clip(self, skeleton: &Skeleton, slides: &[usize]) -> Result<Clip, Fault> {
        let kept = |(at, _): &(usize, &Vec3)| {
            let joint = at % self.joints;
            joint == 0 || slides.binary_search(&joint).is_ok()
        };
        let translations =
            self.translations.iter().enumerate().filter(kept).map(|(_, &place)| place).collect();
        Ok(Clip::new(skeleton, self.name, self.rate, translations, self.rotations)?)
    }
}

/// Where meshes were bound to their bones, in the world: what skins say counts more than a list of poses.
fn bind_pose(scene: &Scene) -> BTreeMap<usize, Transform> {
    let mut bound = BTreeMap::new();
    for pose in scene.poses.into_iter().filter(|pose| pose.is_bind_pose) {
        for bone in &pose.bone_poses {
            if let Some(place_in_world) = placed(&bone.bone_to_world) {
                bound.insert(place(&bone.bone_node), place_in_world);
            }
        }
    }
    for cluster in &scene.skin_clusters {
        if let (Some(node), Some(place_in_world)) = (&cluster.bone_node, placed(&cluster.bind_to_world)) {
            bound.insert(place(node), place_in_world);
        }
    }
    bound
}

/// A matrix without its scale; none where it holds no rotation.
fn placed(matrix: &Matrix) -> Option<Transform> {
    let columns = [
        DVec3::new(matrix.m00, matrix.m10, matrix.m20),
        DVec3::new(matrix.m01, matrix.m11, matrix.m21),
        DVec3::new(matrix.m02, matrix.m12, matrix.m22),
    ];
    let [x, y, z] = columns.map(|column| column.try_normalize());
    let turn = DMat3::from_cols(x?, y?, z?);
    if (turn.determinant() - 1.0).abs() > 1e-2 {
        return None;
    }
    let rotation = DQuat::from_mat3(&turn).normalize().as_quat();
    let translation = DVec3::new(matrix.m03, matrix.m13, matrix.m23).as_vec3();
    (rotation.is_finite() && translation.is_finite()).then_some(Transform { rotation, translation })
}

fn vector(from: ufbx::Vec3) -> DVec3 {
    DVec3::new(from.x, from.y, from.z)
}

/// A node's transform relative to its parent, in metres, without its scale.
fn rigid(local: &ufbx::Transform, size: f64) -> Result<Transform, Fault> {
    let rotation = DQuat::from_xyzw(local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w);
    let translation = (vector(local.translation) * size).as_vec3();
    let length = rotation.length();
    if !length.is_finite() || length < 1e-6 || !translation.is_finite() {
        return Err(Fault::Other("a joint's place is no finite number; the file is damaged".into()));
    }
    Ok(Transform { rotation: (rotation / length).as_quat(), translation })
}

/// The one number that stands for a node's scale.
fn scale(node: &Node, warnings: &mut Vec<String>) -> Result<f64, Fault> {
    let scale = vector(node.local_transform.scale);
    if !scale.is_finite() {
        return Err(Fault::Other(format!("node {:?} has a scale that is no finite number", name(node))));
    }
    let size = scale.abs();
    let mean = size.element_sum() / 3.0;
    if mean < 1e-9 {
        warnings.push(format!("node {:?} is scaled to nothing; it is taken at its full size", name(node)));
        return Ok(1.0);
    }
    if scale.min_element() < 0.0 {
        return Err(Fault::Other(format!(
            "node {:?} is mirrored by its scale, and so has no rotation",
            name(node)
        )));
    }
    if size.max_element() - size.min_element() > 0.01 * mean {
        warnings.push(format!("node {:?} is scaled by {scale}, not evenly; {mean} is used", name(node)));
    }
    Ok(mean)
}
