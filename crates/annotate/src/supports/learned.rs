//! Supports as a person would label them: learned from a few labelled seconds.
//!
//! Shum 2010, sec. 3.2: a soft-margin SVM with an RBF kernel on the speed and height of a foot, C and γ by grid search.
//! Departures:
//!
//! - Speed and height are those of ankle or toe, whichever is nearer to standing, as multiples of the limits that the
//!   automatic method finds in the recording, and on a logarithmic scale: what matters happens near the limits.
//! - Cross-validation leaves out a span, not a frame. Neighbouring frames are near copies of one another: with one
//!   left out, the two beside it give its answer away. Long spans are cut into pieces, and pieces are left out a few at
//!   a time.
//! - Training frames are thinned out evenly to a bounded number.
//! - Nothing flickers: minimum durations as in the automatic method.

use footwork_motion::{MissingRole, Side, Skeleton, WorldClip};
use serde::{Deserialize, Serialize};

use super::feet::Feet;
use super::svm::Svm;
use super::{SupportSettings, finish};
use crate::annotation::{Span, SupportMethod, Supports};

/// What a person says about a foot over a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Which foot.
    pub side: Side,
    /// When.
    pub span: Span,
    /// Whether it carries weight in all of it, or in none.
    pub down: bool,
}

/// A clip and what a person says about it.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Labelled<'a> {
    pub skeleton: &'a Skeleton,
    pub world: &'a WorldClip,
    pub labels: &'a [Label],
}

/// How supports are learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnSettings {
    /// How feet are measured, and what flickers.
    pub supports: SupportSettings,
    /// s. Labelled spans are cut into pieces no longer than this, which are left out as a whole.
    pub piece: f32,
    /// In at most how many goes pieces are left out.
    pub folds: usize,
    /// At most how many frames are trained on, half of each class.
    pub frames: usize,
    /// How many frames of each class there have to be.
    pub least: usize,
    /// Values of C to try.
    pub cs: Vec<f32>,
    /// Values of γ to try, for features of unit variance.
    pub gammas: Vec<f32>,
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings {
            supports: SupportSettings::default(),
            piece: 0.5,
            folds: 8,
            frames: 400,
            least: 10,
            cs: vec![0.1, 1.0, 10.0, 100.0],
            gammas: vec![0.1, 0.3, 1.0, 3.0, 10.0],
        }
    }
}

/// Why nothing is learned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum LearnError {
    #[error(transparent)]
    Role(#[from] MissingRole),
    #[error("the label from frame {} to frame {} is not within the clip, which has {frames} frames", span.first, span.end)]
    OutsideClip { span: Span, frames: usize },
    #[error("all labels say that the foot is {}; label some seconds of the other kind as well", if *.down { "down" } else { "up" })]
    OneKind { down: bool },
    #[error("only {frames} labelled frames have the foot {}; {least} are needed", if *.down { "down" } else { "up" })]
    TooFew { down: bool, frames: usize, least: usize },
    #[error(
        "one span of each kind is not enough to tell how well they are learned; label another, or a longer one"
    )]
    OneSpan,
    #[error("the search for C and γ has nothing to try")]
    NoGrid,
    #[error("the solver gave up: {0}")]
    Solver(String),
}

/// What was learned. Plain data: it can be kept and used on other clips.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    svm: Svm,
    scale: Scale,
    settings: SupportSettings,
    method: SupportMethod,
}

impl Learned {
    /// What is written down about how supports were found.
    pub fn method(&self) -> SupportMethod {
        self.method.clone()
    }
}

/// Makes features of zero mean and unit variance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Scale {
    mean: [f64; 2],
    deviation: [f64; 2],
}

/// A labelled frame.
#[derive(Clone, Copy)]
struct Sample {
    feature: [f64; 2],
    down: bool,
    /// The piece that it is left out with.
    piece: usize,
}

/// Learns from labelled spans of one or more clips.
pub fn learn(takes: &[Labelled<'_>], settings: &LearnSettings) -> Result<Learned, LearnError> {
    let mut samples = Vec::new();
    let mut pieces = 0;
    for take in takes {
        let feet = Feet::new(take.skeleton, take.world, &settings.supports)?;
        let length = ((settings.piece * take.world.rate()) as u32).max(1);
        for &Label { side, span, down } in take.labels {
            if span.first >= span.end || span.end as usize > take.world.frames() {
                return Err(LearnError::OutsideClip { span, frames: take.world.frames() });
            }
            for frame in span.first..span.end {
                // A body that lies does not stand, whatever is learned; its feet are low and slow all the same.
                if feet.hips[frame as usize] <= settings.supports.lies {
                    continue;
                }
                let piece = pieces + ((frame - span.first) / length) as usize;
                let feature = feature(&feet, side, frame as usize, &settings.supports);
                samples.extend(feature.map(|feature| Sample { feature, down, piece }));
            }
            pieces += span.frames().div_ceil(length) as usize;
        }
    }
    for down in [true, false] {
        let frames = samples.iter().filter(|sample| sample.down == down).count();
        if frames == 0 && !samples.is_empty() {
            return Err(LearnError::OneKind { down: !down });
        }
        if frames < settings.least.max(1) {
            return Err(LearnError::TooFew { down, frames, least: settings.least.max(1) });
        }
    }
    let scale = Scale::of(&samples);
    let samples = thinned(&samples, settings.frames, &scale);
    let (c, gamma, accuracy) = search(&samples, settings)?;
    let svm = train(&samples, c, gamma)?;
    let frames = samples.len() as u32;
    Ok(Learned {
        svm,
        scale,
        settings: settings.supports,
        method: SupportMethod::Learned { c, gamma, accuracy, frames },
    })
}

/// When each foot carries weight, as it was learned.
pub fn find(skeleton: &Skeleton, world: &WorldClip, learned: &Learned) -> Result<Supports, MissingRole> {
    let feet = Feet::new(skeleton, world, &learned.settings)?;
    let [left, right] = Side::BOTH.map(|side| {
        let down = (0..world.frames())
            .map(|frame| {
                let feature = feature(&feet, side, frame, &learned.settings);
                feature.is_some_and(|feature| learned.svm.decision(learned.scale.apply(feature)) > 0.0)
            })
            .collect();
        finish(down, &feet, world.rate(), &learned.settings)
    });
    Ok(Supports { left, right })
}

/// Speed and height of a foot in a frame; none where they are no numbers.
fn feature(feet: &Feet, side: Side, frame: usize, settings: &SupportSettings) -> Option<[f64; 2]> {
    let foot = feet.foot(side, frame, settings);
    let feature = foot.map(|times| libm::log1p(f64::from(times.max(0.0))));
    // The larger one of NaN and 0 is 0: ask the foot itself.
    foot.iter().all(|times| times.is_finite()).then_some(feature)
}

impl Scale {
    fn of(samples: &[Sample]) -> Scale {
        let count = samples.len().max(1) as f64;
        let mean = [0, 1].map(|axis| samples.iter().map(|sample| sample.feature[axis]).sum::<f64>() / count);
        let deviation = [0, 1].map(|axis| {
            let squares = samples.iter().map(|sample| (sample.feature[axis] - mean[axis]).powi(2));
            let deviation = libm::sqrt(squares.sum::<f64>() / count);
            if deviation > 1e-9 { deviation } else { 1.0 }
        });
        Scale { mean, deviation }
    }

    fn apply(&self, feature: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| (feature[axis] - self.mean[axis]) / self.deviation[axis])
    }
}

