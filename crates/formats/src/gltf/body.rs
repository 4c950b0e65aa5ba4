//! A body out of its nodes: rigid, with nothing above its root, and its animations as frames at a fixed rate.
//!
//! Nodes may be scaled; joints may not. A node's scale multiplies the translations of all that is below it, so each
//! node becomes a rotation and a translation in metres, and those of the nodes above the root are put into the
//! root's own, frame by frame where they are animated.

use std::collections::BTreeMap;
use std::rc::Rc;

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, End, Joint, Pose, Skeleton, Transform};

use super::animation::{Motion, Take, Track};
use super::plan::Plan;
use crate::budget::Budget;

use super::tree::{Local, Tree, uniform};
use crate::fault::Fault;
use crate::import::RawBody;
use crate::key_rate;

/// A joint whose translation differs by less counts as still, as a part of the body's size.
const STILL: f32 = 1e-5;
/// Animations whose scales differ by less agree, as a part of the scale.
const SAME_SCALE: f32 = 0.01;

/// How near a frame must be to a key to be the key's own, in frames.
const NEAR: f64 = 0.02;

/// What a clip takes besides its frames, in bytes: many bodies times many animations can be many clips.
const CLIP: f64 = 512.0;

/// Makes the body of a plan.
pub(super) fn build(
    plan: &Plan,
    tree: &Tree<'_>,
    takes: &[Take],
    budget: &Budget,
    warnings: &mut Vec<String>,
) -> Result<RawBody, Fault> {
    if plan.joints.len() > Skeleton::MAX_JOINTS {
        return Err(footwork_motion::SkeletonError::TooManyJoints { found: plan.joints.len() }.into());
    }
    let rig = Rig::new(plan, tree, takes, warnings)?;
    let mut scenes = Vec::new();
    for take in takes {
        scenes.extend(rig.scene(take, budget, warnings)?);
    }

    let (offsets, translated_joints) = rig.settle(&scenes);
    let rest = rig.rest();
    let joints = plan.joints.iter().enumerate().map(|(at, &node)| Joint {
        name: tree.name(node),
        parent: rig.parents[at],
        offset: if at == 0 { rest.translation } else { offsets[at] },
        rest: if at == 0 { rest.rotation } else { rig.joints[at].local.rotation },
    });
    let skeleton =
        Skeleton::with_ends(joints.collect(), rig.ends.clone())?.with_movers(&translated_joints)?;

    let mut clips = Vec::with_capacity(scenes.len().max(1));
    for scene in &scenes {
        clips.push(rig.clip(scene, &skeleton, &translated_joints)?);
    }
    if clips.is_empty() {
        let pose = Pose::rest(&skeleton);
        clips.push(Clip::still(&skeleton, plan.name.clone(), 60.0, pose)?);
    }
    Ok(RawBody { name: plan.name.clone(), skeleton, clips, rest_is_a_pose: true })
}

/// What [`build`] makes a body of: the place above its root at rest, and each joint's node, its own transform and what
/// the scales above do to its translation.
pub(super) struct Bones {
    pub above: Transform,
    pub joints: Vec<(usize, Local, f32)>,
}

/// A body's nodes, for motion that goes back to them.
pub(super) fn bones(plan: &Plan, tree: &Tree<'_>, takes: &[Take]) -> Result<Bones, Fault> {
    let rig = Rig::new(plan, tree, takes, &mut Vec::new())?;
    let above = rig.above.iter().fold(Transform::IDENTITY, |above, bone| above * bone.rigid(None, 0.0, 0.0));
    let joints = rig.joints.iter().map(|bone| (bone.node, bone.local, bone.size)).collect();
    Ok(Bones { above: Transform { rotation: above.rotation.normalize(), ..above }, joints })
}

/// A node made rigid.
struct Bone {
    node: usize,
    local: Local,
    /// What the scales above it do to its translation.
    size: f32,
}

/// A body's nodes made rigid.
struct Rig {
    above: Vec<Bone>,
    joints: Vec<Bone>,
    /// By place in `joints`.
    parents: Vec<Option<usize>>,
    ends: Vec<End>,
    /// m
    extent: f32,
}

/// A take that moves this body, and the frames to sample.
struct Scene<'a> {
    take: &'a Take,
    above: Vec<Option<&'a Motion>>,
    joints: Vec<Option<&'a Motion>>,
    /// s
    start: f64,
    rate: f32,
    frames: usize,
}

