//! What is worked out about every frame of a take before it is played: where the body stands and faces, and where its
//! feet are while they carry weight.
//!
//! Recorded feet slide a little while they stand. Here each support is laid straight: the ankle is moved, frame by
//! frame, so that the point the foot stands on stays where it was when it was put down. That is the ball; while the
//! ball is clearly higher up than the ankle is, as after a heel strike, it is the ankle. The foot keeps its own roll
//! over heel and ball: the stage locks a foot by playing this track at a fixed place, not by freezing it.

use footwork_annotate::Take;
use footwork_motion::pose::nlerp;
use footwork_motion::{Clip, Side, Transform, kinematics};
use glam::Vec3;

use crate::rig::Rig;

/// One take's.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track {
    /// Where the body stands and faces.
    pub ground: Vec<Transform>,
    /// Per frame the left and the right foot. Empty if the body has no legs.
    pub feet: Vec<[Foot; 2]>,
    /// Per frame: bit 0 left, bit 1 right foot carries weight.
    planted: Vec<u8>,
    /// Per frame: the number of the first strike that is effective in it, plus one. Empty if there are none.
    striking: Vec<u32>,
}

/// Where a foot is while it carries weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Foot {
    /// The ankle, in the clip's own space, on a straight track.
    pub ankle: Transform,
    /// m, the ball (or the ankle, of a foot without one) on the same track.
    pub ball: Vec3,
}

impl Track {
    pub fn planted(&self, frame: usize, side: usize) -> bool {
        self.planted.get(frame).is_some_and(|bits| bits >> side & 1 == 1)
    }

    /// The number of the strike that is effective in a frame.
    #[inline]
    pub fn striking(&self, frame: usize) -> Option<u32> {
        self.striking.get(frame)?.checked_sub(1)
    }
}

/// The calmest stretch of a take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Calm {
    /// s
    pub first: f64,
    /// s
    pub end: f64,
    /// m/s, mean over joints; more for a foot that does not stand.
    pub unrest: f32,
}

/// s. How long a stretch to stand in is: short enough that most takes have a calm one.
const CALM: f64 = 0.5;
/// m/s. How much worse a frame is for every foot that carries no weight: more than any joint moves while standing.
const UNSTEADY: f32 = 1.0;
/// m. The ball has to be this much higher up than the ankle, each against its own lowest, for the heel to be what the
/// foot stands on. Of a foot that lies flat both are at their lowest.
const HEEL: f32 = 0.04;
/// m. A support that slid further was no support, but a foot that was dragged.
const STRAIGHTENED: f32 = 0.1;

/// The frames on both sides of a time and how far it is from the first to the second.
#[inline]
pub(crate) fn locate(clip: &Clip, seconds: f64) -> (usize, usize, f32) {
    let last = clip.frames() - 1;
    let at = seconds * f64::from(clip.rate());
    // Also where `seconds` is not a number.
    if at.is_nan() || at <= 0.0 {
        return (0, last.min(1), 0.0);
    }
    // The cast saturates.
    let frame = at as usize;
    if frame >= last { (last, last, 0.0) } else { (frame, frame + 1, (at - frame as f64) as f32) }
}

/// A transform between two neighbours.
#[inline]
pub(crate) fn between(a: Transform, b: Transform, weight: f32) -> Transform {
    Transform {
        rotation: nlerp(a.rotation, b.rotation, weight),
        translation: a.translation + (b.translation - a.translation) * weight,
    }
}