/// At most so many samples, half of each class, evenly chosen and scaled.
fn thinned(samples: &[Sample], most: usize, scale: &Scale) -> Vec<Sample> {
    let mut chosen = Vec::new();
    for down in [true, false] {
        let of: Vec<&Sample> = samples.iter().filter(|sample| sample.down == down).collect();
        let keep = of.len().min((most / 2).max(2));
        let scaled = |sample: &Sample| Sample { feature: scale.apply(sample.feature), ..*sample };
        chosen.extend((0..keep).map(|n| scaled(of[n * of.len() / keep])));
    }
    chosen
}

fn train(samples: &[Sample], c: f32, gamma: f32) -> Result<Svm, LearnError> {
    let points: Vec<[f64; 2]> = samples.iter().map(|sample| sample.feature).collect();
    let classes: Vec<bool> = samples.iter().map(|sample| sample.down).collect();
    Svm::train(&points, &classes, f64::from(c), f64::from(gamma)).map_err(LearnError::Solver)
}

/// C and γ that do best on what was left out, and the share of frames that they get right. Of equals, those whose
/// neighbours in the grid do best too, for they lie inside of the plateau and not at its edge; of equals still, the
/// smaller ones: they give the smoother border.
fn search(samples: &[Sample], settings: &LearnSettings) -> Result<(f32, f32, f32), LearnError> {
    let folds = folds(samples, settings.folds);
    let both =
        |part: &[Sample]| part.iter().any(|sample| sample.down) && part.iter().any(|sample| !sample.down);
    let splits: Vec<(Vec<Sample>, Vec<Sample>)> = folds
        .iter()
        .map(|fold| {
            samples.iter().copied().partition::<Vec<Sample>, _>(|sample| !fold.contains(&sample.piece))
        })
        .filter(|(rest, _)| both(rest))
        .collect();
    if splits.is_empty() {
        return Err(LearnError::OneSpan);
    }
    let good = |values: &[f32]| -> Vec<f32> {
        values.iter().copied().filter(|value| *value > 0.0 && value.is_finite()).collect()
    };
    let (cs, gammas) = (good(&settings.cs), good(&settings.gammas));
    let mut right = vec![vec![0; gammas.len()]; cs.len()];
    for (row, &c) in right.iter_mut().zip(&cs) {
        for (right, &gamma) in row.iter_mut().zip(&gammas) {
            for (rest, left_out) in &splits {
                let svm = train(rest, c, gamma)?;
                let fits = |sample: &&Sample| (svm.decision(sample.feature) > 0.0) == sample.down;
                *right += left_out.iter().filter(fits).count();
            }
        }
    }
    let mut best: Option<([usize; 2], usize, usize)> = None;
    for c in 0..cs.len() {
        for gamma in 0..gammas.len() {
            let rows = right[c.saturating_sub(1)..].iter().take(if c == 0 { 2 } else { 3 });
            let near: usize = rows
                .flat_map(|row| row[gamma.saturating_sub(1)..].iter().take(if gamma == 0 { 2 } else { 3 }))
                .sum();
            let key = [right[c][gamma], near];
            if best.is_none_or(|(most, ..)| key > most) {
                best = Some((key, c, gamma));
            }
        }
    }
    let ([right, _], c, gamma) = best.ok_or(LearnError::NoGrid)?;
    let (c, gamma) = (cs[c], gammas[gamma]);
    let tried: usize = splits.iter().map(|(_, left_out)| left_out.len()).sum();
    Ok((c, gamma, right as f32 / tried.max(1) as f32))
}

/// Pieces that are left out together: dealt out one by one, so that every go has some of each part of the clips.
fn folds(samples: &[Sample], most: usize) -> Vec<Vec<usize>> {
    let mut pieces: Vec<usize> = samples.iter().map(|sample| sample.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let count = pieces.len().min(most.max(2));
    (0..count).map(|fold| pieces.iter().copied().skip(fold).step_by(count).collect()).collect()
}
