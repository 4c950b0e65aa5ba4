//! Measures of motion, so that "looks right" has a figure.
//!
//! Plain functions over positions. Which feet are planted when, and where the floor is, the caller says; the
//! performer knows it, annotation finds it.

use glam::Vec3;

use crate::clip::Clip;
use crate::kinematics::WorldClip;
use crate::skeleton::Skeleton;

/// How fast a foot slides while it is planted, in m/s: the mean over the frames in which it stays planted. Zero if
/// it never is. A foot that rolls from heel to toe is best given as two points.
pub fn foot_skate(positions: &[Vec3], planted: &[bool], rate: f32) -> f32 {
    let (mut sum, mut count) = (0.0_f64, 0_u32);
    for (step, both) in positions.windows(2).zip(planted.windows(2)) {
        if both[0] && both[1] {
            let slide = step[1] - step[0];
            sum += f64::from(Vec3::new(slide.x, 0.0, slide.z).length());
            count += 1;
        }
    }
    if count == 0 { 0.0 } else { (sum / f64::from(count)) as f32 * rate }
}

/// How far points go below the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Penetration {
    /// m, the deepest of all.
    pub deepest: f32,
    /// m, the mean over frames of how deep the deepest point is.
    pub mean: f32,
    /// Share of the frames in which some point is below the floor.
    pub share: f32,
}

/// How far a body's joints and ends go below a floor at height `floor`, in metres.
pub fn ground_penetration(skeleton: &Skeleton, world: &WorldClip, floor: f32) -> Penetration {
    let (mut result, mut sum, mut below) = (Penetration::default(), 0.0_f64, 0_u32);
    for frame in 0..world.frames() {
        let joints = world.frame(frame);
        let joint_heights = joints.iter().map(|joint| joint.translation.y);
        let end_heights = skeleton.ends().iter().map(|end| joints[end.joint].point(end.offset).y);
        let lowest = joint_heights.chain(end_heights).fold(f32::INFINITY, f32::min);
        let depth = (floor - lowest).max(0.0);
        result.deepest = result.deepest.max(depth);
        sum += f64::from(depth);
        below += u32::from(depth > 0.0);
    }
    let frames = world.frames() as f64;
    Penetration { mean: (sum / frames) as f32, share: (f64::from(below) / frames) as f32, ..result }
}

/// How much a motion changes from one frame to the next: at a good transition no more than the recordings
/// themselves do. Each is the largest over the joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Jump {
    /// m, from the frame before.
    pub position: f32,
    /// m/s, how much the velocity changes.
    pub velocity: f32,
    /// m/s², how much the acceleration changes.
    pub acceleration: f32,
}

/// The jump from the frame before into a frame. At a clip's first frames, what cannot be known is zero.
pub fn jump(world: &WorldClip, frame: usize) -> Jump {
    let mut worst = Jump::default();
    let rate = world.rate();
    for joint in 0..world.frame(frame).len() {
        let at = |back: usize| frame.checked_sub(back).map(|f| world.position(f, joint));
        let (Some(p0), Some(p1)) = (at(0), at(1)) else { continue };
        worst.position = worst.position.max((p0 - p1).length());
        let Some(p2) = at(2) else { continue };
        let v0 = (p0 - p1) * rate;
        let v1 = (p1 - p2) * rate;
        worst.velocity = worst.velocity.max((v0 - v1).length());
        let Some(p3) = at(3) else { continue };
        let v2 = (p2 - p3) * rate;
        let (a0, a1) = ((v0 - v1) * rate, (v1 - v2) * rate);
        worst.acceleration = worst.acceleration.max((a0 - a1).length());
    }
    worst
}

/// The jumps that a share of a clip's own frames stays below, such as 0.995: what a transition is compared with.
/// Frames whose jump is not fully known are left out.
pub fn usual_jump(world: &WorldClip, share: f32) -> Jump {
    let jumps: Vec<Jump> = (3..world.frames()).map(|frame| jump(world, frame)).collect();
    let of = |get: fn(&Jump) -> f32| percentile(jumps.iter().map(get).collect(), share);
    Jump { position: of(|j| j.position), velocity: of(|j| j.velocity), acceleration: of(|j| j.acceleration) }
}

