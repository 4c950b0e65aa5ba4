//! A pose: one moment of a body.

use glam::{Quat, Vec3};

use crate::lanes::{LANES, Rotations};
use crate::skeleton::Skeleton;

/// One moment: a translation for each of the skeleton's translated_joints (nearly always the root alone) and one local
/// rotation per joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// m, relative to the parent joint; the root's, which comes first, is relative to the world.
    pub translations: Vec<Vec3>,
    /// Relative to the parent joint; the root's is relative to the world.
    pub rotations: Vec<Quat>,
}

/// A pose that lies somewhere else, such as in a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseView<'a> {
    /// See [`Pose::translations`].
    pub translations: &'a [Vec3],
    /// See [`Pose::rotations`].
    pub rotations: &'a [Quat],
}

impl Pose {
    /// The rest pose, with the root where its offset puts it.
    pub fn rest(skeleton: &Skeleton) -> Pose {
        Pose {
            translations: skeleton.translated_joints().map(|joint| skeleton.offsets()[joint]).collect(),
            rotations: skeleton.rest().to_vec(),
        }
    }

    /// To pass it where a view is wanted.
    #[inline]
    pub fn view(&self) -> PoseView<'_> {
        PoseView { translations: &self.translations, rotations: &self.rotations }
    }

    /// Makes this pose equal to another of the same skeleton, without allocating.
    pub fn copy_from(&mut self, other: PoseView<'_>) {
        self.translations.copy_from_slice(other.translations);
        self.rotations.copy_from_slice(other.rotations);
    }

    /// Makes this pose the one that lies between two others: `a` at 0, `b` at 1.
    ///
    /// Rotations take the shorter arc, by normalised interpolation: between frames of a recording it differs from
    /// the great arc by less than the recording's own noise, and it is several times cheaper.
    #[inline]
    pub fn blend(&mut self, a: PoseView<'_>, b: PoseView<'_>, weight: f32) {
        for (out, (a, b)) in self.translations.iter_mut().zip(a.translations.iter().zip(b.translations)) {
            *out = *a + (*b - *a) * weight;
        }
        nlerp_all(a.rotations, b.rotations, weight, &mut self.rotations);
    }
}

/// The rotations that lie between those of two poses: `a` at 0, `b` at 1.
#[inline]
pub fn nlerp_all(a: &[Quat], b: &[Quat], weight: f32, out: &mut [Quat]) {
    let ((fours_a, rest_a), (fours_b, rest_b)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let (fours, rest) = out.as_chunks_mut::<LANES>();
    for (out, (a, b)) in fours.iter_mut().zip(fours_a.iter().zip(fours_b)) {
        *out = Rotations::new(*a).nlerp(Rotations::new(*b), weight).to_array();
    }
    for (out, (a, b)) in rest.iter_mut().zip(rest_a.iter().zip(rest_b)) {
        *out = nlerp(*a, *b, weight);
    }
}

/// Normalised interpolation along the shorter arc. Two opposite rotations have no shorter one: `a` is kept.
#[inline]
pub fn nlerp(a: Quat, b: Quat, weight: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let mixed = a * (1.0 - weight) + b * weight;
    // Along the shorter arc, two unit quaternions never meet in zero.
    mixed * (1.0 / mixed.length())
}

impl From<PoseView<'_>> for Pose {
    fn from(view: PoseView<'_>) -> Pose {
        Pose { translations: view.translations.to_vec(), rotations: view.rotations.to_vec() }
    }
}
