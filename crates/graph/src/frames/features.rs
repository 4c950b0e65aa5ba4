//! A moment of motion as a vector, so that the distance of two moments is the distance of two points.
//!
//! Papers: Lee & Lee 2004, sec. 6 (joint angles and velocities, after Lee et al. 2002), and Kovar et al. 2002
//! (root-aligned positions over a window).
//! Departs from them: both moments are laid on their own body frame on the ground, where Kovar looks for the
//! best alignment of every pair; and a rotation is nine numbers (`rotation_numbers`) where Lee takes the logarithm
//! of a difference. In return the distance is Euclidean, and near moments can be found without comparing all pairs.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::ground::body_frame;
use footwork_motion::{MissingRole, Role, Site, Skeleton, Transform, WorldClip};
use rayon::prelude::*;

use crate::error::GraphError;
use crate::frames::{Likeness, Measure};
use crate::rotation::{rotation_numbers, spin};
use crate::segment::Numbering;

/// How to make vectors of a body's moments.
pub(crate) struct Features<'a> {
    skeleton: &'a Skeleton,
    by: Measure,
    /// Points and the square roots of their weights, which add up to one over everything compared.
    points: Vec<(Site, f32)>,
    hips: Site,
    velocity: f32,
    /// Frames from the moment to the poses that are compared.
    offsets: Vec<i32>,
}

