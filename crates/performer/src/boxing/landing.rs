//! When and how hard blows land, measured in the motion that came out.
//!
//! A blow lands when the limb has passed its greatest speed and is nearly out: the moment its speed has fallen for good to a
//! given share of that, or the moment it is furthest out, whichever comes first. For good, because a hook goes out before
//! it goes across, and an uppercut before it goes up, nearly as fast both times.

use footwork_motion::glam::Vec3;
use footwork_motion::{Pose, Side, Skeleton, Transform, kinematics};

use crate::body::joint;
use crate::posture::Posture;
use crate::score::{Blow, Limb, Mark};
use crate::signal::INNER_RATE;
use crate::solve::solve;
use crate::truth::Strike;

/// The share of its greatest speed that a limb still has when it lands.
const STILL_FAST: f32 = 0.8;

/// The joint that strikes.
pub(super) fn striker(limb: Limb) -> usize {
    let arm = |side: Side| if side == Side::Left { joint::LEFT_ARM } else { joint::RIGHT_ARM };
    let leg = |side: Side| if side == Side::Left { joint::LEFT_LEG } else { joint::RIGHT_LEG };
    match limb {
        Limb::Hand(side) => arm(side) + 4,
        Limb::Elbow(side) => arm(side) + 2,
        Limb::Knee(side) => leg(side) + 1,
        Limb::Foot(side) => leg(side) + 3,
    }
}

/// How the blow of a mark lands, if the take is long enough for it.
pub(super) fn landing(skeleton: &Skeleton, postures: &[Posture], mark: &Mark, blow: &Blow) -> Option<Strike> {
    let (from, to) = ((mark.from * INNER_RATE) as usize, (blow.reach * INNER_RATE) as usize);
    if to + 2 >= postures.len() || to < from + 4 {
        return None;
    }
    let joint = striker(blow.limb);
    let mut pose = Pose::rest(skeleton);
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let points: Vec<Vec3> = postures[from..=to + 1]
        .iter()
        .map(|posture| {
            solve(skeleton, posture, &mut pose);
            kinematics::world(skeleton, pose.view(), &mut world);
            world[joint].translation
        })
        .collect();
    let velocity = |i: usize| (points[i + 1] - points[i - 1]) * (0.5 * INNER_RATE);
    let last = points.len() - 2;
    let fastest = (1..=last).max_by(|a, b| velocity(*a).length().total_cmp(&velocity(*b).length()))?;
    let peak = velocity(fastest).length();
    let still_fast = (fastest..last).rfind(|i| velocity(*i).length() >= STILL_FAST * peak);
    let lands = still_fast.map_or(last, |i| i + 1);
    let v = velocity(lands);
    Some(Strike {
        time: (from + lands) as f32 / INNER_RATE,
        limb: blow.limb.name().to_string(),
        point: points[lands].to_array(),
        direction: v.normalize_or(Vec3::Z).to_array(),
        speed: v.length(),
    })
}
