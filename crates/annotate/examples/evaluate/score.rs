//! How well annotation does: against what the performer knows, and how much planted feet slide. Tests use it too.
#![allow(dead_code)]

use std::collections::BTreeMap;

use footwork_annotate::supports::SupportSettings;
use footwork_annotate::supports::feet::Feet;
use footwork_annotate::supports::learned::Label;
use footwork_annotate::{Span, Strike, Supports};
use footwork_motion::{Side, Skeleton, WorldClip, quality};
use footwork_performer::Show;
use footwork_performer::truth::Truth;

/// Every show.
pub const SHOWS: [Show; Show::ALL.len()] = Show::ALL;

/// Frames found rightly, found wrongly and missed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub right: usize,
    pub wrong: usize,
    pub missed: usize,
}

impl Score {
    /// Compares both feet's frames with what the performer knows.
    pub fn add(&mut self, truth: &Truth, found: &Supports, frames: usize, rate: f32) {
        for side in Side::BOTH {
            let truly = truly_planted(truth, side, frames, rate);
            for (truly, found) in truly.into_iter().zip(found.planted(side, frames)) {
                self.right += usize::from(truly && found);
                self.wrong += usize::from(!truly && found);
                self.missed += usize::from(truly && !found);
            }
        }
    }

    pub fn precision(self) -> f64 {
        self.right as f64 / (self.right + self.wrong).max(1) as f64
    }
    pub fn recall(self) -> f64 {
        self.right as f64 / (self.right + self.missed).max(1) as f64
    }
    pub fn f1(self) -> f64 {
        2.0 * self.right as f64 / (2 * self.right + self.wrong + self.missed).max(1) as f64
    }
}

/// Whether a foot carries weight in every frame, as the performer knows.
pub fn truly_planted(truth: &Truth, side: Side, frames: usize, rate: f32) -> Vec<bool> {
    let spans = if side == Side::Left { &truth.supports.left } else { &truth.supports.right };
    let mut planted = vec![false; frames];
    for [from, to] in spans {
        let first = ((from * rate - 2e-3).ceil().max(0.0) as usize).min(frames);
        let end = ((to * rate + 2e-3).floor() as usize + 1).min(frames);
        planted[first..end.max(first)].fill(true);
    }
    planted
}

/// What the performer knows about some seconds of a take, as a person would label it: every span of a foot on the
/// ground or off it, without the frame at either end, about which people do not agree.
pub fn labels(truth: &Truth, from: f32, to: f32, rate: f32) -> Vec<Label> {
    let frames = (to * rate) as usize;
    let mut labels = Vec::new();
    for side in Side::BOTH {
        let planted = truly_planted(truth, side, frames, rate);
        for down in [true, false] {
            let is: Vec<bool> = planted.iter().map(|planted| *planted == down).collect();
            let spans = Span::runs(&is).into_iter().map(|span| Span {
                first: (span.first + 1).max((from * rate) as u32),
                end: span.end.saturating_sub(1),
            });
            labels.extend(spans.filter(|span| span.end > span.first).map(|span| Label { side, span, down }));
        }
    }
    labels
}

/// s. Recordings of different rates are compared over the same time: at 120 Hz, a millimetre of noise is 12 cm/s.
const LOOK: f32 = 1.0 / 30.0;

/// How far planted feet move, in metres, and in how many seconds: over every moment the one of ankle and toe that moves
/// less, which is the one that stands.
pub fn slides(skeleton: &Skeleton, world: &WorldClip, found: &Supports) -> [f64; 2] {
    let step = ((LOOK * world.rate()).round() as usize).max(1);
    let (mut distance, mut seconds) = (0.0_f64, 0.0_f64);
    for side in Side::BOTH {
        let points = [side.leg()[2], side.leg()[3]].map(|role| skeleton.site(role).expect("a foot"));
        for span in found.of(side) {
            let mut first = span.first as usize;
            while first + step < span.end as usize {
                let last = first + step;
                let rate = world.rate() / step as f32;
                let skate = points.map(|site| {
                    let places = [first, last].map(|frame| site.position(world.frame(frame)));
                    quality::foot_skate(&places, &[true; 2], rate)
                });
                distance += f64::from(skate[0].min(skate[1]) / rate);
                seconds += f64::from(1.0 / rate);
                first = last;
            }
        }
    }
    [distance, seconds]
}

