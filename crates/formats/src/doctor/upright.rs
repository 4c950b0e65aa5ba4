//! Whether somebody stands at all: animals, and people who lie throughout.

use footwork_motion::glam::Vec3;
use footwork_motion::{Clip, Pose, Role, Side, Skeleton, Transform, WorldClip, kinematics};

use super::{Found, Severity};

/// A trunk is upright if this much of it is, and lies if no more than half of it is.
const UPRIGHT: f32 = 0.5;
/// Cosine of the angle between a trunk and the legs below which one lies across the other: 50°.
const ACROSS: f32 = 0.64;
/// How many frames are looked at.
const LOOKED_AT: usize = 200;

/// The trunk's direction, from the hips up, and the legs', from the ankles up.
fn trunk_and_legs(skeleton: &Skeleton, joints: &[Transform]) -> Option<(Vec3, Vec3)> {
    let at = |role: Role| skeleton.roles().get(role).map(|site| site.position(joints));
    let hips = 0.5 * (at(Role::LeftHip)? + at(Role::RightHip)?);
    // A neck may be raised: the trunk ends at the chest, where there is one apart from the hips.
    let chest = at(Role::Chest).or_else(|| at(Role::Neck))?;
    let legs: Vec3 = Side::BOTH
        .into_iter()
        .filter_map(|side| Some((at(side.leg()[0])? - at(side.leg()[2])?).normalize_or_zero()))
        .sum();
    Some(((chest - hips).try_normalize()?, legs.try_normalize()?))
}

/// An animal has its trunk across its legs, at rest and in what it does.
pub(super) fn animal(skeleton: &Skeleton, clips: &[Clip]) -> Option<Found> {
    let across =
        |joints: &[Transform]| trunk_and_legs(skeleton, joints).map(|(trunk, legs)| trunk.dot(legs) < ACROSS);
    let mut joints = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, Pose::rest(skeleton).view(), &mut joints);
    if !across(&joints)? {
        return None;
    }
    let frames: usize = clips.iter().map(Clip::frames).sum();
    let poses = clips.iter().flat_map(|clip| (0..clip.frames()).map(move |frame| clip.frame(frame)));
    let (mut looked, mut found) = (0, 0);
    for pose in poses.step_by(frames.div_ceil(LOOKED_AT).max(1)) {
        kinematics::world(skeleton, pose, &mut joints);
        looked += 1;
        found += usize::from(across(&joints)?);
    }
    // Somebody who sits has the trunk across the thighs, but not through all takes and at rest too.
    (looked > 0 && 10 * found >= 9 * looked).then(|| Found {
        severity: Severity::Unusable,
        what: "This is no person: its trunk lies across its legs, as an animal's".to_string(),
        advice: "Footwork moves people; name its roles in a file (--roles) if it is one.".to_string(),
        cure: None,
    })
}

/// Somebody who lies through a whole clip is more often a wrong axis than a sleeper.
pub(super) fn lies_throughout(skeleton: &Skeleton, world: &WorldClip, start: usize) -> Option<Found> {
    let step = world.frames().div_ceil(LOOKED_AT).max(1);
    for frame in (start..world.frames()).step_by(step) {
        if trunk_and_legs(skeleton, world.frame(frame))?.0.y > UPRIGHT {
            return None;
        }
    }
    Some(Found {
        severity: Severity::Doubtful,
        what: "The body lies throughout: its trunk is never upright".to_string(),
        advice: "If it should stand, another axis is up: --assume-up sets it.".to_string(),
        cure: None,
    })
}
