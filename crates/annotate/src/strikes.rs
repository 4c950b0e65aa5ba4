//! Strikes: effective blows of fists, elbows, knees and feet.
//!
//! After Lee & Lee 2004, sec. 4 ("Data Annotation"): a punch is effective while the fist's velocity, projected on the
//! axis of the forearm, is above a threshold and does not point back. Departures:
//!
//! - Velocities are relative to the body's travel, which is how the hips move over half a second: running does not
//!   punch, and the body's surge into a punch counts. (Against the chest it would not, though it is what hits.)
//! - The projection on the forearm holds for every punch at some moment, hooks and uppercuts included, but not at the
//!   fastest one: a straight punch is fastest before the forearm points along it. So the fist has to be fast, has to get
//!   away from the shoulder, and has to go along the forearm at some moment between. If it goes along the forearm very
//!   fast, as in an uppercut, that alone will do; if it goes far out, it may be slower.
//! - Elbows, knees and feet strike across their last bone, whose end only turns about the joint before it: the
//!   projection is near zero. They have to be fast, and to go where such a blow goes: an elbow ahead, with the arm
//!   folded, faster than its fist; a knee up, with the shin hanging; a foot up, off the ground, with the shin swung out.
//! - A blow lands when it has passed its greatest speed and has lost a good sixth of it for good: a limb that has stopped
//!   pushes, and a hook or an uppercut goes out first and, nearly as fast, across or up after that.
//!
//! The paper gives no numbers; those here were measured on the performer's takes and held against recordings.
//!
//! What falls (an axe kick) and what goes back (a back kick, a back elbow) is not found: by speed and height alone it
//! is what every kick and punch does when it comes back.

use footwork_motion::glam::Vec3;
use footwork_motion::{MissingRole, Side, Skeleton, WorldClip};
use serde::{Deserialize, Serialize};

use crate::annotation::{Limb, Span, Strike, Supports};

mod limbs;

use limbs::{Body, Tip};

/// How strikes are found. Lengths of arms count in arm lengths (shoulder to fist; about 0.63 m in an adult), those of
/// legs in leg lengths (hip to ankle; about 0.83 m), so that size does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StrikeSettings {
    /// s, to either side. Speed is measured over this time, at least one frame.
    pub window: f32,
    /// s, to either side. The hips' motion is averaged over this time into the body's travel.
    pub travel: f32,
    /// Arm lengths a second. A fist that strikes is this fast. Arms of sprinters reach 6.
    pub fist: f32,
    /// Arm lengths a second. A punch that goes far out need only be this fast, if the next three hold too.
    pub slow_fist: f32,
    /// Arm lengths a second, along the forearm: of a slow punch that goes far out.
    pub slow_along: f32,
    /// Arm lengths a second, away from the shoulder: of a slow punch that goes far out.
    pub slow_out: f32,
    /// Arm lengths. A slow punch gets this much further from the shoulder.
    pub far_out: f32,
    /// Arm lengths a second. At some moment of a punch, the fist is this fast along the forearm.
    pub along: f32,
    /// Arm lengths. A punch gets this much further from the shoulder.
    pub out: f32,
    /// Arm lengths a second. A fist this fast along the forearm strikes without going out: an uppercut stays at one
    /// distance.
    pub along_alone: f32,
    /// Leg lengths a second. Arms swing in a body that travels faster; only `along_alone` tells its punches.
    pub runs: f32,
    /// Arm lengths a second. An elbow that strikes is this fast.
    pub elbow: f32,
    /// An elbow that strikes is this many times as fast as its fist. In a punch, the fist is faster.
    pub elbow_leads: f32,
    /// Arm lengths. An elbow lands this far ahead of its shoulder.
    pub elbow_ahead: f32,
    /// Arm lengths. The fist of an elbow that strikes is no further than this from the shoulder.
    pub folded: f32,
    /// Leg lengths a second. A knee that strikes is this fast.
    pub knee: f32,
    /// Leg lengths above the floor. A knee that strikes gets this high.
    pub knee_height: f32,
    /// The share of its speed with which a knee that strikes rises.
    pub knee_rises: f32,
    /// Leg lengths a second. A foot that strikes is this fast. Feet of sprinters reach 7.
    pub foot: f32,
    /// Leg lengths above the floor. A foot that strikes is this high when it lands.
    pub foot_height: f32,
    /// Leg lengths a second. A foot that gets as high as `foot_high` need only be this fast.
    pub slow_foot: f32,
    /// Leg lengths above the floor. No gait lifts a foot that high ahead of the body.
    pub foot_high: f32,
    /// The share of its speed with which a foot that strikes may go backwards.
    pub foot_back: f32,
    /// A foot that strikes is this many times as fast as its knee. The performer's kicks are from 1.5 times; below a
    /// knee that strikes, the foot is about as fast as the knee.
    pub foot_leads: f32,
    /// Leg lengths. A foot that is further below its knee when it lands has not struck, unless `beyond_knee` holds.
    pub below_knee: f32,
    /// Leg lengths over the ground. A foot that strikes may be below its knee if it is this much further from the hip
    /// than the knee is. Otherwise the knee strikes.
    pub beyond_knee: f32,
    /// The share of its greatest speed that a limb still has when it lands.
    pub lands: f32,
    /// The share of its greatest speed at which a blow is over. What is fast after that is the way back.
    pub stops: f32,
    /// A blow is effective while it has this share of the speed that a blow of its limb needs.
    pub effective: f32,
    /// A blow begins when its limb has this share of its greatest speed.
    pub starts: f32,
    /// s. From its greatest speed until a blow lands, at most.
    pub landing: f32,
    /// s. From its start to its greatest speed, at most.
    pub wind: f32,
    /// s. Of two blows of one limb that are closer in time, only the faster one counts.
    pub apart: f32,
    /// s. A blow of an elbow this near in time to one of its fist is part of it; likewise of a knee and its foot.
    pub together: f32,
    /// s. A knee that comes up this long before its foot strikes, without being put down between, begins that kick.
    pub begins_kick: f32,
    /// The floor: feet are below it in this share of frames.
    pub floor: f32,
    /// Leg lengths above the floor. A body whose hips are lower does not strike.
    pub lies: f32,
}

