//! Hands and feet: what of a body is taken hold of.

use footwork_annotate::Limb;
use footwork_motion::{Role, Side, Transform};
use footwork_stage::Rig;
use glam::Vec3;

/// All of them.
pub const ALL: [Limb; 4] = [Limb::LeftHand, Limb::RightHand, Limb::LeftFoot, Limb::RightFoot];

/// The four joints of an arm or a leg, the tip last; none for elbows and knees.
pub fn roles(limb: Limb) -> Option<[Role; 4]> {
    match limb {
        Limb::LeftHand => Some(Side::Left.arm()),
        Limb::RightHand => Some(Side::Right.arm()),
        Limb::LeftFoot => Some(Side::Left.leg()),
        Limb::RightFoot => Some(Side::Right.leg()),
        _ => None,
    }
}

/// The hand of a side.
pub fn hand(side: Side) -> Limb {
    match side {
        Side::Left => Limb::LeftHand,
        Side::Right => Limb::RightHand,
    }
}

/// The side of a hand; none for all else.
pub fn side(limb: Limb) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| hand(*side) == limb)
}

/// m, where the hand or the ball of the foot is, given where the joints are.
pub fn tip(rig: &Rig, world: &[Transform], limb: Limb) -> Option<Vec3> {
    let [.., last, tip] = roles(limb)?;
    let skeleton = rig.skeleton();
    let site = skeleton.site(tip).or_else(|_| skeleton.site(last)).ok()?;
    Some(site.position(world))
}

/// m, where a limb's three joints are: shoulder, elbow and wrist, or hip, knee and ankle.
pub fn bones(rig: &Rig, world: &[Transform], limb: Limb) -> Option<[Vec3; 3]> {
    let [first, middle, last, _] = roles(limb)?;
    let at = |role| Some(rig.skeleton().site(role).ok()?.position(world));
    Some([at(first)?, at(middle)?, at(last)?])
}
