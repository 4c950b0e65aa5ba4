//! Walking and running: knees that carry, arms that swing, and how strides differ from one another.
//!
//! A stride is looked at in equal parts, so that quick and slow ones can be compared moment by moment.

use footwork_motion::Side;
use footwork_motion::quality::percentile;

use crate::kind::Kind;
use crate::seen::{Look, Seen};
use crate::stance::range;
use crate::strides::{PHASES, Stride};

/// Differences between strides need a few of them, and a few neighbours.
const LEAST_STRIDES: usize = 3;
const LEAST_PAIRS: usize = 2;

/// Strides that count.
pub(crate) fn strides<'a>(look: &Look<'a>) -> Vec<&'a Stride> {
    let (kind, span) = (look.kind, look.span.clone());
    let counts = |stride: &&Stride| {
        (kind == Kind::Any || stride.kind == kind)
            && span.contains(&stride.from)
            && span.contains(&(stride.to - 1))
    };
    look.seen.strides.iter().filter(counts).collect()
}

/// The middle of a figure of every stride.
pub(crate) fn over_strides(look: &Look<'_>, figure: impl Fn(&Stride) -> f32) -> Option<f32> {
    let values: Vec<f32> = strides(look).into_iter().map(figure).collect();
    (!values.is_empty()).then(|| percentile(values, 0.5))
}

/// Degrees. The least that a knee is bent while its foot stands, in the middle of all strides.
pub fn stance_knee(look: &Look<'_>) -> Option<f32> {
    let seen = look.seen;
    over_strides(look, |stride| {
        let stands = (stride.from..stride.to).take_while(|&f| seen.feet.stands(stride.side, f));
        stands.map(|f| seen.knee(stride.side, f)).fold(f32::INFINITY, f32::min)
    })
}

/// Degrees. How far an elbow bends and stretches within a stride, in the middle of all strides and both arms.
pub fn elbow_range(look: &Look<'_>) -> Option<f32> {
    over_strides(look, |s| range((s.from..s.to).map(|f| look.seen.elbow(s.side, f))))
}

/// Degrees. How much the trunk's sideways lean differs from one stride to the next at the same moment of it.
pub fn trunk_roll_variation(look: &Look<'_>) -> Option<f32> {
    variation(look, |seen, _, frame| seen.lean(frame)[1])
}

/// Degrees. The same of the bend of knees.
pub fn knee_variation(look: &Look<'_>) -> Option<f32> {
    variation(look, |seen, side, frame| seen.knee(side, frame))
}

/// Degrees. The same of the bend of elbows.
pub fn elbow_variation(look: &Look<'_>) -> Option<f32> {
    variation(look, |seen, side, frame| seen.elbow(side, frame))
}

/// Share of a stride's time by which strides differ from the next ones.
pub fn tempo_variation(look: &Look<'_>) -> Option<f32> {
    let mut changes = Vec::new();
    for side in Side::BOTH {
        let strides: Vec<&Stride> = strides(look).into_iter().filter(|stride| stride.side == side).collect();
        let next = strides.windows(2).filter(|pair| pair[0].to == pair[1].from);
        changes.extend(next.map(|pair| {
            let [a, b] = [pair[0], pair[1]].map(|stride| (stride.to - stride.from) as f32);
            (a - b) / (a + b)
        }));
    }
    // A relative difference of two halves has half the variance of one: 2 (a − b)² / (a + b)².
    let sum: f32 = changes.iter().map(|change| 2.0 * change * change).sum();
    (changes.len() >= LEAST_STRIDES).then(|| (sum / changes.len() as f32).sqrt())
}

/// Degrees. How much the left knee, over the left foot's strides, differs from the right one over the right foot's.
pub fn knee_asymmetry(look: &Look<'_>) -> Option<f32> {
    asymmetry(look, Seen::knee)
}

/// Degrees. The same of elbows.
pub fn elbow_asymmetry(look: &Look<'_>) -> Option<f32> {
    asymmetry(look, Seen::elbow)
}

/// The deviation of a signal from one stride to the next of the same foot at the same moment, in the middle of all moments
/// of both feet. Only neighbours are compared: who goes faster and slower on purpose does not vary by that.
fn variation(look: &Look<'_>, signal: fn(&Seen, Side, usize) -> f32) -> Option<f32> {
    let mut deviations = Vec::new();
    for side in Side::BOTH {
        let strides: Vec<&Stride> = strides(look).into_iter().filter(|stride| stride.side == side).collect();
        let next: Vec<[[f32; PHASES]; 2]> = strides
            .windows(2)
            .filter(|pair| pair[0].to == pair[1].from)
            .map(|pair| [pair[0], pair[1]].map(|s| s.phases(|frame| signal(look.seen, side, frame))))
            .collect();
        if next.len() >= LEAST_PAIRS {
            // The difference of two has twice the variance of one.
            let at = |n: usize| next.iter().map(|[a, b]| 0.5 * (a[n] - b[n]) * (a[n] - b[n])).sum::<f32>();
            deviations.extend((0..PHASES).map(|n| (at(n) / next.len() as f32).sqrt()));
        }
    }
    (!deviations.is_empty()).then(|| percentile(deviations, 0.5))
}

/// The mean distance between the two sides' mean curves.
fn asymmetry(look: &Look<'_>, signal: fn(&Seen, Side, usize) -> f32) -> Option<f32> {
    let mut means = [[0.0; PHASES]; 2];
    for side in Side::BOTH {
        let curves = curves(look, side, signal);
        if curves.len() < 2 {
            return None;
        }
        means[side as usize] =
            std::array::from_fn(|n| mean(&curves.iter().map(|c| c[n]).collect::<Vec<f32>>()));
    }
    let gaps: Vec<f32> = (0..PHASES).map(|n| (means[0][n] - means[1][n]).abs()).collect();
    Some(mean(&gaps))
}

fn curves(look: &Look<'_>, side: Side, signal: fn(&Seen, Side, usize) -> f32) -> Vec<[f32; PHASES]> {
    let of_side = strides(look).into_iter().filter(|stride| stride.side == side);
    of_side.map(|stride| stride.phases(|frame| signal(look.seen, side, frame))).collect()
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}
