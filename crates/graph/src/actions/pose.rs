//! How different two poses are, for the action graph.
//!
//! Paper: Shum 2010, sec. 3.3, eq. 3.3–3.9: six terms, for the upper body's joints, the legs, the height of the pelvis,
//! and the derivatives of each.
//! Departs from it:
//! - Eq. 3.3 and 3.4 subtract Euler angles, which differ a lot between poses that are alike when an angle passes a
//!   seam. Here it is the angle between the two rotations, and the difference of the joints' angular velocities.
//! - "All terms equally important" means nothing while one is a sum of radians and another a height in metres. So each
//!   term is divided by its mean over the repertoire's own poses, unless scales are given; a distance of 1 is
//!   that of two poses picked at random.

use footwork_annotate::{Repertoire, Take};
use footwork_motion::ground::body_frame;
use footwork_motion::{MissingRole, Role, Side, Skeleton, WorldClip};

use super::Terms;
use crate::rotation::{rotation_numbers, spin};

/// Poses as rows of numbers, term after term, and how to compare them.
pub(crate) struct Poses {
    /// Numbers of a row.
    pub dims: usize,
    /// How many joints are above the pelvis.
    joints: usize,
    /// One row after the other.
    pub rows: Vec<f32>,
}

impl Poses {
    /// The poses of some frames, given as take and frame.
    pub fn new(repertoire: &Repertoire, at: &[(u32, u32)]) -> Result<Poses, MissingRole> {
        let joints = above_pelvis(&repertoire.skeleton)?;
        let mut poses = Poses { dims: 12 * joints.len() + 14, joints: joints.len(), rows: Vec::new() };
        let mut world: Option<(u32, WorldClip)> = None;
        for &(take, frame) in at {
            if world.as_ref().is_none_or(|(of, _)| *of != take) {
                let clip = &repertoire.takes[take as usize].clip;
                world = Some((take, WorldClip::new(&repertoire.skeleton, clip)));
            }
            let Some((_, world)) = &world else { continue };
            let take = &repertoire.takes[take as usize];
            poses.add(&repertoire.skeleton, &joints, take, world, frame as usize)?;
        }
        Ok(poses)
    }

