//! Blows of the fists: found in positions alone.

use footwork_motion::Side;
use footwork_motion::glam::Vec3;

use crate::seen::{RATE, Seen};
use crate::signal::velocity;

/// m/s. A wrist this fast against the chest strikes; people's arms swing at up to 2.5 m/s in a run.
const FAST: f32 = 3.5;
/// m. A fist goes out at least this far, from the nearest it was.
const OUT: f32 = 0.15;
/// Of the way from hips to shoulders: a fist that strikes ends higher. A runner's arms swing back below.
const HIGH: f32 = 0.4;
/// Frames to either side in which the same fist is never faster.
const APART: usize = (0.15 * RATE) as usize;
/// Frames before the fastest moment in which a blow begins, and after it in which the arm is furthest out.
const BEGINS: usize = (0.4 * RATE) as usize;
const REACHES: usize = (0.25 * RATE) as usize;

/// A blow of a fist.
#[derive(Clone, Debug, PartialEq)]
pub struct Punch {
    /// Whose fist.
    pub side: Side,
    /// The frame in which the fist is nearest to the chest, before it goes out.
    pub start: usize,
    /// The frame in which it is fastest.
    pub peak: usize,
    /// The frame in which it is furthest out.
    pub end: usize,
    /// m/s, against the chest.
    pub speed: f32,
}

/// Every blow of a clip, by time.
pub fn find(seen: &Seen) -> Vec<Punch> {
    let chest: Vec<Vec3> = (0..seen.frames()).map(|f| seen.trunk(f)[1]).collect();
    let mut found = Vec::new();
    for side in Side::BOTH {
        let wrist = seen.places(side.arm()[2]);
        let offset: Vec<Vec3> = wrist.iter().zip(&chest).map(|(w, c)| *w - *c).collect();
        let reach: Vec<f32> = offset.iter().map(|o| o.length()).collect();
        let speed: Vec<f32> = velocity(&offset, RATE).iter().map(|v| v.length()).collect();
        found.extend(peaks(&speed).into_iter().filter_map(|peak| {
            let start = first_least(&reach, peak.saturating_sub(BEGINS)..peak + 1);
            let end = first_most(&reach, peak..(peak + REACHES).min(reach.len()));
            let [hips, shoulders] = seen.trunk(end);
            let high = wrist[end].y > hips.lerp(shoulders, HIGH).y;
            let goes_out = reach[end] - reach[start] > OUT && reach[end] > reach[peak];
            (goes_out && high).then_some(Punch { side, start, peak, end, speed: speed[peak] })
        }));
    }
    found.sort_by_key(|punch| punch.peak);
    found
}

/// The frames in which a fist is fast, and faster than in all frames near it.
fn peaks(speed: &[f32]) -> Vec<usize> {
    let most = |&f: &usize| {
        let near = f.saturating_sub(APART)..(f + APART + 1).min(speed.len());
        speed[f] > FAST && near.into_iter().all(|g| speed[g] < speed[f] || g == f)
    };
    (0..speed.len()).filter(most).collect()
}

fn first_least(values: &[f32], frames: std::ops::Range<usize>) -> usize {
    frames.min_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0)
}

fn first_most(values: &[f32], frames: std::ops::Range<usize>) -> usize {
    frames.rev().max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0)
}
