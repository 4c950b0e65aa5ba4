//! Lanes: four rotations, vectors or transforms side by side, for kernels that do the same to many joints or bodies.
//!
//! Every lane does what glam's scalar code does: the same operations in the same order, none of them fused. So each lane
//! has the bits of the plain version on every processor, and a kernel may take four at a time where there are
//! four and one at a time where fewer are left.

use glam::{Quat, Vec3};
use wide::f32x4;

use crate::transform::Transform;

/// How many there are side by side.
pub const LANES: usize = 4;

/// Four vectors.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Vectors {
    pub x: f32x4,
    pub y: f32x4,
    pub z: f32x4,
}

/// Four rotations.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Rotations {
    pub x: f32x4,
    pub y: f32x4,
    pub z: f32x4,
    pub w: f32x4,
}

/// Four transforms.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Transforms {
    pub rotation: Rotations,
    pub translation: Vectors,
}

impl Vectors {
    /// The same vector in all lanes.
    #[inline]
    pub fn splat(v: Vec3) -> Vectors {
        Vectors { x: f32x4::splat(v.x), y: f32x4::splat(v.y), z: f32x4::splat(v.z) }
    }

    /// One vector for each lane.
    #[inline]
    pub fn new(from: [Vec3; LANES]) -> Vectors {
        let [x, y, z, _] = f32x4::transpose(from.map(|v| f32x4::new([v.x, v.y, v.z, 0.0])));
        Vectors { x, y, z }
    }

    /// The vector of each lane.
    #[inline]
    pub fn to_array(self) -> [Vec3; LANES] {
        f32x4::transpose([self.x, self.y, self.z, self.z]).map(|v| {
            let [x, y, z, _] = v.to_array();
            Vec3::new(x, y, z)
        })
    }

    /// See [`Vec3::dot`].
    #[inline]
    pub fn dot(self, other: Vectors) -> f32x4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// See [`Vec3::cross`].
    #[inline]
    pub fn cross(self, other: Vectors) -> Vectors {
        Vectors {
            x: self.y * other.z - other.y * self.z,
            y: self.z * other.x - other.z * self.x,
            z: self.x * other.y - other.x * self.y,
        }
    }

    /// Each vector times a number.
    #[inline]
    pub fn scaled(self, by: f32x4) -> Vectors {
        Vectors { x: self.x * by, y: self.y * by, z: self.z * by }
    }

