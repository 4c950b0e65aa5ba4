//! How a body usually holds what a source has no joints for.
//!
//! A rig without collar bones, a neck or a spine says nothing about those of a better one. Shoulders and neck as in the rest pose are
//! those of somebody with arms spread; where the target's own recordings are known, they show how it holds itself: the mean of
//! each joint's rotation relative to its parent. Such joints follow as they would without, and stand off from there as they
//! usually do. Nothing is known of a body without motion, and nothing changes for it.

use glam::{Quat, Vec3};

use super::limbs::arc;
use super::stance::Stance;
use crate::pose::nlerp;
use crate::role::{Role, Side};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// Moments of motion that show a habit: a second of looks at every thirtieth of it.
const ENOUGH: usize = 30;

/// The mean of each joint's rotation relative to its parent, of moments that show where joints are.
pub(super) fn usual<'a>(
    skeleton: &Skeleton,
    moments: impl ExactSizeIterator<Item = &'a [Transform]> + Clone,
) -> Option<Vec<Quat>> {
    if moments.len() < ENOUGH {
        return None;
    }
    let mean = |joint: usize| {
        let above = |joints: &[Transform]| {
            skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| joints[parent].rotation)
        };
        let mut turns = moments.clone().map(|joints| above(joints).conjugate() * joints[joint].rotation);
        let first = turns.next().unwrap_or(Quat::IDENTITY);
        let sum = turns.fold(first, |sum, turn| if sum.dot(turn) < 0.0 { sum - turn } else { sum + turn });
        // Rotations all around have no mean.
        if sum.length() > 1e-3 { sum.normalize() } else { first }
    };
    Some((0..skeleton.len()).map(mean).collect())
}

/// How joints of a chain stand in the world when its first one stands as in the stance.
fn held(stance: &Stance, usual: &[Quat], chain: &[usize]) -> Vec<Quat> {
    let mut held = vec![stance.rotation(chain[0])];
    for &joint in &chain[1..] {
        held.push(held[held.len() - 1] * usual[joint]);
    }
    held
}

/// For each joint of a chain, the turn in its own frame from where a source that has only the chain's ends would put it. `lean` is
/// the turn in the world of the first joint as such a source has it.
pub(super) fn apart(stance: &Stance, chain: &[usize], lean: Quat) -> Option<Vec<Quat>> {
    let held = held(stance, stance.usual()?, chain);
    let stands = |place: usize| stance.rotation(chain[place]);
    let last = chain.len() - 1;
    let end = held[last] * stands(last).conjugate();
    let between = |place: usize| {
        let share = place as f32 / last.max(1) as f32;
        let followed = nlerp(lean, end, share) * stands(place);
        (followed.conjugate() * held[place]).normalize()
    };
    Some((0..chain.len()).map(between).collect())
}

/// How a body without joints between hips and chest would turn its pelvis to have the chest where this one usually does.
pub(super) fn lean(body: &Skeleton, stance: &Stance, chain: &[usize]) -> Option<Quat> {
    let held = held(stance, stance.usual()?, chain);
    let joints = stance.joints(body);
    let hip = |side: Side| Some(body.roles().get(side.leg()[0])?.position(&joints));
    let (middle, hips) = (0.5 * (hip(Side::Left)? + hip(Side::Right)?), joints[chain[0]].translation);
    let chest = body.roles().get(Role::Chest)?.position(&joints);
    let bones = held.iter().zip(&chain[1..]).map(|(turn, &joint)| *turn * body.offsets()[joint]);
    Some(arc(chest - middle, hips - middle + bones.sum::<Vec3>()))
}
