//! Which joints really move against their parent.
//!
//! Many exporters write position channels for every joint and repeat the bone's offset in every frame. Such a
//! joint is an ordinary one; only what changes over time stays a translated_joint.

use footwork_motion::Joint;
use footwork_motion::glam::Vec3;

/// A joint that stays within this share of the longest bone does not move.
const STILL: f32 = 2e-4;
/// Positions that stay within this share of their OFFSET's length around zero are meant to be added to it.
const ADDED: f32 = 0.1;

/// Sorts out translated_joints and gives the ones that remain, without the root. `translations` has one entry per translated_joint and
/// frame, and is thinned out in place; `translated_joints` begins with the root. A joint that does not move gets its place
/// as its offset.
pub(crate) fn settle(
    joints: &mut [Joint],
    translated_joints: &[usize],
    translations: &mut Vec<Vec3>,
) -> Vec<usize> {
    let longest = joints.iter().skip(1).map(|j| j.offset.length()).fold(0.0, f32::max);
    let mut kept = vec![0];
    for (slot, &joint) in translated_joints.iter().enumerate().skip(1) {
        let places = || translations.iter().skip(slot).step_by(translated_joints.len());
        let offset = joints[joint].offset;
        let farthest = places().map(|p| p.length()).fold(0.0, f32::max);
        if farthest <= ADDED * offset.length() {
            translations.iter_mut().skip(slot).step_by(translated_joints.len()).for_each(|p| *p += offset);
        }
        let places = || translations.iter().skip(slot).step_by(translated_joints.len());
        let first = places().next().copied().unwrap_or(offset);
        let still = STILL * longest.max(first.length());
        if places().all(|p| (*p - first).length() <= still) {
            joints[joint].offset = first;
        } else {
            kept.push(slot);
        }
    }
    let frames = translations.len() / translated_joints.len();
    for frame in 0..frames {
        for (to, &slot) in kept.iter().enumerate() {
            translations[frame * kept.len() + to] = translations[frame * translated_joints.len() + slot];
        }
    }
    translations.truncate(frames * kept.len());
    kept.into_iter().skip(1).map(|slot| translated_joints[slot]).collect()
}
