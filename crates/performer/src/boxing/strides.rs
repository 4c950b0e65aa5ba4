//! Steps that the body cannot come along with are made shorter.
//!
//! A foot is put where the fight wants it, and the body gets there as fast as soles can push it. Where it is still behind when
//! the foot lands, the leg ahead is at its end and pulls the pelvis down, until the other knee is near the floor. Nobody kneels
//! to strike: people's knees stay above 26 cm in shadow boxing (CMU 13_17 to 14_03). They step less far.

use footwork_motion::glam::Vec3;

use crate::play::Performance;
use crate::posture::Posture;
use crate::score::{Part, Score};
use crate::signal::INNER_RATE;
use crate::solve::LONGEST_LEG;

/// m. How high the pelvis stays over a step that is meant for standing on: below, the knee of the leg that is left behind comes
/// nearer to the floor than people's.
const STANDS: f32 = 0.72;
/// m. Who is to have the pelvis lower kneels, falls or gets up, and is left alone: the deepest duck is at 0.6 m.
const LOW: f32 = 0.55;
/// s. From so long before a foot lands until so long after.
const BEFORE: f32 = 0.07;
const AFTER: f32 = 0.1;
/// m. Steps that are too long by less are left as they are.
const TOO_LITTLE: f32 = 0.01;
/// m. No step is made shorter by more in a round.
const MOST: f32 = 0.12;

/// Makes steps shorter at which legs that stay below their end by `spare` metres would pull the pelvis down. Whether there were any.
pub(super) fn shorten(score: &mut Score, performance: &Performance, spare: f32) -> bool {
    let mut shortened = false;
    for side in 0..2 {
        for n in 1..score.steps[side].len() {
            let land = score.steps[side][n].land;
            if score.track(Part::Pelvis).value(land).0.y < LOW {
                continue;
            }
            let too_far = too_far(&performance.postures, side, land, spare);
            if too_far.length() > TOO_LITTLE {
                score.steps[side][n].place -= too_far.clamp_length_max(MOST);
                shortened = true;
            }
        }
    }
    shortened
}

/// m. How much further away a foot lands than its leg reaches, at worst, as the body goes.
fn too_far(postures: &[Posture], side: usize, land: f32, spare: f32) -> Vec3 {
    let index = |seconds: f32| ((seconds.max(0.0) * INNER_RATE) as usize).min(postures.len());
    let around = postures.get(index(land - BEFORE)..index(land + AFTER)).unwrap_or(&[]);
    around
        .iter()
        .map(|posture| beyond(posture, side, spare))
        .fold(Vec3::ZERO, |most, one| if one.length_squared() > most.length_squared() { one } else { most })
}

/// m. How far the ankle is beyond its leg's reach along the ground, were the pelvis as high as it should stay.
fn beyond(posture: &Posture, side: usize, spare: f32) -> Vec3 {
    let (hip, ankle) = (posture.hip(side), posture.feet[side].ankle);
    let drop = STANDS + spare + (hip.y - posture.pelvis.y) - ankle.y;
    let reach = (LONGEST_LEG * LONGEST_LEG - drop * drop).max(0.0).sqrt();
    let away = (ankle - hip).with_y(0.0);
    away - away.clamp_length_max(reach)
}