/// Tuned on the performer's takes of seeds 1 to 6, and held against boxing, karate and sprints of people
/// (docs/annotation.md). Speeds lie between what blows have and what gait has, which the fields name.
impl Default for StrikeSettings {
    fn default() -> StrikeSettings {
        StrikeSettings {
            // A frame at 60 Hz.
            window: 1.0 / 60.0,
            travel: 0.25,
            fist: 5.8,
            slow_fist: 3.2,
            slow_along: 3.3,
            slow_out: 1.9,
            far_out: 0.28,
            along: 2.9,
            out: 0.18,
            along_alone: 6.4,
            runs: 2.2,
            elbow: 4.3,
            elbow_leads: 1.2,
            elbow_ahead: 0.25,
            folded: 0.65,
            knee: 3.9,
            knee_height: 0.75,
            knee_rises: 0.5,
            foot: 6.0,
            foot_height: 0.4,
            slow_foot: 3.5,
            foot_high: 0.65,
            foot_back: 0.25,
            foot_leads: 1.3,
            below_knee: 0.3,
            beyond_knee: 0.2,
            lands: 0.82,
            // Between the swing out and the swing across of a hook, a fist keeps at least 0.65 of its speed.
            stops: 0.5,
            effective: 0.75,
            starts: 0.25,
            // A fist at 6 m/s that slows down evenly goes 0.45 m in that time, most of an arm.
            landing: 0.15,
            wind: 0.4,
            // Four blows a second of one limb.
            apart: 0.25,
            together: 0.25,
            begins_kick: 0.6,
            floor: 0.05,
            lies: 0.45,
        }
    }
}

/// Every effective blow, in order.
pub fn find(
    skeleton: &Skeleton,
    world: &WorldClip,
    supports: &Supports,
    settings: &StrikeSettings,
) -> Result<Vec<Strike>, MissingRole> {
    let body = Body::new(skeleton, world, settings)?;
    let mut strikes = Vec::new();
    for side in Side::BOTH {
        let [fist, elbow, knee, foot] = body.tips(side);
        let together = (settings.together * world.rate()) as u32;
        let near = |frame: u32, of: &[Strike]| {
            let next = of.partition_point(|other| other.frame + together <= frame);
            of.get(next).is_some_and(|other| other.frame < frame + together)
        };
        let fists = blows(fist, settings, |blow| punches(&body, side, blow, settings));
        let mut elbows = blows(elbow, settings, |blow| elbows(&body, side, blow, settings));
        elbows.retain(|elbow| !near(elbow.frame, &fists));
        let lifted = |blow: &Blow| !(blow.peak..=blow.lands).any(|frame| supports.at(side, frame as u32));
        let feet = blows(foot, settings, |blow| lifted(blow) && kicks(&body, side, blow, settings));
        let mut knees = blows(knee, settings, |blow| lifted(blow) && knees(&body, side, blow, settings));
        let begins = |knee: u32, foot: u32| {
            knee < foot
                && ((foot - knee) as f32) < settings.begins_kick * world.rate()
                && !(knee..foot).any(|frame| supports.at(side, frame))
        };
        knees.retain(|knee| {
            !near(knee.frame, &feet) && !feet.iter().any(|foot| begins(knee.frame, foot.frame))
        });
        strikes.extend([fists, elbows, knees, feet].into_iter().flatten());
    }
    strikes.sort_by_key(|strike| (strike.frame, strike.limb));
    Ok(strikes)
}

