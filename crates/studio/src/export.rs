//! The last minute of the run, kept to be written as GLB or BVH.

use std::collections::VecDeque;
use std::sync::Arc;

use footwork_formats::{Character, bvh, gltf};
use footwork_motion::{Clip, PoseView, Skeleton, packing};
use footwork_stage::{ActorId, Stage};
use glam::Vec3;

/// s, how much is kept.
pub const SECONDS: f64 = 60.0;
/// Bytes, of all that is kept: of two hundred actors 26 s.
const BUDGET: usize = 64 << 20;
/// Bytes, of meshes and what else is in a file beside motion.
const MESHES: usize = 1 << 20;
/// Of each part of a rotation: off by up to 3·10⁻⁶ rad.
const BITS: u32 = 20;

/// Everybody's pose at a step.
#[derive(Default)]
struct Moment {
    translations: Vec<Vec3>,
    rotations: Vec<u64>,
}

/// What was kept of the run, the oldest first.
#[derive(Default)]
pub struct Kept {
    moments: VecDeque<Arc<Moment>>,
    /// Moments of a run that was forgotten: their memory is used again, for an allocator that is given hundreds of megabytes
    /// back in pieces does not give them back to the system.
    spare: Vec<Arc<Moment>>,
}

impl Kept {
    /// Keeps the last step.
    pub fn keep(&mut self, stage: &Stage) {
        let poses = || stage.view().actors().map(|actor| actor.pose());
        let count = |of: fn(PoseView<'_>) -> usize| poses().map(of).sum::<usize>();
        let translations = count(|pose| pose.translations.len());
        let rotations = count(|pose| pose.rotations.len());
        let size = 64 + 12 * translations + 8 * rotations;
        let most = (SECONDS / f64::from(stage.settings().step)) as usize;
        let most = most.min(BUDGET / size).max(1);
        while self.moments.len() >= most {
            self.spare.extend(self.moments.pop_front());
        }
        // What is being written elsewhere is left to it.
        let mut moment = self.spare.pop().and_then(Arc::into_inner).unwrap_or_default();
        self.spare.truncate(most - self.moments.len());
        moment.translations.clear();
        moment.translations.reserve_exact(translations);
        moment.rotations.clear();
        moment.rotations.reserve_exact(rotations);
        for pose in poses() {
            moment.translations.extend_from_slice(pose.translations);
            moment.rotations.extend(pose.rotations.iter().map(|rotation| packing::pack(*rotation, BITS)));
        }
        self.moments.push_back(Arc::new(moment));
    }

    /// Begins anew. What is given back is of no use for what is on stage now, and can be dropped.
    pub fn forget(&mut self, stage: &Stage) -> Option<Kept> {
        let rotations = stage.view().actors().map(|actor| actor.pose().rotations.len()).sum::<usize>();
        if self.moments.back().is_some_and(|moment| moment.rotations.len() != rotations) {
            return Some(std::mem::take(self));
        }
        self.spare.extend(self.moments.drain(..));
        None
    }

    /// The last seconds, to be written elsewhere.
    pub fn last(&self, seconds: f64, stage: &Stage, scene: &str, names: &[String]) -> Excerpt {
        let step = stage.settings().step;
        let count = ((seconds / f64::from(step)).ceil() as usize).clamp(1, self.moments.len().max(1));
        let moments = self.moments.range(self.moments.len().saturating_sub(count)..).cloned().collect();
        let name =
            |id: ActorId| names.get(id.0 as usize).cloned().unwrap_or_else(|| format!("actor-{}", id.0));
        let bodies = stage.view().actors().map(|actor| (name(actor.id()), actor.rig().skeleton().clone()));
        Excerpt { moments, rate: 1.0 / step, scene: scene.to_string(), bodies: bodies.collect() }
    }
}

/// A part of the run, to be written.
pub struct Excerpt {
    moments: Vec<Arc<Moment>>,
    rate: f32,
    /// Animations are named after it, each with whose it is.
    scene: String,
    bodies: Vec<(String, Skeleton)>,
}

impl Excerpt {
    /// Everybody as GLB, in two parts. Clips are made one by one: those of a crowd are as large as the file.
    pub fn glb(&self) -> Result<Vec<Vec<u8>>, String> {
        // At once as large as it gets: one that grows by and by leaves holes behind that the allocator does not give back.
        let keys = |moment: &Arc<Moment>| 12 * moment.translations.len() + 16 * moment.rotations.len();
        let times = 4 * self.moments.len() * self.bodies.len();
        let mut binary = Vec::with_capacity(self.moments.iter().map(keys).sum::<usize>() + times + MESHES);
        let mut writer = gltf::Writer::new(&mut binary);
        for (actor, (name, skeleton)) in self.bodies.iter().enumerate() {
            let clips = &[self.clip(actor)?];
            writer.add(&Character { name, skeleton, clips }).map_err(|error| error.to_string())?;
        }
        let head = writer.finish().map_err(|error| error.to_string())?;
        Ok(vec![head, binary])
    }

    /// One actor as BVH.
    pub fn bvh(&self, actor: usize) -> Result<Vec<u8>, String> {
        let (_, skeleton) = self.bodies.get(actor).ok_or_else(|| format!("there is no actor {actor}"))?;
        let mut bytes = Vec::new();
        bvh::write(&mut bytes, skeleton, &self.clip(actor)?, bvh::WriteOptions::default())
            .map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    fn clip(&self, actor: usize) -> Result<Clip, String> {
        let before = &self.bodies[..actor];
        let (name, skeleton) = &self.bodies[actor];
        let first: usize = before.iter().map(|(_, skeleton)| skeleton.translated_joints().len()).sum();
        let translated_joints = first..first + skeleton.translated_joints().len();
        let first: usize = before.iter().map(|(_, skeleton)| skeleton.len()).sum();
        let joints = first..first + skeleton.len();
        let frames = self.moments.len();
        let mut translations = Vec::with_capacity(frames * translated_joints.len());
        let mut rotations = Vec::with_capacity(frames * joints.len());
        for moment in &self.moments {
            translations.extend_from_slice(&moment.translations[translated_joints.clone()]);
            let packed = &moment.rotations[joints.clone()];
            rotations.extend(packed.iter().map(|bits| packing::unpack(*bits, BITS)));
        }
        let name = format!("{} {name}", self.scene);
        Clip::new(skeleton, name, self.rate, translations, rotations).map_err(|error| match error {
            footwork_motion::ClipError::Empty => {
                "nothing has happened yet: let the scene run first".to_string()
            }
            error => error.to_string(),
        })
    }
}
