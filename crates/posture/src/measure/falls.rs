//! Somebody stands, is let go and pushed, falls, and gets up: on a stage, as it is shown.

use std::sync::Arc;

use footwork_motion::{Rng, Role, Skeleton, Transform};
use footwork_stage::{Ask, Cue, Happening, Rig, Settings, Stage};
use glam::Vec3;

use crate::body::PhysicalBody;
use crate::{PhysicalWorld, PostureSettings};

/// What falls are like at worst.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Falls {
    /// s from the push until it lies.
    pub rest_s: f32,
    /// cm in the floor.
    pub below_cm: f32,
    /// Degrees that a joint is beyond its range, while it falls.
    pub limits_deg: f32,
    /// The same in 99 of 100 steps.
    pub limits_deg_99: f32,
    /// mm that a bone is longer or shorter than it is.
    pub bone_mm: f32,
    /// How many stand within 8 s of lying still.
    pub rise_share: f32,
    /// s from the push until the middle one of those stands.
    pub stood_s: f32,
    /// s from the push until the trunk is on the floor, of the middle one.
    pub trunk_s: f32,
    /// m in a step.
    pub jump_m: f32,
}

/// s, before the push, and after it.
const BEFORE: f32 = 0.5;
const AFTER: f32 = 12.0;
/// s. Who stands within this time after he lay still stands again.
const STANDS: f32 = 8.0;
/// m. A trunk that is nearer to the floor is on it.
const ON_FLOOR: f32 = 0.03;

/// Falls of one body, each by its own push. `heard` is told how much is done, from 0 to 1.
pub fn measure(rig: &Arc<Rig>, count: u32, seed: u64, heard: &dyn Fn(f32)) -> Falls {
    let body = PhysicalBody::new(rig);
    let mut falls = Falls::default();
    let (mut excess, mut stood, mut landed) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..count {
        let found = fall(rig, &body, Rng::stream(seed, number), &mut falls, &mut excess, &mut stood);
        landed.push(found.unwrap_or(AFTER));
        heard((number + 1) as f32 / count as f32);
    }
    excess.sort_by(f32::total_cmp);
    stood.sort_by(f32::total_cmp);
    landed.sort_by(f32::total_cmp);
    falls.trunk_s = landed.get(landed.len() / 2).copied().unwrap_or(0.0);
    falls.limits_deg = excess.last().copied().unwrap_or(0.0);
    falls.limits_deg_99 = excess.get(excess.len() * 99 / 100).copied().unwrap_or(0.0);
    falls.rise_share = stood.len() as f32 / count.max(1) as f32;
    falls.stood_s = stood.get(stood.len() / 2).copied().unwrap_or(0.0);
    falls
}

/// One fall. Gives back when the trunk came to the floor, in s from the push.
fn fall(
    rig: &Arc<Rig>,
    body: &PhysicalBody,
    mut rng: Rng,
    falls: &mut Falls,
    excess: &mut Vec<f32>,
    stood: &mut Vec<f32>,
) -> Option<f32> {
    let mut stage = Stage::new(Settings::default(), rng.bits()).ok()?;
    let step = stage.settings().step;
    let rig_id = stage.add_rig(rig.clone());
    stage.set_physics(PhysicalWorld::new(PostureSettings::default()));
    let actor = stage.add_actor(rig_id, None, Transform::IDENTITY).ok()?;
    let angle = rng.range(0.0, std::f32::consts::TAU);
    let direction = Vec3::new(libm::sinf(angle), 0.0, libm::cosf(angle));
    let point = Vec3::Y * rng.range(0.9, 1.5) - 0.15 * direction;
    let impulse = rng.range(50.0, 160.0) * direction;
    let pushed = (BEFORE / step) as u64;
    let asks = [Ask::LetGo { tone: rng.range(0.0, 0.4) }, Ask::Push { point, impulse }];
    if asks.into_iter().any(|ask| stage.cue(Cue { tick: pushed, to: actor, ask }).is_err()) {
        return None;
    }
    let mut before: Vec<Transform> = Vec::new();
    // Until it lies, its pose is physical.
    let (mut rested, mut landed): (Option<f32>, Option<f32>) = (None, None);
    for tick in 0..((BEFORE + AFTER) / step) as u64 {
        stage.step();
        let since = (tick.saturating_sub(pushed)) as f32 * step;
        let me = stage.actor(actor)?;
        let world = me.world();
        let moved = |(a, b): (&Transform, &Transform)| (a.translation - b.translation).length();
        falls.jump_m = world.iter().zip(&before).map(moved).fold(falls.jump_m, f32::max);
        falls.bone_mm = falls.bone_mm.max(1000.0 * stretched(rig.skeleton(), world));
        if tick > pushed && rested.is_none() {
            falls.below_cm = falls.below_cm.max(100.0 * below(body, world));
            excess.push(beyond(body, world).to_degrees());
            if landed.is_none() && trunk_above(body, world) < ON_FLOOR {
                landed = Some(since);
            }
        }
        before = world.to_vec();
        for event in stage.events() {
            match event.happening {
                Happening::CameToRest { .. } => {
                    rested = rested.or(Some(since));
                    falls.rest_s = falls.rest_s.max(since);
                }
                Happening::Rose { .. } if rested.is_some_and(|rested| since - rested < STANDS) => {
                    stood.push(since);
                    return landed;
                }
                _ => {}
            }
        }
    }
    // Who never lay still took all the time there was.
    if rested.is_none() {
        falls.rest_s = AFTER;
    }
    landed
}

/// m, how much a bone is longer or shorter than it is.
pub fn stretched(skeleton: &Skeleton, world: &[Transform]) -> f32 {
    let bones = (1..skeleton.len()).filter_map(|joint| {
        let parent = skeleton.parent(joint)?;
        let moved = skeleton.translated_joints().any(|translated| translated == joint);
        let length = (world[joint].translation - world[parent].translation).length();
        (!moved).then(|| (length - skeleton.offsets()[joint].length()).abs())
    });
    bones.fold(0.0, f32::max)
}

/// m, how deep the body is in the floor.
fn below(body: &PhysicalBody, world: &[Transform]) -> f32 {
    let depth =
        body.links.iter().flat_map(|link| link.line.map(|end| link.radius - world[link.joint].point(end).y));
    depth.fold(0.0, f32::max)
}

/// m, how high the lowest part of the trunk is above the floor.
fn trunk_above(body: &PhysicalBody, world: &[Transform]) -> f32 {
    let trunk = body.links.iter().filter(|link| matches!(link.role, Role::Hips | Role::Spine | Role::Chest));
    let height = trunk.flat_map(|link| link.line.map(|end| world[link.joint].point(end).y - link.radius));
    height.fold(f32::INFINITY, f32::min)
}

/// rad, how far a joint is beyond its range.
fn beyond(body: &PhysicalBody, world: &[Transform]) -> f32 {
    let excess = body.links.iter().enumerate().filter_map(|(number, link)| {
        let parent = body.links[link.parent?].joint;
        Some(body.angles(number, world[parent].rotation, world[link.joint].rotation).excess())
    });
    excess.fold(0.0, f32::max)
}
