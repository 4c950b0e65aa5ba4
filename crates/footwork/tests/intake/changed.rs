//! Bytes that Footwork wrote and somebody changed afterwards: the input says where and how.

/// What numbers are replaced by: no number, infinite, larger than any body, next to nothing.
const FLOATS: [f32; 4] = [f32::NAN, f32::INFINITY, 3e38, 1e-38];
/// The longest length that fits into 32 bits, as postcard writes it.
const HUGE_LENGTH: [u8; 5] = [0xff, 0xff, 0xff, 0xff, 0x0f];
/// Changes beyond this many hardly ever leave anything that can be read.
const MOST: usize = 4;

/// The payload with what the edits ask for: four bytes each, where (two), how, and a value.
pub fn changed(payload: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut bytes = payload.to_vec();
    for edit in edits.chunks_exact(4).take(MOST) {
        let [low, high, how, value] = [edit[0], edit[1], edit[2], edit[3]];
        let place = usize::from(u16::from_le_bytes([low, high & 0x7f]));
        // Most structure is in front: half of the places are counted from there, half are spread over everything.
        let place = if high & 0x80 == 0 { place } else { (place * bytes.len()) >> 15 };
        let at = place.min(bytes.len());
        match how % 8 {
            0..=2 => replace(&mut bytes, at, &[value]),
            3 => bytes.truncate(at),
            4 => bytes.insert(at, value),
            5 => drop(bytes.drain(at..(at + 1 + usize::from(value % 8)).min(bytes.len()))),
            6 => replace(&mut bytes, at, &FLOATS[usize::from(value) % FLOATS.len()].to_le_bytes()),
            _ => replace(&mut bytes, at, &HUGE_LENGTH),
        }
    }
    bytes
}

fn replace(bytes: &mut [u8], at: usize, by: &[u8]) {
    bytes[at..].iter_mut().zip(by).for_each(|(byte, by)| *byte = *by);
}