impl Rig {
    fn new(plan: &Plan, tree: &Tree<'_>, takes: &[Take], warnings: &mut Vec<String>) -> Result<Rig, Fault> {
        let place: BTreeMap<usize, usize> =
            plan.joints.iter().enumerate().map(|(at, &node)| (node, at)).collect();
        let parent = |&node: &usize| tree.parent(node).and_then(|parent| place.get(&parent).copied());
        let parents: Vec<Option<usize>> = plan.joints.iter().map(parent).collect();

        // What each node does to what is below it, its own scale included.
        let mut size = 1.0;
        let mut above = Vec::with_capacity(plan.above.len());
        for &node in &plan.above {
            let local = tree.local(node, warnings)?;
            above.push(Bone { node, local, size });
            size *= scale(node, &local, tree, takes, warnings)?;
        }
        let mut below = Vec::with_capacity(plan.joints.len());
        let mut joints = Vec::with_capacity(plan.joints.len());
        for (&node, parent) in plan.joints.iter().zip(&parents) {
            let local = tree.local(node, warnings)?;
            let size = parent.map_or(size, |parent| below[parent]);
            joints.push(Bone { node, local, size });
            below.push(size * scale(node, &local, tree, takes, warnings)?);
        }
        let mut ends = Vec::with_capacity(plan.ends.len());
        for &(joint, node) in &plan.ends {
            ends.push(End { joint, offset: tree.local(node, warnings)?.translation * below[joint] });
        }
        let mut rig = Rig { above, joints, parents, ends, extent: 0.0 };
        rig.extent = rig.measure();
        Ok(rig)
    }

    /// The root joint at rest, in the world.
    fn rest(&self) -> Transform {
        let chain = self.above.iter().chain(self.joints.first());
        let rest = chain.fold(Transform::IDENTITY, |above, bone| above * bone.rigid(None, 0.0, 0.0));
        Transform { rotation: rest.rotation.normalize(), ..rest }
    }

    /// The diagonal of the box around the joints at rest.
    fn measure(&self) -> f32 {
        let mut world: Vec<Transform> = Vec::with_capacity(self.joints.len());
        let (mut low, mut high) = (Vec3::ZERO, Vec3::ZERO);
        for (bone, parent) in self.joints.iter().zip(&self.parents) {
            let here = match parent {
                Some(parent) => world[*parent] * bone.rigid(None, 0.0, 0.0),
                None => Transform::IDENTITY,
            };
            world.push(here);
            (low, high) = (low.min(here.translation), high.max(here.translation));
        }
        (high - low).length()
    }

    /// The frames of a take, if it moves this body.
    fn scene<'a>(
        &self,
        take: &'a Take,
        budget: &Budget,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Scene<'a>>, Fault> {
        let motions =
            |bones: &[Bone]| bones.iter().map(|bone| take.motions.get(&bone.node)).collect::<Vec<_>>();
        let (above, joints) = (motions(&self.above), motions(&self.joints));
        let mut tables: Vec<&Rc<[f32]>> = above
            .iter()
            .chain(&joints)
            .flatten()
            .flat_map(|motion| motion.tracks().map(Track::times))
            .collect();
        // Joints mostly share their times.
        tables.sort_by_key(|times| times.as_ptr());
        tables.dedup_by_key(|times| times.as_ptr());
        let keys: usize = tables.iter().map(|times| times.len()).sum();
        let key_bytes = keys as f64 * size_of::<f64>() as f64;
        budget.take(key_bytes, || format!("animations[{}] has {keys} keys", take.index))?;
        let times: Vec<f64> = tables.iter().flat_map(|times| times.iter().map(|&t| f64::from(t))).collect();
        let Some(start) = times.iter().copied().min_by(f64::total_cmp) else { return Ok(None) };
        let end = times.iter().copied().fold(start, f64::max);

