//! Blows and kicks: found in positions alone, the same way in takes of the performer and in recordings.

use footwork_motion::glam::Vec3;
use footwork_motion::{Role, Side, quality};

use super::strides::positions;
use super::takes::{RATE, Take};

/// m/s. A wrist this fast against the chest, and an ankle this fast against the hips, strikes.
const BLOW: f32 = 3.5;
const KICK: f32 = 4.0;
/// m. A fist goes out at least this far; the ankle of a kick is at least this high above the floor.
const OUT: f32 = 0.08;
const UP: f32 = 0.25;
/// Frames to either side in which nothing of the same limb is faster.
const BLOW_APART: usize = 9;
const KICK_APART: usize = 21;
/// Frames within which a blow or a kick is back.
const BACK: usize = 60;

/// A blow or a kick.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// The frame in which it is fastest.
    pub frame: usize,
    /// m/s. The most, against the chest or the hips.
    pub speed: f32,
    /// s. From half way out to half way back; None where the limb stays out.
    pub seconds: Option<f32>,
}

/// m/s. How fast a point moves against another one, in every frame but the outer ones, where it is 0.
fn speeds(places: &[Vec3], against: &[Vec3]) -> Vec<f32> {
    let offset = |f: usize| places[f] - against[f];
    let last = places.len() - 1;
    (0..=last)
        .map(
            |f| if f == 0 || f == last { 0.0 } else { (offset(f + 1) - offset(f - 1)).length() * RATE / 2.0 },
        )
        .collect()
}

/// The frames in which a value is above a limit and the most of all frames near it.
fn peaks(values: &[f32], limit: f32, apart: usize) -> Vec<usize> {
    let most = |f: &usize| {
        let near = f.saturating_sub(apart)..(f + apart + 1).min(values.len());
        values[*f] > limit && near.clone().all(|g| values[g] < values[*f] || g == *f)
    };
    (0..values.len()).filter(most).collect()
}

/// Frames from when a value last rises through a limit before a frame to when it next falls through it.
fn span(values: &[f32], frame: usize, limit: f32) -> Option<usize> {
    let from = (frame.saturating_sub(BACK)..frame).rev().find(|&f| values[f] < limit)?;
    let to = (frame..(frame + BACK).min(values.len())).find(|&f| values[f] < limit)?;
    Some(to - from)
}

/// The frame in which a value is the most.
fn top(values: &[f32], frames: std::ops::Range<usize>) -> usize {
    frames.max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0)
}

/// Every blow of a fist: a burst of speed against the chest while the wrist goes away from it.
pub fn punches(take: &Take) -> Vec<Blow> {
    let chest = positions(take, Role::Chest);
    let of_side = |side: Side| {
        let wrist = positions(take, if side == Side::Left { Role::LeftWrist } else { Role::RightWrist });
        let speeds = speeds(&wrist, &chest);
        let reach: Vec<f32> = wrist.iter().zip(&chest).map(|(w, c)| w.distance(*c)).collect();
        let punch = |frame: usize| {
            let before = frame.saturating_sub(24)..frame;
            let least = before.map(|f| reach[f]).fold(reach[frame], f32::min);
            let furthest = top(&reach, frame..(frame + 15).min(reach.len()));
            let goes_out = reach[frame + 1] > reach[frame - 1] && reach[furthest] - least > OUT;
            let frames = span(&reach, furthest, 0.5 * (least + reach[furthest]));
            goes_out.then_some(Blow { frame, speed: speeds[frame], seconds: frames.map(|n| n as f32 / RATE) })
        };
        peaks(&speeds, BLOW, BLOW_APART).into_iter().filter_map(punch).collect::<Vec<Blow>>()
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

/// The frames in which kicks are fastest.
pub fn kick_frames(take: &Take) -> Vec<usize> {
    kicks(take).iter().map(|kick| kick.frame).collect()
}

/// Every kick: a burst of speed of an ankle against the hips, well above the floor.
pub fn kicks(take: &Take) -> Vec<Blow> {
    let hips = positions(take, Role::Hips);
    let of_side = |side: Side| {
        let ankle = positions(take, side.leg()[2]);
        let speeds = speeds(&ankle, &hips);
        let floor = quality::percentile(ankle.iter().map(|p| p.y).collect(), 0.05);
        let heights: Vec<f32> = ankle.iter().map(|p| p.y - floor).collect();
        let kick = |frame: usize| {
            let near = frame.saturating_sub(15)..(frame + 15).min(heights.len());
            let highest = top(&heights, near);
            let frames = span(&heights, highest, 0.5 * heights[highest]);
            (heights[frame] > UP).then_some(Blow {
                frame,
                speed: speeds[frame],
                seconds: frames.map(|n| n as f32 / RATE),
            })
        };
        peaks(&speeds, KICK, KICK_APART).into_iter().filter_map(kick).collect::<Vec<Blow>>()
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}
