//! The second pass of a step: bodies move, each for itself, cut into pieces that can run side by side.
//!
//! A piece holds its own actors' part of every list, so that the result is the same however many threads there are.

use std::sync::Arc;

use footwork_motion::Transform;
use glam::{Quat, Vec3};

use crate::body::{self, Body, Ctx, Joints};
use crate::contact::Bounds;
use crate::deciding::Decided;
use crate::given::PoseSource;
use crate::observe::Outcome;
use crate::offset::Offset;
use crate::rig::Rig;
use crate::settings::Probe;

/// Fewer actors than this are not worth a thread.
#[cfg(feature = "threads")]
const GRAIN: usize = 64;

/// What moving changes.
pub(crate) struct Moving<'a> {
    pub bodies: &'a mut [Body],
    pub decided: &'a [Decided],
    pub rotations: &'a mut [Quat],
    pub translations: &'a mut [Vec3],
    pub turns: &'a mut [Offset],
    pub slides: &'a mut [Offset],
    pub world: &'a mut [Transform],
    pub world_before: &'a mut [Transform],
    pub bounds: &'a mut [Bounds],
    pub outcomes: &'a mut [Outcome],
}

impl<'a> Moving<'a> {
    #[cfg(feature = "threads")]
    fn split(self) -> (Moving<'a>, Moving<'a>) {
        let middle = self.bodies.len() / 2;
        let joints = (self.bodies[middle].first_joint - self.bodies[0].first_joint) as usize;
        let translated_joints =
            (self.bodies[middle].first_translated - self.bodies[0].first_translated) as usize;
        let (bodies, bodies_b) = self.bodies.split_at_mut(middle);
        let (decided, decided_b) = self.decided.split_at(middle);
        let (rotations, rotations_b) = self.rotations.split_at_mut(joints);
        let (translations, translations_b) = self.translations.split_at_mut(translated_joints);
        let (turns, turns_b) = self.turns.split_at_mut(joints);
        let (slides, slides_b) = self.slides.split_at_mut(translated_joints);
        let (world, world_b) = self.world.split_at_mut(joints);
        let (world_before, world_before_b) = self.world_before.split_at_mut(joints);
        let (bounds, bounds_b) = self.bounds.split_at_mut(middle);
        let (outcomes, outcomes_b) = self.outcomes.split_at_mut(middle);
        (
            Moving {
                bodies,
                decided,
                rotations,
                translations,
                turns,
                slides,
                world,
                world_before,
                bounds,
                outcomes,
            },
            Moving {
                bodies: bodies_b,
                decided: decided_b,
                rotations: rotations_b,
                translations: translations_b,
                turns: turns_b,
                slides: slides_b,
                world: world_b,
                world_before: world_before_b,
                bounds: bounds_b,
                outcomes: outcomes_b,
            },
        )
    }

    /// The same on the threads of the pool it is called on.
    #[cfg(feature = "threads")]
    pub fn run_on(self, rigs: &[Arc<Rig>], ctx: &Ctx<'_>) {
        if self.bodies.len() <= GRAIN {
            return self.run(rigs, ctx, &mut crate::settings::NoProbe);
        }
        let (a, b) = self.split();
        rayon::join(|| a.run_on(rigs, ctx), || b.run_on(rigs, ctx));
    }

    /// Moves every body.
    pub fn run(self, rigs: &[Arc<Rig>], ctx: &Ctx<'_>, probe: &mut impl Probe) {
        let Some(first) = self.bodies.first() else { return };
        let (first_joint, first_translated) = (first.first_joint as usize, first.first_translated as usize);
        for (number, body) in self.bodies.iter_mut().enumerate() {
            let rig = &rigs[body.rig as usize];
            let joints = body.joints(rig);
            let joints = joints.start - first_joint..joints.end - first_joint;
            let translated_joints = body.translated_joints(rig);
            let translated_joints =
                translated_joints.start - first_translated..translated_joints.end - first_translated;
            let mut lists = Joints {
                rotations: &mut self.rotations[joints.clone()],
                translations: &mut self.translations[translated_joints.clone()],
                turns: &mut self.turns[joints.clone()],
                slides: &mut self.slides[translated_joints],
                world: &mut self.world[joints.clone()],
                world_before: &self.world_before[joints.clone()],
            };
            let fresh = body.fresh;
            let decided = &self.decided[number];
            if decided.asked {
                body.fallen_back = decided.stands;
            }
            self.outcomes[number] = body::advance(body, &mut lists, rig, decided, ctx, probe);
            if body.source == PoseSource::Given {
                continue;
            }
            if fresh {
                self.world_before[joints.clone()].copy_from_slice(&self.world[joints.clone()]);
            }
            if ctx.settings.contacts {
                self.bounds[number] = Bounds::around(&rig.hull, &self.world[joints]);
            }
            probe.mark(crate::settings::Part::Contact);
        }
    }
}
