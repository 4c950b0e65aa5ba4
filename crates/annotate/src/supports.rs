//! Supports: when each foot carries weight, found without help.
//!
//! After Lee & Lee 2004, sec. 4 ("Data Annotation"): a foot is on the ground if its ankle or its toe is close to the
//! ground and slow. Departures:
//!
//! - How low and how slow comes from the recording and the body's size: the level at which each point stands, and a
//!   multiple of how fast low feet go in their slowest moments.
//! - A foot that stands may move and rise a little more before it has left, and nothing shorter than a moment counts.
//! - A body that does not fall stands on something: where no foot is low and slow enough though the centre of
//!   mass does not fall freely, the lower and slower foot counts as standing.
//! - A foot that lands in a run stands from the frame in which it is still.
//! - A body that lies on the ground does not stand on its feet.
//!
//! [`learned`] is the method of Shum 2010, sec. 3.2.

use footwork_motion::{MissingRole, Side, Skeleton, WorldClip};
use serde::{Deserialize, Serialize};

use crate::annotation::{Span, Supports};

pub mod feet;
pub mod floor;
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
    /// s. Speed is measured over this time, at least one frame.
    pub window: f32,
    /// Leg lengths a second. A point trembles if its velocity changes by more than this from frame to frame even in its
    /// calmest moments. It is smoothed before it is measured.
    pub trembles: f32,
    /// How many times a trembling point is smoothed at most.
    pub calming: u32,
    /// The standing speed of a recording: low feet are slower than it in this share of frames.
    pub still_share: f32,
    /// A point that comes to stand is slower than this many times the standing speed, within the next two limits.
    pub still_times: f32,
    /// Leg lengths a second. The limit on the speed of a point that comes to stand is never less.
    pub slow_least: f32,
    /// Leg lengths a second. The limit on the speed of a point that comes to stand is never more.
    pub slow_most: f32,
    /// A standing point keeps standing while it is slower than this many times that limit.
    pub leaves_times: f32,
    /// Leg lengths a second. Where neither foot stands and the body does not fall, a foot carries it if it is no faster.
    pub carries_most: f32,
    /// Leg lengths above its standing level. Such a foot's lowest point is no higher.
    pub carries_low: f32,
    /// s. While neither foot stands for a shorter time, the feet are only changing.
    pub carries_least: f32,
    /// The other foot takes over when it is this many times as low and slow.
    pub carries_turns: f32,
    /// Leg lengths per second squared. A centre of mass that accelerates downwards by more falls freely. Gravity is 12.
    pub falls: f32,
    /// Leg lengths per second squared. Over the whole time that neither foot stands, a body in flight falls by at least this
    /// on average.
    pub falls_mean: f32,
    /// s. Only where neither foot stands for as long.
    pub falls_long: f32,
    /// s, to either side. The acceleration of the centre of mass is measured over this time.
    pub falls_window: f32,
    /// s. A fall may begin this much earlier and end this much later than it seems, since the measurement blurs its ends.
    pub falls_near: f32,
    /// Leg lengths above its standing level. A point that comes to stand is lower.
    pub low: f32,
    /// Leg lengths above its standing level. A standing point keeps standing while it is lower.
    pub rises: f32,
    /// The standing level of a point: it is lower in this share of its slow frames.
    pub standing_share: f32,
    /// Leg lengths. If the levels of the two feet differ by more, the higher foot never stands.
    pub levels_differ: f32,
    /// s. Who was in the air for as long, and has one foot in the air for as long, runs.
    pub lands_flight: f32,
    /// Of the limit on the speed of a point that comes to stand. A foot that is no faster does not land: it stands.
    pub lands_slow: f32,
    /// A foot that lands is so many times as fast as in the next frame, in which it stands.
    pub lands_times: f32,
    /// s. A foot that is down for a shorter time touches the ground and carries nothing.
    pub shortest_stand: f32,
    /// s. A foot that is up for a shorter time has not left the ground.
    pub shortest_swing: f32,
    /// Leg lengths above the floor. A body whose hips are lower may be carried by hands, knees or its seat.
    pub sits: f32,
    /// Leg lengths above the floor. A body whose hips are lower lies, and does not stand on its feet.
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
            // Six tenths of gravity: the ends of a flight blur the measurement.
            falls: 7.2,
            // Two thirds of it.
            falls_mean: 8.0,
            // Runners fly for 0.05 to 0.15 s.
            falls_long: 0.2,
            falls_window: 0.05,
            falls_near: 0.08,
            // 5 cm for an adult.
            low: 0.06,
            rises: 0.1,
            standing_share: 0.1,
            levels_differ: 0.07,
            // The shortest flights of runners.
            lands_flight: 0.05,
            lands_slow: 0.1,
            lands_times: 1.5,
            // A sprinter's foot is down for 0.09 s.
            shortest_stand: 0.06,
            shortest_swing: 0.05,
            // Half a metre for an adult: hips of somebody who kneels upright.
            sits: 0.6,
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
    let flies = feet.may_fly(world.rate(), settings);
    carries(&feet, flies.clone(), world.rate(), settings, &mut down);
    lands(&feet, &flies, world.rate(), settings, &mut down);
    let [left, right] = down.map(|down| finish(down, &feet, world.rate(), settings));
    Ok(Supports { left, right })
}

