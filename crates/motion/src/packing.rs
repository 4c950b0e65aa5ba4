//! Rotations in few bits: the three smaller parts of a unit quaternion, and which one is left out.
//!
//! The largest part follows from the others, and no other part is larger than 1/√2, so all bits go where they count. With
//! 10 bits a part, a rotation has 32 bits and is off by up to 0.0025 rad: a millimetre at half a metre, for pictures.
//! With 20 bits it has 62 and is off by up to 3·10⁻⁶ rad, for files.

use glam::Quat;

/// The largest that any but the largest part of a unit quaternion can be.
const LARGEST: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// A rotation with some bits for each part, at most 20; the two bits above them say which part is left out.
pub fn pack(rotation: Quat, bits: u32) -> u64 {
    let steps = ((1_u32 << bits) - 1) as f32;
    let parts = rotation.to_array();
    let left_out = (0..4).fold(0, |most, at| if parts[at].abs() > parts[most].abs() { at } else { most });
    let sign = if parts[left_out] < 0.0 { -1.0 } else { 1.0 };
    let mut packed = left_out as u64;
    for (_, part) in parts.into_iter().enumerate().filter(|(at, _)| *at != left_out) {
        let share = (part * sign / LARGEST * 0.5 + 0.5).clamp(0.0, 1.0);
        packed = packed << bits | (share * steps + 0.5) as u64;
    }
    packed
}

/// The rotation that was packed with so many bits for each part, as nearly as they hold it. Any bits give a rotation.
pub fn unpack(packed: u64, bits: u32) -> Quat {
    let steps = ((1_u32 << bits) - 1) as f32;
    let left_out = (packed >> (3 * bits)) as usize & 3;
    let mut parts = [0.0_f32; 4];
    let (mut square, mut shift) = (0.0, 3 * bits);
    for (_, part) in parts.iter_mut().enumerate().filter(|(at, _)| *at != left_out) {
        shift -= bits;
        let step = packed >> shift & ((1 << bits) - 1);
        *part = (step as f32 / steps - 0.5) * 2.0 * LARGEST;
        square += *part * *part;
    }
    parts[left_out] = (1.0 - square).max(0.0).sqrt();
    Quat::from_array(parts).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn rotations_survive_being_packed() {
        let mut rng = Rng::new(5);
        for (bits, most) in [(10, 2.5e-3), (20, 3e-6)] {
            for _ in 0..20_000 {
                let parts = [(); 4].map(|()| rng.signed());
                let rotation = Quat::from_array(parts).normalize();
                let back = unpack(pack(rotation, bits), bits);
                let off = (rotation * back.conjugate()).xyz().length();
                assert!(off < most, "{rotation} became {back}, {off}");
            }
        }
        assert_eq!(unpack(pack(Quat::IDENTITY, 20), 20).w, 1.0);
    }

    #[test]
    fn the_part_left_out_is_named_above_the_others() {
        for (rotation, left_out) in
            [(Quat::IDENTITY, 3), (-Quat::IDENTITY, 3), (Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), 0)]
        {
            assert_eq!(pack(rotation, 10) >> 30, left_out);
            assert_eq!(pack(rotation, 20) >> 60, left_out);
        }
    }

    #[test]
    fn any_bits_give_a_rotation() {
        let mut rng = Rng::new(6);
        assert!((0..20_000).all(|_| unpack(rng.bits(), 20).is_normalized()));
        assert!((0..20_000).all(|_| unpack(rng.bits() >> 32, 10).is_normalized()));
    }
}
