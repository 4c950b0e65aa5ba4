//! A T-pose or rest pose in front of the motion.

use footwork_motion::glam::Vec3;
use footwork_motion::{Side, Skeleton, Transform, WorldClip, quality};

use super::{Cure, Found, Severity};

/// A leap out of the first frames is this many times as large as the motion's largest.
const LEAP: f32 = 4.0;
/// And at least this far, in metres.
const FAR: f32 = 0.1;
/// Converters put one frame there, rarely a few.
const LOOKED_AT: usize = 10;

/// How many frames at the start do not belong to the motion: they end in a leap that the motion itself never makes.
pub(super) fn odd_frames(skeleton: &Skeleton, world: &WorldClip) -> usize {
    if world.frames() < 4 * LOOKED_AT {
        return odd_frame_of_a_short_clip(skeleton, world);
    }
    let leaps: Vec<f32> = (0..world.frames() - 1).map(|frame| leap(skeleton, world, frame)).collect();
    let usual = quality::percentile(leaps[LOOKED_AT..].to_vec(), 0.99);
    let Some(first) = (0..LOOKED_AT).find(|&frame| leaps[frame] > (LEAP * usual).max(FAR)) else { return 0 };
    // Several frames in front are a rest pose only if they rest; a single one may be any pose to stand in.
    let rests = (0..first).all(|frame| leaps[frame] < 0.02) && is_t_pose(skeleton, world.frame(first));
    if first == 0 || rests { first + 1 } else { 0 }
}

fn odd_frame_of_a_short_clip(skeleton: &Skeleton, world: &WorldClip) -> usize {
    usize::from(world.frames() > 2 && is_t_pose(skeleton, world.frame(0)) && leap(skeleton, world, 0) > FAR)
}

/// How far the body's points move on average from a frame to the next, seen from its root.
fn leap(skeleton: &Skeleton, world: &WorldClip, frame: usize) -> f32 {
    let sites = || {
        Side::BOTH.into_iter().flat_map(|side| [side.arm()[1], side.arm()[2], side.leg()[1], side.leg()[2]])
    };
    let place = |frame: usize, role| {
        let joints = world.frame(frame);
        skeleton.site(role).ok().map(|site| site.position(joints) - joints[0].translation)
    };
    let steps = sites().filter_map(|role| Some((place(frame + 1, role)? - place(frame, role)?).length()));
    let (sum, count) = steps.fold((0.0, 0), |(sum, count), step| (sum + step, count + 1));
    if count == 0 { 0.0 } else { sum / count as f32 }
}

/// Both arms stretched out to the sides.
fn is_t_pose(skeleton: &Skeleton, joints: &[Transform]) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let [shoulder, elbow, wrist, _] = side.arm();
        let Ok([shoulder, elbow, wrist]) = skeleton.roles().require_all([shoulder, elbow, wrist]) else {
            return false;
        };
        let [a, b, c] = [shoulder, elbow, wrist].map(|site| site.position(joints));
        let level = |v: Vec3| v.normalize_or_zero().y.abs() < 0.35;
        level(b - a) && level(c - b) && (b - a).normalize_or_zero().dot((c - b).normalize_or_zero()) > 0.9
    })
}

pub(super) fn findings(skeleton: &Skeleton, world: &WorldClip, start: usize) -> Vec<Found> {
    if start == 0 {
        return Vec::new();
    }
    let pose = if is_t_pose(skeleton, world.frame(0)) { "a T-pose" } else { "a rest pose" };
    let frames =
        if start == 1 { "The first frame is".to_string() } else { format!("The first {start} frames are") };
    vec![Found {
        severity: Severity::Wrong,
        what: format!("{frames} {pose} that the motion leaps out of"),
        advice: format!("Start after it: --fix does, or convert --from {:.4}.", start as f32 / world.rate()),
        cure: Some(Cure::DropStart { frames: start }),
    }]
}
