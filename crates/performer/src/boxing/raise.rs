//! A leg in the air, written as its joints are bent: where that puts the foot. So a kick is folded and unfolded within
//! what a hip can do, instead of asking for a foot somewhere and leaving the hip to get it there.

use footwork_motion::Side::{self, Left};
use footwork_motion::glam::{Quat, Vec3};

use crate::body::{HIP_ASIDE, HIP_BELOW, SHIN, THIGH};
use crate::posture::{Foot, Turn, about};
use crate::score::Footing;

/// How the joints of a leg are bent, in degrees, as `limits` measures them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fold {
    /// Of the hip.
    pub flexion: f32,
    /// Of the hip.
    pub abduction: f32,
    /// Of the hip, inward.
    pub turned_in: f32,
    /// Of the knee.
    pub knee: f32,
    /// How far the foot is stretched.
    pub pointed: f32,
}

/// How the body carries a leg: its pelvis in the stance frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Carry {
    /// m
    pub pelvis: Vec3,
    pub hips: Turn,
}

/// Where a folded leg has its foot: what `Part::Foot` and `Part::Sole` want, for a foot whose heel is up by `heel` at
/// home. `near` is the last sole, since a turn can be said in several ways.
pub(super) fn raised(
    footing: &Footing,
    side: Side,
    heel: f32,
    carry: Carry,
    fold: Fold,
    near: Vec3,
) -> [Vec3; 2] {
    let x = if side == Left { 1.0 } else { -1.0 };
    let number = usize::from(side != Left);
    let bent = |axis: usize, degrees: f32| about(axis, degrees.to_radians());
    let hips = carry.hips.rotation();
    let hip = carry.pelvis + hips * Vec3::new(x * HIP_ASIDE, -HIP_BELOW, 0.0);
    let thigh = hips * bent(0, -fold.flexion) * bent(2, x * fold.abduction) * bent(1, -x * fold.turned_in);
    let shin = thigh * bent(0, fold.knee);
    let ankle = hip - thigh * Vec3::Y * THIGH - shin * Vec3::Y * SHIN;
    let home = Foot::rolled(footing.place[number], footing.yaw[number], heel);
    let stands = Vec3::new(home.turn.yaw, home.turn.pitch, 0.0);
    let foot: Quat = shin * bent(0, fold.pointed);
    let turn = Turn::near(foot, Turn::new(stands.x + near.x, stands.y + near.y, near.z));
    [ankle - home.ankle, Vec3::new(turn.yaw, turn.pitch, turn.roll) - stands]
}
