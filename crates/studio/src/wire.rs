//! Frames as bytes: everything little-endian, a rotation in four bytes.
//!
//! A frame is its head, every actor with its number, and then how many props there are and where each is. Where a
//! character's file is worn, it ends with where the file's nodes are for each who wears it. Of more actors than anybody can
//! be shown, only the nearest are sent: [`nearest`].
//!
//! A rotation is the three smaller of its parts, in order, in ten bits each; the two top bits say which one is left
//! out. The largest error of a part is 0.0007: a millimetre at a metre, on screen only.

use footwork_motion::{PoseView, Transform, packing};
use footwork_stage::{ActorId, Stage};
use glam::{Quat, Vec3};

/// First byte of a frame.
pub const FRAME: u8 = 1;
/// Bytes before the first actor.
pub const HEAD: usize = 24;
/// Bytes of an actor besides its rotations.
pub const ACTOR: usize = 20;
/// Actors of a frame that is sent: 7 MB a second of them, and more than a page draws at an even rate.
pub const MOST_ACTORS: usize = 1000;
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
    let mut touching: Vec<ActorId> = stage.contacts().iter().flat_map(|contact| contact.actors).collect();
    touching.sort_unstable();
    for actor in stage.view().actors() {
        let touching = touching.binary_search(&actor.id()).is_ok();
        let pose = actor.pose();
        put_vector(&mut bytes, pose.translations.first().copied().unwrap_or_default());
        let planted = u8::from(actor.is_planted(0)) | u8::from(actor.is_planted(1)) << 1;
        bytes.extend([planted, u8::from(touching), 0, 0]);
        bytes.extend(actor.id().0.to_le_bytes());
        put_rotations(&mut bytes, pose);
    }
    let props = stage.view().props();
    bytes.extend((props.len() as u32).to_le_bytes());
    props.iter().for_each(|prop| put_vector(&mut bytes, prop.position));
    bytes
}

/// How many wear a character's file, and how many nodes of it are moved.
pub fn put_wearers(bytes: &mut Vec<u8>, count: usize, nodes: usize) {
    bytes.extend((count as u32).to_le_bytes());
    bytes.extend((nodes as u32).to_le_bytes());
}

/// Somebody who wears it: its number, where the first node is in its parent, and how each is turned in its own.
pub fn put_wearer(bytes: &mut Vec<u8>, actor: ActorId, nodes: impl Iterator<Item = Transform>) {
    bytes.extend(actor.0.to_le_bytes());
    for (at, node) in nodes.enumerate() {
        if at == 0 {
            put_vector(bytes, node.translation);
        }
        bytes.extend(pack(node.rotation).to_le_bytes());
    }
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

/// A frame with only so many of its actors: those nearest to a place (X and Z, in m), in the order of their numbers. None
/// where all of them fit. All bodies of a frame have so many joints.
pub fn nearest(bytes: &[u8], joints: usize, place: [f32; 2], most: usize) -> Option<Vec<u8>> {
    let each = ACTOR + 4 * joints;
    let count = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?) as usize;
    let records = bytes.get(HEAD..HEAD + count.checked_mul(each)?)?;
    if count <= most {
        return None;
    }
    let float =
        |at: usize| f32::from_le_bytes([records[at], records[at + 1], records[at + 2], records[at + 3]]);
    let away = |actor: u32| {
        let at = actor as usize * each;
        (float(at) - place[0]).powi(2) + (float(at + 8) - place[1]).powi(2)
    };
    let mut actors: Vec<(f32, u32)> = (0..count as u32).map(|actor| (away(actor), actor)).collect();
    actors.select_nth_unstable_by(most, |a, b| a.0.total_cmp(&b.0));
    let mut chosen: Vec<u32> = actors[..most].iter().map(|(_, actor)| *actor).collect();
    chosen.sort_unstable();
    let props = &bytes[HEAD + records.len()..];
    let mut thinned = Vec::with_capacity(HEAD + most * each + props.len());
    thinned.extend_from_slice(&bytes[..HEAD]);
    thinned[4..8].copy_from_slice(&(most as u32).to_le_bytes());
    chosen.iter().for_each(|actor| thinned.extend_from_slice(&records[*actor as usize * each..][..each]));
    thinned.extend_from_slice(props);
    Some(thinned)
}

