//! Numbers packed by `EXT_meshopt_compression`, as gltfpack and other tools write key frames.
//!
//! The extension's appendices A (mode `ATTRIBUTES`) and B (filters) describe it. Elements are cut into blocks; in a block,
//! each byte of an element is a stream of its own, of differences from the element before, in groups of sixteen that
//! take 0, 2, 4 or 8 bits a byte. Triangle indices and normals, which key frames are not, are left alone.

/// Elements in a group of a byte's stream.
const GROUP: usize = 16;
/// Bytes of a block, at most, and elements.
const BLOCK_BYTES: usize = 8192;
const BLOCK_ELEMENTS: usize = 256;
/// Bytes that stand after the blocks, at least: the element that differences start from, at their end.
const TAIL: usize = 32;
/// The first byte: the mode's, and version 0.
const HEADER: u8 = 0xa0;
/// Two bits of a header stand for sixteen bytes at most, so nothing unpacks to more than this many times its size.
const MOST_TIMES: usize = 64;

/// How elements are to be understood once they are unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    None,
    /// Four 16-bit parts of a unit quaternion, of which the largest was left out.
    Quaternion,
    /// 32-bit floats as an 8-bit exponent and a 24-bit mantissa.
    Exponential,
}

/// Unpacks `count` elements of `stride` bytes.
pub(super) fn unpack(packed: &[u8], count: usize, stride: usize, filter: Filter) -> Result<Vec<u8>, String> {
    let size = count.checked_mul(stride).filter(|&size| size <= packed.len().saturating_mul(MOST_TIMES));
    let size = size
        .ok_or_else(|| format!("{count} elements of {stride} bytes cannot be in {} bytes", packed.len()))?;
    if stride == 0 || stride > BLOCK_ELEMENTS || !stride.is_multiple_of(4) {
        return Err(format!("elements of {stride} bytes cannot be packed"));
    }
    let tail = stride.max(TAIL);
    let (Some(&HEADER), true) = (packed.first(), packed.len() > tail) else {
        return Err("is not packed as version 0 of the extension packs attributes".into());
    };
    let mut last = packed[packed.len() - stride..].to_vec();
    let mut rest = &packed[1..packed.len() - tail];
    let mut out = vec![0; size];
    let block = ((BLOCK_BYTES / stride) & !(GROUP - 1)).min(BLOCK_ELEMENTS);
    for elements in out.chunks_mut(block * stride) {
        for byte in 0..stride {
            let differences = stream(&mut rest, elements.len() / stride).ok_or("ends too early")?;
            for (element, difference) in elements.chunks_exact_mut(stride).zip(differences) {
                // The sign is in the lowest bit.
                let signed = (difference >> 1) ^ (difference & 1).wrapping_neg();
                last[byte] = last[byte].wrapping_add(signed);
                element[byte] = last[byte];
            }
        }
    }
    match filter {
        Filter::None => {}
        Filter::Quaternion if stride == 8 => out.chunks_exact_mut(8).for_each(quaternion),
        Filter::Quaternion => return Err("a quaternion takes 8 bytes".into()),
        Filter::Exponential => out.chunks_exact_mut(4).for_each(exponential),
    }
    Ok(out)
}

/// One byte of all elements of a block.
fn stream(rest: &mut &[u8], elements: usize) -> Option<Vec<u8>> {
    let groups = elements.div_ceil(GROUP);
    let sizes = take(rest, groups.div_ceil(4))?;
    let mut out = Vec::with_capacity(groups * GROUP);
    for group in 0..groups {
        match (sizes[group / 4] >> (2 * (group % 4))) & 3 {
            0 => out.extend([0; GROUP]),
            1 => small(rest, 2, &mut out)?,
            2 => small(rest, 4, &mut out)?,
            _ => out.extend_from_slice(take(rest, GROUP)?),
        }
    }
    Some(out)
}

/// A group of bytes of so many bits, the first in the highest; all ones stand for a byte that comes after the group.
fn small(rest: &mut &[u8], bits: usize, out: &mut Vec<u8>) -> Option<()> {
    let packed = take(rest, GROUP * bits / 8)?;
    let mask = (1_u8 << bits) - 1;
    let per_byte = 8 / bits;
    for index in 0..GROUP {
        let shift = 8 - bits * (index % per_byte + 1);
        let value = (packed[index / per_byte] >> shift) & mask;
        out.push(if value == mask { take(rest, 1)?[0] } else { value });
    }
    Some(())
}

fn take<'a>(rest: &mut &'a [u8], bytes: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(bytes)?;
    *rest = left;
    Some(taken)
}