    /// The sum of each two.
    #[inline]
    pub fn plus(self, other: Vectors) -> Vectors {
        Vectors { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }

    /// The difference of each two.
    #[inline]
    pub fn minus(self, other: Vectors) -> Vectors {
        Vectors { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }

    /// How long each is.
    #[inline]
    pub fn length(self) -> f32x4 {
        self.dot(self).sqrt()
    }
}

impl Rotations {
    /// One rotation for each lane.
    #[inline]
    pub fn new(from: [Quat; LANES]) -> Rotations {
        let [x, y, z, w] = f32x4::transpose(from.map(|q| f32x4::new(q.to_array())));
        Rotations { x, y, z, w }
    }

    /// The rotation of each lane.
    #[inline]
    pub fn to_array(self) -> [Quat; LANES] {
        f32x4::transpose([self.x, self.y, self.z, self.w]).map(|q| Quat::from_array(q.to_array()))
    }

    /// Each the other way round; see [`Quat::conjugate`].
    #[inline]
    pub fn conjugate(self) -> Rotations {
        Rotations { x: -self.x, y: -self.y, z: -self.z, w: self.w }
    }

    /// The product of each two, the right one applied first; see [`Quat::mul_quat`].
    #[inline]
    pub fn times(self, other: Rotations) -> Rotations {
        let (a, b) = (self, other);
        Rotations {
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        }
    }

    /// Each vector turned; see [`Quat::mul_vec3`].
    #[inline]
    pub fn turned(self, v: Vectors) -> Vectors {
        let axis = Vectors { x: self.x, y: self.y, z: self.z };
        let along = v.scaled(self.w * self.w - axis.dot(axis));
        let two = f32x4::splat(2.0);
        along.plus(axis.scaled(v.dot(axis) * two)).plus(axis.cross(v).scaled(self.w * two))
    }

    /// Normalised interpolation along the shorter arc, from these at weight 0 to others at 1.
    #[inline]
    pub fn nlerp(self, other: Rotations, weight: f32) -> Rotations {
        let (a, b) = (self, other);
        let dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        let (stays, goes) = (f32x4::splat(1.0 - weight), f32x4::splat(weight));
        let goes = dot.simd_lt(f32x4::splat(0.0)).select(-goes, goes);
        let [x, y, z, w] =
            [(a.x, b.x), (a.y, b.y), (a.z, b.z), (a.w, b.w)].map(|(a, b)| a * stays + b * goes);
        let scale = f32x4::splat(1.0) / (x * x + y * y + z * z + w * w).sqrt();
        Rotations { x: x * scale, y: y * scale, z: z * scale, w: w * scale }
    }
}

impl Transforms {
    /// One transform for each lane.
    #[inline]
    pub fn new(from: [&Transform; LANES]) -> Transforms {
        // What follows the rotation is read with its last part, so that four numbers are read at once.
        let [_, x, y, z] = f32x4::transpose(from.map(|t| {
            let Vec3 { x, y, z } = t.translation;
            f32x4::new([t.rotation.w, x, y, z])
        }));
        Transforms { rotation: Rotations::new(from.map(|t| t.rotation)), translation: Vectors { x, y, z } }
    }

    /// The transform of each lane.
    #[inline]
    pub fn to_array(self) -> [Transform; LANES] {
        let (rotations, translations) = (self.rotation.to_array(), self.translation.to_array());
        std::array::from_fn(|lane| Transform { rotation: rotations[lane], translation: translations[lane] })
    }

    /// Where something is that is given relative to each: see `Transform`'s product.
    #[inline]
    pub fn times(self, rotation: Rotations, translation: Vectors) -> Transforms {
        Transforms {
            rotation: self.rotation.times(rotation),
            translation: self.translation.plus(self.rotation.turned(translation)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::nlerp;
    use proptest::prelude::*;

    fn rotation() -> impl Strategy<Value = Quat> {
        prop::array::uniform4(-1.0_f32..1.0)
            .prop_filter("too short to have a direction", |q| Quat::from_array(*q).length() > 0.1)
            .prop_map(|q| Quat::from_array(q).normalize())
    }

    fn vector() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-10.0_f32..10.0).prop_map(Vec3::from)
    }

    /// To tell a zero from a negative one.
    fn bits(transform: Transform) -> [u32; 7] {
        let [x, y, z, w] = transform.rotation.to_array();
        let [a, b, c] = transform.translation.to_array();
        [x, y, z, w, a, b, c].map(f32::to_bits)
    }

    proptest! {
        #[test]
        fn every_lane_has_the_bits_of_the_plain_version(
            a in prop::array::uniform4(rotation()), b in prop::array::uniform4(rotation()),
            at in prop::array::uniform4(vector()), v in prop::array::uniform4(vector()), weight in 0.0_f32..1.0,
        ) {
            let plain: [Transform; LANES] = std::array::from_fn(|lane| Transform::new(a[lane], at[lane]));
            let (placed, others) = (Transforms::new(plain.each_ref()), Rotations::new(b));
            let vectors = Vectors::new(v);
            let product = placed.times(others, vectors).to_array();
            let mixed = Transforms {
                rotation: placed.rotation.nlerp(others, weight),
                translation: placed.translation.minus(vectors),
            };
            let (mixed, lengths) = (mixed.to_array(), vectors.length().to_array());
            let back = Transforms { rotation: placed.rotation.conjugate(), ..placed }.to_array();
            for lane in 0..LANES {
                let other = Transform::new(b[lane], v[lane]);
                prop_assert_eq!(bits(product[lane]), bits(plain[lane] * other));
                let between = Transform::new(nlerp(a[lane], b[lane], weight), at[lane] - v[lane]);
                prop_assert_eq!(bits(mixed[lane]), bits(between));
                prop_assert_eq!(bits(back[lane]), bits(Transform::new(a[lane].conjugate(), at[lane])));
                prop_assert_eq!(lengths[lane].to_bits(), v[lane].length().to_bits());
            }
        }
    }
}
