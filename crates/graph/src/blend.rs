//! Segments played one after the other: each is laid on the ground plane where the one before it ends, and the two
//! are blended around the seam.
//!
//! Papers: Lee & Lee 2004, sec. 6 and Kovar et al. 2002: from frame i to frame j, where i and j − 1 are alike. So j − 1
//! is laid over i, and both recordings go on for half a window beyond the seam while the weight moves from one to the
//! other.
//! Departs from them: the weight's first and second derivatives vanish at both ends, so that blending begins and ends
//! without a jerk; rotations are interpolated linearly and normalised ([`Pose::blend`]), which differs from the
//! great arc by less than a recording's noise for poses that are alike.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::ground::{alignment, body_frame_at};
use footwork_motion::{Clip, MissingRole, Pose, Skeleton, Transform};

use crate::error::{GraphError, check};
use crate::segment::{FrameSegment, Numbering};

/// The share of the second motion, from 0 to 1, at a share `s` of the blend.
pub fn smooth(s: f32) -> f32 {
    let s = s.clamp(0.0, 1.0);
    s * s * s * (10.0 + s * (6.0 * s - 15.0))
}

/// Two recordings around a seam. `a` is the last frame before it, `b` the first after it.
#[derive(Clone, Copy)]
pub(crate) struct Seam<'a> {
    pub from: &'a Clip,
    pub to: &'a Clip,
    pub a: usize,
    pub b: usize,
    /// Lays the second recording over the first as it was recorded.
    pub align: Transform,
    /// How many frames to each side are blended.
    pub half: usize,
}

impl<'a> Seam<'a> {
    /// Lays the frame before `b` over frame `a`; where `b` is a take's first frame, `b` itself.
    pub fn new(
        skeleton: &Skeleton,
        from: &'a Clip,
        a: usize,
        to: &'a Clip,
        b: usize,
        half: usize,
    ) -> Result<Seam<'a>, MissingRole> {
        let onto = body_frame_at(skeleton, from, a)?;
        let align = alignment(body_frame_at(skeleton, to, b.saturating_sub(1))?, onto);
        // Both recordings must go on for as long as they are blended.
        let half = half.min(from.frames() - 1 - a).min(b).min(a + 1).min(to.frames() - b);
        Ok(Seam { from, to, a, b, align, half })
    }

    /// The pose so many frames after `b`; before the seam if negative. `scratch` is for the second recording's.
    pub fn pose(&self, after: i32, scratch: &mut Pose, out: &mut Pose) {
        let half = self.half as i32;
        let weight = if after < -half {
            0.0
        } else if after >= half {
            1.0
        } else {
            smooth((after + half + 1) as f32 / (2 * half + 1) as f32)
        };
        if weight == 0.0 {
            out.copy_from(self.from.frame((self.a as i32 + 1 + after) as usize));
            return;
        }
        scratch.copy_from(self.to.frame((self.b as i32 + after) as usize));
        scratch.translations[0] = self.align.point(scratch.translations[0]);
        scratch.rotations[0] = (self.align.rotation * scratch.rotations[0]).normalize();
        if weight == 1.0 {
            out.copy_from(scratch.view());
        } else {
            out.blend(self.from.frame((self.a as i32 + 1 + after) as usize), scratch.view(), weight);
        }
    }
}

/// Plays segments one after the other, blended over `blend` seconds around each seam: less where a segment or a
/// take is too short for it. Segments that follow each other in one take are left as recorded.
///
/// ```
/// # use footwork_graph::{FrameSegment, play};
/// # use footwork_annotate::{Annotation, Repertoire, Take};
/// # let performance = footwork_performer::perform(footwork_performer::Show::Locomotion, 4.0, 1, 60.0)?;
/// # let take = Take::new(performance.clip, Annotation::default());
/// # let repertoire = Repertoire { skeleton: performance.skeleton, takes: vec![take] };
/// let twice = [FrameSegment { take: 0, first: 30, end: 90 }; 2];
/// assert_eq!(play(&repertoire, &twice, 0.2)?.frames(), 120);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(repertoire: &Repertoire, segments: &[FrameSegment], blend: f32) -> Result<Clip, GraphError> {
    let numbering = Numbering::new(repertoire)?;
    check("blend", blend, (0.0..=10.0).contains(&blend), "it is from zero to ten seconds")?;
    let segments = merged(repertoire, segments)?;
    let skeleton = &repertoire.skeleton;
    let take = |segment: &FrameSegment| -> &Take { &repertoire.takes[segment.take as usize] };
    let wanted = numbering.in_frames(0.5 * blend) as usize;

    let rest = Pose::rest(skeleton);
    let (mut pose, mut scratch) = (rest.clone(), rest);
    let (mut translations, mut rotations) = (Vec::new(), Vec::new());
    // Where the segment that is being played lies in the world of the clip that is made.
    let mut world = Transform::IDENTITY;
    let mut before: Option<(Seam<'_>, Transform)> = None;
    for (index, segment) in segments.iter().enumerate() {
        let after = match segments.get(index + 1) {
            None => None,
            Some(next) => {
                // No frame takes part in two blends.
                let half = wanted.min(segment.frames().min(next.frames()) as usize / 2);
                let (a, b) = (segment.end as usize - 1, next.first as usize);
                Some(Seam::new(skeleton, &take(segment).clip, a, &take(next).clip, b, half)?)
            }
        };
        for frame in segment.first..segment.end {
            let from_start = (frame - segment.first) as i32;
            let to_end = frame as i32 - segment.end as i32;
            let place = match (&before, &after) {
                (Some((seam, into)), _) if from_start < seam.half as i32 => {
                    seam.pose(from_start, &mut scratch, &mut pose);
                    *into
                }
                (_, Some(seam)) if to_end >= -(seam.half as i32) => {
                    seam.pose(to_end, &mut scratch, &mut pose);
                    world
                }
                _ => {
                    pose.copy_from(take(segment).clip.frame(frame as usize));
                    world
                }
            };
            pose.translations[0] = place.point(pose.translations[0]);
            pose.rotations[0] = (place.rotation * pose.rotations[0]).normalize();
            translations.extend_from_slice(&pose.translations);
            rotations.extend_from_slice(&pose.rotations);
        }
        before = after.map(|seam| (seam, world));
        if let Some((seam, _)) = &before {
            world = world * seam.align;
            // Hundreds of seams would otherwise add up their rounding.
            world.rotation = world.rotation.normalize();
        }
    }
    let clip = Clip::new(skeleton, "walk", numbering.rate, translations, rotations);
    // Blends of finite poses in whole frames are finite and whole.
    clip.map_err(|_| GraphError::NothingToPlay)
}

/// Segments that exist, those that follow each other in one take as one.
fn merged(repertoire: &Repertoire, segments: &[FrameSegment]) -> Result<Vec<FrameSegment>, GraphError> {
    let mut merged: Vec<FrameSegment> = Vec::with_capacity(segments.len());
    for (index, &segment) in segments.iter().enumerate() {
        let frames = repertoire.takes.get(segment.take as usize).map_or(0, |take| take.clip.frames());
        let FrameSegment { take, first, end } = segment;
        if first >= end || end as usize > frames {
            return Err(GraphError::NoSuchSegment { index, take, first, end });
        }
        match merged.last_mut() {
            Some(last) if last.take == take && last.end == first => last.end = end,
            _ => merged.push(segment),
        }
    }
    if merged.is_empty() { Err(GraphError::NothingToPlay) } else { Ok(merged) }
}
