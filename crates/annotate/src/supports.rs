//! Supports: when each foot carries weight, found without help.
//!
//! After Lee & Lee 2004, sec. 4 ("Data Annotation"): a foot is on the ground if its ankle or its toe is close to the
//! ground and slow. Departures:
//!
//! - How low and how slow comes from the recording and the body's size: the level at which each point stands, and a
//!   multiple of how fast low feet go in their slowest moments.
//! - A foot that stands may move and rise a little more before it has left, and nothing shorter than a moment counts.
//! - Who does not fall is carried: where no foot is low and slow enough though the hips do not fall freely, the foot
//!   that is lower and slower will do.
//! - Who lies on the ground does not stand on the feet.
//!
//! [`learned`] is the method of Shum 2010, sec. 3.2.

use footwork_motion::{MissingRole, Side, Skeleton, WorldClip};
use serde::{Deserialize, Serialize};

use crate::annotation::{Span, Supports};

pub mod feet;
#[cfg(feature = "bake")]
pub mod learned;
#[cfg(feature = "bake")]
pub mod svm;

use feet::{Feet, Point};

/// How supports are found. Lengths are in leg lengths (hip to ankle; about 0.83 m in an adult), so that size does not
/// matter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SupportSettings {
    /// s. Over how long speed is measured, at least one frame.
    pub window: f32,
    /// Leg lengths a second, from frame to frame. A point whose velocity changes by more even in its calmest moments
    /// trembles: it is smoothed first,
    pub trembles: f32,
    /// this many times at most.
    pub calming: u32,
    /// Share of the frames with a low foot in which it is slower than the recording's standing speed.
    pub still_share: f32,
    /// A point that comes to stand is slower than this many times the recording's standing speed,
    pub still_times: f32,
    /// but in leg lengths a second, the limit is never less than this,
    pub slow_least: f32,
    /// and never more than this.
    pub slow_most: f32,
    /// A point that stands does so for as long as it is slower than this many times that limit.
    pub leaves_times: f32,
    /// Leg lengths a second. A foot that has to carry because nothing else does is no faster than this,
    pub carries_most: f32,
    /// and its lowest point no higher than this, in leg lengths above its standing level.
    pub carries_low: f32,
    /// s. Who is carried by nothing and does not fall for shorter only changes feet.
    pub carries_least: f32,
    /// The other foot takes over where it is this many times as low and slow.
    pub carries_turns: f32,
    /// Leg lengths a second, per second. Hips that fall faster than this are carried by nothing. Gravity is 12.
    pub falls: f32,
    /// s. To either side: over how long that is measured.
    pub falls_window: f32,
    /// s. This near to such a fall, it may go on: measured over some time, its ends are blurred.
    pub falls_near: f32,
    /// Leg lengths above its standing level. A point that comes to stand is lower.
    pub low: f32,
    /// Leg lengths above its standing level. One that stands does, for as long as it is lower than this.
    pub rises: f32,
    /// Share of a point's slow frames in which it is lower than its standing level.
    pub standing_share: f32,
    /// Leg lengths. If the feet's levels differ by more, the higher one never stands.
    pub levels_differ: f32,
    /// s. A foot that is down for shorter touches, and does not carry.
    pub shortest_stand: f32,
    /// s. A foot that is up for shorter has not left.
    pub shortest_swing: f32,
    /// Leg lengths above the floor. With the hips lower than this, nobody stands.
    pub lies: f32,
}

/// Tuned on the performer's takes of seeds 1 to 3 and held against recordings of people (docs/annotation.md); what has a
/// reason of its own says so.
impl Default for SupportSettings {
    fn default() -> SupportSettings {
        SupportSettings {
            // A frame at 60 Hz, so that a higher rate is not noisier.
            window: 1.0 / 60.0,
            // 8 cm/s for an adult.
            trembles: 0.1,
            calming: 8,
            still_share: 0.25,
            still_times: 4.5,
            slow_least: 0.02,
            // 17 cm/s. CMU's conversions slide at up to 30 cm/s in mid-stance.
            slow_most: 0.2,
            leaves_times: 1.5,
            carries_most: 1.0,
            carries_low: 0.12,
            // Feet change within 0.1 s in walks of CMU's subject 16.
            carries_least: 0.15,
            carries_turns: 1.5,
            // A third of gravity.
            falls: 4.0,
            falls_window: 0.05,
            falls_near: 0.08,
            // 5 cm for an adult.
            low: 0.06,
            rises: 0.1,
            standing_share: 0.1,
            levels_differ: 0.07,
            // A sprinter's foot is down for 0.09 s.
            shortest_stand: 0.06,
            shortest_swing: 0.05,
            // 18 cm for an adult; hips that lie are half a body's depth above the floor, some 12 cm.
            lies: 0.22,
        }
    }
}