/// An actor of a frame that was read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Its number.
    pub id: u32,
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
    /// Who wears a character's file: where its first node is, in the file's unit, and how all of them are turned.
    pub wearers: Vec<(u32, Vec3, Vec<Quat>)>,
}

/// Reads a frame of a stage whose bodies have so many joints. None where the bytes are no such frame.
pub fn read(bytes: &[u8], joints: usize) -> Option<Seen> {
    let four = |at: usize| bytes.get(at..at.checked_add(4)?).and_then(|four| four.try_into().ok());
    let float = |at: usize| four(at).map(f32::from_le_bytes);
    let actors = u32::from_le_bytes(four(4)?) as usize;
    let each = ACTOR + 4 * joints;
    let end = HEAD.checked_add(actors.checked_mul(each)?)?;
    let props = u32::from_le_bytes(four(end)?) as usize;
    let after = props.checked_mul(PROP)?.checked_add(end)?.checked_add(4)?;
    let (count, nodes) = match bytes.len() == after {
        true => (0, 0),
        false => (u32::from_le_bytes(four(after)?) as usize, u32::from_le_bytes(four(after + 4)?) as usize),
    };
    let wearer = nodes.checked_mul(4)?.checked_add(16)?;
    let last =
        if bytes.len() == after { after } else { count.checked_mul(wearer)?.checked_add(after + 8)? };
    if bytes[0] != FRAME || bytes.len() != last {
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
            id: u32::from_le_bytes(four(at + 16)?),
            root: Vec3::new(float(at)?, float(at + 4)?, float(at + 8)?),
            planted: [bytes[at + 12] & 1 != 0, bytes[at + 12] & 2 != 0],
            touching: bytes[at + 13] != 0,
            rotations: rotations.collect::<Option<_>>()?,
        })
    });
    let vector = |at: usize| Some(Vec3::new(float(at)?, float(at + 4)?, float(at + 8)?));
    let props = (0..props).map(|prop| vector(end + 4 + PROP * prop)).collect::<Option<_>>()?;
    let wearers = (0..count).map(|index| {
        let at = after + 8 + index * wearer;
        let turned = (0..nodes).map(|node| four(at + 16 + 4 * node).map(u32::from_le_bytes).map(unpack));
        Some((u32::from_le_bytes(four(at)?), vector(at + 4)?, turned.collect::<Option<_>>()?))
    });
    let wearers = wearers.collect::<Option<_>>()?;
    Some(Seen { head, actors: shown.collect::<Option<_>>()?, props, wearers })
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

    /// A frame of bodies without joints, in a row along X.
    fn row(actors: u32) -> Vec<u8> {
        let mut bytes = vec![FRAME, 0, 0, 0];
        bytes.extend(actors.to_le_bytes());
        bytes.resize(HEAD, 0);
        for actor in 0..actors {
            put_vector(&mut bytes, Vec3::new(actor as f32, 1.0, 0.0));
            bytes.extend([0; 4]);
            bytes.extend(actor.to_le_bytes());
        }
        bytes.extend(1_u32.to_le_bytes());
        put_vector(&mut bytes, Vec3::ONE);
        bytes
    }

    #[test]
    fn of_too_many_actors_the_nearest_are_sent() {
        let frame = row(10_000);
        let thinned = read(&nearest(&frame, 0, [500.2, 0.0], 5).unwrap(), 0).unwrap();
        let ids: Vec<u32> = thinned.actors.iter().map(|actor| actor.id).collect();
        assert_eq!(ids, [498, 499, 500, 501, 502]);
        assert_eq!(thinned.actors[0].root.x, 498.0);
        assert_eq!(thinned.props, [Vec3::ONE]);
        assert_eq!(nearest(&row(5), 0, [0.0; 2], 5), None);
        assert_eq!(nearest(&frame[..500], 0, [0.0; 2], 5), None);
        assert!(nearest(&frame, 0, [f32::NAN; 2], 5).is_some());
    }

    #[test]
    fn no_bytes_make_reading_panic() {
        for length in 0..64 {
            assert_eq!(read(&vec![0xff; length], 3), None);
            assert_eq!(read(&vec![1; length], 3), None);
        }
    }
}
