//! How a body is held: feet apart, hands still, knees, head.

use footwork_motion::glam::{Quat, Vec3};
use footwork_motion::quality::percentile;
use footwork_motion::{Role, Side, ground};

use crate::balance::share;
use crate::gait::over_strides;
use crate::jumps::Jump;
use crate::kind::Kind;
use crate::seen::{Look, RATE, Seen};
use crate::signal::velocity;

/// m/s, against the body. A hand that is slower is still: breathing alone moves one at up to 3 cm/s.
const STILL: f32 = 0.1;

/// m. How far the ankles are apart, in the middle of all frames in which both feet stand.
pub fn ankles_apart(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let both = |f: &usize| Side::BOTH.into_iter().all(|side| seen.feet.stands(side, *f));
    let apart: Vec<f32> = look
        .frames()
        .filter(both)
        .map(|f| {
            crate::seen::flat(seen.places(Role::LeftAnkle)[f] - seen.places(Role::RightAnkle)[f]).length()
        })
        .collect();
    (apart.len() as f32 > 0.5 * RATE).then(|| percentile(apart, 0.5))
}

/// Share of the time in which a hand is still against the trunk, both hands together.
pub fn hands_still(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    let chest: Vec<Vec3> = (0..seen.frames()).map(|f| seen.trunk(f)[1]).collect();
    let speeds = Side::BOTH.map(|side| {
        let wrist = seen.places(side.arm()[2]);
        let offset: Vec<Vec3> = wrist.iter().zip(&chest).map(|(w, c)| *w - *c).collect();
        velocity(&offset, RATE)
    });
    share(look.frames().flat_map(|f| [speeds[0][f].length() < STILL, speeds[1][f].length() < STILL]))
}

/// Degrees. How far the head tips to the sides and back within a stride, in the middle of all strides.
pub fn head_roll(look: &Look<'_>) -> Option<f32> {
    let roll = head_rolls(look.seen);
    over_strides(look, |stride| range(roll[stride.from..stride.to].iter().copied()))
}

/// Degrees. How far the knees are bent when the last foot leaves the ground, in the middle of all standing jumps.
pub fn take_off_knees(look: &Look<'_>) -> Option<f32> {
    over_jumps(look, |jump| jump.knees)
}

/// m. How far the centre of mass rises after that.
pub fn jump_rise(look: &Look<'_>) -> Option<f32> {
    over_jumps(look, |jump| jump.rise)
}

fn over_jumps(look: &Look<'_>, figure: fn(&Jump) -> f32) -> Option<f32> {
    let jumps = look.seen.jumps.iter().filter(|jump| jump.standing && look.counts(jump.air.start));
    let values: Vec<f32> = jumps.map(figure).collect();
    (!values.is_empty()).then(|| percentile(values, 0.5))
}

/// Degrees. How far the head is tipped to its left, from how it is usually held when upright.
pub(crate) fn head_rolls(seen: &Seen) -> Vec<f32> {
    let from_body: Vec<Quat> = seen
        .head
        .iter()
        .zip(&seen.facing)
        .map(|(head, facing)| ground::yaw(ground::heading(*facing)).conjugate() * *head)
        .collect();
    let upright =
        from_body.iter().zip(&seen.kinds).filter(|(_, kind)| **kind != Kind::Down).map(|(head, _)| *head);
    // The direction in the head's own frame that is up on average.
    let up: Vec3 = upright.map(|head| head.conjugate() * Vec3::Y).sum();
    let up = up.normalize_or(Vec3::Y);
    from_body.iter().map(|head| libm::asinf((*head * up).x.clamp(-1.0, 1.0)).to_degrees()).collect()
}

pub(crate) fn range(values: impl Iterator<Item = f32> + Clone) -> f32 {
    values.clone().fold(f32::NEG_INFINITY, f32::max) - values.fold(f32::INFINITY, f32::min)
}