impl SupportSettings {
    /// Only what is found by height and speed; nothing is filled in for a body that does not fall.
    pub fn seen() -> SupportSettings {
        SupportSettings { carries_most: 0.0, ..SupportSettings::default() }
    }
}

/// When each foot carries weight.
pub fn find(
    skeleton: &Skeleton,
    world: &WorldClip,
    settings: &SupportSettings,
) -> Result<Supports, MissingRole> {
    let feet = Feet::new(skeleton, world, settings)?;
    let mut down = Side::BOTH.map(|side| {
        let mut down = vec![false; world.frames()];
        for point in feet.of(side) {
            stands(point, feet.slow, settings, &mut down);
        }
        down
    });
    carries(&feet, world.rate(), settings, &mut down);
    let [left, right] = down.map(|down| finish(down, &feet, world.rate(), settings));
    Ok(Supports { left, right })
}

/// Who does not fall is carried: a stretch in which neither foot stands and the hips do not fall freely is a
/// contradiction. There the foot carries that is lower and slower: one that slides, rolls, or is recorded badly.
fn carries(feet: &Feet, rate: f32, settings: &SupportSettings, down: &mut [Vec<bool>; 2]) {
    let flies = feet.may_fly(rate, settings);
    let hangs: Vec<bool> = (0..flies.len()).map(|f| !flies[f] && !down[0][f] && !down[1][f]).collect();
    for span in Span::runs(&hangs) {
        if (span.frames() as f32) < settings.carries_least * rate {
            continue;
        }
        let first = span.first as usize;
        // Who stood on one foot a moment before still does, if anything.
        let mut on = (0..2).find(|side| first > 0 && down[*side][first - 1]);
        for frame in span.first..span.end {
            let frame = frame as usize;
            let cost = Side::BOTH.map(|side| feet.unlikely(side, frame, settings));
            let better = usize::from(cost[1] < cost[0]);
            let own = on.filter(|own| cost[*own] <= settings.carries_turns * cost[better]).unwrap_or(better);
            on = cost[own].is_finite().then_some(own);
            if on.is_some() {
                down[own][frame] = true;
            }
        }
    }
}

/// Marks the frames in which a point stands.
fn stands(point: &Point, slow: f32, settings: &SupportSettings, down: &mut [bool]) {
    let leaves = settings.leaves_times * slow;
    let mut standing = false;
    for (frame, down) in down.iter_mut().enumerate() {
        let (height, speed) = (point.height[frame], point.speed[frame]);
        // Written so that what is not a number does not stand.
        standing = if standing {
            height < settings.rises && speed < leaves
        } else {
            height < settings.low && speed < slow
        };
        *down |= standing;
    }
}

/// What is common to both methods of finding supports: who lies does not stand, and nothing flickers.
fn finish(mut down: Vec<bool>, feet: &Feet, rate: f32, settings: &SupportSettings) -> Vec<Span> {
    for (down, hips) in down.iter_mut().zip(&feet.hips) {
        *down &= *hips > settings.lies;
    }
    steady(&down, settings.shortest_stand * rate, settings.shortest_swing * rate)
}

/// The spans in which a foot is down, without gaps shorter than `shortest_swing` frames, and none of them shorter than
/// `shortest_stand` frames. What the clip's ends cut off may be shorter.
fn steady(down: &[bool], shortest_stand: f32, shortest_swing: f32) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for span in Span::runs(down) {
        match spans.last_mut() {
            Some(last) if ((span.first - last.end) as f32) < shortest_swing => last.end = span.end,
            _ => spans.push(span),
        }
    }
    let cut = |span: &Span| span.first == 0 || span.end as usize == down.len();
    spans.retain(|span| span.frames() as f32 >= shortest_stand || cut(span));
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(text: &str, stand: f32, swing: f32) -> Vec<(u32, u32)> {
        let down: Vec<bool> = text.chars().map(|c| c == 'x').collect();
        steady(&down, stand, swing).iter().map(|span| (span.first, span.end)).collect()
    }

    #[test]
    fn short_gaps_close_before_short_stands_go() {
        assert_eq!(spans("..xxx.xxx....x....", 3.0, 2.0), [(2, 9)]);
        assert_eq!(spans("...x.x.x....", 4.0, 2.0), [(3, 8)]);
    }

    #[test]
    fn what_the_ends_cut_off_may_be_short() {
        assert_eq!(spans("x.....xxx.....x", 3.0, 2.0), [(0, 1), (6, 9), (14, 15)]);
    }

    #[test]
    fn a_foot_that_stands_may_move_a_little_more_than_one_that_comes_to_stand() {
        let settings = SupportSettings::default();
        let speed = vec![0.25, 0.19, 0.25, 0.25, 0.35, 0.25];
        let point = Point { height: vec![0.0; 6], speed };
        let mut down = vec![false; 6];
        stands(&point, 0.2, &settings, &mut down);
        assert_eq!(down, [false, true, true, true, false, false]);
    }
}