/// The same by the plain measure, `quality::foot_skate` from frame to frame, with one point, ankle or toe, for the whole
/// of a support. Noise and rolling from heel to toe count as sliding, so it is always more.
pub fn skates(skeleton: &Skeleton, world: &WorldClip, found: &Supports) -> [f64; 2] {
    let (mut distance, mut seconds) = (0.0_f64, 0.0_f64);
    for side in Side::BOTH {
        let points = [side.leg()[2], side.leg()[3]].map(|role| skeleton.site(role).expect("a foot"));
        for span in found.of(side).iter().filter(|span| span.frames() > 1) {
            let skate = points.map(|site| {
                let places: Vec<_> =
                    (span.first..span.end).map(|f| site.position(world.frame(f as usize))).collect();
                quality::foot_skate(&places, &vec![true; places.len()], world.rate())
            });
            let time = f64::from(span.frames() - 1) / f64::from(world.rate());
            distance += f64::from(skate[0].min(skate[1])) * time;
            seconds += time;
        }
    }
    [distance, seconds]
}

/// s. How long neither foot is found to stand; and how much of that has no reason, for the hips neither fall freely, or
/// are near to it, nor lie.
pub fn in_the_air(
    skeleton: &Skeleton,
    world: &WorldClip,
    found: &Supports,
    settings: &SupportSettings,
) -> [f64; 2] {
    let feet = Feet::new(skeleton, world, settings).expect("feet");
    let frames = world.frames();
    let flies = feet.may_fly(world.rate(), settings);
    let [left, right] = Side::BOTH.map(|side| found.planted(side, frames));
    let (mut air, mut odd) = (0, 0);
    for frame in (0..frames).filter(|frame| !left[*frame] && !right[*frame]) {
        air += 1;
        odd += usize::from(!flies[frame] && feet.hips[frame] > settings.lies);
    }
    [air, odd].map(|count| count as f64 / f64::from(world.rate()))
}

/// s. A blow is found if its moment is this near.
pub const WITHIN: f32 = 0.05;

/// Strikes found rightly, found wrongly and missed, by what struck. The limb has to be right too.
pub fn strikes(truth: &Truth, found: &[Strike], rate: f32, scores: &mut BTreeMap<&'static str, Score>) {
    let mut taken = vec![false; truth.strikes.len()];
    for strike in found {
        let time = strike.frame as f32 / rate;
        let off = |n: &usize| (truth.strikes[*n].time - time).abs();
        let same = |n: &usize| !taken[*n] && truth.strikes[*n].limb == strike.limb.name() && off(n) <= WITHIN;
        let nearest = (0..taken.len()).filter(same).min_by(|a, b| off(a).total_cmp(&off(b)));
        let score = scores.entry(kind(strike.limb.name())).or_default();
        match nearest {
            Some(n) => {
                taken[n] = true;
                score.right += 1;
            }
            None => score.wrong += 1,
        }
    }
    for (strike, _) in truth.strikes.iter().zip(taken).filter(|(_, taken)| !taken) {
        scores.entry(kind(&strike.limb)).or_default().missed += 1;
    }
}

fn kind(limb: &str) -> &'static str {
    ["hand", "elbow", "knee", "foot"].into_iter().find(|kind| limb.ends_with(kind)).unwrap_or("?")
}

/// All limbs together.
pub fn total(scores: &BTreeMap<&'static str, Score>) -> Score {
    scores.values().fold(Score::default(), |sum, score| Score {
        right: sum.right + score.right,
        wrong: sum.wrong + score.wrong,
        missed: sum.missed + score.missed,
    })
}
