//! What a physical body costs in a step, beside the engine's own rag doll of the same links.

use std::time::Instant;

use footwork::motion::Role;
use footwork::posture::world::{self, Acting, Kept};
use footwork::stage::Rig;

use super::sets::{STEP, holds, standing, step, targets};

/// µs, a body and step.
pub struct Cost {
    /// Falling.
    pub rag_doll: f64,
    /// Following where it stands, with both feet held.
    pub full: f64,
    /// The engine's world, kept from step to step.
    pub rapier: f64,
}

/// A fall is over and lies after this many steps.
const STEPS: usize = 120;
/// The least of so many runs is taken: whatever else the machine does only adds to it.
const RUNS: usize = 12;

pub fn measure(rig: &Rig) -> Cost {
    let (body, stand) = standing(rig);
    let targets = targets(&stand);
    let feet = holds(&body, &stand, &[Role::LeftAnkle, Role::RightAnkle], 9);
    let rag_doll = least(|| {
        let mut doll = stand.clone();
        let acting = Acting { tone: 0.1, ..Acting::default() };
        (0..STEPS).for_each(|_| world::step(&body, rig.skeleton(), &mut doll, &acting, STEP));
    });
    let full = least(|| {
        let (mut doll, mut held) = (stand.clone(), feet.clone());
        for _ in 0..STEPS {
            step(rig, &body, &mut doll, &targets, &mut held);
        }
    });
    let rapier = least(|| {
        let mut kept = Kept::new(&body, rig.skeleton(), &stand, STEP);
        (0..STEPS).for_each(|_| kept.step());
    });
    Cost { rag_doll, full, rapier }
}

fn least(run: impl Fn()) -> f64 {
    let runs = (0..RUNS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e6 / STEPS as f64
    });
    runs.fold(f64::INFINITY, f64::min)
}
