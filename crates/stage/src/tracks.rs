//! What is worked out about every frame of a take before it is played: where the body stands and faces, and where its
//! feet are while they carry weight.
//!
//! Recorded feet slide a little while they stand. Here each support is laid straight: the ankle is moved, frame by
//! frame, so that the point the foot stands on stays where it was when it was put down. That is the ball; while the
//! ball is clearly higher up than the ankle is, as after a heel strike, it is the ankle. The foot keeps its own roll
//! over heel and ball: the stage locks a foot by playing this track at a fixed place, not by freezing it.

use std::ops::Range;

use footwork_annotate::{Limb, Take};
use footwork_motion::pose::nlerp;
use footwork_motion::{Clip, Side, Transform, kinematics};
use glam::Vec3;

use crate::floor;
use crate::rig::Rig;
use crate::stand::{UNSTEADY, Unrest};
use crate::touches::PARTS;

/// One take's.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track {
    /// Where the body stands and faces.
    pub ground: Vec<Transform>,
    /// Per frame the left and the right foot. Empty if the body has no legs.
    pub feet: Vec<[Foot; 2]>,
    /// m, per frame left and right hand, left and right knee, on straight tracks while they touch the floor. Empty if none of them
    /// ever does.
    pub parts: Vec<[Vec3; PARTS]>,
    /// m, per frame, how high the lowest joint is that is not of a foot.
    pub lowest: Vec<f32>,
    /// Per frame: bit 0 left, bit 1 right foot carries weight; then a bit for each of the parts that touches the floor.
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

    /// Whether a hand or a knee touches the floor.
    #[inline]
    pub fn touches(&self, frame: usize, part: usize) -> bool {
        self.planted(frame, 2 + part)
    }

    /// The number of the strike that is effective in a frame.
    #[inline]
    pub fn striking(&self, frame: usize) -> Option<u32> {
        self.striking.get(frame)?.checked_sub(1)
    }
}

/// m. The ball has to be this much higher up than the ankle, each against its own lowest, for the heel to be what the
/// foot stands on. Of a foot that lies flat both are at their lowest.
const HEEL: f32 = 0.04;
/// m. A support that slid further was no support, but a foot that was dragged.
const STRAIGHTENED: f32 = 0.1;

/// m/s. A hand or a knee that goes faster over the floor is dragged along it, and is not held. Feet that stand roll and slip at up to
/// this speed, and so do hands.
const DRAGGED: f32 = 0.35;

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

/// Works out one take's track, and how calmly it stands where.
pub(crate) fn of_take(rig: &Rig, take: &Take) -> (Track, Unrest) {
    let skeleton = rig.skeleton();
    let clip = &take.clip;
    let frames = clip.frames();
    let mut world = vec![Transform::IDENTITY; skeleton.len()];
    let mut before = world.clone();
    let mut ground = Vec::with_capacity(frames);
    let mut feet: Vec<[Foot; 2]> = Vec::with_capacity(frames);
    let mut unrest = Vec::with_capacity(frames);
    let mut lowest = Vec::with_capacity(frames);
    let mut hips = Vec::with_capacity(frames);
    let mut highest = 0.0_f32;
    let mut planted = vec![0_u8; frames];
    for side in Side::BOTH {
        for (frame, stands) in take.annotation.supports.planted(side, frames).into_iter().enumerate() {
            planted[frame] |= u8::from(stands) << side as u8;
        }
    }
    for (frame, carried_by) in planted.iter().enumerate() {
        kinematics::world(skeleton, clip.frame(frame), &mut world);
        ground.push(rig.frame_of(&world));
        lowest.push(floor::lowest(rig, |joint| world[joint].translation.y));
        if let [Some(left), Some(right)] = &rig.legs {
            feet.push(
                [left, right].map(|leg| Foot { ankle: world[leg.joints[2]], ball: leg.tip.position(&world) }),
            );
        }
        let travelled: f32 =
            world.iter().zip(&before).map(|(a, b)| (a.translation - b.translation).length()).sum();
        let speed = if frame == 0 { 0.0 } else { travelled * clip.rate() / world.len() as f32 };
        unrest.push(speed + UNSTEADY * (2 - carried_by.count_ones()) as f32);
        let height = rig.hips(&world).y;
        hips.push(height);
        if carried_by.count_ones() == 2 {
            highest = highest.max(height);
        }
        before.copy_from_slice(&world);
    }
    let mut track = Track { ground, feet, parts: Vec::new(), lowest, planted, striking: striking(take) };
    for side in 0..2 {
        straighten(&mut track, side);
    }
    lay_parts(&mut track, rig, take);
    (track, Unrest { each: unrest, hips, highest })
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

/// Lays the tracks of hands and knees that touch the floor.
fn lay_parts(track: &mut Track, rig: &Rig, take: &Take) {
    let frames = take.clip.frames();
    let spans: Vec<(usize, Range<usize>)> = take
        .annotation
        .floor
        .iter()
        .filter_map(|touch| {
            let part = [Limb::LeftHand, Limb::RightHand, Limb::LeftKnee, Limb::RightKnee]
                .iter()
                .position(|limb| *limb == touch.limb)?;
            let span = touch.span.first as usize..(touch.span.end as usize).min(frames);
            (span.start < span.end).then_some((part, span))
        })
        .collect();
    let ([Some(left), Some(right)], [Some(left_leg), Some(right_leg)]) = (&rig.arms, &rig.legs) else {
        return;
    };
    if spans.is_empty() {
        return;
    }
    let mut world = vec![Transform::IDENTITY; rig.skeleton().len()];
    track.parts.extend((0..frames).map(|frame| {
        kinematics::world(rig.skeleton(), take.clip.frame(frame), &mut world);
        let [left_hand, right_hand] = [left, right].map(|arm| arm.tip.position(&world));
        let [left_knee, right_knee] = [left_leg, right_leg].map(|leg| world[leg.joints[1]].translation);
        [left_hand, right_hand, left_knee, right_knee]
    }));
    for (part, span) in spans {
        let place = |frame: usize| track.parts[frame.min(frames - 1)][part];
        let speed = |frame: usize| (place(frame + 1) - place(frame.saturating_sub(1))).with_y(0.0).length();
        let slow = |frame: usize| speed(frame) * take.clip.rate() < 2.0 * DRAGGED;
        let rests: Vec<bool> = span.clone().map(slow).collect();
        let mut shift = Vec3::ZERO;
        let mut last = place(span.start);
        // One frame more, as with feet.
        for frame in span.start..(span.end + 1).min(frames) {
            let rests = rests.get(frame - span.start).copied();
            let place = &mut track.parts[frame][part];
            let now = *place;
            match rests {
                Some(true) => {
                    track.planted[frame] |= 1 << (2 + part);
                    shift = (shift - (now - last).with_y(0.0)).clamp_length_max(STRAIGHTENED);
                }
                Some(false) => shift = Vec3::ZERO,
                None => {}
            }
            last = now;
            *place += shift;
        }
    }
}