    fn add(
        &mut self,
        skeleton: &Skeleton,
        joints: &[usize],
        take: &Take,
        world: &WorldClip,
        frame: usize,
    ) -> Result<(), MissingRole> {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(world.frames() - 1));
        // A clip of one frame does not move.
        let seconds = (after - before).max(1) as f32 / world.rate();
        let turned = |frame: usize, joint: usize| take.clip.frame(frame).rotations[joint];
        for &joint in joints {
            self.rows.extend(rotation_numbers(turned(frame, joint)));
        }
        for &joint in joints {
            self.rows.extend(spin(turned(before, joint), turned(after, joint), seconds).to_array());
        }
        let hips = skeleton.site(Role::Hips)?;
        let feet = Side::BOTH.map(|side| skeleton.site(side.leg()[2]));
        // Both moments in axes of the one in the middle, so that turning on the spot moves the feet.
        let body = body_frame(skeleton, world.frame(frame))?.rotation.conjugate();
        let mut rates = Vec::with_capacity(6);
        for foot in feet {
            let foot = foot?;
            let leg = |f: usize| body * (foot.position(world.frame(f)) - hips.position(world.frame(f)));
            self.rows.extend(leg(frame).to_array());
            rates.extend(((leg(after) - leg(before)) / seconds).to_array());
        }
        self.rows.extend(rates);
        let height = |f: usize| hips.position(world.frame(f)).y;
        self.rows.extend([height(frame), (height(after) - height(before)) / seconds]);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.rows.len() / self.dims
    }

    /// How many numbers each term has, and how many numbers each of its differences.
    fn layout(&self) -> [(usize, usize); 6] {
        [(9 * self.joints, 9), (3 * self.joints, 3), (6, 3), (6, 3), (1, 1), (1, 1)]
    }

    /// The six terms of the difference of two poses, eq. 3.3–3.8: radians, rad/s, m, m/s, m, m/s.
    pub fn terms(&self, a: usize, b: usize) -> [f32; 6] {
        let row = |pose: usize| &self.rows[pose * self.dims..][..self.dims];
        let (mut a, mut b) = (row(a), row(b));
        self.layout().map(|(numbers, each)| {
            let (own_a, own_b) = (&a[..numbers], &b[..numbers]);
            (a, b) = (&a[numbers..], &b[numbers..]);
            let norms = own_a.chunks_exact(each).zip(own_b.chunks_exact(each)).map(|(a, b)| {
                let norm = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
                // Rotations as numbers are as far apart as the chord; the angle is wanted.
                if each == 9 { 2.0 * libm::asinf((0.5 * norm).min(1.0)) } else { norm }
            });
            norms.sum()
        })
    }

    /// The mean of each term over pairs of poses: all of them where they are few, an even choice otherwise.
    pub fn scales(&self) -> [f32; 6] {
        const PAIRS: usize = 20_000;
        let n = self.len();
        let all = n * n.saturating_sub(1) / 2;
        let step = all.div_ceil(PAIRS).max(1);
        let (mut sums, mut count) = ([0.0_f64; 6], 0_u32);
        for pair in (0..all).step_by(step) {
            // Pairs in the order (1,0), (2,0), (2,1), (3,0), …
            let a = ((1.0 + (1.0 + 8.0 * pair as f64).sqrt()) / 2.0) as usize;
            let a = a.clamp(1, n - 1);
            let b = (pair - (a * (a - 1) / 2).min(pair)).min(a - 1);
            let terms = self.terms(a, b);
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += f64::from(term));
            count += 1;
        }
        sums.map(|sum| (sum / f64::from(count.max(1))) as f32)
    }

    /// What each term is multiplied by: its weight's share, over its scale. A term that never differs counts nothing.
    pub fn factors(terms: Terms, scales: [f32; 6]) -> [f32; 6] {
        let sum: f32 = terms.list().iter().sum();
        let mut factors = [0.0; 6];
        for ((factor, weight), scale) in factors.iter_mut().zip(terms.list()).zip(scales) {
            *factor = if scale > 1e-9 { weight / sum / scale } else { 0.0 };
        }
        factors
    }

    /// The difference of two poses, eq. 3.9.
    pub fn distance(&self, factors: &[f32; 6], a: usize, b: usize) -> f32 {
        self.terms(a, b).iter().zip(factors).map(|(term, factor)| term * factor).sum()
    }

    /// Rows whose squared Euclidean distance is the sum of the terms' squares, so that means make sense.
    ///
    /// A term that sums over joints is multiplied by the root of their number: then it is exactly the printed term
    /// where all joints differ by as much, and never less.
    pub fn embedded(&self, factors: &[f32; 6]) -> Vec<f32> {
        let each: Vec<f32> = self
            .layout()
            .into_iter()
            .zip(factors)
            .flat_map(|((numbers, each), factor)| {
                let parts = (numbers / each).max(1);
                std::iter::repeat_n(factor * (parts as f32).sqrt(), numbers)
            })
            .collect();
        self.rows.iter().zip(each.iter().cycle()).map(|(v, factor)| v * factor).collect()
    }
}

/// The joints above the pelvis that carry the trunk, the head or the arms: no fingers, no props.
fn above_pelvis(skeleton: &Skeleton) -> Result<Vec<usize>, MissingRole> {
    let roles = skeleton.roles();
    let hips = roles.require(Role::Hips)?.joint;
    let trunk = [Role::Spine, Role::Chest, Role::Neck, Role::Head];
    let arms = Side::BOTH.into_iter().flat_map(|side| side.arm());
    let mut found: Vec<usize> = trunk
        .into_iter()
        .chain(arms)
        .filter_map(|role| roles.get(role))
        .flat_map(|site| skeleton.ancestors(site.joint).take_while(|&joint| joint != hips))
        .collect();
    found.sort_unstable();
    found.dedup();
    // Where the root is no pelvis, what lies below it is not above it.
    found.retain(|&joint| skeleton.ancestors(joint).any(|above| above == hips));
    Ok(found)
}