/// What a blow of a limb at a frame is like, whether or not it would be found there.
pub fn measure(
    skeleton: &Skeleton,
    world: &WorldClip,
    frame: u32,
    limb: Limb,
    settings: &StrikeSettings,
) -> Result<Option<Strike>, MissingRole> {
    let body = Body::new(skeleton, world, settings)?;
    let at = frame as usize;
    let mut tips = Side::BOTH.into_iter().flat_map(|side| body.tips(side));
    let tip = tips.find(|tip| tip.limb == limb && at < tip.speed.len());
    Ok(tip.map(|tip| tip.strike(&Blow { starts: at, peak: at, lands: at }, settings)))
}

/// A limb's burst of speed.
#[derive(Clone, Copy, Debug)]
struct Blow {
    /// When it sets out.
    starts: usize,
    /// When it is fastest.
    peak: usize,
    /// When it lands.
    lands: usize,
}

/// The bursts of speed of a limb's tip that pass a test, as strikes. One per blow.
fn blows(tip: &Tip, settings: &StrikeSettings, strikes: impl Fn(&Blow) -> bool) -> Vec<Strike> {
    let frames = |seconds: f32| ((seconds * tip.rate).round() as usize).max(1);
    let (window, landing, wind) =
        (frames(0.5 * settings.apart), frames(settings.landing), frames(settings.wind));
    let last = tip.speed.len().saturating_sub(1);
    let mut found: Vec<(f32, Strike)> = Vec::new();
    for peak in 1..last {
        let speed = tip.speed[peak];
        // Nearly no frame gets past this line; what is not a number does not either.
        if speed.is_nan() || speed < tip.fast {
            continue;
        }
        let around = peak.saturating_sub(window)..(peak + window + 1).min(last + 1);
        let fastest =
            around.clone().all(|f| tip.speed[f] < speed || f == peak || (f > peak && tip.speed[f] == speed));
        if !fastest {
            continue;
        }
        let starts =
            (peak.saturating_sub(wind)..peak).rev().find(|&f| tip.speed[f] < settings.starts * speed);
        let latest = (peak + landing).min(last);
        let stops = (peak..latest).find(|&f| tip.speed[f] < settings.stops * speed).unwrap_or(latest);
        let lands = (peak..stops).rfind(|&f| tip.speed[f] >= settings.lands * speed).map_or(stops, |f| f + 1);
        let blow = Blow { starts: starts.unwrap_or(peak.saturating_sub(wind)), peak, lands };
        if !strikes(&blow) {
            continue;
        }
        let strike = tip.strike(&blow, settings);
        match found.last_mut() {
            Some((before, last))
                if (strike.frame.saturating_sub(last.frame) as f32) < settings.apart * tip.rate =>
            {
                if speed > *before {
                    (*before, *last) = (speed, strike);
                }
            }
            _ => found.push((speed, strike)),
        }
    }
    found.into_iter().map(|(_, strike)| strike).collect()
}

/// A fist strikes when it goes out, and along the forearm.
fn punches(body: &Body, side: Side, blow: &Blow, settings: &StrikeSettings) -> bool {
    let [fist, elbow, ..] = body.tips(side);
    let along = (blow.peak..=blow.lands).map(|f| fist.along[f]).fold(f32::NEG_INFINITY, f32::max);
    let least = (blow.starts..=blow.lands).map(|f| fist.reach[f]).fold(f32::INFINITY, f32::min);
    // It lands before it is furthest out.
    let after = (settings.landing * fist.rate).round() as usize;
    let until = (blow.lands + after).min(fist.reach.len() - 1);
    let most = (blow.peak..=until).map(|f| fist.reach[f]).fold(0.0, f32::max);
    let out = (most - least) / body.arm;
    let running = body.travel[blow.peak] > settings.runs * body.leg;
    let fast = fist.speed[blow.peak] > settings.fist * body.arm;
    let elbow = (blow.starts..=blow.lands).map(|f| elbow.speed[f]).fold(0.0, f32::max);
    let bent = fast && along > settings.along_alone * body.arm && fist.speed[blow.peak] > elbow;
    let straight = fast && along > settings.along * body.arm && out > settings.out;
    let far = along > settings.slow_along * body.arm
        && fist.reach_rate(blow) > settings.slow_out * body.arm
        && out > settings.far_out;
    body.stands(blow, settings) && (bent || !running && (straight || far))
}