/// The value that a share of values stays at or below; 0 of none.
pub fn percentile(mut values: Vec<f32>, share: f32) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    values.sort_by(f32::total_cmp);
    let at = (share.clamp(0.0, 1.0) * (values.len() - 1) as f32).round() as usize;
    values[at]
}

/// How much a body's bones change their length over a clip: the largest share by which one is longer or shorter
/// than the skeleton says. Zero unless joints move against their parents.
pub fn limb_stretch(skeleton: &Skeleton, clip: &Clip) -> f32 {
    let mut worst = 0.0_f32;
    for (slot, joint) in skeleton.translated_joints().enumerate().skip(1) {
        let length = skeleton.offsets()[joint].length();
        // The hips of a rig whose root stays on the ground are no bone.
        if length == 0.0 || skeleton.parent(joint) == Some(0) {
            continue;
        }
        for frame in 0..clip.frames() {
            worst = worst.max((clip.frame(frame).translations[slot].length() / length - 1.0).abs());
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Pose;
    use crate::testing::{person, standing, walker};
    use glam::Quat;

    #[test]
    fn a_foot_that_slides_at_a_known_speed_is_measured_at_that_speed() {
        let positions: Vec<Vec3> = (0..61).map(|f| Vec3::new(0.03 * f as f32 / 60.0, 0.0, 0.0)).collect();
        assert!((foot_skate(&positions, &[true; 61], 60.0) - 0.03).abs() < 1e-5);
        assert_eq!(foot_skate(&positions, &[false; 61], 60.0), 0.0);
        // Rising is not sliding.
        let rising: Vec<Vec3> = (0..61).map(|f| Vec3::new(0.0, f as f32, 0.0)).collect();
        assert_eq!(foot_skate(&rising, &[true; 61], 60.0), 0.0);
    }

    #[test]
    fn only_frames_in_which_the_foot_stays_planted_count() {
        let positions = [Vec3::ZERO, Vec3::ZERO, Vec3::X, Vec3::X];
        assert_eq!(foot_skate(&positions, &[true, true, false, true], 60.0), 0.0);
    }

    #[test]
    fn a_body_sunk_by_a_known_depth_is_measured_at_that_depth() {
        let (skeleton, clip) = standing();
        let world = |y: f32| {
            let by = crate::Transform::new(Quat::IDENTITY, Vec3::new(0.0, y, 0.0));
            WorldClip::new(&skeleton, &clip.clone().moved(by))
        };
        let lowest = ground_penetration(&skeleton, &world(-0.05), 0.0);
        assert!((lowest.deepest - 0.05).abs() < 1e-5 && (lowest.mean - 0.05).abs() < 1e-5);
        assert_eq!(lowest.share, 1.0);
        assert_eq!(ground_penetration(&skeleton, &world(0.01), 0.0), Penetration::default());
    }

    #[test]
    fn a_jump_of_known_size_is_found_where_it_is() {
        let skeleton = person();
        let mut clip = walker().1;
        for frame in 60..clip.frames() {
            clip.translations_mut(frame)[0].x += 0.5;
        }
        let world = WorldClip::new(&skeleton, &clip);
        let usual = usual_jump(&world, 0.9);
        let found = jump(&world, 60);
        assert!((found.position - 0.5).abs() < 0.1, "{found:?}");
        assert!(found.velocity > 25.0 && usual.velocity < 2.0, "{found:?} {usual:?}");
        assert!(jump(&world, 40) <= usual_jump(&world, 1.0));
    }

    #[test]
    fn a_bone_that_stretches_is_measured_and_rigid_ones_are_not() {
        let (skeleton, clip) = walker();
        assert_eq!(limb_stretch(&skeleton, &clip), 0.0);
        let knee = skeleton.joint(crate::Role::LeftKnee).unwrap();
        let stretchy = person().with_movers(&[knee]).unwrap();
        let mut pose = Pose::rest(&stretchy);
        pose.translations[1] *= 1.2;
        let clip = Clip::still(&stretchy, "", 60.0, pose).unwrap();
        assert!((limb_stretch(&stretchy, &clip) - 0.2).abs() < 1e-5);
    }

    #[test]
    fn percentiles_of_known_values() {
        let values: Vec<f32> = (0..=100).map(|v| v as f32).collect();
        assert_eq!(percentile(values.clone(), 0.5), 50.0);
        assert_eq!(percentile(values.clone(), 1.0), 100.0);
        assert_eq!(percentile(vec![], 0.5), 0.0);
    }
}
