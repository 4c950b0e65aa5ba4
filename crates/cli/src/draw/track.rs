//! A figure made ready to be drawn at any time.

use footwork_motion::glam::Vec3;
use footwork_motion::{Clip, Skeleton, Transform, kinematics};

use super::Figure;
use super::cell::Scene;
use super::figure::Body;

/// s; how long the way that a figure came is shown in full.
const RECENT: f64 = 3.0;
/// s; how far the way is shown at all, ahead and back. All of a long motion would be a tangle.
const SHOWN: f64 = 10.0;

/// A figure with what is needed to draw it.
pub struct Track<'a> {
    clip: &'a Clip,
    skeleton: &'a Skeleton,
    body: Body<'a>,
    /// Where it is on the ground, at evenly spaced frames.
    path: Vec<(f64, Vec3)>,
}

impl<'a> Track<'a> {
    /// Learns how to draw a figure.
    pub fn new(figure: &Figure<'a>) -> Track<'a> {
        let Figure { skeleton, clip, .. } = *figure;
        let learn: Vec<Vec<Transform>> =
            spread(clip.frames(), 96).map(|frame| world(skeleton, clip, frame)).collect();
        let body = Body::new(skeleton, learn.iter().map(Vec::as_slice));
        let path = spread(clip.frames(), 3000)
            .map(|frame| {
                let at = body.middle(&world(skeleton, clip, frame));
                (frame as f64 / f64::from(clip.rate()), Vec3::new(at.x, 0.0, at.z))
            })
            .collect();
        Track { clip, skeleton, body, path }
    }

    /// The frame nearest a time.
    pub fn frame(&self, time: f64) -> usize {
        // The cast saturates.
        ((time * f64::from(self.clip.rate())).round() as usize).min(self.clip.frames() - 1)
    }

    fn world(&self, time: f64) -> Vec<Transform> {
        world(self.skeleton, self.clip, self.frame(time))
    }

    /// What a cell shows of it, relative to the cell's middle.
    pub fn scene(&self, time: f64, origin: Vec3) -> Scene {
        let world = self.world(time);
        let middle = self.body.middle(&world);
        let now = Vec3::new(middle.x, 0.0, middle.z) - origin;
        let until = |time: f64| self.path.partition_point(|&(when, _)| when <= time);
        let [first, recent, split, last] = [-SHOWN, -RECENT, 0.0, SHOWN].map(|shift| until(time + shift));
        let relative = |path: &[(f64, Vec3)]| path.iter().map(|&(_, at)| at - origin).collect::<Vec<_>>();
        let mut past = relative(&self.path[recent.saturating_sub(1)..split]);
        past.push(now);
        let mut future = vec![now];
        future.extend(relative(&self.path[split..last]));
        let before = relative(&self.path[first..recent]);
        let parts = self.body.parts(&world);
        Scene {
            parts: parts.into_iter().map(|part| part.relative_to(origin)).collect(),
            now,
            before,
            past,
            future,
        }
    }
}

/// Where every joint is in a frame.
fn world(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Vec<Transform> {
    let mut out = vec![Transform::IDENTITY; skeleton.len()];
    kinematics::world(skeleton, clip.frame(frame), &mut out);
    out
}

/// Indices from the first to the last, evenly spread, `most` at most.
fn spread(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let shown = count.min(most);
    (0..shown).map(move |index| if shown < 2 { 0 } else { index * (count - 1) / (shown - 1) })
}

/// The middle of a cell at a time: on the ground, between the figures.
pub fn middle(tracks: &[Track<'_>], time: f64) -> Vec3 {
    let places = tracks.iter().map(|track| track.body.middle(&track.world(time)));
    let (sum, count) = places
        .filter(|at| at.is_finite() && at.abs().max_element() < 1e6)
        .fold((Vec3::ZERO, 0.0_f32), |(sum, count), at| (sum + at, count + 1.0));
    Vec3::new(sum.x, 0.0, sum.z) / count.max(1.0)
}

/// m, the way from the first figure to the second at a time; none of fewer.
pub fn way(tracks: &[Track<'_>], time: f64) -> Option<Vec3> {
    let at = |track: &Track<'_>| track.body.middle(&track.world(time));
    let way = at(tracks.get(1)?) - at(tracks.first()?);
    way.is_finite().then_some(way)
}
