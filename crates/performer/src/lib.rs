//! The built-in performer: believable recordings out of code, and the truth about them.
//!
//! Poses are authored where people think of them: feet on the ground, hands before the chest, hips, lean and gaze
//! ([`posture`]). Plans of a take put them on a time line ([`gait`], [`locomotion`]), the pelvis is moved so that the soles
//! can carry it ([`weight`]), inverse kinematics makes joint rotations of them ([`solve`]), and frames are taken at any
//! rate.
//!
//! ```
//! use footwork_performer::{Show, perform};
//!
//! let performance = perform(Show::Locomotion, 10.0, 1, 60.0)?;
//! assert_eq!(performance.clip.frames(), 601);
//! println!("{} steps", performance.truth.supports.left.len());
//! # Ok::<(), footwork_performer::PerformError>(())
//! ```

pub mod body;
pub mod boxing;
pub mod carrying;
mod clamp_joints;
pub mod clear;
pub mod dodging;
pub mod falling;
pub mod football;
pub mod gait;
pub mod limits;
pub mod locomotion;
mod overlay;
pub mod play;
pub mod posture;
pub mod pushed;
mod recite;
pub mod score;
mod shows;
pub mod signal;
pub mod solve;
pub mod stagger;
pub mod startled;
pub mod truth;
pub mod weight;

use footwork_motion::{Clip, ClipError, Pose, Skeleton};

use posture::Posture;
use signal::{INNER_RATE, Rng};
use truth::Truth;

pub use shows::Show;

/// A take as it is planned: postures at the inner rate, and what is true about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// [`INNER_RATE`] of them a second.
    pub postures: Vec<Posture>,
    /// Supports, strikes and actions.
    pub truth: Truth,
}

/// A take as it is recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    /// The performer's body.
    pub skeleton: Skeleton,
    /// What it does.
    pub clip: Clip,
    /// What is true about it.
    pub truth: Truth,
}

/// Why there is no performance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PerformError {
    #[error("a take lasts from a tenth of a second to an hour, not {0} s")]
    Seconds(f32),
    #[error(transparent)]
    Clip(#[from] ClipError),
}

/// Performs for some seconds, recorded at a rate in frames per second. The same seed gives the same take.
pub fn perform(show: Show, seconds: f32, seed: u64, rate: f32) -> Result<Performance, PerformError> {
    if !(0.1..=3600.0).contains(&seconds) {
        return Err(PerformError::Seconds(seconds));
    }
    let mut rng = Rng::new(seed);
    let take = show.plan(seconds, &mut rng);
    let skeleton = body::skeleton();
    let clip = record(&skeleton, show.name(), &take.postures, rate)?;
    Ok(Performance { skeleton, clip, truth: take.truth })
}

/// Takes frames of planned postures at a rate.
fn record(skeleton: &Skeleton, name: &str, postures: &[Posture], rate: f32) -> Result<Clip, ClipError> {
    let last = postures.len() - 1;
    let frames = (last as f32 / INNER_RATE * rate + 1e-3) as usize + 1;
    let mut pose = Pose::rest(skeleton);
    let (mut translations, mut rotations) =
        (Vec::with_capacity(frames), Vec::with_capacity(frames * skeleton.len()));
    for frame in 0..frames {
        let at = frame as f64 / f64::from(rate) * f64::from(INNER_RATE);
        let before = (at as usize).min(last);
        let posture = postures[before].mix(&postures[(before + 1).min(last)], (at - before as f64) as f32);
        solve::solve(skeleton, &posture, &mut pose);
        translations.extend_from_slice(&pose.translations);
        rotations.extend_from_slice(&pose.rotations);
    }
    Clip::new(skeleton, name, rate, translations, rotations)
}