        let found = match take.rate {
            Some(hz) => key_rate::Rate { hz, assumed: None },
            None => key_rate::find(times),
        };
        if let Some(assumed) = found.assumed {
            warnings.push(format!("animation {:?} {assumed}", take.name));
        }
        let rate = found.hz as f32;
        let frames = ((end - start) * f64::from(rate)).round() + 1.0;
        let bones = self.above.len() + self.joints.len();
        let place = || format!("animations[{}] would be {frames} frames of {bones} joints", take.index);
        budget.take(CLIP + frames * bones as f64 * size_of::<Quat>() as f64, place)?;
        Ok(Some(Scene { take, above, joints, start, rate, frames: frames as usize }))
    }

    /// Where the joints are attached to their parents, and which of them slide. An animation may put a joint
    /// elsewhere than the node says, and keep it there.
    fn settle(&self, scenes: &[Scene<'_>]) -> (Vec<Vec3>, Vec<usize>) {
        let tolerance = STILL * self.extent;
        let mut translated_joints = Vec::new();
        let mut offsets = Vec::with_capacity(self.joints.len());
        for (joint, bone) in self.joints.iter().enumerate() {
            let rest = bone.local.translation * bone.size;
            let mut first = None;
            let mut slides = false;
            for scene in scenes {
                let track = scene.joints[joint].and_then(|motion| motion.translation.as_ref());
                let frames = if track.is_some() { scene.frames } else { 1 };
                for frame in 0..frames {
                    let (at, near) = scene.time(frame);
                    let offset = track.map_or(rest, |track| track.vector(at, near) * bone.size);
                    slides |= offset.distance(*first.get_or_insert(offset)) > tolerance;
                }
            }
            if slides && joint > 0 {
                translated_joints.push(joint);
            }
            offsets.push(if slides { rest } else { first.unwrap_or(rest) });
        }
        (offsets, translated_joints)
    }

    fn clip(
        &self,
        scene: &Scene<'_>,
        skeleton: &Skeleton,
        translated_joints: &[usize],
    ) -> Result<Clip, Fault> {
        let mut translations = Vec::with_capacity(scene.frames * (translated_joints.len() + 1));
        let mut rotations = Vec::with_capacity(scene.frames * self.joints.len());
        for frame in 0..scene.frames {
            let (at, near) = scene.time(frame);
            let rigid = |(bone, motion): (&Bone, &Option<&Motion>)| bone.rigid(*motion, at, near);
            let above = self.above.iter().zip(&scene.above).map(rigid);
            let above = above.fold(Transform::IDENTITY, |above, bone| above * bone);
            for (joint, pair) in self.joints.iter().zip(&scene.joints).enumerate() {
                let local = if joint == 0 { above * rigid(pair) } else { rigid(pair) };
                rotations.push(local.rotation.normalize());
                if joint == 0 || translated_joints.binary_search(&joint).is_ok() {
                    translations.push(local.translation);
                }
            }
        }
        Ok(Clip::new(skeleton, scene.take.name.clone(), scene.rate, translations, rotations)?)
    }
}

impl Bone {
    /// The node relative to its parent at a time, in metres.
    fn rigid(&self, motion: Option<&Motion>, at: f64, near: f64) -> Transform {
        let translation = motion.and_then(|motion| motion.translation.as_ref());
        let rotation = motion.and_then(|motion| motion.rotation.as_ref());
        Transform {
            rotation: rotation.map_or(self.local.rotation, |track| track.rotation(at, near)),
            translation: translation.map_or(self.local.translation, |track| track.vector(at, near))
                * self.size,
        }
    }
}

impl Scene<'_> {
    /// A frame's time, and how far from it a key may be; both in seconds.
    fn time(&self, frame: usize) -> (f64, f64) {
        let rate = f64::from(self.rate);
        (self.start + frame as f64 / rate, NEAR / rate)
    }
}

/// A node's scale: the animations' where they keep it steady and agree, else its own.
fn scale(
    node: usize,
    local: &Local,
    tree: &Tree<'_>,
    takes: &[Take],
    warnings: &mut Vec<String>,
) -> Result<f32, Fault> {
    let mut agreed: Option<f32> = None;
    for take in takes {
        let Some(track) = take.motions.get(&node).and_then(|motion| motion.scale.as_ref()) else { continue };
        let name = || format!("node {node} ({:?}) in animation {:?}", tree.name(node), take.name);
        if !track.steady {
            warnings.push(format!("{} changes its scale; that is left out", name()));
            return Ok(local.scale);
        }
        let steady = uniform(track.first(), name, warnings).map_err(|what| {
            Fault::part(format!("animations[{}]", take.index), format!("{}: scale {what}", name()))
        })?;
        if agreed.is_some_and(|agreed| (agreed - steady).abs() > SAME_SCALE * agreed) {
            warnings.push(format!("{} has another scale than in others; its own is used", name()));
            return Ok(local.scale);
        }
        agreed.get_or_insert(steady);
    }
    Ok(agreed.unwrap_or(local.scale))
}
