//! Putting an avoidance right on its way: past the paper.
//!
//! Where a body will be was foreseen when its path was chosen, from how spheres move. Feet that are held, a head that turns to what comes
//! and steps that are a little late make it another by a few centimetres. So it is looked at again on the way, from where the body is by then,
//! and what is missing is leaned: as much as the spring of a transition can still do.

use glam::Vec3;

use crate::adapt::{DEEPEST, WANTED, passes};
use crate::attack::Attack;
use crate::dodger::Sight;
use crate::memory::Memory;
use crate::perceive;
use crate::settings::AvoidSettings;

/// s before the attack: when it is looked at again. Of a lean a fifth is missing after the first, a half after the second.
const AT: [f32; 2] = [0.18, 0.1];
/// m. Less is not worth a transition.
const LITTLE: f32 = 0.01;

/// What comes, of all that the path was chosen for; none if that is over.
pub(crate) fn answered(memory: &Memory, sight: &Sight<'_>, settings: &AvoidSettings) -> Option<Attack> {
    let mut attack = Attack::NOTHING;
    let counts = |at: usize| memory.answered >> at & 1 == 1;
    let Sight { me, stage, coming, .. } = sight;
    perceive::attack_of(coming, counts, me, stage, settings, &mut attack).then_some(attack)
}

/// m, the lean that an avoidance under way is to have from now on; none to leave it as it is.
pub(crate) fn lean(memory: &Memory, sight: &Sight<'_>, settings: &AvoidSettings) -> Option<Vec3> {
    let step = sight.stage.step();
    let left = memory.plan.attack.checked_sub(sight.stage.tick())?;
    if !AT.iter().any(|seconds| (seconds / step).round() as u64 == left) {
        return None;
    }
    let attack = answered(memory, sight, settings)?;
    let (nearest, _) = passes(&sight.world, &sight.doing, &attack);
    let had = Vec3::from(memory.plan.lean);
    let mut lean =
        (had + nearest.away * (WANTED - nearest.distance).max(0.0)).clamp_length_max(settings.lean);
    lean.y = lean.y.clamp(-DEEPEST, 0.0);
    (lean.is_finite() && had.is_finite() && lean.distance(had) >= LITTLE).then_some(lean)
}
