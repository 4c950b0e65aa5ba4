//! What a physical body costs in a step, beside the engine's own rag doll of the same links.

use std::sync::Arc;

use footwork_annotate::Limb;
use footwork_motion::{Role, Transform};
use footwork_stage::{Ask, Cue, PhysicsLevel, Rig, Settings, Stage};
use glam::{Quat, Vec3};

use super::kept::Kept;
use super::sets::{STEP, holds, standing, step, targets};
use crate::limb;
use crate::world::{self, Acting};
use crate::{PhysicalWorld, PostureSettings};

/// µs, a body and step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Falling.
    pub rag_doll: f64,
    /// Following where it stands, with both feet held.
    pub full: f64,
    /// What drawing both hands somewhere adds, on a stage.
    pub touch: f64,
    /// What a physical world adds for everybody who touches nothing, in a crowd at level touch.
    pub idle: f64,
    /// The engine's world, kept from step to step, with the engine's own number of sweeps.
    pub rapier: f64,
}

/// A fall is over and lies after this many steps.
const STEPS: usize = 120;
/// The least of so many runs is taken: whatever else the machine does only adds to it.
const RUNS: usize = 12;
/// How many have their hands drawn somewhere, and how many have not.
const FEW: u32 = 20;
const CROWD: u32 = 500;

/// Costs by a clock that gives seconds.
pub fn measure(rig: &Arc<Rig>, clock: &dyn Fn() -> f64) -> Cost {
    let (body, stand) = standing(rig);
    let targets = targets(&stand);
    let feet = holds(&body, &stand, &[Role::LeftAnkle, Role::RightAnkle], 9);
    let rag_doll = least(clock, || {
        let mut doll = stand.clone();
        let acting = Acting { tone: 0.1, ..Acting::default() };
        (0..STEPS).for_each(|_| {
            world::step(&body, rig.skeleton(), &mut doll, &acting, STEP);
        });
    });
    let full = least(clock, || {
        let (mut doll, mut held) = (stand.clone(), feet.clone());
        for _ in 0..STEPS {
            step(rig, &body, &mut doll, &targets, &mut held);
        }
    });
    let rapier = least(clock, || {
        let mut kept = Kept::new(&body, rig.skeleton(), &stand, STEP);
        (0..STEPS).for_each(|_| kept.step());
    });
    let crowd = |count: u32, level: Option<PhysicsLevel>| {
        let Some(mut stage) = crowd(rig, count, level) else { return 0.0 };
        least(clock, move || (0..STEPS).for_each(|_| stage.step())) / f64::from(count)
    };
    let touch = crowd(FEW, Some(PhysicsLevel::Touch)) - crowd(FEW, None);
    let idle = crowd(CROWD, Some(PhysicsLevel::Touch)) - crowd(CROWD, None);
    Cost { rag_doll, full, touch, idle, rapier }
}

/// People who stand in a row, without a physical world or with one. Of a few, both hands are pulled.
fn crowd(rig: &Arc<Rig>, count: u32, level: Option<PhysicsLevel>) -> Option<Stage> {
    let mut stage = Stage::new(Settings::default(), 1).ok()?;
    let known = stage.add_rig(rig.clone());
    if let Some(level) = level {
        stage.set_physics(PhysicalWorld::new(PostureSettings { level, ..PostureSettings::default() }));
    }
    for number in 0..count {
        let at = Transform::new(Quat::IDENTITY, 2.0 * number as f32 * Vec3::X);
        stage.add_actor(known, None, at).ok()?;
    }
    (0..3).for_each(|_| stage.step());
    if count == FEW {
        let hands = [Limb::LeftHand, Limb::RightHand];
        let pulls = stage.view().actors().flat_map(|actor| {
            let tip = move |limb: Limb| limb::tip(actor.rig(), actor.world(), limb);
            hands.map(|limb| Some((actor.id(), Ask::Pull { limb, to: Some(tip(limb)? + 0.1 * Vec3::Y) })))
        });
        for (to, ask) in pulls.flatten().collect::<Vec<_>>() {
            stage.cue(Cue { tick: 0, to, ask }).ok()?;
        }
    }
    Some(stage)
}

fn least(clock: &dyn Fn() -> f64, mut run: impl FnMut()) -> f64 {
    let runs = (0..RUNS).map(|_| {
        let start = clock();
        run();
        (clock() - start) * 1e6 / STEPS as f64
    });
    runs.fold(f64::INFINITY, f64::min)
}
