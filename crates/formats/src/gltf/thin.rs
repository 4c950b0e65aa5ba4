//! Which frames of a clip are worth a key: those between which going straight is not seen.
//!
//! From each key on, the next is as late as every joint in between may be. All joints share the keys, so that one table of times
//! serves the whole clip.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::{Clip, Skeleton};

/// m. A joint may be moved this far, and may turn so that what hangs on it is moved this far: hips by 0.15°, toes by 2°.
const MOVED: f32 = 0.003;
/// m. What no joint hangs on turns something too.
const LEAST_REACH: f32 = 0.08;
/// s. Keys are never further apart, so that somebody who stands still is no long way to go through.
const APART: f32 = 0.25;

/// The frames to keep, rising; the first and the last among them.
pub(super) fn kept(clip: &Clip, skeleton: &Skeleton) -> Vec<usize> {
    let turned = turned(skeleton);
    let last = clip.frames() - 1;
    let most = ((APART * clip.rate()).round() as usize).max(1);
    let mut kept = vec![0];
    let mut from = 0;
    while from < last {
        let mut to = from + 1;
        while to < last && to - from < most && straight(clip, &turned, from, to + 1) {
            to += 1;
        }
        kept.push(to);
        from = to;
    }
    kept
}

/// Whether all frames between two are near to what lies straight between those.
fn straight(clip: &Clip, turned: &[f32], from: usize, to: usize) -> bool {
    let (a, b) = (clip.frame(from), clip.frame(to));
    (from + 1..to).all(|frame| {
        let share = (frame - from) as f32 / (to - from) as f32;
        let is = clip.frame(frame);
        let near = |(is, (a, b)): (&Vec3, (&Vec3, &Vec3))| is.distance(a.lerp(*b, share)) <= MOVED;
        let along = |(turned, (is, (a, b))): (&f32, (&Quat, (&Quat, &Quat)))| {
            let b = if a.dot(*b) < 0.0 { -*b } else { *b };
            (*a * (1.0 - share) + b * share).normalize().dot(*is).abs() >= *turned
        };
        is.translations.iter().zip(a.translations.iter().zip(b.translations)).all(near)
            && turned.iter().zip(is.rotations.iter().zip(a.rotations.iter().zip(b.rotations))).all(along)
    })
}

/// For each joint, the cosine of half the angle by which it may turn, as a quaternion's dot product has it.
fn turned(skeleton: &Skeleton) -> Vec<f32> {
    let mut reach = vec![LEAST_REACH; skeleton.len()];
    for end in skeleton.ends() {
        reach[end.joint] = reach[end.joint].max(end.offset.length());
    }
    for joint in (1..skeleton.len()).rev() {
        if let Some(parent) = skeleton.parent(joint) {
            reach[parent] = reach[parent].max(skeleton.offsets()[joint].length() + reach[joint]);
        }
    }
    reach.into_iter().map(|reach| (0.5 * MOVED / reach).cos()).collect()
}
