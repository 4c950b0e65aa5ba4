//! Frames as bytes: everything little-endian, a rotation in four bytes.
//!
//! A frame is its head, every actor, and then how many props there are and where each is.
//!
//! A rotation is the three smaller of its parts, in order, in ten bits each; the two top bits say which one is left
//! out. The largest error of a part is 0.0007: a millimetre at a metre, on screen only.

use footwork_motion::{PoseView, packing};
use footwork_stage::Stage;
use glam::{Quat, Vec3};

/// First byte of a frame.
pub const FRAME: u8 = 1;
/// Bytes before the first actor.
pub const HEAD: usize = 24;
/// Bytes of an actor besides its rotations.
pub const ACTOR: usize = 16;
/// Bytes of a prop.
pub const PROP: usize = 12;

/// Of each part of a rotation: 32 in all with what is left out.
const BITS: u32 = 10;

/// A rotation in 32 bits.
pub fn pack(rotation: Quat) -> u32 {
    packing::pack(rotation, BITS) as u32
}

/// The rotation that was packed, as nearly as 32 bits hold it.
pub fn unpack(bits: u32) -> Quat {
    packing::unpack(bits.into(), BITS)
}

/// What a frame says besides poses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Head {
    /// Whether the stage runs.
    pub playing: bool,
    /// Steps since the run began.
    pub tick: u64,
    /// µs, what a step costs.
    pub cost: f32,
    /// Steps made in the last second.
    pub ticks_per_second: f32,
}

/// Everybody on a stage, as the bytes that viewers get.
pub fn frame(stage: &Stage, head: Head) -> Vec<u8> {
    let joints: usize = stage.view().actors().map(|actor| actor.pose().rotations.len()).sum();
    let mut bytes =
        Vec::with_capacity(HEAD + ACTOR * stage.len() + 4 * joints + 4 + PROP * stage.view().props().len());
    bytes.extend([FRAME, u8::from(head.playing), 0, 0]);
    bytes.extend((stage.len() as u32).to_le_bytes());
    bytes.extend(head.tick.to_le_bytes());
    bytes.extend(head.cost.to_le_bytes());
    bytes.extend(head.ticks_per_second.to_le_bytes());
    let mut touching = vec![false; stage.len()];
    for actor in stage.contacts().iter().flat_map(|contact| contact.actors) {
        if let Some(touching) = touching.get_mut(actor.0 as usize) {
            *touching = true;
        }
    }
    for (actor, touching) in stage.view().actors().zip(touching) {
        let pose = actor.pose();
        put_vector(&mut bytes, pose.translations.first().copied().unwrap_or_default());
        let planted = u8::from(actor.is_planted(0)) | u8::from(actor.is_planted(1)) << 1;
        bytes.extend([planted, u8::from(touching), 0, 0]);
        put_rotations(&mut bytes, pose);
    }
    let props = stage.view().props();
    bytes.extend((props.len() as u32).to_le_bytes());
    props.iter().for_each(|prop| put_vector(&mut bytes, prop.position));
    bytes
}

/// A frame of a take: where the root is, and all rotations.
pub fn put_pose(bytes: &mut Vec<u8>, pose: PoseView<'_>) {
    put_vector(bytes, pose.translations.first().copied().unwrap_or_default());
    put_rotations(bytes, pose);
}

fn put_rotations(bytes: &mut Vec<u8>, pose: PoseView<'_>) {
    pose.rotations.iter().for_each(|rotation| bytes.extend(pack(*rotation).to_le_bytes()));
}

fn put_vector(bytes: &mut Vec<u8>, vector: Vec3) {
    vector.to_array().into_iter().for_each(|part| bytes.extend(part.to_le_bytes()));
}

/// An actor of a frame that was read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// m
    pub root: Vec3,
    /// Left and right foot.
    pub planted: [bool; 2],
    /// Whether it touches somebody.
    pub touching: bool,
    /// One per joint, as in a pose.
    pub rotations: Vec<Quat>,
}

/// A frame that was read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// What it says besides poses.
    pub head: Head,
    /// Everybody.
    pub actors: Vec<Shown>,
    /// m, where props are.
    pub props: Vec<Vec3>,
}

/// Reads a frame of a stage whose bodies have so many joints. None where the bytes are no such frame.
pub fn read(bytes: &[u8], joints: usize) -> Option<Seen> {
    let four = |at: usize| bytes.get(at..at.checked_add(4)?).and_then(|four| four.try_into().ok());
    let float = |at: usize| four(at).map(f32::from_le_bytes);
    let actors = u32::from_le_bytes(four(4)?) as usize;
    let each = ACTOR + 4 * joints;
    let end = HEAD.checked_add(actors.checked_mul(each)?)?;
    let props = u32::from_le_bytes(four(end)?) as usize;
    if bytes[0] != FRAME || bytes.len() != props.checked_mul(PROP)?.checked_add(end)?.checked_add(4)? {
        return None;
    }
    let head = Head {
        playing: bytes[1] & 1 == 1,
        tick: u64::from_le_bytes(bytes.get(8..16)?.try_into().ok()?),
        cost: float(16)?,
        ticks_per_second: float(20)?,
    };
    let shown = (0..actors).map(|actor| {
        let at = HEAD + actor * each;
        let rotations =
            (0..joints).map(|joint| four(at + ACTOR + 4 * joint).map(u32::from_le_bytes).map(unpack));
        Some(Shown {
            root: Vec3::new(float(at)?, float(at + 4)?, float(at + 8)?),
            planted: [bytes[at + 12] & 1 != 0, bytes[at + 12] & 2 != 0],
            touching: bytes[at + 13] != 0,
            rotations: rotations.collect::<Option<_>>()?,
        })
    });
    let vector = |at: usize| Some(Vec3::new(float(at)?, float(at + 4)?, float(at + 8)?));
    let props = (0..props).map(|prop| vector(end + 4 + PROP * prop)).collect::<Option<_>>()?;
    Some(Seen { head, actors: shown.collect::<Option<_>>()?, props })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_are_where_the_protocol_says() {
        // x = 1/√2 is the largest that a smaller part can be; w is left out.
        let largest = std::f32::consts::FRAC_1_SQRT_2;
        let bits = pack(Quat::from_xyzw(largest - 1e-4, 0.0, 0.0, largest + 1e-4));
        assert_eq!((bits >> 30, bits >> 20 & 0x3ff), (3, 1023));
        assert!((511..=512).contains(&(bits >> 10 & 0x3ff)) && (511..=512).contains(&(bits & 0x3ff)));
    }

    #[test]
    fn no_bytes_make_reading_panic() {
        for length in 0..64 {
            assert_eq!(read(&vec![0xff; length], 3), None);
            assert_eq!(read(&vec![1; length], 3), None);
        }
    }
}