/// A foot that lands in a run is low in the frame before it stands, and what is left of its way is so short that it is slow. It
/// stands from the next frame on, if it is much slower then.
fn lands(feet: &Feet, flies: &[bool], rate: f32, settings: &SupportSettings, down: &mut [Vec<bool>; 2]) {
    let flight = ((settings.lands_flight * rate).round() as usize).max(1);
    let found = down.clone();
    let up = |frame: usize| !found[0][frame] && !found[1][frame];
    for (side, (down, other)) in Side::BOTH.into_iter().zip(down.iter_mut().zip([&found[1], &found[0]])) {
        let speed = |frame: usize| feet.foot(side, frame, settings)[0];
        for span in Span::runs(down) {
            let first = span.first as usize;
            let Some(left) = first.checked_sub(flight) else { continue };
            let flew = (left..first).all(|frame| up(frame) && flies[frame]);
            // Both feet at once end a jump.
            let alone = !other[first..(first + flight).min(other.len())].contains(&true);
            if !flew || !alone || span.frames() < 2 || feet.hips[first] <= settings.sits {
                continue;
            }
            let (lands, stands) = (speed(first), speed(first + 1));
            down[first] = !(lands > settings.lands_slow && lands > settings.lands_times * stands);
        }
    }
}

/// A body that does not fall stands on something: where neither foot stands and its centre of mass does not fall
/// freely, the foot that is lower and slower carries it. It slides, rolls, or is recorded badly.
fn carries(
    feet: &Feet,
    mut flies: Vec<bool>,
    rate: f32,
    settings: &SupportSettings,
    down: &mut [Vec<bool>; 2],
) {
    let up: Vec<bool> = (0..flies.len()).map(|f| !down[0][f] && !down[1][f]).collect();
    for span in Span::runs(&up) {
        // Over all of a flight the body falls as gravity asks; one that only bounces does not. In a run's short flights
        // the ends blur too much to tell.
        let long = span.frames() as f32 >= settings.falls_long * rate;
        if long
            && feet.mean_acceleration(span, rate, settings).is_some_and(|mean| mean > -settings.falls_mean)
        {
            flies[span.first as usize..span.end as usize].fill(false);
        }
    }
    // Somebody who sits, kneels or lies is carried by something else.
    let hangs: Vec<bool> =
        (0..flies.len()).map(|f| up[f] && !flies[f] && feet.hips[f] > settings.sits).collect();
    for span in Span::runs(&hangs) {
        if (span.frames() as f32) < settings.carries_least * rate {
            continue;
        }
        let first = span.first as usize;
        // The foot that stood a moment before is the first choice.
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

/// The last step of both methods: a body that lies does not stand, and nothing flickers.
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