/// Works out one take's track and its calmest stretch.
pub(crate) fn of_take(rig: &Rig, take: &Take) -> (Track, Calm) {
    let skeleton = rig.skeleton();
    let clip = &take.clip;
    let frames = clip.frames();
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let mut before = world.clone();
    let mut ground = Vec::with_capacity(frames);
    let mut feet: Vec<[Foot; 2]> = Vec::with_capacity(frames);
    let mut unrest = Vec::with_capacity(frames);
    let mut planted = vec![0_u8; frames];
    for side in Side::BOTH {
        for (frame, stands) in take.annotation.supports.planted(side, frames).into_iter().enumerate() {
            planted[frame] |= u8::from(stands) << side as u8;
        }
    }
    for (frame, carried_by) in planted.iter().enumerate() {
        kinematics::world(skeleton, clip.frame(frame), &mut world);
        ground.push(rig.frame_of(&world));
        if let [Some(left), Some(right)] = &rig.legs {
            feet.push(
                [left, right].map(|leg| Foot { ankle: world[leg.joints[2]], ball: leg.tip.position(&world) }),
            );
        }
        let way: f32 = world.iter().zip(&before).map(|(a, b)| (a.translation - b.translation).length()).sum();
        let speed = if frame == 0 { 0.0 } else { way * clip.rate() / world.len() as f32 };
        unrest.push(speed + UNSTEADY * (2 - carried_by.count_ones()) as f32);
        before.copy_from_slice(&world);
    }
    let mut track = Track { ground, feet, planted, striking: striking(take) };
    for side in 0..2 {
        straighten(&mut track, side);
    }
    let calm = calmest(clip, &unrest);
    (track, calm)
}

/// Every frame's strike is found once here, so that nobody looks through all of them in every step.
fn striking(take: &Take) -> Vec<u32> {
    let strikes = &take.annotation.strikes;
    let Some(end) = strikes.iter().map(|strike| strike.effective.end).max() else { return Vec::new() };
    let mut found = vec![0; (end as usize).min(take.clip.frames()) + 1];
    // Of several the first: it is written last.
    for (number, strike) in strikes.iter().enumerate().rev() {
        let (first, end) = (strike.effective.first as usize, strike.effective.end as usize);
        let end = end.min(found.len());
        if let Some(span) = found.get_mut(first..end) {
            span.fill(number as u32 + 1);
        }
    }
    found
}

fn straighten(track: &mut Track, side: usize) {
    let frames = track.feet.len();
    let mut first = 0;
    while first < frames {
        if !track.planted(first, side) {
            first += 1;
            continue;
        }
        let end = (first..frames).find(|&frame| !track.planted(frame, side)).unwrap_or(frames);
        let feet = &mut track.feet;
        let lowest = |height: &dyn Fn(&Foot) -> f32| {
            feet[first..end].iter().map(|pair| height(&pair[side])).fold(f32::INFINITY, f32::min)
        };
        let (low_ankle, low_ball) = (lowest(&|foot| foot.ankle.translation.y), lowest(&|foot| foot.ball.y));
        let mut shift = Vec3::ZERO;
        let mut last = feet[first][side];
        // One frame more, so that times between the last frame and the next one are on the track too.
        for (frame, pair) in feet.iter_mut().enumerate().take(end + 1).skip(first) {
            let foot = &mut pair[side];
            let now = *foot;
            if frame < end {
                let heel = now.ball.y - low_ball > now.ankle.translation.y - low_ankle + HEEL;
                let slide =
                    if heel { now.ankle.translation - last.ankle.translation } else { now.ball - last.ball };
                shift -= Vec3::new(slide.x, 0.0, slide.z);
                shift = shift.clamp_length_max(STRAIGHTENED);
            }
            last = now;
            foot.ankle.translation += shift;
            foot.ball += shift;
        }
        first = end + 1;
    }
}

/// The stretch in which a body moves least.
fn calmest(clip: &Clip, unrest: &[f32]) -> Calm {
    let rate = f64::from(clip.rate());
    let length = ((CALM * rate) as usize).clamp(1, (clip.frames() - 1).max(1));
    let mut best = Calm { first: 0.0, end: clip.seconds(), unrest: f32::INFINITY };
    let mut sum = 0.0_f64;
    for (frame, now) in unrest.iter().enumerate() {
        sum += f64::from(*now);
        if frame + 1 < length + 1 {
            continue;
        }
        let mean = (sum / (length + 1) as f64) as f32;
        if mean < best.unrest {
            best = Calm { first: (frame - length) as f64 / rate, end: frame as f64 / rate, unrest: mean };
        }
        sum -= f64::from(unrest[frame - length]);
    }
    best
}
