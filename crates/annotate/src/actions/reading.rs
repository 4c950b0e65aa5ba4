//! What cuts and classes both go by: the signals of a clip, when it is calm, where home is, and what the feet do.

use footwork_motion::{Clip, MissingRole, Side, Skeleton};
use glam::Vec3;

use super::Settings;
use super::signals::{BodyShape, Signals, quantile};
use crate::annotation::{Span, Strike, Supports};

/// A foot in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swing {
    /// Which foot.
    pub side: Side,
    /// From the frame it leaves to the frame it stands again.
    pub span: Span,
}

/// What can be read off a clip.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Frame by frame.
    pub signals: Signals,
    /// m/s. Less activity than this is calm.
    pub calm: f32,
    /// Whether a frame is calm.
    pub calms: Vec<bool>,
    /// m. How far each frame is from home.
    pub away: Vec<f32>,
    /// Home, the shape that the body comes back to, one per [`HOME_EVERY`] seconds.
    homes: Vec<BodyShape>,
    /// Feet in the air, in the order in which they leave.
    pub swings: Vec<Swing>,
    /// How many frames before each have both hands up: sums, one more than there are frames.
    guards: Vec<u32>,
    /// How many frames before each have the body near the ground.
    lows: Vec<u32>,
}

/// s. Home may change this often, and is looked for as far to both sides again.
const HOME_EVERY: f32 = 15.0;
/// m. How far from home a lifted foot is at least.
const FOOT_UP: f32 = 0.15;
/// A body is low when its hips are below this share of their usual height.
const LOW: f32 = 0.55;

impl Reading {
    /// Reads a clip.
    pub fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        supports: &Supports,
        settings: &Settings,
    ) -> Result<Reading, MissingRole> {
        let signals = Signals::new(skeleton, clip)?;
        let frames = signals.frames();
        let scale = signals.scale();
        let mut order = signals.activity.clone();
        let [still, lively] = [0.05, 0.75].map(|share| quantile(&mut order, share));
        let [least, most] = settings.calm_within.map(|speed| speed * scale);
        let calm = (still + settings.calm * (lively - still)).clamp(least, most);
        let mut lively = vec![false; frames];
        hysteresis(&signals.activity, calm, 0.8 * calm, &mut lively);
        let mut calms: Vec<bool> = lively.iter().map(|lively| !lively).collect();
        let homes = homes(&signals, &calms);
        let every = signals.frames_in(HOME_EVERY);
        let mut away: Vec<f32> = (0..frames).map(|f| signals.shapes[f].away(&homes[f / every])).collect();
        let mut usual: Vec<f32> = (0..frames).map(|f| signals.hip_height(f)).collect();
        let low = LOW * quantile(&mut usual, 0.75);
        let lows = sums((0..frames).map(|f| signals.hip_height(f) < low || signals.lies(f)));
        let guards = sums((0..frames).map(|f| guarded(&signals.shapes[f])));
        let swings = swings(supports, frames);
        // Nobody is at home, or calm, with a foot in the air. Somebody who lies may be.
        for frame in swings.iter().flat_map(|swing| swing.span.first as usize..swing.span.end as usize) {
            if lows[frame] == lows[frame + 1] {
                away[frame] = away[frame].max(FOOT_UP * scale);
                calms[frame] = false;
            }
        }
        Ok(Reading { signals, calm, calms, away, homes, swings, guards, lows })
    }

    /// The home of a frame.
    pub fn home(&self, frame: usize) -> &BodyShape {
        let every = self.signals.frames_in(HOME_EVERY);
        &self.homes[(frame / every).min(self.homes.len() - 1)]
    }

    /// The share of a span's frames in which the body is near the ground.
    pub fn low(&self, span: Span) -> f32 {
        share(&self.lows, span)
    }

    /// The share of a span's frames in which both hands are up.
    pub fn guard(&self, span: Span) -> f32 {
        share(&self.guards, span)
    }

    /// Whether a span is part of a fight rather than of getting about: hands are up around it, something strikes in
    /// it, or it goes to the ground.
    pub fn fights(&self, span: Span, strikes: &[Strike]) -> bool {
        let around = self.widened(span, 0.5);
        let strikes = strikes[strikes.partition_point(|s| s.frame < span.first)..].first();
        self.guard(around) > 0.5 || self.low(span) > 0.05 || strikes.is_some_and(|s| s.frame < span.end)
    }

    /// A span with some seconds more on both sides.
    pub fn widened(&self, span: Span, seconds: f32) -> Span {
        let more = self.signals.frames_in(seconds) as u32;
        Span {
            first: span.first.saturating_sub(more),
            end: (span.end + more).min(self.signals.frames() as u32),
        }
    }

    /// The swings that touch a span.
    pub fn swings_in(&self, span: Span) -> impl Iterator<Item = &Swing> {
        // In order of their beginnings; no swing that matters lasts longer than this.
        let longest = self.signals.frames_in(3.0) as u32;
        let from = self.swings.partition_point(|s| s.span.first + longest < span.first);
        self.swings[from..]
            .iter()
            .take_while(move |s| s.span.first < span.end)
            .filter(move |s| s.span.end > span.first)
    }
}