impl<'a> Features<'a> {
    pub fn new(
        skeleton: &'a Skeleton,
        likeness: &Likeness,
        numbering: &Numbering,
    ) -> Result<Features<'a>, GraphError> {
        likeness.check()?;
        let roles = skeleton.roles();
        let found: Vec<(Site, f32)> = Role::ALL
            .into_iter()
            .zip(likeness.weights)
            .filter(|(_, weight)| *weight > 0.0)
            .filter_map(|(role, weight)| Some((roles.get(role)?, weight)))
            .collect();
        let half = 0.5 * likeness.window * numbering.rate;
        let last = likeness.samples.max(2) - 1;
        let mut offsets: Vec<i32> = match likeness.samples {
            1 => vec![0],
            many => (0..many).map(|s| (half * (2 * s) as f32 / last as f32 - half).round() as i32).collect(),
        };
        offsets.dedup();
        let sum: f32 = found.iter().map(|(_, weight)| weight).sum::<f32>() * offsets.len() as f32;
        if !(sum > 0.0 && sum.is_finite()) {
            return Err(GraphError::NoWeights);
        }
        let points = found.into_iter().map(|(site, weight)| (site, (weight / sum).sqrt())).collect();
        let hips = skeleton.site(Role::Hips)?;
        // Facing needs them; asked for here, so that the error comes before any work.
        roles.require_all([Role::LeftHip, Role::RightHip])?;
        Ok(Features { skeleton, by: likeness.by, points, hips, velocity: likeness.velocity, offsets })
    }

    /// How many numbers a moment has.
    pub fn dims(&self) -> usize {
        let per_sample = match self.by {
            Measure::Positions => 6 * self.points.len(),
            Measure::Angles => 12 * self.points.len() + 2,
        };
        per_sample * self.offsets.len()
    }

    /// How many frames must lie before and after a moment in its take.
    pub fn margin(&self) -> u32 {
        self.offsets.iter().map(|o| o.unsigned_abs()).max().unwrap_or(0) + 1
    }

    /// The vectors of moments of all takes, one row after the other. `moments` are frames of each take.
    pub fn rows(&self, repertoire: &Repertoire, moments: &[Vec<u32>]) -> Result<Vec<f32>, MissingRole> {
        let dims = self.dims();
        let mut rows = vec![0.0; dims * moments.iter().map(Vec::len).sum::<usize>()];
        let mut jobs: Vec<(&Take, &[u32], &mut [f32])> = Vec::with_capacity(moments.len());
        let mut rest = rows.as_mut_slice();
        for (take, moments) in repertoire.takes.iter().zip(moments) {
            let (own, after) = rest.split_at_mut(dims * moments.len());
            rest = after;
            if !moments.is_empty() {
                jobs.push((take, moments, own));
            }
        }
        jobs.into_par_iter().try_for_each(|(take, moments, own)| {
            let world = WorldClip::new(self.skeleton, &take.clip);
            for (&moment, row) in moments.iter().zip(own.chunks_exact_mut(dims)) {
                self.fill(take, &world, moment as usize, row)?;
            }
            Ok(())
        })?;
        Ok(rows)
    }

    fn fill(
        &self,
        take: &Take,
        world: &WorldClip,
        moment: usize,
        row: &mut [f32],
    ) -> Result<(), MissingRole> {
        let body = body_frame(self.skeleton, world.frame(moment))?.inverse();
        let per_sample = row.len() / self.offsets.len();
        for (&offset, out) in self.offsets.iter().zip(row.chunks_exact_mut(per_sample)) {
            let frame = (moment as i32 + offset) as usize;
            match self.by {
                Measure::Positions => self.positions(world, body, frame, out),
                Measure::Angles => self.angles(take, world, body, frame, out),
            }
        }
        Ok(())
    }

    fn positions(&self, world: &WorldClip, body: Transform, frame: usize, out: &mut [f32]) {
        let speed = 0.5 * world.rate() * self.velocity;
        for (&(site, weight), out) in self.points.iter().zip(out.chunks_exact_mut(6)) {
            let at = |frame: usize| site.position(world.frame(frame));
            let position = weight * body.point(at(frame));
            let velocity = weight * speed * (body.rotation * (at(frame + 1) - at(frame - 1)));
            out[..3].copy_from_slice(&position.to_array());
            out[3..].copy_from_slice(&velocity.to_array());
        }
    }

    fn angles(&self, take: &Take, world: &WorldClip, body: Transform, frame: usize, out: &mut [f32]) {
        let seconds = 2.0 / world.rate();
        for (&(site, weight), out) in self.points.iter().zip(out.chunks_exact_mut(12)) {
            // The hips' turn about the vertical is where the body faces, which alignment takes away.
            let turned = |frame: usize| match site.joint == self.hips.joint {
                true => body.rotation * world.frame(frame)[site.joint].rotation,
                false => take.clip.frame(frame).rotations[site.joint],
            };
            let rotation = rotation_numbers(turned(frame)).map(|v| weight * v);
            let velocity = weight * self.velocity * spin(turned(frame - 1), turned(frame + 1), seconds);
            out[..9].copy_from_slice(&rotation);
            out[9..].copy_from_slice(&velocity.to_array());
        }
        // A metre of height counts as a radian, as in Lee et al. 2002. The root has as much weight as any joint.
        let weight = self.points.iter().map(|(_, weight)| *weight).fold(0.0, f32::max);
        let height = |frame: usize| self.hips.position(world.frame(frame)).y;
        let rise = (height(frame + 1) - height(frame - 1)) / seconds;
        let end = out.len();
        out[end - 2] = weight * height(frame);
        out[end - 1] = weight * self.velocity * rise;
    }
}

/// The squared distance of two moments, or any number above `limit` once it is known to be above. The sum is taken
/// in one fixed order, so that the same two moments always give the same bits.
#[inline]
pub(crate) fn distance_squared(a: &[f32], b: &[f32], limit: f32) -> f32 {
    let (a_chunks, a_rest) = a.as_chunks::<32>();
    let (b_chunks, b_rest) = b.as_chunks::<32>();
    let mut sum = 0.0_f32;
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        // Eight sums that a vector unit makes side by side.
        let mut lanes = [0.0_f32; 8];
        for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
            for lane in 0..8 {
                let d = a[lane] - b[lane];
                lanes[lane] += d * d;
            }
        }
        sum +=
            (lanes[0] + lanes[4]) + (lanes[1] + lanes[5]) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
        if sum > limit {
            return sum;
        }
    }
    for (a, b) in a_rest.iter().zip(b_rest) {
        sum += (a - b) * (a - b);
    }
    sum
}
