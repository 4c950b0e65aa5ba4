//! Blows and steps as events: what is known about them to the frame says where they begin and end.
//!
//! A blow begins when the body winds up for it and is over when the limb is nearly home; how long that takes differs little
//! from blow to blow of a limb. A step begins when the weight leaves the foot that is lifted first.

use super::signals::quantile;
use super::words::{Forearm, forearm};
use super::{Reading, Settings};
use crate::annotation::{Limb, Span, Strike};

/// s. From when a body winds up to when a limb lands, and from there to when the limb is nearly home: a straight blow of
/// the lead hand, one of the rear hand, a hook, an uppercut, an elbow, a knee, a kick. Medians over six takes of the
/// performer, of a fighter at tempo 1.
const BLOWS: [[f32; 2]; 7] =
    [[0.25, 0.24], [0.29, 0.29], [0.38, 0.34], [0.39, 0.31], [0.35, 0.34], [0.38, 0.46], [0.57, 0.5]];
/// s. How long after it lands a fist is half way back, at tempo 1; and how much more than that a fighter's tempo varies.
const HALF_BACK: f32 = 0.165;
const TEMPO: f32 = 1.5;
/// s. A step begins so long before its first foot is up, and is over so long after its last one is down.
const STEP: [f32; 2] = [0.06, 0.04];
/// s. The same of steps that catch a body that was hit.
const STAGGER: [f32; 2] = [0.13, 0.24];
/// m/s. The head of somebody who is hit is thrown faster than this against the hips, for a body whose head is 1.4 m above
/// its ankles; 95 % of steps stay below 0.8, most hits are above 1.1.
const THROWN: f32 = 1.0;
/// s. From how long before the first foot is lifted to how long after.
const THROWN_WITHIN: [f32; 2] = [0.2, 0.07];
/// s. Feet that follow each other faster belong to one step.
const FOLLOWS: f32 = 0.05;
/// s. A foot that is up for longer kicks, or lies about.
const LONGEST_STEP: f32 = 0.45;
/// s. Two events that are nearer to each other follow each other.
const GAP: f32 = 0.22;
/// s. Another cut so near to an event's own is the same one.
const SAME: f32 = 0.18;

/// Puts the beginnings and ends of events in place of the cuts around and within them.
pub fn settle(reading: &Reading, strikes: &[Strike], settings: &Settings, cuts: &mut Vec<u32>) {
    let near = reading.signals.frames_in(SAME) as u32;
    let events = events(reading, strikes, settings);
    for event in &events {
        cuts.retain(|cut| *cut + near <= event.first || event.end + near <= *cut);
    }
    cuts.extend(events.iter().flat_map(|event| [event.first, event.end]));
}

/// Blows, and steps without a blow, of somebody with a guard, in order. Where two overlap, the second ends the first.
fn events(reading: &Reading, strikes: &[Strike], settings: &Settings) -> Vec<Span> {
    let frames = |seconds: f32| reading.signals.frames_in(seconds) as u32;
    let last = reading.signals.frames() as u32;
    let tempo = tempo(reading, strikes);
    let blow = |strike: &Strike| {
        let [before, after] = BLOWS[kind(reading, strike)].map(|seconds| tempo * seconds);
        Span {
            first: strike.frame.saturating_sub(frames(before)),
            end: (strike.frame + frames(after)).min(last),
        }
    };
    let blows: Vec<Span> = strikes.iter().map(blow).collect();
    let mut events = blows.clone();
    let mut steps: Vec<Span> = Vec::new();
    for swing in &reading.swings {
        match steps.last_mut() {
            Some(step) if swing.span.first <= step.end + frames(FOLLOWS) => {
                step.end = step.end.max(swing.span.end)
            }
            _ => steps.push(swing.span),
        }
    }
    for step in steps {
        let [before, after] = if jolted(reading, step.first) { STAGGER } else { STEP };
        let whole = Span {
            first: step.first.saturating_sub(frames(tempo * before)),
            end: (step.end + frames(tempo * after)).min(last),
        };
        let struck = blows.iter().any(|blow| blow.first < step.end && step.first < blow.end);
        let on_foot = reading.low(whole) == 0.0 && reading.guard(reading.widened(whole, 0.5)) > 0.5;
        if !struck && on_foot && step.frames() < 3 * frames(LONGEST_STEP) {
            events.push(whole);
        }
    }
    events.sort_by_key(|event| event.first);
    let shortest = frames(settings.shortest);
    for n in 1..events.len() {
        let mut next = events[n].first;
        let before = &mut events[n - 1];
        before.end = before.end.min(next.max(before.first + shortest));
        // What is left between two is too short to be anything: each has half of it.
        if before.end < next && next < before.end + frames(GAP) {
            before.end = (before.end + next) / 2;
            next = before.end;
        }
        events[n].first = next;
    }
    events
}

/// Which of [`BLOWS`] a strike is, by its limb and, for fists, by where the forearm points.
fn kind(reading: &Reading, strike: &Strike) -> usize {
    let frame = (strike.frame as usize).min(reading.signals.frames() - 1);
    let lead = reading.home(frame).stride.z > 0.0;
    match strike.limb {
        Limb::LeftHand | Limb::RightHand => {
            let left = strike.limb == Limb::LeftHand;
            match forearm(reading, left, frame) {
                Forearm::Ahead => usize::from(left != lead),
                Forearm::Across => 2,
                Forearm::Up => 3,
            }
        }
        Limb::LeftElbow | Limb::RightElbow => 4,
        Limb::LeftKnee | Limb::RightKnee => 5,
        Limb::LeftFoot | Limb::RightFoot => 6,
    }
}

/// How slow a fighter is, by how long fists take to come half way back.
fn tempo(reading: &Reading, strikes: &[Strike]) -> f32 {
    let shapes = &reading.signals.shapes;
    let longest = reading.signals.frames_in(0.6);
    let mut times: Vec<f32> = Vec::new();
    for strike in strikes {
        let side = match strike.limb {
            Limb::LeftHand => 0,
            Limb::RightHand => 1,
            _ => continue,
        };
        let from = strike.frame as usize;
        let until = (from + longest).min(shapes.len());
        let home = reading.home(from.min(shapes.len() - 1)).wrists[side].length();
        let out = |frame: usize| shapes[frame].wrists[side].length() - home;
        // A fist goes on for a moment after it has landed.
        let back = (from + 3..until).find(|frame| out(*frame) < 0.5 * out(from));
        // Between two frames, for a median over takes that are short.
        let at = |frame: usize| {
            let (before, now) = (out(frame - 1) - 0.5 * out(from), out(frame) - 0.5 * out(from));
            (frame - from) as f32 - now / (now - before).min(-1e-6)
        };
        times.extend(back.map(|frame| at(frame) / reading.signals.rate));
    }
    if times.len() < 3 {
        return 1.0;
    }
    libm::powf(quantile(&mut times, 0.5) / HALF_BACK, TEMPO).clamp(0.8, 1.7)
}

/// Whether the head is thrown about as a foot is lifted: somebody was hit.
pub fn jolted(reading: &Reading, lift: u32) -> bool {
    let signals = &reading.signals;
    let [before, after] = THROWN_WITHIN.map(|seconds| signals.frames_in(seconds));
    let seen = |frame: usize| signals.head[frame] - signals.hips[frame];
    let (from, to) =
        ((lift as usize).saturating_sub(before).max(1), (lift as usize + after).min(signals.frames() - 1));
    (from..to).any(|frame| {
        let speed = 0.5 * signals.rate * (seen(frame + 1) - seen(frame - 1)).length();
        speed > THROWN * signals.scale()
    })
}