/// Both wrists above their elbows.
fn guarded(shape: &BodyShape) -> bool {
    (0..2).all(|side| shape.wrists[side].y > shape.elbows[side].y)
}

fn sums(holds: impl Iterator<Item = bool>) -> Vec<u32> {
    let mut sum = 0;
    std::iter::once(0)
        .chain(holds.map(|holds| {
            sum += u32::from(holds);
            sum
        }))
        .collect()
}

fn share(sums: &[u32], span: Span) -> f32 {
    let last = sums.len() - 1;
    let (from, to) = ((span.first as usize).min(last), (span.end as usize).min(last));
    if to <= from { 0.0 } else { (sums[to] - sums[from]) as f32 / (to - from) as f32 }
}

/// True from where values rise above `begins` until they fall below `ends`, counted forwards and backwards, so that a clip played
/// backwards gives the same.
pub fn hysteresis(values: &[f32], begins: f32, ends: f32, out: &mut [bool]) {
    let mut on = false;
    for (value, out) in values.iter().zip(out.iter_mut()) {
        on = *value > begins || (on && *value > ends);
        *out = on;
    }
    on = false;
    for (value, out) in values.iter().zip(out.iter_mut()).rev() {
        on = *value > begins || (on && *value > ends);
        *out |= on;
    }
}

/// The shape that the body has when it is calm and upright, per [`HOME_EVERY`] seconds: medians.
fn homes(signals: &Signals, calms: &[bool]) -> Vec<BodyShape> {
    let (every, frames) = (signals.frames_in(HOME_EVERY), signals.frames());
    let upright = |f: usize| !signals.lies(f);
    let median = |of: &[usize], value: &dyn Fn(&BodyShape) -> f32| {
        let mut values: Vec<f32> = of.iter().map(|f| value(&signals.shapes[*f])).collect();
        quantile(&mut values, 0.5)
    };
    let mut homes: Vec<BodyShape> = Vec::new();
    for block in (0..frames).step_by(every) {
        let window = block.saturating_sub(every)..(block + 2 * every).min(frames);
        let mut of: Vec<usize> = window.clone().filter(|f| calms[*f] && upright(*f)).collect();
        // Where nobody is ever calm, home is the median of all shapes.
        if of.len() < signals.frames_in(0.3) {
            of = window.clone().filter(|f| upright(*f)).collect();
        }
        if of.is_empty() {
            of = window.collect();
        }
        let point = |value: &dyn Fn(&BodyShape) -> Vec3| {
            Vec3::new(
                median(&of, &|shape| value(shape).x),
                median(&of, &|shape| value(shape).y),
                median(&of, &|shape| value(shape).z),
            )
        };
        homes.push(BodyShape {
            stride: point(&|shape| shape.stride),
            wrists: [0, 1].map(|side| point(&|shape| shape.wrists[side])),
            elbows: [0, 1].map(|side| point(&|shape| shape.elbows[side])),
            head: point(&|shape| shape.head),
            hips: point(&|shape| shape.hips),
        });
    }
    homes
}

/// When feet are in the air. At a clip's ends nobody knows for how long.
fn swings(supports: &Supports, frames: usize) -> Vec<Swing> {
    let mut swings: Vec<Swing> = Vec::new();
    for side in Side::BOTH {
        let spans = supports.of(side);
        let mut end = 0;
        for span in spans {
            if span.first > end {
                swings.push(Swing { side, span: Span { first: end, end: span.first.min(frames as u32) } });
            }
            end = span.end.max(end);
        }
        if end < frames as u32 && !spans.is_empty() {
            swings.push(Swing { side, span: Span { first: end, end: frames as u32 } });
        }
    }
    swings.retain(|swing| swing.span.frames() > 0);
    swings.sort_by_key(|swing| (swing.span.first, swing.span.end));
    swings
}