/// The largest part is what is missing to a unit length; the last number says which it is, and the scale of the others.
fn quaternion(element: &mut [u8]) {
    let part = |index: usize| i16::from_le_bytes([element[2 * index], element[2 * index + 1]]);
    let last = part(3);
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(last | 3);
    let [x, y, z] = [0, 1, 2].map(|index| f32::from(part(index)) * scale);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let largest = (last & 3) as usize;
    for (offset, value) in [(1, x), (2, y), (3, z), (0, w)] {
        let short = (value * f32::from(i16::MAX)).round() as i16;
        let at = 2 * ((largest + offset) % 4);
        element[at..at + 2].copy_from_slice(&short.to_le_bytes());
    }
}

fn exponential(element: &mut [u8]) {
    let packed = i32::from_le_bytes([element[0], element[1], element[2], element[3]]);
    let (exponent, mantissa) = (packed >> 24, (packed << 8) >> 8);
    let value = mantissa as f32 * libm::exp2f(exponent as f32);
    element.copy_from_slice(&value.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs as the extension says, every group in eight bits or none.
    fn pack(bytes: &[u8], stride: usize) -> Vec<u8> {
        let mut packed = vec![HEADER];
        let block = ((BLOCK_BYTES / stride) & !(GROUP - 1)).min(BLOCK_ELEMENTS);
        let mut last = vec![0_u8; stride];
        for elements in bytes.chunks(block * stride) {
            for byte in 0..stride {
                let differences: Vec<u8> = elements
                    .chunks(stride)
                    .map(|element| {
                        let difference = element[byte].wrapping_sub(last[byte]);
                        last[byte] = element[byte];
                        (difference << 1) ^ (difference >> 7).wrapping_neg()
                    })
                    .collect();
                let groups: Vec<&[u8]> = differences.chunks(GROUP).collect();
                let kinds =
                    groups.iter().map(|group| if group.iter().all(|&byte| byte == 0) { 0 } else { 3_u8 });
                let kinds: Vec<u8> = kinds.collect();
                packed.extend(
                    kinds.chunks(4).map(|four| four.iter().rev().fold(0, |sum, kind| sum << 2 | kind)),
                );
                for (group, _) in groups.iter().zip(&kinds).filter(|(_, kind)| **kind == 3) {
                    packed.extend_from_slice(group);
                    packed.extend(std::iter::repeat_n(0, GROUP - group.len()));
                }
            }
        }
        packed.extend(vec![0; stride.max(TAIL)]);
        packed
    }

    #[test]
    fn what_is_packed_is_unpacked_again_over_several_blocks() {
        for stride in [4, 8, 16] {
            let bytes: Vec<u8> = (0..stride * 1000).map(|at| ((at * at) / 7 % 251) as u8).collect();
            let unpacked = unpack(&pack(&bytes, stride), 1000, stride, Filter::None).unwrap();
            assert!(unpacked == bytes, "stride {stride}");
        }
    }

    /// Groups of 2 and 4 bits with escapes, by the bytes of the extension's own description.
    #[test]
    fn small_groups_have_their_first_element_in_the_highest_bits() {
        let mut rest: &[u8] = &[0b00_01_10_11, 0, 0, 0b11_00_00_01, 200, 100];
        let mut out = Vec::new();
        small(&mut rest, 2, &mut out).unwrap();
        assert_eq!(out, [0, 1, 2, 200, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 1]);
        let mut rest: &[u8] = &[0x1f, 0, 0, 0, 0, 0, 0, 0xe2, 77];
        let mut out = Vec::new();
        small(&mut rest, 4, &mut out).unwrap();
        assert_eq!((out[0], out[1], out[14], out[15]), (1, 77, 14, 2));
    }

    #[test]
    fn filters_give_unit_quaternions_and_floats() {
        // Half in every part: three of them at 0.5·√2 of the scale, the fourth left out; it is part 2.
        let half = (0.5 * std::f32::consts::SQRT_2 * 1023.0).round() as i16;
        let mut element: Vec<u8> = [half, half, half, 1022].iter().flat_map(|p| p.to_le_bytes()).collect();
        quaternion(&mut element);
        for part in element.chunks_exact(2) {
            let value = f32::from(i16::from_le_bytes([part[0], part[1]])) / f32::from(i16::MAX);
            assert!((value - 0.5).abs() < 2e-3, "{value}");
        }
        let mut element = ((-2_i32 << 24) | 0x00ff_fffd).to_le_bytes();
        exponential(&mut element);
        assert_eq!(f32::from_le_bytes(element), -0.75);
    }

    #[test]
    fn what_is_cut_short_or_asks_for_too_much_is_refused() {
        let bytes: Vec<u8> = (0..160).collect();
        let packed = pack(&bytes, 8);
        for length in 0..packed.len() - 1 {
            assert!(
                unpack(&packed[..length], 20, 8, Filter::None).is_err() || length > packed.len() - TAIL,
                "{length}"
            );
        }
        assert!(unpack(&packed, usize::MAX, 8, Filter::None).is_err());
        assert!(unpack(&packed, 1 << 30, 8, Filter::None).is_err());
        assert!(unpack(&packed, 20, 0, Filter::None).is_err());
    }
}
