//! A clip: poses at a fixed rate, in one contiguous block.

use glam::{Quat, Vec3};

use crate::pose::{Pose, PoseView};
use crate::skeleton::Skeleton;
use crate::transform::Transform;

/// Why numbers do not make a clip.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ClipError {
    #[error("a rate must be a positive number of frames per second, not {0}")]
    BadRate(f32),
    #[error("a clip needs at least one frame")]
    Empty,
    #[error("{translations} translations and {rotations} rotations are not whole frames of this skeleton")]
    NotWholeFrames { translations: usize, rotations: usize },
    #[error("frame {frame} holds a value that is not a finite number")]
    NotFinite { frame: usize },
    #[error("{from} s to {to} s holds no frame of a clip of {seconds} s")]
    EmptySpan { from: f64, to: f64, seconds: f64 },
    #[error("{frames} frames at {rate} Hz are more than a clip can hold")]
    TooLong { frames: f64, rate: f32 },
}

/// Poses at a fixed rate. There is at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// What the take or animation is called.
    pub name: String,
    rate: f32,
    translated_joints: usize,
    joints: usize,
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
}

impl Clip {
    /// Makes a clip out of whole frames: for each, one translation per translated_joint and one unit rotation per joint.
    pub fn new(
        skeleton: &Skeleton,
        name: impl Into<String>,
        rate: f32,
        translations: Vec<Vec3>,
        rotations: Vec<Quat>,
    ) -> Result<Clip, ClipError> {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(ClipError::BadRate(rate));
        }
        let (translated_joints, joints) = (skeleton.translated_joints().len(), skeleton.len());
        if rotations.is_empty() {
            return Err(ClipError::Empty);
        }
        let frames = rotations.len() / joints;
        if rotations.len() != frames * joints || translations.len() != frames * translated_joints {
            return Err(ClipError::NotWholeFrames {
                translations: translations.len(),
                rotations: rotations.len(),
            });
        }
        if let Some(at) = rotations.iter().position(|r| !r.is_finite()) {
            return Err(ClipError::NotFinite { frame: at / joints });
        }
        if let Some(at) = translations.iter().position(|t| !t.is_finite()) {
            return Err(ClipError::NotFinite { frame: at / translated_joints });
        }
        Ok(Clip { name: name.into(), rate, translated_joints, joints, translations, rotations })
    }

    /// A clip of one frame.
    pub fn still(
        skeleton: &Skeleton,
        name: impl Into<String>,
        rate: f32,
        pose: Pose,
    ) -> Result<Clip, ClipError> {
        Clip::new(skeleton, name, rate, pose.translations, pose.rotations)
    }

    /// Frames per second.
    pub fn rate(&self) -> f32 {
        self.rate
    }

    /// Says that the frames were taken at another rate than believed. To keep the motion and change the rate, see
    /// [`Clip::resampled`].
    pub fn with_rate(mut self, rate: f32) -> Result<Clip, ClipError> {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(ClipError::BadRate(rate));
        }
        self.rate = rate;
        Ok(self)
    }

    /// How many frames there are; at least one.
    pub fn frames(&self) -> usize {
        self.rotations.len() / self.joints
    }

    /// How many joints each frame has.
    pub fn joints(&self) -> usize {
        self.joints
    }

    /// From the first frame to the last, in seconds.
    pub fn seconds(&self) -> f64 {
        (self.frames() - 1) as f64 / f64::from(self.rate)
    }

    /// The pose of a frame.
    #[inline]
    pub fn frame(&self, frame: usize) -> PoseView<'_> {
        PoseView {
            translations: &self.translations[frame * self.translated_joints..][..self.translated_joints],
            rotations: &self.rotations[frame * self.joints..][..self.joints],
        }
    }

    /// The rotations of a frame, to change them. They must stay unit quaternions.
    pub fn rotations_mut(&mut self, frame: usize) -> &mut [Quat] {
        &mut self.rotations[frame * self.joints..][..self.joints]
    }

    /// The translations of a frame, to change them.
    pub fn translations_mut(&mut self, frame: usize) -> &mut [Vec3] {
        &mut self.translations[frame * self.translated_joints..][..self.translated_joints]
    }

    /// The pose at a time in seconds, between frames where it falls there. Times outside the clip give its first
    /// or last pose. Allocates nothing.
    #[inline]
    pub fn sample(&self, seconds: f64, pose: &mut Pose) {
        let (frame, weight) = self.locate(seconds);
        if weight > 0.0 {
            pose.blend(self.frame(frame), self.frame(frame + 1), weight);
        } else {
            pose.copy_from(self.frame(frame));
        }
    }

    /// The frame before a time, and how far the time lies towards the next one, from 0 to below 1.
    #[inline]
    fn locate(&self, seconds: f64) -> (usize, f32) {
        let last = self.frames() - 1;
        let at = seconds * f64::from(self.rate);
        // Also where `seconds` is not a number.
        if at.is_nan() || at <= 0.0 {
            return (0, 0.0);
        }
        // The cast saturates.
        let frame = at as usize;
        if frame >= last { (last, 0.0) } else { (frame, (at - frame as f64) as f32) }
    }

    /// The same motion at another rate. The last frame falls at or before the old last frame.
    pub fn resampled(&self, rate: f32) -> Result<Clip, ClipError> {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(ClipError::BadRate(rate));
        }
        // A hair of tolerance, so that 1 s at 30 Hz has its last frame at 60 Hz too.
        let frames = (self.seconds() * f64::from(rate) + 1e-6).floor() + 1.0;
        if frames * self.joints as f64 > 1e9 {
            return Err(ClipError::TooLong { frames, rate });
        }
        let frames = frames as usize;
        let mut pose = Pose::from(self.frame(0));
        let mut out = Clip {
            name: self.name.clone(),
            rate,
            translations: Vec::with_capacity(frames * self.translated_joints),
            rotations: Vec::with_capacity(frames * self.joints),
            ..*self
        };
        for frame in 0..frames {
            self.sample(frame as f64 / f64::from(rate), &mut pose);
            out.translations.extend_from_slice(&pose.translations);
            out.rotations.extend_from_slice(&pose.rotations);
        }
        Ok(out)
    }

    /// The frames from one time to another, in seconds, both ends included; `from` and `to` may lie outside.
    pub fn trimmed(&self, from: f64, to: f64) -> Result<Clip, ClipError> {
        let empty = ClipError::EmptySpan { from, to, seconds: self.seconds() };
        let rate = f64::from(self.rate);
        let (first, last) = ((from * rate - 1e-6).ceil(), (to * rate + 1e-6).floor());
        if !(first <= last && first < self.frames() as f64 && last >= 0.0) {
            return Err(empty);
        }
        // The casts saturate.
        Ok(self.span(first as usize, (last as usize).min(self.frames() - 1)))
    }

    /// The frames from `first` to `last`, both included.
    pub fn span(&self, first: usize, last: usize) -> Clip {
        Clip {
            name: self.name.clone(),
            translations: self.translations
                [first * self.translated_joints..(last + 1) * self.translated_joints]
                .to_vec(),
            rotations: self.rotations[first * self.joints..(last + 1) * self.joints].to_vec(),
            ..*self
        }
    }

    /// The whole motion somewhere else: `by` is applied in the world, to the root.
    pub fn moved(mut self, by: Transform) -> Clip {
        for frame in 0..self.frames() {
            let translation = &mut self.translations[frame * self.translated_joints];
            *translation = by.point(*translation);
            let rotation = &mut self.rotations[frame * self.joints];
            *rotation = (by.rotation * *rotation).normalize();
        }
        self
    }

    /// The motion of a body in another unit: every length multiplied by `factor`.
    pub fn scaled(mut self, factor: f32) -> Clip {
        self.translations.iter_mut().for_each(|t| *t *= factor);
        self
    }

    /// The motion in a world with turned axes; see [`Skeleton::turned`].
    pub fn turned(mut self, turn: Quat) -> Clip {
        self.translations.iter_mut().for_each(|t| *t = turn * *t);
        self.rotations.iter_mut().for_each(|r| *r = (turn * *r * turn.conjugate()).normalize());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;

    fn pendulum(frames: usize, rate: f32) -> (Skeleton, Clip) {
        let joint =
            |name: &str, parent| Joint { name: name.into(), parent, offset: Vec3::Y, rest: Quat::IDENTITY };
        let skeleton = Skeleton::new(vec![joint("a", None), joint("b", Some(0))]).unwrap();
        let translations = (0..frames).map(|f| Vec3::new(f as f32 / rate, 0.0, 0.0)).collect();
        let rotations = (0..frames)
            .flat_map(|f| [Quat::IDENTITY, Quat::from_rotation_x(0.5 * f as f32 / rate)])
            .collect();
        let clip = Clip::new(&skeleton, "pendulum", rate, translations, rotations).unwrap();
        (skeleton, clip)
    }

    #[test]
    fn a_sample_on_a_frame_is_that_frame_and_between_frames_lies_between() {
        let (_, clip) = pendulum(11, 10.0);
        let mut pose = Pose::from(clip.frame(0));
        clip.sample(0.5, &mut pose);
        assert_eq!(pose.view(), clip.frame(5));
        clip.sample(0.55, &mut pose);
        assert!((pose.translations[0].x - 0.55).abs() < 1e-6);
        assert!((pose.rotations[1].to_axis_angle().1 - 0.275).abs() < 1e-4);
    }

    #[test]
    fn times_outside_the_clip_and_no_numbers_give_its_ends() {
        let (_, clip) = pendulum(11, 10.0);
        let mut pose = Pose::from(clip.frame(3));
        for (seconds, frame) in
            [(-1.0, 0), (f64::NAN, 0), (f64::NEG_INFINITY, 0), (1.0, 10), (7.0, 10), (f64::INFINITY, 10)]
        {
            clip.sample(seconds, &mut pose);
            assert_eq!(pose.view(), clip.frame(frame), "at {seconds} s");
        }
    }

    #[test]
    fn resampling_keeps_the_motion_and_its_length() {
        let (_, clip) = pendulum(31, 30.0);
        let fast = clip.resampled(120.0).unwrap();
        assert_eq!((fast.frames(), fast.seconds()), (121, 1.0));
        assert!((fast.frame(60).translations[0].x - 0.5).abs() < 1e-6);
        let back = fast.resampled(30.0).unwrap();
        for f in 0..31 {
            assert!((back.frame(f).translations[0] - clip.frame(f).translations[0]).length() < 1e-6);
        }
    }

    #[test]
    fn trimming_keeps_the_frames_of_the_span_and_refuses_an_empty_one() {
        let (_, clip) = pendulum(31, 30.0);
        let part = clip.trimmed(0.1, 0.5).unwrap();
        assert_eq!((part.frames(), part.frame(0), part.frame(12)), (13, clip.frame(3), clip.frame(15)));
        assert_eq!(clip.trimmed(-5.0, 99.0).unwrap(), clip);
        for (from, to) in [(0.5, 0.1), (2.0, 3.0), (-2.0, -1.0), (f64::NAN, 1.0), (0.0, f64::NAN)] {
            assert!(matches!(clip.trimmed(from, to), Err(ClipError::EmptySpan { .. })), "{from} to {to}");
        }
    }

    #[test]
    fn rates_that_are_none_are_refused() {
        let (_, clip) = pendulum(3, 30.0);
        for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(clip.resampled(rate), Err(ClipError::BadRate(_))));
            assert!(matches!(clip.clone().with_rate(rate), Err(ClipError::BadRate(_))));
        }
        assert!(matches!(clip.resampled(1e12), Err(ClipError::TooLong { .. })));
    }

    #[test]
    fn numbers_that_are_no_clip_are_refused() {
        let (skeleton, _) = pendulum(2, 30.0);
        let make = |t: Vec<Vec3>, r: Vec<Quat>| Clip::new(&skeleton, "", 30.0, t, r);
        assert_eq!(make(vec![], vec![]), Err(ClipError::Empty));
        let odd = make(vec![Vec3::ZERO], vec![Quat::IDENTITY; 3]);
        assert_eq!(odd, Err(ClipError::NotWholeFrames { translations: 1, rotations: 3 }));
        let nan = make(vec![Vec3::ZERO; 2], vec![Quat::IDENTITY, Quat::IDENTITY, Quat::IDENTITY, Quat::NAN]);
        assert_eq!(nan, Err(ClipError::NotFinite { frame: 1 }));
    }
}
