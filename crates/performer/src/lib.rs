//! The built-in performer: believable recordings out of code, and the truth about them.

pub mod body;
pub mod boxing;
pub mod gait;
pub mod play;
pub mod posture;
pub mod score;
pub mod signal;
pub mod solve;
pub mod truth;

use footwork_motion::{Clip, Pose, Skeleton};

use posture::Posture;
use signal::INNER_RATE;

/// Takes frames of planned postures at a rate.
pub fn record(skeleton: &Skeleton, name: &str, postures: &[Posture], rate: f32) -> Clip {
    let seconds = (postures.len() - 1) as f32 / INNER_RATE;
    let frames = (seconds * rate + 1e-3) as usize + 1;
    let mut pose = Pose::rest(skeleton);
    let (mut translations, mut rotations) =
        (Vec::with_capacity(frames), Vec::with_capacity(frames * skeleton.len()));
    for frame in 0..frames {
        let at = frame as f32 / rate * INNER_RATE;
        let i = (at as usize).min(postures.len() - 1);
        let next = (i + 1).min(postures.len() - 1);
        let posture = postures[i].mix(&postures[next], at - i as f32);
        solve::solve(skeleton, &posture, &mut pose);
        translations.extend_from_slice(&pose.translations);
        rotations.extend_from_slice(&pose.rotations);
    }
    Clip::new(skeleton, name, rate, translations, rotations).unwrap_or_else(|error| unreachable!("{error}"))
}
