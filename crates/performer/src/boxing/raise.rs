//! A leg in the air, written as its joints are bent: where that puts the foot. So a kick is folded and unfolded within
//! what a hip can do, instead of asking for a foot somewhere and leaving the hip to get it there.

use footwork_motion::Side::{self, Left};
use footwork_motion::glam::{Quat, Vec3};

use crate::body::{HIP_ASIDE, HIP_BELOW, SHIN, THIGH};
use crate::posture::{Foot, Turn, about};
use crate::score::{Goal, Part, Score, at};

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

/// A moment of a kick: how the body carries the leg, and how the leg is folded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Swing {
    /// s
    pub at: f32,
    /// Of the pelvis, in the stance frame.
    pub hips: Turn,
    /// m. How far the pelvis is from where the guard has it over the standing foot.
    pub rise: Vec3,
    pub fold: Fold,
}

/// What a kick is in keys.
#[derive(Default)]
pub(super) struct Keys {
    pub foot: Vec<(f32, Goal)>,
    pub sole: Vec<(f32, Goal)>,
    pub hips: Vec<(f32, Goal)>,
    pub pelvis: Vec<(f32, Goal)>,
}

/// s. The hips are there before the foot is.
const HIPS_FIRST: f32 = 0.02;

/// Keys of a kick over a foot that stands at `stands`, in the stance frame. `near` is about how the sole is turned in
/// the first moment, since a turn can be said in several ways.
pub(super) fn keys(score: &Score, side: Side, stands: Vec3, swings: &[Swing], near: Vec3) -> Keys {
    let number = usize::from(side != Left);
    let heel = score.home(Part::Heel(side)).x;
    let home = Foot::rolled(score.footing.place[number], score.footing.yaw[number], heel);
    let home_turn = Vec3::new(home.turn.yaw, home.turn.pitch, 0.0);
    let guard = score.home(Part::Pelvis);
    let mut keys = Keys::default();
    let mut near = near + home_turn;
    for swing in swings {
        let (ankle, foot) = raised(side, stands + guard + swing.rise, swing.hips, swing.fold);
        let Turn { yaw, pitch, roll } = Turn::near(foot, Turn::new(near.x, near.y, near.z));
        near = Vec3::new(yaw, pitch, roll);
        keys.foot.push((swing.at, Goal::At(ankle - home.ankle)));
        keys.sole.push((swing.at, Goal::At(near - home_turn)));
        let Turn { yaw, pitch, roll } = swing.hips;
        keys.hips.push((swing.at - HIPS_FIRST, at(yaw, pitch, roll)));
        keys.pelvis.push((swing.at - HIPS_FIRST, Goal::At(guard + swing.rise)));
    }
    keys
}

/// Where the ankle of a folded leg is, and how its foot is turned.
fn raised(side: Side, pelvis: Vec3, hips: Turn, fold: Fold) -> (Vec3, Quat) {
    let x = if side == Left { 1.0 } else { -1.0 };
    let bent = |axis: usize, degrees: f32| about(axis, degrees.to_radians());
    let hips = hips.rotation();
    let hip = pelvis + hips * Vec3::new(x * HIP_ASIDE, -HIP_BELOW, 0.0);
    let thigh = hips * bent(0, -fold.flexion) * bent(2, x * fold.abduction) * bent(1, -x * fold.turned_in);
    let shin = thigh * bent(0, fold.knee);
    (hip - thigh * Vec3::Y * THIGH - shin * Vec3::Y * SHIN, shin * bent(0, fold.pointed))
}
