//! The second pass of a step: bodies move, each for itself, cut into pieces that can run side by side.
//!
//! A piece holds its own actors' part of every list, so that the result is the same however many threads there are.

use std::ops::Range;
use std::sync::Arc;

use footwork_motion::lanes::LANES;
use footwork_motion::{PoseView, Transform, kinematics};
use glam::{Quat, Vec3};

use crate::body::{self, Body, Ctx, Joints, Played};
use crate::contact::Bounds;
use crate::deciding::Decided;
use crate::given::PoseSource;
use crate::limb_ik::Swivel;
use crate::limb_ik_lanes::Four;
use crate::observe::Outcome;
use crate::offset::Offset;
use crate::rig::Rig;
use crate::settings::{Phase, Probe};
use crate::{floor, limb_ik, limb_ik_lanes, limbs};

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

    /// Moves every body: four with the same skeleton side by side where they are beside each other, and else each alone.
    pub fn run(mut self, rigs: &[Arc<Rig>], ctx: &Ctx<'_>, probe: &mut impl Probe) {
        let mut number = 0;
        self.fetch(0..LANES, rigs);
        while let Some(body) = self.bodies.get(number) {
            let rig = &*rigs[body.rig as usize];
            let count = if self.are_alike(number, rig) { LANES } else { 1 };
            self.fetch(number + LANES..number + LANES + count, rigs);
            let mut played = [Played::default(); LANES];
            for (lane, played) in played[..count].iter_mut().enumerate() {
                let (body, mut joints, decided) = self.actor(number + lane, rig);
                body.holder = decided.holder;
                if decided.asked {
                    body.fallen_back = decided.stands;
                }
                played.began = body::play(body, &mut joints, rig, decided, ctx, probe);
            }
            self.place(number, count, rig);
            for lane in 0..count {
                let (body, mut joints, _) = self.actor(number + lane, rig);
                if body.source == PoseSource::Take {
                    floor::keep_above(body, &mut joints, rig, ctx);
                }
            }
            probe.mark(Phase::Kinematics);
            self.bend_legs(number, &mut played[..count], rig, ctx);
            for (lane, played) in played[..count].iter().enumerate() {
                self.settle(number + lane, rig, played, ctx, probe);
            }
            number += count;
        }
    }

    /// Reads from memory what some bodies are about to play while others are moved: takes are large, and every body is
    /// somewhere else in them.
    fn fetch(&self, numbers: Range<usize>, rigs: &[Arc<Rig>]) {
        for body in self.bodies.iter().take(numbers.end).skip(numbers.start) {
            rigs[body.rig as usize].fetch(body.segment.take, body.time);
        }
    }

    /// Whether four bodies from one on have the same skeleton and play takes.
    fn are_alike(&self, first: usize, rig: &Rig) -> bool {
        let Some(four) = self.bodies.get(first..first + LANES) else { return false };
        let alike = |body: &Body| body.rig == four[0].rig && body.source == PoseSource::Take;
        four.iter().all(alike) && rig.skeleton().translated_joints().len() == 1
    }

    /// Where an actor's joints and translated joints are in the lists of this piece.
    fn ranges(&self, number: usize, rig: &Rig) -> [Range<usize>; 2] {
        let (first, body) = (&self.bodies[0], &self.bodies[number]);
        let joint = (body.first_joint - first.first_joint) as usize;
        let translated = (body.first_translated - first.first_translated) as usize;
        let skeleton = rig.skeleton();
        [joint..joint + skeleton.len(), translated..translated + skeleton.translated_joints().len()]
    }

    /// An actor's body and lists, and what was decided for it.
    fn actor(&mut self, number: usize, rig: &Rig) -> (&mut Body, Joints<'_>, &Decided) {
        let [at, translated] = self.ranges(number, rig);
        let joints = Joints {
            rotations: &mut self.rotations[at.clone()],
            translations: &mut self.translations[translated.clone()],
            turns: &mut self.turns[at.clone()],
            slides: &mut self.slides[translated],
            world: &mut self.world[at.clone()],
            world_before: &self.world_before[at],
        };
        (&mut self.bodies[number], joints, &self.decided[number])
    }

    /// Finds where the joints of some bodies are: of four that are alike, or of one.
    fn place(&mut self, first: usize, count: usize, rig: &Rig) {
        let [at, translated] = self.ranges(first, rig);
        if count == LANES {
            let at = at.start..at.start + LANES * at.len();
            let roots = std::array::from_fn(|lane| self.translations[translated.start + lane]);
            kinematics::world_of_four(
                rig.skeleton(),
                &self.rotations[at.clone()],
                roots,
                &mut self.world[at],
            );
        } else if self.bodies[first].source == PoseSource::Take {
            let pose = PoseView {
                translations: &self.translations[translated],
                rotations: &self.rotations[at.clone()],
            };
            kinematics::world(rig.skeleton(), pose, &mut self.world[at]);
        }
    }

    /// Brings the feet of some bodies to where they are to be: of four that are alike, or of one.
    fn bend_legs(&mut self, first: usize, played: &mut [Played], rig: &Rig, ctx: &Ctx<'_>) {
        for (lane, Played { began, aims }) in played.iter_mut().enumerate() {
            let (body, mut joints, _) = self.actor(first + lane, rig);
            if body.source == PoseSource::Take {
                *aims = limbs::aim(body, &mut joints, rig, *began, ctx);
            }
        }
        for (side, leg) in rig.legs.iter().enumerate() {
            let Some(leg) = leg else { continue };
            let target = |played: &Played| played.aims.legs[side].target;
            if let Some(four) = played.as_array::<LANES>()
                && four.iter().filter_map(target).count() > 1
            {
                let [at, _] = self.ranges(first, rig);
                let (joints, at) = (at.len(), at.start..at.start + LANES * at.len());
                let swivels = std::array::from_fn(|lane| {
                    let before = &self.world_before[at.start + lane * joints..][..joints];
                    (!self.bodies[first + lane].fresh).then(|| Swivel::new(before, leg, ctx.step))
                });
                let (rotations, world) = (&mut self.rotations[at.clone()], &mut self.world[at]);
                limb_ik_lanes::bend(
                    &mut Four { rotations, world, joints },
                    rig,
                    leg,
                    &four.each_ref().map(target),
                    &swivels,
                );
                continue;
            }
            for (lane, played) in played.iter().enumerate() {
                if let Some(target) = target(played) {
                    let (body, mut joints, _) = self.actor(first + lane, rig);
                    let swivel = (!body.fresh).then(|| Swivel::new(joints.world_before, leg, ctx.step));
                    limb_ik::bend(&mut joints, rig, leg, target, swivel);
                }
            }
        }
    }

    /// The second half of one body's step.
    fn settle(&mut self, number: usize, rig: &Rig, played: &Played, ctx: &Ctx<'_>, probe: &mut impl Probe) {
        let [at, _] = self.ranges(number, rig);
        let (body, mut joints, decided) = self.actor(number, rig);
        if body.source == PoseSource::Given {
            self.outcomes[number] = Outcome { waits: true, ..Outcome::default() };
            return;
        }
        let fresh = body.fresh;
        self.outcomes[number] = body::settle(body, &mut joints, rig, decided, played, ctx, probe);
        if fresh {
            self.world_before[at.clone()].copy_from_slice(&self.world[at.clone()]);
        }
        if ctx.settings.contacts {
            self.bounds[number] = Bounds::around(&rig.hull, &self.world[at]);
        }
        probe.mark(Phase::Contact);
    }
}