/// An elbow strikes when it goes ahead with the arm folded, ahead of the fist.
fn elbows(body: &Body, side: Side, blow: &Blow, settings: &StrikeSettings) -> bool {
    let [fist, elbow, ..] = body.tips(side);
    let hand = (blow.starts..=blow.lands).map(|f| fist.speed[f]).fold(0.0, f32::max);
    let out = elbow.place[blow.lands] - elbow.begins[blow.lands];
    body.stands(blow, settings)
        && elbow.speed[blow.peak] > settings.elbow_leads * hand
        && out.dot(body.facing[blow.lands]) > settings.elbow_ahead * body.arm
        && fist.reach[blow.lands] < settings.folded * body.arm
        && elbow.velocity[blow.peak].dot(body.facing[blow.peak]) > 0.0
}

/// A knee strikes when it comes up and the foot hangs below.
fn knees(body: &Body, side: Side, blow: &Blow, settings: &StrikeSettings) -> bool {
    let [_, _, knee, foot] = body.tips(side);
    body.stands(blow, settings)
        && knee.velocity[blow.peak].y > settings.knee_rises * knee.speed[blow.peak]
        && knee.place[blow.lands].y - body.floor > settings.knee_height * body.leg
        && !(beyond_knee(knee, foot, blow, body.leg, settings) && foot_leads(knee, foot, blow, settings))
}

/// A foot strikes when it comes up or ahead, well above the ground.
fn kicks(body: &Body, side: Side, blow: &Blow, settings: &StrikeSettings) -> bool {
    let [_, _, knee, foot] = body.tips(side);
    let velocity = foot.velocity[blow.peak];
    let ahead = velocity.dot(body.facing[blow.peak]);
    let height = (foot.place[blow.lands].y - body.floor) / body.leg;
    let fast = foot.speed[blow.peak] > settings.foot * body.leg;
    body.stands(blow, settings)
        && velocity.y > 0.0
        && ahead > -settings.foot_back * foot.speed[blow.peak]
        && (fast || height > settings.foot_high)
        && height > settings.foot_height
        && beyond_knee(knee, foot, blow, body.leg, settings)
        && foot_leads(knee, foot, blow, settings)
}

/// Whether the knee is unfolded: the foot is faster than its knee in the course of a blow.
fn foot_leads(knee: &Tip, foot: &Tip, blow: &Blow, settings: &StrikeSettings) -> bool {
    let most = |tip: &Tip| (blow.starts..=blow.lands).map(|f| tip.speed[f]).fold(0.0, f32::max);
    most(foot) > settings.foot_leads * most(knee)
}

/// Whether the shin has swung out when a blow lands: the foot is not far below the knee, or it is further from the hip
/// than the knee is, over the ground.
fn beyond_knee(knee: &Tip, foot: &Tip, blow: &Blow, leg: f32, settings: &StrikeSettings) -> bool {
    let away = |tip: &Tip| {
        let from = tip.place[blow.lands] - tip.begins[blow.lands];
        Vec3::new(from.x, 0.0, from.z).length()
    };
    let below = knee.place[blow.lands].y - foot.place[blow.lands].y;
    below < settings.below_knee * leg || away(foot) > away(knee) + settings.beyond_knee * leg
}

impl Body {
    fn stands(&self, blow: &Blow, settings: &StrikeSettings) -> bool {
        self.hips[blow.lands] - self.floor > settings.lies * self.leg
    }
}

impl Tip {
    /// m/s. How fast it gets away from where the limb begins, at most, until it lands.
    fn reach_rate(&self, blow: &Blow) -> f32 {
        let rate = |f: usize| {
            let (before, after) = (f.saturating_sub(self.step), (f + self.step).min(self.reach.len() - 1));
            (self.reach[after] - self.reach[before]) * self.rate / (after - before).max(1) as f32
        };
        (blow.starts..=blow.lands).map(rate).fold(0.0, f32::max)
    }

    /// The strike of a blow. It is effective for as long as it is nearly as fast as has to be.
    fn strike(&self, blow: &Blow, settings: &StrikeSettings) -> Strike {
        let slow = |f: usize| self.speed[f].is_nan() || self.speed[f] < settings.effective * self.fast;
        let first = (0..=blow.peak).rev().find(|&f| slow(f)).map_or(0, |f| f + 1);
        let end = (blow.lands..self.speed.len()).find(|&f| slow(f) || self.reach[f] < self.reach[blow.lands]);
        let velocity = self.world_velocity(blow.lands);
        Strike {
            frame: blow.lands as u32,
            effective: Span {
                // A blow that a person added may be slow.
                first: first.min(blow.lands) as u32,
                end: end.unwrap_or(self.speed.len()).max(blow.lands + 1) as u32,
            },
            limb: self.limb,
            point: self.place[blow.lands],
            direction: velocity.normalize_or(Vec3::Z),
            speed: velocity.length(),
        }
    }
}
