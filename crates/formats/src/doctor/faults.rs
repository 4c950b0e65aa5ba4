//! Faults of known conversions.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Skeleton};

use super::{Cure, Found, Severity};
use crate::import::Body;

/// Bones of one side may differ from the other's by this share.
const LOPSIDED: f32 = 0.08;

pub(super) fn known(body: &Body) -> Vec<Found> {
    let mut found = Vec::new();
    if lost_thorax(&body.skeleton).is_some() {
        found.push(Found {
            severity: Severity::Wrong,
            what: "This is the CMU conversion that lost the bone between chest and neck: neck, head and arms sit \
                   about 12 cm too low"
                .to_string(),
            advice: "--fix puts it back, as long as the bone below it; the recording's own ASF and AMC files have the \
                     real one."
                .to_string(),
            cure: Some(Cure::PutBackThorax),
        });
    }
    found.extend(lopsided(&body.skeleton));
    found
}

/// The joints that stand on the chest's own place and should stand above it, if this is that conversion.
fn lost_thorax(skeleton: &Skeleton) -> Option<[usize; 3]> {
    let [_, chest] = ["LowerBack", "Spine1"].map(|name| skeleton.find(name));
    let joints = ["Neck", "LeftShoulder", "RightShoulder"].map(|name| skeleton.find(name));
    let [Some(neck), Some(left), Some(right)] = joints else { return None };
    skeleton.find("LHipJoint")?;
    let lost = |joint: usize| skeleton.parent(joint) == chest && skeleton.offsets()[joint].length() < 1e-4;
    [neck, left, right].into_iter().all(lost).then_some([neck, left, right])
}

/// Gives a skeleton of the CMU conversion a thorax: as long as the bone below it, which in the bodies whose true
/// skeleton is known is right within a centimetre, and in the same direction.
pub fn put_back_thorax(skeleton: &mut Skeleton) {
    let (Some(joints), Some(chest)) = (lost_thorax(skeleton), skeleton.find("Spine1")) else { return };
    let thorax: Vec3 = skeleton.offsets()[chest];
    joints.into_iter().for_each(|joint| skeleton.set_offset(joint, thorax));
}

fn lopsided(skeleton: &Skeleton) -> Option<Found> {
    let limbs = [Role::LeftElbow, Role::LeftWrist, Role::LeftKnee, Role::LeftAnkle];
    let (role, share) = limbs
        .into_iter()
        .filter_map(|role| {
            let length = |role: Role| Some(skeleton.offsets()[skeleton.joint(role).ok()?].length());
            let (left, right) = (length(role)?, length(role.mirrored())?);
            Some((role, (left - right).abs() / left.max(right).max(f32::MIN_POSITIVE)))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    (share > LOPSIDED).then(|| Found {
        severity: Severity::Note,
        what: format!(
            "The bones to {role} and {} differ in length by {:.0} %",
            role.mirrored(),
            100.0 * share
        ),
        advice: "Mirrored motion will not fit the body exactly.".to_string(),
        cure: None,
    })
}
